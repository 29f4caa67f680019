"""The tables of a store, and how an older store becomes one of today.

``meta`` holds the version of the tables and the head of the journal. ``journal`` is the chain of what was done:
each step begins with a line that tells it, its events follow. ``blobs`` keeps what was received, byte by byte, under
its digest. ``snapshots`` keeps the state after each week. Rows of the last three are added, never changed.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass

from orderbook.campaign.database import Database
from orderbook.campaign.faults import StoreError

CAMPAIGN_PHASE = "campaign"
"""The phase of events about the campaign itself: players, posts, rulings, weeks."""


@dataclass(frozen=True, slots=True)
class Migration:
    """What brings the tables to ``version`` from the one before: statements, then work on the rows."""

    version: int
    statements: tuple[str, ...]
    work: Callable[[Database], None] | None = None


def classify_body(body: str) -> tuple[str, int]:
    """Which columns belong to a line of the journal: its scope (step, campaign, game) and its week."""
    value = json.loads(body)
    if "step" in value:
        return "step", 0
    event = value["event"]
    return ("campaign" if event["phase"] == CAMPAIGN_PHASE else "game"), event["week"]


def _classify_lines(database: Database) -> None:
    lines = database.rows("SELECT seq, body FROM journal ORDER BY seq")
    columns = [(*classify_body(body), seq) for seq, body in lines]
    database.run_many("UPDATE journal SET scope = ?, week = ? WHERE seq = ?", columns)


MIGRATIONS = (
    Migration(
        1,
        (
            "CREATE TABLE meta (name TEXT PRIMARY KEY, content TEXT NOT NULL)",
            """CREATE TABLE journal
            (seq INTEGER PRIMARY KEY, step INTEGER NOT NULL, body TEXT NOT NULL, hash TEXT NOT NULL)""",
            "CREATE TABLE blobs (digest TEXT PRIMARY KEY, content {blob} NOT NULL)",
            """CREATE TABLE snapshots
            (step INTEGER NOT NULL, week INTEGER NOT NULL, state TEXT NOT NULL, PRIMARY KEY (step, week))""",
            "INSERT INTO meta (name, content) VALUES ('version', '1')",
            "INSERT INTO meta (name, content) VALUES ('head', '0:')",
        ),
    ),
    # A week's events are found by its number, so that the hundredth week is resolved as fast as the second.
    Migration(
        2,
        (
            "ALTER TABLE journal ADD COLUMN scope TEXT NOT NULL DEFAULT 'game'",
            "ALTER TABLE journal ADD COLUMN week INTEGER NOT NULL DEFAULT 0",
            "CREATE INDEX journal_by_week ON journal (scope, week, seq)",
        ),
        _classify_lines,
    ),
)
"""From nothing to today's tables; a new store goes the whole way, an old one the rest of it."""

VERSION = MIGRATIONS[-1].version


def make_tables(database: Database, upto: int = VERSION) -> None:
    """Makes the tables of a new store. To be called within a change."""
    for migration in MIGRATIONS[:upto]:
        _apply(database, migration)


def read_version(database: Database) -> int:
    """The version of a store's tables. Raises ``StoreError`` for a store that this program cannot know."""
    rows = database.rows("SELECT content FROM meta WHERE name = 'version'")
    if not rows or not str(rows[0][0]).isdigit():
        raise StoreError("the store does not tell its version; put back a copy of it, or import an export")
    version = int(rows[0][0])
    if version > VERSION:
        raise StoreError(
            f"the store is of version {version}, made by a newer orderbook; this one knows versions up to {VERSION}. "
            "Install the newer one."
        )
    return version


def migrate(database: Database, tell: Callable[[str], None]) -> None:
    """Brings a store to today's version, a copy of it put aside before. Wholly or not at all."""
    if read_version(database) == VERSION:
        return
    with database.change():
        database.run("UPDATE meta SET content = content WHERE name = 'version'")  # whoever comes second waits here
        version = read_version(database)
        if version == VERSION:
            return
        place = database.back_up(f"version-{version}.backup")
        for migration in MIGRATIONS[version:]:
            _apply(database, migration)
    tell(f"the store was of version {version} and is now of version {VERSION}; a copy of the old one is {place}")


def _apply(database: Database, migration: Migration) -> None:
    for statement in migration.statements:
        database.run(statement)
    if migration.work is not None:
        migration.work(database)
    database.run("UPDATE meta SET content = ? WHERE name = 'version'", (str(migration.version),))
