"""Reports of battles: what people read, in the thread and on a terminal."""

import re
from pathlib import Path

import pytest
from support.battles import battle, regiment
from support.golden import assert_golden

from orderbook.systems.battling import BATTLE_LENGTHS, BattleRequest
from orderbook.systems.underdeep.battle.command import Fought, fight_file
from orderbook.systems.underdeep.battle.engine import Battle
from orderbook.systems.underdeep.battle.piece import find_rolled
from orderbook.systems.underdeep.battle.pieces import find_written
from orderbook.systems.underdeep.battle.report.render import render_battle
from orderbook.systems.underdeep.battle.report.view import view_battle
from orderbook.systems.underdeep.battle.report.words import HARMLESS, join_words, pick
from orderbook.systems.underdeep.rules import underdeep_rulebook
from orderbook.text.source import SourceText, read_source

SAMPLES = Path(__file__).resolve().parents[4] / "samples" / "battles"
FIGURES = {"melee_attack": 2, "melee_damage": 3}


def sample(name: str) -> Fought:
    return fight_file(BattleRequest(read_source(str(SAMPLES / f"{name}.toml"))))


def lines_of(fought: Battle) -> list[str]:
    view = view_battle(fought)
    return [line for each in view.rounds for _, lines in each.groups for line in lines]


@pytest.mark.parametrize("name", ["ford", "three-banners", "ambush", "gibber-hole"])
@pytest.mark.parametrize(("format_name", "ending"), [("text", "txt"), ("bbcode", "bbcode")])
@pytest.mark.parametrize("length", BATTLE_LENGTHS)
def test_reports_of_the_samples(name: str, format_name: str, ending: str, length: str) -> None:
    assert_golden(f"battles/{name}-{length}.{ending}", sample(name).render(format_name, length))


@pytest.mark.parametrize("length", BATTLE_LENGTHS)
def test_names_break_no_tags(length: str) -> None:
    name = "[/spoiler][b]Grunts\n[*]"
    fought = battle([regiment(name, 3, **FIGURES)], [regiment("Axemen", 3, **FIGURES)], name="[i]A\nbattle", rounds=2)
    told = render_battle(fought, "bbcode", length)
    assert told.count("[/spoiler]") == told.count("[spoiler=") and told.count("[b]") == told.count("[/b]")
    assert "[i]" not in told and "[*]\n" not in told and "[b]Grunts" not in told
    assert "\uff3b/spoiler\uff3d\uff3bb\uff3dGrunts" in told


def test_tags_of_the_thread_are_closed_in_order() -> None:
    told = sample("ford").render("bbcode", "full")
    stack: list[str] = []
    for closing, tag in re.findall(r"\[(/?)(spoiler|list|b)[^\]]*\]", told):
        if closing:
            assert stack.pop() == tag
        else:
            stack.append(tag)
    assert not stack


def test_every_attack_and_every_die_is_told() -> None:
    fought = battle(
        [regiment("Grunts", 20, **FIGURES), regiment("Slingers", 9, ranged_attack=1, ranged_damage=2)],
        [regiment("Axemen", 15, defence=17, health=8, **FIGURES)],
        rounds=3,
    )
    attacks = [each for record in fought.rounds for each in record.attacks]
    told = "\n".join(lines_of(fought))
    assert len(attacks) > 4
    for each in attacks:
        assert f"= {each.total} against {each.against}" in told
    assert len(view_battle(fought).dice) == len(fought.dice.log)


@pytest.mark.parametrize(
    ("roll", "said"),
    [(14, "14 + 2 Melee Attack = 16 against 17, 1 short; 5.4 damage"), (20, "= 22 against 17; 6 damage")],
)
def test_an_attack_shows_its_sum(roll: int, said: str) -> None:
    fought = battle([regiment("Grunts", 2, **FIGURES)], [regiment("Wall", 1, defence=17, health=50)], dice=[roll, 20])
    assert any(said in line for line in lines_of(fought))


def test_harm_is_told_as_it_was() -> None:
    missed = battle([regiment("Grunts", 2, **FIGURES)], [regiment("Wall", 1, defence=40, health=50)], dice=[2, 20])
    assert any(line.endswith(tuple(f"{each}." for each in HARMLESS)) for line in lines_of(missed))
    killed = battle([regiment("Grunts", 20, **FIGURES)], [regiment("Foe", 30, health=5)], dice=[18, 10])
    (line,) = [line for line in lines_of(killed) if line.startswith("20 Grunts") and " Foe: " in line]
    assert "60 damage" in line and "12" in line.split("damage")[1]


def test_who_comes_too_late_kills_nobody() -> None:
    fought = battle(
        [regiment("A", 20, **FIGURES), regiment("Z", 20, **FIGURES)], [regiment("Foe", 2, defence=5)], dice=[18, 18, 20]
    )
    (line,) = [line for line in lines_of(fought) if line.startswith("20 Z") and " Foe: " in line]
    assert "nobody is left to die of it" in line or "the dead do not feel it" in line


def test_a_question_shows_the_line_that_settles_it() -> None:
    fought = battle(
        [regiment("Grunts", 2, withdraw=["the moon is full"], **FIGURES)], [regiment("Foe", 2, **FIGURES)], dice=[1, 1]
    )
    (question,) = view_battle(fought).questions
    assert question.line == '"order-conditions: Grunts, round 1" = "yes"' and question.answer == "no"
    answered = battle(
        [regiment("Grunts", 2, withdraw=["the moon is full"], **FIGURES)],
        [regiment("Foe", 2, **FIGURES)],
        dice=[],
        answers={"order-conditions: Grunts, round 1": "yes"},
    )
    assert "Grunts withdrew: the moon is full." in lines_of(answered)
    for length in BATTLE_LENGTHS:
        assert '"order-conditions: Grunts, round 1" = "no"' in render_battle(answered, "text", length)


def test_the_words_depend_on_the_battle_alone() -> None:
    ways = ("a", "b", "c", "d")
    assert {pick(ways, number) for number in range(40)} == set(ways)
    assert pick(ways, "Grunts", 14) == pick(ways, "Grunts", 14)
    first = sample("ford")
    swapped = read_source(str(SAMPLES / "ford.toml")).text.split("[[side]]\n")
    text = "[[side]]\n".join([swapped[0], swapped[2].rstrip() + "\n\n", swapped[1]])
    second = fight_file(BattleRequest(SourceText(text, "swapped.toml")))
    assert first.render("text", "full") == second.render("text", "full")


def test_words_are_joined() -> None:
    assert [join_words(parts) for parts in ([], ["a"], ["a", "b"], ["a", "b", "c"])] == [
        "",
        "a",
        "a and b",
        "a, b and c",
    ]


def test_no_ability_of_the_rules_makes_noise() -> None:
    unknown = {
        ability: unit.name
        for faction in underdeep_rulebook().factions
        for unit in faction.units
        for ability in unit.abilities
        if find_written(ability) is None and find_rolled(ability) is None
    }
    assert set(unknown.values()) == {"Derro Mutant"}  # whose Mutation the file has to choose
    assert not sample("ford").battle.notes
