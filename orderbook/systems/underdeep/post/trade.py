"""Reading the Trade tab (UD-TRD-08). Signed amounts move this week; the rest is agreed but still to come."""

from __future__ import annotations

import re

from orderbook.bbcode.lines import VisibleLine
from orderbook.systems.underdeep.post.entry import parse_entry
from orderbook.systems.underdeep.post.lines import is_divider, is_nothing, is_remark
from orderbook.systems.underdeep.post.model import PostedAmount, Section, TradeLine
from orderbook.systems.underdeep.post.reader import Reader, signed_flow, tight_span
from orderbook.systems.underdeep.post.titles import Tab
from orderbook.text.fold import fold

_GIVEN = re.compile(r"^\W*(?:sent|gave|given|paid|delivered|shipped|handed over)\b", re.IGNORECASE)
_TAKEN = re.compile(r"^\W*(?:received|got|gained|bought|obtained|arrived|accepted)\b", re.IGNORECASE)
_PARTNER = re.compile(r"\b(?:to|from|with)\s+(?P<name>[^:;,(\[+\-0-9]{2,40})", re.IGNORECASE)
_TOTAL = re.compile(r"^\W*(?:grand\s+|sub)?(?:totals?|net)\b", re.IGNORECASE)


def read_trade(reader: Reader, section: Section) -> None:
    """Reads what moves by trade this week."""
    for line in section.lines:
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
    given, taken = bool(_GIVEN.match(text)), bool(_TAKEN.match(text))
    if not (given or taken) and not any(amount.sign in ("+", "-") for amount in entry.amounts):
        return  # a trade to come
    amounts = tuple(reader.posted(Tab.TRADE, line, amount) for amount in entry.amounts)
    moving: list[PostedAmount] = []
    for amount in amounts:
        if amount.sign in ("+", "-"):
            moving.append(amount)
        elif given or taken:
            moving.append(
                PostedAmount(
                    amount.resource, amount.value, "-" if given else "+", amount.span, amount.figure_span, amount.text
                )
            )
    flow, unread = signed_flow(tuple(moving), is_cost=False)
    match = _PARTNER.search(text)
    partner = match["name"].strip() if match else ""
    reader.post.trade.append(TradeLine(tight_span(line), flow, partner, unread))
