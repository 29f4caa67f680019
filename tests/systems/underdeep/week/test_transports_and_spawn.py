"""Transports and those they carry in the week; the dead who rise for who killed them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from orderbook.systems.underdeep.week.state import Group
from tests.systems.underdeep.week.row_kit import KOBOLDS, at, row, screechers, slingers, week_of

__all__ = ["row"]


def cart(holds: int = 20, place: str = "L1", **more: object) -> Group:
    """One Kontraption that carries units, faster than Slingers are."""
    plain = Group(
        "Anna/g8", "Anna", "Kobold Kontraption", 1, KOBOLDS, None, at(place), abilities=(f"Transport {holds}",),
        figures={"speed": 6, "defence": 18, "health": 30, "melee_attack": 2, "melee_damage": 5},
    )  # fmt: skip
    return replace(plain, **more)  # type: ignore[arg-type]


RIDE = "1 Kobold Kontraption at Lowerdeep 1 transports {} Kobold Slingers to Lowerdeep 4 (3 Speed)."


@pytest.mark.parametrize(("count", "holds", "rides"), [(10, 20, True), (20, 20, True), (20, 19, False)])
def test_units_ride_as_far_as_the_transport_goes(row: Path, count: int, holds: int, rides: bool) -> None:
    week = week_of(row, RIDE.format(count), slingers(count), cart(holds))
    assert week.after.groups["Anna/g8"].region == at("L4")
    assert week.after.groups["Anna/g2"].region == at("L4" if rides else "L1")
    told = [event for event in week.events("order-void") if "UD-ABL-TRANSPORT-6" in event.cause.rules]
    assert bool(told) is not rides


def test_some_of_a_group_ride_and_the_others_stay(row: Path) -> None:
    week = week_of(row, RIDE.format(4), slingers(10), cart())
    places = sorted(
        (str(one.region), one.count) for one in week.after.groups_of("Anna") if one.unit == "Kobold Slinger"
    )
    assert places == [("Lowerdeep 1", 6), ("Lowerdeep 4", 4)]


def test_a_transport_has_to_be_one(row: Path) -> None:
    week = week_of(row, RIDE.format(10), slingers(10), cart(abilities=("Huge",)))
    assert week.after.groups["Anna/g2"].region == at("L1")


def test_the_carried_have_got_out_before_a_battle(row: Path) -> None:
    text = RIDE.format(40).replace("Lowerdeep 4 (3 Speed)", "Lowerdeep 3 (2 Speed)")
    week = week_of(row, text, slingers(40), cart(60), screechers(20), relation="enemies")
    (fought,) = week.events("fought")
    told = fought.data["regiments"]
    assert isinstance(told, list)
    starts = {one["unit"]: one["start"] for one in told}  # type: ignore[index, call-overload]
    assert starts["Kobold Slinger"] == 40 and starts["Derro Screecher"] == 20


# -- spawn --------------------------------------------------------------------------------------------------------


def risen(
    row: Path, count: int, enemies: int, ability: str = "Create Spawn (Kobold Skulker)"
) -> tuple[int, int, int, int]:
    """How many Skulkers rose for Anna, the enemy's dead, Anna's dead, and the Bodies that lie there after it."""
    text = f"Move {count} Kobold Slingers from Lowerdeep 2 to Lowerdeep 3 (1 Speed)."
    week = week_of(row, text, slingers(count, "L2", abilities=(ability,)), screechers(enemies), relation="enemies")
    dead = {"Anna": 0, "Bert": 0}
    for event in week.events("lost"):
        dead[str(event.data["group"]).split("/")[0]] += int(str(event.data["count"]))
    groups = [one for one in week.after.groups_of("Anna") if one.unit == "Kobold Skulker"]
    assert all(one.region == at("L3") for one in groups)
    return sum(one.count for one in groups), dead["Bert"], dead["Anna"], week.after.facts_of(at("L3")).bodies


def test_those_they_killed_rise_for_the_winners_and_leave_no_bodies(row: Path) -> None:
    rose, theirs, ours, bodies = risen(row, 200, 10)
    assert rose == theirs > 0
    assert bodies == ours


def test_nobody_rises_without_the_ability(row: Path) -> None:
    rose, theirs, ours, bodies = risen(row, 200, 10, "Infiltrator")
    assert rose == 0 and bodies == theirs + ours


def test_winners_see_to_it_that_the_dead_stay_dead(row: Path) -> None:
    """UD-ABL-CREATE-SPAWN-2: no spawn of the beaten, and the Bodies of those killed by them are lost."""
    rose, _, ours, bodies = risen(row, 20, 200)
    assert rose == 0 and ours == 20 and bodies == ours
