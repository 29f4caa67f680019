"""Cases: a post, what is known beside it, and the answers, in memory or as a folder."""

from __future__ import annotations

import copy
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from orderbook.books.bundle import Bundle

from .campaign import Ruin, begin_player, crowd_capital, decide, end_week, keep_dragons, live_quietly, message_allowance
from .draft import FIRST, NONE, OPENING, PREVIOUS, Draft, Mistake
from .kit import load_kits
from .looks import Look
from .page import Page
from .sheet import RESOURCES, Sheet, write_sheet
from .slips.catalogue import SLIPS, SlipKind, Stage
from .state import Player
from .styles import STYLES, Style
from .writing import finish_post, write_post

MODES = (PREVIOUS,) * 6 + (FIRST, OPENING, OPENING, NONE)
MISTAKES = 3
TRIES = 60
PATIENCE = 6  # attempts before other mistakes are drawn
NEEDS_PREVIOUS = {
    "build-countdown", "build-finished", "build-vanished", "dungeon-appeared", "dungeon-vanished", "army-count",
    "army-place",
}  # fmt: skip
BOM = "\ufeff"
NEEDS_MORE_THAN_A_CAPITAL = {
    "upkeep-amount", "upkeep-omitted", "upkeep-count", "build-cap", "build-place", "build-limit", "recruit-place",
    "recruit-limit", "order-unit",
}  # fmt: skip


@dataclass(frozen=True)
class Case:
    """``post`` and ``previous`` are bytes as pasted; ``truth`` is what ``case.json`` holds."""

    post: bytes
    previous: bytes | None
    truth: dict[str, Any] = field(hash=False)

    @property
    def text(self) -> str:
        return self.post.decode(self.truth["encoding"])

    def write(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "post.txt").write_bytes(self.post)
        if self.previous is not None:
            (folder / "previous.txt").write_bytes(self.previous)
        (folder / "case.json").write_text(json.dumps(self.truth, indent=1, ensure_ascii=False) + "\n", "utf-8")


class NoCase(Exception):
    """A campaign that does not carry the wanted slips."""


def make_case(
    seed: int,
    *,
    style: str | None = None,
    clean: bool | None = None,
    checks: Sequence[str] = (),
    mode: str | None = None,
) -> Case:
    """A case, the same for the same arguments.

    ``style`` and ``mode`` are drawn from the seed unless given; ``clean`` decides whether there are mistakes (a third
    of the cases are clean otherwise); ``checks`` names the mistakes to be made.
    """
    draw = Random(f"case {seed}")
    made = style or draw.choice(list(STYLES))
    spoilt = bool(checks) or (draw.random() >= 1 / 3 if clean is None else not clean)
    wanted = list(checks)
    if mode is None and not checks and draw.random() < 0.08:
        mode = FIRST
    for attempt in range(TRIES):
        rng = Random(f"case {seed} {made} {attempt}")
        if spoilt and not checks and attempt % PATIENCE == 0:
            wanted = rng.sample(_possible_checks(mode), MISTAKES)
        try:
            return _attempt(rng, STYLES[made], made, wanted, mode or _choose_mode(wanted, rng))
        except (NoCase, Ruin):
            continue
    raise NoCase(f"no case for seed {seed}, style {made}, checks {list(checks)}")


def _possible_checks(mode: str | None) -> list[str]:
    """Mistakes there can be with what is known; some need luck besides."""
    checks = {kind.check for kind in SLIPS}
    if mode not in (None, PREVIOUS):
        checks -= NEEDS_PREVIOUS
    if mode not in (None, NONE):
        checks.discard("opening-implied")
    if mode == FIRST:
        checks -= NEEDS_MORE_THAN_A_CAPITAL
    return sorted(checks)


def _choose_mode(checks: Sequence[str], rng: Random) -> str:
    """What is known beside the post: what the checks need, else a draw."""
    if NEEDS_PREVIOUS & set(checks):
        return PREVIOUS
    return NONE if "opening-implied" in checks else rng.choice(MODES)


def _attempt(rng: Random, style: Style, name: str, checks: Sequence[str], mode: str) -> Case:
    kits = load_kits()
    player = begin_player(kits[rng.choice(sorted(kits))], rng)
    look = style(rng)
    look.name = name
    previous: Sheet | None = None
    previous_bytes: bytes | None = None
    if mode != FIRST:
        live_quietly(player, rng, rng.randint(1, 18))
        if "recruit-limit" in checks or rng.random() < 0.03:
            keep_dragons(player)
        if "build-cap" in checks or rng.random() < 0.08:
            crowd_capital(player)
    if mode == PREVIOUS:
        before = player.wealth
        turn = decide(player, rng)
        previous = write_sheet(player, turn, before)
        previous_bytes = encode_page(_write_plain(previous, look, rng), look)
        previous = copy_sheet(previous)
        end_week(player, turn)
    before = player.wealth
    turn = decide(player, rng, may_forage=rng.random() < 0.3)
    sheet = copy_sheet(write_sheet(player, turn, before))
    draft = Draft(sheet, look, rng, mode, message_allowance(player), previous, player.shows_bodies)
    if checks:
        spoil(draft, checks)
    else:
        settle(draft)
        compose(draft)
    finish_post(draft.page, look, rng)
    truth = _tell_truth(draft, player)
    if not checks:
        end_week(player, turn)
        truth["next_week"] = _next_wealth(draft.sheet, player)
    return Case(encode_page(draft.page, look), previous_bytes, truth)


def copy_sheet(sheet: Sheet) -> Sheet:
    """A sheet of its own, so that neither slips nor later weeks change another one."""
    return copy.deepcopy(sheet, {id(sheet.kit): sheet.kit})


def _write_plain(sheet: Sheet, look: Look, rng: Random) -> Page:
    page = write_post(sheet, look, rng)
    finish_post(page, look, rng)
    return page


# -- mistakes ------------------------------------------------------------------------------


def spoil(draft: Draft, checks: Sequence[str]) -> None:
    """Makes the mistakes asked for, each in one of the ways there are. Raises ``NoCase`` if one cannot be made."""
    kinds = list(SLIPS)
    draft.rng.shuffle(kinds)
    made: list[str] = []
    for stage in Stage:
        if stage is Stage.WEALTH:
            settle(draft)
        if stage is Stage.PAGE:
            compose(draft)
        for kind in kinds:
            if kind.stage is stage and kind.check in checks and kind.check not in made and _try(draft, kind):
                made.append(kind.check)
    if len(made) < len(set(checks)):
        raise NoCase
    if any(amount < 0 for amount in draft.sheet.closing().values()) is not ("wealth-overspent" in made):
        raise NoCase


def _try(draft: Draft, kind: SlipKind) -> bool:
    """Makes the slip; a slip that gives up leaves no trace in the list of mistakes."""
    before = len(draft.mistakes)
    if kind.make(draft):
        return True
    del draft.mistakes[before:]
    return False


def settle(draft: Draft) -> None:
    """Sums the Wealth of the lines as they are now."""
    draft.sheet.add_up(shows_bodies=draft.shows_bodies)
    if draft.mode == NONE:
        for total in draft.sheet.totals:
            total.opening = None


def compose(draft: Draft) -> None:
    draft.page = write_post(
        draft.sheet,
        draft.look,
        draft.rng,
        absent=draft.absent,
        doubled=draft.doubled,
        extra=draft.extra,
    )


# -- truth ---------------------------------------------------------------------------------


def encode_page(page: Page, look: Look) -> bytes:
    text = look.newline.join(row.text for row in page.rows) + look.newline
    return text.encode(look.encoding, errors="replace")


def _tell_truth(draft: Draft, player: Player) -> dict[str, Any]:
    look, sheet, rng = draft.look, draft.sheet, draft.rng
    args: list[str] = []
    shows_faction = any(sheet.kit.name in row.text for row in draft.page.rows[:6])
    shows_week = any("header" in row.keys and str(sheet.week) in row.text for row in draft.page.rows)
    if rng.random() < 0.4:
        args += ["--faction", sheet.kit.name]
    assert sheet.opening is not None
    amounts = ", ".join(f"{name} {amount}" for name, amount in sheet.opening.items())
    if draft.mode == FIRST:
        args += ["--first-turn", "--opening", amounts]
    elif draft.mode == OPENING:
        args += ["--opening", amounts]
    week = sheet.week if shows_week else None
    if (draft.mode == FIRST and not shows_week) or rng.random() < 0.25:
        args += ["--week", str(sheet.week)]
        week = sheet.week
    del shows_faction
    return {
        "args": args,
        "mode": draft.mode,
        "style": look.name,
        "faction": sheet.kit.name,
        "week": week,
        "encoding": look.encoding,
        "expected": [expect(mistake, draft.page) for mistake in draft.mistakes],
        "allowed": allow(draft),
        "ledger": write_ledger(draft) if draft.has_ledger else None,
        "next_week": None,
    }


def expect(mistake: Mistake, page: Page) -> dict[str, Any]:
    lines = page.lines_of(*mistake.keys)
    if mistake.keys and not lines:
        raise NoCase
    entry: dict[str, Any] = {"check": mistake.check, "lines": lines, "optional": mistake.optional}
    if mistake.also:
        entry["also"] = list(mistake.also)
    return entry


def allow(draft: Draft) -> list[Any]:
    allowed: list[Any] = ["opening-implied"] if draft.mode == NONE else []
    people = [letter.message.to for letter in draft.sheet.letters]
    if len(set(people)) < len(people):
        allowed.append("message-limit")
    rows = list(enumerate(draft.page.rows, 1))
    asides = [n for n, row in rows if row.aside and row.text.strip()]
    names = [n for n, row in rows if row.typo or (row.aside and row.text.strip() and "header" not in row.keys)]
    if asides:
        allowed.append({"check": "line-unread", "lines": asides})
    if names:
        allowed.append({"check": "name-unknown", "lines": names})
    return allowed


def _amounts(bundle: Bundle) -> dict[str, str]:
    return {name: str(amount) for name, amount in bundle.items()}


def write_ledger(draft: Draft) -> dict[str, Any]:
    flows = draft.sheet.flows()
    net = sum(flows.values(), Bundle())
    opening = None if draft.mode == NONE else draft.sheet.opening
    return {
        "opening": None if opening is None else _amounts(opening),
        **{tab: _amounts(amounts) for tab, amounts in flows.items()},
        "other": {},
        "computed": _amounts(net + (opening or Bundle())),
        "stated": {total.resource: str(total.stated) for total in draft.sheet.totals},
    }


def _next_wealth(sheet: Sheet, player: Player) -> dict[str, int] | None:
    """Next week's Wealth with nothing bought; unknown where this week's foraging would add to it."""
    kinds = {step.kind for command in sheet.commands for step in command.order.steps}
    if kinds & {"forage", "fish"}:
        return None
    wealth = player.wealth + player.production() - player.upkeep()
    shown = {total.resource for total in sheet.totals}
    return {name.lower(): wealth[name] for name in RESOURCES if name in shown or wealth[name]}
