"""Questions to the game master: answered in the file, asked at the table, or settled by their default."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from difflib import get_close_matches

Asker = Callable[[str, tuple[str, ...], str], str]
"""Asks somebody: given the question, its choices (none for free words) and the default, it returns what was said."""


class AnswerError(ValueError):
    """An answer that is none of a question's choices. ``key`` is how the answers name it."""

    def __init__(self, key: str, what: str, mend: str) -> None:
        self.key = key
        self.what = what
        self.mend = mend
        super().__init__(f"answers: {what}. {mend}")


def find_answer(answers: Mapping[str, str], name: str, about: str) -> tuple[str, str] | None:
    """The answer to a question and the key that gives it: ``"name: about"`` goes before the name alone."""
    for key in (f"{name}: {about}", name):
        if key in answers:
            return key, answers[key]
    return None


def match_choice(given: str, choices: tuple[str, ...]) -> str | None:
    """The choice that was meant, whatever its case; free words are taken as they are. ``None`` for no choice."""
    folded = given.strip().casefold()
    if not choices:
        return given.strip()
    return next((choice for choice in choices if choice.casefold() == folded), None)


def refuse_answer(key: str, given: str, text: str, choices: tuple[str, ...]) -> AnswerError:
    """The error of an answer that is no choice."""
    close = get_close_matches(given, choices, n=1)
    mend = f"Did you mean {close[0]}?" if close else f"Write one of {', '.join(choices)}."
    return AnswerError(key, f"{given!r} is no answer to: {text}", mend)
