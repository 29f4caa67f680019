"""Who is met on the march beside other players: asked before it, and settled while it is played.

Before anybody moves the game master is asked how many Bodies lie in graves that are to be robbed (UD-BDY-04), who
defends a settlement that is to be assaulted (UD-RAI-03), and who lives where somebody looks (UD-MOV-20, UD-TER-04).
While they move, wandering monsters may set upon those who come by (UD-BAT-06); that is asked where they meet.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Generator, Iterable, Iterator

from orderbook.campaign.canonical import Json
from orderbook.campaign.event import Event, PostPlace
from orderbook.campaign.faults import CampaignError
from orderbook.campaign.game import Question
from orderbook.dice.model import Dice
from orderbook.systems.underdeep.week.desk import Desk
from orderbook.systems.underdeep.week.kinds import Happened
from orderbook.systems.underdeep.week.movement import Band, Deed, DeedKind, Ground, Kind, Movement, Orders, move_week
from orderbook.systems.underdeep.week.questions import YES_NO, is_yes
from orderbook.systems.underdeep.week.settlements import muster_guard
from orderbook.systems.underdeep.week.squads import Squad
from orderbook.systems.underdeep.week.theatre import Names
from orderbook.systems.underdeep.week.values import NOBODY
from orderbook.systems.underdeep.week.wilds import creatures_in, meet_dwellers
from orderbook.systems.underdeep.world.region import Region


def run_questions(desk: Desk, names: Names, squads: Iterable[Squad]) -> Iterator[Event | Question]:
    """Asks what has to be known before anybody moves, each thing once."""
    asked: set[str] = set()
    for squad in squads:
        for step in squad.steps:
            if not isinstance(step, Deed) or step.at is None:
                continue
            if step.kind is DeedKind.SCAVENGE:
                yield from _count_graves(desk, step.at, asked)
            elif step.kind is DeedKind.ASSAULT:
                site = desk.state.sites.get(names.id(step.target) or "")
                if site is not None and site.is_settlement and site.id not in asked:
                    asked.add(site.id)
                    yield from muster_guard(desk, site)
            elif step.kind is DeedKind.INVESTIGATE and not creatures_in(desk, step.at):
                yield from _look_around(desk, squad, step.at, asked)


def _look_around(desk: Desk, squad: Squad, region: Region, asked: set[str]) -> Iterator[Event | Question]:
    group = desk.state.groups[squad.group]
    place = PostPlace(group.owner, desk.week, squad.line) if squad.line is not None else None
    question = desk.question(
        "wild-dwellers",
        (group.owner, str(region), place.line if place is not None else squad.group),
        f"{desk.named(squad.count, group.unit)} of {group.owner} investigate in {region}. "
        "Answer with numbers and names of creatures that are hostile, as in 6 Ogre, or in words.",
        rules=("UD-MOV-19", "UD-MOV-20"),
        post=place,
    )
    if question.id not in asked:
        asked.add(question.id)
        yield from meet_dwellers(desk, region, question)


def _count_graves(desk: Desk, region: Region, asked: set[str]) -> Iterator[Event | Question]:
    """How many Bodies a graveyard holds: told once by the map or the game master, and drawn on from then (UD-BDY-04).

    Raises ``CampaignError`` for an answer without a number.
    """
    place = desk.world.place(region) if desk.world is not None else None
    if desk.state.facts_of(region).graves is not None or str(region) in asked:
        return
    town = any(site.is_settlement and site.region == region for site in desk.state.sites.values())
    if place is not None and not (place.has_graves or town):
        return
    asked.add(str(region))
    question = desk.question(
        "graveyards", (str(region),), f"Graves in {region} are robbed. Answer with a number.", rules=("UD-BDY-04",)
    )
    answer = desk.ruling(question)
    if answer is None:
        yield question
        return
    data: dict[str, Json] = {"region": str(region), "count": read_number(question, answer)}
    yield desk.event(Happened.GRAVES_COUNTED, data, rules=("UD-BDY-04",), ruling=question.id)


def read_number(question: Question, answer: str) -> int:
    """The first whole number of an answer; none at all is 0 by words. Raises ``CampaignError`` for anything else."""
    said = answer.split(";")[0]
    match = re.search(r"[0-9]{1,7}", said)
    if match is not None:
        return int(match[0])
    if re.match(r"\W*(?:no|none|nothing|empty|zero)\b", said, re.IGNORECASE):
        return 0
    raise CampaignError(f'the ruling on {question.id} is "{said.strip()}"; answer with a whole number, as in 120')


# -- wandering monsters -----------------------------------------------------------------------------------------


def play_march(
    desk: Desk, ground: Ground, bands: list[Band], orders: list[Orders]
) -> Generator[Event | Question, None, Movement]:
    """The march, played again for as long as somebody comes by creatures of whom it is not known whether they attack.

    Its dice count once: those of the last time.
    """
    decided: dict[tuple[Region, str], bool] = {}
    before: Dice = copy.deepcopy(desk.rolls.dice)
    while True:
        desk.rolls.dice = copy.deepcopy(before)
        movement = move_week(ground, bands, [*orders, *_lurk(bands, orders, decided)], _roller(desk))
        fresh = [pair for pair in _meetings(movement, bands) if pair not in decided]
        if not fresh:
            return movement
        for region, owner in fresh:
            question = _ask_monsters(desk, region, owner)
            answer = desk.ruling(question)
            if answer is None:
                yield question
            decided[region, owner] = answer is not None and is_yes(answer)


def _roller(desk: Desk) -> Callable[[str, int], int]:
    return lambda what, sides: desk.rolls.roll(what, sides).roll


def _ask_monsters(desk: Desk, region: Region, owner: str) -> Question:
    there = ", ".join(f"{group.count} {group.unit}" for group in creatures_in(desk, region)) or "They"
    return desk.question(
        "wandering-monsters",
        (owner, str(region)),
        f"{there} in {region}, where units of {owner} are or pass.",
        rules=("UD-BAT-06",),
        choices=YES_NO,
    )


def _meetings(movement: Movement, bands: list[Band]) -> list[tuple[Region, str]]:
    """Where players' troops in sight come upon creatures of nobody, without a battle between them as yet."""
    wild = [band for band in (*bands, *movement.bands.values()) if band.owner == NOBODY and band.site is None]
    lairs = {band.place for band in wild if not band.is_hidden}
    met: set[tuple[Region, str]] = set()
    for band in bands:
        if band.owner and not band.is_inside and not band.is_hidden and band.place in lairs:
            met.add((band.place, band.owner))
    walking = {band.id: band for band in bands if band.owner and not band.is_hidden}
    for happening in movement.happenings:
        if happening.kind is Kind.MOVED and happening.region in lairs:
            moved = happening.data.get("bands")
            names = (
                [one.get("band") if isinstance(one, dict) else one for one in moved] if isinstance(moved, list) else []
            )
            met.update((happening.region, walking[str(name)].owner) for name in names if str(name) in walking)
    fought = {(battle.region, owner) for battle in movement.battles if NOBODY in battle.bands for owner in battle.bands}
    return sorted(met - fought)


def _lurk(bands: Iterable[Band], orders: Iterable[Orders], decided: dict[tuple[Region, str], bool]) -> Iterator[Orders]:
    """Orders of the creatures that attack: whoever is there at once, and whoever comes."""
    told = {name for order in orders for name in order.bands}
    here = {(band.place, band.owner) for band in bands if band.owner and not band.is_inside}
    for band in bands:
        if band.owner != NOBODY or band.site is not None or band.id in told:
            continue
        prey = sorted(owner for (region, owner), attacks in decided.items() if attacks and region == band.place)
        if prey:
            steps = tuple(Deed(DeedKind.ATTACK, at=band.place, target=o) for o in prey if (band.place, o) in here)
            yield Orders((band.id,), steps, hostile=frozenset(prey))
