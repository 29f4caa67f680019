"""Posts copied from the page, and posts whose titles stand beside the tags."""

from __future__ import annotations

import pytest

from orderbook.bbcode.chrome import is_chrome
from orderbook.bbcode.lines import child_blocks
from tests.bbcode.posts import HEADED, outline, parse, sections, source_of, texts

HEADINGS = [
    "Spoiler: {}",
    "Spoiler for {}:",
    "Spoiler: {} [Show]",
    "{} [Hide]",
    "{} (click to show/hide)",
    "\u25b6 {}",
    "\u25bc {}",
    "Spoiler: {}\nShow",
    "{}",
    "{}:",
    "== {} ==",
    "=== {} ===",
    "**{}**",
    "# {}",
    "[b]{}[/b]",
    "[u][b]{}:[/b][/u]",
    "[size=4]{}[/size]",
    "- {} -",
]


@pytest.mark.parametrize("heading", HEADINGS)
def test_title_lines(heading: str) -> None:
    tabs = ("Messages", "Armies", "Trade")
    view = "Week 3\n\n" + "\n\n".join(heading.format(tab) + f"\n4 {tab}\nmore" for tab in tabs)
    markup = parse(view)
    assert sections(markup.root) == [(tab, f"4 {tab}", "more") for tab in tabs]
    assert texts(markup.root) == ["Week 3"]
    assert all(tab.virtual for tab in child_blocks(markup.root))
    assert len(markup.notes) == 1 and not markup.problems
    assert source_of(markup) == view


def test_a_spoiler_within_a_section() -> None:
    markup = parse("Spoiler: Messages\nSpoiler: To Brask\nsalt\nSpoiler: Trade\nNone")
    assert outline(markup.root) == [["Messages", "To Brask"], "Trade"]


def test_within_a_wrapper() -> None:
    markup = parse(
        "[ic=Week 3][color=red]\nArmies\n4 Moles\n\nTrade\n[list]\n[*]None\n[/list]\nOrders\nx\n[/color][/ic]"
    )
    assert outline(markup.root) == [["Week 3", "Armies", "Trade", "Orders"]]
    assert sections(markup.root)[1] == ("Trade", "None")


NOVELS = [
    "Armies\nmarched by.\nTrade\nwas slow.",
    "The orders came late.\nArmies of rats, a trade in bones, messages on the wind.",
    "[spoiler=Armies]4 Moles[/spoiler]\nTrade\nMessages\nOrders\nx",
    "",
]


@pytest.mark.parametrize("view", NOVELS)
def test_prose_is_not_cut_up(view: str) -> None:
    assert not any(node.virtual for node in child_blocks(parse(view).root))


def test_headings_over_untitled_spoilers() -> None:
    markup = parse(HEADED)
    assert sections(markup.root) == [("Messages", "None"), ("Armies", "4 Moles"), ("Orders", "4 Moles entrench.")]
    assert texts(markup.root) == [] and markup.notes == ()
    assert source_of(markup) == HEADED


def test_titles_in_the_first_line_of_untitled_spoilers() -> None:
    view = "[spoiler]\n[b]Messages[/b]\n[spoiler]\n[b]To Brask[/b]\nsalt\n[/spoiler]\n[/spoiler]\n[spoiler]Trade\nNone"
    view += "[/spoiler]"
    markup = parse(view)
    assert outline(markup.root) == [["Messages", "To Brask"], "Trade"]
    assert sections(markup.root) == [("Messages",), ("Trade", "None")]
    assert source_of(markup) == view


CHROME = [
    "Quote", "Reply", "Logged", "Like", "#12", "Posted: Tue Jun 04, 2019 10:22 pm", "Posted by: Bob", "_______________",
    "\u00ab Reply #12 on: June 5, 2014, 10:22:33 pm \u00bb", "Re: Orders on June 5, 2014", "Full Member",
    "Last edited by Bob on Jun 5, 2014", "Quote from: Bob on June 5, 2014", "Report to moderator", "Posts: 1,204",
    "Joined: Feb 2009", "Bob and 3 others like this", "Show", "Click to expand...", "Jun 5, 2014 at 10:22 pm",
]  # fmt: skip
PLAYERS_OWN = [
    "4 Moles - Garrisoned at Deep Larder", "Gold: 12", "Orders", "None", "Quote the raven to the Moth Queen.", "12",
    "Reply to Old Brask", "Move on June 5", "Report to the Overlord", "Members: 12 Moles", "", "-----",
    "Top Gate (Lowerdeep 7)", "Jun 5, 2014",
]  # fmt: skip


def test_chrome() -> None:
    assert [line for line in CHROME if not is_chrome(line)] == []
    assert [line for line in PLAYERS_OWN if is_chrome(line)] == []
