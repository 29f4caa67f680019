"""What a captor can use of what the builders left, and may build there (UD-CAP-02 to UD-CAP-11).

Settings: captured-trade-rooms, captured-upgrades.
"""

from __future__ import annotations

from orderbook.rulebook.model import Faction, Section, Structure
from orderbook.rulebook.names import fold_name
from orderbook.systems.underdeep.week.desk import Desk
from orderbook.systems.underdeep.week.orders import find_faction
from orderbook.systems.underdeep.week.state import Site

_OF_MIND = ("Arcane Library", "Memory Womb", "Study")
FOR_FOUNDERS = ("Maze",)
"""What only those who founded a Dungeon can build in it (UD-KOB-39)."""
_HOLY = ("Shrine", "Temple", "Chapel", "Altar")


def why_useless(desk: Desk, site: Site, entry: Structure) -> str | None:
    """The rule by which a structure is of no use to who holds the site now; None where it works.

    What the captor has built there since is on his own list, and his.
    """
    if site.captured is None:
        return None
    own, builders = desk.faction_of(site.owner), find_faction(desk.rulebook, entry.faction)
    if entry.headquarters and not any(word in entry.name for word in _OF_MIND):
        return "UD-CAP-07"
    if own is not None and own.name == entry.faction:
        return None
    on_own_list = own is not None and any(one.name == entry.name for one in own.structures)
    if entry.section is Section.DEFENCE:
        return None if on_own_list or _is_free(desk, site, entry) else "UD-CAP-03"
    if entry.recruits or "Armoury" in entry.name or "Armory" in entry.name:
        return None if share(own, builders, "race") else "UD-CAP-06"
    if any(word in entry.name for word in _OF_MIND):
        return None if _leader_casts(desk, site.owner) else "UD-CAP-05"
    if any(word in entry.name for word in _HOLY):
        return None if share(own, builders, "religion") else "UD-CAP-09"
    if is_trade_room(entry) and not on_own_list and not desk.options.chose("captured-trade-rooms", "always"):
        return "UD-CAP-08"
    return None


def is_of_use(desk: Desk, site: Site, name: str) -> bool:
    """Whether a structure of that name works at a site, and serves who holds it (UD-CAP-02 to UD-CAP-11)."""
    entry = desk.structure(site, name)
    return site.working(name) > 0 and (entry is None or why_useless(desk, site, entry) is None)


def share(one: Faction | None, other: Faction | None, what: str) -> bool:
    """Whether two factions are of one race, or religion; what a faction's data does not say is its own alone."""
    if one is None or other is None:
        return False
    return bool((getattr(one, what) or one.name) == (getattr(other, what) or other.name))


def mine_in_the_way(desk: Desk, site: Site, entry: Structure) -> str:
    """The builders' mine that a captor's better one may come in place of by a favour (UD-CAP-11): there is one, and
    all that is wanting is the captor's own basic mine. Empty where there is none."""
    if site.captured is None or not entry.deposit or not entry.requires:
        return ""
    for need in entry.requires:
        own = [desk.structure(site, name, entry.faction) for name in need.names]
        is_basic_mine = need.replaces and any(one is not None and one.deposit for one in own)
        if not is_basic_mine and not any(site.working(name) for name in need.names):
            return ""
    for standing in site.standing:
        old = desk.structure(site, standing.name, standing.faction)
        is_theirs = standing.faction != entry.faction
        if old is not None and old.deposit and is_theirs and not any(need.replaces for need in old.requires):
            return standing.name
    return ""


def why_not_built(desk: Desk, site: Site, name: str, entry: Structure | None) -> tuple[str, str] | None:
    """Why a structure cannot be begun at a site that others founded, with the rule; None where nothing speaks against.

    ``entry`` is the owner's own, None for one that is not on the owner's list (UD-CAP-10, UD-KOB-39).
    """
    own = desk.faction_of(site.owner)
    if own is None or not site.faction or own.name == site.faction:
        return None
    builders = find_faction(desk.rulebook, site.faction)
    if entry is not None:
        if entry.name in FOR_FOUNDERS and not share(own, builders, "race"):
            return f"{site} was not founded by {own.race or own.name}", "UD-KOB-39"
        return None
    theirs = builders.structures if builders is not None else ()
    if own.complete and any(fold_name(name) in map(fold_name, (one.name, one.plural, *one.aliases)) for one in theirs):
        return f"{name} is on the list of {site.faction}, who built {site}, and not on that of {own.name}", "UD-CAP-10"
    return None


def is_trade_room(entry: Structure) -> bool:
    """Whether a Room brings Gold without a deposit below it (UD-PRD-01)."""
    return entry.section is Section.ROOM and entry.produces["Gold"] > 0 and not entry.deposit


def _is_free(desk: Desk, site: Site, entry: Structure) -> bool:
    """Whether a Defence works without what only the builders know: a Room as prerequisite bars it (UD-CAP-03)."""
    if desk.options.chose("captured-upgrades", "any-prerequisite-bars"):
        return not entry.requires
    for need in entry.requires:
        for name in need.names:
            room = desk.structure(site, name, site.faction)
            if room is not None and room.section is Section.ROOM:
                return False
    return True


def _leader_casts(desk: Desk, player: str) -> bool:
    """Whether a player's leader is a Spellcaster: one of the spells is among the abilities."""
    faction = desk.faction_of(player)
    leaders = [unit for unit in faction.units if unit.leader] if faction is not None else []
    return any(unit.has_ability(spell.name) for unit in leaders for spell in desk.rulebook.spells)
