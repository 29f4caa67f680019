"""Rulings nobody asked for: they hold as the week begins, and what cannot be carried out is refused at once."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from support.briefings import brief
from support.weeks import PlayedWeek, play_week

from orderbook.campaign.game import GivenRuling, Player, WeekRequest
from orderbook.systems.underdeep.week.occasions import occasions, rules_of
from orderbook.systems.underdeep.week.resolve import judge_added
from orderbook.systems.underdeep.week.state import RegionFacts
from tests.systems.underdeep.week.row_kit import KOBOLDS, at, row, screechers, slingers, week_of

__all__ = ["row"]

MARCH = "Move all Kobold Slingers from Lowerdeep 2 to Lowerdeep 3 (1 Speed)."


def ruled(row: Path, *texts: str, gone: str = "") -> WeekRequest:
    """The week in which Anna's Slingers march to where Bert's Screechers stand, with rulings added."""
    request = week_of(row, MARCH, slingers(20, "L2", came_from=at("L1")), screechers()).request
    if gone:
        players = tuple(player for player in request.setup.players if player.name != gone)
        posts = tuple(post for post in request.posts if post.player != gone)
        request = replace(request, setup=replace(request.setup, players=players), posts=posts)
    return replace(request, added=tuple(GivenRuling(f"added.5.{at_}", 5, text) for at_, text in enumerate(texts, 1)))


def play(request: WeekRequest) -> PlayedWeek:
    return play_week(request, lambda question: question.choices[0] if question.choices else "yes")


def test_a_relation_holds_from_the_beginning_of_the_week(row: Path) -> None:
    assert not play(ruled(row)).events("fought")
    week = play(ruled(row, "Anna and Bert are enemies"))
    assert week.events("fought") and week.after.relation("Anna", "Bert") == "enemies"


def test_effects_of_every_kind(row: Path) -> None:
    text = "Anna: +50 Gold; Bert: -1 Derro Screecher; Anna: 5 Kobold Slingers to Lowerdeep 1; fact: the bridge is down"
    week = play(ruled(row, text, "Anna: +3 Kobold Skulkers at Lowerdeep 4"))
    (granted,) = week.events("granted")
    assert (granted.data["amounts"], granted.cause.ruling) == ({"Gold": 50}, "added.5.1")
    heads = {(group.unit, str(group.region)): group.count for group in week.after.groups.values()}
    assert heads[("Kobold Slinger", "Lowerdeep 1")] == 5 and heads[("Derro Screecher", "Lowerdeep 3")] == 3
    assert heads[("Kobold Skulker", "Lowerdeep 4")] == 3
    assert [fact.text for fact in week.after.facts] == ["the bridge is down"]
    for player in ("Anna", "Bert"):
        assert "bridge is down" not in brief(week, player)
    assert "Ruling: Anna: +50 Gold" in brief(week, None)


def test_who_plays_no_more_can_still_be_ruled_about(row: Path) -> None:
    week = play(ruled(row, "Bert: -4 Derro Screechers", gone="Bert"))
    assert [group.owner for group in week.after.groups.values()] == ["Anna"]
    assert week.request.setup.players == (Player("Anna", KOBOLDS),)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Anna: fifty Gold", "cannot be read"),
        ("Anna: +5 Wobblers", "cannot be read"),
        ("Zoe: +5 Gold", "who is no player"),
        ("Anna: -9999 Gold", "takes more Gold"),
        ("Anna: -99 Kobold Slingers", "who has 20"),
        ("Anna: 2 Kobold Slingers to Nowhere", "neither a region nor a site"),
        ("Anna and Zoe are enemies", "who is no player"),
    ],
)
def test_what_cannot_be_carried_out_is_refused(row: Path, text: str, told: str) -> None:
    assert told in judge_added(ruled(row, text))
    assert told in judge_added(ruled(row, "Anna: +5 Gold", text))


@pytest.mark.parametrize(
    "text", ["the bridge holds", "Anna: +5 Gold", "fact: Anna: fifty songs", "Bert and Anna are allied"]
)
def test_what_can_be_carried_out_is_not(row: Path, text: str) -> None:
    assert judge_added(ruled(row, text)) == ""


# -- occasions, and the land --------------------------------------------------------------------------------------


def test_a_new_vein_adds_to_what_the_deposit_holds(row: Path) -> None:
    text = "Lowerdeep 1: +500 Gold, -20 Metal in the deposit"
    week = play(replace(ruled(row), added=(GivenRuling("new-vein.5.1", 5, text),)))
    assert dict(week.after.regions["Lowerdeep 1"].mined) == {"Gold": -500, "Metal": 20}
    (ruling,) = [event for event in week.events("ruled") if event.cause.ruling == "new-vein.5.1"]
    assert ruling.cause.rules == ("UD-PRD-05",)
    (told,) = week.events("deposit-changed")
    assert told.cause.rules == ("UD-PRD-05",)
    assert "+500 Gold" in brief(week, "Anna") and "+500 Gold" not in brief(week, "Bert")


def test_blighted_mushrooms_grow_again(row: Path) -> None:
    request = ruled(row, "Lowerdeep 2: the mushrooms grow again")
    facts = {"Lowerdeep 2": RegionFacts(blighted=True)}
    week = play(replace(request, state=replace(request.state, regions=facts)))
    assert not week.after.regions["Lowerdeep 2"].blighted
    assert "mushrooms of Lowerdeep 2 grow again" in brief(week, "Bert")


def test_bodies_can_be_laid_down(row: Path) -> None:
    assert play(ruled(row, "Lowerdeep 4: 30 Bodies lie there")).after.regions["Lowerdeep 4"].bodies == 30


@pytest.mark.parametrize("what", ["+5 Gold", "+some Gold in the deposit", "peace"])
def test_what_is_ruled_of_a_place_must_be_readable(row: Path, what: str) -> None:
    assert "Lowerdeep 4" in judge_added(ruled(row, f"Lowerdeep 4: {what}"))


def test_every_occasion_is_named_by_a_rule() -> None:
    assert len(occasions()) > 3
    for name in occasions():
        assert rules_of(f"{name}.3.1"), name
    assert rules_of("added.3.1") == ()
