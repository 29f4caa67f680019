"""A database as the store needs it: rows in, rows out, changes that happen wholly or not at all.

Statements are written once: ``?`` stands for a value, ``{blob}`` for the type of bytes. Two kinds of database take
them: SQLite (a file) and PostgreSQL (a server).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import Any, Protocol

Row = Sequence[Any]


class Database(Protocol):
    """An open database. Everything raises ``StoreError``, or ``Conflict`` where somebody else is at work."""

    def run(self, statement: str, values: Sequence[object] = ()) -> int:
        """Runs one statement; how many rows it changed."""

    def run_many(self, statement: str, rows: Sequence[Sequence[object]]) -> None:
        """Runs a statement once for each row of values."""

    def rows(self, statement: str, values: Sequence[object] = ()) -> list[Row]:
        """What a question finds."""

    def change(self) -> AbstractContextManager[None]:
        """What is done inside is done wholly or, if it fails or the program ends, not at all."""

    def look(self) -> AbstractContextManager[None]:
        """What is read inside is of one moment."""

    def has_store(self) -> bool:
        """Whether the tables of a campaign are there."""

    def back_up(self, name: str) -> str:
        """Keeps a copy of everything as it is under a name; where it lies, in words."""

    def close(self) -> None:
        """Ends the connection."""


@contextmanager
def closing_on_failure(database: Database) -> Iterator[None]:
    """Closes a database that has just been opened if what follows fails."""
    try:
        yield
    except BaseException:
        database.close()
        raise
