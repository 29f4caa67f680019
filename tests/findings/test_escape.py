"""A player's text cannot do anything in a reply, an issue or a workflow log."""

import re

from hypothesis import given
from hypothesis import strategies as st

from orderbook.findings.formats import FORMATS, render_report
from orderbook.findings.formats.escape import escape_bbcode, escape_markdown, fence_markdown
from orderbook.findings.formats.reference import Reference
from orderbook.findings.model import Finding, Fix, Severity
from orderbook.findings.report import build_report
from orderbook.text.edits import Edit
from orderbook.text.source import SourceText, Span

NASTY = st.text(alphabet=st.sampled_from("[]/=*`<>|\\&@!%:,\n\r\t\x1b\u202e\u200b a[spoiler]b"), max_size=60)
OUR_TAGS = re.compile(r"\[(?:/?b|/?list|\*|/?code|/?color(?:=\w+)?)\]")


def report_on(text: str) -> object:
    span = Span(0, len(text))
    finding = Finding("line-unread", Severity.ERROR, text, span, text, None, None, None, Fix(text, (Edit(0, 0, text),)))
    return build_report(SourceText(text), "toy", [finding], faction=text, not_judged=[text], notes=[text])


@given(NASTY)
def test_bbcode_holds_no_tag_but_ours(text: str) -> None:
    reply = render_report(report_on(text), "bbcode", Reference(lambda _: text))
    assert "[" not in OUR_TAGS.sub("", reply)
    for tag in ("b", "list", "code", "color"):
        assert len(re.findall(rf"\[{tag}[=\]]", reply)) == reply.count(f"[/{tag}]")


@given(NASTY)
def test_github_annotation_is_one_line(text: str) -> None:
    told = render_report(report_on(text), "github", Reference())
    assert told.count("\n") == 1 and told.startswith("::error ") and "\r" not in told


@given(NASTY)
def test_every_format_is_deterministic_and_ends_in_a_line_end(text: str) -> None:
    for name in FORMATS:
        told = render_report(report_on(text), name, Reference())
        assert told == render_report(report_on(text), name, Reference()) and told.endswith("\n")
        assert "\x1b" not in told


def test_escapes() -> None:
    assert escape_bbcode("[/spoiler]") == "\uff3b/spoiler\uff3d"
    assert escape_markdown("a*b <c> @d & |") == "a\\*b &lt;c&gt; \uff20d &amp; \\|"
    assert fence_markdown("a`b``c") == "```a`b``c```"
    assert fence_markdown("`a") == "`` `a ``"
