"""Production: does every line claim what its rooms give, and every room its line? (UD-ORD-10, UD-ORD-11, UD-PRD-*)"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace

from orderbook.books.bundle import Bundle, render_bundle
from orderbook.findings.model import CheckDoc, Severity
from orderbook.rulebook.model import Ritual, Structure
from orderbook.systems.underdeep.checks.context import Context
from orderbook.systems.underdeep.checks.dealing import check_deal, check_feast, is_dealing
from orderbook.systems.underdeep.checks.estate import Estate, SiteState, key_of
from orderbook.systems.underdeep.checks.prices import PriceList
from orderbook.systems.underdeep.checks.slip import Slip, amounts_fix, slip, wrong_amount
from orderbook.systems.underdeep.checks.wording import (
    agree,
    counted,
    counted_structures,
    is_plural,
    is_plural_name,
    spoken,
    weeks_word,
)
from orderbook.systems.underdeep.post.bonuses import Bonus, is_other_income, parse_bonus
from orderbook.systems.underdeep.post.model import LedgerLine, SiteKind
from orderbook.systems.underdeep.post.titles import Tab
from orderbook.text.source import Span

AMOUNT = CheckDoc(
    "production-amount",
    Severity.ERROR,
    "A production line claims another amount than its rooms give.",
    "Each room gives a fixed amount a week. A mine gives up to its figure, so only a larger claim is wrong.",
    (
        "UD-ORD-10",
        "UD-PRD-01",
        "UD-PRD-02",
        "UD-TER-01",
        "UD-TER-05",
        "UD-TER-09",
        "UD-KOB-07",
        "UD-KOB-27",
        "UD-KOB-28",
    ),
    "4 Mushroom Patches: +90 Food",
    "4 Mushroom Patches: +80 Food",
)
UNBUILT = CheckDoc(
    "production-unbuilt",
    Severity.ERROR,
    "A production line claims a room that does not stand in that Dungeon.",
    "Only finished rooms of the Dungeon produce; each has to be in the Dungeons and Outposts tab.",
    ("UD-ORD-10", "UD-ORD-22", "UD-TER-05"),
    "Midden: +35 Food (no Midden is listed)",
    "Midden: +35 Food (a Midden is listed)",
)
OMITTED = CheckDoc(
    "production-omitted",
    Severity.ERROR,
    "A finished room that produces has no production line.",
    "Everything that produces is listed each week, rooms finished this very week included.",
    ("UD-ORD-11", "UD-ORD-10"),
    "(no line) with 3 Fishing Pools listed",
    "3 Fishing Pools: +15 Food",
)
EARLY = CheckDoc(
    "production-early",
    Severity.ERROR,
    "A production line claims a room that is still being built, or one of the starting package in the first week.",
    "A room begins to produce in the week it is finished. The rooms a player starts with give nothing in week 1.",
    ("UD-BLD-12", "UD-TRN-02"),
    "Improved Kobold Mine: +300 Gold, +25 Metal (2 weeks remaining)",
    "Kobold Mine: +150 Gold, +15 Metal",
)
DOCS = (AMOUNT, UNBUILT, OMITTED, EARLY)


def check_production(context: Context, estate: Estate) -> Iterator[Slip]:
    """All slips of the Production tab."""
    post = context.post
    if not post.has_tab(Tab.PRODUCTION):
        return
    prices = PriceList(context, Tab.PRODUCTION)
    strangers: list[LedgerLine] = []
    claimed: dict[tuple[int, str], list[LedgerLine]] = defaultdict(list)
    for line in post.production:
        state = estate.state(line.site) or estate.only_state()
        if line.cancelled or isinstance(line.subject.entry, Ritual):
            continue
        bonus = parse_bonus(line.subject.text)
        if bonus is not None and line.subject.entry is None:
            yield from _check_bonus(context, line, bonus)
        elif isinstance(line.subject.entry, Structure) or _is_listed(estate, line):
            claimed[id(state), key_of(line.subject)].append(line)
        else:
            strangers.append(line)
            feast = list(check_feast(AMOUNT, line, context.faction))
            yield from feast or _check_unknown(context, line, prices)
    siteless = {name for owner, name in claimed if owner == id(None)}
    for state in _all_states(estate):
        names = dict.fromkeys(name for owner, name in claimed if owner == id(state))
        told = set(names) | siteless
        for name in names:
            for each in _check_claims(context, state, name, claimed[id(state), name], prices):
                if each.finding.check in (EARLY.name, UNBUILT.name):
                    instead = _predecessors(context, name) - told
                    told |= instead
                    each = replace(each, delta=each.delta + _yield_of(context, state, instead))
                yield each
        if context.post.has_tab(Tab.DUNGEONS):
            yield from _check_omitted(context, state, told, strangers)
    if siteless:
        yield from _check_siteless(context, estate, claimed, prices)


def _predecessors(context: Context, name: str) -> set[str]:
    """What an upgrade replaces: whoever claims the upgrade too early claims it instead of these."""
    entry = context.catalogue.structure_named(name)
    return set(entry.replaces) | set(entry.replaces_present) if entry is not None else set()


def _yield_of(context: Context, state: SiteState, names: Iterable[str]) -> Bundle:
    """What the rooms of these names that surely stand at a site give in a week."""
    entries = [(context.catalogue.structure_named(name), state.at_least(name)) for name in names]
    return sum((entry.produces * number for entry, number in entries if entry is not None), Bundle())


def _all_states(estate: Estate) -> list[SiteState]:
    return list(estate.states.values())


def _is_listed(estate: Estate, line: LedgerLine) -> bool:
    """Whether a room no rule data knows is in the post's own list of structures."""
    state = estate.state(line.site) or estate.only_state()
    return state is not None and state.at_most(key_of(line.subject)) > 0


def _check_bonus(context: Context, line: LedgerLine, bonus: Bonus) -> Iterator[Slip]:
    if line.unread:
        return
    dungeon_only = bonus.dungeon_only and not context.options.chose("outpost-crystals", "outposts-too")
    if dungeon_only and line.site is not None and line.site.kind is SiteKind.OUTPOST:
        yield slip(
            UNBUILT,
            line.span,
            f"{bonus.name} {_gives(bonus)} a bonus to Dungeons only; {line.site.name} is an Outpost.",
            tab=Tab.PRODUCTION,
            rule=bonus.rule,
            delta=-line.flow,
        )
    elif line.flow != bonus.yields:
        due = spoken(bonus.yields)
        yield _amount_slip(line, bonus.yields, bonus.rule, f"{bonus.name} {_gives(bonus)} {due} a week")


def _gives(bonus: Bonus) -> str:
    return "give" if is_plural_name(bonus.name) else "gives"


def _amount_slip(line: LedgerLine, due: Bundle, rule: str, because: str) -> Slip:
    amount = wrong_amount(line, due)
    return slip(
        AMOUNT,
        amount.figure_span if amount else line.span,
        f"{because}, not {spoken(line.flow)}.",
        tab=Tab.PRODUCTION,
        rule=rule,
        stated=render_bundle(line.flow),
        computed=render_bundle(due),
        fix=amounts_fix(line, due, factor=line.number if line.per_unit else 1),
        delta=due - line.flow,
    )


def _said_to_give(line: LedgerLine) -> str:
    """``Boar Pens give``, ``3 Gem Cutters give``: a line of something no rule data knows."""
    subject = line.subject.text if line.count is None else counted(line.number, line.subject)
    return f"{subject} {agree(line.number + is_plural(line.subject), 'gives', 'give')}"


def _check_unknown(context: Context, line: LedgerLine, prices: PriceList) -> Iterator[Slip]:
    """Income from something no list knows: accepted as written, but compared with last week's."""
    if is_other_income(line.subject.text) or line.unread:
        return
    due = prices.learned(line)
    if due is not None and line.flow != due:
        yield _amount_slip(line, due, "UD-ORD-12", f"By last week's post {_said_to_give(line)} {spoken(due)}")


def _check_claims(
    context: Context, state: SiteState, name: str, lines: list[LedgerLine], prices: PriceList
) -> Iterator[Slip]:
    """The lines of one site that claim one kind of room."""
    entry = lines[0].subject.entry
    standing_most, standing_least = state.at_most(name), state.at_least(name)
    package = _package(context, name)
    total = sum(line.number for line in lines)
    last = lines[-1]
    if isinstance(entry, Structure) and not entry.produces:
        for line in lines:
            yield from _check_idle(line, entry)
        return
    if not context.post.has_tab(Tab.DUNGEONS) and state.expected is None:
        standing_most = total
    if total > standing_most:
        yield _overclaimed(context, state, name, last, total - standing_most, standing_most)
        return
    if package and total > standing_most - package:
        excess = total - (standing_most - package)
        yield slip(
            EARLY,
            last.span,
            f"{counted_structures(context, package, name)} came with the starting package and "
            f"{agree(package, 'gives', 'give')} nothing in the first week.",
            tab=Tab.PRODUCTION,
            rule="UD-TRN-02",
            delta=-_share(last, excess),
        )
        return
    stated = sum((line.flow for line in lines), Bundle())
    unread = any(line.unread for line in lines)
    short = standing_least - package - total
    if short > 0 and not unread:
        if isinstance(entry, Structure) and entry.produces * total == stated:
            what = f"{counted_structures(context, short, name)} at {state.site.name}"
            yield _omitted(what, entry.produces * short, last.count_span or last.span)
            return
        if isinstance(entry, Structure) and stated == entry.produces * (total + short):
            yield slip(
                OMITTED,
                last.count_span or last.span,
                f"{counted(total + short, last.subject)} are listed at {state.site.name}; this line counts {total}.",
                tab=Tab.PRODUCTION, stated=total, computed=total + short, rule="UD-ORD-11",
            )  # fmt: skip
            return
    if unread:
        return
    for line in lines:
        yield from _check_amount(line, entry, prices)


def _check_idle(line: LedgerLine, entry: Structure) -> Iterator[Slip]:
    """A line of a room that gives nothing by itself; something may be dealt with there all the same."""
    if is_dealing(line):
        yield from check_deal(AMOUNT, line, entry)
    elif line.flow and not line.unread:
        yield slip(
            AMOUNT, line.span, f"{entry.name} produces nothing.", tab=Tab.PRODUCTION,
            computed="nothing", stated=render_bundle(line.flow), delta=-line.flow,
        )  # fmt: skip


def _check_amount(line: LedgerLine, entry: object, prices: PriceList) -> Iterator[Slip]:
    if not isinstance(entry, Structure):
        due = prices.learned(line)
        if due is not None and line.flow != due:
            yield _amount_slip(line, due, "UD-ORD-12", f"By the other lines {_said_to_give(line)} {spoken(due)}")
        return
    due = entry.produces * line.number
    if entry.up_to:
        over = any(line.flow[resource] > due[resource] for resource in line.flow) or any(
            line.flow[resource] < 0 for resource in line.flow
        )
        if over:
            most = Bundle((resource, min(max(line.flow[resource], 0), due[resource])) for resource in line.flow)
            amount = next((a for a in line.amounts if (a.value or 0) > due[a.resource] or a.sign == "-"), None)
            yield slip(
                AMOUNT,
                amount.figure_span if amount else line.span,
                f"{entry.name} gives up to {spoken(due)} a week, not {spoken(line.flow)}.",
                tab=Tab.PRODUCTION,
                rule="UD-PRD-02",
                stated=render_bundle(line.flow),
                computed=render_bundle(most),
                fix=amounts_fix(line, most, factor=line.number if line.per_unit else 1),
                delta=most - line.flow,
            )
    elif line.flow != due:
        each = f" ({spoken(entry.produces)} each)" if line.number != 1 else ""
        yield _amount_slip(
            line, due, "UD-PRD-01", f"{counted(line.number, line.subject)} {agree(line.number, 'gives', 'give')} "
            f"{spoken(due)} a week{each}",
        )  # fmt: skip


def _package(context: Context, name: str) -> int:
    if not context.first_turn:
        return 0
    entry = context.catalogue.structure_named(name)
    return entry.starting if entry is not None else 0


def _share(line: LedgerLine, number: int) -> Bundle:
    """The part of a line's flow that ``number`` of its units make."""
    if number >= line.number or not line.number:
        return line.flow
    return Bundle((resource, amount * number // line.number) for resource, amount in line.flow.items())


def _overclaimed(context: Context, state: SiteState, name: str, line: LedgerLine, excess: int, standing: int) -> Slip:
    building = [
        project for project in state.under + state.begun if key_of(project.subject) == name and not project.complete
    ]
    delta = -_share(line, excess)
    span = line.span if excess >= line.number else (line.count_span or line.span)
    if building:
        weeks = building[0].weeks
        when = f" ({weeks_word(weeks)} remaining)" if weeks else ""
        return slip(
            EARLY,
            span,
            f"{counted_structures(context, excess, name)} at {state.site.name} {agree(excess, 'is', 'are')} still "
            f"under construction{when} and {agree(excess, 'gives', 'give')} nothing yet.",
            tab=Tab.PRODUCTION,
            delta=delta,
        )
    there = f"only {standing}" if standing else "none"
    return slip(
        UNBUILT,
        span,
        f"{counted(standing + excess, line.subject)} {agree(standing + excess, 'is', 'are')} claimed, but {there} "
        f"{agree(standing, 'stands', 'stand')} at {state.site.name}.",
        tab=Tab.PRODUCTION,
        stated=str(line.number),
        computed=str(max(line.number - excess, 0)),
        delta=delta,
    )


def _omitted(what: str, due: Bundle, span: Span) -> Slip:
    return slip(
        OMITTED,
        span,
        f"{what} should give {spoken(due)}, which no line claims.",
        tab=Tab.PRODUCTION,
        computed=render_bundle(due),
        delta=due,
    )


def _check_omitted(
    context: Context, state: SiteState, claimed: set[str], strangers: list[LedgerLine]
) -> Iterator[Slip]:
    """Rooms surely standing that produce and are in no line. A mine may give nothing, but is named all the same.

    Of ``strangers``, lines of nothing that any list knows, one that gives just what a room owes is taken for its line.
    """
    span = state.site.headings.get(Tab.PRODUCTION) or context.post.tab_span(Tab.PRODUCTION)
    assert span is not None
    for name in state.listed:
        if name in claimed:
            continue
        entry = context.catalogue.structure_named(name)
        number = state.at_least(name) - _package(context, name)
        line = state.listed_lines.get(name)
        if entry is None or not entry.produces or number <= 0 or (line and line.broken):
            continue
        due = entry.produces * number
        stranger = next((line for line in strangers if line.flow == due and line.site in (None, state.site)), None)
        if stranger is not None and not is_other_income(stranger.subject.text):
            strangers.remove(stranger)
            continue
        yield _omitted(f"{counted_structures(context, number, name)} at {state.site.name}", due, span)


def _check_siteless(
    context: Context, estate: Estate, claimed: dict[tuple[int, str], list[LedgerLine]], prices: PriceList
) -> Iterator[Slip]:
    """Lines under no site: judged against all sites together that do not claim such a room themselves."""
    for (owner, name), lines in claimed.items():
        if owner != id(None):
            continue
        last, number = lines[-1], sum(line.number for line in lines)
        states = [state for state in _all_states(estate) if (id(state), name) not in claimed]
        most = sum(state.at_most(name) for state in states)
        missing = sum(max(state.at_least(name) - _package(context, name), 0) for state in states) - number
        if number > most:
            yield slip(
                UNBUILT,
                last.span,
                f"{counted(number, last.subject)} {agree(number, 'is', 'are')} claimed, but {most} "
                f"{agree(most, 'is', 'are')} listed.",
                tab=Tab.PRODUCTION,
                delta=-_share(last, number - most),
            )
            continue
        if missing > 0 and isinstance(last.subject.entry, Structure) and not any(line.unread for line in lines):
            due = last.subject.entry.produces * missing
            if due and sum((line.flow for line in lines), Bundle()) == last.subject.entry.produces * number:
                yield _omitted(counted_structures(context, missing, name), due, last.count_span or last.span)
                continue
        for line in lines:
            if not line.unread:
                yield from _check_amount(line, line.subject.entry, prices)
