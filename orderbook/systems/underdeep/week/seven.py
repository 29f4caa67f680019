"""Where the Seven are summoned, and what a Succubus in a Boudoir does for her host (UD-SUC-08, UD-SUC-30)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from orderbook.campaign.canonical import Json
from orderbook.campaign.event import Event
from orderbook.campaign.game import Question
from orderbook.systems.underdeep.castings import BOUDOIR
from orderbook.systems.underdeep.week.codec import write
from orderbook.systems.underdeep.week.desk import Desk
from orderbook.systems.underdeep.week.kinds import Happened
from orderbook.systems.underdeep.week.rulings import read_region, words_of
from orderbook.systems.underdeep.week.state import Group, Site, Status, in_order
from orderbook.systems.underdeep.week.statuses import HAREM, find_status
from orderbook.systems.underdeep.week.values import SISTERS, Posture, Rank

_USUAL = "+1 Melee and Morale"
_GAIN = re.compile(r"(?P<amount>[+-]\s*[0-9]{1,3})\s*(?:to\s+)?(?P<figures>[A-Za-z][A-Za-z ,]*)")
_FIGURES = {
    "ranged attack": "ranged_attack", "ranged damage": "ranged_damage", "melee damage": "melee_damage",
    "melee attack": "melee_attack", "melee": "melee_attack", "defence": "defence", "defense": "defence",
    "health": "health", "speed": "speed", "morale": "morale",
}  # fmt: skip


def run_summons(desk: Desk) -> Iterator[Event | Question]:
    """Sisters whom a first post puts nowhere are where they were summoned, which the game master says (UD-SUC-08)."""
    for player in desk.playing():
        orders = desk.orders.get(player)
        if orders is None or not orders.is_first:
            continue
        lost = [one for one in desk.state.groups_of(player) if one.unit in SISTERS and one.region is None]
        lost = [one for one in lost if one.site is None and not one.place]
        if not lost:
            continue
        question = desk.question(
            "summoning-place", (player,), f"{player} begins there; name a region.", rules=("UD-SUC-08",)
        )
        answer = desk.ruling(question)
        if answer is None:
            yield question
            continue
        region = read_region(question, answer)
        for group in lost:
            data: dict[str, Json] = {"group": group.id, "region": str(region), "site": None, "posture": "open"}
            yield desk.event(
                Happened.MOVED, data, known_to=(player,), rules=("UD-SUC-08",), ruling=question.id
            )  # fmt: skip


def run_harem(desk: Desk) -> Iterator[Event | Question]:
    """A ruler garrisoned where a Boudoir is gains what the game master says while a Succubus is there (UD-SUC-30).

    He is asked when it begins; what he said holds until she or her host goes."""
    served = {site.id: _served(desk, site) for site in in_order(desk.state.sites.values()) if site.working(BOUDOIR)}
    for group in in_order(desk.state.groups.values()):
        status = find_status(group, HAREM)
        if status is not None and group not in served.get(status.by, ()):
            data: dict[str, Json] = {"group": group.id, "status": HAREM}
            yield desk.event(Happened.STATUS_ENDED, data, known_to=(group.owner,), rules=("UD-SUC-30",))
    for name, hosts in served.items():
        site = desk.state.sites[name]
        rulers = [one for one in hosts if (held := find_status(one, HAREM)) is None or held.by != name]
        if not rulers:
            continue
        question = desk.question(
            "harem",
            (site.owner, site.name, desk.week),
            f"{rulers[0].person or rulers[0].unit} of {site.owner} is at {site.name}, and so is a Succubus.",
            rules=("UD-SUC-30",),
            choices=(_USUAL, "nothing"),
        )
        answer = desk.ruling(question)
        if answer is None:
            yield question
            continue
        figures = read_gain(words_of(answer) or answer)
        for ruler in rulers:
            given = Status(HAREM, figures=figures, by=name)
            data = {"group": ruler.id, "status": write(given)}
            known = (ruler.owner,) if figures else ()
            yield desk.event(Happened.STATUS_SET, data, known_to=known, rules=("UD-SUC-30",), ruling=question.id)


def _served(desk: Desk, site: Site) -> list[Group]:
    """The rulers in a Boudoir's garrison, while a Succubus is there."""
    if not any(one.unit in SISTERS and one.region == site.region for one in _all(desk)):
        return []
    return [one for one in desk.state.garrison(site.id) if _rules(one, site)]


def _rules(group: Group, site: Site) -> bool:
    return group.rank is Rank.LEADER and group.owner == site.owner and group.posture is Posture.GARRISONED


def _all(desk: Desk) -> list[Group]:
    return in_order(desk.state.groups.values())


def read_gain(answer: str) -> dict[str, int]:
    """Figures by the labels of stats out of words such as "+1 Melee and Morale"; "yes" stands for the usual."""
    said = _USUAL if answer.strip().lower().startswith(("yes", "usual")) else answer
    found: dict[str, int] = {}
    for match in _GAIN.finditer(said):
        amount = int(match["amount"].replace(" ", ""))
        for piece in re.split(r"\s*(?:,|\band\b)\s*", match["figures"].lower()):
            label = _FIGURES.get(" ".join(piece.split()))
            if label is not None:
                found[label] = found.get(label, 0) + amount
    return found
