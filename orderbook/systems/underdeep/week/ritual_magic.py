"""What a ritual of the Succubi takes of its caster, and what it does (UD-SUC-14 to UD-SUC-28)."""

from __future__ import annotations

from collections.abc import Iterator

from orderbook.books.bundle import Bundle
from orderbook.campaign.canonical import Json
from orderbook.campaign.event import Event
from orderbook.campaign.game import Question
from orderbook.rulebook.model import Ritual
from orderbook.systems.underdeep.week.desk import Desk, can_pay
from orderbook.systems.underdeep.week.kinds import Happened
from orderbook.systems.underdeep.week.purchases import tell_shortage
from orderbook.systems.underdeep.week.spell import Spell, hold, set_status
from orderbook.systems.underdeep.week.state import Status
from orderbook.systems.underdeep.week.statuses import RITUAL

RITUAL_SPEED = 2
"""Speed that a ritual takes of its caster (UD-SUC-16)."""


def rituals(desk: Desk, player: str) -> tuple[Ritual, ...]:
    """The rituals of a player's faction."""
    faction = desk.faction_of(player)
    return tuple(faction.rituals) if faction is not None else ()


def pay(spell: Spell, ritual: Ritual) -> Iterator[Event]:
    """A ritual costs Souls, unless the post has paid in another tab, and Speed of its caster (UD-SUC-14, UD-SUC-16)."""
    desk, player = spell.desk, spell.orders.player
    key = (player, ritual.name)
    if desk.paid_rituals.get(key, 0) > 0:
        desk.paid_rituals[key] -= 1
    else:
        target = spell.target()
        number = target.count if target is not None else 1
        price = Bundle(ritual.cost.bundle + ritual.cost.per_unit * number)
        held = desk.state.players[player].wealth
        if not can_pay(held, price):
            spell.is_paid = False
            yield desk.void(spell.orders, spell.action.text, tell_shortage(held, price), spell.place, "UD-SUC-14")
            return
        data: dict[str, Json] = {"player": player, "ritual": ritual.name, "amounts": dict(-price)}
        yield desk.event(Happened.RITUAL_CAST, data, known_to=(player,), rules=("UD-SUC-14",), post=spell.place)
    caster = desk.state.groups[spell.caster.id]
    spent = sum(status.figures.get("speed", 0) for status in caster.statuses if status.name == RITUAL)
    tired = Status(RITUAL, desk.week, {"speed": spent - RITUAL_SPEED})
    yield set_status(spell, caster, tired, ("UD-SUC-16",))


def strengthen(spell: Spell) -> Iterator[Event | Question]:
    """A ritual on units in the caster's region, for the week (UD-SUC-21 to UD-SUC-24)."""
    group = spell.target()
    if group is not None and group.region != spell.caster.region:
        why = f"{group.unit} are not in {spell.caster.region}"
        yield spell.desk.void(spell.orders, spell.action.text, why, spell.place, "UD-SUC-24")
        return
    yield from hold(spell, spell.name, {}, ("UD-SUC-24",))


def quicken(spell: Spell) -> Iterator[Event | Question]:
    """+6 Speed for one Succubus (UD-SUC-20)."""
    yield from hold(spell, spell.name, {"speed": 6}, ("UD-SUC-20",))


def call(spell: Spell) -> Iterator[Event | Question]:
    """Another Succubus is with the caster at once (UD-SUC-19)."""
    others = [
        one
        for one in spell.desk.state.groups_of(spell.orders.player)
        if one.unit == spell.caster.unit and one.id != spell.caster.id and one.region != spell.caster.region
    ]
    named = [one for one in others if one.person and one.person.lower() in spell.action.object.lower()]
    one = next(iter(named or others), None)
    if one is None or spell.caster.region is None:
        why = "no other Succubus can come"
        yield spell.desk.void(spell.orders, spell.action.text, why, spell.place, "UD-SUC-19")
        return
    data: dict[str, Json] = {
        "group": one.id, "region": str(spell.caster.region), "site": None, "posture": "open", "came_from": None,
    }  # fmt: skip
    yield spell.desk.event(
        Happened.MOVED, data, known_to=(spell.orders.player,), rules=("UD-SUC-19",), post=spell.place
    )
