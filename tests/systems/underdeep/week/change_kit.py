"""One week of Anna's, with dice, rule data and answers as a test wants them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from support.posts import write_post
from support.weeks import PlayedWeek, play_week

from orderbook.books.bundle import Bundle
from orderbook.campaign.game import Player, Question, Setup, WeekPost, WeekRequest
from orderbook.systems.underdeep.week.state import GameState, Group, PlayerState, Project, Site, Standing
from orderbook.systems.underdeep.week.values import Kind, Posture
from orderbook.systems.underdeep.world.region import Region
from orderbook.text.source import decode_source

KOBOLDS, DERRO = "Cleversmart Kobolds", "Derro"
HOME, FAR = Region("Lowerdeep", 51), Region("Lowerdeep", 60)


def home(faction: str = KOBOLDS, standing: Mapping[str, int] | None = None, **more: Any) -> Site:
    """Anna's one Dungeon."""
    rooms = tuple(Standing(name, count, 0, faction) for name, count in (standing or {}).items())
    return replace(Site("Anna/s1", "Hole", "Anna", Kind.DUNGEON, HOME, faction, True, rooms), **more)


def troops(unit: str, count: int = 1, number: int = 2, faction: str = KOBOLDS, **more: Any) -> Group:
    """Units of Anna's, garrisoned at home unless ``more`` says otherwise."""
    group = Group(f"Anna/g{number}", "Anna", unit, count, faction, "Anna/s1", HOME, posture=Posture.GARRISONED)
    return replace(group, **more)


def abroad(unit: str, count: int = 1, number: int = 2, faction: str = KOBOLDS, **more: Any) -> Group:
    """Units of Anna's in the open of a region far from home."""
    return troops(unit, count, number, faction, **{"site": None, "region": FAR, "posture": Posture.OPEN, **more})


def state_of(*groups: Group, site: Site | None = None, wealth: Mapping[str, int] | None = None) -> GameState:
    hole = site or home()
    return GameState(
        week=4,
        players={"Anna": PlayerState("Anna", hole.faction, Bundle(wealth or {"Gold": 900, "Food": 900}), 20, 1)},
        sites={hole.id: hole},
        groups={group.id: group for group in groups},
    )


def week_of(
    state: GameState,
    tabs: Mapping[str, str] | None = None,
    *,
    answer: Callable[[Question], str] | str = "yes",
    rules: tuple[Path, ...] = (),
    dice: tuple[int, ...] | None = None,
    others: Mapping[str, tuple[str, Mapping[str, str]]] | None = None,
    map_file: Path | None = None,
) -> PlayedWeek:
    """The week after ``state``; ``dice`` in the order in which they are rolled, else by a seed.

    ``others`` are further players with faction and tabs.
    """
    own = {"Anna": (state.players["Anna"].faction, tabs if tabs is not None else {"Orders": "None"}), **(others or {})}
    players = tuple(Player(name, faction) for name, (faction, _) in sorted(own.items()))
    week = state.week + 1
    posts = tuple(
        WeekPost(name, week, decode_source(write_post({"Dungeons": f"Hole ({HOME})", **told}, week).encode()))
        for name, (_, told) in sorted(own.items())
    )
    setup = Setup("underdeep", "a seed", players, rules=rules, map=map_file)
    request = WeekRequest(setup, week, state, posts, (), (), "a seed", dice=dice)
    return play_week(request, answer if callable(answer) else lambda question: str(answer))


def project(name: str, weeks: int = 2, **paid: int) -> Project:
    return Project(name, 1, weeks, Bundle(paid), faction=KOBOLDS)
