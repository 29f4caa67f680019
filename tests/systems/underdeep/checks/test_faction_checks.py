"""What a faction's own rules say of a post: where it begins, what it eats, rides and turns into."""

from __future__ import annotations

import pytest
from support.posts import check, told

from orderbook.findings.model import Severity
from orderbook.findings.report import Report

KOBOLDS, DERRO = "Cleversmart Kobolds", "Derro"


def found(report: Report) -> list[tuple[str, str | None]]:
    """Names and rules of all errors, and of warnings that are not about Wealth."""
    return [
        (finding.check, finding.rule)
        for finding in report.findings
        if finding.severity is not Severity.INFO and not finding.check.startswith("wealth")
    ]


# -- where the first Dungeon stands -----------------------------------------------------------------------------

KOBOLD_ROOMS = "Mystery Chamber\nBurrow\nKobold Mine\nMushroom Patch"
DERRO_ROOMS = "Overlord's Bastion\nDerro Hideout\nDerro Mine\n2 Mushroom Patches"


@pytest.mark.parametrize(
    ("faction", "rooms", "place", "rule"),
    [
        (KOBOLDS, KOBOLD_ROOMS, "Surface 4", "UD-KOB-01"),
        (KOBOLDS, KOBOLD_ROOMS, "Upperdeep 4", None),
        (KOBOLDS, KOBOLD_ROOMS, "Lowerdeep 4", None),
        (DERRO, DERRO_ROOMS, "Upperdeep 4", "UD-DER-01"),
        (DERRO, DERRO_ROOMS, "Middledeep 4", "UD-DER-01"),
        (DERRO, DERRO_ROOMS, "Lowerdeep 4", None),
    ],
)
def test_the_first_dungeon_stands_where_the_faction_may_begin(
    faction: str, rooms: str, place: str, rule: str | None
) -> None:
    report = check({"Dungeons": f"Home ({place})\n{rooms}"}, faction=faction, first_turn=True, week=1)
    judged = [each for each in found(report) if each[0] == "build-place"]
    assert judged == ([("build-place", rule)] if rule else [])
    later = check({"Dungeons": f"Home ({place})\n{rooms}"}, faction=faction)
    assert not [each for each in found(later) if each[0] == "build-place"]


# -- Carrion Eaters ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "faction", "slips"),
    [
        ("Carrion Eaters: -5 Bodies, +5 Food", KOBOLDS, 0),
        ("Carrion Eaters: -5 Bodies, +7 Food", KOBOLDS, 1),
        ("Convert 6 Bodies to 6 Food", KOBOLDS, 0),
        ("Convert 6 Bodies to 12 Food", KOBOLDS, 1),
        ("Sold 5 Bodies for 9 Food", KOBOLDS, 0),
        ("Feast of the dead: -5 Bodies, +7 Food", DERRO, 0),
        ("Goblin butcher: -5 Bodies, +7 Gold", KOBOLDS, 0),
    ],
)
def test_a_body_is_one_food_to_kobolds(line: str, faction: str, slips: int) -> None:
    tabs = {"Production": f"Home (Lowerdeep 3)\n{line}", "Dungeons": "Home (Lowerdeep 3)\nWorkshop"}
    judged = [each for each in found(check(tabs, faction=faction)) if each[0] == "production-amount"]
    assert judged == [("production-amount", "UD-KOB-07")] * slips


def test_a_wrong_feast_can_be_put_right() -> None:
    report = check({"Production": "Home (Lowerdeep 3)\nCarrion Eaters: -5 Bodies, +7 Food"}, faction=KOBOLDS)
    (finding,) = [each for each in report.findings if each.check == "production-amount"]
    assert finding.fix is not None and finding.fix.safe
    assert [edit.text for edit in finding.fix.edits] == ["5"]
    assert (finding.stated, finding.computed) == ("7 Food, -5 Bodies", "5 Food, -5 Bodies")


# -- Shee-Ra's mount --------------------------------------------------------------------------------------------

MIDDEN = "Home (Lowerdeep 3)\nMidden"


def buy(line: str, rooms: str = MIDDEN) -> list[tuple[str, str | None]]:
    tabs = {
        "Dungeons": rooms, "Recruitment": f"Home (Lowerdeep 3)\n{line}", "Armies": "5 Kobold Slingers - In Lowerdeep 3",
        "Production": "Home (Lowerdeep 3)\nMidden: +35 Food" if rooms is MIDDEN else "None",
        "Upkeep": "5 Kobold Slingers: -5 Gold, -5 Food",
    }  # fmt: skip
    return found(check(tabs, faction=KOBOLDS))


@pytest.mark.parametrize(
    "line",
    [
        "Dire rat mount for Shee-Ra: -17 Gold, -1 Metal",
        "Shee-Ra mounted on a dire rat: -17 Gold, -1 Metal",
        "Mount Shee-Ra: -17 Gold, -1 Metal",
    ],
)
def test_a_mount_is_no_recruit(line: str) -> None:
    assert buy(line) == []
    assert buy(line, "Home (Lowerdeep 3)\nWorkshop") == [("recruit-prerequisite", "UD-KOB-11")]
    assert [name for name, _ in buy(line.replace("17", "16"))] == ["recruit-cost"]


ON_FOOT = "Melee Attack: +8\nDefence: 22\nHealth: 15\nSpeed: 4"
ON_A_RAT = "Melee Attack: +8\nDefence: 24\nHealth: 21\nSpeed: 6"


def ride(before: str, now: str, rooms: str) -> list[str]:
    def tabs(figures: str) -> dict[str, str]:
        return {
            "Dungeons": rooms, "Characters": f"[ic=Shee-Ra Cleversmart the Sixteenth]{figures}[/ic]",
            "Armies": "Shee-Ra Cleversmart the Sixteenth - In Lowerdeep 9",
            "Production": "Home (Lowerdeep 3)\nMidden: +35 Food" if rooms is MIDDEN else "None",
        }  # fmt: skip

    return [name for name in told(check(tabs(now), faction=KOBOLDS, previous=tabs(before))) if name[:6] != "wealth"]


def test_who_mounts_a_rat_needs_a_midden() -> None:
    none = "Home (Lowerdeep 3)\nWorkshop"
    assert ride(ON_FOOT, ON_A_RAT, none) == ["stat-block"]
    assert ride(ON_FOOT, ON_A_RAT, MIDDEN) == []
    assert ride(ON_A_RAT, ON_A_RAT, none) == []
    assert ride(ON_FOOT, ON_FOOT, none) == []


# -- the mutagenic pool -----------------------------------------------------------------------------------------

LABORATORY = "Home (Lowerdeep 4)\nMutagenic Laboratory"
BRIGANDS = {"Armies": "8 Derro Brigands - Garrisoned at Home", "Upkeep": "8 Derro Brigands: -16 Gold, -8 Food"}
CHANGED = {
    "Armies": "3 Derro Brigands - Garrisoned at Home\n5 Derro Mutants (Flyer) - Garrisoned at Home",
    "Upkeep": "3 Derro Brigands: -6 Gold, -3 Food\n5 Derro Mutants: -10 Gold, -10 Food",
}
POOL = "Put 5 Derro Brigands at Home into the mutagenic pool (Flyer)."


@pytest.mark.parametrize("order", [POOL, "Mutate 5 Derro Brigands at Home into Derro Mutants in the mutagenic pool."])
def test_the_pool_takes_a_laboratory(order: str) -> None:
    fine = check({"Dungeons": LABORATORY, "Orders": order, **BRIGANDS}, faction=DERRO)
    assert found(fine) == []
    none = check({"Dungeons": "Home (Lowerdeep 4)\nCave of Chaos", "Orders": order, **BRIGANDS}, faction=DERRO)
    assert found(none) == [("order-ability", "UD-DER-35")]


def test_a_pool_that_is_not_finished_may_be_waited_for() -> None:
    order = "Once the laboratory is finished, put 5 Derro Brigands at Home into the mutagenic pool."
    report = check({"Dungeons": "Home (Lowerdeep 4)\nCave of Chaos", "Orders": order, **BRIGANDS}, faction=DERRO)
    assert found(report) == []


def test_those_who_went_in_are_mutants_the_week_after() -> None:
    last = {"Dungeons": LABORATORY, "Orders": POOL, **BRIGANDS}
    assert found(check({"Dungeons": LABORATORY, **CHANGED}, faction=DERRO, previous=last)) == []
    assert found(check({"Dungeons": LABORATORY, **BRIGANDS}, faction=DERRO, previous=last)) == []
    without = {"Dungeons": LABORATORY, **BRIGANDS}
    names = [name for name, _ in found(check({"Dungeons": LABORATORY, **CHANGED}, faction=DERRO, previous=without))]
    assert names == ["army-count", "army-count"]


# -- mercenaries ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("listed", ["5 Ogre Mercenaries", "5 Ogres"])
def test_hired_units_may_be_listed_with_or_without_the_word(listed: str) -> None:
    tabs = {
        "Dungeons": "Home (Lowerdeep 3)\nWorkshop", "Armies": f"{listed} - Garrisoned at Home",
        "Recruitment": "Home (Lowerdeep 3)\nHire 5 Ogre Mercenaries: -100 Gold",
    }  # fmt: skip
    assert found(check(tabs, faction=KOBOLDS)) == []
    assert [name for name, _ in found(check({**tabs, "Armies": "None"}, faction=KOBOLDS))] == ["recruit-unlisted"]
