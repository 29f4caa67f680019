"""Values of rule data in the words of a faction post."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from orderbook.books.bundle import Bundle
from orderbook.rulebook.importing.figures import split_list
from orderbook.rulebook.model import Cost, Requirement

_ONE = {"Souls": "Soul", "Bodies": "Body"}


def render_amounts(amounts: Bundle) -> str:
    """``225 Gold, 20 Metal``, ``1 Soul``, ``None``."""
    listed = [f"{number} {_ONE.get(name, name) if number == 1 else name}" for name, number in amounts.items()]
    return ", ".join(listed) or "None"


def render_price(cost: Cost) -> str:
    """``1 Food or 1 Body``, ``10 Souls +1 Soul per unit``."""
    price = " or ".join(render_amounts(choice) for choice in cost.choices)
    per_unit = [f"+{render_amounts(Bundle({name: number}))} per unit" for name, number in cost.per_unit.items()]
    return " ".join([*([price] if price != "None" or not per_unit else []), *per_unit])


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
