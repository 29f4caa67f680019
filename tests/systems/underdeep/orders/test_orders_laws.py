"""What holds for any text in the Orders tab."""

from hypothesis import given, settings
from hypothesis import strategies as st
from support.orders import describe_line, judge, read_text, region

from orderbook.systems.underdeep.post.orders.model import OrderLine
from orderbook.systems.underdeep.world.map import Way, build_map

_WORDS = """
10 2 1O ?? x Speed speed spd Slingers Kobold Skulker Shinycasters Frobnicators LD4 LD9 Lowerdeep 31 Needle Outpost
Skitterhole the Narrows Shee-Ra Grub Captain move moving moved to from at in via towards scout garrison garrisoned
entrench set up an ambush dig a tunnel plant charges cast Bless Scry forage forced march by with led and then they spend
using for all every unit everyone rest if unless with orders to not without until , ; . : - -> ( ) [ ] + / & ! build
recruit Palisade Mystery Chamber uses promote join total left twenty-one dozen is are will be mvoe Sped
"""
_PIECES = st.sampled_from(_WORDS.split())
_ORDERS = st.lists(_PIECES, min_size=1, max_size=40).map(" ".join)
_ANYTHING = st.text(max_size=200)
_WORLD = build_map((), [Way(region("LD4"), region("LD9")), Way(region("LD9"), region("LD31"))])
_LINES = st.lists(_ORDERS | _ANYTHING, max_size=4).map("\n".join)


def _spans(line: OrderLine):  # type: ignore[no-untyped-def]
    for _, span, _ in line.slips:
        yield span
    for order in line.orders:
        for actor in order.actors:
            yield actor.span
            yield from (span for span in (actor.count_span, actor.unit and actor.unit.span) if span)
        for action in order.actions:
            yield action.span
            yield from (figure.span for figure in action.speeds)
            yield from (spot.span for spot in (*action.targets, *action.via))


@given(_LINES)
@settings(max_examples=150, deadline=None)
def test_reading_never_fails_and_nothing_is_dropped(text: str) -> None:
    lines = read_text(text)
    assert [line.text for line in lines] == [row.strip() for row in text.split("\n") if row.strip()]


@given(_LINES)
@settings(max_examples=100, deadline=None)
def test_spans_lie_in_the_text(text: str) -> None:
    for line in read_text(text):
        assert all(0 <= span.start <= span.end <= len(text) for span in _spans(line))


@given(_ORDERS)
@settings(max_examples=80, deadline=None)
def test_spans_of_a_line_lie_in_the_line(text: str) -> None:
    (line,) = read_text(text)
    assert all(line.line.span.covers(span) for span in _spans(line))


@given(_ORDERS)
@settings(max_examples=80, deadline=None)
def test_blanks_around_a_line_change_nothing(text: str) -> None:
    (plain,), (indented,) = read_text(text), read_text(f"\t {text}  ")
    assert describe_line(plain) == describe_line(indented)


@given(_ORDERS)
@settings(max_examples=60, deadline=None)
def test_every_figure_of_speed_counts_once(text: str) -> None:
    (line,) = read_text(text)
    figures = [figure.span for order in line.orders for figure in order.speeds]
    assert len(figures) == len(set(figures))


@given(st.lists(_ORDERS, max_size=3).map("\n".join))
@settings(max_examples=60, deadline=None)
def test_judging_never_fails_and_points_into_the_orders(text: str) -> None:
    armies = "10 Kobold Slingers - Entrenched in Lowerdeep 4\nGrub, Captain of Needle Outpost (Kobold Skulker) - LD31"
    tabs = {"Armies": armies, "Dungeons": "[b]Needle Outpost (Lowerdeep 31)[/b]\nSnare", "Orders": text}
    for check, words in judge(tabs, "Cleversmart Kobolds", world=_WORLD):
        assert check.startswith("order-") and words in text


def test_a_tab_before_a_misspelt_verb_only_indents_it() -> None:
    (plain,), (indented,) = read_text("mvoe LD4"), read_text("\tmvoe LD4")
    assert describe_line(indented) == describe_line(plain)
    assert "mvoe -> move" in describe_line(indented)[0]
