"""From last week to this: projects count down, finished ones are listed, nothing comes or goes by itself.

UD-ORD-14, UD-ORD-22, UD-BLD-12, UD-DEF-03.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator

from orderbook.findings.model import CheckDoc, Fix, Severity
from orderbook.rulebook.model import Section, Structure
from orderbook.rulebook.names import fold_name
from orderbook.systems.underdeep.castings import BOUDOIR
from orderbook.systems.underdeep.checks.context import Context
from orderbook.systems.underdeep.checks.estate import Estate, SiteState, key_of
from orderbook.systems.underdeep.checks.slip import Slip, slip
from orderbook.systems.underdeep.checks.trapmakers import work_may_rest
from orderbook.systems.underdeep.checks.wording import agree, counted_structures, weeks_word
from orderbook.systems.underdeep.in_the_open import is_open_ground
from orderbook.systems.underdeep.post.model import LedgerLine
from orderbook.systems.underdeep.post.orders.model import Verb
from orderbook.systems.underdeep.post.titles import Tab
from orderbook.text.edits import Edit
from orderbook.text.source import Span

COUNTDOWN = CheckDoc(
    "build-countdown",
    Severity.ERROR,
    "The weeks remaining of a project do not follow from last week's.",
    "From its second week a project stands under Under Construction with one week less each week; a trap in the open "
    "only while a trapmaker stays with it.",
    ("UD-ORD-14", "UD-ABL-TRAPMAKING-2"),
    "Cavern of Cacophony: 2 weeks remaining (2 last week, too)",
    "Cavern of Cacophony: 1 week remaining (2 last week)",
    needs=("previous",),
)
FINISHED = CheckDoc(
    "build-finished",
    Severity.ERROR,
    "A finished structure is not listed, or one still under construction is.",
    "A project with 1 week remaining last week is finished now: it moves to Dungeons and Outposts, and what it "
    "replaces leaves that list. What is still being built is not listed.",
    ("UD-ORD-22", "UD-BLD-12", "UD-DEF-03"),
    "Unstable Architecture (2 weeks remaining, yet listed)",
    "Unstable Architecture (2 weeks remaining, not listed)",
    needs=("previous",),
)
VANISHED = CheckDoc(
    "build-vanished",
    Severity.ERROR,
    "A project under construction is neither under construction nor finished now.",
    "A project goes on by itself until it is complete. One that is given up is cancelled by name.",
    ("UD-ORD-14", "UD-BLD-11"),
    "(no line; Overlord's Study had 3 weeks remaining last week)",
    "Overlord's Study: 2 weeks remaining",
    needs=("previous",),
)
APPEARED = CheckDoc(
    "dungeon-appeared",
    Severity.ERROR,
    "A structure is listed that was neither there nor under construction last week.",
    "Structures come from the Construction tab; a captured or found one is worth a remark to the game master. What was "
    "Broken is listed as Broken until it is repaired.",
    ("UD-ORD-22", "UD-ORD-12", "UD-DEF-06"),
    "Cage Trap (neither listed nor being built last week)",
    "Cage Trap (1 week remaining last week)",
    needs=("previous",),
)
GONE = CheckDoc(
    "dungeon-vanished",
    Severity.ERROR,
    "A structure listed last week is missing.",
    "Finished structures stay in the list until something replaces or destroys them.",
    ("UD-ORD-22", "UD-ORD-12"),
    "(no line; a Palisade was listed last week)",
    "Palisade",
    needs=("previous",),
)
DOCS = (COUNTDOWN, FINISHED, VANISHED, APPEARED, GONE)


def check_progress(context: Context, estate: Estate) -> Iterator[Slip]:
    """All slips between last week's post and this one, site by site."""
    for state in estate.states.values():
        if is_open_ground(state.site) and work_may_rest(context, state):
            continue  # judged by who builds there
        repeated: Counter[str] = Counter()
        if context.previous is not None and context.post.has_tab(Tab.CONSTRUCTION) and state.was_known:
            slips, repeated = _check_countdown(context, state)
            yield from slips
        elif not context.first_turn:
            yield from _check_too_long(state)
        if context.post.has_tab(Tab.DUNGEONS):
            if state.expected is not None:
                yield from _check_listed(context, state, repeated)
            else:
                yield from _check_listed_alone(state)
    if estate.lost_sites and context.post.has_tab(Tab.DUNGEONS):
        span = context.post.tab_span(Tab.DUNGEONS)
        assert span is not None
        for site in estate.lost_sites:
            yield slip(
                GONE, span, f"{site} was listed last week and is missing with everything in it.", tab=Tab.DUNGEONS
            )


def _check_countdown(context: Context, state: SiteState) -> tuple[list[Slip], Counter[str]]:
    """Compares the projects of both weeks; also tells which finished ones still stand under construction."""
    slips: list[Slip] = []
    repeated: Counter[str] = Counter()
    before: dict[str, list[int | None]] = defaultdict(list)
    for name, weeks in state.before:
        before[name].append(weeks)
    now: dict[str, list[tuple[int | None, LedgerLine]]] = defaultdict(list)
    for line in state.under:
        if not line.repair:
            weeks = 0 if line.complete else line.weeks
            if line.week_number is not None and context.week is not None:
                weeks = line.week_number - context.week
            now[key_of(line.subject)] += [(weeks, line)] * line.number
    for name in dict.fromkeys([*before, *now]):
        if None in before[name] or any(weeks is None for weeks, _ in now[name]):
            continue
        slips += _compare(context, state, name, [w or 0 for w in before[name]], now[name], repeated)
    return slips, repeated


def _compare(
    context: Context,
    state: SiteState,
    name: str,
    before: list[int],
    now: list[tuple[int | None, LedgerLine]],
    repeated: Counter[str],
) -> Iterator[Slip]:
    due = Counter(remaining - 1 for remaining in before if remaining > 1)
    left: list[tuple[int, LedgerLine]] = []
    for shown, line in sorted(now, key=lambda entry: entry[1].number != due[entry[0] or 0]):  # whole lines first
        if due[shown or 0] > 0:
            due[shown or 0] -= 1
        else:
            left.append((shown or 0, line))
    missing = sorted(due.elements())
    is_certain = len(left) == len(missing) and len(set(missing)) == 1 and 1 not in before
    told: set[int] = set()
    while left and missing:
        weeks, line = left.pop(0)
        right = min(missing, key=lambda candidate: abs(candidate - weeks))
        missing.remove(right)
        if id(line) not in told:
            told.add(id(line))
            yield _countdown(line, weeks, right, is_certain=is_certain)
    finishing = before.count(1)
    for weeks, line in left:
        if finishing > 0 and line.complete:
            finishing -= 1  # rightly called finished; whether it is listed is seen there
            continue
        if finishing > 0:
            finishing -= 1
            repeated[name] += 1
            message = (
                f"{line.subject.name} had 1 week remaining last week and is finished now; list it in {Tab.DUNGEONS}."
            )
        else:
            message = (
                f"{line.subject.name} was not under construction at {state.site.name} last week. If it is begun now, "
                "it belongs under Beginning Construction with its price."
            )
        if id(line) not in told:
            told.add(id(line))
            yield slip(COUNTDOWN, line.weeks_span or line.span, message, tab=Tab.CONSTRUCTION, stated=weeks)
    early = max(state.listed[name] - (state.expected or Counter())[name], 0) + _cancelled(context, state, name)
    if len(missing) > early:
        lost = missing[early:]
        span = state.site.headings.get(Tab.CONSTRUCTION) or context.post.tab_span(Tab.CONSTRUCTION)
        assert span is not None
        what = counted_structures(context, len(lost), name)
        yield slip(
            VANISHED,
            span,
            f"{what} {agree(len(lost), 'was', 'were')} under construction at {state.site.name} and should have "
            f"{weeks_word(lost[0])} remaining, but {agree(len(lost), 'is', 'are')} in neither list.",
            tab=Tab.CONSTRUCTION,
            computed=lost[0],
        )


def _cancelled(context: Context, state: SiteState, name: str) -> int:
    """How many projects of a kind were given up: in the Construction tab, or by an order of this week or the last."""
    orders = [*context.post.orders, *(context.previous.orders if context.previous else ())]
    return state.cancelled[name] + sum(
        action.count or 1
        for line in orders
        for order in line.orders
        for action in order.does(Verb.CANCEL)
        if action.structure is not None and key_of(action.structure) == name
    )


def _countdown(line: LedgerLine, weeks: int, right: int, *, is_certain: bool) -> Slip:
    """``is_certain``: last week's post leaves no other number for the line, so that it may be written in safely."""
    fix = None
    if line.weeks_span is not None and line.week_number is None and not line.complete and line.number == 1:
        fix = Fix(f"write {right}", (Edit(line.weeks_span.start, line.weeks_span.end, str(right)),), safe=is_certain)
    return slip(
        COUNTDOWN,
        line.weeks_span or line.span,
        f"{line.subject.name} had {weeks_word(right + 1)} remaining last week: {weeks_word(right)} now, not {weeks}.",
        tab=Tab.CONSTRUCTION,
        stated=weeks,
        computed=right,
        fix=fix,
    )


def _check_too_long(state: SiteState) -> Iterator[Slip]:
    """Without last week's post: nothing under construction can have its full time, or more, still to go."""
    for line in state.under:
        entry = line.subject.entry
        if (
            not isinstance(entry, Structure)
            or entry.weeks is None
            or line.weeks is None
            or line.repair
            or line.complete
        ):
            continue
        if line.weeks >= max(entry.weeks, 2) or (entry.weeks == 1 and line.weeks >= 1):
            most = entry.weeks - 1
            yield slip(
                COUNTDOWN,
                line.weeks_span or line.span,
                f"{entry.name} takes {weeks_word(entry.weeks)} to build, so that after its first week "
                + (f"at most {weeks_word(most)} can remain." if most else "it is finished."),
                tab=Tab.CONSTRUCTION,
                stated=line.weeks,
                computed=most,
            )


def _check_listed(context: Context, state: SiteState, repeated: Counter[str]) -> Iterator[Slip]:
    """The list of a site against what last week's post leads to."""
    assert state.expected is not None
    span = state.site.headings.get(Tab.DUNGEONS) or context.post.tab_span(Tab.DUNGEONS)
    assert span is not None
    for name in dict.fromkeys([*state.expected, *state.listed]):
        expected, listed = state.expected[name], state.listed[name]
        if listed < expected:
            missing = expected - listed - repeated[name] - state.refunded[name]  # that slip is told there
            if missing > 0:
                yield _missing(context, state, name, missing, span)
        elif listed > expected and fold_name(name) != fold_name(BOUDOIR):  # a Succubus gives that (UD-SUC-28)
            yield _surplus(context, state, name, listed - expected)


def _missing(context: Context, state: SiteState, name: str, missing: int, span: Span) -> Slip:
    what = counted_structures(context, missing, name)
    line = state.listed_lines.get(name)
    place = line.span if line is not None else span
    if state.finished_now[name] >= missing:
        return slip(
            FINISHED,
            place,
            f"{what} {agree(missing, 'is', 'are')} finished at {state.site.name} this week and "
            f"{agree(missing, 'belongs', 'belong')} into this list.",
            tab=Tab.DUNGEONS,
            stated=state.listed[name],
            computed=(state.expected or Counter())[name],
        )
    return slip(
        GONE,
        place,
        f"{what} stood at {state.site.name} last week and {agree(missing, 'is', 'are')} missing.",
        tab=Tab.DUNGEONS,
        stated=state.listed[name],
        computed=(state.expected or Counter())[name],
    )


def _surplus(context: Context, state: SiteState, name: str, surplus: int) -> Slip:
    line = state.listed_lines[name]
    what = counted_structures(context, surplus, name)
    expected = (state.expected or Counter())[name]
    building = [
        project for project in state.under + state.begun if key_of(project.subject) == name and not project.complete
    ]
    if state.replaced_now[name] >= surplus:
        return slip(
            FINISHED,
            line.span,
            f"{what} {agree(surplus, 'was', 'were')} replaced by what was finished this week and "
            f"{agree(surplus, 'leaves', 'leave')} the list.",
            tab=Tab.DUNGEONS,
            rule="UD-DEF-03",
            stated=line.count,
            computed=expected,
        )
    was_building = [weeks for project, weeks in state.before if project == name and weeks != 1]
    if building or was_building:
        return slip(
            FINISHED,
            line.span,
            f"{what} at {state.site.name} {agree(surplus, 'is', 'are')} still under construction and not to be listed "
            "yet.",
            tab=Tab.DUNGEONS,
            stated=line.count,
            computed=expected,
        )
    had = f"; {expected} stood there" if expected else ""
    return slip(
        APPEARED,
        line.span,
        f"{what} {agree(surplus, 'is', 'are')} neither part of the starting package nor bought."
        if context.first_turn
        else f"{what} at {state.site.name} {agree(surplus, 'was', 'were')} neither listed nor under construction last "
        f"week{had}.",
        tab=Tab.DUNGEONS,
        stated=state.listed[name],
        computed=expected,
    )


def _check_listed_alone(state: SiteState) -> Iterator[Slip]:
    """Without last week's post: a structure that a site has once cannot be both listed and under construction."""
    for project in state.under:
        entry = project.subject.entry
        if not isinstance(entry, Structure) or project.repair or not state.listed[entry.name]:
            continue
        once = entry.limit in (None, 1) if entry.section is Section.ROOM else entry.limit == 1
        if once:
            yield slip(
                FINISHED,
                state.listed_lines[entry.name].span,
                f"{entry.name} at {state.site.name} is still under construction and not to be listed yet.",
                tab=Tab.DUNGEONS,
            )
