"""What an order is aimed at: the site that is meant, the settlement that is named, and the deeds a verb comes to there.

UD-ORD-30 to UD-ORD-33; what is stormed, besieged, garrisoned, dug under, foraged, scavenged.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from orderbook.campaign.event import Event
from orderbook.rulebook.names import is_named
from orderbook.systems.underdeep.battle.reading.conditions import parse_condition
from orderbook.systems.underdeep.post.orders.model import Action, Order, Verb
from orderbook.systems.underdeep.tombs import speaks_of_tombs
from orderbook.systems.underdeep.week.battle_orders import plain_condition
from orderbook.systems.underdeep.week.desk import Desk
from orderbook.systems.underdeep.week.entrances import is_invisible
from orderbook.systems.underdeep.week.movement import Deed, DeedKind
from orderbook.systems.underdeep.week.movement.deeds import GRAVEYARD
from orderbook.systems.underdeep.week.movement.orders import WITHDRAW, Step
from orderbook.systems.underdeep.week.orders import PlayerOrders
from orderbook.systems.underdeep.week.people import find_player
from orderbook.systems.underdeep.week.settlements import (
    discover as put_on_record,
)
from orderbook.systems.underdeep.week.settlements import (
    may_be_settled,
    settlement_in,
    speaks_of_settlement,
)
from orderbook.systems.underdeep.week.squads import Roster
from orderbook.systems.underdeep.week.state import Site
from orderbook.systems.underdeep.week.theatre import Names, structures_of
from orderbook.systems.underdeep.week.values import NOBODY
from orderbook.systems.underdeep.world.region import Region, parse_region

SETTLE = {Verb.GARRISON: DeedKind.GARRISON, Verb.ENTRENCH: DeedKind.ENTRENCH, Verb.BESIEGE: DeedKind.ENTRENCH,
           Verb.AMBUSH: DeedKind.AMBUSH, Verb.INVESTIGATE: DeedKind.INVESTIGATE}  # fmt: skip
GATHER = {Verb.FORAGE: DeedKind.FORAGE, Verb.FISH: DeedKind.FISH, Verb.SCAVENGE: DeedKind.SCAVENGE}
TAKE = (Verb.CAPTURE, Verb.SACK, Verb.RAZE)
_STORMS = re.compile(
    r"\b(?:assault\w*|storm\w*|raid\w*|dungeons?|outposts?|warrens?|clanholds?|oubliettes?|walls?|gates?|garrisons?|"
    r"palisades?)\b",
    re.IGNORECASE,
)
_REGION_BEHIND = re.compile(r"\s*\([^()]*\)\s*$")
_OF_THE_TOWN = re.compile(r"^(?:the\s+)?(?:settlement|town|village|hamlet|city)\s+(?:of\s+)?", re.IGNORECASE)
_SHUNS = re.compile(
    r"\b(?:withdraw\w*|retreat\w*|fall\w*\s+back|flee\w*|avoid\w*|pull\w*\s+(?:back|out))\b", re.IGNORECASE
)


def words_of(action: Action) -> str:
    """All that an action says, in small letters."""
    return " ".join((action.text, action.object, *(spot.text for spot in action.targets))).lower()


def _keeps_away(order: Order) -> bool:
    """Whether investigators are told to withdraw from what is hostile, and not only when a battle goes badly."""
    told = [text for text in order.conditions if _SHUNS.search(text)]
    told += [text for text in order.conditions if any(order.does(Verb.RETREAT)) and text not in told]
    return any(parse_condition(plain_condition(text)) is None for text in told)


class Aims:
    """Reads what the orders of a player are aimed at. ``roster`` knows the places of the post."""

    def __init__(self, desk: Desk, orders: PlayerOrders, names: Names, roster: Roster) -> None:
        self.desk, self.orders, self.names, self.roster = desk, orders, names, roster

    def site_meant(self, action: Action, at: Region) -> Site | None:
        """The site an action is about: one it names, else a stranger's where they are, if it speaks of storming one."""
        spots = [site for spot in action.targets if (site := self.roster.site_at(spot)) is not None]
        if spots:
            return spots[-1]
        said = words_of(action)
        there = [
            site
            for site in sorted(self.desk.state.sites.values(), key=lambda site: site.id)
            if site.region == at and (site.owner != self.orders.player or action.verb is Verb.GARRISON)
            if not site.is_ruin
        ]
        town = next((site for site in there if site.is_settlement), None)
        if town is not None and action.verb is not Verb.GARRISON and speaks_of_settlement(said):
            return town
        named = [site for site in there if is_named(said, site.name)]
        if named or action.verb in (Verb.GARRISON, Verb.AMBUSH, Verb.ENTRENCH):
            return named[0] if named else None
        storms = action.verb in (*TAKE, Verb.BESIEGE) or _STORMS.search(said) is not None
        digs = action.verb in (Verb.TUNNEL, Verb.LAY_CHARGES)
        return there[0] if there and ((storms and "prisoner" not in said) or digs) else None

    def settlement_named(self, action: Action) -> Site | None:
        """A settlement elsewhere that an action calls by its name ("storm Applebarrow")."""
        said = words_of(action)
        named = [
            site
            for site in sorted(self.desk.state.sites.values(), key=lambda site: site.id)
            if site.is_settlement and is_named(said, site.name)
        ]
        return named[0] if len(named) == 1 else None

    def discover(self, action: Action, at: Region) -> Iterator[Event]:
        """A settlement that an order speaks of where none is on record comes on record (UD-RAI-01)."""
        spot = next((spot for spot in action.targets if spot.where == at), None)
        name = _REGION_BEHIND.sub("", spot.text).strip() if spot is not None else ""
        name = "" if parse_region(name) is not None else name
        meant = speaks_of_settlement(words_of(action)) or bool(name) or action.text.lower().startswith("raid")
        if meant and may_be_settled(self.desk, at):
            event = put_on_record(self.desk, at, _OF_THE_TOWN.sub("", name))
            yield event
            site = self.desk.state.sites[f"{NOBODY}/s-{at}"]
            self.names.add(site)

    def robs_graves(self, action: Action, at: Region) -> bool:
        """Whether Bodies are scavenged out of graves, of which the game master is asked (UD-BDY-01, UD-BDY-04)."""
        facts = self.desk.state.facts_of(at)
        known = facts.bodies > 0 or facts.graves is not None or settlement_in(self.desk, at) is not None
        return action.verb is Verb.SCAVENGE and (known or speaks_of_tombs(words_of(action)))

    def _call(self, site: Site, action: Action) -> str | None:
        """What movement calls a site; "" for one that nobody finds, where the order does not name it: what became of
        the order must not tell its name (UD-KOB-47)."""
        said = " ".join((action.object, *(spot.text for spot in action.targets)))
        found = site.owner == self.orders.player or is_named(said, site.name)
        hidden = any(is_invisible(entry) for entry, _ in structures_of(self.desk, site))
        return "" if hidden and not found else self.names.of(site.id)

    def deeds(self, order: Order, action: Action, at: Region, hostile: set[str]) -> list[Step]:
        verb = action.verb
        owner = find_player(self.desk, action.object, but=self.orders.player) if action.object else None
        site = self.site_meant(action, at)
        name = self._call(site, action) if site is not None else None
        if owner is not None and verb in (Verb.ATTACK, Verb.BESIEGE, Verb.AMBUSH, *TAKE):
            hostile.add(owner)
        if verb is Verb.BESIEGE and site is not None:
            hostile.update({site.owner} - {NOBODY})
        if verb in SETTLE:
            return [Deed(SETTLE[verb], at=at, target=self._target_of(order, action, site, name or "", owner or ""))]
        if verb in GATHER:
            if self.desk.world is None and not self.robs_graves(action, at):
                return []
            return [Deed(GATHER[verb], self._speed(order, action), at)]
        if verb is Verb.TUNNEL:
            return [Deed(DeedKind.TUNNEL, self._speed(order, action), at, target=name or "")]
        if verb is Verb.LAY_CHARGES:
            said = " ".join((action.text, action.object, *(spot.text for spot in action.targets))).lower()
            bridge = "bridge" if "bridge" in said else name or ""
            return [Deed(DeedKind.LAY_CHARGES, self._speed(order, action), at, target=bridge)]
        if verb is Verb.ATTACK or verb in TAKE:
            if site is not None and site.owner != self.orders.player:
                hostile.update({site.owner} - {NOBODY})
                return [Deed(DeedKind.ASSAULT, at=at, target=name or "")]
            return [Deed(DeedKind.ATTACK, at=at, target=owner or "")] if verb is Verb.ATTACK else []
        return []

    def _target_of(self, order: Order, action: Action, site: Site | None, name: str, owner: str) -> str:
        """What units settle down at, or for: a site to be garrisoned or besieged, an owner to be ambushed, tombs."""
        if action.verb is Verb.GARRISON:
            return name
        if action.verb is Verb.AMBUSH:
            return owner
        if action.verb is Verb.BESIEGE:
            return name
        if action.verb is Verb.ENTRENCH and speaks_of_tombs(words_of(action)):
            return GRAVEYARD
        return WITHDRAW if action.verb is Verb.INVESTIGATE and _keeps_away(order) else ""

    def _speed(self, order: Order, action: Action) -> int:
        """The Speed a deed gets: as written for it, or for the whole order if there is nothing else; else 1."""
        if action.speed is not None:
            return action.speed
        total = order.total.value if order.total is not None else None
        return total if total is not None and len(order.actions) == 1 else 1
