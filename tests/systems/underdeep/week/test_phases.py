"""Single weeks, phase by phase, on states and posts made for the case."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from support.posts import write_post
from support.weeks import PlayedWeek, play_week

from orderbook.books.bundle import Bundle
from orderbook.campaign.event import Event
from orderbook.campaign.faults import CampaignError
from orderbook.campaign.game import LedgerRequest, Player, Setup, WeekPost, WeekRequest
from orderbook.rulebook.options import Options
from orderbook.systems.underdeep.arrears import Arrears
from orderbook.systems.underdeep.week.codec import write
from orderbook.systems.underdeep.week.ledger import keep_ledger
from orderbook.systems.underdeep.week.state import (
    GameState,
    Group,
    Hire,
    PlayerState,
    Project,
    Site,
    Standing,
    Trade,
    Unpaid,
)
from orderbook.systems.underdeep.week.values import Kind, Posture
from orderbook.systems.underdeep.world.region import Region
from orderbook.text.source import decode_source

KOBOLDS, DERRO = "Cleversmart Kobolds", "Derro"
HOME, FAR = Region("Lowerdeep", 51), Region("Lowerdeep", 60)


def kobold_state(
    wealth: dict[str, int],
    *,
    standing: dict[str, int] | None = None,
    projects: tuple[Project, ...] = (),
    groups: tuple[Group, ...] = (),
    site: dict[str, object] | None = None,
) -> GameState:
    """Anna's Kobolds after week 4: one Dungeon, and whatever else is said."""
    hole = Site(
        "Anna/s1",
        "Skitterhole",
        "Anna",
        Kind.DUNGEON,
        HOME,
        KOBOLDS,
        True,
        tuple(Standing(name, count, 0, KOBOLDS) for name, count in (standing or {}).items()),
        projects,
    )
    return GameState(
        week=4,
        players={"Anna": PlayerState("Anna", KOBOLDS, Bundle(wealth), 20, 1)},
        sites={"Anna/s1": replace(hole, **(site or {}))},  # type: ignore[arg-type]
        groups={group.id: group for group in groups},
    )


def slingers(count: int = 10, **more: Any) -> Group:
    group = Group("Anna/g2", "Anna", "Kobold Slinger", count, KOBOLDS, "Anna/s1", HOME, posture=Posture.GARRISONED)
    return replace(group, **more)


def week_of(
    state: GameState,
    tabs: dict[str, str] | None = None,
    *,
    options: dict[str, str] | None = None,
    answer: str = "yes",
    others: dict[str, tuple[str, dict[str, str] | None]] | None = None,
    map_file: Path | None = None,
) -> PlayedWeek:
    """Week 5 of Anna's Kobolds; ``others`` are players by name, with faction and tabs. None for tabs: no post."""
    everybody = {"Anna": (KOBOLDS, tabs), **(others or {})}
    players = tuple(Player(name, everybody[name][0]) for name in sorted(everybody))
    posts = tuple(
        WeekPost(name, 5, decode_source(write_post(own).encode()))
        for name in sorted(everybody)
        if (own := everybody[name][1]) is not None
    )
    setup = Setup("underdeep", "a seed", players, Options(tuple(sorted((options or {}).items()))), map=map_file)
    return play_week(WeekRequest(setup, 5, state, posts, (), (), "a seed"), lambda question: answer)


def only(events: list[Event]) -> Event:
    assert len(events) == 1, [event.data for event in events]
    return events[0]


# -- progress and production ------------------------------------------------------------------------------------


def test_without_a_post_units_stand_and_are_paid() -> None:
    week = week_of(kobold_state({"Gold": 50, "Food": 50}, standing={"Mushroom Patch": 2}, groups=(slingers(),)))
    assert only(week.events("no-post")).data == {"player": "Anna"}
    assert week.after.players["Anna"].wealth["Food"] < 50 + 40
    assert week.after.groups["Anna/g2"].count == 10
    assert not week.after.groups["Anna/g2"].unpaid


def test_a_project_is_finished_in_time_and_produces_at_once() -> None:
    state = kobold_state({"Gold": 5}, projects=(Project("Mushroom Patch", 2, 1, Bundle({"Gold": 20}), False, KOBOLDS),))
    week = week_of(state)
    assert week.after.sites["Anna/s1"].count("Mushroom Patch") == 2
    assert week.after.sites["Anna/s1"].projects == ()
    assert only(week.events("produced")).data["amounts"] == {"Food": 40}


def test_an_upgrade_takes_the_place_of_what_it_was() -> None:
    state = kobold_state(
        {},
        standing={"Kobold Mine": 1},
        projects=(Project("Improved Kobold Mine", 1, 1, Bundle(), False, KOBOLDS),),
    )
    week = week_of(state)
    assert week.after.sites["Anna/s1"].count("Kobold Mine") == 0
    assert only(week.events("produced")).data["amounts"] == {"Gold": 300, "Metal": 25}


def test_what_is_broken_gives_nothing_until_it_is_repaired() -> None:
    state = kobold_state({}, site={"standing": (Standing("Mushroom Patch", 3, 2, KOBOLDS),)})
    assert only(week_of(state).events("produced")).data["amounts"] == {"Food": 20}


# -- Upkeep -----------------------------------------------------------------------------------------------------


def test_missing_gold_makes_debts_that_are_a_units_own() -> None:
    skulkers = replace(slingers(), unit="Kobold Skulker")
    week = week_of(kobold_state({"Gold": 9, "Food": 100}, groups=(skulkers,)))
    group = week.after.groups["Anna/g2"]
    assert group.unpaid == (Unpaid(6, Arrears(gold=1), Bundle({"Gold": 2})),)
    assert week.after.players["Anna"].wealth == Bundle({"Gold": 1, "Food": 90})


def test_debts_are_paid_when_there_is_enough() -> None:
    owed = (Unpaid(6, Arrears(gold=1), Bundle({"Gold": 2})),)
    skulkers = replace(slingers(), unit="Kobold Skulker", unpaid=owed)
    week = week_of(kobold_state({"Gold": 100, "Food": 100}, groups=(skulkers,)))
    assert week.after.groups["Anna/g2"].unpaid == ()
    assert week.after.players["Anna"].wealth == Bundle({"Gold": 100 - 20 - 12, "Food": 90})


def test_long_unpaid_units_roll_and_desert() -> None:
    owed = (Unpaid(10, Arrears(gold=9), Bundle({"Gold": 18})),)
    skulkers = replace(slingers(), unit="Kobold Skulker", unpaid=owed)
    week = week_of(kobold_state({"Food": 100}, groups=(skulkers,)))
    event = only(week.events("deserted"))
    assert len(event.cause.rolls) == 10
    gone = int(str(event.data["count"]))
    assert gone > 0
    wild = [group for group in week.after.groups.values() if group.owner == ""]
    assert sum(group.count for group in wild) == gone
    stayed = week.after.groups.get("Anna/g2")
    assert (stayed.count if stayed is not None else 0) == 10 - gone


def test_hunger_kills_at_last() -> None:
    owed = (Unpaid(4, Arrears(food=30), Bundle({"Food": 30})),)
    skulkers = replace(slingers(), unit="Kobold Skulker", unpaid=owed)
    week = week_of(kobold_state({"Gold": 100}, groups=(skulkers,)))
    assert only(week.events("starved")).data["count"] == 4
    assert only(week.events("starved")).data["unit"] == "Kobold Skulker"


def test_mercenaries_without_pay_leave_at_once() -> None:
    hired = replace(slingers(), hire=Hire(Bundle({"Gold": 9})))
    week = week_of(kobold_state({"Gold": 45}, groups=(hired,)))
    event = only(week.events("deserted"))
    assert (event.data["count"], event.cause.rolls) == (5, ())


def test_a_term_paid_in_advance_costs_nothing_more() -> None:
    hired = replace(slingers(), hire=Hire(Bundle({"Gold": 9}), term=5))
    week = week_of(kobold_state({"Gold": 45}, groups=(hired,)))
    assert week.after.players["Anna"].wealth == Bundle({"Gold": 45})


def test_whom_to_pay_can_be_ruled() -> None:
    skulkers = replace(slingers(5), unit="Kobold Skulker")
    cavalry = replace(slingers(5), id="Anna/g3", unit="Kobold Dire Rat Cavalry")
    state = kobold_state({"Gold": 10, "Food": 100, "Metal": 100}, groups=(skulkers, cavalry))
    ask = {"partial-upkeep": "ask"}
    first = week_of(state, options=ask, answer="Kobold Dire Rat Cavalry, then Kobold Skulker")
    assert [question.id for question in first.asked] == ["whom-to-pay.anna"]
    assert first.after.groups["Anna/g2"].owing == 5
    second = week_of(state, options=ask, answer="the Kobold Skulker first")
    assert second.after.groups["Anna/g2"].owing == 0


# -- construction -----------------------------------------------------------------------------------------------


def test_what_cannot_be_paid_is_void_and_the_rest_is_begun() -> None:
    tabs = {
        "Construction": "Skitterhole (Lowerdeep 51)\nBeginning Construction:\n"
        "Improved Kobold Mine: -225 Gold, -20 Metal, 4 weeks remaining\n1 Mushroom Patch: -10 Gold, 2 weeks remaining",
        "Dungeons and Outposts": "Skitterhole (Lowerdeep 51)\nKobold Mine\nWorkshop",
    }
    week = week_of(kobold_state({"Gold": -100}, standing={"Kobold Mine": 1, "Workshop": 1}), tabs)
    void = only(week.events("order-void"))
    assert "175 Gold" in str(void.data["why"])
    assert [event.data["name"] for event in week.events("begun")] == ["Mushroom Patch"]
    assert void.cause.post is not None
    assert "Improved Kobold Mine" in write_post(tabs).split("\n")[void.cause.post.line - 1]


def test_what_a_check_forbids_is_void_and_costs_nothing() -> None:
    tabs = {
        "Construction": "Skitterhole (Lowerdeep 51)\nBeginning Construction:\n"
        "Poison Kitchen: -75 Gold, -15 Metal, 3 weeks remaining",
        "Dungeons and Outposts": "Skitterhole (Lowerdeep 51)\nKobold Mine",
    }
    week = week_of(kobold_state({"Gold": 500, "Metal": 100}, standing={"Kobold Mine": 1}), tabs)
    assert "requires" in str(only(week.events("order-void")).data["why"])
    assert week.after.players["Anna"].wealth == Bundle({"Gold": 650, "Metal": 115})


def test_a_wrong_price_is_put_right() -> None:
    tabs = {
        "Construction": "Skitterhole (Lowerdeep 51)\nBeginning Construction:\n"
        "1 Mushroom Patch: -3 Gold, 2 weeks remaining",
        "Dungeons and Outposts": "Skitterhole (Lowerdeep 51)\nKobold Mine",
    }
    week = week_of(kobold_state({"Gold": 500}, standing={"Kobold Mine": 1}), tabs)
    begun = only(week.events("begun"))
    assert begun.data["amounts"] != {"Gold": -3}
    assert "build-cost" in [event.data["check"] for event in week.events("found-wrong")]
    assert week.after.sites["Anna/s1"].projects[0].paid == Bundle({"Gold": -int(str(begun.data["amounts"]["Gold"]))})


def test_a_project_given_up_gives_everything_back() -> None:
    tabs = {
        "Construction": "Skitterhole (Lowerdeep 51)\nUnder Construction:\nWorkshop: cancelled",
        "Dungeons and Outposts": "Skitterhole (Lowerdeep 51)\nKobold Mine",
    }
    state = kobold_state(
        {"Gold": 1},
        standing={"Kobold Mine": 1},
        projects=(Project("Workshop", 1, 3, Bundle({"Gold": 65, "Metal": 25}), False, KOBOLDS),),
    )
    week = week_of(state, tabs)
    assert only(week.events("cancelled")).data["amounts"] == {"Gold": 65, "Metal": 25}
    assert week.after.sites["Anna/s1"].projects == ()
    assert week.after.players["Anna"].wealth == Bundle({"Gold": 216, "Metal": 40})


# -- sieges -----------------------------------------------------------------------------------------------------


def test_a_besieged_site_lives_by_itself() -> None:
    outside = replace(slingers(3), id="Anna/g3", unit="Kobold Skulker", site=None, posture=Posture.OPEN)
    inside = replace(slingers(5), unit="Kobold Skulker")
    state = kobold_state(
        {"Gold": 100, "Food": 100},
        standing={"Mushroom Patch": 1},
        groups=(inside, outside, Group("Bert/g1", "Bert", "Derro Brigand", 9, DERRO, None, HOME)),
        site={"besieged_by": ("Bert",), "gifts": ("Mushroom Forest", "Pool")},
    )
    week = week_of(state)
    hole = week.after.sites["Anna/s1"]
    assert hole.store == Bundle({"Food": 20 + 10 - 5})  # the pool, not the mushrooms
    assert week.after.groups["Anna/g2"].owing == 5
    assert week.after.groups["Anna/g3"].owing == 0
    assert week.after.players["Anna"].wealth == Bundle({"Gold": 94, "Food": 97})


# -- trade ------------------------------------------------------------------------------------------------------


def two_players(anna: dict[str, int], bert: dict[str, int]) -> GameState:
    state = kobold_state(anna, standing={})
    gloom = Site("Bert/s1", "Gloom", "Bert", Kind.DUNGEON, FAR, DERRO, True)
    return replace(
        state,
        players={**state.players, "Bert": PlayerState("Bert", DERRO, Bundle(bert), 5, 1)},
        sites={**state.sites, "Bert/s1": gloom},
    )


def test_goods_leave_now_and_arrive_next_week() -> None:
    tabs = {"Trade": "Sent to Bert: -40 Gold"}
    others = {"Bert": (DERRO, {"Trade": "Anna will send me 40 Gold for nothing"})}
    week = week_of(two_players({"Gold": 50}, {}), tabs, others=others)
    assert week.asked == ()
    assert week.after.players["Anna"].wealth == Bundle({"Gold": 10})
    assert week.after.players["Bert"].wealth == Bundle()
    trade = only(week.events("trade-sent"))
    assert trade.known_to == {"Anna", "Bert", "gm"}
    assert [one.goods for one in week.after.trades.values()] == [Bundle({"Gold": 40})]


def test_goods_on_their_way_arrive_as_the_week_begins() -> None:
    state = two_players({}, {})
    state = replace(state, trades={"Anna/t9": Trade("Anna/t9", "Anna", "Bert", Bundle({"Gold": 40}), 4)})
    week = week_of(state, others={"Bert": (DERRO, {"Trade": "Received from Anna: +40 Gold", "Wealth": "Gold: 40"})})
    assert week.after.players["Bert"].wealth == Bundle({"Gold": 40})
    assert week.after.trades == {}
    assert week.events("found-wrong") == []


def test_goods_go_back_from_a_besieged_partner() -> None:
    state = two_players({}, {})
    gloom = replace(state.sites["Bert/s1"], besieged_by=("Cleo",))
    state = replace(
        state,
        sites={**state.sites, "Bert/s1": gloom},
        trades={"Anna/t9": Trade("Anna/t9", "Anna", "Bert", Bundle({"Gold": 40}), 4)},
    )
    week = week_of(state, others={"Bert": (DERRO, None)})
    assert week.after.players["Anna"].wealth == Bundle({"Gold": 40})
    assert "besieged" in str(only(week.events("trade-aborted")).data["why"])


def test_a_receipt_nobody_sent_is_found_wrong() -> None:
    week = week_of(two_players({}, {}), {"Trade": "Received from Bert: +40 Gold"}, others={"Bert": (DERRO, None)})
    assert week.after.players["Anna"].wealth == Bundle()
    told = [event.data["message"] for event in week.events("found-wrong") if event.data["tab"] == "Trade"]
    assert told == ["40 Gold from Bert is claimed, but nothing has come this week."]


def test_terms_that_one_side_posts_are_asked_about() -> None:
    state = two_players({"Gold": 50}, {})
    others = {"Bert": (DERRO, {"Trade": "None"})}
    yes = week_of(state, {"Trade": "Sent to Bert: -40 Gold"}, others=others)
    assert [question.id for question in yes.asked] == ["trade-terms.anna.bert"]
    assert yes.after.players["Anna"].wealth == Bundle({"Gold": 10})
    no = week_of(state, {"Trade": "Sent to Bert: -40 Gold"}, others=others, answer="no")
    assert no.after.players["Anna"].wealth == Bundle({"Gold": 50})
    assert "not agreed" in str(only(no.events("order-void")).data["why"])


@pytest.mark.parametrize(
    ("theirs", "asked"),
    [
        ("Anna gives us 60 Gold for 15 Metal. To Anna: -15 Metal", True),
        ("Anna gives us 40 Gold for 15 Metal. To Anna: -15 Metal", False),
        ("To Anna: -15 Metal", False),
        ("Received from Anna: +30 Gold", False),
    ],
)
def test_amounts_that_differ_in_the_two_posts_are_asked_about(theirs: str, asked: bool) -> None:
    state = two_players({"Gold": 50}, {"Metal": 20})
    others = {"Bert": (DERRO, {"Trade": theirs})}
    week = week_of(state, {"Trade": "Sent to Bert: -40 Gold"}, others=others, answer="no")
    assert [question.id for question in week.asked] == (["trade-terms.anna.bert"] if asked else [])
    if asked:
        assert "speaks of 60 Gold" in week.asked[0].text
    assert week.after.players["Anna"].wealth["Gold"] == (50 if asked else 10)


# -- founding, officers, recruits -------------------------------------------------------------------------------


def test_an_outpost_is_ordered_stands_and_is_paid() -> None:
    scouts = replace(slingers(3), site=None, region=FAR, posture=Posture.OPEN)
    state = kobold_state({"Gold": 60, "Food": 60}, groups=(scouts,))
    tabs = {
        "Construction": "Lowerdeep 60\nBeginning Construction:\nOutpost at Lowerdeep 60: 1 week remaining",
        "Dungeons and Outposts": "Skitterhole (Lowerdeep 51)\nBurrow",
    }
    week = week_of(state, tabs)
    new = only(week.events("founding-begun"))
    site = next(site for site in week.after.sites.values() if site.founding)
    assert (site.kind, site.region) == (Kind.OUTPOST, FAR)
    assert new.data["site"]["id"] == site.id
    assert week.after.players["Anna"].wealth["Gold"] == 60 - 3
    later = play_week_after(week)
    assert later.after.sites[site.id].founding is None
    assert later.after.players["Anna"].wealth["Gold"] == 60 - 3 - 3 - 50


@pytest.mark.parametrize(("answer", "is_founded"), [("corridor", True), ("cavern", False), ("neither", False)])
def test_a_region_of_which_the_map_does_not_tell_the_kind_is_asked_about(
    tmp_path: Path, answer: str, is_founded: bool
) -> None:
    file = tmp_path / "map.toml"
    file.write_text('[Lowerdeep.51]\nkind = "cavern"\nways = [60]\n\n[Lowerdeep.60]\nways = [51]\n')
    state = kobold_state({"Gold": 60, "Food": 60}, groups=(replace(slingers(3), site=None, region=FAR),))
    tabs = {"Construction": "Lowerdeep 60\nBeginning Construction:\nOutpost at Lowerdeep 60: 1 week remaining"}
    week = week_of(state, tabs, map_file=file, answer=answer)
    assert [question.id for question in week.asked if question.id.startswith("kind")] == ["kind-of-region.lowerdeep-60"]
    assert (len(week.after.sites) == 2) is is_founded
    assert bool(week.events("order-void")) is not is_founded


def play_week_after(week: PlayedWeek) -> PlayedWeek:
    request = replace(week.request, week=6, state=week.after, posts=(), earlier=(), rulings=())
    return play_week(request)


def test_nothing_is_founded_where_nobody_stands() -> None:
    tabs = {"Construction": "Lowerdeep 60\nBeginning Construction:\nOutpost at Lowerdeep 60: 1 week remaining"}
    week = week_of(kobold_state({"Gold": 60}, groups=(slingers(3),)), tabs)
    assert "no troops" in str(only(week.events("order-void")).data["why"])
    assert len(week.after.sites) == 1


def test_an_officer_is_one_less_of_the_ranks_and_owes_nothing() -> None:
    tabs = {
        "Dungeons and Outposts": "Skitterhole (Lowerdeep 51)\nBurrow",
        "Armies": "Nib Ashfoot, Commander of Skitterhole (Kobold Slinger) - Garrisoned at Skitterhole\n"
        "9 Kobold Slingers - Garrisoned at Skitterhole",
    }
    week = week_of(kobold_state({"Gold": 60, "Food": 60}, standing={"Burrow": 1}, groups=(slingers(10),)), tabs)
    officer = only(week.events("promoted")).data["officer"]
    assert (officer["person"], officer["rank"], officer["commands"]) == ("Nib Ashfoot", "Commander", "Anna/s1")
    assert week.after.groups["Anna/g2"].count == 9
    assert sum(group.count for group in week.after.groups_of("Anna")) == 10
    later = play_week_after(week)
    assert only(later.events("upkeep-paid")).data["count"] == 9


def test_kontraptions_are_rolled_one_by_one() -> None:
    tabs = {
        "Dungeons and Outposts": "Skitterhole (Lowerdeep 51)\nKontraption Factory\nWorkshop",
        "Recruitment": "Skitterhole (Lowerdeep 51)\nRecruit 2 Kobold Kontraptions: -200 Gold, -200 Metal",
        "Armies": "2 Kobold Kontraptions - Garrisoned at Skitterhole",
    }
    state = kobold_state({"Gold": 5000, "Metal": 5000}, standing={"Kontraption Factory": 1, "Workshop": 1})
    week = week_of(state, tabs)
    raised = week.events("recruited")
    assert len(raised) == 2
    figures = [event.data["group"]["figures"] for event in raised]
    assert figures[0] != figures[1]
    for event in raised:
        assert 21 <= event.data["group"]["figures"]["health"] <= 120
        assert len(event.cause.rolls) == 3
        assert len(event.data["group"]["abilities"]) == 1
    assert all(3 <= int(group.figures["speed"]) <= 8 for group in week.after.groups.values())
    paid = sum((Bundle(event.data["amounts"]) for event in raised), Bundle())
    assert week.after.players["Anna"].wealth == Bundle({"Gold": 5000, "Metal": 5000}) + paid


def test_dismissed_units_are_gone() -> None:
    tabs = {"Orders": "Dismiss 4 Kobold Slingers at Skitterhole."}
    week = week_of(kobold_state({"Gold": 60, "Food": 60}, groups=(slingers(10),)), tabs)
    assert week.after.groups["Anna/g2"].count == 6


def test_a_ritual_takes_its_souls_and_brings_gold_a_week_later() -> None:
    tabs = {"Recruitment": "Dirty Sexy Money: -50 Souls", "Wealth": "Souls: 10"}
    sister = Group("Anna/g1", "Anna", "Succubus", 1, "Succubi", raised=5)
    players = {"Anna": PlayerState("Anna", "Succubi", Bundle({"Souls": 60}), 3, 1)}
    state = GameState(week=4, players=players, groups={sister.id: sister})
    setup = Setup("underdeep", "a seed", (Player("Anna", "Succubi"),))
    post = WeekPost("Anna", 5, decode_source(write_post(tabs).encode()))
    week = play_week(WeekRequest(setup, 5, state, (post,)))
    assert week.after.players["Anna"].wealth == Bundle({"Souls": 10})
    assert play_week_after(week).after.players["Anna"].wealth == Bundle({"Souls": 9, "Gold": 100})


# -- what a captor can use --------------------------------------------------------------------------------------


def test_a_captor_of_another_race_gets_the_mines_and_raises_nobody() -> None:
    state = kobold_state(
        {},
        site={
            "faction": DERRO,
            "captured": 3,
            "capital": False,
            "standing": (Standing("Derro Mine", 1, 0, DERRO), Standing("Hall of Trade", 1, 0, DERRO)),
        },
    )
    week = week_of(state)
    assert [event.data["source"] for event in week.events("produced")] == ["Derro Mine"]


# -- messages ---------------------------------------------------------------------------------------------------


def test_messages_reach_their_reader_up_to_the_limit() -> None:
    letters = "".join(f"[spoiler=Message to Bert]\nLetter number {number}.\n[/spoiler]\n" for number in (1, 2, 3))
    week = week_of(two_players({}, {}), {"Messages": letters}, others={"Bert": (DERRO, None)})
    came = week.events("message-delivered")
    assert [event.data["text"] for event in came] == ["Letter number 1.", "Letter number 2."]
    assert all(event.known_to == {"Anna", "Bert", "gm"} for event in came)
    held = only(week.events("message-held-back"))
    assert (held.data["text"], held.known_to) == ("Letter number 3.", {"Anna", "gm"})


# -- rulings ----------------------------------------------------------------------------------------------------


def test_a_ruling_gives_takes_and_moves() -> None:
    state = kobold_state({"Gold": 60, "Food": 60}, groups=(slingers(10),))
    answer = (
        "no; Anna: +50 Gold, -5 Food; Anna: -3 Kobold Slingers at Skitterhole; Anna: +2 Kobold Skulkers at "
        "Lowerdeep 4; Anna: 4 Kobold Slingers to Lowerdeep 7; fact: the bridge is down"
    )
    week = week_of(state, {"Production": "Loot from the caravan: +500 Gold"}, answer=answer)
    assert [question.id.rpartition(".")[0] for question in week.asked] == ["other-income.anna"]
    ruled = only(week.events("ruled"))
    assert (ruled.data["answer"], ruled.known_to) == (answer, {"Anna", "gm"})
    after = week.after
    assert [fact.text for fact in after.facts] == ["the bridge is down"]
    slingers_left = {group.region: group.count for group in after.groups_of("Anna") if group.unit == "Kobold Slinger"}
    assert slingers_left == {HOME: 3, Region("Lowerdeep", 7): 4}
    assert [group.count for group in after.groups_of("Anna") if group.unit == "Kobold Skulker"] == [2]
    granted = only(week.events("granted"))
    assert (granted.data["amounts"], granted.cause.ruling) == ({"Gold": 50, "Food": -5}, week.asked[0].id)


def test_an_effect_that_cannot_be_read_says_how_to_write_it() -> None:
    with pytest.raises(CampaignError, match="Write"):
        week_of(kobold_state({}), {"Production": "Loot: +5 Gold"}, answer="no; Anna: +5 Wobblers at Skitterhole")


def test_question_ids_do_not_depend_on_answers() -> None:
    def ids(answer: str) -> set[str]:
        week = week_of(kobold_state({}), {"Production": "Loot: +5 Gold\nPlunder: +6 Gold"}, answer=answer)
        return {question.id for question in week.asked}

    assert ids("yes") == ids("no")
    assert len(ids("yes")) == 2


# -- books ------------------------------------------------------------------------------------------------------


def test_what_comes_and_goes_in_trade_and_sieges_is_in_the_books() -> None:
    """The journal of a week that begins with a state of its own: opening, store, trade, all balanced."""
    tabs = {"Trade": "Sent to Bert: -40 Gold"}
    first = [
        Event(4, "setup", "player-began", {"player": name, "faction": faction, "wealth": {"Gold": 50}, "begun": 1})
        for name, faction in (("Anna", KOBOLDS), ("Bert", DERRO))
    ]
    state = two_players({"Gold": 50}, {"Gold": 50})
    entered = [Event(4, "setup", "site-entered", {"site": write(site)}) for _, site in sorted(state.sites.items())]
    week = week_of(state, tabs, others={"Bert": (DERRO, None)})
    later = play_week_after(week)
    events = [*first, *entered, *week.resolution.events, *later.resolution.events]
    journal = keep_ledger(LedgerRequest(Setup("underdeep", "x"), events))
    assert list(journal.broken_claims()) == []
    held = {str(account): amounts for account, amounts in journal.balances().items() if amounts}
    assert held["Assets:Anna:Treasury"] == Bundle({"Gold": 10})
    assert held["Assets:Bert:Treasury"] == Bundle({"Gold": 90})
    assert "Assets:On the way" not in held
