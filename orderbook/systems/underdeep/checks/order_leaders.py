"""Whether leaders may join the regiments they are told to lead (UD-ABL-LEADERSHIP-2, UD-KOB-12).

What a leader can do is what Characters says and what the unit's entry does, taken together; of one who carries
something, or whom nothing tells of, it is not known and not judged.
"""

from __future__ import annotations

from collections.abc import Iterator

from orderbook.findings.model import Finding
from orderbook.rulebook.model import Unit
from orderbook.rulebook.names import fold_name
from orderbook.systems.underdeep.checks.characters import find_outfit
from orderbook.systems.underdeep.checks.context import Context
from orderbook.systems.underdeep.checks.order_means import ABILITY
from orderbook.systems.underdeep.checks.slip import slip
from orderbook.systems.underdeep.joining import allowed_by_mount, why_not_join
from orderbook.systems.underdeep.outfits import find_outfit as find_purchase
from orderbook.systems.underdeep.post.lines import is_nothing
from orderbook.systems.underdeep.post.model import ArmyLine, Character
from orderbook.systems.underdeep.post.orders.model import Actor, Order, Verb
from orderbook.systems.underdeep.post.titles import Tab


def check_leaders(context: Context, order: Order) -> Iterator[Finding]:
    """Each leader of an order who may join none of the regiments it has him lead or join."""
    named = [action.unit for action in order.does(Verb.JOIN) if action.unit is not None]
    for actor in order.actors:
        hosts = [other.unit for other in order.actors if not other.leads] if actor.leads else named
        units = [host.entry for host in hosts if host is not None and host.entry is not None and not host.guess]
        if not units or len(units) < len(hosts):
            continue
        line = _find_leader(context, actor)
        abilities = _abilities(context, line) if line is not None else None
        if line is None or line.unit.entry is None or abilities is None:
            continue
        allowed = allowed_by_mount(line.unit.entry, abilities)
        bars = [why_not_join(abilities, unit.name, unit.abilities, allowed) for unit in units]
        bar = bars[0]
        if bar is not None and all(bars):
            who = line.person or actor.text
            message = f"{who} cannot lead {units[0].plural or units[0].name}: {bar.why}."
            yield slip(ABILITY, actor.span, message, tab=Tab.ORDERS, rule=bar.rule).finding


def _find_leader(context: Context, actor: Actor) -> ArmyLine | None:
    """The line of Armies of a leader or officer, if there is just one he can be."""
    if actor.person is None or (actor.unit is not None and actor.unit.guess):
        return None
    name = fold_name(actor.person)
    people = [line for line in context.post.armies if line.rank is not None]
    found = [line for line in people if line.person and fold_name(line.person) == name]
    if not found and actor.unit is not None and actor.unit.entry is not None and actor.unit.entry.leader:
        found = [line for line in people if line.rank == "Leader"]
    return found[0] if len(found) == 1 and not found[0].unit.guess else None


def _abilities(context: Context, line: ArmyLine) -> tuple[str, ...] | None:
    """What a leader can do by Characters and entry; None where it cannot be known."""
    unit = line.unit.entry
    if unit is None:
        return None
    shown = _find_character(context, line)
    if shown is None or (shown.inventory and not is_nothing(shown.inventory)):
        return None
    if unit.options and _buys_outfit(context, unit):
        return None
    written = tuple(part.strip() for part in shown.abilities.split(",") if part.strip())
    option = find_outfit(shown, unit, line.rank or "")
    told = written or any(label in shown.stats for each in unit.options for label in each.bonus)
    if unit.options and option is None and not told:
        return None
    return ("Leadership", *unit.abilities, *written, *(option.abilities if option is not None else ()))


def _find_character(context: Context, line: ArmyLine) -> Character | None:
    name = fold_name(line.person or line.unit.name)
    found = [each for each in context.post.characters if fold_name(each.name) == name]
    if not found and line.rank == "Leader" and line.unit.entry is not None:
        own = {fold_name(each) for each in (line.unit.entry.name, *line.unit.entry.aliases)}
        found = [each for each in context.post.characters if fold_name(each.name) in own]
    return found[0] if len(found) == 1 else None


def _buys_outfit(context: Context, unit: Unit) -> bool:
    """Whether a line of the post pays for something of his, which changes what he can do this very week."""
    bought = (find_purchase(context.faction, line) for line in context.post.ledger_lines())
    return any(found is not None and found[0] is unit for found in bought)
