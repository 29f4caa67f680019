"""Numbers in words, at the beginning of a text."""

import pytest

from orderbook.text.number_words import NUMBER_WORDS, leading_number


@pytest.mark.parametrize(
    ("text", "value", "rest"),
    [
        ("four Slingers", 4, "Slingers"),
        ("Four Slingers", 4, "Slingers"),
        ("fourteen Slingers", 14, "Slingers"),
        ("fourty Slingers", 40, "Slingers"),
        ("twenty-one Slingers", 21, "Slingers"),
        ("twenty one Slingers", 21, "Slingers"),
        ("a dozen Slingers", 12, "Slingers"),
        ("two dozen Slingers", 24, "Slingers"),
        ("a score of Slingers", 20, "Slingers"),
        ("a pair of Slingers", 2, "Slingers"),
        ("a hundred Slingers", 100, "Slingers"),
        ("one hundred and five Slingers", 105, "Slingers"),
        ("three hundred twenty Slingers", 320, "Slingers"),
        ("a single Slinger", None, ""),
        ("single Slinger", 1, "Slinger"),
    ],
)
def test_numbers(text: str, value: int | None, rest: str) -> None:
    found = leading_number(text)
    if value is None:
        assert found is None
    else:
        assert found is not None
        assert (found[0], text[found[1] :]) == (value, rest)


@pytest.mark.parametrize(
    "text",
    ["", "Seven", "seven ", "Slingers", "a Slinger", "an Orb", "and five", "5 Slingers", "zero Slingers", "tenfold x"],
)
def test_no_numbers(text: str) -> None:
    assert leading_number(text) is None


def test_plain_words_are_those_for_1_to_20_and_the_dozen() -> None:
    assert {word for word, value in NUMBER_WORDS.items() if value in (1, 12, 20)} == {
        "one", "single", "twelve", "dozen", "twenty",
    }  # fmt: skip
    assert set(NUMBER_WORDS.values()) == set(range(1, 21))
