"""Compiled grammars are kept between runs, and do without where they cannot be."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from orderbook.systems.underdeep.post import phrases
from orderbook.systems.underdeep.post.vocabulary import build_vocabulary
from orderbook.text.grammar import load_grammar

LINE = "- 8 Kobold Slingers: -119 Gold, -17 Food"


def parse(parser: object) -> tuple[object, ...]:
    tokens = phrases.tokens_with_places(LINE, build_vocabulary())
    result: tuple[object, ...] = parser.parse(tokens)  # type: ignore[attr-defined]
    return result


def load() -> tuple[object, ...]:
    return parse(load_grammar("phrases.lark", phrases._TokenLexer, phrases._Build()))


def kept_files(folder: Path) -> list[Path]:
    return sorted((folder / "orderbook").glob("*")) if (folder / "orderbook").exists() else []


def test_kept_and_used_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.delenv("ORDERBOOK_CACHE", raising=False)
    first = load()
    (kept,) = kept_files(tmp_path)
    assert kept.suffix == ".bin"
    assert load() == first
    kept.write_bytes(b"spoilt")
    assert load() == first


def test_switched_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("ORDERBOOK_CACHE", "off")
    assert len(load()) > 3
    assert kept_files(tmp_path) == []


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="no owners and modes here")
def test_not_in_a_folder_others_can_write_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.delenv("ORDERBOOK_CACHE", raising=False)
    (tmp_path / "orderbook").mkdir()
    (tmp_path / "orderbook").chmod(0o777)
    assert len(load()) > 3
    assert kept_files(tmp_path) == []


def test_a_file_where_the_folder_should_be(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "taken").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "taken"))
    monkeypatch.delenv("ORDERBOOK_CACHE", raising=False)
    assert len(load()) > 3
