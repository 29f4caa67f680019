"""What picked pockets come to: Gold for the thieves, and units that fare as though unpaid.

UD-ABL-THIEVING-2, UD-ABL-THIEVING-4, UD-ABL-THIEVING-5. Who is robbed on the march, and whether it succeeds, is
``movement.thieves``. The robbed keep their loss until their next pay: that week they get all that is theirs, or they
have gone without for one week more. Nothing is owed to them: they had been paid.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from orderbook.books.bundle import Bundle
from orderbook.campaign.canonical import Json, to_json
from orderbook.campaign.event import Event
from orderbook.rulebook.names import fold_name
from orderbook.systems.underdeep.arrears import Arrears
from orderbook.systems.underdeep.week.codec import write
from orderbook.systems.underdeep.week.desk import Desk
from orderbook.systems.underdeep.week.figures import figure_of
from orderbook.systems.underdeep.week.folds.groups import add_unpaid
from orderbook.systems.underdeep.week.kinds import Happened
from orderbook.systems.underdeep.week.movement import Happening
from orderbook.systems.underdeep.week.state import Group, Status, Unpaid
from orderbook.systems.underdeep.week.statuses import is_under
from orderbook.systems.underdeep.week.upkeep import owed_by, owes_upkeep
from orderbook.systems.underdeep.week.values import NOBODY

ROBBED_OF = "Robbed of "
"""Before the name of an item that was stolen: the post of whoever had it may go on listing it."""
_BETWEEN = re.compile(r"\s*[,;]\s*(?=[^\W\d_])(?![^()]*\))")  # "Ring of Rage, +1 to Attack" is one
_NO_ITEM = ("none", "nothing", "n/a", "-", "–", "—")


def pay_of(desk: Desk, group: Group) -> int:
    """The Gold that each unit of a group was due as this week's Upkeep; 0 for who draws none (UD-ABL-THIEVING-2)."""
    if group.owner == NOBODY or desk.week == 1 or not owes_upkeep(group, desk.week):
        return 0
    owed = owed_by(desk, desk.orders.get(group.owner), group)
    return owed.price["Gold"] if owed is not None else 0


def paid_parts(group: Group) -> list[Unpaid]:
    """Those of a group that got their Gold this week and still have it, by what else they are owed; those who are owed
    nothing first."""
    clear = group.count - group.owing
    parts = [Unpaid(clear, Arrears(), Bundle())] if clear else []
    return [*parts, *(part for part in group.unpaid if not part.arrears.gold)]


def items_of(desk: Desk, group: Group) -> tuple[str, ...]:
    """What members of a group carry: what they are known to have, and what Characters of the post lists for a person
    (UD-ORD-28), but for what was stolen before."""
    orders = desk.orders.get(group.owner)
    names = {fold_name(name) for name in (group.person, group.unit) if name}
    listed = [
        item.strip(" .")
        for character in (orders.post.characters if orders is not None and group.rank is not None else ())
        if fold_name(character.name) in names
        for item in _BETWEEN.split(character.inventory)
    ]
    carried = dict.fromkeys(item for item in (*group.items, *listed) if item and item.lower() not in _NO_ITEM)
    return tuple(item for item in carried if item in group.items or not is_under(group, f"{ROBBED_OF}{item}"))


def tell_theft(desk: Desk, happening: Happening) -> Iterator[Event]:
    """What thieves got, told to their player alone; what the robbed are without, told to theirs."""
    told = happening.data
    thieves, victims = desk.state.groups[str(told["band"])], desk.state.groups[str(told["victim"])]
    gold, robbed = int(str(told["gold"])), int(str(told["robbed"]))
    data: dict[str, Json] = {
        "player": thieves.owner, "group": thieves.id, "region": str(happening.region), "unit": victims.unit,
        "of": victims.owner, "count": robbed, "hit": to_json(told["hit"]), "exposed": to_json(told["exposed"]),
        "items": to_json(told["items"]), "amounts": {"Gold": gold} if gold else {},
    }  # fmt: skip
    yield desk.event(Happened.STOLEN, data, known_to=happening.known_to, rules=happening.rules, rolls=happening.rolls)
    for bearer, item in told["items"] if isinstance(told["items"], list) else ():
        owner, status = desk.state.groups[bearer].owner, Status(f"{ROBBED_OF}{item}")
        missed: dict[str, Json] = {"group": bearer, "status": write(status)}
        yield desk.event(Happened.STATUS_SET, missed, known_to=(owner,), rules=("UD-ABL-THIEVING-4",))
    if robbed and has_heart(desk, victims):
        unpaid: list[Json] = [write(part) for part in go_without(victims, robbed)]
        owed: dict[str, Json] = {"group": victims.id, "unpaid": unpaid}
        yield desk.event(Happened.UNPAID, owed, known_to=(victims.owner,), rules=("UD-ABL-THIEVING-5", "UD-UPK-03"))


def has_heart(desk: Desk, group: Group) -> bool:
    """Whether a group has a Morale to lose; a Construct is not stopped by it, since nothing of its Upkeep is owed."""
    unit = desk.unit(group)
    return figure_of(desk, group, "morale") is not None and (unit is None or not unit.has_ability("Construct"))


def go_without(group: Group, robbed: int) -> tuple[Unpaid, ...]:
    """What members of a group are without once so many were robbed: a week's Gold each, and no debt.

    UD-ABL-THIEVING-5, UD-UPK-10. Those who are owed nothing else come first.
    """
    left: list[Unpaid] = [part for part in group.unpaid if part.arrears.gold]
    for part in paid_parts(group):
        number = min(robbed, part.count)
        robbed -= number
        if number:
            left.append(replace(part, count=number, arrears=replace(part.arrears, gold=1)))
        if part.count > number and part.arrears:
            left.append(replace(part, count=part.count - number))
    return add_unpaid(left, ())
