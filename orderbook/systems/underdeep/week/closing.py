"""The week's Wealth as the campaign books it, beside what the post states (UD-ORD-19)."""

from __future__ import annotations

from collections.abc import Iterator

from orderbook.books.bundle import Bundle
from orderbook.campaign.canonical import Json
from orderbook.campaign.event import Event
from orderbook.campaign.game import Question
from orderbook.systems.underdeep.week.desk import Desk
from orderbook.systems.underdeep.week.kinds import Happened
from orderbook.systems.underdeep.week.state import GameState


def run(desk: Desk) -> Iterator[Event | Question]:
    """Tells every player what there is, and where the post states something else."""
    for player in desk.playing():
        wealth = wealth_of(desk.state, player)
        data: dict[str, Json] = {"player": player, "wealth": dict(wealth)}
        orders = desk.orders.get(player)
        stated = orders.judgement.ledger.stated if orders is not None else None
        differs: dict[str, Json] = {
            resource: amount for resource, amount in (stated or {}).items() if amount != wealth[resource]
        }
        if differs:
            data["stated"] = differs
        yield desk.event(Happened.WEALTH_RECKONED, data, known_to=(player,), rules=("UD-ORD-19",))


def wealth_of(state: GameState, player: str) -> Bundle:
    """Everything a player has: the Wealth, and the stores of besieged sites."""
    return sum((site.store for site in state.sites_of(player)), state.players[player].wealth)
