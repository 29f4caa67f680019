"""How findings speak of things by number: in the rulebook's plural, with a verb that agrees."""

from __future__ import annotations

from typing import Any

from orderbook.books.bundle import Bundle
from orderbook.rulebook.model import Structure, Unit
from orderbook.systems.underdeep.checks.context import Context
from orderbook.systems.underdeep.post.model import Named


def plural_of(named: Named[Any]) -> str:
    """``Mushroom Patches``; a name that no rule data knows stays as it is written."""
    return _plural(named.entry) or named.name


def counted(number: int, named: Named[Any]) -> str:
    """``4 Mushroom Patches``, ``1 Mushroom Patch``."""
    return f"{number} {named.name if number == 1 else plural_of(named)}"


def counted_structures(context: Context, number: int, key: str) -> str:
    """``4 Mushroom Patches``, but ``Mushroom Patch`` for a single one; ``key`` is what ``key_of`` gave."""
    entry = context.catalogue.structure_named(key)
    name = entry.name if entry is not None else key.title()
    return name if number == 1 else f"{number} {_plural(entry) or name}"


def is_plural(named: Named[Any]) -> bool:
    """Whether a name that no rule data knows is written as a plural, as in ``Boar Pens: +20 Food``."""
    return named.entry is None and is_plural_name(named.text)


def is_plural_name(name: str) -> bool:
    return name.endswith("s") and not name.endswith("ss")


def spoken(bundle: Bundle) -> str:
    """``50 Gold, 1 Soul``: amounts of resources in the words of a sentence."""
    amounts = (f"{amount} {_singular(name) if abs(amount) == 1 else name}" for name, amount in bundle.items())
    return ", ".join(amounts) or "nothing"


def _singular(resource: str) -> str:
    """``Soul``, ``Body``; ``Gold`` as it is."""
    if resource.endswith("ies"):
        return resource[:-3] + "y"
    return resource[:-1] if is_plural_name(resource) else resource


def weeks_word(weeks: int) -> str:
    """``1 week``, ``2 weeks``."""
    return f"{weeks} week" if weeks == 1 else f"{weeks} weeks"


def agree(number: int, one: str, many: str) -> str:
    """``one`` for a single thing, ``many`` for any other number."""
    return one if number == 1 else many


def _plural(entry: object) -> str:
    return entry.plural if isinstance(entry, Structure | Unit) else ""
