"""Robbing the graveyards of a settlement: whether its defenders come out (UD-BDY-01, UD-BDY-03)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from orderbook.campaign.event import Event
from orderbook.campaign.game import Question
from orderbook.systems.underdeep.battle.aftermath.bodies import rob_graves
from orderbook.systems.underdeep.week.desk import Desk
from orderbook.systems.underdeep.week.marching_bands import make_band
from orderbook.systems.underdeep.week.movement import Band, Battle, Kind, Quarrel
from orderbook.systems.underdeep.week.questions import YES_NO, is_yes
from orderbook.systems.underdeep.week.settlements import muster_guard, settlement_in
from orderbook.systems.underdeep.week.state import Site
from orderbook.systems.underdeep.week.theatre import Names
from orderbook.systems.underdeep.week.values import NOBODY
from orderbook.systems.underdeep.world.region import Region


def run(desk: Desk, names: Names) -> Iterator[Event | Question]:
    """Those who are noticed at a settlement's graves may have its defenders upon them: the game master says so.

    Fifty troops at most who are gone by the end of the week are not noticed (UD-BDY-03). Those who were caught fight
    at the graves, wherever they are by then.
    """
    for (region, owner), robbers in sorted(_robbers(desk).items()):
        site = settlement_in(desk, region)
        if site is None or site.owner or not _are_noticed(region, robbers):
            continue
        number = sum(band.count for band in robbers.values())
        question = desk.question(
            "grave-robbers",
            (owner, str(region)),
            f"{number} troops of {owner} have robbed the graves of {site}"
            + (" and are still there." if any(b.place == region for b in robbers.values()) else "."),
            rules=("UD-BDY-03",),
            choices=YES_NO,
        )
        answer = desk.ruling(question)
        if answer is None:
            yield question
        elif is_yes(answer):
            yield from muster_guard(desk, site)
            _let_out(desk, names, site, owner, robbers)


def _robbers(desk: Desk) -> dict[tuple[Region, str], dict[str, Band]]:
    """The bands that dug in graves, by region and owner."""
    found: dict[tuple[Region, str], dict[str, Band]] = {}
    if desk.movement is None:
        return found
    for happening in desk.movement.happenings:
        if happening.kind is Kind.GATHERED and happening.data.get("dug"):
            band = desk.movement.bands.get(str(happening.data["band"]))
            if band is not None:
                found.setdefault((happening.region, band.owner), {})[band.id] = band
    return found


def _are_noticed(region: Region, robbers: Mapping[str, Band]) -> bool:
    number = sum(band.count for band in robbers.values())
    return rob_graves(number, 0, all(band.place != region for band in robbers.values()), 0).is_noticed


def _let_out(desk: Desk, names: Names, site: Site, owner: str, robbers: Mapping[str, Band]) -> None:
    """The battle at the graves, in the open, as one of those the march led to."""
    assert desk.movement is not None and desk.ground is not None and site.region is not None
    guard = {
        group.id: replace(band, site=None)
        for group in desk.state.garrison(site.id)
        if (band := make_band(desk, group, names, desk.ground)) is not None
    }
    if not guard:
        return
    quarrel = Quarrel(NOBODY, owner, "")
    battles = {battle.region: battle for battle in desk.movement.battles}
    before = battles.get(site.region)
    sides = dict(before.bands) if before is not None else {}
    sides[NOBODY] = tuple(sorted({*sides.get(NOBODY, ()), *guard}))
    sides[owner] = tuple(sorted({*sides.get(owner, ()), *robbers}))
    battles[site.region] = (
        Battle(site.region, (quarrel,), sides)
        if before is None
        else replace(before, quarrels=(*before.quarrels, quarrel), bands=sides)
    )
    bands = {**desk.movement.bands, **guard}
    desk.movement = replace(desk.movement, bands=bands, battles=tuple(battles[r] for r in sorted(battles)))
