"""What each spell and ritual of the week does (UD-SPELL, UD-SUC)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from orderbook.books.bundle import Bundle
from orderbook.campaign.canonical import Json
from orderbook.campaign.event import Event, PostPlace
from orderbook.campaign.game import Question
from orderbook.rulebook.indexes import all_units_index
from orderbook.rulebook.model import Ritual
from orderbook.systems.underdeep.battle.from_post.wording import stem_of, stems_of
from orderbook.systems.underdeep.checks.troops import unit_key
from orderbook.systems.underdeep.post.orders.model import Action, Order
from orderbook.systems.underdeep.regiments import REGIMENT_AT_MOST
from orderbook.systems.underdeep.week.codec import write
from orderbook.systems.underdeep.week.desk import Desk, can_pay
from orderbook.systems.underdeep.week.folds.groups import limit_unpaid
from orderbook.systems.underdeep.week.kinds import Happened
from orderbook.systems.underdeep.week.orders import PlayerOrders
from orderbook.systems.underdeep.week.people import find_player
from orderbook.systems.underdeep.week.purchases import tell_shortage
from orderbook.systems.underdeep.week.squads import Roster
from orderbook.systems.underdeep.week.state import Group, Status
from orderbook.systems.underdeep.week.statuses import (
    BLESSED,
    DISGUISED,
    HASTENED,
    INFECTED,
    RITUAL,
    SHIFTED,
    SUMMONED,
    UNSEEN,
    WARDED,
    is_under,
)
from orderbook.systems.underdeep.world.region import Region

SUMMONED_WEEKS = 4
"""So long a Mudspriggan lasts (UD-KOB-19)."""
RITUAL_SPEED = 2
"""Speed that a ritual takes of its caster (UD-SUC-16)."""
_SELF = frozenset(
    ("on", "the", "herself", "himself", "itself", "themselve", "self", "him", "her", "them", "it", "and", "a")
)
_BRACKET = re.compile(r"\((?P<unit>[^()]+)\)")


@dataclass
class Spell:
    """A spell being cast: by whom, with which order."""

    desk: Desk
    orders: PlayerOrders
    roster: Roster
    order: Order
    action: Action
    caster: Group
    name: str
    place: PostPlace
    is_paid: bool = True

    @property
    def region(self) -> Region | None:
        """The region that is named, else the caster's."""
        for spot in self.action.targets:
            region = self.roster.region_of(spot)
            if region is not None:
                return region
        return self.caster.region

    def target(self) -> Group | None:
        """The friendly regiment it is cast on: the largest of the type that is named, those beside the caster first."""
        named, words = self.action.unit, stems_of(self.action.object)
        if named is None and not words - _SELF:
            return self.desk.state.groups.get(self.caster.id)
        own = self.desk.state.groups_of(self.orders.player)
        persons = [one for one in own if one.person and stems_of(one.person) & words]
        if named is not None:
            alike = [one for one in own if one.unit == unit_key(named)]
        else:
            alike = persons or [one for one in own if stem_of(one.unit) in words]
        alike = [one for one in alike if one.rank is None] or alike
        return max(alike, key=lambda one: (one.region == self.caster.region, one.count, one.id), default=None)


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
    yield _set(spell, caster, tired, ("UD-SUC-16",))


# -- statuses ---------------------------------------------------------------------------------------------------


def _set(spell: Spell, group: Group, status: Status, rules: tuple[str, ...]) -> Event:
    data: dict[str, Json] = {"group": group.id, "status": write(status)}
    return spell.desk.event(
        Happened.STATUS_SET, data, known_to=(spell.orders.player, group.owner), rules=rules, post=spell.place
    )


def _regiment(spell: Spell) -> Iterator[Event]:
    """The target as one regiment: of more units than that, so many are set apart; returns who it is now."""
    group = spell.target()
    if group is None or group.count <= REGIMENT_AT_MOST:
        spell.roster.chosen = group.id if group is not None else None
        return
    in_debt = max(REGIMENT_AT_MOST - (group.count - group.owing), 0)
    part = replace(
        group, id=spell.desk.new_id(group.owner, "g"), count=REGIMENT_AT_MOST, wounds=0,
        unpaid=limit_unpaid(group.unpaid, in_debt),
    )  # fmt: skip
    spell.roster.chosen = part.id
    data: dict[str, Json] = {"group": group.id, "part": write(part)}
    yield spell.desk.event(Happened.SPLIT, data, known_to=(group.owner,), rules=("UD-REG-02",))


def _hold(spell: Spell, status: str, figures: Mapping[str, int], rules: tuple[str, ...]) -> Iterator[Event]:
    """Something holds for the target for the rest of the week."""
    yield from _regiment(spell)
    group = spell.desk.state.groups.get(spell.roster.chosen or "")
    if group is None:
        named = spell.action.unit.text if spell.action.unit is not None else "them"
        why = f"there are no {named} to cast it on"
        yield spell.desk.void(spell.orders, spell.action.text, why, spell.place, rules[0])
        return
    yield _set(spell, group, Status(status, spell.desk.week, dict(figures)), rules)


def bless(spell: Spell) -> Iterator[Event | Question]:
    """+2 Morale and no disease for the week, and one it had is gone (UD-SPELL-BLESS-1, UD-SPELL-BLESS-2,
    UD-ABL-DISEASE-4)."""
    yield from _hold(spell, BLESSED, {"morale": 2}, ("UD-SPELL-BLESS-1", "UD-SPELL-BLESS-2"))
    group = spell.desk.state.groups.get(spell.roster.chosen or "")
    if group is not None and is_under(group, INFECTED):
        yield cure(spell.desk, group, ("UD-ABL-DISEASE-4",))


def cure(desk: Desk, group: Group, rules: tuple[str, ...]) -> Event:
    """A disease is gone, and what it took is back."""
    data: dict[str, Json] = {"group": group.id, "status": INFECTED}
    return desk.event(Happened.STATUS_ENDED, data, known_to=(group.owner,), rules=rules)


def hasten(spell: Spell) -> Iterator[Event | Question]:
    """+4 Speed for the week (UD-SPELL-HASTE-1)."""
    yield from _hold(spell, HASTENED, {"speed": 4}, ("UD-SPELL-HASTE-1",))


def hide(spell: Spell) -> Iterator[Event | Question]:
    """A regiment is an Infiltrator for the week (UD-SPELL-INVISIBILITY-1)."""
    yield from _hold(spell, UNSEEN, {}, ("UD-SPELL-INVISIBILITY-1",))


def shift(spell: Spell) -> Iterator[Event | Question]:
    """A regiment is a Teleporter for the week (UD-SPELL-PHASE-SHIFT-1)."""
    yield from _hold(spell, SHIFTED, {}, ("UD-SPELL-PHASE-SHIFT-1",))


def ward(spell: Spell) -> Iterator[Event | Question]:
    """No Scrying shows it for the week (UD-SPELL-WARD-1, UD-SPELL-WARD-2)."""
    yield from _hold(spell, WARDED, {}, ("UD-SPELL-WARD-1", "UD-SPELL-WARD-2"))


def disguise(spell: Spell) -> Iterator[Event | Question]:
    """The map shows it with another's sigil, if the orders name one (UD-SPELL-DISGUISE-1)."""
    whose = find_player(spell.desk, spell.action.object, but=spell.orders.player) if spell.action.object else None
    name = f"{DISGUISED} as {whose}" if whose is not None else DISGUISED
    yield from _hold(spell, name, {}, ("UD-SPELL-DISGUISE-1",))


def strengthen(spell: Spell) -> Iterator[Event | Question]:
    """A ritual on units in the caster's region, for the week (UD-SUC-21 to UD-SUC-24)."""
    group = spell.target()
    if group is not None and group.region != spell.caster.region:
        why = f"{group.unit} are not in {spell.caster.region}"
        yield spell.desk.void(spell.orders, spell.action.text, why, spell.place, "UD-SUC-24")
        return
    yield from _hold(spell, spell.name, {}, ("UD-SUC-24",))


def quicken(spell: Spell) -> Iterator[Event | Question]:
    """+6 Speed for one Succubus (UD-SUC-20)."""
    yield from _hold(spell, spell.name, {"speed": 6}, ("UD-SUC-20",))


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


# -- others -----------------------------------------------------------------------------------------------------


def mend(spell: Spell) -> Iterator[Event | Question]:
    """The wounded of an Undead regiment are whole again (UD-SPELL-NECROMANTIC-HEALING-1)."""
    group = spell.target()
    unit = spell.desk.unit(group) if group is not None else None
    if group is not None and unit is not None and unit.has_ability("Undead") and group.wounds:
        yield spell.desk.event(
            Happened.WOUNDED, {"group": group.id, "wounds": 0}, known_to=(group.owner,),
            rules=("UD-SPELL-NECROMANTIC-HEALING-1",), post=spell.place,
        )  # fmt: skip


def blight(spell: Spell) -> Iterator[Event | Question]:
    """A structure that grows food in an occupied Dungeon is gone, or a region's mushrooms (UD-SPELL-BLIGHT-2,
    UD-SPELL-BLIGHT-3)."""
    named, region = spell.action.structure, spell.region
    sites = [site for site in spell.desk.state.sites.values() if site.region == region and site.owner]
    site = min(sites, key=lambda site: site.id, default=None)
    if named is not None and site is not None and site.count(named.name):
        yield spell.desk.event(
            Happened.DESTROYED, {"site": site.id, "name": named.name, "count": 1},
            known_to=(spell.orders.player, site.owner), rules=("UD-SPELL-BLIGHT-2",), post=spell.place,
        )  # fmt: skip
    elif named is None and region is not None and spell.action.targets:
        yield spell.desk.event(
            Happened.BLIGHTED, {"region": str(region)}, known_to=(spell.orders.player,), rules=("UD-SPELL-BLIGHT-3",),
            post=spell.place,
        )  # fmt: skip


def summon(spell: Spell) -> Iterator[Event | Question]:
    """One unit of the kind the caster's entry names, for some weeks (UD-SPELL-SUMMON-1, UD-KOB-18, UD-KOB-19)."""
    unit = spell.desk.unit(spell.caster)
    words = (*(unit.abilities if unit is not None else ()), *spell.caster.abilities)
    kinds = [match["unit"] for word in words if word.startswith("Summon") and (match := _BRACKET.search(word))]
    found = all_units_index(spell.desk.rulebook).find(kinds[0]) if kinds else None
    entry = found.value[0] if found is not None and "random" not in kinds[0].lower() else None
    if entry is None:
        question = spell.desk.question(
            "madspawn",
            (spell.orders.player, spell.place.line),
            f"{spell.caster.unit} of {spell.orders.player} summon.",
            rules=("UD-SPELL-SUMMON-1",), post=spell.place,
        )  # fmt: skip
        if spell.desk.ruling(question) is None:
            yield question
        return
    lasting = Status(SUMMONED, None, {"last_week": spell.desk.week + SUMMONED_WEEKS - 1})
    group = Group(
        spell.desk.new_id(spell.orders.player, "g"), spell.orders.player, entry.name, 1, entry.faction,
        spell.caster.site, spell.caster.region, posture=spell.caster.posture, raised=spell.desk.week,
        statuses=(lasting,),
    )  # fmt: skip
    yield spell.desk.event(
        Happened.GROUP_ENTERED, {"group": write(group)}, known_to=(spell.orders.player,),
        rules=("UD-SPELL-SUMMON-1", "UD-KOB-18"), post=spell.place,
    )  # fmt: skip


def vanish(desk: Desk, group: Group) -> Iterator[Event]:
    """A summoned unit is gone when its weeks are over (UD-KOB-19)."""
    last = next((one.figures.get("last_week", 0) for one in group.statuses if one.name == SUMMONED), None)
    if last is not None and desk.week > last:
        data: dict[str, Json] = {"group": group.id, "unit": group.unit, "count": group.count, "why": "vanished"}
        yield desk.event(Happened.LOST, data, known_to=(group.owner,), rules=("UD-KOB-19",))


def scry(spell: Spell) -> Iterator[Event | Question]:
    """A region as it stood when the week began, hidden units and traps and all, but for what is warded and for
    resources (UD-SPELL-SCRY-1 to UD-SPELL-SCRY-3, UD-ABL-INFILTRATOR-12)."""
    desk, region = spell.desk, spell.region
    if region is None or not spell.action.targets:
        yield desk.void(spell.orders, spell.action.text, "no region is named", spell.place, "UD-SPELL-SCRY-1")
        return
    bands: list[Json] = [
        {"owner": group.owner, "unit": group.unit, "count": group.count, "posture": group.posture.value}
        for group in desk.state.standing_in(region)
        if group.raised != desk.week and not is_under(group, WARDED)
    ]
    sites: list[Json] = [
        {
            "name": site.name, "owner": site.owner, "kind": site.kind.value,
            "structures": [[one.name, one.count] for one in site.standing],
        }
        for site in sorted(desk.state.sites.values(), key=lambda site: site.id)
        if site.region == region
    ]  # fmt: skip
    place = desk.world.place(region) if desk.world is not None else None
    features: list[Json] = [*sorted(place.features)] if place is not None else []
    data: dict[str, Json] = {
        "region": str(region), "by": spell.caster.id, "bands": bands, "sites": sites, "features": features,
    }  # fmt: skip
    rules = ("UD-SPELL-SCRY-1", "UD-SPELL-SCRY-2", "UD-SPELL-SCRY-3")
    yield desk.event(Happened.SCRIED, data, known_to=(spell.orders.player,), rules=rules, post=spell.place)
