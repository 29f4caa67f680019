"""Creatures and structures as the game master writes them: "40 Militia, 3 Ogre (Melee Attack +4, Health 20, Large)".

So are garrisons, lairs and wandering monsters written in a map or answered to a question (UD-RAI-03, UD-TER-04). A
name of the rule data needs no figures; any other has them in brackets.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from orderbook.rulebook.indexes import all_structures_index, all_units_index
from orderbook.rulebook.model import Rulebook
from orderbook.rulebook.names import Quality
from orderbook.rulebook.plurals import pluralise
from orderbook.systems.underdeep.battle.unit import STATS, parse_figure

_PIECES = re.compile(r"[()]|[,;\n]|\band\b|[^(),;\na]+|.", re.IGNORECASE)
_FORCE = re.compile(
    r"(?:(?P<count>[0-9]{1,5})\s*x?|x\s*(?P<behind>[0-9]{1,5})|(?P<one>an?))\s+(?P<name>[^()]{1,80}?)\s*"
    r"(?:\((?P<figures>(?:[^()]|\([^()]*\))*)\))?\.?",
    re.IGNORECASE,
)
_FIGURE = re.compile(
    r"(?P<label>[A-Za-z][A-Za-z ]{2,20}?)\s*[:=]?\s*(?P<value>[+-]?\s*[0-9][^,;]{0,30}|N/?A|none)", re.IGNORECASE
)
_NOBODY = re.compile(r"\W*(?:no(?:body|ne|thing| one)?|empty|undefended|unguarded|0)\b.*", re.IGNORECASE | re.DOTALL)
_SHORT = {
    "attack": "melee_attack", "melee": "melee_attack", "ranged": "ranged_attack", "damage": "melee_damage",
    "defense": "defence",
}  # fmt: skip
_NO_PLURAL = ("ss", "us", "is")
_NEEDED = ("defence", "health")
_MOST = 20


class ForcesError(ValueError):
    """Words that name no creatures or structures; ``str(error)`` says how to write them."""


@dataclass(frozen=True)
class Force:
    """So many creatures of a kind. ``faction`` is whose list they are of, empty for those known by ``figures`` alone,
    which are labels of stats; ``abilities`` come with those."""

    count: int
    unit: str
    faction: str = ""
    figures: Mapping[str, int | str] = field(default_factory=dict)
    abilities: tuple[str, ...] = ()


def read_forces(texts: Iterable[str], rulebook: Rulebook) -> list[Force]:
    """The creatures that texts name; none where they say there is nobody. Raises ``ForcesError``."""
    found: list[Force] = []
    for text in texts:
        if _NOBODY.fullmatch(text.strip()):
            continue
        found += [_read_force(part, rulebook) for part in split_parts(text)]
    return found


def split_parts(text: str) -> list[str]:
    """What commas, semicolons, line ends and "and" part, outside brackets."""
    parts, depth = [""], 0
    for piece in _PIECES.findall(text):
        depth += (piece == "(") - (piece == ")")
        if depth <= 0 and (piece in ",;\n" or piece.lower() == "and"):
            parts.append("")
        else:
            parts[-1] += piece
    return [part.strip() for part in parts if part.strip()]


def _read_force(text: str, rulebook: Rulebook) -> Force:
    match = _FORCE.fullmatch(text)
    if match is None:
        raise ForcesError(f'"{text}" names no creatures; write a number and a name, as in 40 Militia')
    count = int(match["count"] or match["behind"] or 1)
    named = all_units_index(rulebook).find(match["name"])
    figures, abilities = _read_figures(match["figures"] or "")
    if named is not None and named.quality is not Quality.GUESS:
        entry = named.value[0]
        return Force(count, entry.name, entry.faction, figures, abilities)
    missing = [label for label in _NEEDED if label not in figures]
    if missing:
        raise ForcesError(
            f'no rule data knows "{match["name"]}"; add it with --rules, or write its figures in brackets: '
            f"{match['name']} (Melee Attack +1, Melee Damage 2, Defence 12, Health 3, Speed 4, Morale 0)"
        )
    return Force(count, _as_one(match["name"].strip(), count), "", figures, abilities)


def _as_one(name: str, count: int) -> str:
    """The name of one of several whose plural is plain: "3 Gibbering Things"."""
    if count == 1 or not name.endswith("s") or name.endswith(_NO_PLURAL):
        return name
    return name[:-1] if pluralise(name[:-1]) == name else name


def _read_figures(text: str) -> tuple[dict[str, int | str], tuple[str, ...]]:
    """Figures and abilities out of a bracket. Raises ``ForcesError`` for a figure that is none."""
    figures: dict[str, int | str] = {}
    abilities: list[str] = []
    for part in split_parts(text):
        match = _FIGURE.fullmatch(part)
        label = match["label"].lower().strip().replace(" ", "_") if match is not None else ""
        label = _SHORT.get(label, label)
        if match is not None and label in STATS:
            value = match["value"].replace(" ", "") if match["value"][0] in "+-" else match["value"].strip()
            try:
                parse_figure(value)
            except ValueError as error:
                raise ForcesError(f'"{part}" is no figure; write it as in Defence 12') from error
            figures[label] = int(value) if value.lstrip("+-").isdecimal() else value
        else:
            abilities.append(part)
    return figures, tuple(abilities)


@dataclass(frozen=True)
class Works:
    """So many of a structure, and whose list it is of."""

    count: int
    name: str
    faction: str


def read_works(texts: Iterable[str], rulebook: Rulebook, faction: str = "") -> list[Works]:
    """The structures that texts name: "Palisade, 2 Pit Traps"; of ``faction`` where it has them, else of any.

    Raises ``ForcesError``.
    """
    index = all_structures_index(rulebook)
    found: list[Works] = []
    for text in texts:
        if _NOBODY.fullmatch(text.strip()):
            continue
        for part in split_parts(text):
            match = re.fullmatch(r"(?:([0-9]{1,3})\s*x?\s+)?(.{2,60}?)\.?", part)
            named = index.find(match[2]) if match is not None else None
            if match is None or named is None or named.quality is Quality.GUESS:
                raise ForcesError(f'"{part}" is no structure of any list; write them as in Palisade, 2 Pit Traps')
            entry = next((one for one in named.value if one.faction == faction), named.value[0])
            found.append(Works(min(int(match[1] or 1), _MOST), entry.name, entry.faction))
    return found
