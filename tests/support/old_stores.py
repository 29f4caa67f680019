"""Stores as older versions of the program made them, from what ``tests/campaign/old`` keeps of them."""

from __future__ import annotations

import json
from pathlib import Path

from orderbook.campaign.folder import ADDRESS_FILE, SQLITE_FILE
from orderbook.campaign.postgres import PostgresDatabase
from orderbook.campaign.sqlite import SqliteDatabase

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
