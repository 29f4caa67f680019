"""A toy system that keeps campaigns: a post has tabs ``[spoiler=A]``, and lines that the week obeys.

``gain N`` brings gold, ``roll`` brings what a die shows, ``ask TEXT`` needs a ruling whose answer is an amount,
``secret WORD`` happens unseen by others. A ruling that nobody asked for is a player and an amount of gold.
"""

from __future__ import annotations

import re
from dataclasses import replace
from hashlib import sha256

from orderbook.books.accounts import Account, Root
from orderbook.books.bundle import Bundle
from orderbook.books.journal import Cause as BookCause
from orderbook.books.journal import Claim, Entry, Journal, make_journal, move
from orderbook.campaign.canonical import Json
from orderbook.campaign.event import Cause, Event, LoggedRoll, PostPlace
from orderbook.campaign.faults import CampaignError
from orderbook.campaign.game import (
    BriefRequest,
    CampaignSystem,
    LedgerRequest,
    PostTrial,
    Question,
    Resolution,
    Setup,
    WeekRequest,
)
from orderbook.text.source import SourceText
from support.toy import TOY

State = dict[str, int]


def try_post(source: SourceText, setup: Setup) -> PostTrial:
    week = re.search(r"[Ww]eek (\d+)", source.text)
    faction = re.search(r"We are (\w+)", source.text)
    tabs = len(set(re.findall(r"\[spoiler=(\w+)\]", source.text)))
    return PostTrial(tabs, int(week[1]) if week else None, faction[1] if faction else None)


def new_state(setup: Setup) -> State:
    return {player.name: (player.opening or Bundle())["Gold"] for player in setup.players}


def fold(state: State, event: Event) -> State:
    player, amount = event.data.get("player"), event.data.get("gold", 0)
    if not isinstance(player, str) or not isinstance(amount, int):
        return state
    return {**state, player: state.get(player, 0) + amount}


def to_json(state: State) -> Json:
    return dict(state.items())


def from_json(value: Json) -> State:
    assert isinstance(value, dict)
    return {player: amount for player, amount in value.items() if isinstance(amount, int)}


def resolve(request: WeekRequest) -> Resolution:
    week = Week(request)
    for ruling in request.added:
        player, _, amount = ruling.answer.partition(" ")
        data: dict[str, Json] = {"player": player, "gold": int(amount)}
        week.events.append(Event(request.week, "toys", "ruled", data, Cause(ruling=ruling.id), frozenset({player})))
    for post in request.posts:
        for number, line in enumerate(post.source.text.split("\n"), 1):
            word, _, rest = line.strip().partition(" ")
            week.obey(PostPlace(post.player, request.week, number), word, rest)
    return Resolution(tuple(week.events), tuple(week.questions))


class Week:
    """A week of toys, line by line."""

    def __init__(self, request: WeekRequest) -> None:
        self.request = request
        self.events: list[Event] = []
        self.questions: list[Question] = []
        self.dice = list(request.dice or ())
        self.answers = {ruling.id: ruling.answer for ruling in request.rulings}

    def obey(self, place: PostPlace, word: str, rest: str) -> None:
        match word:
            case "gain":
                self.happen(place, "gained", int(rest), Cause(("TOY-1",), place))
            case "roll":
                seed = f"{self.request.seed}/{place.week}/{place.player}/{place.line}"
                roll = self.dice.pop(0) if self.dice else sha256(seed.encode()).digest()[0] % 20 + 1
                cause = Cause(("TOY-1",), place, rolls=(LoggedRoll("luck", 20, roll),))
                self.happen(place, "rolled", roll, cause)
            case "secret":
                self.happen(place, "hid", 0, Cause((), place), word=rest)
            case "lie":
                self.happen(place, "lied", 0, Cause((), place))
            case "ask":
                name = f"{place.week}.{len(self.questions) + 1}"
                self.questions.append(Question(name, place.week, rest, ("TOY-2",), place, ("none",)))
                if answer := self.answers.get(name):
                    gold = 0 if answer == "none" else int(answer)
                    self.happen(place, "ruled", gold, Cause(("TOY-2",), place, name), known="all")
            case "break":
                raise CampaignError("the toys are broken")

    def happen(self, place: PostPlace, kind: str, gold: int, cause: Cause, known: str = "", **more: Json) -> None:
        data: dict[str, Json] = {"player": place.player, "gold": gold, **more}
        self.events.append(Event(place.week, "toys", kind, data, cause, frozenset({known or place.player})))


def judge_ruling(question: Question, answer: str) -> str:
    return "" if answer == "none" or re.fullmatch("[+-]?[0-9]+", answer) else "write an amount, or none"


def judge_added(request: WeekRequest) -> str:
    *_, ruling = request.added
    return "" if re.fullmatch(r"\w+ [+-]?[0-9]+", ruling.answer) else "write a player and an amount"


def brief(request: BriefRequest) -> str:
    lines = [f"[b]Week {request.week} for {request.player or 'the game master'}[/b]"]
    lines += [f"{event.kind}: {dict(event.data)}" for event in request.events]
    if request.player is not None:
        lines.append(f"Gold: {request.before.get(request.player, 0)} -> {request.after[request.player]}")
    if request.templates is not None:
        lines.append((request.templates / "end.txt").read_text())
    if request.coming:
        lines.append(f"Week {request.week + 1}:")
    return "\n".join(lines) + "\n"


def ledger(request: LedgerRequest) -> Journal:
    entries: list[Entry] = []
    claims: list[Claim] = []
    held: State = new_state(request.setup)
    outside, start = Account(Root.INCOME, ("Toys",)), Account(Root.EQUITY, ("Start",))
    for player, amount in held.items():
        entries.append(move(0, "opening", BookCause("opening"), Bundle({"Gold": amount}), _account(player), start))
    for event in request.events:
        player, gold = event.data.get("player"), event.data.get("gold", 0)
        if isinstance(player, str) and isinstance(gold, int):
            entries.append(
                move(event.week, event.kind, BookCause(event.kind), Bundle({"Gold": gold}), _account(player), outside)
            )
            held[player] = held.get(player, 0) + gold
        if event.kind == "lied":
            claims.append(Claim(event.week, _account("Ann"), {"Gold": -1}, "a lie", BookCause("a lie")))
    last = max((entry.day for entry in entries), default=0)
    claims += [
        Claim(last, _account(player), {"Gold": amount}, f"Wealth of {player}", BookCause("Wealth"))
        for player, amount in held.items()
    ]
    return make_journal(entries, claims)


def _account(player: str) -> Account:
    return Account(Root.ASSETS, (player,))


SYSTEM = CampaignSystem(
    new_state, fold, to_json, from_json, resolve, brief, ledger, judge_ruling, judge_added,
    occasions=lambda: {"windfall": "Somebody finds something."},
)  # fmt: skip
TOY_CAMPAIGN = replace(TOY, try_post=try_post, campaign=lambda: SYSTEM)
TOY_POSTS_ONLY = replace(TOY, try_post=try_post)
