"""What may legally be built at a site, and choosing some of it."""

from __future__ import annotations

from random import Random

from orderbook.books.bundle import Bundle

from .kit import ROOM_CAP, Kit
from .state import Player, Project, Site
from .turn import Build

_DUNGEON_ONLY = ("Architecture", "Entrance", "Maze", "Labyrinth")
NOTHING = Bundle()
BEFORE_PLAY = 2  # weeks of construction behind what is bought before the first turn


def _is_outdone(site: Site, kit: Kit, name: str) -> bool:
    """Whether something better of its line stands or comes: it replaced ``name``, or what ``name`` leads to."""
    for other in [*site.standing, *(project.name for project in site.projects)]:
        below, seen = [other], {other}
        while below:
            entry = kit.structures[below.pop()]
            lower = [*entry.replaces, *entry.replaces_present]
            if name in lower:
                return True
            below += [one for one in lower if one not in seen]
            seen.update(lower)
    return False


def can_build(site: Site, kit: Kit, name: str, count: int = 1) -> bool:
    """Whether the rules allow ``count`` more of ``name`` to be begun here this week, money apart."""
    entry = kit.structures[name]
    if not kit.cost(name) or not entry.weeks or entry.headquarters:
        return False
    if ("dungeon" if site.is_dungeon else "outpost") not in entry.places:
        return False
    if not site.is_dungeon and any(word in name for word in _DUNGEON_ONLY):
        return False
    if kit.is_capital_only(name) and not site.capital:
        return False
    for need in entry.requires:
        if need.replaces:
            if site.free(kit, need.names[0]) < need.count * count:
                return False
        elif not any(site.standing.get(other) for other in need.names):
            return False
    if entry.deposit and not entry.replaces and any(kit.structures[other].deposit for other in _around(site)):
        return False
    limit = kit.limit(name)
    if limit is not None:
        family = kit.family(name)
        held = sum(site.standing.get(one, 0) for one in family)
        coming = sum(site.coming(one) for one in family if not _stays_in_family(kit, one))
        if held + coming + (0 if _stays_in_family(kit, name) else count) > limit:
            return False
        if limit == 1 and (name in _around(site) or _is_outdone(site, kit, name)):
            return False
    return not (kit.counts_as_room(name) and site.rooms(kit) + count > ROOM_CAP)


def _around(site: Site) -> list[str]:
    return [*site.standing, *(project.name for project in site.projects)]


def _stays_in_family(kit: Kit, name: str) -> bool:
    """Whether it only takes the place of one that shares its limit."""
    return any(other in kit.family(name) for need in kit.replaced(name) for other in need.names)


def choose_builds(player: Player, rng: Random, appetite: float) -> list[Build]:
    """Begins some structures the player can pay for, and takes the price off the Wealth.

    ``appetite`` (0 to 1) is the chance of going on after each.
    """
    chosen: list[Build] = []
    kit = player.kit
    for _ in range(9):
        if rng.random() > appetite:
            break
        number = rng.choice([0, 0, *range(len(player.sites))])
        site = player.sites[number]
        options = [name for name in kit.structures if can_build(site, kit, name)]
        if player.week == 1:  # whether what was bought before play can carry more of it, nobody says
            options = [name for name in options if _needs_only(kit, name, player.packaged)]
        if not options:
            continue
        earners = [name for name in options if kit.produces(name)]
        recruiters = [name for name in options if kit.structures[name].recruits]
        name = rng.choice(rng.choice([options, options, earners or options, recruiters or options]))
        count = 1
        if kit.is_counted(name) and rng.random() < 0.25:
            count = next((n for n in (3, 2) if can_build(site, kit, name, n)), 1)
        begin_work(player, number, name, count, chosen)
    return chosen


def _needs_only(kit: Kit, name: str, there: dict[str, int]) -> bool:
    """Whether it rests on nothing but what is ``there``, and is not finished so soon that it replaces some of it."""
    if kit.replaces_any(name) and (kit.structures[name].weeks or 0) <= BEFORE_PLAY:
        return False
    return all(other in there for need in kit.structures[name].requires for other in need.names)


def begin_work(player: Player, number: int, name: str, count: int, chosen: list[Build]) -> None:
    """Pays for a structure and begins it, or does nothing if it cannot be afforded."""
    site, cost = player.sites[number], player.kit.cost(name) * count
    weeks = player.kit.structures[name].weeks or 0
    if not can_afford(player, cost):
        return
    player.wealth -= cost
    if player.week == 1:
        weeks = max(0, weeks - BEFORE_PLAY)
    same = next((build for build in chosen if (build.site, build.name) == (number, name)), None)
    if same:
        same.count += count
        same.cost += cost
    else:
        chosen.append(Build(number, name, count, cost, weeks))
    if not weeks:
        site.add(name, count)
        player.wealth += player.kit.produces(name) * count  # it gives at once, in a week whose income is booked
        return
    begun = next((project for project in site.projects if project.begun and project.name == name), None)
    if begun:
        begun.count += count
    else:
        site.projects.append(Project(name, count, weeks))


def can_afford(player: Player, cost: Bundle, extra_upkeep: Bundle = NOTHING) -> bool:
    """Whether the price can be paid now and every later week's Upkeep still looks covered."""
    left = player.wealth - cost
    net = player.production() - player.future_upkeep() - extra_upkeep
    if any(left[resource] < 0 for resource in left):
        return False
    resources = set(left) | set(net)
    return all(net[r] >= 0 or left[r] + 12 * net[r] >= 0 for r in resources)


def finish_projects(player: Player) -> None:
    """A week goes by on every building site: what is done now stands, what it replaces goes."""
    kit = player.kit
    for site in player.sites:
        for project in list(site.projects):
            project.begun = False
            project.weeks -= 1
            if project.weeks:
                continue
            site.projects.remove(project)
            entry = kit.structures[project.name]
            for need in kit.replaced(project.name):
                site.remove(need.names[0], need.count * project.count)
            for other in entry.replaces_present:
                if other in site.standing:
                    site.remove(other, site.standing[other])
            site.add(project.name, project.count)
