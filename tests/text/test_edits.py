"""Edits applied together, and the text round them."""

from hypothesis import given
from hypothesis import strategies as st

from orderbook.text.edits import Edit, apply_edits


def test_edits_are_applied_at_once() -> None:
    assert apply_edits("one two three", [Edit(8, 13, "3"), Edit(0, 3, "1"), Edit(4, 4, "and ")]) == "1 and two 3"


def test_equal_edits_count_once() -> None:
    assert apply_edits("ab", [Edit(1, 1, "x"), Edit(1, 1, "x")]) == "axb"


def test_the_later_of_two_that_overlap_is_dropped() -> None:
    assert apply_edits("abcdef", [Edit(2, 5, "Y"), Edit(1, 3, "X")]) == "aXdef"


def test_no_edits() -> None:
    assert apply_edits("abc", []) == "abc"


@given(
    st.text(max_size=40), st.lists(st.tuples(st.integers(0, 40), st.integers(0, 5), st.text(max_size=3)), max_size=6)
)
def test_what_no_edit_touches_stays(text: str, drawn: list[tuple[int, int, str]]) -> None:
    edits = [
        Edit(start, min(start + length, len(text)), new) for start, length, new in drawn if start <= len(text)
    ]  # fmt: skip
    touched = {index for edit in edits for index in range(edit.start, edit.end)}
    kept = [character for index, character in enumerate(text) if index not in touched]
    left = iter(apply_edits(text, edits))
    assert all(character in left for character in kept)
