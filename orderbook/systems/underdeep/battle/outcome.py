"""The result of a battle as plain data: what ``battle run --format json`` prints."""

from __future__ import annotations

from typing import Any

from orderbook.systems.underdeep.battle.assault.outcome import describe_site
from orderbook.systems.underdeep.battle.attack import Attack
from orderbook.systems.underdeep.battle.engine import Battle
from orderbook.systems.underdeep.battle.morale import MoraleCheck
from orderbook.systems.underdeep.battle.record import Question, RoundRecord
from orderbook.systems.underdeep.battle.regiment import Regiment
from orderbook.systems.underdeep.battle.scale import to_number
from orderbook.systems.underdeep.battle.spells import Cast


def describe_battle(battle: Battle) -> dict[str, Any]:
    """The whole result. Lists stand in the battle's order: attackers first, then by name of side and of regiment.

    ``winner`` is the name of the side that is left, or of the alliance where it has several sides.
    """
    return {
        "name": battle.scenario.name,
        "rounds": [describe_round(record) for record in battle.rounds],
        "before": describe_round(battle.before),
        "sides": [
            {
                "name": side.name,
                "alliance": side.alliance or side.name,
                "attacker": side.is_attacker,
                "monsters": side.is_monsters,
            }
            for side in battle.sides
        ],
        "regiments": [describe_regiment(regiment) for regiment in battle.regiments],
        "armies": [
            {
                "side": army.side,
                "name": army.name,
                "alliance": army.alliance,
                "start": army.start_count,
                "standing": army.count,
                "damage_taken": to_number(army.suffered_in_all),
            }
            for army in battle.armies
        ],
        "winner": battle.winner,
        "winners": [side.name for side in battle.sides if (side.alliance or side.name) == battle.winner],
        "decided": battle.is_over,
        "questions": [describe_question(question) for question in battle.questions.values()],
        "site": describe_site(battle),
        "gains": [
            {"side": side, "resource": resource, "amount": amount}
            for (side, resource), amount in sorted(battle.gains.items())
        ],
        "infected": [
            {"side": regiment.side, "name": regiment.name, "disease": score}
            for regiment, score in battle.infected.items()
            if regiment.count
        ],
        "dominated": [
            {
                "side": side,
                "name": regiment.name,
                "unit": regiment.fighter.name,
                "of": battle.drawn[regiment].name,
                "caster": battle.masters[regiment].name,
            }
            for regiment, side in battle.lasting.items()
            if regiment.count
        ],
        "resisted": [
            {"side": target.side, "name": target.name, "caster_side": caster.side, "caster": caster.name}
            for caster, target in sorted(battle.resisted, key=lambda pair: (pair[0].key, pair[1].key))
        ],
        "notes": list(battle.notes),
        "dice": [{"what": roll.what, "sides": roll.sides, "roll": roll.result} for roll in battle.dice.log],
    }


def describe_question(question: Question) -> dict[str, Any]:
    """What the game master decides, and what was decided."""
    return {
        "question": question.name,
        "about": question.about,
        "text": question.text,
        "choices": list(question.choices),
        "answer": question.answer,
        "answered": question.is_answered,
    }


def describe_regiment(regiment: Regiment) -> dict[str, Any]:
    """What became of a regiment; ``standing`` counts those alive, wherever they went, but for those who
    sit ``caught`` in traps."""
    return {
        "side": regiment.side,
        "name": regiment.name,
        "army": regiment.army.name,
        "unit": regiment.fighter.name,
        "leads": regiment.plan.leads,
        "start": regiment.start_count,
        "standing": regiment.count,
        "dead": regiment.killed,
        "health": to_number(regiment.pool),
        "state": regiment.state,
        "caught": regiment.caught,
    }


def describe_round(record: RoundRecord) -> dict[str, Any]:
    """One round: who was paired with whom, every attack with its reasons, spells, morale, who died and who left."""
    return {
        "number": record.number,
        "strength": [
            {"side": regiment.side, "name": regiment.name, "standing": count, "health": to_number(pool)}
            for regiment, (count, pool) in record.counts.items()
        ],
        "pairings": [
            {"by": each.by.label, "on": each.on.label, "how": each.how, "why": each.why} for each in record.pairings
        ],
        "attacks": [describe_attack(attack) for attack in record.attacks],
        "spells": [_describe_cast(cast) for cast in record.spells],
        "morale": [_describe_check(check) for check in record.morale],
        "casualties": {regiment.label: killed for regiment, killed in record.dead.items()},
        "departures": [
            {"regiment": each.regiment.label, "side": each.regiment.side, "state": each.state, "why": each.why}
            for each in record.departures
        ],
        "events": [{"kind": event.kind, "text": event.text} for event in record.events],
    }


def describe_attack(attack: Attack) -> dict[str, Any]:
    """One attack; ``against`` is null where there was nothing to hit."""
    return {
        "by": attack.by.label,
        "on": attack.on.label,
        "kind": attack.kind,
        "units": attack.count,
        "rolls": list(attack.rolls),
        "roll": attack.roll,
        "modifiers": _describe_modifiers(attack.modifiers),
        "total": attack.total,
        "against": attack.against,
        "defence_modifiers": _describe_modifiers(attack.defence_modifiers),
        "multiplier": attack.multiplier,
        "types": sorted(attack.types),
        "damage": to_number(attack.damage),
        "extra": [{"damage": to_number(amount), "why": why} for amount, why in attack.extra],
        "dead": attack.killed,
        "notes": list(attack.notes),
    }


def _describe_cast(cast: Cast) -> dict[str, Any]:
    return {
        "spell": cast.name,
        "by": cast.caster.label,
        "on": None if cast.target is None else cast.target.label,
        "attack": None if cast.attack is None else describe_attack(cast.attack),
        "countered": cast.is_countered,
        "outcome": cast.outcome,
    }


def _describe_check(check: MoraleCheck) -> dict[str, Any]:
    return {
        "regiment": check.regiment.label,
        "side": check.regiment.side,
        "reason": check.reason,
        "roll": check.roll,
        "modifiers": _describe_modifiers(check.modifiers),
        "total": check.total,
        "need": check.need,
        "passed": check.passed,
        "outcome": check.outcome,
    }


def _describe_modifiers(modifiers: list[tuple[int, str]]) -> list[dict[str, Any]]:
    return [{"amount": amount, "why": why} for amount, why in modifiers]
