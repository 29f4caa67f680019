"""Kills a step of a campaign at random moments, many times; run as a program of its own, so that it may fork.

``python killing.py GAME DEED FOLDER ROUNDS SEED``: FOLDER holds a campaign of the game (for ``new``: nothing), which is
copied for each round where it is a file. Every other moment lies while the store is being written, which takes but a
small part of a deed. Prints as JSON how often the campaign was as before and as after, and what was wrong.
"""

from __future__ import annotations

import json
import os
import random
import select
import shutil
import signal
import sqlite3
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from orderbook.campaign import sqlite as sqlite_store
from orderbook.campaign.campaign import create_campaign, open_campaign
from orderbook.campaign.faults import CampaignError
from orderbook.campaign.folder import ADDRESS_FILE, SQLITE_FILE
from orderbook.campaign.game import CampaignSystem, TryPost
from orderbook.campaign.ingest import ingest
from orderbook.campaign.postgres import PostgresDatabase
from orderbook.campaign.schema import VERSION
from orderbook.campaign.sqlite import SqliteDatabase
from orderbook.campaign.verify import verify
from orderbook.campaign.week import resolve_week
from orderbook.rulebook.options import Options
from support.old_stores import age_store
from support.played import post_week, underdeep
from support.toy_campaign import SYSTEM, try_post

BULK = "\n".join(f"gain {number}\nsecret {'x' * 300}" for number in range(150))


@dataclass(frozen=True)
class Game:
    """What is played: its name, its system, and the posts of the week under way."""

    name: str
    system: CampaignSystem
    try_post: TryPost
    posts: Callable[[Path], list[tuple[bytes, str]]]


def toy_posts(folder: Path) -> list[tuple[bytes, str]]:
    return [(f"Week 2\nWe are {name}\n[spoiler=A]\n{BULK}".encode(), f"{name}.txt") for name in ("Reds", "Blues")]


GAMES = {
    "toy": lambda: Game("toy", SYSTEM, try_post, toy_posts),
    "underdeep": lambda: Game("underdeep", *underdeep(), post_week),
}


def deeds_of(game: Game, folder: Path, deed: str) -> dict[str, Callable[[Path], object]]:
    """What can be done to a campaign, by name; posts for the ``deed`` are written before anything is timed."""
    posts = game.posts(folder) if deed == "ingest" else []
    address = os.environ.get("ORDERBOOK_TEST_STORE")

    def take(folder: Path) -> None:
        with open_campaign(folder) as campaign:
            ingest(campaign, posts, game.try_post)

    def undo(folder: Path) -> None:
        with open_campaign(folder) as campaign:
            campaign.undo()

    def resolve(folder: Path) -> None:
        with open_campaign(folder) as campaign:
            resolve_week(campaign, game.system, campaign.record.week)

    def new(folder: Path) -> None:
        create_campaign(folder, game.name, seed="", options=Options(), address=address)

    return {
        "ingest": take, "undo": undo, "resolve": resolve, "migrate": lambda folder: open_campaign(folder).close(),
        "new": new,
    }  # fmt: skip


def open_or_nothing(folder: Path) -> bool:
    return any((folder / name).exists() for name in (SQLITE_FILE, ADDRESS_FILE))


def look(game: Game, folder: Path, deed: str) -> str:
    """What the campaign is now: its head; whether there is one; of which version its store is."""
    if deed == "migrate":
        version = stored_version(folder)
        if version == str(VERSION):
            check(game, folder)
        return version
    if deed == "new":
        if not open_or_nothing(folder):
            return "nothing"
        try:
            return check(game, folder)
        except CampaignError as error:
            if "there is no campaign" not in str(error):
                raise
            deeds_of(game, folder, deed)["new"](folder)  # nothing was made, and nothing keeps it from being made
            check(game, folder)
            return "nothing"
    return check(game, folder)


def stored_version(folder: Path) -> str:
    if (folder / ADDRESS_FILE).exists():
        import tomllib

        told = tomllib.loads((folder / ADDRESS_FILE).read_text())
        database = PostgresDatabase(told["store"], told["schema"])
        rows = database.rows("SELECT content FROM meta WHERE name = 'version'")
        database.close()
        return str(rows[0][0])
    with sqlite3.connect(folder / SQLITE_FILE) as connection:
        (version,) = connection.execute("SELECT content FROM meta WHERE name = 'version'").fetchone()
    return str(version)


def check(game: Game, folder: Path) -> str:
    """The head of a campaign that is whole."""
    with open_campaign(folder) as campaign:
        problems = verify(campaign, game.system).problems
        if problems:
            raise CampaignError("; ".join(problems))
        return str(campaign.head)


def tell_when_written(pipe: int) -> None:
    """From now on a byte goes into the pipe when a change of a store begins."""
    for kind in (SqliteDatabase, PostgresDatabase):
        change = kind.change

        def told(self: object, change: Callable[[object], object] = change) -> object:
            os.write(pipe, b"x")
            return change(self)

        kind.change = told  # type: ignore[method-assign, assignment]


def run_in_child(deed: Callable[[Path], object], folder: Path, delay: float | None, *, written: bool = False) -> float:
    """Does the deed in a child, killed ``delay`` seconds after its start, or after it begins to write.

    How long it took; with ``written`` and no delay, how long it took from when it began to write.
    """
    reader, writer = os.pipe()
    start = time.monotonic()
    child = os.fork()
    if child == 0:
        try:
            tell_when_written(writer)
            deed(folder)
        finally:
            os._exit(0)
    os.close(writer)
    if written:
        select.select([reader], [], [], 60)
        start = time.monotonic()
    if delay is not None:
        time.sleep(delay)
        os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    os.close(reader)
    return time.monotonic() - start


class Killer:
    """Kills one deed again and again."""

    def __init__(self, game: Game, deed: str, folder: Path) -> None:
        self.game, self.deed, self.folder = game, deed, folder
        self.is_file = not (folder / ADDRESS_FILE).exists() and "ORDERBOOK_TEST_STORE" not in os.environ
        self.work = folder.with_name("work") if self.is_file or deed == "new" else folder
        self.deeds = deeds_of(game, folder, deed)
        self.rounds = 0

    def begin(self) -> None:
        """The campaign as it is before the deed."""
        self.rounds += 1
        if self.deed == "new" and not self.is_file:
            self.work = self.folder.with_name(f"work{self.rounds}")
            self.work.mkdir()
        elif self.is_file:
            shutil.rmtree(self.work, ignore_errors=True)
            shutil.copytree(self.folder, self.work)

    def take_back(self) -> None:
        """Makes a campaign on a server one in which the deed can be done again."""
        if self.is_file or self.deed == "new":
            return
        if self.deed == "migrate":
            age_store(self.work)
        else:
            self.deeds["resolve" if self.deed == "undo" else "undo"](self.work)

    def run(self, rounds: int, chance: random.Random) -> dict[str, object]:
        deed, counts, wrong = self.deeds[self.deed], {"before": 0, "after": 0}, []
        longest = []
        for written in (False, True):
            self.begin()
            longest.append(run_in_child(deed, self.work, None, written=written))
            after = look(self.game, self.work, self.deed)
            self.take_back()
        for number in range(rounds):
            self.begin()
            before = "nothing" if self.deed == "new" else look(self.game, self.work, self.deed)
            written = number % 2 == 1
            run_in_child(deed, self.work, chance.uniform(0, longest[written] * 1.1), written=written)
            try:
                now = look(self.game, self.work, self.deed)
            except (CampaignError, ValueError) as error:
                wrong.append(str(error))
                continue
            if now == before:
                counts["before"] += 1
            elif now == after or not self.is_file:
                counts["after"] += 1
                self.take_back()
            else:
                wrong.append(f"{now} is neither {before} nor {after}")
        return {**counts, "wrong": wrong}


def main(game: str, deed: str, folder: Path, rounds: int, seed: str) -> None:
    sqlite_store.SYNCHRONOUS = "OFF"  # who is killed loses no power: what was written is there
    print(json.dumps(Killer(GAMES[game](), deed, folder).run(rounds, random.Random(seed))))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], Path(sys.argv[3]), int(sys.argv[4]), sys.argv[5])
