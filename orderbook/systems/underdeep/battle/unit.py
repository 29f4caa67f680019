"""What a unit fights with: its figures as the battle needs them, read from rule data or from a battle file."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial

from orderbook.dice.expressions import Expression, parse_expression
from orderbook.rulebook.model import Unit, ability_stems

STATS = (
    "ranged_attack",
    "ranged_damage",
    "melee_attack",
    "melee_damage",
    "defence",
    "health",
    "speed",
    "morale",
)
"""Figures of a stat block."""

LARGE, HUGE = 4, 8
"""How many units a Large and a Huge one count as where regiments are split (UD-SPL-04)."""

PSYCHIC, SUICIDE = "psychic", "suicide"
"""Types of attack that do more than name a kind of damage (UD-PSY-01, UD-SUI-01)."""

_NONE = ("", "-", "–", "—", "n/a", "na", "none")
_TYPED = re.compile(r"(?P<figure>[^()]*?)\s*\((?P<types>[^()]*)\)")


@dataclass(frozen=True, slots=True)
class Weapon:
    """An attack: what is added to its roll, damage of one unit in points, and damage types in lower case."""

    attack: int
    damage: int
    types: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Fighter:
    """A unit ready to fight. Health in points; ``morale`` is ``None`` for what has no Morale score."""

    name: str
    melee: Weapon | None
    ranged: Weapon | None
    defence: int
    health: int
    speed: int
    morale: int | None
    weight: int = 1
    faction: str = ""
    lead_bonus: Mapping[str, int] = field(default_factory=dict, hash=False)
    garrison_bonus: Mapping[str, int] = field(default_factory=dict, hash=False)

    @property
    def size(self) -> str:
        """``normal``, ``large`` or ``huge``."""
        return {LARGE: "large", HUGE: "huge"}.get(self.weight, "normal")


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure as written: a value that may have to be rolled, and damage types."""

    value: Expression
    types: frozenset[str] = frozenset()


def parse_figure(written: int | str) -> Figure | None:
    """``3``, ``"+2"``, ``"8 (Fire)"``, ``"3+1d12"``; ``None`` for "N/A" and the like.

    Raises ``ValueError`` for what is no figure.
    """
    text = str(written).strip()
    if text.lower() in _NONE:
        return None
    match = _TYPED.fullmatch(text)
    types = frozenset(split_types(match["types"])) if match else frozenset()
    value = parse_expression(match["figure"] if match else text)
    if value is None:
        raise ValueError(f'"{text}" is no figure')
    return Figure(value, types)


def split_types(text: str) -> list[str]:
    """Damage types of a bracket: ``Fire``, ``Fire, Suicide``, ``fire and acid``."""
    return [part.strip().lower() for part in re.split(r",|/|;|\band\b|&", text) if part.strip()]


@dataclass(frozen=True, slots=True)
class Blueprint:
    """A unit before the battle: figures that may still have to be rolled (UD-KOB-13), and abilities as written.

    ``pay`` is the Gold of its Upkeep, which thieves find on it (UD-ABL-THIEVING-2)."""

    name: str
    figures: Mapping[str, Figure | None] = field(hash=False)
    abilities: tuple[str, ...] = ()
    faction: str = ""
    lead_bonus: Mapping[str, int] = field(default_factory=dict, hash=False)
    garrison_bonus: Mapping[str, int] = field(default_factory=dict, hash=False)
    pay: int = 0
    _built: list[Fighter] = field(default_factory=list, compare=False, repr=False)

    @property
    def rolled(self) -> tuple[str, ...]:
        """The figures that have to be rolled."""
        return tuple(name for name in STATS if (figure := self.figures.get(name)) and figure.value.is_rolled)

    def build(self, roll: Callable[[str, int], int]) -> Fighter:
        """The unit that fights, with what is rolled for it (UD-KOB-13).

        ``roll`` is called with the name of the figure and the sides of each die.
        """
        if self._built:
            return self._built[0]
        fighter = self._build(roll)
        if not self.rolled:
            self._built.append(fighter)  # nothing about it ever changes
        return fighter

    def _build(self, roll: Callable[[str, int], int]) -> Fighter:
        values: dict[str, int | None] = {}
        for name in STATS:
            figure = self.figures.get(name)
            values[name] = None if figure is None else figure.value.evaluate(partial(roll, name))
        return Fighter(
            self.name,
            self._weapon("melee", values),
            self._weapon("ranged", values),
            values["defence"] or 0,
            max(1, values["health"] or 1),
            values["speed"] or 0,
            values["morale"],
            find_weight(self.abilities),
            self.faction,
            self.lead_bonus,
            self.garrison_bonus,
        )

    def _weapon(self, kind: str, values: Mapping[str, int | None]) -> Weapon | None:
        attack, damage = values[f"{kind}_attack"], self.figures.get(f"{kind}_damage")
        if attack is None:
            return None
        return Weapon(attack, max(0, values[f"{kind}_damage"] or 0), damage.types if damage else frozenset())


def find_weight(abilities: tuple[str, ...]) -> int:
    """1, or 4 for a Large and 8 for a Huge unit (UD-ABL-LARGE-1, UD-ABL-HUGE-1)."""
    stems = {ability_stems(ability)[:1] for ability in abilities}
    return HUGE if ability_stems("Huge") in stems else LARGE if ability_stems("Large") in stems else 1


def blueprint_of(unit: Unit) -> Blueprint:
    """The blueprint of a unit of the rule data. Raises ``ValueError`` for a figure that is none."""
    figures = {name: parse_figure(value) for name, value in unit.stats.items() if name in STATS}
    pay = unit.upkeep.bundle["Gold"] if unit.upkeep is not None and not unit.leader else 0
    return Blueprint(unit.name, figures, unit.abilities, unit.faction, unit.lead_bonus, unit.garrison_bonus, pay)
