"""Animosity: what weeks without a battle do to those who cannot live in peace (UD-ABL-ANIMOSITY-1 to
UD-ABL-ANIMOSITY-5).

The weeks are counted as each ends, and bear on the next: in battle as the condition ``Restless``, and in a Morale check
as the week begins. Who fails it turns on itself: a regiment on its own, a lone unit on friends who stand beside it, and
one that is alone there leaves.
"""

from __future__ import annotations

from collections.abc import Iterator

from orderbook.campaign.event import Event, LoggedRoll
from orderbook.campaign.faults import CampaignError
from orderbook.campaign.game import Question
from orderbook.dice.model import DiceError
from orderbook.rulebook.model import Unit, ability_stems
from orderbook.systems.underdeep.arrears import Arrears, toll_of
from orderbook.systems.underdeep.battle.attack import make_attack
from orderbook.systems.underdeep.battle.casualties import apply_attacks
from orderbook.systems.underdeep.battle.engine import Battle
from orderbook.systems.underdeep.battle.regiment import Regiment
from orderbook.systems.underdeep.battle.scale import SCALE
from orderbook.systems.underdeep.battle.scenario import RegimentPlan, Scenario, SidePlan
from orderbook.systems.underdeep.week.desk import Desk
from orderbook.systems.underdeep.week.figures import figure_of
from orderbook.systems.underdeep.week.kinds import Happened
from orderbook.systems.underdeep.week.musters import make_blueprint
from orderbook.systems.underdeep.week.refuge import desert
from orderbook.systems.underdeep.week.state import Group, in_order
from orderbook.systems.underdeep.week.statuses import abilities_of
from orderbook.systems.underdeep.week.values import NOBODY, Rank

ANIMOSITY = "Animosity"
CHECK_DC = 10
"""What Morale is checked against, 1 more for each week without a battle (UD-ABL-ANIMOSITY-2)."""


def run(desk: Desk) -> Iterator[Event | Question]:
    """As the week begins all who have gone without a battle check Morale, in order of their ids."""
    for name in [group.id for group in in_order(desk.state.groups.values())]:
        group = desk.state.groups.get(name)
        if group is None or not group.restless or group.owner == NOBODY:
            continue
        unit = desk.unit(group)
        rolls = _fail(desk, group)
        if unit is not None and rolls:
            yield from _turn(desk, group, unit, rolls)


def run_count(desk: Desk) -> Iterator[Event | Question]:
    """As the week ends one more is counted for all who have not fought in it (UD-ABL-ANIMOSITY-1)."""
    for group in in_order(desk.state.groups.values()):
        if not has_animosity(desk, group) or group.owner == NOBODY or group.raised == desk.week:
            continue
        weeks = 0 if group.id in desk.fought else group.restless + 1
        if weeks != group.restless:
            yield desk.event(
                Happened.RESTLESS,
                {"group": group.id, "weeks": weeks},
                known_to=(group.owner,),
                rules=("UD-ABL-ANIMOSITY-1",),
            )


def has_animosity(desk: Desk, group: Group) -> bool:
    unit = desk.unit(group)
    wanted = ability_stems(ANIMOSITY)
    return (unit is not None and unit.has_ability(ANIMOSITY)) or any(
        ability_stems(ability)[: len(wanted)] == wanted for ability in abilities_of(group)
    )


def _fail(desk: Desk, group: Group) -> list[LoggedRoll]:
    """The roll of a check that failed, nothing for one that did not: what has no Morale score makes none."""
    morale = figure_of(desk, group, "morale")
    if morale is None:
        return []
    morale += min((toll_of(part.arrears, desk.options).morale for part in group.unpaid), default=0)
    roll = desk.rolls.roll(f"whether {group.unit} ({group.id}) keep the peace", 20)
    return [roll] if roll.roll + morale < CHECK_DC + group.restless else []


def _turn(desk: Desk, group: Group, unit: Unit, rolls: list[LoggedRoll]) -> Iterator[Event]:
    if group.count > 1:
        yield from _strike(desk, group, unit, group, rolls, "UD-ABL-ANIMOSITY-3")
        return
    friends = [
        one
        for one in desk.state.standing_in(group.region)
        if one.id != group.id and one.rank is None and desk.unit(one) is not None
        if desk.state.are_friends(group.owner, one.owner)
    ] if group.region is not None else []  # fmt: skip
    if friends:
        victim = max(friends, key=lambda one: (one.count, -friends.index(one)))
        yield from _strike(desk, group, unit, victim, rolls, "UD-ABL-ANIMOSITY-4")
    elif group.rank is not Rank.LEADER:
        yield desert(desk, group, group.count, [], rolls, ("UD-ABL-ANIMOSITY-5",), why="for want of a fight")


def _strike(desk: Desk, group: Group, unit: Unit, victim: Group, rolls: list[LoggedRoll], rule: str) -> Iterator[Event]:
    """One attack by the rules of battle, and the dead it leaves (UD-ABL-ANIMOSITY-3, UD-ABL-ANIMOSITY-4)."""
    plans = [_plan(desk, one) for one in ([group] if victim is group else [group, victim])]
    about = f"Animosity of {group.id} in week {desk.week}"
    sides = tuple(SidePlan(str(number), False, (plan,)) for number, plan in enumerate(plans))
    rolled = len(desk.rolls.dice.log)
    try:
        battle = Battle(Scenario(sides, about, options=desk.options), desk.rolls.dice)
        by, on = _find(battle, "0"), _find(battle, str(len(plans) - 1))
        weapon = by.fighter.melee or by.fighter.ranged
        if weapon is None:
            return
        attack = make_attack(battle, by, on, weapon, by.count)
        apply_attacks(battle, [attack])
    except DiceError as error:
        raise CampaignError(str(error)) from error
    dice = [LoggedRoll(roll.what, roll.sides, roll.result) for roll in desk.rolls.dice.log[rolled:]]
    dead, known = victim.count - on.count, (group.owner, victim.owner)
    if dead:
        why = f"struck down by {group.unit} for want of a fight"
        yield desk.event(
            Happened.LOST, {"group": victim.id, "unit": victim.unit, "count": dead, "why": why}, known_to=known,
            rules=("UD-ABL-ANIMOSITY-2", rule), rolls=[*rolls, *dice],
        )  # fmt: skip
    wounds = -(-max(on.count * on.unit_health - on.pool, 0) // SCALE)
    if victim.id in desk.state.groups and (wounds != victim.wounds or not dead):
        yield desk.event(
            Happened.WOUNDED, {"group": victim.id, "wounds": wounds}, known_to=known,
            rules=("UD-ABL-ANIMOSITY-2", rule), rolls=() if dead else [*rolls, *dice],
        )  # fmt: skip


def _plan(desk: Desk, group: Group) -> RegimentPlan:
    """A group as one regiment, those of it who are worst paid standing for all."""
    unit = desk.unit(group)
    assert unit is not None
    arrears = group.unpaid[-1].arrears if group.unpaid else Arrears()
    conditions = (f"Restless {group.restless}",) if group.restless else ()
    blueprint = make_blueprint(desk, group, unit, arrears)
    return RegimentPlan(f"{group.unit} ({group.id})", blueprint, group.count, group.wounds, conditions=conditions)


def _find(battle: Battle, side: str) -> Regiment:
    return next(regiment for regiment in battle.regiments if regiment.side == side)
