"""A regiment's table of a battle file: its unit, its figures, its orders."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from difflib import get_close_matches
from typing import Any

from orderbook.rulebook.indexes import all_units_index
from orderbook.rulebook.model import Rulebook, Unit
from orderbook.rulebook.names import Quality
from orderbook.systems.underdeep.battle.orders import Orders, SpellOrder, Stance, WithdrawWhen
from orderbook.systems.underdeep.battle.piece import Piece, find_choices, is_choice, parse_ability
from orderbook.systems.underdeep.battle.pieces import all_pieces, find_piece
from orderbook.systems.underdeep.battle.reading.conditions import parse_condition
from orderbook.systems.underdeep.battle.reading.problems import Table
from orderbook.systems.underdeep.battle.scenario import RegimentPlan
from orderbook.systems.underdeep.battle.unit import STATS, Blueprint, Figure, blueprint_of, parse_figure

KEYS = (
    "name",
    "unit",
    "faction",
    "stats",
    "abilities",
    "mutation",
    "count",
    "wounded",
    "army",
    "from",
    "leads",
    "aboard",
    "resisted",
    "targets",
    "stance",
    "withdraw",
    "spells",
    "sneak_attack",
    "pick_pockets",
    "upkeep",
    "items",
    "holds_bridge",
    "escape",
    "conditions",
)
_LASTING = {"Ward": "Warded", "Illusory Duplicate": "Illusory"}
"""Spells of the week whose effect lasts into battles, and the condition of a regiment that is under them."""

_SPELL_KEYS = ("spell", "on", "round", "casters")
_STATS_EXAMPLE = "stats = {melee_attack = 2, melee_damage = 3, defence = 15, health = 5, speed = 4, morale = 1}"
_NEEDED = ("defence", "health")


def read_regiment(table: Table, rulebook: Rulebook, has_side_escape: bool) -> RegimentPlan | None:
    """A regiment as its table has it; ``None`` where it is too broken to stand, the problems told in any case."""
    before = len(table.problems)
    name = table.text("name", 'Write its name in quotes: name = "Grunts".')
    unit_name = table.text("unit", 'Write a unit of the rule data in quotes: unit = "Kobold Slinger".')
    if not name and not unit_name:
        table.complain("", "it has neither a name nor a unit", 'Give it one: name = "Grunts".')
        return None
    table.title = name or unit_name
    table.refuse_unknown(KEYS)
    blueprint = _read_blueprint(table, rulebook, name, unit_name)
    leads = table.text("leads", 'Name the regiment it leads: leads = "Grunts".')
    count = table.number("count", "Write how many units it has: count = 20.", 1, least=1)
    if table.keys.keys() <= set(KEYS) and "count" not in table.keys and not leads:
        table.complain("", "it does not say how many units it has", "Write count = 20, or leads for a lone leader.")
    if blueprint is None:
        return None
    wounded = table.number("wounded", "Write the Health it has lost in all: wounded = 3.", 0)
    if not blueprint.rolled and (health := blueprint.figures.get("health")) is not None:
        whole = health.value.least * count
        if wounded >= whole:
            table.complain(
                "wounded", f"it has lost {wounded} of {whole} Health and is dead", "Write less, or leave it out."
            )
    conditions = table.texts("conditions", 'Name what bears on it: conditions = ["Fatigue"].')
    table.warn_of_idle("conditions", conditions)
    plan = RegimentPlan(
        name or unit_name,
        blueprint,
        count,
        wounded,
        table.text("army", 'Name the army it belongs to: army = "Northern host".'),
        table.text("from", 'Name the region it came from: from = "Upperdeep 27".'),
        leads or None,
        _read_escape(table, has_side_escape),
        _read_orders(table),
        conditions,
        table.text("aboard", 'Name the regiment that carries it: aboard = "Severed".') or None,
        frozenset(table.texts("resisted", 'Name whose Dominate it withstood this week: resisted = ["Sisters"].')),
        table.texts("items", 'Name what its members carry: items = ["Crown of Ash"].'),
    )
    return plan if len(table.problems) == before else None


def _read_escape(table: Table, default: bool) -> bool:
    value = table.value("escape")
    if value is None or isinstance(value, bool):
        return default if value is None else value
    if isinstance(value, str) and value.strip():
        return value.strip().lower() not in ("none", "nowhere", "no")
    table.complain(
        "escape", "escape says neither whether nor where", 'Write escape = false, or escape = "Upperdeep 27".'
    )
    return default


def _read_blueprint(table: Table, rulebook: Rulebook, name: str, unit_name: str) -> Blueprint | None:
    stats = table.value("stats")
    if stats is not None and not isinstance(stats, dict):
        table.complain("stats", "stats is no table of figures", f"Write {_STATS_EXAMPLE}.")
        return None
    base: Blueprint | None = None
    if unit_name:
        unit = _find_unit(table, rulebook, unit_name)
        if unit is None and stats is None:
            return None
        if unit is not None:
            base = blueprint_of(unit)
    elif stats is None:
        unit = _find_unit(table, rulebook, name, is_guess=True)
        if unit is None:
            table.complain(
                "", "it has neither a unit nor stats", f'Write unit = "Kobold Slinger", or {_STATS_EXAMPLE}.'
            )
            return None
        base = blueprint_of(unit)
    if base is None:
        base = Blueprint(name or unit_name, {})
    return _lay_over(table, base, stats or {})


def _lay_over(table: Table, base: Blueprint, stats: Mapping[str, Any]) -> Blueprint | None:
    figures: dict[str, Figure | None] = dict(base.figures)
    abilities = base.abilities
    spoilt: set[str] = set()
    for key, value in stats.items():
        if key == "abilities":
            if isinstance(value, list) and all(isinstance(each, str) for each in value):
                abilities = tuple(value)
            else:
                table.complain("stats", "abilities is no list of texts", 'Write abilities = ["Poison 2", "Cavalry"].')
        elif key not in STATS:
            close = get_close_matches(key, STATS, n=1)
            mend = f"Did you mean {close[0]}?" if close else f"It may have {', '.join((*STATS, 'abilities'))}."
            table.complain("stats", f"stats has no figure {key!r}", mend)
        else:
            before = len(table.problems)
            figures[key] = _read_figure(table, key, value)
            if len(table.problems) > before:
                spoilt.add(key)
    own = table.value("abilities")
    if own is not None:
        abilities = table.texts("abilities", 'Write abilities = ["Poison 2", "Cavalry"].')
    if own is not None or "abilities" in stats:
        table.warn_of_idle("abilities" if own is not None else "stats", abilities)
    abilities = _choose_mutation(table, abilities)
    for key in _NEEDED:
        if figures.get(key) is None and key not in spoilt and (key not in stats or key == "health"):
            table.complain("stats", f"stats lacks {key}", f"Add it: {_STATS_EXAMPLE}.")
            return None
    health = figures["health"]
    if health is not None and not health.value.is_rolled and health.value.least < 1:
        table.complain("stats", "a unit's health is below 1", "Write the Health of one whole unit.")
        return None
    pay = table.number("upkeep", "Write the Gold that one of its units is paid: upkeep = 2.", base.pay)
    return replace(base, figures=figures, abilities=abilities, pay=pay)


def _choose_mutation(table: Table, abilities: tuple[str, ...]) -> tuple[str, ...]:
    """The abilities with the one chosen by ``mutation`` in place of those it is one of (UD-DER-12)."""
    mutation = table.text("mutation", 'Write the one they have: mutation = "Flyer".')
    if not mutation:
        return abilities
    offered = [choice for written in abilities for choice in find_choices(written) or ()]
    chosen = next((choice for choice in offered if is_choice(mutation, choice)), None)
    if chosen is None:
        told = f"Write one of {', '.join(offered)}." if offered else "Leave it out; or list all it has under abilities."
        table.complain("mutation", f"{mutation!r} is no mutation it can have", told)
        return abilities
    return tuple(mutation if chosen in (find_choices(written) or ()) else written for written in abilities)


def _read_figure(table: Table, key: str, value: Any) -> Figure | None:
    mend = f'Write a number, or in quotes a figure such as "8 (Fire)", "3+1d12" or "N/A": {key} = 3.'
    if (
        not isinstance(value, (int, str))
        or isinstance(value, bool)
        or (isinstance(value, int) and abs(value) > 100_000)
    ):
        table.complain("stats", f"{key} is no figure", mend)
        return None
    try:
        return parse_figure(value)
    except ValueError as error:
        table.complain("stats", f"{key}: {error}", mend)
        return None


def _find_unit(table: Table, rulebook: Rulebook, name: str, is_guess: bool = False) -> Unit | None:
    index = all_units_index(rulebook)
    match = index.find(name)
    faction = table.text("faction", 'Name the faction in quotes: faction = "Derro".')
    if match is not None and match.quality is Quality.EXACT:
        found = [unit for unit in match.value if not faction or unit.faction.lower() == faction.lower()]
        if len(found) == 1:
            return found[0]
        if is_guess:
            return None
        if found:
            choices = " or ".join(f'faction = "{unit.faction}"' for unit in found)
            table.complain("unit", f"{len(found)} factions have a unit {name!r}", f"Say which one: {choices}.")
        else:
            known = ", ".join(unit.faction for unit in match.value)
            table.complain("faction", f"{faction} has no unit {name!r}", f"It is a unit of {known}.")
        return None
    if not is_guess:
        close = (match.name,) if match is not None else index.suggest(name)
        mend = (
            f"Did you mean {' or '.join(close)}?"
            if close
            else f"'orderbook rules list' lists all; or write {_STATS_EXAMPLE}."
        )
        table.complain("unit", f"no unit is called {name!r}", mend)
    return None


def _read_orders(table: Table) -> Orders:
    stance = table.text("stance", f"Write one of {', '.join(Stance)}.", Stance.NORMAL)
    if stance not in tuple(Stance):
        table.complain("stance", f"there is no stance {stance!r}", f"Write one of {', '.join(Stance)}.")
        stance = Stance.NORMAL
    known: list[WithdrawWhen] = []
    unclear: list[str] = []
    for text in table.texts("withdraw", 'Write conditions: withdraw = ["losses > 50 %", "after round 2"].'):
        condition = parse_condition(text)
        if condition is None:
            unclear.append(text)
        else:
            known.append(condition)
    return Orders(
        table.texts("targets", 'Name enemy regiments: targets = ["Axemen"].'),
        Stance(stance),
        tuple(known),
        _read_spells(table),
        table.flag("sneak_attack", "Write sneak_attack = true for those who lie in ambush.", False),
        table.flag("holds_bridge", "Write holds_bridge = true for who goes onto the bridge first.", False),
        tuple(unclear),
        table.flag("pick_pockets", "Write pick_pockets = true for thieves who lie in ambush for purses.", False),
    )


def _read_spells(table: Table) -> tuple[SpellOrder, ...]:
    mend = 'Write spells = [{spell = "Shield", on = "Grunts", round = 1}], or spells = ["Shield"] for every round.'
    value = table.value("spells")
    if value is None:
        return ()
    items = [value] if isinstance(value, (str, dict)) else value
    if not isinstance(items, list):
        table.complain("spells", "spells is no list of spells", mend)
        return ()
    orders = [_read_spell(table, item, mend) for item in items]
    return tuple(order for order in orders if order is not None)


def _read_spell(table: Table, item: Any, mend: str) -> SpellOrder | None:
    if isinstance(item, str):
        item = {"spell": item}
    if not isinstance(item, dict) or not isinstance(item.get("spell"), str):
        table.complain("spells", "a spell has no name", mend)
        return None
    for key in item:
        if key not in _SPELL_KEYS:
            table.complain("spells", f"a spell has no key {key!r}", f"It may have {', '.join(_SPELL_KEYS)}.")
            return None
    on, when, casters = item.get("on"), item.get("round"), item.get("casters", 1)
    if on is not None and not isinstance(on, str):
        table.complain("spells", "on is no name of a regiment", mend)
        return None
    for number in (when, casters):
        if number is not None and (not isinstance(number, int) or isinstance(number, bool) or not 1 <= number <= 1000):
            table.complain("spells", "round and casters are whole numbers from 1", mend)
            return None
    piece = find_piece(parse_ability(item["spell"])[0])
    if piece is not None and piece.is_spell:
        return SpellOrder(piece.name, on, when, casters)
    _refuse_spell(table, item["spell"], piece)
    return None


def _refuse_spell(table: Table, written: str, piece: Piece | None) -> None:
    """Tells why a spell is none to cast in battle: it is one of the week, or none at all."""
    spells = {each.name: each for each in all_pieces() if each.is_spell}
    if piece is not None and piece.name in _LASTING:
        mend = f"Say who is under it: conditions = [{_quote(_LASTING[piece.name])}] of that regiment."
    elif piece is not None:
        mend = "It is cast by the orders of the week and does nothing once blows are struck; leave it out."
    else:
        close = get_close_matches(written, spells, n=1, cutoff=0.5)
        mend = f"Did you mean {close[0]}?" if close else f"Those cast in battle are {', '.join(spells)}."
        table.complain("spells", f"there is no spell {written!r} that acts in battle", mend)
        return
    table.complain("spells", f"{piece.name} cannot be cast in battle", mend)


def _quote(text: str) -> str:
    return f'"{text}"'
