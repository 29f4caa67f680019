"""What holds for every text that is read: nothing raises, no line is lost, every span lies in the text."""

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st
from support.mangled import mangled_posts

from orderbook.rulebook.model import Faction
from orderbook.systems.underdeep.post.entry import parse_entry
from orderbook.systems.underdeep.post.model import Section
from orderbook.systems.underdeep.post.phrases import parse_phrases
from orderbook.systems.underdeep.post.read import Reading, read_post
from orderbook.systems.underdeep.post.sites import split_place
from orderbook.systems.underdeep.post.titles import Tab, nearest_tab, parse_heading, parse_tab_title, parse_week
from orderbook.systems.underdeep.rules import underdeep_rulebook

_SIGNS = "0123456789+-=()[]{}/x:,.;@?OlI'*#|\u2013\u00a0\u2022 \t"
_WORDS = [
    "Gold", "Metal", "g", "weeks", "week", "each", "Kobold", "Slingers", "Mushroom", "Patches", "Lowerdeep", "LD4",
    "at", "four", "dozen", "next", "complete", "and", "Captain", "Commander", "of", "Skitterhole", "Total", "Mine",
    "cancelled",
]  # fmt: skip
_PIECES = st.sampled_from(_WORDS) | st.text(_SIGNS, max_size=6)
LINES = st.lists(_PIECES, max_size=14).map(" ".join) | st.text(max_size=80)
_TAGS = st.sampled_from([*(f"[spoiler={tab}]" for tab in Tab), "[/spoiler]", ""])
TEXTS = st.lists(LINES | _TAGS, max_size=25).map("\n".join)


def read(text: str) -> Reading:
    rulebook = underdeep_rulebook()
    faction: Faction = next(faction for faction in rulebook.factions if faction.name == "Cleversmart Kobolds")
    return read_post(text, rulebook, faction=faction)


def lines_of(section: Section) -> list[tuple[int, int]]:
    lines = [*section.lines, *(line for _, _, inner in section.children for line in inner)]
    return [(line.span.start, line.span.end) for line in lines if line.text.strip()]


def assert_whole(reading: Reading) -> None:
    """Every non-blank line of a tab counts exactly once, and every span is one of the text."""
    due = Counter((section.tab, span) for section in reading.sections.sections for span in lines_of(section))
    told = Counter(
        (entry.tab, (entry.line.span.start, entry.line.span.end)) for entry in reading.post.tab_lines
    )  # fmt: skip
    assert told == due
    length = len(reading.paste.view)
    assert all(0 <= finding.span.start <= finding.span.end <= length for finding in reading.findings)


@given(LINES)
@settings(max_examples=250, deadline=None)
def test_lines_are_read_without_a_fault(text: str) -> None:
    position = 0
    for phrase in parse_phrases(text):
        assert position <= phrase.start < phrase.end <= len(text)
        position = phrase.end
    entry = parse_entry(text)
    assert text[entry.name_start : entry.name_end] == entry.name
    assert (parse_tab_title(text), parse_heading(text), nearest_tab(text), parse_week(text)) is not None
    assert split_place(text).name.strip() == split_place(text).name


@given(TEXTS)
@settings(max_examples=60, deadline=None)
def test_texts_are_read_whole(text: str) -> None:
    assert_whole(read(text))


@given(mangled_posts())
@settings(max_examples=40, deadline=None)
def test_mangled_posts_are_read_whole(text: str) -> None:
    assert_whole(read(text))


@given(st.text(max_size=300))
@settings(max_examples=60, deadline=None)
def test_any_text_is_read_whole(text: str) -> None:
    assert_whole(read(text))
