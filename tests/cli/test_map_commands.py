"""``orderbook map``: answers, exit statuses, messages, pictures written."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from orderbook.cli.main import run
from orderbook.cli.maps import MAP_COMMANDS

SAMPLES = Path(__file__).resolve().parents[2] / "samples" / "map"
SHAFT = str(SAMPLES / "sorrow-shaft.toml")
UNDERDEEP = str(SAMPLES / "underdeep.toml")
POSITIONS = str(SAMPLES / "sorrow-shaft-week-3.csv")

Ran = tuple[int, str, str]


@pytest.fixture
def ask(capfd: pytest.CaptureFixture[str]) -> Callable[..., Ran]:
    def call(*args: str) -> Ran:
        status = run(("map", *args))
        out, err = capfd.readouterr()
        return status, out, err

    return call


@pytest.mark.parametrize("name", [entry.name for entry in MAP_COMMANDS])
def test_help_shows_an_example(ask: Callable[..., Ran], name: str) -> None:
    status, out, _ = ask(name, "--help")
    assert status == 0
    assert f"orderbook map {name} " in out


def test_a_card_is_told_in_both_forms(ask: Callable[..., Ran]) -> None:
    status, text, _ = ask("show", UNDERDEEP, "ld 62")
    assert status == 0
    assert text.startswith("Lowerdeep 62: cavern\n")
    card = json.loads(ask("show", UNDERDEEP, "Lowerdeep 62", "--format", "json")[1])
    assert card["features"] == ["mushrooms", "stream"]
    assert card["bonus"] == {"Dungeon": {"Food": "35"}, "Outpost": {}}
    assert [way["to"] for way in card["ways"]] == ["Lowerdeep 61", "Lowerdeep 63"]
    for feature in card["features"]:
        assert feature in text


def test_the_size_of_a_deposit_is_told_nowhere(ask: Callable[..., Ran]) -> None:
    for form in ("text", "json"):
        out = ask("show", UNDERDEEP, "Thundershield Clanhold", "--format", form)[1]
        assert "Gold" in out
        assert "6000" not in out
    assert "6000" not in ask("render", UNDERDEEP)[1]


def test_both_sides_of_a_split_cavern(ask: Callable[..., Ran]) -> None:
    out = ask("show", UNDERDEEP, "The Split Cavern")[1]
    assert "one on each side of the chasm" in out
    assert "Middledeep 7 (far side of the chasm)" in out


def test_a_route_is_paid_step_by_step(ask: Callable[..., Ran]) -> None:
    status, out, _ = ask("route", UNDERDEEP, "MD 37", "MD 44", "--speed", "3", "--format", "json")
    route = json.loads(out)
    assert status == 0
    steps = [step for week in route["weeks"] for step in week["steps"]]
    assert [step["speed"] for step in steps] == [2, 1, 2]
    assert route["total"] == sum(step["speed"] for step in steps)
    assert [week["speed"] for week in route["weeks"]] == [3, 2]
    assert {cause["rule"] for step in steps for cause in step["causes"]} >= {"UD-TER-02", "UD-MOV-21"}


def test_a_forced_march_is_quicker_and_tires(ask: Callable[..., Ran]) -> None:
    args = ("route", UNDERDEEP, "UD 4", "MD 44", "--unit", "Kobold Slinger", "--format", "json")
    route = json.loads(ask(*args)[1])
    assert [len(route["weeks"]), len(route["by_forced_march"]["weeks"])] == [3, 2]
    told = [(week["speed"], week["penalty"]) for week in route["by_forced_march"]["weeks"]]
    assert told == [(8, -4), (2, 0)]  # the second week is a week without one
    marching = json.loads(ask(*args, "--forced-march")[1])
    assert [(week["speed"], week["penalty"]) for week in marching["weeks"]] == told


def test_two_hard_weeks_add_up(ask: Callable[..., Ran]) -> None:
    """UD-EX-MOV-04: eight regions in each of two weeks at Speed 4; a week without a Forced March clears it."""
    route = json.loads(
        ask("route", UNDERDEEP, "UD 4", "LD 72", "--speed", "4", "--forced-march", "--format", "json")[1]
    )
    assert [(week["speed"], week["penalty"]) for week in route["weeks"]] == [(8, -4), (8, -8), (1, 0)]


def test_no_way_is_a_no_with_a_reason(ask: Callable[..., Ran]) -> None:
    status, out, _ = ask("route", UNDERDEEP, "Surface 9", "Surface 8", "--speed", "6")
    assert status == 1
    assert "an ocean cannot be crossed" in out
    status, out, _ = ask("route", UNDERDEEP, "Surface 1", "Surface 3", "--speed", "1", "--format", "json")
    assert (status, json.loads(out)["total"], json.loads(out)["barred"]["rule"]) == (1, None, "UD-TER-19")


def test_a_step_only_a_forced_march_can_make(ask: Callable[..., Ran]) -> None:
    status, out, _ = ask("route", UNDERDEEP, "UD 26", "UD 23", "--speed", "1")
    assert status == 0  # the bridge
    status, out, _ = ask("route", UNDERDEEP, "UD 61", "UD 66", "--speed", "1", "--stop", "UD 57")
    assert status == 1
    assert "open by Forced March: 1 week, down to -1" in out


def test_reach_keeps_to_the_speed(ask: Callable[..., Ran]) -> None:
    status, out, _ = ask("reach", UNDERDEEP, "UD 4", "--speed", "2", "--format", "json")
    assert status == 0
    assert json.loads(out)["regions"] == [
        {"region": "Surface 1", "speed": 2},
        {"region": "Upperdeep 4", "speed": 0},
        {"region": "Upperdeep 6", "speed": 1},
        {"region": "Upperdeep 9", "speed": 2},
    ]
    assert "no other region" in ask("reach", UNDERDEEP, "UD 4", "--speed", "0")[1]


def test_what_a_setting_changes(ask: Callable[..., Ran]) -> None:
    args = ("route", UNDERDEEP, "MD 37", "MD 39", "--speed", "3", "--format", "json")
    assert json.loads(ask(*args)[1])["total"] == 2
    assert json.loads(ask(*args, "--option", "crossing-cost=on-top")[1])["total"] == 3


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (
            ("show", SHAFT, "LD 15"),
            "Lowerdeep 15 is not on the map; near it in number are Lowerdeep 12, Lowerdeep 14, Lowerdeep 16",
        ),
        (("show", SHAFT, "Ladle Waren"), "did you mean Ladle Warren (Lowerdeep 14)?"),
        (("show", SHAFT, "nowhere at all"), "give layer (Surface"),
        (("show", SHAFT), "Missing argument 'REGION'"),
        (("show", "no-such-file.toml", "LD 14"), "does not exist"),
        (("route", SHAFT, "LD 14", "LD 22"), "say who travels: --unit"),
        (("route", SHAFT, "LD 14", "LD 22", "--speed", "-1"), "no unit has Speed -1"),
        (("route", SHAFT, "LD 14", "LD 22", "--unit", "Kobold Slimgr"), "did you mean Kobold Slinger"),
        (("route", SHAFT, "LD 14", "LD 22", "--unit", "qqqq"), "no unit is called 'qqqq'"),
        (("route", SHAFT, "LD 14", "LD 22", "--unit", "Demonic Guardian", "--forced-march"), "UD-MOV-28"),
        (("reach", SHAFT, "LD 14", "--unit", "Kobold Slinger", "--faction", "Elves of the Sun"), "the factions are"),
        (("reach", SHAFT, "LD 14", "--speed", "4", "--option", "crossing-cost=often"), "crossing-cost"),
        (("render", SHAFT, "--viewer", "Derro"), "--viewer needs --positions"),
        (("render", SHAFT, "--positions", POSITIONS, "--viewer", "Nobody"), "knows no player 'Nobody'"),
        (("render", SHAFT, "--layer", "Attic"), "no region of the Attic"),
        (("render", UNDERDEEP, "--positions", POSITIONS), "Lowerdeep 14, which is not on the map"),
        (("render", SHAFT, "-o", "/no/such/folder/map.svg"), "No such file or directory"),
        (("shew", SHAFT), "there is no command 'shew'"),
    ],
)
def test_what_cannot_be_answered_is_told(ask: Callable[..., Ran], args: tuple[str, ...], told: str) -> None:
    status, out, err = ask(*args)
    assert (status, out) == (2, "")
    assert told in " ".join(err.split())


def test_a_faulty_map_is_no_map(ask: Callable[..., Ran], tmp_path: Path) -> None:
    path = tmp_path / "map.toml"
    path.write_text('[Upperdeep.4]\nfeatures = ["mushroms"]\nways = [5]\n', encoding="utf-8")
    status, _, err = ask("show", str(path), "UD 4")
    assert status == 2
    assert "Did you mean mushrooms?" in err
    status, out, _ = ask("lint", str(path))
    assert status == 1
    assert "fault: line 1, [Upperdeep 4] features" in out
    assert "not used, 1 fault." in out


def test_lint_tells_islands_one_way_ways_and_unknown_regions(ask: Callable[..., Ran], tmp_path: Path) -> None:
    path = tmp_path / "map.toml"
    path.write_text(
        '[Upperdeep.4]\nkind = "cavern"\nways = ["5: one way", 7]\n[Upperdeep.5]\nkind = "corridor"\n'
        '[Upperdeep.9]\nkind = "corridor"\n',
        encoding="utf-8",
    )
    status, out, _ = ask("lint", str(path), "--format", "json")
    assert status == 1
    told = [(problem["where"], problem["what"]) for problem in json.loads(out)["problems"]]
    assert told == [
        ("Upperdeep 4", "leads to Upperdeep 5 one way only"),
        ("Upperdeep 7", "is named by the ways of Upperdeep 4 and has no entry"),
        ("Upperdeep 9", "is joined to nothing"),
    ]
    assert ask("lint", SHAFT)[0] == 0


def test_binary_files_are_refused(ask: Callable[..., Ran], tmp_path: Path) -> None:
    path = tmp_path / "map.toml"
    path.write_bytes(bytes(range(256)) * 10)
    assert ask("lint", str(path))[0] == 2


def test_a_picture_is_written(ask: Callable[..., Ran], tmp_path: Path) -> None:
    path = tmp_path / "map.svg"
    status, out, err = ask("render", SHAFT, "-o", str(path))
    assert (status, out) == (0, "")
    assert str(path) in err
    assert path.read_bytes().decode() == ask("render", SHAFT)[1]


def test_a_viewer_sees_no_more_than_he_may(ask: Callable[..., Ran]) -> None:
    everything = ask("render", SHAFT, "--positions", POSITIONS)[1]
    derro = ask("render", SHAFT, "--positions", POSITIONS, "--viewer", "derro")[1]
    for secret in ("Skulkers", "disguised", "15 Kobold"):
        assert secret in everything
        assert secret not in derro
    assert "Brigands" in derro
    assert "5 Kobold" in derro


def test_names_of_a_map_cannot_drive_the_terminal(ask: Callable[..., Ran], tmp_path: Path) -> None:
    path = tmp_path / "map.toml"
    path.write_text('[Upperdeep.4]\nname = "a\\u001b[31mb & <c>"\nkind = "cavern"\n', encoding="utf-8")
    assert "\x1b" not in ask("show", str(path), "UD 4")[1]
    picture = ask("render", str(path))[1]
    assert "\x1b" not in picture
    assert "&amp; &lt;c&gt;" in picture


def test_the_picture_does_not_depend_on_the_hash_seed() -> None:
    command = [sys.executable, "-m", "orderbook", "map", "render", SHAFT, "--positions", POSITIONS]
    pictures = {
        subprocess.run(command, capture_output=True, check=True, env={"PYTHONHASHSEED": seed, "PATH": ""}).stdout
        for seed in ("0", "1", "4242")
    }
    assert len(pictures) == 1


def test_a_system_without_maps_says_so(cli: Callable[..., Ran]) -> None:
    status, _, err = cli("map", "lint", SHAFT)
    assert status == 2
    assert "has no maps" in err
