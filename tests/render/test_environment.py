"""Templates: values are escaped, macros are not; every template that ships is sound."""

from typing import Any

import jinja2
import pytest
from hypothesis import given
from hypothesis import strategies as st
from jinja2 import nodes

from orderbook.render.environment import ESCAPES, _language_of, make_environment, render_template
from orderbook.render.resources import list_templates, read_template


def fill(language: str, template: str, **values: Any) -> str:
    return make_environment(language).from_string(template).render(values)


@given(st.text())
def test_a_value_cannot_close_a_tab(name: str) -> None:
    post = fill("bbcode", "[spoiler={{ name }}]{{ name }}[/spoiler]", name=name)
    assert post.count("[") == 2 and post.count("]") == 2


@pytest.mark.parametrize(
    ("template", "text"),
    [
        ("{{ x }}", "\uff3b/b\uff3d <&>"),
        ("{% macro m(y) %}[b]{{ y }}[/b]{% endmacro %}{{ m(x) }}", "[b]\uff3b/b\uff3d <&>[/b]"),
        ("{% set s %}[i]{{ x }}[/i]{% endset %}{{ s }}{{ s }}", "[i]\uff3b/b\uff3d <&>[/i]" * 2),
        ("{% for y in [x] %}\n  {{ y }}\n{% endfor %}\n", "  \uff3b/b\uff3d <&>\n"),
        ("{{ 5 | signed }} {{ -5 | signed }} {{ 0 | signed }}", "+5 -5 0"),
        ("{{ safe }}", "[b]"),
        ("a\n", "a\n"),
    ],
)
def test_bbcode(template: str, text: str) -> None:
    from markupsafe import Markup

    assert fill("bbcode", template, x="[/b] <&>", safe=Markup("[b]")) == text


def test_other_languages() -> None:
    assert fill("html", "<p>{{ x }}", x="<b>") == "<p>&lt;b&gt;"
    assert fill("svg", "{{ x }}", x="&") == "&amp;"
    assert fill("md", "{{ x }}", x="*") == "\\*"
    assert fill("txt", "{{ x }}", x="<[*]>") == "<[*]>"


@pytest.mark.parametrize("template", ["{{ missing }}", "{{ x.missing }}", "{% if missing %}{% endif %}"])
def test_a_missing_value_is_an_error(template: str) -> None:
    with pytest.raises(jinja2.UndefinedError):
        fill("bbcode", template, x={})


@pytest.mark.parametrize(
    ("name", "language"),
    [("a/b.bbcode.j2", "bbcode"), ("b.md.j2", "md"), ("md/b.j2", "txt"), ("b.txt.j2", "txt"), ("x.svg.j2", "svg")],
)
def test_language_by_name(name: str, language: str) -> None:
    assert _language_of(name) == language


def test_a_template_that_is_not_there() -> None:
    with pytest.raises(jinja2.TemplateNotFound):
        render_template("no/such.txt.j2")


@pytest.mark.parametrize("name", list_templates())
def test_shipped_template_mixes_no_markup_with_text(name: str) -> None:
    """``~`` and ``+`` of a macro's output and a value would escape the value as HTML, which BBCode is not."""
    tree = make_environment(_language_of(name)).parse(read_template(name) or "")
    assert not list(tree.find_all((nodes.Concat, nodes.Add)))
    assert not [node for node in tree.find_all(nodes.Filter) if node.name in ("safe", "escape", "e", "forceescape")]


def test_every_escape_takes_any_text() -> None:
    for _, escape_value in ESCAPES:
        assert escape_value("") == "" and isinstance(escape_value("[<*\x00"), str)
