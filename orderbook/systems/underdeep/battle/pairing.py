"""Who fights whom in a round: orders first; where they are silent a proposal (UD-BAT-16, UD-BAT-17, UD-ASL-02).

A regiment aims at one enemy. Melee regiments close with it; ranged ones shoot at it while nobody binds them. Whoever
is struck strikes back, in blocks if there are several. A regiment that withdraws is no target in melee, though it can
still be shot at (UD-WDR-02 to UD-WDR-04).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from orderbook.systems.underdeep.battle.orders import Stance
from orderbook.systems.underdeep.battle.regiment import ABOARD, Regiment

if TYPE_CHECKING:
    from orderbook.systems.underdeep.battle.engine import Battle

ORDERED, KEPT, PROPOSED = "ordered", "kept", "proposed"
"""Why a regiment aims at an enemy: told to, still at it from before, or because nobody said anything."""


def pair(battle: Battle) -> None:
    """Fills ``aim``, ``target``, ``foes`` and ``engagers`` of all who stand."""
    standing = battle.standing
    free = [regiment for regiment in standing if regiment.host is None]
    for regiment in standing:
        regiment.foes = []
        regiment.engagers = []
        regiment.target = None
        if regiment.bound:
            regiment.bound = [foe for foe in regiment.bound if foe.is_standing and not foe.leaving]
    if battle.site is not None:
        battle.site.clear_walls()
    battle.bridge_pair = battle.bridge.choose(battle) if battle.bridge is not None else None
    _aim(battle, free)
    closing = [regiment for regiment in free if closes(regiment)]
    chosen: dict[Regiment, list[Regiment]] = {}
    for regiment in closing:
        if regiment.aim is not None:
            chosen.setdefault(regiment.aim, []).append(regiment)
    for regiment in closing:
        aim = regiment.aim
        if aim is not None and not _is_held_up(regiment, aim, chosen):
            _close(regiment, aim)
    for regiment in free:
        _answer(regiment)
    if battle.site is not None:
        battle.site.answer()
    for regiment in free:
        if can_shoot(regiment):
            regiment.target = regiment.aim
        for leader in regiment.leaders:
            if leader.is_standing:
                follow(leader, regiment)


def pair_anew(battle: Battle) -> None:
    """Whoever has lost all it aimed at before its own turn turns to another enemy, if there is one in its reach.

    Spells and first shots are settled before everything else (UD-CST-06, UD-RNG-03), so that the others see who is
    gone. Whom it turns to strikes back, if it has not acted yet.
    """
    newcomers, battle.newcomers = battle.newcomers, []
    idle = [
        each for each in battle.standing if each.host is None and (_has_lost_all(each) or _is_free(each, newcomers))
    ]
    if not idle:
        return
    free = [regiment for regiment in battle.standing if regiment.host is None and regiment.is_standing]
    for regiment in idle:
        is_closing = closes(regiment) if regiment in newcomers else regiment.target is None
        regiment.foes, regiment.target = [], None
        if not is_closing and not regiment.shoots:
            continue
        enemy = _find_ordered(battle, regiment)
        regiment.aim_reason = ORDERED
        if enemy is None:
            enemy, regiment.aim_reason = _propose(battle, regiment, free, is_closing), PROPOSED
        if enemy is None or not enemy.is_standing:
            continue
        regiment.aim = enemy
        if is_closing:
            _close(regiment, enemy)
            if not enemy.has_acted:
                _answer(enemy)
            battle.note_pairing(regiment, enemy, "melee")
        else:
            regiment.target = enemy
            battle.note_pairing(regiment, enemy, "ranged")
        for leader in (*regiment.leaders, *(enemy.leaders if is_closing else ())):
            if leader.is_standing and not leader.has_acted:
                leader.target, leader.foes = None, []
                follow(leader, leader.body)


def _is_free(regiment: Regiment, newcomers: list[Regiment]) -> bool:
    """Whether it has just changed sides and fights for its new master at once (UD-SPELL-DOMINATE-2)."""
    return regiment in newcomers and regiment.is_standing and regiment.acting > 0


def _has_lost_all(regiment: Regiment) -> bool:
    """Whether it was to strike or shoot, has not yet, and nobody is left before it."""
    if regiment.has_acted or regiment.leaving or not regiment.is_standing:
        return False
    if regiment.target is not None:
        return not regiment.target.is_standing
    return bool(regiment.foes) and not any(foe.is_standing for foe in regiment.foes)


def closes(regiment: Regiment) -> bool:
    """Whether it goes for its enemy in melee this round.

    A ranged regiment does so when it is bound (UD-RNG-06), or once it has shot if told to charge; one told to hold
    never does of itself.
    """
    if regiment.leaving or not regiment.strikes or regiment.zone == ABOARD:
        return False
    if regiment.bound:
        return True
    if regiment.orders.stance is Stance.HOLD:
        return False
    return not regiment.shoots or (regiment.orders.stance is Stance.CHARGE and regiment.shots > 0)


def can_shoot(regiment: Regiment) -> bool:
    """Whether it shoots this round, if it has a target: it is ranged, and not bound (UD-RNG-01, UD-RNG-06)."""
    if regiment.leaving or not regiment.shoots or regiment.bound:
        return False
    return regiment.shots == 0 or regiment.orders.stance is not Stance.CHARGE or not regiment.strikes


def follow(leader: Regiment, host: Regiment) -> None:
    """A leader fights where its regiment does, whom it strikes, whom it shoots at, by itself (UD-ABL-LEADERSHIP-5)."""
    leader.aim = host.aim
    leader.bound = host.bound
    leader.engagers = host.engagers
    if leader.shoots and not host.bound and (leader.shots == 0 or not host.foes):
        leader.target = host.target or host.aim or (host.foes[0] if host.foes else None)
    if leader.target is None and leader.strikes:
        leader.foes = list(host.foes or host.engagers)


def _aim(battle: Battle, free: list[Regiment]) -> None:
    silent: list[Regiment] = []
    for regiment in free:
        if regiment.leaving:
            regiment.aim = None
            continue
        if regiment.bound and regiment.shoots:  # caught, and kept where it is (UD-RNG-06)
            regiment.aim = regiment.aim if regiment.aim in regiment.bound else regiment.bound[0]
            regiment.aim_reason = KEPT
            continue
        ordered = _find_ordered(battle, regiment)
        if ordered is not None:
            regiment.aim, regiment.aim_reason = ordered, ORDERED
        elif regiment.aim is not None and regiment.aim.is_standing and _may_aim(battle, regiment, regiment.aim):
            regiment.aim_reason = KEPT
        else:
            regiment.aim = None
            silent.append(regiment)
    for is_closing in (True, False):  # whom the shooters choose depends on who closes with whom
        for regiment in silent:
            if closes(regiment) is is_closing and (regiment.shoots or is_closing):
                regiment.aim = _propose(battle, regiment, free, is_closing)
                regiment.aim_reason = PROPOSED
                if regiment.aim is not None and battle.asks_for_pairings:
                    battle.ask_pairing(regiment)


def _find_ordered(battle: Battle, regiment: Regiment) -> Regiment | None:
    for name in regiment.orders.targets:
        for enemy in battle.find_enemies(regiment, name):
            if enemy.is_standing and _may_aim(battle, regiment, enemy.body):
                return enemy.body
    return None


def _may_aim(battle: Battle, regiment: Regiment, enemy: Regiment) -> bool:
    """Whether an enemy is there for it: a melee regiment has to be able to reach it."""
    if not closes(regiment):
        return (not enemy.leaving or regiment.shoots) and can_target(battle, regiment, enemy)
    return not enemy.leaving and can_reach(battle, regiment, enemy)


def can_reach(battle: Battle, regiment: Regiment, enemy: Regiment) -> bool:
    """Whether melee can reach an enemy: neither its pieces, nor the enemy's, nor a bridge forbid it."""
    if regiment.zone != enemy.zone or regiment.zone == ABOARD:  # no melee from a transport (UD-ABL-TRANSPORT-4)
        return False
    if battle.bridge_pair is not None and not battle.bridge_pair.allows(regiment, enemy):
        return False
    for hook, held in regiment.on_can_engage:
        if not hook(held, enemy):
            return False
    return all(hook(held, regiment) for hook, held in enemy.on_can_be_engaged)


def can_target(battle: Battle, by: Regiment, on: Regiment) -> bool:
    """Whether shots and spells can reach it: it is in the same place, or shows itself in another (UD-ASL-08).

    Who is aboard a transport shoots out of it (UD-ABL-TRANSPORT-4), and what is shot at him strikes the transport.
    """
    if on.zone == ABOARD:
        return False
    if by.zone in (on.zone, ABOARD):
        return True
    return battle.site is not None and battle.site.reaches(by, on)


def _propose(battle: Battle, regiment: Regiment, free: list[Regiment], is_closing: bool) -> Regiment | None:
    """The likeliest enemy: for melee first one nobody is at, of these one that threatens friends who shoot, then one
    that comes for the regiment itself, then any other in melee; for shooters one not in melee, the strongest first."""
    best: Regiment | None = None
    best_score: tuple[int, ...] = ()
    for enemy in free:
        if enemy.alliance == regiment.alliance or enemy.leaving or not enemy.is_standing:
            continue
        if is_closing:
            if not can_reach(battle, regiment, enemy):
                continue
            at_it = sum(
                friend.aim is enemy and closes(friend) for friend in free if friend.alliance == regiment.alliance
            )
            aim = enemy.aim if closes(enemy) else None
            if regiment.bound:
                rank = 0 if enemy in regiment.bound else 4
            elif aim is not None and aim.shoots and aim.alliance == regiment.alliance:
                rank = 0
            elif aim is regiment:
                rank = 1
            else:
                rank = 2 if closes(enemy) else 3
            score = (rank if regiment.bound else at_it, rank, -enemy.pool)
        else:
            if enemy.zone != regiment.zone and not can_target(battle, regiment, enemy):
                continue
            score = (1 if enemy.bound or is_in_melee(enemy, free) else 0, 0, -enemy.pool)
        if best is None or score < best_score:
            best, best_score = enemy, score
    if best is None and battle.site is not None:
        return battle.site.pick_wall(regiment)
    return best


def is_in_melee(regiment: Regiment, free: list[Regiment]) -> bool:
    """Whether it is at somebody in melee, or somebody at it."""
    return regiment.melee_rounds > 0 and any(
        (other.aim is regiment and closes(other)) or (regiment.aim is other and closes(regiment)) for other in free
    )


def _is_held_up(regiment: Regiment, aim: Regiment, chosen: dict[Regiment, list[Regiment]]) -> bool:
    """Whether friends of a shooter keep a melee regiment off it: they engage it (UD-RNG-08), and it is not at the
    shooter already."""
    if not aim.shoots or closes(aim) or regiment in aim.bound:
        return False
    return any(guard.alliance == aim.alliance for guard in chosen.get(regiment, ()))


def _close(regiment: Regiment, enemy: Regiment) -> None:
    if enemy not in regiment.foes:
        regiment.foes.append(enemy)
    if enemy.engagers.count(regiment) == 0 and all(hook(held, regiment) for hook, held in enemy.on_is_bound_by):
        enemy.engagers.append(regiment)


def _answer(regiment: Regiment) -> None:
    """Who is engaged strikes back at all who engage it, unless it shoots this round (UD-RNG-07) or leaves."""
    if regiment.leaving or not regiment.strikes or not regiment.engagers:
        return
    if can_shoot(regiment) and regiment.aim is not None:
        return
    for enemy in regiment.engagers:
        if enemy not in regiment.foes:
            regiment.foes.append(enemy)
