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
_SHARES = {"half": 50, "third": 33, "two thirds": 66, "quarter": 25, "three quarters": 75}
_SHARE = r"(?:(?P<n>\d+)\s*%|(?:an?\s+|one\s+)?(?P<share>half|third|two[ -]thirds|quarter|three[ -]quarters))"
_SO_MUCH = rf"(?:at least\s+|(?P<more>(?:more than|over|above|upwards of)\s+))?{_SHARE}"
_WHOSE = r"(?P<whose>(?:\s+(?:of\s+)?[a-z'-]+){0,4}?)"
_DIE = r"(?:dies?|died|dead|falls?|fell|fallen|lost|killed|slain|perish(?:es)?|perished|gone|destroyed)"
_SHARE_LOST = (
    re.compile(rf"{_SO_MUCH}{_WHOSE}\s+(?:(?:is|are|has|have|get|gets|been|were)\s+)*{_DIE}"),
    re.compile(
        r"(?:[a-z'-]+\s+){0,3}?(?:los(?:e|es|t|ing)|(?:suffer|tak)(?:s|es|e|ed|ing)?(?:\s+losses\s+of)?)\s+"
        rf"{_SO_MUCH}{_WHOSE}"
    ),
    re.compile(
        r"(?P<whose>(?:[a-z'-]+\s+){0,3}?)(?:losses|casualties)\s+"
        rf"(?:(?:are|is|of|exceed|exceeds|reach|reaches|go|rise|get|to|at|past|beyond)\s+)*{_SO_MUCH}(?:\s+(?:of\s+)?[a-z'-]+){{0,4}}"
    ),
)
_SHARE_LEFT = re.compile(
    rf"(?:fewer|less)\s+than\s+{_SHARE}{_WHOSE}\s+(?:(?:is|are)\s+)?"
    r"(?:remains?|left|survives?|lives?|stands?|alive|standing)"
)
_BEYOND = re.compile(r"\b(?:exceeds?|beyond|past|rise)\b")
_OTHERS = re.compile(r"\b(?:enem|foe|opponent|opposing|attackers|defenders|besiegers|invaders)")
_ARMY = re.compile(r"\b(?:army|armies|all|whole|everybody|everyone)\b")


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
    if (lost := _read_share(folded)) is not None:
        share, army = lost
        return WithdrawWhen(text, army_losses=share) if army else WithdrawWhen(text, losses=share)
    if match := _AFTER.fullmatch(folded):
        return WithdrawWhen(text, after_round=_WORDS[match["word"]] if match["word"] else int(match["n"] or match["m"]))
    if match := _OUTNUMBERED.fullmatch(folded):
        if not match["n"]:
            return WithdrawWhen(text, outnumbered=100)
        ratio = int(match["n"]) * 100 + int(match["f"] or 0) * 10
        return WithdrawWhen(text, outnumbered=ratio // max(1, int(match["d"])))
    return None


def _read_share(folded: str) -> tuple[int, bool] | None:
    """Of how many per cent more have to be lost by what is said, and whether of the whole army: "more than half of them
    die", "they lose a third of their number", "fewer than half are left"."""
    if match := _SHARE_LEFT.fullmatch(folded):
        return 100 - _percent(match), _ARMY.search(match["whose"]) is not None
    for pattern in _SHARE_LOST:
        if (match := pattern.fullmatch(folded)) and not _OTHERS.search(match["whose"]):
            share = _percent(match)
            return (share if match["more"] or _BEYOND.search(folded) else max(share - 1, 0)), _ARMY.search(
                match["whose"]
            ) is not None
    return None


def _percent(match: re.Match[str]) -> int:
    return int(match["n"]) if match["n"] else _SHARES[match["share"].replace("-", " ")]
