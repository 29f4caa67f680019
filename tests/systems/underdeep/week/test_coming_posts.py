"""The coming post tells what is on its way: sites being founded with their price, goods that a partner has sent."""

from __future__ import annotations

from dataclasses import replace

import pytest
from support.briefings import brief
from support.posts import write_post
from support.weeks import PlayedWeek, play_week

from orderbook.books.bundle import Bundle
from orderbook.campaign.game import Player, Setup, WeekPost, WeekRequest
from orderbook.rulebook.options import Options
from orderbook.systems.underdeep.week.state import GameState, Group, PlayerState, Site, Trade
from orderbook.systems.underdeep.week.values import Kind, Posture
from orderbook.text.source import decode_source
from tests.systems.underdeep.week.row_kit import DERRO, KOBOLDS, at

PLAYERS = (Player("Anna", KOBOLDS), Player("Bert", DERRO))


def tab(text: str, title: str) -> str:
    return text.split(f"[spoiler={title}]\n")[1].split("[/spoiler]")[0].strip()


def start(gold: int = 500, trades: tuple[Trade, ...] = ()) -> GameState:
    hole = Site("Anna/s1", "Skitterhole", "Anna", Kind.DUNGEON, at("L1"), KOBOLDS, True)
    den = Site("Bert/s1", "Den", "Bert", Kind.DUNGEON, at("L4"), DERRO, True)
    scouts = Group("Anna/g2", "Anna", "Kobold Slinger", 5, KOBOLDS, None, at("L2"), posture=Posture.OPEN)
    return GameState(
        4,
        {
            "Anna": PlayerState("Anna", KOBOLDS, Bundle({"Gold": gold, "Food": 50}), 20, 1),
            "Bert": PlayerState("Bert", DERRO, Bundle({"Gold": gold, "Food": 50}), 20, 1),
        },
        {site.id: site for site in (hole, den)},
        {scouts.id: scouts},
        {trade.id: trade for trade in trades},
    )


def play(state: GameState, week: int, posts: dict[str, str], options: tuple[tuple[str, str], ...] = ()) -> PlayedWeek:
    setup = Setup("underdeep", "a seed", PLAYERS, Options(options))
    taken = tuple(WeekPost(name, week, decode_source(text.encode())) for name, text in sorted(posts.items()))
    return play_week(WeekRequest(setup, week, state, taken, (), (), "a seed"))


def coming(week: PlayedWeek, player: str) -> str:
    text = brief(week, player, coming=True)
    return text[text.index(f"[b]Week {week.request.week + 1}[/b]") :]


FOUNDING = {
    "Dungeons": "[b]Skitterhole (L-1)[/b]",
    "Armies": "5 Kobold Slingers - In Lowerdeep 2",
    "Construction": "[b]Needle Outpost (Lowerdeep 2)[/b]\nBeginning Construction:\nOutpost: 1 week remaining",
}


@pytest.mark.parametrize("payment", ["when-finished", "when-ordered"])
def test_a_site_being_founded_stands_in_the_coming_post_with_its_price(payment: str) -> None:
    options = () if payment == "when-finished" else (("founding-payment", payment),)
    week = play(start(), 5, {"Anna": write_post(FOUNDING)}, options)
    assert len(week.events("founding-begun")) == 1
    assert len(week.events("founding-paid")) == (payment == "when-ordered")
    text = coming(week, "Anna")
    assert "Needle Outpost (Lowerdeep 2)" in tab(text, "Dungeons and Outposts")
    assert ("-50 Gold" in tab(text, "Construction")) == (payment == "when-finished")
    following = play(week.after, 6, {"Anna": text}, options)
    assert [event.data for event in following.events("found-wrong")] == []
    assert following.events("order-void") == []
    assert len(following.events("site-founded")) == 1
    gold = following.after.players["Anna"].wealth["Gold"]
    assert tab(text, "Wealth").splitlines()[0].endswith(str(gold))


def test_a_site_that_cannot_be_paid_for_yet_waits() -> None:
    state = start(20, ())
    week = play(state, 5, {"Anna": write_post(FOUNDING)})
    text = coming(week, "Anna")
    assert "1 week remaining" in tab(text, "Construction") and "Needle" not in tab(text, "Dungeons and Outposts")


def test_goods_that_are_only_promised_leave_in_the_coming_post() -> None:
    options = (("traded-goods-leave", "at-delivery"),)
    trade = Trade("Anna/t5", "Anna", "Bert", Bundle({"Food": 20}), 5, held=True)
    week = play(
        replace(start(), trades={trade.id: trade}), 5,
        {"Anna": write_post({"Dungeons": "[b]Skitterhole (L-1)[/b]", "Production": "Foraging: +30 Food"})}, options,
    )  # fmt: skip
    wealth = replace(week.after.players["Anna"], wealth=Bundle({"Gold": 400, "Food": 70}))
    state = replace(week.after, players={**week.after.players, "Anna": wealth})
    week = replace(week, after=state)
    anna, bert = coming(week, "Anna"), coming(week, "Bert")
    assert tab(anna, "Trade") == "Delivered to Bert: -20 Food"
    assert tab(bert, "Trade") == "Received from Anna: +20 Food"
    following = play(state, 6, {"Anna": anna, "Bert": bert}, options)
    assert [event.data for event in following.events("found-wrong")] == [] == following.events("order-void")
    assert following.after.trades == {}
    for name, text in (("Anna", anna), ("Bert", bert)):
        told = dict(line.split(": ", 1) for line in tab(text, "Wealth").splitlines())
        stated = {resource: int(amount.split("= ")[-1]) for resource, amount in told.items()}
        assert {key: amount for key, amount in stated.items() if amount} == dict(following.after.players[name].wealth)


def test_goods_on_their_way_are_in_the_coming_post() -> None:
    trades = (
        Trade("Bert/t5", "Bert", "Anna", Bundle({"Metal": 15, "Gold": 10}), 4),
        Trade("Anna/t6", "Anna", "Bert", Bundle({"Food": 20}), 4),
    )
    state = replace(start(), trades={trade.id: replace(trade, agreed=5) for trade in trades})
    week = play(state, 5, {"Anna": write_post({"Dungeons": "[b]Skitterhole (L-1)[/b]"})})
    assert len(week.after.trades) == 2
    anna, bert = coming(week, "Anna"), coming(week, "Bert")
    assert tab(anna, "Trade") == "Received from Bert: +10 Gold, +15 Metal"
    assert tab(bert, "Trade") == "Received from Anna: +20 Food"
    following = play(week.after, 6, {"Anna": anna, "Bert": bert})
    assert [event.data for event in following.events("found-wrong")] == []
    for name, text in (("Anna", anna), ("Bert", bert)):
        told = dict(line.split(": ", 1) for line in tab(text, "Wealth").splitlines())
        stated = {resource: int(amount.split("= ")[-1]) for resource, amount in told.items()}
        assert stated == dict(following.after.players[name].wealth)
