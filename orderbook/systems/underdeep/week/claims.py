"""What posts claim beyond what the campaign knows: told to player and game master, and never believed in silence."""

from __future__ import annotations

from collections.abc import Iterator

from orderbook.campaign.canonical import Json
from orderbook.campaign.event import Event
from orderbook.campaign.game import Question
from orderbook.findings.model import Finding, Severity
from orderbook.systems.underdeep.post.titles import Tab
from orderbook.systems.underdeep.week.desk import Desk
from orderbook.systems.underdeep.week.kinds import Happened
from orderbook.systems.underdeep.week.orders import PlayerOrders

LEFT_TO_PHASES = frozenset({
    "build-prerequisite", "build-limit", "build-unique", "build-place", "build-cap",
    "recruit-prerequisite", "recruit-limit", "recruit-place", "message-limit",
})  # fmt: skip
"""Checks whose findings make an order void: told there."""


def run(desk: Desk) -> Iterator[Event | Question]:
    """Tells what the checks found, and who sent no post."""
    for player in desk.playing():
        orders = desk.orders.get(player)
        if orders is None:
            yield desk.event(Happened.NO_POST, {"player": player}, known_to=(player,))
            continue
        for finding in orders.findings():
            if finding.severity is not Severity.INFO and finding.check not in LEFT_TO_PHASES:
                yield _tell(desk, orders, finding)
        yield from _unknown_sites(desk, orders)


def _tell(desk: Desk, orders: PlayerOrders, finding: Finding) -> Event:
    data: dict[str, Json] = {
        "player": orders.player,
        "check": finding.check,
        "severity": finding.severity.value,
        "message": finding.message,
        "tab": finding.tab,
        "stated": finding.stated,
        "computed": finding.computed,
        "line": orders.source.line_of(finding.span.start),
    }
    return desk.event(
        Happened.FOUND_WRONG,
        {key: value for key, value in data.items() if value is not None},
        known_to=(orders.player,),
        rules=(finding.rule,) if finding.rule else (),
    )


def _unknown_sites(desk: Desk, orders: PlayerOrders) -> Iterator[Event]:
    """Sites the player lists as own and the campaign knows nothing of."""
    for site in orders.own_sites():
        span = site.headings.get(Tab.DUNGEONS)
        if span is not None and site not in orders.sites:
            place = orders.place(span)
            yield desk.event(
                Happened.FOUND_WRONG,
                {
                    "player": orders.player,
                    "check": "dungeon-appeared",
                    "severity": Severity.ERROR.value,
                    "message": f"{site} is listed, but {orders.player} has no such site.",
                    "tab": Tab.DUNGEONS.value,
                    "line": place.line,
                },
                known_to=(orders.player,),
                rules=("UD-ORD-22",),
                post=place,
            )
