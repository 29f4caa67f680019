"""Slips in Recruitment, Armies, Characters, Orders and Messages."""

from __future__ import annotations

import copy
import re

from ..draft import FIRST, PREVIOUS, Draft, change_one
from ..kit import pluralise
from ..lore import MESSAGES, PLAYERS
from ..sheet import Command, Letter
from ..state import ENTRENCHED, GARRISONED, Place
from ..turn import Message, Order, Step
from .money import enlist

# -- recruitment ------------------------------------------------------------------------------


def recruit_cost(draft: Draft) -> bool:
    options = [entry for entry in draft.sheet.raised if draft.is_free(("unit", entry.unit))]
    if not options:
        return False
    entry = draft.rng.choice(options)
    changed = change_one(entry.cost, draft.rng)
    if not draft.can_pay(changed - entry.cost):
        return False
    entry.cost = changed
    draft.claim(("unit", entry.unit))
    return draft.tell("recruit-cost", entry.key)


def _plain_units(draft: Draft) -> list[str]:
    return [
        unit.name
        for unit in draft.kit.units.values()
        if unit.cost and unit.requires and not unit.summoned and not unit.count_limit and not unit.per_week
        if "Bodies" not in draft.kit.upkeep(unit.name) and draft.is_free(("unit", unit.name))
    ]


def _raise_unlawfully(draft: Draft, *, in_dungeons: bool) -> str | None:
    """Recruits where the unit's room does not stand; gives the key of the Recruitment line."""
    pairs = [
        (number, unit)
        for number, site in enumerate(draft.sheet.sites)
        for unit in _plain_units(draft)
        if site.is_dungeon is in_dungeons
    ]
    draft.rng.shuffle(pairs)
    for number, unit in pairs:
        standing = draft.standing(number)
        rooms = [name for need in draft.kit.units[unit].requires for name in need.names]
        outpost_recruits = not in_dungeons and any(draft.kit.structures[name].recruits for name in standing)
        count = draft.rng.randint(2, 6)
        if any(standing.get(name) for name in rooms) or outpost_recruits:
            continue
        if not draft.is_free(*(("structure", number, name) for name in rooms)):
            continue
        if any((entry.site, entry.unit) == (number, unit) for entry in draft.sheet.raised):
            continue
        if draft.can_pay(draft.kit.cost(unit) * count):
            draft.claim(("unit", unit), *(("structure", number, name) for name in rooms))
            return enlist(draft, number, unit, count)
    return None


def recruit_prerequisite(draft: Draft) -> bool:
    key = _raise_unlawfully(draft, in_dungeons=True)
    return bool(key) and draft.tell("recruit-prerequisite", key or "")


def recruit_place(draft: Draft) -> bool:
    key = _raise_unlawfully(draft, in_dungeons=False)
    return bool(key) and draft.tell("recruit-place", key or "", also=("recruit-prerequisite",))


def recruit_limit(draft: Draft) -> bool:
    """Two of what a room allows one of, or one more beside the one there is."""
    for number in range(len(draft.sheet.sites)):
        for unit in draft.kit.recruitable(draft.standing(number)):
            if not unit.count_limit or not draft.is_free(("unit", unit.name)):
                continue
            owned = sum(force.count for force in draft.forces_of(unit.name))
            count = max(1, unit.count_limit - owned + 1)
            if draft.can_pay(draft.kit.cost(unit.name) * count):
                draft.claim(("unit", unit.name))
                return draft.tell("recruit-limit", enlist(draft, number, unit.name, count))
    return False


def recruit_unlisted(draft: Draft) -> bool:
    """Recruits are missing from the Armies."""
    sheet = draft.sheet
    options = []
    for entry in sheet.raised:
        place = sheet.sites[entry.site].place
        force = next((f for f in draft.forces_of(entry.unit) if f.place == place and f.fresh), None)
        if not force or not draft.is_free(("unit", entry.unit)) or _is_ordered(draft, entry.unit, place):
            continue
        if draft.mode == PREVIOUS or force.count == entry.count:  # else nobody could tell them from the others
            options.append((entry, force))
    if not options:
        return False
    entry, force = draft.rng.choice(options)
    draft.claim(("unit", entry.unit))
    force.count -= entry.count
    if force.count <= 0:
        sheet.forces.remove(force)
    where = f"in Armies {force.place}"
    return draft.tell("recruit-unlisted", entry.key, force.key, "tab Armies", "end Armies", where, f"head {where}")


# -- armies and characters ----------------------------------------------------------------------


def _is_ordered(draft: Draft, unit: str, place: Place) -> bool:
    return any((c.order.unit, c.order.place) == (unit, place) for c in draft.sheet.commands)


def army_count(draft: Draft) -> bool:
    """A number that does not follow from last week, with the Upkeep to match."""
    if draft.mode != PREVIOUS:
        return False
    options = []
    for force in draft.sheet.forces:
        due = draft.due_of(force.unit)
        if force.person or force.fresh or not due or not draft.is_free(("unit", force.unit)):
            continue
        if any(other.fresh for other in draft.forces_of(force.unit)):
            continue
        options.append((force, due))
    if not options:
        return False
    force, due = draft.rng.choice(options)
    steps = [1, 2, 3, 5]
    if not _is_ordered(draft, force.unit, force.place):
        steps += [-step for step in (1, 2, 3) if step < force.count]
    step = draft.rng.choice(steps)
    if not draft.can_pay(draft.kit.upkeep(force.unit) * max(0, step)):
        return False
    force.count += step
    due.count += step
    due.amounts += draft.kit.upkeep(force.unit) * step
    draft.claim(("unit", force.unit))
    together = [other.key for other in draft.forces_of(force.unit) if other.place == force.place]
    return draft.tell("army-count", *together)


def army_place(draft: Draft) -> bool:
    """Units stand where no order of last week took them."""
    if draft.mode != PREVIOUS or draft.previous is None:
        return False
    moved = {
        command.order.unit
        for command in draft.previous.commands
        if any(step.kind in ("move", "march") for step in command.order.steps)
    }
    options = [
        force
        for force in draft.sheet.forces
        if not force.person and not force.fresh and force.unit not in moved and draft.is_free(("unit", force.unit))
        if not _is_ordered(draft, force.unit, force.place)
        if sum(other.place == force.place for other in draft.forces_of(force.unit)) == 1
    ]
    taken = {site.place for site in draft.sheet.sites} | {force.place for force in draft.sheet.forces}
    if not options:
        return False
    force = draft.rng.choice(options)
    homes = [
        number
        for number, site in enumerate(draft.sheet.sites)
        if site.place != force.place and not any(f.place == site.place for f in draft.forces_of(force.unit))
    ]
    if homes and draft.rng.random() < 0.5:
        force.site = draft.rng.choice(homes)
        force.place, force.state = draft.sheet.sites[force.site].place, GARRISONED
    else:
        numbers = [n for n in range(2, 99) if Place(force.place.layer, n) not in taken]
        force.place, force.site, force.state = Place(force.place.layer, draft.rng.choice(numbers)), None, ENTRENCHED
    draft.sheet.forces.remove(force)
    last = max([n for n, other in enumerate(draft.sheet.forces) if other.place == force.place], default=None)
    draft.sheet.forces.insert(len(draft.sheet.forces) if last is None else last + 1, force)
    draft.claim(("unit", force.unit))
    return draft.tell("army-place", force.key)


def stat_block(draft: Draft) -> bool:
    blocks = [block for block in draft.sheet.blocks if draft.is_free(("person", block.person.name))]
    if not blocks or not draft.is_free(("tab", "Characters")):
        return False
    block = draft.rng.choice(blocks)
    label = draft.rng.choice([name for name in block.stats if name != "Special Abilities"])
    number, blank, kind = block.stats[label].partition(" ")
    value = int(number) + draft.rng.choice([1, -1, 2])
    sign = "+" if number.startswith("+") and value >= 0 else ""
    block.stats[label] = f"{sign}{value}{blank}{kind}"
    draft.claim(("person", block.person.name), ("tab", "Characters"))
    return draft.tell("stat-block", f"{block.key} {label}")


# -- orders -----------------------------------------------------------------------------------------


def _ordered(draft: Draft) -> list[Command]:
    """Orders to units that no slip has touched. Each is copied, since the campaign goes on from the true one."""
    found = []
    for command in draft.sheet.commands:
        if command.order.count and draft.is_free(("order", command.key), ("unit", command.order.unit)):
            command.order = copy.deepcopy(command.order)
            found.append(command)
    return found


def _give(draft: Draft, order: Order) -> Command:
    command = Command(draft.sheet.new_key(), order)
    draft.sheet.commands = [c for c in draft.sheet.commands if not c.order.words] + [command]
    draft.claim(("order", command.key), ("tab", "Orders"))
    return command


def _place_of_ours(draft: Draft) -> Place:
    return draft.rng.choice([force.place for force in draft.sheet.forces])


def order_unit(draft: Draft) -> bool:
    """An order to units that are not there."""
    units = [name for name in _plain_units(draft) if draft.kit.speed(name)]
    place = _place_of_ours(draft)
    units = [name for name in units if not any(force.place == place for force in draft.forces_of(name))]
    officers = {force.unit for force in draft.sheet.forces if force.person and force.place == place}
    units = [name for name in units if name not in officers]
    if not units or draft.mode == FIRST:
        return False
    unit = draft.rng.choice(units)
    target = Place(place.layer, draft.rng.randint(2, 98))
    order = Order(unit, draft.rng.randint(1, 6), place, [Step("move", 1, target), Step("entrench", 1)])
    draft.claim(("unit", unit))
    return draft.tell("order-unit", _give(draft, order).key)


def order_count(draft: Draft) -> bool:
    """An order to more units than stand there."""
    commands = _ordered(draft)
    if not commands:
        return False
    command = draft.rng.choice(commands)
    order = command.order
    there = sum(force.count for force in draft.forces_of(order.unit) if force.place == order.place)
    order.count = there + draft.rng.randint(1, 4)
    draft.claim(("order", command.key), ("unit", order.unit))
    return draft.tell("order-count", command.key)


def order_speed(draft: Draft) -> bool:
    """More Speed than the units have, and no Forced March."""
    commands = [c for c in _ordered(draft) if not any(step.kind == "march" for step in c.order.steps)]
    commands = [c for c in commands if c.order.steps[0].kind == "move"]
    if not commands:
        return False
    command = draft.rng.choice(commands)
    speed = draft.kit.speed(command.order.unit) or 4
    rest = sum(step.speed for step in command.order.steps[1:])
    command.order.steps[0].speed = speed - rest + draft.rng.randint(1, 2)
    draft.claim(("order", command.key), ("unit", command.order.unit))
    return draft.tell("order-speed", command.key)


def order_ability(draft: Draft) -> bool:
    """An ambush by units that are no Infiltrators, or a tunnel dug by units that cannot."""
    capital = next(site.place for site in draft.sheet.sites if site.capital)
    options = [
        force
        for force in draft.sheet.forces
        if not force.person and draft.is_free(("unit", force.unit)) and not _is_ordered(draft, force.unit, force.place)
        if (draft.kit.speed(force.unit) or 0) >= 3 and force.place != capital
    ]
    if not options:
        return False
    force = draft.rng.choice(options)
    steps = []
    if not draft.kit.is_infiltrator(force.unit):
        steps.append([Step("ambush", 2)])
    if not draft.kit.is_tunneller(force.unit):
        steps.append([Step("tunnel", 3)])
    if not steps:
        return False
    order = Order(force.unit, draft.rng.randint(1, force.count), force.place, draft.rng.choice(steps))
    draft.claim(("unit", force.unit))
    return draft.tell("order-ability", _give(draft, order).key)


def order_tab(draft: Draft) -> bool:
    """Building or recruiting among the orders."""
    site = draft.rng.choice(draft.sheet.sites)
    units = pluralise(draft.look.shorten(draft.rng.choice(_plain_units(draft) or [draft.kit.leader.name])))
    works = [name for name, entry in draft.kit.structures.items() if draft.kit.cost(name) and not entry.requires]
    works = [name for name in works if pluralise(name) != name]
    work = draft.look.shorten(draft.rng.choice(works))
    number = draft.rng.randint(2, 6)
    words = draft.rng.choice([
        f"Begin construction of a {work} at {site.name}.",
        f"Build a {work} at {site.name}.",
        f"Start building a {work} in {site.name}.",
        f"Recruit {number} {units} at {site.name}.",
        f"Construct a {work} at {site.name} this week.",
    ])  # fmt: skip
    words = re.sub(r"\ba (?=[AEIO])", "an ", words)
    return draft.tell("order-tab", _give_words(draft, words).key)


def _give_words(draft: Draft, words: str) -> Command:
    command = Command(draft.sheet.new_key(), Order(words=words))
    draft.sheet.commands.append(command)
    draft.claim(("order", command.key), ("tab", "Orders"))
    return command


# -- messages -----------------------------------------------------------------------------------------


def message_limit(draft: Draft) -> bool:
    """One message to somebody more than is allowed."""
    if not draft.is_free(("tab", "Messages")):
        return False
    who = draft.rng.choice([letter.message.to for letter in draft.sheet.letters] or list(PLAYERS))
    have = [letter for letter in draft.sheet.letters if letter.message.to == who]
    for _ in range(draft.allowance + 1 - len(have)):
        letter = Letter(draft.sheet.new_key(), Message(who, draft.rng.choice(MESSAGES)))
        at = max([n for n, one in enumerate(draft.sheet.letters) if one.message.to == who], default=-1)
        draft.sheet.letters.insert(at + 1, letter)
    draft.claim(("tab", "Messages"))
    return draft.tell("message-limit", "in Messages")
