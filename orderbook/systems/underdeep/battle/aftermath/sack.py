"""Sacking a Dungeon: what is taken from the loser's Wealth, and who is led away.

UD-SAC-02, UD-SAC-03, UD-SAC-04, UD-SAC-05, UD-SAC-06, UD-SAC-07, UD-SAC-09, UD-SAC-10.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from orderbook.dice.model import Dice
from orderbook.rulebook.options import Options
from orderbook.systems.underdeep.battle.aftermath.spoils import SpoilsError, roll_spoils

LOOT = {"Gold": "2d100", "Food": "1d100", "Metal": "1d20", "Bodies": "2d20"}
"""Dice for each resource, in the order in which they are rolled (UD-SAC-02)."""

PRISONERS = "1d3 x 1d100"
ESCAPED_BY_TUNNEL = 150
"""So many fewer prisoners where there is an Escape Tunnel (UD-SAC-09)."""

_SALVAGED = 10
"""One part in so many is saved from the last Dungeon by those who got away (UD-SAC-06)."""


@dataclass(frozen=True, slots=True)
class Sacking:
    """What is sacked, of whom, by whom. ``wealth`` is what the loser owns at that moment, of each resource."""

    site: str
    loser: str
    wealth: Mapping[str, int]
    by: str
    is_outpost: bool = False
    is_last_dungeon: bool = False
    defenders_escaped: bool = False
    has_escape_tunnel: bool = False
    by_orcs: bool = False


@dataclass(frozen=True, slots=True)
class Sack:
    """What came of it: ``loot`` goes from the loser to the victor, ``saved`` stays the loser's, ``prisoners`` are
    people who never fought, ``rolled`` what the dice showed before the loser's Wealth set a limit."""

    loot: Mapping[str, int]
    prisoners: int
    saved: Mapping[str, int] = field(default_factory=dict)
    rolled: Mapping[str, int] = field(default_factory=dict)


def sack(dice: Dice, sacking: Sacking, options: Options) -> Sack:
    """Rolls a sack. Raises ``SpoilsError`` for an Outpost, in which there is nothing to take (UD-SAC-10).

    From a faction's last Dungeon everything is taken, but for a tenth, rounded down, that those who escaped carry off
    (UD-SAC-05, UD-SAC-06). Else each resource is rolled for and taken as far as the loser has it (UD-SAC-04), twice as
    much by Orcs (UD-SAC-03; setting orc-loot).
    """
    if sacking.is_outpost:
        raise SpoilsError(f"{sacking.site} is an Outpost, and Outposts cannot be sacked; it can be razed or captured")
    if sacking.is_last_dungeon:
        saved = {
            name: amount // _SALVAGED if sacking.defenders_escaped else 0 for name, amount in sacking.wealth.items()
        }
        loot = {name: amount - saved[name] for name, amount in sacking.wealth.items() if amount > saved[name]}
        return Sack(loot, _roll_prisoners(dice, sacking, options), saved)
    factor = 2 if sacking.by_orcs and not options.chose("orc-loot", "raids-only") else 1
    rolled = {
        name: factor
        * roll_spoils(dice, written, f"{sacking.by} sack {sacking.site}: {name}", _key(sacking, name), options)
        for name, written in LOOT.items()
    }
    loot = {name: taken for name, amount in rolled.items() if (taken := min(amount, sacking.wealth.get(name, 0))) > 0}
    return Sack(loot, _roll_prisoners(dice, sacking, options), rolled=rolled)


def _roll_prisoners(dice: Dice, sacking: Sacking, options: Options) -> int:
    """UD-SAC-07, UD-SAC-09."""
    what = f"{sacking.by} sack {sacking.site}: prisoners"
    number = roll_spoils(dice, PRISONERS, what, _key(sacking, "prisoners"), options)
    return max(0, number - ESCAPED_BY_TUNNEL) if sacking.has_escape_tunnel else number


def _key(sacking: Sacking, what: str) -> str:
    return f"sack|{sacking.site}|{sacking.by}|{what}"
