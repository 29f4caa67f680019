"""Events: what happened in a campaign, why, and who may know it. Nothing else changes the state of a game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from orderbook.campaign.canonical import Json, NotCanonical, canonical_json, to_json

GAME_MASTER = "gm"
"""Among those who know an event: the game master, who knows all; alone, nobody else does."""

EVERYBODY = "all"
"""Among those who know an event: every player."""


@dataclass(frozen=True, slots=True, order=True)
class PostPlace:
    """A line (from 1) of a player's post of a week."""

    player: str
    week: int
    line: int


@dataclass(frozen=True, slots=True)
class LoggedRoll:
    """One die as it fell. ``what`` says what was rolled for."""

    what: str
    sides: int
    roll: int


@dataclass(frozen=True, slots=True)
class Cause:
    """Why an event happened: rule ids, the line that ordered it, the ruling that decided it, the dice."""

    rules: tuple[str, ...] = ()
    post: PostPlace | None = None
    ruling: str | None = None
    rolls: tuple[LoggedRoll, ...] = ()


@dataclass(frozen=True)
class Event:
    """Something that happened in a week (0: before play), in a phase of it.

    ``kind`` says what, ``data`` holds the particulars; both are the business of the system, or of the campaign
    itself in the phase ``campaign``. ``known_to`` names the players who may know it, ``"all"`` or ``"gm"``; the game
    master always may. Raises ``NotCanonical`` for data that no JSON can hold.
    """

    week: int
    phase: str
    kind: str
    data: Mapping[str, Json] = field(default_factory=dict)
    cause: Cause = field(default_factory=Cause)
    known_to: frozenset[str] = frozenset({GAME_MASTER})

    def __post_init__(self) -> None:
        object.__setattr__(self, "data", to_json(self.data))
        object.__setattr__(self, "known_to", frozenset(self.known_to) | {GAME_MASTER})

    def __hash__(self) -> int:
        return hash(self.canonical)

    @property
    def canonical(self) -> str:
        """The event as canonical JSON."""
        return canonical_json(describe_event(self))

    def is_known_to(self, player: str | None) -> bool:
        """Whether a player may know it; ``None`` asks for the game master."""
        return player is None or player in self.known_to or EVERYBODY in self.known_to


def describe_event(event: Event) -> dict[str, Json]:
    """The event as JSON values."""
    cause = event.cause
    described: dict[str, Json] = {
        "rules": to_json(cause.rules),
        "rolls": [{"what": roll.what, "sides": roll.sides, "roll": roll.roll} for roll in cause.rolls],
    }
    if cause.post is not None:
        described["post"] = {"player": cause.post.player, "week": cause.post.week, "line": cause.post.line}
    if cause.ruling is not None:
        described["ruling"] = cause.ruling
    return {
        "week": event.week,
        "phase": event.phase,
        "kind": event.kind,
        "data": dict(event.data),
        "cause": {key: value for key, value in described.items() if value not in ([], None)},
        "known_to": to_json(sorted(event.known_to)),
    }


def parse_event(value: Json) -> Event:
    """The event that JSON values stand for. Raises ``NotCanonical`` for values that are no event."""
    try:
        return _parse_event(value)
    except (KeyError, TypeError, AttributeError) as error:
        raise NotCanonical(f"this is no event: {canonical_json(value)[:200]}") from error


def _parse_event(value: Json) -> Event:
    table = _table(value)
    cause = _table(table["cause"])
    place = cause.get("post")
    rolls = cause.get("rolls", [])
    return Event(
        week=_whole(table["week"]),
        phase=_text(table["phase"]),
        kind=_text(table["kind"]),
        data=_table(table["data"]),
        cause=Cause(
            rules=_texts(cause.get("rules", [])),
            post=_parse_place(place) if place is not None else None,
            ruling=_text(cause["ruling"]) if "ruling" in cause else None,
            rolls=tuple(
                LoggedRoll(_text(roll["what"]), _whole(roll["sides"]), _whole(roll["roll"]))
                for roll in map(_table, _items(rolls))
            ),
        ),
        known_to=frozenset(_texts(table["known_to"])),
    )


def _parse_place(value: Json) -> PostPlace:
    place = _table(value)
    return PostPlace(_text(place["player"]), _whole(place["week"]), _whole(place["line"]))


def _table(value: Json) -> dict[str, Json]:
    if not isinstance(value, dict):
        raise TypeError
    return value


def _items(value: Json) -> list[Json]:
    if not isinstance(value, list):
        raise TypeError
    return value


def _whole(value: Json) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError
    return value


def _text(value: Json) -> str:
    if not isinstance(value, str):
        raise TypeError
    return value


def _texts(value: Json) -> tuple[str, ...]:
    return tuple(_text(item) for item in _items(value))
