"""One slip in the tags is one problem, at the tag to look at, with the edits that mend it."""

from __future__ import annotations

import pytest

from orderbook.bbcode.lines import child_blocks
from orderbook.bbcode.repairs import MOST_PROBLEMS
from tests.bbcode.posts import mend, outline, parse, source_of

# (post, kind, what the problem's span covers, the post mended)
SLIPS = [
    ("[b]Hall\nx", "unclosed", "[b]", "[b]Hall[/b]\nx"),
    ("[b][u]Hall[/b][/u]", "misnested", "[/b]", "[b][u]Hall[/u][/b]"),
    ("[B][u][i]Hall[/B][/u][/i]", "misnested", "[/B]", "[B][u][i]Hall[/i][/u][/B]"),
    ("[b]a [i]b[/b] c[/i]", "misnested", "[/b]", "[b]a [i]b[/i][/b][i] c[/i]"),
    ("[b]Hall[/u]", "unclosed", "[/u]", "[b]Hall[/b]"),
    ("[b]Hall[b]\nx", "unclosed", "[b]", "[b]Hall[/b]\nx"),
    ("[b]Hall[\\b]", "unclosed", "[\\b]", "[b]Hall[/b]"),
    ("Hall[/b]\nx", "stray", "[/b]", "Hall\nx"),
    ("a\n[/b]\nx", "stray", "[/b]", "a\nx"),
    ("[color=red]Hall[/colour]", "unclosed", "[/colour]", "[color=red]Hall[/color]"),
    ("[color=red]Hall[/color\nx", "unclosed", "[/color", "[color=red]Hall[/color]\nx"),
    ("[color=redder Hall[/color]", "stray", "[color=redder", "[color=redder] Hall[/color]"),
    ("[b]\nHall\n\nx", "unclosed", "[b]", "[b]\nHall[/b]\n\nx"),
    ("[*][b]Gold: 5\n[*]Metal: 6", "unclosed", "[b]", "[*][b]Gold: 5[/b]\n[*]Metal: 6"),
    ("[list]\n[*]a\n[*]b\n\nHall\n", "unclosed", "[list]", "[list]\n[*]a\n[*]b\n[/list]\n\nHall\n"),
    (
        "[list]\n[*]a\n\n[list]\n[*]b\n[/list]\n",
        "unclosed",
        "[list]",
        "[list]\n[*]a\n[/list]\n\n[list]\n[*]b\n[/list]\n",
    ),
    ("[list][li]a[/li][li]b[/list]", "unclosed", "[li]", "[list][li]a[/li][li]b[/li][/list]"),
    ("[list]\n[*]a\n[list]\nx", "unclosed", "[list]", "[list]\n[*]a\n[/list]\nx"),
    ("[spoiler=Trade]\nNone\n", "unclosed", "[spoiler=Trade]", "[spoiler=Trade]\nNone\n[/spoiler]\n"),
    ("[spoiler=Trade]\r\nNone", "unclosed", "[spoiler=Trade]", "[spoiler=Trade]\r\nNone\r\n[/spoiler]"),
    ("[SPOILER=Trade]None\n", "unclosed", "[SPOILER=Trade]", "[SPOILER=Trade]None[/SPOILER]\n"),
    ("[spoiler=Trade][b]None[/spoiler][/b]", "misnested", "[/b]", "[spoiler=Trade][b]None[/b][/spoiler]"),
    ("[b][spoiler=Trade]None[/b][/spoiler]", "misnested", "[/b]", "[spoiler=Trade][b]None[/b][/spoiler]"),
    (
        "[ic][spoiler=Trade]None[/ic][/spoiler]",
        "misnested",
        "[/ic]",
        "[ic][spoiler=Trade]None[/spoiler][/ic]",
    ),
    ("[ic=Rain]It rained.[/spoiler]", "unclosed", "[/spoiler]", "[ic=Rain]It rained.[/ic]"),
    ("[spoiler=Trade]None[/spolier]", "unclosed", "[/spolier]", "[spoiler=Trade]None[/spoiler]"),
    ("[spoiler=Trade]None[/spoiler", "unclosed", "[/spoiler", "[spoiler=Trade]None[/spoiler]"),
    ("[spoiler=Trade]None/spoiler]", "unclosed", "/spoiler]", "[spoiler=Trade]None[/spoiler]"),
    ("[spoiler=Trade]None[/spoiler=Trade]", "unclosed", "[/spoiler=Trade]", "[spoiler=Trade]None[/spoiler]"),
    ("[spoiler=Trade]None[/spoiler}", "unclosed", "[/spoiler}", "[spoiler=Trade]None[/spoiler]"),
    ("[spoiler=Trade\nNone\n[/spoiler]", "stray", "[spoiler=Trade", "[spoiler=Trade]\nNone\n[/spoiler]"),
    ("[spoiler=Trade None\n[/spoiler]", "stray", "[spoiler=Trade", "[spoiler=Trade] None\n[/spoiler]"),
    ("[spoiler=Trade [b]x[/b]\n[/spoiler]", "stray", "[spoiler=Trade", "[spoiler=Trade] [b]x[/b]\n[/spoiler]"),
    ("[spolier=Trade]None[/spoiler]", "stray", "[spolier=Trade]", "[spoiler=Trade]None[/spoiler]"),
    ("spoiler=Trade]None[/spoiler]", "stray", "spoiler=Trade]", "[spoiler=Trade]None[/spoiler]"),
    (
        "[spoiler=Trade]\nNone\n[spoiler]\n[spoiler=Orders]\nx\n[/spoiler]",
        "unclosed",
        "[spoiler]",
        "[spoiler=Trade]\nNone\n[/spoiler]\n[spoiler=Orders]\nx\n[/spoiler]",
    ),
    (
        "[quote=Bob]Hello.\n\nI say\n[spoiler=Trade]x[/spoiler]",
        "unclosed",
        "[quote=Bob]",
        "[quote=Bob]Hello.[/quote]\n\nI say\n[spoiler=Trade]x[/spoiler]",
    ),
    (
        "[spoiler=Orders]\n4 Moles entrench.\n\n_____\nQuote\n#12",
        "unclosed",
        "[spoiler=Orders]",
        "[spoiler=Orders]\n4 Moles entrench.\n[/spoiler]\n\n_____\nQuote\n#12",
    ),
]


@pytest.mark.parametrize(("view", "kind", "place", "mended"), SLIPS)
def test_slip(view: str, kind: str, place: str, mended: str) -> None:
    markup = parse(view)
    assert [problem.kind for problem in markup.problems] == [kind]
    problem = markup.problems[0]
    assert view[problem.span.start : problem.span.end] == place
    assert problem.message and problem.title
    assert mend(view) == mended
    assert parse(mended).problems == ()
    assert source_of(markup) == view


TWO_AT_ONE_PLACE = "[spoiler=Armies][b][u]Hall\n[spoiler=Trade]x[/spoiler]"


def test_closing_tags_at_one_place_come_in_the_right_order() -> None:
    assert len(parse(TWO_AT_ONE_PLACE).problems) == 3
    assert mend(TWO_AT_ONE_PLACE) == "[spoiler=Armies][b][u]Hall[/u][/b][/spoiler]\n[spoiler=Trade]x[/spoiler]"


FINE = [
    "[spoiler=Orders]\n[spoiler=Messages]a[/spoiler]\n[spoiler=Orders]b[/spoiler]\n[/spoiler]",
    "[ic=Week 9][ic=Rain]x[/ic][spoiler=Trade]a[/spoiler][/ic]",
    "[spoiler=Messages][spoiler=Message to Brask]a[/spoiler][/spoiler]",
    "[spoiler=Armies]a\n[spoiler=Characters]b[/spoiler]\n[/spoiler]",
    "[color=red][spoiler=Trade]a[/spoiler][/color]",
    "[list][*]a[list][*]b[/*][/list][/list]",
    "[list][li]a[li]b[/list]",
    "[table][tr][td]a[td]b[tr][td]c[/table]",
    "[b]a[/b] [hide] [ooc: later] [roll 2d6]",
    "[quote]a[quote]b[/quote][/quote]",
]


@pytest.mark.parametrize("view", FINE)
def test_no_problem(view: str) -> None:
    assert parse(view).problems == ()


def test_a_lost_closing_tag_is_told_of_the_wrapped_tab() -> None:
    view = "[ic=Week 9]\n[spoiler=Armies]\na\n[spoiler=Trade]\nb\n[/spoiler]\n[spoiler=Orders]\nc\n[/spoiler]\n[/ic]"
    markup = parse(view)
    assert outline(markup.root) == [["Week 9", "Armies", "Trade", "Orders"]]
    assert [view[problem.span.start : problem.span.end] for problem in markup.problems] == ["[spoiler=Armies]"]


def test_an_opening_tag_lost_in_a_wrapper() -> None:
    view = "[spoiler=All]\n[spoiler=Armies]a[/spoiler]\nb[/spoiler]\n[spoiler=Trade]c[/spoiler]\n[/spoiler]"
    view = view.replace("[spoiler=Armies]a", "[spoiler=Messages]m[/spoiler]\n[spoiler=Armies]a")
    markup = parse(view)
    assert outline(markup.root) == [["All", "Messages", "Armies", "Trade"]]
    assert [view[: problem.span.start].endswith("b") for problem in markup.problems] == [True]


def test_many_slips_are_counted() -> None:
    markup = parse("[/b]\n" * 300)
    assert len(markup.problems) == MOST_PROBLEMS
    assert markup.notes == (f"{300 - MOST_PROBLEMS} more slips in the tags are not told one by one.",)


HOSTILE = {
    "brackets": "[" * 20_000,
    "nested": "[spoiler]" * 3000 + "x" + "[/spoiler]" * 3000,
    "unclosed tabs": "[spoiler=a]" * 3000,
    "unclosed styles": "[b][i][list][*]" * 1000,
    "stray": "[/spoiler][/b]" * 2000,
    "crossed": "[b][u]x[/b][/u]" * 1000,
    "crossed frame": "[ic][spoiler]" * 500 + "[/ic]x[/spoiler]" * 500,
    "options": "[spoiler=[b]" * 2000,
    "code": "[code]" * 3000,
    "slips": "[/spolier] /spoiler] [spoiler=Trade\n" * 500,
    "one line": "x" * 100_000,
}


@pytest.mark.parametrize("hostile", HOSTILE.values(), ids=HOSTILE.keys())
def test_orders_after_hostile_text_are_read(hostile: str) -> None:
    view = hostile + "\n[spoiler=Orders]\n4 Moles move.\n[/spoiler]\n"
    markup = parse(view)
    assert source_of(markup) == view
    assert len(markup.problems) <= MOST_PROBLEMS
    found, stack = [], [markup.root]
    while stack:
        blocks = child_blocks(stack.pop())
        found += [block for block in blocks if block.title == "Orders"]
        stack += blocks
    assert len(found) == 1
    assert view[found[0].inner.start : found[0].inner.end] == "\n4 Moles move.\n"
