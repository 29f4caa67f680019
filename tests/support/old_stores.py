"""Stores as older versions of the program made them, from what ``tests/campaign/old`` keeps of them."""

from __future__ import annotations

import json
from pathlib import Path

from orderbook.campaign.folder import ADDRESS_FILE, SQLITE_FILE, open_store
from orderbook.campaign.postgres import PostgresDatabase
from orderbook.campaign.schema import make_tables
from orderbook.campaign.sqlite import SqliteDatabase


def age_store(folder: Path) -> Path:
    """Makes of the store of a campaign in a file, or on a server, one as version 1 had it."""
    store = open_store(folder)
    database = store.database
    assert isinstance(database, (SqliteDatabase, PostgresDatabase))
    kept = {table: database.rows(f"SELECT {columns} FROM {table}") for table, columns in _FIRST.items()}
    with database.change():
        for table in _FIRST:
            database.run(f"DROP TABLE {table}")
        make_tables(database, upto=1)
        database.run("DELETE FROM meta")
        for table, columns in _FIRST.items():
            marks = ", ".join("?" * len(columns.split(",")))
            database.run_many(f"INSERT INTO {table} ({columns}) VALUES ({marks})", kept[table])
        database.run("UPDATE meta SET content = '1' WHERE name = 'version'")
    store.close()
    return folder


_FIRST = {
    "meta": "name, content",
    "journal": "seq, step, body, hash",
    "blobs": "digest, content",
    "snapshots": "step, week, state",
}
"""The tables of version 1 and their columns."""

OLD = Path(__file__).resolve().parents[1] / "campaign" / "old"


def make_old(folder: Path, version: int, address: str | None = None) -> Path:
    """A campaign in a store of that version."""
    folder.mkdir(parents=True)
    database: SqliteDatabase | PostgresDatabase
    if address is None:
        database = SqliteDatabase(folder / SQLITE_FILE, create=True)
    else:
        database = PostgresDatabase(address, f"campaign_{folder.parent.name.lower().replace('-', '_')[:30]}_old")
        database.create_schema()
        (folder / ADDRESS_FILE).write_text(f'store = "{address}"\nschema = "{database.schema}"\n')
    kept = json.loads((OLD / f"version-{version}.json").read_text())
    with database.change():
        for statement in kept["statements"]:
            database.run(statement)
        for table, rows in kept["rows"].items():
            for row in rows:
                values = [bytes.fromhex(row[-1]) if table == "blobs" and value is row[-1] else value for value in row]
                database.run(f"INSERT INTO {table} VALUES ({', '.join('?' * len(row))})", values)
    database.close()
    return folder
