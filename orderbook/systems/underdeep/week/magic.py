"""What each spell of the week does to a regiment or a region (UD-SPELL)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from orderbook.campaign.canonical import Json
from orderbook.campaign.event import Event
from orderbook.campaign.game import Question
from orderbook.rulebook.model import Structure
from orderbook.systems.underdeep.castings import WEEKLY
from orderbook.systems.underdeep.week.desk import Desk
from orderbook.systems.underdeep.week.kinds import Happened
from orderbook.systems.underdeep.week.people import find_player
from orderbook.systems.underdeep.week.spell import Spell, hold
from orderbook.systems.underdeep.week.state import Group, Site
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

_AS = re.compile(r"\b(?:as|like|sigil|sigils|colou?rs|banners?|livery)\s+(?:of\s+)?(?:the\s+)?([^.,;]+)", re.IGNORECASE)
_GROWS = re.compile(r"mushroom|fung|lichen|moss|mold|mould|spore|patch|grove|garden|field", re.IGNORECASE)
"""What is in the name of a structure whose Food comes from mushrooms, lichen or the like (UD-SPELL-BLIGHT-2)."""


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
    said = _AS.search(spell.text)
    whose = find_player(spell.desk, said[1], but=spell.orders.player) if said is not None else None
    name = f"{DISGUISED} as {whose}" if whose is not None else DISGUISED
    yield from hold(spell, name, {}, ("UD-SPELL-DISGUISE-1",))


def finds_nobody(spell: Spell) -> tuple[str, str] | None:
    """A spell on a regiment needs one."""
    if spell.target() is not None:
        return None
    named = spell.action.unit.text if spell.action.unit is not None else spell.action.object
    return f"there are no {named or 'units'} to cast it on", WEEKLY.get(spell.name, "UD-SPELL-DISGUISE-1")


def finds_no_undead(spell: Spell) -> tuple[str, str] | None:
    """Necromantic Healing is for the Undead."""
    group = spell.target()
    unit = spell.desk.unit(group) if group is not None else None
    if unit is not None and unit.has_ability("Undead"):
        return None
    return "it heals the Undead alone", "UD-SPELL-NECROMANTIC-HEALING-1"


def finds_no_mushrooms(spell: Spell) -> tuple[str, str] | None:
    """Blight needs a structure that grows food, or a region with mushrooms."""
    if spell.action.structure is not None:
        return None if _crop(spell) is not None else ("no such crop is there", "UD-SPELL-BLIGHT-2")
    place = spell.desk.world.place(spell.region) if spell.desk.world is not None and spell.region is not None else None
    if place is not None and "mushrooms" not in place.features:
        return f"{spell.region} has no mushrooms", "UD-SPELL-BLIGHT-3"
    return None


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
    region, crop = spell.region, _crop(spell)
    if crop is not None:
        site, name = crop
        yield spell.desk.event(
            Happened.DESTROYED, {"site": site.id, "name": name, "count": 1},
            known_to=(spell.orders.player, site.owner), rules=("UD-SPELL-BLIGHT-2",), post=spell.place,
        )  # fmt: skip
    elif region is not None:
        yield spell.desk.event(
            Happened.BLIGHTED, {"region": str(region)}, known_to=(spell.orders.player,), rules=("UD-SPELL-BLIGHT-3",),
            post=spell.place,
        )  # fmt: skip


def _crop(spell: Spell) -> tuple[Site, str] | None:
    """The structure that is meant, in an occupied Dungeon of the region: one that grows Food out of plants or fungi."""
    named = spell.action.structure
    if named is None:
        return None
    sites = [site for spot in spell.action.targets if (site := spell.roster.site_at(spot)) is not None]
    sites += sorted(
        (site for site in spell.desk.state.sites.values() if site.region == spell.region), key=lambda site: site.id
    )
    for site in sites:
        entry = spell.desk.structure(site, named.name)
        if site.owner and site.count(named.name) and entry is not None and _is_crop(entry):
            return site, named.name
    return None


def _is_crop(entry: Structure) -> bool:
    return entry.produces["Food"] > 0 and bool(_GROWS.search(entry.name))
