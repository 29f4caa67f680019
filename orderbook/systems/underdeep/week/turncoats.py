"""What a battle leaves of units that changed sides by Dominate: free again, under lasting control, captive or dead.

Rules: UD-SPELL-DOMINATE-2, UD-SPELL-DOMINATE-3, UD-SPELL-DOMINATE-5.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from orderbook.campaign.canonical import Json
from orderbook.campaign.event import Event
from orderbook.systems.underdeep.battle.engine import Battle as Fought
from orderbook.systems.underdeep.battle.regiment import Regiment
from orderbook.systems.underdeep.week.desk import Desk
from orderbook.systems.underdeep.week.dominion import resist, take_over
from orderbook.systems.underdeep.week.kinds import Happened
from orderbook.systems.underdeep.week.musters import Muster
from orderbook.systems.underdeep.week.state import Group
from orderbook.systems.underdeep.week.values import Posture


@dataclass
class Turncoats:
    """Units that changed sides and live, counted by the regiment they were of when the battle began.

    ``free`` are their own masters again, with the health of ``pools``; ``captive`` in the hands of whoever beat their
    master; ``thralls`` under lasting control, each with the regiment of its master.
    """

    free: Counter[Regiment] = field(default_factory=Counter)
    pools: Counter[Regiment] = field(default_factory=Counter)
    captive: Counter[Regiment] = field(default_factory=Counter)
    thralls: list[tuple[Regiment, Regiment]] = field(default_factory=list)

    def alive(self, regiment: Regiment) -> int:
        """How many units of a regiment live elsewhere."""
        obeying = sum(origin is regiment for origin, _ in self.thralls)
        return self.free[regiment] + self.captive[regiment] + obeying


def find_turncoats(fought: Fought, captured: Mapping[tuple[str, str], int]) -> Turncoats:
    """Those of a battle that is over. Control for some rounds ends with it, as does that of a master who fell."""
    found = Turncoats()
    for drawn in fought.drawn:
        origin = _origin(fought, drawn)
        master = fought.masters.get(drawn)
        if drawn.count <= 0:
            continue
        if captured.get((drawn.side, drawn.plan.name), 0):
            found.captive[origin] += drawn.count
        elif master is not None and master.count > 0 and drawn.side == fought.lasting.get(drawn):
            found.thralls.append((origin, master))
        else:
            found.free[origin] += drawn.count
            found.pools[origin] += drawn.pool
    return found


def _origin(fought: Fought, drawn: Regiment) -> Regiment:
    """The regiment that a unit was of when the battle began, however often it changed sides."""
    while drawn in fought.drawn:
        drawn = fought.drawn[drawn]
    return drawn


def settle_thralls(desk: Desk, muster: Muster, found: Turncoats) -> Generator[Event, None, list[tuple[str, str]]]:
    """Who is under lasting control is the master's from now on (UD-SPELL-DOMINATE-3); returns the groups of both."""
    pairs: list[tuple[str, str]] = []
    for origin, master in found.thralls:
        group, caster = _group(desk, muster, origin), _group(desk, muster, master)
        if group is None or group.double_of:
            continue  # an illusion has no will
        if caster is not None and group.owner != caster.owner:
            event, thrall = take_over(desk, group, caster, 1)
            pairs.append((thrall, caster.id))
            yield event
    return pairs


def settle_resisted(desk: Desk, muster: Muster, fought: Fought) -> Iterator[Event]:
    """Who withstood a caster is safe from that one for the week (UD-SPELL-DOMINATE-5)."""
    pairs = {
        (target.id, caster.id)
        for one, other in fought.resisted
        if (caster := _group(desk, muster, _origin(fought, one))) is not None
        and (target := _group(desk, muster, _origin(fought, other))) is not None
    }
    for name, by in sorted(pairs):
        yield resist(desk, desk.state.groups[name], desk.state.groups[by])


def follow_masters(desk: Desk, pairs: Iterable[tuple[str, str]]) -> Iterator[Event]:
    """Thralls are where their masters went after the battle."""
    for name, master in pairs:
        thrall, caster = desk.state.groups.get(name), desk.state.groups.get(master)
        if thrall is None or caster is None or caster.region in (None, thrall.region):
            continue
        data: dict[str, Json] = {
            "group": name, "region": str(caster.region), "site": None, "posture": Posture.OPEN.value,
            "came_from": str(thrall.region),
        }  # fmt: skip
        yield desk.event(Happened.MOVED, data, known_to=(thrall.owner,), rules=("UD-SPELL-DOMINATE-3",))


def _group(desk: Desk, muster: Muster, regiment: Regiment) -> Group | None:
    part = muster.parts.get((regiment.side, regiment.plan.name))
    return desk.state.groups.get(part.group) if part is not None else None
