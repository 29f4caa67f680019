"""A bar for long work: on a terminal, once it has taken a moment. In pipes and files there is none."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from click._termui_impl import ProgressBar

    from orderbook.campaign.watch import Watch

PATIENCE = 1.0
"""Seconds of work before anything is shown: what is done sooner needs no bar."""


class Bar:
    """Shows how far work has come, one bar for each kind of work. ``now`` tells seconds, of whatever beginning."""

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        self._now = now
        self._begun = now()
        self._what = ""
        self._bar: ProgressBar[int] | None = None

    def show(self, what: str, done: int, total: int) -> None:
        """``done`` of ``total`` parts of the work called ``what`` are done."""
        if what != self._what:
            self.close()
            self._what = what
        if self._bar is None:
            if self._now() - self._begun < PATIENCE or done >= total:
                return
            self._bar = click.progressbar(length=total, label=what, file=sys.stderr)
            self._bar.render_progress()
        self._bar.update(done - self._bar.pos)

    def close(self) -> None:
        """Leaves the bar as it stands; what is printed next begins a line of its own."""
        if self._bar is not None:
            self._bar.render_finish()
            self._bar = None


@contextmanager
def shown_progress() -> Iterator[Watch]:
    """What long work tells how far it has come; it is shown while standard error is a terminal."""
    from orderbook.campaign.watch import unwatched

    if sys.stderr is None or not sys.stderr.isatty():
        yield unwatched
        return
    bar = Bar()
    try:
        yield bar.show
    finally:
        bar.close()
