"""What a report shows, in the order in which it is read: lines of text, nothing that a template has to work out."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace

from orderbook.findings.formats.display import show_text
from orderbook.systems.underdeep.battle.assault.outcome import site_lines
from orderbook.systems.underdeep.battle.attack import PURSUIT, SPELL, Attack
from orderbook.systems.underdeep.battle.engine import Battle
from orderbook.systems.underdeep.battle.record import Question, RoundRecord
from orderbook.systems.underdeep.battle.regiment import DESTROYED, FIGHTING, Regiment
from orderbook.systems.underdeep.battle.report.sentences import (
    name_units,
    tell_attack,
    tell_cast,
    tell_check,
    tell_dead,
    tell_departure,
)
from orderbook.systems.underdeep.battle.report.words import (
    COST_OF_ONE,
    COSTS,
    SPARED,
    WON,
    join_words,
    pick,
    tell_number,
)
from orderbook.systems.underdeep.battle.scale import show_points


@dataclass(frozen=True, slots=True)
class Row:
    """A regiment after the battle; ``fate`` says where it is, empty while it is on the field."""

    label: str
    unit: str
    start: int
    alive: int
    dead: int
    health: str
    fate: str


@dataclass(frozen=True, slots=True)
class SideView:
    """A side with its regiments; ``role`` is attacker or defender, empty where nobody attacked."""

    name: str
    role: str
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class RoundView:
    """A round: groups of lines, each under its heading."""

    title: str
    groups: tuple[tuple[str, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True)
class QuestionView:
    """A question with what holds now, and the line of ``[answers]`` that says otherwise."""

    text: str
    answer: str
    is_answered: bool
    choices: str
    line: str


@dataclass(frozen=True, slots=True)
class BattleView:
    """A whole battle."""

    title: str
    end: str
    course: tuple[str, ...]
    sides: tuple[SideView, ...]
    aftermath: tuple[str, ...]
    rounds: tuple[RoundView, ...]
    questions: tuple[QuestionView, ...]
    notes: tuple[str, ...]
    dice: tuple[str, ...]


PAIRINGS = "Who fights whom"
"""The heading of what tells which regiments had no order to attack."""


def hide_from_players(view: BattleView) -> BattleView:
    """The view for those who fought: without dice, without what is the game master's to decide, and without what it
    tells of orders that others gave or did not give."""
    rounds = tuple(
        replace(one, groups=tuple(group for group in one.groups if group[0] != PAIRINGS)) for one in view.rounds
    )
    return replace(view, rounds=rounds, questions=(), notes=(), dice=())


def view_battle(battle: Battle) -> BattleView:
    """The view of a battle that kept a record. All text is on one line each and safe for a terminal."""
    rounds = [_view_round(record, f"Round {record.number}") for record in battle.rounds]
    before = _view_round(battle.before, "Before the battle")
    if before.groups:
        rounds.insert(0, before)
    return BattleView(
        title=show_text(battle.scenario.name) or "A battle",
        end=show_text(tell_end(battle)),
        course=_clean([_tell_course(battle, record) for record in (battle.before, *battle.rounds) if _tells(record)]),
        sides=tuple(_view_sides(battle)),
        aftermath=_clean(tell_aftermath(battle)),
        rounds=tuple(rounds),
        questions=tuple(_view_question(each) for each in battle.questions.values()),
        notes=_clean(battle.notes),
        dice=_clean([f"d{roll.sides}: {roll.result}, {roll.what}" for roll in battle.dice.log]),
    )


def _clean(lines: list[str]) -> tuple[str, ...]:
    return tuple(show_text(line) for line in lines)


def tell_end(battle: Battle) -> str:
    """Who holds the field, and after how long."""
    rounds = tell_number(battle.round, "round", "rounds")
    if battle.winner is not None and battle.is_over:
        return pick(WON, battle.scenario.name, battle.winner, battle.round).format(who=battle.winner, rounds=rounds)
    if battle.is_over:
        return f"Nobody is left on the field after {rounds}."
    return f"Not decided after {rounds}."


def _tells(record: RoundRecord) -> bool:
    return record.number > 0 or bool(record.dead)


def _tell_course(battle: Battle, record: RoundRecord) -> str:
    """A round in a sentence or two: who died, who left."""
    dead = tell_dead(record.dead)
    if not record.number:
        told = f"Before the first round: {dead} dead."
    elif dead:
        ways = COST_OF_ONE if sum(record.dead.values()) == 1 else COSTS
        told = pick(ways, battle.scenario.name, record.number, dead).format(number=record.number, dead=dead)
    else:
        told = pick(SPARED, battle.scenario.name, record.number).format(number=record.number)
    return " ".join([told, *(tell_departure(each) for each in record.departures)])


def _view_sides(battle: Battle) -> list[SideView]:
    has_attacker = any(side.is_attacker for side in battle.sides)
    fates = {
        each.regiment: f"{each.state} in round {record.number}"
        for record in battle.rounds
        for each in record.departures
    }
    return [
        SideView(
            show_text(side.name + (f" ({side.alliance})" if side.alliance not in ("", side.name) else "")),
            "" if not has_attacker else "attacker" if side.is_attacker else "defender",
            tuple(_view_row(each, fates.get(each, "")) for each in battle.regiments if each.side == side.name),
        )
        for side in battle.sides
    ]


def _view_row(regiment: Regiment, fate: str) -> Row:
    alive = regiment.count + regiment.caught
    if regiment.caught:
        fate = ", ".join(filter(None, (fate, f"{regiment.caught} caught in traps")))
    if regiment.state == DESTROYED or not alive:
        fate = f"{fate}, {DESTROYED}" if fate else DESTROYED
    elif regiment.state != FIGHTING:
        fate = fate or regiment.state
    return Row(
        show_text(regiment.label),
        "" if regiment.fighter.name == regiment.label else show_text(regiment.fighter.name),
        regiment.start_count,
        alive,
        regiment.killed,
        show_points(regiment.pool + regiment.caught_pool),
        fate,
    )


def tell_aftermath(battle: Battle) -> list[str]:
    """What outlasts the battle beside the dead: gains, diseases, units under control."""
    lines = [f"{side} gains: {amount} {what}." for (side, what), amount in sorted(battle.gains.items())]
    lines += [
        f"{name_units(regiment, regiment.count)} of {regiment.side} caught a disease of strength {score}."
        for regiment, score in battle.infected.items()
        if regiment.count
    ]
    lines += [
        f"{name_units(regiment, regiment.count)} of {regiment.side}: under the control of {side} beyond the battle."
        for regiment, side in battle.lasting.items()
        if regiment.count
    ]
    return [*lines, *site_lines(battle)]


def _view_round(record: RoundRecord, title: str) -> RoundView:
    told_with_spells = {id(cast.attack) for cast in record.spells if cast.attack is not None}
    attacks = [each for each in record.attacks if not (each.kind == SPELL and id(each) in told_with_spells)]
    groups = [
        ("On the field", _tell_strength(record)),
        (PAIRINGS, _tell_pairings(record)),
        ("Spells", [tell_cast(cast) for cast in record.spells]),
        ("Also", [event.text for event in record.events]),
        ("Attacks", _tell_attacks(attacks, is_pursuit=False)),
        ("Morale", [tell_check(check) for check in record.morale]),
        ("Pursuit", _tell_attacks(attacks, is_pursuit=True)),
        ("Casualties", [f"{tell_dead(record.dead)}."] if any(record.dead.values()) else []),
        ("Leaving the field", [tell_departure(each) for each in record.departures]),
    ]
    return RoundView(title, tuple((heading, _clean(lines)) for heading, lines in groups if lines))


def _tell_strength(record: RoundRecord) -> list[str]:
    told = [name_units(regiment, count) for regiment, (count, _) in record.counts.items()]
    return [f"{join_words(told)}."] if told else []


def _tell_pairings(record: RoundRecord) -> list[str]:
    proposed = [f"{each.by.label} on {each.on.label}" for each in record.pairings if each.why == "proposed"]
    return [f"By proposal, no order saying otherwise: {', '.join(proposed)}."] if proposed else []


def _tell_attacks(attacks: list[Attack], is_pursuit: bool) -> list[str]:
    return [tell_attack(attack) for attack in attacks if (attack.kind == PURSUIT) is is_pursuit]


def _view_question(question: Question) -> QuestionView:
    others = [choice for choice in question.choices if choice != question.answer]
    key = json.dumps(f"{question.name}: {question.about}", ensure_ascii=False)
    value = json.dumps(others[0] if others else question.answer, ensure_ascii=False)
    return QuestionView(
        show_text(question.text),
        show_text(question.answer),
        question.is_answered,
        show_text(", ".join(question.choices)),
        show_text(f"{key} = {value}"),
    )
