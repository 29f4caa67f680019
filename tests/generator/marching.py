"""Orders to troops: choosing legal ones, and what they leave behind for the next week."""

from __future__ import annotations

from random import Random

from . import lore
from .state import AMBUSH, ENCAMPED, ENTRENCHED, GARRISONED, Place, Player, Stack
from .turn import Order, Step

AMBUSH_SPEED = 2
RESULT = {
    "garrison": GARRISONED,
    "entrench": ENTRENCHED,
    "ambush": AMBUSH,
    "move": ENCAMPED,
    "march": ENCAMPED,
    "forage": ENCAMPED,
    "fish": ENCAMPED,
}


def choose_orders(player: Player, rng: Random, *, may_forage: bool) -> list[Order]:
    """Up to five legal orders, each stack ordered about once at most."""
    orders = []
    crowd: dict[tuple[str, Place], int] = {}
    for stack in player.stacks:
        crowd[stack.unit, stack.place] = crowd.get((stack.unit, stack.place), 0) + 1
    movable = [
        stack
        for stack in player.stacks
        if player.kit.speed(stack.unit) and crowd[stack.unit, stack.place] == 1 and stack.count
    ]
    for stack in rng.sample(movable, min(len(movable), rng.choice([0, 1, 1, 2, 3, 4]))):
        count = stack.count if rng.random() < 0.6 else rng.randint(1, stack.count)
        order = Order(stack.unit, count, stack.place)
        order.steps = _choose_steps(player, stack, rng, may_forage)
        orders.append(order)
    if player.kit.name != "Derro" and player.week > 1 and rng.random() < 0.25:
        orders.append(Order(player.leader.name, steps=[Step("scry", 0, _somewhere(player, rng))], scry=True))
    if not orders or rng.random() < 0.04:
        orders.append(Order(words=rng.choice(lore.FREE_ORDERS)))
    return orders


def _somewhere(player: Player, rng: Random) -> Place:
    layer = player.capital.place.layer
    taken = {site.place for site in player.sites}
    while True:
        place = Place(layer, rng.randint(2, 98))
        if place not in taken:
            return place


def _choose_steps(player: Player, stack: Stack, rng: Random, may_forage: bool) -> list[Step]:
    kit, speed = player.kit, player.kit.speed(stack.unit) or 0
    here = player.site_at(stack.place)
    others = [site.place for site in player.sites if site.place != stack.place]
    settle = Step("garrison", 1) if here and stack.state == GARRISONED else Step("entrench", 1)
    draw = rng.random()
    if may_forage and draw < 0.1 and not (here and stack.state == GARRISONED):
        return [Step(rng.choice(["forage", "fish"]), 2), Step("entrench", 1)]
    if draw < 0.25 and speed >= 2:
        return [Step("scout", 1, _somewhere(player, rng)), settle]
    if draw < 0.33 and speed >= 2 and isinstance(kit.units[stack.unit].stats.get("morale"), int):
        return [Step("march", rng.randint(speed + 1, min(speed * 2, speed + 3)), _somewhere(player, rng))]
    if draw < 0.4 and kit.is_infiltrator(stack.unit) and speed >= AMBUSH_SPEED and not here:
        return [Step("ambush", AMBUSH_SPEED)]
    if others and draw < 0.75:
        target, last = rng.choice(others), Step("garrison", 1)
    else:
        target = _somewhere(player, rng)
        can_hide = kit.is_infiltrator(stack.unit) and speed > AMBUSH_SPEED and rng.random() < 0.4
        last = Step("ambush", AMBUSH_SPEED) if can_hide else Step("entrench", 1)
        if rng.random() < 0.08:
            return [Step("move", rng.randint(1, max(1, speed)), target)]
    return [Step("move", rng.randint(1, max(1, min(3, speed - last.speed))), target), last]


def carry_out(player: Player, orders: list[Order]) -> None:
    """Moves the units as ordered; scouts come back to where they were."""
    for order in orders:
        if not order.count or order.place is None:
            continue
        stack = next(s for s in player.stacks if (s.unit, s.place) == (order.unit, order.place))
        target, state = order.place, stack.state
        for step in order.steps:
            if step.kind in ("move", "march") and step.place:
                target = step.place
            state = RESULT.get(step.kind, state)
        stack.count -= order.count
        if not stack.count:
            player.stacks.remove(stack)
        player.join(order.unit, order.count, target, state)
