"""What a campaign learns of a text before it takes it."""

from pathlib import Path

import pytest

from orderbook.campaign.game import PostTrial, Setup
from orderbook.systems import find_system
from orderbook.text.source import SourceText, read_source

SAMPLES = Path(__file__).resolve().parents[3] / "samples"
SETUP = Setup("underdeep", "")


def trial(source: SourceText) -> PostTrial:
    try_post = find_system("underdeep").try_post
    assert try_post is not None
    return try_post(source, SETUP)


@pytest.mark.parametrize(
    ("name", "week", "faction"),
    [
        ("ladle-week-5.txt", 5, "Cleversmart Kobolds"),
        ("series/week-7.txt", 7, "Cleversmart Kobolds"),
        ("thundershield.txt", None, "Dwarves"),
    ],
)
def test_an_orders_post_tells_its_week_and_faction(name: str, week: int | None, faction: str) -> None:
    found = trial(read_source(str(SAMPLES / name)))
    assert (found.week, found.faction) == (week, faction) and found.tabs >= 7


@pytest.mark.parametrize("text", ["", "Nice week, all!", "[spoiler=A song]La[/spoiler]"])
def test_talk_is_no_orders(text: str) -> None:
    assert trial(SourceText(text)).tabs == 0


def test_a_text_longer_than_any_post_is_none() -> None:
    assert trial(SourceText("[spoiler=Wealth]Gold: 5[/spoiler]" + " " * 4_000_000)).tabs == 0
