"""Traps in the open: who builds them, which ones, how many, and whether the builders stayed (UD-ABL-TRAPMAKING)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from orderbook.rulebook.model import Section, Structure
from orderbook.systems.underdeep.checks.construction import PLACE, PREREQUISITE, count_slips, find_prerequisites
from orderbook.systems.underdeep.checks.context import Context
from orderbook.systems.underdeep.checks.estate import Estate, SiteState, key_of, weeks_left
from orderbook.systems.underdeep.checks.progress import COUNTDOWN
from orderbook.systems.underdeep.checks.slip import Slip, slip
from orderbook.systems.underdeep.checks.trapmakers import count_standing, count_trapmakers
from orderbook.systems.underdeep.checks.wording import agree, weeks_word
from orderbook.systems.underdeep.foundings import find_foundings
from orderbook.systems.underdeep.in_the_open import TRAPMAKING, is_field_trap, region_of
from orderbook.systems.underdeep.post.model import LedgerLine
from orderbook.systems.underdeep.post.titles import Tab
from orderbook.systems.underdeep.world.region import Region


def check_field_traps(context: Context, estate: Estate) -> Iterator[Slip]:
    """One slip at most for each project in the open. Silent where a site may stand there that the post names without
    its region."""
    listed = [site for site in context.post.sites if Tab.DUNGEONS in site.headings]
    if not listed or any(site.region is None for site in listed):
        return
    founded = {founding.region for founding in find_foundings(context)}
    for region, state in sorted(estate.open.items()):
        if region not in founded:
            yield from _check_begun(context, region, state)
            yield from _check_stayed(context, region, state)


# -- what is begun ----------------------------------------------------------------------------------------------


def _check_begun(context: Context, region: Region, state: SiteState) -> Iterator[Slip]:
    building: Counter[str] = Counter()
    for line in state.under:
        if not line.repair:
            building[key_of(line.subject)] += line.number
    working = sum(building.values())
    makers = count_trapmakers(context, region)
    for line in state.begun:
        entry = line.subject.entry
        if not isinstance(entry, Structure) or line.repair:
            continue
        working += line.number
        problems = (
            *_check_kind(context, region, line, entry),
            *_check_makers(context, region, line, working, makers),
            *count_slips(context, state, line, entry, building),
            *_check_what_it_replaces(context, state, line, entry),
        )
        building[entry.name] += line.number
        yield from problems[:1]


def _check_kind(context: Context, region: Region, line: LedgerLine, entry: Structure) -> Iterator[Slip]:
    """Traps alone, and none that is bound to a Room (UD-ABL-TRAPMAKING-3) or to walls (UD-KOB-67)."""
    room = next(
        (name for need in entry.requires for name in need.names if _is_room(context, name)),
        None,
    )
    if entry.kind != "trap":
        if not entry.kind and entry.section is not Section.ROOM:
            return  # nobody knows what it is
        reason, rule = "in the open there are traps alone", "UD-ABL-TRAPMAKING-1"
    elif not is_field_trap(entry):
        reason, rule = "it is built in Dungeons and Outposts only", "UD-KOB-67"
    elif room is not None:
        reason, rule = (
            f"it requires {room}, and traps that need a Room are not built in the open",
            "UD-ABL-TRAPMAKING-3",
        )
    else:
        return
    yield slip(
        PLACE,
        line.span,
        f"{entry.name} cannot be built in {region}, where no site of yours stands: {reason}.",
        tab=Tab.CONSTRUCTION,
        rule=rule,
    )


def _is_room(context: Context, name: str) -> bool:
    entry = context.catalogue.structure_named(name)
    return entry is not None and entry.section is Section.ROOM


def _check_makers(
    context: Context, region: Region, line: LedgerLine, working: int, makers: int | None
) -> Iterator[Slip]:
    if makers is None or working <= makers:
        return
    if not makers:
        message = f"Nobody in {region} can build a trap in the open: it takes units with {TRAPMAKING}."
        yield slip(PREREQUISITE, line.span, message, tab=Tab.CONSTRUCTION, rule="UD-ABL-TRAPMAKING-1")
        return
    message = (
        f"{working} traps are worked on in {region} by {makers} "
        f"{agree(makers, 'trapmaker', 'trapmakers')}; each builds one at a time."
    )
    yield slip(
        PREREQUISITE, line.span, message, tab=Tab.CONSTRUCTION, rule="UD-ABL-TRAPMAKING-2", stated=working,
        computed=makers,
    )  # fmt: skip


def _check_what_it_replaces(context: Context, state: SiteState, line: LedgerLine, entry: Structure) -> Iterator[Slip]:
    """An upgrade is made of what stands there; where no list of it was ever seen, the player is believed."""
    if state.listed or state.expected is not None:
        yield from find_prerequisites(context, state, line, entry, Counter())


# -- what goes on -----------------------------------------------------------------------------------------------


def _check_stayed(context: Context, region: Region, state: SiteState) -> Iterator[Slip]:
    """Work goes on only under the hands of who stays: no more traps get on than trapmakers stand there now."""
    if context.previous is None or not context.post.armies:
        return
    makers = count_standing(context, region)
    week = context.previous.week if context.previous.week is not None or context.week is None else context.week - 1
    before: dict[str, list[int]] = {}
    for project in context.previous.construction:
        weeks = weeks_left(project, week)
        if region_of(project) == region and not (project.cancelled or project.repair or project.complete) and weeks:
            before.setdefault(key_of(project.subject), []).extend([weeks] * project.number)
    if makers is None or makers >= sum(map(len, before.values())):
        return
    for line in state.under:
        weeks = weeks_left(line, context.week)
        old = before.get(key_of(line.subject), [])
        if weeks is None or line.repair or weeks in old or weeks + 1 not in old:
            continue
        makers -= line.number
        if makers < 0:
            yield slip(
                COUNTDOWN,
                line.weeks_span or line.span,
                f"{line.subject.name} in {region} still takes {weeks_word(weeks + 1)}: work on a trap goes on only "
                "while its trapmaker stays there.",
                tab=Tab.CONSTRUCTION,
                rule="UD-ABL-TRAPMAKING-2",
                stated=weeks,
                computed=weeks + 1,
            )
