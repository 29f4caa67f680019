"""Death Throes (UD-ABL-DEATH-THROES-1): who dies in melee without having hurt anybody strikes out once more."""

from __future__ import annotations

from orderbook.systems.underdeep.battle.attack import MELEE, Attack
from orderbook.systems.underdeep.battle.casualties import apply_attacks
from orderbook.systems.underdeep.battle.piece import Held, Piece
from orderbook.systems.underdeep.battle.regiment import Regiment
from orderbook.systems.underdeep.battle.scale import SCALE

_DEALT, _FALLEN = "dealt", "fallen"


def round_start(held: Held) -> None:
    """Forgets the round before."""
    held.data.clear()


def struck(held: Held, attack: Attack) -> None:
    """What its own attacks of the round did."""
    held.data[_DEALT] = held.data.get(_DEALT, 0) + attack.damage


def suffered(held: Held, attack: Attack) -> None:
    """Who killed how many of it in melee."""
    if attack.is_melee and attack.killed:
        fallen: dict[Regiment, int] = held.data.setdefault(_FALLEN, {})
        fallen[attack.by] = fallen.get(attack.by, 0) + attack.killed


def strike_out(held: Held) -> None:
    """Half the melee damage of each that fell, on the regiment that killed it; it cannot be dodged."""
    fallen: dict[Regiment, int] = held.data.pop(_FALLEN, {})
    weapon = held.regiment.fighter.melee
    if not fallen or held.data.get(_DEALT) or weapon is None:
        return
    attacks = []
    for killer, count in fallen.items():
        if killer.count:
            attack = Attack(held.regiment, killer, weapon, count, MELEE, name="strike out dying at")
            attack.damage = count * weapon.damage * SCALE // 2
            attacks.append(attack)
            held.battle.tell(f"The dying of {held.regiment.label} strike out at {killer.label}.", "ability")
    held.data[_DEALT] = 1
    apply_attacks(held.battle, attacks)


PIECE = Piece(
    name="Death Throes",
    rules=("UD-ABL-DEATH-THROES-1",),
    round_start=round_start,
    struck=struck,
    suffered=suffered,
    round_end=strike_out,
    left_field=strike_out,
)
