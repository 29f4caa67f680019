"""Orders against Armies, the rules and the map (UD-ORD-30 to UD-ORD-33, UD-MOV)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from orderbook.findings.model import CheckDoc, Finding, Severity
from orderbook.rulebook.model import Structure, Unit
from orderbook.systems.underdeep.checks import order_leaders, order_magic, order_means, order_paths, order_troops
from orderbook.systems.underdeep.checks.context import Context
from orderbook.systems.underdeep.checks.slip import slip
from orderbook.systems.underdeep.mutagen import LABORATORY, find_immersions
from orderbook.systems.underdeep.post.orders.model import Action, Order, OrderLine, Verb
from orderbook.systems.underdeep.post.titles import Tab

TAB = CheckDoc(
    "order-tab",
    Severity.WARNING,
    "Recruitment or construction is given in Orders.",
    "Both have tabs of their own, where their price and time are kept; in Orders the game master may pass over them.",
    ("UD-ORD-32",),
    "Start building a Palisade at Candlewax Warren.",
    "Spend 1 Speed to move 4 Kobold Slingers from Lowerdeep 4 to Lowerdeep 9.",
)
DOCS = (*order_troops.DOCS, *order_means.DOCS, *order_paths.DOCS, TAB)

_TRAPMAKING = "Trapmaking"


def check_orders(context: Context, orders: Sequence[OrderLine], doubted: Collection[str] = ()) -> Iterator[Finding]:
    """All that is wrong with the orders of a post, line by line. What cannot be known is not judged.

    ``doubted`` are the types of unit that Armies counts or places wrongly, which is told there. What units could do
    that are not there is not judged.
    """
    muster = order_troops.Muster(context, orders, doubted)
    means = order_means.Means(context, orders, muster)
    for line in orders:
        for order in line.orders:
            misplaced = list(muster.check(order))
            yield from misplaced
            if not any(finding.check == order_troops.UNIT.name for finding in misplaced):
                yield from means.check(order)
                yield from order_leaders.check_leaders(context, order)
            if not misplaced:
                yield from order_paths.check_path(context, means, order)
            yield from _check_tab(order)
    yield from order_magic.Magic(context, means, muster).check(orders)
    yield from _check_pool(context, orders)


def _check_pool(context: Context, orders: Sequence[OrderLine]) -> Iterator[Finding]:
    """Units sent into a mutagenic pool where no laboratory stands (UD-DER-35)."""
    faction = context.faction
    if faction is None or not context.post.has_tab(Tab.DUNGEONS) or not context.post.structures:
        return
    if not any(entry.name == LABORATORY for entry in faction.structures):
        return
    known = [line.structure.name for line in context.post.structures]
    if context.previous is not None:
        known += [line.structure.name for line in context.previous.structures]
        known += [line.subject.name for line in context.previous.construction]
    if LABORATORY in known:
        return
    for _, order, actor in find_immersions(orders):
        if not order.conditions:
            message = f"{actor.text}: there is no mutagenic pool without a {LABORATORY}, and none is listed."
            yield slip(order_means.ABILITY, actor.span, message, tab=Tab.ORDERS, rule="UD-DER-35").finding
            return


def _check_tab(order: Order) -> Iterator[Finding]:
    for action in order.does(Verb.BUILD, Verb.RECRUIT):
        what = _built(order, action) if action.verb is Verb.BUILD else _recruited(action)
        if what is not None:
            kind, tab = (
                ("construction", Tab.CONSTRUCTION) if action.verb is Verb.BUILD else ("recruitment", Tab.RECRUITMENT)
            )
            message = f"{what}: this goes into the {tab} tab; {kind} given in Orders may be passed over."
            yield slip(TAB, action.span, message, tab=Tab.ORDERS).finding
            return


def _built(order: Order, action: Action) -> str | None:
    """What is to be built, if it is surely a structure and nobody makes it by an ability of his own."""
    entry = action.structure.entry if action.structure else None
    units = [actor.unit.entry for actor in order.actors if actor.unit is not None]
    if any(isinstance(unit, Unit) and unit.has_ability(_TRAPMAKING) for unit in units):
        return None
    if isinstance(entry, Structure):
        return entry.name
    return action.object.strip() or "A structure" if "construction" in action.text.lower() else None


def _recruited(action: Action) -> str | None:
    """Who is to be recruited, if it is a unit of the faction."""
    if action.unit is None or action.unit.entry is None:
        return None
    return f"{action.count} {action.unit.text}" if action.count is not None else action.unit.text
