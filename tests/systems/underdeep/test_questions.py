"""Every question and occasion that the rule data names is one a game master really meets."""

import ast
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

import orderbook.systems.underdeep as underdeep
from orderbook.cli.main import run
from orderbook.systems.underdeep.week.occasions import rules_of
from orderbook.systems.underdeep.week.questions import read_questions

ASKING = {"question", "ask", "_ask", "make_question_id"}
"""Functions and methods whose first text says which question is asked."""


def asked_names(source: str) -> Iterator[str]:
    """The names that calls which ask write out, also one of two: ``"a" if this else "b"``."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call):
            function = node.func
            called = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
            if called in ASKING:
                for argument in node.args[:2]:
                    choices = (argument.body, argument.orelse) if isinstance(argument, ast.IfExp) else (argument,)
                    yield from (c.value for c in choices if isinstance(c, ast.Constant) and isinstance(c.value, str))


def test_every_question_is_asked_by_code() -> None:
    folder = Path(underdeep.__file__).parent
    asked = {name for path in folder.rglob("*.py") for name in asked_names(path.read_text("utf-8"))}
    assert not set(read_questions()["questions"]) - asked


def test_names_in_calls_are_found_and_others_are_not() -> None:
    source = 'desk.question("a", ()); ask(battle, "b"); other("c"); desk.question("d" if x else "e", ("f",)); f = "g"'
    assert sorted(asked_names(source)) == ["a", "b", "d", "e"]


@pytest.mark.parametrize("name", read_questions()["occasions"])
def test_every_occasion_is_listed_and_is_left_to_the_game_master_by_a_rule(
    name: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    folder = str(tmp_path / "deeps")
    assert run(["campaign", "new", folder, "--system", "underdeep"]) == 0
    capfd.readouterr()
    assert run(["campaign", "ruling", folder, "--occasions", "--format", "json"]) == 0
    assert json.loads(capfd.readouterr().out)["occasions"][name] == read_questions()["occasions"][name]
    assert run(["campaign", "ruling", folder, "--occasions"]) == 0
    assert name in capfd.readouterr().out.split()
    assert rules_of(name)


SITES = "[spoiler=Dungeons and Outposts]\nDen (Lowerdeep 4)\nCave of Chaos\n[/spoiler]\n"


def derro_post(order: str) -> str:
    return (
        f"Week 1\n[spoiler=Production]\n[/spoiler]\n{SITES}[spoiler=Armies]\n5 Derro Filchers, Den\n[/spoiler]\n"
        f"[spoiler=Orders]\n{order}\n[/spoiler]\n"
    )


@pytest.mark.parametrize(("answer", "told"), [("yes", "juggle"), ("no", "sing")])
def test_a_second_post_of_a_real_week_waits_for_the_game_master(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], answer: str, told: str
) -> None:
    """UD-ORD-03, from the command line: an order is ruled on, then the player posts again."""
    folder = str(tmp_path / "deeps")

    def campaign(*args: str) -> tuple[int, str]:
        status = run(["campaign", *args])
        return status, capfd.readouterr().out

    def questions() -> list[str]:
        listed = json.loads(campaign("status", folder, "--format", "json")[1])
        return [str(question["id"]) for question in listed["questions"]]

    post = tmp_path / "post.txt"
    assert campaign("new", folder, "--system", "underdeep")[0] == 0
    assert campaign("player", folder, "Anna", "--faction", "Derro")[0] == 0
    post.write_text(derro_post("The Filchers in Lowerdeep 4 sing."), "utf-8")
    assert campaign("ingest", folder, str(post))[0] == 0
    assert campaign("resolve", folder, "--week", "1")[0] == 1
    first, *_ = questions()
    campaign("ruling", folder, first, "they sing")
    post.write_text(derro_post("The Filchers in Lowerdeep 4 juggle."), "utf-8")
    status, out = campaign("ingest", folder, str(post))
    assert status == 0 and "whether it counts is asked" in out
    second = questions()[0]
    assert second.startswith("second-post.anna.1.") and f"campaign ruling {folder} {second} yes|no" in out
    assert campaign("resolve", folder, "--week", "1")[0] == 1
    assert campaign("ruling", folder, second, answer)[0] == 0
    for _ in range(5):
        for name in questions():
            campaign("ruling", folder, name, "yes")
        if campaign("resolve", folder, "--week", "1")[0] == 0:
            break
    assert campaign("verify", folder)[0] == 0
    out = campaign("export", folder, str(tmp_path / "out"))[1]
    resolved = [event for step in json.loads(campaign("log", folder, "--events", "--format", "json")[1])["steps"]
                for event in step["events"] if event["kind"] == "week-resolved"]  # fmt: skip
    digest = resolved[-1]["data"]["posts"]["Anna"]
    (kept,) = [path for path in (tmp_path / "out").rglob("*.txt") if f"anna-{digest[:6]}" in path.name]
    assert told in kept.read_text("utf-8")
