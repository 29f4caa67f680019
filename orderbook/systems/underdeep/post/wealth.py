"""Reading the Wealth tab: one stated balance a resource, with or without the sum written out (UD-ORD-19, UD-ORD-20)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from orderbook.bbcode.lines import VisibleLine
from orderbook.books.bundle import Bundle
from orderbook.rulebook.names import fold_name
from orderbook.systems.underdeep.post.columns import write_out_balances, write_out_tables
from orderbook.systems.underdeep.post.lines import is_divider, is_nothing, is_remark
from orderbook.systems.underdeep.post.model import OpenSum, Section, WealthLine
from orderbook.systems.underdeep.post.phrases import (
    Amount,
    Bracket,
    Count,
    Figure,
    Label,
    Mark,
    Name,
    Number,
    Phrase,
    parse_phrases,
)
from orderbook.systems.underdeep.post.reader import Reader
from orderbook.systems.underdeep.post.titles import Tab
from orderbook.systems.underdeep.post.vocabulary import RESOURCES
from orderbook.text.fold import fold
from orderbook.text.source import Span
from orderbook.text.tokens import Kind, leading_bullet

_STATED = re.compile(
    r"^(?:new|current|final|closing|ending|end|total|totals|remaining|balance|now|result|left|wealth|grand total|"
    r"end of week|after|week'?s end|new total|current total|stockpile|treasury|this week|"
    r"(?:we|i)(?: now| still)? have)\b"
)
_FLOW = re.compile(
    r"^(?:opening|start|starting|previous|last|carried|from|old|before|plus|minus|less|production|income|upkeep|"
    r"construction|recruitment|recruiting|building|trade|sent|received|spent|gained|earned|cost|costs|beginning|initial)\b"
)
_CUSTOM = re.compile(
    r"^\s*(?P<name>(?:[^\W\d_]{1,20} ){0,2}[^\W\d_]{2,28}?)\s*(?:[:=|\t]|\s-)\s*(?P<figure>[-+]?\s*[0-9])"
)
_MOVING = (Tab.PRODUCTION, Tab.UPKEEP, Tab.CONSTRUCTION, Tab.RECRUITMENT, Tab.TRADE)
_NO_RESOURCE = {"total", "totals", "week", "turn", "sum", "note", "notes", "ooc", "edit", "wealth"}


def find_further_resources(sections: Sequence[Section]) -> frozenset[str]:
    """Resources that only this post's Wealth tab knows, such as Slaves (ambiguity 26 of the economy rules).

    A name of several words is one only where another tab counts it: ``Black Powder: 7`` and ``+2 Black Powder``.
    """
    usual = {word for words in RESOURCES.values() for word in words}
    found: set[str] = set()
    for section in sections:
        if section.tab is not Tab.WEALTH:
            continue
        for line in section.lines:
            folded = fold(line.text)
            match = _CUSTOM.match(folded[leading_bullet(folded) :])
            if match is None:
                continue
            name = fold_name(match["name"])
            words = name.split()
            if not words or usual.intersection(words) or name in _NO_RESOURCE:
                continue
            if _FLOW.match(name) or _STATED.match(name):
                continue
            if len(words) == 1 or _is_counted(match["name"], sections):
                found.add(" ".join(word.capitalize() for word in match["name"].split()))
    return frozenset(found)


def _is_counted(name: str, sections: Sequence[Section]) -> bool:
    """Whether a tab that moves amounts has a figure before the name, in singular or plural."""
    counted = re.compile(rf"[0-9]\s+{re.escape(name.rstrip('s'))}s*\b", re.IGNORECASE)
    return any(
        counted.search(fold(line.text)) for section in sections if section.tab in _MOVING for line in section.lines
    )


def read_wealth(reader: Reader, section: Section) -> None:
    """Reads the stated balances into ``reader.post.wealth``. A later line of the same resource wins."""
    lines = write_out_balances(section.lines, reader.resources)
    for line in write_out_tables(lines, Tab.WEALTH, reader.resources):
        if not line.text.strip():
            continue
        if is_divider(line.text) or is_nothing(line.text) or is_remark(line.text) or _read_line(reader, line):
            reader.understood(Tab.WEALTH, line)
        else:
            reader.leave_to_game_master(Tab.WEALTH, line)


def _read_line(reader: Reader, line: VisibleLine) -> bool:
    text = line.text
    phrases = list(parse_phrases(text, reader.resources))
    while phrases and isinstance(phrases[0], Mark):
        phrases.pop(0)
    if not phrases:
        return True
    first = phrases[0]
    if isinstance(first, Name):
        words = fold_name(text[first.start : first.end])
        if _FLOW.match(words):
            return any(isinstance(phrase, Amount | Label | Count | Number) for phrase in phrases)
        if not _STATED.match(words):
            return False
    groups = _groups(phrases)
    read = False
    for group in groups:
        read = _read_group(reader, line, group) or read
    return read


def _groups(phrases: list[Phrase]) -> list[list[Phrase]]:
    """One group a resource: each begins at a label, or, where there are none, at an amount behind a comma."""
    if not any(isinstance(phrase, Label) for phrase in phrases):
        groups: list[list[Phrase]] = [[]]
        for phrase in phrases:
            if isinstance(phrase, Mark) and phrase.kind in (Kind.COMMA, Kind.SEMI, Kind.SLASH, Kind.OTHER):
                groups.append([])
            elif isinstance(phrase, Amount) and _is_full(groups[-1], phrase):
                groups.append([phrase])
            else:
                groups[-1].append(phrase)
        if all(any(isinstance(phrase, Amount) for phrase in group) for group in groups if group):
            return groups
        return [phrases]
    starts = [index for index, phrase in enumerate(phrases) if isinstance(phrase, Label)]
    return [phrases[start:stop] for start, stop in zip(starts, [*starts[1:], len(phrases)], strict=True)]


def _is_full(group: list[Phrase], amount: Amount) -> bool:
    """Whether a group is about another resource, and no sum is being written out: ``630 Gold 55 Metal``."""
    if any(isinstance(phrase, Mark) for phrase in group):
        return False
    return any(isinstance(phrase, Amount) and phrase.resource != amount.resource for phrase in group)


def _read_group(reader: Reader, line: VisibleLine, group: list[Phrase]) -> bool:
    label = next((phrase for phrase in group if isinstance(phrase, Label)), None)
    amounts = [phrase for phrase in group if isinstance(phrase, Amount)]
    resource = label.resource if label else amounts[0].resource if amounts else None
    if resource is None:
        return False
    equals = [index for index, phrase in enumerate(group) if isinstance(phrase, Mark) and phrase.kind is Kind.EQ]
    label_at = group.index(label) if label else -1
    if equals and equals[-1] == label_at + 1:
        equals = []  # "Gold = 5"
    front, behind = (group[label_at + 1 : equals[-1]], group[equals[-1] + 1 :]) if equals else ([], group)
    if len(equals) == 1 and len(_flatten(front)) == 1 < len(_flatten(behind)):
        front, behind = behind, front  # "630 = 500 + 150 - 20"
    value = _first_figure(behind) if equals else _last_figure(behind)
    if value is None:
        value = _figure_in_words(line.text, label, behind)
    if value is None:
        return False
    figure, sign, start = value
    span = line.span_of(start, figure.end)
    terms: tuple[int, ...] = ()
    terms_span: Span | None = None
    flat = _chain(front)
    if len(flat) > 1 and all(term[0] is not None for term in flat):
        terms = tuple(term[0] or 0 for term in flat)
        terms_span = line.span_of(flat[0][1], flat[-1][2])
    stated = None if figure.value is None else figure.value * sign
    open_sum, is_sum = None, False
    if not equals and (flat := _open_sum(behind)):
        whole = line.span_of(flat[0][1], flat[-1][2])
        open_sum = OpenSum(
            tuple(term[0] or 0 for term in flat), whole, span, any(isinstance(phrase, Name) for phrase in behind)
        )
        is_sum = len(flat) > 2 or not _may_be_note(line.text, behind)
        if is_sum:
            stated, span = sum(open_sum.terms), whole
    if figure.value is None:
        reader.amount_unread(Tab.WEALTH, figure.text, line.span_of(figure.start, figure.end), figure.likely)
    reader.post.wealth.append(
        WealthLine(
            resource,
            stated,
            line.span_of(group[0].start, group[-1].end),
            span,
            terms,
            terms_span,
            figure.likely,
            figure.text,
            open_sum,
            is_sum,
        )
    )
    return True


def _figure_in_words(text: str, label: Label | None, phrases: list[Phrase]) -> tuple[Figure, int, int] | None:
    """The balance of ``Gold: none``."""
    name = phrases[-1] if label is not None else None
    if isinstance(name, Name) and is_nothing(text[name.start : name.end]):
        return Figure(name.start, name.end, 0, text[name.start : name.end]), 1, name.start
    return None


def _open_sum(phrases: list[Phrase]) -> list[tuple[int | None, int, int]]:
    """The terms of a sum that is left to the reader: ``500 + 150 - 20``, ``500 +150 -20``."""
    if any(isinstance(phrase, Mark) and phrase.kind in (Kind.ARROW, Kind.BULLET) for phrase in phrases):
        return []
    figures = [phrase for phrase in phrases if isinstance(phrase, Count | Number | Amount)]
    further = [phrase for phrase in figures[1:] if isinstance(phrase, Number | Amount) and phrase.sign]
    flat = _flatten(figures)
    if not further or len(further) != len(figures) - 1 or any(term[0] is None for term in flat):
        return []
    return flat


def _may_be_note(text: str, phrases: list[Phrase]) -> bool:
    """``650 +150``: a sign that stands right before its figure and away from the one before may say what changed."""
    signed = [phrase for phrase in phrases if isinstance(phrase, Number | Amount) and phrase.sign]
    last = signed[-1]
    return last.figure.start - last.start == 1 and text[last.start - 1 : last.start] in (" ", "\u00a0", "\t")


def settle_open_sums(lines: list[WealthLine], opening: Bundle | None) -> list[WealthLine]:
    """Reads ``500 +150`` as the sum it is if the week begins with 500, and ``650 +150 -20`` as a balance with its
    changes if the week begins with what is left of 650 without them. Without ``opening`` the lines stay as read."""
    if opening is None:
        return lines
    return [_settled(line, opening[line.resource]) for line in lines]


def _settled(line: WealthLine, opening: int) -> WealthLine:
    found = line.open_sum
    if found is None or len(found.terms) < 2:
        return line
    first, total = found.terms[0], sum(found.terms)
    if not line.is_sum and first == opening:
        return replace(line, stated=total, figure_span=found.span, is_sum=True)
    if line.is_sum and first != opening and first - (total - first) == opening:
        return replace(line, stated=first, figure_span=found.first_span, is_sum=False)
    return line


def _chain(phrases: list[Phrase]) -> list[tuple[int | None, int, int]]:
    """The terms of ``66 + 150 = 216 - 84 = 132``: each result in between is carried on and counts once."""
    terms: list[tuple[int | None, int, int]] = []
    link: list[Phrase] = []
    for phrase in [*phrases, None]:
        if phrase is not None and not (isinstance(phrase, Mark) and phrase.kind is Kind.EQ):
            if not isinstance(phrase, Mark):
                link.append(phrase)
            continue
        flat = _flatten(link)
        terms += flat[1:] if terms else flat
        link = []
    return terms


def _figure_of(phrase: Phrase) -> tuple[Figure, int, int] | None:
    if isinstance(phrase, Count):
        return phrase.figure, 1, phrase.start
    if isinstance(phrase, Number | Amount):
        negative = phrase.sign == "-"
        start = phrase.start if negative or phrase.sign == "+" else phrase.figure.start
        return phrase.figure, -1 if negative else 1, start
    return None


def _first_figure(phrases: list[Phrase]) -> tuple[Figure, int, int] | None:
    return next((found for phrase in phrases if (found := _figure_of(phrase))), None)


def _last_figure(phrases: list[Phrase]) -> tuple[Figure, int, int] | None:
    """The balance of a line without a sum: its first figure, or what an arrow points to."""
    arrows = [
        index
        for index, phrase in enumerate(phrases)
        if isinstance(phrase, Mark) and phrase.kind in (Kind.ARROW, Kind.BULLET)
    ]
    return _first_figure(phrases[arrows[-1] :] if arrows else phrases)


def _flatten(phrases: Sequence[Phrase]) -> list[tuple[int | None, int, int]]:
    """The signed terms of a written sum, those in brackets included, as (value, start, end)."""
    terms: list[tuple[int | None, int, int]] = []
    for phrase in phrases:
        if isinstance(phrase, Bracket):
            inner = _flatten([piece for piece in phrase.inner if not isinstance(piece, Mark)])
            if all(isinstance(piece, Number | Count | Amount | Mark) for piece in phrase.inner):
                terms += inner
        elif isinstance(phrase, Count):
            terms.append((phrase.figure.value, phrase.start, phrase.end))
        elif isinstance(phrase, Number | Amount):
            value = phrase.figure.value
            sign = -1 if phrase.sign in ("-", "~") else 1
            terms.append((None if value is None else sign * value, phrase.start, phrase.end))
    return terms
