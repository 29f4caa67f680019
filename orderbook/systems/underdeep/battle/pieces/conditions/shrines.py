"""What prayer at a shrine gives for two weeks (UD-KOB-29, UD-DER-40 to UD-DER-42).

``conditions = ["Dragon Shrine"]``, ``["Madgods' Shrine (Defence)"]``; the second names what its dice gave.
"""

from __future__ import annotations

from orderbook.systems.underdeep.battle.attack import Attack
from orderbook.systems.underdeep.battle.figures import HEALTH, change_figures
from orderbook.systems.underdeep.battle.infection import DISEASE
from orderbook.systems.underdeep.battle.piece import Held, Piece
from orderbook.systems.underdeep.battle.regiment import BONUS_FIGURES

_FAVOUR = 2


def spare_disease(held: Held, attack: Attack, amount: int, types: frozenset[str]) -> int:
    """Immune to disease as long as it lasts."""
    return amount if types.isdisjoint(DISEASE) else 0


def bless_kobolds(held: Held) -> None:
    """+1 Morale and +1 Defence."""
    change_figures(held, {"morale": 1, "defence": 1})


def favour_derro(held: Held) -> None:
    """+2 to the figure its die chose; Speed matters outside of battles only."""
    figure = held.words.strip().lower().replace(" ", "_")
    if figure in (HEALTH, *BONUS_FIGURES):
        change_figures(held, {figure: _FAVOUR})


PIECES = (
    Piece(
        name="Dragon Shrine",
        is_steady=True,
        rules=("UD-KOB-29",),
        prepare=bless_kobolds,
        alter_damage=spare_disease,
    ),
    Piece(
        name="Madgods' Shrine",
        is_steady=True,
        rules=("UD-DER-40", "UD-DER-41", "UD-DER-42"),
        prepare=favour_derro,
        alter_damage=spare_disease,
    ),
)
