"""What odds take for granted: the game master's questions by their defaults, and what nothing in the battle acts by."""

from __future__ import annotations

from dataclasses import dataclass

from orderbook.dice.seeded import SeededDice
from orderbook.systems.underdeep.battle.command import list_notes
from orderbook.systems.underdeep.battle.engine import fight
from orderbook.systems.underdeep.battle.reading.file import BattleFile
from orderbook.systems.underdeep.battle.record import Question

TRIALS = 12
"""Battles fought to see what is asked in them."""


@dataclass(frozen=True, slots=True)
class Assumed:
    """Questions as answered, each told once however many rounds it comes up in; and notes about the file."""

    questions: tuple[Question, ...] = ()
    notes: tuple[str, ...] = ()


def find_assumed(file: BattleFile) -> Assumed:
    """What is asked in some battles of the file. Raises ``AnswerError`` and ``DiceError`` as ``fight`` does."""
    questions: dict[tuple[str, str], Question] = {}
    notes: dict[str, None] = {}
    taken: set[str] = set()
    for number in range(TRIALS):
        battle = fight(file.scenario, SeededDice(f"what is asked {number}"))
        taken |= battle.answers_taken
        notes |= dict.fromkeys(list_notes(battle, file))
        for question in battle.questions.values():
            questions.setdefault((question.name, question.about.split(", round ")[0]), question)
    spare = sorted(set(file.scenario.answers) - taken)
    notes |= dict.fromkeys(f"The answer to {key!r} was not asked for in {TRIALS} battles." for key in spare)
    return Assumed(tuple(questions[key] for key in sorted(questions)), tuple(notes))
