"""Traps: each strikes the regiments that come in, one after the other, until it hits.

UD-ASL-11 to UD-ASL-14, UD-TUN-02, UD-ABL-DISARM-TRAPS-1 to UD-ABL-DISARM-TRAPS-3, UD-ABL-INFILTRATOR-7,
UD-ABL-TUNNELING-2, UD-KOB-57.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from orderbook.systems.underdeep.battle.assault.structure import DISARMED, SPRUNG, Structure
from orderbook.systems.underdeep.battle.attack import TRAP, Attack, deal, make_attack
from orderbook.systems.underdeep.battle.casualties import apply_attacks
from orderbook.systems.underdeep.battle.infection import infect
from orderbook.systems.underdeep.battle.piece import Held
from orderbook.systems.underdeep.battle.regiment import Regiment
from orderbook.systems.underdeep.battle.scale import SCALE
from orderbook.systems.underdeep.battle.unit import Weapon

if TYPE_CHECKING:
    from orderbook.systems.underdeep.battle.assault.site import Site

HIT, EVADED, SPARED, TRAP_DISARMED, UNNOTICED = "hit", "evaded", "spared", "disarmed", "unnoticed"
"""What came of a trap at one regiment; ``spared`` means it went off and did nothing."""

_DISARM = "Disarm Traps"


@dataclass(frozen=True, slots=True)
class TrapNote:
    """One trap at one regiment: what came of it, in which round, and by which attack."""

    trap: Structure
    regiment: Regiment
    result: str
    round: int
    attack: Attack | None = None
    why: str = ""


def run_the_traps(site: Site, entering: list[Regiment]) -> None:
    """Every trap that is armed, in the site's order, at the regiments in theirs (setting tunnel-traps)."""
    if site.breached == "tunnel" and site.battle.scenario.options.chose("tunnel-traps", "bypassed"):
        return
    for trap in site.traps:
        if trap.is_armed and trap.is_standing:
            present = [each for each in entering if each.is_standing]
            if present and not _disarm(site, trap, present):
                spring(site, trap, present)


def spring(site: Site, trap: Structure, regiments: list[Regiment]) -> None:
    """Rolls a trap at one regiment after the other until it hits one, or all have evaded it (UD-ASL-13)."""
    for regiment in regiments:
        if any(hook(held, regiment) for hook, held in trap.on_avoids):
            continue
        attack = _roll(site, trap, regiment)
        if attack.hits:
            _hit(site, trap, attack)
            return
        site.battle.note_attacks([attack])
        _note(site, TrapNote(trap, regiment, EVADED, site.battle.round, attack))


def _roll(site: Site, trap: Structure, regiment: Regiment) -> Attack:
    """The attack alone: a trap's damage is not graded, it is dealt in full or not at all (UD-ASL-12)."""
    own = trap.structure.weapon
    weapon = Weapon(own.attack if own else 0, 0, own.types if own else frozenset())
    return make_attack(site.battle, trap, regiment, weapon, 1, TRAP)


def _hit(site: Site, trap: Structure, attack: Attack) -> None:
    battle, target = site.battle, attack.on
    trap.fate = SPRUNG
    own = trap.structure.weapon
    why = next((said for hook, held in trap.on_spares if (said := hook(held, target))), "")
    dealt = 0
    if why:
        attack.damage = 0
        attack.extra.clear()
        attack.notes.append(why)
    elif own is not None and own.damage:
        dealt = deal(battle, attack, own.damage * SCALE, attack.types)
        why = "" if dealt else "immune"
    apply_attacks(battle, [attack])
    if attack.damage:
        _spread(trap, attack)
    if not why:
        for hook, held in trap.on_trap_hit:
            hook(held, attack)
    _note(site, TrapNote(trap, target, SPARED if why else HIT, battle.round, attack, why))


def _spread(trap: Structure, attack: Attack) -> None:
    """Rats and their like infect whom they hurt."""
    held: Held | None = trap.find_held("Disease")
    if held is not None and infect(held.battle, attack, held.number):
        attack.notes.append(f"infected: Disease {held.number}")


def _disarm(site: Site, trap: Structure, regiments: list[Regiment]) -> bool:
    """The best disarmer among those who come tries first; whether the trap troubles nobody else.

    Its roll has to be higher than the trap's; else, if the trap's roll reaches its Defence, it has sprung it; else it
    has not noticed it.
    """
    best: tuple[int, Regiment, Regiment] | None = None
    for regiment in regiments:
        for each in (regiment, *regiment.leaders):
            for held in each.held:
                if held.piece.name == _DISARM and each.is_standing and (best is None or held.number > best[0]):
                    best = held.number, each, regiment
    if best is None:
        return False
    battle = site.battle
    bonus, disarmer, body = best
    if any(hook(held, body) for hook, held in trap.on_avoids):
        return False
    roll = battle.roll(20, disarmer, f"try to disarm {trap.label}")
    attack = _roll(site, trap, disarmer)
    attack.notes.append(f"{disarmer.label} disarms with {roll} + {bonus} = {roll + bonus}")
    if roll + bonus > attack.total:
        trap.fate = DISARMED
        attack.damage = 0
        attack.extra.clear()
        battle.note_attacks([attack])
        _note(site, TrapNote(trap, disarmer, TRAP_DISARMED, battle.round, attack))
        return True
    if attack.hits:
        _hit(site, trap, attack)
        return True
    battle.note_attacks([attack])
    _note(site, TrapNote(trap, disarmer, UNNOTICED, battle.round, attack))
    return False


def _note(site: Site, note: TrapNote) -> None:
    if site.battle.telling:
        site.notes.append(note)
