"""Where the boxes of one sheet stand. Whole numbers throughout, so that every machine draws the same picture.

A sheet whose regions all have a position in the file is laid out by that, scaled until the boxes are clear of each
other. Any other is laid out on a grid: each region, in an order that follows the ways, gets the free cell that keeps
its ways short and uncrossed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from orderbook.systems.underdeep.world.region import Region

Point = tuple[int, int]
Size = tuple[int, int]
GAP_X, GAP_Y = 22, 20
_LARGEST_SCALE = 12
_PUSHES = 200


def place_by_positions(positions: Mapping[Region, Point], sizes: Mapping[Region, Size]) -> dict[Region, Point]:
    """Centres of boxes by the file's positions: all scaled alike, then those that still overlap pushed apart."""
    regions = sorted(positions)
    scale = min(_scale_for(regions, positions, sizes), Fraction(_LARGEST_SCALE))
    centres = {region: (round(positions[region][0] * scale), round(positions[region][1] * scale)) for region in regions}
    return _push_apart(regions, centres, sizes)


def _scale_for(regions: Sequence[Region], positions: Mapping[Region, Point], sizes: Mapping[Region, Size]) -> Fraction:
    """The scale at which nine in ten of the close pairs are clear of each other."""
    needed: list[Fraction] = []
    for number, one in enumerate(regions):
        best: Fraction | None = None
        for other in (*regions[:number], *regions[number + 1 :]):
            across, down = (abs(positions[one][axis] - positions[other][axis]) for axis in (0, 1))
            wide, high = _clearance(sizes[one], sizes[other])
            scales = [Fraction(need, have) for need, have in ((wide, across), (high, down)) if have]
            if scales and (best is None or min(scales) > best):
                best = min(scales)
        if best is not None:
            needed.append(best)
    return sorted(needed)[(len(needed) - 1) * 9 // 10] if needed else Fraction(1)


def _clearance(one: Size, other: Size) -> Size:
    return (one[0] + other[0]) // 2 + GAP_X, (one[1] + other[1]) // 2 + GAP_Y


def _push_apart(
    regions: Sequence[Region], centres: dict[Region, Point], sizes: Mapping[Region, Size]
) -> dict[Region, Point]:
    """Moves overlapping boxes away from each other, along the axis where less is wanting, until none overlap."""
    for _ in range(_PUSHES):
        moved = False
        for number, one in enumerate(regions):
            for other in regions[number + 1 :]:
                (x1, y1), (x2, y2) = centres[one], centres[other]
                wide, high = _clearance(sizes[one], sizes[other])
                over_x, over_y = wide - abs(x2 - x1), high - abs(y2 - y1)
                if over_x <= 0 or over_y <= 0:
                    continue
                moved = True
                if over_x <= over_y:
                    half, sign = -(-over_x // 2), 1 if x2 >= x1 else -1
                    centres[one], centres[other] = (x1 - sign * half, y1), (x2 + sign * half, y2)
                else:
                    half, sign = -(-over_y // 2), 1 if y2 >= y1 else -1
                    centres[one], centres[other] = (x1, y1 - sign * half), (x2, y2 + sign * half)
        if not moved:
            break
    return centres


def place_on_grid(
    regions: Sequence[Region], ways: Iterable[tuple[Region, Region]], sizes: Mapping[Region, Size]
) -> dict[Region, Point]:
    """Centres of boxes on a grid. ``ways`` join regions of the sheet."""
    beside: dict[Region, list[Region]] = {region: [] for region in sorted(regions)}
    for start, end in ways:
        beside[start].append(end)
        beside[end].append(start)
    cells: dict[Region, Point] = {}
    for part in _parts(beside):
        left = max((cell[0] for cell in cells.values()), default=-2) + 2 if cells else 0
        placed = _place_part(part, beside)
        lowest_x = min(cell[0] for cell in placed.values())
        lowest_y = min(cell[1] for cell in placed.values())
        cells.update({region: (x - lowest_x + left, y - lowest_y) for region, (x, y) in placed.items()})
    width = max(sizes[region][0] for region in cells) + GAP_X * 2
    heights: dict[int, int] = {}
    for region, (_, y) in cells.items():
        heights[y] = max(heights.get(y, 0), sizes[region][1])
    tops, top = {}, 0
    for y in range(max(heights) + 1):
        tops[y] = top + heights.get(y, 0) // 2
        top += heights.get(y, 0) + GAP_Y * 2
    return {region: (x * width, tops[y]) for region, (x, y) in cells.items()}


def _parts(beside: Mapping[Region, Sequence[Region]]) -> list[list[Region]]:
    """The parts of a sheet that hang together, the largest first, each in the order in which it is laid out."""
    left = dict.fromkeys(beside)
    parts: list[list[Region]] = []
    while left:
        reached = _walk(next(iter(left)), beside)
        end = _walk(reached[-1], beside)  # from one far end to the other
        parts.append(end)
        for region in end:
            del left[region]
    return sorted(parts, key=lambda part: (-len(part), min(part)))


def _walk(start: Region, beside: Mapping[Region, Sequence[Region]]) -> list[Region]:
    """Breadth first, neighbours with more ways first."""
    order, seen = [start], {start}
    for region in order:
        for other in sorted(set(beside[region]), key=lambda each: (-len(beside[each]), each)):
            if other not in seen:
                seen.add(other)
                order.append(other)
    return order


def _place_part(part: Sequence[Region], beside: Mapping[Region, Sequence[Region]]) -> dict[Region, Point]:
    cells: dict[Region, Point] = {}
    taken: dict[Point, Region] = {}
    drawn: list[tuple[Point, Point]] = []
    for region in part:
        near = [cells[other] for other in dict.fromkeys(beside[region]) if other in cells]
        cell = _best_cell(near, taken, drawn) if near else (0, 0)
        cells[region] = cell
        taken[cell] = region
        drawn += [(cell, other) for other in near]
    return cells


def _best_cell(near: Sequence[Point], taken: Mapping[Point, Region], drawn: Sequence[tuple[Point, Point]]) -> Point:
    """The free cell with the least cost: long ways, ways that cross others or run under boxes cost."""
    radius = 1
    while True:
        candidates = {
            (x + dx, y + dy)
            for x, y in near
            for dx in range(-radius, radius + 1)
            for dy in range(-radius, radius + 1)
            if (x + dx, y + dy) not in taken
        }
        if candidates:
            break
        radius += 1
    if radius == 1:  # one ring further out, a cell may be less in the way
        candidates |= {(x + dx, y + dy) for x, y in near for dx in (-2, 0, 2) for dy in (-2, 0, 2)} - set(taken)
    local = [way for way in drawn if any(abs(way[0][0] - x) + abs(way[0][1] - y) <= 8 for x, y in near)]
    return min(candidates, key=lambda cell: (_cost(cell, near, taken, local), cell[1], cell[0]))


def _cost(
    cell: Point, near: Sequence[Point], taken: Mapping[Point, Region], drawn: Sequence[tuple[Point, Point]]
) -> int:
    cost = 0
    for other in near:
        cost += 4 * ((cell[0] - other[0]) ** 2 + (cell[1] - other[1]) ** 2)
        cost += 60 * sum(between in taken for between in _cells_between(cell, other))
        cost += 30 * sum(_cross((cell, other), way) for way in drawn)
    cost += sum((cell[0] + dx, cell[1] + dy) in taken for dx in (-1, 0, 1) for dy in (-1, 0, 1))
    return cost + 50 * sum(cell in _cells_between(*way) for way in drawn) + abs(cell[1]) // 3


def _cells_between(one: Point, other: Point) -> list[Point]:
    """The cells whose middle lies on the straight line between two others."""
    dx, dy = other[0] - one[0], other[1] - one[1]
    steps = max(abs(dx), abs(dy))
    return [
        (one[0] + dx * step // steps, one[1] + dy * step // steps)
        for step in range(1, steps)
        if dx * step % steps == 0 and dy * step % steps == 0
    ]


def _cross(one: tuple[Point, Point], other: tuple[Point, Point]) -> bool:
    """Whether two lines cross, ends they share not counted."""
    if set(one) & set(other):
        return False
    (a, b), (c, d) = one, other
    return _turn(a, b, c) * _turn(a, b, d) < 0 and _turn(c, d, a) * _turn(c, d, b) < 0


def _turn(a: Point, b: Point, c: Point) -> int:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
