"""Marches that are due at one moment: who is kept from going, who runs into whom on the way, who arrives.

All of them are judged by how things stood before, and take place at once. Two enemies who change places at the same
moment meet: in that of the two regions which comes first from the Surface down; the one who was leaving it has not
got away.
"""

from __future__ import annotations

from dataclasses import dataclass

from orderbook.systems.underdeep.week.movement.bands import Band, Posture
from orderbook.systems.underdeep.week.movement.boarding import carry_along, passengers
from orderbook.systems.underdeep.week.movement.field import Field, Party
from orderbook.systems.underdeep.week.movement.ground import Site
from orderbook.systems.underdeep.week.movement.happenings import Kind
from orderbook.systems.underdeep.week.movement.hazards import brave_ground
from orderbook.systems.underdeep.week.movement.legs import held_outpost, watched_bridge
from orderbook.systems.underdeep.week.movement.orders import Deed, March, Teleport
from orderbook.systems.underdeep.week.movement.plans import Plan
from orderbook.systems.underdeep.week.movement.sight import tell_move
from orderbook.systems.underdeep.week.movement.traps import brave_site, brave_traps
from orderbook.systems.underdeep.world.region import Region


@dataclass(frozen=True)
class Going:
    """A party about to step from one region to another, with those of its bands that can."""

    party: Party
    plan: Plan
    start: Region
    to: Region
    bands: tuple[str, ...]


def march(field: Field, due: list[tuple[Party, Plan]]) -> set[str]:
    """Lets all march whose step is due; the bands that have come to another region."""
    goings = [going for party, plan in due if (going := _get_going(field, party, plan)) is not None]
    stopped = _find_crossings(field, goings)
    arrived: set[str] = set()
    for going in goings:
        if going.party.name in stopped:
            going.party.queue.appendleft(going.plan.step)
            field.stop(going.party, f"they meet enemies on the way to {going.to}")
        else:
            arrived |= _go(field, going)
    for region in sorted({field.bands[name].place for name in arrived}):
        here = [field.bands[name] for name in sorted(arrived) if field.bands[name].place == region]
        brave_traps(field, region, here)
    for going in goings:
        care = going.plan.step.care if isinstance(going.plan.step, March) else 0
        for name in going.bands:
            if name in arrived and name in field.bands:
                brave_ground(field, field.bands[name], going.plan.legs[name].perils, care)
    return {name for name in arrived if name in field.bands}


def _get_going(field: Field, party: Party, plan: Plan) -> Going | None:
    """A party as it sets out on its step: who cannot go stays behind, who pays by instalments pays."""
    step = plan.step
    if isinstance(step, Deed):
        return None
    to = step.to
    able: list[Band] = []
    behind: list[Band] = []
    for name, bar in plan.refused:
        field.refuse(party, [field.bands[name]], step, bar.reason, bar.rule)
        behind.append(field.bands[name])
    for name in plan.costs:
        band = field.bands[name]
        if name in plan.partly:
            _pay_instalment(field, party, band, to, plan)
            behind.append(band)
        elif isinstance(step, March) and not _may_pass(field, party, band, to):
            behind.append(field.bands[name]) if name in field.bands else None
        else:
            able.append(band)
    if not able:
        _give_up_marching(field, party)
        return None
    if behind:
        _leave_behind(field, party, [band.id for band in behind])
    party.queue.popleft()
    party.time = plan.time
    return Going(party, plan, able[0].place, to, tuple(band.id for band in able))


def _pay_instalment(field: Field, party: Party, band: Band, to: Region, plan: Plan) -> None:
    before = band.crossing[1] if band.crossing is not None and band.crossing[0] == to else 0
    paid = before + plan.costs[band.id]
    field.spend(field.rouse(band), plan.costs[band.id], crossing=(to, paid))
    of = plan.legs[band.id].cost
    field.tell(
        Kind.CROSSING, band.place, {band.owner}, ("UD-MOV-22",), line=party.line,
        band=band.id, to=str(to), paid=paid, of=of,
    )  # fmt: skip


def _give_up_marching(field: Field, party: Party) -> None:
    """Nobody can take the step: the marches behind it lapse, what can be done on the spot is still tried."""
    step = party.queue.popleft()
    marches = [step for step in party.queue if isinstance(step, March | Teleport)]
    for later in marches:
        party.queue.remove(later)
    members = field.alive(party)
    if marches and members:
        field.tell(
            Kind.LAPSED, members[0].place, {party.owner}, line=party.line, bands=[band.id for band in members],
            orders=[str(later) for later in marches], reason=f"they could not {step}",
        )  # fmt: skip


def _leave_behind(field: Field, party: Party, names: list[str]) -> None:
    """Those who cannot keep up form a party of their own, with what can be done where they are."""
    party.members = [name for name in party.members if name not in names]
    deeds = type(party.queue)(step for step in list(party.queue)[1:] if isinstance(step, Deed))
    rest = Party(party.owner, sorted(names), deeds, party.forced, party.hostile, party.line, party.time)
    rest.has_moved, rest.has_halted = party.has_moved, False
    field.add_party(rest)


def _may_pass(field: Field, party: Party, band: Band, to: Region) -> bool:
    """Whether no Outpost and no watched bridge keeps a band; Infiltrators roll for it (UD-ABL-INFILTRATOR-6)."""
    bridge = watched_bridge(field, party, band, to)
    if bridge is not None:
        field.tell(
            Kind.BARRED, band.place, {band.owner}, (bridge.rule,), line=party.line,
            band=band.id, to=str(to), reason=bridge.reason,
        )  # fmt: skip
        return False
    outpost = held_outpost(field, band, to)
    if outpost is None:
        return True
    if field.is_hidden(band):
        return slip_past(field, band, outpost, party.line)
    reason = f"{outpost.name} of {outpost.owner} bars the corridor"
    known = {band.owner, outpost.owner}
    rules = ("UD-MOV-03",)
    field.tell(Kind.BARRED, band.place, known, rules, line=party.line, band=band.id, to=str(to), reason=reason)
    return False


def slip_past(field: Field, band: Band, site: Site, line: int | None) -> bool:
    """Whether Infiltrators beat the Defence of a site's walls with an Attack roll; then its traps strike at them.

    A site without walls or doors asks for no roll.
    """
    rolls = []
    against = max(site.walls, default=None)
    total = None
    if against is not None:
        roll = field.roll(f"{band.unit} ({band.id}) slip past {site.name}", 20)
        rolls, total = [roll], roll.roll + band.attack
    passed = against is None or (total is not None and total > against)
    rules = ("UD-ABL-INFILTRATOR-6", *(("UD-ABL-INFILTRATOR-7",) if passed and site.traps else ()))
    field.tell(
        Kind.SLIPPED if passed else Kind.BARRED, band.place, {band.owner}, rules, rolls, line=line,
        band=band.id, site=site.name, total=total, against=against,
        reason="" if passed else f"they do not get past {site.name} unseen",
    )  # fmt: skip
    if passed:
        brave_site(field, site, [band])
    return passed and band.id in field.bands


def _find_crossings(field: Field, goings: list[Going]) -> set[str]:
    """The parties that do not get away because enemies come towards them on the same way at the same moment."""
    by_way: dict[tuple[Region, Region], list[Going]] = {}
    for going in goings:
        by_way.setdefault((going.start, going.to), []).append(going)
    stopped: set[str] = set()
    for (start, to), there in by_way.items():
        if start > to:
            continue
        for one in there:  # leaves the region in which they meet
            for other in by_way.get((to, start), ()):
                if _cross(field, one, other):
                    stopped.add(one.party.name)
    return stopped


def _cross(field: Field, one: Going, other: Going) -> bool:
    if not isinstance(one.plan.step, March) or not isinstance(other.plan.step, March):
        return False
    enemies = field.ground.relations.are_enemies(one.party.owner, other.party.owner)
    attacks = other.party.owner in one.party.hostile or one.party.owner in other.party.hostile
    in_sight = all(_is_in_sight(field, going) for going in (one, other))
    return (enemies or attacks) and in_sight


def _is_in_sight(field: Field, going: Going) -> bool:
    return any(not field.is_hidden(field.bands[name]) for name in going.bands if name in field.bands)


def _go(field: Field, going: Going) -> set[str]:
    """A step is taken: Speed paid, bands and their passengers in the next region."""
    party, moved, riders = going.party, [], []
    for name in going.bands:
        band = field.bands.get(name)
        if band is None:
            continue
        aboard = passengers(field, band)
        arrival = going.plan.legs[name].arrival
        came_from = band.place if isinstance(going.plan.step, March) else None
        band = field.spend(
            band,
            going.plan.costs[name],
            place=arrival.region,
            side=arrival.side,
            came_from=came_from,
            posture=Posture.OPEN,
            site=None,
            ambushes=None,
            crossing=None,
        )
        field.entered[name] = field.entered.get(name, 0) + 1
        moved.append(band)
        riders += carry_along(field, band, aboard)
    if not moved:
        return set()
    party.has_moved = True
    party.has_halted = False
    field.moved.update(band.id for band in (*moved, *riders))
    rules = {cause.rule for name in going.bands for cause in going.plan.legs[name].causes} or {"UD-ABL-TELEPORTER-1"}
    tell_move(field, [*moved, *riders], going.start, going.plan.costs, sorted(rules), party.line)
    return {band.id for band in (*moved, *riders)}
