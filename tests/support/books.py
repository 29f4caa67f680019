"""Books of every shape for tests: gaps, weeks without numbers, unknown openings, sieges, odd names, wrong Wealth."""

from __future__ import annotations

from hypothesis import strategies as st

from orderbook.books.accounts import TREASURY, Account, Root, store_of
from orderbook.books.book import ROWS, Book, BookSlip, Flow, Store, Week
from orderbook.books.bundle import Bundle
from orderbook.books.journal import Cause
from orderbook.systems.underdeep.audit.bookkeeper import Bookkeeper

from .ledgers import NAMES, RESOURCES, TEXTS

AMOUNTS = st.one_of(st.integers(-500, 500), st.integers(-(10**18), 10**18))


@st.composite
def books(draw: st.DrawFn) -> Book:
    """The books of one to five weeks, entered as an audit enters them."""
    resources = draw(st.lists(RESOURCES, min_size=1, max_size=4, unique=True))
    sites = draw(st.lists(NAMES, min_size=1, max_size=3, unique=True))
    numbers = sorted(draw(st.sets(st.integers(1, 120), min_size=1, max_size=5)))
    if draw(st.booleans()):
        numbers = list(range(numbers[0], numbers[0] + len(numbers)))
    by_number = draw(st.integers(0, 3)) > 0
    keeper = Bookkeeper(by_number=by_number)
    weeks: list[Week] = []
    slips: list[BookSlip] = []
    held: dict[str, Bundle] = {}
    for at, number in enumerate(numbers):
        follows = at > 0 and number == numbers[at - 1] + 1
        opening = weeks[-1].closing if follows else draw(st.none() | _bundles(resources))
        besieged = draw(st.lists(st.sampled_from(sites), max_size=2, unique=True))
        flows = tuple(_flow(draw, resources, besieged) for _ in range(draw(st.integers(0, 5))))
        held = {
            site: held.get(site, Bundle()) + sum((f.amounts for f in flows if f.store == store_of(site)), Bundle())
            for site in besieged
        }
        stores = tuple(
            Store(site, held[site] - sum((f.amounts for f in flows if f.store == store_of(site)), Bundle()),
                  sum((f.amounts for f in flows if f.store == store_of(site)), Bundle()))
            for site in besieged
        )  # fmt: skip
        net = sum((flow.amounts for flow in flows), Bundle())
        computed = net + opening if opening is not None else net
        stated = draw(st.none() | st.dictionaries(st.sampled_from(resources), AMOUNTS, max_size=4))
        if stated is not None and draw(st.booleans()):
            stated = {resource: computed[resource] for resource in stated}
        implied = Bundle((name, amount - net[name]) for name, amount in (stated or {}).items())
        closing = Bundle({**computed, **(stated or {})})
        week = Week(
            number if by_number else None, f"week {number}", draw(TEXTS), opening, flows, computed, stated, closing,
            closing, implied if opening is None else opening, stores, follows,
        )  # fmt: skip
        weeks.append(week)
        here = [
            BookSlip(at, 3, "wealth-sum", "Wealth", name, week.stated[name], computed[name], Bundle({name: gap}), "x")
            for name, gap in week.differences().items()
            if week.stated is not None and draw(st.booleans())
        ]
        slips += here
        keeper.add_week(at, week, here)
    return Book(draw(TEXTS), tuple(weeks), keeper.finish(), tuple(slips))


def _bundles(resources: list[str]) -> st.SearchStrategy[Bundle]:
    return st.dictionaries(st.sampled_from(resources), AMOUNTS, max_size=4).map(Bundle)


def _flow(draw: st.DrawFn, resources: list[str], besieged: list[str]) -> Flow:
    """Something that moves, in the Treasury or at a besieged site."""
    row = draw(st.sampled_from(ROWS))
    root = draw(st.sampled_from([Root.INCOME, Root.EXPENSES]))
    account = Account(root, (row.capitalize(), draw(NAMES)), draw(TEXTS))
    store = store_of(draw(st.sampled_from(besieged))) if besieged and draw(st.booleans()) else TREASURY
    cause = Cause(draw(TEXTS), draw(st.none() | TEXTS), draw(st.none() | st.integers(1, 999)), ("UD-ORD-19",))
    return Flow(row, draw(NAMES), draw(_bundles(resources)), cause, account, store, draw(st.just("") | NAMES))
