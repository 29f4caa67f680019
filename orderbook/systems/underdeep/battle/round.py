"""The course of one round: withdrawals, pairings, spells, first shots, the exchange, morale, the round's end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from orderbook.systems.underdeep.battle.attack import MELEE, PURSUIT, RANGED, SNEAK, Attack, Modifiers, make_attack
from orderbook.systems.underdeep.battle.casualties import apply_attacks
from orderbook.systems.underdeep.battle.morale import check_armies
from orderbook.systems.underdeep.battle.pairing import pair, pair_anew
from orderbook.systems.underdeep.battle.regiment import WITHDREW, Regiment
from orderbook.systems.underdeep.battle.spells import cast_spells
from orderbook.systems.underdeep.battle.splitting import list_bodies, split_blocks
from orderbook.systems.underdeep.battle.theft import pick_pockets, set_upon
from orderbook.systems.underdeep.battle.unseen import is_given_away
from orderbook.systems.underdeep.battle.withdrawal import CHOICE, find_leaving

if TYPE_CHECKING:
    from orderbook.systems.underdeep.battle.engine import Battle

INTO_MELEE: Modifiers = ((-2, "Shooting into melee"),)
"""What a shot at somebody in melee loses (UD-RNG-05)."""


def fight_round(battle: Battle) -> None:
    """One round from first to last; who withdraws by choice is neither struck nor strikes (UD-WDR-02 to UD-WDR-04)."""
    battle.begin_round()
    if battle.site is not None:
        battle.site.open_round()
    battle.settle_field()  # who will not fight at all has left by now (UD-DER-18)
    leaving = find_leaving(battle)
    for regiment, _ in leaving:
        regiment.leaving = True  # it gives up its attacks (UD-WDR-02), but can still be shot at (UD-WDR-04)
    pair(battle)
    battle.note_pairings()
    for regiment in battle.standing:
        for hook, held in regiment.on_faced:
            hook(held)
    if battle.site is not None:
        battle.site.face()
    cast_spells(battle)
    pair_anew(battle)
    shoot_first(battle)
    pair_anew(battle)
    exchange(battle)
    for regiment, reason in leaving:
        if regiment.is_standing:
            battle.leave(regiment, WITHDREW, CHOICE, reason)
    check_armies(battle)
    battle.end_round()


def shoot_first(battle: Battle) -> None:
    """Those who shoot for the first time do so before anything else, casualties included (UD-RNG-02, UD-RNG-03)."""
    attacks: list[Attack] = []
    shooters = [regiment for regiment in battle.standing if regiment.target is not None and regiment.shots == 0]
    for regiment in shooters:
        attacks += list_shots(battle, regiment, is_first=True)
    for regiment in shooters:
        regiment.has_acted = True  # it cannot answer in melee any more this round (UD-RNG-07)
        regiment.shots += 1
    if battle.site is not None:
        attacks += battle.site.shoot(is_first=True)
    apply_attacks(battle, attacks)


def exchange(battle: Battle) -> None:
    """Melee and all other shots, from the strengths as they are now; then the casualties (UD-BAT-15, UD-RNG-04)."""
    attacks: list[Attack] = []
    strikers: list[Regiment] = []
    for regiment in battle.standing:
        if regiment.has_acted or regiment.leaving:
            continue
        if regiment.target is not None:
            attacks += list_shots(battle, regiment)
            regiment.shots += 1
        elif regiment.foes:
            blows = list_blows(battle, regiment)
            if blows:
                strikers.append(regiment)
            attacks += blows
    if battle.site is not None:
        attacks += battle.site.strike()
        attacks += battle.site.shoot(is_first=False)
    apply_attacks(battle, attacks)
    for regiment in strikers:
        regiment.melee_rounds += 1


def list_shots(battle: Battle, regiment: Regiment, is_first: bool = False) -> list[Attack]:
    """The shots of a regiment at its target, and at the leaders in it."""
    target, weapon = regiment.target, regiment.fighter.ranged
    if target is None or weapon is None or not target.is_standing:
        return []
    is_engaged = was_in_melee(battle, target, regiment) if is_first else is_in_melee(target, regiment)
    circumstances = INTO_MELEE if is_engaged else ()
    return attack_bodies(battle, regiment, [target], RANGED, circumstances)


def is_in_melee(regiment: Regiment, shooter: Regiment) -> bool:
    """Whether it is engaged with anybody this round, so that shots at it go into a melee (UD-RNG-05).

    Neither walls count nor the shooter itself, since no friend is hit beside them; a Flyer that shoots is not engaged
    by those on the ground who strike at it (UD-ABL-FLYER-5).
    """
    if regiment.is_structure:
        return False
    engaged = (*regiment.engagers, *(foe for foe in regiment.foes if regiment in foe.engagers))
    return any(each is not shooter and not each.is_structure for each in engaged)


def was_in_melee(battle: Battle, regiment: Regiment, shooter: Regiment) -> bool:
    """As ``is_in_melee``, before anybody has struck in this round: what the round before has left entangled."""
    return any(each is not shooter and (each in regiment.bound or regiment in each.bound) for each in battle.standing)


def list_blows(battle: Battle, regiment: Regiment) -> list[Attack]:
    """The melee attacks of a regiment, one for each block."""
    foes = [foe for foe in regiment.foes if foe.is_standing and not foe.leaving]
    return attack_bodies(battle, regiment, foes, MELEE)


def attack_bodies(
    battle: Battle, regiment: Regiment, foes: list[Regiment], kind: str, circumstances: Modifiers = ()
) -> list[Attack]:
    """The attacks of a regiment on those in front of it, in blocks (UD-SPL-02)."""
    weapon = regiment.fighter.melee if kind == MELEE else regiment.fighter.ranged
    count = min(regiment.acting, regiment.count)
    if weapon is None or not foes or count <= 0:
        return []
    bodies = list_bodies(foes)
    for hook, held in regiment.on_picks:
        bodies = hook(held, bodies)
    attacks: list[Attack] = []
    shared: Attack | None = None
    for body, block in zip(bodies, split_blocks(count, bodies, battle.blocks_to_nearest), strict=True):
        if block:
            attack = make_attack(
                battle, regiment, body, weapon, block, kind, circumstances=circumstances, shared=shared
            )
            attacks.append(attack)
            if battle.rolls_once:
                shared = attack
    return attacks


def ambush(battle: Battle) -> None:
    """The sneak attacks of those who lay in wait: once, without reply or morale checks (UD-SNK-01 to UD-SNK-03).

    Thieves among them who are after purses strike nobody (UD-ABL-THIEVING-1)."""
    exposed = pick_pockets(battle)
    told = [regiment for regiment in battle.standing if regiment.body.orders.sneak_attack]
    told = [regiment for regiment in told if not regiment.body.orders.picks_pockets]
    for regiment in told:
        if regiment.host is None and is_given_away(regiment):
            battle.tell(f"{regiment.label} cannot lie in ambush: who leads them is no Infiltrator.")
    ambushers = battle.ambushers = [regiment for regiment in told if not is_given_away(regiment.body)]
    strike_first(battle, ambushers)
    set_upon(battle, exposed)


def strike_first(battle: Battle, ambushers: list[Regiment]) -> None:
    """One attack of each that is not answered."""
    if not ambushers:
        return
    pair(battle)
    attacks: list[Attack] = []
    for regiment in ambushers:
        foe = regiment.target or regiment.aim or (regiment.foes[0] if regiment.foes else None)
        weapon = regiment.fighter.ranged if regiment.shoots else regiment.fighter.melee
        if foe is None or weapon is None:
            continue
        bodies = list_bodies([foe.body])
        for body, block in zip(bodies, split_blocks(regiment.count, bodies, battle.blocks_to_nearest), strict=True):
            if block:
                attacks.append(make_attack(battle, regiment, body, weapon, block, SNEAK))
    apply_attacks(battle, attacks)
    for regiment in battle.standing:
        regiment.aim = None


def pursue(battle: Battle, fleeing: list[Regiment], leaving: list[Regiment]) -> None:
    """The bonus attacks on regiments that flee: of all who were at them and do not fall back themselves (UD-MRL-07)."""
    attacks: list[Attack] = []
    for regiment in battle.standing:
        if regiment.body in leaving or regiment.leaving:
            continue
        weapon = regiment.fighter.ranged if regiment.target is not None else regiment.fighter.melee
        if weapon is None or not regiment.count:
            continue
        at = [regiment.target] if regiment.target is not None else regiment.foes
        foes = [foe for foe in at if foe.is_standing]
        prey = [foe for foe in foes if foe in fleeing and _can_pursue(regiment, foe)]
        if not prey:
            continue
        bodies = list_bodies(foes)
        for body, block in zip(bodies, split_blocks(regiment.count, bodies, battle.blocks_to_nearest), strict=True):
            if block and body.body in prey:
                attacks.append(make_attack(battle, regiment, body, weapon, block, PURSUIT))
    apply_attacks(battle, attacks)


def _can_pursue(regiment: Regiment, prey: Regiment) -> bool:
    return all(hook(held, regiment) for hook, held in prey.on_can_be_pursued)
