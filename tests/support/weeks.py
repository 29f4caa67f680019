"""Campaigns played from generated posts: every question is answered, and each week is kept."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from generator.series import Series, make_series

from orderbook.campaign.event import Event
from orderbook.campaign.game import GivenRuling, Player, Question, Resolution, Setup, WeekPost, WeekRequest
from orderbook.rulebook.options import Options
from orderbook.systems.underdeep.week.folds.fold import fold
from orderbook.systems.underdeep.week.resolve import resolve_week
from orderbook.systems.underdeep.week.state import GameState
from orderbook.text.source import decode_source

Answer = Callable[[Question], str]


@dataclass(frozen=True)
class PlayedWeek:
    """A week: the state before, what happened, the state after, and the questions that were answered on the way."""

    request: WeekRequest
    resolution: Resolution
    before: GameState
    after: GameState
    asked: tuple[Question, ...]

    def events(self, kind: str) -> list[Event]:
        return [event for event in self.resolution.events if event.kind == kind]


def say_yes(question: Question) -> str:
    return "yes"


def play_week(request: WeekRequest, answer: Answer = say_yes) -> PlayedWeek:
    """Resolves a week, answering what is asked until nothing more is."""
    asked: dict[str, Question] = {}
    for _ in range(9):
        resolution = resolve_week(request)
        if not resolution.questions:
            break
        asked |= {question.id: question for question in resolution.questions}
        rulings = tuple(GivenRuling(name, request.week, answer(asked[name])) for name in sorted(asked))
        request = replace(request, rulings=rulings)
    assert not resolution.questions, [question.id for question in resolution.questions]
    after = request.state
    for event in resolution.events:
        after = fold(after, event)
    return PlayedWeek(request, resolution, request.state, after, tuple(asked.values()))


def play(
    posts: Mapping[str, Mapping[int, str | bytes]],
    players: Sequence[Player],
    *,
    options: Options | None = None,
    answer: Answer = say_yes,
    until: int | None = None,
    state: GameState | None = None,
) -> list[PlayedWeek]:
    """Weeks of posts, by player and week, from the first that anybody posted in to the last."""
    setup = Setup("underdeep", "a seed", tuple(sorted(players, key=lambda player: player.name)), options or Options())
    weeks = sorted({week for own in posts.values() for week in own})
    now = state or GameState()
    played: list[PlayedWeek] = []
    for week in range(weeks[0], (until or weeks[-1]) + 1):
        here = tuple(_posts_of(posts, week))
        request = WeekRequest(setup, week, now, here, tuple(_posts_of(posts, week - 1)), (), "a seed")
        played.append(play_week(request, answer))
        now = played[-1].after
    return played


def _posts_of(posts: Mapping[str, Mapping[int, str | bytes]], week: int) -> list[WeekPost]:
    found: list[WeekPost] = []
    for player in sorted(posts):
        text = posts[player].get(week)
        if text is not None:
            data = text.encode() if isinstance(text, str) else text
            found.append(WeekPost(player, week, decode_source(data)))
    return found


@lru_cache(maxsize=256)
def clean_series(seed: int) -> Series:
    """Several weeks of one player in which nothing is wrong."""
    return make_series(seed, clean=True)


def by_week(series: Series) -> dict[int, bytes]:
    return {week["week"]: series.posts[week["file"]] for week in series.truth["weeks"]}


def stated(series: Series, week: int) -> dict[str, int]:
    """The Wealth that a generated post states."""
    row = next(row for row in series.truth["weeks"] if row["week"] == week)
    return {resource: int(amount) for resource, amount in row["stated"].items()}
