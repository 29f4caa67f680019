"""What the game master's words choose of what a question offers; words that choose nothing are told at once."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import takewhile

from orderbook.campaign.game import Question
from orderbook.systems.underdeep.week.questions import YES_NO, is_no, is_yes
from orderbook.text.fold import fold

_OWN_FORMS = {
    "harem": re.compile(r"[+-]\s*[0-9]|\b(?:yes|usual)", re.IGNORECASE),
    "order-conditions": re.compile(r"\bround\s*[0-9]", re.IGNORECASE),
}
"""Kinds of questions that have answers beside their choices, and how those look."""
_PICKED = ("mutation",)
"""Kinds of questions whose choices are named together, with numbers."""
_WORD = re.compile(r"[a-z']+")
_NEGATIONS = frozenset(("not", "no", "never", "don't", "dont", "doesn't", "doesnt", "neither", "without"))
_SAME = 4
"""Letters at least that two forms of a word share: neglects and neglected."""


def choose(answer: str, choices: Sequence[str]) -> str | None:
    """The one choice that an answer makes, in front of its first semicolon; None if it makes none, or several.

    Yes and no go by the first word. A word counts in any of its forms: "they kill them all" chooses kill.
    """
    said = fold(answer.partition(";")[0]).strip().casefold()
    exact = next((choice for choice in choices if fold(choice).casefold() == said.rstrip(".!")), None)
    if exact is not None:
        return exact
    if {choice.casefold() for choice in choices} == set(YES_NO):
        word = YES_NO[0] if is_yes(said) else YES_NO[1] if is_no(said) else None
        return next((choice for choice in choices if choice.casefold() == word), None)
    words = _WORD.findall(said)
    if not _NEGATIONS.isdisjoint(words):
        return None
    named = [choice for choice in choices if _is_named(fold(choice).casefold(), said, words)]
    return named[0] if len(named) == 1 else None


def _is_named(choice: str, said: str, words: Sequence[str]) -> bool:
    if choice in said:
        return True
    return " " not in choice and any(_is_form(word, choice) for word in words)


def _is_form(word: str, choice: str) -> bool:
    """Whether two words differ in their ends alone."""
    shared = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(word, choice, strict=False)))
    return shared >= _SAME and shared >= min(len(word), len(choice)) - 1


def judge_ruling(question: Question, answer: str) -> str:
    """Why an answer cannot be taken: it chooses nothing of what the question offers. Empty if it can."""
    kind = question.id.partition(".")[0]
    own = _OWN_FORMS.get(kind)
    said = answer.partition(";")[0]
    if not question.choices or choose(answer, question.choices) is not None or (own and own.search(said)):
        return ""
    heads = [_WORD.findall(choice.casefold())[:1] for choice in question.choices]
    if kind in _PICKED and any(head and head[0] in said.casefold() for head in heads):
        return ""
    offered = " or ".join(question.choices)
    return f'"{said.strip()}" does not say which: {offered}. Begin with one of them; effects go behind a semicolon'
