"""What has to be built before something: counted by hand, and laws on any faction."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from orderbook.books.bundle import Bundle
from orderbook.rulebook.chains import Chain, plan_chain
from orderbook.rulebook.model import Faction, Structure
from tests.rulebook.building import any_faction, faction, structure


def chain_to(owner: Faction, name: str, have: dict[str, int] | None = None) -> Chain:
    target = next(each for each in owner.structures if each.name == name)
    return plan_chain(owner, target.requires, target, have=have)


# the last structure is wanted; then how many of each, the weeks all at once, the weeks one after another
CASES: dict[str, tuple[list[Structure], dict[str, int], int, int]] = {
    "nothing-before": ([structure("A", weeks=3)], {"A": 1}, 3, 3),
    "a-line": (
        [structure("A", weeks=3), structure("B", "A", weeks=2), structure("C", "B", weeks=4)],
        {"A": 1, "B": 1, "C": 1}, 9, 9,
    ),
    "side-by-side": (
        [structure("A", weeks=3), structure("B", weeks=2), structure("C", "A", "B", weeks=1)],
        {"A": 1, "B": 1, "C": 1}, 4, 6,
    ),
    "shared": (
        [structure("A"), structure("B", "A"), structure("C", "A"), structure("D", "B", "C")],
        {"A": 1, "B": 1, "C": 1, "D": 1}, 3, 4,
    ),
    "used-up-twice": (
        [structure("A"), structure("B", "A!"), structure("C", "A!"), structure("D", "B", "C")],
        {"A": 2, "B": 1, "C": 1, "D": 1}, 3, 5,
    ),
    "several-of-it": (
        [structure("A", weeks=2), structure("B", "4 A!", weeks=1)], {"A": 4, "B": 1}, 3, 9,
    ),
    "several-of-several": (
        [structure("A"), structure("B", "2 A!"), structure("C", "3 B!")], {"A": 6, "B": 3, "C": 1}, 3, 10,
    ),
    "stands-for-one-and-is-used-by-another": (
        [structure("A"), structure("B", "A"), structure("C", "A!"), structure("D", "B", "C")],
        {"A": 1, "B": 1, "C": 1, "D": 1}, 3, 4,
    ),
    "must-stand-beside-what-used-it-up": (
        [structure("A"), structure("B", "A!"), structure("C", "A", "B")], {"A": 2, "B": 1, "C": 1}, 3, 4,
    ),
    "sooner-of-two": (
        [structure("A", weeks=5, gold=1), structure("B", weeks=2), structure("C", "A/B", weeks=1)],
        {"B": 1, "C": 1}, 3, 3,
    ),
    "cheaper-of-two": (
        [structure("A", gold=20), structure("B", gold=10), structure("C", "A/B")], {"B": 1, "C": 1}, 2, 2,
    ),
    "cheaper-but-waiting-for-it": (
        [structure("B", "A", weeks=0, gold=1), structure("C", weeks=0), structure("A", "B/C", weeks=0)],
        {"C": 1, "A": 1}, 0, 0,
    ),
    "first-of-two": ([structure("A"), structure("B"), structure("C", "A/B")], {"A": 1, "C": 1}, 2, 2),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_counted_by_hand(name: str) -> None:
    structures, counts, parallel, sequence = CASES[name]
    chain = chain_to(faction(structures), structures[-1].name)
    assert {step.structure.name: step.count for step in chain.steps} == counts
    assert (chain.parallel, chain.sequence) == (parallel, sequence)
    assert chain.missing == chain.unknown == ()


def test_what_stands_already_is_not_built_nor_what_it_needed() -> None:
    owner = faction([structure("A"), structure("B", "A"), structure("C", "2 B!")])
    assert {step.structure.name: step.count for step in chain_to(owner, "C", {"B": 2}).steps} == {"C": 1}
    assert {step.structure.name: step.count for step in chain_to(owner, "C", {"B": 1}).steps} == {
        "A": 1,
        "B": 1,
        "C": 1,
    }
    assert chain_to(owner, "C", {"B": 2}).parallel == 1


def test_what_nobody_builds() -> None:
    owner = faction([structure("A", weeks=None, gold=None, headquarters=True), structure("B", "A", weeks=3)])
    chain = chain_to(owner, "B")
    assert chain.given == ("A",) and [step.structure.name for step in chain.steps] == ["B"]
    assert (chain.cost, chain.parallel) == (Bundle({"Gold": 10}), 3)


@pytest.mark.parametrize(
    ("structures", "missing"),
    [
        ([structure("A", "Nowhere")], ("Nowhere",)),
        ([structure("B", "A"), structure("A", "B")], ("B",)),
        ([structure("A", "A")], ("A",)),
        ([structure("B", weeks=None, gold=None), structure("A", "B")], ("B",)),
        ([structure("A", "Nowhere/Elsewhere")], ("Nowhere", "Elsewhere")),
    ],
)
def test_what_can_never_be_built(structures: list[Structure], missing: tuple[str, ...]) -> None:
    assert chain_to(faction(structures), "A").missing == missing


def test_a_circle_with_a_way_round_it() -> None:
    owner = faction([structure("A", "B/C"), structure("B", "A"), structure("C")])
    chain = chain_to(owner, "A")
    assert chain.missing == () and [step.structure.name for step in chain.steps] == ["C", "A"]


def test_prices_that_are_not_known() -> None:
    owner = faction([structure("A", weeks=None, gold=None), structure("B", "A", weeks=2, gold=7)], complete=False)
    chain = chain_to(owner, "B")
    assert chain.unknown == ("A",) and chain.cost == Bundle({"Gold": 7}) and chain.missing == ()


@settings(max_examples=150, deadline=None)
@given(any_faction(), st.data())
def test_laws(owner: Faction, data: st.DataObject) -> None:
    """The steps stand in an order in which they can be built, and the sums are sums of the steps."""
    target = data.draw(st.sampled_from(owner.structures))
    chain = plan_chain(owner, target.requires, target)
    if chain.missing:
        return
    done = {step.structure.name: step.done for step in chain.steps}
    order = [step.structure.name for step in chain.steps]
    assert chain.parallel == max(done.values()) == done[target.name]
    assert chain.parallel <= chain.sequence == sum((step.structure.weeks or 0) * step.count for step in chain.steps)
    assert chain.cost == sum((step.structure.cost.bundle * step.count for step in chain.steps), Bundle())
    for step in chain.steps:
        assert step.done == step.begins + (step.structure.weeks or 0)
        for need in step.structure.requires:
            met = [name for name in need.names if name in done and done[name] <= step.begins]
            assert met, f"{step.structure.name} is begun before {need.names}"
            if step.structure.weeks or need.names != (step.structure.name,):
                assert any(order.index(name) < order.index(step.structure.name) for name in met)


@settings(max_examples=60, deadline=None)
@given(any_faction(circles=False))
def test_what_stands_makes_nothing_dearer(owner: Faction) -> None:
    for target in owner.structures:
        bare = plan_chain(owner, target.requires, target)
        for other in owner.structures:
            eased = plan_chain(owner, target.requires, target, have={other.name: 1})
            assert eased.parallel <= bare.parallel
