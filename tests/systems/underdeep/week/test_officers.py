"""Officers: promoted with a name and a past, from the garrison or from afar, and wanted where a site has none."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from support.weeks import PlayedWeek

from orderbook.dice.model import Dice
from orderbook.systems.underdeep.battle.engine import Battle, fight
from orderbook.systems.underdeep.battle.scenario import Scenario
from orderbook.systems.underdeep.week import battles
from orderbook.systems.underdeep.week.state import GameState, Group, Site
from orderbook.systems.underdeep.week.statuses import UNDER_WAY
from orderbook.systems.underdeep.week.values import Kind, Posture, Rank
from orderbook.systems.underdeep.world.region import Region
from tests.systems.underdeep.week.change_kit import FAR, HOME, KOBOLDS, abroad, home, state_of, troops, week_of
from tests.systems.underdeep.week.row_kit import MAP, at

FORT = Site("Anna/s2", "Fort", "Anna", Kind.OUTPOST, FAR, KOBOLDS)
LISTS = f"Hole ({HOME})\n\nFort ({FAR})"


def with_fort(*groups: Group, fort: Site = FORT, **more: Any) -> GameState:
    state = state_of(*groups, site=home(**more))
    return replace(state, sites={**state.sites, fort.id: fort})


def in_fort(count: int = 5, number: int = 2) -> Group:
    return troops("Kobold Slinger", count, number, site="Anna/s2", region=FAR)


def wants(week: PlayedWeek) -> list[str]:
    return [str(event.data["why"]) for event in week.events("officer-wanted")]


# -- wanted -----------------------------------------------------------------------------------------------------


def test_a_site_without_an_officer_is_told_of_and_the_capital_is_not() -> None:
    week = week_of(with_fort(in_fort()), {"Dungeons": LISTS})
    (wanted,) = week.events("officer-wanted")
    assert (wanted.data["site"], wanted.known_to) == ("Anna/s2", {"Anna", "gm"})
    assert wanted.data["why"] == (
        "it has no Captain: promote one of the Kobold Slingers there, with a name and a little of who that is"
    )
    assert wanted.cause.rules == ("UD-CMD-01", "UD-CMD-12")
    captain = troops(
        "Kobold Slinger", 1, 3, site="Anna/s2", region=FAR, person="Nib", rank=Rank.CAPTAIN, commands="Anna/s2"
    )
    assert not wants(week_of(with_fort(in_fort(), captain), {"Dungeons": LISTS}))


def test_nothing_is_wanted_in_the_week_a_site_is_ordered() -> None:
    week = week_of(state_of(abroad("Kobold Slinger", 5)), {"Orders": f"Found an Outpost at {FAR}."})
    assert [site.founding for site in week.after.sites.values() if site.region == FAR] == [1]
    assert not wants(week)
    stands = week_of(week.after, {"Dungeons": LISTS})
    assert [event.cause.rules[0] for event in stands.events("officer-wanted")] == ["UD-CMD-01"]


def test_the_officer_of_the_former_owner_is_none() -> None:
    state = with_fort(in_fort())
    brigand = Group("Bert/g1", "Bert", "Derro Brigand", 1, "Derro", None, HOME, rank=Rank.CAPTAIN, commands="Anna/s2")
    state = replace(state, groups={**state.groups, brigand.id: replace(brigand, person="Old")})
    tabs = {"Dungeons": LISTS, "Armies": "Nib Ashfoot, Captain of Fort (Kobold Slinger) - Garrisoned at Fort"}
    week = week_of(state, tabs)
    assert [event.data["officer"]["person"] for event in week.events("promoted")] == ["Nib Ashfoot"]  # type: ignore[index, call-overload]


def test_others_are_named_where_nobody_is_there_and_nobody_where_there_is_none() -> None:
    (far,) = week_of(with_fort(troops("Kobold Skulker", 3)), {"Dungeons": LISTS}).events("officer-wanted")
    assert "promote one of the Kobold Skulkers, who has to set out" in str(far.data["why"])
    assert "UD-CMD-10" in far.cause.rules
    (none,) = week_of(with_fort(), {"Dungeons": LISTS}).events("officer-wanted")
    assert "stays vacant" in str(none.data["why"])
    assert "UD-CMD-11" in none.cause.rules


@pytest.mark.parametrize(("answer", "wanted"), [("yes", 0), ("no", 1)])
def test_whether_nobody_is_fit_is_ruled(answer: str, wanted: int) -> None:
    tabs = {"Dungeons": LISTS, "Orders": "Fort must do without a Captain: none of the Slingers there is suitable."}
    week = week_of(with_fort(in_fort()), tabs, answer=answer)
    assert [question.id for question in week.asked] == ["site-without-officer.anna.fort"]
    assert len(wants(week)) == wanted


# -- promoted ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("order", "name"),
    [
        ("Promote a Kobold Slinger at Fort to Captain of Fort: Nib Ashfoot.", "Nib Ashfoot"),
        ("Promote Grik (Kobold Slinger) to Captain of Fort.", "Grik"),
        ("Promote one Kobold Slinger at Fort to Captain, named Old Snik.", "Old Snik"),
        ("Promote a Slinger at Fort, Captain Mudtooth, who dug the place out with her own claws.", "Mudtooth"),
    ],
)
def test_an_order_promotes_whom_it_names(order: str, name: str) -> None:
    week = week_of(with_fort(in_fort()), {"Dungeons": LISTS, "Orders": order})
    assert not week.asked
    (promoted,) = week.events("promoted")
    officer = week.after.groups[str(promoted.data["officer"]["id"])]  # type: ignore[index, call-overload]
    assert (officer.person, officer.rank, officer.commands, officer.site) == (name, Rank.CAPTAIN, "Anna/s2", "Anna/s2")
    assert week.after.groups["Anna/g2"].count == 4


def test_an_officer_without_a_name_is_none() -> None:
    tabs = {"Dungeons": LISTS, "Orders": "Promote a Kobold Slinger at Fort to Captain."}
    week = week_of(with_fort(in_fort()), tabs)
    assert not week.events("promoted")
    assert [event.cause.rules for event in week.events("order-void")] == [("UD-CMD-02",)]


def test_a_past_is_asked_for_where_the_post_tells_none() -> None:
    armies = "Nib Ashfoot, Captain of Fort (Kobold Slinger) - Garrisoned at Fort"
    bare = week_of(with_fort(in_fort()), {"Dungeons": LISTS, "Armies": armies})
    assert wants(bare) == ["Nib Ashfoot is Captain now; tell a little of who that is"]
    told = {
        "Dungeons": LISTS, "Armies": armies,
        "Characters": "Nib Ashfoot, once the queen's cup-bearer, lost an ear to a bat and never forgave it.",
    }  # fmt: skip
    assert not wants(week_of(with_fort(in_fort()), told))
    order = "Promote Nib Ashfoot (Kobold Slinger), once the queen's faithful cup-bearer, to Captain of Fort."
    assert not wants(week_of(with_fort(in_fort()), {"Dungeons": LISTS, "Orders": order}))


def test_the_garrison_comes_before_others() -> None:
    outside = abroad("Kobold Slinger", 5, 1)
    tabs = {"Dungeons": LISTS, "Armies": "Nib, Captain of Fort (Kobold Slinger) - Garrisoned at Fort"}
    week = week_of(with_fort(outside, in_fort()), tabs)
    assert week.events("promoted")[0].data["group"] == "Anna/g2"


# -- from afar --------------------------------------------------------------------------------------------------


def test_who_is_promoted_elsewhere_sets_out_and_goes_on_until_there(tmp_path: Path) -> None:
    path = tmp_path / "row.toml"
    path.write_text(MAP, encoding="utf-8")
    fort = replace(FORT, region=at("L4"))
    shaman = troops("Kobold Slinger", 5, region=at("L1"))
    state = with_fort(shaman, fort=fort, region=at("L1"))
    orders = {
        "Dungeons": "Hole (L-1)\n\nFort (L-4)",
        "Orders": "Promote Nib Ashfoot (Kobold Slinger) at Hole, a faithful old digger, to Captain of Fort (L-4).",
    }
    week = week_of(state, orders, map_file=path)
    (promoted,) = week.events("promoted")
    assert "UD-CMD-10" in promoted.cause.rules
    name = str(promoted.data["officer"]["id"])  # type: ignore[index, call-overload]
    officer = week.after.groups[name]
    assert officer.region == at("L4")
    assert (officer.site, officer.posture) == ("Anna/s2", Posture.GARRISONED)
    assert officer.statuses == ()
    assert [event.data["status"] for event in week.events("status-ended")] == [UNDER_WAY]
    assert not week.asked


def test_an_officer_who_stands_elsewhere_for_other_reasons_is_not_sent(tmp_path: Path) -> None:
    path = tmp_path / "row.toml"
    path.write_text(MAP, encoding="utf-8")
    fort = replace(FORT, region=at("L4"))
    away = abroad("Kobold Slinger", 1, region=at("L2"), person="Nib", rank=Rank.CAPTAIN, commands="Anna/s2")
    week = week_of(with_fort(away, fort=fort, region=at("L1")), {"Dungeons": "Hole (L-1)\n\nFort (L-4)"}, map_file=path)
    assert week.after.groups["Anna/g2"].region == Region("Lowerdeep", 2)


@pytest.mark.parametrize(("where", "bonus"), [("Anna/s2", True), (None, False)])
def test_only_an_officer_who_is_there_heartens_the_garrison(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: str | None, bonus: bool
) -> None:
    fought: list[Scenario] = []

    def watch(scenario: Scenario, dice: Dice) -> Battle:
        fought.append(scenario)
        return fight(scenario, dice)

    monkeypatch.setattr(battles, "fight", watch)
    path = tmp_path / "row.toml"
    path.write_text(MAP, encoding="utf-8")
    fort = replace(FORT, region=at("L3"), kind=Kind.DUNGEON)
    garrison = troops("Kobold Slinger", 30, site="Anna/s2", region=at("L3"))
    officer = troops("Kobold Slinger", 1, 3, site=where, region=at("L3") if where else at("L1"))
    officer = replace(officer, person="Nib", rank=Rank.COMMANDER, commands="Anna/s2")
    foes = Group("Bert/g1", "Bert", "Derro Brigand", 30, "Derro", None, at("L4"))
    state = with_fort(garrison, officer, fort=fort, region=at("L1"))
    state = replace(
        state,
        players={**state.players, "Bert": replace(state.players["Anna"], name="Bert", faction="Derro")},
        groups={**state.groups, foes.id: foes},
        relations={"Anna|Bert": "enemies"},
    )
    storm = "All Derro Brigands at Lowerdeep 4: move to Lowerdeep 3 (1 Speed), assault Fort."
    tabs = {"Dungeons": "Hole (L-1)\n\nFort (L-3)"}
    others = {"Bert": ("Derro", {"Orders": storm, "Dungeons": "None"})}
    week_of(state, tabs, others=others, map_file=path, answer="leave")
    conditions = {
        plan.name: plan.conditions for scenario in fought for side in scenario.sides for plan in side.regiments
    }
    assert ("Officer of the site" in conditions["Kobold Slingers"]) is bonus
