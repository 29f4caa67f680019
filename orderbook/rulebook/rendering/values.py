"""Values of rule data in the words of a faction post."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from orderbook.books.bundle import Bundle
from orderbook.rulebook.importing.figures import split_list
from orderbook.rulebook.model import Cost, Requirement

_ONE = {"Souls": "Soul", "Bodies": "Body"}


def render_amounts(amounts: Bundle, own: Sequence[str] = ()) -> str:
    """``225 Gold, 20 Metal``, ``1 Soul``, ``None``; a faction's ``own`` resources come in its order."""
    names = [*(name for name in amounts if name not in own), *(name for name in own if name in amounts)]
    return ", ".join(f"{amounts[name]} {_singular(name) if amounts[name] == 1 else name}" for name in names) or "None"


def render_price(cost: Cost, own: Sequence[str] = ()) -> str:
    """``1 Food or 1 Body``, ``10 Souls +1 Soul per unit``."""
    price = " or ".join(render_amounts(choice, own) for choice in cost.choices)
    per_unit = [f"+{render_amounts(Bundle({name: number}))} per unit" for name, number in cost.per_unit.items()]
    return " ".join([*([price] if price != "None" or not per_unit else []), *per_unit])


def _singular(name: str) -> str:
    if name in _ONE:
        return _ONE[name]
    return name[:-1] if name.endswith("s") and not name.endswith(("ss", "us", "is", "ies", "es")) else name


def render_requirement(need: Requirement, plurals: Mapping[str, str]) -> str:
    """``4 Mushroom Patches (replaces)``, ``Palisade or Gibbering Wall``."""
    names = [plurals.get(name, name) if need.count > 1 else name for name in need.names]
    number = f"{need.count} " if need.count > 1 else ""
    return f"{number}{' or '.join(names)}{' (replaces)' if need.replaces else ''}"


def render_bonus(bonus: Mapping[str, int]) -> str:
    """``+1 Ranged Attack, +1 Morale``."""
    return ", ".join(f"{number:+d} {render_label(key)}" for key, number in bonus.items()) or "none"


def render_label(key: str) -> str:
    """``ranged_attack`` as ``Ranged Attack``."""
    return key.replace("_", " ").title()


def join_names(names: Sequence[str]) -> str:
    """Names apart by commas, by semicolons if one of them holds a comma outside of brackets; ``none`` for none."""
    joined = ", ".join(names)
    if split_list(joined) == list(names):
        return joined or "none"
    return "; ".join(names) + (";" if len(names) == 1 else "")


def join_and(names: Iterable[str]) -> str:
    """``A, B, and C``."""
    held = list(names)
    if len(held) < 3:
        return " and ".join(held)
    return f"{', '.join(held[:-1])}, and {held[-1]}"
