"""Deeds on the spot: scouting, gathering, digging, transports, traps."""

import pytest

from orderbook.systems.underdeep.week.movement import Deed, DeedKind, Kind, Posture, Site, Trap
from orderbook.systems.underdeep.week.movement.deeds import share_out
from tests.systems.underdeep.week.movement_kit import Dice, at, band, do, go, ground, kinds, places, play

LINE = "L1-L2,L2-L3 river,L3-L4"


def test_entrenching_and_garrisoning() -> None:
    where = ground(LINE, sites=(Site("Hall", at("L2"), "A"), Site("Inn", at("L1"), "C"), Site("Fort", at("L4"), "D")))
    bands = [band("A1", "L1"), band("A2", "L1"), band("A3", "L1"), band("A4", "L4")]
    orders = [go("A1", "L2", do(DeedKind.GARRISON)), go("A2", do(DeedKind.ENTRENCH)), go("A3", do(DeedKind.GARRISON)),
              go("A4", do(DeedKind.GARRISON))]  # fmt: skip
    movement = play(where, bands, orders)
    assert [(b.posture, b.site, b.spent) for b in movement.bands.values()] == [
        (Posture.GARRISONED, "Hall", 2), (Posture.ENTRENCHED, None, 1), (Posture.GARRISONED, "Inn", 1),
        (Posture.OPEN, None, 0),
    ]  # fmt: skip
    assert kinds(movement, Kind.VOID)[0].rules == ("UD-MOV-17",)


def test_other_deeds_end_entrenchment_and_it_can_be_taken_up_again() -> None:
    where = ground(LINE, {"L1": "mushrooms"})
    dug_in = band("A1", "L1", posture=Posture.ENTRENCHED)
    movement = play(where, [dug_in], [go("A1", do(DeedKind.FORAGE, 1))])
    assert movement.bands["A1"].posture is Posture.OPEN
    again = play(where, [dug_in], [go("A1", do(DeedKind.FORAGE, 1), do(DeedKind.ENTRENCH))])
    assert (again.bands["A1"].posture, again.bands["A1"].spent) == (Posture.ENTRENCHED, 2)
    refused = play(ground(LINE, {"L1": "mushrooms"}, entrenched_foraging="refused"), [dug_in],
                   [go("A1", do(DeedKind.FORAGE, 1))])  # fmt: skip
    assert kinds(refused, Kind.VOID)[0].rules == ("UD-MOV-12",)
    assert refused.bands["A1"] == dug_in


def test_ud_ex_mov_01_and_02_gathering() -> None:
    where = ground("L1-L2", {"L1": "lake", "L2": "mushrooms"})
    movement = play(where, [band("A1", "L1", 4), band("A2", "L2", 3, count=20)],
                    [go("A1", do(DeedKind.FISH, 4)), go("A2", do(DeedKind.FORAGE, 2))])  # fmt: skip
    brought = {event.data["band"]: event.data["amount"] for event in kinds(movement, Kind.GATHERED)}
    assert brought == {"A1": 20, "A2": 40}
    garrisoned = band("A1", "L1", posture=Posture.GARRISONED, site="Hall")
    inside = play(where, [garrisoned], [go("A1", do(DeedKind.FISH, 2))])
    assert kinds(inside, Kind.VOID)[0].rules == ("UD-MOV-12",)
    dry = play(where, [band("A1", "L2")], [go("A1", do(DeedKind.FISH, 2))])
    assert kinds(dry, Kind.VOID)[0].rules == ("UD-MOV-10",)


def test_scouts_report_what_they_may_see() -> None:
    where = ground(LINE, {"L2": "mushrooms"}, sites=(Site("Hall", at("L2"), "B", defences=("Wall",)),),
                   traps={at("L2"): (Trap("Pit", "B", 5, 20),)})  # fmt: skip
    foes = [band("B1", "L2", count=12), band("B2", "L2", abilities="Infiltrator"),
            band("B3", "L2", posture=Posture.GARRISONED, site="Hall")]  # fmt: skip
    dice = Dice()
    movement = play(where, [band("A1", "L1"), *foes], [go("A1", do(DeedKind.SCOUT, region=at("L2")))], dice)
    (report,) = kinds(movement, Kind.SCOUTED)
    assert report.data["bands"] == [{"owner": "B", "unit": "Unit", "count": 12, "posture": "open"}]
    assert report.data["sites"] == [{"name": "Hall", "owner": "B", "kind": "Dungeon", "defences": ["Wall"]}]
    assert report.data["features"] == ["mushrooms"]
    assert "Pit" not in str(report.data)
    assert report.known_to == {"A", "gm"}
    assert (movement.battles, dice.asked, movement.bands["A1"].spent) == ((), [], 1)
    keen = play(where, [band("A1", "L1", abilities="Detector"), *foes], [go("A1", do(DeedKind.SCOUT, region=at("L2")))])
    assert len(kinds(keen, Kind.SCOUTED)[0].data["bands"]) == 2  # type: ignore[arg-type]


@pytest.mark.parametrize(("region", "rule"), [("L3", "UD-MOV-23"), ("L4", "UD-MOV-07"), ("L9", "UD-MOV-07")])
def test_what_cannot_be_scouted(region: str, rule: str) -> None:
    movement = play(ground(LINE), [band("A1", "L2")], [go("A1", do(DeedKind.SCOUT, region=at(region)))])
    assert kinds(movement, Kind.VOID)[0].rules == (rule,)
    assert movement.bands["A1"].spent == 0


def test_scouts_by_ability_see_round_the_place_where_they_end() -> None:
    bands = [band("A1", "L3", abilities="Scout"), band("A2", "L3", abilities="Scout"), band("B1", "L1", 1)]
    movement = play(ground(LINE), bands, [go("A1 A2", "L2"), go("B1", "L1")])
    told = [(event.region, len(event.data["bands"])) for event in kinds(movement, Kind.SCOUTED)]  # type: ignore[arg-type]
    assert told == [(at("L1"), 1)]  # a region once; not over the river
    assert movement.bands["A1"].spent == 2


def test_bodies_are_shared_fairly() -> None:
    where = ground(LINE, {"L2": "graveyard"}, bodies={at("L1"): 11})
    bands = [band("A1", "L1", count=10), band("D1", "L1", count=3), band("C1", "L1", count=9)]
    orders = [go(name, do(DeedKind.SCAVENGE, 1)) for name in ("A1", "D1", "C1")]
    movement = play(where, bands, orders)
    taken = {event.data["band"]: event.data["amount"] for event in kinds(movement, Kind.GATHERED)}
    assert taken == {"A1": 4, "C1": 4, "D1": 3}
    assert movement.bodies[at("L1")] == 0
    asked = play(where, [band("A1", "L2")], [go("A1", do(DeedKind.SCAVENGE, 2))])
    assert kinds(asked, Kind.ASKED)[0].data["question"] == "graveyards"
    none = play(where, [band("A1", "L3")], [go("A1", do(DeedKind.SCAVENGE, 2))])
    assert kinds(none, Kind.VOID)[0].rules == ("UD-MOV-29",)


@pytest.mark.parametrize(
    ("there", "wishes", "shares"),
    [(10, [10, 3, 9], [3, 3, 3]), (5, [5], [5]), (0, [3, 4], [0, 0]), (7, [1, 1], [1, 1]), (1, [1, 1], [0, 0])],
)
def test_shares(there: int, wishes: list[int], shares: list[int]) -> None:
    assert share_out(there, wishes) == shares


HALL = Site("Hall", at("L2"), "B", walls=(15,))


def test_a_tunnel_grows_over_weeks() -> None:
    where = ground(LINE, sites=(HALL,), tunnels={("A", "Hall"): 1})
    diggers = band("A1", "L2", 4, "Tunnelling", posture=Posture.ENTRENCHED)
    watch = band("B1", "L2", abilities="Detector", posture=Posture.GARRISONED, site="Hall")
    movement = play(where, [diggers, watch], [go("A1", do(DeedKind.TUNNEL, 2))])
    (event,) = kinds(movement, Kind.TUNNELLED)
    assert (event.data["dug"], event.data["finished"], event.known_to) == (3, True, {"A", "B", "gm"})
    assert movement.tunnels == {("A", "Hall"): 3}
    assert movement.bands["A1"].posture is Posture.ENTRENCHED
    quiet = play(where, [diggers], [go("A1", do(DeedKind.TUNNEL, 1))])
    assert kinds(quiet, Kind.TUNNELLED)[0].known_to == {"A", "gm"}
    marching = play(where, [band("A1", "L2", 4, "Tunnelling")], [go("A1", do(DeedKind.TUNNEL, 3))])
    assert kinds(marching, Kind.VOID)[0].rules == ("UD-ABL-TUNNELING-1",)


def test_charges_need_a_tunnel_or_a_bridge() -> None:
    sappers = band("A1", "L2", 4, "Demolitions", count=3, posture=Posture.ENTRENCHED)
    lay = [go("A1", do(DeedKind.LAY_CHARGES, 4, target="Hall"))]
    ready = play(ground(LINE, sites=(HALL,), tunnels={("A", "Hall"): 3}), [sappers], lay)
    assert kinds(ready, Kind.CHARGED)[0].data["charges"] == 6
    early = play(ground(LINE, sites=(HALL,), tunnels={("A", "Hall"): 2}), [sappers], lay)
    assert kinds(early, Kind.VOID)[0].rules == ("UD-ABL-DEMOLITIONS-2",)
    blow_up = [go("A1", do(DeedKind.LAY_CHARGES, 3, target="bridge"))]
    bridge = play(ground(LINE, {"L2": "river bridge"}), [sappers], blow_up)
    assert (kinds(bridge, Kind.CHARGED)[0].data["charges"], bridge.bands["A1"].spent) == (3, 2)


def test_deeds_for_a_place_they_never_reach_are_void() -> None:
    movement = play(ground("L1-L2,L3-L4"), [band("A1", "L1")],
                    [go("A1", "L3", do(DeedKind.ENTRENCH, at=at("L3")), do(DeedKind.OTHER, 1))])  # fmt: skip
    assert [event.data["order"] for event in kinds(movement, Kind.VOID)] == ["march to Lowerdeep 3", "entrench"]
    assert kinds(movement, Kind.ASKED)[0].data["question"] == "free-orders"


LONG = "L1-L2,L2-L3,L3-L4,L4-L5,L5-L6,L6-L7,L7-L8,L8-L9"


def test_ud_ex_transport_severed_what_is_left_after_getting_off() -> None:
    severed = band("A1", "L1", 8, "Transport", count=1, capacity=20)
    psions, sentinel = band("A2", "L1", 4), band("A3", "L1", 1, count=1)
    aboard: list[Deed] = [do(DeedKind.BOARD, target="A1"), do(DeedKind.DISEMBARK, region=at("L7"))]
    orders = [go("A1", *(f"L{n}" for n in range(2, 8))), go("A2", *aboard, "L8", "L9"), go("A3", *aboard, "L8", "L9")]
    movement = play(ground(LONG), [severed, psions, sentinel], orders)
    assert places(movement) == {"A1": "L7", "A2": "L9", "A3": "L8"}
    assert {event.data["band"]: event.data["left"] for event in kinds(movement, Kind.LANDED)} == {"A2": 2, "A3": 1}


@pytest.mark.parametrize(
    ("passenger", "told"),
    [
        ({"abilities": "Huge", "count": 1}, "Huge"),
        ({"abilities": "Large", "count": 3}, "room for 10 more, not for 12"),
        ({"count": 11}, "room for 10 more, not for 11"),
    ],
)
def test_who_does_not_fit_into_a_transport(passenger: dict[str, object], told: str) -> None:
    cart = band("A1", "L1", 4, "Transport", count=1, capacity=10)
    movement = play(ground(LONG), [cart, band("A2", "L1", **passenger)],  # type: ignore[arg-type]
                    [go("A1", "L2"), go("A2", do(DeedKind.BOARD, target="A1"))])  # fmt: skip
    assert told in str(kinds(movement, Kind.VOID)[0].data["reason"])
    assert places(movement) == {"A1": "L2", "A2": "L1"}


def test_passengers_do_nothing_and_wait_for_a_transport_that_never_comes() -> None:
    cart = band("A1", "L1", 4, "Transport", count=1, capacity=10)
    orders = [go("A1", "L2"), go("A2", do(DeedKind.BOARD, target="A1"), do(DeedKind.SCOUT, region=at("L1")),
                                 do(DeedKind.DISEMBARK, region=at("L5")))]  # fmt: skip
    movement = play(ground(LONG), [cart, band("A2", "L1")], orders)
    assert [event.rules[0] for event in kinds(movement, Kind.VOID)] == ["UD-ABL-TRANSPORT-1"] * 2
    assert (places(movement)["A2"], movement.bands["A2"].aboard) == ("L2", "A1")


def test_an_ambush_catches_passengers_aboard() -> None:
    cart = band("A1", "L1", 4, "Transport", count=1, capacity=10)
    orders = [go("A1", "L2", "L3"), go("A2", do(DeedKind.BOARD, target="A1"))]
    lurkers = band("B1", "L2", abilities="Infiltrator", posture=Posture.AMBUSH)
    movement = play(ground(LONG), [cart, band("A2", "L1"), lurkers], orders)
    (battle,) = movement.battles
    assert battle.aboard == (("A2", "A1"),)
    assert battle.bands["A"] == ("A1", "A2")


PIT = Trap("Pit", "B", 5, 12, spares=("flying", "huge"))


def test_a_trap_tries_one_after_the_other_until_it_hits() -> None:
    where = ground(LONG, traps={at("L2"): (PIT,)})
    bands = [band("A1", "L1", defence=20), band("A2", "L1"), band("A3", "L1"), band("A4", "L1", abilities="Flying")]
    orders = [go("A1 A2 A3 A4", "L2")]
    movement = play(where, bands, orders)
    told = [(event.data["band"], event.data["hit"], event.data["dead"]) for event in kinds(movement, Kind.HAZARD)]
    assert told == [("A1", False, 0), ("A2", True, 2)]
    assert kinds(movement, Kind.HAZARD)[0].known_to == {"A", "B", "gm"}
    assert (movement.bands["A2"].count, movement.bands["A2"].wounds) == (8, 2)


def test_traps_spare_their_owner_his_friends_and_neutrals() -> None:
    where = ground(LONG, traps={at("L2"): (Trap("Snare", "A", 5, 12),)})
    for owner, caught in (("A", False), ("B", True), ("C", False), ("D", False)):
        movement = play(where, [band(f"{owner}1", "L1")], [go(f"{owner}1", "L2")])
        assert bool(kinds(movement, Kind.HAZARD)) is caught


def test_traps_inside_strike_at_who_slips_past() -> None:
    site = Site("Watch", at("L2"), "B", "Outpost", walls=(11,), traps=(Trap("Gas", "B", 5, 12),))
    movement = play(ground(LONG, sites=(site,)), [band("A1", "L1", abilities="Infiltrator")], [go("A1", "L3")])
    (hazard,) = kinds(movement, Kind.HAZARD)
    assert (hazard.data["what"], places(movement)["A1"]) == ("Gas", "L3")
