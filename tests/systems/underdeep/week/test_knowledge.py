"""No briefing holds a word its reader may not know: unique words are planted in every secret, and looked for."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support.briefings import brief
from support.posts import write_post
from support.weeks import PlayedWeek, play_week

from orderbook.books.bundle import Bundle
from orderbook.campaign.canonical import canonical_json
from orderbook.campaign.event import describe_event
from orderbook.campaign.game import Player, Setup, WeekPost, WeekRequest
from orderbook.systems.underdeep.week.state import GameState, Group, PlayerState, Site, Standing
from orderbook.systems.underdeep.week.values import Kind, Posture, Rank
from orderbook.systems.underdeep.world.region import Region
from orderbook.text.source import decode_source

FACTIONS = {"Anna": "Cleversmart Kobolds", "Bert": "Derro", "Cleo": "Succubi"}
HOME = {"Anna": Region("Lowerdeep", 1), "Bert": Region("Lowerdeep", 3), "Cleo": Region("Lowerdeep", 5)}
SPY = "Cleo"
READERS = (None, *FACTIONS)
MAP = 'title = "A row"\n' + "".join(
    f'\n[Lowerdeep.{number}]\nkind = "{"cavern" if number % 2 else "corridor"}"\n'
    f"ways = [{', '.join(str(other) for other in (number - 1, number + 1) if 1 <= other <= 6)}]\n"
    for number in range(1, 7)
)
WORD = re.compile(r"zq[a-z]+")


@dataclass(frozen=True)
class Wishes:
    """What one player does in the week."""

    letters: tuple[str, ...]
    goal: int
    lurks: bool
    gift: str | None
    count: int


def word(what: str, player: str, other: str = "") -> str:
    return f"zq{what}{player.lower()}{other.lower()}"


def words_in(text: str) -> set[str]:
    """The planted words in a text, however they are written."""
    return set(WORD.findall(text.lower()))


def wishes(player: str) -> st.SearchStrategy[Wishes]:
    others = sorted(set(FACTIONS) - {player})
    return st.builds(
        Wishes,
        st.lists(st.sampled_from(others), max_size=4).map(tuple),
        st.integers(1, 6),
        st.booleans(),
        st.none() | st.sampled_from(others),
        st.integers(1, 12),
    )


def site_of(player: str) -> Site:
    trap = Standing(f"{word('trap', player)} snare", 2, 0, FACTIONS[player])
    return Site(
        f"{player}/s1", word("site", player), player, Kind.DUNGEON, HOME[player], FACTIONS[player], True, (trap,)
    )


def groups_of(player: str, wish: Wishes) -> list[Group]:
    home = {"faction": FACTIONS[player], "region": HOME[player]}
    figures: dict[str, int | str] = {"speed": 4, "defence": 12, "health": 6, "morale": 3, "melee_attack": 3}
    hidden = Group(
        f"{player}/g2", player, f"{word('unit', player)} sneak", wish.count, figures=figures,
        abilities=("Infiltrator",), posture=Posture.OPEN, **home,  # type: ignore[arg-type]
    )  # fmt: skip
    inside = {"site": f"{player}/s1", "posture": Posture.GARRISONED}
    leader = Group(f"{player}/g3", player, "Leader", person=word("person", player), rank=Rank.LEADER, **inside, **home)  # type: ignore[arg-type]
    return [hidden, leader]


def post_of(player: str, wish: Wishes) -> str:
    letters = [
        f"[spoiler=To {to}]\n{to}, {word('letter', player, to)} of mine, number {number}.\n[/spoiler]"
        for number, to in enumerate(wish.letters)
    ]
    number = HOME[player].number
    site = f"{word('site', player)} (Lowerdeep {number})"
    lurk = f" and lay an ambush in Lowerdeep {wish.goal}" if wish.lurks else ""
    orders = [
        f"Move {wish.count} {word('unit', player)} sneaks from Lowerdeep {number} to Lowerdeep {wish.goal}{lurk}.",
        f"The {word('order', player)} shall be done with care and in silence.",
    ]
    return write_post(
        {
            "Messages": "\n".join(letters) or "None",
            "Trade": f"To {wish.gift}: -5 Gold, {word('terms', player)}" if wish.gift else "None",
            "Construction": f"{site}\nBeginning Construction:\n{word('plan', player)} Room: -9 Gold, 2 weeks remaining",
            "Dungeons": f"{site}\n2 {word('trap', player)} snares",
            "Orders": "\n".join(orders),
        }
    )


def play_wishes(asked: dict[str, Wishes], map_file: Path) -> PlayedWeek:
    state = GameState(
        4,
        {name: PlayerState(name, FACTIONS[name], Bundle({"Gold": 50, "Food": 50}), 20, 1) for name in FACTIONS},
        {f"{name}/s1": site_of(name) for name in FACTIONS},
        {group.id: group for name in FACTIONS for group in groups_of(name, asked[name])},
        relations={"Anna|Bert": "enemies", "Anna|Cleo": "neutral", "Bert|Cleo": "enemies"},
    )
    posts = tuple(WeekPost(name, 5, decode_source(post_of(name, asked[name]).encode())) for name in sorted(FACTIONS))
    players = tuple(Player(name, FACTIONS[name]) for name in sorted(FACTIONS))
    setup = Setup("underdeep", "a seed", players, map=map_file)
    return play_week(WeekRequest(setup, 5, state, posts, (), (), "a seed"))


def may_know(week: PlayedWeek, reader: str, found: str) -> bool:
    """Whether a reader may know a planted word: what is the reader's own, what was written to the reader, what showed
    itself to the reader; the spy, what is no message and no order of anybody's."""
    what = next(
        kind
        for kind in ("site", "trap", "unit", "person", "letter", "terms", "plan", "order")
        if found[2:].startswith(kind)
    )
    owner, other = next(
        (a, found[2 + len(what) + len(a) :]) for a in FACTIONS if found[2 + len(what) :].startswith(a.lower())
    )
    if owner == reader and what != "letter":
        return True
    if what == "letter":
        return other == reader.lower()
    if what in ("order", "terms"):
        return False
    if reader == SPY:
        return True
    return what == "unit" and was_found_out(week, owner)


def was_found_out(week: PlayedWeek, owner: str) -> bool:
    """Whether somebody discovered the hidden units of an owner, or they fell upon somebody: they are in the open then,
    for all to see."""
    return any(
        owner in canonical_json(describe_event(event))
        for event in week.resolution.events
        if event.kind in ("discovered", "met", "ambushed", "assaulted")
    )


@pytest.fixture(scope="module")
def row(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("map") / "row.toml"
    path.write_text(MAP, encoding="utf-8")
    return path


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(asked=st.fixed_dictionaries({name: wishes(name) for name in FACTIONS}))
def test_no_briefing_holds_what_its_reader_may_not_know(asked: dict[str, Wishes], row: Path) -> None:
    week = play_wishes(asked, row)
    for reader in FACTIONS:
        for found in words_in(brief(week, reader, coming=True)):
            assert may_know(week, reader, found), (reader, found)


def test_the_words_are_there_for_those_who_may_know(row: Path) -> None:
    """So that the search above cannot come out empty."""
    asked = {
        "Anna": Wishes(("Bert", "Cleo"), 2, False, "Bert", 5),
        "Bert": Wishes(("Anna",), 4, True, None, 3),
        "Cleo": Wishes((), 6, False, None, 2),
    }
    week = play_wishes(asked, row)
    told = {reader: words_in(brief(week, reader, coming=True)) for reader in READERS}
    assert {word("letter", "Anna", "Bert"), word("site", "Bert"), word("unit", "Bert"), word("person", "Bert")} <= told[
        "Bert"
    ]
    assert {word("unit", "Anna"), word("plan", "Anna"), word("trap", "Anna")} <= told["Anna"]
    assert {word("letter", "Anna", "Cleo"), word("unit", "Anna"), word("unit", "Bert")} <= told["Cleo"]
    assert {word("letter", "Bert", "Anna"), word("unit", "Cleo"), word("letter", "Anna", "Cleo")} <= told[None]
    assert word("unit", "Anna") not in told["Bert"] and word("unit", "Bert") not in told["Anna"]
