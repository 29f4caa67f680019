"""Whether what was Broken last week is still marked so (UD-DEF-06)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from orderbook.systems.underdeep.checks.context import Context
from orderbook.systems.underdeep.checks.estate import Estate, SiteState, key_of
from orderbook.systems.underdeep.checks.progress import APPEARED
from orderbook.systems.underdeep.checks.slip import Slip, slip
from orderbook.systems.underdeep.checks.wording import agree, counted_structures
from orderbook.systems.underdeep.post.model import Post, StructureLine
from orderbook.systems.underdeep.post.orders.model import Verb
from orderbook.systems.underdeep.post.titles import Tab


def check_broken(context: Context, estate: Estate) -> Iterator[Slip]:
    """A structure that was Broken last week is listed as whole, and nobody has repaired it."""
    previous = context.previous
    if previous is None or not context.post.has_tab(Tab.DUNGEONS) or _speaks_of_repair(previous):
        return
    before = Counter[tuple[object, str]]()
    for line in previous.structures:
        if line.broken and line.site is not None:
            before[_place(line), key_of(line.structure)] += line.count
    if not before:
        return
    for state in estate.states.values():
        yield from _check_site(context, state, before)


def _check_site(context: Context, state: SiteState, before: Counter[tuple[object, str]]) -> Iterator[Slip]:
    listed: dict[str, list[StructureLine]] = {}
    for line in context.post.structures:
        if line.site is state.site:
            listed.setdefault(key_of(line.structure), []).append(line)
    for name, lines in listed.items():
        was_broken = before[_place(lines[0]), name]
        repaired = _repaired(context.previous, state, name)
        is_broken = sum(line.count for line in lines if line.broken)
        whole = [line for line in lines if not line.broken]
        missing = min(was_broken - repaired - is_broken, sum(line.count for line in whole))
        if missing > 0 and whole and not _is_being_rebuilt(state, name):
            what = counted_structures(context, missing, name)
            message = (
                f"{what} {agree(missing, 'was', 'were')} Broken at {state.site.name} last week and nobody repaired "
                f"{agree(missing, 'it', 'them')}; mark {agree(missing, 'it', 'them')} as Broken."
            )
            yield slip(APPEARED, whole[0].span, message, tab=Tab.DUNGEONS, rule="UD-DEF-06")


def _place(line: StructureLine) -> object:
    """What the two posts have in common about a site: its region, else its name."""
    assert line.site is not None
    return line.site.region or line.site.name.casefold()


def _repaired(previous: Post | None, state: SiteState, name: str) -> int:
    """How many were being repaired last week, and so are whole now (UD-DEF-07)."""
    return sum(
        line.number
        for line in (previous.construction if previous is not None else ())
        if line.repair
        and key_of(line.subject) == name
        and (line.site is None or line.site.region == state.site.region or line.site.name == state.site.name)
    )


def _is_being_rebuilt(state: SiteState, name: str) -> bool:
    """Whether this week's Construction speaks of it, so that its mark is a matter of that tab."""
    return any(key_of(line.subject) == name for line in (*state.under, *state.begun))


def _speaks_of_repair(previous: Post) -> bool:
    """Whether orders of last week had something repaired, by whatever means."""
    return any(any(order.does(Verb.REPAIR)) for line in previous.orders for order in line.orders)
