"""Prayers at shrines, and what the Seven do for Souls in a Dungeon (UD-KOB-29, UD-DER-40 to UD-DER-42, UD-SUC-07)."""

from __future__ import annotations

from collections.abc import Iterator

from orderbook.campaign.canonical import Json
from orderbook.campaign.event import Event, LoggedRoll, PostPlace
from orderbook.systems.underdeep.post.orders.model import Action, OrderLine
from orderbook.systems.underdeep.week.codec import write
from orderbook.systems.underdeep.week.desk import Desk
from orderbook.systems.underdeep.week.figures import figure_of
from orderbook.systems.underdeep.week.kinds import Happened
from orderbook.systems.underdeep.week.orders import PlayerOrders
from orderbook.systems.underdeep.week.state import Group, Site, Status
from orderbook.systems.underdeep.week.statuses import DEBAUCHED, INFECTED, find_status, is_under
from orderbook.systems.underdeep.week.values import SISTERS, Kind, Posture

DRAGON, MADGODS = "Dragon Shrine", "Madgods' Shrine"
WEEKS = 2
"""So long a prayer holds."""
_FAVOURS = ("Attack", "Damage", "Defence", "Health", "Speed", "Morale")


def pray(
    desk: Desk, orders: PlayerOrders, line: OrderLine, action: Action, groups: list[Group], place: PostPlace
) -> Iterator[Event]:
    """Troops at a shrine get its favour, are rid of disease and whole again."""
    for group in groups:
        site = _site_of(desk, group)
        status: Status | None = None
        rolls: tuple[LoggedRoll, ...] = ()
        rules: tuple[str, ...] = ("UD-KOB-29",)
        if site is not None and site.working(DRAGON):
            status = Status(DRAGON, desk.week + WEEKS - 1)
        elif site is not None and site.working(MADGODS):
            status, rolls = _ask_madgods(desk, group)
            rules = ("UD-DER-40", "UD-DER-41", "UD-DER-42")
        if status is None:
            yield desk.void(orders, line.text, f"{group.unit} are at no shrine that grants favours", place, rules[0])
            continue
        known = (group.owner,)
        data: dict[str, Json] = {"group": group.id, "status": write(status)}
        yield desk.event(Happened.STATUS_SET, data, known_to=known, rules=rules, post=place, rolls=rolls)
        if is_under(group, INFECTED):
            ended: dict[str, Json] = {"group": group.id, "status": INFECTED}
            yield desk.event(Happened.STATUS_ENDED, ended, known_to=known, rules=("UD-ABL-DISEASE-4",))
        if group.wounds:
            yield desk.event(Happened.WOUNDED, {"group": group.id, "wounds": 0}, known_to=known, rules=rules)


def _site_of(desk: Desk, group: Group) -> Site | None:
    """The site a group is in, or beside."""
    if group.site is not None:
        return desk.state.sites.get(group.site)
    here = [site for site in desk.state.sites_of(group.owner) if site.region == group.region]
    return here[0] if here else None


def _ask_madgods(desk: Desk, group: Group) -> tuple[Status, tuple[LoggedRoll, ...]]:
    """A die decides what gets better; another, of who can shoot, whether it is for shooting or for melee."""
    rolls = [desk.rolls.roll(f"{group.unit} ({group.id}) pray to the Madgods", 6)]
    favour = _FAVOURS[rolls[0].roll - 1]
    if favour in ("Attack", "Damage"):
        kind = "Melee"
        if figure_of(desk, group, "ranged_attack") is not None:
            rolls.append(desk.rolls.roll(f"{group.unit} ({group.id}) pray to the Madgods: ranged or melee", 2))
            kind = "Ranged" if rolls[1].roll == 1 else "Melee"
        favour = f"{kind} {favour}"
    figures = {"speed": 2} if favour == "Speed" else {}
    return Status(f"{MADGODS} ({favour})", desk.week + WEEKS - 1, figures), tuple(rolls)


def debauch(
    desk: Desk, orders: PlayerOrders, line: OrderLine, action: Action, groups: list[Group], place: PostPlace
) -> Iterator[Event]:
    """A Sister garrisoned in a Dungeon gains a Soul for each Speed she spends so (UD-SUC-07)."""
    if "debauch" not in f"{action.text} {action.object}".lower():
        return
    for group in groups:
        site = desk.state.sites.get(group.site) if group.site is not None else None
        inside = group.posture is Posture.GARRISONED and site is not None and site.kind is Kind.DUNGEON
        if group.unit not in SISTERS or not inside:
            why = "only a Succubus garrisoned in a Dungeon can do that"
            yield desk.void(orders, line.text, why, place, "UD-SUC-07")
            continue
        speed = min(action.speed or 1, figure_of(desk, group, "speed") or 0)
        if speed <= 0:
            yield desk.void(orders, line.text, f"{group.person or group.unit} has no Speed left", place, "UD-SUC-07")
            continue
        before = find_status(group, DEBAUCHED)
        spent = before.figures.get("speed", 0) if before is not None else 0
        tired: dict[str, Json] = {
            "group": group.id, "status": write(Status(DEBAUCHED, desk.week, {"speed": spent - speed})),
        }  # fmt: skip
        yield desk.event(Happened.STATUS_SET, tired, known_to=(orders.player,), rules=("UD-SUC-07",), post=place)
        data: dict[str, Json] = {
            "player": orders.player, "amounts": {"Souls": speed * group.count}, "text": "Debauchery",
        }  # fmt: skip
        yield desk.event(Happened.GRANTED, data, known_to=(orders.player,), rules=("UD-SUC-07",), post=place)
