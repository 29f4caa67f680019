"""Lines that say nothing for the sums: "None", remarks, dividers."""

from __future__ import annotations

import re
from functools import lru_cache

from orderbook.bbcode.chrome import is_chrome
from orderbook.text.fold import LINES_KEPT, fold

_NOTHING = re.compile(
    r"""^\W*(?:
        none(?:\b.*)? | nothing(?:\b.*)? | n\s*/\s*a(?:\b.*)? | nil | nope | nobody | no | empty | null | zero | void
      | nowt | not\s+applicable | no\s+(?:new\s+)?(?:change|changes|production|upkeep|construction|recruitment|recruits|
        recruiting|trades?|messages?|orders|units|buildings?|projects?|income|one)\b.*
      | (?:free|exempt)\b.*
    )\W*$""",
    re.IGNORECASE | re.VERBOSE,
)
_REMARK = re.compile(
    r"^\s*(?:[-*\u2022]\s*)?(?:\(\(.*\)\)?|\(.*\)|\[\[?.*\]|\{.*\}|//.*|/\*.*|<.*>|\*[^*]+\*)\s*[.,;]?\s*$"
    r"|^\s*(?P<marked>(?:[-*\u2022]\s*)?[(\[]?(?:ooc|o\.o\.c|nb|n\.b|note|notes|ps|p\.s|edit|gm|dm|@gm|@dm|btw|fyi|remark|comment|reminder)\b\W)",
    re.IGNORECASE | re.DOTALL,
)
_LETTER_OR_DIGIT = re.compile(r"[^\W_]")


@lru_cache(maxsize=LINES_KEPT)
def is_nothing(text: str) -> bool:
    """Whether a line says that there is nothing to list."""
    folded = fold(text).strip()
    if len(folded) > 120:
        return False
    return bool(_NOTHING.match(folded)) and not re.search(r"[0-9]", folded.split("(")[0])


def is_divider(text: str) -> bool:
    """Whether a line has neither letters nor digits: a dash, a row of stars, quotation marks."""
    return not _LETTER_OR_DIGIT.search(text)


@lru_cache(maxsize=LINES_KEPT)
def is_remark(text: str) -> bool:
    """Whether a line is an aside: wholly in brackets, marked OOC, Note, PS and the like, or a forum's own button."""
    folded = fold(text)
    if is_chrome(text):
        return True
    match = _REMARK.match(folded)
    if match is None or match["marked"]:
        return match is not None
    stripped = folded.strip().strip("-*\u2022 ")
    if stripped[:1] in "([{":
        return _is_one_bracket(stripped.rstrip(".,; "))
    return True


def _is_one_bracket(text: str) -> bool:
    """Whether the first bracket closes with the last character."""
    depth = 0
    for index, char in enumerate(text):
        if char in "([{":
            depth += 1
        elif char in ")]}":
            depth -= 1
            if depth == 0:
                return index == len(text) - 1
    return True
