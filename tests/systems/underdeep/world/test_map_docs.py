"""The maps shown in the documentation are maps, and it names every word a map may use."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from orderbook.systems.underdeep.world.lint import lint_map
from orderbook.systems.underdeep.world.map import WorldMap
from orderbook.systems.underdeep.world.mapfile import REGION_KEYS
from orderbook.systems.underdeep.world.mover import Mover
from orderbook.systems.underdeep.world.region import Region
from orderbook.systems.underdeep.world.steps import StepCost, step_cost
from orderbook.systems.underdeep.world.terrain import load_terrain

PAGE = (Path(__file__).parents[4] / "docs" / "maps.md").read_text("utf-8")
BLOCKS = re.findall(r"^```(toml|csv)\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


def test_there_are_maps_in_the_page() -> None:
    assert [kind for kind, _ in BLOCKS] == ["toml", "toml", "toml", "csv", "toml"]


@pytest.mark.parametrize(("kind", "text"), BLOCKS)
def test_maps_in_the_page_are_read(load_text: Callable[..., WorldMap], kind: str, text: str) -> None:
    assert len(load_text(text, f".{kind}")) >= 3


@pytest.mark.parametrize("number", [0, 2, 3, 4])
def test_they_hold_together(load_text: Callable[..., WorldMap], number: int) -> None:
    kind, text = BLOCKS[number]
    assert lint_map(load_text(text, f".{kind}")) == []


def test_the_table_says_the_same_as_the_headings(load_text: Callable[..., WorldMap]) -> None:
    headings, table = load_text(BLOCKS[0][1]), load_text(BLOCKS[3][1], ".csv")
    assert (headings.places, headings.ways) == (table.places, table.ways)


def test_the_climb_costs_what_the_page_says(load_text: Callable[..., WorldMap]) -> None:
    outcome = step_cost(
        load_text(BLOCKS[1][1]), Region("Upperdeep", 50), Region("Upperdeep", 57), Mover(6, climbing=True)
    )
    assert isinstance(outcome, StepCost)
    assert outcome.cost == 6


@pytest.mark.parametrize("word", [*load_terrain(), *REGION_KEYS])
def test_every_word_is_explained(word: str) -> None:
    assert f"`{word}`" in PAGE
