"""A structure's figures: from the rule data, or written in the battle file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from difflib import get_close_matches
from functools import lru_cache
from typing import Any

from orderbook.rulebook.model import Structure
from orderbook.systems.underdeep.battle.site_plan import GATE, KINDS, MANNED, WALL, StructurePlan
from orderbook.systems.underdeep.battle.unit import Fighter, Weapon, parse_figure

_KEYS = ("kind", "attack", "damage", "defence", "health", "abilities", "crew", "at_wall", "once", "strengthens")
_MURDER_HOLES = "Murder Holes"
_MOST = 100_000


class StructureError(ValueError):
    """A structure nobody can fight with; ``str(error)`` says why."""


def structure_of(structure: Structure) -> StructurePlan:
    """A defence of the rule data. Raises ``StructureError`` for one without the figures it needs."""
    if not structure.kind:
        raise StructureError("it is no defence, or the rules do not say what it does")
    stats = dict(structure.stats)
    strengthens = 0
    written = stats.get("defence")
    if isinstance(written, str) and " to " in written:  # "+5 to Palisade"
        strengthens = int(written.split(" to ")[0])
        stats.pop("defence")
    at_wall = _MURDER_HOLES in (structure.name, structure.counts_as)
    return _build(
        structure.name,
        structure.kind,
        stats,
        structure.abilities,
        structure.crew,
        at_wall,
        strengthens,
        structure.counts_as or "",
    )


def parse_inline(name: str, keys: Mapping[str, Any], base: StructurePlan | None) -> StructurePlan:
    """A structure with figures of its own, laid over those of the rule data if there are any."""
    for key in keys:
        if key not in _KEYS:
            close = get_close_matches(key, _KEYS, n=1)
            raise StructureError(
                f"there is no {key!r}; " + (f"did you mean {close[0]}?" if close else f"it may have {', '.join(_KEYS)}")
            )
    kind = keys.get("kind", base.kind if base is not None else None)
    if kind not in KINDS:
        raise StructureError(f"kind is one of {', '.join(KINDS)}")
    abilities = keys.get("abilities", base.abilities if base is not None else ())
    if not isinstance(abilities, (list, tuple)) or not all(isinstance(each, str) for each in abilities):
        raise StructureError("abilities is no list of texts")
    figures = {key: keys[key] for key in ("attack", "damage", "defence", "health") if key in keys}
    if base is not None:
        weapon = base.weapon
        figures.setdefault("defence", base.fighter.defence)
        figures.setdefault("health", base.fighter.health if base.breaches else 0)
        if weapon is not None:
            types = f" ({', '.join(sorted(weapon.types))})" if weapon.types else ""
            figures.setdefault("attack", weapon.attack)
            figures.setdefault("damage", f"{weapon.damage}{types}")
    plan = _build(
        name,
        kind,
        figures,
        tuple(abilities),
        _number(keys, "crew", base.crew if base else 1 if kind == MANNED else 0),
        bool(keys.get("at_wall", base.at_wall if base else False)),
        _number(keys, "strengthens", base.strengthens if base else 0),
        base.shares if base else "",
    )
    return replace(plan, is_once=bool(keys.get("once", False)))


def _number(keys: Mapping[str, Any], key: str, default: int) -> int:
    value = keys.get(key, default)
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= _MOST:
        raise StructureError(f"{key} is no whole number")
    return value


def _build(
    name: str,
    kind: str,
    stats: Mapping[str, Any],
    abilities: tuple[str, ...],
    crew: int,
    at_wall: bool,
    strengthens: int,
    shares: str,
) -> StructurePlan:
    attack, damage = _figure(stats, "attack"), _figure(stats, "damage")
    weapon = (
        None if attack is None else Weapon(attack[0], damage[0] if damage else 0, damage[1] if damage else frozenset())
    )
    defence, health = _figure(stats, "defence"), _figure(stats, "health")
    if kind in (WALL, GATE) and not strengthens and (defence is None or health is None or health[0] < 1):
        raise StructureError("a wall or gate needs Defence and Health")
    fighter = Fighter(
        name, weapon, None, defence[0] if defence else 0, health[0] if health and health[0] > 0 else 1, 0, None
    )
    return StructurePlan(name, name, kind, fighter, abilities, crew, at_wall, strengthens, shares)


def _figure(stats: Mapping[str, Any], key: str) -> tuple[int, frozenset[str]] | None:
    """A number with damage types; ``None`` for what is not there, or is told in words ("2 Health of every unit")."""
    value = stats.get(key)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, (int, str)) or (isinstance(value, int) and abs(value) > _MOST):
        raise StructureError(f"{key} is no figure")
    found = _parse(str(value))
    if found is None and key != "damage":
        raise StructureError(f"{key}: {value!r} is no figure")
    return found


@lru_cache(maxsize=256)
def _parse(text: str) -> tuple[int, frozenset[str]] | None:
    try:
        figure = parse_figure(text)
    except ValueError:
        return None
    if figure is None or figure.value.is_rolled:
        return None
    return figure.value.least, figure.types
