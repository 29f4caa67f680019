"""What both were told to do at the walls: crews, tunnels, charges, thieves, assassins, as keys of the ``[site]``."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from orderbook.findings.formats.display import show_text
from orderbook.rulebook.model import Structure, ability_stems
from orderbook.systems.underdeep.battle.aftermath.razing import count_charges
from orderbook.systems.underdeep.battle.from_post.troops import Troop
from orderbook.systems.underdeep.battle.from_post.wording import SLIPS_IN, stem_of, stems_of
from orderbook.systems.underdeep.battle.piece import parse_ability
from orderbook.systems.underdeep.battle.reading.structures import StructureError, structure_of
from orderbook.systems.underdeep.battle.site_plan import MANNED, StructurePlan
from orderbook.systems.underdeep.post.orders.model import Action, Verb
from orderbook.systems.underdeep.post.postures import GARRISONED
from orderbook.systems.underdeep.week.movement.deeds import TUNNEL

_MOST_CHARGES = 200


def write_deeds(own: Sequence[Troop], enemies: Sequence[Troop], defences: Sequence[Structure]) -> Iterator[str]:
    """The keys of the site, in the battle file's words; what does not fit stands in comments."""
    plans = list(_plan(defences))
    own = [troop for troop in own if troop.is_known and troop.posture is GARRISONED]
    enemies = [troop for troop in enemies if troop.is_known]
    yield from _table("crews", {plan.name: troop.name for troop in own for plan in _served(troop, plans)})
    waiting = [troop.name for troop in enemies if any(_does(troop, Verb.HOLD))]
    if waiting and len(waiting) < len(enemies):
        yield f"waiting = {_list(waiting)}"
    slipping = [troop for troop in enemies if _slips_in(troop)]
    yield from _list_key("infiltrators", [troop.name for troop in slipping if _has(troop, "Infiltrator")])
    yield from (
        f"# {troop.name}: told to infiltrate, but no Infiltrators"
        for troop in slipping
        if not _has(troop, "Infiltrator")
    )
    thieves = [troop for troop in enemies if any(_does(troop, Verb.STEAL))]
    yield from _list_key("thieves", [troop.name for troop in thieves if _has(troop, "Thieving")])
    yield from (f"# {troop.name}: told to steal, but no thieves" for troop in thieves if not _has(troop, "Thieving"))
    victims: dict[str, str] = {}
    for troop in enemies:
        for action in _does(troop, Verb.ASSASSINATE):
            victim = next((each.name for each in own if _is_named(each, action)), "")
            if victim and _has(troop, "Assassinate"):
                victims[troop.name] = victim
            else:
                why = "is no assassin" if victim else "nobody of that name is inside"
                yield f"# {troop.name}: told to assassinate {action.object or 'somebody'}, but {why}"
    yield from _table("assassins", victims)
    yield from _dig(enemies, plans)


def _dig(enemies: Sequence[Troop], plans: Sequence[StructurePlan]) -> Iterator[str]:
    """A tunnel that is finished in a week, and the charges laid through it (UD-ABL-DEMOLITIONS-2, -4)."""
    digging = [action for troop in enemies for action in _does(troop, Verb.TUNNEL)]
    is_dug = any((action.speed or 0) >= TUNNEL for action in digging)
    if is_dug:
        yield "tunnel = true"
    elif digging:
        yield f"# told to tunnel: write tunnel = true if {TUNNEL} Speed have been dug by now"
    charges: dict[str, int] = {}
    for troop in enemies:
        for action in _does(troop, Verb.LAY_CHARGES):
            named = [plan for plan in plans if stems_of(plan.name) <= _words(action)]
            below = next(iter([*named, *(plan for plan in plans if plan.breaches)]), None)
            number = count_charges(action.speed or 0, troop.count)
            if below is not None and number:
                charges[below.name] = min(charges.get(below.name, 0) + number, _MOST_CHARGES)
            else:
                yield f"# {troop.name}: told to lay charges; write charges = {{Palisade = 1}} for what lies where"
    if charges and not is_dug:
        yield "# charges lie below a site once a tunnel is finished (UD-ABL-DEMOLITIONS-2):"
    yield from (line if is_dug else f"# {line}" for line in _table("charges", charges))


def _plan(defences: Sequence[Structure]) -> Iterator[StructurePlan]:
    for entry in defences:
        try:
            yield structure_of(entry)
        except StructureError:
            continue


def _does(troop: Troop, verb: Verb) -> Iterator[Action]:
    return (action for order in troop.orders for action in order.does(verb))


def _served(troop: Troop, plans: Sequence[StructurePlan]) -> Iterator[StructurePlan]:
    """The weapons of the site that a regiment was told to man."""
    words = [_words(action) for action in _does(troop, Verb.GARRISON)]
    return (plan for plan in plans if plan.kind == MANNED and any(stems_of(plan.name) <= each for each in words))


def _words(action: Action) -> set[str]:
    return stems_of(f"{action.object} {action.structure.name if action.structure is not None else ''}")


def _slips_in(troop: Troop) -> bool:
    told = (text for order in troop.orders for text in (*order.unread, *(action.text for action in order.actions)))
    return any(SLIPS_IN.search(text) for text in told)


def _has(troop: Troop, ability: str) -> bool:
    entries = [band.line.unit.entry for band in troop.bands]
    return any(
        parse_ability(written)[0] == ability_stems(ability)
        for entry in entries
        if entry is not None
        for written in entry.abilities
    )


def _is_named(troop: Troop, action: Action) -> bool:
    words = stems_of(f"{action.object} {action.unit.name if action.unit is not None else ''}")
    return stems_of(troop.name) <= words or stem_of(troop.name) in words or stem_of(troop.unit) in words


def _table(key: str, values: dict[str, str] | dict[str, int]) -> Iterator[str]:
    if values:
        pairs = (f"{_quote(name)} = {_quote(value)}" for name, value in values.items())
        yield f"{key} = {{{', '.join(pairs)}}}"


def _list_key(key: str, names: list[str]) -> Iterator[str]:
    if names:
        yield f"{key} = {_list(names)}"


def _list(names: list[str]) -> str:
    return f"[{', '.join(_quote(name) for name in names)}]"


def _quote(value: str | int) -> str:
    return json.dumps(show_text(value) if isinstance(value, str) else value, ensure_ascii=False)
