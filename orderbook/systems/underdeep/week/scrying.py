"""What a caster of Scry sees (UD-SPELL-SCRY-1 to UD-SPELL-SCRY-3): Infiltrators and illusions for what they are,
but nobody who is warded, whoever cast first (UD-SPELL-WARD-2, UD-SPELL-INVISIBILITY-2,
UD-SPELL-ILLUSORY-DUPLICATE-3).
"""

from __future__ import annotations

from collections.abc import Iterator

from orderbook.campaign.canonical import Json
from orderbook.campaign.event import Event
from orderbook.campaign.game import Question
from orderbook.systems.underdeep.week.kinds import Happened
from orderbook.systems.underdeep.week.spell import Spell
from orderbook.systems.underdeep.week.state import in_order
from orderbook.systems.underdeep.week.statuses import WARDED, is_under


def finds_no_region(spell: Spell) -> tuple[str, str] | None:
    """Scry needs a region that is named."""
    if spell.region is None or not spell.action.targets:
        return "no region is named", "UD-SPELL-SCRY-1"
    return None


def scry(spell: Spell) -> Iterator[Event | Question]:
    """A region as it stood when the week began, hidden units and traps and all, but for what is warded and for
    resources (UD-SPELL-SCRY-1 to UD-SPELL-SCRY-3, UD-ABL-INFILTRATOR-12)."""
    desk, region = spell.desk, spell.region
    if region is None:
        return
    bands: list[Json] = [
        {
            "owner": group.owner,
            "unit": group.unit,
            "count": group.count,
            "posture": group.posture.value,
            **({"illusory": True} if group.double_of else {}),
        }
        for group in desk.dawn.standing_in(region)
        if group.raised != desk.week and not is_under(desk.state.groups.get(group.id, group), WARDED)
    ]
    sites: list[Json] = [
        {
            "name": site.name, "owner": site.owner, "kind": site.kind.value,
            "structures": [[one.name, one.count] for one in site.standing],
            **({"growing": [[one.unit, one.count] for one in site.growing]} if site.growing else {}),
        }
        for site in sorted(desk.state.sites.values(), key=lambda site: site.id)
        if site.region == region
    ]  # fmt: skip
    place = desk.world.place(region) if desk.world is not None else None
    features: list[Json] = [*sorted(place.features)] if place is not None else []
    traps: list[Json] = [trap.name for trap in in_order(desk.dawn.traps.values()) if trap.region == region]
    data: dict[str, Json] = {
        "region": str(region), "by": spell.caster.id, "bands": bands, "sites": sites, "features": features,
        "traps": traps,
    }  # fmt: skip
    rules = ("UD-SPELL-SCRY-1", "UD-SPELL-SCRY-2", "UD-SPELL-SCRY-3")
    yield desk.event(Happened.SCRIED, data, known_to=(spell.orders.player,), rules=rules, post=spell.place)
