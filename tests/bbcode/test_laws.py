"""What holds for every text, however broken."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from orderbook.bbcode.lines import visible_lines
from orderbook.bbcode.nodes import Node, iter_nodes
from orderbook.bbcode.paste import unwrap_paste
from orderbook.bbcode.preview import render_preview
from orderbook.bbcode.scanner import scan_tags
from orderbook.text.edits import apply_edits
from orderbook.text.source import Span
from tests.bbcode.posts import AIRY, TIGHT, edits_of, parse, source_of

_TAGS = (
    "[b] [/b] [u] [/u] [i] [/i] [s] [/s] [color=red] [/color] [list] [/list] [*] [li] [/li] [table] [tr] [td] [/td] "
    "[/tr] [/table] [spoiler=Trade] [spoiler=Armies] [spoiler=Orders] [spoiler=x] [spoiler] [/spoiler] [ic=A] [/ic] "
    "[quote=Bob] [/quote] [code] [/code] [br] [hr] [X] [/spolier] [/spoiler [spoiler=Trade /spoiler] [center] "
    "[/center] <details> <details><summary>Trade</summary> </details> </detials> <summary> <b> </b> <td>"
)
_TEXTS = [
    "Trade",
    "Armies",
    "Orders",
    "Spoiler: x",
    "4 Moles",
    "don't",
    " ",
    "\n",
    "\r\n",
    "\r",
    "\n\n",
    "[",
    "]",
    "=",
    '"',
]
_ESCAPES = ["&quot;", "&#91;", "&amp;", "&", "<br>", ":", "\u00a0", "\u2028"]
_PIECES = st.sampled_from([*_TAGS.split(), *_TEXTS, *_ESCAPES])
_GARBAGE = st.lists(_PIECES, max_size=40).map("".join)
_TEXT = st.text(alphabet="[]/=b*spoilerTade \"'\n\r:ic", max_size=60)
_ANY = st.one_of(_GARBAGE, _TEXT)


@st.composite
def _spoilt_posts(draw: st.DrawFn) -> str:
    """A post with a few of its tags left out or doubled."""
    post = draw(st.sampled_from([AIRY, TIGHT]))
    tags = scan_tags(post)
    for tag in sorted(draw(st.lists(st.sampled_from(tags), max_size=4, unique=True)), key=lambda tag: -tag.start):
        written = post[tag.start : tag.end]
        post = post[: tag.start] + written * draw(st.sampled_from([0, 2])) + post[tag.end :]
    return post


@given(_ANY)
@settings(max_examples=250, deadline=None)
def test_the_pieces_of_the_tree_are_the_text(view: str) -> None:
    assert source_of(parse(view)) == view


@given(_ANY)
@settings(max_examples=200, deadline=None)
def test_spans_are_nested_and_in_order(view: str) -> None:
    for node in iter_nodes(parse(view).root):
        assert node.start <= node.inner_start <= node.inner_end <= node.end
        position = node.inner_start
        for child in node.children:
            span = child if isinstance(child, Span) else child.span
            assert position <= span.start <= span.end <= node.inner_end
            assert span.start < span.end or (isinstance(child, Node) and child.virtual)
            assert isinstance(child, Span) or child.parent is node
            position = span.end


@given(_ANY)
@settings(max_examples=200, deadline=None)
def test_visible_characters_are_those_of_the_text(view: str) -> None:
    for node in iter_nodes(parse(view).root):
        position = 0
        for line in visible_lines(node):
            assert line.span.start >= position
            position = line.span.start
            covered = 0
            for index, offset, length in line.runs:
                assert line.text[index : index + length] == view[offset : offset + length]
                assert index >= covered and set(line.text[covered:index]) <= {"\t"}
                covered = index + length
            assert set(line.text[covered:]) <= {"\t"}
            if line.runs:
                assert line.span.start <= line.runs[0][1]
                assert line.span_of(0, len(line.text)).end == sum(line.runs[-1][1:])


@given(st.one_of(_GARBAGE, _spoilt_posts()))
@settings(max_examples=150, deadline=None)
def test_edits_do_no_harm(view: str) -> None:
    """Mending again and again ends in a text without problems: no edit brings new ones for ever."""
    for _ in range(12):
        markup = parse(view)
        if not markup.problems:
            return
        edits = edits_of(markup)
        assert edits and all(0 <= edit.start <= edit.end <= len(view) for edit in edits)
        view = apply_edits(view, edits)
    assert parse(view).problems == ()


@given(_ANY)
@settings(max_examples=200, deadline=None)
def test_a_paste_leads_back_to_its_source(text: str) -> None:
    paste = unwrap_paste(text)
    position = 0
    for offset, character in enumerate(paste.view):
        span = paste.span_to_source(Span(offset, offset + 1))
        assert span.start == paste.to_source(offset) == position
        assert span.end - span.start > 1 or text[span.start] == character
        position = span.end
    assert position == len(text)
    assert paste.is_identity == (paste.view == text)


@given(_ANY)
@settings(max_examples=60, deadline=None)
def test_previews_hold_no_live_markup(view: str) -> None:
    html = render_preview(view + "<script>", lambda title: title == "Trade")
    assert "<script" not in html
