"""Long work shows how far it has come: on a terminal, after a moment, and nowhere else."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable

import pytest

from orderbook.cli.progress import PATIENCE, Bar, shown_progress


class Terminal(io.StringIO):
    """What is written to it, as a terminal."""

    def isatty(self) -> bool:
        return True


Open = Callable[[], Terminal]


@pytest.fixture
def open_terminal(monkeypatch: pytest.MonkeyPatch) -> Open:
    """Puts a terminal in place of standard error; to be called in the test itself, where pytest captures no more."""

    def call() -> Terminal:
        made = Terminal()
        monkeypatch.setattr(sys, "stderr", made)
        return made

    return call


class Clock:
    """Seconds as a test sets them."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


def test_short_work_shows_nothing(open_terminal: Open) -> None:
    terminal = open_terminal()
    bar = Bar(Clock())
    for done in range(5):
        bar.show("reading", done, 4)
    bar.close()
    assert terminal.getvalue() == ""


def test_long_work_shows_how_far_it_is(open_terminal: Open) -> None:
    terminal, clock = open_terminal(), Clock()
    bar = Bar(clock)
    bar.show("reading", 0, 4)
    clock.seconds = PATIENCE
    bar.show("reading", 1, 4)
    bar.show("reading", 3, 4)
    bar.show("adding", 1, 2)
    bar.show("adding", 2, 2)
    bar.close()
    shown = terminal.getvalue()
    assert "reading" in shown and "25%" in shown and "75%" in shown
    assert "adding" in shown and "50%" in shown and "100%" in shown
    assert shown.endswith("\n") and shown.index("reading") < shown.index("adding")


def test_work_that_is_done_begins_no_bar(open_terminal: Open) -> None:
    terminal, clock = open_terminal(), Clock()
    bar = Bar(clock)
    clock.seconds = 2 * PATIENCE
    bar.show("reading", 4, 4)
    bar.show("nothing", 0, 0)
    bar.close()
    assert terminal.getvalue() == ""


def test_a_terminal_is_watched_and_a_pipe_is_not(open_terminal: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("orderbook.cli.progress.PATIENCE", 0.0)
    terminal = open_terminal()
    with shown_progress() as watch:
        watch("reading", 1, 4)
    assert "25%" in terminal.getvalue()
    pipe = io.StringIO()
    monkeypatch.setattr(sys, "stderr", pipe)
    with shown_progress() as watch:
        watch("reading", 1, 4)
    assert pipe.getvalue() == ""


def test_without_standard_error_nothing_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", None)
    with shown_progress() as watch:
        watch("reading", 1, 4)
