"""A wall, weapon or trap in battle: a body with Defence and Health, or one that only strikes (UD-ASL-05, UD-ASL-09)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from orderbook.systems.underdeep.battle.army import Army
from orderbook.systems.underdeep.battle.orders import Orders, Stance
from orderbook.systems.underdeep.battle.piece import Held, Parameter, Piece, parse_ability
from orderbook.systems.underdeep.battle.pieces import find_piece, find_written
from orderbook.systems.underdeep.battle.regiment import DESTROYED, OUTSIDE, Regiment
from orderbook.systems.underdeep.battle.scenario import RegimentPlan
from orderbook.systems.underdeep.battle.site_plan import MOAT, TRAP, StructurePlan
from orderbook.systems.underdeep.battle.unit import Blueprint

if TYPE_CHECKING:
    from orderbook.systems.underdeep.battle.engine import Battle

ARMED, SPRUNG, DISARMED, BROKEN, ERASED = "armed", "sprung", "disarmed", "broken", "erased"
"""What has become of a trap; anything else stands, is broken, or was erased by Dispel and is gone for good."""

_FRIGHTENING = ("Scarecrows", "Echoing Passages")
_STAYS = Orders(stance=Stance.HOLD)


class Structure(Regiment):
    """A structure of a site in battle. ``crew`` are the regiments that serve it, with how many units each;
    ``is_served`` says whether they do this round."""

    __slots__ = ("aims_at", "crew", "fate", "is_served", "structure")

    is_structure = True

    def __init__(self, battle: Battle, structure: StructurePlan, army: Army) -> None:
        plan, pieces = _work_out(structure)
        super().__init__(plan, structure.fighter, army.side, structure.label, army)
        self.structure = structure
        self.fate = ARMED if structure.kind in (TRAP, MOAT) else ""
        self.crew: list[tuple[Regiment, int]] = []
        self.is_served = False
        self.aims_at = ""
        self.zone = OUTSIDE
        for piece, parameter in pieces:
            self.add_piece(Held(battle, self, piece, parameter))

    @property
    def is_armed(self) -> bool:
        """Whether it is a trap that can still go off."""
        return self.fate == ARMED

    @property
    def condition(self) -> str:
        """``armed``, ``sprung``, ``disarmed``, ``broken``, ``erased`` or ``stands``."""
        if self.state == DESTROYED and self.fate != ERASED:
            return BROKEN
        return self.fate or "stands"

    def break_down(self) -> None:
        """It is Broken (UD-DEF-05, UD-ABL-DEMOLITIONS-3)."""
        self.pool = self.count = 0
        self.state = DESTROYED
        self.fate = BROKEN

    def erase(self) -> None:
        """Dispel has put it out for good (UD-SPELL-DISPEL-2)."""
        self.break_down()
        self.fate = ERASED

    def find_held(self, name: str) -> Held | None:
        """What it holds under that name."""
        return next((held for held in self.held if held.piece.name == name), None)


def _work_out(structure: StructurePlan) -> tuple[RegimentPlan, tuple[tuple[Piece, Parameter], ...]]:
    """What is the same in every battle, worked out once."""
    if not structure.made:
        plan = RegimentPlan(structure.label, Blueprint(structure.name, {}), 1, orders=_STAYS)
        structure.made.append((plan, _find_pieces(structure)))
    plan, pieces = structure.made[0]
    return plan, pieces


def _find_pieces(structure: StructurePlan) -> tuple[tuple[Piece, Parameter], ...]:
    """Those of its name, of what it counts as, and of its abilities."""
    found: dict[str, tuple[Piece, Parameter]] = {}
    for name in (structure.name, structure.shares):
        piece = find_piece(parse_ability(name)[0]) if name else None
        if piece is not None:
            found[piece.name] = piece, Parameter()
    for written in structure.abilities:
        known = find_written(written)
        if known is None:
            continue
        piece, parameter = known
        if piece.name == "Fear":  # a place frightens otherwise than a being (UD-DER-54)
            names = [name for name in found if name in _FRIGHTENING]
            piece = find_piece(parse_ability(names[0] if names else _FRIGHTENING[0])[0]) or piece
        found[piece.name] = piece, parameter
    return tuple(found.values())
