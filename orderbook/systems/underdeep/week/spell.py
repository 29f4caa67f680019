"""A spell or ritual as it is cast: by whom, on whom, where; how something holds for its target (UD-SPELL, UD-SUC)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from orderbook.campaign.canonical import Json
from orderbook.campaign.event import Event, PostPlace
from orderbook.systems.underdeep.battle.from_post.wording import stem_of, stems_of
from orderbook.systems.underdeep.checks.troops import unit_key
from orderbook.systems.underdeep.post.orders.model import Action, Order
from orderbook.systems.underdeep.regiments import REGIMENT_AT_MOST
from orderbook.systems.underdeep.week.codec import write
from orderbook.systems.underdeep.week.desk import Desk
from orderbook.systems.underdeep.week.folds.groups import limit_unpaid
from orderbook.systems.underdeep.week.kinds import Happened
from orderbook.systems.underdeep.week.orders import PlayerOrders
from orderbook.systems.underdeep.week.squads import Roster
from orderbook.systems.underdeep.week.state import Group, Status
from orderbook.systems.underdeep.world.region import Region

_SELF = frozenset(
    ("on", "the", "herself", "himself", "itself", "themselve", "self", "him", "her", "them", "it", "and", "a")
)


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


def set_status(spell: Spell, group: Group, status: Status, rules: tuple[str, ...]) -> Event:
    data: dict[str, Json] = {"group": group.id, "status": write(status)}
    return spell.desk.event(
        Happened.STATUS_SET, data, known_to=(spell.orders.player, group.owner), rules=rules, post=spell.place
    )


def take_regiment(spell: Spell) -> Iterator[Event]:
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


def hold(spell: Spell, status: str, figures: Mapping[str, int], rules: tuple[str, ...]) -> Iterator[Event]:
    """Something holds for the target for the rest of the week."""
    yield from take_regiment(spell)
    group = spell.desk.state.groups.get(spell.roster.chosen or "")
    if group is None:
        named = spell.action.unit.text if spell.action.unit is not None else "them"
        why = f"there are no {named} to cast it on"
        yield spell.desk.void(spell.orders, spell.action.text, why, spell.place, rules[0])
        return
    yield set_status(spell, group, Status(status, spell.desk.week, dict(figures)), rules)
