"""A week's briefing: what its reader may know of the events, in words; battles, messages, Wealth, what comes next.

Rules: UD-ORD-04, UD-ORD-05, UD-TRD-09.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import takewhile

from markupsafe import Markup

from orderbook.campaign.canonical import Json
from orderbook.campaign.event import EVERYBODY, GAME_MASTER, Event
from orderbook.campaign.faults import CampaignError
from orderbook.campaign.game import BriefRequest
from orderbook.render.environment import TemplateFault, render_own_template
from orderbook.rulebook.faults import RuleDataError
from orderbook.rulebook.model import Rulebook, Structure, Unit
from orderbook.systems.underdeep.battle.report.view import BattleView, hide_from_players
from orderbook.systems.underdeep.rules import underdeep_rulebook
from orderbook.systems.underdeep.week.codec import read
from orderbook.systems.underdeep.week.kinds import Happened
from orderbook.systems.underdeep.week.spies import without_own_words
from orderbook.systems.underdeep.week.state import Group, Trade, in_order
from orderbook.systems.underdeep.week.telling import tell_event
from orderbook.systems.underdeep.week.wealth_table import table_wealth
from orderbook.systems.underdeep.week.wording import Words, goods_of

_CHAPTERS = (
    ("The week begins", ("opening", "setup", "progress", "founding")),
    ("Trade", ("trade",)),
    ("Production", ("production",)),
    ("Upkeep", ("upkeep",)),
    ("Construction", ("construction",)),
    ("Recruitment and officers", ("recruitment", "officers", "dismissal")),
    ("Rituals", ("rituals",)),
    ("Rulings", ("rulings",)),
)
"""Headings in the rulebook's order, and the phases under each; whatever else happens comes under the last."""
_ELSEWHERE = "Marches, sightings and battles"
_FAILED = "Orders that were not carried out"
_WRONG = "What was wrong in the post"


@dataclass(frozen=True)
class Chapter:
    title: str
    lines: tuple[str, ...]


@dataclass(frozen=True)
class Letter:
    """A message as it was written, line by line."""

    sender: str
    to: str
    lines: tuple[str, ...]


@dataclass(frozen=True)
class Report:
    """A battle with its figures, round by round; the chapters have it in a sentence. ``lines`` are what an earlier
    version kept of it, in place of ``view``."""

    title: str
    view: BattleView | None
    lines: tuple[str, ...] = ()


@dataclass(frozen=True)
class Part:
    """One reader's week: ``player`` is None for the game master's. ``wealth`` is a table's lines by player."""

    player: str | None
    chapters: tuple[Chapter, ...]
    wealth: tuple[tuple[str, tuple[str, ...]], ...]
    battles: tuple[Report, ...] = ()
    letters: tuple[Letter, ...] = ()
    held_back: tuple[str, ...] = ()
    pending: tuple[str, ...] = ()
    illusions: tuple[str, ...] = ()
    dice: tuple[str, ...] = ()


def write_brief(request: BriefRequest) -> str:
    """The briefing in BBCode. Raises ``CampaignError`` for templates and rule data that cannot be used."""
    try:
        return _write(request)
    except (RuleDataError, TemplateFault) as error:
        raise CampaignError(str(error)) from error


def _come(request: BriefRequest, player: str) -> Markup:
    """The coming post of a player."""
    from orderbook.systems.underdeep.week.coming_post import write_coming_post  # reads posts: not for every briefing

    return Markup(write_coming_post(request, player, request.post if request.player is not None else None))


def _write(request: BriefRequest) -> str:
    spied = [
        _describe(request, name, without_own_words(request.read_along[name])) for name in sorted(request.read_along)
    ]
    players = [request.player] if request.player is not None else sorted(request.after.players)
    known = [player for player in players if request.coming and player in request.after.players]
    coming = [(player, _come(request, player)) for player in known]
    return render_own_template(
        "underdeep/week.bbcode.j2",
        request.templates,
        week=request.week,
        following=request.week + 1,
        brief=_describe(request, request.player, request.events),
        spied=spied,
        coming=coming,
    )


def _describe(request: BriefRequest, player: str | None, events: tuple[Event, ...]) -> Part:
    words = make_words(request, player, events)
    players = [player] if player is not None else sorted(request.after.players)
    return Part(
        player,
        tuple(_chapters(words, events)),
        tuple(
            (name, tuple(table_wealth(words, events, name).lines()))
            for name in players
            if name in request.after.players
        ),
        tuple(_report(event, player) for event in events if event.kind == Happened.FOUGHT.value),
        tuple(
            Letter(str(event.data["player"]), str(event.data["to"]), tuple(str(event.data["text"]).split("\n")))
            for event in events
            if event.kind == Happened.MESSAGE_DELIVERED.value and player in (None, event.data["to"])
        ),
        tuple(_tell(words, event) for event in events if event.kind == Happened.MESSAGE_HELD_BACK.value),
        tuple(_pending(request, player)),
        tuple(_illusions(words, player)),
        tuple(_dice(events)) if player is None else (),
    )


def make_words(request: BriefRequest, reader: str | None, events: Iterable[Event]) -> Words:
    """The names of things as a reader of these events knows them."""
    groups: dict[str, Group] = {}
    trades: dict[str, Trade] = {}
    steps: set[tuple[Json, Json]] = set()
    for event in events:
        if event.kind == Happened.MARCHED.value:
            steps.add((event.data.get("start"), event.data.get("end")))
        if event.kind == Happened.TRADE_SENT.value:
            trade = read(Trade, event.data.get("trade"))
            trades[trade.id] = trade
        for key in ("group", "part", "into", "officer"):
            if isinstance(event.data.get(key), dict):
                group = read(Group, event.data[key])
                groups[group.id] = group
    plurals = _plurals(underdeep_rulebook(request.setup.rules))
    return Words(
        request.before, request.after, reader, request.setup.options, groups, trades, plurals, frozenset(steps)
    )  # fmt: skip


def _plurals(rulebook: Rulebook) -> dict[str, str]:
    named: list[Unit | Structure] = []
    for faction in rulebook.factions:
        named += [*faction.units, *faction.structures]
    return {entry.name: entry.plural for entry in named if entry.plural}


def _chapters(words: Words, events: tuple[Event, ...]) -> Iterable[Chapter]:
    title_of = {phase: title for title, phases in _CHAPTERS for phase in phases}
    lines: dict[str, list[str]] = {}
    for event in events:
        text = _tell(words, event)
        if not text or event.kind in (Happened.MESSAGE_HELD_BACK, Happened.MESSAGE_DELIVERED):
            continue
        title = title_of.get(event.phase, _ELSEWHERE)
        if event.kind == Happened.ORDER_VOID.value:
            title = _FAILED
        elif event.kind in (Happened.FOUND_WRONG, Happened.NO_POST, Happened.WEALTH_RECKONED):
            title = _WRONG
        lines.setdefault(title, []).append(text)
    for title in (*dict(_CHAPTERS), _ELSEWHERE, _FAILED, _WRONG):
        if title in lines:
            yield Chapter(title, tuple(lines[title]))


def _tell(words: Words, event: Event) -> str:
    """A sentence; the game master's says whose it is."""
    text = tell_event(words, event)
    owner = _owner(words, event) if words.reader is None else None
    return f"{owner}: {text}" if text and owner else text


def _owner(words: Words, event: Event) -> str | None:
    data = event.data
    if isinstance(data.get("player"), str):
        return str(data["player"])
    for key, find in (("group", words.find_group), ("band", words.find_group), ("site", words.find_site)):
        value = data.get(key)
        if isinstance(value, dict):
            return str(value.get("owner") or "") or None
        found = find(str(value)) if value is not None else None
        if found is not None:
            return found.owner or None
    if event.cause.post is not None:
        return event.cause.post.player
    readers = event.known_to - {GAME_MASTER}
    return next(iter(readers)) if len(readers) == 1 and EVERYBODY not in readers else None


_FOR_GAME_MASTER = ("For the game master", "Note:")
"""How the lines of a battle's report begin after which it speaks to the game master alone."""


def _report(event: Event, player: str | None) -> Report:
    """A battle as a player may know it, or the game master."""
    title = f"The battle in {event.data.get('region')}"
    if "view" not in event.data:
        return Report(title, None, tuple(_old_report(event, player)))
    view = read(BattleView, event.data["view"])
    return Report(title, view if player is None else hide_from_players(view))


def _old_report(event: Event, player: str | None) -> Iterator[str]:
    """The lines of a battle's report, without empty ones at its end."""
    text = str(event.data.get("report"))
    if player is not None:
        lines = takewhile(lambda line: not line.startswith(_FOR_GAME_MASTER), text.split("\n"))
        text = "\n".join(lines)
    yield from text.strip().split("\n")


def _pending(request: BriefRequest, player: str | None) -> Iterable[str]:
    """Trades on their way: whether each went through stands in the briefing of the week it is due (UD-TRD-09)."""
    for trade in in_order(request.after.trades.values()):
        if player in (None, trade.giver, trade.taker):
            yield f"{goods_of(trade.goods)} from {trade.giver} to {trade.taker}: due as week {trade.agreed + 1} begins"


def _illusions(words: Words, player: str | None) -> Iterable[str]:
    """Doubles there are beside the units in Armies, for the orders of the week to come."""
    for group in in_order(words.after.groups.values()):
        if group.double_of and player in (None, group.owner):
            owner = f" of {group.owner}" if player is None else ""
            yield f"{words.number(group.count, f'illusory {group.unit}')}{owner} in {group.region}"


def _dice(events: tuple[Event, ...]) -> Iterable[str]:
    for event in events:
        for roll in event.cause.rolls:
            yield f"{roll.what}: {roll.roll} on d{roll.sides}"
