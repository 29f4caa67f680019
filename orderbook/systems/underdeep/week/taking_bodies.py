"""The fallen of a battle, taken by the victors where they were told to: it costs no Speed (UD-MOV-30)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from orderbook.campaign.canonical import Json
from orderbook.campaign.event import Event
from orderbook.systems.underdeep.battle.engine import Battle as Fought
from orderbook.systems.underdeep.post.orders.model import Verb
from orderbook.systems.underdeep.week.desk import Desk
from orderbook.systems.underdeep.week.kinds import Happened
from orderbook.systems.underdeep.week.movement import Battle
from orderbook.systems.underdeep.week.movement.deeds import share_out

_TAKES = re.compile(
    r"\b(?:tak(?:e|es|ing)|collect\w*|gather\w*|harvest\w*|claim\w*|seiz\w*|pick\w* up|carry\w* off)\b[^.;]*"
    r"\b(?:bodies|corpses|the dead)\b",
    re.IGNORECASE,
)
RULE = "UD-MOV-30"


def take_bodies(desk: Desk, battle: Battle, fought: Fought) -> Iterator[Event]:
    """All Bodies that lie where the battle was go to the owners on the winning side whose orders speak of it, in equal
    shares; what cannot be halved stays lying. Without such an order they are left where they are."""
    lying = desk.state.facts_of(battle.region).bodies
    if fought.winner is None or lying <= 0:
        return
    owners = sorted({regiment.side for regiment in fought.regiments if regiment.is_standing} & set(battle.bands))
    takers = [owner for owner in owners if owner in desk.state.players and _is_told_to(desk, battle, owner)]
    shares = share_out(lying, [lying for _ in takers])
    for owner, share in zip(takers, shares, strict=True):
        if share:
            data: dict[str, Json] = {
                "player": owner, "amounts": {"Bodies": share}, "text": f"the battle at {battle.region}",
            }  # fmt: skip
            yield desk.event(Happened.PLUNDERED, data, known_to=(owner,), rules=(RULE,))
    if any(shares):
        left: dict[str, Json] = {"region": str(battle.region), "count": lying - sum(shares)}
        yield desk.event(Happened.BODIES_LEFT, left, known_to=sorted(battle.bands), rules=(RULE,))


def _is_told_to(desk: Desk, battle: Battle, owner: str) -> bool:
    """Whether orders of those who fought speak of taking the Bodies, or a line that is about nobody else."""
    for name in battle.bands[owner]:
        for order in desk.told.get(name, ()):
            texts = [order.conditions, order.unread, [f"{each.text} {each.object}" for each in order.actions]]
            if any(order.does(Verb.SCAVENGE)) or any(_TAKES.search(text) for texts_of in texts for text in texts_of):
                return True
    orders = desk.orders.get(owner)
    return orders is not None and any(_TAKES.search(line.text) for line in orders.post.orders if not line.understood)
