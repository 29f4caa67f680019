"""Spells, rituals and prayers of a week: what they do, for whom, how long, and who learns of it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from support.weeks import PlayedWeek

from orderbook.systems.underdeep.week.state import Group, Site, Standing, Status
from orderbook.systems.underdeep.week.statuses import BLESSED, HASTENED, INFECTED, SUMMONED, UNSEEN, WARDED
from orderbook.systems.underdeep.week.values import Kind, Posture
from tests.systems.underdeep.week.row_kit import KOBOLDS, at, row, screechers, slingers, week_of

__all__ = ["row"]


def caster(*spells: str, **more: object) -> Group:
    plain = Group("Anna/g3", "Anna", "Kobold Shinycaster", 1, KOBOLDS, None, at("L1"), abilities=spells)
    return replace(plain, **more)  # type: ignore[arg-type]


def cast(row: Path, spell: str, *groups: Group, text: str = "", **more: object) -> PlayedWeek:
    order = text or f"1 Kobold Shinycaster at Lowerdeep 1: cast {spell} on the Kobold Slingers."
    return week_of(row, order, *groups, **more)  # type: ignore[arg-type]


def status(week: PlayedWeek, name: str) -> Status | None:
    return next((one for one in week.after.groups["Anna/g2"].statuses if one.name == name), None)


def test_bless_holds_for_the_week_and_cures(row: Path) -> None:
    sick = slingers(statuses=(Status(INFECTED, 9, {"health": 0}),))
    week = cast(row, "Bless", sick, caster())
    found = status(week, BLESSED)
    assert found is not None and (found.until, found.figures) == (5, {"morale": 2})
    assert status(week, INFECTED) is None


def test_haste_lets_them_go_farther(row: Path) -> None:
    text = "1 Kobold Shinycaster at Lowerdeep 1: cast Haste on the Kobold Slingers.\n"
    text += "Move 10 Kobold Slingers from Lowerdeep 1 to Lowerdeep 4 (3 Speed)."
    slow = slingers(figures={"speed": 1})
    week = cast(row, "Haste", slow, caster("Haste"), text=text)
    assert status(week, HASTENED) is not None
    assert week.after.groups["Anna/g2"].region == at("L4")
    without = week_of(row, text, slow)
    assert without.after.groups["Anna/g2"].region != at("L4")


def test_who_is_invisible_goes_unseen(row: Path) -> None:
    text = "1 Kobold Shinycaster at Lowerdeep 1: cast Invisibility on the Kobold Slingers.\n"
    text += "Move 10 Kobold Slingers from Lowerdeep 1 to Lowerdeep 2 (1 Speed)."
    week = cast(row, "", slingers(), caster("Invisibility"), text=text)
    assert status(week, UNSEEN) is not None
    assert not week.events("sighted")


def test_who_does_not_have_the_spell_cannot_cast_it(row: Path) -> None:
    week = cast(row, "Ward", slingers(), caster())
    assert status(week, WARDED) is None
    assert "UD-UNI-07" in {rule for event in week.events("order-void") for rule in event.cause.rules}


def test_a_spell_is_cast_once_a_week(row: Path) -> None:
    line = "1 Kobold Shinycaster at Lowerdeep 1: cast Bless on the Kobold Slingers."
    week = cast(row, "", slingers(), caster(), text=f"{line}\n{line}")
    assert len(week.events("spell-cast")) == 1
    assert len(week.events("order-void")) == 1


def test_scry_shows_what_was_there_to_its_caster_alone(row: Path) -> None:
    text = "1 Kobold Shinycaster at Lowerdeep 1: cast Scry on Lowerdeep 3."
    hidden = screechers(4, abilities=("Infiltrator",))
    week = week_of(row, text, caster("Scry"), hidden)
    (seen,) = week.events("scried")
    assert seen.known_to == {"Anna", "gm"}
    assert [band["count"] for band in seen.data["bands"]] == [4]  # type: ignore[union-attr, index, call-overload]
    warded = week_of(row, text, caster("Scry"), replace(hidden, statuses=(Status(WARDED, 9),)))
    assert warded.events("scried")[0].data["bands"] == []


def test_the_summoned_come_and_go(row: Path) -> None:
    week = week_of(row, "1 Kobold Shinycaster at Lowerdeep 1 summons a Mudspriggan.", caster())
    come = [group for group in week.after.groups.values() if group.unit == "Mudspriggan"]
    assert [group.statuses for group in come] == [(Status(SUMMONED, None, {"last_week": 8}),)]
    old = slingers(1, statuses=(Status(SUMMONED, None, {"last_week": 4}),))
    assert "Anna/g2" not in week_of(row, "None", old).after.groups


def test_prayer_at_the_dragon_shrine_holds_two_weeks_and_heals(row: Path) -> None:
    lair = Site(
        "Anna/s2", "Lair", "Anna", Kind.DUNGEON, at("L2"), KOBOLDS, standing=(Standing("Dragon Shrine", 1, 0, KOBOLDS),)
    )
    sick = slingers(
        place="L2", site="Anna/s2", posture=Posture.GARRISONED, statuses=(Status(INFECTED, 9, {"health": 0}),)
    )
    week = week_of(row, "10 Kobold Slingers at Lowerdeep 2: pray at the Dragon Shrine.", sick, sites=(lair,))
    assert [(one.name, one.until) for one in week.after.groups["Anna/g2"].statuses] == [("Dragon Shrine", 6)]
