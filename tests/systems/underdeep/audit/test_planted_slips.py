"""A mistake of every kind planted in one week of a series: told there and nowhere else, what follows from it as such.

``ORDERBOOK_PLANTED=20 pytest`` tries so many series for each mistake in place of one.
"""

import os
from typing import Any

import pytest
from generator.case import NoCase
from generator.slips.catalogue import SLIPS
from support.series import audit_texts, generated

from orderbook.books.book import Book
from orderbook.books.bundle import Bundle

TRIES = int(os.environ.get("ORDERBOOK_PLANTED", "1"))
FIRST_SEED = 31_000
CHECKS = sorted({kind.check for kind in SLIPS} - {"opening-implied"})  # that one is of a week without one before

AS_PLANNED = {
    "build-limit", "build-unique", "build-place", "build-prerequisite", "build-cap", "recruit-limit", "recruit-place",
    "recruit-prerequisite", "army-count", "build-finished",
}  # fmt: skip
"""What is bought against the rules is paid all the same, and so are units nobody knows the origin of: the Wealth is as
it should be."""


def told(book: Book, truth: dict[str, Any]) -> list[tuple[int | None, str, int | None, bool]]:
    """Every slip and remark: place of the week, check, line, and whether it follows from another; asides left out."""
    found = [(slip.week, slip.check, slip.line, slip.of is not None) for slip in book.slips]
    found += [(remark.week, remark.kind, remark.line, remark.follows) for remark in book.remarks]
    weeks = truth["weeks"]
    return [each for each in found if each[0] is None or not _is_allowed(weeks[each[0]]["allowed"], each[1], each[2])]


def _is_allowed(allowed: list[Any], check: str, line: int | None) -> bool:
    return any(
        entry == check or (isinstance(entry, dict) and entry["check"] == check and line in entry["lines"])
        for entry in allowed
        if entry != "message-limit"
    )


@pytest.mark.parametrize("check", CHECKS)
@pytest.mark.parametrize("seed", range(FIRST_SEED, FIRST_SEED + TRIES))
def test_a_mistake_is_told_once_and_what_follows_as_following(check: str, seed: int) -> None:
    try:
        made, texts = generated(seed, check=check, weeks=5)
    except NoCase:
        pytest.skip(f"no campaign of seed {seed} has room for {check}")
    planted = made.truth["planted"]
    book = audit_texts(texts).book
    at = next(at for at, week in enumerate(book.weeks) if week.file == planted["file"])
    found = told(book, made.truth)
    new = [(week, name) for week, name, _, follows in found if not follows]
    assert len(new) == 1 and new[0][0] == at and new[0][1] in (planted["check"], *planted.get("also", ())), found
    ((_, _, line, _),) = [each for each in found if not each[3]]
    assert line in planted["lines"] or not planted["lines"]
    assert all(week is not None and week > at for week, _, _, follows in found if follows)
    assert list(book.journal.broken_claims()) == []
    if planted["off"] is not None and check not in AS_PLANNED:
        off = Bundle({resource: int(amount) for resource, amount in planted["off"].items()})
        assert [week.closing - week.correct for week in book.weeks] == [Bundle()] * at + [off] * (len(book.weeks) - at)
