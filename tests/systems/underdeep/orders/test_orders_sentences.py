"""Sentences of orders, in as many manners as people have, against what they mean."""

from pathlib import Path

import pytest
from support.orders import as_lines, describe_line, kobold_reader, read_text

from orderbook.systems.underdeep.post.orders.read import MAX_LINE, read_orders

CASES_FILE = Path(__file__).with_name("sentences.txt")


def load_cases() -> list[tuple[str, list[list[str]]]]:
    """Each case: the text, and for each line with words in it what is said of it."""
    cases: list[tuple[str, list[list[str]]]] = []
    for block in CASES_FILE.read_text("utf-8").split("\n\n"):
        rows = [row for row in block.split("\n") if row and not row.startswith("#")]
        if not rows:
            continue
        text: list[str] = []
        told: list[list[str]] = []
        for row in rows:
            if row.startswith("    "):
                told[-1].append(row.strip())
            else:
                text.append("" if row == "\\" else row)
                if row != "\\":
                    told.append([])
        cases.append(("\n".join(text), told))
    return cases


CASES = load_cases()


@pytest.mark.parametrize(("text", "told"), CASES, ids=[text.split("\n")[0][:60] for text, _ in CASES])
def test_sentence(text: str, told: list[list[str]]) -> None:
    assert [describe_line(line) for line in read_text(text)] == told


def test_there_are_many_and_no_two_alike() -> None:
    assert len({text for text, _ in CASES}) == len(CASES) >= 120


@pytest.mark.parametrize(
    ("text", "piece"),
    [
        ("Spend 2 Speed to move 10 Slingers from LD4 to LD9.", "2 Speed"),
        ("10 Slingers (LD4): move to LD9 [2 Speed]", "2 Speed"),
        ("  - 10 Slingers (LD4): move to LD9, using 2 spd", "2 spd"),
    ],
)
def test_speed_stands_where_it_is_written(text: str, piece: str) -> None:
    (line,) = read_text(text)
    (figure,) = line.orders[0].speeds
    assert (text[figure.span.start : figure.span.end], figure.text, figure.value) == (piece, piece, 2)


def test_spans_are_those_of_the_count_the_unit_and_the_places() -> None:
    text = "x\nSpend 2 Speed to move 10 Slingers from LD4 to Needle Outpost (LD31)."
    order = read_text(text)[1].orders[0]
    actor, action = order.actors[0], order.actions[0]
    spans = [actor.count_span, actor.unit and actor.unit.span, actor.place and actor.place.span, action.targets[0].span]
    assert [span and text[span.start : span.end] for span in spans] == [
        "10",
        "Slingers",
        "LD4",
        "Needle Outpost (LD31)",
    ]


def test_a_unit_name_that_is_not_exact_is_asked_for() -> None:
    from dataclasses import replace

    asked: list[str] = []
    base = kobold_reader()

    def name_unit(text, span):  # type: ignore[no-untyped-def]
        asked.append(text)
        return base.actors._look_up(text, span)

    reader = replace(base, name_unit=name_unit)
    read_orders(as_lines("10 Kobold Slngers and 3 Skulkers move from LD4 to LD9"), reader)
    assert asked == ["Kobold Slngers"]


def test_what_is_too_long_to_be_read_is_left_to_the_game_master() -> None:
    (line,) = read_text("10 Slingers (LD4): move to LD9 (2 Speed). " + "They wait. " * MAX_LINE)
    assert not line.understood
    assert line.orders[0].actions[0].speed == 2


@pytest.mark.parametrize("text", ["(" * 3000 + "LD4" + ")" * 3000, "[" * 50 + "2 Speed" + "]" * 50, ")" * 40 + "("])
def test_piled_up_brackets_do_no_harm(text: str) -> None:
    (line,) = read_text("10 Slingers move to LD9 " + text)
    assert line.orders[0].actions[0].verb == "move"
