"""Campaigns of generated players: every Wealth they state comes out, and the laws of books and journals hold."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from support.weeks import PlayedWeek, by_week, clean_series, play, stated

from orderbook.books.bundle import Bundle
from orderbook.campaign.canonical import canonical_json
from orderbook.campaign.event import describe_event
from orderbook.campaign.game import LedgerRequest, Player, Setup
from orderbook.systems.underdeep.week.closing import wealth_of
from orderbook.systems.underdeep.week.codec import read_state, write_state
from orderbook.systems.underdeep.week.folds.fold import fold
from orderbook.systems.underdeep.week.ledger import keep_ledger
from orderbook.systems.underdeep.week.resolve import resolve_week
from orderbook.systems.underdeep.week.state import GameState

NAMES = ("Anna", "Bert", "Cleo")
CAMPAIGNS = range(8)


def play_three(number: int) -> tuple[dict[str, int], list[PlayedWeek]]:
    """A campaign of three players, each with a series of posts of their own; the seeds by player."""
    seeds = {name: 3 * number + at for at, name in enumerate(NAMES)}
    posts = {name: by_week(clean_series(seed)) for name, seed in seeds.items()}
    players = [Player(name, clean_series(seed).truth["faction"]) for name, seed in seeds.items()]
    return seeds, play(posts, players)


PLAYED = {number: play_three(number) for number in CAMPAIGNS}


def dump(state: GameState) -> str:
    return canonical_json(write_state(state))


@pytest.mark.parametrize("number", CAMPAIGNS)
def test_every_stated_wealth_comes_out(number: int) -> None:
    seeds, weeks = PLAYED[number]
    compared = 0
    for week in weeks:
        for name, seed in seeds.items():
            if week.request.week in by_week(clean_series(seed)):
                told = stated(clean_series(seed), week.request.week)
                wealth = wealth_of(week.after, name)
                assert {resource: wealth[resource] for resource in told} == told, (name, week.request.week)
                compared += 1
    assert compared >= 9


@pytest.mark.parametrize("number", CAMPAIGNS)
def test_correct_posts_are_not_blamed(number: int) -> None:
    _, weeks = PLAYED[number]
    for week in weeks:
        assert [event.data for event in week.events("order-void")] == []
        assert [event.data for event in week.events("found-wrong")] == []
        assert [event.data for event in week.events("wealth-reckoned") if "stated" in event.data] == []


@pytest.mark.parametrize("number", CAMPAIGNS)
def test_snapshot_and_fold_agree(number: int) -> None:
    """Every week from the snapshot before it, read from JSON, gives the snapshot after it."""
    for week in PLAYED[number][1]:
        state = read_state(write_state(week.before))
        for event in week.resolution.events:
            state = fold(state, event)
        assert dump(state) == dump(week.after)
        assert read_state(write_state(state)) == state


@pytest.mark.parametrize("number", CAMPAIGNS)
def test_resolving_twice_and_in_another_order_changes_nothing(number: int) -> None:
    rng = Random(number)
    for week in PLAYED[number][1]:
        first = [canonical_json(describe_event(event)) for event in week.resolution.events]
        shuffled = replace(
            week.request,
            state=shuffle_state(week.request.state, rng),
            posts=tuple(rng.sample(week.request.posts, len(week.request.posts))),
            earlier=tuple(rng.sample(week.request.earlier, len(week.request.earlier))),
        )
        again = [canonical_json(describe_event(event)) for event in resolve_week(shuffled).events]
        assert again == first


def shuffle_state(state: GameState, rng: Random) -> GameState:
    """The same state with its tables lying in another order."""

    def mix(table: dict[str, object]) -> dict[str, object]:
        return dict(rng.sample(sorted(table.items()), len(table)))

    return replace(
        state,
        players=mix(dict(state.players)),
        sites=mix(dict(state.sites)),
        groups=mix(dict(state.groups)),
        trades=mix(dict(state.trades)),
        regions=mix(dict(state.regions)),
    )


@pytest.mark.parametrize("number", CAMPAIGNS)
def test_nobody_comes_from_nowhere(number: int) -> None:
    """Heads after a week are those before, with those who entered and were raised, less those who left."""
    for week in PLAYED[number][1]:
        heads = count_heads(week.before)
        for event in week.resolution.events:
            if event.kind in ("group-entered", "recruited", "hired"):
                group = event.data["group"]
                assert isinstance(group, dict)
                heads[str(group["owner"])] += int(str(group.get("count", 1)))
            if event.kind in ("dismissed", "starved", "lost"):
                heads[week.before.groups[str(event.data["group"])].owner] -= int(str(event.data["count"]))
            if event.kind == "deserted":
                heads[week.before.groups[str(event.data["group"])].owner] -= int(str(event.data["count"]))
                heads[""] += int(str(event.data["count"]))
        assert +heads == +count_heads(week.after)


@pytest.mark.parametrize("number", CAMPAIGNS)
def test_nobody_is_in_two_places(number: int) -> None:
    """A group comes to a place by an event that says so, at most once a week, and a part stays beside its whole."""
    moved = 0
    for week in PLAYED[number][1]:
        seen = [str(event.data["group"]) for event in week.events("moved")]
        assert len(seen) == len(set(seen))
        moved += len(seen)
        for name, group in week.after.groups.items():
            before = week.before.groups.get(name)
            if before is not None and name not in seen:
                assert (before.region, before.site) == (group.region, group.site)
    assert moved


def count_heads(state: GameState) -> Counter[str]:
    heads: Counter[str] = Counter()
    for group in state.groups.values():
        assert group.count > 0
        heads[group.owner] += group.count
    return heads


@pytest.mark.parametrize("number", CAMPAIGNS)
def test_another_player_shifts_nothing(number: int) -> None:
    """What happens to a player who trades with nobody is the same without the others, but for whom his troops see."""
    seeds, weeks = PLAYED[number]
    name = NAMES[number % 3]
    series = clean_series(seeds[name])
    alone = play({name: by_week(series)}, [Player(name, series.truth["faction"])], until=weeks[-1].request.week)
    together = {week.request.week: known_events(week, name) for week in weeks}
    for week in alone:
        assert known_events(week, name) == together[week.request.week]


def known_events(week: PlayedWeek, player: str) -> list[str]:
    return [
        canonical_json(describe_event(event))
        for event in week.resolution.events
        if player in event.known_to and event.kind not in ("seen", "scouted")
    ]


@pytest.mark.parametrize("number", CAMPAIGNS)
def test_the_books_add_up(number: int) -> None:
    """Every entry of the ledger balances, every claim about a Wealth holds, and no other account is an asset."""
    _, weeks = PLAYED[number]
    events = [event for week in weeks for event in week.resolution.events]
    journal = keep_ledger(LedgerRequest(Setup("underdeep", "a seed"), events))
    assert len(journal.claims) >= len(weeks)
    assert list(journal.broken_claims()) == []
    assert sum(journal.balances().values(), Bundle()) == Bundle()
