"""Words of an orders post that mean something by themselves."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from orderbook.text.tokens import Kind, Vocabulary

RESOURCES = {
    "Gold": ("gold", "golds", "gp", "au"),
    "Metal": ("metal", "metals"),
    "Food": ("food", "foods", "foodstuffs"),
    "Bodies": ("bodies", "body", "corpse", "corpses"),
    "Souls": ("souls", "soul"),
}
SHORT_RESOURCES = {"g": "Gold", "m": "Metal", "f": "Food", "b": "Bodies", "s": "Souls"}

_KEYWORDS = {
    Kind.WEEK: ("week", "weeks", "wk", "wks", "week(s)", "wk(s)", "turn", "turns", "turn(s)", "w"),
    Kind.EACH: ("each", "apiece", "ea"),
    Kind.READY: (
        "done", "complete", "completed", "completes", "completing", "finished", "finishes", "finishing", "finish",
        "ready", "built", "due",
    ),
    Kind.NEXT: ("next",),
    Kind.SPEED: ("speed", "spd"),
    Kind.MORE: ("more", "further", "full", "whole", "additional", "extra"),
}  # fmt: skip

KEYWORDS = {word: kind for kind, words in _KEYWORDS.items() for word in words}


@lru_cache(maxsize=64)
def build_vocabulary(further_resources: frozenset[str] = frozenset()) -> Vocabulary:
    """The usual words, and resources that only this post or faction knows (``Slaves``)."""
    spellings = {spelling: name for name, words in RESOURCES.items() for spelling in words}
    long_names: dict[tuple[str, ...], str] = {}
    for name in sorted(further_resources):
        for spelling in _forms(name):
            if " " in spelling:
                long_names.setdefault(tuple(spelling.split()), name)
            else:
                spellings.setdefault(spelling, name)
    return Vocabulary(spellings, SHORT_RESOURCES, KEYWORDS, long_names)


def _forms(name: str) -> Iterable[str]:
    lower = name.lower()
    yield lower
    yield lower[:-1] if lower.endswith("s") else lower + "s"


def known_resource(word: str, vocabulary: Vocabulary) -> str | None:
    """The resource a word names."""
    return vocabulary.resources.get(word.lower())
