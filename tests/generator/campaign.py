"""Legal weeks of a campaign: a player begins, founds sites, and decides week after week."""

from __future__ import annotations

from random import Random

from orderbook.books.bundle import Bundle

from . import lore
from .building import can_afford, can_build, choose_builds, finish_projects
from .kit import ROOM_CAP, TERRAIN, Kit
from .marching import carry_out, choose_orders
from .state import GARRISONED, Person, Place, Player, Site
from .turn import Deal, Message, Recruit, Turn

LAYERS = ("Upperdeep", "Middledeep", "Lowerdeep")
FOUNDING_COST = {True: Bundle({"Gold": 100}), False: Bundle({"Gold": 50})}
OFFICER_FIGURES = ("defence", "health", "speed", "morale")


class Ruin(Exception):
    """A campaign that cannot pay its Upkeep any more."""


def begin_player(kit: Kit, rng: Random) -> Player:
    """A player with the starting package and nothing bought yet."""
    layer = rng.choice(kit.faction.starting_layers or LAYERS)
    home = Site(rng.choice(lore.DUNGEON_NAMES[kit.name]), _free_place(rng, [], layer), True, capital=True)
    home.terrain = _invent_terrain(rng)
    home.standing = {entry.name: entry.starting for entry in kit.structures.values() if entry.starting}
    home.standing = dict(sorted(home.standing.items(), key=lambda item: not kit.structures[item[0]].headquarters))
    if kit.name == "Derro":
        leader = Person(f"Overlord {rng.choice(lore.OVERLORD_NAMES)}", kit.leader.name)
    else:
        leader = Person(rng.choice(["Shee-Ra", kit.leader.name]), kit.leader.name)
    player = Player(kit, leader, [home], kit.faction.opening, packaged=dict(home.standing))
    player.shows_bodies = rng.random() < 0.3
    return player


def _invent_terrain(rng: Random) -> tuple[str, ...]:
    return tuple(name for name in TERRAIN if rng.random() < 0.3)


def _free_place(rng: Random, taken: list[Place], layer: str) -> Place:
    while True:
        place = Place(layer, rng.randint(2, 98))
        if place not in taken:
            return place


def found_site(player: Player, rng: Random, is_dungeon: bool) -> None:
    """A new site stands at the start of a week, its price off the Wealth, its officer named, its first walls up."""
    kit, capital = player.kit, player.capital
    taken = [site.place for site in player.sites] + [stack.place for stack in player.stacks]
    layer = capital.place.layer if rng.random() < 0.85 else rng.choice(LAYERS)
    used = {site.name for site in player.sites}
    names = lore.DUNGEON_NAMES[kit.name] if is_dungeon else lore.OUTPOST_NAMES
    site = Site(rng.choice([name for name in names if name not in used]), _free_place(rng, taken, layer), is_dungeon)
    site.terrain = _invent_terrain(rng)
    for _ in range(rng.randint(1, 4)):
        options = [name for name in kit.structures if can_build(site, kit, name)]
        site.add(rng.choice(options), 1)
    player.sites.append(site)
    player.wealth -= FOUNDING_COST[is_dungeon]
    ranks = [
        unit.name
        for unit in kit.units.values()
        if unit.requires
        and not unit.summoned
        and all(isinstance(unit.stats.get(figure), int) for figure in OFFICER_FIGURES)
        and int(unit.stats["health"]) <= 12
        and not any("(" in ability for ability in unit.abilities)
    ]
    title = "Commander" if is_dungeon else "Captain"
    site.officer = Person(lore.invent_person(rng, player.names), rng.choice(ranks), title)


def decide(player: Player, rng: Random, appetite: float = 0.75, *, may_forage: bool = False) -> Turn:
    """One week's decisions. Income and Upkeep are booked first; afterwards the player is as the post shows him.

    Raises ``Ruin`` where the Upkeep cannot be paid.
    """
    player.wealth += player.production() - player.upkeep()
    if any(amount < 0 for amount in player.wealth.values()):
        raise Ruin
    turn = Turn()
    if player.week > 1 and rng.random() < 0.2:
        turn.deals = _make_deals(player, rng)
    turn.builds = choose_builds(player, rng, appetite)
    if rng.random() < 0.65:
        turn.recruits = _choose_recruits(player, rng)
    turn.orders = choose_orders(player, rng, may_forage=may_forage)
    turn.messages = _write_messages(player, rng)
    turn.flavour_title = rng.choice(lore.FLAVOUR_TITLES)
    turn.flavour = [
        " ".join(lore.invent_sentence(rng) for _ in range(rng.randint(1, 3))) for _ in range(rng.randint(1, 2))
    ]
    return turn


def end_week(player: Player, turn: Turn) -> None:
    """Orders are carried out and the next week begins."""
    for stack in player.stacks:
        stack.fresh = 0
    carry_out(player, turn.orders)
    player.week += 1
    player.packaged = {}
    finish_projects(player)


def live_quietly(player: Player, rng: Random, weeks: int) -> None:
    """Weeks nobody posts about: the player builds, recruits, marches, and founds a site now and then."""
    for _ in range(weeks):
        end_week(player, decide(player, rng))
        dungeons = sum(site.is_dungeon for site in player.sites)
        if len(player.sites) < 4 and player.wealth["Gold"] > 160 and rng.random() < 0.45:
            found_site(player, rng, is_dungeon=dungeons < 2 and rng.random() < 0.5)


def crowd_capital(player: Player) -> None:
    """Fills the capital's places to the last with Mushroom Patches (and what they have yielded so far)."""
    free = ROOM_CAP - player.capital.rooms(player.kit)
    if free > 0:
        player.capital.add("Mushroom Patch", free)


def keep_dragons(player: Player) -> None:
    """Gives a Kobold capital what a Black Dragon needs, and the Gold for two."""
    for name in ("Burrow", "Dragon Shrine", "Dragon's Pool"):
        if name in player.kit.structures and not player.capital.standing.get(name):
            player.capital.projects = [project for project in player.capital.projects if project.name != name]
            player.capital.add(name, 1)
    player.wealth += Bundle({"Gold": 600})


def _make_deals(player: Player, rng: Random) -> list[Deal]:
    partner = rng.choice(lore.PLAYERS)
    given, taken = rng.sample(["Gold", "Metal", "Food"], 2)
    sent, got = Bundle({given: -5 * rng.randint(2, 10)}), Bundle({taken: 5 * rng.randint(1, 8)})
    if not can_afford(player, -sent):
        return []
    player.wealth += sent + got
    return [Deal(partner, sent), Deal(partner, got)]


def _choose_recruits(player: Player, rng: Random) -> list[Recruit]:
    chosen: list[Recruit] = []
    for number, site in enumerate(player.sites):
        if not site.is_dungeon:
            continue
        owned = {stack.unit for stack in player.stacks}
        units = [
            unit.name
            for unit in player.kit.recruitable(site.standing)
            if unit.per_week is None and not (unit.count_limit and unit.name in owned)
        ]
        units = [unit for unit in units if "Bodies" not in player.kit.upkeep(unit) or player.wealth["Bodies"] > 200]
        for unit in rng.sample(units, min(len(units), rng.choice([0, 1, 1, 2]))):
            count = player.kit.units[unit].count_limit or rng.randint(2, 12)
            cost = player.kit.cost(unit) * count
            if can_afford(player, cost, player.kit.upkeep(unit) * count):
                player.wealth -= cost
                chosen.append(Recruit(number, unit, count, cost))
                player.join(unit, count, site.place, GARRISONED, fresh=count)
    return chosen


def message_allowance(player: Player) -> int:
    """Messages a week to one player: a Bat Roost beside the Kobold leader adds one."""
    return player.kit.faction.message_allowance + int("Bat Roost" in player.capital.standing)


def _write_messages(player: Player, rng: Random) -> list[Message]:
    messages: list[Message] = []
    for partner in rng.sample(lore.PLAYERS, rng.choice([0, 1, 1, 2, 3])):
        number = rng.randint(1, rng.choice([1, 2, message_allowance(player)]))
        messages += [Message(partner, rng.choice(lore.MESSAGES)) for _ in range(number)]
    return messages
