"""Regeneration (UD-ABL-REGENERATION-1, UD-ABL-REGENERATION-2, UD-ABL-VULNERABILITY-2): Health comes back each round."""

from __future__ import annotations

from orderbook.systems.underdeep.battle.attack import Attack
from orderbook.systems.underdeep.battle.piece import Held, Piece
from orderbook.systems.underdeep.battle.scale import SCALE
from orderbook.systems.underdeep.battle.unit import split_types

_LASTING = "lasting"


def suffered(held: Held, attack: Attack) -> None:
    """Remembers damage of a type the regiment is vulnerable to: that does not grow back."""
    if not attack.types or not attack.damage:
        return
    weak = {word for each in held.regiment.held if each.name == "Vulnerability" for word in split_types(each.words)}
    if not attack.types.isdisjoint(weak):
        held.data[_LASTING] = held.data.get(_LASTING, 0) + attack.damage


def round_end(held: Held) -> None:
    """Each living unit heals as many points as the entry says."""
    heal_units(held, held.number)


def heal_units(held: Held, points: int) -> None:
    """Each living unit heals so many points; the fallen come back only if the campaign says so (setting
    regeneration-of-the-dead). Health is what a unit has now: what lowers that score itself, as a disease, sunlight or
    a cloud does, does not grow back (UD-ABL-REGENERATION-4)."""
    regiment = held.regiment
    if held.battle.scenario.options.chose("regeneration-of-the-dead", "revives"):
        whole = regiment.start_count * regiment.unit_health
        _fill(held, min(whole, regiment.pool + regiment.start_count * points * SCALE), whole)
        count = min(regiment.start_count, -(-regiment.pool // regiment.unit_health))
        regiment.killed -= count - regiment.count
        regiment.count = count
        return
    whole = regiment.count * regiment.unit_health
    _fill(held, min(whole, regiment.pool + regiment.count * points * SCALE), whole)


def battle_end(held: Held) -> None:
    """As soon as the fighting is over the living are whole again."""
    whole = held.regiment.count * held.regiment.unit_health
    _fill(held, whole, whole)


def _fill(held: Held, wanted: int, whole: int) -> None:
    regiment = held.regiment
    lasting = held.data.get(_LASTING, 0)
    if lasting:
        wanted = min(wanted, max(regiment.pool, whole - lasting))
    regiment.pool = max(regiment.pool, wanted)


PIECE = Piece(
    name="Regeneration",
    example="Regeneration 2",
    rules=("UD-ABL-REGENERATION-1", "UD-ABL-REGENERATION-2", "UD-ABL-VULNERABILITY-2"),
    suffered=suffered,
    round_end=round_end,
    battle_end=battle_end,
)
