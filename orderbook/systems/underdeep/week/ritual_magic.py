"""Rituals of the Succubi cast: by whom, for what price, and what stands in their way (UD-SUC-14 to UD-SUC-16).

What a post has paid for in another tab is not paid again; it is given back where the ritual comes to nothing.
"""

from __future__ import annotations

from collections.abc import Iterator

from orderbook.books.bundle import Bundle
from orderbook.campaign.canonical import Json
from orderbook.campaign.event import Event, PostPlace
from orderbook.campaign.game import Question
from orderbook.rulebook.model import Ritual
from orderbook.systems.underdeep.castings import RITUAL_SPEED, is_cast_in_battle
from orderbook.systems.underdeep.week.desk import Desk, can_pay
from orderbook.systems.underdeep.week.figures import figure_of
from orderbook.systems.underdeep.week.kinds import Happened
from orderbook.systems.underdeep.week.purchases import tell_shortage
from orderbook.systems.underdeep.week.rites import RITES, Hindrance
from orderbook.systems.underdeep.week.spell import Spell, part_off, set_status
from orderbook.systems.underdeep.week.state import Group, Status
from orderbook.systems.underdeep.week.statuses import RITUAL, find_status


def rituals(desk: Desk, player: str) -> tuple[Ritual, ...]:
    """The rituals of a player's faction."""
    faction = desk.faction_of(player)
    return tuple(faction.rituals) if faction is not None else ()


def can_perform(desk: Desk, group: Group) -> bool:
    """Whether a group is of those who cast the rituals of their player: its faction's own people, not their pets."""
    unit, faction = desk.unit(group), desk.faction_of(group.owner)
    return unit is not None and faction is not None and unit.faction == faction.name and not unit.summoned


def perform(spell: Spell, ritual: Ritual) -> Iterator[Event | Question]:
    """A ritual, paid for and cast; or void, and it costs nothing."""
    why = find_hindrance(spell)
    if why is None:
        price = _price(spell, ritual)
        held = spell.desk.state.players[spell.orders.player].wealth
        if price is not None and not can_pay(held, price):
            why = tell_shortage(held, price), "UD-SUC-14"
    if why is not None:
        yield spell.desk.void(spell.orders, spell.orders.quote(spell.action.span), why[0], spell.place, why[1])
        yield from give_back(spell.desk, spell.orders.player, ritual, spell.place)
        return
    caster, parting = part_off(spell.desk, spell.caster, 1)
    if parting is not None:
        yield parting
    spell.caster = spell.desk.state.groups[caster]
    spell.desk.cast_by.setdefault(id(spell.order), caster)
    yield from _pay(spell, ritual)
    yield spell.desk.event(
        Happened.SPELL_CAST,
        {"player": spell.orders.player, "group": caster, "spell": ritual.name, "line": spell.action.text},
        known_to=(spell.orders.player,),
        rules=("UD-SUC-14", "UD-SUC-16"),
        post=spell.place,
    )
    rite = RITES.get(ritual.name)
    if rite is not None:
        yield from rite.effect(spell)
        return
    question = spell.desk.question(
        "free-orders", (spell.orders.player, spell.place.line), f'{spell.orders.player} casts "{ritual.name}".',
        post=spell.place,
    )  # fmt: skip
    if spell.desk.ruling(question) is None:
        yield question


def find_hindrance(spell: Spell) -> Hindrance | None:
    """What stands in the way of a ritual: a battle, want of Speed, nothing for it to work on (UD-SUC-15, UD-SUC-16)."""
    if is_cast_in_battle(spell.order, spell.action):
        return "no ritual is cast in combat", "UD-SUC-15"
    if (figure_of(spell.desk, spell.caster, "speed") or 0) < RITUAL_SPEED:
        return f"{spell.caster.person or spell.caster.unit} has not {RITUAL_SPEED} Speed left", "UD-SUC-16"
    rite = RITES.get(spell.name)
    return rite.hinders(spell) if rite is not None else None


def _price(spell: Spell, ritual: Ritual) -> Bundle | None:
    """What is to be paid, None where the post has paid it in another tab."""
    if spell.desk.paid_rituals.get((spell.orders.player, ritual.name), 0) > 0:
        return None
    target = spell.target()
    number = min(spell.number or target.count, target.count) if target is not None else 1
    return Bundle(ritual.cost.bundle + ritual.cost.per_unit * number)


def _pay(spell: Spell, ritual: Ritual) -> Iterator[Event]:
    """A ritual costs Souls, unless the post has paid in another tab, and Speed of its caster (UD-SUC-14, UD-SUC-16)."""
    desk, player = spell.desk, spell.orders.player
    price = _price(spell, ritual)
    if price is None:
        desk.paid_rituals[player, ritual.name] -= 1
    else:
        data: dict[str, Json] = {"player": player, "ritual": ritual.name, "amounts": dict(-price)}
        yield desk.event(Happened.RITUAL_CAST, data, known_to=(player,), rules=("UD-SUC-14",), post=spell.place)
    yield tire(spell, RITUAL, RITUAL_SPEED, ("UD-SUC-16",))


def tire(spell: Spell, name: str, speed: int, rules: tuple[str, ...]) -> Event:
    """The caster has so much less Speed for the rest of the week."""
    caster = spell.desk.state.groups[spell.caster.id]
    before = find_status(caster, name)
    spent = before.figures.get("speed", 0) if before is not None else 0
    return set_status(spell, caster, Status(name, spell.desk.week, {"speed": spent - speed}), rules)


def give_back(desk: Desk, player: str, ritual: Ritual, place: PostPlace) -> Iterator[Event]:
    """What the post paid for a ritual that comes to nothing."""
    left = desk.paid_rituals.get((player, ritual.name), 0)
    paid = desk.ritual_prices.get((player, ritual.name))
    if left <= 0 or paid is None:
        return
    desk.paid_rituals[player, ritual.name] = left - 1
    data: dict[str, Json] = {"player": player, "ritual": ritual.name, "amounts": dict(paid), "given_back": True}
    yield desk.event(Happened.RITUAL_CAST, data, known_to=(player,), rules=("UD-SUC-14",), post=place)
