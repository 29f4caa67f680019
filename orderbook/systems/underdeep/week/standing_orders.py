"""Standing orders that give up work if a site is attacked, so that its price is not the captor's (UD-CAN-04).

Such an order is kept with the site until it is carried out, revoked, or the site is somebody else's.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from orderbook.campaign.canonical import Json
from orderbook.campaign.event import Event
from orderbook.campaign.game import Question
from orderbook.rulebook.names import is_named
from orderbook.rulebook.plurals import pluralise
from orderbook.systems.underdeep.post.orders.model import OrderLine
from orderbook.systems.underdeep.week.desk import Desk
from orderbook.systems.underdeep.week.giving_up import give_back
from orderbook.systems.underdeep.week.kinds import Happened
from orderbook.systems.underdeep.week.orders import PlayerOrders
from orderbook.systems.underdeep.week.state import EVERYTHING, Site

_GIVES_UP = re.compile(
    r"\b(?:cancel\w*|abandon\w*|scrap\w*|stop\w*|halt\w*|call\w*\s+off|giv(?:e|es|en|ing)\s+up|break\w*\s+off)\b",
    re.IGNORECASE,
)
_ATTACKED = re.compile(
    r"\b(?:if|when|whenever|should|once|as soon as|in case|in the event|upon|on)\b[^.;]*?"
    r"\b(?:attack\w*|assault\w*|besieg\w*|siege|storm\w*|invad\w*)\b",
    re.IGNORECASE,
)
_REVOKED = re.compile(r"\b(?:no longer|revoke\w*|rescind\w*|withdraw\w*\s+(?:the|my|our)\s+standing)\b", re.IGNORECASE)


def run(desk: Desk) -> Iterator[Event | Question]:
    """What posts order for the case of an attack, noted before anything is given up or begun."""
    for player in desk.playing():
        orders = desk.orders.get(player)
        for line in orders.post.orders if orders is not None else []:
            if orders is not None and _GIVES_UP.search(line.text) and _ATTACKED.search(line.text):
                yield from _note(desk, orders, line)


def _note(desk: Desk, orders: PlayerOrders, line: OrderLine) -> Iterator[Event]:
    desk.settle(line, line.orders)
    revoked = _REVOKED.search(line.text) is not None
    for site in _sites_meant(desk, orders.player, line.text):
        named = list(_projects_meant(desk, orders, site, line.text)) or [EVERYTHING]
        if revoked:
            kept = [] if named == [EVERYTHING] else [one for one in site.on_attack if one not in named]
        else:
            kept = list(dict.fromkeys((*site.on_attack, *named)))
        if tuple(kept) != site.on_attack:
            projects: list[Json] = [*kept]
            yield desk.event(
                Happened.ORDER_STANDS,
                {"site": site.id, "projects": projects},
                known_to=(orders.player,),
                rules=("UD-CAN-04",),
                post=orders.place(line.line.span),
            )


def _sites_meant(desk: Desk, player: str, text: str) -> list[Site]:
    """The sites a line names, by name or region; all of the player's where it names none."""
    own = [site for site in desk.state.sites_of(player) if site.founding is None]
    named = [
        site for site in own if is_named(text, site.name, *([str(site.region)] if site.region is not None else []))
    ]
    return named or own


def _projects_meant(desk: Desk, orders: PlayerOrders, site: Site, text: str) -> Iterator[str]:
    """The structures a line names: of those under way there, and of the player's own list."""
    faction = desk.faction_of(orders.player)
    names: Iterable[str] = (
        *(project.name for project in site.projects),
        *(entry.name for entry in (faction.structures if faction is not None else ())),
    )
    found = [name for name in dict.fromkeys(names) if is_named(text, name, pluralise(name))]
    for name in found:  # the Mine is not meant where the line speaks of an Improved Mine
        if not any(name != other and is_named(other, name) for other in found):
            yield name


def carry_out(desk: Desk, site: Site) -> Iterator[Event]:
    """A site is attacked: what was ordered for the case is given up before anybody knows how the attack ends."""
    now = desk.state.sites[site.id]
    for project in now.projects:
        if not project.repair and (EVERYTHING in now.on_attack or project.name in now.on_attack):
            yield give_back(desk, now.owner, now, project, project.count, ("UD-CAN-04", "UD-CAN-01"))
    if now.on_attack:
        done: dict[str, Json] = {"site": site.id, "projects": []}
        yield desk.event(Happened.ORDER_STANDS, done, known_to=(now.owner,), rules=("UD-CAN-04",))
