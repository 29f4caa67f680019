"""A campaign's store in a file: SQLite, which comes with Python."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

from orderbook.campaign.database import Row, closing_on_failure
from orderbook.campaign.faults import Conflict, StoreError

PATIENCE = 5.0
"""Seconds to wait while somebody else writes."""

SYNCHRONOUS = "FULL"
"""A change is on the disk before it counts as made; the tests, which lose no power, wait for no disk."""


class SqliteDatabase:
    """A database in one file. A change that was cut off is rolled back by whoever opens the file next."""

    def __init__(self, path: Path, *, create: bool = False) -> None:
        self.path = path
        with self._told():
            mode = "rwc" if create else "rw" if os.access(path, os.W_OK) else "ro"
            uri = f"{path.resolve().as_uri()}?mode={mode}"
            self._connection = sqlite3.connect(uri, uri=True, isolation_level=None, timeout=PATIENCE)
            with closing_on_failure(self):
                self._connection.execute(f"PRAGMA synchronous = {SYNCHRONOUS}")

    def run(self, statement: str, values: Sequence[object] = ()) -> int:
        with self._told():
            return self._connection.execute(statement.replace("{blob}", "BLOB"), tuple(values)).rowcount

    def run_many(self, statement: str, rows: Sequence[Sequence[object]]) -> None:
        with self._told():
            self._connection.executemany(statement, rows)

    def rows(self, statement: str, values: Sequence[object] = ()) -> list[Row]:
        with self._told():
            return self._connection.execute(statement, tuple(values)).fetchall()

    @contextmanager
    def change(self) -> Iterator[None]:
        self.run("BEGIN IMMEDIATE")
        try:
            yield
            self.run("COMMIT")
        except BaseException:
            with contextlib.suppress(sqlite3.Error):
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
            raise

    @contextmanager
    def look(self) -> Iterator[None]:
        if self._connection.in_transaction:  # within a change: that is one moment already
            yield
            return
        self.run("BEGIN")
        try:
            yield
        finally:
            with contextlib.suppress(sqlite3.Error):
                self._connection.execute("ROLLBACK")

    def has_store(self) -> bool:
        return bool(self.rows("SELECT name FROM sqlite_master WHERE type = 'table' AND name = 'meta'"))

    def back_up(self, name: str) -> str:
        target = self.path.with_name(f"{self.path.name}.{name}")
        unfinished = target.with_name(f"{target.name}.unfinished")
        with self._told():
            unfinished.unlink(missing_ok=True)
            # By a connection of its own, since the change under way has not written yet; SQLite copies from one that
            # is in the middle of a change only when that is over.
            with closing(sqlite3.connect(self.path)) as reader, closing(sqlite3.connect(unfinished)) as copy:
                reader.backup(copy)
            unfinished.replace(target)
        return str(target)

    def close(self) -> None:
        self._connection.close()

    @contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise explain_error(error, self.path) from error
        except OSError as error:
            raise StoreError(f"{self.path}: {error.strerror or error}; nothing was changed") from error


def explain_error(error: sqlite3.Error, path: Path) -> StoreError | Conflict:
    """What an error of SQLite means for the game master."""
    said = str(error)
    if "locked" in said or "busy" in said:
        return Conflict(
            f"somebody else is working on the campaign in {path.parent} at this moment; nothing was done. Wait until "
            "they are done, look at 'orderbook campaign status', and try again."
        )
    if "readonly" in said or "read-only" in said:
        return StoreError(
            f"{path} cannot be written; nothing was changed. Allow writing to the file and to its folder, or work on a "
            "copy of the folder."
        )
    if "full" in said:
        return StoreError(f"the disk that holds {path} is full; nothing was changed. Make room and try again.")
    if "not a database" in said or "malformed" in said or "no such table" in said:
        return StoreError(
            f"{path} is damaged or holds no campaign ({said}). Put back a copy, or make the campaign anew from an "
            "export with 'orderbook campaign import'."
        )
    if "unable to open" in said:
        return StoreError(f"{path} cannot be opened: look whether it is there, and whether you may read and write it.")
    return StoreError(
        f"{path} cannot be read or written ({said}); nothing was changed. Is the disk full or has it gone?"
    )
