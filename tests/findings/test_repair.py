"""What a fix does, line by line."""

import pytest

from orderbook.findings.formats.repair import LineChange, describe_changes, list_line_changes
from orderbook.findings.model import Fix
from orderbook.text.edits import Edit
from orderbook.text.source import SourceText

POST = "one\ntwo\nthree\nfour"


@pytest.mark.parametrize(
    ("edits", "changes"),
    [
        ([Edit(4, 7, "TWO")], [LineChange(2, ("two",), ("TWO",))]),
        (
            [Edit(0, 1, "O"), Edit(14, 15, "F")],
            [LineChange(1, ("one",), ("One",)), LineChange(4, ("four",), ("Four",))],
        ),
        ([Edit(4, 5, "T"), Edit(6, 7, "O")], [LineChange(2, ("two",), ("TwO",))]),
        ([Edit(4, 8, "")], [LineChange(2, ("two",), ())]),
        ([Edit(7, 7, "\nnew")], [LineChange(3, (), ("new",))]),
        ([Edit(4, 4, "new\n")], [LineChange(2, (), ("new",))]),
        ([Edit(0, 0, "new\n")], [LineChange(1, (), ("new",))]),
        ([Edit(4, 13, "3")], [LineChange(2, ("two", "three"), ("3",))]),
        ([Edit(4, 7, "two")], []),
        ([], []),
    ],
)
def test_line_changes(edits: list[Edit], changes: list[LineChange]) -> None:
    assert list_line_changes(SourceText(POST), Fix("", tuple(edits))) == changes


@pytest.mark.parametrize(
    ("edit", "told"),
    [
        (Edit(4, 7, "TWO"), [("", "TWO")]),
        (Edit(0, 3, "ONE"), [("(line 1)", "ONE")]),
        (Edit(4, 8, ""), [("(take line 2 out)", "")]),
        (Edit(4, 14, ""), [("(take lines 2-3 out)", "")]),
        (Edit(7, 7, "\nnew"), [("(below line 2)", "new")]),
        (Edit(0, 0, "new\n"), [("(at the top)", "new")]),
        (Edit(4, 7, "TWO\nAND"), [("", "TWO"), ("(new line)", "AND")]),
    ],
)
def test_words_for_changes(edit: Edit, told: list[tuple[str, str]]) -> None:
    assert describe_changes(SourceText(POST), Fix("", (edit,)), 2) == told


def test_carriage_returns_stay_out_of_sight() -> None:
    source = SourceText("one\r\ntwo\r\nthree")
    assert list_line_changes(source, Fix("", (Edit(5, 8, "2"),))) == [LineChange(2, ("two",), ("2",))]


def test_a_line_of_a_million_characters_is_looked_at_around_the_edit() -> None:
    source = SourceText("x" * 1_000_000)
    (change,) = list_line_changes(source, Fix("", (Edit(500_000, 500_001, "SLIP"),)))
    assert len(change.added[0]) < 200 and "xSLIPx" in change.added[0]
