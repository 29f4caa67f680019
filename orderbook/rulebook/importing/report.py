"""The report on an import: what was read, what was not, and what was taken for something else."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from orderbook.rulebook.importing.compare import Change, render_figure_value
from orderbook.rulebook.importing.drafts import TITLES, Imported
from orderbook.rulebook.importing.remarks import Remark, RemarkKind

HEADINGS = {
    RemarkKind.UNREAD: "Not read",
    RemarkKind.CORRECTED: "Read as something else",
    RemarkKind.CONCLUDED: "Concluded",
    RemarkKind.PASSED: "Passed over",
}
"""The parts of a report, in order."""


def count_entries(imported: Imported) -> list[tuple[str, dict[str, int]]]:
    """What was read: each faction, and the abilities and spells (``""``), with the number of entries in each list."""
    counts = [
        (faction.name, {title: number for kind, title in TITLES.items() if (number := len(faction.of(kind)))})
        for faction in imported.factions
    ]
    common = {"Abilities": len(imported.abilities), "Spells": len(imported.spells)}
    return [
        *counts,
        *([("", {title: number for title, number in common.items() if number})] if any(common.values()) else []),
    ]


def describe_import(
    imported: Imported, *, written: Sequence[str] = (), changes: Iterable[Change] | None = None
) -> dict[str, Any]:
    """The report as JSON values. Lines count from 1, columns in characters."""
    values: dict[str, Any] = {
        "post": imported.post.name,
        "notes": list(imported.notes),
        "factions": [
            {
                "name": faction.name,
                "complete": faction.header["complete"],
                "units": len(faction.of("unit")),
                "rooms": len(faction.of("room")),
                "rituals": len(faction.of("ritual")),
                "defences": len(faction.of("defence")),
            }
            for faction in imported.factions
        ],
        "abilities": len(imported.abilities),
        "spells": len(imported.spells),
        "remarks": [_describe_remark(imported, remark) for remark in imported.all_remarks()],
        "written": list(written),
    }
    if changes is not None:
        values["changes"] = [_describe_change(change) for change in changes]
    return values


def sort_remarks(imported: Imported) -> list[tuple[str, list[tuple[str, str]]]]:
    """The parts of the report that are not empty: heading, and for each remark its place and its message."""
    remarks = imported.all_remarks()
    parts = []
    for kind, heading in HEADINGS.items():
        rows = [(render_place(imported, remark), remark.message) for remark in remarks if remark.kind is kind]
        if rows:
            parts.append((heading, list(dict.fromkeys(rows))))
    return parts


def render_place(imported: Imported, remark: Remark) -> str:
    """``line 935, Derro, Atrium of Abhorrence``."""
    first, last = imported.lines_of(remark.span)
    lines = f"line {first}" if first == last else f"lines {first}-{last}"
    return ", ".join(part for part in (lines, remark.faction, remark.entry) if part)


def render_text(imported: Imported) -> str:
    """The report for a terminal: counts first, then each part."""
    lines = [f"note: {note}" for note in imported.notes]
    for name, counts in count_entries(imported):
        listed = ", ".join(f"{number} {title.lower()}" for title, number in counts.items())
        lines.append(f"{name}: {listed}" if name else listed)
    if imported.is_empty:
        lines.append("no list of units, rooms, rituals, traps and defences, abilities or spells was found")
    for heading, rows in sort_remarks(imported):
        lines += ["", f"{heading}:"]
        lines += [f"  {place}: {message}" for place, message in rows]
    return "\n".join(lines) + "\n"


def _describe_remark(imported: Imported, remark: Remark) -> dict[str, Any]:
    line, column = imported.post.position(remark.span.start)
    end_line, end_column = imported.post.position(remark.span.end)
    return {
        "kind": remark.kind.value,
        "message": remark.message,
        "line": line,
        "column": column,
        "end_line": end_line,
        "end_column": end_column,
        "faction": remark.faction or None,
        "entry": remark.entry or None,
        "key": remark.key or None,
        "written": remark.written or None,
        "read_as": remark.read_as or None,
    }


def _describe_change(change: Change) -> dict[str, Any]:
    return {
        "change": change.kind.value,
        "faction": change.faction or None,
        "list": change.list,
        "entry": change.name or None,
        "old_name": change.old_name or None,
        "figures": [
            {
                "key": figure.key,
                "old": None if figure.old is None else render_figure_value(figure.old),
                "new": None if figure.new is None else render_figure_value(figure.new),
            }
            for figure in change.figures
        ],
    }
