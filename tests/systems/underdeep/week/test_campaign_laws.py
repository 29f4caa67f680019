"""Laws of whole campaigns drawn at random: rich and poor, at war, with sieges, assaults, trades, magic and debts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given, settings
from hypothesis import strategies as st
from support.laws import books_breaches, breaches
from support.weeks import PlayedWeek, play_week

from orderbook.books.bundle import Bundle
from orderbook.campaign.game import GivenRuling, Question, WeekPost, WeekRequest
from orderbook.systems.underdeep.week.state import GameState
from tests.support.hosts import DERRO, FIRST_WEEK, KOBOLDS, SUCCUBI, Hosts

WEEKS = 4
RICH = Bundle({"Gold": 9000, "Metal": 900, "Food": 9000, "Souls": 900})


@st.composite
def campaigns(draw: st.DrawFn) -> Hosts:
    """Two to four players on a map so small that they meet."""
    poor = Bundle({"Gold": draw(st.integers(0, 300)), "Metal": 60, "Food": draw(st.integers(0, 200)), "Souls": 30})
    players = draw(st.integers(2, 4))
    return Hosts(
        players=players,
        regiments=draw(st.integers(3, 8)),
        regions=players * draw(st.integers(3, 9)),
        strength=draw(st.sampled_from((1, 3, 10, 40))),
        war=draw(st.integers(0, 4)) > 0,
        magic=draw(st.booleans()),
        opening=draw(st.sampled_from((RICH, poor))),
        peoples=draw(st.sampled_from(((KOBOLDS, DERRO), (KOBOLDS, DERRO, SUCCUBI), (DERRO, DERRO, KOBOLDS)))),
        seed=f"laws {draw(st.integers(0, 9999))}",
    )


def play_hosts(hosts: Hosts, folder: Path, choice: int = 0, weeks: int = WEEKS) -> Iterator[PlayedWeek]:
    """The weeks of a campaign. Casters get their spells after the first; who are enemies are at war from then on."""
    chart = folder / "map.toml"
    chart.write_text(hosts.draw_map(), "utf-8")
    setup = hosts.setup(chart)
    state, before = GameState(), tuple[WeekPost, ...]()
    at_war = "; ".join(f"{one} and {other} are enemies" for one, other in hosts.enemies())

    def answer(question: Question) -> str:
        return question.choices[choice % len(question.choices)] if question.choices else "yes"

    for week in range(FIRST_WEEK, FIRST_WEEK + weeks):
        posts = hosts.posts(setup, state, week)
        added = (GivenRuling("added.1", week, at_war),) if hosts.war and week == FIRST_WEEK + 1 else ()
        played = play_week(WeekRequest(setup, week, state, posts, before, (), hosts.seed, added=added), answer)
        yield played
        state, before = played.after, posts
        if week == FIRST_WEEK and hosts.magic:
            state = teach(hosts, state)


def teach(hosts: Hosts, state: GameState) -> GameState:
    """The state in which each caster knows every spell of its people."""
    groups = dict(state.groups)
    for name in hosts.names:
        people = hosts.people(name)
        for group in state.groups_of(name):
            if group.unit == people.caster and people.caster not in people.troops:
                groups[group.id] = replace(group, abilities=people.spells)
    return replace(state, groups=groups)


@settings(max_examples=10, deadline=None)
@given(campaigns(), st.integers(0, 3))
def test_campaigns_keep_the_laws(hosts: Hosts, choice: int) -> None:
    with TemporaryDirectory() as folder:
        weeks = []
        for week in play_hosts(hosts, Path(folder), choice):
            assert breaches(week, shuffle=week.request.week) == []
            weeks.append(week)
    assert books_breaches(weeks) == []


def test_much_happens_in_such_campaigns(tmp_path: Path) -> None:
    """The laws would be kept by campaigns in which nothing happens; here it does."""
    kinds: Counter[str] = Counter()
    for number in range(12):
        hosts = Hosts(
            3, 7, 24 - 6 * (number % 3 // 2), 40, war=True, magic=number % 2 == 0, peoples=(KOBOLDS, DERRO),
            seed=f"much {number}",
            opening=RICH if number % 3 else Bundle({"Gold": 90, "Food": 40}),
        )  # fmt: skip
        for week in play_hosts(hosts, tmp_path):
            kinds.update(event.kind for event in week.resolution.events)
    expected = {
        "fought",
        "lost",
        "assaulted",
        "besieged",
        "site-taken",
        "unpaid",
        "deserted",
        "trade-sent",
        "spell-cast",
    }
    assert expected <= kinds.keys(), expected - kinds.keys()


def test_some_of_those_at_war_walk_into_an_ambush(tmp_path: Path) -> None:
    """An ambush takes half a week to lay, so that it catches whoever comes in a later one."""
    kinds: Counter[str] = Counter()
    for number in range(10):
        for week in play_hosts(Hosts(3, 6, 18, war=True, opening=RICH, seed=f"a {number}"), tmp_path, weeks=7):
            kinds.update(event.kind for event in week.resolution.events)
            assert breaches(week) == []
    assert kinds["ambushed"] >= 3 and kinds["ambushed"] * 20 > kinds["fought"], (kinds["ambushed"], kinds["fought"])
