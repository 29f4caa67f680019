"""Pages as real forums write them: names with entities, guests, quotes within quotes, hard spaces, line ends."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from support.forums import FORUMS, Said, write_page
from support.posts import write_post

from orderbook.campaign.game import Player, Setup
from orderbook.campaign.postings import find_postings
from orderbook.systems import find_system

ORDERS = write_post({"Wealth": "Gold: 5", "Dungeons": "[b]Ladle Warren (L-14)[/b]\nMystery Chamber"}, 4)
LATER = ORDERS.replace("Week 4", "Week 5")
NAMES = ("Ann O'Brien <3 & Co", "Béla", "Ann O'Brien <3 & Co")
SETUP = Setup("underdeep", "s", (Player("Ann", "Cleversmart Kobolds"),))
ODD: dict[str, Callable[[str], str]] = {
    "as it is": lambda page: page,
    "hard spaces": lambda page: re.sub(r"Week (\d)", r"Week&nbsp;\1", page),
    "line ends": lambda page: page.replace("\n", "\r\n"),
    "guests": lambda page: re.sub(
        r'<a ([^>]*class="[^"]*(?:user|name|creator)[^"]*"[^>]*)>(.*?)</a>', r"<span \1>\2</span>", page
    ).replace('<a href="m">', "<b>"),
}


@pytest.mark.parametrize("what", ODD)
@pytest.mark.parametrize("forum", FORUMS)
def test_orders_are_found_with_author_and_week(forum: str, what: str) -> None:
    page = ODD[what](write_page(forum, [Said(name, ORDERS) for name in NAMES]))
    found = find_postings(page.encode(), "thread.html")
    assert [posting.author for posting in found] == list(NAMES)
    try_post = find_system("underdeep").try_post
    assert try_post is not None
    trials = [try_post(posting.source, SETUP) for posting in found]
    assert [(trial.week, trial.tabs) for trial in trials] == [(4, 11)] * 3


@pytest.mark.parametrize("forum", FORUMS)
def test_orders_quoted_within_a_quote_are_not_the_posters_own(forum: str) -> None:
    text = f"[quote=Bert][quote=Ann]{ORDERS}[/quote]No.[/quote]\n{LATER}"
    (posting,) = find_postings(write_page(forum, [Said("Ann", text)]).encode(), "thread.html")
    try_post = find_system("underdeep").try_post
    assert try_post is not None and posting.quoted
    trial = try_post(posting.source, SETUP)
    assert (trial.week, trial.tabs) == (5, 11)
