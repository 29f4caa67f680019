"""Whether a battle is a duel, and which: the engine is asked how it attacks, so that its rules are written once.

The engine fights three rounds with regiments that cannot die. What the attacks of each round were made of (when, with
which bonus, against which Defence, with how many dice) is what they are made of in any battle of the two.
"""

from __future__ import annotations

from orderbook.dice.model import Roll
from orderbook.systems.underdeep.battle.attack import FULL, RANGED, Attack, deal, find_damage
from orderbook.systems.underdeep.battle.engine import MOST_ROUNDS, Battle
from orderbook.systems.underdeep.battle.morale import BATTLE, FLIGHT, MoraleCheck, roll_morale
from orderbook.systems.underdeep.battle.odds.duel import EXCHANGE, FIRST, KNOWN_ROUNDS, Blow, Corps, Duel
from orderbook.systems.underdeep.battle.orders import Orders
from orderbook.systems.underdeep.battle.piece import HOOKS
from orderbook.systems.underdeep.battle.regiment import FLED, WITHDREW, Regiment
from orderbook.systems.underdeep.battle.round import fight_round, pursue
from orderbook.systems.underdeep.battle.scale import SCALE
from orderbook.systems.underdeep.battle.scenario import Scenario
from orderbook.systems.underdeep.battle.unit import PSYCHIC, SUICIDE
from orderbook.systems.underdeep.battle.withdrawal import may_withdraw

_SURE = 1_000_000
"""A roll that hits anything and passes any check."""

_ENDLESS = 10**15
"""Combined Health that lasts for the rounds that are watched."""


class NotPlain(Exception):
    """Why a battle is no duel; ``str(error)`` says it to people."""


class SureDice:
    """Dice that always succeed."""

    is_quick = False

    def __init__(self) -> None:
        self.log: list[Roll] = []

    def roll(self, sides: int, what: str, key: str) -> int:
        """See ``Dice.roll``; the result is beyond what the die could show."""
        return _SURE


def find_duel(scenario: Scenario) -> Duel:
    """The battle as a duel. Raises ``NotPlain``."""
    _refuse_orders(scenario)
    battle = Battle(scenario, SureDice())
    _refuse_pieces(battle)
    battle.take_positions()
    one, other = battle.regiments
    if not (one.is_standing and other.is_standing):
        raise NotPlain("a regiment has nobody standing")
    blows, pursuits = _watch(battle)
    corps = [_describe(battle, regiment, blows[regiment], pursuits[regiment]) for regiment in (one, other)]
    limit = MOST_ROUNDS if scenario.rounds is None else scenario.rounds
    return Duel((corps[0], corps[1]), limit, battle.drops_fractions)


def _refuse_orders(scenario: Scenario) -> None:
    plans = [plan for side in scenario.sides for plan in side.regiments]
    if len(scenario.sides) != 2 or [len(side.regiments) for side in scenario.sides] != [1, 1]:
        raise NotPlain("it is not between two regiments")
    if len({side.alliance or side.name for side in scenario.sides}) < 2:
        raise NotPlain("both sides are of one alliance")
    if scenario.site is not None:
        raise NotPlain("it is about a Dungeon or Outpost")
    if scenario.bridge is not None or scenario.answers:
        raise NotPlain("a bridge or the game master's answers bear on it")
    if scenario.options.chose("morale-damage", "of-the-battle"):
        raise NotPlain("the damage of earlier rounds counts for morale")
    for plan in plans:
        if plan.orders != Orders(plan.orders.targets, plan.orders.stance):
            raise NotPlain(f"{plan.name} has orders beyond whom to fight")
        if plan.blueprint.rolled:
            raise NotPlain(f"{plan.name} has figures that are rolled")
        if plan.leads is not None:
            raise NotPlain(f"{plan.name} is a leader in another regiment")


def _refuse_pieces(battle: Battle) -> None:
    for regiment in battle.regiments:
        for held in regiment.held:
            acts = any(getattr(held.piece, hook) is not None for hook in HOOKS)
            if acts and not held.piece.is_steady:
                raise NotPlain(f"{regiment.label} has {held.piece.name}")
        for weapon in (regiment.melee, regiment.ranged):
            if weapon is not None and not weapon.types.isdisjoint((PSYCHIC, SUICIDE)):
                raise NotPlain(f"{regiment.label} attacks in a way of its own")


_Seen = dict[Regiment, list[Blow]]


def _watch(battle: Battle) -> tuple[_Seen, _Seen]:
    """The blows of the first rounds, and those on an enemy that flees after each of them."""
    blows: _Seen = {regiment: [] for regiment in battle.regiments}
    pursuits: _Seen = {regiment: [] for regiment in battle.regiments}
    have_shot: set[Regiment] = set()
    for _ in range(KNOWN_ROUNDS):
        for regiment in battle.regiments:
            regiment.pool = _ENDLESS
        fight_round(battle)
        for regiment, found in _find_attacks(battle, battle.record.attacks).items():
            is_first = found is not None and found.kind == RANGED and regiment not in have_shot
            blows[regiment].append(_describe_blow(battle, found, FIRST if is_first else EXCHANGE))
            if found is not None and found.kind == RANGED:
                have_shot.add(regiment)
        for regiment in battle.regiments:
            foe = next(each for each in battle.regiments if each is not regiment)
            seen = len(battle.record.attacks)
            pursue(battle, [foe], [foe])
            found = _find_attacks(battle, battle.record.attacks[seen:])[regiment]
            pursuits[regiment].append(_describe_blow(battle, found, EXCHANGE))
    return blows, pursuits


def _find_attacks(battle: Battle, attacks: list[Attack]) -> dict[Regiment, Attack | None]:
    found: dict[Regiment, Attack | None] = dict.fromkeys(battle.regiments)
    for attack in attacks:
        if found[attack.by] is not None:
            raise NotPlain(f"{attack.by.label} attacks more than once a round")
        found[attack.by] = attack
    return found


def _describe_blow(battle: Battle, attack: Attack | None, when: int) -> Blow:
    if attack is None or attack.against is None:
        return Blow()
    sample = Attack(attack.by, attack.on, attack.weapon, attack.count, attack.kind)
    factor, rest = divmod(deal(battle, sample, SCALE, attack.types), SCALE)
    if rest or len(attack.extra) > 1:
        raise NotPlain(f"what {attack.by.label} does to {attack.on.label} is no plain damage")
    return Blow(
        when,
        attack.against - (attack.total - attack.roll),
        len(attack.rolls),
        bool(attack.better) or len(attack.rolls) == 1,
        # A Combined Damage Score is a tenth of the units' damage, and a multiplier of 10 is full damage.
        find_damage(battle, attack) * SCALE // FULL,
        factor,
        sum(amount for amount, _ in attack.extra) // attack.count,
    )


def _describe(battle: Battle, regiment: Regiment, blows: list[Blow], pursuits: list[Blow]) -> Corps:
    check = roll_morale(battle, regiment, BATTLE)
    withdraws = may_withdraw(regiment, "morale")
    if check is not None and not withdraws:
        raise NotPlain(f"{regiment.label} checks morale and stays whatever comes of it")
    limit = regiment.start_pool if battle.half_by_health else regiment.start_count
    unit = 1 if battle.half_by_health else regiment.unit_health
    return Corps(
        regiment.alliance,
        regiment.start_count,
        regiment.start_pool,
        regiment.unit_health,
        (limit - 1) // 2 * unit,
        None if check is None else check.bonus,
        check is not None and _is_disciplined(battle, regiment),
        regiment.has_escape,
        (blows[0], blows[1], blows[2]),
        (pursuits[0], pursuits[1], pursuits[2]),
    )


def _is_disciplined(battle: Battle, regiment: Regiment) -> bool:
    check = MoraleCheck(regiment, BATTLE, FLIGHT, None)
    check.outcome = FLED
    for hook, held in regiment.on_failed_morale:
        hook(held, check)
    if check.outcome not in (FLED, WITHDREW):
        raise NotPlain(f"what {regiment.label} does when its morale fails is not plain")
    return check.outcome == WITHDREW
