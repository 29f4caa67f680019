"""Beginning Construction: may it be built there, at that price, in that time? (UD-BLD-*, UD-DEF-*, UD-ORD-15)"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from orderbook.books.bundle import render_bundle
from orderbook.findings.model import CheckDoc, Fix, Severity
from orderbook.rulebook.model import UNLIMITED, Ritual, Section, Structure
from orderbook.systems.underdeep.checks.building_prices import (
    founding_of,
    is_paid_when_done,
    price_of,
)
from orderbook.systems.underdeep.checks.cancelling import check_refund
from orderbook.systems.underdeep.checks.context import Context
from orderbook.systems.underdeep.checks.estate import (
    Estate,
    SiteState,
    head_start,
    is_built_before_play,
    key_of,
    weeks_left,
)
from orderbook.systems.underdeep.checks.paying import check_payment
from orderbook.systems.underdeep.checks.prices import PriceList
from orderbook.systems.underdeep.checks.room_limit import CAP, check_cap
from orderbook.systems.underdeep.checks.slip import Slip, slip
from orderbook.systems.underdeep.checks.wording import agree, counted, counted_structures, weeks_word
from orderbook.systems.underdeep.in_the_open import is_open_ground
from orderbook.systems.underdeep.post.model import LedgerLine, SiteKind
from orderbook.systems.underdeep.post.titles import Heading, Tab
from orderbook.text.edits import Edit

COST = CheckDoc(
    "build-cost",
    Severity.ERROR,
    "A project is begun at another price than the rulebook's.",
    "The whole price is paid when work begins, and nothing after that. Who cancels an unfinished project gets all of "
    "it back.",
    (
        "UD-ORD-15",
        "UD-BLD-08",
        "UD-BLD-11",
        "UD-DEF-01",
        "UD-DEF-07",
        "UD-DEF-08",
        "UD-FND-02",
        "UD-ORD-21",
        "UD-BRG-01",
        "UD-CAN-01",
        "UD-CAN-02",
        "UD-SUC-14",
    ),
    "Mutagenic Moat: -15 Gold, 3 weeks remaining",
    "Mutagenic Moat: -25 Gold, 3 weeks remaining",
)
TIME = CheckDoc(
    "build-time",
    Severity.ERROR,
    "A project is begun with another construction time than the rulebook's.",
    "In its first week a project shows its full construction time. Before the first week two weeks are already done. A "
    "repair always takes one week.",
    ("UD-ORD-15", "UD-BLD-12", "UD-DEF-07", "UD-DEF-08"),
    "1 Centipede Farm: -50 Gold, 6 weeks remaining",
    "1 Centipede Farm: -50 Gold, 5 weeks remaining",
)
PREREQUISITE = CheckDoc(
    "build-prerequisite",
    Severity.ERROR,
    "A project is begun without what it requires in the same Dungeon.",
    "Every prerequisite has to be finished, and to stand in the Dungeon where the new structure is built. In the open "
    "there have to be trapmakers, one for each trap.",
    ("UD-BLD-09", "UD-BLD-10", "UD-FND-01", "UD-RAI-18", "UD-ABL-TRAPMAKING-1", "UD-ABL-TRAPMAKING-2"),
    "Poison Kitchen: -75 Gold, -15 Metal, 3 weeks remaining (no Workshop)",
    "Poison Kitchen: -75 Gold, -15 Metal, 3 weeks remaining (with a Workshop)",
)
LIMIT = CheckDoc(
    "build-limit",
    Severity.ERROR,
    "More of a structure than a site may have.",
    "Each Trap and Defence, and some Rooms, have a limit for each Dungeon or Outpost; variants share it.",
    ("UD-DEF-02", "UD-BLD-07", "UD-RAI-18", "UD-ABL-TRAPMAKING-4"),
    "1 Snare: -10 Gold, 1 week remaining (with 3 Snares, the limit)",
    "1 Snare: -10 Gold, 1 week remaining (with 2 Snares)",
)
UNIQUE = CheckDoc(
    "build-unique",
    Severity.ERROR,
    "A second Room of a type that a Dungeon has once.",
    "A Dungeon has one Room of each type unless its entry says Unlimited or gives a limit; a deposit has one mine.",
    ("UD-BLD-07",),
    "Workshop: -65 Gold, -25 Metal, 3 weeks remaining (a Workshop is listed)",
    "Workshop: -65 Gold, -25 Metal, 3 weeks remaining (in another Dungeon)",
)
PLACE = CheckDoc(
    "build-place",
    Severity.ERROR,
    "A structure is begun where it may not stand.",
    "An Outpost holds Traps and Defences only, a captured settlement of the Surface too, and some Defences belong into "
    "Dungeons. A headquarters is never built; where the first Dungeon may stand the faction says. In the open there "
    "are Traps alone, and none that needs a Room or walls round it.",
    (
        "UD-BLD-02",
        "UD-BLD-03",
        "UD-BLD-05",
        "UD-BLD-01",
        "UD-FND-04",
        "UD-FND-07",
        "UD-RAI-17",
        "UD-KOB-01",
        "UD-DER-01",
        "UD-ABL-TRAPMAKING-1",
        "UD-ABL-TRAPMAKING-3",
        "UD-KOB-67",
    ),
    "Cavern of Cacophony: -50 Gold, 3 weeks remaining (in an Outpost)",
    "Cavern of Cacophony: -50 Gold, 3 weeks remaining (in a Dungeon)",
)
DOCS = (COST, TIME, PREREQUISITE, LIMIT, UNIQUE, PLACE, CAP)


REPAIR_WEEKS = 1
"""A repair lasts one week, whatever building took (UD-DEF-07, UD-DEF-08)."""


def check_construction(context: Context, estate: Estate) -> Iterator[Slip]:
    """All slips of what is begun this week, and of prices given again for what is under construction."""
    prices = PriceList(context, Tab.CONSTRUCTION)
    for line in context.post.production:
        if line.cancelled:
            yield from check_refund(COST, context, estate, line, prices)
    for line in context.post.construction:
        if isinstance(line.subject.entry, Ritual):
            continue
        if line.cancelled:
            yield from check_refund(COST, context, estate, line, prices)
            continue
        bought_before_play = context.first_turn and line.flow  # with this very Wealth, whatever the list is called
        if line.heading is not Heading.BEGINNING and not bought_before_play and not is_paid_when_done(context, line):
            yield from _check_paid_again(line)
            continue
        entry = line.subject.entry if isinstance(line.subject.entry, Structure) else None
        yield from _check_cost(context, line, entry, prices)
        if entry is not None:
            yield from _check_time(context, line, entry)
        elif line.heading is Heading.BEGINNING:
            yield from _check_race(context, line)
    for state in estate.states.values():
        if not is_open_ground(state.site):
            yield from _check_site(context, state)


def _check_race(context: Context, line: LedgerLine) -> Iterator[Slip]:
    """A Room of another race's list, which nobody else builds, in a captured Dungeon neither (UD-BLD-05)."""
    owner = context.catalogue.owner_of_room(line.subject.text)
    if owner is not None and context.faction is not None:
        yield slip(
            PLACE,
            line.span,
            f"{line.subject.text} is a Room of the {owner.name}; you build from the list of the "
            f"{context.faction.name} alone.",
            tab=Tab.CONSTRUCTION,
            rule="UD-BLD-05",
        )


def _check_paid_again(line: LedgerLine) -> Iterator[Slip]:
    if line.flow and not line.repair and any(amount < 0 for amount in line.flow.values()):
        yield slip(
            COST,
            line.amounts[0].span,
            f"{line.subject.name} was paid for when it was begun; nothing is due while it is under construction.",
            tab=Tab.CONSTRUCTION,
            rule="UD-BLD-11",
            stated=render_bundle(line.flow),
            computed="nothing",
            delta=-line.flow,
        )


def _check_cost(context: Context, line: LedgerLine, entry: Structure | None, prices: PriceList) -> Iterator[Slip]:
    choices = price_of(context, line, entry)
    if not choices:
        learned = prices.learned(line)
        choices = () if learned is None else (learned,)
    elif not choices[0] and line.flow not in choices and not line.unread and (founded := founding_of(context, line)):
        yield _paid_too_soon(line, founded)
        return
    each = entry.cost.choices[:1] if entry and entry.cost and line.number > 1 else ()
    verb = agree(line.number, "costs", "cost")
    yield from check_payment(COST, line, choices, _counted(line), verb=verb, each=each)


def _paid_too_soon(line: LedgerLine, founded: str) -> Slip:
    return slip(
        COST,
        line.amounts[0].span if line.amounts else line.span,
        f"The price of a new {founded.capitalize()} is paid in the week it stands, never if the founding fails. "
        "Nothing is due.",
        tab=Tab.CONSTRUCTION,
        rule="UD-ORD-21",
        stated=render_bundle(line.flow),
        computed="nothing",
        delta=-line.flow,
    )


def _counted(line: LedgerLine) -> str:
    return line.subject.name if line.number == 1 else counted(line.number, line.subject)


def _check_time(context: Context, line: LedgerLine, entry: Structure) -> Iterator[Slip]:
    weeks = weeks_left(line, context.week)
    needed = REPAIR_WEEKS if line.repair else entry.weeks
    if needed is None or weeks is None or (line.repair and line.complete):
        return
    behind = head_start(context.post, line) if context.first_turn and not line.repair else 0
    due = max(needed - behind, 0)
    if weeks == due:
        return
    right = f"{weeks_word(due)} remaining" if due else "complete"
    fix = None
    if line.weeks_span is not None and line.weeks is not None and due and not line.complete:
        fix = Fix(f"write {right}", (Edit(line.weeks_span.start, line.weeks_span.end, str(due)),))
        if context.first_turn and line.weeks == 0:
            fix = None
    yield slip(
        TIME,
        line.weeks_span or line.span,
        f"{'The repair of ' if line.repair else ''}{entry.name} takes {weeks_word(needed)}"
        + ("" if line.repair else " to build")
        + (f", {behind} of them before the first week" if behind else "")
        + f": {right}, not {weeks}.",
        tab=Tab.CONSTRUCTION,
        rule="UD-DEF-07" if line.repair else None,
        stated=weeks,
        computed=due,
        fix=fix if line.week_number is None else None,
    )


def _check_site(context: Context, state: SiteState) -> Iterator[Slip]:
    """Place, prerequisites, limits and the number of Rooms at one site, project by project."""
    building: Counter[str] = Counter()
    for line in state.under:
        if not line.repair:
            building[key_of(line.subject)] += line.number
    committed = _committed(state.under)
    for line in state.begun:
        entry = line.subject.entry
        if not isinstance(entry, Structure) or line.repair:
            continue
        if is_built_before_play(context, line) and state.listed[entry.name] >= line.number:
            yield from _check_place(context, state, line, entry)
            continue
        problem = next(
            iter(
                [
                    *_check_place(context, state, line, entry),
                    *count_slips(context, state, line, entry, building),
                    *find_prerequisites(context, state, line, entry, committed),
                ]
            ),
            None,
        )
        building[entry.name] += line.number
        for need in entry.requires:
            if need.replaces:
                committed[need.names[0]] += need.count * line.number
        if problem is not None:
            yield problem
    yield from check_cap(context, state)


def _committed(lines: list[LedgerLine]) -> Counter[str]:
    """Structures that projects under way will replace, so that no second project can have them."""
    committed: Counter[str] = Counter()
    for line in lines:
        entry = line.subject.entry
        if isinstance(entry, Structure):
            for need in entry.requires:
                if need.replaces:
                    committed[need.names[0]] += need.count * line.number
    return committed


def _check_place(context: Context, state: SiteState, line: LedgerLine, entry: Structure) -> Iterator[Slip]:
    kind = state.site.kind
    no_rooms = kind is SiteKind.OUTPOST and entry.section is Section.ROOM
    if entry.headquarters:
        yield slip(
            PLACE, line.span, f"{entry.name} is a headquarters; it stands in the capital and is never built.",
            tab=Tab.CONSTRUCTION, rule="UD-BLD-03",
        )  # fmt: skip
    elif kind is SiteKind.SETTLEMENT:
        if entry.section is Section.ROOM:
            yield slip(
                PLACE, line.span,
                f"{state.site.name} is a captured settlement, where no Room such as {entry.name} can be built.",
                tab=Tab.CONSTRUCTION, rule="UD-RAI-17",
            )  # fmt: skip
    elif kind is not None and (
        kind.value.lower() not in entry.places
        or (no_rooms and context.options.chose("entry-against-general-rule", "general-rule-wins"))
    ):
        what = "a Room" if entry.section is Section.ROOM else entry.name
        where = "an Outpost" if kind is SiteKind.OUTPOST else "a Dungeon"
        yield slip(
            PLACE, line.span, f"{state.site.name} is {where}, where {what} such as {entry.name} may not stand."
            if entry.section is Section.ROOM
            else f"{state.site.name} is {where}, where {entry.name} may not stand.",
            tab=Tab.CONSTRUCTION,
        )  # fmt: skip


def _group(entry: Structure) -> str:
    return entry.counts_as or entry.name


def count_slips(
    context: Context, state: SiteState, line: LedgerLine, entry: Structure, building: Counter[str]
) -> Iterator[Slip]:
    """One of a type, or the limit of a group of structures that count as one (UD-BLD-07, UD-DEF-02)."""
    complete = context.faction is None or context.faction.complete
    if entry.limit == UNLIMITED or (entry.limit is None and not complete):
        return
    standing: Counter[str] = Counter({name: state.at_least(name) for name in {*state.listed, *(state.expected or ())}})
    if entry.section is Section.ROOM and entry.limit in (None, 1):
        present = standing[entry.name] + building[entry.name]
        rival = _rival_mine(context, entry, standing + building) if entry.deposit else None
        if present + line.number > 1 or rival:
            what = (
                f"{rival} already works the deposit" if rival
                else f"{entry.name} {'stands there' if standing[entry.name] else 'is being built'} already" if present
                else f"{line.number} cannot stand in one Dungeon"
            )  # fmt: skip
            yield slip(UNIQUE, line.span, f"{state.site.name} can have one {entry.name}: {what}.", tab=Tab.CONSTRUCTION)
        return
    limit = entry.limit if isinstance(entry.limit, int) else 1
    group = _group(entry)
    total = 0
    for name, number in (standing + building + Counter({entry.name: line.number})).items():
        other = context.catalogue.structure_named(name)
        if other is not None and _group(other) == group:
            total += number
    in_progress = building + Counter({entry.name: line.number})
    for name, number in in_progress.items():
        other = context.catalogue.structure_named(name)
        if other is None or _group(other) != group:
            continue
        for need in other.requires:
            replaced = [context.catalogue.structure_named(needed) for needed in need.names]
            if need.replaces and any(old is not None and _group(old) == group for old in replaced):
                total -= number * need.count
    if total > limit:
        shared = f" (all that count as {group})" if entry.counts_as else ""
        yield slip(
            LIMIT,
            line.span,
            f"{state.site.name} may have {_limited(context, limit, group)}{shared}; with this there would be {total}.",
            tab=Tab.CONSTRUCTION,
            stated=total,
            computed=limit,
            rule="UD-BLD-07"
            if entry.section is not Section.DEFENCE
            else "UD-ABL-TRAPMAKING-4"
            if is_open_ground(state.site)
            else "UD-DEF-02",
        )


def _limited(context: Context, limit: int, group: str) -> str:
    return f"1 {group}" if limit == 1 else counted_structures(context, limit, group)


def _rival_mine(context: Context, entry: Structure, present: Counter[str]) -> str | None:
    """Another mine on the deposit that this one does not replace."""
    for name, number in present.items():
        other = context.catalogue.structure_named(name)
        if number > 0 and other is not None and other.deposit and other is not entry and name not in entry.replaces:
            if entry.replaces and any(need in other.replaces for need in entry.replaces):
                continue
            if name in _ancestors(context, entry):
                continue
            return name
    return None


def _ancestors(context: Context, entry: Structure) -> set[str]:
    """What an upgrade replaces, and what that replaced in its turn."""
    found: set[str] = set()
    open_names = list(entry.replaces)
    while open_names:
        name = open_names.pop()
        if name not in found:
            found.add(name)
            older = context.catalogue.structure_named(name)
            open_names.extend(older.replaces if older else ())
    return found


def find_prerequisites(
    context: Context, state: SiteState, line: LedgerLine, entry: Structure, committed: Counter[str]
) -> Iterator[Slip]:
    for need in entry.requires:
        number = need.count * line.number if need.replaces else need.count
        available = sum(state.at_most(name) for name in need.names)
        if need.replaces:
            available -= sum(committed[name] for name in need.names)
        if available >= number:
            continue
        wanted = " or ".join(counted_structures(context, number, name) for name in need.names)
        building = [
            project
            for project in state.under + state.begun
            if key_of(project.subject) in need.names and project is not line
        ]
        if available > 0:
            have = f"only {available} can be used"
        elif building:
            have = "it is not finished yet"
        elif any(state.at_most(name) for name in need.names):
            have = "another project takes it already"
        else:
            have = "there is none"
        yield slip(
            PREREQUISITE,
            line.span,
            f"{entry.name} requires {wanted} at {state.site.name}, but {have}.",
            tab=Tab.CONSTRUCTION,
            rule="UD-BLD-09" if building else "UD-BLD-10",
        )
        return
