"""``rules import`` and ``rules render`` on the command line."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from support.golden import assert_golden

from orderbook.cli.main import run
from tests.rulebook.importing.kit import BRINE, HERE
from tests.rulebook.importing.test_import_folder import EDITED

Ran = tuple[int, str, str]
POST = str(HERE / "brine-court.txt")


@pytest.fixture
def orderbook(capfd: pytest.CaptureFixture[str]) -> Callable[..., Ran]:
    def call(*args: str | Path) -> Ran:
        status = run([str(arg) for arg in args])
        out, err = capfd.readouterr()
        return status, out, err

    return call


def test_import_writes_data_and_a_report(orderbook: Callable[..., Ran], tmp_path: Path) -> None:
    status, out, err = orderbook("rules", "import", POST, "-o", tmp_path / "rules")
    assert status == 0
    assert out.splitlines()[0] == str(tmp_path / "rules" / "brine-court" / "defences.toml")
    assert err.splitlines()[0] == "Brine Court: 5 units, 8 rooms, 7 traps and defences"
    assert_golden("importing/report.txt", err)
    assert_golden("importing/import-report.md", (tmp_path / "rules" / "import-report.md").read_text(encoding="utf-8"))
    assert_golden(
        "importing/rooms.toml", (tmp_path / "rules" / "brine-court" / "rooms.toml").read_text(encoding="utf-8")
    )
    status, out, _ = orderbook("rules", "show", "Tide Wyrm", "--rules", tmp_path / "rules")
    assert status == 0 and "Wyrm Basin" in out


def test_without_output_nothing_is_written(
    orderbook: Callable[..., Ran], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    status, out, err = orderbook("rules", "import", POST)
    assert (status, out) == (0, "") and "nothing was written" in err
    assert list(tmp_path.iterdir()) == []


def test_second_import_shows_what_changed(orderbook: Callable[..., Ran], tmp_path: Path) -> None:
    edited = tmp_path / "edited.txt"
    edited.write_text(EDITED, encoding="utf-8")
    rules = tmp_path / "rules"
    assert orderbook("rules", "import", POST, "-o", rules, "--week", "1")[0] == 0
    before = (rules / "brine-court" / "units.toml").read_bytes()
    status, shown, _ = orderbook("rules", "import", edited, "--diff", "--against", rules)
    assert status == 0 and (rules / "brine-court" / "units.toml").read_bytes() == before
    status, written, _ = orderbook("rules", "import", edited, "-o", rules, "--diff", "--week", "3")
    assert status == 0 and written == shown
    assert_golden("importing/changes.txt", written)
    assert orderbook("rules", "import", edited, "-o", rules, "--diff")[1] == "nothing changed\n"
    assert sorted(path.name for path in (rules / ".editions").iterdir()) == ["week-1", "week-3"]
    status, first_week, _ = orderbook("rules", "import", edited, "--diff", "--against", rules / ".editions" / "week-1")
    assert first_week == shown


def test_mending_an_older_week_keeps_its_report_there(orderbook: Callable[..., Ran], tmp_path: Path) -> None:
    orderbook("rules", "import", POST, "-o", tmp_path, "--week", "5")
    before = (tmp_path / "import-report.md").read_bytes()
    older = tmp_path / "older.txt"
    older.write_text(BRINE.replace("Speical", "Special"), encoding="utf-8")
    status, out, _ = orderbook("rules", "import", older, "-o", tmp_path, "--week", "2")
    assert status == 0 and out.splitlines()[-1] == str(tmp_path / ".editions" / "week-2" / "import-report.md")
    assert (tmp_path / "import-report.md").read_bytes() == before


def test_first_import_with_diff_shows_a_new_faction(orderbook: Callable[..., Ran], tmp_path: Path) -> None:
    assert orderbook("rules", "import", POST, "-o", tmp_path / "new", "--diff")[:2] == (
        0,
        "Brine Court: a new faction\n",
    )


def test_json(orderbook: Callable[..., Ran], tmp_path: Path) -> None:
    edited = tmp_path / "edited.txt"
    edited.write_text(EDITED, encoding="utf-8")
    orderbook("rules", "import", POST, "-o", tmp_path / "rules")
    status, out, err = orderbook("rules", "import", edited, "-o", tmp_path / "rules", "--diff", "--format", "json")
    told = json.loads(out)
    assert (status, err) == (0, "")
    assert told["factions"] == [
        {"name": "Brine Court", "complete": True, "units": 5, "rooms": 8, "rituals": 0, "defences": 7}
    ]
    assert (told["abilities"], told["spells"]) == (0, 0)
    assert "brine-court/units.toml" in told["written"]
    remark = next(each for each in told["remarks"] if each["kind"] == "corrected")
    assert (remark["line"], remark["entry"], remark["written"]) == (66, "Tide Wyrm", "Speical Abilities")
    assert {"key": "cost.Salt", "old": "6", "new": "7"} in next(
        each["figures"] for each in told["changes"] if each["entry"] == "Brine Netter"
    )


def test_strict_tells_by_the_exit_status(orderbook: Callable[..., Ran], tmp_path: Path) -> None:
    assert orderbook("rules", "import", POST, "--strict")[0] == 0
    bad = tmp_path / "bad.txt"
    bad.write_text(BRINE.replace("Cost: 15 Salt\n", "Cost: some Salt\n"), encoding="utf-8")
    assert orderbook("rules", "import", bad, "--strict")[0] == 1
    assert orderbook("rules", "import", bad)[0] == 0


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("missing.txt",), "cannot read missing.txt"),
        ((str(HERE / "brine-week-4.txt"),), "holds no rule data"),
        ((POST, "--diff"), "--diff compares with the last import"),
        ((POST, "--week", "3"), "--week says which edition to write"),
        ((POST, "--diff", "--against", str(HERE / "kit.py")), "is no valid TOML"),
    ],
)
def test_requests_that_cannot_be_met(args: tuple[str, ...], said: str, orderbook: Callable[..., Ran]) -> None:
    status, _, err = orderbook("rules", "import", *args)
    assert status == 2 and said in err and "Traceback" not in err


def test_an_odd_encoding_is_told(orderbook: Callable[..., Ran], tmp_path: Path) -> None:
    post = tmp_path / "post.txt"
    post.write_bytes(BRINE.replace("\n", "\r\n").replace("'", "\u2019").encode("cp1252"))
    _, _, err = orderbook("rules", "import", post)
    assert err.startswith("note: not UTF-8, read as Windows-1252\nnote: CRLF line ends\nBrine Court: 5 units")


def test_files_changed_by_hand(orderbook: Callable[..., Ran], tmp_path: Path) -> None:
    orderbook("rules", "import", POST, "-o", tmp_path)
    (tmp_path / "brine-court" / "rooms.toml").write_text("", encoding="utf-8")
    status, _, err = orderbook("rules", "import", POST, "-o", tmp_path)
    assert status == 2 and "--force" in err
    assert orderbook("rules", "import", POST, "-o", tmp_path, "--force")[0] == 0


def test_render_and_import_again(orderbook: Callable[..., Ran], tmp_path: Path) -> None:
    orderbook("rules", "import", POST, "-o", tmp_path / "rules")
    status, post, _ = orderbook("rules", "render", "Brine Court", "--rules", tmp_path / "rules")
    assert status == 0
    assert_golden("importing/brine-court.bbcode", post)
    again = tmp_path / "again.txt"
    assert orderbook("rules", "render", "Brine Court", "--rules", tmp_path / "rules", "-o", again)[:2] == (0, "")
    assert again.read_text(encoding="utf-8") == post
    assert orderbook("rules", "import", again, "--diff", "--against", tmp_path / "rules")[1] == "nothing changed\n"


def test_render_of_all_rules_imports_without_loss(orderbook: Callable[..., Ran], tmp_path: Path) -> None:
    post = tmp_path / "all.txt"
    assert orderbook("rules", "render", "-o", post)[0] == 0
    _, out, _ = orderbook("rules", "import", post, "--format", "json")
    told = json.loads(out)
    assert [each["name"] for each in told["factions"]] == ["Cleversmart Kobolds", "Derro", "Succubi", "Dwarves"]
    assert (told["abilities"], told["spells"]) == (36, 29)
    assert [remark for remark in told["remarks"] if remark["kind"] in ("unread", "corrected")] == []


def test_render_of_an_unknown_faction(orderbook: Callable[..., Ran]) -> None:
    status, _, err = orderbook("rules", "render", "Elves")
    assert status == 2 and "no faction is called" in err
