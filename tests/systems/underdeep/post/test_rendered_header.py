"""The heading of a post copied from a page may read like a tab's title."""

import pytest

from orderbook.systems.underdeep.post.read import read_post
from orderbook.systems.underdeep.post.titles import Tab
from orderbook.systems.underdeep.rules import underdeep_rulebook

PAGE = (
    "{header}\nThe old cook laughed until the mushrooms shook.\nProduction\nNone\nWealth\nGold: 5\nOrders\n{orders}\n"
)


@pytest.mark.parametrize("header", ["Week 6 orders", "Orders, week 6", "My orders for turn 6", "Orders (Week 6)"])
def test_it_is_no_second_tab(header: str) -> None:
    post = read_post(PAGE.format(header=header, orders="None"), underdeep_rulebook()).post
    assert [section.tab for section in post.sections] == [Tab.PRODUCTION, Tab.WEALTH, Tab.ORDERS]
    assert post.has_flavour
    assert post.week == 6


def test_a_second_tab_stays_one() -> None:
    text = PAGE.format(header="Orders", orders="None")
    assert [section.tab for section in read_post(text, underdeep_rulebook()).post.sections].count(Tab.ORDERS) == 2
