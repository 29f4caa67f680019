"""A spell or ritual as it is cast: by whom, on whom, where; how something holds for its target (UD-SPELL, UD-SUC)."""

from __future__ import annotations

import re
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

_COUNTED = re.compile(r"\b([1-9][0-9]{0,5})\s+[A-Za-z]")
_SELF = frozenset(
    ("on", "the", "herself", "himself", "itself", "themselve", "self", "him", "her", "them", "it", "and", "a")
)


@dataclass
class Spell:
    """A spell being cast: by whom, with which order; ``text`` is the line that says so."""

    desk: Desk
    orders: PlayerOrders
    roster: Roster
    order: Order
    action: Action
    caster: Group
    name: str
    place: PostPlace
    text: str = ""

    @property
    def region(self) -> Region | None:
        """The region that is named, else the caster's."""
        for spot in self.action.targets:
            region = self.roster.region_of(spot)
            if region is not None:
                return region
        return self.caster.region

    @property
    def words(self) -> frozenset[str]:
        """The words that tell on whom it is cast, each by its stem; places that are none are words, too."""
        strange = [spot.text for spot in self.action.targets if self.roster.region_of(spot) is None]
        return frozenset(stems_of(" ".join((self.action.object, *strange)))) - _SELF

    @property
    def number(self) -> int | None:
        """On how many units the order says it is cast; None where it does not."""
        if self.action.unit is not None:
            return self.action.count
        match = _COUNTED.search(self.action.object)
        return int(match[1]) if match is not None else self.action.count

    def target(self) -> Group | None:
        """The friendly regiment it is cast on: the largest of the type that is named, those beside the caster first.

        Where no own one is meant, Invisibility may fall on another's beside the caster (UD-SPELL-INVISIBILITY-1;
        setting invisibility-target).
        """
        named, words = self.action.unit, self.words
        if named is None and not words:
            return self.desk.state.groups.get(self.caster.id)
        own = [one for one in self.desk.state.groups_of(self.orders.player) if not one.double_of]
        found = self._meant(own)
        region = self.caster.region
        is_for_any = self.name == "Invisibility" and self.desk.options.chose("invisibility-target", "any")
        if found is None and is_for_any and region is not None:
            found = self._meant([one for one in self.desk.state.standing_in(region) if one.site is None])
        return found

    def _meant(self, own: list[Group]) -> Group | None:
        """Whom of these the order names."""
        named, words = self.action.unit, self.words
        persons = [one for one in own if one.person and stems_of(one.person) & words]
        if named is not None:
            alike = [one for one in own if one.unit == unit_key(named)]
        else:
            alike = persons or [one for one in own if stem_of(one.unit) in words or stems_of(one.unit) <= words]
        alike = [one for one in alike if one.rank is None] or alike
        return max(alike, key=lambda one: (one.region == self.caster.region, one.count, one.id), default=None)


def set_status(spell: Spell, group: Group, status: Status, rules: tuple[str, ...]) -> Event:
    data: dict[str, Json] = {"group": group.id, "status": write(status)}
    return spell.desk.event(
        Happened.STATUS_SET, data, known_to=(spell.orders.player, group.owner), rules=rules, post=spell.place
    )


def part_off(desk: Desk, group: Group, count: int) -> tuple[str, Event | None]:
    """So many of a group as one of their own: its id, and what parts them, None where they are all there are."""
    if count >= group.count:
        return group.id, None
    in_debt = max(count - (group.count - group.owing), 0)
    part = replace(
        group, id=desk.new_id(group.owner, "g"), count=count, wounds=0, unpaid=limit_unpaid(group.unpaid, in_debt)
    )
    data: dict[str, Json] = {"group": group.id, "part": write(part)}
    return part.id, desk.event(Happened.SPLIT, data, known_to=(group.owner,), rules=("UD-REG-02",))


def take_regiment(spell: Spell) -> Iterator[Event]:
    """Those it is cast on, as one regiment: as many as the order says, or all that one holds; ``chosen`` is who."""
    group = spell.target()
    spell.roster.chosen = None
    if group is not None:
        number = min(spell.number or REGIMENT_AT_MOST, group.count)
        spell.roster.chosen, parting = part_off(spell.desk, group, number)
        if parting is not None:
            yield parting


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
