"""Conditions to withdraw, as orders word them."""

from __future__ import annotations

import re

from orderbook.systems.underdeep.battle.orders import WithdrawWhen

_LOSSES = re.compile(
    r"(?P<army>army\s+)?(?:losses|lost|dead|casualties)\s*(?:>|over|above|more than|exceed)?\s*(?P<n>\d+)\s*%"
)
_AFTER = re.compile(
    r"(?:after|from)\s+(?:the\s+)?(?:(?:round\s+(?P<n>\d+))|(?P<word>first|second|third)\s+round|(?P<m>\d+)\s+rounds?)"
)
_OUTNUMBERED = re.compile(
    r"(?:badly\s+)?outnumbered(?:\s+(?:by\s+)?(?:more than\s+)?(?P<n>\d+)(?:\.(?P<f>\d))?\s*(?::|to|for)\s*(?P<d>\d+))?"
)
_WORDS = {"first": 1, "second": 2, "third": 3}


def parse_condition(text: str) -> WithdrawWhen | None:
    """``losses > 50 %``, ``army losses > 30 %``, ``outnumbered``, ``outnumbered 2:1``, ``after round 2``, ``at once``;
    ``None`` for what only a person can judge."""
    folded = " ".join(text.lower().replace("per cent", "%").replace("percent", "%").split()).rstrip(".")
    folded = re.sub(r"^(?:if|when|withdraw|once)\s+", "", folded)
    if folded in ("always", "at once", "immediately"):
        return WithdrawWhen(text, always=True)
    if match := _LOSSES.fullmatch(folded):
        number = int(match["n"])
        return WithdrawWhen(text, army_losses=number) if match["army"] else WithdrawWhen(text, losses=number)
    if match := _AFTER.fullmatch(folded):
        return WithdrawWhen(text, after_round=_WORDS[match["word"]] if match["word"] else int(match["n"] or match["m"]))
    if match := _OUTNUMBERED.fullmatch(folded):
        if not match["n"]:
            return WithdrawWhen(text, outnumbered=100)
        ratio = int(match["n"]) * 100 + int(match["f"] or 0) * 10
        return WithdrawWhen(text, outnumbered=ratio // max(1, int(match["d"])))
    return None
