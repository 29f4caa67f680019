"""Rune Traps: graved by a spell of the week, erased by another (UD-SPELL-RUNE-TRAP-1, UD-SPELL-RUNE-TRAP-3)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from orderbook.campaign.canonical import Json
from orderbook.campaign.event import Event
from orderbook.campaign.game import Question
from orderbook.systems.underdeep.post.orders.model import Action
from orderbook.systems.underdeep.week.codec import write
from orderbook.systems.underdeep.week.field_traps import RUNE_TRAP
from orderbook.systems.underdeep.week.kinds import Happened
from orderbook.systems.underdeep.week.spell import Spell
from orderbook.systems.underdeep.week.state import FieldTrap

DAMAGE = ("Fire", "Acid", "Cold")
"""The kinds of damage its caster may choose (UD-SPELL-RUNE-TRAP-1)."""

_RUNES = re.compile(r"\b(?:rune|glyph|trap)s?\b", re.IGNORECASE)


def finds_no_region(spell: Spell) -> tuple[str, str] | None:
    """A Rune Trap needs a region that there is."""
    desk, region = spell.desk, spell.region
    if region is None:
        return "no region is named", "UD-SPELL-RUNE-TRAP-1"
    if desk.world is not None and region not in desk.world:
        return f"{region} is not on the map", "UD-SPELL-RUNE-TRAP-1"
    return None


def grave(spell: Spell) -> Iterator[Event | Question]:
    """A trap that goes off once, in the region that is named, of the damage that is chosen; fire where none is.

    Rule: UD-SPELL-RUNE-TRAP-1.
    """
    desk, player = spell.desk, spell.orders.player
    trap = FieldTrap(desk.new_id(player, "x"), player, RUNE_TRAP, spell.region, damage=_damage_of(spell))
    yield desk.event(
        Happened.TRAP_BEGUN, {"player": player, "trap": write(trap), "amounts": {}}, known_to=(player,),
        rules=("UD-SPELL-RUNE-TRAP-1",), post=spell.place,
    )  # fmt: skip


def _damage_of(spell: Spell) -> str:
    """The damage the order names, else that of the caster's own entry."""
    unit = spell.desk.unit(spell.caster)
    own = (*(unit.abilities if unit is not None else ()), *spell.caster.abilities)
    told = [f"{spell.action.text} {spell.action.object}", spell.text, *(word for word in own if RUNE_TRAP in word)]
    for text in told:
        for kind in DAMAGE:
            if re.search(rf"\b{kind}\b", text, re.IGNORECASE):
                return kind
    return DAMAGE[0]


def is_about_runes(action: Action) -> bool:
    """Whether a Dispel is meant for a trap, and not for a regiment in battle."""
    return _RUNES.search(f"{action.text} {action.object}") is not None


def finds_no_runes(spell: Spell) -> tuple[str, str] | None:
    """Dispel reaches a Rune Trap in the caster's region, or in one beside it."""
    desk, region, start = spell.desk, spell.region, spell.caster.region
    near = (
        desk.world is None
        or start in (None, region)
        or (start in desk.world and region in desk.world.neighbours(start))
    )
    if region is None or not near:
        return f"{region or 'the trap'} is too far away", "UD-SPELL-RUNE-TRAP-3"
    if _trap_there(spell) is None:
        return f"there is no {RUNE_TRAP} in {region}", "UD-SPELL-RUNE-TRAP-3"
    return None


def _trap_there(spell: Spell) -> FieldTrap | None:
    """The Rune Trap of the region, a stranger's before one's own."""
    player, region = spell.orders.player, spell.region
    there = [trap for trap in spell.desk.state.traps.values() if trap.region == region and trap.name == RUNE_TRAP]
    return min(there, key=lambda trap: (trap.owner == player, trap.owner, trap.id), default=None)


def erase(spell: Spell) -> Iterator[Event | Question]:
    """A Rune Trap is gone for good (UD-SPELL-RUNE-TRAP-3)."""
    trap = _trap_there(spell)
    if trap is None:
        return
    data: dict[str, Json] = {
        "player": trap.owner, "trap": trap.id, "name": trap.name, "region": str(trap.region), "why": "dispelled",
        "amounts": {},
    }  # fmt: skip
    yield spell.desk.event(
        Happened.TRAP_GONE, data, known_to=(spell.orders.player, trap.owner), rules=("UD-SPELL-RUNE-TRAP-3",),
        post=spell.place,
    )  # fmt: skip
