"""Raiding a settlement of the Surface, and how it recovers.

UD-RAI-05, UD-RAI-06, UD-RAI-07, UD-RAI-08, UD-RAI-09, UD-RAI-10, UD-RAI-11, UD-RAI-13, UD-RAI-14, UD-RAI-19.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from orderbook.dice.model import Dice
from orderbook.rulebook.options import Options
from orderbook.systems.underdeep.battle.aftermath.spoils import SpoilsError, roll_spoils

USUAL = {"Gold": "1d6 x 1d100", "Metal": "1d2 x 1d100", "Food": "1d4 x 1d100"}
"""Dice of most settlements (UD-RAI-06)."""

HALFLINGS = {"Gold": "1d3 x 1d100", "Metal": "1d100", "Food": "1d8 x 1d100"}
"""Dice of most Halfling settlements (UD-RAI-09); those of others are the game master's word."""

PRISONERS = "1d3 x 1d100"
REBUILDING = 4
"""Weeks a sacked settlement takes, from the start of the week after (UD-RAI-10)."""


class Fate(StrEnum):
    """What the victor does with a settlement (UD-RAI-05)."""

    SACKED = "sacked"
    SEIZED = "seized"
    RAZED = "razed"


@dataclass(frozen=True, slots=True)
class Settlement:
    """A settlement. ``loot`` are its dice for each resource; it rebuilds up to and including ``rebuilding_until``, a
    week's number (0 where it never was sacked); ``holder`` is who has seized it."""

    name: str
    loot: Mapping[str, str]
    rebuilding_until: int = 0
    holder: str = ""
    is_razed: bool = False


@dataclass(frozen=True, slots=True)
class Raid:
    """What a raid brought, and the settlement after it."""

    loot: Mapping[str, int]
    prisoners: int
    settlement: Settlement


def raid(
    dice: Dice,
    settlement: Settlement,
    by: str,
    week: int,
    fate: Fate,
    options: Options,
    *,
    by_orcs: bool = False,
    takes_prisoners: bool = False,
) -> Raid:
    """Rolls what a won assault on a settlement brings, whichever fate is chosen for it (UD-RAI-05).

    While it is rebuilding there is nothing to take, and it begins anew (UD-RAI-11). Orcs take double (UD-RAI-08).
    Raises ``SpoilsError`` for one that is razed (UD-RAI-13).
    """
    if settlement.is_razed:
        raise SpoilsError(f"{settlement.name} has been razed; there is nothing left to raid")
    after = _after(settlement, by, week, fate)
    if week <= settlement.rebuilding_until:
        return Raid({}, 0, after)
    factor = 2 if by_orcs else 1
    loot = {
        name: factor
        * roll_spoils(dice, written, f"{by} raid {settlement.name}: {name}", _key(settlement, by, name), options)
        for name, written in settlement.loot.items()
    }
    prisoners = 0
    if takes_prisoners:
        what = f"{by} raid {settlement.name}: prisoners"
        prisoners = roll_spoils(dice, PRISONERS, what, _key(settlement, by, "prisoners"), options)
    return Raid(loot, prisoners, after)


def give_up(settlement: Settlement, week: int) -> Settlement:
    """The settlement when its holder's troops go: free, and rebuilding as after a sack (UD-RAI-19)."""
    return replace(settlement, holder="", rebuilding_until=week + REBUILDING)


def _after(settlement: Settlement, by: str, week: int, fate: Fate) -> Settlement:
    if fate is Fate.RAZED:
        return replace(settlement, is_razed=True, holder="")
    if fate is Fate.SEIZED:  # who took it is its garrison (UD-RAI-14); it rebuilds once it is free again
        return replace(settlement, holder=by)
    return replace(settlement, holder="", rebuilding_until=week + REBUILDING)


def _key(settlement: Settlement, by: str, what: str) -> str:
    return f"raid|{settlement.name}|{by}|{what}"
