"""The sun on the Surface: what it takes from Morale and Health, who perishes, who deserts.

It is the same for who besieges or holds a settlement there (UD-RAI-15)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from orderbook.campaign.canonical import Json
from orderbook.campaign.event import Event
from orderbook.campaign.game import Question
from orderbook.rulebook.model import Unit, split_figure
from orderbook.systems.underdeep.arrears import DESERTION_DC
from orderbook.systems.underdeep.tombs import lives_in_tombs
from orderbook.systems.underdeep.week.desk import Desk
from orderbook.systems.underdeep.week.kinds import Happened
from orderbook.systems.underdeep.week.places import find_place
from orderbook.systems.underdeep.week.refuge import desert
from orderbook.systems.underdeep.week.state import Group
from orderbook.systems.underdeep.week.values import Posture

SUNLIT = "Surface"
SUN_SHY = frozenset({"Gibbering Mouther", "Gibbering Orb"})
"""Who dies of staying on the Surface longer than 1 week (UD-DER-15)."""
_LICH = re.compile(r"\b(?:demi)?lich(?:es)?\b|\bphylacter", re.IGNORECASE)


def plain_health(unit: Unit | None, group: Group) -> int:
    """The Health of one of a group by its type, or by what was rolled for it."""
    split = split_figure(group.figures.get("health", unit.stats.get("health", 1) if unit is not None else 1))
    return split[0] if split is not None else 1


def perish(desk: Desk, group: Group, why: str, rules: tuple[str, ...]) -> Event:
    data: dict[str, Json] = {"group": group.id, "unit": group.unit, "count": group.count, "why": why}
    return desk.event(Happened.LOST, data, known_to=(group.owner,), rules=rules)


def shine(desk: Desk, group: Group) -> Iterator[Event | Question]:
    """Weeks on the Surface count up, and end below ground (UD-TER-25, UD-TER-26, UD-ABL-UNDEAD-6, UD-DER-08,
    UD-DER-15)."""
    in_sun = group.region is not None and group.region.layer == SUNLIT and not lies_in_tomb(desk, group)
    weeks = group.sunlight + 1 if in_sun else 0
    if weeks == group.sunlight:
        return
    known = (group.owner,)
    yield desk.event(Happened.SUNLIT, {"group": group.id, "weeks": weeks}, known_to=known, rules=("UD-TER-25",))
    unit = desk.unit(group)
    if unit is None or not weeks:
        return
    if unit.name in SUN_SHY and weeks > 1:
        yield perish(desk, group, "sunlight", ("UD-DER-15",))
    elif burns(unit) and plain_health(unit, group) - weeks <= 0:
        if has_phylactery(unit):
            yield from _revive(desk, group)
        else:
            yield perish(desk, group, "sunlight", ("UD-ABL-UNDEAD-6", "UD-DER-09"))
    else:
        yield from _desert(desk, group, unit, weeks)


def has_phylactery(unit: Unit) -> bool:
    """Whether a unit comes back when it is destroyed: a Lich, and whatever has a Phylactery by its entry."""
    said = (unit.name, *unit.abilities)
    return any(_LICH.search(text) for text in said)


def _revive(desk: Desk, group: Group) -> Iterator[Event | Question]:
    """Where a Lich's Phylactery is, there it stands again whole; without one it is gone (UD-ABL-UNDEAD-7)."""
    question = desk.question(
        "phylactery",
        (group.owner, group.person or group.unit, group.id),
        f"The sun has destroyed {group.person or group.unit} of {group.owner}. Name the region or site; none if the "
        "Phylactery is destroyed too.",
        rules=("UD-ABL-UNDEAD-7",),
    )
    answer = desk.ruling(question)
    if answer is None:
        yield question
        return
    region, site = find_place(desk, answer)
    rules, known = ("UD-ABL-UNDEAD-7",), (group.owner,)
    if region is None:
        yield perish(desk, group, "sunlight", ("UD-ABL-UNDEAD-6",))
        return
    inside = site is not None and site.owner == group.owner
    data: dict[str, Json] = {
        "group": group.id, "region": str(region), "site": site.id if site is not None and inside else None,
        "posture": (Posture.GARRISONED if inside else Posture.OPEN).value, "wounds": 0, "fatigue": 0,
        "why": "was destroyed by the sun and came back",
    }  # fmt: skip
    yield desk.event(Happened.MOVED, data, known_to=known, rules=rules, ruling=question.id)
    yield desk.event(Happened.SUNLIT, {"group": group.id, "weeks": 0}, known_to=known, rules=rules, ruling=question.id)


def lies_in_tomb(desk: Desk, group: Group) -> bool:
    """Whether somebody is hidden from the sun, entrenched in a graveyard (UD-BDY-05)."""
    if group.posture is not Posture.ENTRENCHED or group.region is None or not lives_in_tombs(group.unit):
        return False
    place = desk.world.place(group.region) if desk.world is not None else None
    known = desk.state.facts_of(group.region).graves is not None
    town = any(site.is_settlement and site.region == group.region for site in desk.state.sites.values())
    return known or town or (place is not None and place.has_graves)


def burns(unit: Unit) -> bool:
    """Whether the sun takes Health off a unit: Undead, and Derro (UD-ABL-UNDEAD-6, UD-DER-08)."""
    return unit.has_ability("Undead") or unit.faction == "Derro" or unit.has_ability("Sunlight Vulnerability")


def sun_toll(desk: Desk, unit: Unit, weeks: int) -> int:
    """The Morale that so many weeks in the sun have cost (UD-TER-25, UD-DER-10; setting sunlight-morale)."""
    beyond = max(weeks - 1, 0)
    if desk.options.chose("sunlight-morale", "flat"):
        beyond = min(beyond, 1)
    return beyond * (2 if unit.faction == "Derro" else 1)


def _desert(desk: Desk, group: Group, unit: Unit, weeks: int) -> Iterator[Event]:
    """Units whose Morale the sun has brought down to the negative of what it was desert as unpaid ones do (UD-TER-26);
    of those that are owed something Upkeep sees to that (UD-UPK-04)."""
    split = split_figure(unit.stats.get("morale", ""))
    toll, number = sun_toll(desk, unit, weeks), group.count - group.owing
    if split is None or group.rank is not None or unit.has_ability("Construct") or not toll or number <= 0:
        return
    if split[0] - toll > -abs(split[0]):
        return
    rolls = [desk.rolls.roll(f"whether {group.unit} ({group.id}) stay in the sun", 20) for _ in range(number)]
    gone = sum(roll.roll + split[0] - toll < DESERTION_DC for roll in rolls)
    if gone:
        yield desert(desk, group, gone, list(group.unpaid), rolls)
