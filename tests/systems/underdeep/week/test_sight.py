"""Who sees what on the march: Detection and what it finds, Wards, disguises, illusions, entrances nobody finds."""

from __future__ import annotations

from typing import Any

from orderbook.systems.underdeep.week.movement import Deed, DeedKind, Kind, Movement
from orderbook.systems.underdeep.week.movement.ground import Site
from tests.systems.underdeep.week.movement_kit import at, band, do, go, ground, kinds, play

ROW = "L1-L2, L2-L3, L3-L4"


def told(movement: Movement, owner: str, *wanted: Kind) -> list[dict[str, Any]]:
    """The bands that an owner was told of, with the happening's own finder where there is one."""
    found: list[dict[str, Any]] = []
    for each in kinds(movement, *wanted):
        if owner in each.known_to and each.data.get("finder") in (None, owner):
            found += each.data["bands"]  # type: ignore[arg-type]
    return found


def test_a_detector_spots_the_hidden_though_nobody_moves() -> None:
    """UD-ABL-DETECTOR-1"""
    lurkers = band("D1", "L2", abilities="Infiltrator")
    movement = play(ground(ROW), [band("A1", "L2", abilities="Detector"), lurkers])
    (found,) = told(movement, "A", Kind.DISCOVERED)
    assert found["band"] == "D1"
    assert all("D" not in each.known_to for each in kinds(movement, Kind.DISCOVERED))
    assert not told(play(ground(ROW), [band("A1", "L2"), lurkers]), "A", Kind.DISCOVERED)


def test_nobody_is_spotted_twice_in_a_week() -> None:
    bands = [band("A1", "L1", abilities="Detector"), band("D1", "L2", abilities="Infiltrator")]
    assert len(told(play(ground(ROW), bands, [go("A1", "L2")]), "A", Kind.DISCOVERED)) == 1


def test_no_detection_finds_the_warded() -> None:
    """UD-SPELL-WARD-2: by no source, met or scouted."""
    passing, scouting = go("A1", "L2", "L3"), go("A1", "L2", do(DeedKind.SCOUT, region=at("L3")))
    for seeker, place in ((passing, "L2"), (scouting, "L3")):
        for warded in (False, True):
            lurkers = band("B1", place, abilities="Infiltrator", warded=warded)
            movement = play(ground(ROW), [band("A1", "L1", abilities="Detector"), lurkers], [seeker])
            assert bool(told(movement, "A", Kind.DISCOVERED, Kind.SCOUTED)) is not warded


def test_a_ward_hides_nobody_in_the_open() -> None:
    movement = play(ground(ROW), [band("A1", "L1"), band("D1", "L2", warded=True)], [go("A1", "L2")])
    assert [each["owner"] for each in told(movement, "A", Kind.SEEN)] == ["D"]


def test_detection_sees_through_a_disguise() -> None:
    """UD-SPELL-DISGUISE-2, UD-SPELL-WARD-2"""
    for abilities, warded, whose in (("", False, "C"), ("Detector", False, "D"), ("Detector", True, "C")):
        masked = band("D1", "L2", shown_as="C", warded=warded)
        movement = play(ground(ROW), [band("A1", "L1", abilities=abilities), masked], [go("A1", "L2")])
        assert [each["owner"] for each in told(movement, "A", Kind.SEEN)] == [whose]
        scouted = play(
            ground(ROW),
            [band("A1", "L1", abilities=abilities), masked],
            [go("A1", do(DeedKind.SCOUT, region=at("L2")))],
        )
        assert [each["owner"] for each in told(scouted, "A", Kind.SCOUTED)] == [whose]


def test_the_map_shows_a_disguise_and_an_illusion_as_real() -> None:
    """UD-SPELL-DISGUISE-1, UD-SPELL-ILLUSORY-DUPLICATE-1: but nothing of what is hidden."""
    masked, double = band("D1", "L1", shown_as="C"), band("B1", "L1", illusory=True)
    unseen = band("E1", "L1", illusory=True, abilities="Infiltrator")
    movement = play(ground(ROW), [masked, double, unseen], [go("D1", "L2"), go("B1", "L3"), go("E1", "L4")])
    shown = kinds(movement, Kind.SIGHTED)
    assert {(each.data["owner"], str(each.data["end"])) for each in shown if "all" in each.known_to} == {
        ("C", "Lowerdeep 2"), ("B", "Lowerdeep 2"), ("B", "Lowerdeep 3"),
    }  # fmt: skip


def test_detection_knows_an_illusion() -> None:
    """UD-SPELL-ILLUSORY-DUPLICATE-3"""
    for abilities, known in (("", False), ("Detector", True)):
        movement = play(
            ground(ROW), [band("A1", "L1", abilities=abilities), band("D1", "L2", illusory=True)], [go("A1", "L2")]
        )
        (seen,) = told(movement, "A", Kind.SEEN)
        assert ("illusory" in seen) is known
        still = play(ground(ROW), [band("A1", "L2", abilities=abilities), band("D1", "L2", illusory=True)])
        assert ["illusory" in each for each in told(still, "A", Kind.SEEN)] == ([True] if known else [])


def test_any_damage_ends_an_illusion() -> None:
    assert band("A1", "L1", illusory=True).suffer(1).count == 0
    assert band("A1", "L1", illusory=True).suffer(0).count == 10


def test_an_illusion_gathers_nothing() -> None:
    bands = [band("A1", "L2", illusory=True)]
    movement = play(ground(ROW, {"L2": "mushrooms"}), bands, [go("A1", do(DeedKind.FORAGE, 2))])
    assert kinds(movement, Kind.VOID) and not kinds(movement, Kind.GATHERED)


# -- entrances --------------------------------------------------------------------------------------------------


def lair(**more: Any) -> Site:
    return Site("Lair", at("L2"), "B", walls=(15,), defences=("1 Palisade",), invisible=True, **more)


def visit(abilities: str, *steps: Deed, **more: Any) -> Movement:
    bands = [band("A1", "L1", abilities=abilities, **more), band("B1", "L2", site="Lair")]
    return play(ground(ROW, sites=(lair(),)), bands, [go("A1", "L2", *steps)])


def test_without_detection_an_invisible_entrance_is_not_found() -> None:
    """UD-KOB-47: neither assaulted nor besieged nor seen."""
    blind = visit("", do(DeedKind.ASSAULT, target="Lair"))
    assert not blind.battles
    assert "no site" in str(kinds(blind, Kind.VOID)[0].data["reason"])
    assert not kinds(visit("", do(DeedKind.ENTRENCH)), Kind.BESIEGED)
    scouted = play(ground(ROW, sites=(lair(),)), [band("A1", "L1")], [go("A1", do(DeedKind.SCOUT, region=at("L2")))])
    assert kinds(scouted, Kind.SCOUTED)[0].data["sites"] == []


def test_with_detection_it_is_found_by_all_who_are_along() -> None:
    keen = visit("Detector", do(DeedKind.ASSAULT, target="Lair"))
    assert [battle.sites for battle in keen.battles] == [("Lair",)]
    siege = kinds(visit("Detector", do(DeedKind.ENTRENCH)), Kind.BESIEGED)
    assert [each.known_to for each in siege] == [{"A", "B", "gm"}], "nobody else learns where it is"
    bands = [band("A1", "L1"), band("A2", "L1", abilities="Detection"), band("B1", "L2", site="Lair")]
    together = play(ground(ROW, sites=(lair(),)), bands, [go("A1 A2", "L2", do(DeedKind.ASSAULT, target="Lair"))])
    assert [battle.bands["A"] for battle in together.battles] == [("A1", "A2")]


def test_its_friends_know_the_way_in() -> None:
    movement = play(
        ground(ROW, sites=(lair(),), pairs={frozenset("BC"): ground(ROW).relations.between("A", "C")}),
        [band("C1", "L2")],
        [go("C1", do(DeedKind.GARRISON, target="Lair"))],
    )
    assert movement.bands["C1"].site == "Lair"
