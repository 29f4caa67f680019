"""Gathering: which of the posts found counts for whom in which week, what was left, and why."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from enum import StrEnum

from orderbook.campaign.campaign import find_player
from orderbook.campaign.canonical import digest
from orderbook.campaign.game import Player, PostTrial, Setup, TryPost
from orderbook.campaign.postings import Posting, find_postings, is_later, is_same
from orderbook.campaign.record import FurtherPost, Record, TakenPost
from orderbook.rulebook.names import fold_name

TABS_OF_ORDERS = 3
"""A post of a thread with so many tabs is an orders post; others talk. A text given by itself needs but one."""


class Change(StrEnum):
    """What taking a post did."""

    NEW = "new"
    EDITED = "edited"  # the same post as before, with another text
    REPLACED = "replaced"  # a later post in place of an earlier one
    FURTHER = "further"  # a later post than the one the week was ruled on with: the game master says whether it counts
    UNCHANGED = "unchanged"


@dataclass(frozen=True, slots=True)
class Taken:
    """A post that counts from now on, or still, or waits. ``before`` is the one whose place it takes, or would."""

    post: TakenPost
    change: Change
    before: TakenPost | None = None
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Left:
    """A post that was not taken, and why not. ``is_talk``: it gives no orders at all."""

    posting: Posting
    why: str
    is_talk: bool = False


@dataclass(frozen=True)
class Gathering:
    """What came of a file. ``withdrawn`` are posts that now say another week than the one they were taken for."""

    taken: tuple[Taken, ...] = ()
    left: tuple[Left, ...] = ()
    withdrawn: tuple[TakenPost, ...] = ()

    @property
    def news(self) -> tuple[Taken, ...]:
        """What changes the campaign."""
        return tuple(taken for taken in self.taken if taken.change is not Change.UNCHANGED)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A post that gives orders, of a known player and week."""

    posting: Posting
    player: Player
    week: int
    says_week: bool
    page: str
    notes: tuple[str, ...] = ()


@dataclass
class Gatherer:
    """Gathers into one campaign. ``wanted`` is the player meant, ``week`` the week, where the game master says so.

    ``earlier`` are the week, player and text of every post that was ever taken. ``asks_further``: whether the game
    master is asked if a further post counts of a week that was ruled on in part.
    """

    setup: Setup
    record: Record
    try_post: TryPost
    earlier: frozenset[tuple[int, str, str]] = frozenset()
    week: int | None = None
    wanted: Player | None = None
    asks_further: bool = False
    _left: list[Left] = field(default_factory=list)
    _named: list[tuple[int, int]] = field(default_factory=list)

    def gather(self, data: bytes, file: str) -> Gathering:
        """What comes of a file. Raises ``CampaignError`` or ``UnreadableInput`` for one that is no text."""
        self._left.clear()
        page = digest(data)
        tried = [(posting, self.try_post(posting.source, self.setup)) for posting in find_postings(data, file)]
        orders = [(posting, trial) for posting, trial in tried if self._gives_orders(posting, trial)]
        stranger = self._only_stranger(posting for posting, _ in orders)
        self._named = [(posting.number, trial.week) for posting, trial in orders if trial.week is not None]
        candidates = [
            candidate
            for posting, trial in orders
            if (candidate := self._identify(posting, trial, page, stranger)) is not None
        ]
        chosen = self._choose(candidates)
        taken = [made for candidate in chosen if (made := self._take(candidate)) is not None]
        left = sorted(self._left, key=lambda left: left.posting.number)
        return Gathering(tuple(taken), tuple(left), tuple(self._find_withdrawn(taken)))

    def _leave(self, posting: Posting, why: str, *, is_talk: bool = False) -> None:
        self._left.append(Left(posting, why, is_talk))

    def _gives_orders(self, posting: Posting, trial: PostTrial) -> bool:
        if trial.tabs >= (TABS_OF_ORDERS if posting.among_others else 1):
            return True
        if posting.quoted:
            why = "it only quotes somebody's orders"
        elif trial.tabs:
            why = f"only {trial.tabs} of the tabs of an orders post {'is' if trial.tabs == 1 else 'are'} in it"
        else:
            why = "no tab of an orders post is in it"
        self._leave(posting, why, is_talk=True)
        return False

    # -- whose ------------------------------------------------------------------------------------------------

    def _only_stranger(self, orders: Iterable[Posting]) -> str | None:
        """The one author nobody knows, if no other's orders are there: with ``wanted``, it must be theirs."""
        authors = {posting.author for posting in orders}
        unknown = [author for author in authors if find_player(self.setup.players, author) is None]
        return unknown[0] if len(unknown) == 1 and len(authors) == 1 else None

    def _identify(self, posting: Posting, trial: PostTrial, page: str, stranger: str | None) -> Candidate | None:
        notes: list[str] = []
        player = self._find_player(posting, trial, stranger, notes)
        if player is None:
            return None
        if trial.faction is not None and fold_name(trial.faction) != fold_name(player.faction):
            notes.append(f"it reads like a post of {trial.faction}, but {player.name} plays {player.faction}")
        week = self._find_week(posting, trial, player, notes)
        if week is None:
            return None
        return Candidate(posting, player, week, trial.week == week, page, tuple(notes))

    def _find_player(self, posting: Posting, trial: PostTrial, stranger: str | None, notes: list[str]) -> Player | None:
        if not posting.author:
            return self.wanted or self._guess_player(posting, trial, notes)
        player = find_player(self.setup.players, posting.author)
        if player is None and self.wanted is not None and posting.author == stranger:
            notes.append(f"posted by {posting.author}, whom nobody knew; taken for {self.wanted.name} as you say")
            return self.wanted
        if player is None:
            self._leave(posting, self._tell_stranger(posting.author))
            return None
        if self.wanted is not None and player.name != self.wanted.name:
            self._leave(posting, f"only posts of {self.wanted.name} are wanted")
            return None
        return player

    def _guess_player(self, posting: Posting, trial: PostTrial, notes: list[str]) -> Player | None:
        """Whose post a text without an author is: that of the only player of its faction."""
        faction = fold_name(trial.faction) if trial.faction else ""
        playing = [player for player in self.setup.players if faction and fold_name(player.faction) == faction]
        if len(playing) == 1:
            notes.append(f"taken for {playing[0].name}, who alone plays {playing[0].faction}")
            return playing[0]
        self._leave(posting, "nothing tells whose it is; say so with --player")
        return None

    def _tell_stranger(self, author: str) -> str:
        names = {name: player.name for player in self.setup.players for name in (player.name, *player.aliases)}
        close = get_close_matches(author, list(names), n=1, cutoff=0.6)
        whose = names[close[0]] if close else "NAME"
        typed = f'"{whose}"' if " " in whose else whose
        meant = f"; is it {whose}?" if close else "."
        return f"nobody plays as {author}{meant} 'campaign player DIR {typed} --alias \"{author}\"' makes it known"

    # -- when -------------------------------------------------------------------------------------------------

    def _find_week(self, posting: Posting, trial: PostTrial, player: Player, notes: list[str]) -> int | None:
        if trial.week is None:
            week = self.week if self.week is not None else self._guess_week(posting, player)
            notes.append(f"it names no week; taken for week {week}")
            return week
        if self.week in (None, trial.week):
            return trial.week
        if posting.among_others:
            self._leave(posting, f"it is of week {trial.week}")
            return None
        notes.append(f"it calls itself week {trial.week}; taken for week {self.week} as you say")
        return self.week

    def _guess_week(self, posting: Posting, player: Player) -> int:
        """The week of a post that names none: what it was taken for before, else that of the posts around it."""
        own = [post for (_, name), post in self.record.posts.items() if name == player.name]
        text = digest(posting.text)
        for post in own:
            if post.text == text or is_same(post.id, post.posted, posting.id, posting.posted):
                return post.week
        known = next((week for week, name, taken in sorted(self.earlier) if (name, taken) == (player.name, text)), None)
        if known is not None:
            return known
        before = [week for number, week in self._named if number < posting.number]
        behind = [week for number, week in self._named if number > posting.number]
        week = before[-1] if before else behind[0] if behind else self.record.week
        held = self.record.posts.get((week, player.name))
        if week in self.record.resolved and held is not None:
            later = is_later(posting.id, posting.posted, held.id, held.posted)
            return self.record.week if later is not False else week
        return week

    # -- which ------------------------------------------------------------------------------------------------

    def _choose(self, candidates: Sequence[Candidate]) -> list[Candidate]:
        """Each player's latest post of each week, by player and week."""
        chosen: dict[tuple[str, int], Candidate] = {}
        for candidate in candidates:
            key = (candidate.player.name, candidate.week)
            held = chosen.get(key)
            if held is None:
                chosen[key] = candidate
                continue
            new, old = candidate.posting, held.posting
            later = is_later(new.id, new.posted, old.id, old.posted) is not False
            chosen[key], other = (candidate, held) if later else (held, candidate)
            self._leave(other.posting, f"{other.player.name} posted again for week {other.week}")
        return [chosen[key] for key in sorted(chosen)]

    def _take(self, candidate: Candidate) -> Taken | None:
        posting, player, week = candidate.posting, candidate.player, candidate.week
        post = TakenPost(
            player.name, week, digest(posting.text), candidate.page, posting.file, posting.number, posting.author,
            posting.posted, posting.edited, posting.id, candidate.says_week,
        )  # fmt: skip
        held = self.record.posts.get((week, player.name))
        if week in self.record.resolved:
            same = held is not None and held.text == post.text
            why = f"week {week} is resolved" + (
                "" if same else ", and this came too late; 'campaign undo' takes it back"
            )
            self._leave(posting, why)
            return None
        if held is None:
            return Taken(post, Change.NEW, notes=candidate.notes)
        if held.text == post.text:
            return Taken(held, Change.UNCHANGED, held, candidate.notes)
        for one in self.record.further.get((week, player.name), ()):
            if one.post.text == post.text:
                return self._repeat_further(posting, one, candidate)
        if is_same(post.id, post.posted, held.id, held.posted):
            return Taken(post, Change.EDITED, held, candidate.notes)
        waiting = [one.post for one in self.record.open_further(week) if one.post.player == player.name]
        known = [held, *(one for one in waiting if not is_same(post.id, post.posted, one.id, one.posted))]
        if any(is_later(post.id, post.posted, one.id, one.posted) is False for one in known):
            self._leave(posting, f"a later post of {player.name} for week {week} is taken already")
            return None
        if (week, player.name, post.text) in self.earlier:
            self._leave(posting, f"it was taken for week {week} before, and another has taken its place since")
            return None
        change = Change.FURTHER if self.asks_further and self.record.has_begun(week) else Change.REPLACED
        return Taken(post, change, held, candidate.notes)

    def _repeat_further(self, posting: Posting, one: FurtherPost, candidate: Candidate) -> Taken | None:
        """A further post that was gathered before: it waits for its ruling, or has been ruled out."""
        if (one.post.week, one.question.id) in self.record.rulings:
            self._leave(posting, f"you ruled that it does not count for week {one.post.week} ({one.question.id})")
            return None
        return Taken(one.post, Change.UNCHANGED, one.before, candidate.notes)

    def _find_withdrawn(self, taken: Sequence[Taken]) -> list[TakenPost]:
        """Posts that were taken for another week than the one they say now, after an edit."""
        weeks = {(made.post.player, made.post.id): made.post.week for made in taken if made.post.id}
        fresh = {(made.post.week, made.post.player) for made in taken}
        waiting = [(key, one.post) for key, own in self.record.further.items() for one in own]
        counting = [(key, post) for key, post in self.record.posts.items() if (key, post) not in waiting]
        return [
            post
            for key, post in sorted([*counting, *waiting], key=lambda pair: pair[0])
            if post.id
            and weeks.get((post.player, post.id), post.week) != post.week
            and post.week not in self.record.resolved
            and key not in fresh
        ]
