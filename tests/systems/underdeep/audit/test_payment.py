"""Who is paid and who is not, and what that does to them (UD-UPK-02 to UD-UPK-10)."""

from hypothesis import given, settings
from hypothesis import strategies as st

from orderbook.books.bundle import Bundle
from orderbook.rulebook.model import Cost, Unit
from orderbook.rulebook.options import Options
from orderbook.systems.underdeep.arrears import Arrears
from orderbook.systems.underdeep.audit.payment import Owed, Paymaster, describe_unpaid, price_of

CHEAPEST = Options((("partial-upkeep", "cheapest-first"),))


def unit(name: str, abilities: tuple[str, ...] = (), **stats: int) -> Unit:
    figures = {"morale": 2, "health": 4, "melee_attack": 3} | stats
    return Unit(name, "Somebody", Cost(), Cost(), figures, abilities)


def owed(name: str, count: int, price: dict[str, int], *others: dict[str, int], kind: Unit | None = None) -> Owed:
    return Owed(name, name, kind or unit(name), count, Bundle(price), tuple(map(Bundle, others)))


def unpaid(master: Paymaster, due: list[Owed], wealth: dict[str, int]):
    """A week paid: what went on Upkeep and on debts, and by unit how many owe what for how long."""
    paid, debts, left = master.pay_week(due, Bundle(wealth))
    return paid, debts, [(one.name, group.count, group.arrears, group.lacks) for one, group in left]


def test_who_can_be_paid_is_paid() -> None:
    due = [owed("Axe", 10, {"Gold": 2, "Food": 1})]
    assert unpaid(Paymaster(Options()), due, {"Gold": 20, "Food": 10}) == (
        Bundle({"Gold": 20, "Food": 10}),
        Bundle(),
        [],
    )


def test_upkeep_is_paid_down_the_tab_unit_by_unit() -> None:
    due = [owed("Axe", 3, {"Gold": 2}), owed("Bow", 3, {"Gold": 1})]
    paid, _, left = unpaid(Paymaster(Options()), due, {"Gold": 7})
    assert paid == Bundle({"Gold": 7})
    assert left == [("Bow", 2, Arrears(gold=1), Bundle({"Gold": 1}))]


def test_or_the_cheapest_first() -> None:
    due = [owed("Axe", 3, {"Gold": 2}), owed("Bow", 3, {"Gold": 1})]
    paid, _, left = unpaid(Paymaster(CHEAPEST), due, {"Gold": 7})
    assert paid == Bundle({"Gold": 7})
    assert left == [("Axe", 1, Arrears(gold=1), Bundle({"Gold": 2}))]


def test_half_a_price_buys_nothing_and_is_kept() -> None:
    paid, _, left = unpaid(Paymaster(Options()), [owed("Axe", 2, {"Gold": 3})], {"Gold": 5})
    assert paid == Bundle({"Gold": 3})
    assert [count for _, count, _, _ in left] == [1]


def test_what_there_is_of_one_resource_is_paid_where_another_is_out() -> None:
    paid, _, left = unpaid(
        Paymaster(Options()), [owed("Axe", 4, {"Gold": 1, "Metal": 1, "Food": 1})], {"Gold": 4, "Metal": 1, "Food": 2}
    )
    assert paid == Bundle({"Gold": 4, "Metal": 1, "Food": 2})
    assert left == [
        ("Axe", 1, Arrears(metal=1), Bundle({"Metal": 1})),
        ("Axe", 2, Arrears(metal=1, food=1), Bundle({"Metal": 1, "Food": 1})),
    ]


def test_a_body_may_stand_for_food() -> None:
    due = [owed("Ghoul", 5, {"Food": 1}, {"Bodies": 1})]
    paid, _, left = unpaid(Paymaster(Options()), due, {"Food": 2, "Bodies": 2})
    assert paid == Bundle({"Food": 2, "Bodies": 2})
    assert left == [("Ghoul", 1, Arrears(food=1), Bundle({"Food": 1}))]


def test_debts_grow_and_go_when_all_is_paid() -> None:
    master, due = Paymaster(Options()), [owed("Axe", 2, {"Gold": 3})]
    unpaid(master, due, {"Gold": 3})
    _, _, left = unpaid(master, due, {"Gold": 3})
    assert left == [("Axe", 1, Arrears(gold=2), Bundle({"Gold": 3}))]
    paid, debts, left = unpaid(master, due, {"Gold": 6})
    assert (paid, debts) == (Bundle({"Gold": 6}), Bundle())
    assert left == [("Axe", 1, Arrears(gold=2), Bundle())]  # paid again, but the debt of two weeks stands
    paid, debts, left = unpaid(master, due, {"Gold": 12})
    assert (debts, left) == (Bundle({"Gold": 6}), [])


def test_recruits_owe_nothing_yet_and_who_is_gone_owes_nothing_more() -> None:
    master = Paymaster(Options())
    unpaid(master, [owed("Axe", 2, {"Gold": 3})], {})
    _, _, left = unpaid(master, [owed("Axe", 4, {"Gold": 3})], {"Gold": 6})
    assert left == [("Axe", 2, Arrears(gold=2), Bundle({"Gold": 3}))]
    _, _, left = unpaid(master, [owed("Axe", 1, {"Gold": 3})], {"Gold": 3})
    assert left == []


PRICES = st.dictionaries(st.sampled_from(["Gold", "Metal", "Food"]), st.integers(1, 4), min_size=1)
WEEKS = st.lists(
    st.dictionaries(st.sampled_from(["Gold", "Metal", "Food"]), st.integers(0, 60)), min_size=1, max_size=6
)


@settings(max_examples=80, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 12), PRICES), min_size=1, max_size=4), WEEKS)
def test_nothing_is_spent_that_is_not_there_and_nobody_is_lost(types, weeks) -> None:
    master = Paymaster(Options())
    everybody = [owed(f"Unit {number}", count, price) for number, (count, price) in enumerate(types)]
    for wealth in weeks:
        due = master.still_owed(everybody)
        total = price_of(due)
        paid, debts, left = master.pay_week(due, Bundle(wealth))
        rest = Bundle(wealth) - paid - debts
        assert all(amount >= 0 for amount in rest.values())
        lacking = sum((group.lacks * group.count for _, group in left), Bundle())
        assert paid + lacking == total
        counted = [master.starved.get(one.key, 0) + sum(group.count for group in master.groups[one.key]) for one in due]
        assert counted == [one.count for one in everybody]
        for one, group in left:  # nobody goes short of what there is enough of
            assert all(rest[name] < one.price[name] for name in group.lacks)


def test_who_has_no_health_left_starves_and_eats_no_more() -> None:
    master = Paymaster(Options())
    due = [owed("Axe", 5, {"Food": 1}, kind=unit("Axe", health=2))]
    assert master.pay_week(master.still_owed(due), Bundle({"Food": 3}))[0] == Bundle({"Food": 3})
    ((one, group),) = master.pay_week(master.still_owed(due), Bundle({"Food": 3}))[2]
    assert (group.count, group.arrears.food) == (2, 2)
    assert describe_unpaid(one, group, Options()).effect.endswith("Health 2 -> 0; they starve to death")
    assert [one.count for one in master.still_owed(due)] == [3]
    assert master.pay_week(master.still_owed(due), Bundle({"Food": 3})) == (Bundle({"Food": 3}), Bundle(), [])


def test_a_type_that_stands_in_two_lines_is_paid_as_one() -> None:
    master = Paymaster(Options())
    due = master.still_owed([owed("Axe", 2, {"Food": 1}), owed("Axe", 3, {"Bodies": 1})])
    assert [(one.count, one.price, one.others) for one in due] == [
        (5, Bundle({"Food": 1}), (Bundle({"Bodies": 1}),)),
    ]
    paid, _, left = unpaid(master, due, {"Food": 2, "Bodies": 2})
    assert paid == Bundle({"Food": 2, "Bodies": 2})
    assert [(name, count) for name, count, _, _ in left] == [("Axe", 1)]


def effect(arrears: Arrears, kind: Unit) -> str:
    from orderbook.systems.underdeep.audit.payment import Group

    return describe_unpaid(owed("Axe", 5, {"Gold": 1}, kind=kind), Group(5, arrears), Options()).effect


def test_what_comes_of_it() -> None:
    axe = unit("Axe")
    assert effect(Arrears(gold=1), axe) == "Morale +2 -> +1"
    assert effect(Arrears(metal=2), axe) == "all Attacks -2"
    assert effect(Arrears(food=1), axe) == "Morale +2 -> +1; Health 4 -> 3"
    assert effect(Arrears(gold=4), axe) == (
        "Morale +2 -> -2; each week they desert unless they pass a Morale check (12 or more on a d20)"
    )
    assert "they starve to death" in effect(Arrears(food=4), axe)


def test_constructs_stand_idle_but_stay() -> None:
    golem = unit("Golem", ("Construct",))
    told = effect(Arrears(gold=9), golem)
    assert "stand idle" in told and "desert unless" not in told
