"""The game master's evening: whose post of a week is there, what is wrong with it, what waits for a ruling."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from orderbook.campaign.campaign import Campaign
from orderbook.campaign.faults import CampaignError
from orderbook.campaign.game import Player, Question
from orderbook.campaign.record import TakenPost
from orderbook.campaign.week import request_of
from orderbook.findings.report import Report
from orderbook.systems.series import SeriesRequest
from orderbook.systems.system import CheckRequest, RequestError, System

STANDING_RULE = "units stand, Upkeep is paid"
"""What holds in a week for a player who sent no orders."""


@dataclass(frozen=True)
class PlayerEvening:
    """One player's part of a week. Without ``post`` the standing rule holds; ``trouble`` says why nothing was checked.

    ``compared`` tells whether it was checked against the week before: its post, or with ``by_state`` what the campaign
    itself knows of its end.
    """

    player: Player
    post: TakenPost | None = None
    report: Report | None = None
    trouble: str = ""
    compared: bool = False
    by_state: bool = False


@dataclass(frozen=True)
class Evening:
    """A week as it stands. ``questions`` are those that no ruling answers yet."""

    week: int
    resolved: bool
    players: tuple[PlayerEvening, ...]
    questions: tuple[Question, ...] = ()

    @property
    def missing(self) -> list[Player]:
        """Who has sent nothing."""
        return [each.player for each in self.players if each.post is None]

    @property
    def has_errors(self) -> bool:
        """Whether a post has an error, or could not be checked."""
        return any(each.trouble or (each.report is not None and each.report.has_errors) for each in self.players)


def review_week(campaign: Campaign, system: System, week: int, only: str | None = None) -> Evening:
    """What is known of a week, of all players or of one.

    Every post is checked by the state at the week's beginning, or while there is none, against the post before.
    """
    record = campaign.record
    judge = _judge_by_state(campaign, system, week)
    players = tuple(
        _review_player(campaign, system, player, week, judge)
        for player in campaign.setup.players
        if only in (None, player.name)
    )
    return Evening(week, week in record.resolved, players, tuple(record.open_questions(week)))


def _judge_by_state(campaign: Campaign, system: System, week: int) -> Callable[[str], Report] | None:
    """What judges a player's post by the state the week begins with, where there is one and the system can."""
    game = system.campaign() if system.campaign is not None else None
    if game is None or game.judge_post is None or campaign.snapshot_step(week - 1) is None:
        return None
    if week - 1 not in campaign.record.resolved:  # the state before anything: the first posts make the first state
        return None
    judge = game.judge_post
    request = request_of(campaign, campaign.state(week - 1, game), week, campaign.record.seed)
    return lambda player: judge(request, player)


def _review_player(
    campaign: Campaign, system: System, player: Player, week: int, judge: Callable[[str], Report] | None
) -> PlayerEvening:
    posts = campaign.record.posts
    post, before = posts.get((week, player.name)), posts.get((week - 1, player.name))
    if post is None:
        return PlayerEvening(player)
    if judge is not None:
        try:
            return PlayerEvening(player, post, judge(player.name), compared=True, by_state=True)
        except CampaignError as error:
            return PlayerEvening(player, post, trouble=str(error), compared=True, by_state=True)
    setup = campaign.setup
    earlier = any(name == player.name and number < week for number, name in posts)
    request = CheckRequest(
        post=campaign.text_of(post),
        previous=campaign.text_of(before) if before is not None else None,
        opening=player.opening if not earlier else None,
        faction=player.faction,
        week=week,
        rules=setup.rules,
        map=setup.map,
        options=setup.options,
    )
    try:
        report = system.check(request)
    except RequestError as error:
        return PlayerEvening(player, post, trouble=str(error), compared=before is not None)
    return PlayerEvening(player, post, report, compared=before is not None)


def series_request(campaign: Campaign, player: Player) -> SeriesRequest:
    """All posts that count of a player, as a series to be audited. Raises ``RequestError`` if there is none."""
    posts = [post for _, post in sorted(campaign.record.posts.items()) if post.player == player.name]
    if not posts:
        raise RequestError(f"no post of {player.name} is in the campaign; 'orderbook campaign ingest' takes some")
    setup = campaign.setup
    return SeriesRequest(
        posts=tuple(campaign.text_of(post) for post in posts),
        player=player.name,
        opening=player.opening,
        faction=player.faction,
        rules=setup.rules,
        map=setup.map,
        options=setup.options,
    )
