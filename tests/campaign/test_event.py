"""Events are written one way only, and read back as what they were."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from orderbook.campaign.canonical import NotCanonical, canonical_json, chain_hash, parse_json, to_json
from orderbook.campaign.event import Cause, Event, LoggedRoll, PostPlace, describe_event, parse_event

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(st.characters(codec=None), max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=8,
)
CAUSES = st.builds(
    Cause,
    st.lists(st.text(max_size=9), max_size=2).map(tuple),
    st.none() | st.builds(PostPlace, st.text(max_size=5), st.integers(0, 99), st.integers(1, 999)),
    st.none() | st.text(max_size=5),
    st.lists(st.builds(LoggedRoll, st.text(max_size=5), st.integers(2, 100), st.integers(1, 100)), max_size=2).map(
        tuple
    ),
)
EVENTS = st.builds(
    Event,
    st.integers(0, 60),
    st.text(max_size=6),
    st.text(max_size=6),
    st.dictionaries(st.text(max_size=4), VALUES, max_size=3),
    CAUSES,
    st.frozensets(st.text(max_size=6), max_size=3),
)


@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(EVENTS)
def test_an_event_is_read_back_as_it_was(event: Event) -> None:
    again = parse_event(parse_json(event.canonical))
    assert again == event and again.canonical == event.canonical and hash(again) == hash(event)
    assert event.canonical.encode()  # whatever it holds can be written to a file


@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(VALUES)
def test_canonical_json_is_one_text_for_one_value(value: object) -> None:
    text = canonical_json(value)
    assert canonical_json(parse_json(text)) == text
    assert parse_json(text) == to_json(value)


def test_keys_are_sorted_and_nothing_is_spaced() -> None:
    assert (
        canonical_json({"b": [1, True, None], "a": {"ö": "\x00\ud800"}})
        == '{"a":{"ö":"\\u0000\\ud800"},"b":[1,true,null]}'
    )


@pytest.mark.parametrize("value", [1.5, {"a": [float("nan")]}, {1: "a"}, b"x", {"a": {2, 3}}])
def test_what_has_no_one_form_is_refused(value: object) -> None:
    with pytest.raises(NotCanonical):
        canonical_json(value)
    with pytest.raises(NotCanonical):
        Event(1, "upkeep", "paid", {"value": value})  # type: ignore[dict-item]


@pytest.mark.parametrize("text", ["[]", "{}", '{"week":true}', '"x"', describe_event(Event(1, "a", "b"))["phase"]])
def test_what_is_no_event_is_refused(text: str) -> None:
    with pytest.raises(ValueError):
        parse_event(parse_json(text))


def test_who_may_know() -> None:
    secret, shared, open_to_all = (Event(1, "a", "b", known_to=frozenset(known)) for known in ([], ["Brogg"], ["all"]))
    assert [event.is_known_to("Brogg") for event in (secret, shared, open_to_all)] == [False, True, True]
    assert all(event.is_known_to(None) for event in (secret, shared, open_to_all))


def test_a_chain_depends_on_all_before() -> None:
    first, other = chain_hash("", "{}"), chain_hash("", "[]")
    assert first != other and chain_hash(first, "{}") != chain_hash(other, "{}")


def test_an_event_does_not_share_its_data() -> None:
    data = {"units": ["Slingers"]}
    event = Event(1, "a", "b", data)
    data["units"].append("Skulkers")
    assert event.data == {"units": ["Slingers"]}
