"""A week's movement of all players together: from bands and orders to what happens, moment by moment.

At each moment all steps that are due happen at once: marches, then deeds, then whatever comes of bands being in one
place, then the attacks that are ordered. Bands bound in battle do nothing more; battles are fought when the movement
is over. Nothing here depends on the order in which bands or orders are given.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from dataclasses import field as dataclass_field
from fractions import Fraction

from orderbook.systems.underdeep.week.movement.bands import Band
from orderbook.systems.underdeep.week.movement.boarding import board, boarding_bar, get_off
from orderbook.systems.underdeep.week.movement.clashes import clash
from orderbook.systems.underdeep.week.movement.deeds import deed_bar, do_deed, scavenge
from orderbook.systems.underdeep.week.movement.field import Caught, Field, Party
from orderbook.systems.underdeep.week.movement.ground import Ground
from orderbook.systems.underdeep.week.movement.happenings import Battle, Happening, Kind, Roller
from orderbook.systems.underdeep.week.movement.hazards import brave_staying
from orderbook.systems.underdeep.week.movement.marching import march
from orderbook.systems.underdeep.week.movement.meetings import Brawl, meet
from orderbook.systems.underdeep.week.movement.orders import Deed, DeedKind, Orders, Step
from orderbook.systems.underdeep.week.movement.plans import Plan, plan_next
from orderbook.systems.underdeep.week.movement.sight import report_scouts, report_watch
from orderbook.systems.underdeep.week.movement.traps import brave_roaming
from orderbook.systems.underdeep.world.region import Region

_CLASHES = (DeedKind.ATTACK, DeedKind.ASSAULT, DeedKind.SLIP_IN, DeedKind.INVESTIGATE)


@dataclass(frozen=True)
class Movement:
    """What a week's movement comes to: where the bands are, who has fallen on the way, which battles there are.

    ``happenings`` are in order of time. ``left`` are the steps that lapsed in battle, by band, for a campaign that
    lets the victors go on: with the Speed they have spent, they can be moved once more. ``bodies``, ``graves`` and
    ``tunnels`` are those of the ground as they are now. ``caught`` are units held by traps, ``used`` the traps that are
    no more.
    """

    bands: Mapping[str, Band]
    fallen: Mapping[str, Band]
    happenings: tuple[Happening, ...]
    battles: tuple[Battle, ...]
    left: Mapping[str, tuple[Step, ...]]
    bodies: Mapping[Region, int]
    tunnels: Mapping[tuple[str, str], int]
    graves: Mapping[Region, int] = dataclass_field(default_factory=dict)
    caught: tuple[Caught, ...] = ()
    used: tuple[str, ...] = ()


def move_week(ground: Ground, bands: Iterable[Band], orders: Iterable[Orders], roll: Roller) -> Movement:
    """Moves everybody through the week.

    ``roll`` is asked for each die by a name that is the same however the players are ordered. Raises ``ValueError``
    for two bands of one id, a band off the map, or orders for a band that is not there or has others.
    """
    field = Field(ground, roll, bodies=dict(ground.bodies), graves=dict(ground.graves), tunnels=dict(ground.tunnels))
    for band in sorted(bands, key=lambda band: band.id):
        if band.id in field.bands or band.place not in ground.world or band.count <= 0:
            raise ValueError(f"band {band.id}: twice, off the map ({band.place}), or without units")
        field.put(band)
    field.set_out(sorted(orders, key=lambda order: sorted(order.bands)))
    brave_roaming(field)
    brawls: dict[Region, Brawl] = {}
    plans: dict[Party, Plan | None] = {}
    while due := _find_due(field, plans):
        _play(field, brawls, due)
        changed = {party for party, _ in due}
        for party in field.parties:  # whom this moment has touched, and whose deed depends on others, thinks anew
            plan = plans.get(party)
            gone = any(name not in field.bands for name in party.members)
            if party in changed or gone or not party.queue or (plan and isinstance(plan.step, Deed)):
                plans.pop(party, None)
    field.time = Fraction(1)
    brave_staying(field)
    _tire(field)
    report_watch(field)
    report_scouts(field)
    battles = tuple(brawls[region].finish(region, field.bands) for region in sorted(brawls))
    return Movement(
        dict(sorted(field.bands.items())),
        dict(sorted(field.fallen.items())),
        tuple(field.happenings),
        battles,
        dict(sorted(field.left.items())),
        dict(sorted(field.bodies.items())),
        dict(sorted(field.tunnels.items())),
        dict(sorted(field.graves.items())),
        tuple(field.caught),
        tuple(sorted(field.used)),
    )


def _find_due(field: Field, plans: dict[Party, Plan | None]) -> list[tuple[Party, Plan]]:
    """The parties whose next step is done first. Those that wait for a transport come when nobody else does."""
    for party in field.parties:
        if party not in plans:
            plans[party] = plan_next(field, party)
    ready = [(party, plan) for party in field.parties if (plan := plans.get(party)) is not None]
    able = [(party, plan) for party, plan in ready if not plan.waits] or ready
    first = min((plan.time for _, plan in able), default=None)
    return sorted(((p, plan) for p, plan in able if plan.time == first), key=lambda each: each[0].name)


def _play(field: Field, brawls: dict[Region, Brawl], due: list[tuple[Party, Plan]]) -> None:
    """One moment of the week."""
    field.time = max(field.time, due[0][1].time)
    marching = [(party, plan) for party, plan in due if not isinstance(plan.step, Deed)]
    doing = [(party, plan, plan.step) for party, plan in due if isinstance(plan.step, Deed)]
    arrived = march(field, marching)
    for party, plan, _ in doing:
        party.queue.popleft()
        party.time = plan.time
        for name, bar in plan.refused:
            if name in field.bands:
                field.refuse(party, [field.bands[name]], plan.step, bar.reason, bar.rule)
    _do_deeds(field, doing)
    halting = _find_halting(field)
    while arrived or halting:  # who is stopped by a battle halts there, too
        meet(field, brawls, arrived, halting)
        arrived, halting = set(), _find_halting(field)
    for party, plan, deed in doing:
        if deed.kind in _CLASHES:
            for name in plan.costs:
                if name in field.bands and name not in field.engaged and plan.costs[name]:
                    field.spend(field.bands[name], plan.costs[name])
            clash(field, brawls, party, deed, list(plan.costs))


def _find_halting(field: Field) -> set[str]:
    """The bands whose march has just come to its end; each once."""
    halting: set[str] = set()
    for party in field.parties:
        if party.has_moved and not party.has_halted and not party.will_march:
            party.has_halted = True
            halting.update(band.id for band in field.alive(party))
    return halting


def _do_deeds(field: Field, doing: list[tuple[Party, Plan, Deed]]) -> None:
    """Deeds due at one moment, scouting last, so that it sees what the others came to."""
    wishes: list[tuple[Band, Deed, int | None]] = []
    for party, plan, deed in sorted(doing, key=lambda each: each[2].kind is DeedKind.SCOUT):
        if deed.kind in _CLASHES:
            continue
        for name, cost in plan.costs.items():
            band = field.bands.get(name)
            if band is None:
                continue
            board_bar = boarding_bar(field, band, deed) if deed.kind is DeedKind.BOARD else None
            bar = board_bar or deed_bar(field, band, deed)
            if bar is not None:  # the transport has filled up, the Bodies are gone
                field.refuse(party, [band], deed, bar.reason, bar.rule)
            elif deed.kind is DeedKind.BOARD:
                board(field, band, deed, party.line)
            elif deed.kind is DeedKind.DISEMBARK:
                get_off(field, band, party.line)
            elif deed.kind is DeedKind.SCAVENGE:
                wishes.append((band, deed, party.line))
            else:
                do_deed(field, band, deed, cost, party.line)
    scavenge(field, wishes)


def _tire(field: Field) -> None:
    """What a Forced March takes from Attack and Morale: added to last week's, gone after a week without one."""
    rulings = field.ground.world.rulings
    for name in sorted(field.bands):
        band = field.bands[name]
        beyond = band.mover().forced_march_penalty(band.spent, field.entered.get(name, 0), rulings) or 0
        fatigue = band.fatigue + beyond if beyond else 0
        if fatigue != band.fatigue:
            field.change(name, fatigue=fatigue)
            field.tell(
                Kind.TIRED, band.place, {band.owner}, ("UD-MOV-25", "UD-MOV-26"),
                band=name, beyond=beyond, penalty=-fatigue,
            )  # fmt: skip
