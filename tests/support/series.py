"""Series of posts for tests: the sample, generated ones, and small changes to their text."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from generator.series import Series, make_series

from orderbook.books.bundle import Bundle
from orderbook.systems.series import Audit, SeriesRequest
from orderbook.systems.underdeep.audit.audit import audit_series
from orderbook.text.source import SourceText, decode_source

SAMPLES = Path(__file__).resolve().parents[2] / "samples" / "series"
OPENING = Bundle({"Gold": 180, "Metal": 60, "Food": 90})
"""What the sample series began with."""


def sample_texts() -> dict[str, str]:
    """The posts of the sample series by name, the early version of week 7 left out."""
    paths = sorted(SAMPLES.glob("week-?.txt"))
    return {path.name: path.read_bytes().decode() for path in paths}


def change(text: str, old: str, new: str) -> str:
    """The text with the one place that says ``old`` saying ``new``."""
    assert text.count(old) == 1, (old, text.count(old))
    return text.replace(old, new)


def audit_texts(texts: dict[str, str], **options: Any) -> Audit:
    """The audit of posts given by name, in that order."""
    posts = tuple(SourceText(text, name) for name, text in texts.items())
    return audit_series(SeriesRequest(posts, **options))


@cache
def sample_audit() -> Audit:
    """The audit of the sample series, with its opening."""
    return audit_texts(sample_texts(), opening=OPENING)


def generated(seed: int, **options: Any) -> tuple[Series, dict[str, str]]:
    """A generated series and its posts as text."""
    made = make_series(seed, **options)
    return made, {name: decode_source(post, name).text for name, post in made.posts.items()}


def right_sample() -> dict[str, str]:
    """The sample series as a careful player would have posted it: nothing is wrong in it."""
    texts = sample_texts()
    texts["week-6.txt"] = change(texts["week-6.txt"], "- 30 = 236", "- 30 = 226")
    for name, gold in (("week-7.txt", "226 + 150 - 59 - 75 = 242"), ("week-8.txt", "242 + 150 - 59 = 333")):
        text = change(texts[name], "22 Kobold Slingers: -22 Gold, -22 Food", "24 Kobold Slingers: -24 Gold, -24 Food")
        old = next(line for line in text.splitlines() if line.startswith("Gold: "))
        texts[name] = change(text, old, f"Gold: {gold}")
    texts["week-7.txt"] = change(texts["week-7.txt"], "- 37 = 324", "- 39 = 322")
    texts["week-8.txt"] = change(texts["week-8.txt"], "324 + 125 - 37 = 412", "322 + 125 - 39 = 408")
    return texts
