"""What the Derro Overlord is obsessed with: declared by an order, judged by the game master week by week.

Rules: UD-DER-25 to UD-DER-28.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from orderbook.campaign.canonical import Json
from orderbook.campaign.event import Event, PostPlace
from orderbook.campaign.game import Question
from orderbook.rulebook.model import Unit
from orderbook.systems.underdeep.castings import BASTION
from orderbook.systems.underdeep.post.orders.model import Action, OrderLine
from orderbook.systems.underdeep.week.answers import choose
from orderbook.systems.underdeep.week.codec import write
from orderbook.systems.underdeep.week.desk import Desk
from orderbook.systems.underdeep.week.kinds import Happened
from orderbook.systems.underdeep.week.orders import PlayerOrders
from orderbook.systems.underdeep.week.state import Group, Status, in_order
from orderbook.systems.underdeep.week.statuses import FULFILLED, OBSESSED, PURSUING, find_status
from orderbook.systems.underdeep.week.values import Posture, Rank

_ZEAL: Mapping[str, int] = {"melee_attack": 2, "ranged_attack": 2, "morale": 2}
"""What he and those under his command have more while he pursues it (UD-DER-26)."""
_GLORY, _GLORY_WEEKS = 2, 2
"""What his Leadership gives more once it is fulfilled, and for how many weeks (UD-DER-28)."""
_ANSWERS = ("pursues", "neglects", "fulfilled")


def declare(
    desk: Desk, orders: PlayerOrders, line: OrderLine, action: Action, groups: list[Group], place: PostPlace
) -> Iterator[Event]:
    """An obsession declared: in the Bastion, and none before the last one is fulfilled (UD-DER-25)."""
    for group in groups:
        site = desk.state.sites.get(group.site) if group.site is not None else None
        inside = group.posture is Posture.GARRISONED and site is not None and site.working(BASTION) > 0
        words = action.object.strip(" .:-")
        now = find_status(group, OBSESSED)
        why = None
        if group.rank is not Rank.LEADER:
            why = f"{group.person or group.unit} is no ruler; only the Overlord has obsessions"
        elif not inside:
            why = f"he is not garrisoned where the {BASTION} stands"
        elif now is not None:
            why = f'he is obsessed already: "{now.words}", and that is not fulfilled'
        elif not words:
            why = "it does not say with what"
        if why is not None:
            yield desk.void(orders, line.text, why, place, "UD-DER-25")
            continue
        data: dict[str, Json] = {"group": group.id, "status": write(Status(OBSESSED, words=words))}
        yield desk.event(Happened.STATUS_SET, data, known_to=(orders.player,), rules=("UD-DER-25",), post=place)


def run(desk: Desk) -> Iterator[Event | Question]:
    """Each week the game master says whether he works at it, neglects it, or has fulfilled it (UD-DER-26 to UD-DER-28).

    Each week of neglect takes 1 Morale more, until he turns to it again.
    """
    for group in in_order(desk.state.groups.values()):
        now = find_status(group, OBSESSED)
        if now is None or group.owner not in desk.state.players:
            continue
        who = group.person or group.unit
        question = desk.question(
            "obsession",
            (group.owner, who, desk.week),
            f'{who} of {group.owner} is obsessed: "{now.words}".',
            rules=("UD-DER-26", "UD-DER-27", "UD-DER-28"),
            choices=_ANSWERS,
        )
        answer = desk.ruling(question)
        if answer is None:
            yield question
            continue
        yield from _judge(desk, group, now, choose(answer, _ANSWERS) or answer.lower(), question.id)


def _judge(desk: Desk, group: Group, now: Status, answer: str, ruling: str) -> Iterator[Event]:
    known = (group.owner,)

    def hold(status: Status, rule: str) -> Event:
        data: dict[str, Json] = {"group": group.id, "status": write(status)}
        return desk.event(Happened.STATUS_SET, data, known_to=known, rules=(rule,), ruling=ruling)

    if answer.startswith("fulfil"):
        ended: dict[str, Json] = {"group": group.id, "status": OBSESSED}
        yield desk.event(Happened.STATUS_ENDED, ended, known_to=known, rules=("UD-DER-28",), ruling=ruling)
        yield hold(Status(FULFILLED, desk.week + _GLORY_WEEKS - 1), "UD-DER-28")
    elif answer.startswith(("neglect", "no")):
        lost = now.figures.get("morale", 0) - 1
        yield hold(Status(OBSESSED, None, {"morale": lost}, words=now.words), "UD-DER-27")
    else:
        if now.figures:
            yield hold(Status(OBSESSED, words=now.words), "UD-DER-26")
        yield hold(Status(PURSUING, desk.week, dict(_ZEAL)), "UD-DER-26")


def leadership_of(group: Group, unit: Unit) -> tuple[dict[str, int], dict[str, int]]:
    """What a leader gives the army he leads, and those garrisoned with him: by his entry, and by his obsession."""
    led, garrisoned = dict(unit.lead_bonus), dict(unit.garrison_bonus)
    if find_status(group, FULFILLED) is not None:
        led = {figure: amount + _GLORY for figure, amount in led.items()}
        garrisoned = {figure: amount + _GLORY for figure, amount in garrisoned.items()}
    if find_status(group, PURSUING) is not None:
        for figure, amount in _ZEAL.items():
            led[figure] = led.get(figure, 0) + amount
            garrisoned[figure] = garrisoned.get(figure, 0) + amount
    return led, garrisoned
