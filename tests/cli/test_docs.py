"""The documentation says what is so: examples print what they show, generated pages are current."""

import re
from pathlib import Path

import pytest

from docs import generate
from docs.examples import is_right, refresh_examples, run_command, split_block
from docs.picture import render_picture

ROOT = Path(__file__).resolve().parents[2]
PAGES = generate.list_pages()


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.name)
def test_examples_are_right(page: Path) -> None:
    text = page.read_bytes().decode()
    assert refresh_examples(text) == text, "make docs writes the examples anew"


def test_there_are_examples() -> None:
    assert sum(page.read_text(encoding="utf-8").count("$ orderbook ") for page in PAGES) >= 5


def test_checks_page_is_current() -> None:
    assert (ROOT / "docs" / "checks.md").read_bytes().decode() == generate.build_checks_page()


def test_picture_is_current() -> None:
    assert (ROOT / "docs" / "report.svg").read_bytes().decode() == generate.build_picture()


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), target


def test_a_block_is_split_into_commands() -> None:
    assert split_block("$ orderbook a\none\ntwo\n$ orderbook b\n") == [
        ("orderbook a", "one\ntwo\n"),
        ("orderbook b", ""),
    ]


@pytest.mark.parametrize(
    ("output", "now", "right"),
    [
        ("a\nb\n", "a\nb\n", True),
        ("a\n", "a\nb\n", False),
        ("a\n...\nd\n", "a\nb\nc\nd\n", True),
        ("a\n...\n", "a\n", True),
        ("...\nb\n", "a\nc\n", False),
        ("a.c\n", "abc\n", False),
    ],
)
def test_outputs_are_compared(output: str, now: str, right: bool) -> None:
    assert is_right(output, now) is right


def test_a_wrong_output_is_replaced() -> None:
    page = "x\n```console\n$ orderbook --version\norderbook, version 0\n```\ny\n"
    assert "version 0\n" not in refresh_examples(page) and refresh_examples(page).startswith("x\n```console\n$ ")


def test_only_orderbook_is_run() -> None:
    with pytest.raises(ValueError, match="only orderbook"):
        run_command("rm -r /nowhere")


def test_picture_escapes_and_places_text() -> None:
    picture = render_picture("a & b", "\x1b[1;31merror\x1b[0m <b>  \u6d1e x")
    assert "<title>a &amp; b</title>" in picture
    assert re.search(r'<text x="16.0" y="48" class="error" textLength="39.0"[^>]*>error</text>', picture)
    assert re.search(r'<text x="101.8" y="48" textLength="31.2"[^>]*>\u6d1e x</text>', picture)
