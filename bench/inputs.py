"""What is measured: usual posts, long ones, and ones made to hurt."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

SAMPLES = Path(__file__).resolve().parents[1] / "samples"
_MILLION = 10**6
_HUNDRED_THOUSAND = 10**5


def make_usual_post(week: int, lines: int = 200) -> str:
    """The sample post of week 4 or 5, with more Outposts and longer letters, so that it has ``lines`` lines."""
    post = (SAMPLES / f"ladle-week-{week}.txt").read_text(encoding="utf-8")
    outposts = "".join(f"\nSpare Rock {n} (Lowerdeep {50 + n})\nPalisade\n1 Snare\n" for n in range(10))
    post = post.replace("\n[/spoiler]\n\n[spoiler=Armies]", f"\n{outposts}[/spoiler]\n\n[spoiler=Armies]", 1)
    missing = lines - post.count("\n")
    letter = "The rats send their regards, and so does the cook, who counts 12 of them.\n" * max(0, missing)
    return post.replace("\n[/spoiler]\n[/spoiler]", f"\n{letter}[/spoiler]\n[/spoiler]", 1)


def make_long_post(size: int) -> str:
    """A post of about ``size`` characters: every line inside a tab of the sample stands there many times."""
    lines = (SAMPLES / "ladle-week-4.txt").read_text(encoding="utf-8").splitlines(keepends=True)
    ordinary = [not line.startswith(("[", "\n")) and index > 4 for index, line in enumerate(lines)]
    once = sum(len(line) for line, repeated in zip(lines, ordinary, strict=True) if repeated)
    times = max(1, (size - sum(map(len, lines)) + once) // once + 1)
    return "".join(line * times if repeated else line for line, repeated in zip(lines, ordinary, strict=True))


HOSTILE: tuple[tuple[str, Callable[[], str]], ...] = (
    ("1,000,000 opening brackets", lambda: "[" * _MILLION),
    ("100,000 nested spoilers", lambda: "[spoiler=a]" * _HUNDRED_THOUSAND + "x" + "[/spoiler]" * _HUNDRED_THOUSAND),
    ("100,000 unclosed tags", lambda: "[b]x\n" * _HUNDRED_THOUSAND),
    ("100,000 stray closers", lambda: "[/spoiler]\n" * _HUNDRED_THOUSAND),
    ("one line of 1,000,000 characters", lambda: "[spoiler=Orders]" + "5 Gold, " * (_MILLION // 8) + "[/spoiler]"),
)
"""Name of each input, and what makes it."""
