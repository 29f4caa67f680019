"""What the leader of a Dungeon gains from a Succubus Boudoir in it, while a Succubus is there (UD-SUC-30).

No rule says what a harem gives: the game master is asked once, and what he said holds until nobody is there any more.
"""

from __future__ import annotations

from collections.abc import Iterator

from orderbook.campaign.event import Event
from orderbook.campaign.game import Question
from orderbook.systems.underdeep.week.codec import write
from orderbook.systems.underdeep.week.desk import Desk
from orderbook.systems.underdeep.week.kinds import Happened
from orderbook.systems.underdeep.week.rites import BOUDOIR
from orderbook.systems.underdeep.week.state import Group, Site, Status
from orderbook.systems.underdeep.week.statuses import HAREM, is_under
from orderbook.systems.underdeep.week.values import Rank

GIFTS = {
    "+1 Melee Attack and Morale": {"melee_attack": 1, "morale": 1},
    "+1 Melee Damage and Morale": {"melee_damage": 1, "morale": 1},
    "nothing": {},
}
"""What may be answered; the book's word is "+1 to Melee and Morale", and does not say which figure of Melee."""


def run(desk: Desk) -> Iterator[Event | Question]:
    """Each leader who is beside such company, or no longer is."""
    for player in desk.playing():
        for leader in desk.state.groups_of(player):
            if leader.rank is not Rank.LEADER:
                continue
            site = _boudoir_of(desk, player)
            if site is None and is_under(leader, HAREM):
                data = {"group": leader.id, "status": HAREM}
                yield desk.event(Happened.STATUS_ENDED, data, known_to=(player,), rules=("UD-SUC-30",))
            elif site is not None and not is_under(leader, HAREM):
                yield from _ask(desk, leader, site)


def _boudoir_of(desk: Desk, player: str) -> Site | None:
    """The first of a player's Dungeons in whose Boudoir a Succubus is."""
    for site in desk.state.sites_of(player):
        if site.working(BOUDOIR) and any(group.unit == "Succubus" for group in desk.state.garrison(site.id)):
            return site
    return None


def _ask(desk: Desk, leader: Group, site: Site) -> Iterator[Event | Question]:
    question = desk.question(
        "harem",
        (leader.owner, site.id),
        f"It is the one at {site}, and {leader.person or leader.unit} leads those who hold it.",
        rules=("UD-SUC-30",),
        choices=tuple(GIFTS),
    )
    answer = desk.ruling(question)
    if answer is None:
        yield question
        return
    said = answer.split(";")[0].strip().casefold()
    figures = next((gift for choice, gift in GIFTS.items() if choice.casefold() == said), {})
    data = {"group": leader.id, "status": write(Status(HAREM, None, figures))}
    yield desk.event(Happened.STATUS_SET, data, known_to=(leader.owner,), rules=("UD-SUC-30",), ruling=question.id)
