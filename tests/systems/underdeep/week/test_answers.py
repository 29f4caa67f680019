"""What the game master's words choose, and which are refused because they choose nothing."""

import pytest

from orderbook.campaign.game import Question
from orderbook.systems.underdeep.week.answers import choose, judge_ruling
from orderbook.systems.underdeep.week.questions import YES_NO

FATE = ("hold", "enslave", "kill")


def question(kind: str, *choices: str) -> Question:
    return Question(f"{kind}.anna.4", 4, "Well?", choices=choices)


@pytest.mark.parametrize(
    ("answer", "choices", "chosen"),
    [
        ("Yes, all of them", YES_NO, "yes"), ("no; Anna: +5 Gold", YES_NO, "no"), ("not this week", YES_NO, "no"),
        ("maybe", YES_NO, None), ("", YES_NO, None), ("Anna: +50 Gold", YES_NO, None),
        ("Kill.", FATE, "kill"), ("they were enslaved", FATE, "enslave"), ("don't kill them", FATE, None),
        ("hold some, kill some", FATE, None), ("eat them", FATE, None),
        ("he neglected it", ("pursues", "neglects", "fulfilled"), "neglects"),
        ("fulfils it at last", ("pursues", "neglects", "fulfilled"), "fulfilled"),
        ("ATTACK AND DEFENCE -2", ("nothing", "Attack and Defence -2"), "Attack and Defence -2"),
    ],
)  # fmt: skip
def test_the_words_of_an_answer_choose(answer: str, choices: tuple[str, ...], chosen: str | None) -> None:
    assert choose(answer, choices) == chosen


def test_an_answer_that_chooses_nothing_is_refused_and_says_how_to_mend_it() -> None:
    complaint = judge_ruling(question("starting-troops", *YES_NO), "maybe?")
    assert "maybe?" in complaint and "yes or no" in complaint
    assert judge_ruling(question("prisoners", *FATE), "ransom; Anna: +5 Gold")


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        (question("free-orders"), "a fine mural; Anna: +5 Gold"),
        (question("prisoners", *FATE), "hold; fact: they sing"),
        (question("harem", "+1 Melee and Morale", "nothing"), "+2 Melee"),
        (question("order-conditions", *YES_NO), "from round 3 on"),
        (question("mutation", "Flyer", "Immunity [any]"), "3 Flyer, 2 Immunity (Fire)"),
    ],
)
def test_what_a_question_can_use_is_taken(asked: Question, answer: str) -> None:
    assert judge_ruling(asked, answer) == ""
