"""Chaos Portals: where they lead this month, and who may still go through (UD-DER-38, UD-DER-39)."""

from __future__ import annotations

from collections.abc import Generator

from orderbook.campaign.canonical import Json
from orderbook.campaign.event import Event
from orderbook.campaign.game import Question
from orderbook.systems.underdeep.castings import PORTAL, PORTAL_UNITS
from orderbook.systems.underdeep.week.desk import Desk
from orderbook.systems.underdeep.week.kinds import Happened
from orderbook.systems.underdeep.week.rulings import read_region
from orderbook.systems.underdeep.week.state import Site
from orderbook.systems.underdeep.world.region import Region

MONTH = 4
"""Weeks for which a portal leads to one place."""


def find_exit(desk: Desk, site: Site) -> Region | None:
    """Where a site's portal leads this month, as far as it is known."""
    known = desk.state.sites[site.id].portal
    return known[0] if known is not None and known[1] >= desk.week else None


def open_portal(desk: Desk, site: Site) -> Generator[Event | Question, None, Region | None]:
    """Where a site's portal leads: found out by the first who go through in a month, by a die over the regions of the
    map; without a map the game master says (UD-DER-38). None as long as that is asked."""
    known = find_exit(desk, site)
    if known is not None:
        return known
    month = (desk.week - 1) // MONTH
    rolls, ruling = [], None
    if desk.world is not None:
        regions = sorted(region for region in desk.world.regions if region != site.region)
        if not regions:
            return None
        rolls = [desk.rolls.roll(f"where the {PORTAL} of {site.id} leads in month {month + 1}", len(regions))]
        region = regions[rolls[0].roll - 1]
    else:
        question = desk.question(
            "chaos-portal", (site.owner, site.name, month + 1), f"It is the one at {site.name}.", rules=("UD-DER-38",)
        )
        answer = desk.ruling(question)
        if answer is None:
            yield question
            return None
        region, ruling = read_region(question, answer), question.id
    data: dict[str, Json] = {"site": site.id, "region": str(region), "until": (month + 1) * MONTH}
    yield desk.event(
        Happened.PORTAL_OPENED, data, known_to=(site.owner,), rules=("UD-DER-38",), ruling=ruling, rolls=rolls
    )
    return region


def find_portal(desk: Desk, player: str, at: Region) -> tuple[Site, bool] | None:
    """The portal of a player that units in a region can go through, and whether that is outwards."""
    own = [site for site in desk.state.sites_of(player) if site.working(PORTAL) and site.region is not None]
    here = next((site for site in own if site.region == at), None)
    if here is not None:
        return here, True
    back = next((site for site in own if find_exit(desk, site) == at), None)
    return (back, False) if back is not None else None


def take_passage(desk: Desk, site: Site, outwards: bool, count: int) -> int | None:
    """Lets so many units through, if they are not too many for the week; else how many still may (UD-DER-39)."""
    key = (site.id, outwards)
    left = PORTAL_UNITS - desk.passages.get(key, 0)
    if count > left:
        return left
    desk.passages[key] = desk.passages.get(key, 0) + count
    return None
