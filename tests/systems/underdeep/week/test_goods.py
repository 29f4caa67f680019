"""Amounts in a game master's words."""

import pytest

from orderbook.systems.underdeep.week.goods import read_goods


@pytest.mark.parametrize(
    ("text", "amounts"),
    [
        ("10 Food and 5 gold", {"Food": 10, "Gold": 5}),
        ("1 Body, +2 corpses, 1 soul", {"Bodies": 3, "Souls": 1}),
        ("3 slaves; 1 prisoner", {"Slaves": 3, "Prisoners": 1}),
        ("4 Goldsmiths, nothing else", {}),
        ("nothing", {}),
    ],
)
def test_amounts_are_read_by_every_name_of_a_resource(text: str, amounts: dict[str, int]) -> None:
    assert dict(read_goods(text)) == amounts
