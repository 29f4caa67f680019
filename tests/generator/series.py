"""Series: consecutive weeks of one player, with the books of every week and the first wrong Wealth."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from orderbook.books.bundle import Bundle

from .campaign import Ruin, begin_player, decide, end_week, live_quietly, message_allowance
from .case import NoCase, compose, copy_sheet, encode_page, settle, write_ledger
from .draft import PREVIOUS, Draft
from .kit import load_kits
from .sheet import write_sheet
from .slips.money import wealth_sum
from .styles import STYLES
from .writing import finish_post

TRIES = 20


@dataclass(frozen=True)
class Series:
    """``posts`` by file name, in week order; ``truth`` is what ``truth.json`` holds."""

    posts: dict[str, bytes]
    truth: dict[str, Any] = field(hash=False)

    def write(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        for name, post in self.posts.items():
            (folder / name).write_bytes(post)
        (folder / "truth.json").write_text(json.dumps(self.truth, indent=1, ensure_ascii=False) + "\n", "utf-8")


def make_series(seed: int, *, style: str | None = None, weeks: int | None = None) -> Series:
    """Three to eight weeks of one player. In two of three series the Wealth of one week, or of two, is wrong.

    The weeks after a wrong one go on from what was stated, as the player would.
    """
    draw = Random(f"series {seed}")
    made = style or draw.choice(list(STYLES))
    for attempt in range(TRIES):
        try:
            return _attempt(Random(f"series {seed} {made} {attempt}"), made, weeks or draw.randint(3, 8))
        except (NoCase, Ruin):
            continue
    raise NoCase(f"no series for seed {seed}, style {made}")


def _attempt(rng: Random, style: str, length: int) -> Series:
    kits = load_kits()
    player = begin_player(kits[rng.choice(sorted(kits))], rng)
    look = STYLES[style](rng)
    if rng.random() < 0.7:
        live_quietly(player, rng, rng.randint(2, 14))
    wrong = set(rng.sample(range(1, length), min(length - 1, rng.choice([0, 1, 2]))))
    posts: dict[str, bytes] = {}
    weeks: list[dict[str, Any]] = []
    first_slip: dict[str, Any] | None = None
    for number in range(length):
        before = player.wealth
        turn = decide(player, rng)
        sheet = copy_sheet(write_sheet(player, turn, before))
        draft = Draft(sheet, look, rng, PREVIOUS, message_allowance(player), shows_bodies=player.shows_bodies)
        settle(draft)
        right = {total.resource: total.stated for total in sheet.totals}
        if number in wrong and not wealth_sum(draft):
            raise NoCase
        compose(draft)
        finish_post(draft.page, look, rng)
        name = f"week{sheet.week:02d}.txt"
        posts[name] = encode_page(draft.page, look)
        ledger = write_ledger(draft)
        if not number:
            ledger["opening"] = None
            ledger["computed"] = {r: str(a) for r, a in sum(sheet.flows().values(), Bundle()).items()}
        weeks.append({"week": sheet.week, "file": name, **ledger})
        if number in wrong and first_slip is None:
            total = next(total for total in sheet.totals if total.stated != right[total.resource])
            first_slip = {
                "week": sheet.week,
                "file": name,
                "resource": total.resource,
                "line": draft.page.lines_of(total.key)[0],
                "stated": str(total.stated),
                "computed": str(right[total.resource]),
            }
        player.wealth = Bundle({total.resource: total.stated for total in sheet.totals})
        end_week(player, turn)
    truth = {"style": style, "faction": player.kit.name, "weeks": weeks, "first_slip": first_slip}
    return Series(posts, truth)
