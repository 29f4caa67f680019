"""Settings that change a judgement today, each choice against posts that tell it from the others."""

import ast
import tomllib
from pathlib import Path
from typing import Any

import pytest
from support.posts import check, told, write_post

import orderbook
from orderbook.rulebook.options import parse_options
from orderbook.rulebook.rules import Ambiguity
from orderbook.systems import find_system
from orderbook.systems.system import CheckRequest
from orderbook.text.source import SourceText

PACKAGE = Path(orderbook.__file__).parent
CASES: list[dict[str, Any]] = tomllib.loads(
    Path(__file__).with_name("cases").joinpath("settings.toml").read_text(encoding="utf-8")
)["case"]
AMBIGUITIES: dict[str, Ambiguity] = {a.name: a for a in find_system("underdeep").ambiguities()}


def findings(case: dict[str, Any], choice: str) -> list[str]:
    """Names of the checks; a case without a Wealth tab is not about Wealth."""
    report = check(
        case["tabs"],
        faction=case["faction"],
        previous=case.get("previous"),
        opening=case.get("opening"),
        options=[f"{case['setting']}={choice}"],
    )
    return [name for name in told(report) if name != "wealth-missing" or "Wealth" in case["tabs"]]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['setting']}: {case['what']}")
def test_each_choice(case: dict[str, Any]) -> None:
    ambiguity = AMBIGUITIES[case["setting"]]
    assert set(case["choices"]) <= {choice.name for choice in ambiguity.choices[1:]}
    expected = {choice.name: case["choices"].get(choice.name, case["default"]) for choice in ambiguity.choices}
    assert {choice: findings(case, choice) for choice in expected} == expected


def test_every_choice_is_told_from_the_default_by_some_case() -> None:
    for name in {case["setting"] for case in CASES}:
        told_apart = {choice for case in CASES if case["setting"] == name for choice in case["choices"]}
        assert told_apart == {choice.name for choice in AMBIGUITIES[name].choices[1:]}, name


def asked_settings(folder: Path = PACKAGE) -> dict[str, set[str]]:
    """Settings that code asks for, by ``options.chose``, with the choices it asks about."""
    asked: dict[str, set[str]] = {}
    for path in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "chose":
                words = [argument.value for argument in node.args if isinstance(argument, ast.Constant)]
                assert len(words) == len(node.args) >= 2, f"{path.name}:{node.lineno}"
                asked.setdefault(words[0], set()).update(words[1:])
    return asked


def test_code_asks_for_settings_there_are_and_never_for_a_default() -> None:
    asked = asked_settings()
    assert asked
    for name, choices in asked.items():
        assert choices <= {choice.name for choice in AMBIGUITIES[name].choices[1:]}, name


def test_every_setting_the_checks_ask_for_has_cases() -> None:
    checks = PACKAGE / "systems" / "underdeep" / "checks"
    assert set(asked_settings(checks)) == {case["setting"] for case in CASES}


def test_next_lists_late_recruits_from_the_coming_week_on() -> None:
    tabs = {
        "Recruitment": "Ashcellar (Lowerdeep 9)\n2 Derro Filchers: -20 Gold, -2 Metal",
        "Dungeons": "Ashcellar (Lowerdeep 9)\nDerro Hideout",
        "Upkeep": "5 Derro Filchers: -10 Gold, -5 Food",
        "Armies": "5 Derro Filchers - Garrisoned at Ashcellar (Lowerdeep 9)",
    }
    system = find_system("underdeep")
    options = parse_options(["recruits-in-armies=from-next-week"], system.ambiguities())
    post = system.next_post(CheckRequest(SourceText(write_post(tabs)), faction="Derro", options=options))
    assert "7 Derro Filchers - Garrisoned at Ashcellar (Lowerdeep 9)" in post
    assert "7 Derro Filchers: -14 Gold, -7 Food" in post


def test_the_report_tells_by_which_settings_it_judged() -> None:
    assert check({}, faction="Derro").notes == ()
    notes = check({}, faction="Derro", options=["E24=outposts-too", "crossing-cost=on-top"]).notes
    assert notes == ("judged with crossing-cost=on-top, outpost-crystals=outposts-too",)


FOUNDED = [
    (
        "Outpost at Mirrow Gap (Lowerdeep 31): 1 week remaining",
        "Outpost at Mirrow Gap (Lowerdeep 31): -50 Gold, complete",
    ),
    ("Mirrow Gap Outpost (Lowerdeep 31): 1 week remaining", "Mirrow Gap Outpost: complete, -50 Gold"),
    ("Oubliette at Mirrow Gap (Lowerdeep 31): 1 week", "New Dungeon at Mirrow Gap (Lowerdeep 31): -100 Gold, complete"),
]


@pytest.mark.parametrize(("ordered", "founded"), FOUNDED)
def test_a_founding_is_followed_from_week_to_week(ordered: str, founded: str) -> None:
    home = "Ashcellar (Lowerdeep 9)\nOverlord's Bastion\n"
    wealth = 400 if "100" in founded else 450
    before = {
        "Construction": f"Ashcellar (Lowerdeep 9)\nBeginning Construction:\n{ordered}",
        "Dungeons": home,
        "Wealth": "Gold: 500",
    }
    now = {"Construction": founded, "Dungeons": f"{home}\nMirrow Gap (Lowerdeep 31)", "Wealth": f"Gold: {wealth}"}
    assert told(check(now, faction="Derro", previous=before)) == []
