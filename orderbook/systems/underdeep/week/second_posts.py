"""A second post of a player in a week that is resolved in part: it counts only where units need it (UD-ORD-03)."""

from __future__ import annotations

from orderbook.campaign.game import Question
from orderbook.systems.underdeep.week.questions import YES_NO, make_question_id, question_names


def ask_second_post(week: int, player: str, mark: str) -> Question:
    """Whether a further post takes the place of the first; ``mark`` tells it from others of that player and week."""
    text = (
        f"{player} posted again after you had ruled on week {week}. Yes: the new post counts from now on, and the "
        "rulings that its orders still need. No: the first post stays."
    )
    return Question(
        make_question_id("second-post", (player, week, mark)),
        week,
        f"{question_names()['second-post']} {text}",
        ("UD-ORD-03", "UD-ORD-04"),
        choices=YES_NO,
    )
