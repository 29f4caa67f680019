"""The abilities and spells that are defined, and how an entry may name one of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from orderbook.rulebook.model import Ability, ability_stems
from orderbook.rulebook.names import NameIndex, fold_name
from orderbook.rulebook.plurals import pluralise

_VALUE = re.compile(r"^(?P<name>.*?\S)\s*(?:[(\[].*|[+-]?\d+)$", re.DOTALL)
_BRACKET = re.compile(r"[(\[](?P<inside>.*?)[)\]]?\s*$", re.DOTALL)
_CHOICE = re.compile(r"(?:^|[,;]\s*)\d+\s*[:=]\s*(?=[A-Z])|^\s*(?:choose|pick)\b[^:]*:\s*", re.IGNORECASE)
_DICE = re.compile(r"\d*d\d+", re.IGNORECASE)
_COMMA = re.compile(r"[,;]\s*(?![^([]*[)\]])")


@dataclass(frozen=True, slots=True)
class Use:
    """An ability as an entry writes it: ``name`` without its value, ``text`` as it stands there."""

    name: str
    text: str


def split_ability(ability: str) -> tuple[Use, tuple[Use, ...]]:
    """The ability, and those among which its bracket lets one choose: ``Mutation (Choose 1: Flyer, Poison 3)``."""
    match = _VALUE.match(ability.strip())
    name = match["name"] if match else ability.strip()
    bracket = _BRACKET.search(ability)
    choices: tuple[Use, ...] = ()
    if bracket and _CHOICE.search(bracket["inside"]):
        parts = (part.strip() for part in _COMMA.split(_CHOICE.sub(",", bracket["inside"])))
        inner = ((_VALUE.match(part), part) for part in parts if part)
        choices = tuple(Use(found["name"], found["name"]) if found else Use(part, part) for found, part in inner)
    return Use(name, name), choices


def is_roll(name: str) -> bool:
    """Whether it is a roll of dice, which no ability is."""
    return _DICE.search(name) is not None


class Glossary:
    """Abilities and spells by name. ``others`` is what comes with orderbook and counts where ``own`` has no word."""

    def __init__(self, own: Sequence[Ability], others: Sequence[Ability]) -> None:
        names = {fold_name(ability.name) for ability in own}
        self._all = (*own, *(ability for ability in others if fold_name(ability.name) not in names))
        self._names = {fold_name(ability.name): ability.name for ability in self._all}
        self._aliases = {fold_name(form): ability.name for ability in self._all for form in ability.aliases}
        self._stems = {ability_stems(ability.name): ability.name for ability in self._all}
        self._index = NameIndex((form, ability) for ability in self._all for form in _forms(ability))

    def __bool__(self) -> bool:
        return bool(self._all)

    @property
    def names(self) -> tuple[str, ...]:
        """The defined names."""
        return tuple(ability.name for ability in self._all)

    def is_defined(self, name: str) -> bool:
        """Whether it has exactly this name."""
        return fold_name(name) in self._names

    def other_form(self, name: str) -> str | None:
        """The defined name of which ``name`` is another form: Flying for Flyer, a plural, another name given for it."""
        folded = fold_name(name)
        plain = self._aliases.get(folded) or self._stems.get(ability_stems(name))
        if plain:
            return plain
        return next((defined for form, defined in self._names.items() if fold_name(pluralise(form)) == folded), None)

    def suggest(self, name: str) -> tuple[str, ...]:
        """Defined names that resemble ``name``."""
        match = self._index.find(name)
        return match.suggestions if match is not None else self._index.suggest(name)


def _forms(ability: Ability) -> Iterable[str]:
    return (ability.name, *ability.aliases)
