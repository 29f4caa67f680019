"""Parts folded by ``<details>``, as Markdown forums have them."""

from __future__ import annotations

import pytest

from tests.bbcode.posts import AIRY, mend, outline, parse, sections, source_of


def as_html(post: str, opener: str = "<details>\n<summary>", closer: str = "</summary>\n") -> str:
    parts = post.split("[spoiler=")
    folded = [part.replace("]", closer, 1) for part in parts[1:]]
    return opener.join([parts[0], *folded]).replace("[/spoiler]", "</details>")


@pytest.mark.parametrize(
    ("opener", "closer"),
    [
        ("<details>\n<summary>", "</summary>\n"),
        ("<details><summary>", "</summary>"),
        ('<details open class="x">\n  <summary title="y"><b>', "</b></summary>\n\n"),
        ("<DETAILS><SUMMARY>", "</SUMMARY>"),
    ],
)
def test_folded_parts_are_tabs(opener: str, closer: str) -> None:
    view = as_html(AIRY, opener, closer)
    markup = parse(view)
    assert outline(markup.root) == outline(parse(AIRY).root)
    assert sections(markup.root) == sections(parse(AIRY).root)
    assert markup.problems == ()
    assert source_of(markup) == view


def test_a_lost_closing_tag_is_put_in_as_html() -> None:
    right = as_html("[spoiler=Trade]\nNone\n[/spoiler]\n[spoiler=Orders]\nNone\n[/spoiler]\n")
    wrong = right.replace("</details>\n", "", 1)
    (problem,) = parse(wrong).problems
    assert problem.kind == "unclosed"
    assert mend(wrong) == right


def test_a_misspelt_closing_tag_is_put_right() -> None:
    right = as_html(AIRY)
    assert mend(right.replace("</details>", "</detials>", 1)) == right


def test_html_inside_of_a_folded_part_is_markup() -> None:
    view = (
        "<details><summary>Trade</summary><p>one</p><ul><li>two</li><li>three</li></ul>"
        "<table><tr><th>a</th><th>b</th></tr><tr><td>4</td><td>5</td></tr></table></details>"
    )
    assert sections(parse(view).root) == [("Trade", "one", "two", "three", "a\tb", "4\t5")]


def test_without_a_folded_part_html_is_text() -> None:
    assert sections(parse("[spoiler=Trade]<b>one</b>[/spoiler]").root) == [("Trade", "<b>one</b>")]


def test_html_in_code_is_text() -> None:
    view = "[code]<details><summary>Trade</summary>x</details>[/code]"
    assert outline(parse(view).root) == []
    assert source_of(parse(view)) == view
