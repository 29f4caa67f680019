"""A battle of the week before it is fought: the groups that meet as sides, armies and regiments.

UD-REG-01 to UD-REG-05, UD-REG-07. Those a transport carries are in it where the battle finds them there
(UD-ABL-TRANSPORT-3).

Who assaults a site is the attacker (UD-BAT-04), a settlement of the Surface as well (UD-RAI-02).
Debts, hunger, tired feet and the sun go with the units into battle (UD-UPK-03, UD-UPK-06)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from orderbook.rulebook.model import Unit, split_figure
from orderbook.systems.underdeep.arrears import Arrears, stands_idle, toll_of
from orderbook.systems.underdeep.battle.orders import Orders as BattleOrders
from orderbook.systems.underdeep.battle.pieces import find_written
from orderbook.systems.underdeep.battle.reading.spawn import list_spawn
from orderbook.systems.underdeep.battle.scenario import RegimentPlan, Scenario, SidePlan
from orderbook.systems.underdeep.battle.transport import MIDAIR
from orderbook.systems.underdeep.battle.unit import STATS, Blueprint, blueprint_of, parse_figure
from orderbook.systems.underdeep.post.orders.model import Verb
from orderbook.systems.underdeep.regiments import split_group
from orderbook.systems.underdeep.week.battle_orders import read_battle_orders
from orderbook.systems.underdeep.week.desk import Desk
from orderbook.systems.underdeep.week.dominion import resisted
from orderbook.systems.underdeep.week.figures import OFFICER
from orderbook.systems.underdeep.week.leading import bar_of, goes_along, is_infiltrator, joined_by, written_abilities
from orderbook.systems.underdeep.week.movement import Band, Battle, Relation
from orderbook.systems.underdeep.week.obsession import leadership_of
from orderbook.systems.underdeep.week.refuge import find_escape
from orderbook.systems.underdeep.week.siege_plans import plan_site, site_of_battle
from orderbook.systems.underdeep.week.state import Group
from orderbook.systems.underdeep.week.sunlight import burns, sun_toll
from orderbook.systems.underdeep.week.theatre import relations_of
from orderbook.systems.underdeep.week.values import NOBODY, Posture, Rank

_KEEPS_CORPSES = re.compile(
    r"\b(?:do(?:es)?n['’]?t|do not|not to|never|without)\s+(?:burn|destroy|decapitat|disabl|dispos|cut|touch)\w*\b"
    r".*\b(?:corpses?|bodies|dead|spawn)\b|\b(?:leave|let|spare|keep)\b.*\b(?:corpses?|dead|spawn)\b.*"
    r"\b(?:lie|rise|intact|untouched|whole|as they are|be)\b",
    re.IGNORECASE,
)
"""An order to the winners not to destroy those who may rise (UD-ABL-CREATE-SPAWN-3)."""

MONSTERS = "Wandering monsters"
"""What those are called in battle who belong to nobody."""


@dataclass(frozen=True)
class Part:
    """Units of a group that fight as one regiment; all of them are owed the same."""

    group: str
    count: int
    arrears: Arrears


@dataclass
class Muster:
    """The scenario, and which regiment is which part of a group, by side and name. ``owners`` are sides' owners."""

    scenario: Scenario
    parts: Mapping[tuple[str, str], Part]
    owners: Mapping[str, str]
    unfit: list[str] = field(default_factory=list)


def muster_battle(desk: Desk, battle: Battle, answers: Mapping[str, str]) -> Muster | None:
    """The battle that movement led to; None where one side has nobody left who can fight."""
    assert desk.movement is not None
    bands = desk.movement.bands
    attackers = {quarrel.attacker for quarrel in battle.quarrels if quarrel.attacker}
    if NOBODY in battle.bands and desk.options.chose("attacker-among-monsters", "nobody"):
        attackers.clear()  # UD-BAT-06, UD-BAT-07
    alliances = _ally(desk, battle)
    parts: dict[tuple[str, str], Part] = {}
    owners: dict[str, str] = {}
    sides: list[SidePlan] = []
    unfit: list[str] = []
    plans: dict[str, list[tuple[RegimentPlan, Group, Band]]] = {}
    nobody = side_of_nobody(desk, battle)
    for owner, names in sorted(battle.bands.items()):
        side = owner or nobody
        owners[side] = owner
        plans[side] = []
        taken: Counter[str] = Counter()
        for name in names:
            group = desk.state.groups.get(name)
            if group is None or name not in bands:
                continue
            for plan, part in _regiments(desk, group, bands[name], taken):
                if plan is None:
                    unfit.append(name)
                    continue
                plans[side].append((plan, group, bands[name]))
                parts[side, plan.name] = part
    units = {side: [(plan.name, group.unit) for plan, group, _ in own] for side, own in plans.items()}
    sneaks, aboard = dict(battle.sneak), dict(battle.aboard)
    victims = {
        name: [plan.name for own in plans.values() for plan, group, _ in own if group.id in on]
        for name, on in sneaks.items()
    }
    place = desk.world.place(battle.region) if desk.world is not None else None
    on_bridge = place is not None and "bridge" in place.features
    bridge: str | None = None
    for side, own in plans.items():
        friends = units[side]
        enemies = [one for other, named in units.items() if alliances[other] != alliances[side] for one in named]
        regiments = []
        for plan, group, band in own:
            orders = read_battle_orders(desk.told.get(group.id, ()), friends, enemies)
            if group.id in sneaks:
                orders = replace(orders, sneak_attack=True, targets=(*victims[group.id], *orders.targets))
            if on_bridge and _holds_bridge(desk, group, band):
                orders = replace(orders, holds_bridge=True)
                bridge = side
            safe = frozenset(name for (_, name), part in parts.items() if part.group in resisted(group))
            carrier = next((other.name for other, one, _ in own if one.id == aboard.get(group.id)), None)
            host = _host(desk, own, group)
            army, leads = (host.army, host.name) if host is not None else (plan.army, None)
            regiments.append(replace(plan, orders=orders, army=army, leads=leads, resisted=safe, aboard=carrier))
        if regiments:
            sides.append(_side(desk, battle, side, owners[side], owners[side] in attackers, regiments, alliances[side]))
    if len({side.alliance for side in sides}) < 2 and not battle.sites and battle.quarrels:
        return None
    # crystals work in a siege, too (UD-SIE-07)
    terrain = tuple(sorted(word for word in place.features if find_written(word))) if place is not None else ()
    if battle.midair:
        terrain = (*terrain, MIDAIR)
    site = plan_site(desk, battle, plans, owners)
    if site is not None and site.owner not in {side.name for side in sides}:
        owners[site.owner] = site_owner(desk, battle)
        sides.append(SidePlan(site.owner, False, (), alliances.get(site.owner, site.owner)))
    name = f"The battle at {battle.region}"
    spawn = list_spawn(sides, desk.rulebook)
    scenario = Scenario(tuple(sides), name, None, terrain, bridge, answers, desk.options, site, spawn)
    return Muster(scenario, parts, owners, unfit)


def _side(
    desk: Desk,
    battle: Battle,
    side: str,
    owner: str,
    is_attacker: bool,
    regiments: list[RegimentPlan],
    alliance: str,
) -> SidePlan:
    """A side: monsters attack nobody (UD-BAT-06), a finished site on the spot keeps magma off its owner (UD-TER-12)."""
    at_home = any(
        site.owner == owner and site.region == battle.region and site.founding is None
        for site in desk.state.sites.values()
    )
    told = desk.orders.get(owner)
    keeps = told is not None and any(_KEEPS_CORPSES.search(line.text) for line in told.post.orders)
    return SidePlan(
        side, is_attacker, tuple(regiments), alliance,
        is_monsters=owner == NOBODY, owns_site=at_home and owner != NOBODY, keeps_corpses=keeps,
    )  # fmt: skip


def _holds_bridge(desk: Desk, group: Group, band: Band) -> bool:
    """Whether entrenched troops were told to hold the bridge (UD-BRI-01)."""
    if band.posture.value != Posture.ENTRENCHED.value:
        return False
    return any(
        "bridge" in " ".join((action.object, *(spot.text for spot in action.targets))).lower()
        for order in desk.told.get(group.id, ())
        for action in order.does(Verb.HOLD, Verb.ENTRENCH)
    )


def _ally(desk: Desk, battle: Battle) -> dict[str, str]:
    """Alliances by side: owners who have no quarrel with each other and share an enemy fight together."""
    quarrels = {frozenset((quarrel.one, quarrel.other)) for quarrel in battle.quarrels}
    relations = relations_of(desk)
    teams: list[list[str]] = []
    for owner in sorted({*battle.bands, *(desk.state.sites[s].owner for s in _sites(desk, battle))}):
        team = next((team for team in teams if all(_together(owner, one, quarrels) for one in team)), None)
        friends = team is not None and all(
            relations.between(owner, one) is Relation.ALLIED or _share(owner, one, quarrels) for one in team
        )
        if team is not None and friends:
            team.append(owner)
        else:
            teams.append([owner])
    nobody = side_of_nobody(desk, battle)
    return {owner or nobody: team[0] or nobody for team in teams for owner in team}


def side_of_nobody(desk: Desk, battle: Battle) -> str:
    """What the side of those is called who are nobody's: the settlement they defend, else wandering monsters."""
    site = site_of_battle(desk, battle)
    return site.name if site is not None and site.is_settlement and not site.owner else MONSTERS


def site_owner(desk: Desk, battle: Battle) -> str:
    """The owner of the site that is assaulted."""
    site = site_of_battle(desk, battle)
    return site.owner if site is not None else NOBODY


def _sites(desk: Desk, battle: Battle) -> list[str]:
    return [name for name in desk.site_ids(battle.sites) if name in desk.state.sites]


def _together(one: str, other: str, quarrels: set[frozenset[str]]) -> bool:
    return frozenset((one, other)) not in quarrels


def _share(one: str, other: str, quarrels: set[frozenset[str]]) -> bool:
    """Whether two owners have an enemy in common."""
    foes = [{next(iter(pair - {who})) for pair in quarrels if who in pair and len(pair) == 2} for who in (one, other)]
    return bool(foes[0] & foes[1])


# -- regiments --------------------------------------------------------------------------------------------------


def _regiments(desk: Desk, group: Group, band: Band, taken: Counter[str]) -> list[tuple[RegimentPlan | None, Part]]:
    """The regiments of a group: by what its units are owed, then by size (UD-REG-03 to UD-REG-05)."""
    unit = desk.unit(group)
    owing = [(part.count, part.arrears) for part in group.unpaid]
    portions = [(group.count - group.owing, Arrears()), *owing]
    found: list[tuple[RegimentPlan | None, Part]] = []
    wounded = band.wounds
    for number, arrears in portions:
        for size in split_group(number, desk.options):
            part = Part(group.id, size, arrears)
            if unit is None:
                found.append((None, part))
                continue
            name = group.person or (desk.plural_of(group.unit) if group.count > 1 else group.unit)
            taken[name] += 1
            health = make_blueprint(desk, group, unit, arrears)
            plan = RegimentPlan(
                name if taken[name] == 1 else f"{name} {taken[name]}",
                health,
                size,
                wounded,
                army=_army(group, band),
                origin=str(band.came_from or ""),
                has_escape=find_escape(desk, group.owner, band.place),
                orders=BattleOrders(),
                conditions=tuple(_conditions(desk, group, unit, arrears, band)),
            )
            wounded = 0
            found.append((plan, part))
    return found


def _is_inside(band: Band) -> bool:
    return band.posture.value == Posture.GARRISONED.value and band.site is not None


def _army(group: Group, band: Band) -> str:
    if _is_inside(band):
        return "the garrison"
    return f"from {band.came_from}" if band.came_from is not None else ""


def make_blueprint(desk: Desk, group: Group, unit: Unit, arrears: Arrears) -> Blueprint:
    """A unit of a group with what was rolled for it, its rank, what holds for a time, and what hunger took.

    Officers of every rank have Leadership (UD-ABL-LEADERSHIP-1).
    """
    plain = blueprint_of(unit)
    figures = dict(plain.figures)
    bonus = Counter[str](OFFICER.get(group.rank.value, {}) if group.rank is not None else {})
    for status in group.statuses:
        if find_written(status.name) is None:
            bonus.update(status.figures)
    hunger = toll_of(arrears, desk.options).health
    bonus["health"] += hunger
    if burns(unit):
        bonus["health"] -= group.sunlight
    for label in STATS:
        written = group.figures.get(label, unit.stats.get(label, ""))
        split = split_figure(written)
        if split is not None and (bonus[label] or label in group.figures):
            amount = split[0] + bonus[label]
            amount = max(amount, 1) if label == "health" else amount
            figures[label] = parse_figure(f"{amount} ({split[1]})" if split[1] else amount)
        elif label in group.figures:
            figures[label] = parse_figure(written)
    if group.double_of:  # an illusion hurts nobody
        figures |= {label: parse_figure(0) for label in ("melee_damage", "ranged_damage") if label in figures}
    return Blueprint(unit.name, figures, written_abilities(unit, group), unit.faction, *leadership_of(group, unit))


def _conditions(desk: Desk, group: Group, unit: Unit, arrears: Arrears, band: Band) -> list[str]:
    """What bears on a regiment beside its figures: debts, fatigue, sunlight, posture, officer, statuses (UD-MRL-10)."""
    found: list[str] = []
    toll = toll_of(arrears, desk.options)
    if toll.morale:
        found.append(f"Unpaid {-toll.morale}")
    if toll.attack:
        found.append(f"Without Metal {-toll.attack}")
    if stands_idle(unit, arrears):
        found.append("Stopped")
    if band.fatigue:
        found.append(f"Forced March {band.fatigue}")
    if sun := sun_toll(desk, unit, group.sunlight):
        found.append(f"Sunlight {sun}")
    if band.posture.value == Posture.ENTRENCHED.value:
        found.append("Entrenched")
    if band.posture.value == Posture.GARRISONED.value:
        found.append("Garrisoned")
        officer = desk.state.officer_of(group.site) if group.site is not None else None
        if officer is not None and officer.id != group.id and officer.site == group.site:
            dead = desk.unit(officer)
            undead = dead is not None and dead.has_ability("Undead")
            found.append("Undead officer of the site" if undead else "Officer of the site")
    if group.restless:
        found.append(f"Restless {group.restless}")
    found += [status.name for status in group.statuses if find_written(status.name) is not None]
    return found


def _host(desk: Desk, own: list[tuple[RegimentPlan, Group, Band]], group: Group) -> RegimentPlan | None:
    """The regiment a leader or officer goes with: one he was told to join or lead, else the largest under an order of
    his, else of his army; of those he may join (UD-ABL-LEADERSHIP-2). A Follower goes with those he was told to join,
    led or not (UD-ABL-FOLLOWER-1).

    Setting: none; a leader whom no order binds stays with the largest regiment beside him.
    """
    follows = group.rank is None and goes_along(desk, group)
    if group.rank is None and not follows:
        return None
    mine = next(band for _, other, band in own if other.id == group.id)
    told = desk.told.get(group.id, ())
    others = [
        (plan, other, band) for plan, other, band in own if other.rank is None and bar_of(desk, group, other) is None
    ]
    named = {host.id for order in told for host in joined_by(desk, group, order, [other for _, other, _ in others])}
    joined = [
        plan for plan, other, band in others
        if other.id in named and not (follows and goes_along(desk, other))
        and (_is_inside(band), band.site) == (_is_inside(mine), mine.site)
    ]  # fmt: skip
    near = [(plan, other) for plan, other, band in others if (band.site, band.came_from) == (mine.site, mine.came_from)]
    same = [plan for plan, other in near if any(order in desk.told.get(other.id, ()) for order in told)]
    if not is_infiltrator(desk, group):  # nobody joins those in ambush unasked, and gives them away
        near = [(plan, other) for plan, other in near if other.posture is not Posture.AMBUSH]
    pool = joined or (same or [plan for plan, _ in near] if not follows else [])
    if group.rank is not None and group.rank is not Rank.LEADER and mine.site is None:
        pool = joined or same
    return max(pool, key=lambda plan: (plan.count, plan.name), default=None)


def owner_of(desk: Desk, side: str) -> str:
    """The owner that a side of a battle stands for: a player, else nobody."""
    return side if side in desk.state.players else NOBODY
