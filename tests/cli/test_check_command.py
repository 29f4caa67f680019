"""``orderbook check``: options reach the checker, the report comes out, the status tells."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest


@pytest.mark.parametrize(("text", "status"), [("GOOD", 0), ("ODD", 0), ("BAD", 1), ("ODD BAD", 1)])
def test_status(cli: Callable, post: Callable, text: str, status: int) -> None:
    assert cli("check", post(text))[0] == status


def test_every_option_reaches_the_checker(cli: Callable, post: Callable, tmp_path: Path) -> None:
    args = ["--previous", post("old", "old.txt"), "--opening", "Gold 750", "--faction", "Derro", "--week", "3"]
    args += ["--first-turn", "--rules", post("", "a.toml"), "--rules", str(tmp_path), "--map", post("", "m.toml")]
    status, out, _ = cli("check", post("ODD"), *args, "--format", "json")
    report = json.loads(out)
    assert (status, report["faction"], report["week"]) == (0, "Derro", 3)
    assert report["ledger"]["opening"] == {"Gold": "750"}
    assert report["notes"] == [
        "previous=old", "first_turn=True", f"rules=['a.toml', '{tmp_path.name}']", "map=m.toml",
    ]  # fmt: skip


@pytest.mark.parametrize("name", ["text", "json", "sarif", "github", "markdown", "bbcode"])
def test_formats(cli: Callable, post: Callable, name: str) -> None:
    status, out, err = cli("check", post("a BAD line"), "--format", name)
    assert status == 1 and "BAD is bad." in out and err == ""


def test_rule_text_is_told(cli: Callable, post: Callable) -> None:
    assert "A post says GOOD where it might say BAD. (TOY-1)" in cli("check", post("BAD"))[1]


def test_standard_input(process: Callable) -> None:
    ran = process("check", "-", "--format", "json", stdin=b"\xef\xbb\xbfBAD\r\n")
    assert ran.returncode == 1 and ran.stderr == b""
    assert json.loads(ran.stdout)["notes"] == ["byte-order mark, utf-8", "CRLF line ends"]


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["no-such-file"], "cannot read no-such-file"),
        (["."], "cannot read ."),
        (["-", "--previous", "-"], "only one of POST and --previous"),
        (["POST", "--opening", "Gols 5"], '"Gols" is no resource'),
        (["POST", "--opening", ""], "no amounts in it"),
        (["POST", "--week", "0"], "--week"),
        (["POST", "--week", "soon"], "--week"),
        (["POST", "--system", "chess"], "use one of: underdeep"),
        (["POST", "--faction", "Nobody"], "the factions are: Toys"),
        (["POST", "--previous", "gone.txt"], "cannot read gone.txt"),
        (["POST", "--map", "gone.map"], "gone.map"),
        (["POST", "--rules", "gone"], "gone"),
        (["POST", "--format", "pdf"], "--format"),
        (["POST", "--sytem", "x"], "--sytem"),
        ([], "POST"),
    ],
)
def test_bad_requests_say_what_to_do(cli: Callable, post: Callable, args: list[str], said: str) -> None:
    path = post("GOOD")
    status, out, err = cli("check", *(path if arg == "POST" else arg for arg in args))
    assert (status, out) == (2, "")
    assert said in err and "Traceback" not in err


def test_closed_standard_input(process: Callable) -> None:
    ran = process("check", "-", before="sys.stdin = None")
    assert (ran.returncode, ran.stdout) == (2, b"") and b"no standard input" in ran.stderr


def test_binary_input(cli: Callable, post: Callable) -> None:
    status, out, err = cli("check", post(b"PK\x03\x04\x00\x00"))
    assert (status, out) == (2, "") and "binary data" in err


@pytest.mark.parametrize("text", ["CRASH", "DEEP"])
def test_last_resort(cli: Callable, post: Callable, monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.delenv("ORDERBOOK_DEBUG", raising=False)
    status, out, err = cli("check", post(text))
    assert (status, out) == (2, "")
    assert err.startswith("orderbook failed while doing 'check'; please report") and err.count("\n") == 1


def test_last_resort_shows_the_traceback_on_request(
    cli: Callable, post: Callable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ORDERBOOK_DEBUG", "1")
    assert "Traceback" in cli("check", post("CRASH"))[2]


def test_no_colour_in_a_pipe(cli: Callable, post: Callable) -> None:
    assert "\x1b" not in cli("check", post("BAD"))[1]


@pytest.mark.parametrize(
    ("terminal", "env", "wanted"),
    [(True, {}, True), (False, {}, False), (True, {"NO_COLOR": "1"}, False), (True, {"TERM": "dumb"}, False)],
)
def test_colour_on_a_terminal_only(
    monkeypatch: pytest.MonkeyPatch, terminal: bool, env: dict[str, str], wanted: bool
) -> None:
    from orderbook.cli.check import wants_colour

    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    for name, value in env.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("sys.stdout.isatty", lambda: terminal)
    assert wants_colour() is wanted


def test_narrow_terminal_gets_question_marks(process: Callable) -> None:
    ran = process("check", "-", stdin="BAD \u6d1e".encode(), env={"PYTHONIOENCODING": "cp1252"})
    assert ran.returncode == 1 and b"BAD ?" in ran.stdout and ran.stderr == b""


@pytest.mark.parametrize("size", [1, 50_000])
def test_reader_that_has_gone(process: Callable, size: int) -> None:
    before = "import os; read, write = os.pipe(); os.close(read); os.dup2(write, 1)"
    ran = process("check", "-", before=before, stdin=b"BAD\n" * size)
    assert (ran.returncode, ran.stderr) == (2, b"")
