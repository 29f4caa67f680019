"""What an assault came to, as plain data and as text: walls, traps, crews, prisoners, who is inside."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from orderbook.systems.underdeep.battle.assault.prisoners import TRAPPED, list_prisoners
from orderbook.systems.underdeep.battle.assault.structure import BROKEN, ERASED, SPRUNG, Structure
from orderbook.systems.underdeep.battle.regiment import INSIDE, SURRENDERED
from orderbook.systems.underdeep.battle.scale import SCALE, show_points, to_number
from orderbook.systems.underdeep.battle.site_plan import MANNED

if TYPE_CHECKING:
    from orderbook.systems.underdeep.battle.assault.site import Site
    from orderbook.systems.underdeep.battle.engine import Battle


def describe_site(battle: Battle) -> dict[str, Any] | None:
    """The site after the battle; ``None`` where it was about none.

    ``breached`` is "walls", "tunnel" or "open", or "" while the Defences hold. A structure's ``condition`` is
    "stands" or "broken", of traps "armed", "sprung" or "disarmed".
    """
    plan, site = battle.scenario.site, battle.site
    if plan is None:
        return None
    told: dict[str, Any] = {
        "name": plan.name,
        "owner": plan.owner,
        "built_by": plan.builder,
        "kind": "settlement" if plan.is_settlement else "outpost" if plan.is_outpost else "dungeon",
        "action": "assault" if plan.is_assault else "siege",
    }
    if site is None:
        return told | {"inside": [{"name": each.name, "standing": each.count} for each in battle.absent]}
    return told | {
        "breached": site.breached,
        "round_of_breach": site.round_of_breach if site.breached else None,
        "structures": [_describe(each) for each in site.structures],
        "traps": [
            {
                "trap": note.trap.label,
                "regiment": note.regiment.label,
                "round": note.round,
                "result": note.result,
                "why": note.why,
                "total": note.attack.total if note.attack else None,
                "against": note.attack.against if note.attack else None,
                "damage": to_number(note.attack.damage) if note.attack else 0,
                "dead": note.attack.killed if note.attack else 0,
            }
            for note in site.notes
        ],
        "broken": [each.label for each in site.structures if each.condition == BROKEN],
        "erased": [each.label for each in site.structures if each.fate == ERASED],
        "to_reset": list_to_reset(site),
        "used_up": [each.label for each in site.traps if each.structure.is_once and each.fate == SPRUNG],
        "slipped_in": [
            {"regiment": each.by.label, "total": each.total, "against": each.against, "passed": each.beats}
            for each in site.slips
        ],
        "caught": [
            {"trap": trap.label, "regiment": regiment.label, "count": number}
            for trap, regiment, number, *_ in site.caught
        ],
        "prisoners": [
            {
                "side": each.regiment.side,
                "name": each.regiment.name,
                "count": each.count,
                "captor": each.captor,
                "why": each.why,
            }
            for each in list_prisoners(battle)
        ],
        "inside": [
            {"side": each.side, "name": each.name, "standing": each.count}
            for each in battle.regiments
            if each.zone == INSIDE and each.is_standing
        ],
    }


def list_to_reset(site: Site) -> list[str]:
    """The traps that stay sprung until somebody resets them (UD-DEF-04, UD-ASL-15, UD-ASL-16; setting trap-reset).

    They reset themselves where the defenders hold the site, unless the campaign wants an order for it. Those that
    serve once are gone.
    """
    holds = site.battle.winner == site.alliance
    if holds and not site.battle.scenario.options.chose("trap-reset", "by-defenders"):
        return []
    return [each.label for each in (*site.moats, *site.traps) if each.fate == SPRUNG and not each.structure.is_once]


def _describe(structure: Structure) -> dict[str, Any]:
    told: dict[str, Any] = {
        "name": structure.label,
        "kind": structure.structure.kind,
        "condition": structure.condition,
    }
    if structure.structure.breaches:
        told |= {"health": to_number(structure.pool), "of": structure.fighter.health}
    if structure.structure.kind == MANNED:
        told["crew"] = [{"regiment": regiment.label, "units": number} for regiment, number in structure.crew]
    return told


def site_lines(battle: Battle) -> Iterator[str]:
    """The site in lines of text, none where the battle was about none."""
    plan, site = battle.scenario.site, battle.site
    if plan is None:
        return
    if site is None:
        inside = ", ".join(f"{each.count} {each.name}" for each in battle.absent)
        yield f"{plan.name} is besieged; inside and out of this: {inside or 'nobody'}."
        return
    ways = {"walls": "its Defences were broken", "tunnel": "by tunnel", "open": "it has no walls"}
    how = f"open ({ways[site.breached]})" if site.breached else "its Defences hold"
    yield f"{plan.name}, of {plan.owner}: {how}."
    for structure in site.structures:
        if structure.structure.breaches:
            left = f"Health {show_points(structure.pool)} of {show_points(structure.fighter.health * SCALE)}"
            yield f"  {structure.label}: {left}, {structure.condition}"
        elif structure.structure.kind == MANNED:
            crew = " and ".join(f"{number} {regiment.label}" for regiment, number in structure.crew)
            yield f"  {structure.label}: {structure.condition}, {f'served by {crew}' if crew else 'nobody serves it'}"
        elif structure.fate:
            yield f"  {structure.label}: {structure.condition}"
    for note in site.notes:
        why = f" ({note.why})" if note.why else ""
        yield f"  Round {note.round}: {note.trap.label} and {note.regiment.label}: {note.result}{why}"
    for each in list_prisoners(battle):
        how = "caught in traps" if each.why == TRAPPED else SURRENDERED
        yield f"  Prisoners of {each.captor}: {each.count} {each.regiment.label}, {how}"
    if left_over := list_to_reset(site):
        yield f"  To be reset: {', '.join(left_over)}"
