"""Where it first went wrong, by how much, and which later errors merely follow."""

import pytest
from support.series import OPENING, audit_texts, change, right_sample, sample_audit

from orderbook.books.book import BookSlip, Origin
from orderbook.books.bundle import Bundle


def told(slips: tuple[BookSlip, ...]) -> list[tuple[int, str, str, Origin, int | None]]:
    return [(slip.week + 4, slip.check, slip.resource, slip.origin, slip.of and slip.of + 4) for slip in slips]


def test_the_sample() -> None:
    book = sample_audit().book
    assert told(book.slips) == [
        (6, "wealth-sum", "Gold", Origin.NEW, None),
        (7, "upkeep-count", "Gold", Origin.NEW, None),
        (8, "upkeep-count", "Gold", Origin.REPEATED, 7),
        (8, "wealth-sum", "Gold", Origin.FOLLOWS, 6),
    ]
    first = book.first_slip
    assert first is not None
    assert (first.line, first.stated, first.computed, first.difference) == (38, 236, 226, 10)
    assert [slip.effect for slip in book.slips] == [
        Bundle({"Gold": 10}), Bundle({"Gold": 2, "Food": 2}), Bundle({"Gold": 2, "Food": 2}), Bundle({"Gold": -10}),
    ]  # fmt: skip


def test_what_wealth_should_have_been_is_what_a_careful_player_states() -> None:
    right = audit_texts(right_sample(), opening=OPENING).book
    assert [week.correct for week in sample_audit().book.weeks] == [Bundle(week.stated or {}) for week in right.weeks]


def test_a_wrong_total_is_not_told_again_in_the_weeks_after() -> None:
    texts = right_sample()
    texts["week-5.txt"] = change(texts["week-5.txt"], "- 20 = 165", "- 20 = 175")
    texts["week-6.txt"] = change(texts["week-6.txt"], "165 + 150 - 59 - 30 = 226", "175 + 150 - 59 - 30 = 236")
    texts["week-7.txt"] = change(texts["week-7.txt"], "226 + 150 - 59 - 75 = 242", "236 + 150 - 59 - 75 = 252")
    texts["week-8.txt"] = change(texts["week-8.txt"], "242 + 150 - 59 = 333", "252 + 150 - 59 = 343")
    book = audit_texts(texts, opening=OPENING).book
    assert told(book.slips) == [(5, "wealth-sum", "Gold", Origin.NEW, None)]
    assert [week.correct["Gold"] for week in book.weeks] == [90, 165, 226, 242, 333]


def test_a_slip_taken_back_follows_and_leaves_nothing_wrong() -> None:
    texts = right_sample()
    texts["week-5.txt"] = change(texts["week-5.txt"], "- 20 = 165", "- 20 = 175")
    book = audit_texts(texts, opening=OPENING).book
    assert told(book.slips) == [
        (5, "wealth-sum", "Gold", Origin.NEW, None),
        (6, "wealth-sum", "Gold", Origin.FOLLOWS, 5),
    ]
    assert not book.weeks[-1].closing - book.weeks[-1].correct


def test_a_wrong_line_is_the_slip_and_the_wealth_that_follows_it_is_none() -> None:
    texts = right_sample()
    texts["week-6.txt"] = change(
        texts["week-6.txt"], "24 Kobold Slingers: -24 Gold, -24 Food", "24 Kobold Slingers: -20 Gold, -24 Food"
    )
    texts["week-6.txt"] = change(texts["week-6.txt"], "165 + 150 - 59 - 30 = 226", "165 + 150 - 55 - 30 = 230")
    book = audit_texts({name: texts[name] for name in list(texts)[:3]}, opening=OPENING).book
    assert told(book.slips) == [(6, "upkeep-amount", "Gold", Origin.NEW, None)]
    (slip,) = book.slips
    assert (slip.stated, slip.computed, slip.effect) == (-20, -24, Bundle({"Gold": 4}))
    assert (book.weeks[-1].closing["Gold"], book.weeks[-1].correct["Gold"]) == (230, 226)


def test_a_wrong_line_whose_wealth_is_right_all_the_same_does_no_harm() -> None:
    texts = right_sample()
    texts["week-6.txt"] = change(
        texts["week-6.txt"], "24 Kobold Slingers: -24 Gold, -24 Food", "24 Kobold Slingers: -20 Gold, -24 Food"
    )
    book = audit_texts(texts, opening=OPENING).book
    assert told(book.slips) == [(6, "upkeep-amount", "Gold", Origin.NEW, None)]
    assert book.slips[0].effect == Bundle()
    assert not book.weeks[-1].closing - book.weeks[-1].correct


def test_a_thing_that_vanished_and_came_back_is_one_mistake() -> None:
    texts = right_sample()
    texts["week-6.txt"] = change(texts["week-6.txt"], "2 Pit Traps\n", "")
    book = audit_texts(texts, opening=OPENING).book
    assert [(remark.week, remark.kind, remark.follows) for remark in book.remarks] == [
        (2, "dungeon-vanished", False),
        (3, "dungeon-appeared", True),
    ]


def test_two_things_that_vanish_one_after_the_other_are_two_mistakes() -> None:
    texts = right_sample()
    texts["week-6.txt"] = change(texts["week-6.txt"], "2 Pit Traps\n", "")
    for name in ("week-7.txt", "week-8.txt"):
        texts[name] = change(texts[name], "2 Pit Traps\n", "")
    texts["week-7.txt"] = change(texts["week-7.txt"], "1 Snare\n", "")
    texts["week-8.txt"] = change(texts["week-8.txt"], "1 Snare\n", "")
    book = audit_texts(texts, opening=OPENING).book
    assert [(remark.week, remark.kind, remark.follows) for remark in book.remarks] == [
        (2, "dungeon-vanished", False),
        (3, "dungeon-vanished", False),
    ]


@pytest.mark.parametrize("broken", ["Gold: 22O", "Gold: 2?6"])
def test_a_balance_nobody_can_read_is_carried_on_and_accuses_nobody_later(broken: str) -> None:
    texts = right_sample()
    line = next(line for line in texts["week-6.txt"].splitlines() if line.startswith("Gold: "))
    texts["week-6.txt"] = change(texts["week-6.txt"], line, broken)
    book = audit_texts(texts, opening=OPENING).book
    assert book.slips == ()
    assert book.weeks[3].opening is not None and book.weeks[3].opening["Gold"] == 226
    assert {remark.week for remark in book.remarks} == {2}
    assert list(book.journal.broken_claims()) == []


def test_a_week_that_states_no_wealth_is_carried_on() -> None:
    texts = right_sample()
    start = texts["week-6.txt"].index("[spoiler=Wealth]")
    end = texts["week-6.txt"].index("[spoiler=Dungeons")
    texts["week-6.txt"] = texts["week-6.txt"][:start] + texts["week-6.txt"][end:]
    book = audit_texts(texts, opening=OPENING).book
    assert book.slips == ()
    assert book.weeks[2].stated is None and book.weeks[3].opening == book.weeks[2].computed


def test_a_wealth_no_opening_could_lead_to_is_a_slip_of_the_first_week() -> None:
    texts = {"week-4.txt": change(right_sample()["week-4.txt"], "Food: 90 + 70 - 30 = 130", "Food: 13")}
    first = audit_texts(texts).book.first_slip
    assert first is not None
    assert (first.check, first.resource, first.stated, first.computed) == ("opening-implied", "Food", 13, 40)


def test_a_ruling_moves_what_no_line_tells() -> None:
    from orderbook.systems.series import Ruling

    texts = right_sample()
    texts["week-6.txt"] = change(texts["week-6.txt"], "- 30 = 226", "- 30 + 50 = 276")
    texts["week-7.txt"] = change(texts["week-7.txt"], "226 + 150 - 59 - 75 = 242", "276 + 150 - 59 - 75 = 292")
    texts["week-8.txt"] = change(texts["week-8.txt"], "242 + 150 - 59 = 333", "292 + 150 - 59 = 383")
    assert audit_texts(texts, opening=OPENING).book.first_slip is not None
    ruling = Ruling(6, Bundle({"Gold": 50}), "found in the well")
    audit = audit_texts(texts, opening=OPENING, rulings=(ruling,))
    assert audit.book.slips == ()
    assert audit.book.weeks[2].total("other") == Bundle({"Gold": 50})
    assert audit.book.weeks[2].opening == audit.book.weeks[1].closing
    (account,) = [account for account in audit.book.journal.accounts() if account.names == ("Ruling",)]
    assert audit.book.journal.balances()[account] == Bundle({"Gold": -50})
