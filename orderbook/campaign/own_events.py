"""The campaign's own events: one function makes each kind, and ``record`` reads it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from orderbook.campaign.canonical import Json
from orderbook.campaign.event import EVERYBODY, GAME_MASTER, Cause, Event
from orderbook.campaign.game import GivenRuling, Player, Question
from orderbook.campaign.record import KeptFile, TakenPost
from orderbook.campaign.schema import CAMPAIGN_PHASE
from orderbook.rulebook.options import Options


def _event(
    week: int, kind: str, data: Mapping[str, Json], known_to: str = GAME_MASTER, ruling: str | None = None
) -> Event:
    return Event(week, CAMPAIGN_PHASE, kind, data, Cause(ruling=ruling), frozenset({known_to}))


def campaign_begun(
    system: str, seed: str, options: Options, rules: Iterable[KeptFile], map_file: KeptFile | None
) -> Event:
    """A campaign begins."""
    return _event(
        0,
        "campaign-begun",
        {
            "system": system,
            "seed": seed,
            "options": dict(options.choices),
            "rules": [_describe_file(file) for file in rules],
            "map": _describe_file(map_file) if map_file is not None else None,
        },
    )


def options_chosen(week: int, options: Options) -> Event:
    """All choices that hold from now on."""
    return _event(week, "options-chosen", {"options": dict(options.choices)}, EVERYBODY)


def player_set(week: int, player: Player) -> Event:
    """A player joins, or what is known of one changes."""
    opening: Json = dict(player.opening) if player.opening is not None else None
    return _event(
        week,
        "player-set",
        {"name": player.name, "faction": player.faction, "opening": opening, "aliases": list(player.aliases)},
    )


def post_taken(post: TakenPost) -> Event:
    """A post counts from now on for its player's week, in place of one taken before."""
    return _event(post.week, "post-taken", _describe_post(post))


def post_offered(post: TakenPost, question: Question) -> Event:
    """A further post of a player whose week was ruled on in part; a question asks whether it counts."""
    return _event(post.week, "post-offered", {**_describe_post(post), "question": _describe_question(question)})


def _describe_post(post: TakenPost) -> dict[str, Json]:
    return {
        "player": post.player, "text": post.text, "page": post.page, "file": post.file, "number": post.number,
        "author": post.author, "posted": post.posted, "edited": post.edited, "id": post.id,
        "says_week": post.says_week,
    }  # fmt: skip


def post_withdrawn(post: TakenPost) -> Event:
    """A post that was taken counts no more for its week."""
    return _event(post.week, "post-withdrawn", {"player": post.player, "text": post.text})


def week_paused(week: int, questions: Iterable[Question]) -> Event:
    """Resolving a week came upon questions, and waits for their answers."""
    return _event(week, "week-paused", {"questions": [_describe_question(question) for question in questions]})


def _describe_question(question: Question) -> dict[str, Json]:
    place = question.post
    return {
        "id": question.id,
        "text": question.text,
        "rules": list(question.rules),
        "choices": list(question.choices),
        "post": {"player": place.player, "week": place.week, "line": place.line} if place else None,
    }


def ruling_given(ruling: GivenRuling) -> Event:
    """The game master answers a question."""
    return _event(ruling.week, "ruling-given", {"id": ruling.id, "answer": ruling.answer}, ruling=ruling.id)


def ruling_added(ruling: GivenRuling) -> Event:
    """The game master rules on something that nobody asked."""
    return _event(ruling.week, "ruling-added", {"id": ruling.id, "answer": ruling.answer}, ruling=ruling.id)


def ruling_withdrawn(ruling: GivenRuling) -> Event:
    """A ruling of a week that is not resolved yet counts no more."""
    return _event(ruling.week, "ruling-withdrawn", {"id": ruling.id}, ruling=ruling.id)


def files_replaced(week: int, rules: Iterable[KeptFile], map_file: KeptFile | None) -> Event:
    """The rule data and the map that hold from now on."""
    data: dict[str, Json] = {
        "rules": [_describe_file(file) for file in rules],
        "map": _describe_file(map_file) if map_file is not None else None,
    }
    return _event(week, "files-replaced", data)


def player_renamed(week: int, player: Player, name: str) -> Event:
    """A player is called otherwise from now on, and so is whoever sent the posts taken so far."""
    return _event(week, "player-renamed", {"name": player.name, "to": name})


def player_removed(week: int, player: Player) -> Event:
    """A player plays no more; posts for weeks that are not resolved count no more."""
    return _event(week, "player-removed", {"name": player.name})


def week_resolved(week: int, posts: Iterable[TakenPost], dice: Iterable[int] | None, seed: str) -> Event:
    """A week is resolved, from these posts and this seed or these dice."""
    return _event(
        week,
        "week-resolved",
        {
            "posts": {post.player: post.text for post in posts},
            "seed": seed,
            "dice": list(dice) if dice is not None else None,
        },
    )


def _describe_file(file: KeptFile) -> dict[str, Json]:
    return {"name": file.name, "digest": file.digest, "source": file.source}
