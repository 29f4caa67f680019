"""The benchmarks run; what they find is for people to read."""

import pytest

from bench import __main__ as bench
from bench import inputs, measure
from bench.table import render_table
from orderbook.systems import SYSTEMS


def test_usual_post_has_the_lines_asked_for() -> None:
    assert [make.count("\n") for make in (inputs.make_usual_post(4), inputs.make_usual_post(5))] == [200, 200]


@pytest.mark.parametrize("size", [10_000, 100_000])
def test_long_post_has_about_the_size_asked_for(size: int) -> None:
    post = inputs.make_long_post(size)
    assert size <= len(post) < size + 5_000 and post.count("[spoiler=") == post.count("[/spoiler]")


def test_hostile_inputs_are_as_large_as_they_say() -> None:
    assert all(len(make()) >= 500_000 for _, make in inputs.HOSTILE)


def test_tables_of_a_toy_system(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(SYSTEMS, "underdeep", "support.toy:TOY")
    monkeypatch.setattr(bench, "_MEGABYTE", 20_000)
    assert "200 lines" in bench.table_of_usual_post()
    assert bench.table_of_lengths().count("characters") == 3


def test_an_input_in_its_own_process_that_fails_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    assert measure.measure_apart("no such input").trouble.startswith("KeyError")


def test_measured_memory_is_that_of_this_process() -> None:
    peak = measure.find_peak_memory()
    assert peak is None or peak > 5


def test_table() -> None:
    assert render_table("T", ["", "n"], [["ab", "1"], ["c", "22"]]) == "T\n     n\n--  --\nab   1\nc   22\n"
