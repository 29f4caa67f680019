"""Who gets into a site, and when: through the breach, or over the walls.

UD-ASL-03, UD-ASL-04, UD-KOB-43, UD-ABL-FLYER-2, UD-ABL-CLIMBING-1.

Whoever comes in meets the traps first (UD-ASL-11).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from orderbook.systems.underdeep.battle.assault.traps import run_the_traps, spring
from orderbook.systems.underdeep.battle.orders import Stance
from orderbook.systems.underdeep.battle.pairing import closes
from orderbook.systems.underdeep.battle.regiment import IN_THE_PIT, INSIDE, OUTSIDE, Regiment

if TYPE_CHECKING:
    from orderbook.systems.underdeep.battle.assault.site import Site


def come_in(site: Site) -> None:
    """Moves those who can get in this round, and lets the moats and traps strike them on the way.

    Defenders outside follow them in once no enemy is left before the walls.
    """
    attackers = [
        each
        for each in site.battle.standing
        if each.zone == OUTSIDE and each.alliance != site.alliance and each.host is None
    ]
    if site.moats:
        _cross_moat(site, attackers)
    entering = [each for each in attackers if each.is_standing and _gets_in(site, each)]
    if entering:
        enter(site, entering)
    if site.breached:
        _follow(site)


def enter(site: Site, entering: list[Regiment]) -> None:
    """Brings regiments in and runs them through the traps, the vanguard first."""
    for regiment in entering:
        for each in (regiment, *regiment.leaders):
            each.zone = INSIDE
            each.bound = []
            each.aim = None
    if site.battle.telling:
        site.battle.tell(f"{_list([each.label for each in entering])} get in.", "assault")
    run_the_traps(site, march_order(site, entering))


def march_order(site: Site, regiments: list[Regiment]) -> list[Regiment]:
    """The vanguard as it was ordered, then the others in the battle's order."""
    vanguard = site.plan.vanguard
    if not vanguard:
        return regiments
    return sorted(regiments, key=lambda each: vanguard.index(each.name) if each.name in vanguard else len(vanguard))


def has_way_in(site: Site, regiment: Regiment) -> bool:
    """Whether it means to come in at all: it is neither told to wait nor to hold its place."""
    return (
        regiment.host is None and regiment.name not in site.plan.waiting and regiment.orders.stance is not Stance.HOLD
    )


def _gets_in(site: Site, regiment: Regiment) -> bool:
    """Through a breach everybody, over walls who flies or climbs and means to strike; not who is held up outside, or
    told to fight somebody there."""
    if not has_way_in(site, regiment) or regiment.bound or regiment.leaving:
        return False
    flies = regiment.has("Flyer")
    if not site.breached and not (flies or regiment.has("Climbing")):
        return False
    if not site.breached and not closes(regiment):
        return False
    if site.is_moat_ahead and not flies:
        return False
    return not any(_stands_outside(site, regiment, name) for name in regiment.orders.targets)


def _stands_outside(site: Site, regiment: Regiment, name: str) -> bool:
    if not site.breached and any(wall.is_standing for wall in site.find_walls(name)):
        return True
    return any(each.is_standing and each.zone == OUTSIDE for each in site.battle.find_enemies(regiment, name))


def _cross_moat(site: Site, attackers: list[Regiment]) -> None:
    """Those on foot who are on their way may fall into the moat, once each (UD-KOB-42, UD-DER-47)."""
    if site.breached == "tunnel":
        return
    crossing = [
        each
        for each in attackers
        if each not in site.crossed
        and each.is_standing
        and has_way_in(site, each)
        and not each.bound
        and (closes(each) or bool(site.breached))
    ]
    if not crossing:
        return
    site.crossed.update(crossing)
    for moat in site.moats:
        if moat.is_armed:
            spring(site, moat, march_order(site, [each for each in crossing if each.is_standing]))


def _follow(site: Site) -> None:
    standing = site.battle.standing
    if any(each.zone == OUTSIDE and each.alliance != site.alliance for each in standing if each.is_standing):
        return
    for regiment in standing:
        if regiment.zone == OUTSIDE and regiment.alliance == site.alliance:
            regiment.zone = INSIDE
            regiment.aim = None


def leave_pits(site: Site) -> None:
    """Where the fight in a pit is over, who won it joins the others inside (UD-DER-63)."""
    in_pit = [each for each in site.battle.standing if each.zone == IN_THE_PIT]
    if in_pit and len({each.alliance for each in in_pit}) == 1:
        for regiment in in_pit:
            for each in (regiment, *regiment.leaders):
                each.zone = INSIDE
                each.aim = None


def _list(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
