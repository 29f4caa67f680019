"""Armies and orders against what has to be told, and the laws of telling."""

import random
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.orders import judge

from orderbook.systems.underdeep.checks.orders import DOCS


def load_cases() -> list[dict[str, Any]]:
    """The cases, each with faction, Armies and Dungeons of the one before where it has none of its own."""
    kept: dict[str, Any] = {}
    cases = []
    for case in tomllib.loads(Path(__file__).with_name("checks.toml").read_text("utf-8"))["case"]:
        kept |= {key: case[key] for key in ("faction", "armies", "dungeons") if key in case}
        cases.append(kept | case)
    return cases


CASES = load_cases()


def told(case: dict[str, Any], orders: str | None = None) -> list[str]:
    tabs = {"Armies": case["armies"], "Dungeons": case["dungeons"], "Orders": orders or case["orders"]}
    return [f"{check}: {words}" for check, words in judge(tabs, case["faction"])]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["what"])
def test_orders_are_judged(case: dict[str, Any]) -> None:
    assert told(case) == case["told"]


def test_every_check_that_needs_no_map_has_a_case() -> None:
    found = {entry.split(":")[0] for case in CASES for entry in case["told"]}
    assert found == {doc.name for doc in DOCS if not doc.needs}


@given(st.randoms(use_true_random=False))
@settings(max_examples=12, deadline=None)
def test_the_order_of_the_lines_is_no_matter(rng: random.Random) -> None:
    case = next(case for case in CASES if case["what"] == "a spell takes somebody who has it")
    rows = [
        row for other in CASES if other["armies"] == case["armies"] for row in other["orders"].strip().split("\n")
        if "Haste" not in row and "Invisibility" not in row and not row[0].isdigit()
    ]  # fmt: skip
    rng.shuffle(rows)
    assert _by_itself(told(case, "\n\n".join(rows))) == _by_itself(told(case, "\n\n".join(sorted(rows))))


def _by_itself(found: list[str]) -> list[str]:
    """What does not depend on other orders: all but counts, which several orders share."""
    return sorted(entry for entry in found if not entry.startswith("order-count"))


RECRUITED = {
    "Armies": "5 Kobold Slingers - Garrisoned at Skitterhole (Lowerdeep 4)",
    "Dungeons": "Skitterhole (Lowerdeep 4)\n- Burrow",
    "Recruitment": "Skitterhole (LD4)\nRecruit 5 Kobold Slingers: -25 Gold\nRecruit 2 Kobold Skulkers: -14 Gold",
}


@pytest.mark.parametrize(
    ("orders", "expected"),
    [
        ("5 Slingers (LD4): move to LD9", []),
        ("6 Slingers (LD4): move to LD9", [("order-count", "6")]),
        ("2 Skulkers (LD4): move to LD9", []),  # forgotten in Armies: that is told there
        ("3 Skulkers (LD4): move to LD9", [("order-count", "3")]),
    ],
)
def test_recruits_may_act_at_once(orders: str, expected: list[tuple[str, str]]) -> None:
    assert judge(RECRUITED | {"Orders": orders}, "Cleversmart Kobolds") == expected


def test_where_recruits_are_listed_a_week_late_they_may_act_all_the_same() -> None:
    tabs = RECRUITED | {"Orders": "10 Slingers (LD4): move to LD9\n2 Skulkers (LD4): move to LD9"}
    late = ["recruits-in-armies=from-next-week"]
    assert judge(tabs, "Cleversmart Kobolds", options=late) == []
    assert judge(tabs, "Cleversmart Kobolds") == [("order-count", "10")]
