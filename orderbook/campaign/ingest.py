"""Taking posts into a campaign: everything that some files bring, in one step."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from orderbook.campaign.campaign import Campaign
from orderbook.campaign.event import Event
from orderbook.campaign.game import Player, Question, TryPost
from orderbook.campaign.gather import Change, Gatherer, Gathering, Taken
from orderbook.campaign.own_events import post_offered, post_taken, post_withdrawn
from orderbook.campaign.postings import find_postings
from orderbook.campaign.record import fold_record
from orderbook.campaign.steps import Step
from orderbook.campaign.store import Draft
from orderbook.campaign.watch import Watch, unwatched

_DIGITS = 6
"""Of a text's digest, so many tell a further post from others in its question's id."""


@dataclass(frozen=True)
class Ingested:
    """What came of some files, in their order; ``step`` is None where nothing is new."""

    step: Step | None
    gatherings: tuple[Gathering, ...]

    @property
    def taken(self) -> list[Taken]:
        return [taken for gathering in self.gatherings for taken in gathering.taken]


def ingest(
    campaign: Campaign,
    files: Sequence[tuple[bytes, str]],
    try_post: TryPost,
    *,
    week: int | None = None,
    player: Player | None = None,
    ask_further: Callable[[int, str, str], Question] | None = None,
    watch: Watch = unwatched,
) -> Ingested:
    """Takes what is new in files, each given as its bytes and its name.

    With ``ask_further`` (of ``CampaignSystem``) a post that comes when its week was ruled on in part waits for the game
    master's word before it takes the place of the one that counts.

    The files are kept as they are, and so is the text of each post taken from them. ``watch`` hears how many are read.
    Raises ``CampaignError``, or
    ``UnreadableInput`` for a file that is no text; then nothing is taken from any.
    """
    record = campaign.record
    gatherings: list[Gathering] = []
    events: list[Event] = []
    blobs: list[bytes] = []
    earlier = {
        (event.week, str(event.data["player"]), str(event.data["text"]))
        for event in campaign.own_events
        if event.kind in ("post-taken", "post-offered")
    }
    for number, (data, name) in enumerate(files):
        watch("reading files", number, len(files))
        gatherer = Gatherer(
            campaign.setup, record, try_post, frozenset(earlier), week, player, asks_further=ask_further is not None
        )
        gathering = gatherer.gather(data, name)
        gatherings.append(gathering)
        new = [post_withdrawn(post) for post in gathering.withdrawn]
        for taken in gathering.news:
            post = taken.post
            if taken.change is Change.FURTHER and ask_further is not None:
                new.append(post_offered(post, ask_further(post.week, post.player, post.text[:_DIGITS])))
            else:
                new.append(post_taken(post))
        earlier |= {(taken.post.week, taken.post.player, taken.post.text) for taken in gathering.news}
        record = fold_record(new, record)
        events += new
        if gathering.news:
            texts = {posting.number: posting.text for posting in find_postings(data, name)}
            blobs += [data, *(texts[taken.post.number] for taken in gathering.news)]
    watch("reading files", len(files), len(files))
    step = campaign.add(Draft("ingest", _tell(gatherings), tuple(events), tuple(blobs))) if events else None
    return Ingested(step, tuple(gatherings))


def _tell(gatherings: Sequence[Gathering]) -> str:
    """Whose posts of which weeks were taken from which files."""
    weeks: dict[tuple[str, str], list[str]] = {}
    files: dict[str, None] = {}
    for made in (made for gathering in gatherings for made in gathering.news):
        weeks.setdefault((made.post.player, made.change.value), []).append(str(made.post.week))
        files.setdefault(made.post.file)
    told = [
        f"{player}, week{'s' if len(listed) != 1 else ''} {', '.join(listed)} ({change})"
        for (player, change), listed in weeks.items()
    ]
    return f"{'; '.join(told)} from {', '.join(files)}" if told else "a post counts for another week"
