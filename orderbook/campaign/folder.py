"""Where a campaign is kept: a folder with the SQLite file in it, or with the address of a PostgreSQL server."""

from __future__ import annotations

import contextlib
import json
import os
import re
import tomllib
from collections.abc import Callable
from pathlib import Path

from orderbook.campaign.database import Database
from orderbook.campaign.faults import CampaignError, Conflict, StoreError
from orderbook.campaign.postgres import PostgresDatabase
from orderbook.campaign.sqlite import SqliteDatabase
from orderbook.campaign.store import Store

SQLITE_FILE = "campaign.sqlite"
ADDRESS_FILE = "campaign.toml"
_SERVERS = ("postgresql://", "postgres://")
_MOST_NAMESAKES = 1000


def open_store(folder: Path, tell: Callable[[str], None] = lambda text: None) -> Store:
    """The store of the campaign in a folder. Raises ``CampaignError`` where there is none."""
    if not folder.is_dir():
        raise CampaignError(f"there is no folder {folder}; 'orderbook campaign new {folder}' makes a campaign in it")
    database: Database
    if (folder / SQLITE_FILE).exists():
        database = SqliteDatabase(folder / SQLITE_FILE)
    elif (folder / ADDRESS_FILE).exists():
        database = PostgresDatabase(*_read_address(folder / ADDRESS_FILE))
    else:
        raise CampaignError(
            f"there is no campaign in {folder}: neither {SQLITE_FILE} nor {ADDRESS_FILE} is in it. "
            f"'orderbook campaign new {folder}' makes one."
        )
    try:
        return Store(database, tell)
    except BaseException:
        database.close()
        raise


def create_store(folder: Path, address: str | None, fill: Callable[[Store], None]) -> None:
    """Makes a store in a folder, filled by ``fill``: all of it is there, or nothing. Raises ``CampaignError``."""
    if address is not None and not address.startswith(_SERVERS):
        raise CampaignError(
            f"{address!r} is no address of a store; write postgresql://user@host/database, or leave --store away for "
            "a file in the folder"
        )
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CampaignError(f"cannot make the folder {folder}: {error.strerror or error}") from error
    left_over = _left_over(folder, address)
    for name in (SQLITE_FILE, ADDRESS_FILE):
        if (folder / name).exists() and left_over is None:
            raise _taken(folder)
    if address is None:
        _create_file(folder, fill)
    else:
        _create_schema(folder, address, fill, left_over)


def _left_over(folder: Path, address: str | None) -> str | None:
    """The schema that the folder's address names, if it is on the same server: it may never have been made.

    The address is written before the schema counts, so whoever is killed in between leaves an address of nothing.
    """
    if address is None or (folder / SQLITE_FILE).exists() or not (folder / ADDRESS_FILE).exists():
        return None
    store, schema = _read_address(folder / ADDRESS_FILE)
    return schema if store == address else None


def _taken(folder: Path) -> CampaignError:
    return CampaignError(f"there is a campaign in {folder} already; choose another folder")


def _create_file(folder: Path, fill: Callable[[Store], None]) -> None:
    target = folder / SQLITE_FILE
    unfinished = folder / f".{SQLITE_FILE}.{os.getpid()}.unfinished"
    try:
        database = SqliteDatabase(unfinished, create=True)
        try:
            with database.change():
                fill(Store.create(database))
        finally:
            database.close()
        _put_in_place(unfinished, target)
    finally:
        with contextlib.suppress(OSError):
            unfinished.unlink(missing_ok=True)
            unfinished.with_name(f"{unfinished.name}-journal").unlink(missing_ok=True)


def _create_schema(folder: Path, address: str, fill: Callable[[Store], None], left_over: str | None) -> None:
    """Makes a schema of a name that is free; ``left_over`` is one that can only be made if nobody has made it."""
    stem = re.sub(r"[^a-z0-9]+", "_", folder.resolve().name.lower()).strip("_")[:40] or "game"
    for number in range(1, _MOST_NAMESAKES):
        name = f"campaign_{stem}" if number == 1 else f"campaign_{stem}_{number}"
        database = PostgresDatabase(address, left_over or name)
        written = False
        try:
            with database.change():
                try:
                    database.create_schema()
                except Conflict as error:
                    if left_over is not None:
                        raise _taken(folder) from error
                    continue
                if left_over is not None:  # nobody else makes that schema now, so nobody else needs its address
                    (folder / ADDRESS_FILE).unlink(missing_ok=True)
                fill(Store.create(database))
                # Last within the change: if this cannot be written, nothing is left on the server.
                _write_address(folder, address, database.schema)
                written = True
            return
        except BaseException:
            if written:
                (folder / ADDRESS_FILE).unlink(missing_ok=True)
            raise
        finally:
            database.close()
    raise CampaignError(f"the database has too many campaigns called {stem}; name the folder otherwise")


def _write_address(folder: Path, address: str, schema: str) -> None:
    unfinished = folder / f".{ADDRESS_FILE}.{os.getpid()}.unfinished"
    text = f"# Where this campaign is kept.\nstore = {json.dumps(address)}\nschema = {json.dumps(schema)}\n"
    try:
        descriptor = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)  # it may hold a password
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.write(text)
        _put_in_place(unfinished, folder / ADDRESS_FILE)
    except OSError as error:
        raise StoreError(f"cannot write into {folder}: {error.strerror or error}; nothing was made") from error
    finally:
        with contextlib.suppress(OSError):
            unfinished.unlink(missing_ok=True)


def _put_in_place(unfinished: Path, target: Path) -> None:
    """Gives a finished file its name, unless another has it."""
    try:
        os.link(unfinished, target)
    except FileExistsError as error:
        raise _taken(target.parent) from error
    except OSError:  # a file system without links
        try:
            unfinished.replace(target)
        except OSError as error:
            raise StoreError(f"cannot write {target}: {error.strerror or error}; nothing was made") from error


def _read_address(path: Path) -> tuple[str, str]:
    try:
        table = tomllib.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise CampaignError(f"{path} cannot be read: {error}") from error
    store, schema = table.get("store"), table.get("schema")
    if not isinstance(store, str) or not isinstance(schema, str) or not store.startswith(_SERVERS):
        raise CampaignError(f'{path} must hold store = "postgresql://..." and schema = "..."')
    return store, schema
