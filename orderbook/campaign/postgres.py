"""A campaign's store on a PostgreSQL server: each campaign in a schema of its own, so that many share one database."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from orderbook.campaign.database import Row, closing_on_failure
from orderbook.campaign.faults import Conflict, StoreError

if TYPE_CHECKING:
    import psycopg

PATIENCE = 5.0
"""Seconds to wait while somebody else writes."""

_NAME = re.compile(r"[a-z][a-z0-9_]{0,50}")
_TABLES = ("meta", "journal", "blobs", "snapshots")


class PostgresDatabase:
    """A schema of a PostgreSQL database. ``schema`` is made of lower case letters, digits and ``_``."""

    def __init__(self, url: str, schema: str) -> None:
        if not _NAME.fullmatch(schema):
            raise StoreError(f"{schema!r} is no name for a schema of a campaign: use lower case letters, digits and _")
        self.schema = schema
        self._connection = _connect(url)
        with _told(), closing_on_failure(self):
            self._connection.execute(f"SET search_path TO {schema}")
            self._connection.execute(f"SET lock_timeout TO {round(PATIENCE * 1000)}")
            self._connection.execute("SET client_min_messages TO warning")

    def run(self, statement: str, values: Sequence[object] = ()) -> int:
        with _told():
            return self._connection.execute(_translate(statement), values).rowcount

    def run_many(self, statement: str, rows: Sequence[Sequence[object]]) -> None:
        with _told(), self._connection.cursor() as cursor:
            cursor.executemany(_translate(statement), rows)

    def rows(self, statement: str, values: Sequence[object] = ()) -> list[Row]:
        with _told():
            return self._connection.execute(_translate(statement), values).fetchall()

    @contextmanager
    def change(self) -> Iterator[None]:
        with _told(), self._connection.transaction():
            yield

    @contextmanager
    def look(self) -> Iterator[None]:
        if self._connection.info.transaction_status:  # within a change: that is one moment already
            yield
            return
        with _told(), self._connection.transaction():
            self._connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield

    def has_store(self) -> bool:
        found = "SELECT table_name FROM information_schema.tables WHERE table_schema = ? AND table_name = 'meta'"
        return bool(self.rows(found, (self.schema,)))

    def create_schema(self) -> None:
        """Makes the schema. Raises ``Conflict`` if there is one of that name."""
        if self.rows("SELECT 1 FROM information_schema.schemata WHERE schema_name = ?", (self.schema,)):
            raise Conflict(f"the database has a schema {self.schema} already")
        self.run(f"CREATE SCHEMA {self.schema}")

    def back_up(self, name: str) -> str:
        copy = f"{self.schema}_{name.replace('-', '_').replace('.', '_')}"
        self.run(f"DROP SCHEMA IF EXISTS {copy} CASCADE")
        self.run(f"CREATE SCHEMA {copy}")
        for table in _TABLES:
            self.run(f"CREATE TABLE {copy}.{table} AS TABLE {self.schema}.{table}")
        return f"the schema {copy} of the same database"

    def close(self) -> None:
        self._connection.close()


def _connect(url: str) -> psycopg.Connection[Any]:
    try:
        import psycopg
    except ImportError as error:
        raise StoreError(
            "campaigns on PostgreSQL need the driver psycopg: pip install 'orderbook[postgres]'"
        ) from error
    with _told():
        return psycopg.connect(url, autocommit=True, connect_timeout=10)


def _translate(statement: str) -> str:
    return statement.replace("{blob}", "BYTEA").replace("?", "%s")


@contextmanager
def _told() -> Iterator[None]:
    try:
        yield
    except (StoreError, Conflict):
        raise
    except Exception as error:
        told = explain_error(error)
        if told is None:
            raise
        raise told from error


def explain_error(error: Exception) -> StoreError | Conflict | None:
    """What an error of the driver means for the game master; None for one that is not the driver's."""
    import psycopg
    from psycopg import errors

    if not isinstance(error, psycopg.Error):
        return None
    said = " ".join(str(error).split())[:300]
    busy = (errors.LockNotAvailable, errors.SerializationFailure, errors.DeadlockDetected, errors.UniqueViolation)
    if isinstance(error, busy):
        return Conflict(
            "somebody else is working on this campaign at this moment; nothing was done. Wait until they are done, "
            "look at 'orderbook campaign status', and try again."
        )
    if isinstance(error, errors.DiskFull):
        return StoreError("the disk of the PostgreSQL server is full; nothing was changed. Make room and try again.")
    if isinstance(error, (errors.InsufficientPrivilege, errors.ReadOnlySqlTransaction)):
        return StoreError(f"the PostgreSQL server does not allow that ({said}); nothing was changed.")
    if isinstance(error, (errors.UndefinedTable, errors.InvalidSchemaName)):
        return StoreError(f"the tables of the campaign are not on the PostgreSQL server ({said}).")
    return StoreError(f"the PostgreSQL server cannot be used: {said}. Is it running, and is the address right?")
