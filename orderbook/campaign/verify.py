"""Proving a campaign: that nobody touched the journal, that it adds up to its snapshots, that the books are right."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from orderbook.campaign.campaign import Campaign
from orderbook.campaign.canonical import canonical_json, chain_hash, digest, parse_json
from orderbook.campaign.event import parse_event
from orderbook.campaign.faults import CampaignError, StoreError
from orderbook.campaign.game import CampaignSystem
from orderbook.campaign.ledger import keep_books
from orderbook.campaign.record import fold_record
from orderbook.campaign.replay import replay_weeks
from orderbook.campaign.schema import classify_body
from orderbook.campaign.steps import Step, live_steps, parse_step
from orderbook.campaign.store import Line, Store
from orderbook.campaign.watch import Watch, unwatched

_STRIDE = 1000
"""After so many lines it is told how far it has come."""


@dataclass(frozen=True)
class Proof:
    """What was looked at, and what is wrong; ``left_out`` says what could not be proved, and why.

    ``replayed`` tells whether the weeks were resolved anew as well.
    """

    lines: int
    steps: int
    blobs: int
    weeks: int
    problems: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    replayed: bool = False


def verify_store(store: Store, watch: Watch = unwatched) -> tuple[list[Step], list[str]]:
    """The steps of a store's journal, and what is wrong with the journal, what was received, and the snapshots."""
    with store.look():
        steps: list[Step] = []
        problems = list(_check_chain(store, steps, watch))
        problems += _check_blobs(store, steps)
        problems += _check_snapshots(store, steps)
    return steps, problems


def verify(
    campaign: Campaign, system: CampaignSystem | None, watch: Watch = unwatched, *, replay: bool = False
) -> Proof:
    """Proves all of a campaign; without ``system`` its weeks are left out. ``watch`` hears how far it has come.

    With ``replay`` each week is resolved anew as well, and has to come out as it is kept.
    """
    steps, problems = verify_store(campaign.store, watch)
    weeks, left_out, replayed = len(campaign.record.resolved), [], False
    if problems:
        left_out.append("the weeks and the books: first the journal has to be whole")
    elif system is not None:
        problems += _check_weeks(campaign, system, watch)
        problems += _check_books(campaign, system)
        if replay:
            problems += replay_weeks(campaign, system, watch)
            replayed = True
    elif weeks:
        left_out.append(f"the weeks and the books: the system {campaign.record.system} cannot resolve weeks")
    blobs = len(campaign.store.blob_names())
    return Proof(campaign.head.seq, len(steps), blobs, weeks, tuple(problems), tuple(left_out), replayed)


def _check_chain(store: Store, steps: list[Step], watch: Watch) -> Iterator[str]:
    """Each line follows from the one before; nothing is missing, at the end neither."""
    columns = store.columns()
    seq, link = 0, ""
    for line in store.lines():
        if seq % _STRIDE == 0:
            watch("following the journal", seq, len(columns))
        seq += 1
        where = f"line {seq} of the journal"
        if line.seq != seq:
            yield f"{where} is missing"
            return
        if chain_hash(link, line.body) != line.hash:
            yield f"{where} (step {line.step}) was changed, or a line before it was taken out"
            return
        try:
            yield from (f"{where} {problem}" for problem in _check_line(line, steps))
            if classify_body(line.body) != columns.get(line.seq):
                yield f"{where} is filed under another week or scope than its own"
        except (ValueError, KeyError, TypeError) as error:
            yield f"{where} is neither a step nor an event: {error}"
        link = line.hash
    watch("following the journal", seq, seq)
    head = store.head()
    if (head.seq, head.hash) != (seq, link):
        yield f"the journal ends at line {seq}, but the store says that it ends at line {head.seq}"


def _check_line(line: Line, steps: list[Step]) -> Iterator[str]:
    value = line.value
    if canonical_json(value) != line.body:
        yield "is not written in the canonical form"
    if "step" in value:
        step = parse_step(value["step"])
        if step.number != len(steps) + 1:
            yield f"begins step {step.number}; step {len(steps) + 1} should follow"
        if step.undoes is not None and step.undoes not in [live.number for live in live_steps(steps)[-1:]]:
            yield f"takes back step {step.undoes}, which was not the last that counted"
        steps.append(step)
    else:
        parse_event(value["event"])
    if not steps or line.step != steps[-1].number:
        yield "stands under another step than its own"


def _check_blobs(store: Store, steps: list[Step]) -> Iterator[str]:
    known = set(store.blob_names())
    wanted = {name for step in steps for name in step.blobs}
    for name in sorted(wanted - known):
        yield f"what was received as {name[:12]} is missing"
    for name in sorted(known - wanted):
        yield f"what is kept as {name[:12]} is of no step"
    for name in sorted(known & wanted):
        if digest(store.blob(name)) != name:
            yield f"what was received as {name[:12]} was changed"


def _check_snapshots(store: Store, steps: list[Step]) -> Iterator[str]:
    wanted = {(step.number, week): name for step in steps for week, name in step.snapshots}
    known = set(store.snapshot_names())
    for step, week in sorted(wanted.keys() - known):
        yield f"the snapshot of week {week} of step {step} is missing"
    for step, week in sorted(known - wanted.keys()):
        yield f"a snapshot of week {week} is filed under step {step}, which has none"
    for key in sorted(known & wanted.keys()):
        snapshot = store.snapshot(*key)
        if snapshot is None or snapshot.digest != wanted[key]:
            yield f"the snapshot of week {key[1]} of step {key[0]} was changed"


def _check_weeks(campaign: Campaign, system: CampaignSystem, watch: Watch) -> Iterator[str]:
    """The state before the first week follows from the setup, that after each week from the week's events."""
    state = None
    live = [step.number for step in live_steps(campaign.steps)]
    resolved = campaign.record.resolved
    for done, week in enumerate(resolved):
        watch("adding up the weeks", done, len(resolved))
        if state is None:
            first = campaign.snapshot_step(week - 1)
            until = [number for number in live if first is None or number <= first.number]
            setup = campaign.setup_of(fold_record(campaign.store.events("campaign", until)))
            state = system.new_state(setup)
            yield from _compare(campaign, system, week - 1, state)
        try:
            for event in campaign.week_events(week):
                state = system.fold(state, event)
        except StoreError:
            raise
        except CampaignError as error:
            yield f"the events of week {week} do not follow from each other: {error}"
            return
        yield from _compare(campaign, system, week, state)
    watch("adding up the weeks", len(resolved), len(resolved))


def _compare(campaign: Campaign, system: CampaignSystem, week: int, state: object) -> Iterator[str]:
    step = campaign.snapshot_step(week)
    snapshot = campaign.store.snapshot(step.number, week) if step is not None else None
    if snapshot is None:
        yield f"there is no snapshot of week {week}"
        return
    if canonical_json(system.state_to_json(state)) != snapshot.state:
        yield f"the events up to week {week} do not add up to its snapshot"
    elif canonical_json(system.state_to_json(system.state_from_json(parse_json(snapshot.state)))) != snapshot.state:
        yield f"the snapshot of week {week} does not come back as it was kept"


def _check_books(campaign: Campaign, system: CampaignSystem) -> Iterator[str]:
    if not campaign.record.resolved:
        return
    try:
        journal = keep_books(campaign, system)
    except (CampaignError, ValueError) as error:
        if isinstance(error, StoreError):
            raise
        yield f"the books do not add up: {error}"
        return
    for broken in journal.broken_claims():
        claimed = broken.claim.amounts[broken.resource]
        yield (
            f"{broken.claim.title}: {claimed} {broken.resource} of {broken.claim.account} is claimed, but what moved "
            f"makes {broken.found}"
        )
