"""Where the boxes of a building tree stand in a picture, and how the lines between them run.

A column for each level. A box stands beside the middle of the boxes under it, so that most lines are short and few
cross; what is drawn under another prerequisite too gets a curve from there. Sizes are in pixels.
"""

from __future__ import annotations

from collections.abc import Iterable

from orderbook.findings.formats.display import show_text
from orderbook.rulebook.tree import BuildingTree, Link, Node, Tie, describe_link, describe_price, describe_yield
from orderbook.text.records import record

_MARGIN = 16
_HEAD = 56  # title and legend
_COLUMN_GAP = 56
_ROW_GAP = 10
_PADDING = 8
_LINE = 15
_LETTER = 6.6  # of the small print
_BOLD_LETTER = 8.2
_LONGEST = 44


@record
class Line:
    """A line of text in a box."""

    x: int
    y: int
    text: str
    role: str


@record
class Box:
    """A structure: its place, its lines of text, and ``title``, which tells all of it."""

    x: int
    y: int
    width: int
    height: int
    lines: tuple[Line, ...]
    role: str
    title: str


@record
class Curve:
    """A link as an SVG path; ``role`` is how the lower box hangs on the upper one."""

    path: str
    role: str
    title: str


@record
class Layout:
    """A whole picture."""

    title: str
    summary: str
    width: int
    height: int
    boxes: tuple[Box, ...]
    curves: tuple[Curve, ...]
    heading_alone: Line | None


def lay_out_tree(tree: BuildingTree) -> Layout:
    """The picture of a tree: the tree itself, and below it a grid of what needs nothing and leads to nothing."""
    texts = {node.name: _write_box(node, tree) for node in tree.nodes}
    sizes = {name: _measure(lines) for name, lines in texts.items()}
    walked = [node for node, _ in tree.walk()]
    alone = tree.alone
    lefts = _place_columns(walked, sizes)
    tops, bottom = _place_rows(walked, sizes)
    right = max((lefts[node.level] + sizes[node.name][0] for node in walked), default=_MARGIN + 600)
    heading = None
    if alone:
        heading = Line(_MARGIN, bottom + 2 * _LINE, "Needs nothing, leads to nothing", "heading")
        grid, bottom, right = _place_grid(alone, sizes, bottom + 3 * _LINE, max(right, _MARGIN + 600))
    else:
        grid = {}
    places = {node.name: (lefts[node.level], tops[node.name]) for node in walked} | grid
    by_name = {node.name: node for node in tree.nodes}
    boxes = tuple(_make_box(node, places[node.name], sizes[node.name], texts[node.name], tree) for node in tree.nodes)
    curves = tuple(
        Curve(
            _draw_curve(link, places, sizes),
            _role_of(link, by_name),
            show_text(f"{link.below} {link.tie} {describe_link(link)}"),
        )
        for link in tree.links
    )
    return Layout(
        title=show_text(f"{tree.faction.name}: what is built from what"),
        summary=_summarise(tree),
        width=round(right + _MARGIN),
        height=round(bottom + _MARGIN),
        boxes=boxes,
        curves=curves,
        heading_alone=heading,
    )


def _summarise(tree: BuildingTree) -> str:
    levels = len({node.level for node in tree.nodes})
    return (
        f"{len(tree.nodes)} rooms, traps and defences in {levels} levels, from what needs nothing on the left to what "
        "needs most on the right; lines lead from a prerequisite to what it allows."
    )


def _write_box(node: Node, tree: BuildingTree) -> list[tuple[str, str]]:
    """Lines and their roles: name, price, yield, units."""
    structure = node.structure
    lines = [("name", structure.name), ("price", describe_price(structure, tree.faction))]
    if structure.produces:
        lines.append(("yield", f"yields {describe_yield(structure)}"))
    lines += [("unit", f"recruits {unit}") for unit in structure.recruits]
    return [(role, show_text(text, _LONGEST)) for role, text in lines]


def _measure(lines: list[tuple[str, str]]) -> tuple[int, int]:
    wide = max(len(text) * (_BOLD_LETTER if role == "name" else _LETTER) for role, text in lines)
    return round(wide) + 2 * _PADDING, len(lines) * _LINE + 2 * _PADDING - 4


def _place_columns(nodes: Iterable[Node], sizes: dict[str, tuple[int, int]]) -> dict[int, int]:
    widest: dict[int, int] = {}
    for node in nodes:
        widest[node.level] = max(widest.get(node.level, 0), sizes[node.name][0])
    lefts, x = {}, _MARGIN
    for level in sorted(widest):
        lefts[level] = x
        x += widest[level] + _COLUMN_GAP
    return lefts


def _place_rows(nodes: list[Node], sizes: dict[str, tuple[int, int]]) -> tuple[dict[str, int], int]:
    """The top of each box, and the lowest line; ``nodes`` come each before those under it."""
    children: dict[str | None, list[Node]] = {}
    for node in nodes:
        children.setdefault(node.branch, []).append(node)
    spans: dict[str, int] = {}
    for node in reversed(nodes):
        under = children.get(node.name, [])
        below = sum(spans[child.name] for child in under) + _ROW_GAP * max(0, len(under) - 1)
        spans[node.name] = max(sizes[node.name][1], below)
    tops: dict[str, int] = {}
    starts: dict[str | None, int] = {None: _HEAD}
    for node in nodes:
        start = starts[node.branch]
        starts[node.branch] = start + spans[node.name] + _ROW_GAP
        tops[node.name] = start + (spans[node.name] - sizes[node.name][1]) // 2
        under = children.get(node.name, [])
        below = sum(spans[child.name] for child in under) + _ROW_GAP * max(0, len(under) - 1)
        starts[node.name] = start + max(0, spans[node.name] - below) // 2
    return tops, starts[None] - _ROW_GAP if nodes else _HEAD


def _place_grid(
    nodes: list[Node], sizes: dict[str, tuple[int, int]], top: int, right: int
) -> tuple[dict[str, tuple[int, int]], int, int]:
    """Rows of boxes from left to right, as many in a row as there is room for; with the lowest and rightmost line."""
    places: dict[str, tuple[int, int]] = {}
    x, y, row_height = _MARGIN, top, 0
    for node in nodes:
        width, height = sizes[node.name]
        if x > _MARGIN and x + width > right:
            x, y, row_height = _MARGIN, y + row_height + _ROW_GAP, 0
        places[node.name] = (x, y)
        x += width + _ROW_GAP
        row_height = max(row_height, height)
    return places, y + row_height, max(right, *(places[node.name][0] + sizes[node.name][0] for node in nodes))


def _make_box(
    node: Node, place: tuple[int, int], size: tuple[int, int], lines: list[tuple[str, str]], tree: BuildingTree
) -> Box:
    (x, y), (width, height) = place, size
    needs = [f"{link.tie} {describe_link(link)}" for link in node.links]
    structure = node.structure
    full = [structure.name, describe_price(structure, tree.faction)]
    if structure.produces:
        full.append(f"yields {describe_yield(structure)}")
    full += needs
    if structure.recruits:
        full.append(f"recruits {', '.join(structure.recruits)}")
    return Box(
        x=x,
        y=y,
        width=width,
        height=height,
        lines=tuple(
            Line(x + _PADDING, y + _PADDING + 9 + number * _LINE, text, role)
            for number, (role, text) in enumerate(lines)
        ),
        role="circle" if node.is_circular else structure.section.value,
        title=show_text("; ".join(full)),
    )


def _role_of(link: Link, nodes: dict[str, Node]) -> str:
    roles = {Tie.NEEDS: "needs", Tie.EITHER: "either", Tie.USES_UP: "uses", Tie.DRIVES_OUT: "drives"}
    return roles[link.tie] if nodes[link.below].branch == link.above else f"{roles[link.tie]} far"


def _draw_curve(link: Link, places: dict[str, tuple[int, int]], sizes: dict[str, tuple[int, int]]) -> str:
    """From the right edge of the upper box to the left edge of the lower one; round the side where that is no way."""
    (x1, y1), (w1, h1) = places[link.above], sizes[link.above]
    (x2, y2), (w2, h2) = places[link.below], sizes[link.below]
    start, end = (x1 + w1, y1 + h1 // 2), (x2, y2 + h2 // 2)
    if end[0] > start[0]:
        bend = max(20, (end[0] - start[0]) // 2)
        return f"M{start[0]} {start[1]}C{start[0] + bend} {start[1]} {end[0] - bend} {end[1]} {end[0]} {end[1]}"
    edge = max(x1 + w1, x2 + w2) + 24
    return f"M{start[0]} {start[1]}C{edge} {start[1]} {edge} {end[1]} {x2 + w2} {end[1]}"
