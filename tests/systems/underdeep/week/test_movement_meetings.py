"""Who meets whom: attackers and chance, ambushes, Infiltrators found or not, what others come to know."""

import pytest

from orderbook.systems.underdeep.week.movement import Battle, DeedKind, Kind, Movement, Posture, Quarrel, Relation, Site
from tests.systems.underdeep.week.movement_kit import at, band, do, go, ground, kinds, places, play, world

LINE = "L1-L2,L2-L3,L3-L4,L4-L5,L5-L6"


def only_battle(movement: Movement) -> Battle:
    assert len(movement.battles) == 1
    return movement.battles[0]


def test_who_comes_to_where_an_enemy_stands_attacks() -> None:
    movement = play(ground(LINE), [band("A1", "L1"), band("B1", "L2")], [go("A1", "L2", "L3")])
    battle = only_battle(movement)
    assert (battle.region, battle.quarrels) == (at("L2"), (Quarrel("A", "B", "A"),))
    assert battle.bands == {"A": ("A1",), "B": ("B1",)}
    (met,) = kinds(movement, Kind.MET)
    assert met.rules == ("UD-BAT-03",)
    assert met.known_to == {"A", "B", "gm"}
    assert kinds(movement, Kind.LAPSED)[0].data["orders"] == ["march to Lowerdeep 3"]
    assert movement.bands["A1"].spent == 1


def test_two_under_way_meet_by_chance() -> None:
    movement = play(ground(LINE), [band("A1", "L1"), band("B1", "L3")], [go("A1", "L2", "L3"), go("B1", "L2", "L1")])
    assert only_battle(movement).quarrels == (Quarrel("A", "B"),)
    assert only_battle(movement).region == at("L2")
    assert kinds(movement, Kind.MET)[0].rules == ("UD-BAT-02",)


def test_two_who_change_places_meet_on_the_way() -> None:
    for first, second in (("A1", "B1"), ("B1", "A1")):
        movement = play(ground(LINE), [band(first, "L1"), band(second, "L2")], [go(first, "L2"), go(second, "L1")])
        battle = only_battle(movement)
        assert battle.region == at("L1")
        assert battle.quarrels == (Quarrel("A", "B"),)
        assert (movement.bands[first].spent, movement.bands[second].spent) == (0, 1)
        assert movement.left[first]


def test_the_faster_one_is_there_first() -> None:
    """Speed 8 is at the crossing after an eighth of the week, Speed 4 after a quarter, and goes on."""
    bands = [band("A1", "L1", 8), band("B1", "L3", 4)]
    movement = play(ground("L1-L2,L3-L2,L2-L4"), bands, [go("A1", "L2", "L4"), go("B1", "L2")])
    assert movement.battles == ()
    assert places(movement) == {"A1": "L4", "B1": "L2"}
    slow = play(ground("L1-L2,L3-L2,L2-L4"), [band("A1", "L1"), bands[1]], [go("A1", "L2", "L4"), go("B1", "L2")])
    assert only_battle(slow).region == at("L2")


def test_whoever_is_told_to_attack_attacks() -> None:
    orders = [go("A1", "L2", "L3"), go("B1", "L2", "L1", hostile=frozenset("A"))]
    movement = play(ground(LINE), [band("A1", "L1"), band("B1", "L3")], orders)
    assert only_battle(movement).quarrels == (Quarrel("A", "B", "B"),)


def test_neutrals_and_friends_pass_and_see_each_other() -> None:
    bands = [band("A1", "L1"), band("C1", "L2"), band("D1", "L2", count=7)]
    movement = play(ground(LINE), bands, [go("A1", "L2", "L3")])
    assert movement.battles == ()
    assert places(movement)["A1"] == "L3"
    seen = {min(event.known_to - {"gm"}): event.data["bands"] for event in kinds(movement, Kind.SEEN)}
    assert {each["owner"] for each in seen["A"]} == {"C", "D"}  # type: ignore[attr-defined]
    assert [each["owner"] for each in seen["D"]] == ["A"]  # type: ignore[attr-defined]


def test_a_neutral_can_be_attacked_on_purpose() -> None:
    bands = [band("A1", "L1"), band("D1", "L2")]
    movement = play(ground(LINE), bands, [go("A1", "L2", do(DeedKind.ATTACK, target="D"))])
    assert only_battle(movement).quarrels == (Quarrel("A", "D", "A"),)
    nobody = play(ground(LINE), bands, [go("A1", do(DeedKind.ATTACK))])
    assert nobody.battles == ()
    assert "no enemy troops" in str(kinds(nobody, Kind.VOID)[0].data["reason"])


def test_unrecorded_relations_may_mean_enemies() -> None:
    where = ground(LINE, pairs={frozenset("AD"): Relation.ENEMIES})
    assert len(play(where, [band("A1", "L1"), band("D1", "L2")], [go("A1", "L2")]).battles) == 1


def test_the_whole_army_of_a_region_fights() -> None:
    bands = [band("A1", "L1"), band("A2", "L2"), band("B1", "L3"), band("A3", "L2", abilities="Infiltrator")]
    movement = play(ground(LINE), bands, [go("B1", "L2")])
    assert only_battle(movement).bands == {"A": ("A2", "A3"), "B": ("B1",)}
    assert movement.bands["A3"].exposed  # those who halt find it


def test_a_third_who_comes_later_joins() -> None:
    where = ground(LINE, pairs={frozenset("BD"): Relation.ENEMIES})
    bands = [band("A1", "L1"), band("B1", "L2"), band("D1", "L4", 4)]
    movement = play(where, bands, [go("A1", "L2"), go("D1", "L3", "L2")])
    battle = only_battle(movement)
    assert battle.quarrels == (Quarrel("A", "B", "A"), Quarrel("B", "D", "D"))
    assert set(battle.bands) == {"A", "B", "D"}


def test_garrisons_are_met_by_nobody() -> None:
    hall = Site("Hall", at("L2"), "B", walls=(15,))
    inside = band("B1", "L2", posture=Posture.GARRISONED, site="Hall")
    movement = play(ground(LINE, sites=(hall,)), [band("A1", "L1"), inside], [go("A1", "L2", "L3")])
    assert movement.battles == ()
    assert places(movement)["A1"] == "L3"


def test_besieging_assaulting_and_coming_out() -> None:
    where = ground(LINE, sites=(Site("Hall", at("L2"), "B", walls=(15,)),))
    inside = band("B1", "L2", posture=Posture.GARRISONED, site="Hall")
    siege = play(where, [band("A1", "L1"), inside], [go("A1", "L2", do(DeedKind.ENTRENCH))])
    assert [event.data["site"] for event in kinds(siege, Kind.BESIEGED)] == ["Hall"]
    assert siege.battles == ()
    storm = play(where, [band("A1", "L1"), inside], [go("A1", "L2", do(DeedKind.ASSAULT))])
    battle = only_battle(storm)
    assert (battle.sites, battle.quarrels) == (("Hall",), (Quarrel("A", "B", "A"),))
    assert storm.bands["B1"].site == "Hall"
    dug_in = band("A1", "L2", posture=Posture.ENTRENCHED)
    sally = play(where, [dug_in, inside], [go("B1", do(DeedKind.ATTACK))])
    assert only_battle(sally).quarrels == (Quarrel("A", "B", "B"),)
    assert sally.bands["B1"].site is None
    assert sally.bands["A1"].posture is Posture.ENTRENCHED


def test_a_hidden_entrance_takes_speed_to_find() -> None:
    where = ground(LINE, sites=(Site("Warren", at("L2"), "B", locate=2),))
    for speed, abilities, fights in ((3, "", True), (2, "", False), (2, "Detector", True)):
        orders = [go("A1", "L2", do(DeedKind.ASSAULT))]
        movement = play(where, [band("A1", "L1", speed, abilities)], orders)
        assert bool(movement.battles) is fights
        if fights:
            assert movement.bands["A1"].spent == (1 if abilities else 3)


AMBUSHERS = {"abilities": "Infiltrator", "posture": Posture.AMBUSH}


def test_an_ambush_falls_on_who_passes() -> None:
    movement = play(ground(LINE), [band("A1", "L2", **AMBUSHERS), band("B1", "L1")], [go("B1", "L2", "L3")])
    battle = only_battle(movement)
    assert battle.quarrels == (Quarrel("A", "B", "A"),)
    assert battle.sneak == (("A1", ("B1",)),)
    assert places(movement)["B1"] == "L2"
    (event,) = kinds(movement, Kind.AMBUSHED)
    assert "UD-BAT-05" in event.rules
    assert [event.known_to for event in kinds(movement, Kind.SEEN)] == [{"A", "gm"}]


def test_an_ambush_laid_in_time_is_ready() -> None:
    skulkers = band("A1", "L3", 4, "Infiltrator")
    in_time = [go("A1", "L2", do(DeedKind.AMBUSH)), go("B1", "L3", "L2")]  # ready at 3/4; the enemy is there at 1
    movement = play(ground(LINE), [skulkers, band("B1", "L4", 2)], in_time)
    assert only_battle(movement).sneak
    late = [go("A1", "L2", do(DeedKind.AMBUSH)), go("B1", "L2")]
    movement = play(ground(LINE), [skulkers, band("B1", "L1", 2)], late)  # there at 1/2, before it is ready
    assert only_battle(movement).sneak == ()
    assert kinds(movement, Kind.DISCOVERED)[0].rules == ("UD-ABL-INFILTRATOR-3",)


@pytest.mark.parametrize(("owner", "springs"), [("B", True), ("C", False), ("D", False)])
def test_an_ambush_is_for_enemies(owner: str, springs: bool) -> None:
    bands = [band("A1", "L2", **AMBUSHERS), band(f"{owner}1", "L1")]
    assert bool(play(ground(LINE), bands, [go(f"{owner}1", "L2", "L3")]).battles) is springs


def test_an_ambush_for_some_lets_others_pass() -> None:
    choosy = band("A1", "L2", ambushes=frozenset("D"), **AMBUSHERS)
    for owner, springs in (("B", False), ("D", True)):
        movement = play(ground(LINE), [choosy, band(f"{owner}1", "L1")], [go(f"{owner}1", "L2", "L3")])
        assert bool(movement.battles) is springs


def test_a_detector_spoils_an_ambush() -> None:
    movement = play(ground(LINE), [band("A1", "L2", **AMBUSHERS), band("B1", "L1", abilities="Detection")],
                    [go("B1", "L2", "L3")])  # fmt: skip
    assert only_battle(movement).sneak == ()
    assert only_battle(movement).quarrels == (Quarrel("A", "B"),)
    assert kinds(movement, Kind.DISCOVERED)[0].rules == ("UD-ABL-INFILTRATOR-4",)


def test_infiltrators_pass_enemies_and_ambushes_unseen() -> None:
    bands = [band("A1", "L1", abilities="Infiltrator"), band("B1", "L2"), band("B2", "L3", **AMBUSHERS)]
    movement = play(ground(LINE), bands, [go("A1", "L2", "L3", "L4")])
    assert movement.battles == ()
    assert places(movement)["A1"] == "L4"
    assert all(event.known_to <= {"A", "gm"} for event in movement.happenings)


def test_infiltrators_who_halt_among_enemies_are_caught() -> None:
    bands = [band("A1", "L1", abilities="Infiltrator"), band("B1", "L2")]
    movement = play(ground(LINE), bands, [go("A1", "L2")])
    assert only_battle(movement).quarrels == (Quarrel("A", "B", "B"),)
    assert "UD-ABL-INFILTRATOR-14" in kinds(movement, Kind.MET)[0].rules
    hidden = [bands[0], band("B1", "L2", **AMBUSHERS)]
    assert only_battle(play(ground(LINE), hidden, [go("A1", "L2")])).sneak == (("B1", ("A1",)),)


def test_infiltrators_are_found_by_who_halts_and_not_by_who_passes() -> None:
    lurker = band("A1", "L2", abilities="Infiltrator")
    passing = play(ground(LINE), [lurker, band("B1", "L1")], [go("B1", "L2", "L3")])
    assert passing.battles == ()
    halting = play(ground(LINE), [lurker, band("B1", "L1")], [go("B1", "L2")])
    assert only_battle(halting).quarrels == (Quarrel("A", "B"),)
    neutral = play(ground(LINE), [lurker, band("D1", "L1")], [go("D1", "L2")])
    assert neutral.battles == ()
    assert kinds(neutral, Kind.DISCOVERED)[0].known_to == {"D", "gm"}


def test_two_who_come_to_lay_an_ambush_find_each_other() -> None:
    bands = [band("A1", "L1", 4, "Infiltrator"), band("B1", "L3", 4, "Infiltrator")]
    orders = [go("A1", "L2", do(DeedKind.AMBUSH)), go("B1", "L2", do(DeedKind.AMBUSH))]
    movement = play(ground(LINE), bands, orders)
    assert only_battle(movement).quarrels == (Quarrel("A", "B"),)
    assert "UD-ABL-INFILTRATOR-15" in kinds(movement, Kind.MET)[0].rules
    assert only_battle(movement).sneak == ()


def test_a_hidden_detector_learns_of_others_and_keeps_still() -> None:
    bands = [band("A1", "L1", abilities="Infiltrator Detector"), band("B1", "L2", **AMBUSHERS)]
    movement = play(ground(LINE), bands, [go("A1", "L2", "L3")])
    assert movement.battles == ()
    assert kinds(movement, Kind.DISCOVERED)[0].known_to == {"A", "gm"}


def test_the_map_shows_moves_but_no_numbers_and_no_infiltrators() -> None:
    hidden = band("A2", "L1", abilities="Infiltrator", count=17)
    bands = [band("A1", "L1", count=13), hidden, band("A3", "L1", shown_as="D")]
    movement = play(ground(LINE), bands, [go("A1", "L2"), go("A2", "L2"), go("A3", "L2")])
    public = [event for event in movement.happenings if "all" in event.known_to]
    assert sorted(str(event.data["owner"]) for event in public) == ["A", "D"]
    assert not any("13" in str(event.data) or "17" in str(event.data) for event in public)


def test_slipping_into_a_dungeon() -> None:
    where = ground(LINE, sites=(Site("Hall", at("L2"), "B", walls=(11,)),))
    inside = band("B1", "L2", posture=Posture.GARRISONED, site="Hall")
    thief = band("A1", "L1", abilities="Infiltrator")
    orders = [go("A1", "L2", do(DeedKind.SLIP_IN), do(DeedKind.ASSAULT))]
    movement = play(where, [thief, inside], orders)  # 10 + 2 beats 11
    assert only_battle(movement).inside == ("A1",)
    high = ground(LINE, sites=(Site("Hall", at("L2"), "B", walls=(12,)),))
    failed = play(high, [thief, inside], [go("A1", "L2", do(DeedKind.SLIP_IN))])
    assert failed.bands["A1"].site is None
    assert kinds(failed, Kind.BARRED)[0].data["against"] == 12


@pytest.mark.parametrize(
    ("chasm", "wings", "midair"), [(True, "Flying", True), (True, "", False), (False, "Flying", False)]
)
def test_flyers_catch_a_transport_with_its_troops_in_the_air_of_a_chasm(chasm: bool, wings: str, midair: bool) -> None:
    more = {"chasm": {"L2": ("Gap", "west")}} if chasm else {}
    bands = [
        band("A1", "L1", 4, "Transport Flying", count=1, capacity=10),
        band("A2", "L1"),
        band("B1", "L2", 4, wings),
    ]
    orders = [go("A1", "L2", "L3"), go("A2", do(DeedKind.BOARD, target="A1"))]
    battle = only_battle(play(ground(world("L1-L2,L2-L3", **more)), bands, orders))
    assert (battle.midair, battle.aboard) == (midair, (("A2", "A1"),) if midair else ())
