"""What is no orders post, or a hostile one: a finding or a plain message each, the right exit status, no traceback."""

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from support.posts import write_post

from orderbook.cli.main import run

ROOT = Path(__file__).resolve().parents[4]
PROSE = "The river ran black under the old mill, and nobody in the village spoke of it. " * 4
TABS = {
    "Upkeep": "16 Kobold Slingers: -16 Gold, -16 Food",
    "Armies": "16 Kobold Slingers - Garrisoned at Skitterhole (Lowerdeep 4)",
    "Dungeons": "Skitterhole (Lowerdeep 4)\nMystery Chamber\nBurrow",
    "Wealth": "Gold: 900\nFood: 300",
}
POST = write_post(TABS)
Ran = tuple[int, str, str]


@pytest.fixture
def orderbook(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> Callable[..., Ran]:
    """Runs a command on a text or on bytes, in this process: exit status, output, messages."""

    def call(command: str, data: str | bytes, *args: str) -> Ran:
        path = tmp_path / "post.txt"
        path.write_bytes(data.encode() if isinstance(data, str) else data)
        status = run([command, str(path), *args])
        out, err = capfd.readouterr()
        assert "Traceback" not in out + err and "orderbook failed" not in err
        return status, out, err

    return call


def checks(orderbook: Callable[..., Ran], data: str | bytes, *args: str) -> tuple[int, list[tuple[str, int]]]:
    """Exit status and the errors and warnings of a check, each with its line."""
    status, out, _ = orderbook("check", data, "--format", "json", *args)
    report = json.loads(out)
    assert report["coverage"]["lost"] == 0
    found = [(found["check"], found["line"]) for found in report["diagnostics"] if found["severity"] != "info"]
    assert status == int(any(found["severity"] == "error" for found in report["diagnostics"]))
    return status, found


NO_POSTS = {
    "nothing": "",
    "blank lines": "\n\n \n",
    "a novel": "\n\n".join([PROSE] * 300),
    "German": "Der Fluss war schwarz, und niemand im Dorf sprach davon. " * 40,
    "Chinese": "\u6d1e\u7a9f\u91cc\u6ca1\u6709\u5149\u3002\n" * 200,
    "Arabic": "\u0627\u0644\u0646\u0647\u0631 \u0623\u0633\u0648\u062f.\n" * 200,
    "a page": "<html><body><p>Nothing here &amp; nobody.</p></body></html>",
    "data": '{"gold": 750, "metal": [1, 2, 3]}',
    "code": "def f(x):\n    return [x][0]\n",
}


@pytest.mark.parametrize("text", NO_POSTS.values(), ids=NO_POSTS)
def test_what_is_no_post_is_said_to_be_none(orderbook: Callable[..., Ran], text: str) -> None:
    assert checks(orderbook, text) == (0, [("tab-missing", 1)])
    assert "This does not look like an orders post" in orderbook("check", text)[1]
    status, out, _ = orderbook("fix", text)
    assert (status, out) == (0, text)
    status, out, err = orderbook("next", text)
    assert (status, out) == (2, "") and "is no orders post" in err


@pytest.mark.parametrize("data", [b"\x00" * 40, b"PK\x03\x04\x14\x00\x00\x00", b"\x89PNG\r\n\x1a\n\x00\x00"])
@pytest.mark.parametrize("command", ["check", "fix", "next"])
def test_binary_data_is_refused(orderbook: Callable[..., Ran], command: str, data: bytes) -> None:
    status, out, err = orderbook(command, data)
    assert (status, out) == (2, "") and "holds binary data, not text" in err and "plain text" in err


def test_a_text_too_long_for_a_post_is_refused(orderbook: Callable[..., Ran]) -> None:
    status, out, err = orderbook("check", "Gold\n" * 900_000)
    assert (status, out) == (2, "") and "Save one post only" in err


def test_last_weeks_post_has_to_be_a_post(orderbook: Callable[..., Ran], tmp_path: Path) -> None:
    path = tmp_path / "diary.txt"
    path.write_text(PROSE)
    status, out, err = orderbook("check", POST, "--previous", str(path))
    assert (status, out) == (2, "") and "diary.txt is no orders post" in err


def test_ten_posts_at_once_are_told_as_such(orderbook: Callable[..., Ran]) -> None:
    text = "\n\n".join([POST] * 10)
    second = text[: text.index("[spoiler=Messages]", len(POST))].count("\n") + 1
    assert checks(orderbook, text) == (0, [("tab-duplicate", second)])
    assert "more than one orders post" in " ".join(orderbook("check", text)[1].split())


def test_the_rule_document_is_no_crash(orderbook: Callable[..., Ran]) -> None:
    path = Path(os.environ.get("ORDERBOOK_SEEDS", ROOT.parent / "shared" / "seeds" / "underdeep.txt"))
    path = path / "underdeep.txt" if path.is_dir() else path
    if not path.is_file():
        pytest.skip("the rule document is not here; ORDERBOOK_SEEDS may name its folder")
    _, found = checks(orderbook, path.read_bytes())
    assert found


def test_a_rules_post_is_read_as_what_it_is(orderbook: Callable[..., Ran]) -> None:
    rules = "[b]Kobold Slinger[/b]\nCost: 5 Gold\nUpkeep: 1 Gold, 1 Food\nRequires: Burrow\n\n" * 20
    assert checks(orderbook, rules) == (0, [("tab-missing", 1)])


HOSTILE = {
    "a megabyte of brackets": "[" * 1_000_000,
    "a megabyte of closing brackets": "]" * 1_000_000,
    "brackets in pairs": "[]" * 300_000,
    "nested spoilers": "[spoiler=a]" * 30_000 + "[/spoiler]" * 30_000,
    "tags never closed": "[b]" * 50_000,
    "tags never opened": "[/b]" * 50_000,
    "one long line": "Gold 5 " * 140_000,
    "a long line in a tab": "[spoiler=Production]" + "+5 Gold, " * 80_000 + "[/spoiler]",
    "round brackets in a tab": "[spoiler=Production]" + "(" * 300_000 + "[/spoiler]",
    "signs in a tab": "[spoiler=Wealth]\nGold: " + "5 + " * 80_000 + "5 = 5\n[/spoiler]",
    "digits in a tab": "[spoiler=Wealth]\nGold: " + "9" * 500_000 + "\n[/spoiler]",
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_hostile_texts_are_answered(orderbook: Callable[..., Ran], text: str) -> None:
    _, found = checks(orderbook, text)
    assert found


@pytest.mark.parametrize(
    ("right", "wrong", "check"),
    [
        ("Gold: 900", "Gold: 9000000000000000000", "amount-unread"),
        ("-16 Gold", "-1,600,000,000,000,000,000 Gold", "amount-unread"),
        ("-16 Gold", "-\u0661\u0666 Gold", "amount-unread"),
        ("-16 Gold", "-\uff11\uff16 Gold", "amount-unread"),
        ("-16 Gold", "-16\u00bd Gold", "amount-unread"),
        ("Gold: 900", "Gold: \u0969\u0966\u0966", "amount-unread"),
        ("16 Kobold Slingers:", "\u0661\u0666 Kobold Slingers:", "amount-unread"),
        ("-16 Gold, ", "-16 Gold, \u202e", "line-unread"),
        ("None", "None\u2066", "line-unread"),
    ],
)
def test_odd_figures_and_hidden_signs_are_told_where_they_stand(
    orderbook: Callable[..., Ran], right: str, wrong: str, check: str
) -> None:
    text = POST.replace(right, wrong, 1)
    line = text[: text.index(wrong)].count("\n") + 1
    assert checks(orderbook, text, "--faction", "Cleversmart Kobolds")[1] == [(check, line)]


def test_the_post_itself_is_clean(orderbook: Callable[..., Ran]) -> None:
    assert checks(orderbook, POST, "--faction", "Cleversmart Kobolds") == (0, [])


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "cp1252"])
@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_other_encodings_and_line_ends(orderbook: Callable[..., Ran], encoding: str, newline: str) -> None:
    text = POST.replace("The week goes by.", "The Queen\u2019s week goes by.").replace("\n", newline)
    assert checks(orderbook, text.encode(encoding), "--faction", "Cleversmart Kobolds") == (0, [])
