"""Titles, week headers, places, and lines that say nothing for the sums, in the ways people write them."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from orderbook.systems.underdeep.post.headings import is_label
from orderbook.systems.underdeep.post.lines import is_divider, is_nothing, is_remark
from orderbook.systems.underdeep.post.sites import split_place
from orderbook.systems.underdeep.post.titles import parse_heading, parse_tab_title, parse_week

FILE = Path(__file__).parents[3] / "cases" / "reading" / "words.toml"
DATA: dict[str, dict[str, list[str]]] = tomllib.loads(FILE.read_text(encoding="utf-8"))


def pairs(table: str) -> list[Any]:
    return [pytest.param(text, key, id=f"{text} -> {key}") for key, texts in DATA[table].items() for text in texts]


@pytest.mark.parametrize(("text", "tab"), pairs("titles"))
def test_titles_of_tabs(text: str, tab: str) -> None:
    assert (parse_tab_title(text) or "") == tab


@pytest.mark.parametrize(("text", "heading"), pairs("headings"))
def test_lists_of_the_construction_tab(text: str, heading: str) -> None:
    assert (parse_heading(text) or "") == heading


@pytest.mark.parametrize(("text", "week"), pairs("weeks"))
def test_week_headers(text: str, week: str) -> None:
    assert (parse_week(text) or 0) == int(week)


@pytest.mark.parametrize(("text", "kind"), pairs("lines"))
def test_lines_that_are_no_entries(text: str, kind: str) -> None:
    tests = {"nothing": is_nothing, "divider": is_divider, "remark": is_remark, "label": is_label}
    found = [name for name, test in tests.items() if test(text)]
    assert found[:1] == ([] if kind == "entry" else [kind])


@pytest.mark.parametrize(("text", "place"), pairs("places"))
def test_places(text: str, place: str) -> None:
    heading = split_place(text)
    told = [heading.name, *(str(part) for part in (heading.region, heading.labelled) if part is not None)]
    assert ", ".join(told) == place
