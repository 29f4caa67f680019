"""The week begins: a week's work is done everywhere, what is finished stands, those alike join (UD-BLD-11, UD-BLD-12).

A project of ``n`` weeks begun in week ``w`` is finished when week ``w+n`` begins, so that it produces, recruits and
counts as a prerequisite in that week. What it is an upgrade of goes in that moment (UD-DEF-03).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from orderbook.campaign.canonical import Json, canonical_json
from orderbook.campaign.event import EVERYBODY, Event
from orderbook.campaign.game import Question
from orderbook.rulebook.model import Structure
from orderbook.systems.underdeep.checks.estate import replaced_by
from orderbook.systems.underdeep.week.codec import write
from orderbook.systems.underdeep.week.desk import Desk
from orderbook.systems.underdeep.week.kinds import Happened
from orderbook.systems.underdeep.week.state import Group, Project, Site


def begin_week(desk: Desk) -> Iterator[Event | Question]:
    """The week's number goes up, and what held for a time holds no more."""
    yield desk.event(Happened.WEEK_BEGAN, {"number": desk.week}, known_to=(EVERYBODY,))


def run(desk: Desk) -> Iterator[Event | Question]:
    """A week's work at every site, and what it leads to."""
    for player in desk.playing():
        newcomer = desk.orders.get(player)
        if newcomer is not None and newcomer.is_first:
            continue  # what a first post says is as of this week
        for site in desk.state.sites_of(player):
            yield from _work(desk, site)
        yield from _join(desk, player)


def _work(desk: Desk, site: Site) -> Iterator[Event]:
    known = (site.owner,)
    if site.projects:
        yield desk.event(Happened.WORK_WENT_ON, {"site": site.id}, known_to=known, rules=("UD-ORD-14", "UD-BLD-11"))
    for project in desk.state.sites[site.id].projects:
        if project.weeks <= 0:
            yield from finish(desk, site, project)


def finish(desk: Desk, site: Site, project: Project) -> Iterator[Event]:
    """A project without a week left stands, and what it replaces goes (UD-BLD-12, UD-DEF-03)."""
    data: dict[str, Json] = {"site": site.id, "name": project.name, "count": project.count}
    if project.repair:
        yield desk.event(Happened.REPAIRED, data, known_to=(site.owner,), rules=("UD-DEF-07",))
        return
    entry = desk.structure(site, project.name, project.faction)
    gone = what_goes(entry, project.count, desk.state.sites[site.id])
    if project.in_place_of:
        gone = [*gone, (project.in_place_of, project.count)]
    data["replaced"] = [[name, number] for name, number in gone]
    yield desk.event(
        Happened.FINISHED, data, known_to=(site.owner,), rules=("UD-BLD-12", *(("UD-DEF-03",) if gone else ()))
    )


def what_goes(entry: Structure | None, number: int, site: Site) -> list[tuple[str, int]]:
    """What leaves a site when so many of a structure are finished there, as (name, how many) (UD-DEF-03)."""
    if entry is None:
        return []
    standing = Counter({one.name: one.count for one in site.standing})
    return [(name, min(gone, standing[name])) for name, gone in replaced_by(entry, number, standing)]


def _join(desk: Desk, player: str) -> Iterator[Event]:
    """Groups that are alike in everything but number become one, so that a campaign does not fill up with them."""
    alike: dict[str, list[Group]] = {}
    for group in desk.state.groups_of(player):
        if group.rank is None and not group.figures and not group.wounds:
            likeness = write(replace(group, id="", count=1, raised=None, unpaid=()))
            alike.setdefault(canonical_json(likeness), []).append(group)
    for first, *others in alike.values():
        if others:
            yield desk.event(
                Happened.JOINED,
                {"group": first.id, "groups": [other.id for other in others]},
                known_to=(player,),
                rules=("UD-REG-02",),
            )
