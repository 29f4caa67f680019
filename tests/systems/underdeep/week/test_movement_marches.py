"""Marches: what they cost, what keeps bands from going, and what a refusal leaves."""

import pytest

from orderbook.systems.underdeep.week.movement import DeedKind, Kind, March, Posture, Site, Teleport
from tests.systems.underdeep.week.movement_kit import Dice, at, band, do, go, ground, kinds, places, play, world

LINE = "L1-L2,L2-L3,L3-L4,L4-L5,L5-L6,L6-L7,L7-L8,L8-L9"


def test_a_band_goes_as_far_as_its_speed() -> None:
    movement = play(ground(LINE), [band("A1", "L1", 3)], [go("A1", "L2", "L3", "L4", "L5", "L6")])
    assert places(movement) == {"A1": "L4"}
    assert movement.bands["A1"].spent == 3
    (void,) = kinds(movement, Kind.VOID)
    assert "takes 1 Speed and they have 0 left" in str(void.data["reason"])
    (lapsed,) = kinds(movement, Kind.LAPSED)
    assert lapsed.data["orders"] == ["march to Lowerdeep 6"]


def test_a_far_region_is_reached_by_the_cheapest_way() -> None:
    movement = play(ground(f"{LINE},L1-L4 river"), [band("A1", "L1", 4)], [go("A1", "L5")])
    assert places(movement) == {"A1": "L5"}
    assert movement.bands["A1"].spent == 3
    assert [event.data["end"] for event in kinds(movement, Kind.MOVED)] == ["Lowerdeep 4", "Lowerdeep 5"]


def test_what_cannot_be_reached_costs_nothing() -> None:
    movement = play(
        ground("L1-L2,L5-L6,L2-L3 chasm"),
        [band("A1", "L1")],
        [
            go("A1", "L5"),
        ],
    )
    assert movement.bands["A1"].spent == 0
    assert "no way" in str(kinds(movement, Kind.VOID)[0].data["reason"])
    movement = play(ground("L1-L2,L2-L3 chasm"), [band("A1", "L2"), band("A2", "L2", abilities="Flying")],
                    [go("A1", "L3"), go("A2", "L3")])  # fmt: skip
    assert places(movement) == {"A1": "L2", "A2": "L3"}
    assert kinds(movement, Kind.VOID)[0].rules == ("UD-TER-14",)


def test_who_cannot_keep_up_stays_behind_and_does_what_can_be_done() -> None:
    orders = [go("A1 A2", "L2", "L3", "L4", do(DeedKind.ENTRENCH))]
    movement = play(ground(LINE), [band("A1", "L1", 2), band("A2", "L1", 4)], orders)
    assert places(movement) == {"A1": "L3", "A2": "L4"}
    assert movement.bands["A2"].posture is Posture.ENTRENCHED
    assert movement.bands["A1"].posture is Posture.OPEN  # no Speed left for it
    assert {tuple(event.data["bands"]) for event in kinds(movement, Kind.VOID)} == {("A1",)}


def test_ud_ex_mov_03_and_04_forced_marches_tire() -> None:
    grunts = band("A1", "L1", 4)
    first = play(ground(LINE), [grunts], [go("A1", *(f"L{n}" for n in range(2, 10)), forced=True)])
    assert places(first) == {"A1": "L9"}
    assert first.bands["A1"].fatigue == 4
    again = play(ground(LINE), [band("A1", "L9", 4, fatigue=4)],
                 [go("A1", *(f"L{n}" for n in range(8, 0, -1)), forced=True)])  # fmt: skip
    assert again.bands["A1"].fatigue == 8
    assert kinds(again, Kind.TIRED)[0].data["penalty"] == -8
    rested = play(ground(LINE), [band("A1", "L9", 4, fatigue=8)])
    assert rested.bands["A1"].fatigue == 0


def test_ud_ex_mov_05_the_extra_speed_is_for_marching() -> None:
    where = ground(LINE, {"L1": "mushrooms"})
    greedy = play(where, [band("A1", "L1", 4, count=1)], [go("A1", do(DeedKind.FORAGE, 8), forced=True)])
    assert kinds(greedy, Kind.GATHERED) == []
    assert kinds(greedy, Kind.VOID)[0].rules == ("UD-MOV-27",)
    hungry = [go("A1", do(DeedKind.FORAGE, 4), "L2", "L3", "L4", "L5", "L6", forced=True)]
    fair = play(where, [band("A1", "L1", 4, count=1)], hungry)
    assert kinds(fair, Kind.GATHERED)[0].data["amount"] == 4
    assert places(fair) == {"A1": "L5"}
    assert fair.bands["A1"].fatigue == 4


def test_who_has_no_morale_makes_no_forced_march() -> None:
    movement = play(ground(LINE), [band("A1", "L1", 1, morale=None)], [go("A1", "L2", "L3", forced=True)])
    assert places(movement) == {"A1": "L2"}
    assert kinds(movement, Kind.VOID)[0].rules == ("UD-MOV-28",)


def test_the_darksea_by_instalments() -> None:
    where = ground("L1-L2 darksea")
    week1 = play(where, [band("A1", "L1", 3)], [go("A1", "L2")])
    assert places(week1) == {"A1": "L1"}
    assert week1.bands["A1"].crossing == (at("L2"), 3)
    assert kinds(week1, Kind.CROSSING)[0].data["of"] == 4
    week2 = play(where, [band("A1", "L1", 3, crossing=(at("L2"), 3))], [go("A1", "L2", do(DeedKind.ENTRENCH))])
    assert places(week2) == {"A1": "L2"}
    assert (week2.bands["A1"].spent, week2.bands["A1"].crossing) == (2, None)


OUTPOST = Site("Watch", at("L3"), "B", "Outpost", walls=(16, 12))


def test_an_outpost_is_entered_and_not_passed() -> None:
    where = ground(LINE, sites=(OUTPOST,))
    movement = play(where, [band("A1", "L1")], [go("A1", "L2", "L3", "L4")])
    assert places(movement) == {"A1": "L3"}
    (barred,) = kinds(movement, Kind.BARRED)
    assert barred.rules == ("UD-MOV-03",)
    assert barred.known_to == {"A", "B", "gm"}
    back = play(where, [band("A1", "L3", came_from=at("L2"))], [go("A1", "L2")])
    assert places(back) == {"A1": "L2"}
    on = play(where, [band("A1", "L3", came_from=at("L2"))], [go("A1", "L4")])
    assert places(on) == {"A1": "L3"}


@pytest.mark.parametrize("owner", ["B", "C", "D"])
def test_outposts_of_neutrals_and_friends_bar_nobody(owner: str) -> None:
    site = Site("Watch", at("L3"), owner, "Outpost")
    movement = play(ground(LINE, sites=(site,)), [band("A1", "L1")], [go("A1", "L2", "L3", "L4")])
    assert places(movement)["A1"] == ("L3" if owner == "B" else "L4")


def test_an_outpost_still_being_founded_and_a_dungeon_bar_nobody() -> None:
    for site in (Site("Watch", at("L3"), "B", "Outpost", finished=False), Site("Hall", at("L3"), "B")):
        movement = play(ground(LINE, sites=(site,)), [band("A1", "L1")], [go("A1", "L2", "L3", "L4")])
        assert places(movement) == {"A1": "L4"}


def test_troops_entrenched_by_their_dungeon_do_stop_enemies() -> None:
    guard = band("B1", "L3", posture=Posture.ENTRENCHED)
    movement = play(ground(LINE, sites=(Site("Hall", at("L3"), "B"),)), [band("A1", "L1"), guard], [go("A1", "L4")])
    assert places(movement)["A1"] == "L3"
    assert movement.battles[0].quarrels[0].attacker == "A"


@pytest.mark.parametrize(("roll", "end"), [(15, "L4"), (14, "L3")])
def test_infiltrators_slip_past_on_more_than_the_best_wall(roll: int, end: str) -> None:
    dice = Dice(roll)
    movement = play(ground(LINE, sites=(OUTPOST,)), [band("A1", "L1", abilities="Infiltrator")], [go("A1", "L4")], dice)
    assert places(movement) == {"A1": end}  # 2 for their Attack, against 16
    assert dice.asked == ["Unit (A1) slip past Watch"]
    event = kinds(movement, Kind.SLIPPED, Kind.BARRED)[0]
    assert event.known_to == {"A", "gm"}
    assert event.rolls[0].roll == roll


def test_a_way_round_an_outpost_is_found() -> None:
    where = ground("L1-L2,L2-L3,L3-L4,L2-L5,L5-L4", sites=(OUTPOST,))
    movement = play(where, [band("A1", "L1")], [go("A1", "L4")])
    assert places(movement) == {"A1": "L4"}


def test_infiltrators_on_foot_cannot_pass_a_held_bridge() -> None:
    where = ground(LINE, {"L3": "river bridge"})
    guard = band("B1", "L3", posture=Posture.ENTRENCHED)
    for abilities, owner, end in (
        ("Infiltrator", "A", "L2"), ("Infiltrator Flying", "A", "L4"), ("Infiltrator", "D", "L4"),
    ):  # fmt: skip
        movement = play(
            where, [band(f"{owner}1", "L1", abilities=abilities), guard], [go(f"{owner}1", "L2", "L3", "L4")]
        )
        assert places(movement)[f"{owner}1"] == end
        assert movement.battles == ()


def test_teleporters_touch_nothing_between() -> None:
    where = ground("L1-L2 chasm,L2-L3,L3-L4", {"L2": "magma"}, sites=(Site("Watch", at("L3"), "B", "Outpost"),))
    foes = [band("B1", "L2"), band("B2", "L3")]
    movement = play(where, [band("A1", "L1", 6, "Teleporter"), *foes], [go("A1", Teleport(at("L4")))])
    assert places(movement)["A1"] == "L4"
    assert movement.battles == ()
    assert {event.data["band"] for event in kinds(movement, Kind.HAZARD)} == {"B1"}  # who camps there
    assert movement.bands["A1"].spent == 3
    walker = play(where, [band("A1", "L1", 6)], [go("A1", Teleport(at("L4")))])
    assert kinds(walker, Kind.VOID)[0].rules == ("UD-ABL-TELEPORTER-1",)


def test_walls_stop_a_teleporter() -> None:
    hall = Site("Hall", at("L1"), "A", walls=(15,))
    inside = band("A1", "L1", 6, "Teleporter", posture=Posture.GARRISONED, site="Hall")
    movement = play(ground(LINE, sites=(hall,)), [inside], [go("A1", Teleport(at("L4")))])
    assert kinds(movement, Kind.VOID)[0].rules == ("UD-ABL-TELEPORTER-2",)


def test_climbers_use_the_wall_they_are_on() -> None:
    gap = world("U1-U2,M1-M2,U1-U3", chasm={"U2": ("Gap", "west"), "M2": ("Gap", "west"), "M1": ("Gap", "east")})
    bands = [band("A1", "U1", 3, "Climbing"), band("A2", "U2", 3, "Climbing"), band("A3", "U2", 3)]
    movement = play(ground(gap), bands, [go("A1", "U2", "M2"), go("A2", "M1"), go("A3", "M2")])
    assert places(movement) == {"A1": "M2", "A2": "M1", "A3": "U2"}
    assert [event.data["start"] for event in kinds(movement, Kind.MOVED) if event.data["end"] == "Middledeep 1"] == [
        "Middledeep 2"
    ]  # the east wall is not hers


def test_magma_strikes_who_comes_and_who_stays_once() -> None:
    where = ground(LINE, {"L2": "magma"})
    bands = [band("A1", "L1"), band("A2", "L2"), band("A3", "L2", abilities="Flying"), band("A4", "L2"),
             band("D1", "L1", abilities="Immune_(Fire)")]  # fmt: skip
    dice = Dice(9)
    movement = play(where, bands, [go("A1", "L2", "L3", "L2"), go("A4", "L3"), go("D1", "L2")], dice)
    struck = sorted((event.data["band"], event.data["dead"]) for event in kinds(movement, Kind.HAZARD))
    assert struck == [("A1", 6), ("A2", 6)]  # 9 + 6 reach 15; 30 damage kill 6 of Health 5
    assert movement.bands["A1"].count == 4
    assert len(dice.asked) == 2


def test_care_near_magma() -> None:
    where = ground(LINE, {"L2": "magma"})
    movement = play(where, [band("A1", "L1")], [go("A1", March(at("L2"), care=1))], Dice(9))
    (hazard,) = kinds(movement, Kind.HAZARD)
    assert (hazard.data["total"], hazard.data["hit"], movement.bands["A1"].spent) == (14, False, 2)


def test_a_finished_site_shelters_from_magma() -> None:
    for finished in (True, False):
        site = Site("Hall", at("L2"), "A", finished=finished)
        movement = play(ground(LINE, {"L2": "magma"}, sites=(site,)), [band("A1", "L2")])
        assert bool(kinds(movement, Kind.HAZARD)) is not finished


def test_mountains_and_swamps_strike_those_they_slow() -> None:
    where = ground("S1-S2,S2-S3", {"S2": "swamp", "S3": "mountains"})
    bands = [band("A1", "S1", 6), band("A2", "S1", 6, "Flying"), band("A3", "S2", 6, "Climbing")]
    movement = play(where, bands, [go("A1", "S2", "S3"), go("A2", "S3"), go("A3", "S3")])
    told = [(event.data["band"], event.data["what"], event.data["total"]) for event in kinds(movement, Kind.HAZARD)]
    assert told == [("A1", "swamp", 14), ("A1", "mountains", 13)]


def test_a_regiment_that_dies_on_the_way_is_recorded() -> None:
    movement = play(ground(LINE, {"L2": "magma"}), [band("A1", "L1", count=6)], [go("A1", "L2", "L3")], Dice(20))
    assert movement.bands == {}
    assert movement.fallen["A1"].count == 0
    assert kinds(movement, Kind.HAZARD)[0].data["dead"] == 6


def test_orders_that_cannot_be_are_an_error() -> None:
    with pytest.raises(ValueError, match="unknown"):
        play(ground(LINE), [band("A1", "L1")], [go("A2", "L2")])
    with pytest.raises(ValueError, match="twice"):
        play(ground(LINE), [band("A1", "L1")], [go("A1", "L2"), go("A1", "L2")])
    with pytest.raises(ValueError, match="off the map"):
        play(ground(LINE), [band("A1", "L77")])
