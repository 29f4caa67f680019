"""Projects given up: what was paid for them comes back, to whoever holds the site now (UD-CAN-01, UD-CAN-03)."""

from __future__ import annotations

from orderbook.books.bundle import Bundle
from orderbook.campaign.event import Event, PostPlace
from orderbook.rulebook.names import fold_name
from orderbook.rulebook.plurals import pluralise
from orderbook.systems.underdeep.week.desk import Desk
from orderbook.systems.underdeep.week.kinds import Happened
from orderbook.systems.underdeep.week.state import Project, Site


def is_called(project: Project, name: str) -> bool:
    """Whether a project goes by a name. Of another race's structures a captor's post has no more than the words."""
    return project.name == name or fold_name(name) in (fold_name(project.name), fold_name(pluralise(project.name)))


def give_back(
    desk: Desk,
    player: str,
    site: Site,
    project: Project,
    count: int,
    rules: tuple[str, ...],
    post: PostPlace | None = None,
) -> Event:
    """So many of a project are given up, and their part of the price is ``player``'s."""
    back = Bundle((resource, amount * count // project.count) for resource, amount in project.paid.items())
    _, purse = desk.purse(player, desk.state.sites[site.id])
    return desk.event(
        Happened.CANCELLED,
        {
            **purse,
            "site": site.id,
            "name": project.name,
            "count": count,
            "weeks": project.weeks,
            "amounts": dict(back),
        },
        known_to=(player,),
        rules=rules,
        post=post,
    )
