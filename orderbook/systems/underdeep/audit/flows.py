"""The lines of a week as flows between accounts, each with its cause: the line, its place, the rules it rests on."""

from __future__ import annotations

import re
from collections.abc import Iterator

from orderbook.books.accounts import TREASURY, Account, Root, store_of
from orderbook.books.book import Flow
from orderbook.books.bundle import Bundle
from orderbook.books.journal import Cause
from orderbook.rulebook.model import Structure
from orderbook.systems.series import Ruling
from orderbook.systems.underdeep.audit.sieges import Share
from orderbook.systems.underdeep.post.bonuses import parse_bonus
from orderbook.systems.underdeep.post.model import LedgerLine, Site
from orderbook.systems.underdeep.post.read import Reading
from orderbook.systems.underdeep.post.titles import Tab
from orderbook.text.source import SourceText, Span

BATTLE = Account(Root.INCOME, ("Battle",), "Battle")
RULING = Account(Root.INCOME, ("Ruling",), "Ruling")

_OF_BATTLE = re.compile(r"\b(?:loot|plunder|sack|raid|spoils|scaveng|captur|ransom|prisoner)", re.IGNORECASE)

_RULES_OF_SIEGE = ("UD-SIE-03", "UD-SIE-04")


class WeekLines:
    """A week's post and the way from its entries to lines of the pasted text."""

    def __init__(self, source: SourceText, reading: Reading) -> None:
        self.source = source
        self.reading = reading

    def line_of(self, span: Span) -> int:
        """The line, from 1, on which an entry begins in the text as it was pasted."""
        return self.source.line_of(self.reading.paste.span_to_source(span).start)

    def quote(self, span: Span) -> str:
        """What is written there, on one line."""
        return " ".join(self.reading.paste.view[span.start : span.end].split())

    def cause(self, span: Span, rules: tuple[str, ...] = ()) -> Cause:
        return Cause(self.quote(span), self.source.name, self.line_of(span), rules)


def list_flows(lines: WeekLines, share: Share, rulings: list[Ruling]) -> Iterator[Flow]:
    """Everything that moves in a week, in the order of the tabs; rulings last."""
    post = lines.reading.post
    for row, entries in (
        ("production", post.production),
        ("upkeep", post.upkeep),
        ("construction", post.construction),
        ("recruitment", post.recruitment),
    ):
        for line in entries:
            yield from _flows_of_line(lines, share, row, line)
    for trade in post.trade:
        if trade.flow:
            partner = trade.partner or "somebody"
            account = Account(Root.INCOME, ("Trade", partner), f"Trade with {partner}")
            yield Flow("trade", account.title, trade.flow, lines.cause(trade.span, ("UD-TRD-05",)), account, TREASURY)
    for line in post.other_flows:
        yield from _flows_of_line(lines, share, "other", line)
    for ruling in rulings:
        yield Flow(
            "other", "Ruling", ruling.amounts, Cause(ruling.text or "ruling of the game master"), RULING, TREASURY
        )


def _flows_of_line(lines: WeekLines, share: Share, row: str, line: LedgerLine) -> Iterator[Flow]:
    account, rules = _account_of(row, line), _rules_of(line)
    for site, amounts in share.of(line):
        if amounts:
            cause = lines.cause(line.span, (*rules, *_RULES_OF_SIEGE) if site is not None else rules)
            place = _place(site or line.site)
            yield Flow(row, _source(line), amounts, cause, account, _store(site), place)


def _store(site: Site | None) -> Account:
    return store_of(site.name) if site is not None else TREASURY


def _place(site: Site | None) -> str:
    return site.name if site is not None else ""


def _source(line: LedgerLine) -> str:
    """What moves it, as a person would say it: "3 Mushroom Patches"."""
    name = line.subject.text.strip()
    return f"{line.count} {name}" if line.count is not None and not name[:1].isdigit() else name


def _account_of(row: str, line: LedgerLine) -> Account:
    name = line.subject.name.strip() or "Something"
    site = line.site.name if line.site is not None else "an unnamed site"
    if line.tab is Tab.PRODUCTION:
        if line.subject.entry is None and parse_bonus(line.subject.text) is None and _OF_BATTLE.search(name):
            return BATTLE
        return Account(Root.INCOME, ("Production", site, name), f"{name} at {site}")
    what = {"upkeep": "Upkeep", "construction": "Construction", "recruitment": "Recruitment"}.get(row, "Other")
    return Account(Root.EXPENSES, (what, name), f"{what} of {name}")


def _rules_of(line: LedgerLine) -> tuple[str, ...]:
    """The rules an amount rests on."""
    if line.tab is Tab.PRODUCTION:
        entry = line.subject.entry
        if isinstance(entry, Structure):
            return ("UD-PRD-02" if entry.deposit else "UD-PRD-01",)
        bonus = parse_bonus(line.subject.text)
        return (bonus.rule,) if bonus is not None else ("UD-ORD-10",)
    if line.tab is Tab.CONSTRUCTION:
        return ("UD-DEF-07",) if line.repair else ("UD-BLD-08",)
    return {Tab.UPKEEP: ("UD-UPK-01",), Tab.RECRUITMENT: ("UD-UNI-02",)}.get(line.tab, ())


def net_of(flows: list[Flow]) -> Bundle:
    """What flows come to."""
    return Bundle([item for flow in flows for item in flow.amounts.items()])
