"""The preview shows what was read, and nothing in it can run."""

from __future__ import annotations

import re
from html import unescape
from html.parser import HTMLParser

import pytest

from orderbook.bbcode.nodes import iter_nodes
from orderbook.bbcode.preview import LONGEST_PREVIEW, render_preview
from orderbook.bbcode.roles import Role
from tests.bbcode.posts import AIRY, HEADED, TIGHT, is_section, parse

_ELEMENTS = "strong em u s sub sup h4 pre table tr td div details summary blockquote cite br hr span a p b"
_ALLOWED = frozenset(_ELEMENTS.split())

TITLED = [
    AIRY,
    TIGHT,
    HEADED,
    "[spoiler=Player's Tab]don't [b]x[/b][/spoiler][spoiler=O'Brien's \"tab\"]y[/spoiler]",
    "[spoiler=Wealth = 5 Gold]a[/spoiler][spoiler=Turn [b]3[/b]]b[/spoiler]",
    '[SPOILER=<i>x</i> & co]a[/SPOILER][details="[0]"]b[/details]',
    "[spoiler=Armies]a\n[spoiler=Trade]b[/spoiler]",
]


@pytest.mark.parametrize("view", TITLED)
def test_titles_of_tabs_agree_with_the_tree(view: str) -> None:
    html = render_preview(view, is_section)
    shown = [unescape(title) for title in re.findall("<summary>(.*?)</summary>", html)]
    assert shown == [node.title for node in iter_nodes(parse(view).root) if node.role is Role.TAB]


class _Inspector(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.faults: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in _ALLOWED:
            self.faults.append(tag)
        for name, value in attrs:
            good = {
                "class": r"[a-z]+",
                "open": r"",
                "rel": r"[a-z ]+",
                "href": r"https?://.*|mailto:.*",
                "style": r"color: (#[0-9A-Fa-f]+|[A-Za-z]+)",
            }.get(name)
            if good is None or not re.fullmatch(good, value or ""):
                self.faults.append(f"{name}={value}")

    def handle_data(self, data: str) -> None:
        self.text += data


ATTACKS = [
    "<script>alert(1)</script>",
    "[spoiler=<img src=x onerror=alert(1)>]x[/spoiler]",
    '[spoiler="><script>alert(1)</script>]x[/spoiler]',
    "[ic=<svg onload=alert(1)>]x[/ic]",
    "[quote=<b onmouseover=alert(1)>]x[/quote]",
    "[url=javascript:alert(1)]x[/url]",
    "[url= javascript:alert(1)]x[/url]",
    "[url=JaVaScRiPt:alert(1)]x[/url]",
    "[url=data:text/html,<script>alert(1)</script>]x[/url]",
    "[url=vbscript:x]x[/url]",
    "[url]javascript:alert(1)[/url]",
    '[url=http://a.b" onclick="alert(1)]x[/url]',
    "[url=http://a.b' onclick='alert(1)]x[/url]",
    "[url=http://a.b/[b]<script>[/b]]x[/url]",
    "[email=a@b.c?subject=<script>]x[/email]",
    "[img]http://a.b/c.png[/img][img]javascript:alert(1)[/img]",
    "[img=x onerror=alert(1)]y[/img]",
    "[color=red;background:url(javascript:alert(1))]x[/color]",
    '[color=red" onclick="alert(1)]x[/color]',
    "[color=expression(alert(1))]x[/color]",
    "[size=99999pt;position:fixed]x[/size]",
    "[font=x;y]z[/font]",
    "[code]<script>alert(1)</script>[/code]",
    "[xtab=0]x[/xtab][xurl=0]y[/xurl]",
    "[table onclick=x][tr][td]<iframe>[/td][/tr][/table]",
    "{{ bbcode-link-0 }} \ue000script\ue001",
    "&lt;script&gt;&#60;script&#62;",
    "[b]<[/b]script>",
]


@pytest.mark.parametrize("view", ATTACKS)
def test_attacks_stay_inert(view: str) -> None:
    inspector = _Inspector()
    inspector.feed(render_preview(view, is_section))
    assert inspector.faults == []


def test_what_is_shown() -> None:
    html = render_preview(
        "[b]A[/b] [X] & [url=http://a.b/?c=1&d=2]e[/url]\n[list][*]f[*]g[/list][s]h[/s] [nobbc][b][/nobbc]"
    )
    assert html == (
        '<strong>A</strong> [X] &amp; <a href="http://a.b/?c=1&amp;d=2" rel="nofollow noopener noreferrer">e</a><br />'
        '<div class="list">\u2022 f<br />\u2022 g</div><s>h</s> <pre>[b]</pre>'
    )


def test_texts_that_the_library_would_choke_on() -> None:
    for view in (
        "http://a" + "!" * 200,
        "a." * 2000,
        "[b]" * 3000,
        "[spoiler]" * 500 + "x" + "[/spoiler]" * 500,
        "[" * 9999,
    ):
        inspector = _Inspector()
        inspector.feed(render_preview(view))
        assert inspector.faults == []
        assert inspector.text


def test_a_post_too_long_is_not_rendered() -> None:
    assert "not" not in render_preview("x" * LONGEST_PREVIEW)
    assert str(LONGEST_PREVIEW) in render_preview("<" * (LONGEST_PREVIEW + 1))
    assert "<<" not in render_preview("<" * (LONGEST_PREVIEW + 1))
