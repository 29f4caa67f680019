"""What a ruling does to a place: a new vein, mushrooms that grow again, Bodies (UD-PRD-05, UD-SPELL-BLIGHT-4).

Lowerdeep 4: +500 Gold, +50 Metal in the deposit
Lowerdeep 4: the mushrooms grow again
Lowerdeep 4: 30 Bodies lie there
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from orderbook.campaign.canonical import Json
from orderbook.campaign.event import EVERYBODY, Event
from orderbook.campaign.faults import CampaignError
from orderbook.systems.underdeep.week.desk import Desk
from orderbook.systems.underdeep.week.kinds import Happened
from orderbook.systems.underdeep.world.region import Region, parse_region

_PLACE = re.compile(r"\s*(?P<place>[^:;]{2,60}?)\s*:\s*(?P<what>.+?)\s*\.?\s*")
_VEIN = re.compile(r"(?P<amounts>[+-].+?)\s+(?:in|to|of|for) the (?:deposit|vein|ground|mine)", re.IGNORECASE)
_AMOUNT = re.compile(r"(?P<sign>[+-])\s*(?P<number>[0-9]{1,9})\s+(?P<resource>[A-Za-z]+)")
_MUSHROOMS = re.compile(r"(?:the )?mushrooms (?:grow again|have grown again|are back)", re.IGNORECASE)
_BODIES = re.compile(r"(?P<number>[0-9]{1,9}) bod(?:y|ies)(?: (?:lie|lies|are))?(?: (?:there|here))?", re.IGNORECASE)
HOW = (
    'write "Lowerdeep 4: +500 Gold in the deposit", "Lowerdeep 4: the mushrooms grow again" or '
    '"Lowerdeep 4: 30 Bodies lie there"'
)


def names_land(part: str) -> bool:
    """Whether a part of a ruling begins with a region and a colon."""
    match = _PLACE.fullmatch(part)
    return match is not None and parse_region(match["place"]) is not None


def is_of_land(part: str) -> bool:
    """Whether a part of a ruling is meant to change a region: others that name one are words."""
    match = _PLACE.fullmatch(part)
    if match is None or not names_land(part):
        return False
    return match["what"][0] in "+-0123456789" or _MUSHROOMS.fullmatch(match["what"]) is not None


def change_land(desk: Desk, name: str, part: str) -> Iterator[Event]:
    """The event of such a part. Raises ``CampaignError`` for an effect that cannot be read."""
    match = _PLACE.fullmatch(part)
    region = parse_region(match["place"]) if match is not None else None
    if match is None or region is None:
        return
    what = match["what"]
    if vein := _VEIN.fullmatch(what):
        yield _open_vein(desk, name, region, vein["amounts"])
    elif _MUSHROOMS.fullmatch(what):
        data: dict[str, Json] = {"region": str(region), "over": True}
        yield desk.event(Happened.BLIGHTED, data, known_to=(EVERYBODY,), rules=("UD-SPELL-BLIGHT-4",), ruling=name)
    elif bodies := _BODIES.fullmatch(what):
        data = {"region": str(region), "count": int(bodies["number"])}
        yield desk.event(Happened.BODIES_LEFT, data, ruling=name)
    else:
        raise CampaignError(f'the ruling {name} has an effect on {region} that cannot be read: "{what}"; {HOW}')


def _open_vein(desk: Desk, name: str, region: Region, text: str) -> Event:
    """More in a deposit than there was, or less; who has a site there sees it (UD-PRD-05)."""
    amounts: dict[str, Json] = {}
    rest = text
    for match in _AMOUNT.finditer(text):
        amounts[match["resource"].capitalize()] = int(match["sign"] + match["number"])
        rest = rest.replace(match[0], "", 1)
    if not amounts or rest.strip(" ,and"):
        raise CampaignError(f'the ruling {name} has amounts for {region} that cannot be read: "{text}"; {HOW}')
    owners = sorted({site.owner for site in desk.state.sites.values() if site.region == region})
    data: dict[str, Json] = {"region": str(region), "amounts": amounts}
    return desk.event(Happened.DEPOSIT_CHANGED, data, known_to=owners, rules=("UD-PRD-05",), ruling=name)
