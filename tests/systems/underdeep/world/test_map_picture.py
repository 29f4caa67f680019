"""Pictures of maps: boxes clear of each other, every region and way drawn, well-formed whatever is written."""

import random
import xml.etree.ElementTree as ET
from dataclasses import replace
from itertools import combinations, pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from orderbook.systems.underdeep.world.load import load_map
from orderbook.systems.underdeep.world.map import Place, Way, WorldMap, build_map
from orderbook.systems.underdeep.world.marks import Mark
from orderbook.systems.underdeep.world.picture import draw_map
from orderbook.systems.underdeep.world.picture.layout import place_by_positions, place_on_grid
from orderbook.systems.underdeep.world.region import Region

SAMPLES = Path(__file__).parents[4] / "samples" / "map"
SVG = "{http://www.w3.org/2000/svg}"

Rect = tuple[int, int, int, int]


def rects(picture: str) -> list[Rect]:
    return [
        (int(rect.get("x", "0")), int(rect.get("y", "0")), int(rect.get("width", "0")), int(rect.get("height", "0")))
        for group in ET.fromstring(picture).iter(f"{SVG}g")
        if group.find(f"{SVG}title") is not None
        for rect in group.findall(f"{SVG}rect")
        if "region" in (rect.get("class") or "")
    ]


def overlap(one: Rect, other: Rect) -> bool:
    return (
        one[0] < other[0] + other[2]
        and other[0] < one[0] + one[2]
        and one[1] < other[1] + other[3]
        and other[1] < one[1] + one[3]
    )


@pytest.mark.parametrize("name", ["underdeep.toml", "sorrow-shaft.toml", "three-halls.csv"])
def test_samples_are_drawn_whole_and_clear(name: str) -> None:
    world = load_map(str(SAMPLES / name))
    picture = draw_map(world)
    boxes = rects(picture)
    assert len(boxes) == len(world)
    assert not any(overlap(one, other) for one, other in combinations(boxes, 2))
    root = ET.fromstring(picture)
    width, height = int(root.get("width", "0")), int(root.get("height", "0"))
    assert all(x >= 0 and y >= 0 and x + w <= width and y + h <= height for x, y, w, h in boxes)
    assert root.find(f"{SVG}title") is not None
    assert root.find(f"{SVG}desc") is not None
    flat = [way for way in world.ways if not way.is_cave_entrance]
    assert picture.count('<line class="way ') - 5 == len(flat)  # five in the legend


def test_every_cave_entrance_is_told_at_both_ends() -> None:
    world = load_map(str(SAMPLES / "sorrow-shaft.toml"))
    picture = draw_map(world)
    for way in world.ways:
        if way.is_cave_entrance:
            upper, lower = sorted((way.start, way.end))
            assert f"↓ {lower}" in picture
            assert f"↑ {upper}" in picture


def test_one_layer_alone() -> None:
    picture = draw_map(load_map(str(SAMPLES / "underdeep.toml")), layers=["Lowerdeep"])
    assert "Gnashfang" not in picture
    assert "Mindspire" in picture


@st.composite
def graphs(draw: st.DrawFn) -> tuple[list[Region], list[tuple[Region, Region]]]:
    size = draw(st.integers(1, 14))
    regions = [Region("Lowerdeep", number) for number in range(1, size + 1)]
    pairs = list(combinations(regions, 2))
    ways = draw(st.lists(st.sampled_from(pairs), unique=True, max_size=20)) if pairs else []
    return regions, ways


SIZES = {Region("Lowerdeep", number): (60 + 7 * number % 50, 20 + 11 * number % 60) for number in range(1, 20)}


def boxes_of(centres: dict[Region, tuple[int, int]]) -> list[Rect]:
    return [
        (x - SIZES[region][0] // 2, y - SIZES[region][1] // 2, *SIZES[region]) for region, (x, y) in centres.items()
    ]


@settings(deadline=None)
@given(graphs())
def test_a_grid_has_no_box_on_another(graph: tuple[list[Region], list[tuple[Region, Region]]]) -> None:
    regions, ways = graph
    centres = place_on_grid(regions, ways, SIZES)
    assert set(centres) == set(regions)
    assert not any(overlap(one, other) for one, other in combinations(boxes_of(centres), 2))
    shuffled = list(ways)
    random.Random(0).shuffle(shuffled)
    assert place_on_grid(regions[::-1], shuffled, SIZES) == centres


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 90), st.integers(0, 90)), min_size=1, max_size=12))
def test_positions_of_a_file_end_up_clear_of_each_other(positions: list[tuple[int, int]]) -> None:
    named = {Region("Lowerdeep", number): at for number, at in enumerate(positions, 1)}
    centres = place_by_positions(named, SIZES)
    assert not any(overlap(one, other) for one, other in combinations(boxes_of(centres), 2))


def test_a_chain_is_laid_out_without_crossings() -> None:
    regions = [Region("Lowerdeep", number) for number in range(1, 9)]
    centres = place_on_grid(regions, list(pairwise(regions)), SIZES)
    steps = [abs(centres[a][0] - centres[b][0]) + abs(centres[a][1] - centres[b][1]) for a, b in pairwise(regions)]
    assert max(steps) <= 300


TEXT = st.text(max_size=30)


@settings(max_examples=50, deadline=None)
@given(name=TEXT, what=TEXT, player=TEXT, count=st.none() | st.integers(0, 999))
def test_any_text_gives_a_well_formed_picture(name: str, what: str, player: str, count: int | None) -> None:
    world = build_map([Place(Region("Upperdeep", 4), "cavern", name)], [])
    ET.fromstring(draw_map(world, [Mark(Region("Upperdeep", 4), player, what, count)], viewer=player))


def small_world() -> WorldMap:
    first, second = Region("Upperdeep", 1), Region("Upperdeep", 2)
    return build_map([Place(first, "cavern"), Place(second, "corridor")], [Way(first, second, one_way=True)])


def test_marks_come_in_any_order() -> None:
    marks = [
        Mark(Region("Upperdeep", 1), player, what, count)
        for player in ("Derro", "Kobolds")
        for what in ("Brigands", "Skulkers")
        for count in (3, 1)
    ]
    world = small_world()
    assert draw_map(world, marks) == draw_map(world, marks[::-1])
    assert draw_map(world, marks).count('class="chip"') == 2 + len(marks)


def test_a_crowd_is_counted_and_told_in_the_title() -> None:
    marks = [Mark(Region("Upperdeep", 1), "Derro", f"Band {number}") for number in range(12)]
    picture = draw_map(small_world(), marks)
    assert "and 4 more" in picture
    assert "Derro: Band 9" in picture


def test_a_one_way_way_has_its_arrow() -> None:
    assert 'marker-end="url(#head)"' in draw_map(small_world())
    ways = tuple(replace(way, one_way=False) for way in small_world().ways)
    assert 'marker-end="url(#head)"' not in draw_map(replace(small_world(), ways=ways))


def test_five_hundred_regions_are_drawn() -> None:
    regions = [Region(layer, number) for layer in ("Upperdeep", "Lowerdeep") for number in range(250)]
    ways = [Way(*sorted((one, regions[number // 3]))) for number, one in enumerate(regions) if number and
            one.layer == regions[number // 3].layer]  # fmt: skip
    picture = draw_map(build_map([Place(region, "cavern") for region in regions], ways))
    boxes = rects(picture)
    assert len(boxes) == 500
    assert len(set(boxes)) == 500
