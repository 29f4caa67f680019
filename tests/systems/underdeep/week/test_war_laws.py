"""Laws of weeks at war, on campaigns drawn at random: nobody doubles, nobody appears, no order of players matters."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support.posts import write_post
from support.weeks import PlayedWeek, play_week

from orderbook.books.bundle import Bundle
from orderbook.campaign.canonical import canonical_json
from orderbook.campaign.event import describe_event
from orderbook.campaign.game import Player, Question, Setup, WeekPost, WeekRequest
from orderbook.systems.underdeep.week.codec import read_state, write_state
from orderbook.systems.underdeep.week.folds.fold import fold
from orderbook.systems.underdeep.week.resolve import resolve_week
from orderbook.systems.underdeep.week.state import GameState, Group, PlayerState, Site, Standing
from orderbook.systems.underdeep.week.values import Kind, Posture
from orderbook.text.source import decode_source
from tests.systems.underdeep.week.row_kit import DERRO, KOBOLDS, MAP, at

PLAYERS = {"Anna": KOBOLDS, "Bert": DERRO, "Cleo": KOBOLDS}
UNITS = {KOBOLDS: ("Kobold Slinger", "Kobold Skulker"), DERRO: ("Derro Brigand", "Derro Screecher")}
HOMES = {"Anna": "L1", "Bert": "L4", "Cleo": "L3"}
DEEDS = ("", ", then entrench", ", then attack", ", then assault the Dungeon", ", then sack the Dungeon")
RELATIONS = ("enemies", "enemies", "enemies", "neutral", "allied")


@pytest.fixture(scope="module")
def row_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("row") / "row.toml"
    path.write_text(MAP, encoding="utf-8")
    return path


@st.composite
def wars(draw: st.DrawFn) -> tuple[GameState, dict[str, str]]:
    """A state of three players on four regions, and what each orders."""
    groups: dict[str, Group] = {}
    orders: dict[str, str] = {}
    for name, faction in PLAYERS.items():
        lines = []
        for number in range(draw(st.integers(1, 3))):
            unit = draw(st.sampled_from(UNITS[faction]))
            place = draw(st.integers(1, 4))
            count = draw(st.integers(1, 60))
            one = Group(f"{name}/g{number + 2}", name, unit, count, faction, None, at(f"L{place}"))
            if draw(st.booleans()) and place == int(HOMES[name][1:]):
                one = replace(one, site=f"{name}/s1", posture=Posture.GARRISONED)
            groups[one.id] = one
            to, part = draw(st.integers(1, 4)), draw(st.integers(1, count))
            deed = draw(
                st.sampled_from(("", ", then entrench", ", then attack", ", then assault the Dungeon", ", scout"))
            )
            if draw(st.booleans()):
                lines.append(f"Move {part} {unit}s from Lowerdeep {place} to Lowerdeep {to}{deed}.")
        orders[name] = "\n".join(lines) or "None"
    sites = {
        f"{name}/s1": Site(
            f"{name}/s1", f"{name}hold", name, Kind.DUNGEON, at(home), PLAYERS[name], True,
            (Standing("Palisade", 1, 0, KOBOLDS),) if PLAYERS[name] == KOBOLDS else (),
        )
        for name, home in HOMES.items()
    }  # fmt: skip
    names = sorted(PLAYERS)
    pairs = [f"{a}|{b}" for at_, a in enumerate(names) for b in names[at_ + 1 :]]
    relations = {pair: draw(st.sampled_from(RELATIONS)) for pair in pairs}
    wealth = Bundle({"Gold": 900, "Food": 900, "Metal": 300})
    players = {name: PlayerState(name, faction, wealth, 20, 1) for name, faction in PLAYERS.items()}
    return GameState(4, players, sites, groups, relations=relations), orders


def request_of(state: GameState, orders: dict[str, str], path: Path, *, backwards: bool = False) -> WeekRequest:
    posts = []
    for name, text in sorted(orders.items(), reverse=backwards):
        tabs = {"Dungeons": f"{name}hold (L-{HOMES[name][1:]})", "Orders": text}
        posts.append(WeekPost(name, 5, decode_source(write_post(tabs).encode())))
    setup = Setup("underdeep", "laws", tuple(Player(name, faction) for name, faction in PLAYERS.items()), map=path)
    return WeekRequest(setup, 5, state, tuple(posts), (), (), "laws")


def answer(question: Question) -> str:
    return question.choices[0] if question.choices else "yes"


def heads(state: GameState) -> Counter[str]:
    found: Counter[str] = Counter()
    for group in state.groups.values():
        assert group.count > 0 and 0 <= group.owing <= group.count
        found[group.owner] += group.count
    return found


def told(week: PlayedWeek) -> list[str]:
    return [canonical_json(describe_event(event)) for event in week.resolution.events]


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(wars())
def test_weeks_at_war_keep_the_laws(row_file: Path, war: tuple[GameState, dict[str, str]]) -> None:
    state, orders = war
    week = play_week(request_of(state, orders, row_file), answer)
    expected = heads(state)
    for event in week.resolution.events:
        if event.kind in ("lost", "starved"):
            expected[str(event.data["group"]).split("/")[0]] -= int(str(event.data["count"]))
        if event.kind == "deserted":
            expected[str(event.data["group"]).split("/")[0]] -= int(str(event.data["count"]))
            expected[""] += int(str(event.data["count"]))
        if event.kind == "group-entered":
            entered = event.data["group"]
            assert isinstance(entered, dict)
            expected[str(entered["owner"])] += int(str(entered.get("count", 1)))
    assert +heads(week.after) == +expected
    for group in week.after.groups.values():
        site = week.after.sites.get(group.site) if group.site is not None else None
        assert group.site is None or (site is not None and site.region == group.region)
    for player in week.after.players.values():
        assert all(amount >= 0 for amount in player.wealth.values())

    folded = read_state(write_state(week.before))
    for event in week.resolution.events:
        folded = fold(folded, event)
    assert canonical_json(write_state(folded)) == canonical_json(write_state(week.after))
    assert [describe_event(event) for event in resolve_week(week.request).events] == [
        describe_event(event) for event in week.resolution.events
    ]
    turned = replace(
        state,
        groups=dict(reversed(state.groups.items())),
        sites=dict(reversed(state.sites.items())),
        players=dict(reversed(state.players.items())),
    )
    again = play_week(request_of(turned, orders, row_file, backwards=True), answer)
    assert told(again) == told(week)
