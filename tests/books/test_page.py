"""The report for a browser: one file, nothing from outside, charts with words, readable on a phone."""

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.browser import measure_page, needs_chromium
from support.series import sample_audit

from orderbook.books.book import Book
from orderbook.books.chart import HEIGHT, WIDTH, choose_step, draw_chart
from orderbook.render.books import render_page

PHONE = 360
_BROWSERS_OWN = re.compile(r"google|gvt1")

MEASURE = """
const scale = svg => svg ? svg.getBoundingClientRect().width / svg.viewBox.baseVal.width : 1;
const boxes = [...inner.querySelectorAll('body *')].map(e => e.getBoundingClientRect()).filter(r => r.width);
const letters = [...inner.querySelectorAll('p, li, td, th, summary, figcaption, svg text')]
  .filter(e => e.getClientRects().length && e.textContent.trim());
return {
  scripts: inner.scripts.length,
  wide: inner.documentElement.scrollWidth - inner.documentElement.clientWidth,
  beyond: boxes.filter(r => r.right > inner.documentElement.clientWidth + 1).length,
  size: parseFloat(getComputedStyle(inner.body).fontSize),
  least: Math.min(...letters.map(e => parseFloat(getComputedStyle(e).fontSize) * scale(e.closest('svg')))),
  charts: [...inner.querySelectorAll('svg')].map(svg => [svg.getAttribute('role'),
    svg.querySelector('title').textContent, svg.querySelector('desc').textContent.length > 40,
    svg.getAttribute('aria-labelledby').split(' ').every(id => inner.getElementById(id))]),
  slips: inner.querySelectorAll('svg .slip').length,
  links: [...inner.querySelectorAll('a')].every(a => inner.getElementById(a.getAttribute('href').slice(1))),
};
"""


@pytest.fixture(scope="module")
def book() -> Book:
    return sample_audit().book


@needs_chromium
@pytest.mark.parametrize("width", [PHONE, 1100])
def test_a_browser_shows_it(book: Book, width: int) -> None:
    told, asked = measure_page(render_page(book), width, MEASURE)
    assert told["scripts"] == 0
    assert (told["wide"], told["beyond"]) == (0, 0)
    assert told["size"] >= 16 and told["least"] >= 11
    assert told["charts"] == [
        ["img", f"{resource} over the weeks", True, True] for resource in ("Gold", "Metal", "Food")
    ]
    assert told["slips"] == 6  # four of Gold, two of Food
    assert told["links"]
    outside = [path for path in asked if "page.test" not in path and not _BROWSERS_OWN.search(path)]
    assert outside == []


@needs_chromium
def test_a_request_to_the_outside_would_be_seen() -> None:
    _, asked = measure_page("<title>x</title><img src='http://outside.test/x.png'>", PHONE, "return 1")
    assert any("outside.test" in path for path in asked)


def test_nothing_in_the_page_leads_outside_or_runs(book: Book) -> None:
    page = render_page(book)
    assert not re.search(r"<(?:script|link|img|iframe|object|embed|form)\b|\bon\w+=|url\(|@import|https?:", page)
    assert "default-src 'none'" in page
    assert all(target.startswith("#") for target in re.findall(r'(?:href|src)="([^"]*)"', page))


def test_words_of_a_post_stay_words(book: Book) -> None:
    evil = "<script>alert(1)</script>"
    week = book.weeks[2]
    flow = replace(week.flows[0], source=evil, place=evil)
    weeks = (*book.weeks[:2], replace(week, flows=(flow, *week.flows[1:]), file=evil), *book.weeks[3:])
    slips = tuple(replace(slip, message=evil) for slip in book.slips)
    page = render_page(replace(book, title=evil, weeks=weeks, slips=slips))
    assert "<script" not in page and "&lt;script&gt;alert(1)&lt;/script&gt;" in page


def test_every_figure_is_in_the_tables(book: Book) -> None:
    page = render_page(book)
    for week in book.weeks:
        for resource in ("Gold", "Metal", "Food"):
            assert f">{week.computed[resource]}</td>" in page
            assert f">{week.correct[resource]}</td>" in page


@given(st.integers(0, 10**18))
def test_scales_are_round_and_have_few_lines(span: int) -> None:
    step = choose_step(span)
    assert str(step).rstrip("0") in ("1", "2", "5")
    assert span <= 4 * step and (step == 1 or span > step)


def test_charts_stay_within_their_frame(book: Book) -> None:
    for resource in book.resources:
        chart = draw_chart(book, resource)
        points = [tuple(map(int, point.split(","))) for point in f"{chart.stated} {chart.correct}".split()]
        assert points and all(0 <= x <= WIDTH and 0 <= y <= HEIGHT for x, y in points)
        assert len(chart.up) <= 6
        assert chart.summary.startswith(f"{resource} at the end of each week, from ")


def test_a_chart_tells_its_slips_in_words(book: Book) -> None:
    chart = draw_chart(book, "Gold")
    assert [dot.text for dot in chart.slips][:2] == ["week 6: 10 Gold too much", "week 7: 2 Gold too much"]
    assert "Slips: week 6: 10 Gold too much;" in chart.summary
    assert "With every mistake put right it would end at 333." in chart.summary
