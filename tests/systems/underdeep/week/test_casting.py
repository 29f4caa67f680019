"""Spells, rituals and prayers of a week: what they do, for whom, how long, and who learns of it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from support.weeks import PlayedWeek

from orderbook.systems.underdeep.week.state import Group, Site, Standing, Status
from orderbook.systems.underdeep.week.statuses import (
    BLESSED,
    HASTENED,
    INFECTED,
    SHIFTED,
    SUMMONED,
    UNSEEN,
    WARDED,
    abilities_of,
)
from orderbook.systems.underdeep.week.values import Kind, Posture, Rank
from tests.systems.underdeep.week.row_kit import DERRO, KOBOLDS, MAP, at, row, screechers, slingers, week_of

__all__ = ["row"]


def caster(*spells: str, **more: Any) -> Group:
    plain = Group("Anna/g3", "Anna", "Kobold Shinycaster", 1, KOBOLDS, None, at("L1"), abilities=spells)
    return replace(plain, **more)


def cast(row: Path, spell: str, *groups: Group, text: str = "", **more: Any) -> PlayedWeek:
    order = text or f"1 Kobold Shinycaster at Lowerdeep 1: cast {spell} on the Kobold Slingers."
    return week_of(row, order, *groups, **more)


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


@pytest.mark.parametrize(("choice", "hidden"), [("own-side", False), ("any", True)])
def test_invisibility_hides_others_if_the_campaign_says_so(row: Path, choice: str, hidden: bool) -> None:
    text = "1 Kobold Shinycaster at Lowerdeep 1: cast Invisibility on the Derro Screechers."
    beside = screechers(4, "L1")
    week = week_of(row, text, caster("Invisibility"), beside, options={"invisibility-target": choice})
    found = [one for group in week.after.groups_of("Bert") for one in group.statuses if one.name == UNSEEN]
    assert bool(found) is hidden
    assert bool(week.events("order-void")) is not hidden


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


def why_void(week: PlayedWeek) -> set[str]:
    return {rule for event in week.events("order-void") for rule in event.cause.rules}


# -- how often ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("casters", "cast_so_often"), [(1, 1), (2, 2), (3, 3)])
def test_each_caster_casts_once(row: Path, casters: int, cast_so_often: int) -> None:
    line = f"{casters} Kobold Shinycasters at Lowerdeep 1: cast Bless on the Kobold Slingers."
    week = week_of(row, "\n".join([line] * 4), slingers(), caster(count=casters))
    assert len(week.events("spell-cast")) == cast_so_often
    assert why_void(week) == {"UD-SPELL-BLESS-1"}


def test_crystals_double_the_castings_of_the_week(row: Path) -> None:
    row.write_text(MAP.replace("[Lowerdeep.1]\n", '[Lowerdeep.1]\nfeatures = ["crystals"]\n'), encoding="utf-8")
    line = "1 Kobold Shinycaster at Lowerdeep 1: cast Bless on the Kobold Slingers."
    week = week_of(row, "\n".join([line] * 3), slingers(), caster())
    assert len(week.events("spell-cast")) == 2
    assert why_void(week) == {"UD-SPELL-BLESS-1"}


def test_crystals_double_no_casting_of_a_room(row: Path) -> None:
    row.write_text(MAP.replace("[Lowerdeep.1]\n", '[Lowerdeep.1]\nfeatures = ["crystals"]\n'), encoding="utf-8")
    lair = Site("Anna/s2", "Lair", "Anna", Kind.DUNGEON, at("L1"), KOBOLDS, standing=(Standing("Mystery Chamber", 1),))
    ruler = Group(
        "Anna/g1", "Anna", "Shee-Ra", 1, KOBOLDS, "Anna/s2", at("L1"), "", Posture.GARRISONED,
        person="Shee-Ra", rank=Rank.LEADER,
    )  # fmt: skip
    line = "Shee-Ra at Lowerdeep 1: cast Scry on Lowerdeep 3."
    week = week_of(row, f"{line}\n{line}", ruler, sites=(lair,))
    assert len(week.events("scried")) == 1
    assert why_void(week) == {"UD-SPELL-SCRY-1"}


def test_a_casting_that_finds_nobody_costs_nothing(row: Path) -> None:
    text = "1 Kobold Shinycaster at Lowerdeep 1: cast Bless on the Kobold Cavalry.\n"
    text += "1 Kobold Shinycaster at Lowerdeep 1: cast Bless on the Kobold Slingers."
    week = cast(row, "", slingers(), caster(), text=text)
    assert status(week, BLESSED) is not None
    assert why_void(week) == {"UD-SPELL-BLESS-1"}


# -- Blight -------------------------------------------------------------------------------------------------------


def patches(count: int = 2) -> Site:
    standing = (Standing("Mushroom Patch", count, 0, DERRO), Standing("Centipede Farm", 1, 0, DERRO))
    return Site("Bert/s2", "Farm", "Bert", Kind.DUNGEON, at("L3"), DERRO, standing=standing)


def test_blight_destroys_one_crop_of_an_occupied_dungeon(row: Path) -> None:
    text = "1 Kobold Shinycaster at Lowerdeep 1: cast Blight on a Mushroom Patch at Lowerdeep 3."
    week = week_of(row, text, caster("Blight"), sites=(patches(),))
    assert week.after.sites["Bert/s2"].count("Mushroom Patch") == 1
    assert week.events("destroyed")[0].known_to == {"Anna", "Bert", "gm"}
    again = week_of(row, f"{text}\n{text}", caster("Blight"), sites=(patches(),))
    assert again.after.sites["Bert/s2"].count("Mushroom Patch") == 1
    assert why_void(again) == {"UD-SPELL-BLIGHT-2"}


def test_blight_spares_beasts(row: Path) -> None:
    text = "1 Kobold Shinycaster at Lowerdeep 1: cast Blight on the Centipede Farm at Lowerdeep 3."
    week = week_of(row, text, caster("Blight"), sites=(patches(),))
    assert week.after.sites["Bert/s2"].count("Centipede Farm") == 1
    assert not week.events("spell-cast")


def test_blight_clears_a_forest_of_mushrooms_and_nothing_else(row: Path) -> None:
    text = "1 Kobold Shinycaster at Lowerdeep 1: cast Blight on Lowerdeep {}."
    week = week_of(row, text.format(2), caster("Blight"))
    assert week.after.facts_of(at("L2")).blighted
    bare = week_of(row, text.format(3), caster("Blight"))
    assert why_void(bare) == {"UD-SPELL-BLIGHT-3"}


def test_the_casting_in_combat_leaves_that_of_the_week(row: Path) -> None:
    text = "1 Kobold Shinycaster at Lowerdeep 1: cast Blight on the Fungoids in battle.\n"
    text += "1 Kobold Shinycaster at Lowerdeep 1: cast Blight on Lowerdeep 2."
    week = week_of(row, text, caster("Blight"))
    assert [event.data["region"] for event in week.events("blighted")] == ["Lowerdeep 2"]
    assert not week.events("order-void")


# -- Disguise, Phase-Shift, Necromantic Healing -------------------------------------------------------------------


def test_a_disguise_shows_the_sigil_of_another(row: Path) -> None:
    text = "1 Kobold Shinycaster at Lowerdeep 1: cast Disguise on the Kobold Slingers as Derro."
    week = week_of(row, text, slingers(), caster("Disguise"))
    assert [one.name for one in week.after.groups["Anna/g2"].statuses] == ["Disguised as Bert"]


def test_the_phase_shifted_are_teleporters_for_the_week(row: Path) -> None:
    week = cast(row, "Phase-Shift", slingers(), caster("Phase-Shift"))
    found = status(week, SHIFTED)
    assert found is not None and found.until == 5
    assert "Teleporter" in abilities_of(week.after.groups["Anna/g2"])


def test_only_the_undead_are_healed_by_necromancy(row: Path) -> None:
    week = cast(row, "Necromantic Healing", slingers(wounds=3), caster("Necromantic Healing"))
    assert why_void(week) == {"UD-SPELL-NECROMANTIC-HEALING-1"}
    assert not week.events("spell-cast")


# -- what an Alienist summons -------------------------------------------------------------------------------------


def alienist(**more: Any) -> Group:
    plain = Group("Bert/g3", "Bert", "Derro Alienist", 1, DERRO, None, at("L4"))
    return replace(plain, **more)


def victims(count: int = 8, place: str = "L4") -> Group:
    return Group("Bert/g4", "Bert", "Derro Brigand", count, DERRO, None, at(place))


def test_five_derro_are_sacrificed_and_the_game_master_says_who_comes(row: Path) -> None:
    text = "1 Derro Alienist at Lowerdeep 4 summons a Random Madspawn, sacrificing 5 Derro Brigands."
    week = week_of(row, "None", alienist(), victims(), bert=text, answer="Gibbering Mouther")
    assert "madspawn" in {question.id.partition(".")[0] for question in week.asked}
    assert week.after.groups["Bert/g4"].count == 3
    come = [group for group in week.after.groups.values() if group.unit == "Gibbering Mouther"]
    assert [(group.owner, group.count, group.region, group.statuses) for group in come] == [("Bert", 1, at("L4"), ())]


@pytest.mark.parametrize(
    ("words", "there"),
    [
        ("sacrificing 4 Derro Brigands", victims()),
        ("sacrificing 5 Derro Brigands", victims(4)),
        ("sacrificing 5 Derro Brigands", victims(8, "L3")),
        ("sacrificing 5 slaves", victims()),
    ],
    ids=["too few named", "too few there", "elsewhere", "no slaves"],
)
def test_a_summons_without_five_sacrifices_is_void(row: Path, words: str, there: Group) -> None:
    text = f"1 Derro Alienist at Lowerdeep 4 summons a Random Madspawn, {words}."
    week = week_of(row, "None", alienist(), there, bert=text, answer="Gibbering Mouther")
    assert why_void(week) == {"UD-DER-21"}
    assert week.after.groups["Bert/g4"].count == there.count
    assert not week.events("group-entered")


def test_an_alienist_summons_once_a_week(row: Path) -> None:
    text = "1 Derro Alienist at Lowerdeep 4 summons a Random Madspawn, sacrificing 5 Derro Brigands."
    week = week_of(row, "None", alienist(), victims(20), bert=f"{text}\n{text}", answer="Gibbering Mouther")
    assert len(week.events("group-entered")) == 1
    assert why_void(week) == {"UD-SPELL-SUMMON-1"}


# -- the Madgods --------------------------------------------------------------------------------------------------


def shrine() -> Site:
    standing = (Standing("Madgods' Shrine", 1, 0, DERRO),)
    return Site("Bert/s2", "Fane", "Bert", Kind.DUNGEON, at("L3"), DERRO, standing=standing)


def pray(row: Path, dice: list[int], unit: str = "Derro Screecher", sites: tuple[Site, ...] = ()) -> PlayedWeek:
    troops = screechers(4, unit=unit, wounds=2, statuses=(Status(INFECTED, 9, {"health": 0}),))
    text = f"4 {unit}s at Lowerdeep 3: pray at the Madgods' Shrine."
    return week_of(row, "None", troops, bert=text, sites=sites or (shrine(),), dice=dice)


@pytest.mark.parametrize(
    ("dice", "unit", "favour"),
    [
        ([1, 1], "Derro Screecher", "Ranged Attack"),
        ([1, 2], "Derro Screecher", "Melee Attack"),
        ([2, 1], "Derro Screecher", "Ranged Damage"),
        ([1], "Derro Brigand", "Melee Attack"),
        ([3], "Derro Screecher", "Defence"),
        ([4], "Derro Screecher", "Health"),
        ([5], "Derro Screecher", "Speed"),
        ([6], "Derro Screecher", "Morale"),
    ],
)
def test_the_madgods_favour_by_their_dice(row: Path, dice: list[int], unit: str, favour: str) -> None:
    week = pray(row, dice, unit)
    group = week.after.groups["Bert/g2"]
    assert [(one.name, one.until) for one in group.statuses] == [(f"Madgods' Shrine ({favour})", 6)]
    assert group.wounds == 0


def test_who_prays_where_there_is_no_shrine_is_told(row: Path) -> None:
    bare = replace(shrine(), standing=())
    week = pray(row, [], sites=(bare,))
    assert week.events("order-void")
    assert not week.events("status-set") or [one.name for one in week.after.groups["Bert/g2"].statuses] == [INFECTED]


def test_a_rune_trap_is_graved_in_a_region_and_known_to_its_caster_alone(row: Path) -> None:
    text = "1 Kobold Shinycaster at Lowerdeep 1: cast Rune Trap in Lowerdeep 2, of cold."
    week = week_of(row, text, caster("Rune Trap"))
    (trap,) = week.after.traps.values()
    assert (trap.name, trap.region, trap.damage, trap.is_set) == ("Rune Trap", at("L2"), "Cold", True)
    assert week.events("trap-begun")[0].known_to == {"Anna", "gm"}
    twice = week_of(row, f"{text}\n{text}", caster("Rune Trap"))
    assert len(twice.after.traps) == 1
    assert not week_of(row, text, caster()).after.traps


def test_a_rune_trap_is_dispelled_from_next_door(row: Path) -> None:
    graved = week_of(row, "1 Kobold Shinycaster at Lowerdeep 1: cast Rune Trap in Lowerdeep 2.", caster("Rune Trap"))
    (trap,) = graved.after.traps.values()
    for words, place, left in (
        ("cast Dispel on the Rune Trap in Lowerdeep 2", "L1", 0),
        ("dispel the Rune Trap in Lowerdeep 2", "L1", 0),
        ("cast Dispel on the Rune Trap in Lowerdeep 2", "L4", 1),
    ):
        order = f"1 Kobold Shinycaster at Lowerdeep {place[1:]}: {words}."
        week = week_of(row, order, caster("Dispel", region=at(place)), traps=(trap,))
        assert len(week.after.traps) == left
    in_battle = week_of(row, "1 Kobold Shinycaster at Lowerdeep 1: cast Dispel on the Derro.", caster("Dispel"))
    assert not in_battle.events("order-void") and not in_battle.events("spell-cast")
