"""Lines of the tabs with resources: what they say, before anybody asks whether it is true."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from orderbook.systems.underdeep.post.entry import Entry, parse_entry
from orderbook.systems.underdeep.post.phrases import Figure

FILE = Path(__file__).parents[3] / "cases" / "reading" / "entries.toml"
FORMS: list[dict[str, Any]] = tomllib.loads(FILE.read_text(encoding="utf-8"))["form"]
LINES = [pytest.param(line, id=line["text"]) for form in FORMS for line in form["lines"]]


def describe_figure(figure: Figure) -> str:
    """The number, or what stands there with what was likely meant."""
    if figure.value is not None:
        return str(figure.value)
    return f'"{figure.text}"' + (f" ({figure.likely}?)" if figure.likely is not None else "")


def describe(entry: Entry) -> dict[str, Any]:
    """What an entry holds, in the words of the data file; parts that are not there are left out."""
    time = entry.duration
    told = {
        "name": entry.name,
        "count": entry.count and describe_figure(entry.count),
        "amounts": ", ".join(f"{a.sign}{describe_figure(a.figure)} {a.resource}" for a in entry.amounts),
        "each": entry.per_unit,
        "weeks": None if time is None or time.complete or time.weeks is None else str(time.weeks),
        "unread_weeks": time and time.figure and time.figure.value is None and describe_figure(time.figure),
        "week": time and time.week_number,
        "complete": time and time.complete,
        "places": [str(region) for region in entry.places],
        "notes": list(entry.notes),
        "others": list(entry.other_names),
        "wrong_sums": [f"{computed}, not {stated}" for computed, stated, _, _ in entry.sums],
        "repair": entry.repair,
        "cancelled": entry.cancelled,
    }
    return {key: value for key, value in told.items() if value}


@pytest.mark.parametrize("line", LINES)
def test_line(line: dict[str, Any]) -> None:
    entry = parse_entry(line["text"])
    assert describe(entry) == {key: value for key, value in line.items() if key != "text"}
    assert line["text"][entry.name_start : entry.name_end] == entry.name


def test_no_line_is_there_twice() -> None:
    texts = [line["text"] for form in FORMS for line in form["lines"]]
    assert len(texts) == len(set(texts)) >= 150
