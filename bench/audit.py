"""Measuring audits: many players over many weeks, the cost of a week as a series grows, and programs for ledgers."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from itertools import count, islice
from pathlib import Path
from time import perf_counter

from bench.measure import time_best, time_process
from bench.table import render_ms, render_table
from orderbook.books.exports import beancount, hledger
from orderbook.systems.series import SeriesRequest
from orderbook.systems.underdeep.audit.audit import audit_series
from orderbook.text.source import SourceText, decode_source

PLAYERS, WEEKS = 12, 100
LIMIT = 30.0
"""Seconds in which a year of a large campaign has to be audited."""


def make_players(players: int = PLAYERS, weeks: int = WEEKS) -> list[tuple[SourceText, ...]]:
    """Series of invented players, in many styles of writing; some with a slip in them."""
    return list(islice(_invent(weeks), players))


def _invent(weeks: int) -> Iterator[tuple[SourceText, ...]]:
    from tests.generator import NoCase, make_series

    for seed in count(1):
        try:
            posts = make_series(seed, weeks=weeks).posts
        except NoCase:
            continue
        yield tuple(decode_source(post, name) for name, post in posts.items())


def table_of_audits(series: Sequence[tuple[SourceText, ...]]) -> str:
    """All players one after the other, in one process."""
    start = perf_counter()
    for posts in series:
        audit_series(SeriesRequest(posts))
    seconds = perf_counter() - start
    weeks = sum(map(len, series))
    kept = "kept" if seconds < LIMIT else "NOT KEPT"
    row = [f"{len(series)} players, {weeks:,} weeks", f"{seconds:.1f} s", render_ms(seconds / weeks)]
    title = f"Audits, one process; the promise of {LIMIT:.0f} s for {PLAYERS} x {WEEKS} weeks is {kept}"
    return render_table(title, ["", "time", "a week"], [row])


def table_of_growth(posts: tuple[SourceText, ...]) -> str:
    """The cost of a week in a short series and in long ones: the last weeks of one player, so that posts are alike."""
    rows = []
    for share in (8, 4, 2, 1):
        some = posts[len(posts) - len(posts) // share :]
        seconds = time_best(lambda some=some: audit_series(SeriesRequest(some)), 1)  # type: ignore[misc]
        rows.append([f"{len(some)} weeks", render_ms(seconds), render_ms(seconds / len(some))])
    return render_table("One player, more and more weeks (a week costs the same)", ["", "time", "a week"], rows)


def table_of_ledgers(posts: tuple[SourceText, ...]) -> str:
    """A whole audit as a command, and what programs for ledgers take to check the books it exports."""
    book = audit_series(SeriesRequest(posts)).book
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        for post in posts:
            (place / Path(post.name).name).write_bytes(post.encode(post.text))
        journal, ledger = place / "books.journal", place / "books.beancount"
        journal.write_text(hledger.render(book.journal, book.title), "utf-8")
        ledger.write_text(beancount.render(book.journal, book.title), "utf-8")
        names = [str(place / Path(post.name).name) for post in posts]
        bean_check = Path(sys.executable).with_name("bean-check")
        commands = [
            ("orderbook audit", [sys.executable, "-m", "orderbook", "audit", *names]),
            ("hledger check --strict", _find("hledger", "-f", str(journal), "check", "--strict")),
            ("bean-check", [str(bean_check), "-C", str(ledger)] if bean_check.exists() else None),
        ]
        rows = [[name, _time(command)] for name, command in commands]
    title = f"A series of {len(posts)} weeks: {len(book.journal.entries):,} entries, {len(book.journal.claims)} claims"
    return render_table(title, ["", "time"], rows)


def _find(program: str, *args: str) -> list[str] | None:
    return [program, *args] if shutil.which(program) else None


def _time(command: list[str] | None) -> str:
    if command is None:
        return "not installed"
    done = subprocess.run(command, capture_output=True, check=False)
    if done.returncode > 1 or (done.returncode and "orderbook" not in command):
        return "failed"
    return render_ms(time_process(command, runs=3))
