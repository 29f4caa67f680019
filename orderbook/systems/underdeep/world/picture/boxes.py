"""The box of a region in a picture: its lines of text, and how large it is. Sizes are in pixels."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Mapping, Sequence

from orderbook.findings.formats.display import measure_width, show_text
from orderbook.systems.underdeep.world.map import Place, WorldMap
from orderbook.systems.underdeep.world.marks import Mark
from orderbook.systems.underdeep.world.sites import terrain_at
from orderbook.text.records import record

LINE = 14
PADDING = 7
CHIP = 16  # the coloured square before a mark, and the gap behind it
_WRAP = 17
_LETTER = 6.7
_BOLD = 7.8
_NARROWEST = 76
_MOST_MARKS = 8  # in a box; the rest is counted, and told in the box's title


@record
class Line:
    """A line of text: ``role`` is its style; ``player`` the number of the player whose mark begins on it, or 0."""

    text: str
    role: str
    player: int = 0


@record
class Box:
    """A region's box before it has a place. ``role`` is its style, ``title`` tells all of it in one text."""

    lines: tuple[Line, ...]
    width: int
    height: int
    role: str
    title: str


_TINTS = ("darksea", "ocean", "magma", "crystals", "woods", "swamp", "mountains", "mushrooms", "lake", "river")


def write_box(world: WorldMap, place: Place, marks: Sequence[Mark], players: Mapping[str, int]) -> Box:
    """The box of a region. ``players`` numbers the players from 1, by name in small letters."""
    words = [word.name for word in terrain_at(place)]
    lines = [Line(str(place.region.number), "number")]
    lines += _wrap(place.name, "name")
    lines += _wrap(", ".join(words), "feature")
    lines += _wrap(", ".join(deposit.resource for deposit in place.deposits), "deposit")
    if place.chasm is not None:
        walls = f" ({', '.join(place.sides)})" if place.sides else ""
        lines += _wrap(f"chasm: {place.chasm}{walls}", "chasm")
    for way in world.ways_at(place.region):
        if way.is_cave_entrance:
            other = way.other_end(place.region)
            lines.append(Line(f"{'↓' if other.depth > place.region.depth else '↑'} {other}", "entrance"))
    for mark in marks[:_MOST_MARKS]:
        first, *rest = textwrap.wrap(show_text(mark.label), _WRAP) or ["?"]
        lines.append(Line(first, mark.kind, players[mark.player.lower()]))
        lines += [Line(text, f"{mark.kind} more") for text in rest]
    if len(marks) > _MOST_MARKS:
        lines.append(Line(f"and {len(marks) - _MOST_MARKS} more", "units more"))
    tint = next((name for name in _TINTS if name in words), "")
    return Box(
        tuple(lines),
        max(_NARROWEST, *(_measure(line) for line in lines)) + 2 * PADDING,
        len(lines) * LINE + 2 * PADDING - 2,
        " ".join(filter(None, [place.kind or "unknown", tint, "ruin" if "ruin" in words else ""])),
        _tell(place, words, marks),
    )


def _wrap(text: str, role: str) -> list[Line]:
    return [Line(part, role) for part in textwrap.wrap(show_text(text), _WRAP)]


def _measure(line: Line) -> int:
    letter = _BOLD if line.role in ("number", "name", "site") else _LETTER
    return round(sum(map(measure_width, line.text)) * letter) + (
        CHIP if line.player or line.role.endswith("more") else 0
    )


def _tell(place: Place, words: Iterable[str], marks: Iterable[Mark]) -> str:
    """The whole of a box in one text, for those who point at it and for screen readers."""
    told = [f"{place}, {place.kind}" if place.kind else str(place), *words]
    told += [f"{deposit.resource} deposit" for deposit in place.deposits]
    told += [f"chasm {place.chasm}"] if place.chasm else []
    here = [f"{mark.player}: {mark.label}" for mark in marks]
    return show_text(", ".join(told) + (". " + "; ".join(here) if here else ""))
