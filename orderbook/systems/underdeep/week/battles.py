"""The battles of the week: fought with named dice, and what they leave behind (UD-BAT, UD-MRL, UD-ASL).

Each is fought anew until every question it raises is answered; the dice of a battle depend on its own name alone. What
is kept is an event that tells it, with its dice, and events of what came of it. To replay a campaign rolls nothing.
"""

from __future__ import annotations

import copy
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace

from orderbook.campaign.canonical import Json
from orderbook.campaign.event import Event, LoggedRoll
from orderbook.campaign.faults import CampaignError
from orderbook.campaign.game import Question
from orderbook.dice.model import Dice, DiceError
from orderbook.systems.underdeep.battle.asking import match_choice
from orderbook.systems.underdeep.battle.assault.prisoners import list_prisoners
from orderbook.systems.underdeep.battle.engine import Battle as Fought
from orderbook.systems.underdeep.battle.engine import fight
from orderbook.systems.underdeep.battle.record import Question as Asked
from orderbook.systems.underdeep.battle.regiment import FLED, WITHDREW, Regiment
from orderbook.systems.underdeep.battle.report.view import BattleView, view_battle
from orderbook.systems.underdeep.battle.scale import SCALE
from orderbook.systems.underdeep.week import conquest, dragons, standing_orders
from orderbook.systems.underdeep.week.answers import choose
from orderbook.systems.underdeep.week.codec import write
from orderbook.systems.underdeep.week.desk import Desk
from orderbook.systems.underdeep.week.figures import figure_of
from orderbook.systems.underdeep.week.folds.groups import add_unpaid, take_unpaid
from orderbook.systems.underdeep.week.kinds import Happened
from orderbook.systems.underdeep.week.movement import Battle
from orderbook.systems.underdeep.week.musters import Muster, Part, muster_battle, owner_of
from orderbook.systems.underdeep.week.questions import is_yes, question_names
from orderbook.systems.underdeep.week.refuge import find_retreat
from orderbook.systems.underdeep.week.settlements import awaits_guard
from orderbook.systems.underdeep.week.siege_plans import site_of_battle
from orderbook.systems.underdeep.week.state import Group, Status, Unpaid
from orderbook.systems.underdeep.week.statuses import INFECTED
from orderbook.systems.underdeep.week.taking_bodies import take_bodies
from orderbook.systems.underdeep.week.turncoats import (
    Turncoats,
    find_turncoats,
    follow_masters,
    settle_resisted,
    settle_thralls,
)
from orderbook.systems.underdeep.week.values import CAPTIVE, NOBODY, Posture
from orderbook.systems.underdeep.world.mover import Mover

CONDITION = "order-conditions"
_ROUND = re.compile(r", round ([0-9]+)$")
_SINCE = re.compile(r"\b(?:round\s*([0-9]+))", re.IGNORECASE)
_AT_THE_START = re.compile(r" at the start of round [0-9]+")


def run(desk: Desk) -> Iterator[Event | Question]:
    """Every battle of the week, in order of the regions; then dragons that meet."""
    if desk.movement is None:
        return
    for battle in sorted(desk.movement.battles, key=lambda battle: battle.region):
        yield from _play(desk, battle)
    for battle in dragons.find_duels(desk):
        yield from _play(desk, battle)


def _play(desk: Desk, battle: Battle) -> Iterator[Event | Question]:
    at = site_of_battle(desk, battle)
    if at is not None and awaits_guard(desk, at):
        return
    answers: dict[str, str] = {}
    while True:
        muster = muster_battle(desk, battle, answers)
        if muster is None:
            return
        dice = copy.deepcopy(desk.rolls.dice)
        rolled = len(dice.log)
        try:
            fought = fight(muster.scenario, dice)
        except DiceError as error:
            raise CampaignError(str(error)) from error
        news = dict(_answered(desk, battle, fought))
        if not any(key not in answers for key in news):
            break
        answers |= news
    desk.rolls.dice = dice
    for asked in _questions(desk, battle, fought):
        if desk.ruling(asked) is None:
            yield asked
    desk.fought |= {part.group for part in muster.parts.values()}
    yield _tell(desk, battle, muster, fought, dice, rolled)
    site = site_of_battle(desk, battle)
    if site is not None and fought.site is not None:
        yield from standing_orders.carry_out(desk, site)
    yield from _settle(desk, battle, muster, fought)


# -- questions --------------------------------------------------------------------------------------------------


def _questions(desk: Desk, battle: Battle, fought: Fought) -> list[Question]:
    return [_question(desk, battle, one) for one in fought.questions.values() if one.name in question_names()]


def _answered(desk: Desk, battle: Battle, fought: Fought) -> Iterator[tuple[str, str]]:
    """The answers there are to what a battle asks, as the battle takes them; what is no choice leaves the default."""
    asked = {question.id: question for question in _questions(desk, battle, fought)}
    for one in fought.questions.values():
        if one.name not in question_names():
            continue
        question = _question(desk, battle, one)
        given = desk.ruling(asked.get(question.id, question))
        if given is not None:
            said = given.split(";")[0]
            choice = match_choice(said, one.choices) or choose(said, one.choices)
            if one.name == CONDITION:
                choice = _from_round(one.about, said)
            yield f"{one.name}: {one.about}", choice or one.answer


def _question(desk: Desk, battle: Battle, one: Asked) -> Question:
    """A question of a battle to the game master. Whether a condition is met is asked once, not for each round."""
    region = str(battle.region)
    if one.name != CONDITION:
        return desk.question(one.name, (region, one.about), f"{region}: {one.text}", choices=one.choices)
    text = _AT_THE_START.sub("", one.text)
    told = f"{region}: {text} Answer no, yes, or from which round on, as in round 3."
    return desk.question(one.name, (region, _ROUND.sub("", one.about)), told, choices=one.choices)


def _from_round(about: str, said: str) -> str:
    """Whether a condition holds in the round a question is about: "round 3" holds from the third on."""
    now, since = _ROUND.search(about), _SINCE.search(said)
    if now is not None and since is not None:
        return "yes" if int(now[1]) >= int(since[1]) else "no"
    return "yes" if is_yes(said) else "no"


# -- the battle told --------------------------------------------------------------------------------------------


def _tell(desk: Desk, battle: Battle, muster: Muster, fought: Fought, dice: Dice, rolled: int) -> Event:
    regiments: list[Json] = [
        {
            "side": regiment.side, "name": regiment.name, "unit": regiment.fighter.name,
            "start": regiment.start_count, "standing": regiment.count, "state": regiment.state,
        }
        for regiment in fought.regiments
    ]  # fmt: skip
    data: dict[str, Json] = {
        "region": str(battle.region),
        "rounds": fought.round,
        "winner": fought.winner,
        "regiments": regiments,
        "view": write(_view(fought)),
    }
    owners = {owner for quarrel in battle.quarrels for owner in (quarrel.one, quarrel.other)}
    unprovoked = "UD-BAT-06" if NOBODY in owners else "UD-BAT-02" if owners else "UD-KOB-16"
    rules = ["UD-BAT-01", *([unprovoked] if not any(quarrel.attacker for quarrel in battle.quarrels) else [])]
    rules += ["UD-BAT-04"] if muster.scenario.site is not None else []
    rolls = [LoggedRoll(roll.what, roll.sides, roll.result) for roll in dice.log[rolled:]]
    return desk.event(Happened.FOUGHT, data, known_to=sorted(muster.owners.values()), rules=tuple(rules), rolls=rolls)


def _view(fought: Fought) -> BattleView:
    """The battle as it is told: its dice are the event's, its questions rulings of the campaign, not of a file."""
    view = view_battle(fought)
    return replace(view, dice=(), questions=tuple(replace(question, line="") for question in view.questions))


# -- what it comes to -------------------------------------------------------------------------------------------


def _settle(desk: Desk, battle: Battle, muster: Muster, fought: Fought) -> Iterator[Event | Question]:
    by_group: dict[str, list[tuple[Part, Regiment]]] = defaultdict(list)
    for regiment in fought.regiments:
        part = muster.parts.get((regiment.side, regiment.plan.name))
        if part is not None:
            by_group[part.group].append((part, regiment))
    captured = {(each.regiment.side, each.regiment.plan.name): each.count for each in list_prisoners(fought)}
    turned = find_turncoats(fought, captured)
    thralls = yield from settle_thralls(desk, muster, turned)
    dead = 0
    for name in sorted(by_group):
        lost = sum(
            part.count - regiment.count - regiment.caught - turned.alive(regiment) for part, regiment in by_group[name]
        )
        dead += max(lost, 0) if not desk.state.groups[name].double_of else 0
        if any(name == thrall for thrall, _ in thralls):
            continue  # the whole group obeys somebody else
        yield from _settle_group(desk, battle, muster, fought, name, by_group[name], captured, turned)
    yield from settle_resisted(desk, muster, fought)
    yield from follow_masters(desk, thralls)
    prisoners = [each for each in list_prisoners(fought) if not _is_double(desk, muster, each.regiment)]
    for side in sorted({each.captor for each in prisoners}):
        number = sum(each.count for each in prisoners if each.captor == side)
        yield from conquest.keep_prisoners(desk, battle, _captor(desk, muster, fought, side), number)
    if dead:
        lying = desk.state.facts_of(battle.region).bodies + dead
        known = sorted(muster.owners.values())
        data: dict[str, Json] = {"region": str(battle.region), "count": lying}
        yield desk.event(Happened.BODIES_LEFT, data, known_to=known, rules=("UD-MOV-29",))
    yield from _gains(desk, battle, muster, fought)
    yield from take_bodies(desk, battle, fought)
    winner = _captor(desk, muster, fought, fought.winner) if fought.winner is not None else ""
    yield from conquest.run(desk, battle, muster, fought, winner)


def _is_double(desk: Desk, muster: Muster, regiment: Regiment) -> bool:
    """Whether a regiment is illusory, so that nobody of it can be taken prisoner."""
    part = muster.parts.get((regiment.side, regiment.plan.name))
    group = desk.state.groups.get(part.group) if part is not None else None
    return group is not None and bool(group.double_of)


def _gains(desk: Desk, battle: Battle, muster: Muster, fought: Fought) -> Iterator[Event]:
    """Souls, stolen Gold and the like; and the dead that rise for who killed them (UD-ABL-CREATE-SPAWN-1)."""
    for (side, what), amount in sorted(fought.gains.items()):
        owner = muster.owners.get(side, "")
        kind, _, unit = what.partition(": ")
        if kind.startswith("spawn"):
            lying = desk.state.facts_of(battle.region).bodies
            count: dict[str, Json] = {"region": str(battle.region), "count": max(lying - amount, 0)}
            yield desk.event(Happened.BODIES_LEFT, count, rules=("UD-ABL-CREATE-SPAWN-2",))
            if kind == "spawn" and owner:
                yield conquest.raise_spawn(desk, owner, unit, amount, battle.region)
        elif owner and amount:
            yield conquest.gain(desk, owner, {what: amount}, f"the battle at {battle.region}")


def _captor(desk: Desk, muster: Muster, fought: Fought, alliance: str) -> str:
    """Of an alliance the owner who has most units left, the first by name of those with as many."""
    counts: dict[str, int] = defaultdict(int)
    for regiment in fought.regiments:
        if regiment.alliance == alliance:
            counts[muster.owners.get(regiment.side, owner_of(desk, regiment.side))] += regiment.count
    return min(counts, key=lambda owner: (-counts[owner], owner), default=owner_of(desk, alliance))


def _settle_group(
    desk: Desk,
    battle: Battle,
    muster: Muster,
    fought: Fought,
    name: str,
    parts: list[tuple[Part, Regiment]],
    captured: dict[tuple[str, str], int],
    turned: Turncoats,
) -> Iterator[Event]:
    """The dead, the prisoners, those who changed sides, those who left, the wounds and diseases of a group."""
    group = desk.state.groups[name]
    known = (group.owner,)
    dead = prisoners = 0
    stay: list[tuple[Part, Regiment, int]] = []
    gone: dict[str, list[tuple[Part, Regiment, int]]] = {WITHDREW: [], FLED: []}
    for part, regiment in parts:
        taken = captured.get((regiment.side, regiment.plan.name), 0)
        taken = taken if not group.double_of else 0
        alive = min(regiment.count + regiment.caught + turned.free[regiment], part.count)
        dead += part.count - alive - turned.alive(regiment) + turned.free[regiment]
        prisoners += turned.captive[regiment]
        taken = min(taken, alive)
        prisoners += taken
        if alive - taken <= 0:
            continue
        gone.get(regiment.state, stay).append((part, regiment, alive - taken))
    left = _debts(desk, group, [*stay, *gone[WITHDREW], *gone[FLED]])
    losses = [
        (count, why, rules)
        for count, why, rules in (
            (
                (dead, "an illusion", ("UD-SPELL-ILLUSORY-DUPLICATE-2",))
                if group.double_of
                else (dead, "in battle", ("UD-BAT-13", "UD-BAT-14"))
            ),
            (prisoners, CAPTIVE, ("UD-MRL-11", "UD-ASL-17")),
        )
        if count
    ]
    for count, why, rules in losses:
        data: dict[str, Json] = {
            "group": name, "unit": group.unit, "count": count, "why": why, "region": str(battle.region),
        }  # fmt: skip
        if why == losses[-1][1]:
            data["unpaid"] = [write(owed) for owed in left]
        yield desk.event(Happened.LOST, data, known_to=known, rules=rules)
    if name not in desk.state.groups:
        return
    yield from _send_off(desk, battle, name, stay, gone)
    if stay:
        yield from _wound(desk, name, stay, turned)
    yield from _infect(desk, fought, name, parts)
    if group.posture is Posture.AMBUSH and name in desk.state.groups:
        yield from _reveal(desk, name)


def _debts(desk: Desk, group: Group, alive: list[tuple[Part, Regiment, int]]) -> tuple[Unpaid, ...]:
    """What those are owed who are left, as they were mustered."""
    counts: dict[object, int] = defaultdict(int)
    for part, _, number in alive:
        counts[part.arrears] += number
    found: list[Unpaid] = []
    for owed in group.unpaid:
        number = min(counts[owed.arrears], owed.count)
        counts[owed.arrears] -= number
        if number:
            found.append(replace(owed, count=number))
    return add_unpaid(found, ())


def _send_off(
    desk: Desk,
    battle: Battle,
    name: str,
    stay: list[tuple[Part, Regiment, int]],
    gone: dict[str, list[tuple[Part, Regiment, int]]],
) -> Iterator[Event]:
    """Who withdrew or fled goes off, as a group of their own where others stay (UD-MRL-06, UD-MRL-08)."""
    leaving = [one for state in (WITHDREW, FLED) for one in gone[state]]
    if not leaving:
        return
    group = desk.state.groups[name]
    number = sum(count for _, _, count in leaving)
    mover_name = name
    if stay and number < group.count:
        kept = _debts(desk, group, stay)
        part = replace(
            group, id=desk.new_id(group.owner, "g"), count=number, wounds=0, unpaid=take_unpaid(group.unpaid, kept)
        )
        mover_name = part.id
        desk.fought.add(part.id)
        yield desk.event(
            Happened.SPLIT, {"group": name, "part": write(part)}, known_to=(group.owner,), rules=("UD-MRL-05",)
        )
    speed = figure_of(desk, group, "speed") or 0
    unit = desk.unit(group)
    mover = Mover.from_abilities(speed, unit.abilities if unit is not None else ())
    to = find_retreat(desk, group.owner, battle.region, speed, mover, came_from=group.came_from)
    rules = ("UD-MRL-06", *(("UD-MRL-08", "UD-MRL-09") if gone[FLED] else ()))
    data: dict[str, Json] = {
        "group": mover_name, "region": str(to), "site": None, "posture": Posture.OPEN.value,
        "came_from": str(battle.region), "why": "fled" if gone[FLED] else "withdrew",
    }  # fmt: skip
    yield desk.event(Happened.MOVED, data, known_to=(group.owner,), rules=rules)


def _wound(desk: Desk, name: str, stay: list[tuple[Part, Regiment, int]], turned: Turncoats) -> Iterator[Event]:
    """Damage that has killed nobody yet: it is healed when the next week begins (UD-ABL-REGENERATION-3)."""
    missing = sum(
        max(count * regiment.unit_health - regiment.pool - turned.pools[regiment], 0) for _, regiment, count in stay
    )
    wounds = -(-missing // SCALE)
    group = desk.state.groups[name]
    if wounds != group.wounds:
        yield desk.event(
            Happened.WOUNDED,
            {"group": name, "wounds": wounds},
            known_to=(group.owner,),
            rules=("UD-BAT-14", "UD-ABL-REGENERATION-3"),
        )


def _infect(desk: Desk, fought: Fought, name: str, parts: list[tuple[Part, Regiment]]) -> Iterator[Event]:
    """A disease shows from the week after (UD-ABL-DISEASE-2; setting disease-weeks)."""
    score = max((fought.infected.get(regiment, 0) for _, regiment in parts if regiment.count), default=0)
    if not score or name not in desk.state.groups:
        return
    weeks = score + 1 if desk.options.chose("disease-weeks", "score-and-one") else score
    status = Status(INFECTED, desk.week + weeks, {"health": 0})
    yield desk.event(
        Happened.STATUS_SET,
        {"group": name, "status": write(status)},
        known_to=(desk.state.groups[name].owner,),
        rules=("UD-ABL-DISEASE-1", "UD-ABL-DISEASE-2"),
    )


def _reveal(desk: Desk, name: str) -> Iterator[Event]:
    """Who has sprung an ambush lies in it no more."""
    group = desk.state.groups[name]
    if group.posture is not Posture.AMBUSH:
        return
    data: dict[str, Json] = {
        "group": name, "region": str(group.region), "site": group.site, "posture": Posture.OPEN.value,
        "came_from": str(group.came_from) if group.came_from is not None else None,
    }  # fmt: skip
    yield desk.event(Happened.MOVED, data, known_to=(group.owner,), rules=("UD-ABL-INFILTRATOR-11",))
