"""Briefings of weeks that were played, as every reader gets them."""

from __future__ import annotations

from pathlib import Path

from orderbook.campaign.game import BriefRequest
from orderbook.systems.underdeep.week.brief import write_brief
from orderbook.systems.underdeep.week.spies import reads_along
from support.weeks import PlayedWeek


def brief(week: PlayedWeek, reader: str | None, *, coming: bool = False, templates: Path | None = None) -> str:
    """The briefing of a week for a player, or the game master's."""
    events = week.resolution.events
    return write_brief(
        BriefRequest(
            setup=week.request.setup,
            week=week.request.week,
            player=reader,
            events=tuple(event for event in events if event.is_known_to(reader)),
            before=week.before,
            after=week.after,
            post=next((post for post in week.request.posts if post.player == reader), None),
            templates=templates,
            coming=coming,
            read_along={
                name: tuple(event for event in events if event.is_known_to(name))
                for name in (reads_along(week.after, reader) if reader is not None else ())
            },
        )
    )
