"""Laws of weeks that go wrong: posts missing, purses too small, settings and answers of every kind."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st
from support.weeks import by_week, clean_series, play

from orderbook.books.bundle import Bundle
from orderbook.campaign.canonical import canonical_json
from orderbook.campaign.event import describe_event
from orderbook.campaign.game import LedgerRequest, Player, Question, Setup
from orderbook.rulebook.options import Options
from orderbook.systems.underdeep.week.codec import read_state, write_state
from orderbook.systems.underdeep.week.folds.fold import fold
from orderbook.systems.underdeep.week.ledger import keep_ledger
from orderbook.systems.underdeep.week.resolve import resolve_week

CHOICES = st.fixed_dictionaries(
    {},
    optional={
        "partial-upkeep": st.sampled_from(["cheapest-first", "ask"]),
        "hunger-and-pay": st.just("worse-only"),
        "desertion-causes": st.just("any-loss"),
        "recruits-in-armies": st.just("from-next-week"),
    },
)


def answerer(seed: int) -> Callable[[Question], str]:
    """Answers that depend on the question alone."""
    return lambda question: Random(f"{seed} {question.id}").choice(["yes", "no"])


@settings(max_examples=12, deadline=None)
@given(
    seeds=st.lists(st.integers(0, 23), min_size=1, max_size=2, unique=True),
    poor=st.booleans(),
    absent=st.sets(st.integers(0, 6), max_size=4),
    choices=CHOICES,
    chance=st.integers(0, 99),
)
def test_books_journal_and_order_hold_whatever_happens(
    seeds: list[int], poor: bool, absent: set[int], choices: dict[str, str], chance: int
) -> None:
    names = ["Anna", "Bert"][: len(seeds)]
    posts, players = {}, []
    for name, seed in zip(names, seeds, strict=True):
        own = by_week(clean_series(seed))
        posts[name] = {week: text for at, (week, text) in enumerate(sorted(own.items())) if at == 0 or at not in absent}
        opening = Bundle({"Gold": 1, "Food": 1}) if poor else None
        players.append(Player(name, clean_series(seed).truth["faction"], opening))
    weeks = play(posts, players, options=Options(tuple(sorted(choices.items()))), answer=answerer(chance))
    rng = Random(chance)
    for week in weeks:
        told = [canonical_json(describe_event(event)) for event in week.resolution.events]
        mixed = replace(
            week.request,
            state=read_state(write_state(week.request.state)),
            posts=tuple(rng.sample(week.request.posts, len(week.request.posts))),
        )
        assert [canonical_json(describe_event(event)) for event in resolve_week(mixed).events] == told
        state = read_state(write_state(week.before))
        for event in week.resolution.events:
            state = fold(state, event)
        assert state == week.after
        for player in state.players.values():
            assert all(amount >= 0 for amount in player.wealth.values()), (player, week.request.week)
        for group in state.groups.values():
            assert 0 <= group.owing <= group.count
    events = [event for week in weeks for event in week.resolution.events]
    journal = keep_ledger(LedgerRequest(Setup("underdeep", "a seed"), events))
    assert list(journal.broken_claims()) == []
