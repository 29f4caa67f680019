"""What the game master ruled takes effect: resources, units, places, relations, facts, or words alone.

An answer may hold effects behind its choice, parted by semicolons or line ends:

    yes; Anna: +50 Gold, -5 Food; Bert: -3 Kobold Slingers at Skitterhole; Bert: +2 Kobold Slingers at Lowerdeep 4;
    Bert: 5 Kobold Slingers to Lowerdeep 7; Anna and Bert are enemies; fact: the bridge is down;
    Lowerdeep 4: +500 Gold in the deposit; Monsters: +3 Ogre (Defence 13, Health 20) at Lowerdeep 7;
    Monsters: 3 Ogre to Lowerdeep 8; Monsters: +10 Militia (Defence 11, Health 3) at Applebarrow
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from orderbook.books.bundle import Bundle
from orderbook.campaign.canonical import Json
from orderbook.campaign.event import EVERYBODY, Event
from orderbook.campaign.faults import CampaignError
from orderbook.campaign.game import Question
from orderbook.rulebook.names import fold_name
from orderbook.systems.underdeep.post.catalogue import build_catalogue
from orderbook.systems.underdeep.week.codec import write
from orderbook.systems.underdeep.week.desk import Desk
from orderbook.systems.underdeep.week.forces import ForcesError, read_forces
from orderbook.systems.underdeep.week.kinds import Happened
from orderbook.systems.underdeep.week.land_rulings import HOW, change_land, is_of_land, names_land
from orderbook.systems.underdeep.week.occasions import rules_of
from orderbook.systems.underdeep.week.people import find_player
from orderbook.systems.underdeep.week.places import find_place
from orderbook.systems.underdeep.week.recruitment import end_of_life
from orderbook.systems.underdeep.week.state import Group, Site
from orderbook.systems.underdeep.week.values import NOBODY, Posture
from orderbook.systems.underdeep.week.wilds import enter_forces
from orderbook.systems.underdeep.world.region import Region, parse_region
from orderbook.text.fold import fold

_PARTS = re.compile(r"[;\n]+")
_EFFECT = re.compile(r"\s*(?P<who>[^:+\-0-9]{1,60}?)\s*:\s*(?P<what>[+-]?\s*[0-9].*?)\s*\.?\s*")
_FACT = re.compile(r"\s*facts?\s*:\s*(?P<text>.+?)\s*", re.IGNORECASE)
_RELATION = re.compile(
    r"\s*(?P<one>.{1,60}?)\s+and\s+(?P<other>.{1,60}?)\s+are\s+(?P<how>allied|allies|neutral|enemies)\s*\.?\s*",
    re.IGNORECASE,
)
_AMOUNT = re.compile(r"(?P<sign>[+-])\s*(?P<number>[0-9]+)\s+(?P<resource>[A-Za-z]+(?: [A-Za-z]+)?)")
_TROOPS = re.compile(
    r"(?P<sign>[+-]?)\s*(?P<number>[0-9]+)\s+(?P<unit>.+?)(?:\s+(?P<how>at|in|to|of)\s+(?P<place>.+?))?"
)
_PLACED = re.compile(r"(?P<forces>\+.+?)\s+(?:at|in)\s+(?P<place>[^()]+)")
_OF_NOBODY = ("monsters", "monster", "wandering monsters", "nobody", "creatures")
"""Who has what is nobody's, as a ruling calls it."""
_RELATIONS = {"allied": "allied", "allies": "allied", "neutral": "neutral", "enemies": "enemies"}


def run(desk: Desk) -> Iterator[Event | Question]:
    """Every ruling on something that was asked this week, in order of the questions' ids."""
    for name in sorted(desk.asked):
        given = desk.rulings.get(name)
        if given is None:
            continue
        question = desk.asked[name]
        yield desk.event(
            Happened.RULED,
            {"question": name, "text": question.text, "answer": given.answer},
            known_to=(question.post.player,) if question.post is not None else (),
            rules=question.rules,
            post=question.post,
            ruling=name,
        )
        for part in _PARTS.split(given.answer):
            yield from _take_effect(desk, name, fold(part))


def run_added(desk: Desk) -> Iterator[Event | Question]:
    """What the game master ruled without being asked, as the week begins, in the order it was ruled."""
    for ruling in desk.added:
        yield desk.event(
            Happened.RULED,
            {"question": ruling.id, "text": "", "answer": ruling.answer},
            rules=rules_of(ruling.id),
            ruling=ruling.id,
        )
        for part in _PARTS.split(ruling.answer):
            _expect_effect(desk, ruling.id, fold(part))
            yield from _take_effect(desk, ruling.id, fold(part))


def _expect_effect(desk: Desk, name: str, part: str) -> None:
    """Raises ``CampaignError`` for words that promise a player something and have no effect."""
    who, colon, _ = part.partition(":")
    if names_land(part) and not is_of_land(part):
        raise CampaignError(f'the ruling {name} has an effect that cannot be read: "{part.strip()}"; {HOW}')
    if colon and not any(effect.fullmatch(part) for effect in (_FACT, _RELATION, _EFFECT)) and find_player(desk, who):
        raise CampaignError(
            f'the ruling {name} has an effect that cannot be read: "{part.strip()}". Write {who.strip()}: +5 Gold, or '
            f'begin with "fact:" what is only to be remembered'
        )


def words_of(answer: str) -> str:
    """What an answer says beside its effects: the choice, and words."""
    effects = (_FACT, _RELATION, _EFFECT)
    parts = [part.strip() for part in _PARTS.split(answer)]
    words = (part for part in parts if part and not is_of_land(fold(part)))
    return "; ".join(part for part in words if not any(effect.fullmatch(fold(part)) for effect in effects))


def read_region(question: Question, answer: str) -> Region:
    """The region that an answer has to name. Raises ``CampaignError`` if it names none."""
    region = parse_region(words_of(answer).strip(" ."))
    if region is None:
        raise CampaignError(f'the ruling on {question.id} has to name a region, such as "Surface 12"')
    return region


def _take_effect(desk: Desk, name: str, part: str) -> Iterator[Event]:
    """The effect of one part of an answer; words that are none have none."""
    if match := _FACT.fullmatch(part):
        fact: dict[str, Json] = {"week": desk.week, "text": match["text"], "ruling": name}
        yield desk.event(Happened.FACT_RECORDED, fact, ruling=name)
    elif is_of_land(part):
        yield from change_land(desk, name, part)
    elif match := _RELATION.fullmatch(part):
        players: list[Json] = [_player(desk, name, match[key]) for key in ("one", "other")]
        yield desk.event(
            Happened.RELATION_SET,
            {"players": players, "relation": _RELATIONS[match["how"].lower()]},
            known_to=(EVERYBODY,),
            ruling=name,
        )
    elif (match := _EFFECT.fullmatch(part)) and fold_name(match["who"]) in _OF_NOBODY:
        yield from _creatures(desk, name, match["what"])
    elif match := _EFFECT.fullmatch(part):
        player = _player(desk, name, match["who"])
        amounts = _read_amounts(desk, player, match["what"])
        if amounts is not None:
            yield _grant(desk, name, player, amounts)
        else:
            yield from _troops(desk, name, player, match["what"])


def _player(desk: Desk, name: str, text: str) -> str:
    found = find_player(desk, text)
    if found is None:  # somebody who plays no more, but whose troops still stand
        found = next((name for name in desk.playing() if fold_name(name) == fold_name(text)), None)
    if found is None or found not in desk.state.players:
        raise CampaignError(
            f'the ruling on {name} speaks of "{text.strip()}", who is no player; write the name in full'
        )
    return found


# -- resources --------------------------------------------------------------------------------------------------


def _read_amounts(desk: Desk, player: str, text: str) -> Bundle | None:
    """Signed amounts of resources and nothing else; None for anything else."""
    known = {fold_name(resource): resource for resource in ("Gold", "Metal", "Food", "Bodies", "Souls", "Slaves")}
    known |= {fold_name(resource): resource for resource in desk.state.players[player].wealth}
    found: list[tuple[str, int]] = []
    for piece in re.split(r"\s*(?:,|\band\b)\s*", text):
        match = _AMOUNT.fullmatch(piece.strip())
        if match is None or fold_name(match["resource"]) not in known:
            return None
        found.append((known[fold_name(match["resource"])], int(match["sign"] + match["number"])))
    return Bundle(found)


def _grant(desk: Desk, name: str, player: str, amounts: Bundle) -> Event:
    short = [res for res, amount in amounts.items() if desk.state.players[player].wealth[res] + amount < 0]
    if short:
        raise CampaignError(f"the ruling on {name} takes more {short[0]} from {player} than there is; take less")
    return desk.event(
        Happened.GRANTED,
        {"player": player, "amounts": dict(amounts), "text": "ruling"},
        known_to=(player,),
        ruling=name,
    )


# -- units ------------------------------------------------------------------------------------------------------


def _troops(desk: Desk, name: str, player: str, text: str) -> Iterator[Event]:
    match = _TROOPS.fullmatch(text)
    unit = _unit(desk, player, match["unit"]) if match is not None else None
    if match is None or unit is None:
        raise CampaignError(
            f'the ruling on {name} has an effect that cannot be read: "{player}: {text}". Write +5 Gold, or '
            "+5 Kobold Slingers at Skitterhole, -5 Kobold Slingers, 5 Kobold Slingers to Lowerdeep 7"
        )
    number = int(match["number"])
    region, site = _place(desk, name, match["place"]) if match["place"] else (None, None)
    if match["sign"] == "+":
        yield _enter(desk, name, player, unit, number, region, site)
    elif match["how"] == "to" and not match["sign"]:
        yield from _move(desk, name, player, unit, number, region, site)
    else:
        yield from _lose(desk, name, player, unit, number, region)


def _creatures(desk: Desk, name: str, text: str) -> Iterator[Event]:
    """Wandering monsters come, or join the defenders of a settlement; others go, or go elsewhere (UD-BAT-06)."""
    match = _PLACED.fullmatch(text)
    if match is None:
        yield from _troops(desk, name, NOBODY, text)
        return
    region, site = _place(desk, name, match["place"])
    try:
        forces = read_forces([match["forces"].lstrip("+ ")], desk.rulebook)
    except ForcesError as error:
        raise CampaignError(f"the ruling on {name} cannot be used: {error}") from error
    if region is not None:
        town = site if site is not None and site.is_settlement and not site.owner else None
        yield from enter_forces(desk, forces, region, town, ruling=name)


def _unit(desk: Desk, player: str, text: str) -> str | None:
    """The type a text names: of the player's list, of another's, or of units the player has."""
    own = desk.faction_of(player)
    for faction in (own, *desk.rulebook.factions):
        match = build_catalogue(desk.rulebook, faction).unit(text)
        if match is not None:
            return match.name
    wanted = fold_name(text)
    return next(
        (one.unit for one in desk.state.groups_of(player) if fold_name(one.unit) in (wanted, wanted[:-1])), None
    )


def _place(desk: Desk, name: str, text: str) -> tuple[Region | None, Site | None]:
    found = find_place(desk, text)
    if found == (None, None):
        raise CampaignError(f'the ruling on {name} names "{text}", which is neither a region nor a site')
    return found


def _enter(
    desk: Desk, name: str, player: str, unit: str, number: int, region: Region | None, site: Site | None
) -> Event:
    faction = next(
        (one.name for one in (desk.faction_of(player), *desk.rulebook.factions)
         if one is not None and any(entry.name == unit for entry in one.units)), "",
    )  # fmt: skip
    inside = site is not None and site.owner == player
    group = Group(
        desk.new_id(player, "g"), player, unit, number, faction,
        site.id if site is not None and inside else None, region,
        posture=Posture.GARRISONED if inside else Posture.OPEN, raised=desk.week,
    )  # fmt: skip
    group = replace(group, lives_until=end_of_life(desk, desk.unit(group)))
    return desk.event(Happened.GROUP_ENTERED, {"group": write(group)}, known_to=(player,), ruling=name)


def _mine(desk: Desk, player: str, unit: str, region: Region | None) -> list[Group]:
    return [
        group
        for group in desk.state.groups_of(player)
        if group.unit == unit and group.rank is None and region in (None, group.region)
    ]


def _lose(desk: Desk, name: str, player: str, unit: str, number: int, region: Region | None) -> Iterator[Event]:
    left = number
    for group in _mine(desk, player, unit, region):
        gone = min(left, group.count)
        left -= gone
        if gone:
            yield desk.event(
                Happened.LOST,
                {"group": group.id, "unit": unit, "count": gone, "why": "ruling"},
                known_to=(player,),
                ruling=name,
            )
    if left:
        raise CampaignError(f"the ruling on {name} takes {number} {unit} from {player}, who has {number - left} there")


def _move(
    desk: Desk, name: str, player: str, unit: str, number: int, region: Region | None, site: Site | None
) -> Iterator[Event]:
    inside = site.id if site is not None and site.owner == player else None
    left = number
    for group in _mine(desk, player, unit, None):
        if group.region == region and group.site == inside:
            continue
        going = min(left, group.count)
        left -= going
        if not going:
            continue
        moved = group
        if going < group.count:
            moved = replace(group, id=desk.new_id(player, "g"), count=going, unpaid=())
            if group.count - group.owing < going:
                raise CampaignError(f"the ruling on {name} parts units with debts from each other; move all of them")
            yield desk.event(Happened.SPLIT, {"group": group.id, "part": write(moved)}, known_to=(player,), ruling=name)
        data: dict[str, Json] = {
            "group": moved.id,
            "region": str(region) if region is not None else None,
            "site": inside,
            "posture": (Posture.GARRISONED if inside is not None else Posture.OPEN).value,
        }
        yield desk.event(Happened.MOVED, data, known_to=(player,), ruling=name)
    if left:
        raise CampaignError(
            f"the ruling on {name} moves {number} {unit} of {player}, who has {number - left} elsewhere"
        )
