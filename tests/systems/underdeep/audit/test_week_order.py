"""Weeks are put in order by headers, else by what carries on from what, else as given; what is odd is told."""

import random
import re

import pytest
from support.series import OPENING, audit_texts, change, generated, right_sample, sample_texts

from orderbook.systems.series import Audit

HEADER = re.compile(r"\[b\]Week \d+(: [^\[]*)?\[/b\]")


def kinds(audit: Audit) -> list[str]:
    return [remark.kind for remark in audit.book.remarks]


def files(audit: Audit) -> list[str]:
    return [week.file for week in audit.book.weeks]


def without_headers(texts: dict[str, str]) -> dict[str, str]:
    """The posts with nothing that tells their weeks, their names neither."""
    return {
        f"post-{letter}.txt": HEADER.sub("", text) for letter, text in zip("abcdefgh", texts.values(), strict=False)
    }


def shuffled(texts: dict[str, str], seed: int) -> dict[str, str]:
    names = list(texts)
    random.Random(seed).shuffle(names)
    return {name: texts[name] for name in names}


def test_a_right_series_has_nothing_to_tell() -> None:
    audit = audit_texts(right_sample(), opening=OPENING)
    assert (audit.book.slips, audit.book.remarks, audit.has_errors) == ((), (), False)
    assert [week.number for week in audit.book.weeks] == [4, 5, 6, 7, 8]


@pytest.mark.parametrize("seed", range(3))
def test_headers_put_weeks_in_order(seed: int) -> None:
    texts = right_sample()
    audit = audit_texts(shuffled(texts, seed), opening=OPENING)
    assert files(audit) == sorted(texts)
    assert kinds(audit) == ["out-of-order"]
    assert "week-4.txt, week-5.txt" in audit.book.remarks[0].text


@pytest.mark.parametrize("seed", range(3))
def test_without_headers_wealth_and_countdowns_do(seed: int) -> None:
    texts = without_headers(right_sample())
    audit = audit_texts(shuffled(texts, seed))
    assert files(audit) == sorted(texts)
    assert kinds(audit) == ["out-of-order"]
    assert audit.book.slips == ()


def test_continuity_survives_the_slips_of_the_sample() -> None:
    texts = without_headers(sample_texts())
    audit = audit_texts(shuffled(texts, 1))
    assert files(audit) == sorted(texts)
    assert audit.book.first_slip is not None and audit.book.first_slip.resource == "Gold"


@pytest.mark.parametrize("seed", range(7100, 7104))
def test_generated_series_are_put_in_order_without_headers(seed: int) -> None:
    _, texts = generated(seed, style="rulebook", weeks=6)
    bare = {
        f"post-{letter}.txt": re.sub(r"(?i)\bweek\W*\d+", "", text)
        for letter, text in zip("abcdef", texts.values(), strict=True)
    }
    assert files(audit_texts(shuffled(bare, seed))) == sorted(bare)


def test_where_nothing_tells_the_order_given_counts() -> None:
    bare = "[spoiler=Wealth]\nGold: 5\n[/spoiler]\n[spoiler=Armies]\nNone\n[/spoiler]"
    texts = {"b.txt": bare + "\nThe first.", "a.txt": bare + "\nThe second."}
    assert files(audit_texts(texts)) == ["b.txt", "a.txt"]


def test_one_post_without_a_header_goes_where_it_carries_on() -> None:
    texts = right_sample()
    bare = {("a.txt" if name == "week-6.txt" else name): text for name, text in texts.items()}
    bare["a.txt"] = HEADER.sub("", bare["a.txt"])
    audit = audit_texts(shuffled(bare, 5), opening=OPENING)
    assert [week.number for week in audit.book.weeks] == [4, 5, 6, 7, 8]
    assert files(audit)[2] == "a.txt"
    assert audit.book.slips == ()


def test_the_name_of_a_file_tells_its_week() -> None:
    texts = {name: HEADER.sub("", text) for name, text in right_sample().items()}
    assert [week.number for week in audit_texts(texts).book.weeks] == [4, 5, 6, 7, 8]


def test_a_missing_week_is_named_and_the_books_begin_anew() -> None:
    texts = right_sample()
    del texts["week-6.txt"]
    audit = audit_texts(texts, opening=OPENING)
    assert kinds(audit) == ["missing-week"]
    assert audit.book.remarks[0].text == "Week 6 is missing. The books begin anew with week 7."
    assert [week.opening is None for week in audit.book.weeks] == [False, False, True, False]
    assert audit.book.slips == ()
    assert list(audit.book.journal.broken_claims()) == []


def test_a_slip_before_a_gap_is_still_out_behind_it() -> None:
    texts = right_sample()
    texts["week-5.txt"] = change(texts["week-5.txt"], "- 20 = 165", "- 20 = 175")
    del texts["week-6.txt"]
    texts["week-7.txt"] = change(texts["week-7.txt"], "226 + 150 - 59 - 75 = 242", "236 + 150 - 59 - 75 = 252")
    texts["week-8.txt"] = change(texts["week-8.txt"], "242 + 150 - 59 = 333", "252 + 150 - 59 = 343")
    book = audit_texts(texts, opening=OPENING).book
    assert [(slip.week, slip.difference) for slip in book.slips] == [(1, 10)]
    assert (book.weeks[-1].closing - book.weeks[-1].correct)["Gold"] == 10


def test_a_post_given_twice_is_told() -> None:
    texts = right_sample()
    texts["week-7-copy.txt"] = texts["week-7.txt"].replace("\n", "\r\n")
    audit = audit_texts(texts, opening=OPENING)
    assert kinds(audit) == ["doubled-post"]
    assert "week-7.txt and week-7-copy.txt" in audit.book.remarks[0].text
    assert len(audit.book.weeks) == 5


def test_the_later_version_of_a_post_counts_and_both_are_told() -> None:
    right = right_sample()
    wrong = change(right["week-7.txt"], "- 75 = 242", "- 75 = 317")
    texts = {**{name: right[name] for name in ("week-4.txt", "week-5.txt", "week-6.txt")}, "first.txt": wrong, **right}
    audit = audit_texts(texts, opening=OPENING)
    (told,) = [remark.text for remark in audit.book.remarks if remark.kind == "edited-post"]
    assert told.startswith("Week 7 was posted again: first.txt, then week-7.txt, which counts;")
    assert told.endswith("the stated Wealth differs (Gold 317 -> 242).")
    assert audit.book.slips == ()


@pytest.mark.parametrize("header", [True, False])
def test_an_edited_post_without_a_header_is_known_by_its_opening(header: bool) -> None:
    right = right_sample()
    texts = dict(right) if header else without_headers(right)
    last = list(texts)[-1]
    edited = change(HEADER.sub("", right["week-8.txt"]), "242 + 150 - 59 = 333", "242 + 150 - 59 = 330")
    audit = audit_texts({**texts, "again.txt": edited}, opening=OPENING)
    assert kinds(audit) == ["edited-post"]
    assert files(audit) == [*list(texts)[:-1], "again.txt"] and last not in files(audit)
    assert [slip.difference for slip in audit.book.slips] == [-3]


def test_a_header_that_was_not_counted_up_is_read_as_the_week_after() -> None:
    texts = right_sample()
    texts["week-7.txt"] = HEADER.sub("[b]Week 6[/b]", texts["week-7.txt"])
    audit = audit_texts(texts, opening=OPENING)
    assert [week.number for week in audit.book.weeks] == [4, 5, 6, 7, 8]
    assert kinds(audit) == ["week-number"]
    assert audit.book.slips == ()


def test_what_is_no_post_is_told_and_left_out() -> None:
    texts = {"notes.txt": "Buy mushrooms.", **right_sample()}
    audit = audit_texts(texts, opening=OPENING)
    assert kinds(audit) == ["not-a-post"]
    assert len(audit.book.weeks) == 5
