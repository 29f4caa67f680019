"""``orderbook audit`` and ``orderbook forecast`` as somebody at a terminal, or another program, uses them."""

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from orderbook.books.bundle import Bundle
from orderbook.cli.main import run
from orderbook.cli.series import natural_key, parse_ruling, parse_siege
from orderbook.systems.series import Ruling, Siege
from orderbook.systems.system import RequestError

ROOT = Path(__file__).resolve().parents[2]
SERIES = ROOT / "samples" / "series"
POSTS = [str(path) for path in sorted(SERIES.glob("week-?.txt"))]
OPENING = ["--opening", "180g, 60m, 90f"]
ROWS = ("opening", "production", "upkeep", "construction", "recruitment", "trade", "other", "computed", "stated")

Told = tuple[int, str, str]


@pytest.fixture
def orderbook(capfd: pytest.CaptureFixture[str]):
    """Runs a command line: exit status, output, messages."""

    def call(*args: str) -> Told:
        status = run(args)
        out, err = capfd.readouterr()
        return status, out, err

    return call


def test_a_player_of_a_campaign_is_audited_as_from_the_files(orderbook, tmp_path: Path) -> None:
    folder = str(tmp_path / "deeps")
    orderbook("campaign", "new", folder)
    orderbook("campaign", "player", folder, "Tin Ladle", "--faction", "Kobolds", "--opening", "180g, 60m, 90f")
    orderbook("campaign", "ingest", folder, *POSTS)
    status, out, _ = orderbook("audit", "--campaign", folder, "--player", "tin ladle", "--format", "json")
    wanted = json.loads(orderbook("audit", *POSTS, *OPENING, "--format", "json")[1])
    found = json.loads(out)
    assert status == 1 and [week["file"] for week in found["weeks"]] == [f"Tin Ladle, week {n}" for n in range(4, 9)]
    assert [week["ledger"] for week in found["weeks"]] == [week["ledger"] for week in wanted["weeks"]]
    assert found["first_slip"]["line"] == wanted["first_slip"]["line"]


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("--player", "Nobody"), "no player is called 'Nobody'"),
        (("--player", "Idle"), "no post of Idle is in the campaign"),
        ((), "say with --player whose posts"),
        (("--player", "Idle", POSTS[0]), "either posts or a campaign"),
    ],
)
def test_an_audit_that_a_campaign_cannot_give(orderbook, tmp_path: Path, args: tuple[str, ...], said: str) -> None:
    folder = str(tmp_path / "deeps")
    orderbook("campaign", "new", folder)
    orderbook("campaign", "player", folder, "Idle", "--faction", "Kobolds")
    status, out, err = orderbook("audit", "--campaign", folder, *args)
    assert (status, out) == (2, "") and said in err


def test_json_holds_what_the_contract_promises(orderbook) -> None:
    status, out, _ = orderbook("audit", *POSTS, *OPENING, "--format", "json")
    told = json.loads(out)
    assert status == 1
    assert told["faction"] == "Cleversmart Kobolds"
    assert [week["week"] for week in told["weeks"]] == [4, 5, 6, 7, 8]
    assert [week["file"] for week in told["weeks"]] == POSTS
    for week in told["weeks"]:
        assert tuple(week["ledger"]) == ROWS
        for row in week["ledger"].values():
            assert all(isinstance(amount, str) and int(amount) is not None for amount in row.values())
    first = told["first_slip"]
    assert {key: first[key] for key in ("week", "file", "resource", "line", "stated", "computed")} == {
        "week": 6, "file": POSTS[2], "resource": "Gold", "line": 38, "stated": "236", "computed": "226",
    }  # fmt: skip
    assert [(slip["origin"], slip["of"]) for slip in told["slips"]] == [
        ("new", None), ("new", None), ("repeats", 7), ("follows", 6),
    ]  # fmt: skip
    found = told["weeks"][4]["diagnostics"]
    assert [(finding["check"], finding["follows"]) for finding in found if finding["severity"] == "error"] == [
        ("upkeep-count", True), ("wealth-sum", True),
    ]  # fmt: skip


def test_the_ledger_of_a_week_is_the_one_check_gives(orderbook) -> None:
    _, out, _ = orderbook("audit", *POSTS, *OPENING, "--format", "json")
    weeks = json.loads(out)["weeks"]
    for before, post, week in zip(POSTS, POSTS[1:], weeks[1:], strict=False):
        _, out, _ = orderbook("check", post, "--previous", before, "--format", "json")
        report = json.loads(out)
        assert week["ledger"] == report["ledger"]
        assert [found["message"] for found in week["diagnostics"]] == [
            found["message"] for found in report["diagnostics"]
        ]


def test_without_an_opening_the_first_week_has_none(orderbook) -> None:
    _, out, _ = orderbook("audit", *POSTS, "--format", "json")
    weeks = json.loads(out)["weeks"]
    assert weeks[0]["ledger"]["opening"] is None
    assert weeks[1]["ledger"]["opening"] == {"Gold": "90", "Metal": "65", "Food": "130"}


def test_a_correct_series_exits_with_0_and_has_no_first_slip(orderbook, tmp_path: Path) -> None:
    status, out, err = orderbook("audit", *POSTS[:2], *OPENING, "--format", "json")
    assert (status, json.loads(out)["first_slip"], err) == (0, None, "")


def test_a_folder_is_read_in_the_order_of_its_names(orderbook, tmp_path: Path) -> None:
    for number, post in enumerate(POSTS, 8):
        (tmp_path / f"part {number}.txt").write_bytes(Path(post).read_bytes())
    (tmp_path / ".hidden").write_text("not me")
    (tmp_path / "picture.png").write_bytes(b"\x89PNG\x00\x00")
    (tmp_path / "notes.json").write_text("{}")
    _, out, _ = orderbook("audit", str(tmp_path), "--format", "json")
    told = json.loads(out)
    assert [Path(week["file"]).name for week in told["weeks"]] == [f"part {n}.txt" for n in range(8, 13)]
    assert told["remarks"] == []


@pytest.mark.parametrize("format_name", ["text", "json", "csv", "beancount", "hledger", "html"])
def test_every_format_is_written_to_a_file_or_printed(orderbook, tmp_path: Path, format_name: str) -> None:
    target = tmp_path / "books"
    _, out, _ = orderbook("audit", *POSTS, "--format", format_name)
    status, nothing, _ = orderbook("audit", *POSTS, "--format", format_name, "-o", str(target))
    assert (status, nothing) == (1, "")
    assert target.read_text("utf-8") == out and out


def test_a_workbook_is_written(tmp_path: Path, orderbook) -> None:
    openpyxl = pytest.importorskip("openpyxl")
    target = tmp_path / "books.xlsx"
    assert orderbook("audit", *POSTS, "--format", "xlsx", "-o", str(target))[0] == 1
    assert "Gold" in openpyxl.load_workbook(io.BytesIO(target.read_bytes())).sheetnames


def test_without_the_package_a_workbook_is_refused_with_what_to_do(orderbook, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "xlsxwriter", None)
    status, _, err = orderbook("audit", *POSTS, "--format", "xlsx")
    assert status == 2 and "pip install 'orderbook[xlsx]'" in err


def test_why_unfolds_a_figure(orderbook) -> None:
    status, out, _ = orderbook("audit", *POSTS, *OPENING, "--why", "Gold@8")
    assert status == 1 and out.startswith("Gold@8 (week 8): 347 by the lines, stated as 337, difference -10\n")
    _, out, _ = orderbook("audit", *POSTS, *OPENING, "--why", "gold@8", "--format", "json")
    told = json.loads(out)
    assert sum(int(step["amount"]) for step in told["steps"]) == int(told["computed"]) == 347
    status, _, err = orderbook("audit", *POSTS, "--why", "Gold@8", "--format", "csv")
    assert status == 2 and "--why can be had as text or json" in err


def test_correct_shows_what_should_have_been(orderbook) -> None:
    _, out, _ = orderbook("audit", *POSTS, *OPENING, "--correct")
    assert [line.split() for line in out.splitlines() if line.strip().startswith("should be")] == [
        ["should", "be", "226", "95", "236"],
        ["should", "be", "242", "110", "322"],
        ["should", "be", "333", "125", "408"],
    ]  # fmt: skip


def test_the_thread_of_the_sample_holds_the_sample(orderbook) -> None:
    _, out, _ = orderbook("audit", str(SERIES / "thread.html"), "--player", "Tin Ladle", *OPENING, "--format", "json")
    _, direct, _ = orderbook("audit", *POSTS, *OPENING, "--format", "json")
    thread, files = json.loads(out), json.loads(direct)
    assert [week["ledger"] for week in thread["weeks"]] == [week["ledger"] for week in files["weeks"]]
    assert thread["first_slip"]["line"] == files["first_slip"]["line"]


def test_a_series_may_come_through_a_pipe() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "orderbook", "audit", "-", "--player", "Tin Ladle", "--format", "json"],
        input=(SERIES / "thread.html").read_bytes(), capture_output=True, cwd=ROOT,
    )  # fmt: skip
    assert done.returncode == 1 and len(json.loads(done.stdout)["weeks"]) == 5


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["audit"], "name the posts of a player"),
        (["audit", "nowhere.txt"], "cannot read nowhere.txt"),
        (["audit", POSTS[0], "--ruling", "plenty"], "is no ruling"),
        (["audit", POSTS[0], "--ruling", "4: some gold"], "has no amounts that can be read"),
        (["audit", POSTS[0], "--besieged", "Skitterhole"], "is no siege"),
        (["audit", POSTS[0], "--why", "Mithril@4"], "no resource of these books"),
        (["audit", POSTS[0], "--system", "chess"], "there is no system"),
        (["audit", "-", "-"], "standard input can be read only once"),
        (["forecast", POSTS[0], "--weeks", "0"], "Invalid value for '--weeks'"),
        (["forecast", POSTS[0], "--plan", POSTS[0]], "is no plan in TOML"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_sentence(orderbook, args: list[str], said: str) -> None:
    status, _, err = orderbook(*args)
    assert status == 2 and said in err and "Traceback" not in err


def test_an_empty_folder_is_said_to_be_one(orderbook, tmp_path: Path) -> None:
    status, _, err = orderbook("audit", str(tmp_path))
    assert status == 2 and "there is no text in the folder" in err


def test_a_forecast_as_text_and_json(orderbook) -> None:
    status, out, _ = orderbook("forecast", POSTS[4], "--previous", POSTS[3], "--weeks", "3")
    assert status == 0 and "Every Upkeep can be paid." in out
    _, out, _ = orderbook("forecast", POSTS[4], "--previous", POSTS[3], "--weeks", "3", "--format", "json")
    told = json.loads(out)
    assert [week["week"] for week in told["weeks"]] == [9, 10, 11]
    assert "10: finished: Dragon Shrine" in orderbook("forecast", POSTS[4], "--previous", POSTS[3])[1]


def test_the_plan_of_the_sample(orderbook) -> None:
    plan = str(SERIES / "plan.toml")
    status, out, _ = orderbook("forecast", POSTS[4], "--previous", POSTS[3], "--plan", plan)
    assert status == 1
    assert "90 Kobold Skulkers at Ladle Warren (630 Gold, 90 Metal): cannot be had then" in out
    assert "Dragon's Pool at Ladle Warren (300 Gold): can be had; as soon as week 10" in " ".join(out.split())


@pytest.mark.parametrize(
    ("text", "ruling"),
    [
        ("4: +50 Gold; found in the well", Ruling(4, Bundle({"Gold": 50}), "found in the well")),
        ("week 12: -5 Food, 3 Bodies", Ruling(12, Bundle({"Food": -5, "Bodies": 3}), "")),
        (" 3 :10g;a; b", Ruling(3, Bundle({"Gold": 10}), "a; b")),
    ],
)
def test_rulings_as_they_are_typed(text: str, ruling: Ruling) -> None:
    assert parse_ruling(text) == ruling


@pytest.mark.parametrize(
    ("text", "siege"),
    [
        ("Skitterhole: 3-5", Siege("Skitterhole", 3, 5)),
        ("The Low Larder: week 4", Siege("The Low Larder", 4, 4)),
        ("Skitterhole: 3-", Siege("Skitterhole", 3, 9999)),
        ("Pit-Fall: 7", Siege("Pit-Fall", 7, 7)),
    ],
)
def test_sieges_as_they_are_typed(text: str, siege: Siege) -> None:
    assert parse_siege(text) == siege


@pytest.mark.parametrize("text", ["Skitterhole", "3-5", ": 3", "Skitterhole: three"])
def test_what_is_no_siege(text: str) -> None:
    with pytest.raises(RequestError):
        parse_siege(text)


def test_names_are_sorted_as_a_person_would() -> None:
    names = ["week 10", "Week 9", "week 1", "notes", "week"]
    assert sorted(names, key=natural_key) == ["notes", "week", "week 1", "Week 9", "week 10"]
