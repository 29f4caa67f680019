"""Wealth as people type it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from orderbook.books.bundle import USUAL_ORDER, Bundle
from orderbook.cli.opening import BadOpening, parse_opening

START = Bundle({"Gold": 750, "Metal": 150, "Food": 100})


@pytest.mark.parametrize(
    ("text", "wealth"),
    [
        ("Gold 750, Metal 150, Food 100", START),
        ("750 Gold; 150 Metal; 100 Food", START),
        ("Gold: 750 Metal: 150 Food: 100", START),
        ("gold=750,metal=150,food=100", START),
        ("750g 150m 100f", START),
        ("750G/150M/100F", START),
        ("Gold - 750 | Metal \u2013 150 | Food-100", START),
        ("Gold 750\nMetal 150\nFood 100", START),
        ("750 Gold, 150 Metal and 100 Food.", START),
        ("Gold\u00a0750,\u00a0Metal\u00a0150,\u00a0Food 100", START),
        ("Gold 1,750, Metal 1.500, Food 12'000", Bundle({"Gold": 1750, "Metal": 1500, "Food": 12000})),
        ("1,750 Gold, 2 Souls", Bundle({"Gold": 1750, "Souls": 2})),
        ("1 Body, 1 Soul", Bundle({"Bodies": 1, "Souls": 1})),
        ("Gold 5, Iron 2, 4 slaves", Bundle({"Gold": 5, "Iron": 2, "Slaves": 4})),
        ("3 Black Powder, goblin prisoners: 7", Bundle({"Black Powder": 3, "Goblin Prisoners": 7})),
        ("Gold -5, Food 0", Bundle({"Gold": -5})),
        ("Gold +5", Bundle({"Gold": 5})),
        ("Gold 0", Bundle()),
    ],
)
def test_reads(text: str, wealth: Bundle) -> None:
    assert parse_opening(text) == wealth


@pytest.mark.parametrize(
    "text",
    ["", "  ", "Gold", "750", "Gold Metal 5 5", "5 5 Gold Metal", "Gold 5 Gold 6", "Gols 5", "Fodo 5",
     "Gold 5, Ir-on 2", "Gold 5 Iron",
     "Gold 9999999999999999999", "Gold 5!", "Gold \u0665", "5k Gold", "Gold 1O", "1 750 Gold", "Gold 2.5"],
)  # fmt: skip
def test_refuses_with_a_sentence(text: str) -> None:
    with pytest.raises(BadOpening) as error:
        parse_opening(text)
    assert str(error.value)


def test_a_likely_number_is_told() -> None:
    with pytest.raises(BadOpening, match='"1O" is no whole number; 10 may be meant'):
        parse_opening("Gold 1O")


@given(st.dictionaries(st.sampled_from(USUAL_ORDER), st.integers(-(10**18) + 1, 10**18 - 1), min_size=1))
def test_reads_what_a_bundle_prints(amounts: dict[str, int]) -> None:
    assert parse_opening(", ".join(f"{name} {amount}" for name, amount in amounts.items())) == Bundle(amounts)


@given(st.text(max_size=40))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        parse_opening(text)
    except BadOpening as error:
        assert str(error)
