"""Who may write to whom without limit in a week that is not resolved yet, as far as state and posts tell.

Characters who stand together as the week begins or march to each other (UD-COM-05, UD-COM-06), and players one of whose
posts casts Mindlink on the other (UD-SPELL-MINDLINK-1). Whether it comes to that the week will tell: until then nobody
is told that there are too many messages.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from orderbook.rulebook.names import fold_name
from orderbook.systems.underdeep.checks.messages import list_mindlinks
from orderbook.systems.underdeep.post.orders.model import Order
from orderbook.systems.underdeep.week.desk import Desk
from orderbook.systems.underdeep.week.mindlinks import linked_pairs
from orderbook.systems.underdeep.week.parleys import pairs_in
from orderbook.systems.underdeep.week.people import find_player, names_of
from orderbook.systems.underdeep.week.state import Group
from orderbook.systems.underdeep.week.values import Rank
from orderbook.systems.underdeep.world.region import Region


def free_recipients(desk: Desk, player: str) -> frozenset[str]:
    """The recipients in a player's post, folded, whom he may turn out to write to as often as he likes."""
    orders = desk.orders[player]
    free = _free_pairs(desk)
    recipients = {recipient for message in orders.post.messages for recipient in message.recipients}
    return frozenset(
        fold_name(recipient)
        for recipient in recipients
        if (other := find_player(desk, recipient, but=player)) is not None and frozenset((player, other)) in free
    )


def _free_pairs(desk: Desk) -> set[frozenset[str]]:
    goals = {group.id: goal for name in desk.orders for group, goal in _marches(desk, name)}
    marched = {name: replace(group, region=goals[name]) if name in goals else group
               for name, group in desk.state.groups.items()}  # fmt: skip
    found = linked_pairs(desk) | pairs_in(desk.state, desk.world)
    found |= pairs_in(replace(desk.state, groups=marched), desk.world)
    for one, orders in desk.orders.items():
        for text in list_mindlinks(orders.context):
            others = [player.name for player in desk.setup.players if player.name != one]
            found |= {frozenset((one, other)) for other in others if _is_named(desk, other, text)}
    return found


def _is_named(desk: Desk, player: str, text: str) -> bool:
    return any(f" {name} " in f" {text} " for name in names_of(desk, player))


def _marches(desk: Desk, player: str) -> Iterator[tuple[Group, Region]]:
    """A player's Characters with orders that name a region, and the last one they name."""
    people = [group for group in desk.state.groups_of(player) if group.rank is not None]
    for line in desk.orders[player].post.orders:
        for order in line.orders:
            goals = [spot.where for action in order.actions for spot in action.targets if spot.where is not None]
            if goals:
                yield from ((group, goals[-1]) for group in people if _gives_orders_to(order, group))


def _gives_orders_to(order: Order, group: Group) -> bool:
    """Whether an order is for a Character: by name, wholly or in part, or as the ruler; the units may be led along."""
    own = f" {fold_name(group.person)} "
    for actor in order.actors:
        unit = actor.unit.entry if actor.unit is not None else None
        if unit is not None and unit.leader and group.rank is Rank.LEADER:
            return True
        named = fold_name(actor.person or actor.text)
        if named and (f" {named} " in own or own in f" {named} "):
            return True
    return False
