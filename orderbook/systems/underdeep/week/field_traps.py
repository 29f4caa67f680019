"""Traps in the open over the weeks: begun, worked on while a trapmaker stays, set; and how they lie in wait.

UD-ABL-TRAPMAKING-1 to UD-ABL-TRAPMAKING-4, UD-DEF-04.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from orderbook.books.bundle import Bundle
from orderbook.campaign.canonical import Json
from orderbook.campaign.event import Event, PostPlace
from orderbook.rulebook.model import Structure, split_figure
from orderbook.systems.underdeep.battle.pieces.structures.snares import IN_A_CAGE, IN_A_SNARE
from orderbook.systems.underdeep.checks.building_prices import price_of
from orderbook.systems.underdeep.checks.trapmakers import count_coming
from orderbook.systems.underdeep.in_the_open import TRAPMAKING, is_field_trap, region_of, says_outside
from orderbook.systems.underdeep.post.model import LedgerLine
from orderbook.systems.underdeep.week.codec import write
from orderbook.systems.underdeep.week.desk import Desk, can_pay
from orderbook.systems.underdeep.week.kinds import Happened
from orderbook.systems.underdeep.week.movement import Trap
from orderbook.systems.underdeep.week.orders import PlayerOrders
from orderbook.systems.underdeep.week.purchases import price_due, tell_shortage
from orderbook.systems.underdeep.week.state import FieldTrap, in_order
from orderbook.systems.underdeep.week.values import Kind
from orderbook.systems.underdeep.world.region import Region

RUNE_TRAP = "Rune Trap"
RUNE_ATTACK, RUNE_DAMAGE = 10, 50
"""A Rune Trap's figures (UD-SPELL-RUNE-TRAP-1)."""

_HOLDS = {"Snare": (IN_A_SNARE, False), "Cage Trap": (IN_A_CAGE, True)}
"""What holds units unharmed: sides of the die for how many, and whether a Large one is held (UD-KOB-49, UD-KOB-53)."""


# -- building ---------------------------------------------------------------------------------------------------


def region_of_work(desk: Desk, orders: PlayerOrders, line: LedgerLine) -> Region | None:
    """The region in which a line builds in the open; None for what is built at a site of the player's."""
    region = region_of(line)
    if region is None or line.site is not None:
        return region
    own = desk.state.sites_of(orders.player)
    here = [site for site in own if site.region == region or (site.region is None and len(own) == 1)]
    is_cavern = says_outside(line) and all(site.kind is not Kind.OUTPOST for site in here)
    return region if is_cavern or not here else None


def begin(desk: Desk, orders: PlayerOrders, line: LedgerLine, region: Region) -> Iterator[Event]:
    """Traps are begun in a region by the trapmakers there, or the line is void and told why."""
    place, text = orders.place(line.span), orders.quote(line.span)
    entry = line.subject.entry if isinstance(line.subject.entry, Structure) else None
    bar = _why_not(desk, orders, line, entry, region)
    if bar is not None or entry is None:
        why, rule = bar or ("nobody knows what that is", "UD-ABL-TRAPMAKING-1")
        yield desk.void(orders, text, why, place, rule)
        return
    due = price_due(line, price_of(orders.context, line, entry))
    held = desk.state.players[orders.player].wealth
    if due is None:
        yield desk.void(orders, text, "what it costs is not known, and the line does not tell", place, "UD-BLD-08")
        return
    if not can_pay(held, -due):
        yield desk.void(orders, text, tell_shortage(held, -due), place, "UD-BLD-08")
        return
    for number in range(line.number):
        paid = _share(due, number, line.number)
        trap = FieldTrap(
            desk.new_id(orders.player, "x"), orders.player, entry.name, region, entry.faction,
            max(entry.weeks or 1, 1), -paid,
        )  # fmt: skip
        yield desk.event(
            Happened.TRAP_BEGUN,
            {"player": orders.player, "trap": write(trap), "amounts": dict(paid)},
            known_to=(orders.player,), rules=("UD-ABL-TRAPMAKING-1", "UD-BLD-08"), post=place,
        )  # fmt: skip


def _share(whole: Bundle, number: int, of: int) -> Bundle:
    """One of so many parts of a price, all of which together are the whole of it."""
    return Bundle((name, amount * (number + 1) // of - amount * number // of) for name, amount in whole.items())


def _why_not(
    desk: Desk, orders: PlayerOrders, line: LedgerLine, entry: Structure | None, region: Region
) -> tuple[str, str] | None:
    """Why a line cannot be begun in the open, with the rule."""
    if entry is None:
        return "nobody knows what that is", "UD-ABL-TRAPMAKING-1"
    if not is_field_trap(entry):
        return f"{entry.name} cannot be built where no site stands", "UD-KOB-67" if entry.indoors else "UD-BLD-02"
    room = next((name for need in entry.requires for name in need.names if _is_room(desk, orders.player, name)), None)
    if room is not None:
        return f"{entry.name} requires {room}, and such traps are not built in the open", "UD-ABL-TRAPMAKING-3"
    mine = [trap for trap in desk.state.traps_of(orders.player) if trap.region == region]
    busy = sum(1 for trap in mine if trap.weeks)
    makers, coming = count_makers(desk, orders.player, region), count_coming(orders.context, region)
    if coming is not None and busy + line.number > makers + coming:
        makers += coming
        told = "there are no trapmakers" if not makers else f"{makers} trapmakers build {makers} traps at a time"
        return f"{told} in {region}", "UD-ABL-TRAPMAKING-2" if makers else "UD-ABL-TRAPMAKING-1"
    wanted = Counter(name for need in entry.requires if need.replaces for name in need.names[:1])
    free = Counter(trap.name for trap in mine if trap.is_set)
    free.subtract(name for trap in mine if trap.weeks for name in _made_of(desk, trap))
    for name, count in sorted(wanted.items()):
        if free[name] < count * line.number:
            return f"{entry.name} is made of {name}, and there is none for it in {region}", "UD-BLD-10"
    return _over_limit(desk, orders.player, entry, region, line.number)


def _is_room(desk: Desk, player: str, name: str) -> bool:
    faction = desk.faction_of(player)
    return faction is not None and any(room.name == name for room in faction.rooms)


def _made_of(desk: Desk, trap: FieldTrap) -> list[str]:
    entry = desk.find_structure(trap.name, trap.faction)
    return list(entry.replaces) if entry is not None else []


def _over_limit(desk: Desk, player: str, entry: Structure, region: Region, number: int) -> tuple[str, str] | None:
    """The limit of a region; those of a Dungeon in it do not count, and an Outpost shares it, so that what is built
    there is built at the Outpost (UD-ABL-TRAPMAKING-4)."""
    if entry.limit is not None and not isinstance(entry.limit, int):
        return None
    group, there = entry.counts_as or entry.name, 0
    for trap in desk.state.traps_of(player):
        other = desk.find_structure(trap.name, entry.faction) if trap.region == region else None
        if other is not None and (other.counts_as or other.name) == group:
            there += 1
    limit = entry.limit or 1
    made_of = sum(need.count for need in entry.requires if need.replaces) * number
    if there + number - made_of > limit:
        return f"{region} may have {limit} of {group}", "UD-ABL-TRAPMAKING-4"
    return None


def count_makers(desk: Desk, player: str, region: Region) -> int:
    """The player's units with Trapmaking that are in a region (UD-ABL-TRAPMAKING-2)."""
    return sum(
        group.count
        for group in desk.state.groups_of(player)
        if group.region == region and (unit := desk.unit(group)) is not None and unit.has_ability(TRAPMAKING)
    )


def give_up(desk: Desk, player: str, region: Region, name: str, number: int, place: PostPlace) -> Iterator[Event]:
    """Up to so many traps that are being built in a region are given up, the latest begun first (UD-CAN-01)."""
    mine = [trap for trap in desk.state.traps_of(player) if trap.region == region and trap.name == name and trap.weeks]
    for trap in sorted(mine, key=lambda trap: -trap.weeks)[:number]:
        yield desk.event(
            Happened.TRAP_GONE,
            {
                "player": player, "trap": trap.id, "name": trap.name, "region": str(region), "why": "given up",
                "amounts": dict(trap.paid),
            },
            known_to=(player,), rules=("UD-CAN-01",), post=place,
        )  # fmt: skip


def run_progress(desk: Desk) -> Iterator[Event]:
    """A week's work on every trap whose trapmaker has stayed; the others rest (UD-ABL-TRAPMAKING-2)."""
    for player in desk.playing():
        newcomer = desk.orders.get(player)
        if newcomer is not None and newcomer.is_first:
            continue
        mine = [trap for trap in desk.state.traps_of(player) if trap.weeks and trap.region is not None]
        for region in sorted({trap.region for trap in mine if trap.region is not None}):
            here = [trap for trap in mine if trap.region == region]
            yield from _work(desk, player, region, here)


def _work(desk: Desk, player: str, region: Region, traps: list[FieldTrap]) -> Iterator[Event]:
    makers = count_makers(desk, player, region)
    busy, idle = traps[:makers], traps[makers:]
    known, rules = (player,), ("UD-ABL-TRAPMAKING-2",)
    if busy:
        names: list[Json] = [trap.id for trap in busy]
        yield desk.event(Happened.TRAP_WORKED_ON, {"player": player, "traps": names}, known_to=known, rules=rules)
    for trap in idle:
        data: dict[str, Json] = {"player": player, "name": trap.name, "region": str(region), "weeks": trap.weeks}
        yield desk.event(Happened.TRAP_RESTED, data, known_to=known, rules=rules)
    for trap in busy:
        if trap.weeks > 1:
            continue
        gone: list[Json] = []
        free = [one for one in desk.state.traps_of(player) if one.region == region and one.is_set]
        for name in _made_of(desk, trap):
            old = next((one for one in free if one.name == name and one.id not in gone), None)
            gone += [old.id] if old is not None else []
        yield desk.event(
            Happened.TRAP_SET,
            {"player": player, "trap": trap.id, "name": trap.name, "region": str(region), "replaced": gone},
            known_to=known, rules=("UD-BLD-12", *(("UD-DEF-03",) if gone else ())),
        )  # fmt: skip


# -- lying in wait ----------------------------------------------------------------------------------------------


def traps_in_wait(desk: Desk) -> dict[Region, tuple[Trap, ...]]:
    """The traps that are set, by region, as they strike at who comes by."""
    found: dict[Region, list[Trap]] = {}
    for trap in in_order(desk.state.traps.values()):
        if trap.is_set and trap.region is not None and (ready := _as_it_strikes(desk, trap)) is not None:
            found.setdefault(trap.region, []).append(ready)
    return {region: tuple(traps) for region, traps in found.items()}


def _as_it_strikes(desk: Desk, trap: FieldTrap) -> Trap | None:
    if trap.name == RUNE_TRAP:
        return Trap(trap.name, trap.owner, RUNE_ATTACK, RUNE_DAMAGE, trap.damage, (), trap.id, once=True, is_rune=True)
    entry = desk.find_structure(trap.name, trap.faction)
    if entry is None:
        return None
    ready = trap_of(entry, trap.owner)
    return replace(ready, id=trap.id) if ready is not None else None


def trap_of(entry: Structure, owner: str) -> Trap | None:
    """A trap by its entry, as it strikes on the march; None for one that does neither damage nor hold anybody."""
    attack, damage = split_figure(entry.stats.get("attack", "")), split_figure(entry.stats.get("damage", ""))
    holds, holds_large = _HOLDS.get(entry.name, (0, False))
    if entry.kind != "trap" or attack is None or (damage is None and not holds):
        return None
    spares = ("flying", "huge") if "Pit" in (entry.counts_as or entry.name) else ()
    once = any("only once" in note.lower() or "single use" in note.lower() for note in entry.notes)
    amount, kind = damage or (0, "")
    return Trap(entry.name, owner, attack[0], amount, kind, spares, "", holds, holds_large, once)
