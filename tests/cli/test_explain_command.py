"""``orderbook explain``, the list of commands, help and start-up."""

import json
import subprocess
import sys
from collections.abc import Callable

import pytest
from support.golden import assert_golden

from orderbook import __version__
from orderbook.cli.commands import COMMANDS


@pytest.mark.parametrize("name", ["line-sum", "wealth-odd", "TOY-1"])
def test_pages(cli: Callable, name: str) -> None:
    status, out, err = cli("explain", name)
    assert (status, err) == (0, "")
    assert_golden(f"cli/explain-{name}.txt", out)


def test_list(cli: Callable) -> None:
    assert_golden("cli/explain.txt", cli("explain")[1])


@pytest.mark.parametrize("name", ["LINE-SUM", "line_sum", " line sum "])
def test_names_are_read_kindly(cli: Callable, name: str) -> None:
    assert cli("explain", name)[1].startswith("line-sum (error)")


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("line-sums", "did you mean line-sum?"),
        ("wealth", "did you mean wealth-odd?"),
        ("TOY-3", "did you mean TOY-1 or TOY-2?"),
        ("zzz", "'orderbook explain' lists all checks"),
    ],
)
def test_unknown_name(cli: Callable, name: str, said: str) -> None:
    status, out, err = cli("explain", name)
    assert (status, out) == (2, "") and said in err


def test_json(cli: Callable) -> None:
    assert [entry["check"] for entry in json.loads(cli("explain", "--format", "json")[1])] == ["line-sum", "wealth-odd"]
    assert json.loads(cli("explain", "line-sum", "--format", "json")[1])["rules"] == ["TOY-1"]
    assert json.loads(cli("explain", "toy-1", "--format", "json")[1])["checks"] == ["line-sum"]


@pytest.mark.parametrize("entry", COMMANDS, ids=lambda entry: entry.name)
def test_help_has_an_example(cli: Callable, entry: object) -> None:
    status, out, _ = cli(entry.name, "--help")
    assert status == 0 and f"orderbook {entry.name}" in out and "Example" in out


def test_help_lists_every_command(cli: Callable) -> None:
    status, out, _ = cli("--help")
    assert status == 0
    for entry in COMMANDS:
        assert f"  {entry.name} " in out and entry.summary in out


def test_version(cli: Callable) -> None:
    assert cli("--version")[:2] == (0, f"orderbook, version {__version__}\n")


def test_no_command(cli: Callable) -> None:
    status, out, err = cli()
    assert status == 2 and "Usage" in out + err


def test_unknown_command(cli: Callable) -> None:
    status, out, err = cli("chek")
    assert (status, out) == (2, "") and "use one of: check, fix" in err


def test_module_runs() -> None:
    ran = subprocess.run([sys.executable, "-m", "orderbook", "--version"], capture_output=True, text=True)
    assert (ran.returncode, ran.stdout) == (0, f"orderbook, version {__version__}\n")


HEAVY = ("jinja2", "rapidfuzz", "lark", "pydantic", "sqlite3", "rich", "numpy", "importlib.metadata")


@pytest.mark.parametrize("args", [["--help"], ["--version"], ["check", "--help"], ["explain", "--help"]])
def test_help_imports_nothing_heavy(process: Callable, args: list[str]) -> None:
    ran = process(*args, after=f"print([name for name in {HEAVY!r} if name in sys.modules])")
    assert ran.stdout.endswith(b"[]\n")
