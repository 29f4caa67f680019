"""Who lives in a region of the map and what they guard: settlements, lairs, wandering monsters, traps, graves.

All of it is the game master's secret: a map shown to players has none of it. Whom words such as "20 Militia" mean is
for the rule data to say, so that here they stay words.
"""

from __future__ import annotations

from dataclasses import field

from orderbook.text.records import record


@record
class Dwellers:
    """What a map says of those who live in a region.

    ``settlement`` names a settlement of the Surface, ``people`` whose it is ("Halfling"). ``garrison`` defends it,
    ``defences`` are its structures, ``loot`` the dice of a raid ("Gold 1d3 x 1d100"). ``lair`` lives in a ruin or in
    the wild, ``monsters`` wander, ``traps`` are those of a ruin, and ``graves`` is how many Bodies its graveyards hold.
    """

    settlement: str = ""
    people: str = ""
    garrison: tuple[str, ...] = field(default=(), repr=False)
    defences: tuple[str, ...] = field(default=(), repr=False)
    loot: tuple[str, ...] = field(default=(), repr=False)
    lair: tuple[str, ...] = field(default=(), repr=False)
    monsters: tuple[str, ...] = field(default=(), repr=False)
    traps: tuple[str, ...] = field(default=(), repr=False)
    graves: int | None = field(default=None, repr=False)


NO_DWELLERS = Dwellers()
DWELLER_KEYS = ("settlement", "people", "garrison", "defences", "loot", "lair", "monsters", "traps", "graves")
