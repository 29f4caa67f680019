"""Resolving every week anew, from its posts, rulings and seed: whoever forged a journal whose hashes are right is
found out, for what really follows from the posts is something else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from orderbook.campaign.campaign import Campaign
from orderbook.campaign.canonical import canonical_json, digest
from orderbook.campaign.event import Event
from orderbook.campaign.faults import CampaignError, StoreError
from orderbook.campaign.game import CampaignSystem
from orderbook.campaign.own_events import week_resolved
from orderbook.campaign.postings import find_postings
from orderbook.campaign.record import Record, TakenPost, fold_record
from orderbook.campaign.watch import Watch, unwatched
from orderbook.campaign.week import fold_events, request_of
from orderbook.text.source import UnreadableInput


def replay_weeks(campaign: Campaign, system: CampaignSystem, watch: Watch = unwatched) -> Iterator[str]:
    """What is not as it comes out when each week is resolved anew; of each week the first such thing.

    Each week begins with the state that is kept of the one before, so that a forgery is told where it was made. The
    journal has to be whole. Raises ``StoreError`` for a store that cannot be read.
    """
    resolved = campaign.record.resolved
    record = Record()
    own: list[Event] = []
    done = 0
    for event in campaign.own_events:
        if event.kind == "week-resolved":
            watch("resolving the weeks anew", done, len(resolved))
            record = fold_record(own, record)
            own.clear()
            try:
                yield from _replay_week(campaign, system, record, event)
            except StoreError:
                raise
            except (CampaignError, UnreadableInput) as error:
                yield f"week {event.week} cannot be resolved anew: {error}"
            done += 1
        own.append(event)
    watch("resolving the weeks anew", done, len(resolved))


def _replay_week(campaign: Campaign, system: CampaignSystem, record: Record, resolved: Event) -> Iterator[str]:
    """``record`` is the campaign as it stood before the week was resolved, which ``resolved`` tells of."""
    week = resolved.week
    posts = record.posts_of(week)
    for post in posts:
        if not _is_in_its_file(campaign, post):
            yield f"the post of {post.player} for week {week} is not what {post.file} says, from which it was taken"
            return
    seed, dice = str(resolved.data["seed"]), _read_dice(resolved)
    if week_resolved(week, posts, dice, seed).canonical != resolved.canonical:
        yield f"week {week} was resolved from other posts than those that counted then"
        return
    before = campaign.state(week - 1, system) if record.resolved else system.new_state(campaign.setup_of(record))
    resolution = system.resolve(request_of(campaign, before, week, seed, dice, record))
    waiting = [question.id for question in resolution.questions if (week, question.id) not in record.rulings]
    if waiting:
        yield f"week {week}, resolved anew, waits for rulings that nobody gave: {', '.join(waiting)}"
        return
    if difference := _find_difference(week, campaign.week_events(week), resolution.events):
        yield difference
        return
    step = campaign.snapshot_step(week)
    snapshot = campaign.store.snapshot(step.number, week) if step is not None else None
    after = fold_events(system, before, week, resolution)
    if snapshot is None or canonical_json(system.state_to_json(after)) != snapshot.state:
        yield f"week {week}, resolved anew, ends in another state than the one that is kept"


def _is_in_its_file(campaign: Campaign, post: TakenPost) -> bool:
    postings = find_postings(campaign.store.blob(post.page), post.file)
    return any(posting.number == post.number and digest(posting.text) == post.text for posting in postings)


def _read_dice(resolved: Event) -> tuple[int, ...] | None:
    dice = resolved.data["dice"]
    return tuple(roll for roll in dice if isinstance(roll, int)) if isinstance(dice, list) else None


def _find_difference(week: int, kept: Sequence[Event], made: Sequence[Event]) -> str:
    for number, (one, other) in enumerate(zip_longest(kept, made), 1):
        if one is None:
            return f"an event is missing at the end of week {week}; resolved anew it has a {other.kind} there"
        if other is None:
            return f"event {number} of week {week} ({one.kind}) does not happen when the week is resolved anew"
        if one.canonical != other.canonical:
            told = one.kind if one.kind == other.kind else f"{one.kind}, where {other.kind} belongs"
            return f"event {number} of week {week} ({told}) is not what comes of the posts, rulings and seed"
    return ""
