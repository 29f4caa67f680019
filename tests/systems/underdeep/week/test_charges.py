"""Charges in the week: below sites that are undermined, in assaults, and where a site is razed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from support.weeks import PlayedWeek

from orderbook.systems.underdeep.week.state import Group, Site, Standing
from orderbook.systems.underdeep.week.values import Kind, Posture
from tests.systems.underdeep.week.row_kit import DERRO, KOBOLDS, at, row, screechers, week_of

__all__ = ["row"]

STANDING = (("Palisade", 1), ("Workshop", 1), ("Pit Trap", 2))
FORT = Site(
    "Bert/s2", "Fort", "Bert", Kind.DUNGEON, at("L3"), KOBOLDS,
    standing=tuple(Standing(name, count, 0, KOBOLDS) for name, count in STANDING),
    besieged_by=("Anna",), tunnels={"Anna": 6},
)  # fmt: skip


def throwers(count: int, place: str = "L3", **more: object) -> Group:
    plain = Group("Anna/g2", "Anna", "Kobold Bottlethrower", count, KOBOLDS, None, at(place))
    return replace(plain, **more)  # type: ignore[arg-type]


def mine(row: Path, count: int, words: str = "", fort: Site = FORT) -> PlayedWeek:
    text = f"{count} Kobold Bottlethrowers at Lowerdeep 3: lay charges {words}at Fort (2 Speed)."
    guard = screechers(2, site="Bert/s2", posture=Posture.GARRISONED)
    miners = throwers(count, posture=Posture.ENTRENCHED)
    return week_of(row, text, miners, guard, relation="enemies", sites=(fort,))


def broken(week: PlayedWeek) -> dict[str, int]:
    return {one.name: one.broken for one in week.after.sites["Bert/s2"].standing if one.broken}


def test_each_charge_breaks_a_room_or_trap(row: Path) -> None:
    week = mine(row, 2)
    assert not week.events("fought") and broken(week) == {"Pit Trap": 2}
    assert all("UD-ABL-DEMOLITIONS-3" in event.cause.rules for event in week.events("broken"))
    assert {name for event in week.events("broken") for name in event.known_to} == {"Anna", "Bert", "gm"}


def test_what_the_order_names_is_blown_up(row: Path) -> None:
    assert broken(mine(row, 1, "below the Workshop ")) == {"Workshop": 1}


@pytest.mark.parametrize(("count", "falls"), [(2, False), (3, True)])
def test_a_wall_takes_a_charge_for_each_40_of_its_health(row: Path, count: int, falls: bool) -> None:
    """A Gibbering Wall has 100."""
    fort = replace(FORT, faction=DERRO, standing=(Standing("Gibbering Wall", 1, 0, DERRO),))
    assert broken(mine(row, count, "below the Gibbering Wall ", fort)) == ({"Gibbering Wall": 1} if falls else {})


def test_without_a_finished_tunnel_nothing_is_laid(row: Path) -> None:
    week = mine(row, 4, fort=replace(FORT, tunnels={"Anna": 2}))
    assert broken(week) == {}
    assert "UD-ABL-DEMOLITIONS-2" in {rule for event in week.events("order-void") for rule in event.cause.rules}


# -- razing -------------------------------------------------------------------------------------------------------

OUTPOST = Site(
    "Bert/s2", "Fort", "Bert", Kind.OUTPOST, at("L3"), KOBOLDS, standing=(Standing("Pit Trap", 3, 0, KOBOLDS),)
)


def razed(row: Path, attackers: Group, dug: int = 0, **options: str) -> PlayedWeek:
    names = {"Kobold Bottlethrower": "Kobold Bottlethrowers", "Kobold Slinger": "Kobold Slingers"}
    text = f"{attackers.count} {names[attackers.unit]} at Lowerdeep 3: raze Fort."
    guard = screechers(1, site="Bert/s2", posture=Posture.GARRISONED)
    fort = replace(OUTPOST, tunnels={"Anna": dug} if dug else {}, besieged_by=("Anna",))
    week = week_of(
        row, text, replace(attackers, posture=Posture.ENTRENCHED), guard, relation="enemies", sites=(fort,),
        options={key.replace("_", "-"): value for key, value in options.items()},
    )  # fmt: skip
    (fought,) = week.events("fought")
    assert fought.data["winner"] == "Anna"
    return week


def test_who_has_demolitions_leaves_nothing_standing(row: Path) -> None:
    week = razed(row, throwers(200))
    (event,) = week.events("site-razed")
    assert event.cause.rules == ("UD-RAZ-02",) and "Bert/s2" not in week.after.sites


def test_others_leave_a_ruin(row: Path) -> None:
    slingers = Group("Anna/g2", "Anna", "Kobold Slinger", 300, KOBOLDS, None, at("L3"))
    week = razed(row, slingers)
    (event,) = week.events("site-abandoned")
    assert event.cause.rules == ("UD-RAZ-03",)
    assert week.after.sites["Bert/s2"].is_ruin and week.after.sites["Bert/s2"].count("Pit Trap")


def test_an_ability_of_these_units_alone_counts_too(row: Path) -> None:
    slingers = Group("Anna/g2", "Anna", "Kobold Slinger", 300, KOBOLDS, None, at("L3"), abilities=("Demolitions",))
    assert razed(row, slingers).events("site-razed")


@pytest.mark.parametrize(("dug", "falls"), [(0, False), (6, True)])
def test_by_the_other_reading_a_held_site_needs_a_tunnel(row: Path, dug: int, falls: bool) -> None:
    week = razed(row, throwers(200), dug, charges_without_tunnel="always")
    assert bool(week.events("site-razed")) is falls
    assert bool(week.events("site-abandoned")) is not falls
