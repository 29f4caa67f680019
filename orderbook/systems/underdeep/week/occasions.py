"""Occasions on which the game master rules by himself, when it happens in the game and not in a post.

Their names and what they are about stand in ``questions.toml`` beside the questions that weeks ask.
"""

from __future__ import annotations

from collections.abc import Mapping

from orderbook.systems.underdeep.week.questions import read_questions


def occasions() -> Mapping[str, str]:
    """What may be ruled on unasked, by name."""
    return read_questions()["occasions"]


def rules_of(name: str) -> tuple[str, ...]:
    """The rules that leave an occasion to the game master, by the id of a ruling; none for other rulings."""
    occasion = name.partition(".")[0]
    if occasion not in occasions():
        return ()
    from orderbook.rulebook.status import load_trust
    from orderbook.systems.underdeep.system import RULES_FOLDER

    return tuple(rule for rule, status in load_trust(RULES_FOLDER).statuses.items() if occasion in status.asked)
