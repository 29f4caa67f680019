"""Spells and rituals cast outside battle, prayers and debauchery: what they cost, for whom they hold and how long.

They come before the march, for they give Speed and ways to go. Combat spells are seen to in battle.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping

from orderbook.campaign.canonical import Json
from orderbook.campaign.event import Event
from orderbook.campaign.game import Question
from orderbook.systems.underdeep.battle.piece import parse_ability
from orderbook.systems.underdeep.battle.pieces import find_piece
from orderbook.systems.underdeep.post.orders.model import Action, Order, OrderLine, Verb
from orderbook.systems.underdeep.week import magic, ritual_magic, scrying, summoning
from orderbook.systems.underdeep.week.desk import Desk
from orderbook.systems.underdeep.week.kinds import Happened
from orderbook.systems.underdeep.week.orders import PlayerOrders
from orderbook.systems.underdeep.week.shrines import debauch, pray
from orderbook.systems.underdeep.week.spell import Spell
from orderbook.systems.underdeep.week.squads import Roster
from orderbook.systems.underdeep.week.state import Group
from orderbook.systems.underdeep.week.values import Posture, Rank

SPELLS: Mapping[str, Callable[[Spell], Iterator[Event | Question]]] = {
    "Bless": magic.bless,
    "Blight": magic.blight,
    "Disguise": magic.disguise,
    "Haste": magic.hasten,
    "Invisibility": magic.hide,
    "Necromantic Healing": magic.mend,
    "Phase-Shift": magic.shift,
    "Scry": scrying.scry,
    "Summon": summoning.summon,
    "Ward": magic.ward,
    "I Like To Watch": scrying.scry,
    "I Like It Rough": ritual_magic.strengthen,
    "Ready For Action": ritual_magic.strengthen,
    "Pret-a-Porter": ritual_magic.strengthen,
    "Lickety Split": ritual_magic.quicken,
    "Come Hither": ritual_magic.call,
}
"""What the spells and rituals do that are cast in the week."""

_CHAMBER = "Mystery Chamber"


def run(desk: Desk) -> Iterator[Event | Question]:
    """Everybody's castings, player by player, in the order of their posts; each caster each spell once."""
    for player in desk.playing():
        orders = desk.orders.get(player)
        if orders is None:
            continue
        used = Counter[tuple[str, str]]()
        for line in orders.post.orders:
            for order in line.orders:
                for action in order.does(Verb.CAST, Verb.PRAY, Verb.TREAT, Verb.SUMMON):
                    yield from _perform(desk, orders, line, order, action, used)


def _perform(
    desk: Desk,
    orders: PlayerOrders,
    line: OrderLine,
    order: Order,
    action: Action,
    used: Counter[tuple[str, str]],
) -> Iterator[Event | Question]:
    roster = Roster(desk, orders)
    performers = [squad for actor in order.actors for squad in roster.call(order, actor, 0)]
    casters = [desk.state.groups[squad.group] for squad in performers if squad.group in desk.state.groups]
    place = orders.place(action.span)
    if action.verb is Verb.PRAY:
        yield from pray(desk, casters, place)
        return
    if action.verb is Verb.TREAT:
        if "debauch" in f"{action.text} {action.object}".lower():
            yield from debauch(desk, orders, casters, action.speed or 1, line.text, place)
        return
    name = action.spell or ("Summon" if action.verb is Verb.SUMMON else None)
    if name is None or name not in SPELLS:
        if name is not None and not _is_of_battle(name):
            question = desk.question(
                "free-orders", (orders.player, place.line), f'{orders.player} writes: "{line.text}"', post=place
            )
            if desk.ruling(question) is None:
                yield question
        return
    ritual = next((one for one in ritual_magic.rituals(desk, orders.player) if one.name == name), None)
    caster = next((one for one in casters if ritual is not None or can_cast(desk, one, name)), None)
    if caster is None:
        who = " and ".join(actor.text for actor in order.actors) or "nobody"
        yield desk.void(orders, line.text, f"{who} cannot cast {name}", place, "UD-UNI-07")
        return
    if ritual is None and used[caster.id, name] >= caster.count:
        yield desk.void(orders, line.text, f"{name} is cast once a week", place, f"UD-SPELL-{_rule(name)}-1")
        return
    used[caster.id, name] += 1
    spell = Spell(desk, orders, roster, order, action, caster, name, place)
    if ritual is not None:
        yield from ritual_magic.pay(spell, ritual)
        if not spell.is_paid:
            return
    yield desk.event(
        Happened.SPELL_CAST,
        {"player": orders.player, "group": caster.id, "spell": name, "line": line.text},
        known_to=(orders.player,),
        rules=("UD-SUC-14", "UD-SUC-16") if ritual is not None else ("UD-CST-01",),
        post=place,
    )
    yield from SPELLS[name](spell)


def _rule(name: str) -> str:
    return name.upper().replace(" ", "-")


def _is_of_battle(name: str) -> bool:
    piece = find_piece(parse_ability(name)[0])
    return piece is not None and piece.is_spell


def can_cast(desk: Desk, group: Group, name: str) -> bool:
    """Whether a group has a spell: by its entry, by its own abilities, or by a chamber it is garrisoned beside
    (UD-KOB-22)."""
    unit = desk.unit(group)
    if unit is not None and unit.has_ability(name):
        return True
    if any(ability.startswith(name) for ability in group.abilities):
        return True
    site = desk.state.sites.get(group.site) if group.site is not None else None
    return (
        name == "Scry"
        and group.rank is Rank.LEADER
        and group.posture is Posture.GARRISONED
        and site is not None
        and site.working(_CHAMBER) > 0
    )


def run_souls(desk: Desk) -> Iterator[Event | Question]:
    """A Soul for each Succubus who begins the week at a Boudoir (UD-SUC-29); summoned creatures whose time is over
    vanish (UD-KOB-19)."""
    for player in desk.playing():
        souls = 0
        for group in desk.state.groups_of(player):
            site = desk.state.sites.get(group.site) if group.site is not None else None
            if group.unit == "Succubus" and site is not None and site.working("Succubus Boudoir"):
                souls += group.count
            yield from summoning.vanish(desk, group)
        if souls:
            data: dict[str, Json] = {"player": player, "amounts": {"Souls": souls}, "text": "Succubus Boudoir"}
            yield desk.event(Happened.GRANTED, data, known_to=(player,), rules=("UD-SUC-29",))
