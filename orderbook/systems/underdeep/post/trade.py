"""Reading the Trade tab (UD-TRD-08). Signed amounts move this week; the rest is agreed but still to come."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from orderbook.bbcode.lines import VisibleLine
from orderbook.findings.model import Fix
from orderbook.systems.underdeep.post.columns import write_out_tables
from orderbook.systems.underdeep.post.entry import parse_entry
from orderbook.systems.underdeep.post.lines import is_divider, is_nothing, is_remark
from orderbook.systems.underdeep.post.model import PostedAmount, Section, TradeLine
from orderbook.systems.underdeep.post.phrases import Amount
from orderbook.systems.underdeep.post.reader import Reader, signed_flow, tight_span
from orderbook.systems.underdeep.post.titles import Tab
from orderbook.text.edits import Edit
from orderbook.text.fold import fold

_DONE = re.compile(
    r"\b(?:(?P<given>sent|gave|given|paid|delivered|shipped|handed over)|"
    r"received|got|gained|bought|obtained|arrived|accepted)\b",
    re.IGNORECASE,
)
_GIVING = re.compile(
    r"\b(?:send|sends|sending|give|gives|giving|pay|pays|paying|deliver|delivers|delivering|ship|ships|shipping|"
    r"hand over|hands over|handing over)\b",
    re.IGNORECASE,
)
_GETTING = re.compile(
    r"\b(?:receive|receives|receiving|get|gets|getting|gain|gains|gaining|buy|buys|buying|obtain|obtains|accept|accepts|"
    r"accepting)\b|\b(?:in (?:return|exchange) for|for)\b",
    re.IGNORECASE,
)
_FOR_US = re.compile(r"\b(?:send|give|pay|deliver|ship)s?\s+us\b", re.IGNORECASE)
_TO_COME = re.compile(r"\b(?:will|shall|would|to be|next week|if|later|offer\w*|propos\w*)\b", re.IGNORECASE)
_PARTNER = re.compile(r"\b(?:to|from|with)\s+(?P<name>[^:;,(\[+\-0-9]{2,40})", re.IGNORECASE)
_TOTAL = re.compile(r"^\W*(?:grand\s+|sub)?(?:totals?|net)\b", re.IGNORECASE)


def read_trade(reader: Reader, section: Section) -> None:
    """Reads what moves by trade this week."""
    for line in write_out_tables(section.lines, Tab.TRADE, reader.resources):
        text = line.text
        if not text.strip():
            continue
        if is_divider(text) or is_nothing(text) or is_remark(text) or _TOTAL.match(fold(text)):
            reader.understood(Tab.TRADE, line)
            continue
        if _read_line(reader, line):
            reader.understood(Tab.TRADE, line)


def _read_line(reader: Reader, line: VisibleLine) -> bool:
    """Reads a line; False for one that is handed to the game master because its amounts have no sign."""
    text = fold(line.text)
    entry = parse_entry(line.text, reader.resources)
    if not entry.amounts:
        return True
    done = [] if _TO_COME.search(text) else list(_DONE.finditer(text))
    if not done and not any(amount.sign in ("+", "-") for amount in entry.amounts):
        if not _TO_COME.search(text) and (_GIVING.search(text) or _GETTING.search(text)):
            _tell_unsigned(reader, line, entry.amounts)
            return False
        return True  # a trade to come
    moving: list[PostedAmount] = []
    for amount in entry.amounts:
        posted = reader.posted(Tab.TRADE, line, amount)
        if amount.sign in ("+", "-"):
            moving.append(posted)
        elif done:
            moving.append(replace(posted, sign="-" if _nearest(done, amount.start)["given"] else "+"))
    flow, unread = signed_flow(tuple(moving), is_cost=False)
    match = _PARTNER.search(text)
    partner = match["name"].strip() if match else ""
    reader.post.trade.append(TradeLine(tight_span(line), flow, partner, unread))
    return True


def _tell_unsigned(reader: Reader, line: VisibleLine, amounts: tuple[Amount, ...]) -> None:
    """``We send 50 Gold to Brogg``: an order or a plan? Whoever means that it moves now writes the sign."""
    text = fold(line.text)
    edits: list[Edit] = []
    signed: list[str] = []
    for amount in amounts:
        sign = _direction(text, amount)
        if sign is None or amount.figure.value is None:
            edits.clear()
            break
        at = line.span_of(amount.figure.start, amount.figure.start + 1).start
        edits.append(Edit(at, at, sign))
        signed.append(f"{sign}{amount.figure.value} {amount.resource}")
    advice = f"If it moves this week, write {', '.join(signed)}." if edits else "If it moves this week, give the signs."
    reader.hand_over(
        Tab.TRADE,
        line,
        "moves nothing: only amounts with a plus or minus sign, or told as sent or received, move this week. The line "
        f"goes to the game master as written. {advice}",
        Fix(f"write {', '.join(signed)}", tuple(edits), safe=False) if edits else None,
    )


def _direction(text: str, amount: Amount) -> str | None:
    """Whether an amount goes out or comes in, by the last such word before it, None where nothing tells."""
    if _FOR_US.search(text):
        return "+"
    giving = [match.start() for match in _GIVING.finditer(text, 0, amount.start)]
    getting = [match.start() for match in _GETTING.finditer(text, 0, amount.start)]
    if not giving and not getting:
        return None
    return "-" if max(giving, default=-1) > max(getting, default=-1) else "+"


def _nearest(words: Sequence[re.Match[str]], offset: int) -> re.Match[str]:
    """The last word before an amount, or the first behind it: ``gave 50 Gold, got 30 Food``."""
    before = [word for word in words if word.start() < offset]
    return before[-1] if before else words[0]
