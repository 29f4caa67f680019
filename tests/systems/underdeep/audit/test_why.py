"""A figure unfolded adds up to itself, from lines that are there, by rules that are there."""

import pytest
from support.golden import assert_golden
from support.series import OPENING, audit_texts, change, generated, right_sample, sample_audit, sample_texts

from orderbook.books.book import ROWS
from orderbook.books.bundle import Bundle
from orderbook.cli.explanations import render_explanation
from orderbook.systems.series import Ruling
from orderbook.systems.system import RequestError


@pytest.mark.parametrize("seed", range(7200, 7204))
def test_the_steps_add_up_to_the_figure_and_quote_the_post(seed: int) -> None:
    _, texts = generated(seed)
    audit = audit_texts(texts)
    for week in audit.book.weeks[1:]:
        lines = texts[week.file].replace("\r\n", "\n").split("\n")
        for resource in audit.book.resources:
            told = audit.explain(f"{resource}@{week.number}")
            assert sum(step.amount for step in told.steps) == told.computed == week.computed[resource]
            assert told.stated == (week.stated or {}).get(resource)
            assert all(rule in dict(told.rules) for step in told.steps for rule in step.rules)
            for step in told.steps[1:]:
                assert step.line is not None and 1 <= step.line <= len(lines)
            for row in ROWS:
                part = audit.explain(f"{resource} {row}@{week.number}")
                assert part.computed == week.total(row)[resource]


@pytest.mark.parametrize("figure", ["Gold@8", "gold @ week 8", "GOLD@8", "gol@8", "Gold@week-8.txt"])
def test_a_figure_can_be_named_in_several_ways(figure: str) -> None:
    assert sample_audit().explain(figure) == sample_audit().explain("Gold@8")


@pytest.mark.parametrize(
    ("figure", "said"),
    [
        ("Gold", "write a resource and a week, as in Gold@4"),
        ("Gold@", "write a resource and a week"),
        ("Mithril@4", "no resource of these books"),
        ("Gold@44", "the books have no week 44; they have 4, 5, 6, 7, 8"),
        ("@4", "write a resource and a week"),
    ],
)
def test_a_figure_that_is_not_there_is_said_so(figure: str, said: str) -> None:
    with pytest.raises(RequestError, match=said):
        sample_audit().explain(figure)


def test_what_a_person_reads() -> None:
    assert_golden("audit/why-gold-8.txt", render_explanation(sample_audit().explain("Gold@8")))


def test_a_ruling_is_a_step_with_its_reason() -> None:
    audit = audit_texts(
        right_sample(), opening=OPENING, rulings=(Ruling(6, Bundle({"Gold": 50}), "found in the well"),)
    )
    steps = audit.explain("Gold@6").steps
    assert [(step.amount, step.text) for step in steps if "uling" in step.text] == [
        (50, "other: Ruling (found in the well)")
    ]


def test_what_is_not_in_the_sum_is_told() -> None:
    texts = sample_texts()
    texts["week-6.txt"] = change(
        texts["week-6.txt"],
        "10 Kobold Skulkers: -20 Gold, -10 Food\n",
        "10 Kobold Skulkers: -2O Gold, -10 Food\nAnd what the rats took, who knows.\n",
    )
    told = audit_texts(texts, opening=OPENING).explain("Gold@6")
    assert any("no Gold can be read" in note for note in told.notes)
    assert any("left to the game master" in note for note in told.notes)


def test_the_first_week_without_an_opening_says_what_is_implied() -> None:
    told = audit_texts(sample_texts()).explain("Gold@4")
    assert told.computed is None
    assert any("implies 180 Gold" in note for note in told.notes)
