"""What a week does to troops beside battles: wounds close, diseases run their course, the sun burns, sieges end."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from orderbook.systems.underdeep.week.battles import INFECTED
from orderbook.systems.underdeep.week.state import Group, Site, Status
from orderbook.systems.underdeep.week.values import Kind, Posture
from orderbook.systems.underdeep.world.region import Region
from tests.systems.underdeep.week.row_kit import DERRO, KOBOLDS, at, row, screechers, slingers, week_of

__all__ = ["row"]

SURFACE = Region("Surface", 3)


def test_wounds_are_healed_when_the_next_week_begins(row: Path) -> None:
    week = week_of(row, "None", slingers(wounds=3))
    assert week.after.groups["Anna/g2"].wounds == 0
    (healed,) = week.events("wounded")
    assert healed.cause.rules == ("UD-ABL-REGENERATION-3",)


def test_the_dead_do_not_heal(row: Path) -> None:
    bones = Group("Anna/g2", "Anna", "Derro Zombie", 5, DERRO, None, at("L1"), wounds=3, abilities=("Undead",))
    week = week_of(row, "None", bones)
    unit = next(iter(week.after.groups.values()))
    assert unit.wounds in (0, 3)


def test_a_disease_takes_a_point_a_week_and_is_over_in_time(row: Path) -> None:
    sick = slingers(statuses=(Status(INFECTED, 7, {"health": 0}),))
    week = week_of(row, "None", sick)
    (status,) = week.after.groups["Anna/g2"].statuses
    assert (status.until, status.figures) == (7, {"health": -1})
    cured = week_of(row, "None", slingers(statuses=(Status(INFECTED, 4, {"health": -3}),)))
    assert cured.after.groups["Anna/g2"].statuses == ()


def test_who_has_no_health_left_dies_of_it(row: Path) -> None:
    sick = slingers(statuses=(Status(INFECTED, 30, {"health": -20}),))
    week = week_of(row, "None", sick)
    assert "Anna/g2" not in week.after.groups
    assert [event.data["why"] for event in week.events("lost")] == ["disease"]


def test_weeks_in_the_sun_are_counted_and_end_below() -> None:
    week = week_of(None, "None", slingers(region=SURFACE, sunlight=1))
    assert week.after.groups["Anna/g2"].sunlight == 2
    below = week_of(None, "None", slingers(sunlight=4))
    assert below.after.groups["Anna/g2"].sunlight == 0


def test_derro_burn_to_death() -> None:
    week = week_of(None, "None", screechers(region=SURFACE, sunlight=40))
    assert "Bert/g2" not in week.after.groups
    assert "sunlight" in {event.data["why"] for event in week.events("lost")}


def test_a_siege_without_besiegers_is_over(row: Path) -> None:
    fort = Site("Bert/s2", "Fort", "Bert", Kind.DUNGEON, at("L3"), KOBOLDS, besieged_by=("Anna",))
    gone = week_of(row, "None", slingers(), sites=(fort,), relation="enemies")
    assert gone.after.sites["Bert/s2"].besieged_by == ()
    there = week_of(row, "None", slingers(place="L3", posture=Posture.ENTRENCHED), sites=(fort,), relation="enemies")
    assert there.after.sites["Bert/s2"].besieged_by == ("Anna",)


@pytest.mark.parametrize(("count", "falls"), [(4, True), (1, False)])
def test_four_charges_bring_a_bridge_down(tmp_path: Path, count: int, falls: bool) -> None:
    from tests.systems.underdeep.week.row_kit import MAP

    path = tmp_path / "bridge.toml"
    path.write_text(MAP.replace('features = ["mushrooms"]', 'features = ["bridge"]'), encoding="utf-8")
    miners = replace(slingers(count, "L2"), abilities=("Demolitions",))
    week = week_of(path, f"{count} Kobold Slingers at Lowerdeep 2: lay charges at the bridge (2 Speed).", miners)
    assert bool(week.events("bridge-fell")) is falls
    assert (week.after.facts_of(at("L2")).bridges < 0) is falls
