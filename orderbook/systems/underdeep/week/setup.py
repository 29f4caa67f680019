"""The first post of a player: what it claims to have becomes the state, as far as the rules allow it.

In week 1 that is the starting package and a leader; what is bought comes with construction and recruitment. Whoever
joins in a later week has what the post lists.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from orderbook.books.bundle import Bundle
from orderbook.campaign.canonical import Json
from orderbook.campaign.event import Event
from orderbook.campaign.game import Question
from orderbook.rulebook.model import Structure, Unit
from orderbook.systems.underdeep.checks.building_prices import founding_of
from orderbook.systems.underdeep.checks.estate import key_of
from orderbook.systems.underdeep.checks.troops import unit_key
from orderbook.systems.underdeep.in_the_open import is_field_trap, is_open_ground, region_of
from orderbook.systems.underdeep.post.bonuses import parse_bonus
from orderbook.systems.underdeep.post.growth import ready_recruits
from orderbook.systems.underdeep.post.model import ArmyLine, LedgerLine, SiteKind
from orderbook.systems.underdeep.post.model import Site as PostSite
from orderbook.systems.underdeep.post.postures import posture_of
from orderbook.systems.underdeep.post.titles import Heading
from orderbook.systems.underdeep.week.codec import write
from orderbook.systems.underdeep.week.desk import Desk
from orderbook.systems.underdeep.week.folds.structures import add_standing, break_standing
from orderbook.systems.underdeep.week.kinds import Happened
from orderbook.systems.underdeep.week.orders import PlayerOrders
from orderbook.systems.underdeep.week.questions import YES_NO, is_yes
from orderbook.systems.underdeep.week.recruitment import end_of_life
from orderbook.systems.underdeep.week.state import FieldTrap, Group, Project, Site, Standing
from orderbook.systems.underdeep.week.sunlight import SUNLIT
from orderbook.systems.underdeep.week.values import Kind, Posture, Rank
from orderbook.systems.underdeep.world.region import Region


def run(desk: Desk) -> Iterator[Event | Question]:
    """Takes over what first posts list."""
    for player in sorted(desk.orders):
        orders = desk.orders[player]
        if orders.is_first:
            yield _begin(desk, orders)
            yield from _enter_sites(desk, orders)
            yield from _enter_field_traps(desk, orders)
            yield from _enter_troops(desk, orders)


def _begin(desk: Desk, orders: PlayerOrders) -> Event:
    told = desk.setup.player(orders.player)
    assert told is not None  # only players of the campaign have orders
    faction = orders.context.faction
    wealth = orders.context.opening
    data: dict[str, Json] = {
        "player": orders.player,
        "faction": faction.name if faction is not None else told.faction,
        "begun": desk.week,
    }
    if wealth is None:
        wealth = _implied_wealth(orders)
        data["implied"] = True
    return desk.event(
        Happened.PLAYER_BEGAN, {**data, "wealth": dict(wealth)}, known_to=(orders.player,), rules=("UD-ORD-19",)
    )


def _implied_wealth(orders: PlayerOrders) -> Bundle:
    """What there must have been before the week, by what the post states and moves; never less than nothing."""
    ledger = orders.judgement.ledger
    stated = ledger.stated or {}
    return Bundle((name, max(amount - ledger.computed[name], 0)) for name, amount in stated.items())


# -- sites ------------------------------------------------------------------------------------------------------


def _enter_sites(desk: Desk, orders: PlayerOrders) -> Iterator[Event]:
    own = orders.own_sites()
    capital = _find_capital(orders, own)
    for shown in own:
        site = Site(
            id=desk.new_id(orders.player, "s"),
            name=shown.name,
            owner=orders.player,
            kind=_kind_of(shown),
            region=shown.region,
            faction=desk.state.players[orders.player].faction,
            capital=shown is capital,
            standing=_standing(orders, shown, is_capital=shown is capital),
            projects=tuple(_projects(orders, shown, alone=len(own) == 1)),
            gifts=_claimed_gifts(orders, shown, alone=len(own) == 1),
        )
        orders.sites[shown] = site.id
        yield desk.event(Happened.SITE_ENTERED, {"site": write(site)}, known_to=(orders.player,), rules=("UD-BLD-03",))


def _kind_of(shown: PostSite) -> Kind:
    """What a site of a post is: whatever a player holds on the Surface is a settlement (UD-FND-07, UD-RAI-14)."""
    if shown.region is not None and shown.region.layer == SUNLIT:
        return Kind.SETTLEMENT
    return Kind.OUTPOST if shown.kind is SiteKind.OUTPOST else Kind.DUNGEON


def _find_capital(orders: PlayerOrders, own: list[PostSite]) -> PostSite | None:
    heads = [
        line.site
        for line in orders.post.structures
        if line.structure.entry is not None and line.structure.entry.headquarters
    ]
    found = next((site for site in own if site in heads), None)
    return found or (own[0] if len(own) == 1 and orders.context.first_turn else None)


def _standing(orders: PlayerOrders, shown: PostSite, *, is_capital: bool) -> tuple[Standing, ...]:
    """What stands as the week begins: on the first turn the starting package, nothing that was bought (UD-TRN-02)."""
    faction = orders.context.faction
    if orders.context.first_turn and is_capital and faction is not None and faction.complete:
        return tuple(
            Standing(entry.name, entry.starting, 0, faction.name) for entry in faction.structures if entry.starting
        )
    bought = Counter[str]()
    if orders.context.first_turn:
        for line in orders.post.construction:
            bought[key_of(line.subject)] += line.number
    standing: tuple[Standing, ...] = ()
    for one in orders.post.structures:
        if one.site is not shown:
            continue
        name = key_of(one.structure)
        number = max(one.count - bought[name], 0)
        standing = add_standing(standing, name, number, one.structure.entry.faction if one.structure.entry else "")
        if one.broken:
            standing = break_standing(standing, name, number)
    return standing


def _projects(orders: PlayerOrders, shown: PostSite, *, alone: bool) -> Iterator[Project]:
    """What has been under construction, with the weeks the post shows."""
    if orders.context.first_turn:
        return
    for line in orders.post.construction:
        if line.heading is Heading.BEGINNING or line.cancelled or line.complete:
            continue
        if not (line.site is shown or (line.site is None and alone)) or founding_of(orders.context, line):
            continue
        entry = line.subject.entry if isinstance(line.subject.entry, Structure) else None
        paid = entry.cost.bundle * line.number if entry is not None and entry.cost is not None else Bundle()
        yield Project(
            key_of(line.subject),
            line.number,
            _weeks_left(orders, line, entry),
            Bundle() if line.repair else paid,
            line.repair,
            entry.faction if entry is not None else "",
        )


def _weeks_left(orders: PlayerOrders, line: LedgerLine, entry: Structure | None) -> int:
    weeks = line.weeks
    if line.week_number is not None:
        weeks = line.week_number - orders.week
    if weeks is None:
        weeks = entry.weeks - 1 if entry is not None and entry.weeks else 1
    return max(weeks, 1)


def _claimed_gifts(orders: PlayerOrders, shown: PostSite, *, alone: bool) -> tuple[str, ...]:
    found = [
        bonus.name
        for line in orders.post.production
        if line.subject.entry is None
        and (line.site is shown or (line.site is None and alone))
        and (bonus := parse_bonus(line.subject.text)) is not None
    ]
    return tuple(sorted(set(found)))


def _enter_field_traps(desk: Desk, orders: PlayerOrders) -> Iterator[Event]:
    """Traps in the open that a post lists, or has under construction (UD-ABL-TRAPMAKING-1)."""
    if orders.context.first_turn:
        return
    found: list[tuple[Structure, int, int, Region]] = []
    for one in orders.post.structures:
        site, entry = one.site, one.structure.entry
        if site is not None and site.region is not None and is_open_ground(site) and entry is not None:
            found.append((entry, one.count, 0, site.region))
    own = [site.region for site in orders.own_sites()]
    for line in orders.post.construction:
        region, built = region_of(line), line.subject.entry
        under_way = line.heading is not Heading.BEGINNING and not line.cancelled and not line.complete
        if region is None or not under_way or not isinstance(built, Structure) or line.repair:
            continue
        if line.site is not None or (region not in own and own != [None]):
            found.append((built, line.number, _weeks_left(orders, line, built), region))
    for entry, count, weeks, region in found:
        for _ in range(count if is_field_trap(entry) else 0):
            paid = entry.cost.bundle if weeks and entry.cost is not None else Bundle()
            name = desk.new_id(orders.player, "x")
            trap = FieldTrap(name, orders.player, entry.name, region, entry.faction, weeks, paid)
            data: dict[str, Json] = {"player": orders.player, "trap": write(trap), "amounts": {}}
            yield desk.event(Happened.TRAP_BEGUN, data, known_to=(orders.player,), rules=("UD-ABL-TRAPMAKING-1",))


# -- troops -----------------------------------------------------------------------------------------------------


def _enter_troops(desk: Desk, orders: PlayerOrders) -> Iterator[Event | Question]:
    fresh = _recruits(orders)
    for line in orders.post.armies:
        count = line.count
        if line.rank is None:
            new = min(fresh[line.site, unit_key(line.unit)], count)
            fresh[line.site, unit_key(line.unit)] -= new
            count -= new
        if count <= 0:
            continue
        if line.rank is None and orders.context.first_turn:
            what = orders.quote(line.span)
            question = desk.question(
                "starting-troops",
                (orders.player, line.unit.name, str(line.site or line.where or "")),
                f'{orders.player} lists "{what}", {count} of which were not recruited this week.',
                rules=("UD-ORD-24",),
                post=orders.place(line.span),
                choices=YES_NO,
            )
            answer = desk.ruling(question)
            if answer is None:
                yield question
            if answer is None or not is_yes(answer):
                continue
        yield _enter(desk, orders, line, count)


def _recruits(orders: PlayerOrders) -> Counter[tuple[PostSite | None, str]]:
    """This week's recruits by site and type, where Armies lists them already (setting recruits-in-armies)."""
    fresh: Counter[tuple[PostSite | None, str]] = Counter()
    if orders.context.options.chose("recruits-in-armies", "from-next-week"):
        return fresh
    only = orders.post.sites[0] if len(orders.post.sites) == 1 else None
    for line in ready_recruits(orders.post):
        fresh[line.site or only, unit_key(line.subject)] += line.number
    return fresh


def _enter(desk: Desk, orders: PlayerOrders, line: ArmyLine, count: int) -> Event:
    own = orders.sites.get(line.site) if line.site is not None else None
    posture = Posture(posture_of(line.state, at_site=line.site is not None))
    rank = Rank(line.rank) if line.rank in list(Rank) else None
    unit = line.unit.entry
    name = unit_key(line.unit)
    if rank is Rank.LEADER and unit is None and orders.context.faction is not None:
        leader = next((entry for entry in orders.context.faction.units if entry.leader), None)
        name = leader.name if leader is not None else name
    ends = end_of_life(desk, unit if isinstance(unit, Unit) else None, line.lifespan)
    group = Group(
        id=desk.new_id(orders.player, "g"),
        owner=orders.player,
        unit=name,
        count=1 if rank is not None else count,
        faction=unit.faction if isinstance(unit, Unit) else desk.state.players[orders.player].faction,
        site=own if posture is Posture.GARRISONED else None,
        region=line.where or (line.site.region if line.site is not None else None),
        place="" if line.where or line.site is None else line.site.name,
        posture=posture,
        person=(line.person or "") if rank is not None else "",
        rank=rank,
        commands=own if rank in (Rank.COMMANDER, Rank.CAPTAIN) else None,
        lives_until=ends if rank is None else None,
        life_left=ends - desk.week if ends is not None and rank is not None else None,
    )
    return desk.event(
        Happened.GROUP_ENTERED,
        {"group": write(group)},
        known_to=(orders.player,),
        rules=("UD-ORD-24",),
        post=orders.place(line.span),
    )
