"""What each spell of the week does to a regiment or a region (UD-SPELL)."""

from __future__ import annotations

from collections.abc import Iterator

from orderbook.campaign.canonical import Json
from orderbook.campaign.event import Event
from orderbook.campaign.game import Question
from orderbook.systems.underdeep.week.desk import Desk
from orderbook.systems.underdeep.week.kinds import Happened
from orderbook.systems.underdeep.week.people import find_player
from orderbook.systems.underdeep.week.spell import Spell, hold
from orderbook.systems.underdeep.week.state import Group
from orderbook.systems.underdeep.week.statuses import (
    BLESSED,
    DISGUISED,
    HASTENED,
    INFECTED,
    SHIFTED,
    UNSEEN,
    WARDED,
    is_under,
)


def bless(spell: Spell) -> Iterator[Event | Question]:
    """+2 Morale and no disease for the week, and one it had is gone (UD-SPELL-BLESS-1, UD-SPELL-BLESS-2,
    UD-ABL-DISEASE-4)."""
    yield from hold(spell, BLESSED, {"morale": 2}, ("UD-SPELL-BLESS-1", "UD-SPELL-BLESS-2"))
    group = spell.desk.state.groups.get(spell.roster.chosen or "")
    if group is not None and is_under(group, INFECTED):
        yield cure(spell.desk, group, ("UD-ABL-DISEASE-4",))


def cure(desk: Desk, group: Group, rules: tuple[str, ...]) -> Event:
    """A disease is gone, and what it took is back."""
    data: dict[str, Json] = {"group": group.id, "status": INFECTED}
    return desk.event(Happened.STATUS_ENDED, data, known_to=(group.owner,), rules=rules)


def hasten(spell: Spell) -> Iterator[Event | Question]:
    """+4 Speed for the week (UD-SPELL-HASTE-1)."""
    yield from hold(spell, HASTENED, {"speed": 4}, ("UD-SPELL-HASTE-1",))


def hide(spell: Spell) -> Iterator[Event | Question]:
    """A regiment is an Infiltrator for the week (UD-SPELL-INVISIBILITY-1)."""
    yield from hold(spell, UNSEEN, {}, ("UD-SPELL-INVISIBILITY-1",))


def shift(spell: Spell) -> Iterator[Event | Question]:
    """A regiment is a Teleporter for the week (UD-SPELL-PHASE-SHIFT-1)."""
    yield from hold(spell, SHIFTED, {}, ("UD-SPELL-PHASE-SHIFT-1",))


def ward(spell: Spell) -> Iterator[Event | Question]:
    """No Scrying shows it for the week (UD-SPELL-WARD-1, UD-SPELL-WARD-2)."""
    yield from hold(spell, WARDED, {}, ("UD-SPELL-WARD-1", "UD-SPELL-WARD-2"))


def disguise(spell: Spell) -> Iterator[Event | Question]:
    """The map shows it with another's sigil, if the orders name one (UD-SPELL-DISGUISE-1)."""
    whose = find_player(spell.desk, spell.action.object, but=spell.orders.player) if spell.action.object else None
    name = f"{DISGUISED} as {whose}" if whose is not None else DISGUISED
    yield from hold(spell, name, {}, ("UD-SPELL-DISGUISE-1",))


def mend(spell: Spell) -> Iterator[Event | Question]:
    """The wounded of an Undead regiment are whole again (UD-SPELL-NECROMANTIC-HEALING-1)."""
    group = spell.target()
    unit = spell.desk.unit(group) if group is not None else None
    if group is not None and unit is not None and unit.has_ability("Undead") and group.wounds:
        yield spell.desk.event(
            Happened.WOUNDED, {"group": group.id, "wounds": 0}, known_to=(group.owner,),
            rules=("UD-SPELL-NECROMANTIC-HEALING-1",), post=spell.place,
        )  # fmt: skip


def blight(spell: Spell) -> Iterator[Event | Question]:
    """A structure that grows food in an occupied Dungeon is gone, or a region's mushrooms (UD-SPELL-BLIGHT-2,
    UD-SPELL-BLIGHT-3)."""
    named, region = spell.action.structure, spell.region
    sites = [site for site in spell.desk.state.sites.values() if site.region == region and site.owner]
    site = min(sites, key=lambda site: site.id, default=None)
    if named is not None and site is not None and site.count(named.name):
        yield spell.desk.event(
            Happened.DESTROYED, {"site": site.id, "name": named.name, "count": 1},
            known_to=(spell.orders.player, site.owner), rules=("UD-SPELL-BLIGHT-2",), post=spell.place,
        )  # fmt: skip
    elif named is None and region is not None and spell.action.targets:
        yield spell.desk.event(
            Happened.BLIGHTED, {"region": str(region)}, known_to=(spell.orders.player,), rules=("UD-SPELL-BLIGHT-3",),
            post=spell.place,
        )  # fmt: skip
