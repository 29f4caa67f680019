"""What a campaign asks of a game: a first state, what events do to it, a week resolved, briefings, the books.

A game system fills in a ``CampaignSystem``; the campaign keeps the journal, the snapshots, the posts and rulings.
Whatever a function gets is all it may look at: no clock, no files, no chance but the seed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

from orderbook.books.bundle import Bundle
from orderbook.books.journal import Journal
from orderbook.campaign.canonical import Json
from orderbook.campaign.event import Event, PostPlace
from orderbook.campaign.watch import Watch, unwatched
from orderbook.findings.report import Report
from orderbook.rulebook.options import Options
from orderbook.text.source import SourceText

State: TypeAlias = Any
"""The state of a game. Only its system looks inside; ``state_to_json`` tells all of it."""


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody who plays: the name, other names on the forum, the faction, the Wealth before the first week."""

    name: str
    faction: str
    opening: Bundle | None = None
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True)
class Setup:
    """What holds for a whole campaign. ``players`` are sorted by name; ``rules`` and ``map`` are files to read."""

    system: str
    seed: str
    players: tuple[Player, ...] = ()
    options: Options = field(default_factory=Options)
    rules: tuple[Path, ...] = ()
    map: Path | None = None

    def player(self, name: str) -> Player | None:
        """The player of exactly that name."""
        return next((player for player in self.players if player.name == name), None)


@dataclass(frozen=True, slots=True)
class WeekPost:
    """The post that counts for a player in a week. Players who sent none have none: the standing rule holds."""

    player: str
    week: int
    source: SourceText


@dataclass(frozen=True, slots=True)
class Question:
    """What the game master has to rule. ``id`` is the same whenever the week is resolved from the same posts.

    ``choices`` are answers with a meaning of their own, if there are any; ``rules`` and ``post`` say where it arose.
    """

    id: str
    week: int
    text: str
    rules: tuple[str, ...] = ()
    post: PostPlace | None = None
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class GivenRuling:
    """The game master's answer to a question, as it was typed."""

    id: str
    week: int
    answer: str


@dataclass(frozen=True)
class WeekRequest:
    """A week to be resolved from the ``state`` at its start.

    ``posts`` and ``earlier`` (each player's post of the week before) are sorted by player, ``rulings`` by id;
    ``added`` are rulings on nothing that was asked, in the order they were given, which hold as the week begins.
    ``dice`` are rolls to be taken in their order in place of those that ``seed`` would give. ``watch`` hears how far
    resolving has come.
    """

    setup: Setup
    week: int
    state: State
    posts: tuple[WeekPost, ...]
    earlier: tuple[WeekPost, ...] = ()
    rulings: tuple[GivenRuling, ...] = ()
    seed: str = ""
    dice: tuple[int, ...] | None = None
    added: tuple[GivenRuling, ...] = ()
    watch: Watch = field(default=unwatched, compare=False, repr=False)


@dataclass(frozen=True)
class Resolution:
    """What a week comes to. With open ``questions`` the week waits, and its ``events`` are not yet entered."""

    events: tuple[Event, ...] = ()
    questions: tuple[Question, ...] = ()


@dataclass(frozen=True)
class BriefRequest:
    """A briefing for ``player``, or for the game master when None.

    ``events`` are those of the week which that reader may know, in order; ``before`` and ``after`` are the whole
    state, of which a briefing may show what is the player's own. ``templates`` is a folder whose templates go before
    the system's; ``coming`` asks for the coming week's post as well. ``read_along`` are the events of other players'
    briefings that this reader may read too, by player.
    """

    setup: Setup
    week: int
    player: str | None
    events: tuple[Event, ...]
    before: State
    after: State
    post: WeekPost | None = None
    templates: Path | None = None
    coming: bool = False
    read_along: Mapping[str, tuple[Event, ...]] = field(default_factory=dict)


@dataclass(frozen=True)
class LedgerRequest:
    """All events of the weeks resolved so far, in order, for books that a claim after each week proves."""

    setup: Setup
    events: Iterable[Event]


@dataclass(frozen=True)
class CampaignSystem:
    """What a game does for a campaign. Each function is pure; on purpose they raise ``CampaignError`` only.

    ``fold`` applies one event to a state and gives the new one; it must not depend on anything but the two.
    ``state_to_json`` gives values of canonical JSON, from which ``state_from_json`` makes an equal state.
    ``ledger`` keeps the books of all players, with a claim about each Wealth after each week; what a player has is in
    asset accounts below the player's name. ``judge_ruling`` says why an answer to a question cannot be taken, or
    nothing; ``judge_added`` does so for the last ruling ``added`` to a week, which is tried on its state. ``occasions``
    are what may be ruled on unasked, by name. ``judge_post`` reports on a player's post of a week by the state it
    begins with; without it posts are judged by those of the week before. ``ask_further`` is the question, answered by
    its first choice or its second, whether a further post counts of a player whose week is ruled on in part: of the
    week, the player and what tells that post from others; without it the last post counts. ``reads_along`` names the
    players whose briefings somebody may read beside the own one, as of a state.
    """

    new_state: Callable[[Setup], State]
    fold: Callable[[State, Event], State]
    state_to_json: Callable[[State], Json]
    state_from_json: Callable[[Json], State]
    resolve: Callable[[WeekRequest], Resolution]
    brief: Callable[[BriefRequest], str]
    ledger: Callable[[LedgerRequest], Journal]
    judge_ruling: Callable[[Question, str], str] = lambda question, answer: ""
    judge_added: Callable[[WeekRequest], str] = lambda request: ""
    occasions: Callable[[], Mapping[str, str]] = dict
    judge_post: Callable[[WeekRequest, str], Report] | None = None
    ask_further: Callable[[int, str, str], Question] | None = None
    reads_along: Callable[[State, str], tuple[str, ...]] = lambda state, player: ()


@dataclass(frozen=True, slots=True)
class PostTrial:
    """What a text is taken for before it is taken at all.

    ``tabs`` counts the tabs of an orders post that were found in it (0: it is none); ``week`` and ``faction`` are
    what it says of itself.
    """

    tabs: int
    week: int | None = None
    faction: str | None = None


TryPost: TypeAlias = Callable[[SourceText, Setup], PostTrial]
"""How a system looks at a text: whether it is an orders post, of which week, of which faction."""
