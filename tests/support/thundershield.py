"""The rulebook's sample post, ``samples/thundershield.txt``: judged, changed, carried on."""

from pathlib import Path

from orderbook.books.bundle import Bundle
from orderbook.systems import find_system
from orderbook.systems.system import CheckRequest
from orderbook.systems.underdeep.check import Judgement, judge
from orderbook.text.source import SourceText

SAMPLE = Path(__file__).resolve().parents[2] / "samples" / "thundershield.txt"
BROKE = Bundle({"Gold": 0, "Metal": 0, "Food": 0, "Bodies": 0})
"""What the player has when the week begins."""


def judge_sample(*changes: tuple[str, str]) -> Judgement:
    """The post with changes, judged with nothing in the treasury, as the rulebook has it."""
    return judge(CheckRequest(SourceText(sample_text(*changes)), opening=BROKE))


def sample_text(*changes: tuple[str, str]) -> str:
    text = SAMPLE.read_bytes().decode()
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


def findings(*changes: tuple[str, str]) -> list[list[str]]:
    """Check and line of each error and warning on the sample."""
    text = sample_text(*changes)
    report = find_system("underdeep").check(CheckRequest(SourceText(text), opening=BROKE))
    return [
        [finding.check, text[: finding.span.start].count("\n")]
        for finding in report.findings
        if finding.severity.value != "info"
    ]


def line_of(text: str) -> int:
    before = sample_text().partition(text)
    assert before[1], text
    return before[0].count("\n")


def next_weeks(number: int) -> list[Judgement]:
    """The posts of the coming weeks, as ``orderbook next`` begins them."""
    weeks, text = [], sample_text()
    for _ in range(number):
        text = find_system("underdeep").next_post(CheckRequest(SourceText(text), faction="Dwarves"))
        weeks.append(judge(CheckRequest(SourceText(text), faction="Dwarves")))
    return weeks


def weeks_left(judgement: Judgement) -> dict[str, int | None]:
    return {line.subject.name: line.weeks for line in judgement.context.post.construction}


def listed(judgement: Judgement) -> set[str]:
    return {line.structure.name for line in judgement.context.post.structures}


def figures_of(name: str) -> dict[str, int | None]:
    (character,) = [c for c in judge_sample().context.post.characters if c.name == name]
    return {label: stat.value for label, stat in character.stats.items()}


RIGHT_UPKEEP = ("20 Dwarf Ironbound: -60 Gold, -40 Food", "19 Dwarf Ironbound: -57 Gold, -38 Food")


def with_cannoneers(number: int) -> list[tuple[str, str]]:
    if number == 2:
        return []
    recruit = f"Recruit {number} Dwarf Cannoneers: -{25 * number} Gold, -{20 * number} Metal" if number else "None"
    army = f"{number} Dwarf Cannoneer \u2013 Garrisoned at Thundershield Clanhold (Upperdeep 28)\n" if number else ""
    march = (
        "Spend 1 Speed to move 2 Dwarf Cannoneers from Upperdeep 28 to Upperdeep 31 and spend 1 Speed to garrison at "
        "the Outpost at Khul-Dothar."
    )
    return [
        ("Recruit 2 Dwarf Cannoneers: -50 Gold, -40 Metal", recruit),
        ("2 Dwarf Cannoneers \u2013 Garrisoned at Thundershield Clanhold (Upperdeep 28)\n", army),
        (march, march.replace("2 Dwarf Cannoneers", f"{number} Dwarf Cannoneer") if number else ""),
    ]
