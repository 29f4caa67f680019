"""Production: what stands and works yields, and so does the land (UD-PRD-01, UD-PRD-02, UD-PRD-04, UD-PRD-06).

The yields are those the checks hold a post against: a structure's ``produces``, and the regional bonuses. A mine gives
up to its figure (UD-PRD-02): as much as the post claims, and never more than its deposit still holds. All
mines in a region, that of a ruin taken up there as well, draw on the one deposit (UD-RUI-04).
"""

from __future__ import annotations

from collections.abc import Iterator

from orderbook.books.bundle import Bundle, render_bundle
from orderbook.campaign.canonical import Json
from orderbook.campaign.event import Event
from orderbook.campaign.game import Question
from orderbook.rulebook.model import Structure
from orderbook.systems.underdeep.checks.estate import key_of
from orderbook.systems.underdeep.checks.prices import price_of_one
from orderbook.systems.underdeep.post.bonuses import BONUSES, Bonus, parse_bonus
from orderbook.systems.underdeep.post.model import LedgerLine
from orderbook.systems.underdeep.week.captured import why_useless
from orderbook.systems.underdeep.week.desk import Desk
from orderbook.systems.underdeep.week.exchanges import is_exchange
from orderbook.systems.underdeep.week.kinds import Happened
from orderbook.systems.underdeep.week.orders import PlayerOrders
from orderbook.systems.underdeep.week.questions import YES_NO, is_yes
from orderbook.systems.underdeep.week.state import Site, Standing
from orderbook.systems.underdeep.week.values import Kind

SPENT_DEPOSIT = Bundle({"Gold": 20, "Metal": 2})
"""What an exhausted deposit gives a week, whatever mine works it (UD-PRD-04)."""

LOST_IN_SIEGE = ("UD-TER-01", "UD-TER-05")
"""The gifts of mushrooms and of crystals, which a besieged site goes without (UD-SIE-06)."""


def run(desk: Desk) -> Iterator[Event | Question]:
    """Everything that yields, site by site, then income of other kinds."""
    spent: set[str] = set()
    for player in desk.playing():
        orders = desk.orders.get(player)
        for site in desk.state.sites_of(player):
            if site.founding is None:
                for standing in site.standing:
                    yield from _produce(desk, orders, site, standing, spent)
                yield from _gifts(desk, orders, site)
                yield from _tell_deposit(desk, site)
        if orders is not None:
            yield from _other_income(desk, orders)


def _produce(
    desk: Desk, orders: PlayerOrders | None, site: Site, standing: Standing, spent: set[str]
) -> Iterator[Event]:
    entry = desk.structure(site, standing.name, standing.faction)
    number = standing.count - standing.broken
    if entry is not None and desk.week == 1 and site.capital:
        number -= entry.starting  # UD-TRN-02
    if number <= 0 or (entry is not None and why_useless(desk, site, entry) is not None):
        return
    claims = _claims(orders, site, standing.name)
    amounts = _unlisted_yield(claims, number) if entry is None else yield_of(entry, number, claims)
    yield from book_yield(desk, site, standing.name, entry, number, amounts, spent)


def yield_of(entry: Structure, number: int, claims: list[LedgerLine]) -> Bundle:
    """What so many of a structure give: their figure, of a mine no more than was claimed."""
    due = entry.produces * number
    if not entry.up_to or not claims or any(line.unread for line in claims):
        return due
    claimed = sum((line.flow for line in claims), Bundle())
    return Bundle((resource, min(max(claimed[resource], 0), due[resource])) for resource in due)


def _unlisted_yield(claims: list[LedgerLine], number: int) -> Bundle:
    """What structures give whose figures no rule data knows: as posted, for as many as stand."""
    total, left = Bundle(), number
    for line in claims:
        price = price_of_one(line)
        if price is not None:
            counted = min(line.number, left)
            total, left = total + price * counted, left - counted
    return total


def _claims(orders: PlayerOrders | None, site: Site, name: str) -> list[LedgerLine]:
    if orders is None:
        return []
    return [
        line
        for line in orders.post.production
        if key_of(line.subject) == name and not line.cancelled and orders.site_id(line) == site.id
    ]


def book_yield(
    desk: Desk, site: Site, name: str, entry: Structure | None, number: int, amounts: Bundle, spent: set[str]
) -> Iterator[Event]:
    """The event of something that yields; what comes out of a deposit is taken off it.

    ``spent`` are regions whose exhausted deposit has given its due this week (setting empty-deposit-yield).
    """
    mined = Bundle()
    exhausted = spent_now = False
    if entry is not None and entry.deposit:
        left = deposit_left(desk, site)
        if left is not None:
            mined = Bundle((name, min(amount, max(left.get(name, amount), 0))) for name, amount in amounts.items())
            exhausted = not any(amount > 0 for amount in left.values())
            if exhausted:
                again = str(site.region) in spent and not desk.options.chose("empty-deposit-yield", "per-mine")
                mined, amounts = Bundle(), Bundle() if again else SPENT_DEPOSIT
                spent.add(str(site.region))
            else:
                amounts = mined
                spent_now = all(left[resource] <= mined[resource] for resource in left)
    if not amounts:
        return
    _, purse = desk.purse(site.owner, desk.state.sites[site.id])
    data: dict[str, Json] = {**purse, "site": site.id, "source": name, "count": number, "amounts": dict(amounts)}
    if mined:
        data |= {"mined": dict(mined), "region": str(site.region)}
    if exhausted or spent_now:
        data["exhausted"] = True  # all that others than Miners of Great Skill ever learn (UD-PRD-03)
    rules: tuple[str, ...] = ("UD-PRD-04",) if exhausted else ("UD-PRD-02",) if mined else ("UD-PRD-01",)
    if site.is_besieged:
        rules = (*rules, "UD-SIE-04")
    yield desk.event(Happened.PRODUCED, data, known_to=(site.owner,), rules=rules)


def deposit_left(desk: Desk, site: Site) -> dict[str, int] | None:
    """What the deposit below a site still holds by resource, of those whose size the map tells; None where it tells
    none."""
    place = desk.world.place(site.region) if desk.world is not None and site.region is not None else None
    sizes = {vein.resource: vein.size for vein in place.deposits if vein.size is not None} if place else {}
    if not sizes:
        return None
    mined = desk.state.facts_of(site.region).mined
    return {resource: size - mined[resource] for resource, size in sizes.items()}


def _tell_deposit(desk: Desk, site: Site) -> Iterator[Event]:
    """Miners of Great Skill are told what is left below each of their Dungeons; nobody else is (UD-PRD-03)."""
    faction, left = desk.faction_of(site.owner), deposit_left(desk, site)
    if faction is None or not faction.knows_deposits or left is None or site.kind is not Kind.DUNGEON:
        return
    held: dict[str, Json] = {resource: max(amount, 0) for resource, amount in left.items()}
    data: dict[str, Json] = {"site": site.id, "left": held}
    yield desk.event(Happened.DEPOSIT_TOLD, data, known_to=(site.owner,), rules=("UD-PRD-03",))


# -- gifts of the land ------------------------------------------------------------------------------------------


def _gifts(desk: Desk, orders: PlayerOrders | None, site: Site) -> Iterator[Event | Question]:
    if not _map_knows(desk, site) and orders is not None and not orders.is_first:
        yield from _ask_for_gifts(desk, orders, site)
    for bonus in gifts_of(desk, desk.state.sites[site.id]):
        _, purse = desk.purse(site.owner, site)
        yield desk.event(
            Happened.PRODUCED,
            {**purse, "site": site.id, "source": bonus.name, "count": 1, "amounts": dict(bonus.yields)},
            known_to=(site.owner,),
            rules=(bonus.rule, "UD-TRN-04") if desk.week == 1 else (bonus.rule,),
        )


def gifts_of(desk: Desk, site: Site) -> list[Bonus]:
    """What a site's region yields by itself this week: by the map, else as the campaign took it from posts."""
    everywhere = desk.options.chose("outpost-crystals", "outposts-too")
    facts = desk.state.facts_of(site.region)
    found: list[Bonus] = []
    for bonus in BONUSES:
        if bonus.rule not in _rules_of_land(desk, site):
            continue
        if bonus.dungeon_only and site.kind is Kind.OUTPOST and not everywhere:
            continue
        lost = bonus.rule in LOST_IN_SIEGE or desk.options.chose("siege-water", "lost")
        if site.is_besieged and lost:
            continue
        if facts.blighted and bonus.rule == "UD-TER-01":
            continue
        found.append(bonus)
    return found


def _rules_of_land(desk: Desk, site: Site) -> set[str]:
    if desk.world is not None and site.region is not None and _map_knows(desk, site):
        from orderbook.systems.underdeep.world.sites import terrain_at

        place = desk.world.places[site.region]
        return {word.bonus_rule for word in terrain_at(place) if word.bonus}
    return {bonus.rule for bonus in BONUSES if bonus.name in site.gifts}


def _map_knows(desk: Desk, site: Site) -> bool:
    place = desk.world.place(site.region) if desk.world is not None and site.region is not None else None
    return place is not None and place.declared


def _ask_for_gifts(desk: Desk, orders: PlayerOrders, site: Site) -> Iterator[Event | Question]:
    """A gift claimed for the first time: without a map only the game master knows the land."""
    for line in orders.post.production:
        bonus = parse_bonus(line.subject.text) if line.subject.entry is None and not line.cancelled else None
        if bonus is None or orders.site_id(line) != site.id or bonus.name in desk.state.sites[site.id].gifts:
            continue
        question = desk.question(
            "gift-of-the-land",
            (site.owner, site.name, bonus.name),
            f"{site.owner} claims {render_bundle(bonus.yields)} a week at {site} for {bonus.name}.",
            rules=(bonus.rule,),
            post=orders.place(line.span),
            choices=YES_NO,
        )
        answer = desk.ruling(question)
        if answer is None:
            yield question
        elif is_yes(answer):
            gifts: list[Json] = [*sorted({*desk.state.sites[site.id].gifts, bonus.name})]
            yield desk.event(
                Happened.GIFTS_KNOWN,
                {"site": site.id, "gifts": gifts},
                known_to=(site.owner,),
                rules=(bonus.rule,),
                ruling=question.id,
            )


# -- other income -----------------------------------------------------------------------------------------------


def _other_income(desk: Desk, orders: PlayerOrders) -> Iterator[Event | Question]:
    """Income of which the campaign knows nothing: for the game master to allow (UD-PRD-05)."""
    for line in orders.post.production:
        if line.cancelled or not line.flow or _is_known(desk, orders, line) or is_exchange(desk, orders, line):
            continue
        place = orders.place(line.span)
        question = desk.question(
            "other-income",
            (orders.player, place.line),
            f'{orders.player} claims {render_bundle(line.flow, signed=True)}: "{orders.quote(line.span)}".',
            rules=("UD-ORD-12",),
            post=place,
            choices=YES_NO,
        )
        answer = desk.ruling(question)
        if answer is None:
            yield question
        elif is_yes(answer):
            yield desk.event(
                Happened.GRANTED,
                {"player": orders.player, "amounts": dict(line.flow), "text": line.subject.text.strip()},
                known_to=(orders.player,),
                rules=("UD-ORD-12",),
                post=place,
                ruling=question.id,
            )


def _is_known(desk: Desk, orders: PlayerOrders, line: LedgerLine) -> bool:
    """Whether a line is of a structure, or of the land: booked, or found wrong, elsewhere."""
    if line.subject.entry is not None or parse_bonus(line.subject.text) is not None:
        return True
    site = orders.site_id(line)
    return site is not None and desk.state.sites[site].count(key_of(line.subject)) > 0
