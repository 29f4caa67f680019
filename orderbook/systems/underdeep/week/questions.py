"""Questions to the game master. An id depends on what a question is about and on nothing else."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from orderbook.rulebook.names import fold_name

_NAMES = Path(__file__).parents[1] / "data" / "rules" / "status" / "questions.toml"
_NO_ID = re.compile(r"[^a-z0-9]+")


@lru_cache(maxsize=1)
def read_questions() -> Mapping[str, Mapping[str, str]]:
    """``questions`` that weeks and battles ask, ``occasions`` on which nobody asks: how each is put, by its name."""
    with _NAMES.open("rb") as file:
        return dict(tomllib.load(file))


def question_names() -> Mapping[str, str]:
    """How each kind of question is put, by its name."""
    return read_questions()["questions"]


def make_question_id(name: str, about: tuple[str | int, ...]) -> str:
    """``free-orders.anna.41``: the kind of question, then what it is about. Raises ``KeyError`` for an unknown kind."""
    if name not in question_names():
        raise KeyError(f"no kind of question is called {name}; name it in {_NAMES.name}")
    return ".".join([name, *(_NO_ID.sub("-", fold_name(str(part))).strip("-") or "x" for part in about)])


YES_NO = ("yes", "no")
"""The choices of a question that is answered with yes or no."""

_YES = re.compile(r"(?:yes|yep|yeah|y|aye|agreed|granted|true|ok|okay|allowed)", re.IGNORECASE)
_NO = re.compile(r"(?:no|nope|n|nay|never|not|none|nothing|refused|denied|false|forbidden)", re.IGNORECASE)


def is_yes(answer: str) -> bool:
    """Whether an answer says yes: by its first word."""
    return _YES.fullmatch(_first_word(answer)) is not None


def is_no(answer: str) -> bool:
    """Whether an answer says no: by its first word."""
    return _NO.fullmatch(_first_word(answer)) is not None


def _first_word(answer: str) -> str:
    return re.split(r"[^A-Za-z]+", answer.strip(), maxsplit=1)[0]
