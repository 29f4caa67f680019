"""A week of a campaign: resolved by its system, waiting for rulings where it must, told in briefings."""

from __future__ import annotations

from dataclasses import dataclass

from orderbook.campaign.campaign import Campaign
from orderbook.campaign.canonical import canonical_json
from orderbook.campaign.event import Event
from orderbook.campaign.faults import CampaignError
from orderbook.campaign.game import (
    BriefRequest,
    CampaignSystem,
    Player,
    Question,
    Resolution,
    State,
    WeekRequest,
)
from orderbook.campaign.own_events import week_paused, week_resolved
from orderbook.campaign.record import Record
from orderbook.campaign.schema import CAMPAIGN_PHASE
from orderbook.campaign.steps import Snapshot, Step
from orderbook.campaign.store import Draft
from orderbook.campaign.watch import Watch, unwatched

TEMPLATES_FOLDER = "templates"
"""The folder in a campaign's folder whose templates go before those of the system."""


@dataclass(frozen=True)
class Outcome:
    """What resolving came to. Without ``step`` nothing changed; with ``questions`` the week waits."""

    step: Step | None
    questions: tuple[Question, ...] = ()
    events: tuple[Event, ...] = ()


def resolve_week(
    campaign: Campaign,
    system: CampaignSystem,
    week: int,
    *,
    seed: str | None = None,
    dice: tuple[int, ...] | None = None,
    watch: Watch = unwatched,
) -> Outcome:
    """Resolves a week, or finds what has to be ruled first. Done twice, it changes nothing the second time.

    ``dice`` are taken in place of those of the seed; ``watch`` hears how far it has come. Raises ``CampaignError``
    where it is not this week's turn.
    """
    record = campaign.record
    seed = record.seed if seed is None else seed
    if week in record.resolved:
        _expect_same(campaign, week, seed, dice)
        return Outcome(None, (), tuple(campaign.week_events(week)))
    if record.resolved and week != record.week:
        raise CampaignError(f"week {record.week} comes next; week {week} cannot be resolved yet")
    if not record.players:
        raise CampaignError("nobody plays yet; add the players with 'orderbook campaign player'")
    if further := record.open_further(week):
        return Outcome(None, tuple(one.question for one in further))
    before = state_before(campaign, system, week)
    posts = record.posts_of(week)
    resolution = system.resolve(request_of(campaign, before, week, seed, dice, watch=watch))
    unanswered = tuple(question for question in resolution.questions if (week, question.id) not in record.rulings)
    if unanswered:
        return _pause(campaign, week, resolution, unanswered)
    after = fold_events(system, before, week, resolution)
    snapshots = [Snapshot(week, canonical_json(system.state_to_json(after)))]
    if campaign.snapshot_step(week - 1) is None:
        snapshots.insert(0, Snapshot(week - 1, canonical_json(system.state_to_json(before))))
    draft = Draft(
        "resolve",
        f"week {week} is resolved",
        (*resolution.events, week_resolved(week, posts, dice, seed)),
        snapshots=tuple(snapshots),
    )
    return Outcome(campaign.add(draft), (), resolution.events)


def request_of(
    campaign: Campaign,
    before: State,
    week: int,
    seed: str,
    dice: tuple[int, ...] | None = None,
    record: Record | None = None,
    watch: Watch = unwatched,
) -> WeekRequest:
    """What a week is resolved from, as the campaign stands, or by an earlier ``record`` as it stood then."""
    setup = campaign.setup if record is None else campaign.setup_of(record)
    record = record or campaign.record
    return WeekRequest(
        setup=setup,
        week=week,
        state=before,
        posts=campaign.posts(week, record),
        earlier=campaign.posts(week - 1, record),
        rulings=tuple(ruling for (number, _), ruling in sorted(record.rulings.items()) if number == week),
        seed=seed,
        dice=dice,
        added=record.added.get(week, ()),
        watch=watch,
    )


def state_before(campaign: Campaign, system: CampaignSystem, week: int) -> State:
    """The state that the week under way begins with."""
    return campaign.state(week - 1, system) if campaign.record.resolved else system.new_state(campaign.setup)


def _pause(campaign: Campaign, week: int, resolution: Resolution, unanswered: tuple[Question, ...]) -> Outcome:
    if campaign.record.questions.get(week) == resolution.questions:
        return Outcome(None, unanswered)
    number = len(unanswered)
    told = f"week {week} waits for {number} ruling{'s' if number != 1 else ''}"
    return Outcome(campaign.add(Draft("resolve", told, (week_paused(week, resolution.questions),))), unanswered)


def fold_events(system: CampaignSystem, state: State, week: int, resolution: Resolution) -> State:
    """The state that the events of a resolved week make of the one at its start."""
    for event in resolution.events:
        if event.week != week or event.phase == CAMPAIGN_PHASE:
            raise ValueError(f"the system resolved week {week} into an event of week {event.week}, {event.phase}")
        state = system.fold(state, event)
    return state


def _expect_same(campaign: Campaign, week: int, seed: str, dice: tuple[int, ...] | None) -> None:
    done = next(
        event for event in reversed(campaign.own_events) if event.kind == "week-resolved" and event.week == week
    )
    if done.data["seed"] != seed or done.data["dice"] != (list(dice) if dice is not None else None):
        raise CampaignError(
            f"week {week} is resolved already, with another seed or other dice; take that back first with 'orderbook "
            "campaign undo'"
        )


def write_brief(
    campaign: Campaign, system: CampaignSystem, week: int, player: Player | None, *, coming: bool = False
) -> str:
    """The briefing of a resolved week for a player, or the game master's. Raises ``CampaignError``."""
    if week not in campaign.record.resolved:
        raise CampaignError(f"week {week} is not resolved yet; 'orderbook campaign resolve' does that")
    reader = player.name if player is not None else None
    templates = campaign.folder / TEMPLATES_FOLDER
    events = tuple(campaign.week_events(week))
    after = campaign.state(week, system)
    others = system.reads_along(after, reader) if reader is not None else ()
    return system.brief(
        BriefRequest(
            setup=campaign.setup,
            week=week,
            player=reader,
            events=tuple(event for event in events if event.is_known_to(reader)),
            before=campaign.state(week - 1, system),
            after=after,
            post=next((post for post in campaign.posts(week) if post.player == reader), None),
            templates=templates if templates.is_dir() else None,
            coming=coming,
            read_along={name: tuple(event for event in events if event.is_known_to(name)) for name in others},
        )
    )
