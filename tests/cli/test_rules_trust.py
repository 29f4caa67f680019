"""``orderbook rules options``, ``orderbook rules coverage``, and what ``explain`` tells of a rule."""

import json
from collections.abc import Callable

import pytest
from support.golden import assert_golden

from orderbook.cli.main import run

PAGES = {
    "rules-options": ("rules", "options"),
    "rules-options-chosen": ("rules", "options", "--option", "spelling=without-u"),
    "rules-options-spelling": ("rules", "options", "spelling"),
    "rules-options-shouting": ("rules", "options", "B1", "--option", "shouting=refused"),
    "rules-coverage": ("rules", "coverage"),
    "rules-coverage-waiting": ("rules", "coverage", "--status", "waiting"),
    "explain-TOY-2": ("explain", "TOY-2"),
}


@pytest.mark.parametrize("name", PAGES)
def test_pages(cli: Callable, name: str) -> None:
    status, out, err = cli(*PAGES[name])
    assert (status, err) == (0, "")
    assert all(len(line) <= 100 for line in out.splitlines())
    assert_golden(f"cli/{name}.txt", out)


def test_options_as_json(cli: Callable, post: Callable) -> None:
    rules = post('[options]\nE1 = "without-u"\n', "house.toml")
    spelling, shouting = json.loads(cli("rules", "options", "--rules", rules, "--format", "json")[1])
    assert (spelling["setting"], spelling["default"], spelling["value"]) == ("spelling", "with-u", "without-u")
    assert (spelling["applied"], spelling["checked"]) == (["support.toy.fix"], ["line-sum"])
    assert (shouting["value"], shouting["applied"], shouting["checked"]) == ("allowed", [], [])
    assert json.loads(cli("rules", "options", "shouting", "--format", "json")[1]) == [shouting]


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("spellings",), 'there is no setting "spellings"; did you mean spelling?'),
        (("zzz",), "'orderbook rules options' lists all settings"),
        (("--option", "spelling=phonetic"), "its choices are with-u, without-u"),
        (("--system", "chess"), "use one of: underdeep"),
    ],
)
def test_wrong_requests_say_what_to_do(cli: Callable, args: tuple[str, ...], said: str) -> None:
    status, out, err = cli("rules", "options", *args)
    assert (status, out) == (2, "") and said in err


def test_coverage_as_json(cli: Callable) -> None:
    told = json.loads(cli("rules", "coverage", "--format", "json")[1])
    assert told["rules"] == 3
    assert told["counts"] == {"applied": 1, "checked": 1, "asked": 1, "held": 2, "waiting": 2, "only waiting": 1}
    assert [(chapter["title"], chapter["rules"]) for chapter in told["chapters"]] == [("Words", 2), ("Things", 1)]
    assert told["waits"] == [
        {"name": "paint", "for": "a pot of paint", "rules": 2},
        {"name": "brushes", "for": "two brushes", "rules": 1},
    ]
    assert list(told["statuses"]) == ["TOY-1", "TOY-2", "TOY-3"]
    only = json.loads(cli("rules", "coverage", "--status", "only waiting", "--format", "json")[1])
    assert list(only["statuses"]) == ["TOY-3"]


def test_explain_as_json(cli: Callable) -> None:
    told = json.loads(cli("explain", "TOY-2", "--format", "json")[1])
    assert told["status"]["asked"] == ["taste"] and told["status"]["note"] == "Only the words are looked at."
    assert [point["setting"] for point in told["open"]] == ["spelling"]


def test_every_setting_of_the_underdeep_is_shown(capfd: pytest.CaptureFixture[str]) -> None:
    assert run(["rules", "options", "--format", "json"]) == 0
    settings = json.loads(capfd.readouterr().out)
    assert len(settings) == 59
    for setting in settings:
        assert run(["rules", "options", setting["id"]]) == 0
        out = capfd.readouterr().out
        assert setting["question"][:60] in out and f"{setting['default']} (default)" in out
        assert ("No code depends on it yet." in out) is not bool(setting["applied"] or setting["checked"])
        assert all(len(line) <= 100 for line in out.splitlines()), setting["id"]


def test_every_rule_of_the_underdeep_is_explained(capfd: pytest.CaptureFixture[str]) -> None:
    for rule, said in {
        "UD-ORD-21": "founding-payment",
        "UD-COM-07": "The game master is asked:",
        "UD-KOB-34": "Held as data:",
        "UD-TER-02": "Applied by: orderbook.systems.underdeep.world.steps.step_cost",
    }.items():
        assert run(["explain", rule]) == 0
        assert said in capfd.readouterr().out
