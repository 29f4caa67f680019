"""What is sold, bought and converted: slaves at the Slave Pit, Bodies that Carrion Eaters eat (UD-KOB-07, UD-KOB-27,
UD-KOB-28)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from orderbook.books.bundle import Bundle, render_bundle
from orderbook.findings.model import CheckDoc
from orderbook.rulebook.model import Faction, Structure
from orderbook.systems.underdeep.checks.slip import Slip, amounts_fix, slip, wrong_amount
from orderbook.systems.underdeep.checks.wording import agree, spoken
from orderbook.systems.underdeep.post.bonuses import is_other_income
from orderbook.systems.underdeep.post.model import LedgerLine

SLAVE_PIT = "Slave Pit"
PRICE_OF_A_SLAVE = 2
"""Gold for one sold or bought, or Food for one converted."""

_SOLD = re.compile(r"\b(?:s[oe]ld|sells?|selling|sales?|trad\w+|bought|buys?|gifts?|from|tribute)\b", re.IGNORECASE)
_HEADS = re.compile(r"(?P<number>[0-9]{1,6})\s+(?:slaves?|prisoners?)\b", re.IGNORECASE)


def eats_carrion(faction: Faction | None) -> bool:
    """Whether a faction's people eat whatever is dead (UD-KOB-07)."""
    return faction is not None and any("carrion eaters" in note.lower() for note in faction.notes)


def find_feast(line: LedgerLine) -> int:
    """How many Bodies a line turns into Food and nothing else; 0 for any other line, a sale or gift for one."""
    if _SOLD.search(f"{line.subject.text} {line.note}"):
        return 0
    if set(line.flow) == {"Bodies", "Food"} and line.flow["Bodies"] < 0 < line.flow["Food"]:
        return -line.flow["Bodies"]
    return 0


def check_feast(doc: CheckDoc, line: LedgerLine, faction: Faction | None) -> Iterator[Slip]:
    """1 Food for each Body that Carrion Eaters eat (UD-KOB-07)."""
    bodies = find_feast(line)
    if not bodies or not eats_carrion(faction) or line.unread or line.flow["Food"] == bodies:
        return
    due = Bundle({"Bodies": -bodies, "Food": bodies})
    amount = wrong_amount(line, due)
    yield slip(
        doc,
        amount.figure_span if amount else line.span,
        f"{bodies} {agree(bodies, 'Body', 'Bodies')} {agree(bodies, 'feeds', 'feed')} Carrion Eaters as {bodies} Food, "
        f"not {line.flow['Food']}.",
        tab=line.tab,
        rule="UD-KOB-07",
        stated=render_bundle(line.flow),
        computed=render_bundle(due),
        fix=amounts_fix(line, due),
        delta=due - line.flow,
    )


def is_dealing(line: LedgerLine) -> bool:
    """Whether a line tells of a deal and not of what a room gives by itself: sales, taxes, one thing for another."""
    amounts = line.flow.values()
    exchanges = any(amount > 0 for amount in amounts) and any(amount < 0 for amount in amounts)
    return exchanges or is_other_income(f"{line.subject.text} {line.note}")


def check_deal(doc: CheckDoc, line: LedgerLine, entry: Structure) -> Iterator[Slip]:
    """The price at the Slave Pit, where the line tells how many slaves or prisoners it is about."""
    if entry.name != SLAVE_PIT or line.unread:
        return
    heads = heads_of(line)
    paid = [(resource, amount) for resource, amount in line.flow.items() if resource in ("Gold", "Food")]
    if not heads or not paid:
        return
    if (
        len({amount > 0 for _, amount in paid}) > 1
        or sum(abs(amount) for _, amount in paid) == heads * PRICE_OF_A_SLAVE
    ):
        return
    bought = paid[0][1] < 0
    resource = paid[0][0]
    right = Bundle({resource: heads * PRICE_OF_A_SLAVE * (-1 if bought else 1)})
    due = Bundle((name, amount) for name, amount in line.flow.items() if name not in ("Gold", "Food")) + right
    amount = wrong_amount(line, due)
    yield slip(
        doc,
        amount.figure_span if amount else line.span,
        f"At the {SLAVE_PIT} {heads} {agree(heads, 'slave', 'slaves')} {agree(heads, 'is', 'are')} "
        f"{'bought' if bought else 'sold or converted'} for {heads * PRICE_OF_A_SLAVE} "
        f"{'Gold' if bought else 'Gold or Food'}, not {spoken(Bundle((name, abs(size)) for name, size in paid))}.",
        tab=line.tab,
        rule="UD-KOB-28" if bought else "UD-KOB-27",
        stated=render_bundle(line.flow),
        computed=render_bundle(due),
        delta=due - line.flow,
    )


def heads_of(line: LedgerLine) -> int:
    """How many slaves or prisoners a line is about, 0 where it does not tell."""
    for resource, amount in line.flow.items():
        if resource.lower().startswith(("slave", "prisoner")):
            return abs(amount)
    found = _HEADS.search(line.note)
    return int(found["number"]) if found else line.count or 0
