"""Laws that every week of every campaign keeps, whatever happens in it. Each gives what breaks it, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import TypeVar

from orderbook.campaign.canonical import canonical_json
from orderbook.campaign.event import EVERYBODY, GAME_MASTER, describe_event
from orderbook.campaign.game import LedgerRequest
from orderbook.systems.underdeep.week.codec import read_state, write_state
from orderbook.systems.underdeep.week.folds.fold import fold
from orderbook.systems.underdeep.week.ledger import keep_ledger
from orderbook.systems.underdeep.week.resolve import resolve_week
from orderbook.systems.underdeep.week.state import GameState
from support.weeks import PlayedWeek

T = TypeVar("T")

ENTERING = ("group-entered", "recruited", "hired", "returned")
LEAVING = ("dismissed", "starved", "lost")


def breaches(week: PlayedWeek, *, shuffle: int | None = None) -> list[str]:
    """Everything that is wrong with a week; with ``shuffle`` it is resolved once more in another order."""
    found = [
        *_state_is_sound(week.after),
        *_heads_add_up(week),
        *_fold_and_snapshot_agree(week),
        *_known_to_players_only(week),
    ]
    if shuffle is not None:
        found += _order_is_nothing(week, Random(shuffle))
    return found


def _state_is_sound(state: GameState) -> Iterator[str]:
    for name, player in state.players.items():
        yield from (f"{name} has {amount} {res}" for res, amount in player.wealth.items() if amount < 0)
    for site in state.sites.values():
        yield from (f"the store of {site} holds {amount} {res}" for res, amount in site.store.items() if amount < 0)
        if site.store and not site.is_besieged:
            yield f"{site} has a store of its own and is not besieged"
        if site.owner and site.owner not in state.players:
            yield f"{site} belongs to {site.owner}, who is nobody"
        if site.owner in site.besieged_by:
            yield f"{site} is besieged by its owner"
        for besieger in site.besieged_by:
            if not any(group.owner == besieger and group.region == site.region for group in state.groups.values()):
                yield f"{site} is besieged by {besieger}, who has nobody there"
        for one in site.standing:
            if not (one.count > 0 and 0 <= one.broken <= one.count):
                yield f"{site} has {one}"
    for group in state.groups.values():
        yield from _group_is_sound(state, group.id)
    for trade in state.trades.values():
        if not {trade.giver, trade.taker} <= state.players.keys() or any(a < 0 for a in trade.goods.values()):
            yield f"a trade that cannot be: {trade}"
    for region, facts in state.regions.items():
        if facts.bodies < 0 or any(amount < 0 for amount in facts.mined.values()):
            yield f"{region} cannot hold {facts}"


def _group_is_sound(state: GameState, name: str) -> Iterator[str]:
    group = state.groups[name]
    if group.id != name:
        yield f"{name} is filed for {group.id}"
    if group.count <= 0 or not 0 <= group.owing <= group.count:
        yield f"{name} counts {group.count}, of whom {group.owing} are owed"
    if group.owner and group.owner not in state.players:
        yield f"{name} belongs to {group.owner}, who is nobody"
    site = state.sites.get(group.site) if group.site is not None else None
    if group.site is not None and (site is None or site.region != group.region or site.owner != group.owner):
        yield f"{name} of {group.owner} in {group.region} is the garrison of {site}"
    if group.commands is not None and (
        group.commands not in state.sites or state.sites[group.commands].owner != group.owner
    ):
        yield f"{name} of {group.owner} commands {state.sites.get(group.commands)}"
    if group.wounds < 0 or group.fatigue < 0:
        yield f"{name} has {group.wounds} wounds, {group.fatigue} fatigue"


def heads(state: GameState) -> Counter[str]:
    found: Counter[str] = Counter()
    for group in state.groups.values():
        found[group.owner] += group.count
    return found


def _heads_add_up(week: PlayedWeek) -> Iterator[str]:
    """Nobody comes from nowhere and nobody vanishes: each head that is more or less has an event of its own."""
    state, expected = week.before, heads(week.before)
    for event in week.resolution.events:
        if event.kind in ENTERING:
            group = event.data["group"]
            assert isinstance(group, dict)
            expected[str(group["owner"])] += int(str(group.get("count", 1)))
        elif event.kind in LEAVING:
            expected[state.groups[str(event.data["group"])].owner] -= int(str(event.data["count"]))
        elif event.kind == "deserted":
            expected[state.groups[str(event.data["group"])].owner] -= int(str(event.data["count"]))
            expected[""] += int(str(event.data["count"]))
        elif event.kind == "turned":  # by Dominate they are somebody else's
            part = event.data["part"]
            assert isinstance(part, dict)
            expected[state.groups[str(event.data["group"])].owner] -= int(str(event.data["count"]))
            expected[str(part["owner"])] += int(str(event.data["count"]))
        state = fold(state, event)
        if +heads(state) != +expected:
            yield f"after {event.kind} {dict(event.data)}: {heads(state)}, not {expected}"
            return


def _fold_and_snapshot_agree(week: PlayedWeek) -> Iterator[str]:
    state = read_state(write_state(week.before))
    for event in week.resolution.events:
        state = fold(state, event)
    if canonical_json(write_state(state)) != canonical_json(write_state(week.after)):
        yield "the events of the week do not fold to its snapshot"
    if read_state(write_state(state)) != state:
        yield "the snapshot does not come back as it was"


def _known_to_players_only(week: PlayedWeek) -> Iterator[str]:
    known = {EVERYBODY, GAME_MASTER, *week.after.players, *(player.name for player in week.request.setup.players)}
    for event in week.resolution.events:
        if strangers := event.known_to - known:
            yield f"{event.kind} is known to {sorted(strangers)}"


def told(week: PlayedWeek) -> list[str]:
    return [canonical_json(describe_event(event)) for event in week.resolution.events]


def _order_is_nothing(week: PlayedWeek, rng: Random) -> Iterator[str]:
    """The same week again, with everything that comes in a row lying in another one."""
    request = week.request
    again = resolve_week(
        replace(
            request,
            state=shuffle_state(request.state, rng),
            posts=tuple(rng.sample(request.posts, len(request.posts))),
            earlier=tuple(rng.sample(request.earlier, len(request.earlier))),
            rulings=tuple(rng.sample(request.rulings, len(request.rulings))),
            setup=replace(request.setup, players=tuple(rng.sample(request.setup.players, len(request.setup.players)))),
        )
    )
    for before, after in zip(told(week), map(canonical_json, map(describe_event, again.events)), strict=False):
        if before != after:
            yield f"in another order: {after}, not {before}"
            return
    if len(again.events) != len(week.resolution.events):
        yield f"in another order: {len(again.events)} events, not {len(week.resolution.events)}"


def shuffle_state(state: GameState, rng: Random) -> GameState:
    """The same state with its tables lying in another order."""

    def mix(table: Mapping[str, T]) -> dict[str, T]:
        return {name: table[name] for name in rng.sample(sorted(table), len(table))}

    return replace(
        state,
        players=mix(state.players),
        sites=mix(state.sites),
        groups=mix(state.groups),
        trades=mix(state.trades),
        regions=mix(state.regions),
        relations=mix(state.relations),
    )


def books_breaches(weeks: Sequence[PlayedWeek]) -> list[str]:
    """What the books of all weeks claim that does not come out."""
    events = [event for week in weeks for event in week.resolution.events]
    journal = keep_ledger(LedgerRequest(weeks[0].request.setup, events))
    return [f"{broken.claim.title}: {broken.claim.amounts}, but {broken.found}" for broken in journal.broken_claims()]
