"""Words for what happened. Which of several ways to say it is taken depends on the battle's own data alone."""

from __future__ import annotations

from collections.abc import Sequence
from zlib import crc32

from orderbook.systems.underdeep.battle.attack import MELEE, PURSUIT, RANGED, SNEAK, TRAP

ATTACKS: dict[str, tuple[tuple[str, str], ...]] = {
    MELEE: (
        ("attacks", "attack"),
        ("strikes at", "strike at"),
        ("sets upon", "set upon"),
        ("goes for", "go for"),
    ),
    RANGED: (("shoots at", "shoot at"), ("takes aim at", "take aim at"), ("lets fly at", "let fly at")),
    SNEAK: (("attacks from ambush", "attack from ambush"), ("strikes from hiding at", "strike from hiding at")),
    PURSUIT: (("pursues", "pursue"), ("strikes at the backs of", "strike at the backs of")),
    TRAP: (("strikes", "strike"), ("strikes at", "strike at")),
}
"""What one does, and what several do, by kind of attack."""

HARMLESS = ("no harm done", "nobody is hurt", "it does nothing")
BLOODLESS = ("nobody dies", "none die of it", "all live")
TOO_LATE = ("nobody is left to die of it", "the dead do not feel it")
"""Of damage on those whom others killed in the same moment."""
DEADLY = (("1 dies", "{} die"), ("1 falls", "{} fall"), ("1 dead", "{} dead"), ("that kills 1", "that kills {}"))
HELD = ("held", "stood fast", "did not waver")
COSTS = ("Round {number} costs {dead}.", "In round {number}, {dead} die.", "Round {number}: {dead} fall.")
COST_OF_ONE = ("Round {number} costs {dead}.", "In round {number}, {dead} dies.", "Round {number}: {dead} falls.")
SPARED = ("Nobody dies in round {number}.", "Round {number} kills nobody.")
WON = (
    "The field is held by {who} after {rounds}.",
    "After {rounds} the field belongs to {who}.",
    "After {rounds} nobody but {who} is left on the field.",
)


def pick(ways: Sequence[str], *facts: object) -> str:
    """One of several ways to say a thing, always the same for the same facts."""
    return ways[pick_number(len(ways), *facts)]


def pick_number(number: int, *facts: object) -> int:
    """A number below ``number``, always the same for the same facts."""
    return crc32("|".join(map(str, facts)).encode()) % number


def tell_number(number: int, one: str, many: str) -> str:
    """``1 round``, ``3 rounds``."""
    return f"1 {one}" if number == 1 else f"{number} {many}"


def join_words(parts: Sequence[str]) -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} and {parts[-1]}"
