"""``python -m bench`` prints every table. All figures of one run are from one machine, minutes apart."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

from bench.audit import make_players, table_of_audits, table_of_growth, table_of_ledgers
from bench.campaigns import measure_week_here, table_of_campaigns
from bench.inputs import HOSTILE, SAMPLES, make_long_post, make_usual_post
from bench.measure import measure_apart, measure_here, time_best, time_process
from bench.odds import table_of_battles, table_of_odds
from bench.table import render_ms, render_table
from orderbook.systems import find_system
from orderbook.systems.system import CheckRequest
from orderbook.text.source import SourceText

_WORDS = re.compile(r"\[/?[^\[\]\n]{1,200}\]|[+-]?[0-9]+|\w+")
_MEGABYTE = 1_000_000


def main() -> int:
    """All tables; ``--campaigns``: that of campaigns. ``--one NAME`` and ``--week DIR`` tell of one input as JSON."""
    if sys.argv[1:2] == ["--one"]:
        text = dict(HOSTILE)[sys.argv[2]]()
        print(measure_here(lambda: check_text(text)))
        return 0
    if sys.argv[1:2] == ["--week"]:
        print(measure_week_here(Path(sys.argv[2])))
        return 0
    if sys.argv[1:] == ["--campaigns"]:
        print(table_of_campaigns())
        return 0
    for make in (table_of_usual_post, table_of_start, table_of_lengths, table_of_hostile_inputs):
        print(make(), flush=True)
    series = make_players()
    print(table_of_audits(series), flush=True)
    print(table_of_growth(series[0]), flush=True)
    print(table_of_ledgers(series[0]), flush=True)
    print(table_of_odds(), flush=True)
    print(table_of_battles(), flush=True)
    print(table_of_campaigns(), flush=True)
    return 0


def check_text(text: str, previous: str | None = None) -> None:
    """Reads and checks a post."""
    find_system("underdeep").check(CheckRequest(SourceText(text), SourceText(previous) if previous else None))


def table_of_usual_post() -> str:
    post, previous = make_usual_post(5), make_usual_post(4)
    actions: list[tuple[str, Callable[[], object]]] = [
        ("one regular expression over the text", lambda: sum(1 for _ in _WORDS.finditer(post))),
        ("the bbcode package, to HTML", make_bbcode_action(post)),
        ("read and checked", lambda: check_text(post)),
        ("read and checked with last week's post", lambda: check_text(post, previous)),
    ]
    times = [(name, time_best(action, 20)) for name, action in actions]
    bare, packaged = times[0][1], times[1][1]
    rows = [[name, render_ms(time), f"{time / bare:.1f}", f"{time / packaged:.2f}"] for name, time in times]
    title = f"A usual post: {len(post.splitlines())} lines, {len(post):,} characters, warm"
    return render_table(title, ["", "time", "x regex", "x bbcode"], rows)


def make_bbcode_action(post: str) -> Callable[[], object]:
    """What turns the post to HTML by the ``bbcode`` package, with the options that keep it linear."""
    import bbcode

    parser = bbcode.Parser(replace_links=False, replace_cosmetic=False, max_tag_depth=20)
    for tag in ("spoiler", "ic"):
        parser.add_simple_formatter(tag, "<details>%(value)s</details>")
    return lambda: parser.format(post)


def table_of_start() -> str:
    posts = [str(SAMPLES / "ladle-week-5.txt"), "--previous", str(SAMPLES / "ladle-week-4.txt")]
    orderbook = [sys.executable, "-m", "orderbook"]
    commands = [
        ("python -c pass", [sys.executable, "-c", "pass"]),
        ("orderbook --help", [*orderbook, "--help"]),
        ("orderbook check", [*orderbook, "check", *posts]),
        ("orderbook check --format json", [*orderbook, "check", *posts, "--format", "json"]),
        ("orderbook fix", [*orderbook, "fix", *posts]),
        ("orderbook next", [*orderbook, "next", *posts]),
    ]
    times = [(name, time_process(command)) for name, command in commands]
    rows = [[name, render_ms(time), f"{time / times[0][1]:.1f}"] for name, time in times]
    return render_table("A fresh process", ["", "time", "x python"], rows)


def table_of_lengths() -> str:
    rows: list[list[str]] = []
    before = None
    for share in (4, 2, 1):
        post = make_long_post(_MEGABYTE // share)
        time = time_best(partial(check_text, post), 1)
        growth = f"{time / before:.2f}" if before else ""
        rows.append([f"{len(post):,} characters", render_ms(time), f"{time / len(post) * 1e9:,.0f} ns", growth])
        before = time
    heads = ["", "time", "a character", "x half the length"]
    return render_table("A long post of ordinary lines (2.00 is linear)", heads, rows)


def table_of_hostile_inputs() -> str:
    rows = []
    for name, _ in HOSTILE:
        outcome = measure_apart(name)
        time = render_ms(outcome.seconds) if outcome.seconds is not None else outcome.trouble
        rows.append([name, time, f"{outcome.peak:,.0f} MiB" if outcome.peak is not None else "-"])
    return render_table("Inputs made to hurt, each in its own process", ["", "time", "peak memory"], rows)


if __name__ == "__main__":
    sys.exit(main())
