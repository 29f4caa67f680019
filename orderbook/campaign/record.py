"""What a campaign is at the moment: its players, the posts that count, questions, rulings, weeks resolved.

All of it is the fold of the campaign's own events (``own_events`` makes them); one function here reads each kind.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from orderbook.books.bundle import Bundle
from orderbook.campaign.event import Event, PostPlace
from orderbook.campaign.faults import StoreError
from orderbook.campaign.game import GivenRuling, Player, Question
from orderbook.rulebook.options import Options


@dataclass(frozen=True, slots=True)
class KeptFile:
    """A file of the campaign: the name it had, with slashes for folders, and the digest of its bytes.

    Files of one rule folder have the same ``source``, counted from 0 in the order they were given.
    """

    name: str
    digest: str
    source: int = 0


@dataclass(frozen=True, slots=True)
class TakenPost:
    """A post that was taken for a player's week.

    ``text`` is the digest of its text, ``page`` that of the file it came in, named ``file``; ``number`` counts the
    posts of that file, ``id`` is the forum's name of it. ``posted`` and ``edited`` are as the forum writes them.
    ``says_week`` tells whether the post itself names the week.
    """

    player: str
    week: int
    text: str
    page: str
    file: str
    number: int = 1
    author: str = ""
    posted: str = ""
    edited: str = ""
    id: str = ""
    says_week: bool = False


@dataclass(frozen=True, slots=True)
class FurtherPost:
    """A post of somebody whose week was ruled on in part already.

    ``question`` asks the game master whether it counts: with its first choice it takes the place of ``before``.
    """

    post: TakenPost
    before: TakenPost
    question: Question


@dataclass(frozen=True)
class Record:
    """The campaign as it stands. ``posts`` is by week and player, ``rulings`` by week and question.

    ``added`` are the rulings of each week on nothing that was asked, in the order they were given; ``further`` the
    posts that came after rulings were given, by week and player, in the order they came.
    """

    system: str = ""
    seed: str = ""
    options: Options = field(default_factory=Options)
    rules: tuple[KeptFile, ...] = ()
    map: KeptFile | None = None
    players: Mapping[str, Player] = field(default_factory=dict)
    posts: Mapping[tuple[int, str], TakenPost] = field(default_factory=dict)
    further: Mapping[tuple[int, str], tuple[FurtherPost, ...]] = field(default_factory=dict)
    questions: Mapping[int, tuple[Question, ...]] = field(default_factory=dict)
    rulings: Mapping[tuple[int, str], GivenRuling] = field(default_factory=dict)
    added: Mapping[int, tuple[GivenRuling, ...]] = field(default_factory=dict)
    resolved: tuple[int, ...] = ()

    @property
    def week(self) -> int:
        """The week under way: the one behind the last resolved; before any is, the last that anybody posted for."""
        if self.resolved:
            return self.resolved[-1] + 1
        return max((week for week, _ in self.posts), default=1)

    def posts_of(self, week: int) -> list[TakenPost]:
        """The posts that count in a week, sorted by player."""
        return [post for (number, _), post in sorted(self.posts.items()) if number == week]

    def asked_in(self, week: int) -> list[Question]:
        """The questions of a week: first whether further posts count, then those that resolving it came upon."""
        further = [one.question for (number, _), own in sorted(self.further.items()) if number == week for one in own]
        return [*further, *self.questions.get(week, ())]

    def open_questions(self, week: int) -> list[Question]:
        """The questions of a week that no ruling answers yet."""
        return [question for question in self.asked_in(week) if (week, question.id) not in self.rulings]

    def open_further(self, week: int) -> list[FurtherPost]:
        """The further posts of a week of which it is not ruled whether they count."""
        return [one for own in self.further.values() for one in own
                if one.post.week == week and (week, one.question.id) not in self.rulings]  # fmt: skip

    def has_begun(self, week: int) -> bool:
        """Whether a week is resolved in part: a question of it has been answered."""
        return any(number == week for number, _ in self.rulings)


# -- the fold -----------------------------------------------------------------------------------------------------


def fold_record(events: Iterable[Event], start: Record | None = None) -> Record:
    """The record that events make, in their order, of ``start`` or of nothing.

    Raises ``StoreError`` for an event nobody knows.
    """
    draft = _Draft(start or Record())
    for event in events:
        reader = _READERS.get(event.kind)
        if reader is None:
            raise StoreError(f"the journal holds an event of a kind that this orderbook does not know: {event.kind}")
        try:
            reader(draft, event.week, dict(event.data))
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise StoreError(f"the journal is damaged: an event {event.kind!r} cannot be read") from error
    return draft.finish()


class _Draft:
    """A record while events are being folded into it: what it maps is changed in place, not copied for each event."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.players = dict(record.players)
        self.posts = dict(record.posts)
        self.further = dict(record.further)
        self.questions = dict(record.questions)
        self.rulings = dict(record.rulings)
        self.added = dict(record.added)

    def change(self, **fields: Any) -> None:
        self.record = replace(self.record, **fields)

    def finish(self) -> Record:
        players = dict(sorted(self.players.items()))
        return replace(
            self.record,
            players=players,
            posts=self.posts,
            further=self.further,
            questions=self.questions,
            rulings=self.rulings,
            added=self.added,
        )


_Data = dict[str, Any]


def _read_begun(draft: _Draft, week: int, data: _Data) -> None:
    draft.change(
        system=data["system"],
        seed=data["seed"],
        options=Options(tuple(sorted(data["options"].items()))),
        **_read_files(data),
    )


def _read_files(data: _Data) -> _Data:
    return {
        "rules": tuple(KeptFile(**file) for file in data["rules"]),
        "map": KeptFile(**data["map"]) if data["map"] is not None else None,
    }


def _read_replaced(draft: _Draft, week: int, data: _Data) -> None:
    draft.change(**_read_files(data))


def _read_options(draft: _Draft, week: int, data: _Data) -> None:
    draft.change(options=Options(tuple(sorted(data["options"].items()))))


def _read_player(draft: _Draft, week: int, data: _Data) -> None:
    opening = Bundle(data["opening"]) if data["opening"] is not None else None
    draft.players[data["name"]] = Player(data["name"], data["faction"], opening, tuple(data["aliases"]))


def _read_renamed(draft: _Draft, week: int, data: _Data) -> None:
    player = draft.players.pop(data["name"])
    draft.players[data["to"]] = replace(player, name=data["to"])
    for number, name in [key for key in draft.posts if key[1] == player.name]:
        draft.posts[number, data["to"]] = replace(draft.posts.pop((number, name)), player=data["to"])
    for number, name in [key for key in draft.further if key[1] == player.name]:
        draft.further[number, data["to"]] = tuple(
            replace(one, post=replace(one.post, player=data["to"]), before=replace(one.before, player=data["to"]))
            for one in draft.further.pop((number, name))
        )


def _read_removed(draft: _Draft, week: int, data: _Data) -> None:
    del draft.players[data["name"]]
    for key in [key for key in draft.posts if key[1] == data["name"] and key[0] not in draft.record.resolved]:
        del draft.posts[key]
        draft.further.pop(key, None)


def _read_post(draft: _Draft, week: int, data: _Data) -> None:
    post = TakenPost(week=week, **data)
    key = week, post.player
    held = draft.posts.get(key)
    draft.posts[key] = post
    if key in draft.further:  # an edit of the post that counts
        draft.further[key] = tuple(
            replace(
                one,
                post=post if one.post == held else one.post,
                before=post if one.before == held else one.before,
            )
            for one in draft.further[key]
        )


def _read_offered(draft: _Draft, week: int, data: _Data) -> None:
    question = _read_question(week, data.pop("question"))
    post = TakenPost(week=week, **data)
    key = week, post.player
    ruled = tuple(one for one in draft.further.get(key, ()) if (week, one.question.id) in draft.rulings)
    first = ruled[0].before if ruled else draft.posts[key]
    draft.further[key] = (*ruled, FurtherPost(post, first, question))  # one that nobody ruled on is out of date


def _settle(draft: _Draft, week: int, name: str) -> None:
    """What the game master ruled of further posts decides which post counts: the last that was let in."""
    for key, own in draft.further.items():
        if key[0] == week and any(one.question.id == name for one in own):
            counts = own[0].before
            for one in own:
                ruling = draft.rulings.get((week, one.question.id))
                if ruling is not None and ruling.answer == one.question.choices[0]:
                    counts = one.post
            draft.posts[key] = counts


def _read_withdrawn(draft: _Draft, week: int, data: _Data) -> None:
    key = week, data["player"]
    held = draft.posts.pop(key, None)
    own = draft.further.pop(key, ())
    left = tuple(one for one in own if one.post.text != data.get("text"))
    if len(left) < len(own):  # a further post: the first stays
        draft.posts[key] = own[0].before
        if left:
            draft.further[key] = left
            _settle(draft, week, left[0].question.id)
    elif own and held is not None:  # the first: what was a further post is the only one now
        draft.posts[key] = own[-1].post


def _read_paused(draft: _Draft, week: int, data: _Data) -> None:
    draft.questions[week] = tuple(_read_question(week, item) for item in data["questions"])


def _read_question(week: int, item: _Data) -> Question:
    return Question(
        item["id"],
        week,
        item["text"],
        tuple(item["rules"]),
        PostPlace(**item["post"]) if item["post"] is not None else None,
        tuple(item["choices"]),
    )


def _read_ruling(draft: _Draft, week: int, data: _Data) -> None:
    ruling = GivenRuling(data["id"], week, data["answer"])
    draft.rulings[week, ruling.id] = ruling
    _settle(draft, week, ruling.id)


def _read_added(draft: _Draft, week: int, data: _Data) -> None:
    draft.added[week] = (*draft.added.get(week, ()), GivenRuling(data["id"], week, data["answer"]))


def _read_ruling_withdrawn(draft: _Draft, week: int, data: _Data) -> None:
    draft.rulings.pop((week, data["id"]), None)
    _settle(draft, week, data["id"])
    draft.added[week] = tuple(ruling for ruling in draft.added.get(week, ()) if ruling.id != data["id"])


def _read_resolved(draft: _Draft, week: int, data: _Data) -> None:
    draft.change(resolved=(*draft.record.resolved, week))
    draft.questions[week] = ()
    for key in [key for key in draft.further if key[0] == week]:
        del draft.further[key]


_READERS: dict[str, Callable[[_Draft, int, _Data], None]] = {
    "campaign-begun": _read_begun,
    "options-chosen": _read_options,
    "player-set": _read_player,
    "post-taken": _read_post,
    "post-offered": _read_offered,
    "post-withdrawn": _read_withdrawn,
    "week-paused": _read_paused,
    "ruling-given": _read_ruling,
    "ruling-added": _read_added,
    "ruling-withdrawn": _read_ruling_withdrawn,
    "files-replaced": _read_replaced,
    "player-renamed": _read_renamed,
    "player-removed": _read_removed,
    "week-resolved": _read_resolved,
}
