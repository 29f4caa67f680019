"""A week's briefing: what its reader may know of the events, in words; the Wealth; the messages that came."""

from __future__ import annotations

from orderbook.books.bundle import Bundle, sort_resources
from orderbook.campaign.event import Event
from orderbook.campaign.game import BriefRequest
from orderbook.render.environment import render_template
from orderbook.systems.underdeep.week.closing import wealth_of
from orderbook.systems.underdeep.week.kinds import Happened
from orderbook.systems.underdeep.week.telling import tell_event

_CHAPTERS = (
    ("The week begins", ("opening", "setup", "progress", "founding")),
    ("Trade", ("trade",)),
    ("Production", ("production",)),
    ("Upkeep", ("upkeep",)),
    ("Construction", ("construction",)),
    ("Recruitment and officers", ("recruitment", "officers", "dismissal")),
    ("Rulings", ("rulings",)),
    ("What was wrong in the post", ("claims",)),
)


def write_brief(request: BriefRequest) -> str:
    """The briefing in BBCode."""
    chapters = [
        (title, lines)
        for title, phases in _CHAPTERS
        if (lines := [text for event in request.events if event.phase in phases and (text := _tell(request, event))])
    ]
    known = {phase for _, phases in _CHAPTERS for phase in phases} | {"messages"}
    further = [text for event in request.events if event.phase not in known and (text := _tell(request, event))]
    if further:
        chapters.append(("Elsewhere", further))
    players = [request.player] if request.player is not None else sorted(request.after.players)
    return render_template(
        "underdeep/week.bbcode.j2",
        week=request.week,
        player=request.player,
        chapters=chapters,
        wealth=[(player, _wealth(request, player)) for player in players if player in request.after.players],
        letters=[
            (event.data["player"], event.data["to"], str(event.data["text"]).split("\n"))
            for event in request.events
            if event.kind == Happened.MESSAGE_DELIVERED.value and request.player in (None, event.data["to"])
        ],
        held_back=[event.data for event in request.events if event.kind == Happened.MESSAGE_HELD_BACK.value],
    )


def _tell(request: BriefRequest, event: Event) -> str | None:
    text = tell_event(event, request.before, request.after)
    owner = event.data.get("player")
    return f"{owner}: {text}" if text and request.player is None and isinstance(owner, str) else text


def _wealth(request: BriefRequest, player: str) -> list[tuple[str, int, int]]:
    """Resource, amount now, and how it changed."""
    now = wealth_of(request.after, player)
    before = wealth_of(request.before, player) if player in request.before.players else Bundle()
    return [(name, now[name], now[name] - before[name]) for name in sort_resources({*now, *before})]
