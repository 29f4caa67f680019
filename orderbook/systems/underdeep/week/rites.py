"""What each ritual of the Succubi does, and what it needs to do it (UD-SUC-17 to UD-SUC-28)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from orderbook.books.bundle import Bundle
from orderbook.campaign.canonical import Json
from orderbook.campaign.event import Event
from orderbook.campaign.game import Question
from orderbook.systems.underdeep.battle.from_post.wording import stems_of
from orderbook.systems.underdeep.castings import BOUDOIR, WATCHING
from orderbook.systems.underdeep.week.codec import write
from orderbook.systems.underdeep.week.dominion import bind, thralls_of
from orderbook.systems.underdeep.week.kinds import Happened
from orderbook.systems.underdeep.week.scrying import scry
from orderbook.systems.underdeep.week.spell import Spell, hold, part_off, set_status
from orderbook.systems.underdeep.week.state import Group, Site, Status
from orderbook.systems.underdeep.week.values import NOBODY, Kind

GUARDIAN = "Demonic Guardian"
_NEXT_WEEK = Bundle({"Gold": 100})
"""What Dirty Sexy Money brings a week later (UD-SUC-27)."""

Effect = Callable[[Spell], Iterator[Event | Question]]
Hindrance = tuple[str, str]
"""Why something cannot be done, and the rule."""


@dataclass(frozen=True)
class Rite:
    """What a ritual does, and what can stand in its way. ``unaided``: it needs no order that says on whom, so that a
    post may pay for it in another tab and say no more."""

    effect: Effect
    hinders: Callable[[Spell], Hindrance | None] = lambda spell: None
    unaided: bool = False


def strengthen(spell: Spell) -> Iterator[Event | Question]:
    """A ritual on units in the caster's region, for the week (UD-SUC-21 to UD-SUC-24)."""
    yield from hold(spell, spell.name, {}, ("UD-SUC-24",))


def _are_elsewhere(spell: Spell) -> Hindrance | None:
    group = spell.target()
    if group is None:
        return f"there are no {spell.action.unit.text if spell.action.unit else spell.action.object}", "UD-SUC-24"
    if group.region != spell.caster.region:
        return f"{group.unit} are not in {spell.caster.region}", "UD-SUC-24"
    return None


def quicken(spell: Spell) -> Iterator[Event | Question]:
    """+6 Speed for one Succubus (UD-SUC-20)."""
    target = spell.target()
    if target is not None and target.count > 1:
        spell.roster.chosen, parting = part_off(spell.desk, target, 1)
        if parting is not None:
            yield parting
        target = spell.desk.state.groups[spell.roster.chosen]
    one = (
        target if target is not None and target.unit == spell.caster.unit else spell.desk.state.groups[spell.caster.id]
    )
    yield set_status(spell, one, Status(spell.name, spell.desk.week, {"speed": 6}), ("UD-SUC-20",))


def call(spell: Spell) -> Iterator[Event | Question]:
    """Another Succubus is with the caster at once (UD-SUC-19)."""
    other = _sister(spell)
    assert other is not None and spell.caster.region is not None
    name, parting = part_off(spell.desk, other, 1)
    if parting is not None:
        yield parting
    data: dict[str, Json] = {
        "group": name, "region": str(spell.caster.region), "site": spell.caster.site,
        "posture": spell.caster.posture.value, "came_from": None,
    }  # fmt: skip
    yield spell.desk.event(
        Happened.MOVED, data, known_to=(spell.orders.player,), rules=("UD-SUC-19",), post=spell.place
    )


def _sister(spell: Spell) -> Group | None:
    """The Succubus elsewhere who is called: the one that is named, else the first."""
    others = [
        one
        for one in spell.desk.state.groups_of(spell.orders.player)
        if one.unit == spell.caster.unit and one.id != spell.caster.id and one.region != spell.caster.region
    ]
    named = [one for one in others if one.person and one.person.lower() in spell.action.object.lower()]
    there = [one for one in others if one.region is not None and one.region in _places(spell)]
    return next(iter(named or there or others), None)


def _places(spell: Spell) -> set[object]:
    return {spell.roster.region_of(spot) for spot in spell.action.targets}


def _nobody_comes(spell: Spell) -> Hindrance | None:
    if _sister(spell) is None or spell.caster.region is None:
        return "no other Succubus can come", "UD-SUC-19"
    return None


def watch(spell: Spell) -> Iterator[Event | Question]:
    """She has the spell Scry for the week, and casts it at once where the order names a region (UD-SUC-18)."""
    yield set_status(spell, spell.desk.state.groups[spell.caster.id], Status(WATCHING, spell.desk.week), ("UD-SUC-18",))
    if any(spell.roster.region_of(spot) is not None for spot in spell.action.targets):
        yield from scry(spell)


def bring_back(spell: Spell) -> Iterator[Event | Question]:
    """One of the banished, by a die of several, is with the caster; what she carried is not (UD-SUC-17)."""
    desk, player = spell.desk, spell.orders.player
    lost = [one for one in desk.state.players[player].fallen for _ in range(one.count)]
    rolls = [desk.rolls.roll(f"who comes back to {player} by {spell.name}", len(lost))] if len(lost) > 1 else []
    one = lost[rolls[0].roll - 1 if rolls else 0]
    back = replace(
        one, id=desk.new_id(player, "g"), count=1, site=spell.caster.site, region=spell.caster.region,
        place=spell.caster.place, posture=spell.caster.posture,
    )  # fmt: skip
    data: dict[str, Json] = {"player": player, "fallen": one.id, "group": write(back)}
    yield desk.event(Happened.RETURNED, data, known_to=(player,), rules=("UD-SUC-17",), post=spell.place, rolls=rolls)


def _nobody_is_lost(spell: Spell) -> Hindrance | None:
    if not spell.desk.state.players[spell.orders.player].fallen:
        return "no Succubus is banished", "UD-SUC-17"
    return None


def summon_guardian(spell: Spell) -> Iterator[Event | Question]:
    """A Demonic Guardian beside the caster (UD-SUC-13, UD-SUC-25)."""
    desk, player = spell.desk, spell.orders.player
    faction = desk.faction_of(player)
    group = Group(
        desk.new_id(player, "g"), player, GUARDIAN, 1, faction.name if faction is not None else "", spell.caster.site,
        spell.caster.region, spell.caster.place, spell.caster.posture, raised=desk.week,
    )  # fmt: skip
    yield desk.event(
        Happened.GROUP_ENTERED, {"group": write(group)}, known_to=(player,), rules=("UD-SUC-25",), post=spell.place
    )


def keep_for_good(spell: Spell) -> Iterator[Event | Question]:
    """Whom she has under lasting control is hers until she is banished or lets it go (UD-SUC-26)."""
    thrall = _thrall(spell)
    assert thrall is not None
    yield from bind(spell.desk, thrall, spell.caster, spell.place)


def _thrall(spell: Spell) -> Group | None:
    """The creature under her lasting control that is meant: beside her, the one that is named, else the first."""
    there = [one for one in thralls_of(spell.desk, spell.caster) if one.region == spell.caster.region]
    said = spell.words | (stems_of(spell.action.unit.name) if spell.action.unit is not None else frozenset())
    named = [one for one in there if stems_of(f"{one.unit} {one.person}") & said]
    best = max(named, key=lambda one: len(stems_of(f"{one.unit} {one.person}") & said), default=None)
    return best if best is not None or said else next(iter(there), None)


def _nobody_obeys(spell: Spell) -> Hindrance | None:
    if _thrall(spell) is None:
        return "nobody there is under her lasting control", "UD-SUC-26"
    return None


def promise(spell: Spell) -> Iterator[Event | Question]:
    """100 Gold more income the week after (UD-SUC-27)."""
    data: dict[str, Json] = {"player": spell.orders.player, "ritual": spell.name, "coming": dict(_NEXT_WEEK)}
    yield spell.desk.event(
        Happened.INCOME_PROMISED, data, known_to=(spell.orders.player,), rules=("UD-SUC-27",), post=spell.place
    )


def furnish(spell: Spell) -> Iterator[Event | Question]:
    """A Succubus Boudoir in the Dungeon where she is; whoever holds that sees it (UD-SUC-28)."""
    site = _host(spell)
    assert site is not None
    faction = spell.desk.faction_of(spell.orders.player)
    data: dict[str, Json] = {
        "site": site.id, "name": BOUDOIR, "count": 1, "faction": faction.name if faction is not None else "",
    }  # fmt: skip
    yield spell.desk.event(
        Happened.ROOM_GIVEN, data, known_to=(spell.orders.player, site.owner), rules=("UD-SUC-28",), post=spell.place
    )


def _host(spell: Spell) -> Site | None:
    """The established Dungeon where the caster is: the one whose garrison she is in before others of the region."""
    here = [
        site
        for site in sorted(spell.desk.state.sites.values(), key=lambda site: (site.id != spell.caster.site, site.id))
        if site.region == spell.caster.region and site.region is not None
    ]
    return next((site for site in here if _is_established(site) and not site.count(BOUDOIR)), None)


def _is_established(site: Site) -> bool:
    return site.kind is Kind.DUNGEON and site.founding is None and site.owner != NOBODY


def _no_dungeon(spell: Spell) -> Hindrance | None:
    if _host(spell) is None:
        return "there is no established Dungeon without a Boudoir where she is", "UD-SUC-28"
    return None


RITES: Mapping[str, Rite] = {
    "Back For More": Rite(bring_back, _nobody_is_lost, unaided=True),
    "I Like To Watch": Rite(watch, unaided=True),
    "Come Hither": Rite(call, _nobody_comes),
    "Lickety Split": Rite(quicken),
    "I Like It Rough": Rite(strengthen, _are_elsewhere),
    "Ready For Action": Rite(strengthen, _are_elsewhere),
    "Pret-a-Porter": Rite(strengthen, _are_elsewhere),
    "Good Boy": Rite(summon_guardian, unaided=True),
    "Kneel Before Me": Rite(keep_for_good, _nobody_obeys, unaided=True),
    "Dirty Sexy Money": Rite(promise, unaided=True),
    "Home Sweet Home": Rite(furnish, _no_dungeon, unaided=True),
}
"""Every ritual of the rulebook; of others that a campaign adds the game master is asked."""
