"""Besieged sites keep books of their own (UD-SIE-03 to UD-SIE-08)."""

from typing import Any

import pytest
from support.ledgers import needs_beancount, needs_hledger, run_bean_check, run_hledger
from support.series import OPENING, audit_texts, change, right_sample

from orderbook.books.accounts import TREASURY, store_of
from orderbook.books.book import Book
from orderbook.books.bundle import Bundle
from orderbook.books.exports import beancount, hledger
from orderbook.rulebook.options import Options
from orderbook.systems.series import Siege

WARREN = "Ladle Warren"
OUTPOST = "Thimble Rock Outpost"


def besieged(*weeks: int, mark: str = "Besieged: {}") -> dict[str, str]:
    """The right series with the Warren besieged in some weeks, as its Production tab says."""
    texts = right_sample()
    for week in weeks:
        name = f"week-{week}.txt"
        head, tab, tail = texts[name].partition("[spoiler=Production]\n")
        line, end, rest = tail.partition("\n")
        heading = line.replace("[b]", "").replace("[/b]", "")
        texts[name] = f"{head}{tab}{mark.format(heading)}{end}{rest}"
    return texts


def book_of(texts: dict[str, str], **options: Any) -> Book:
    return audit_texts(texts, opening=OPENING, **options).book


@pytest.mark.parametrize("mark", ["Besieged: {}", "{} - besieged", "{}, under siege"])
def test_the_production_tab_tells_of_a_siege(mark: str) -> None:
    book = book_of(besieged(6, mark=mark))
    assert [[store.site for store in week.stores] for week in book.weeks] == [[], [], [WARREN], [], []]


def test_a_besieged_site_lives_on_what_it_makes() -> None:
    """20 slingers, 6 skulkers and 5 blunderdigs of the Warren are paid by the Warren, the others by the Treasury."""
    book = book_of(besieged(6))
    (store,) = book.weeks[2].stores
    assert store.opening == Bundle()
    assert store.flow == Bundle({"Gold": 150 - 19 - 12 - 15, "Metal": 15, "Food": 90 - 19 - 6 - 5})
    week = book.weeks[2]
    upkeep = [(flow.source, flow.store, flow.amounts) for flow in week.flows if flow.row == "upkeep"]
    assert ("24 Kobold Slingers", store_of(WARREN), Bundle({"Gold": -19, "Food": -19})) in upkeep
    assert ("24 Kobold Slingers", TREASURY, Bundle({"Gold": -5, "Food": -5})) in upkeep
    assert week.computed == right_week(6).computed


def right_week(number: int):
    return book_of(right_sample()).weeks[number - 4]


def test_the_sum_of_all_books_is_the_wealth_stated() -> None:
    book = book_of(besieged(6, 7))
    assert book.slips == ()
    assert [week.computed for week in book.weeks] == [week.computed for week in book_of(right_sample()).weeks]
    assert list(book.journal.broken_claims()) == []


def test_a_store_goes_on_from_week_to_week_and_joins_the_rest_when_the_siege_ends() -> None:
    book = book_of(besieged(6, 7))
    first, second = book.weeks[2].stores[0], book.weeks[3].stores[0]
    assert second.opening == first.closing
    ends = [entry for entry in book.journal.entries if "UD-SIE-08" in entry.cause.rules]
    assert len(ends) == 1
    assert {posting.amount for posting in ends[0].postings if posting.account == TREASURY} == set(
        second.closing.values()
    )
    assert not book.journal.balances()[store_of(WARREN)]


def test_what_a_besieged_site_cannot_pay_is_told() -> None:
    book = book_of(right_sample(), sieges=(Siege(OUTPOST, 6, 7),))
    told = [(remark.week, remark.kind, remark.severity, remark.text) for remark in book.remarks]
    assert [(week, kind, severity) for week, kind, severity, _ in told] == [
        (week, "siege-overspent", "error") for week in (2, 2, 3, 3)
    ]
    assert told[0][3].startswith(f"{OUTPOST} is besieged and lives on what it makes itself, but has spent 5 Gold more")
    assert "10 Gold more" in told[2][3]
    lines = {(remark.week, remark.line) for remark in book.remarks}
    upkeep = {at: right_sample()[f"week-{at + 4}.txt"].splitlines() for at, _ in lines}
    assert all("Kobold" in upkeep[at][line - 1] and "-" in upkeep[at][line - 1] for at, line in lines)


def test_the_user_may_tell_of_a_siege_that_no_post_tells() -> None:
    assert (
        book_of(right_sample(), sieges=(Siege("the ladle warren", 6, 6),)).weeks[2].stores
        == book_of(besieged(6)).weeks[2].stores
    )


@pytest.mark.parametrize(
    ("gift", "lost", "options"),
    [
        ("Mushroom Forest: +25 Food", {"Food": 25}, Options()),
        ("Crystals: +20 Gold", {"Gold": 20}, Options()),
        ("Pool: +10 Food", {}, Options()),
        ("Pool: +10 Food", {"Food": 10}, Options((("siege-water", "lost"),))),
    ],
)
def test_gifts_of_the_land_do_not_reach_a_besieged_site(gift: str, lost: dict[str, int], options: Options) -> None:
    texts = besieged(8)
    texts["week-8.txt"] = change(
        texts["week-8.txt"], "2 Fishing Pools: +10 Food\n", f"2 Fishing Pools: +10 Food\n{gift}\n"
    )
    book = book_of(texts, options=options)
    told = {slip.rule: -slip.effect if slip.check != "wealth-sum" else None for slip in book.slips}
    assert ("UD-SIE-06" in told) == bool(lost)
    if lost:
        (slip,) = [slip for slip in book.slips if slip.rule == "UD-SIE-06"]
        assert (slip.check, slip.computed) == ("production-amount", 0)


@needs_hledger
@needs_beancount
def test_books_with_a_siege_pass_both_programs(tmp_path) -> None:
    book = book_of(besieged(6, 7))
    assert run_hledger(hledger.render(book.journal, book.title), "check", "--strict").returncode == 0
    done = run_bean_check(beancount.render(book.journal, book.title), tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
