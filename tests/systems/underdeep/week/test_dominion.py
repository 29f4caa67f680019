"""Dominate beyond the battle: who obeys whom from then on, breaks free, is safe for a week, and follows the caster."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from support.posts import write_post
from support.weeks import PlayedWeek, play_week

from orderbook.books.bundle import Bundle
from orderbook.campaign.game import Player, Setup, WeekPost, WeekRequest
from orderbook.systems.underdeep.week.dominion import resisted
from orderbook.systems.underdeep.week.state import GameState, Group, PlayerState, Status
from orderbook.systems.underdeep.week.statuses import BOUND, DOMINATED, find_status
from orderbook.text.source import decode_source
from tests.systems.underdeep.week.row_kit import DERRO, at, row

__all__ = ["row"]
SUCCUBI = "Succubi"


def sister(**more: Any) -> Group:
    plain = Group("Velvet/g1", "Velvet", "Succubus", 1, SUCCUBI, None, at("L2"))
    return replace(plain, **more)


def screechers(count: int = 10, **more: Any) -> Group:
    plain = Group("Bert/g2", "Bert", "Derro Screecher", count, DERRO, None, at("L2"))
    return replace(plain, **more)


def thrall(name: str = DOMINATED, by: str = "Velvet/g1", **more: Any) -> Group:
    held = Status(name, by=by, whose="Bert")
    plain = Group("Bert/g7", "Velvet", "Derro Screecher", 1, DERRO, None, at("L2"), statuses=(held,))
    return replace(plain, **more)


def play(
    row: Path,
    orders: str,
    *groups: Group,
    dice: Sequence[int] | None = None,
    relation: str = "neutral",
    seed: str = "a seed",
) -> PlayedWeek:
    players = {
        "Velvet": PlayerState("Velvet", SUCCUBI, Bundle({"Souls": 200, "Gold": 99, "Food": 99}), 20, 1),
        "Bert": PlayerState("Bert", DERRO, Bundle({"Gold": 500, "Food": 500}), 20, 1),
    }
    state = GameState(4, players, {}, {one.id: one for one in groups}, relations={"Bert|Velvet": relation})
    setup = Setup("underdeep", seed, (Player("Bert", DERRO), Player("Velvet", SUCCUBI)), map=row)
    post = WeekPost("Velvet", 5, decode_source(write_post({"Orders": orders}).encode()))
    request = WeekRequest(setup, 5, state, (post,), (), (), seed, tuple(dice) if dice is not None else None)
    return play_week(request)


# -- each week ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("strength", "will", "free"),
    [(10, 18, False), (10, 19, True), (20, 20, False), (1, 9, False), (1, 10, True)],
)
def test_a_thrall_is_free_only_by_beating_the_caster_outright(row: Path, strength: int, will: int, free: bool) -> None:
    """Ranged Attack +10 against Morale +2."""
    week = play(row, "None", sister(), thrall(), dice=[strength, will])
    group = week.after.groups["Bert/g7"]
    assert group.owner == ("Bert" if free else "Velvet")
    assert (find_status(group, DOMINATED) is None) is free
    assert resisted(group) == (frozenset({"Velvet/g1"}) if free else frozenset())


def test_who_is_bound_for_good_does_not_try(row: Path) -> None:
    week = play(row, "None", sister(), thrall(BOUND), dice=[])
    assert week.after.groups["Bert/g7"].owner == "Velvet"


@pytest.mark.parametrize("name", [DOMINATED, BOUND])
def test_nobody_obeys_a_caster_who_is_gone(row: Path, name: str) -> None:
    week = play(row, "None", thrall(name), dice=[])
    group = week.after.groups["Bert/g7"]
    assert (group.owner, group.statuses, group.region) == ("Bert", (), at("L2"))
    assert week.events("turned")[0].known_to == {"Bert", "Velvet", "gm"}


def test_thralls_march_for_their_master_and_are_paid_by_it(row: Path) -> None:
    orders = "Move 1 Derro Screecher from Lowerdeep 2 to Lowerdeep 3 (1 Speed)."
    week = play(row, orders, sister(), thrall(), dice=[20, 1])
    assert week.after.groups["Bert/g7"].region == at("L3")
    assert week.after.players["Velvet"].wealth["Gold"] == 96


def test_a_caster_who_joins_others_keeps_her_thralls(row: Path) -> None:
    first = sister(id="Velvet/g0", raised=2)
    week = play(row, "None", first, sister(), thrall(), dice=[20, 1])
    held = find_status(week.after.groups["Bert/g7"], DOMINATED)
    assert held is not None and held.by == "Velvet/g0"
    assert week.after.groups["Velvet/g0"].count == 2


# -- out of a battle ----------------------------------------------------------------------------------------------

CASTS = "1 Succubus at Lowerdeep 2: attack Bert, cast Dominate on the Derro Screechers."


def battles(row: Path, number: int = 40) -> list[PlayedWeek]:
    fought = [
        play(row, CASTS, sister(), screechers(), relation="enemies", seed=f"luck {each}") for each in range(number)
    ]
    assert all(week.events("fought") for week in fought)
    return fought


def test_nobody_is_lost_or_won_by_changing_sides(row: Path) -> None:
    """Whoever is neither dead nor a thrall is Bert's, whatever side they fought on."""
    kept = set()
    for week in battles(row):
        lost = [event.data for event in week.events("lost") if event.data["unit"] == "Derro Screecher"]
        dead = sum(int(str(data["count"])) for data in lost)
        theirs = sum(one.count for one in week.after.groups_of("Bert"))
        thralls = [one for one in week.after.groups_of("Velvet") if one.unit == "Derro Screecher"]
        assert dead + theirs + sum(one.count for one in thralls) == 10
        assert all((held := find_status(one, DOMINATED)) and held.by == "Velvet/g1" for one in thralls)
        assert all(held.whose == "Bert" for one in thralls if (held := find_status(one, DOMINATED)))
        assert len(week.events("turned")) == len(thralls)
        kept.add(len(thralls))
    assert kept > {0}


def test_thralls_are_where_their_master_is(row: Path) -> None:
    seen = 0
    for week in battles(row):
        for one in week.after.groups_of("Velvet"):
            if one.unit == "Derro Screecher" and "Velvet/g1" in week.after.groups:
                seen += 1
                assert one.region == week.after.groups["Velvet/g1"].region
    assert seen


def test_who_resisted_is_safe_from_that_caster_for_the_week(row: Path) -> None:
    marked = [week for week in battles(row) if any(resisted(one) for one in week.after.groups_of("Bert"))]
    assert marked
    for week in marked:
        (safe,) = {resisted(one) for one in week.after.groups_of("Bert") if resisted(one)}
        assert safe == {"Velvet/g1"}
        told = [event for event in week.events("status-set") if "UD-SPELL-DOMINATE-5" in event.cause.rules]
        assert told and all(event.known_to == {"Bert", "gm"} for event in told)


def test_who_is_safe_cannot_be_dominated_by_that_caster(row: Path) -> None:
    safe = Status("Resisted Dominate of Velvet/g1", 5, by="Velvet/g1")
    for each in range(12):
        week = play(row, CASTS, sister(), screechers(statuses=(safe,)), relation="enemies", seed=f"seed {each}")
        assert not week.events("turned")
        other = Status("Resisted Dominate of Velvet/g9", 5, by="Velvet/g9")
        assert resisted(screechers(statuses=(other,))) == {"Velvet/g9"}
