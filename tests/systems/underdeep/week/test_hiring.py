"""Mercenaries on terms, Bodies and slaves exchanged, mounts bought, pits stocked, Liches back, founders who stay."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from support.weeks import PlayedWeek

from orderbook.books.bundle import Bundle
from orderbook.campaign.game import Question
from orderbook.systems.underdeep.week.hiring import Terms, read_terms
from orderbook.systems.underdeep.week.ledger import flow_of
from orderbook.systems.underdeep.week.state import Hire, Standing
from orderbook.systems.underdeep.week.values import Rank
from orderbook.systems.underdeep.world.region import Region
from tests.systems.underdeep.week.change_kit import DERRO, FAR, HOME, KOBOLDS, abroad, home, state_of, troops, week_of
from tests.systems.underdeep.week.row_kit import MAP, at

# -- mercenaries ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        (
            "5 Ogres for 100 Gold, upkeep 10 Gold and 2 Food",
            Terms(5, "Ogres", Bundle({"Gold": 100}), Bundle({"Gold": 10, "Food": 2}), None),
        ),
        (
            "12 Deep Gnome Scouts for 300 Gold and 20 Metal, 4 weeks, upkeep 6 Gold each",
            Terms(12, "Deep Gnome Scouts", Bundle({"Gold": 300, "Metal": 20}), Bundle({"Gold": 6}), 4),
        ),
        ("yes, 5 Ogres", Terms(5, "Ogres", Bundle(), None, None)),
        ("no", None),
        ("100 Gold", None),
    ],
)
def test_terms_are_read(text: str, terms: Terms | None) -> None:
    assert read_terms(text) == terms


def hire(answer: str, **tabs: str) -> PlayedWeek:
    tabs = tabs or {"Recruitment": f"Hole ({HOME})\nHire 5 Ogre Mercenaries: -100 Gold"}
    return week_of(state_of(wealth={"Gold": 500}), {"Dungeons": f"Hole ({HOME})", **tabs}, answer=answer)


def test_hired_units_enter_on_the_terms_that_were_ruled() -> None:
    week = hire("5 Ogres for 120 Gold, upkeep 10 Gold and 2 Food")
    (question,) = week.asked
    assert question.id.startswith("hiring.anna")
    (hired,) = week.events("hired")
    assert flow_of(hired) == ("Anna", "Recruitment", Bundle({"Gold": -120}))
    (group,) = week.after.groups.values()
    assert (group.unit, group.count, group.site, group.hire) == (
        "ogre", 5, "Anna/s1", Hire(Bundle({"Gold": 10, "Food": 2}), None),
    )  # fmt: skip
    assert not week.events("upkeep-paid")  # like recruits, they owe nothing in the week they come


def test_hired_units_obey_at_once(tmp_path: Path) -> None:
    path = tmp_path / "row.toml"
    path.write_text(MAP, encoding="utf-8")
    state = state_of(site=home(region=at("L1")), wealth={"Gold": 500})
    tabs = {
        "Dungeons": "Hole (L-1)",
        "Recruitment": "Hole (L-1)\n5 Kobold Slinger Mercenaries: -100 Gold",
        "Orders": "5 Kobold Slingers at Hole: move to Lowerdeep 2 (1 Speed).",
    }
    week = week_of(state, tabs, answer="5 Kobold Slingers for 100 Gold, upkeep 3 Gold", map_file=path)
    (group,) = week.after.groups.values()
    assert (group.unit, group.region) == ("Kobold Slinger", at("L2"))


def test_a_term_is_paid_in_advance_and_covers_its_weeks() -> None:
    week = hire("5 Ogres for 300 Gold, 3 weeks, upkeep 10 Gold")
    (group,) = week.after.groups.values()
    assert group.hire == Hire(Bundle({"Gold": 10}), 7)  # weeks 5, 6 and 7
    assert week.events("hired")[0].cause.rules == ("UD-MRC-04", "UD-MRC-06")
    second = week_of(week.after, {"Dungeons": f"Hole ({HOME})"})
    assert not second.asked
    assert not second.events("upkeep-paid")


@pytest.mark.parametrize(
    ("answer", "upkeep"),
    [("stay", {"Gold": 10}), ("they stay for 12 Gold", {"Gold": 12}), ("yes", {"Gold": 10}), ("leave", None)],
)
def test_when_the_term_is_over_they_leave_or_stay(answer: str, upkeep: dict[str, int] | None) -> None:
    company = troops("Kobold Slinger", 5, hire=Hire(Bundle({"Gold": 10}), 4))
    week = week_of(state_of(company, wealth={"Gold": 500}), {}, answer=answer)
    assert [question.id for question in week.asked] == ["hiring.anna.anna-g2.term"]
    if upkeep is None:
        assert not week.after.groups
    else:
        assert week.after.groups["Anna/g2"].hire == Hire(Bundle(upkeep))
        assert flow_of(week.events("upkeep-paid")[0]) == ("Anna", "Upkeep", Bundle(upkeep) * -5)


def test_no_company_no_price() -> None:
    week = hire("no")
    assert not week.events("hired")
    assert week.after.players["Anna"].wealth == Bundle({"Gold": 500})
    assert [event.cause.rules for event in week.events("order-void")] == [("UD-MRC-03",)]


def test_who_cannot_pay_hires_nobody() -> None:
    week = hire("5 Ogres for 900 Gold")
    assert not week.after.groups
    assert [event.cause.rules for event in week.events("order-void")] == [("UD-MRC-06",)]


@pytest.mark.parametrize(
    ("order", "region"),
    [
        ("Hire the Ogre mercenaries at Lowerdeep 60 for 100 Gold.", FAR),
        ("Hire 5 Ogres for 4 weeks, paid in advance (100 Gold).", HOME),
    ],
)
def test_orders_hire_too(order: str, region: Region) -> None:
    week = hire("5 Ogres for 100 Gold, upkeep 10 Gold", Orders=order)
    assert [question.id.split(".")[0] for question in week.asked] == ["hiring"]
    (group,) = week.after.groups.values()
    assert (group.count, group.region) == (5, region)


def test_yes_takes_the_terms_of_the_post() -> None:
    week = hire("yes")
    assert week.after.players["Anna"].wealth == Bundle({"Gold": 400})
    (group,) = week.after.groups.values()
    assert (group.unit, group.count) == ("ogre", 5)


# -- Bodies and slaves ------------------------------------------------------------------------------------------


def produce(line: str, wealth: dict[str, int], faction: str = KOBOLDS, **standing: int) -> PlayedWeek:
    rooms = {"Slave Pit": 1} if standing.get("pit") else {}
    state = state_of(site=home(faction, rooms), wealth=wealth)
    return week_of(state, {"Dungeons": f"Hole ({HOME})\n" + "\n".join(rooms), "Production": f"Hole ({HOME})\n{line}"})


@pytest.mark.parametrize(
    "line", ["Carrion Eaters: -5 Bodies, +5 Food", "Convert 5 Bodies to 5 Food", "-5 Bodies +7 Food (eaten)"]
)
def test_kobolds_eat_bodies(line: str) -> None:
    week = produce(line, {"Bodies": 6})
    assert not week.asked
    assert week.after.players["Anna"].wealth == Bundle({"Bodies": 1, "Food": 5})


def test_nobody_else_does_without_leave_and_nobody_more_than_there_are() -> None:
    derro = produce("Convert 5 Bodies to 5 Food", {"Bodies": 6}, DERRO)
    assert [question.id.split(".")[0] for question in derro.asked] == ["other-income"]
    few = produce("Carrion Eaters: -5 Bodies, +5 Food", {"Bodies": 4})
    assert few.after.players["Anna"].wealth == Bundle({"Bodies": 4})
    assert [event.cause.rules for event in few.events("order-void")] == [("UD-KOB-07",)]


@pytest.mark.parametrize(
    ("line", "before", "after"),
    [
        ("Slave Pit: sold 4 slaves: +8 Gold", {"Slaves": 5}, {"Slaves": 1, "Gold": 8}),
        ("Slave Pit: sold 4 slaves: +9 Gold", {"Slaves": 5}, {"Slaves": 1, "Gold": 8}),
        ("Slave Pit: convert 4 prisoners: +8 Food", {"Prisoners": 4}, {"Food": 8}),
        ("Slave Pit: bought 3 slaves for 6 Gold", {"Gold": 10}, {"Gold": 4, "Slaves": 3}),
        ("Slave Pit: sold 4 slaves: +8 Gold", {"Slaves": 3}, {"Slaves": 3}),
    ],
)
def test_the_slave_pit_deals_at_its_own_price(line: str, before: dict[str, int], after: dict[str, int]) -> None:
    week = produce(line, before, pit=1)
    assert not week.asked
    assert week.after.players["Anna"].wealth == Bundle(after)


# -- Shee-Ra's mount --------------------------------------------------------------------------------------------

SHEE_RA = "Shee-Ra Cleversmart the Sixteenth"


def mount(line: str, *, midden: bool = True, wealth: dict[str, int] | None = None) -> PlayedWeek:
    queen = troops(SHEE_RA, 1, person=SHEE_RA, rank=Rank.LEADER)
    state = state_of(
        queen, site=home(standing={"Midden": 1} if midden else {}), wealth=wealth or {"Gold": 50, "Metal": 5}
    )
    return week_of(
        state,
        {"Dungeons": f"Hole ({HOME})\nMidden" if midden else f"Hole ({HOME})", "Recruitment": f"Hole ({HOME})\n{line}"},
    )


@pytest.mark.parametrize(
    "line",
    [
        "Dire rat mount for Shee-Ra: -17 Gold, -1 Metal",
        "Shee-Ra mounted on a dire rat: -17 Gold, -1 Metal",
        "Mount Shee-Ra: -17 Gold, -1 Metal",
    ],
)
def test_shee_ra_rides_a_rat_from_the_midden(line: str) -> None:
    week = mount(line)
    (bought,) = week.events("outfitted")
    assert bought.data["amounts"] == {"Gold": -17, "Metal": -1}
    queen = week.after.groups["Anna/g2"]
    assert "Cavalry" in queen.abilities
    assert len(week.after.groups) == 1
    assert queen.figures["defence"] == 2 + int(str(_entry(SHEE_RA)["defence"]))
    assert week.after.players["Anna"].wealth["Gold"] == 50 - 17
    again = week_of(week.after, {"Dungeons": f"Hole ({HOME})\nMidden", "Recruitment": f"Hole ({HOME})\n{line}"})
    assert not again.events("outfitted")


def _entry(name: str) -> dict[str, int | str]:
    from orderbook.systems.underdeep.rules import underdeep_rulebook

    return dict(
        next(unit for faction in underdeep_rulebook().factions for unit in faction.units if unit.name == name).stats
    )


@pytest.mark.parametrize(("midden", "wealth"), [(False, None), (True, {"Gold": 10, "Metal": 5})])
def test_there_is_no_rat_without_a_midden_or_without_its_price(midden: bool, wealth: dict[str, int] | None) -> None:
    week = mount("Dire rat mount for Shee-Ra: -17 Gold, -1 Metal", midden=midden, wealth=wealth)
    assert not week.events("outfitted")
    assert ("UD-KOB-11",) in [event.cause.rules for event in week.events("order-void")]


# -- pits, headquarters, Liches, founders -----------------------------------------------------------------------


@pytest.mark.parametrize(("answer", "stands"), [("yes", True), ("no", False)])
def test_a_monster_pit_takes_a_monster_that_was_caught(answer: str, stands: bool) -> None:
    state = state_of(site=home(standing={"Pit Trap": 2}), wealth={"Prisoners": 1})
    tabs = {
        "Dungeons": f"Hole ({HOME})\n2 Pit Traps",
        "Construction": f"Hole ({HOME})\nBeginning Construction\nMonster Pit: free, complete",
    }
    week = week_of(state, tabs, answer=answer)
    assert [question.id.split(".")[0] for question in week.asked] == ["monster-for-the-pit"]
    hole = week.after.sites["Anna/s1"]
    assert (hole.count("Monster Pit"), hole.count("Pit Trap")) == ((1, 1) if stands else (0, 2))
    assert week.after.players["Anna"].wealth["Prisoners"] == (0 if stands else 1)
    assert hole.projects == ()


def test_a_broken_headquarters_is_repaired_by_itself_in_a_week() -> None:
    hole = replace(home(), standing=(Standing("Mystery Chamber", 1, 1, KOBOLDS), Standing("Workshop", 1, 1, KOBOLDS)))
    first = week_of(state_of(site=hole))
    (begun,) = first.events("begun")
    assert (begun.data["name"], begun.data["amounts"], begun.data["repair"]) == ("Mystery Chamber", {}, True)
    assert begun.cause.rules == ("UD-DEF-09",)
    assert first.after.sites["Anna/s1"].working("Mystery Chamber") == 0
    second = week_of(first.after)
    assert second.after.sites["Anna/s1"].working("Mystery Chamber") == 1
    assert second.after.sites["Anna/s1"].working("Workshop") == 0


LICH = f"""\
[faction]
name = "{KOBOLDS}"

[[unit]]
name = "Lich"
upkeep = {{}}
stats = {{melee_attack = 2, melee_damage = 4, defence = 15, health = 3, speed = 4, morale = "N/A"}}
abilities = ["Undead", "Phylactery"]
"""


@pytest.mark.parametrize(("answer", "comes_back"), [("Hole", True), ("Lowerdeep 60", True), ("none", False)])
def test_a_lich_comes_back_from_the_sun(tmp_path: Path, answer: str, comes_back: bool) -> None:
    rules = tmp_path / "lich.toml"
    rules.write_text(LICH, encoding="utf-8")
    lich = abroad("Lich", 1, region=Region("Surface", 3), sunlight=2, person="Azmodan", rank=Rank.COMMANDER)
    week = week_of(state_of(lich), rules=(rules,), answer=answer)
    assert [question.id.split(".")[0] for question in week.asked] == ["phylactery"]
    if not comes_back:
        assert "Anna/g2" not in week.after.groups
        return
    after = week.after.groups["Anna/g2"]
    assert (after.region, after.sunlight, after.person) == (HOME if answer == "Hole" else FAR, 0, "Azmodan")
    assert after.site == ("Anna/s1" if answer == "Hole" else None)


def test_founders_who_leave_found_nothing(tmp_path: Path) -> None:
    path = tmp_path / "row.toml"
    path.write_text(MAP, encoding="utf-8")
    state = state_of(abroad("Kobold Slinger", 5, region=at("L3")), site=home(region=at("L1")))
    found = "Found a Dungeon at Lowerdeep 3."
    tabs = {"Dungeons": "Hole (L-1)"}
    stay = week_of(state, {**tabs, "Orders": found}, map_file=path)
    assert [site.region for site in stay.after.sites.values() if site.founding] == [at("L3")]
    some = f"{found}\n3 Kobold Slingers at Lowerdeep 3: move to Lowerdeep 2 (1 Speed)."
    part = week_of(state, {**tabs, "Orders": some}, map_file=path)
    assert [site.region for site in part.after.sites.values() if site.founding] == [at("L3")]
    left = f"{found}\nAll Kobold Slingers at Lowerdeep 3: move to Lowerdeep 2 (1 Speed)."
    gone = week_of(state, {**tabs, "Orders": left}, map_file=path)
    (failed,) = gone.events("founding-failed")
    assert failed.cause.rules == ("UD-FND-03",)
    assert len(gone.after.sites) == 1


def test_questions_of_hiring_name_the_line() -> None:
    asked: list[Question] = []

    def answer(question: Question) -> str:
        asked.append(question)
        return "no"

    week_of(
        state_of(wealth={"Gold": 500}),
        {"Dungeons": f"Hole ({HOME})", "Recruitment": f"Hole ({HOME})\nHire 5 Ogres: -1 Gold\nHire 6 Trolls: -1 Gold"},
        answer=answer,
    )
    assert len({question.id for question in asked}) == 2
    assert all(question.post is not None for question in asked)
