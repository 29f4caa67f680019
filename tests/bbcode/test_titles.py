"""Options of tags in the ways the forums write them."""

from __future__ import annotations

import pytest

from orderbook.bbcode.lines import child_blocks
from orderbook.bbcode.roles import Role
from tests.bbcode.posts import parse

TITLES = [
    ("[spoiler=Trade]x[/spoiler]", "Trade"),
    ("[SPOILER=Trade]x[/Spoiler]", "Trade"),
    ('[spoiler="Trade"]x[/spoiler]', "Trade"),
    ("[spoiler='Trade']x[/spoiler]", "Trade"),
    ("[spoiler=“Trade”]x[/spoiler]", "Trade"),
    ("[spoiler=&quot;Trade&quot;]x[/spoiler]", "Trade"),
    ("[spoiler=Dungeons &amp; Outposts]x[/spoiler]", "Dungeons & Outposts"),
    ("[spoiler = Trade ]x[/spoiler]", "Trade"),
    ("[ spoiler=Trade]x[/ spoiler]", "Trade"),
    ("[spoiler:Trade]x[/spoiler]", "Trade"),
    ('[spoiler title="Trade"]x[/spoiler]', "Trade"),
    ("[spoiler title='Trade']x[/spoiler]", "Trade"),
    ("[spoiler name=Trade]x[/spoiler]", "Trade"),
    ('[details="Trade"]x[/details]', "Trade"),
    ("[hide=Trade]x[/hide]", "Trade"),
    ("[tab=Trade]x[/tab]", "Trade"),
    ("[spoil=Trade]x[/spoil]", "Trade"),
    ("[spoiler=Player's Tab]x[/spoiler]", "Player's Tab"),
    ("[spoiler=O'Brien's]don't[/spoiler]", "O'Brien's"),
    ("[spoiler='tis the season]x[/spoiler]", "'tis the season"),
    ("[spoiler=Wealth = 5 Gold]x[/spoiler]", "Wealth = 5 Gold"),
    ("[spoiler=a b=c d]x[/spoiler]", "a b=c d"),
    ("[spoiler=Turn [b]3[/b]]x[/spoiler]", "Turn 3"),
    ("[spoiler=Turn [3]]x[/spoiler]", "Turn [3]"),
    ('[spoiler="a ] b"]x[/spoiler]', "a ] b"),
    ("[spoiler=A [ B]x[/spoiler]", "A [ B"),
    ("[spoiler]x[/spoiler]", ""),
    ("[spoiler=]x[/spoiler]", ""),
    ("[spoiler=Orders: Week 3]x[/spoiler]", "Orders: Week 3"),
    ("[ic=Grand Mole]x[/ic]", "Grand Mole"),
    ("[quote=Bob]x[/quote]", "Bob"),
    ('[quote="Bob"]x[/quote]', "Bob"),
    ("[quote author=Bob link=msg=12 date=1700000000]x[/quote]", "Bob"),
    ("[quote author=Bob the Grey link=topic=1.msg2#msg2 date=17]x[/quote]", "Bob the Grey"),
    ('[quote author="@bob" source="/post/1/thread" timestamp="17"]x[/quote]', "@bob"),
    ("[quote=Bob post_id=1 time=2 user_id=3]x[/quote]", "Bob"),
    ("[quote=\"Bob\" pid='12' dateline='1700000000']x[/quote]", "Bob"),
    ('[QUOTE="Bob, post: 123, member: 45"]x[/QUOTE]', "Bob"),
    ('[quote="bob, post:3, topic:45"]x[/quote]', "bob"),
    ("[QUOTE=Bob;12345]x[/QUOTE]", "Bob"),
    ("[quote=Bob [url=http://a.b]home[/url] x]x[/quote]", "Bob home x"),
]


@pytest.mark.parametrize(("view", "title"), TITLES)
def test_title(view: str, title: str) -> None:
    markup = parse(view)
    node = next(iter(markup.root.children))
    assert not isinstance(node, type(markup.root.open))
    assert (node.title, node.inner.end - node.inner.start >= 1, markup.problems) == (title, True, ())


LITERAL = [
    "[X] [x] [3 turns] [1 Speed] [Steerpike] [] [ ] [[]] [12]",
    "[ooc: back on Monday] and [list of things] and [box of 3] and [color green]",
    "[hide] in the shaft, [move] on, [time] flies",
    "[roll 4d6]",
    "[spoiler\nx",
    "[b" * 5,
    "[=Trade] [/] [/=] [:a]",
    "x [@] within a line [+] or [#12]",
]


@pytest.mark.parametrize("view", LITERAL)
def test_no_tag(view: str) -> None:
    markup = parse(view)
    assert child_blocks(markup.root) == []
    assert not markup.problems
    assert all(not hasattr(child, "role") for child in markup.root.children)


def test_roles_of_the_dialects() -> None:
    view = "[b]a[/b][s]b[/s][list][*]c[/list][code][b]d[/code][hr][table][tr][td]e[/td][/tr][/table][roll]1d6[/roll]"
    roles = [child.role for child in parse(view).root.children if not hasattr(child, "covers")]
    assert roles == [Role.STYLE, Role.STRIKE, Role.LIST, Role.RAW, Role.VOID, Role.TABLE, Role.DICE]


@pytest.mark.parametrize("name", ["code", "CODE", "nobbc", "plain", "php"])
def test_raw_ends_at_its_first_closing_tag(name: str) -> None:
    markup = parse(f"[{name}][spoiler=Trade][{name}][b]x[/{name}] [b]y[/b]")
    raw = markup.root.children[0]
    assert not markup.problems
    assert [child for child in raw.children if hasattr(child, "role")] == []


def test_unclosed_code_swallows_nothing() -> None:
    markup = parse("[code]x\n[spoiler=Trade]\nNone\n[/spoiler]")
    assert [block.title for block in child_blocks(markup.root)] == ["Trade"]
    assert [(problem.kind, problem.tag) for problem in markup.problems] == [("unclosed", "code")]
