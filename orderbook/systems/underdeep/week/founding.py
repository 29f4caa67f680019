"""Founding of sites and bridges, and ruins taken up again (UD-FND, UD-BRG, UD-RUI).

A site is ordered in one week and stands in the next, when its price is due (settings founding-payment). Bridges are
paid at once.
"""

from __future__ import annotations

from collections.abc import Iterator

from orderbook.campaign.event import Event, PostPlace
from orderbook.campaign.game import Question
from orderbook.systems.underdeep.checks.building_prices import BRIDGE
from orderbook.systems.underdeep.foundings import Founding, find_bridges, find_foundings, founding_price
from orderbook.systems.underdeep.post.model import LedgerLine
from orderbook.systems.underdeep.post.titles import Heading
from orderbook.systems.underdeep.week.codec import write
from orderbook.systems.underdeep.week.desk import Desk, can_pay
from orderbook.systems.underdeep.week.kinds import Happened
from orderbook.systems.underdeep.week.orders import PlayerOrders
from orderbook.systems.underdeep.week.purchases import tell_shortage
from orderbook.systems.underdeep.week.ruins import ask_what_stands, ruin_in, spring_traps, why_not_inhabited
from orderbook.systems.underdeep.week.state import Site
from orderbook.systems.underdeep.week.values import NOBODY, Kind
from orderbook.systems.underdeep.world.region import Region

SITE_OF_REGION = {"cavern": Kind.DUNGEON, "corridor": Kind.OUTPOST}
"""What can be founded in a region of which kind (UD-BLD-01)."""

FOUNDING_WEEKS = 1
"""Weeks from the order until a site stands (UD-FND-03)."""


def run_completions(desk: Desk) -> Iterator[Event | Question]:
    """Sites that were being founded stand as the week begins."""
    for player in desk.playing():
        for site in desk.state.sites_of(player):
            if site.founding is None:
                continue
            desk.founded.append(site.id)
            yield desk.event(Happened.SITE_FOUNDED, {"site": site.id}, known_to=(player,), rules=("UD-FND-03",))
            name = _name_in_post(desk, player, site)
            if name != site.name:
                yield desk.event(Happened.SITE_RENAMED, {"site": site.id, "name": name}, known_to=(player,))


def run_payment(desk: Desk) -> Iterator[Event | Question]:
    """New sites are paid for once Upkeep is; what cannot be paid comes to nothing."""
    if desk.options.chose("founding-payment", "when-ordered"):
        return
    for site in [desk.state.sites[name] for name in desk.founded]:
        price = founding_price(desk.faction_of(site.owner), site.kind.value)
        held = desk.state.players[site.owner].wealth
        if can_pay(held, price):
            yield desk.event(
                Happened.FOUNDING_PAID,
                {"player": site.owner, "site": site.id, "amounts": dict(-price)},
                known_to=(site.owner,),
                rules=("UD-FND-02", "UD-ORD-21"),
            )
        else:
            yield desk.event(
                Happened.FOUNDING_FAILED,
                {"site": site.id, "name": site.name, "why": tell_shortage(held, price)},
                known_to=(site.owner,),
                rules=("UD-FND-02",),
            )


def _name_in_post(desk: Desk, player: str, site: Site) -> str:
    """What the post of the week calls a new site, which it may have named only now."""
    orders = desk.orders.get(player)
    shown = [one.name for one, known in orders.sites.items() if known == site.id] if orders is not None else []
    return shown[0] if shown and shown[0] != str(site.region) else site.name


def run(desk: Desk) -> Iterator[Event | Question]:
    """What posts found, in Construction or in Orders, and the bridges they build."""
    for player in desk.playing():
        orders = desk.orders.get(player)
        if orders is None:
            continue
        for founding in find_foundings(orders.context):
            if not _is_under_way(desk, player, founding):
                yield from _begin(desk, orders, founding)
        for line in find_bridges(orders.context):
            if line.heading is Heading.BEGINNING:
                yield from _bridge(desk, orders, line)


def _is_under_way(desk: Desk, player: str, founding: Founding) -> bool:
    """Whether a site is being founded there already, or stands: what the post tells is no news. Beside a Dungeon of
    one's own there may be a ruin to take up (UD-RUI-04)."""
    if ruin_in(desk, founding.region) is not None:
        return False
    return any(
        site.region == founding.region if founding.region is not None else site.name == founding.name
        for site in desk.state.sites_of(player)
    )


def _begin(desk: Desk, orders: PlayerOrders, founding: Founding) -> Iterator[Event | Question]:
    player, kind, region = orders.player, Kind(founding.kind), founding.region
    text, place = orders.line_of(founding.span) or orders.quote(founding.span), orders.place(founding.span)
    why = why_not_founded(desk, player, kind, region)
    if why is not None:
        yield desk.void(orders, text, why[0], place, why[1])
        return
    doubt = _doubtful_region(desk, kind, region, place)
    if doubt is not None:
        answer = desk.ruling(doubt)
        if answer is None:
            yield doubt
            return
        if (said := SITE_OF_REGION.get(answer.split(";")[0].strip().lower())) is not kind:
            is_place = f"a place for {said.value}s" if said is not None else "no place for sites"
            yield desk.void(orders, text, f"the game master rules {region} {is_place}", place, "UD-BLD-01")
            return
    price = founding_price(desk.faction_of(player), kind.value)
    held = desk.state.players[player].wealth
    ruin = ruin_in(desk, region)
    at_once = desk.options.chose("founding-payment", "when-ordered") and ruin is None
    if at_once and not can_pay(held, price):
        yield desk.void(orders, text, tell_shortage(held, price), place, "UD-FND-02")
        return
    if ruin is not None:
        yield from spring_traps(desk, ruin, player)
        yield from ask_what_stands(desk, ruin, player)
        yield desk.event(
            Happened.SITE_TAKEN,
            {"site": ruin.id, "owner": player, "week": desk.week},
            known_to=(player,),
            rules=("UD-RUI-01",),
            post=place,
        )
        return
    site = Site(
        desk.new_id(player, "s"), founding.name, player, kind, region, desk.state.players[player].faction,
        founding=FOUNDING_WEEKS,
    )  # fmt: skip
    yield desk.event(
        Happened.FOUNDING_BEGUN, {"site": write(site)}, known_to=(player,), rules=("UD-FND-01", "UD-FND-03"), post=place
    )
    if at_once:
        yield desk.event(
            Happened.FOUNDING_PAID,
            {"player": player, "site": site.id, "amounts": dict(-price)},
            known_to=(player,),
            rules=("UD-FND-02",),
            post=place,
        )


def run_stay(desk: Desk) -> Iterator[Event | Question]:
    """What was begun this week comes to nothing where nobody of those who began it has stayed (UD-FND-03)."""
    for player in desk.playing():
        for site in desk.state.sites_of(player):
            if site.founding != FOUNDING_WEEKS or site.region is None or _somebody_stayed(desk, site):
                continue
            why = "those who were to found it did not stay for the week"
            yield desk.event(
                Happened.FOUNDING_FAILED,
                {"site": site.id, "name": site.name, "why": why},
                known_to=(player,),
                rules=("UD-FND-03",),
            )


def _somebody_stayed(desk: Desk, site: Site) -> bool:
    """Whether units of the founder's who stood there before the march are there still; of whom no map tells, yes."""
    here = [group for group in desk.state.groups_of(site.owner) if group.region == site.region]
    return any(desk.starts.get(group.id, site.region) == site.region for group in here)


def _doubtful_region(desk: Desk, kind: Kind, region: Region | None, post: PostPlace) -> Question | None:
    """Asks what a region is of which the map does not tell, where something is founded (UD-BLD-01)."""
    place = desk.world.place(region) if desk.world is not None and region is not None else None
    if place is None or not place.declared or place.kind:
        return None
    return desk.question(
        "kind-of-region",
        (str(region),),
        f"The map does not say, and {post.player} orders the {kind.value} at {region}.",
        rules=("UD-BLD-01",),
        post=post,
        choices=(*SITE_OF_REGION, "neither"),
    )


def why_not_founded(desk: Desk, player: str, kind: Kind, region: Region | None) -> tuple[str, str] | None:
    """Why a player cannot found a site in a region, with the rule; None if nothing speaks against it."""
    if region is None:
        return "no region is named", "UD-FND-01"
    if region.layer == "Surface":
        return f"{region} is on the Surface, where nothing can be founded", "UD-FND-07"
    troops = [group for group in desk.state.groups_of(player) if group.region == region and group.count > 0]
    if not troops:
        return f"{player} has no troops in {region}", "UD-FND-01"
    there = [site for site in desk.state.sites.values() if site.region == region and site.owner != NOBODY]
    place = desk.world.place(region) if desk.world is not None else None
    if ruin_in(desk, region) is not None or (place is not None and "ruin" in place.features):
        barred = why_not_inhabited(desk, region)
        if barred is not None:
            return barred
        there = []  # a ruin may be held on top of the limit (UD-RUI-04)
    if place is not None and place.declared:
        from orderbook.systems.underdeep.world.sites import founding_bar

        bar = founding_bar(place, kind.value.capitalize(), len(there))
        return (str(bar.reason), bar.rule or "UD-FND-06") if bar is not None else None
    if there:
        return f"{there[0]} stands there already", "UD-FND-06"
    return None


def _bridge(desk: Desk, orders: PlayerOrders, line: LedgerLine) -> Iterator[Event]:
    """A bridge: paid now, no enemy at its ends, troops beside it (UD-BRG-01, UD-BRG-02)."""
    player, text, place = orders.player, orders.quote(line.span), orders.place(line.span)
    region = line.region or (line.site.region if line.site is not None else None)
    if region is None:
        yield desk.void(orders, text, "no region is named", place, "UD-BRG-01")
        return
    standing = desk.state.standing_in(region)
    if not any(group.owner == player for group in standing):
        yield desk.void(orders, text, f"{player} has no troops in {region}", place, "UD-BRG-01")
        return
    if any(desk.relation(player, group.owner) == "enemies" for group in standing if group.owner):
        yield desk.void(orders, text, f"enemies hold {region}", place, "UD-BRG-02")
        return
    price = founding_price(desk.faction_of(player), BRIDGE)
    held = desk.state.players[player].wealth
    if not can_pay(held, price):
        yield desk.void(orders, text, tell_shortage(held, price), place, "UD-BRG-01")
        return
    yield desk.event(
        Happened.BRIDGE_BUILT,
        {"player": player, "region": str(region), "amounts": dict(-price)},
        known_to=(player,),
        rules=("UD-BRG-01",),
        post=place,
    )
