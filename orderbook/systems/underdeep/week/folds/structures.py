"""Events about what stands at a site and what is being built there."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from orderbook.systems.underdeep.week.codec import read
from orderbook.systems.underdeep.week.folds.data import (
    Data,
    counts,
    goods,
    maybe_whole,
    misfit,
    pay_into,
    put_site,
    site_of,
    text,
    whole,
)
from orderbook.systems.underdeep.week.kinds import Happened
from orderbook.systems.underdeep.week.state import GameState, Project, Site, Standing
from orderbook.systems.underdeep.week.values import Where


def _go_on(state: GameState, data: Data) -> GameState:
    """A week's work at a ``site``: everything there is a week nearer to its end (UD-ORD-14)."""
    site = site_of(state, data)
    return put_site(state, replace(site, projects=tuple(replace(one, weeks=one.weeks - 1) for one in site.projects)))


def _finish(state: GameState, data: Data) -> GameState:
    """``count`` of a structure (``name``) stand now; what they ``replace``, pairs of name and number, goes."""
    site = site_of(state, data)
    name, number = text(data, "name"), whole(data, "count")
    site, faction = _take_project(site, data, name, number, repair=False)
    standing = add_standing(site.standing, name, number, faction)
    for old, gone in counts(data, "replaced"):
        standing = add_standing(standing, old, -gone)
    return put_site(state, replace(site, standing=standing))


def _repair(state: GameState, data: Data) -> GameState:
    """``count`` of a structure are Broken no more (UD-DEF-07)."""
    site = site_of(state, data)
    name, number = text(data, "name"), whole(data, "count")
    site, _ = _take_project(site, data, name, number, repair=True)
    return put_site(state, replace(site, standing=break_standing(site.standing, name, -number)))


def _take_project(site: Site, data: Data, name: str, number: int, *, repair: bool) -> tuple[Site, str]:
    """The site without so many of its projects that have no week left, and whose list they are of."""
    projects: list[Project] = []
    left, faction = number, ""
    for one in site.projects:
        taken = min(left, one.count) if one.name == name and one.repair is repair and one.weeks <= 0 else 0
        if taken:
            left -= taken
            faction = one.faction
        if one.count > taken:
            projects.append(replace(one, count=one.count - taken))
    if left:
        raise misfit(data, "count")
    return replace(site, projects=tuple(projects)), faction


def _build_before_play(state: GameState, data: Data) -> GameState:
    """``count`` of a structure were paid for and finished before the first week (UD-TRN-03): ``amounts``."""
    site = site_of(state, data)
    standing = add_standing(site.standing, text(data, "name"), whole(data, "count"), text(data, "faction"))
    for old, gone in counts(data, "replaced"):
        standing = add_standing(standing, old, -gone)
    return pay_into(put_site(state, replace(site, standing=standing)), data, goods(data))


def _begin(state: GameState, data: Data) -> GameState:
    """Work on ``count`` of a structure begins, paid with ``amounts``, ``weeks`` to go; a ``repair`` takes one week.
    What it comes ``in_place_of`` goes then, even if the rule data does not say so."""
    site = site_of(state, data)
    project = Project(
        text(data, "name"),
        whole(data, "count"),
        whole(data, "weeks"),
        -goods(data),
        bool(data.get("repair", False)),
        str(data.get("faction", "")),
        str(data.get("in_place_of", "")),
    )
    state = put_site(state, replace(site, projects=(*site.projects, project)))
    return pay_into(state, data, goods(data))


def _cancel(state: GameState, data: Data) -> GameState:
    """``count`` of a project with so many ``weeks`` to go are given up; ``amounts`` come back."""
    site = site_of(state, data)
    name, left, weeks = text(data, "name"), whole(data, "count"), maybe_whole(data, "weeks")
    back = goods(data)
    projects: list[Project] = []
    for one in site.projects:
        taken = min(left, one.count) if one.name == name and weeks in (None, one.weeks) and not one.repair else 0
        left -= taken
        if one.count > taken:
            projects.append(replace(one, count=one.count - taken, paid=one.paid - back if taken else one.paid))
    if left:
        raise misfit(data, "count")
    return pay_into(put_site(state, replace(site, projects=tuple(projects))), data, back)


def _break(state: GameState, data: Data) -> GameState:
    """``count`` of a structure are Broken."""
    site = site_of(state, data)
    return put_site(
        state, replace(site, standing=break_standing(site.standing, text(data, "name"), whole(data, "count")))
    )


def _destroy(state: GameState, data: Data) -> GameState:
    """``count`` of a structure are gone for good."""
    site = site_of(state, data)
    return put_site(
        state, replace(site, standing=add_standing(site.standing, text(data, "name"), -whole(data, "count")))
    )


def _give_room(state: GameState, data: Data) -> GameState:
    """``count`` of a structure (``name``, of a ``faction``) stand at a ``site`` that nobody built."""
    site = site_of(state, data)
    standing = add_standing(site.standing, text(data, "name"), whole(data, "count"), text(data, "faction"))
    return put_site(state, replace(site, standing=standing))


def _open_portal(state: GameState, data: Data) -> GameState:
    """It is known where the portal of a ``site`` leads ``until`` a week: to a ``region`` (UD-DER-38)."""
    site = site_of(state, data)
    return put_site(state, replace(site, portal=(read(Where, text(data, "region")), whole(data, "until"))))


def add_standing(standing: Iterable[Standing], name: str, number: int, faction: str = "") -> tuple[Standing, ...]:
    """What stands, with so many of a structure more or (below zero) less; new kinds come last, Broken ones go last."""
    listed = list(standing)
    for at, one in enumerate(listed):
        if one.name == name:
            count = one.count + number
            listed[at] = replace(one, count=count, broken=min(one.broken, max(count, 0)))
            break
    else:
        listed.append(Standing(name, number, 0, faction))
    return tuple(one for one in listed if one.count > 0)


def break_standing(standing: Iterable[Standing], name: str, number: int) -> tuple[Standing, ...]:
    """What stands, with so many more Broken, or less."""
    return tuple(
        replace(one, broken=max(min(one.broken + number, one.count), 0)) if one.name == name else one
        for one in standing
    )


STRUCTURE_FOLDS = (
    (Happened.WORK_WENT_ON, _go_on),
    (Happened.FINISHED, _finish),
    (Happened.REPAIRED, _repair),
    (Happened.BUILT_BEFORE_PLAY, _build_before_play),
    (Happened.BEGUN, _begin),
    (Happened.CANCELLED, _cancel),
    (Happened.BROKEN, _break),
    (Happened.DESTROYED, _destroy),
    (Happened.ROOM_GIVEN, _give_room),
    (Happened.PORTAL_OPENED, _open_portal),
)
