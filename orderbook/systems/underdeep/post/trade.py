"""Reading the Trade tab (UD-TRD-08). Signed amounts move this week; the rest is agreed but still to come."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from orderbook.bbcode.lines import VisibleLine
from orderbook.systems.underdeep.post.columns import write_out_tables
from orderbook.systems.underdeep.post.entry import parse_entry
from orderbook.systems.underdeep.post.lines import is_divider, is_nothing, is_remark
from orderbook.systems.underdeep.post.model import PostedAmount, Section, TradeLine
from orderbook.systems.underdeep.post.reader import Reader, signed_flow, tight_span
from orderbook.systems.underdeep.post.titles import Tab
from orderbook.text.fold import fold

_DONE = re.compile(
    r"\b(?:(?P<given>sent|gave|given|paid|delivered|shipped|handed over)|"
    r"received|got|gained|bought|obtained|arrived|accepted)\b",
    re.IGNORECASE,
)
_TO_COME = re.compile(r"\b(?:will|shall|would|to be|next week|if|later|offer\w*|propos\w*)\b", re.IGNORECASE)
_PARTNER = re.compile(r"\b(?:to|from|with)\s+(?P<name>[^:;,(\[+\-0-9]{2,40})", re.IGNORECASE)
_TOTAL = re.compile(r"^\W*(?:grand\s+|sub)?(?:totals?|net)\b", re.IGNORECASE)


def read_trade(reader: Reader, section: Section) -> None:
    """Reads what moves by trade this week."""
    for line in write_out_tables(section.lines, Tab.TRADE, reader.resources):
        text = line.text
        if not text.strip():
            continue
        reader.understood(Tab.TRADE, line)
        if is_divider(text) or is_nothing(text) or is_remark(text) or _TOTAL.match(fold(text)):
            continue
        _read_line(reader, line)


def _read_line(reader: Reader, line: VisibleLine) -> None:
    text = fold(line.text)
    entry = parse_entry(line.text, reader.resources)
    if not entry.amounts:
        return
    done = [] if _TO_COME.search(text) else list(_DONE.finditer(text))
    if not done and not any(amount.sign in ("+", "-") for amount in entry.amounts):
        return  # a trade to come
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


def _nearest(words: Sequence[re.Match[str]], offset: int) -> re.Match[str]:
    """The last word before an amount, or the first behind it: ``gave 50 Gold, got 30 Food``."""
    before = [word for word in words if word.start() < offset]
    return before[-1] if before else words[0]
