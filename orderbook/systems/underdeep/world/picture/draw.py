"""From the map and the marks on it to the finished picture: sheets one below another, a legend, a text that tells it.

A picture shows what it is given. Who may know a mark is decided before (``marks_for``, or a campaign's own record).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from orderbook.findings.formats.display import measure_width, show_text
from orderbook.render.environment import render_template
from orderbook.systems.underdeep.world.card import describe_way
from orderbook.systems.underdeep.world.map import Way, WorldMap
from orderbook.systems.underdeep.world.marks import Mark
from orderbook.systems.underdeep.world.picture.boxes import CHIP, LINE, PADDING, Box, write_box
from orderbook.systems.underdeep.world.picture.layout import Point, place_by_positions, place_on_grid
from orderbook.systems.underdeep.world.region import LAYERS, Region
from orderbook.text.records import record

_MARGIN = 24
_HEADING = 34
_LEAST_WIDTH = 560
_LEGEND = 22
_SMALL_LETTER = 6  # of the labels on ways
_LABEL_HEIGHT = 14

COLOURS = ("#0b5394", "#b45309", "#15803d", "#9d174d", "#5b21b6", "#0e7490", "#854d0e", "#1f2937", "#be123c", "#3f6212")
"""Of the players in turn; each is dark enough to be read with white on it. The number on it tells them apart, too."""


@record
class Text:
    """A line of text at its place; ``chip`` is the number of the player whose square stands before it, or 0."""

    x: int
    y: int
    text: str
    role: str
    chip: int = 0


@record
class Frame:
    """A region's box at its place."""

    x: int
    y: int
    width: int
    height: int
    role: str
    title: str
    texts: tuple[Text, ...]

    @property
    def centre(self) -> Point:
        return self.x + self.width // 2, self.y + self.height // 2


@record
class Line:
    """A way between two boxes of a sheet. ``label`` is empty where there is no room for it between them."""

    x1: int
    y1: int
    x2: int
    y2: int
    role: str
    title: str
    label: str
    label_x: int
    label_y: int

    @property
    def middle(self) -> Point:
        return (self.x1 + self.x2) // 2, (self.y1 + self.y2) // 2


@record
class Sheet:
    """A layer's part of the picture, ``top`` pixels down."""

    layer: str
    top: int
    height: int
    frames: tuple[Frame, ...]
    lines: tuple[Line, ...]


def draw_map(world: WorldMap, marks: Iterable[Mark] = (), *, viewer: str = "", layers: Sequence[str] = ()) -> str:
    """The map as SVG with every one of ``marks`` on it. ``viewer`` is named in its title.

    ``layers`` limits it to some sheets. Marks in regions the map has not are left out. The same map and marks give the
    same bytes, in whatever order they come.
    """
    shown = [layer for layer in LAYERS if world.on_layer(layer) and (not layers or layer in layers)]
    ordered = sorted(marks, key=_order)
    names = sorted({mark.player.lower(): mark.player for mark in ordered}.items())
    players = {folded: number for number, (folded, _) in enumerate(names, 1)}
    here: dict[Region, list[Mark]] = {}
    for mark in ordered:
        here.setdefault(mark.region, []).append(mark)
    top = _MARGIN + 34 + (_LEGEND if players else 0) + _LEGEND
    sheets: list[Sheet] = []
    width = _LEAST_WIDTH
    for layer in shown:
        boxes = {region: write_box(world, world.places[region], here.get(region, ()), players)
                 for region in world.on_layer(layer)}  # fmt: skip
        sheet, wide = _draw_sheet(world, layer, boxes, top)
        sheets.append(sheet)
        width = max(width, wide)
        top += sheet.height + _MARGIN
    title = (world.title or "The map") + (f", as {viewer} knows it" if viewer else "")
    regions = sum(len(sheet.frames) for sheet in sheets)
    marked = sum(len(here.get(region, ())) for layer in shown for region in world.on_layer(layer))
    told = f"{marked} marks of {', '.join(name for _, name in names)}." if names else "Nobody's troops are shown."
    legend, right = _write_legend([show_text(name) for _, name in names])
    return render_template(
        "underdeep/map.svg.j2",
        title=show_text(title),
        summary=show_text(f"{regions} regions on {len(sheets)} layers: {', '.join(shown)}. {told}"),
        width=max(width, right),
        height=top,
        sheets=sheets,
        players=legend,
        legend_top=_MARGIN + 34,
        ways_top=_MARGIN + 34 + (_LEGEND if players else 0),
        margin=_MARGIN,
        chip=CHIP,
    )  # fmt: skip


def _write_legend(names: Sequence[str]) -> tuple[list[dict[str, object]], int]:
    """Who has which colour, from left to right, and where that ends."""
    legend: list[dict[str, object]] = []
    x = _MARGIN
    for number, name in enumerate(names, 1):
        colour = COLOURS[(number - 1) % len(COLOURS)]
        legend.append({"number": number, "name": name, "colour": colour, "x": x})
        x += 40 + sum(map(measure_width, name)) * 7
    return legend, x + _MARGIN


def _order(mark: Mark) -> tuple[Region, bool, str, str, int, str]:
    return mark.region, mark.kind != "site", mark.player, mark.what, mark.count or 0, mark.kind


def _draw_sheet(world: WorldMap, layer: str, boxes: Mapping[Region, Box], top: int) -> tuple[Sheet, int]:
    regions = list(boxes)
    inner = [way for way in world.ways if way.start in boxes and way.end in boxes]
    sizes = {region: (box.width, box.height) for region, box in boxes.items()}
    told = {region: at for region in regions if (at := world.places[region].position) is not None}
    if len(told) == len(regions):
        centres = place_by_positions(told, sizes)
    else:
        centres = place_on_grid(regions, [(way.start, way.end) for way in inner], sizes)
    left = min(x - sizes[region][0] // 2 for region, (x, _) in centres.items())
    highest = min(y - sizes[region][1] // 2 for region, (_, y) in centres.items())
    centres = {region: (x - left + _MARGIN, y - highest + top + _HEADING) for region, (x, y) in centres.items()}
    frames = {region: _frame(boxes[region], centres[region]) for region in regions}
    lines = [_line(world, way, frames) for way in inner]
    bottom = max(frame.y + frame.height for frame in frames.values())
    right = max(frame.x + frame.width for frame in frames.values())
    return Sheet(layer, top, bottom - top + 12, tuple(frames.values()), tuple(lines)), right + _MARGIN


def _frame(box: Box, centre: Point) -> Frame:
    x, y = centre[0] - box.width // 2, centre[1] - box.height // 2
    texts = []
    for number, line in enumerate(box.lines):
        indent = CHIP if line.player or line.role.endswith("more") else 0
        texts.append(Text(x + PADDING + indent, y + PADDING + number * LINE + 10, line.text, line.role, line.player))
    return Frame(x, y, box.width, box.height, box.role, box.title, tuple(texts))


_ROLES = ("along chasm", "chasm", "darksea", "lake", "river", "dense mushrooms")


def _line(world: WorldMap, way: Way, frames: Mapping[Region, Frame]) -> Line:
    one, other = frames[way.start], frames[way.end]
    (x1, y1), (x2, y2) = one.centre, other.centre
    role = next((name.replace(" ", "-") for name in _ROLES if name in way.crosses), "plain")
    label = describe_way(world.places[way.start], way)
    title = f"{way.start} {'to' if way.one_way else 'and'} {way.end}" + (f": {label}" if label else "")
    role += (" bridged" if way.bridge else "") + (" oneway" if way.one_way else "")
    return Line(x1, y1, x2, y2, role, title, *_label_place(label.removesuffix(", out"), one, other))


def _label_place(label: str, one: Frame, other: Frame) -> tuple[str, int, int]:
    """The label and the middle of what is seen of a way; no label where it would lie on the boxes."""
    left, right = sorted((one, other), key=lambda frame: frame.x)
    upper, lower = sorted((one, other), key=lambda frame: frame.y)
    free_x, free_y = right.x - left.x - left.width, lower.y - upper.y - upper.height
    if free_x >= len(label) * _SMALL_LETTER:
        start, end, middle = left.centre, right.centre, left.x + left.width + Fraction(free_x, 2)
        share = (middle - start[0]) / (end[0] - start[0])
    elif free_y >= _LABEL_HEIGHT:
        start, end, middle = upper.centre, lower.centre, upper.y + upper.height + Fraction(free_y, 2)
        share = (middle - start[1]) / (end[1] - start[1])
    else:
        return "", 0, 0
    return label, round(start[0] + share * (end[0] - start[0])), round(start[1] + share * (end[1] - start[1])) + 3
