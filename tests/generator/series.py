"""Series: consecutive weeks of one player, with the books of every week and the first wrong Wealth."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from orderbook.books.bundle import Bundle

from .campaign import Ruin, begin_player, crowd_capital, decide, end_week, keep_dragons, live_quietly, message_allowance
from .case import NoCase, allow, compose, copy_sheet, encode_page, expect, settle, spoil, write_ledger
from .draft import PREVIOUS, Draft
from .kit import load_kits
from .sheet import Sheet, write_sheet
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


def make_series(
    seed: int,
    *,
    style: str | None = None,
    weeks: int | None = None,
    check: str | None = None,
    clean: bool = False,
) -> Series:
    """Three to eight weeks of one player. In two of three series the Wealth of one week, or of two, is wrong.

    The weeks after a wrong one go on from what was stated, as the player would. With ``check`` one week has that
    mistake in it and no other; the weeks after it are as if it had not been made, but for the Wealth. In a ``clean``
    one nothing is wrong.
    """
    draw = Random(f"series {seed}{f' {check}' if check else ''}")
    made = style or draw.choice(list(STYLES))
    for attempt in range(TRIES):
        try:
            rng = Random(f"series {seed} {made} {attempt}{f' {check}' if check else ''}")
            return _attempt(rng, made, weeks or draw.randint(3, 8), check, 0 if clean else None)
        except (NoCase, Ruin):
            continue
    raise NoCase(f"no series for seed {seed}, style {made}, check {check}")


def _attempt(rng: Random, style: str, length: int, check: str | None, mistakes: int | None) -> Series:
    kits = load_kits()
    player = begin_player(kits[rng.choice(sorted(kits))], rng)
    look = STYLES[style](rng)
    if check is not None or rng.random() < 0.7:
        live_quietly(player, rng, rng.randint(2, 14))
    if check == "recruit-limit":
        keep_dragons(player)
    if check == "build-cap":
        crowd_capital(player)
    wrong: set[int] = set()
    if check is None:
        number = rng.choice([0, 1, 2]) if mistakes is None else mistakes
        wrong = set(rng.sample(range(1, length), min(length - 1, number)))
    planted_in = None if check is None else rng.randrange(1, length - 1) if length > 2 else length - 1
    posts: dict[str, bytes] = {}
    weeks: list[dict[str, Any]] = []
    first_slip: dict[str, Any] | None = None
    planted: dict[str, Any] | None = None
    previous: Sheet | None = None
    for number in range(length):
        before = player.wealth
        turn = decide(player, rng)
        sheet = copy_sheet(write_sheet(player, turn, before))
        draft = Draft(sheet, look, rng, PREVIOUS, message_allowance(player), previous, player.shows_bodies)
        if number == planted_in and check is not None:
            spoil(draft, [check])
        else:
            settle(draft)
        right = {total.resource: total.stated for total in sheet.totals}
        if number in wrong and not wealth_sum(draft):
            raise NoCase
        if number != planted_in:
            compose(draft)
        finish_post(draft.page, look, rng)
        name = f"week{sheet.week:02d}.txt"
        posts[name] = encode_page(draft.page, look)
        ledger = write_ledger(draft)
        if not number:
            ledger["opening"] = None
            ledger["computed"] = {r: str(a) for r, a in sum(sheet.flows().values(), Bundle()).items()}
        optional = [expect(mistake, draft.page) for mistake in draft.mistakes if mistake.optional]
        weeks.append({"week": sheet.week, "file": name, **ledger, "allowed": [*allow(draft), *optional]})
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
        # A resource the Wealth leaves out is there all the same.
        player.wealth = sheet.closing() + Bundle(
            (total.resource, total.stated - sheet.closing()[total.resource]) for total in sheet.totals
        )
        if number == planted_in:
            planted = _tell_planted(draft, sheet.week, name, player.wealth)
        previous = copy_sheet(sheet)
        end_week(player, turn)
    truth = {"style": style, "faction": player.kit.name, "weeks": weeks, "first_slip": first_slip, "planted": planted}
    return Series(posts, truth)


def _tell_planted(draft: Draft, week: int, name: str, stated: Bundle) -> dict[str, Any]:
    """The mistake, and by how much the Wealth is off that its week ends with; None where that depends on a reading."""
    *_, mistake = draft.mistakes
    off = stated - draft.faultless
    readable = draft.has_ledger and not any(amount < 0 for amount in stated.values())
    return {
        "week": week,
        "file": name,
        **expect(mistake, draft.page),
        "off": {resource: str(amount) for resource, amount in off.items()} if readable else None,
    }
