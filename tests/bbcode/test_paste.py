"""Text that a board escaped."""

from __future__ import annotations

import pytest

from orderbook.bbcode.lines import child_blocks
from orderbook.bbcode.paste import unwrap_paste
from orderbook.text.edits import Edit, apply_edits
from orderbook.text.source import Span
from tests.bbcode.posts import parse, texts

VIEWS = [
    ("&#91;spoiler=Trade&#93;None&#91;/spoiler&#93;", "[spoiler=Trade]None[/spoiler]"),
    ("&lsqb;b&rsqb;x&lsqb;/b&rsqb;", "[b]x[/b]"),
    ("[spoiler=&quot;Trade&quot;]a &amp; b[/spoiler]", '[spoiler="Trade"]a & b[/spoiler]'),
    ("[b]Dungeons &amp; Outposts[/b]", "[b]Dungeons & Outposts[/b]"),
    ("[b]a[/b]<br />\nb<br>c", "[b]a[/b]\nb\nc"),
    ("[b]a[/b]&lt;br /&gt;b", "[b]a[/b]\nb"),
    ("[b]a&nbsp;b&#x2212;&#8211;c&#039;[/b]", "[b]a\u00a0b\u2212\u2013c'[/b]"),
    ("a &bull; b", "a \u2022 b"),
]


@pytest.mark.parametrize(("text", "view"), VIEWS)
def test_escaped_text(text: str, view: str) -> None:
    paste = unwrap_paste(text)
    assert (paste.view, paste.is_identity, len(paste.notes)) == (view, False, 1)


PLAIN = [
    "Dungeons & Outposts",
    "[b]a &amp; b & c[/b]",
    "a <br> b",
    "&unknown; x",
    "x < y &gt; z",
    "&#0; &#xFFFFFFF;",
    "",
]


@pytest.mark.parametrize("text", PLAIN)
def test_plain_text_stays(text: str) -> None:
    paste = unwrap_paste(text)
    assert (paste.view, paste.is_identity, paste.notes, paste.escape('a & "b" [c]')) == (text, True, (), 'a & "b" [c]')


def test_an_edit_goes_back_into_the_source() -> None:
    text = "&#91;b&#93;Old &amp; Sons&#91;/b&#93;: &quot;5&quot; Gold<br />\nx"
    paste = unwrap_paste(text)
    at = paste.view.index("Old & Sons")
    span = paste.span_to_source(Span(at, at + len("Old & Sons")))
    assert text[span.start : span.end] == "Old &amp; Sons"
    edited = apply_edits(text, [Edit(span.start, span.end, paste.escape('New [& "Daughters"]\n'))])
    assert edited == text.replace("Old &amp; Sons", "New &#91;&amp; &quot;Daughters&quot;&#93;<br />\n")
    assert unwrap_paste(edited).view == paste.view.replace("Old & Sons", 'New [& "Daughters"]\n')


def test_a_post_in_one_quote_is_the_post() -> None:
    markup = parse("\n[quote=Bob]\n[spoiler=Trade]None[/spoiler]\n[quote]old[/quote]\n[/quote]\nLogged\n")
    assert [block.title or block.name for block in child_blocks(markup.root)] == ["Trade", "quote"]
    assert len(markup.notes) == 1


@pytest.mark.parametrize("view", ["[quote]a[/quote] I agree", "[quote]a[/quote][quote]b[/quote]", "x [quote]a[/quote]"])
def test_a_quote_beside_something_stays_a_quote(view: str) -> None:
    markup = parse(view)
    assert {block.name for block in child_blocks(markup.root)} == {"quote"}
    assert "a" not in texts(markup.root) and not markup.notes
