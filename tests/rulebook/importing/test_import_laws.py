"""Laws of importing and writing back: mangled posts never crash, what is written loads and reads back the same."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from dataclasses import fields
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from orderbook.rulebook.importing.lines import clean, split_sentences
from orderbook.rulebook.importing.numbers import parse_amounts
from orderbook.rulebook.importing.read import to_rulebook
from orderbook.rulebook.importing.report import describe_import, render_text
from orderbook.rulebook.model import Faction, Rulebook
from orderbook.rulebook.rendering.post import render_post
from orderbook.rulebook.writing import WrittenTable, render_tables
from orderbook.systems.underdeep.rules import underdeep_rulebook
from tests.rulebook.importing.factions import factions
from tests.rulebook.importing.kit import BRINE, fill, load, read

NOT_COMPARED = ("source", "faction", "units", "rooms", "defences", "rituals")
TAGS = [match.span() for match in re.finditer(r"\[/?(?:ic|spoiler|b)[^\]\n]*\]", BRINE)]
LINES = BRINE.split("\n")

few = settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def survives(text: str) -> None:
    """The post is read, its report written, its data loaded."""
    imported = read(text)
    assert render_text(imported) and describe_import(imported)
    for remark in imported.all_remarks():
        first, last = imported.lines_of(remark.span)
        assert 1 <= first <= last <= imported.post.line_count
    if imported.factions:
        with TemporaryDirectory() as folder:
            assert len(load(imported, Path(folder)).factions) == len(imported.factions)


@few
@given(st.integers(0, len(BRINE)), st.integers(0, len(BRINE)))
def test_cut_anywhere(first: int, second: int) -> None:
    survives(BRINE[min(first, second) : max(first, second)])


@few
@given(st.sets(st.integers(0, len(TAGS) - 1), min_size=1, max_size=12))
def test_tags_dropped(dropped: set[int]) -> None:
    text, position = "", 0
    for index, (start, end) in enumerate(TAGS):
        text += BRINE[position : start if index in dropped else end]
        position = end
    survives(text + BRINE[position:])


@few
@given(st.lists(st.tuples(st.integers(0, len(LINES) - 1), st.integers(0, len(LINES) - 1)), min_size=1, max_size=60))
def test_lines_shuffled(swaps: list[tuple[int, int]]) -> None:
    lines = list(LINES)
    for first, second in swaps:
        lines[first], lines[second] = lines[second], lines[first]
    survives("\n".join(lines))


@few
@given(
    st.lists(
        st.tuples(st.integers(0, len(BRINE) - 1), st.sampled_from("[]():,;=/+-019. \n\u00a0\uff3b\"'\\\x07X")),
        max_size=80,
    )
)
def test_signs_overwritten(changes: list[tuple[int, str]]) -> None:
    signs = list(BRINE)
    for place, sign in changes:
        signs[place] = sign
    survives("".join(signs))


@few
@given(
    st.lists(st.sampled_from(["0", "1O", "99999999999999999999", "1000000000001", "-3", "2.5", "5000", ""]), min_size=1)
)
def test_figures_replaced(figures: Sequence[str]) -> None:
    left = iter([*figures] * 200)
    survives(re.sub(r"[0-9]+", lambda match: next(left, match[0]), BRINE))


@few
@given(st.text(alphabet=st.characters(codec="utf-8"), max_size=300))
def test_any_text(text: str) -> None:
    survives(text)
    survives(f"[spoiler=A]\nUnits\n[ic=B]\nCost: {text}\nUpkeep: 1 Gold\nSpecial Abilities: {text}\n[/ic]\n[/spoiler]")


@settings(max_examples=60, deadline=None)
@given(st.text(alphabet=st.characters(codec="utf-8"), max_size=200))
def test_cleaning_and_sentences(text: str) -> None:
    once = clean(text)
    assert clean(once) == once
    assert " ".join(split_sentences(once)) == once


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.tuples(st.integers(0, 10**12), st.sampled_from(["Gold", "Salt", "Dragon Scales", "Metal"])), min_size=1)
)
def test_amounts(amounts: list[tuple[int, str]]) -> None:
    for separator in (", ", " and ", " + ", "; ", ",", ", and "):
        read_back = parse_amounts(separator.join(f"{number} {name}" for number, name in amounts))
        assert read_back is not None
        assert [(each.number, each.resource) for each in read_back] == amounts


values = st.recursive(
    st.booleans() | st.integers(-(10**12), 10**12) | st.text(alphabet=st.characters(codec="utf-8"), max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


@settings(max_examples=80, deadline=None)
@given(
    st.dictionaries(st.text(alphabet=st.characters(codec="utf-8"), max_size=8), values, max_size=5),
    st.lists(st.text(alphabet=st.characters(codec="utf-8"), max_size=20), max_size=2),
)
def test_tables_written_are_read_again(table: dict[str, Any], comments: list[str]) -> None:
    text = render_tables(
        [WrittenTable("room", table, comments), WrittenTable("faction", table, is_listed=False)], comments
    )
    assert tomllib.loads(text) == {"room": [table], "faction": table}


def assert_same(read_back: Rulebook, book: Rulebook) -> None:
    """Equal in all but the sources."""
    assert [faction.name for faction in read_back.factions] == [faction.name for faction in book.factions]
    pairs: list[tuple[object, object]] = []
    for mine, theirs in zip(read_back.factions, book.factions, strict=True):
        pairs += [(mine, theirs), *zip(mine.entries, theirs.entries, strict=True)]
    pairs += [
        *zip(read_back.abilities, book.abilities, strict=True),
        *zip(read_back.spells, book.spells, strict=True),
    ]
    for first, second in pairs:
        for key in (each.name for each in fields(second) if each.name not in NOT_COMPARED):  # type: ignore[arg-type]
            assert getattr(first, key) == getattr(second, key), (getattr(second, "name", ""), key)


@pytest.mark.parametrize("faction", underdeep_rulebook().factions, ids=lambda faction: faction.name)
def test_shipped_faction_written_back(faction: Faction) -> None:
    book = Rulebook((faction,), (), ())
    assert_same(to_rulebook(read(render_post(book.factions, fill=fill))), book)


def test_whole_shipped_rulebook_written_back() -> None:
    book = underdeep_rulebook()
    post = render_post(book.factions, book.abilities, book.spells, fill=fill)
    assert_same(to_rulebook(read(post)), book)


def test_imported_faction_written_back() -> None:
    book = to_rulebook(read(BRINE))
    post = render_post(book.factions, fill=fill)
    assert_same(to_rulebook(read(post)), book)
    assert render_post(to_rulebook(read(post)).factions, fill=fill) == post


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(factions())
def test_generated_faction_written_back(faction: Faction) -> None:
    book = Rulebook((faction,), (), ())
    assert_same(to_rulebook(read(render_post(book.factions, fill=fill))), book)
