"""Tags of several forums, headers with the week, and what happens to a whole post on its way through a forum."""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from random import Random

from .looks import Around, TabWriter
from .page import Row
from .sheet import Sheet


def tabs(
    start: str = "[spoiler={t}]",
    stop: str = "[/spoiler]",
    flavour: Around = (["[ic={t}]"], ["[/ic]"]),
) -> TabWriter:
    """Tabs between two tags; rows are parted by ``|`` in ``start`` and ``stop``, ``{t}`` is the title."""

    def write(title: str, kind: str) -> Around:
        if kind == "flavour":
            return [row.format(t=title) for row in flavour[0]], list(flavour[1])
        return [row.format(t=title) for row in start.split("|")], [row for row in stop.split("|") if row]

    return write


def character(start: str, stop: str = "", *, titled: bool = True) -> TabWriter:
    """A character block; ``titled`` puts the office in brackets behind the name."""

    def write(name: str, title: str) -> Around:
        label = f"{name} ({title})" if titled and title else name
        return [start.format(t=label)], [stop] if stop else []

    return write


HeaderWriter = Callable[[Sheet], list[str]]


def header(form: str) -> HeaderWriter:
    """A row with ``{faction}`` and ``{week}``, and an empty one."""

    def write(sheet: Sheet) -> list[str]:
        return [form.format(faction=sheet.kit.name, week=sheet.week), ""]

    return write


def no_header(sheet: Sheet) -> list[str]:
    return []


# -- what happens to the rows ---------------------------------------------------------

Finish = Callable[[list[Row], Random], list[Row]]


def curly_quotes(rows: list[Row], rng: Random) -> list[Row]:
    for row in rows:
        row.text = row.text.replace("'", "’")
    return rows


def trailing_spaces(rows: list[Row], rng: Random) -> list[Row]:
    """Blanks at the end of one line in ten, some of them no-break spaces."""
    for row in rows:
        if row.text and rng.random() < 0.12:
            row.text += rng.choice([" ", "  ", "   ", "\u00a0", "\u00a0 "])
    return rows


def hard_spaces(rows: list[Row], rng: Random) -> list[Row]:
    """Some blanks inside lines become no-break spaces."""
    for row in rows:
        if not row.text.startswith("["):
            row.text = "".join("\u00a0" if c == " " and rng.random() < 0.15 else c for c in row.text)
    return rows


def loose_gaps(rows: list[Row], rng: Random) -> list[Row]:
    """Here and there a second empty row, or a blank in one."""
    spread: list[Row] = []
    for row in rows:
        spread.append(row)
        if not row.text and rng.random() < 0.15:
            row.text = rng.choice(["", " "])
            spread.append(Row("", set(row.keys)))
    return spread


def no_empty_rows(rows: list[Row], rng: Random) -> list[Row]:
    return [row for row in rows if row.text.strip()]


def escape_html(rows: list[Row], rng: Random) -> list[Row]:
    """As a page's source has it: quotes and ampersands as entities, dashes too."""
    for row in rows:
        text = html.escape(row.text, quote=True)
        row.text = text.replace("–", "&ndash;").replace("−", "&minus;").replace("\u00a0", "&nbsp;")
    return rows


def upper_tags(rows: list[Row], rng: Random) -> list[Row]:
    """Tag names in capitals."""
    for row in rows:
        row.text = re.sub(r"\[(/?)([a-z]+)(?=[\]=])", lambda m: f"[{m[1]}{m[2].upper()}", row.text)
    return rows


def indented(rows: list[Row], rng: Random) -> list[Row]:
    """Rows that are no tags stand in by four blanks."""
    for row in rows:
        if row.text and not row.text.startswith("["):
            row.text = "    " + row.text
    return rows


def strike_some(form: str) -> Finish:
    """Leaves an older version of some lines above them, struck out: it does not count.

    ``form`` has a place for the line without its bullet, and one for the bullet: ``{bullet}[s]{line}[/s]``.
    """

    def finish(rows: list[Row], rng: Random) -> list[Row]:
        out: list[Row] = []
        for row in rows:
            if _is_plain_amount(row) and rng.random() < 0.2:
                bullet, line = _BULLET.fullmatch(row.text).groups()  # type: ignore[union-attr]
                at = rng.choice([n for n, letter in enumerate(line) if letter.isdigit()])
                older = line[:at] + str((int(line[at]) + rng.randint(1, 8)) % 10) + line[at + 1 :]
                blocks = {key for key in row.keys if not key.startswith("entry")}
                out.append(Row(form.format(bullet=bullet, line=older), blocks, aside=True))
            out.append(row)
        return out

    return finish


_BULLET = re.compile(r"(\[\*\] ?|[^\w\[+-]*(?:- )?)(.*)")


def _is_plain_amount(row: Row) -> bool:
    """A line of Production or Upkeep without tags."""
    in_ledger = not row.keys.isdisjoint({"in Production", "in Upkeep"})
    return in_ledger and any(key.startswith("entry") for key in row.keys) and "/" not in row.text


def chrome(before: list[str], after: list[str]) -> Finish:
    """Lines of the forum's page around the post, which came along in copying."""

    def finish(rows: list[Row], rng: Random) -> list[Row]:
        return [*(Row(text, aside=True) for text in before), *rows, *(Row(text, aside=True) for text in after)]

    return finish
