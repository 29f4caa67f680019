"""Recruitment: at the right place, at the right price, and written down twice (UD-REC-*, UD-UNI-*, UD-ORD-17)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from orderbook.books.bundle import Bundle
from orderbook.findings.model import CheckDoc, Severity
from orderbook.rulebook.model import Requirement, Ritual, Structure, Unit, UnitOption
from orderbook.systems.underdeep.checks.context import Context
from orderbook.systems.underdeep.checks.estate import Estate, SiteState
from orderbook.systems.underdeep.checks.paying import check_payment
from orderbook.systems.underdeep.checks.prices import PriceList
from orderbook.systems.underdeep.checks.slip import Slip, slip
from orderbook.systems.underdeep.checks.troops import Troops, unit_key
from orderbook.systems.underdeep.checks.wording import agree, counted, plural_of
from orderbook.systems.underdeep.outfits import find_outfit
from orderbook.systems.underdeep.post.model import LedgerLine, Post, SiteKind
from orderbook.systems.underdeep.post.titles import Tab

COST = CheckDoc(
    "recruit-cost",
    Severity.ERROR,
    "Recruits are paid at another price than the rulebook's.",
    "The full cost of every unit is paid when it is recruited.",
    ("UD-UNI-02", "UD-ORD-17", "UD-KOB-11"),
    "Recruit 3 Kobold Trapspringers: -29 Gold, -24 Metal",
    "Recruit 3 Kobold Trapspringers: -39 Gold, -24 Metal",
)
PREREQUISITE = CheckDoc(
    "recruit-prerequisite",
    Severity.ERROR,
    "Units are recruited in a Dungeon without the room they require.",
    "A recruitment room serves only the Dungeon it stands in, from the week it is finished.",
    ("UD-REC-01", "UD-UNI-01", "UD-KOB-11"),
    "Recruit 2 Kobold Trapspringers: -26 Gold, -16 Metal (no Workshop)",
    "Recruit 2 Kobold Trapspringers: -26 Gold, -16 Metal (with a Workshop)",
)
LIMIT = CheckDoc(
    "recruit-limit",
    Severity.ERROR,
    "More units are recruited than their room allows.",
    "A Dragon's Pool is home to one Black Dragon; an Atrium of Abhorrence calls one Gibbering Orb a week.",
    ("UD-UNI-01", "UD-KOB-33", "UD-DER-37"),
    "Recruit 2 Black Dragons: -370 Gold",
    "Recruit 1 Black Dragon: -185 Gold",
)
UNLISTED = CheckDoc(
    "recruit-unlisted",
    Severity.ERROR,
    "Recruits are missing from Armies.",
    "Recruits are written down twice: with their cost in Recruitment, and in Armies, garrisoned where they were "
    "raised.",
    ("UD-UNI-04", "UD-ORD-26"),
    "Recruit 2 Derro Filchers (and no Derro Filchers in Armies)",
    "Recruit 2 Derro Filchers (and 2 Derro Filchers in Armies)",
)
PLACE = CheckDoc(
    "recruit-place",
    Severity.ERROR,
    "Units are recruited at an Outpost.",
    "Units are recruited at Dungeons; at an Outpost only where a room that may stand there allows it.",
    ("UD-UNI-01", "UD-BLD-02"),
    "Recruit 4 Kobold Slingers: -20 Gold (at an Outpost)",
    "Recruit 4 Kobold Slingers: -20 Gold (at a Dungeon)",
)
DOCS = (COST, PREREQUISITE, LIMIT, UNLISTED, PLACE)


def check_recruitment(context: Context, estate: Estate, troops: Troops) -> Iterator[Slip]:
    """All slips of the Recruitment tab; a line at the wrong place is not judged for its room as well."""
    prices = PriceList(context, Tab.RECRUITMENT)
    raised: Counter[tuple[int, str]] = Counter()
    for line in context.post.recruitment:
        if isinstance(line.subject.entry, Ritual):
            continue
        entry = line.subject.entry if isinstance(line.subject.entry, Unit) else None
        outfit = find_outfit(context.faction, line)
        if outfit is not None:
            yield from _check_outfit(context, estate, line, *outfit)
            continue
        yield from _check_cost(line, entry, prices)
        if entry is None:
            continue
        state = estate.state(line.site) or estate.only_state()
        if entry.leader or entry.summoned:
            continue
        if state is None:
            continue
        wrong_place = next(_check_place(context, state, line, entry), None)
        if wrong_place is not None:
            yield wrong_place
            continue
        key = (id(state), entry.name)
        raised[key] += line.number
        yield from _check_limit(context, state, line, entry, raised[key], troops)
    if context.post.has_tab(Tab.ARMIES):
        yield from _check_listed(context, troops)


def _check_cost(line: LedgerLine, entry: Unit | None, prices: PriceList) -> Iterator[Slip]:
    choices: tuple[Bundle, ...]
    of_one: tuple[Bundle, ...] = ()
    if entry is None or entry.cost is None:
        learned = prices.learned(line)
        choices = () if learned is None else (learned,)
    else:
        choices = tuple(-(choice * line.number) for choice in entry.cost.choices)
        of_one = entry.cost.choices if line.number > 1 else ()
    verb = agree(line.number, "costs", "cost")
    yield from check_payment(COST, line, choices, counted(line.number, line.subject), verb=verb, each=of_one)


def _check_outfit(context: Context, estate: Estate, line: LedgerLine, unit: Unit, option: UnitOption) -> Iterator[Slip]:
    """What is bought for a unit: at its price, where the rooms it takes stand somewhere (UD-KOB-11)."""
    choices = tuple(-choice for choice in option.cost.choices) if option.cost is not None else ()
    cost = list(check_payment(COST, line, choices, f"{unit.name} {option.name}"))
    yield from cost
    missing = [need for need in option.requires if not any(_has(state, need) for state in estate.states.values())]
    if missing and context.post.has_tab(Tab.DUNGEONS) and not cost:
        yield slip(
            PREREQUISITE,
            line.span,
            f"{unit.name} {option.name} requires {' or '.join(missing[0].names)}, which stands nowhere.",
            tab=Tab.RECRUITMENT,
            rule="UD-KOB-11",
        )


def _has(state: SiteState, need: Requirement) -> bool:
    return sum(state.at_most(name) for name in need.names) >= need.count


def _check_place(context: Context, state: SiteState, line: LedgerLine, entry: Unit) -> Iterator[Slip]:
    if state.site.kind is SiteKind.OUTPOST:
        rooms = [context.catalogue.structure_named(name) for need in entry.requires for name in need.names]
        allowed = [room for room in rooms if isinstance(room, Structure) and "outpost" in room.places]
        if context.options.chose("entry-against-general-rule", "general-rule-wins"):
            allowed = []
        if allowed and all(_has(state, need) for need in entry.requires):
            return
        if not allowed:
            yield slip(
                PLACE,
                line.span,
                f"{state.site.name} is an Outpost; {plural_of(line.subject)} can be recruited in Dungeons only.",
                tab=Tab.RECRUITMENT,
            )
            return
    for need in entry.requires:
        if not _has(state, need):
            wanted = " or ".join(need.names)
            building = any(
                isinstance(project.subject.entry, Structure) and project.subject.entry.name in need.names
                for project in state.under + state.begun
            )
            have = "is not finished there yet" if building else "is not there"
            yield slip(
                PREREQUISITE,
                line.span,
                f"{plural_of(line.subject)} require {wanted} at {state.site.name}, which {have}.",
                tab=Tab.RECRUITMENT,
            )
            return


def _check_limit(
    context: Context, state: SiteState, line: LedgerLine, entry: Unit, raised: int, troops: Troops
) -> Iterator[Slip]:
    rooms = sum(state.at_most(name) for need in entry.requires for name in need.names) or 1
    if entry.per_week is not None and raised > entry.per_week * rooms:
        yield slip(
            LIMIT, line.count_span or line.span,
            f"{state.site.name} can call {counted(entry.per_week * rooms, line.subject)} a week, not {raised}.",
            tab=Tab.RECRUITMENT, stated=raised, computed=entry.per_week * rooms,
        )  # fmt: skip
    if entry.count_limit is not None:
        all_rooms = rooms
        if context.post.structures:
            names = {name for need in entry.requires for name in need.names}
            all_rooms = max(sum(s.count for s in context.post.structures if s.structure.name in names), rooms)
        alive = max(troops.standing[unit_key(line.subject)] - troops.recruits[unit_key(line.subject)], 0)
        most = entry.count_limit * rooms
        if raised > most or alive + raised > entry.count_limit * all_rooms:
            room = entry.requires[0].names[0] if entry.requires else "room"
            yield slip(
                LIMIT, line.count_span or line.span,
                f"Each {room} allows {counted(entry.count_limit, line.subject)}; there would be "
                f"{max(raised, alive + raised)}.",
                tab=Tab.RECRUITMENT, stated=raised, computed=most,
            )  # fmt: skip


def _wanting(context: Context, line: LedgerLine, own: list[LedgerLine]) -> int:
    """How many of a unit type are wanting where a line raised them, by Armies of this week and the last."""
    key, site = unit_key(line.subject), line.site
    raised = sum(other.number for other in own if other.site is site)

    def standing(post: Post | None) -> int:
        lines = post.armies if post is not None and site is not None else ()
        return sum(
            army.count
            for army in lines
            if army.rank is None and unit_key(army.unit) == key and army.site and str(army.site) == str(site)
        )

    return standing(context.previous) + raised - standing(context.post)


def _check_listed(context: Context, troops: Troops) -> Iterator[Slip]:
    """Recruits have to be in Armies: by last week's numbers where they are known, else in one line of their kind."""
    told: set[str] = set()
    for line in context.post.recruitment:
        if find_outfit(context.faction, line) is not None:
            continue
        key = unit_key(line.subject)
        missing = 0 if key in told else troops.missing[key]
        told.add(key)
        if missing:
            own = [other for other in context.post.recruitment if unit_key(other.subject) == key]
            alike = [other for other in own if other.number == missing] or [line]
            line = max(alike, key=lambda other: _wanting(context, other, own))
            recruits, standing = troops.recruits[key], troops.standing[key]
            yield slip(
                UNLISTED,
                line.span,
                f"{counted(recruits, line.subject)} {agree(recruits, 'is', 'are')} recruited, but "
                + (
                    f"{missing} of them {agree(missing, 'is', 'are')} missing from Armies."
                    if standing
                    else f"Armies lists no {plural_of(line.subject)}."
                ),
                tab=Tab.RECRUITMENT,
                stated=standing,
                computed=standing + missing,
            )
