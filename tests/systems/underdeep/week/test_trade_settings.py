"""When promised goods leave their giver, and what stops them on the way: both readings of each setting."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from support.posts import write_post
from support.weeks import PlayedWeek, play_week

from orderbook.books.bundle import Bundle
from orderbook.campaign.game import Player, Setup, WeekPost, WeekRequest
from orderbook.rulebook.options import Options
from orderbook.systems.underdeep.week.state import GameState, Group, PlayerState, Site
from orderbook.systems.underdeep.week.values import Kind, Posture
from orderbook.text.source import decode_source
from tests.systems.underdeep.week.row_kit import DERRO, KOBOLDS, at, row

__all__ = ["row"]

STAY = {"traded-goods-leave": "at-delivery"}
ANY_TIME = {"blockade-test": "any-time-receiving-end"}
SITES = {
    "Anna": Site("Anna/s1", "Skitterhole", "Anna", Kind.DUNGEON, at("L1"), KOBOLDS, True),
    "Bert": Site("Bert/s1", "Den", "Bert", Kind.DUNGEON, at("L4"), DERRO, True),
    "Cleo": Site("Cleo/s1", "Pit", "Cleo", Kind.DUNGEON, at("L2"), DERRO, True),
}
FACTIONS = {"Anna": KOBOLDS, "Bert": DERRO, "Cleo": DERRO}


def begin(gold: int = 50, *groups: Group) -> GameState:
    players = {
        name: PlayerState(name, FACTIONS[name], Bundle({"Gold": gold if name == "Anna" else 0}), 20, 1)
        for name in SITES
    }
    relations = {"Bert|Cleo": "enemies", "Anna|Cleo": "neutral"}
    return GameState(
        4, players, {site.id: site for site in SITES.values()}, {one.id: one for one in groups}, relations=relations
    )


def week(row: Path, state: GameState, options: dict[str, str], **tabs: dict[str, str]) -> PlayedWeek:
    number = state.week + 1
    posts = tuple(
        WeekPost(name, number, decode_source(write_post({"Dungeons": str(SITES[name]), **own}).encode()))
        for name, own in tabs.items()
    )
    players = tuple(Player(name, faction) for name, faction in FACTIONS.items())
    setup = Setup("underdeep", "a seed", players, Options(tuple(sorted(options.items()))), map=row)
    return play_week(WeekRequest(setup, number, state, posts, (), (), "a seed"))


def gold(played: PlayedWeek) -> tuple[int, int]:
    return tuple(int(played.after.players[name].wealth["Gold"]) for name in ("Anna", "Bert"))  # type: ignore[return-value]


# -- when goods leave ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "text", "now"),
    [
        ({}, "To Bert: -30 Gold", (20, 0)),
        (STAY, "To Bert: -30 Gold", (50, 0)),
        (STAY, "30 Gold to Bert next week", (50, 0)),
        (STAY, "Send Bert 30 Gold for nothing", (50, 0)),
    ],
)
def test_goods_leave_when_they_are_promised_or_when_they_arrive(
    row: Path, options: dict[str, str], text: str, now: tuple[int, int]
) -> None:
    first = week(row, begin(), options, Anna={"Trade": text}, Bert={"Trade": "From Anna: 30 Gold"})
    assert not first.asked and gold(first) == now
    assert [trade.held for trade in first.after.trades.values()] == [bool(options)]
    second = week(row, first.after, options, Anna={"Trade": "None"}, Bert={"Trade": "From Anna: +30 Gold"})
    assert gold(second) == (20, 30) and not second.after.trades
    assert not [event for event in second.events("found-wrong") if event.data["tab"] == "Trade"]


def test_terms_without_a_sign_promise_nothing_by_default(row: Path) -> None:
    played = week(row, begin(), {}, Anna={"Trade": "30 Gold to Bert next week"}, Bert={"Trade": "From Anna: 30 Gold"})
    assert not played.after.trades


def test_what_is_to_come_or_is_the_price_is_no_promise(row: Path) -> None:
    text = "From Bert: 30 Gold\nBert sends me 30 Gold\n5 Gold to Bert for 30 Food"
    played = week(row, begin(), STAY, Anna={"Trade": text}, Bert={"Trade": "Anna: 5 Gold for 30 Food"})
    assert [trade.goods for trade in played.after.trades.values()] == [Bundle({"Gold": 5})]


def test_a_giver_books_what_leaves_in_the_week_it_does(row: Path) -> None:
    first = week(row, begin(), STAY, Anna={"Trade": "30 Gold to Bert"}, Bert={"Trade": "From Anna: 30 Gold"})
    booked = {"Trade": "Delivered to Bert: -30 Gold", "Wealth": "Gold: 20"}
    second = week(row, first.after, STAY, Anna=booked, Bert={"Trade": "From Anna: +30 Gold"})
    assert gold(second) == (20, 30) and not second.after.trades and not second.events("order-void")
    reckoned = next(event for event in second.events("wealth-reckoned") if event.data["player"] == "Anna")
    assert "stated" not in reckoned.data


def test_who_has_spent_what_was_promised_delivers_nothing(row: Path) -> None:
    first = week(row, begin(), STAY, Anna={"Trade": "30 Gold to Bert"}, Bert={"Trade": "From Anna: 30 Gold"})
    poor = replace(first.after.players["Anna"], wealth=Bundle({"Gold": 29}))
    spent = replace(first.after, players={**first.after.players, "Anna": poor})
    second = week(row, spent, STAY, Anna={"Trade": "None"}, Bert={"Trade": "None"})
    assert gold(second) == (29, 0) and not second.after.trades
    assert "Anna cannot deliver" in str(second.events("trade-aborted")[0].data["why"])


# -- what stops them ----------------------------------------------------------------------------------------------

SENT = {"Trade": "To Bert: -30 Gold"}
TAKEN = {"Trade": "From Anna: 30 Gold"}


def besiegers(place: str, **more: Any) -> Group:
    return replace(Group("Cleo/g2", "Cleo", "Derro Screecher", 30, DERRO, None, at(place)), **more)


def sent(row: Path, options: dict[str, str], orders: str, *groups: Group) -> PlayedWeek:
    return week(row, begin(50, *groups), options, Anna=SENT, Bert=TAKEN, Cleo={"Orders": orders})


def arrives(row: Path, first: PlayedWeek, options: dict[str, str], state: GameState | None = None) -> bool:
    second = week(row, state or first.after, options, Anna={"Trade": "None"}, Bert={"Trade": "None"})
    came, stopped = bool(second.events("trade-arrived")), bool(second.events("trade-aborted"))
    assert came is not stopped
    assert gold(second) == ((20, 30) if came else (50, 0))
    return came


LAY_SIEGE = "Move 20 Derro Screechers from Lowerdeep 3 to Lowerdeep 4 (1 Speed) and lay siege to Den."


@pytest.mark.parametrize(
    ("options", "lifted", "came"),
    [({}, False, False), ({}, True, True), (ANY_TIME, False, False), (ANY_TIME, True, False)],
)
def test_a_siege_that_is_over_when_the_week_closes(
    row: Path, options: dict[str, str], lifted: bool, came: bool
) -> None:
    """By default only how the week closed counts; else whatever befell the receiving end within it."""
    first = sent(row, options, LAY_SIEGE, besiegers("L3", count=20))
    assert first.after.sites["Bert/s1"].besieged_by == ("Cleo",)
    assert bool(first.events("trade-cut")) is bool(options)
    den = replace(first.after.sites["Bert/s1"], besieged_by=())
    free = replace(first.after, sites={**first.after.sites, "Bert/s1": den}, groups={})
    assert arrives(row, first, options, free if lifted else None) is came


@pytest.mark.parametrize(("options", "came"), [({}, False), (ANY_TIME, True)])
def test_a_siege_of_the_giver(row: Path, options: dict[str, str], came: bool) -> None:
    first = sent(row, options, "None")
    hole = replace(first.after.sites["Anna/s1"], besieged_by=("Cleo",))
    state = replace(first.after, sites={**first.after.sites, "Anna/s1": hole})
    assert arrives(row, first, options, state) is came


@pytest.mark.parametrize("options", [{}, ANY_TIME])
def test_a_road_that_an_army_closes(row: Path, options: dict[str, str]) -> None:
    march = "Move 30 Derro Screechers from Lowerdeep 2 to Lowerdeep 3 (1 Speed)."
    hidden = besiegers("L2", site="Cleo/s1", posture=Posture.GARRISONED)
    assert arrives(row, sent(row, options, "None", hidden), options)
    assert not arrives(row, sent(row, options, march, hidden), options)
