"""What the tab readers share while they read one post: names, sites, notes of what could not be read."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TypeVar

from orderbook.bbcode.lines import VisibleLine
from orderbook.books.bundle import Bundle
from orderbook.findings.model import Finding, Fix, Severity
from orderbook.rulebook.model import Ritual, Structure, Unit
from orderbook.rulebook.names import NameMatch, Quality, fold_name
from orderbook.systems.underdeep.post.catalogue import Catalogue
from orderbook.systems.underdeep.post.model import Named, Post, PostedAmount, TabLine
from orderbook.systems.underdeep.post.phrases import Amount
from orderbook.systems.underdeep.post.sites import SiteBook
from orderbook.systems.underdeep.post.titles import Tab
from orderbook.text.edits import Edit
from orderbook.text.source import Span

_MOST_NOTE_WORDS = 6
"""Words behind a name that still pass for a note."""

_CASTING = re.compile(r"^(?:(?:cast(?:s|ing)?|perform(?:s|ed|ing)?|(?:the\s+)?rituals?(?:\s+of)?)\s+)+", re.IGNORECASE)

T = TypeVar("T")


@dataclass
class Reader:
    """Collects a ``Post`` and the findings of reading it. ``resources`` are those beyond the usual ones."""

    catalogue: Catalogue
    resources: frozenset[str] = frozenset()
    post: Post = field(default_factory=Post)
    findings: list[Finding] = field(default_factory=list)
    sites: SiteBook = field(default_factory=SiteBook)

    def understood(self, tab: Tab, line: VisibleLine) -> None:
        """Counts a line as read."""
        self.post.tab_lines.append(TabLine(tab, line, understood=True))

    def leave_to_game_master(self, tab: Tab, line: VisibleLine, *, tell: bool = True) -> None:
        """A line nobody could read; told as ``line-unread`` unless free wording is usual there."""
        self.post.tab_lines.append(TabLine(tab, line, understood=False))
        text = " ".join(line.text.split())
        quoted = text if len(text) <= 80 else text[:77] + "..."
        message = (
            f'"{quoted}" could not be read as an entry of {tab}; it goes to the game master as written. '
            "If it is meant as an entry, give a name and an amount; a remark can stand in brackets."
        )
        if not tell:
            message = f'"{quoted}" is free wording and goes to the game master as written.'
        self.findings.append(
            Finding(
                "line-unread",
                Severity.WARNING if tell else Severity.INFO,
                message,
                tight_span(line),
                tab=tab.value,
                rule="UD-ORD-02" if tell else "UD-ORD-33",
            )
        )

    def hand_over(self, tab: Tab, line: VisibleLine, why: str, fix: Fix | None = None) -> None:
        """A line that was read, and all the same is the game master's; ``why`` goes on behind its text."""
        self.post.tab_lines.append(TabLine(tab, line, understood=False))
        message = f'"{" ".join(line.text.split())[:80]}" {why}'
        self.findings.append(
            Finding("line-unread", Severity.INFO, message, tight_span(line), tab=tab.value, rule="UD-TRD-08", fix=fix)
        )

    def amount_unread(self, tab: Tab, text: str, span: Span, likely: int | None) -> None:
        """An amount that is no whole number; the likely reading is offered."""
        fix = None
        advice = "Write a whole number."
        if likely is not None:
            fix = Fix(f"write {likely}", (Edit(span.start, span.end, str(likely)),), safe=False)
            advice = f"Perhaps {likely} was meant?"
        if len(text) > 24:
            text = text[:20] + "..."
        self.findings.append(
            Finding(
                "amount-unread",
                Severity.ERROR,
                f'"{text}" cannot be read as an amount. {advice}',
                span,
                tab=tab.value,
                rule="UD-ORD-19",
                stated=text,
                computed=None if likely is None else str(likely),
                fix=fix,
            )
        )

    def posted(self, tab: Tab, line: VisibleLine, amount: Amount, offset: int = 0) -> PostedAmount:
        """An amount with its place in the post; tells of it when it cannot be read."""
        figure = amount.figure
        figure_span = line.span_of(offset + figure.start, offset + figure.end)
        if figure.value is None:
            self.amount_unread(tab, figure.text, figure_span, figure.likely)
        return PostedAmount(
            amount.resource,
            figure.value,
            amount.sign,
            line.span_of(offset + amount.start, offset + amount.end),
            figure_span,
            figure.text,
            figure.likely,
        )

    def name_structure(self, tab: Tab, text: str, span: Span) -> Named[Structure]:
        """A structure's name; words behind it ("Palisade new!") are taken for a note."""
        match = self.catalogue.structure(text)
        if match is None or match.quality is Quality.GUESS:
            words = text.split()
            for length in range(len(words) - 1, 0, -1):
                start = " ".join(words[:length]).rstrip(" ,;/-*")
                found = self.catalogue.structures.find_exact(start)
                if match is not None and _goes_on_with(match.name, start):
                    break  # "Derro Mine Copmlex"
                if found is not None and len(words) - length <= _MOST_NOTE_WORDS:
                    return Named(start, Span(span.start, span.start + len(start)), found)
        return self._named(tab, text, span, match)

    def name_unit(self, tab: Tab, text: str, span: Span) -> Named[Unit]:
        return self._named(tab, text, span, self.catalogue.unit(text))

    def name_ritual(self, tab: Tab, text: str, span: Span) -> Named[Ritual] | None:
        """A ritual's name, None where the text names none; who casts it, and on whom, may stand behind it."""
        rituals = self.catalogue.rituals
        if not rituals.forms:
            return None
        casting = _CASTING.match(text)
        cut = casting.end() if casting else 0
        text, span = text[cut:], Span(span.start + cut, span.end)
        words = text.split(" ")
        for length in range(len(words), 0, -1):
            name = " ".join(words[:length])
            found = rituals.find_exact(name)
            if found is not None:
                return Named(name, Span(span.start, span.start + len(name)), found)
        match = rituals.find(text)
        return self._named(tab, text, span, match) if match is not None else None

    def _named(self, tab: Tab, text: str, span: Span, match: NameMatch[T] | None) -> Named[T]:
        if match is None:
            return Named(text, span)
        if match.quality is not Quality.EXACT:
            doubtful = match.quality is Quality.GUESS
            self.findings.append(
                Finding(
                    "name-unknown",
                    Severity.WARNING if doubtful else Severity.INFO,
                    f'"{text}" is not in the rule data; it was read as {match.name}.',
                    span,
                    tab=tab.value,
                    rule="UD-ORD-02",
                    stated=text,
                    computed=match.name,
                    fix=Fix(f"write {match.name}", (Edit(span.start, span.end, match.name),), safe=False),
                )
            )
        return Named(text, span, match.value, guess=match.quality is Quality.GUESS)


def _goes_on_with(name: str, start: str) -> bool:
    """Whether a name begins with the words of ``start`` and has more."""
    return fold_name(name).startswith(f"{fold_name(start)} ")


def tight_span(line: VisibleLine) -> Span:
    """The line's text without the blanks around it."""
    text = line.text
    start = len(text) - len(text.lstrip())
    return line.span_of(start, max(start, len(text.rstrip())))


def signed_flow(amounts: tuple[PostedAmount, ...], *, is_cost: bool, factor: int = 1) -> tuple[Bundle, frozenset[str]]:
    """What amounts move, and the resources that cannot be told.

    In a tab of costs an amount without a sign is a cost and ``+`` a refund; elsewhere only ``-`` takes away. A dash
    between two amounts (``~``) separates them.
    """
    flow: list[tuple[str, int]] = []
    unread: set[str] = set()
    for amount in amounts:
        if amount.value is None:
            unread.add(amount.resource)
            continue
        sign = (1 if amount.sign == "+" else -1) if is_cost else (-1 if amount.sign == "-" else 1)
        flow.append((amount.resource, sign * amount.value * factor))
    return Bundle(flow), frozenset(unread)
