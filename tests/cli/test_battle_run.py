"""``orderbook battle run``."""

import json
from pathlib import Path
from typing import Any

import pytest

from orderbook.cli.main import run

FILE = """\
dice = [14, 14, 17]
rounds = 1
[[side]]
name = "Goblins"
[[side.regiment]]
name = "Grunts"
stats = {melee_attack = 2, melee_damage = 3, defence = 15, health = 5, speed = 4, morale = 1, abilities = []}
count = 20
[[side]]
name = "Dwarves"
[[side.regiment]]
name = "Axemen"
stats = {melee_attack = 3, melee_damage = 5, defence = 17, health = 8, speed = 4, morale = 3, abilities = []}
count = 15
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "battle.toml"
    path.write_text(FILE)
    return path


def fought(capfd: pytest.CaptureFixture[str], *args: object) -> dict[str, Any]:
    assert run(["battle", "run", *map(str, args), "--format", "json"]) == 0
    return json.loads(capfd.readouterr().out)


def complaint(capfd: pytest.CaptureFixture[str], *args: object) -> str:
    assert run(["battle", "run", *map(str, args)]) == 2
    out, err = capfd.readouterr()
    assert out == "" and "Traceback" not in err
    return err


def test_the_result_is_as_the_contract_has_it(file: Path, capfd: pytest.CaptureFixture[str]) -> None:
    result = fought(capfd, file)
    (first,) = result["rounds"]
    attack = next(each for each in first["attacks"] if each["by"] == "Grunts")
    expected = {"by": "Grunts", "on": "Axemen", "roll": 14, "total": 16, "against": 17, "damage": 54}
    assert {key: attack[key] for key in expected} == expected
    assert first["casualties"] == {"Axemen": 6, "Grunts": 15}
    grunts = next(each for each in result["regiments"] if each["name"] == "Grunts")
    expected = {"side": "Goblins", "name": "Grunts", "standing": 5, "health": 25, "state": "fighting"}
    assert {key: grunts[key] for key in expected} == expected
    assert result["winner"] is None
    assert {"what": "Grunts attack Axemen", "sides": 20, "roll": 14} in result["dice"]
    assert [each["regiment"] for each in first["morale"]] == ["Grunts"]


def test_dice_rounds_and_seed_override_the_file(file: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert [die["roll"] for die in fought(capfd, file, "--dice", "3, 4, 5")["dice"]] == [3, 4, 5]
    whole = fought(capfd, file, "--seed", "x", "--rounds", "30")
    assert whole["winner"] in ("Goblins", "Dwarves") and whole == fought(capfd, file, "--seed", "x", "--rounds", "30")
    log = file.with_suffix(".json")
    log.write_text(json.dumps(whole))
    assert fought(capfd, file, "--dice", f"@{log}", "--rounds", "30") == whole
    rolls = file.with_suffix(".txt")
    rolls.write_text(" ".join(str(die["roll"]) for die in whole["dice"]))
    assert fought(capfd, file, "--dice", f"@{rolls}", "--rounds", "30")["rounds"] == whole["rounds"]


def test_settings_come_from_the_file_and_the_command_line(file: Path, capfd: pytest.CaptureFixture[str]) -> None:
    file.write_text(FILE.replace("rounds = 1", 'rounds = 1\noptions = {half-the-army = "health"}'))
    assert fought(capfd, file)["rounds"][0]["morale"][0]["need"] == 15
    file.write_text(FILE.replace("rounds = 1", 'rounds = 1\noptions = {half-the-army = "hearts"}'))
    assert "half-the-army cannot be" in complaint(capfd, file)


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["--dice", "14"], "a d20 is wanted for: Grunts attack Axemen"),
        (["--dice", "14, 21"], "--dice: die 2 shows 21, but a d20 is wanted for"),
        (["--dice", "14, x"], "'x' is no result of a die"),
        (["--dice", "1", "--seed", "x"], "only one of --seed, --dice and --ask"),
        (["--dice", "@nowhere.txt"], "cannot read nowhere.txt"),
        (["--option", "nothing=x"], "there is no setting"),
    ],
)
def test_what_cannot_be_fought_is_told(
    file: Path, capfd: pytest.CaptureFixture[str], args: list[str], said: str
) -> None:
    assert said in complaint(capfd, file, *args)


def test_a_wrong_file_is_told_with_its_line(file: Path, capfd: pytest.CaptureFixture[str]) -> None:
    file.write_text(FILE.replace("count = 20", "cuont = 20"))
    err = complaint(capfd, file)
    assert err == f"orderbook: {file}: line 8: Grunts: there is no key 'cuont'. Did you mean count?\n"


def test_asking_for_the_dice(
    file: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    typed = tmp_path / "typed"
    typed.write_text("14\nfourteen\n14\n17\n")
    with typed.open() as stdin:
        monkeypatch.setattr("sys.stdin", stdin)
        assert run(["battle", "run", str(file), "--ask"]) == 0
    out, err = capfd.readouterr()
    assert "Grunts attack Axemen (d20): " in err and "write a number from 1 to 20" in err
    assert "Axemen: 9 of 15 alive, Health 66" in out


QUESTION = FILE.replace("count = 15", 'count = 15\nwithdraw = ["the king says so"]').replace(
    "dice = [14, 14, 17]\n", ""
)


def test_asking_for_questions_too(
    file: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file.write_text(QUESTION)
    typed = tmp_path / "typed"
    typed.write_text("maybe\nYES\n")
    with typed.open() as stdin:
        monkeypatch.setattr("sys.stdin", stdin)
        assert run(["battle", "run", str(file), "--ask", "--format", "json"]) == 0
    out, err = capfd.readouterr()
    assert "Axemen should withdraw: the king says so" in err and "(yes, no; Enter for no): " in err
    assert "'maybe' is none of yes, no" in err
    (question,) = json.loads(out)["questions"]
    assert (question["answer"], question["answered"]) == ("yes", True)
    log = file.with_suffix(".json")
    log.write_text(out)
    assert fought(capfd, file, "--dice", f"@{log}") == json.loads(out)


def test_an_empty_line_takes_the_default(
    file: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file.write_text(QUESTION)
    typed = tmp_path / "typed"
    typed.write_text("\n14\n14\n17\n")
    with typed.open() as stdin:
        monkeypatch.setattr("sys.stdin", stdin)
        assert run(["battle", "run", str(file), "--ask"]) == 0
    assert "Answered: no" in capfd.readouterr().out


def test_a_wrong_answer_is_told_with_its_line(file: Path, capfd: pytest.CaptureFixture[str]) -> None:
    file.write_text(QUESTION.replace("rounds = 1", 'rounds = 1\n[answers]\norder-conditions = "perhaps"'))
    for command in ("run", "odds"):
        assert run(["battle", command, str(file)]) == 2
        err = capfd.readouterr().err
        assert f"{file}: line 3: answers: 'perhaps' is no answer to: Axemen should withdraw" in err
        assert "Write one of yes, no" in err


def test_an_answer_nobody_asked_for_is_told(file: Path, capfd: pytest.CaptureFixture[str]) -> None:
    file.write_text(FILE.replace("rounds = 1", 'rounds = 1\nanswers = {flanking-directions = "yes"}'))
    assert "The answer to 'flanking-directions' was not needed." in fought(capfd, file)["notes"]


@pytest.mark.parametrize("length", ["full", "summary"])
def test_bbcode_for_the_thread(file: Path, capfd: pytest.CaptureFixture[str], length: str) -> None:
    assert run(["battle", "run", str(file), "--format", "bbcode", "--length", length]) == 0
    out = capfd.readouterr().out
    assert "[*][b]Grunts[/b]: 5 of 20 alive, 15 dead" in out
    assert ("[spoiler=Round 1]" in out) is (length == "full")


def test_a_file_from_standard_input(
    file: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with file.open() as stdin:
        monkeypatch.setattr("sys.stdin", stdin)
        assert fought(capfd, "-")["rounds"][0]["casualties"] == {"Axemen": 6, "Grunts": 15}


def test_targets_nobody_is_called_by_are_told(file: Path, capfd: pytest.CaptureFixture[str]) -> None:
    text = file.read_text()
    head, name, tail = text.partition("[[side.regiment]]\n")
    file.write_text(head + name + 'targets = ["Nobody there"]\n' + tail)
    (note,) = [each for each in fought(capfd, file)["notes"] if "Nobody there" in each]
    assert "no enemy is called so" in note
