"""What a person sees, line by line, and where it stands."""

from __future__ import annotations

import pytest

from orderbook.bbcode.lines import child_blocks, visible_lines
from orderbook.text.source import Span
from tests.bbcode.posts import AIRY, parse

LINES = [
    ("a\nb", ["a", "b"]),
    ("a\r\nb\rc\u2028d", ["a", "b", "c\u2028d"]),
    ("a\n\nb\n   \nc\n", ["a", "", "b", "", "c"]),
    ("[b]a[/b] b", ["a b"]),
    ("[b]a\nb[/b]", ["a", "b"]),
    ("a [s]b[/s] c", ["a  c"]),
    ("[s]a\nb[/s]\nc", ["", "", "c"]),
    ("[list]\n[*]a\n[*] b\n[/list]\n\nc", ["a", " b", "", "c"]),
    ("[list][*]a[*]b[/list]c", ["a", "b", "c"]),
    ("[list][li]a[/li][li]b[/li][/list]", ["a", "b"]),
    ("[ul][li]a[list][li]b[/li][/list][/li][li]c[/li][/ul]", ["a", "b", "c"]),
    ("[@]a\n[+]b\n[#]c", ["a", "b", "c"]),
    ("a[br]b[br][br]c", ["a", "b", "", "c"]),
    ("a\n[hr]\nb", ["a", "", "b"]),
    ("a[hr]b", ["a", "", "b"]),
    ("[center]a[/center]b", ["a", "b"]),
    ("[table][tr][td]a[/td][td]b[/td][/tr][tr][td]c[/td][td][/td][td]d[/td][/tr][/table]", ["a\tb", "c\t\td"]),
    ("[table]\n[tr]\n[td]a[/td]\n[td]\nb\n[/td]\n[/tr]\n[/table]\nc", ["a\tb", "c"]),
    ("[table][tr][td]a\nb[/td][td]c[/td][/tr][/table]", ["a", "b\tc"]),
    ("[code]a\n[b]b[/b][/code]", ["a", "[b]b[/b]"]),
    ("a [X] [3 turns]", ["a [X] [3 turns]"]),
    ("[url=http://a.b]c[/url] [img]d.png[/img]", ["c d.png"]),
    ("a [spoiler=Trade]b[/spoiler] c", ["a ", " c"]),
    ("a\n[quote=Bob]b[/quote]\n[ic]c[/ic]\nd", ["a", "d"]),
    ("[b][/b]\n[color=red]\na\n[/color]", ["a"]),
    ("[b]a[/b] [/i]c", ["a c"]),
]


@pytest.mark.parametrize(("view", "expected"), LINES)
def test_visible_lines(view: str, expected: list[str]) -> None:
    assert [line.text for line in visible_lines(parse(view).root)] == expected


def test_text_beside_the_tags_of_a_tab() -> None:
    tab = child_blocks(parse("[spoiler=Production]Hollow (Lowerdeep 51)\nPool: +10 Food[/spoiler]").root)[0]
    assert [line.text for line in visible_lines(tab)] == ["Hollow (Lowerdeep 51)", "Pool: +10 Food"]


def test_tabs_inside_styles_and_lists_are_found() -> None:
    root = parse("[color=red][spoiler=Trade]a[/spoiler][list][*][ic=B]b[/ic][/list][/color][quote]c[/quote]").root
    assert [block.title or block.name for block in child_blocks(root)] == ["Trade", "B", "quote"]
    assert visible_lines(root) == []


FLAGS = [
    ("[*]a", "item"),
    ("[list][li]a[/li][/list]", "item"),
    ("[b]a[/b]", "emphasised"),
    ("[u][b]a[/b] b[/u]", "emphasised"),
    ("[size=14pt]a[/size]:", "emphasised"),
    ("- [i]a[/i]", "emphasised"),
    ("a [s]b[/s]", "struck"),
    ("a", ""),
    ("[b]a[/b] b", ""),
    ("[url=x]a[/url]", ""),
    ("[color=red]a\nb[/color]", ""),
]


@pytest.mark.parametrize(("view", "flag"), FLAGS)
def test_flags(view: str, flag: str) -> None:
    line = visible_lines(parse(view).root)[0]
    assert [name for name in ("item", "emphasised", "struck") if getattr(line, name)] == ([flag] if flag else [])


def test_spans_are_tight() -> None:
    view = "x\n[*] [b]4 Moles[/b]: +20 [i]Gold[/i]"
    line = visible_lines(parse(view).root)[1]
    for text in ("4 Moles", "Moles: +20", "20 Gold", "Gold", "s"):
        at = line.text.index(text)
        span = line.span_of(at, at + len(text))
        assert view[span.start : span.end].replace("[/b]", "").replace("[i]", "") == text
    assert line.span == Span(2, len(view))
    assert line.span_of(3, 3) == Span(view.index("oles") - 1, view.index("oles") - 1)
    assert line.span_of(len(line.text), len(line.text)).start == view.index("[/i]")


def test_a_span_across_two_cells() -> None:
    view = "[table][tr][td]Mine[/td][td]+5 Gold[/td][/tr][/table]"
    line = visible_lines(parse(view).root)[0]
    assert line.text == "Mine\t+5 Gold"
    span = line.span_of(4, 7)
    assert view[span.start : span.end] == "+5"
    assert line.span_of(0, 5) == Span(view.index("Mine"), view.index("Mine") + 4)


def test_a_line_without_text_still_has_a_place() -> None:
    line = visible_lines(parse("a\n\nb").root)[1]
    assert (line.span, line.span_of(0, 0)) == (Span(2, 2), Span(2, 2))


def test_lines_of_a_post() -> None:
    tabs = {block.title: block for block in child_blocks(parse(AIRY).root)}
    lines = visible_lines(tabs["Production"])
    assert [(line.text, line.item, line.emphasised) for line in lines] == [
        ("Deep Larder (Lowerdeep 7)", False, True),
        ("Fishing Pool: +5 Food", True, False),
        ("Crystals: +20 Gold", True, False),
        ("", False, False),
        ("Tin Gate", False, True),
        ("None", False, False),
    ]
