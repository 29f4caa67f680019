"""Spells and rituals cast outside battle, prayers and what else is done before the march: who does it, how often.

They come before the march, for they give Speed and ways to go. Combat spells are seen to in battle.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Mapping

from orderbook.campaign.canonical import Json
from orderbook.campaign.event import Event, PostPlace
from orderbook.campaign.game import Question
from orderbook.rulebook.model import Ritual
from orderbook.systems.underdeep.battle.piece import parse_ability
from orderbook.systems.underdeep.battle.pieces import find_piece
from orderbook.systems.underdeep.castings import BOUDOIR, CHAMBERS, WATCHING, WEEKLY, is_cast_in_battle
from orderbook.systems.underdeep.post.orders.model import Action, Order, OrderLine, Verb
from orderbook.systems.underdeep.week import (
    illusions,
    magic,
    mindlinks,
    obsession,
    research,
    ritual_magic,
    runes,
    scrying,
    summoning,
)
from orderbook.systems.underdeep.week.desk import Desk
from orderbook.systems.underdeep.week.figures import figure_of
from orderbook.systems.underdeep.week.kinds import Happened
from orderbook.systems.underdeep.week.orders import PlayerOrders
from orderbook.systems.underdeep.week.rites import RITES
from orderbook.systems.underdeep.week.shrines import debauch, pray
from orderbook.systems.underdeep.week.spell import Spell, part_off
from orderbook.systems.underdeep.week.squads import Roster, Squad
from orderbook.systems.underdeep.week.state import Group
from orderbook.systems.underdeep.week.statuses import abilities_of
from orderbook.systems.underdeep.week.values import SISTERS, Posture, Rank
from orderbook.systems.underdeep.world.sites import utility_castings

SPELLS: Mapping[str, Callable[[Spell], Iterator[Event | Question]]] = {
    "Bless": magic.bless,
    "Blight": magic.blight,
    "Disguise": magic.disguise,
    "Dispel": runes.erase,
    "Haste": magic.hasten,
    "Illusory Duplicate": illusions.make_double,
    "Invisibility": magic.hide,
    "Mindlink": mindlinks.link,
    "Necromantic Healing": magic.mend,
    "Phase-Shift": magic.shift,
    "Rune Trap": runes.grave,
    "Scry": scrying.scry,
    "Summon": summoning.summon,
    "Ward": magic.ward,
}
"""What the spells do that are cast in the week."""

Hinders = Callable[[Spell], "tuple[str, str] | None"]
HINDRANCES: Mapping[str, Hinders] = {
    **dict.fromkeys(("Bless", "Disguise", "Haste", "Invisibility", "Phase-Shift", "Ward"), magic.finds_nobody),
    "Blight": magic.finds_no_mushrooms,
    "Dispel": runes.finds_no_runes,
    "Rune Trap": runes.finds_no_region,
    "Illusory Duplicate": illusions.finds_no_original,
    "Mindlink": mindlinks.finds_no_mind,
    "Necromantic Healing": magic.finds_no_undead,
    "Scry": scrying.finds_no_region,
    "Summon": summoning.lacks_sacrifices,
}
"""What can stand in the way of a spell: why, and the rule; such a casting is void and costs nothing."""

Deed = Callable[[Desk, PlayerOrders, OrderLine, Action, "list[Group]", PostPlace], Iterator[Event | Question]]
_DEEDS: Mapping[Verb, Deed] = {
    Verb.PRAY: pray,
    Verb.TREAT: debauch,
    Verb.RESEARCH: research.begin,
    Verb.OBSESS: obsession.declare,
}
_LOOKS = ("Scry",)
_VERBS = (Verb.CAST, Verb.SUMMON, *_DEEDS)


def run(desk: Desk) -> Iterator[Event | Question]:
    """Everybody's castings, player by player, in the order of their posts; each caster as often as the rules let.

    Who looks does so when all others have cast, at the week's dawn: no player's spells come before another's.
    """
    desk.dawn = desk.state
    used = {player: Counter[tuple[str, str]]() for player in desk.playing()}
    for looking in (False, True):
        for player in desk.playing():
            orders = desk.orders.get(player)
            if orders is None:
                continue
            for line in orders.post.orders:
                for order in line.orders:
                    if desk.is_settled(order):
                        continue
                    for action in order.does(*_VERBS):
                        if looking is (action.spell in _LOOKS):
                            yield from _perform(desk, orders, line, order, action, used[player])
            if not looking:
                yield from _perform_paid(desk, orders)


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
    place = orders.place(action.span)
    deed = _DEEDS.get(action.verb)
    if deed is not None:
        doers = yield from _part_off(desk, performers)
        yield from deed(desk, orders, line, action, doers, place)
        return
    casters = [desk.state.groups[squad.group] for squad in performers if squad.group in desk.state.groups]
    if not order.actors:
        casters = desk.state.groups_of(orders.player)
    elif len(order.actors) == 1 and order.actors[0].count == 1 and id(order) in desk.cast_by:
        casters = [desk.state.groups[desk.cast_by[id(order)]]]  # one Sister: she goes on, and no other
    name = action.spell or ("Summon" if action.verb is Verb.SUMMON else None)
    ritual = next((one for one in ritual_magic.rituals(desk, orders.player) if one.name == name), None)
    waits = name is not None and ritual is None and _waits_for_battle(desk, orders, name, order, action)
    if name is None or waits or (ritual is None and name not in SPELLS):
        if name is not None and not _is_of_battle(name):
            question = desk.question(
                "free-orders", (orders.player, place.line), f'{orders.player} writes: "{line.text}"', post=place
            )
            if desk.ruling(question) is None:
                yield question
        return
    able = [one for one in casters if ritual_magic.can_perform(desk, one) if ritual is not None]
    able = able if ritual is not None else [one for one in casters if can_cast(desk, one, name)]
    who = " and ".join(actor.text for actor in order.actors) or "nobody"
    alone = sum(len(each.actions) for each in line.orders) == 1
    said = line.text if alone else f"{who}: {orders.quote(action.span)}"
    if not able:
        yield desk.void(orders, said, f"{who} cannot cast {name}", place, "UD-UNI-07")
        return
    if ritual is not None:
        spell = Spell(desk, orders, roster, order, action, _freshest(desk, able), name, place)
        yield from ritual_magic.perform(spell, ritual)
        if ritual.name == WATCHING and any(roster.region_of(spot) is not None for spot in action.targets):
            used[spell.caster.id, "Scry"] += 1
        return
    caster = next((one for one in able if name not in WEEKLY or used[one.id, name] < castings(desk, one, name)), None)
    if caster is None:
        often = castings(desk, able[0], name) // max(able[0].count, 1)
        why = f"{who} {'has' if sum(one.count for one in able) == 1 else 'have'} cast {name} {_TIMES.get(often, often)}"
        yield desk.void(orders, said, f"{why} this week already", place, WEEKLY[name])
        return
    spell = Spell(desk, orders, roster, order, action, caster, name, place, line.text)
    hinders = HINDRANCES.get(name)
    hindrance = hinders(spell) if hinders is not None else None
    if hindrance is not None:
        yield desk.void(orders, said, hindrance[0], place, hindrance[1])
        return
    used[caster.id, name] += 1
    yield desk.event(
        Happened.SPELL_CAST,
        {"player": orders.player, "group": caster.id, "spell": name, "line": line.text},
        known_to=(orders.player,),
        rules=("UD-CST-01",),
        post=place,
    )
    yield from SPELLS[name](spell)


_SISTERS = re.compile(r"\bsisters?\b|\bsuccub\w+", re.IGNORECASE)
_TIMES = {1: "once", 2: "twice"}


def _freshest(desk: Desk, casters: list[Group]) -> Group:
    """Of several who may cast a ritual the one with most Speed left, the first of those with as much."""
    return max(casters, key=lambda one: figure_of(desk, one, "speed") or 0)


def _perform_paid(desk: Desk, orders: PlayerOrders) -> Iterator[Event | Question]:
    """Rituals that the post pays for in a tab of the books, with no order about them: any Succubus who can casts them.

    Whom others are for the game master is asked.
    """
    for line in orders.post.ledger_lines():
        ritual = line.subject.entry
        if not isinstance(ritual, Ritual) or desk.paid_rituals.get((orders.player, ritual.name), 0) <= 0:
            continue
        action = Action(Verb.CAST, line.span, orders.quote(line.span), spell=ritual.name)
        place, roster = orders.place(line.span), Roster(desk, orders)
        if ritual.name not in RITES or not RITES[ritual.name].unaided:
            desk.paid_rituals[orders.player, ritual.name] = 0
            told = f'{orders.player} pays for "{action.text}" and gives no order.'
            question = desk.question("free-orders", (orders.player, place.line), told, post=place)
            if desk.ruling(question) is None:
                yield question
            continue
        for _ in range(desk.paid_rituals[orders.player, ritual.name]):
            able = [one for one in desk.state.groups_of(orders.player) if ritual_magic.can_perform(desk, one)]
            spells = [Spell(desk, orders, roster, Order(), action, one, ritual.name, place) for one in able]
            fit = next((spell for spell in spells if ritual_magic.find_hindrance(spell) is None), None)
            if fit is not None or spells:
                yield from ritual_magic.perform(fit or spells[0], ritual)
                continue
            yield desk.void(orders, action.text, "there is no Succubus to cast it", place, "UD-SUC-15")
            yield from ritual_magic.give_back(desk, orders.player, ritual, place)


def _part_off(desk: Desk, squads: list[Squad]) -> Generator[Event, None, list[Group]]:
    """Those who are told to do something, parted from the rest of their groups."""
    names: list[str] = []
    for squad in squads:
        group = desk.state.groups.get(squad.group)
        if group is None:
            continue
        name, parting = part_off(desk, group, min(squad.count, group.count))
        names.append(name)
        if parting is not None:
            yield parting
    return [desk.state.groups[name] for name in names]


def _waits_for_battle(desk: Desk, orders: PlayerOrders, name: str, order: Order, action: Action) -> bool:
    """Whether a spell that has a use in combat, too, is meant for that: by the words of the order, or by its target.

    The one casting does not use up the other (UD-SPELL-BLIGHT-5).
    """
    if not _is_of_battle(name):
        return False
    if is_cast_in_battle(order, action):
        return True
    if name == "Dispel":
        return not runes.is_about_runes(action)
    if name == "Bless" and _SISTERS.search(action.object):  # an attack on one of the Seven (UD-SUC-02)
        return not any(group.unit in SISTERS for group in desk.state.groups_of(orders.player))
    return name == "Blight" and action.structure is None and all(spot.where is None for spot in action.targets)


def _is_of_battle(name: str) -> bool:
    piece = find_piece(parse_ability(name)[0])
    return piece is not None and piece.is_spell


def can_cast(desk: Desk, group: Group, name: str) -> bool:
    """Whether a group has a spell: by its entry, by its own abilities, or by a chamber it is garrisoned beside
    (UD-KOB-22)."""
    return _has_spell(desk, group, name) or _from_rooms(desk, group, name) > 0


def castings(desk: Desk, group: Group, name: str) -> int:
    """How often a group casts a spell in a week: each unit once, in a region of crystals twice, and once more for what
    a Room gives (UD-TER-07, UD-SIE-07)."""
    normal = group.count if _has_spell(desk, group, name) else 0
    rooms = _from_rooms(desk, group, name)
    place = desk.world.place(group.region) if desk.world is not None and group.region is not None else None
    if place is not None:
        return utility_castings(place, normal, rooms)
    site = desk.state.sites.get(group.site) if group.site is not None else None
    return normal * (2 if site is not None and "Crystals" in site.gifts else 1) + rooms


def _has_spell(desk: Desk, group: Group, name: str) -> bool:
    unit = desk.unit(group)
    if unit is not None and unit.has_ability(name):
        return True
    return any(ability.startswith(name) for ability in abilities_of(group))


def _from_rooms(desk: Desk, group: Group, name: str) -> int:
    """Castings that Rooms give the leader who is garrisoned beside them (UD-KOB-22)."""
    site = desk.state.sites.get(group.site) if group.site is not None else None
    if group.rank is not Rank.LEADER or group.posture is not Posture.GARRISONED or site is None:
        return 0
    return sum(site.working(room) > 0 for room, spell in CHAMBERS.items() if spell == name)


def run_souls(desk: Desk) -> Iterator[Event | Question]:
    """A Soul for each Succubus who begins the week at a Boudoir (UD-SUC-29); summoned creatures whose time is over
    vanish (UD-KOB-19)."""
    for player in desk.playing():
        souls = 0
        for group in desk.state.groups_of(player):
            site = desk.state.sites.get(group.site) if group.site is not None else None
            if group.unit in SISTERS and site is not None and site.working(BOUDOIR):
                souls += group.count if not group.double_of else 0
            yield from summoning.vanish(desk, group)
        if souls:
            data: dict[str, Json] = {"player": player, "amounts": {"Souls": souls}, "text": "Succubus Boudoir"}
            yield desk.event(Happened.GRANTED, data, known_to=(player,), rules=("UD-SUC-29",))
