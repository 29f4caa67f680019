"""Upkeep: every unit that owes it is charged, no other, at the rate of its type (UD-UPK-01, UD-CMD-04, UD-REC-03)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from orderbook.books.bundle import Bundle, render_bundle
from orderbook.findings.model import CheckDoc, Fix, Severity
from orderbook.rulebook.model import Unit
from orderbook.systems.underdeep.checks.context import Context
from orderbook.systems.underdeep.checks.paying import check_payment
from orderbook.systems.underdeep.checks.prices import PriceList
from orderbook.systems.underdeep.checks.slip import Slip, amounts_fix, slip
from orderbook.systems.underdeep.checks.troops import Troops, unit_key
from orderbook.systems.underdeep.checks.wording import agree, counted, spoken
from orderbook.systems.underdeep.post.model import LedgerLine
from orderbook.systems.underdeep.post.titles import Tab
from orderbook.text.edits import Edit

AMOUNT = CheckDoc(
    "upkeep-amount",
    Severity.ERROR,
    "An Upkeep line charges another amount than its units owe.",
    "Each unit owes the Upkeep of its type every week.",
    ("UD-UPK-01", "UD-ORD-13"),
    "12 Kobold Skulkers: -24 Gold, -21 Food",
    "12 Kobold Skulkers: -24 Gold, -12 Food",
)
OMITTED = CheckDoc(
    "upkeep-omitted",
    Severity.ERROR,
    "Units that owe Upkeep are in no Upkeep line.",
    "Upkeep has to be paid for every unit in Armies that is no officer and was not recruited this week.",
    ("UD-UPK-01", "UD-UPK-02"),
    "(no line) with 35 Derro Filchers in Armies",
    "35 Derro Filchers: -70 Gold, -35 Food",
)
EXCESS = CheckDoc(
    "upkeep-excess",
    Severity.ERROR,
    "Upkeep is charged for units that owe none.",
    "Recruits of this week, leaders, Commanders and Captains owe no Upkeep, nor does anybody in the first week, nor "
    "units that are not in Armies.",
    ("UD-REC-03", "UD-CMD-04", "UD-TRN-01"),
    "25 Derro Brigands: -50 Gold, -25 Food (5 of them recruited this week)",
    "20 Derro Brigands: -40 Gold, -20 Food",
)
COUNT = CheckDoc(
    "upkeep-count",
    Severity.ERROR,
    "An Upkeep line counts other units than Armies.",
    "The Upkeep tab charges as many units as the Armies tab shows, this week's recruits taken off.",
    ("UD-ORD-13", "UD-ORD-24"),
    "25 Kobold Blunderdigs: -75 Gold, -25 Food (26 in Armies)",
    "26 Kobold Blunderdigs: -78 Gold, -26 Food",
)
DOCS = (AMOUNT, OMITTED, EXCESS, COUNT)


def check_upkeep(context: Context, troops: Troops) -> Iterator[Slip]:
    """All slips of the Upkeep tab."""
    post = context.post
    if not post.has_tab(Tab.UPKEEP):
        return
    lines: dict[str, list[LedgerLine]] = defaultdict(list)
    for line in post.upkeep:
        lines[unit_key(line.subject)].append(line)
    if context.first_turn:
        for line in post.upkeep:
            if line.flow:
                yield slip(
                    EXCESS, line.span, "No Upkeep is due in the first week.", tab=Tab.UPKEEP, rule="UD-TRN-01",
                    delta=-line.flow, computed="0", stated=render_bundle(line.flow),
                )  # fmt: skip
        return
    prices = PriceList(context, Tab.UPKEEP)
    meant = _meant_by(troops, lines)
    for key, group in lines.items():
        if key not in meant:
            yield from _check_group(context, troops, key, group, prices)
    if post.has_tab(Tab.ARMIES):
        yield from _check_omitted(context, troops, {*lines, *meant.values()})


def _meant_by(troops: Troops, lines: dict[str, list[LedgerLine]]) -> dict[str, str]:
    """Lines of something that neither the rule data nor Armies know, by what they are meant for: the units that owe
    just that and have no line of their own."""
    meant: dict[str, str] = {}
    for key, group in lines.items():
        if len(group) > 1 or group[0].subject.entry is not None or troops.standing[key] or group[0].unread:
            continue
        for other in troops.standing:
            due = troops.due(other)
            choices = [-(choice * due) for choice in rates(troops.entries.get(other))]
            if due and other not in lines and other not in meant.values() and group[0].flow in choices:
                meant[key] = other
                break
    return meant


def rates(unit: Unit | None) -> tuple[Bundle, ...]:
    """What one unit owes a week, to choose from; a single empty bundle for one that owes nothing."""
    return unit.upkeep.choices if unit is not None and unit.upkeep is not None else ()


def _check_group(
    context: Context, troops: Troops, key: str, lines: list[LedgerLine], prices: PriceList
) -> Iterator[Slip]:
    """The lines of one unit type."""
    last = lines[-1]
    entry = last.subject.entry if isinstance(last.subject.entry, Unit) else None
    if entry is not None and entry.leader:
        if last.flow:
            yield _excess(last, f"{last.subject.name} leads the faction and owes no Upkeep.", last.number, "UD-CMD-04")
        return
    counted = all(line.count is not None for line in lines)
    total = sum(line.number for line in lines)
    written = sum((line.flow for line in lines), Bundle())
    if not counted and entry is not None and len(lines) == 1:
        total = _implied_count(written, rates(entry)) or (1 if troops.standing[key] <= 1 else 0) or troops.due(key)
    due = troops.due(key)
    if context.post.has_tab(Tab.ARMIES) and total != due and not _fits_last_week(troops, key, total):
        yield from _check_count(troops, key, lines, total, due)
        return
    if any(line.unread for line in lines):
        return
    for line in lines:
        yield from _check_amount(line, entry, prices, total if len(lines) == 1 else line.number)


def _implied_count(written: Bundle, choices: tuple[Bundle, ...]) -> int | None:
    """The number of units an amount without a count pays for."""
    for choice in choices:
        if len(choice) == len(written) and choice:
            counts = {divmod(-written[resource], choice[resource]) for resource in choice}
            if len(counts) == 1 and (found := counts.pop())[1] == 0:
                return found[0]
    return None


def _fits_last_week(troops: Troops, key: str, total: int) -> bool:
    """Whether the count is right by last week's post, so that the slip is in Armies and told there."""
    expected = troops.expected(key)
    return (
        expected is not None and expected != troops.standing[key] and total == max(expected - troops.recruits[key], 0)
    )


def _check_count(troops: Troops, key: str, lines: list[LedgerLine], total: int, due: int) -> Iterator[Slip]:
    last = lines[-1]
    charged = f"{counted(total, last.subject)} {agree(total, 'is', 'are')} charged"
    over = total - due
    recruits, officers = troops.recruits[key], troops.officers[key]
    if over > 0:
        if due == 0 and recruits == 0 and officers == 0:
            yield _excess(last, f"{charged}, but Armies lists none.", over, "UD-ORD-24")
            return
        for number, who, rule in (
            (recruits, agree(recruits, "was recruited this week", "were recruited this week"), "UD-REC-03"),
            (officers, "officer of that type owes nothing" if officers == 1 else "officers of that type owe nothing",
             "UD-CMD-04"),
            (recruits + officers, "are recruits of this week or officers", "UD-REC-03"),
        ):  # fmt: skip
            if number and over == number:
                yield _excess(
                    last, f"{charged}, but {number} {who}; {due} {agree(due, 'owes', 'owe')} Upkeep.", over, rule, due
                )
                return
    entry = last.subject.entry if isinstance(last.subject.entry, Unit) else None
    due_flow = _due_flow(last, entry, due - total + last.number)
    delta = (due_flow - last.flow) if due_flow is not None else Bundle()
    yield slip(
        COUNT,
        last.count_span or last.span,
        f"{charged}, but Armies lists {due} that {agree(due, 'owes', 'owe')} Upkeep"
        + (f" ({troops.standing[key]} with {recruits} recruited this week)" if recruits else "")
        + ".",
        tab=Tab.UPKEEP,
        stated=total,
        computed=due,
        fix=_count_fix(last, entry, due - total + last.number),
        delta=delta,
    )


def _due_flow(line: LedgerLine, entry: Unit | None, number: int) -> Bundle | None:
    """What ``number`` units owe, in the choice the line pays in."""
    if not rates(entry) or number < 0:
        return None
    choices = rates(entry)
    for choice in choices:
        if set(choice) == set(line.flow):
            return -(choice * number)
    return -(choices[0] * number)


def _count_fix(line: LedgerLine, entry: Unit | None, number: int) -> Fix | None:
    """Writes the right count and, with it, the right amounts."""
    due = _due_flow(line, entry, number)
    if line.count_span is None or due is None or number <= 0 or line.unread:
        return None
    factor = line.number if line.per_unit else 1
    amounts = None if line.per_unit else amounts_fix(line, due, factor=factor)
    if not line.per_unit and amounts is None and line.flow != due:
        return None
    edits = (Edit(line.count_span.start, line.count_span.end, str(number)), *(amounts.edits if amounts else ()))
    return Fix(f"charge {number}: {render_bundle(due, signed=True)}", edits)


def _excess(line: LedgerLine, message: str, number: int, rule: str, due: int | None = None) -> Slip:
    share = line.flow
    if number < line.number:
        share = Bundle((resource, amount * number // line.number) for resource, amount in line.flow.items())
    entry = line.subject.entry if isinstance(line.subject.entry, Unit) else None
    fix = _count_fix(line, entry, line.number - number) if due is not None and number < line.number else None
    return slip(
        EXCESS,
        line.count_span or line.span,
        message,
        tab=Tab.UPKEEP,
        rule=rule,
        stated=line.number,
        computed=max(line.number - number, 0),
        fix=fix,
        delta=-share,
    )


def _check_amount(line: LedgerLine, entry: Unit | None, prices: PriceList, number: int) -> Iterator[Slip]:
    choices: tuple[Bundle, ...]
    if not rates(entry):
        learned = prices.learned(line)
        choices, rule = (() if learned is None else (learned,)), "UD-ORD-12"
    elif _is_mixed(line.flow, rates(entry), number):
        return
    else:
        choices, rule = tuple(-(choice * number) for choice in rates(entry)), "UD-UPK-01"
    verb = agree(number, "owes", "owe")
    yield from check_payment(
        AMOUNT, line, choices, counted(number, line.subject), verb=verb, rule=rule, each=rates(entry)
    )


def _is_mixed(flow: Bundle, choices: tuple[Bundle, ...], number: int) -> bool:
    """Whether some units pay in one way and the others in another: 1 Food or 1 Body (UD-DER-17)."""
    if len(choices) < 2 or not all(len(choice) == 1 for choice in choices):
        return False
    paid = 0
    for choice in choices:
        ((resource, rate),) = choice.items()
        units, rest = divmod(-flow[resource], rate)
        if rest:
            return False
        paid += units
    return paid == number and set(flow) <= {resource for choice in choices for resource in choice}


def _check_omitted(context: Context, troops: Troops, charged: set[str]) -> Iterator[Slip]:
    span = context.post.tab_span(Tab.UPKEEP)
    assert span is not None
    for key in troops.standing:
        entry = troops.entries.get(key)
        due = troops.due(key)
        expected = troops.expected(key)
        if expected is not None and expected != troops.standing[key]:
            due = min(due, max(expected - troops.recruits[key], 0))
        if key in charged or due <= 0:
            continue
        if entry is None or not rates(entry):
            if not _was_charged(context, key):
                continue
            flow = Bundle()
        else:
            if not rates(entry)[0] or entry.leader:
                continue
            flow = -(rates(entry)[0] * due)
        owes = f" ({spoken(-flow)})" if flow else ""
        yield slip(
            OMITTED,
            span,
            f"{counted(due, troops.named[key])} {agree(due, 'owes', 'owe')} Upkeep{owes} and "
            f"{agree(due, 'is', 'are')} in no line.",
            tab=Tab.UPKEEP,
            computed=render_bundle(flow) if flow else None,
            delta=flow,
        )


def _was_charged(context: Context, key: str) -> bool:
    """Whether last week's post charged a unit type that no rule data knows."""
    if context.previous is None or context.options.chose("unknown-figures", "as-posted"):
        return False
    return any(unit_key(line.subject) == key and line.flow for line in context.previous.upkeep)
