"""Named rolls: seeds, lists, replays, questions, and figures that are rolled."""

from collections import Counter

import pytest

from orderbook.dice.expressions import parse_expression
from orderbook.dice.given import AskedDice, ListedDice, ReplayedDice
from orderbook.dice.model import DiceError, Roll
from orderbook.dice.quick import QuickDice
from orderbook.dice.seeded import SeededDice


def test_a_seeded_roll_depends_on_its_key_and_number_alone() -> None:
    alone, among = SeededDice("s"), SeededDice("s")
    expected = [alone.roll(20, "a", "a") for _ in range(5)]
    found = []
    for number in range(5):
        among.roll(20, "other", f"other {number}")
        found.append(among.roll(20, "a", "a"))
    assert found == expected
    assert SeededDice("t").roll(10**6, "a", "a") != SeededDice("s").roll(10**6, "a", "a")


@pytest.mark.parametrize("sides", [1, 2, 6, 20, 100])
def test_every_face_comes_up_about_as_often(sides: int) -> None:
    for dice in (SeededDice("fair"), QuickDice("fair")):
        counts = Counter(dice.roll(sides, "", "k") for _ in range(200 * sides))
        assert set(counts) == set(range(1, sides + 1))
        assert all(100 < count < 320 for count in counts.values())


def test_a_list_is_used_in_order_and_told_when_it_runs_out() -> None:
    dice = ListedDice([14, 7], "battle.toml: dice")
    assert (dice.roll(20, "Grunts attack Axemen", ""), dice.roll(20, "Grunts check morale", ""), dice.left) == (
        14,
        7,
        0,
    )
    with pytest.raises(DiceError, match="all 2 dice are used up, and a d6 is wanted for: Confusion of Grunts"):
        dice.roll(6, "Confusion of Grunts", "")
    assert dice.log == [Roll("Grunts attack Axemen", 20, 14), Roll("Grunts check morale", 20, 7)]


@pytest.mark.parametrize("result", [0, 21, -3])
def test_a_result_the_die_does_not_have_is_told_with_its_place(result: int) -> None:
    dice = ListedDice([1, result], "the list")
    dice.roll(20, "first", "")
    with pytest.raises(DiceError, match=f"the list: die 2 shows {result}, but a d20 is wanted for: second"):
        dice.roll(20, "second", "")


def test_a_log_replays_what_was_rolled_and_nothing_else() -> None:
    log = [Roll("a", 20, 3), Roll("b", 6, 2)]
    replayed = ReplayedDice(log)
    assert [replayed.roll(20, "a", ""), replayed.roll(6, "b", "")] == [3, 2]
    assert replayed.log == log
    with pytest.raises(DiceError, match="ends after 2 rolls"):
        replayed.roll(6, "b", "")
    with pytest.raises(DiceError, match="roll 1 of the log is a d20 for: a; but a d20 is wanted for: c"):
        ReplayedDice(log).roll(20, "c", "")


def test_asking_goes_on_until_the_answer_is_a_number_of_the_die() -> None:
    answers, told = iter(["", "21", "x", " 20 "]), []
    dice = AskedDice(lambda question: next(answers), told.append)
    assert dice.roll(20, "Grunts attack", "") == 20
    assert len(told) == 3 and "1 to 20" in told[0]


@pytest.mark.parametrize(
    ("text", "ones", "rolled"),
    [
        ("3+1d12", 4, True), ("15 + 1d10", 16, True), ("2d20", 2, True), ("d6", 1, True), ("7", 7, False),
        ("1d3 x 1d100", 1, True), ("1d4 × 1d100", 1, True), ("10 - 1d4", 9, True), ("-2", -2, False), ("+5", 5, False),
    ],
)  # fmt: skip
def test_figures_are_read(text: str, ones: int, rolled: bool) -> None:
    expression = parse_expression(text)
    assert expression is not None
    assert (expression.least, expression.is_rolled) == (ones, rolled)


def test_the_dice_of_a_figure_are_rolled_from_left_to_right() -> None:
    expression = parse_expression("2d6+3x1d10-1")
    results, sides = iter([5, 4, 9]), []
    assert expression is not None
    assert expression.evaluate(lambda size: sides.append(size) or next(results)) == 5 + 4 + 27 - 1  # type: ignore[func-returns-value]
    assert sides == [6, 6, 10]


@pytest.mark.parametrize("text", ["", "x", "1d", "d", "3+", "1d6 1d6", "0d6", "1d0", "9999999999999d6", "1d6)"])
def test_what_is_no_figure_is_none(text: str) -> None:
    assert parse_expression(text) is None
