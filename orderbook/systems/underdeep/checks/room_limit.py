"""No more than 50 Rooms in a Dungeon (UD-BLD-04). Setting: room-limit-count."""

from __future__ import annotations

from collections.abc import Iterator

from orderbook.findings.model import CheckDoc, Severity
from orderbook.rulebook.model import Section, Structure
from orderbook.systems.underdeep.checks.context import Context
from orderbook.systems.underdeep.checks.estate import SiteState, is_built_before_play
from orderbook.systems.underdeep.checks.slip import Slip, slip
from orderbook.systems.underdeep.post.titles import Tab

ROOMS_AT_MOST = 50
"""Rooms a Dungeon holds (UD-BLD-04)."""

CAP = CheckDoc(
    "build-cap",
    Severity.ERROR,
    "A Dungeon gets more than 50 Rooms.",
    "Headquarters, what requires a headquarters, Traps and Defences do not count; Rooms being built do.",
    ("UD-BLD-04",),
    "1 Mushroom Patch: -25 Gold, 2 weeks remaining (the 51st Room)",
    "1 Mushroom Patch: -25 Gold, 2 weeks remaining (the 50th Room)",
)


def check_cap(context: Context, state: SiteState) -> Iterator[Slip]:
    """Rooms standing and being built, less those that upgrades replace; the first line that goes too far."""
    standing = sum(state.at_least(name) for name in state.listed if counts_as_room(context, name))
    finished_only = context.options.chose("room-limit-count", "direct-finished-only", "chain-finished-only")
    total = standing
    for line in state.under + state.begun:
        entry = line.subject.entry
        if not isinstance(entry, Structure) or line.repair or not counts_as_room(context, entry.name):
            continue
        if is_built_before_play(context, line):
            continue
        before = standing if finished_only else total
        total = before + line.number
        for need in entry.requires:
            if need.replaces and counts_as_room(context, need.names[0]):
                total -= need.count * line.number
        if total > ROOMS_AT_MOST >= before and line in state.begun:
            yield slip(
                CAP,
                line.span,
                f"With this {state.site.name} would have {total} Rooms; a Dungeon holds {ROOMS_AT_MOST}.",
                tab=Tab.CONSTRUCTION,
                stated=total,
                computed=ROOMS_AT_MOST,
            )


def counts_as_room(context: Context, name: str) -> bool:
    """Whether a structure counts towards the 50: a Room, no headquarters, and nothing that needs one.

    A headquarters that stands behind other prerequisites exempts it only if the campaign goes up the whole chain.
    """
    entry = context.catalogue.structure_named(name)
    if entry is None or entry.section is not Section.ROOM or entry.headquarters:
        return False
    whole_chain = context.options.chose("room-limit-count", "chain-with-unfinished", "chain-finished-only")
    return not _needs_headquarters(context, entry, {entry.name}, whole_chain=whole_chain)


def _needs_headquarters(context: Context, entry: Structure, seen: set[str], *, whole_chain: bool) -> bool:
    for need in entry.requires:
        for wanted in need.names:
            other = context.catalogue.structure_named(wanted)
            if other is None or other.name in seen:
                continue
            if other.headquarters:
                return True
            if whole_chain and _needs_headquarters(context, other, seen | {other.name}, whole_chain=True):
                return True
    return False
