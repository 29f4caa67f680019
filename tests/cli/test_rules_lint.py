"""``orderbook rules lint``: exit status, formats, several files at once."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from support.golden import assert_golden

from orderbook.findings.formats import FORMATS
from orderbook.findings.model import CheckDoc
from orderbook.rulebook.linting.lint import all_lints

HERE = Path(__file__).parents[1] / "rulebook" / "linting"
SOUND = (HERE / "sound.toml").read_text(encoding="utf-8")
SPOILT = SOUND.replace(
    'requires = ["Diggings"]\ncost = {Gold = 50', 'requires = ["Digings"]\ncost = {Gold = 50'
).replace('"Discipline"', '"Climb"')


@pytest.fixture
def spoilt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    (tmp_path / "moles.toml").write_text(SPOILT, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return "moles.toml"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The same in two files, a third one sound."""
    (tmp_path / "moles").mkdir()
    head, rest = SPOILT.split("[[room]]", 1)
    (tmp_path / "moles" / "units.toml").write_text(head, encoding="utf-8")
    (tmp_path / "moles" / "rooms.toml").write_text("[[room]]" + rest, encoding="utf-8")
    (tmp_path / "moles" / "abilities.toml").write_text(
        '[[ability]]\nname = "Burp"\ntext = "Burps."\n', encoding="utf-8"
    )
    monkeypatch.chdir(tmp_path)
    return "moles"


def test_sound_data(cli: Callable) -> None:
    status, out, err = cli("rules", "lint", str(HERE / "sound.toml"))
    assert (status, err) == (0, "") and "Nothing is wrong with this rule data" in out


@pytest.mark.parametrize("format_name", FORMATS)
def test_formats(cli: Callable, spoilt: str, format_name: str) -> None:
    status, out, err = cli("rules", "lint", spoilt, "--format", format_name)
    assert (status, err) == (1, "")
    if format_name != "sarif":  # which holds the version and every lint; it is looked into below
        assert_golden(f"rules/lint-moles-{format_name}.txt", out)


@pytest.mark.parametrize("format_name", ["text", "markdown", "github"])
def test_folder(cli: Callable, folder: str, format_name: str) -> None:
    status, out, err = cli("rules", "lint", folder, "--format", format_name)
    assert (status, err) == (1, "")
    assert_golden(f"rules/lint-folder-{format_name}.txt", out)


def test_json_of_a_folder(cli: Callable, folder: str) -> None:
    value = json.loads(cli("rules", "lint", folder, "--format", "json")[1])
    assert [(each["file"], each["check"], each["line"]) for each in value["diagnostics"]] == [
        ("moles/rooms.toml", "rule-prerequisite", 30),
        ("moles/units.toml", "rule-ability-form", 38),
    ]
    assert value["faction"] == "Mole Barons" and value["coverage"]["lost"] == 0
    assert value["files"] == ["moles/abilities.toml", "moles/rooms.toml", "moles/units.toml"]


def test_sarif_of_a_folder(cli: Callable, folder: str) -> None:
    value = json.loads(cli("rules", "lint", folder, "--format", "sarif")[1])
    results = [
        (run["artifacts"][0]["location"]["uri"], [each["ruleId"] for each in run["results"]]) for run in value["runs"]
    ]
    assert results == [
        ("moles/abilities.toml", []),
        ("moles/rooms.toml", ["rule-prerequisite"]),
        ("moles/units.toml", ["rule-ability-form"]),
    ]
    rules = [rule["id"] for rule in value["runs"][0]["tool"]["driver"]["rules"]]
    assert rules == [doc.name for doc in all_lints()]


def test_post(cli: Callable) -> None:
    assert cli("rules", "lint", str(HERE / "sound-post.txt"))[0] == 0


def test_standard_input(process: Callable) -> None:
    post = (HERE / "sound-post.txt").read_bytes().replace(b"Diggings\nCon", b"Digings\nCon")
    ran = process("rules", "lint", "-", "--format", "github", stdin=post)
    assert ran.returncode == 1 and b"title=rule-prerequisite::Smithy needs Digings" in ran.stdout


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("nowhere", "cannot read nowhere: No such file or directory"),
        ("nowhere.toml", "there is no such file or folder"),
        ("empty", "no .toml file in this folder"),
    ],
)
def test_nothing_to_lint(cli: Callable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str, said: str) -> None:
    (tmp_path / "empty").mkdir()
    monkeypatch.chdir(tmp_path)
    status, out, err = cli("rules", "lint", path)
    assert (status, out) == (2, "") and said in err


def test_what_is_no_rule_post(cli: Callable, post: Callable) -> None:
    status, out, _ = cli("rules", "lint", post("[spoiler=Messages]Dear Queen[/spoiler]"))
    assert status == 1 and "No faction, ability or spell was found here" in out


@pytest.mark.parametrize("doc", all_lints(), ids=lambda doc: doc.name)
def test_every_lint_is_explained(cli: Callable, doc: CheckDoc) -> None:
    status, out, err = cli("explain", doc.name)
    assert (status, err) == (0, "") and out.startswith(f"{doc.name} ({doc.severity})")
    assert doc.failing.split("\n")[0] in out


def test_a_misspelt_lint(cli: Callable) -> None:
    status, _, err = cli("explain", "rule-prerequisit")
    assert status == 2 and "did you mean rule-prerequisite" in err
