"""Charges: what they bring down below bridges and sites, and a site that is razed with them.

UD-ABL-DEMOLITIONS-1 to UD-ABL-DEMOLITIONS-5, UD-RAZ-01 to UD-RAZ-03. Setting: charges-without-tunnel.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from orderbook.campaign.event import EVERYBODY, Event
from orderbook.rulebook.model import split_figure
from orderbook.systems.underdeep.battle.aftermath.razing import Razing, count_charges, raze
from orderbook.systems.underdeep.battle.aftermath.razing import Standing as Structure
from orderbook.systems.underdeep.joining import has
from orderbook.systems.underdeep.post.orders.model import Verb
from orderbook.systems.underdeep.week.desk import Desk
from orderbook.systems.underdeep.week.kinds import Happened
from orderbook.systems.underdeep.week.leading import written_abilities
from orderbook.systems.underdeep.week.movement import Kind
from orderbook.systems.underdeep.week.state import Site, in_order
from orderbook.systems.underdeep.week.theatre import tunnel_below, usable_structures_of

BRIDGE_CHARGES = 4
"""Charges that bring a bridge down (UD-ABL-DEMOLITIONS-1)."""

_SHALLOW = 3
"""Speed of a tunnel that only goes below a site which none can break into."""


def run(desk: Desk) -> Iterator[Event]:
    """What was mined this week goes off; below a site that was assaulted it did so as the assault began."""
    if desk.movement is None:
        return
    yield from _blow_bridges(desk)
    assaulted = {name for battle in desk.movement.battles for name in desk.site_ids(battle.sites)}
    for site in in_order(desk.state.sites.values()):
        if site.id not in assaulted:
            yield from _blow_below(desk, site)


def _blow_bridges(desk: Desk) -> Iterator[Event]:
    """Four charges bring a bridge down (UD-ABL-DEMOLITIONS-1): one that players built; of others the map is told."""
    for region, charges in sorted(_laid(desk, "bridge").items()):
        count = sum(charges.values()) // BRIDGE_CHARGES
        if count:
            yield desk.event(
                Happened.BRIDGE_FELL, {"region": region, "count": count}, known_to=(EVERYBODY,),
                rules=("UD-ABL-DEMOLITIONS-1",),
            )  # fmt: skip


def _laid(desk: Desk, *targets: str) -> dict[str, Counter[str]]:
    """The charges laid at any of these targets, by region and band."""
    found: dict[str, Counter[str]] = {}
    for happening in desk.movement.happenings if desk.movement is not None else ():
        if happening.kind is Kind.CHARGED and happening.data.get("target") in targets:
            counted = found.setdefault(str(happening.region), Counter())
            counted[str(happening.data["band"])] += int(str(happening.data["charges"]))
    return found


def _blow_below(desk: Desk, site: Site) -> Iterator[Event]:
    """Charges in a finished tunnel below a site, on what the orders name, else on what has no walls' strength first
    (UD-ABL-DEMOLITIONS-2, UD-ABL-DEMOLITIONS-5). What is left of a wall's Health is made good behind it."""
    laid = _laid(desk, *desk.site_names([site.id]))
    bands = sorted(name for counted in laid.values() for name in counted)
    number = sum(sum(counted.values()) for counted in laid.values())
    if not number:
        return
    known = {site.owner, *(desk.state.groups[name].owner for name in bands if name in desk.state.groups)}
    razing = _mine(desk, site, number, _named(desk, bands))
    for name, count in sorted(Counter(razing.broken).items()):
        yield desk.event(
            Happened.BROKEN, {"site": site.id, "name": name, "count": count}, known_to=sorted(known - {""}),
            rules=("UD-ABL-DEMOLITIONS-2", "UD-ABL-DEMOLITIONS-3", "UD-ABL-DEMOLITIONS-5"),
        )  # fmt: skip


def _named(desk: Desk, bands: list[str]) -> set[str]:
    """The structures that the orders of who laid the charges name."""
    return {
        action.structure.name
        for name in bands
        for order in desk.told.get(name, ())
        for action in order.does(Verb.LAY_CHARGES)
        if action.structure is not None
    }


def _mine(desk: Desk, site: Site, number: int, named: set[str]) -> Razing:
    standing = [
        Structure(entry.name, health[0] if entry.kind in ("wall", "gate") and health is not None else 0)
        for entry, count in usable_structures_of(desk, site)
        for health in [split_figure(entry.stats.get("health", ""))]
        for _ in range(count)
    ]
    order: Mapping[str, int] | None = {each.name: number for each in standing if each.name in named} or None
    ordered = sorted(standing, key=lambda each: (each.health, each.name))
    return raze(site.name, ordered, number, desk.options, is_held=True, has_tunnel=True, order=order)


def raze_site(desk: Desk, site: Site, winner: str, ruling: str | None) -> Iterator[Event]:
    """Charges break a structure each, those without Health first; what is left without them is a ruin (UD-RAZ-01 to
    UD-RAZ-03). By one reading of the rules they need a tunnel though the site is held (setting
    charges-without-tunnel)."""
    charges = _charges_in(desk, site, winner)
    if desk.options.chose("charges-without-tunnel", "always") and not _has_tunnel(desk, site, winner):
        charges = 0
    razing = _mine(desk, site, charges, set())
    for name, count in sorted(Counter(razing.broken).items()):
        yield desk.event(
            Happened.BROKEN, {"site": site.id, "name": name, "count": count}, known_to=(site.owner, winner),
            rules=("UD-RAZ-01", "UD-ABL-DEMOLITIONS-3", "UD-ABL-DEMOLITIONS-5"), ruling=ruling,
        )  # fmt: skip
    gone = bool(charges) and razing.is_gone
    yield desk.event(
        Happened.SITE_RAZED if gone else Happened.SITE_ABANDONED,
        {"site": site.id, "name": site.name},
        known_to=(EVERYBODY,),
        rules=("UD-RAZ-02" if gone else "UD-RAZ-03",),
        ruling=ruling,
    )


def _has_tunnel(desk: Desk, site: Site, owner: str) -> bool:
    """Whether somebody has dug all the way below a site, by what the march left of it."""
    dug = site.tunnels.get(owner, 0)
    if desk.movement is not None:
        dug = max([dug, *(desk.movement.tunnels.get((owner, name), 0) for name in desk.site_names([site.id]))])
    return dug >= (tunnel_below(usable_structures_of(desk, site)) or _SHALLOW)


def _charges_in(desk: Desk, site: Site, winner: str) -> int:
    """The charges that the victor's units with Demolitions can place with the Speed they have left."""
    assert desk.movement is not None
    number = 0
    for group in desk.state.groups_of(winner):
        band, unit = desk.movement.bands.get(group.id), desk.unit(group)
        if band is None or unit is None or group.region != site.region:
            continue
        if has(written_abilities(unit, group), "Demolitions"):
            number += count_charges(max(band.speed - band.spent, 0), group.count)
    return number
