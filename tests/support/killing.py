"""Kills a step of a campaign at random moments, many times; run as a program of its own, so that it may fork.

``python killing.py DEED FOLDER ROUNDS SEED``: FOLDER holds a campaign (for ``new``: nothing), which is copied for each
round where it is a file. Prints as JSON how often the campaign was as before and as after, and what was wrong.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from orderbook.campaign.campaign import create_campaign, open_campaign
from orderbook.campaign.faults import CampaignError
from orderbook.campaign.ingest import ingest
from orderbook.campaign.schema import VERSION
from orderbook.campaign.verify import verify
from orderbook.campaign.week import resolve_week
from orderbook.rulebook.options import Options
from support.toy_campaign import SYSTEM, try_post

BULK = "\n".join(f"gain {number}\nsecret {'x' * 300}" for number in range(150))


def _ingest(folder: Path) -> None:
    with open_campaign(folder) as campaign:
        posts = [(f"Week 2\nWe are {name}\n[spoiler=A]\n{BULK}".encode(), f"{name}.txt") for name in ("Reds", "Blues")]
        ingest(campaign, posts, try_post)


def _undo(folder: Path) -> None:
    with open_campaign(folder) as campaign:
        campaign.undo()


def _resolve(folder: Path) -> None:
    with open_campaign(folder) as campaign:
        resolve_week(campaign, SYSTEM, campaign.record.week)


def _open(folder: Path) -> None:
    open_campaign(folder).close()


def _new(folder: Path) -> None:
    create_campaign(folder, "toy", seed="", options=Options())


DEEDS: dict[str, Callable[[Path], None]] = {
    "ingest": _ingest, "undo": _undo, "resolve": _resolve, "migrate": _open, "new": _new,
}  # fmt: skip


def look(folder: Path, deed: str) -> str:
    """What the campaign is now: its head; whether there is one; of which version its file is."""
    if deed == "migrate":
        import sqlite3

        with sqlite3.connect(folder / "campaign.sqlite") as database:
            (version,) = database.execute("SELECT content FROM meta WHERE name = 'version'").fetchone()
        if version == str(VERSION):
            check(folder)
        return str(version)
    if deed == "new" and not (folder / "campaign.sqlite").exists():
        return "nothing"
    return check(folder)


def check(folder: Path) -> str:
    """The head of a campaign that is whole."""
    with open_campaign(folder) as campaign:
        problems = verify(campaign, SYSTEM, lambda text: None).problems
        if problems:
            raise CampaignError("; ".join(problems))
        return str(campaign.head)


def run_in_child(deed: Callable[[Path], None], folder: Path, delay: float | None) -> float:
    """Does the deed in a child, killed after ``delay`` seconds; how long it took."""
    start = time.monotonic()
    child = os.fork()
    if child == 0:
        try:
            deed(folder)
        finally:
            os._exit(0)
    if delay is not None:
        time.sleep(delay)
        os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return time.monotonic() - start


def main(deed: str, folder: Path, rounds: int, seed: str) -> None:
    chance = random.Random(seed)
    is_file = not (folder / "campaign.toml").exists()
    work = folder.with_name("work") if is_file else folder

    def begin() -> None:
        if is_file:
            shutil.rmtree(work, ignore_errors=True)
            shutil.copytree(folder, work)

    begin()
    before = look(work, deed)
    if is_file:
        begin()
        longest = run_in_child(DEEDS[deed], work, None)
        begin()
        longest = min(longest, run_in_child(DEEDS[deed], work, None))
        after = look(work, deed)
    else:
        longest, after = run_in_child(DEEDS[deed], work, None), look(work, deed)
        _undo(work)
    counts, wrong = {"before": 0, "after": 0}, []
    for _ in range(rounds):
        begin()
        if not is_file:
            before = look(work, deed)
        run_in_child(DEEDS[deed], work, chance.uniform(0, longest * 1.1))
        try:
            now = look(work, deed)
        except CampaignError as error:
            wrong.append(str(error))
            continue
        if now == before:
            counts["before"] += 1
        elif now == after or not is_file:
            counts["after"] += 1
            if not is_file:
                _undo(work)
        else:
            wrong.append(f"{now} is neither {before} nor {after}")
    print(json.dumps({**counts, "wrong": wrong}))


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]), sys.argv[4])
