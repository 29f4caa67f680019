"""Casting: which spells are cast in a round, in which order, and what a spell can do (UD-CST-01 to UD-CST-07)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from orderbook.systems.underdeep.battle.attack import SPELL, Attack, Modifiers, deal, make_attack
from orderbook.systems.underdeep.battle.casualties import apply_attacks
from orderbook.systems.underdeep.battle.morale import MoraleCheck, find_checker, roll_morale
from orderbook.systems.underdeep.battle.pairing import can_target
from orderbook.systems.underdeep.battle.piece import ANYBODY, ENEMY, FIELD, FRIEND, Held, Parameter, Piece
from orderbook.systems.underdeep.battle.regiment import Regiment
from orderbook.systems.underdeep.battle.scale import SCALE
from orderbook.systems.underdeep.battle.unit import Weapon

if TYPE_CHECKING:
    from orderbook.systems.underdeep.battle.engine import Battle


_ODD_ROLLS = (1, 20)


class Cast:
    """One spell being cast by one unit of a regiment. ``order`` is its place among all spells of the battle.

    A spell's ``cast`` function is given this. ``is_countered`` is set by what counters it before it takes effect;
    ``outcome`` is what is told of it.
    """

    __slots__ = ("attack", "battle", "caster", "check", "is_countered", "order", "outcome", "piece", "target")

    def __init__(self, battle: Battle, caster: Regiment, piece: Piece, target: Regiment | None) -> None:
        self.battle = battle
        self.caster = caster
        self.piece = piece
        self.target = target
        self.order = 0
        self.is_countered = False
        self.outcome = ""
        self.attack: Attack | None = None
        self.check: MoraleCheck | None = None

    @property
    def name(self) -> str:
        return self.piece.name

    def roll_to_hit(
        self, target: Regiment | None = None, must_beat: bool = False, circumstances: Modifiers = ()
    ) -> bool:
        """A Ranged Attack roll of the caster against the target's Defence; whether the spell hits.

        Reaching the Defence is enough unless it ``must_beat`` it (setting exact-roll-of-a-spell).
        """
        attack = self._roll(target or self._target(), circumstances=circumstances)
        return attack.beats if must_beat or self.battle.spells_must_beat else attack.hits

    def roll_against_morale(self, target: Regiment | None = None) -> bool:
        """A Ranged Attack roll of the caster that has to exceed a Morale check of the target; whether it does.

        Nothing happens to a mind that never checks Morale; no die is rolled then.
        """
        aimed = target or self._target()
        if find_checker(aimed).fighter.morale is None or any(not h(d, self.name) for h, d in aimed.on_checks_morale):
            self.outcome = f"{aimed.label} has no mind for it"
            return False
        attack = self._roll(aimed, is_opposed=True)
        self.check = roll_morale(self.battle, aimed, self.name, attack=attack)
        attack.against = None if self.check is None else self.check.total
        return attack.beats

    def give(self, effect: Piece, rounds: int | None = 1, target: Regiment | None = None) -> Held | None:
        """Lays a lasting effect on the target: ``effect`` is a piece whose hooks act until so many rounds are over,
        this one among them (twice as many among crystals, UD-TER-06), or for the battle if ``None``. What lies on it
        already is not laid twice: ``None`` (UD-SPELL-GENERAL-1). ``held.data["order"]`` is the spell's place among all
        cast.
        """
        aimed = target or self._target()
        if any(held.piece is effect for held in aimed.held):
            return None
        until = None if rounds is None else self.battle.round + rounds * self.battle.spell_rounds - 1
        held = Held(self.battle, aimed, effect, Parameter(), until=until)
        held.data["order"] = self.order
        return aimed.add_piece(held)

    def alter(self, figures: Mapping[str, int], target: Regiment | None = None) -> bool:
        """Adds to figures of the target until the round is over, once under the spell's name; whether it did."""
        aimed = target or self._target()
        until = self.battle.round + self.battle.spell_rounds - 1
        added = [aimed.add_bonus(key, by, self.name, until=until, magical=True) for key, by in figures.items()]
        return all(added)

    def sway(self, figures: Mapping[str, int], told: str) -> None:
        """Alters figures of the target for the round if the caster's roll exceeds a Morale check; tells what came of
        it, ``told`` if it worked."""
        if self.roll_against_morale():
            self.outcome = told if self.alter(figures) else f"it is under {self.name} already"
        elif not self.outcome:
            self.outcome = "its mind holds"

    def harm_each(self, points: int, types: frozenset[str]) -> int:
        """Damage to each unit of the regiment that was just hit, in points; how many it kills."""
        attack = self.attack
        if attack is None:
            raise ValueError(f"{self.name} was not rolled for")
        deal(self.battle, attack, attack.on.count * points * SCALE, types)
        apply_attacks(self.battle, [attack])
        return attack.killed

    def _target(self) -> Regiment:
        if self.target is None:
            raise ValueError(f"{self.name} was cast on nobody")
        return self.target

    def _roll(self, target: Regiment, is_opposed: bool = False, circumstances: Modifiers = ()) -> Attack:
        own = self.caster.fighter.ranged or self.caster.fighter.melee
        weapon = Weapon(own.attack if own is not None else 0, 0)
        attack = make_attack(
            self.battle, self.caster, target, weapon, 1, SPELL, circumstances=circumstances, name=f"cast {self.name} on"
        )
        if is_opposed:
            attack.defence_modifiers.clear()
        self.attack = attack
        if self.battle.is_among_crystals and attack.roll in _ODD_ROLLS:
            self._ask_side_effect(attack)
        if self.battle.telling:
            self.battle.record.spell_attacks.append(attack)
        return attack

    def _ask_side_effect(self, attack: Attack) -> None:
        """A natural 1 or 20 among crystals does something odd (UD-TER-08); what, the game master says."""
        about = f"{self.caster.label} casts {self.name} in round {self.battle.round}"
        text = f"{about}, and the die shows {attack.roll} among crystals. What odd thing happens?"
        answer = self.battle.ask("crystal-magic", about, text, (), "nothing")
        self.battle.tell(f"Among the crystals: {answer}.", "spell")


def cast_spells(battle: Battle) -> None:
    """The spells of the round, before its other attacks (UD-CST-06); who casts gives up its attack (UD-CST-01)."""
    casts = [cast for regiment in battle.standing if regiment.orders.spells for cast in _list_casts(battle, regiment)]
    if not casts:
        return
    if len(casts) > 1 and any(cast.piece.order_matters for cast in casts):
        # Settled at random where it matters (UD-CST-07); of equal dice the first in the battle's order goes first.
        places = {
            index: battle.roll(100, cast.caster, f"settle when {cast.name} is cast on", cast.target)
            for index, cast in enumerate(casts)
        }
        casts = [casts[index] for index in sorted(places, key=lambda index: (places[index], index))]
    battle.casts = casts
    for cast in casts:
        battle.spell_count += 1
        cast.order = battle.spell_count
    for cast in casts:
        if cast.piece.cast is not None and not cast.is_countered:
            cast.piece.cast(cast)
        battle.note_cast(cast)
    battle.casts = []


def _list_casts(battle: Battle, regiment: Regiment) -> list[Cast]:
    casts: list[Cast] = []
    for order in regiment.orders.spells:
        if order.round is not None and order.round != battle.round:
            continue
        piece = battle.find_spell(order.spell)
        if piece is None or regiment.leaving:
            continue
        if piece.needs_attack_roll and (regiment.bound or regiment.fighter.ranged is None):
            why = "is caught in melee" if regiment.bound else "has no Ranged Attack"
            battle.tell(f"{regiment.label} cannot cast {piece.name}: it {why}.", "spell")
            continue
        target = _find_target(battle, regiment, piece, order.on)
        if target is None and piece.targets != FIELD:
            if order.round is not None or order.on is None:
                battle.tell(f"{regiment.label} has nobody to cast {piece.name} on.", "spell")
            continue
        number = min(order.casters, regiment.acting)
        regiment.acting -= number
        casts += [Cast(battle, regiment, piece, target) for _ in range(number)]
    return casts


def _find_target(battle: Battle, caster: Regiment, piece: Piece, name: str | None) -> Regiment | None:
    if name is not None:
        found = [each for each in battle.find_regiments(name) if each.is_standing and not each.leaving]
        if piece.reaches_structures and battle.site is not None and not found:
            return next(iter(battle.site.find_structures(name)), None)
        wanted = [
            each for each in found if piece.targets == ANYBODY or each.is_enemy_of(caster) == (piece.targets == ENEMY)
        ]
        return next((each for each in wanted if _can_reach(battle, caster, each)), None)
    if piece.targets in (FRIEND, ANYBODY):
        return caster.body
    if piece.targets == ENEMY:
        aim = caster.target or caster.aim or (caster.foes[0] if caster.foes else None)
        if aim is not None and aim.is_standing and not aim.leaving and not aim.is_structure:
            return aim
        enemies = [each for each in battle.standing if each.is_enemy_of(caster) and not each.leaving and not each.host]
        if battle.site is not None:
            enemies = [each for each in enemies if can_target(battle, caster, each)]
        return max(enemies, key=lambda each: each.pool, default=None)
    return None


def _can_reach(battle: Battle, caster: Regiment, target: Regiment) -> bool:
    """Friends always; enemies as shots could (UD-ASL-08)."""
    return not target.is_enemy_of(caster) or can_target(battle, caster, target)
