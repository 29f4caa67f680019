"""``orderbook battle odds`` and ``battle compare``."""

import json
import xml.etree.ElementTree as ElementTree
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from orderbook.cli.main import run

GOBLINS = """\
[[side]]
name = "Goblins"
[[side.regiment]]
name = "Grunts"
stats = {melee_attack = 2, melee_damage = 3, defence = 15, health = 5, speed = 4, morale = 1, abilities = []}
count = 4
"""
KOBOLDS = """\
[[side]]
name = "Kobolds <&>"
[[side.regiment]]
name = "Skulkers"
unit = "Kobold Skulker"
count = 3
"""
MORE = """\
[[side.regiment]]
name = "Slingers"
unit = "Kobold Slinger"
count = 5
"""
VARIANT = """\
[[variant]]
name = "Slingers"
[[variant.side]]
name = "Kobolds <&>"
[[variant.side.regiment]]
name = "Slingers"
unit = "Kobold Slinger"
count = 2
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "battle.toml"
    path.write_text(GOBLINS + KOBOLDS)
    return path


def told(capfd: pytest.CaptureFixture[str], *args: object) -> Any:
    assert run(["battle", *map(str, args), "--format", "json"]) == 0
    return json.loads(capfd.readouterr().out)


def refused(capfd: pytest.CaptureFixture[str], *args: object) -> str:
    assert run(["battle", *map(str, args)]) == 2
    out, err = capfd.readouterr()
    assert not out and "Traceback" not in err
    return err


def test_simulated_odds_are_as_the_contract_says(file: Path, capfd: pytest.CaptureFixture[str]) -> None:
    odds = told(capfd, "odds", file, "--runs", 400)
    assert odds["runs"] == 400 and odds["method"] == "simulated"
    assert sum(odds["win"].values()) == pytest.approx(1)
    assert {"Goblins", "Kobolds <&>"} <= set(odds["win"])
    for name, most in (("Grunts", 4), ("Skulkers", 3)):
        standing = odds["standing"][name]
        assert 0 <= standing["p10"] <= standing["p50"] <= standing["p90"] <= most
        assert 0 <= standing["mean"] <= most
    for side, (low, high) in odds["interval_95"].items():
        assert low <= odds["win"][side] <= high


def test_exact_odds_come_as_fractions(file: Path, capfd: pytest.CaptureFixture[str]) -> None:
    odds = told(capfd, "odds", file, "--method", "exact")
    assert (odds["method"], odds["runs"], odds["error"]) == ("exact", 0, 0)
    wins = {side: Fraction(text) for side, text in odds["exact"]["win"].items()}
    assert sum(wins.values()) == 1
    assert {side: float(chance) for side, chance in wins.items()} == odds["win"]
    assert sum(odds["rounds"]["chances"].values()) == pytest.approx(1)


def test_the_order_of_sides_changes_nothing(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    files = []
    for name, text in (("a", GOBLINS + KOBOLDS + MORE), ("b", KOBOLDS + MORE + GOBLINS)):
        files.append(tmp_path / f"{name}.toml")
        files[-1].write_text(text)
    assert told(capfd, "odds", files[0], "--runs", 60) == told(capfd, "odds", files[1], "--runs", 60)


def test_what_is_lost_has_its_price(file: Path, capfd: pytest.CaptureFixture[str]) -> None:
    costs = told(capfd, "odds", file)["costs"]
    assert costs["Kobolds <&>"]["price"] == {"Gold": 21, "Metal": 3}
    lost = costs["Kobolds <&>"]
    assert lost["lost_price"]["Gold"] == pytest.approx(7 * lost["lost"])
    assert costs["Goblins"]["price"] == {} and costs["Goblins"]["unpriced"]


def test_seeds(file: Path, capfd: pytest.CaptureFixture[str]) -> None:
    first, again, other = (told(capfd, "odds", file, "--runs", 300, "--seed", seed) for seed in ("a", "a", "b"))
    assert first == again and first["win"] != other["win"] and first["seed"] == "a"


def test_text_has_bars_and_names_all(file: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert run(["battle", "odds", str(file)]) == 0
    text = capfd.readouterr().out
    assert text.startswith("Odds\n====\n") and "█" in text
    for words in ("Exact: ", "Grunts (Goblins): ", "Skulkers (Kobolds <&>, Kobold Skulker): ", "of 3 units, worth"):
        assert words in text


@pytest.mark.parametrize("runs", [(), ("--runs", "50")])
def test_picture(file: Path, capfd: pytest.CaptureFixture[str], runs: tuple[str, ...]) -> None:
    assert run(["battle", "odds", str(file), "--format", "svg", *runs]) == 0
    picture = ElementTree.fromstring(capfd.readouterr().out)
    space = "{http://www.w3.org/2000/svg}"
    assert picture.find(f"{space}title").text == "Odds"
    assert "Kobolds <&> " in picture.find(f"{space}desc").text
    width, height = int(picture.get("width")), int(picture.get("height"))
    assert height > 300
    places = [group for group in picture.findall(f"{space}g") if group.get("transform")]
    assert len(places) >= 4
    for group in places:
        top = int(group.get("transform").split()[1].rstrip(")"))
        for each in group.iter(f"{space}rect"):
            assert 0 <= int(each.get("x")) <= int(each.get("x")) + int(each.get("width")) <= width
            assert 0 <= top + int(each.get("y")) <= top + int(each.get("y")) + int(each.get("height")) <= height
    ranges = [
        group for group in places if group.find(f"{space}title") is not None and group.find(f"{space}path") is not None
    ]
    assert bool(ranges) is bool(runs)


def test_exact_odds_that_cannot_be_had(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "large.toml"
    path.write_text(GOBLINS + KOBOLDS + MORE)
    assert "not between two regiments" in refused(capfd, "odds", path, "--method", "exact")


def test_compare_variants(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "choices.toml"
    path.write_text(GOBLINS + KOBOLDS + VARIANT)
    choices = told(capfd, "compare", path)["choices"]
    assert [choice["name"] for choice in choices] == ["choices", "Slingers"]
    assert [list(choice["standing"]) for choice in choices] == [["Grunts", "Skulkers"], ["Grunts", "Slingers"]]
    assert choices[1]["costs"]["Kobolds <&>"]["price"] == {"Gold": 10}
    assert choices[0]["win"] == told(capfd, "odds", path)["win"]
    assert run(["battle", "compare", str(path)]) == 0
    lines = capfd.readouterr().out.splitlines()
    assert [line.split("  ")[0] for line in lines[:5]] == ["Goblins", "-------", "", "choices", "Slingers"]
    assert "Prices are without Grunts" in lines[-1] or any("Prices are without Grunts" in line for line in lines)


def test_compare_files(file: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    other = tmp_path / "other.toml"
    other.write_text(GOBLINS + KOBOLDS + MORE)
    assert [choice["name"] for choice in told(capfd, "compare", file, other, "--runs", 30)["choices"]] == [
        "battle",
        "other",
    ]
    assert "there is only one battle" in refused(capfd, "compare", file)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[[variant]]\n[[variant.side]]\nname = 'Goblins'\n", "variant 1: it has no name"),
        ("[[variant]]\nname = 'x'\n", "variant 1: it has no side that is another one"),
        ("[[variant]]\nname = 'x'\n[[variant.side]]\nname = 'Gnomes'\n", "no side 'Gnomes'"),
        ("[[variant]]\nname = 'x'\nsides = 3\n", "there is no key 'sides'. Did you mean side?"),
        ("[variant]\nname = 'x'\n", "variant is no list of tables"),
        (VARIANT.replace("count = 2", "count = 'two'"), "line 20: "),
    ],
)
def test_wrong_variants_are_told(tmp_path: Path, capfd: pytest.CaptureFixture[str], text: str, said: str) -> None:
    path = tmp_path / "choices.toml"
    path.write_text(GOBLINS + KOBOLDS + text)
    assert said in refused(capfd, "compare", path)


def test_a_name_with_control_characters_spoils_no_picture(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "battle.toml"
    file.write_text('name = "a\\u0000b\\u001b"\n' + GOBLINS + KOBOLDS)
    assert run(["battle", "odds", str(file), "--format", "svg"]) == 0
    assert ElementTree.fromstring(capfd.readouterr().out).tag.endswith("svg")


def test_what_is_taken_for_granted_is_told(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "mutants.toml"
    mutants = KOBOLDS.replace("Kobold Skulker", "Derro Mutant") + 'conditions = ["Sadizm 2"]\ntargets = ["Grunt"]\n'
    path.write_text(GOBLINS + mutants + VARIANT)
    found = told(capfd, "odds", path, "--runs", 5)
    assert [(each["question"], each["answer"]) for each in found["questions"]] == [
        ("multiattack", "nothing"),
        ("mutation", "Double-Headed"),
    ]
    assert found["notes"] == [
        "line 13: Skulkers: nothing in the battle acts by 'Sadizm 2'. Did you mean Sadism 2?",
        "Skulkers was to attack 'Grunt', but no enemy is called so. Did you mean Grunts?",
    ]
    run(["battle", "odds", str(path), "--runs", "5"])
    text = capfd.readouterr().out
    assert "Which mutation do Skulkers have?" in text and all(f"Note: {note}" in text for note in found["notes"])
    first, second = told(capfd, "compare", path, "--runs", 5)["choices"]
    assert first["notes"] == found["notes"] and second["notes"] == second["questions"] == []
