"""What is bought for a unit later, as the dire rat for Shee-Ra (UD-KOB-11): paid once, its figures are theirs from then
on."""

from __future__ import annotations

from collections.abc import Iterator

from orderbook.campaign.canonical import Json
from orderbook.campaign.event import Event
from orderbook.campaign.game import Question
from orderbook.rulebook.model import Unit, UnitOption, split_figure
from orderbook.systems.underdeep.outfits import find_outfit
from orderbook.systems.underdeep.post.model import LedgerLine
from orderbook.systems.underdeep.week.desk import Desk, can_pay
from orderbook.systems.underdeep.week.kinds import Happened
from orderbook.systems.underdeep.week.orders import PlayerOrders
from orderbook.systems.underdeep.week.purchases import price_due, tell_shortage
from orderbook.systems.underdeep.week.state import Group


def run(desk: Desk) -> Iterator[Event | Question]:
    """Every such line of Recruitment or Construction, in the order of the post."""
    for player in desk.playing():
        orders = desk.orders.get(player)
        for line in (*orders.post.recruitment, *orders.post.construction) if orders is not None else ():
            found = find_outfit(desk.faction_of(player), line)
            if orders is not None and found is not None and not line.cancelled:
                yield from _buy(desk, orders, line, *found)


def _buy(desk: Desk, orders: PlayerOrders, line: LedgerLine, unit: Unit, option: UnitOption) -> Iterator[Event]:
    text, place = orders.quote(line.span), orders.place(line.span)
    group = next((one for one in desk.state.groups_of(orders.player) if one.unit == unit.name), None)
    missing = [
        need for need in option.requires
        if not any(site.working(name) for site in desk.state.sites_of(orders.player) for name in need.names)
    ]  # fmt: skip
    choices = tuple(-choice for choice in option.cost.choices) if option.cost is not None else ()
    due = price_due(line, choices)
    held, purse = desk.purse(orders.player, desk.state.sites.get(group.site or "") if group is not None else None)
    why = (
        f"there is no {unit.name}" if group is None
        else f"{unit.name} is {option.name} already" if _has(group, option)
        else f"it takes a {' or '.join(missing[0].names)}, and none works" if missing
        else "what it costs is not known" if due is None
        else tell_shortage(held, -due) if not can_pay(held, -due)
        else None
    )  # fmt: skip
    if why is not None or group is None or due is None:
        yield desk.void(orders, text, why or "", place, "UD-KOB-11")
        return
    figures: dict[str, Json] = {}
    for label, plus in option.bonus.items():
        split = split_figure(group.figures.get(label, unit.stats.get(label, 0)))
        figures[label] = (split[0] if split is not None else 0) + plus
    data: dict[str, Json] = {
        **purse, "group": group.id, "figures": figures, "abilities": [*option.abilities], "amounts": dict(due),
    }  # fmt: skip
    yield desk.event(Happened.OUTFITTED, data, known_to=(orders.player,), rules=("UD-KOB-11",), post=place)


def _has(group: Group, option: UnitOption) -> bool:
    return bool(option.abilities) and set(option.abilities) <= set(group.abilities)
