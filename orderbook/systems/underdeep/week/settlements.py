"""Settlements of the Surface: found by orders, defended, raided, held and given up (UD-RAI).

A settlement is a site of nobody, or of the player who has seized it. Who defends it is told by the map, or asked when
it is assaulted: each assault lets the game master say what has been added to its strength since (UD-RAI-04, UD-RAI-12).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from orderbook.campaign.canonical import Json
from orderbook.campaign.event import EVERYBODY, Event, LoggedRoll
from orderbook.campaign.faults import CampaignError
from orderbook.campaign.game import Question
from orderbook.dice.model import DiceError
from orderbook.systems.underdeep.battle.aftermath.raid import Fate, Raid, Settlement, give_up, raid
from orderbook.systems.underdeep.battle.aftermath.spoils import SpoilsError
from orderbook.systems.underdeep.week.codec import write
from orderbook.systems.underdeep.week.desk import Desk
from orderbook.systems.underdeep.week.forces import Force, ForcesError, Works, read_forces, read_works, split_parts
from orderbook.systems.underdeep.week.goods import read_goods
from orderbook.systems.underdeep.week.kinds import Happened
from orderbook.systems.underdeep.week.loot import dice_of, read_loot
from orderbook.systems.underdeep.week.movement import Battle
from orderbook.systems.underdeep.week.questions import make_question_id
from orderbook.systems.underdeep.week.state import Group, Site, in_order
from orderbook.systems.underdeep.week.values import NOBODY, Kind, Posture
from orderbook.systems.underdeep.week.wilds import enter_forces
from orderbook.systems.underdeep.world.region import Region

FATES: Mapping[str, Fate] = {"sack": Fate.SACKED, "seize": Fate.SEIZED, "raze": Fate.RAZED}
"""What the victor has to choose from, as it is answered (UD-RAI-05)."""

_TOWN = re.compile(
    r"\b(?:settlements?|towns?|villages?|hamlets?|cit(?:y|ies)|farmsteads?|farms?|townsfolk|villagers?|militia)\b",
    re.IGNORECASE,
)


def speaks_of_settlement(text: str) -> bool:
    """Whether words mean a settlement of the Surface."""
    return _TOWN.search(text) is not None


def settlement_in(desk: Desk, region: Region | None) -> Site | None:
    """The settlement in a region."""
    return next(
        (site for site in in_order(desk.state.sites.values()) if site.is_settlement and site.region == region), None
    )


def may_be_settled(desk: Desk, region: Region) -> bool:
    """Whether there may be a settlement in a region of which none is on record: on the Surface, where no map says
    otherwise."""
    if region.layer != "Surface" or settlement_in(desk, region) is not None:
        return False
    place = desk.world.place(region) if desk.world is not None else None
    return place is None or not place.declared or "settlement" in place.features


def discover(desk: Desk, region: Region, name: str) -> Event:
    """A settlement that orders speak of, and of which nothing was on record (UD-RAI-01)."""
    place = desk.world.place(region) if desk.world is not None else None
    called = name or (place.name if place is not None else "") or f"The settlement in {region}"
    people = place.dwellers.people if place is not None else ""
    site = Site(f"{NOBODY}/s-{region}", called, NOBODY, Kind.SETTLEMENT, region, people, loot=dice_of(people))
    return desk.event(Happened.SITE_ENTERED, {"site": write(site)}, rules=("UD-RAI-01",))


# -- who defends it ---------------------------------------------------------------------------------------------


def muster_guard(desk: Desk, site: Site) -> Iterator[Event | Question]:
    """Asks who defends a settlement of its own people, where that is not known (UD-RAI-03, UD-RAI-04, UD-RAI-12)."""
    if site.guarded or site.owner or site.region is None:
        return
    there = [f"{group.count} {group.unit}" for group in desk.state.garrison(site.id)]
    left = (
        f" Of those who defended it there are left: {', '.join(there)}; name those who come to them." if there else ""
    )
    question = desk.question(
        "settlement-defences",
        (site.name, str(site.region)),
        f"{site} is set upon.{left} Answer with numbers and names, as in 40 Militia, Palisade; or nobody.",
        rules=("UD-RAI-03", "UD-RAI-04", "UD-RAI-12"),
    )
    answer = desk.ruling(question)
    if answer is None:
        yield question
        return
    forces, works = _read_defences(desk, question, answer)
    yield from enter_forces(desk, forces, site.region, site, ruling=question.id)
    for one in works:
        data: dict[str, Json] = {"site": site.id, "name": one.name, "count": one.count, "faction": one.faction}
        yield desk.event(Happened.WORKS_STAND, data, ruling=question.id, rules=("UD-RAI-04",))
    yield desk.event(Happened.SETTLEMENT_GUARDED, {"site": site.id, "known": True}, ruling=question.id)


def awaits_guard(desk: Desk, site: Site) -> bool:
    """Whether the game master has been asked who defends a settlement, and has not said: nothing follows as yet."""
    question = make_question_id("settlement-defences", (site.name, str(site.region)))
    return question in desk.asked and question not in desk.rulings


def _read_defences(desk: Desk, question: Question, answer: str) -> tuple[list[Force], list[Works]]:
    """Troops and structures out of an answer. Raises ``CampaignError`` for words that are neither."""
    forces: list[Force] = []
    works: list[Works] = []
    for part in split_parts(answer.split(";")[0]):
        try:
            works += read_works([part], desk.rulebook)
        except ForcesError:
            try:
                forces += read_forces([part], desk.rulebook)
            except ForcesError as error:
                raise CampaignError(f"the ruling on {question.id} cannot be used: {error}") from error
    return forces, works


# -- the raid ---------------------------------------------------------------------------------------------------


def loot_of(desk: Desk, site: Site) -> Iterator[Event | Question]:
    """Asks for the dice of a settlement of which they are not known (UD-RAI-09)."""
    if site.loot:
        return
    question = desk.question(
        "settlement-loot",
        (site.name, str(site.region)),
        f"{site} is raided. Answer usual, Halfling, or dice, as in Gold 1d6 x 1d100, Metal 2d100, Food 1d100.",
        rules=("UD-RAI-06", "UD-RAI-09"),
    )
    answer = desk.ruling(question)
    if answer is None:
        yield question
        return
    said = answer.split(";")[0]
    dice: Mapping[str, str] = dice_of("Halfling" if "halfling" in said.lower() else "most")
    if any(char.isdigit() for char in said):
        try:
            dice = read_loot("", [said])
        except ForcesError as error:
            raise CampaignError(f"the ruling on {question.id} cannot be used: {error}") from error
    yield desk.event(Happened.SETTLEMENT_VALUED, {"site": site.id, "loot": dict(dice)}, ruling=question.id)


def roll_raid(
    desk: Desk, site: Site, winner: str, fate: Fate, *, takes_prisoners: bool
) -> tuple[Raid, list[LoggedRoll]]:
    """What a won assault brings (UD-RAI-06 to UD-RAI-08, UD-RAI-11), with its dice.

    A settlement that another player holds has been emptied by him: there is nothing more to take.
    """
    until = max(site.rebuilding, desk.week if site.owner else 0)
    told, faction = Settlement(site.name, site.loot, until), desk.faction_of(winner)
    by_orcs = faction is not None and "orc" in faction.name.lower().split()
    rolled = len(desk.rolls.dice.log)
    try:
        result = raid(
            desk.rolls.dice, told, winner, desk.week, fate, desk.options, by_orcs=by_orcs,
            takes_prisoners=takes_prisoners,
        )  # fmt: skip
    except (DiceError, SpoilsError) as error:
        raise CampaignError(str(error)) from error
    rolls = [LoggedRoll(roll.what, roll.sides, roll.result) for roll in desk.rolls.dice.log[rolled:]]
    return result, rolls


def settle_fate(
    desk: Desk, battle: Battle, site: Site, winner: str, result: Raid, fate: Fate, ruling: str | None
) -> Iterator[Event]:
    """The settlement after the raid: sacked, held by those who took it, or gone (UD-RAI-10, UD-RAI-13, UD-RAI-14)."""
    for name in battle.bands.get(NOBODY, ()):
        group = desk.state.groups.get(name)
        if group is not None:  # its people have fled to other places
            data: dict[str, Json] = {"group": name, "unit": group.unit, "count": group.count, "why": "scattered"}
            yield desk.event(Happened.LOST, data, rules=("UD-RAI-13",), ruling=ruling)
    if fate is Fate.RAZED:
        yield desk.event(
            Happened.SITE_RAZED, {"site": site.id, "name": site.name}, known_to=(EVERYBODY,), rules=("UD-RAI-13",),
            ruling=ruling,
        )  # fmt: skip
    elif fate is Fate.SACKED:
        yield _leave(desk, site, result.settlement.rebuilding_until, ("UD-RAI-10", "UD-RAI-11"), ruling)
    else:
        yield desk.event(
            Happened.SITE_TAKEN, {"site": site.id, "owner": winner, "week": desk.week}, known_to=(EVERYBODY,),
            rules=("UD-RAI-14",), ruling=ruling,
        )  # fmt: skip
        for name in battle.bands.get(winner, ()):
            group = desk.state.groups.get(name)
            if group is not None and group.region == site.region:
                yield _garrison(desk, group, site)


def _garrison(desk: Desk, group: Group, site: Site) -> Event:
    data: dict[str, Json] = {
        "group": group.id, "region": str(site.region), "site": site.id, "posture": Posture.GARRISONED.value,
        "came_from": str(group.came_from) if group.came_from is not None else None,
    }  # fmt: skip
    return desk.event(Happened.MOVED, data, known_to=(group.owner,), rules=("UD-RAI-14",))


def _leave(desk: Desk, site: Site, until: int, rules: tuple[str, ...], ruling: str | None = None) -> Event:
    data: dict[str, Json] = {"site": site.id, "until": until}
    return desk.event(Happened.SETTLEMENT_REBUILDS, data, known_to=(EVERYBODY,), rules=rules, ruling=ruling)


# -- held -------------------------------------------------------------------------------------------------------


def run_income(desk: Desk) -> Iterator[Event | Question]:
    """What a settlement that is held yields, in the game master's words: "10 Food, 5 Gold", or nothing (UD-RAI-16)."""
    for player in desk.playing():
        for site in desk.state.sites_of(player):
            if not site.is_settlement:
                continue
            question = desk.question(
                "settlement-income",
                (player, site.name),
                f"{player} holds {site}. Answer with amounts, as in 10 Food, 5 Gold; or nothing.",
                rules=("UD-RAI-16",),
            )
            answer = desk.ruling(question)
            if answer is None:
                yield question
                continue
            income = read_goods(answer.split(";")[0])
            if income:
                data: dict[str, Json] = {"player": player, "amounts": dict(income), "text": f"{site.name}"}
                yield desk.event(Happened.GRANTED, data, known_to=(player,), rules=("UD-RAI-16",), ruling=question.id)


def run_departures(desk: Desk) -> Iterator[Event | Question]:
    """A settlement without troops of its holder is its own again at once, and rebuilds as after a sack (UD-RAI-19)."""
    for site in in_order(desk.state.sites.values()):
        if not site.is_settlement or not site.owner or site.region is None:
            continue
        if not any(group.owner == site.owner for group in desk.state.standing_in(site.region)):
            free = give_up(Settlement(site.name, site.loot, site.rebuilding, site.owner), desk.week)
            yield _leave(desk, site, free.rebuilding_until, ("UD-RAI-19",))
