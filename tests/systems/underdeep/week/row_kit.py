"""Anna's Kobolds and Bert's Derro on four regions in a row, for tests of marches and battles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from support.posts import write_post
from support.weeks import PlayedWeek, play_week

from orderbook.books.bundle import Bundle
from orderbook.campaign.game import Player, Setup, WeekPost, WeekRequest
from orderbook.rulebook.options import Options
from orderbook.systems.underdeep.week.state import FieldTrap, GameState, Group, PlayerState, RegionFacts, Site
from orderbook.systems.underdeep.week.values import Kind
from orderbook.systems.underdeep.world.region import Region, parse_region
from orderbook.text.source import decode_source

KOBOLDS, DERRO = "Cleversmart Kobolds", "Derro"
MAP = """\
title = "Four in a row"

[Lowerdeep.1]
kind = "cavern"
ways = [2]

[Lowerdeep.2]
kind = "corridor"
features = ["mushrooms"]
ways = [1, 3]

[Lowerdeep.3]
kind = "cavern"
ways = [2, 4]

[Lowerdeep.4]
kind = "cavern"
ways = [3]
"""


@pytest.fixture
def row(tmp_path: Path) -> Path:
    path = tmp_path / "row.toml"
    path.write_text(MAP, encoding="utf-8")
    return path


def at(text: str) -> Region:
    region = parse_region(text)
    assert region is not None
    return region


def slingers(count: int = 10, place: str = "L1", **more: Any) -> Group:
    return replace(Group("Anna/g2", "Anna", "Kobold Slinger", count, KOBOLDS, None, at(place)), **more)


def screechers(count: int = 4, place: str = "L3", **more: Any) -> Group:
    return replace(Group("Bert/g2", "Bert", "Derro Screecher", count, DERRO, None, at(place)), **more)


def week_of(
    row: Path | None,
    anna: str,
    *groups: Group,
    bert: str = "None",
    relation: str = "neutral",
    sites: tuple[Site, ...] = (),
    answer: str | Mapping[str, str] = "yes",
    options: dict[str, str] | None = None,
    dice: Sequence[int] | None = None,
    regions: dict[str, RegionFacts] | None = None,
    dungeons: str = "",
    construction: str = "None",
    wealth: Mapping[str, int] | None = None,
    traps: tuple[FieldTrap, ...] = (),
    characters: str = "None",
) -> PlayedWeek:
    """A week of theirs. ``answer`` is what every question gets, or answers by the kind of question, else yes;
    ``characters`` is that tab of Bert's."""
    hole = Site("Anna/s1", "Skitterhole", "Anna", Kind.DUNGEON, at("L1"), KOBOLDS, True)
    den = Site("Bert/s1", "Den", "Bert", Kind.DUNGEON, at("L4"), DERRO, True)
    usual_wealth = {"Gold": 500, "Food": 500, "Metal": 100}
    state = GameState(
        4,
        {
            "Anna": PlayerState("Anna", KOBOLDS, Bundle({**usual_wealth, **(wealth or {})}), 20, 1),
            "Bert": PlayerState("Bert", DERRO, Bundle(usual_wealth), 20, 1),
        },
        {site.id: site for site in (hole, den, *sites)},
        {group.id: group for group in groups},
        regions=regions or {},
        relations={"Anna|Bert": relation} if relation else {},
        traps={trap.id: trap for trap in traps},
    )
    players = (Player("Anna", KOBOLDS), Player("Bert", DERRO))
    tabs = {
        "Anna": {"Dungeons": f"Skitterhole (L-1)\n{dungeons}", "Construction": construction, "Orders": anna},
        "Bert": {"Dungeons": "Den (L-4)", "Characters": characters, "Orders": bert},
    }
    posts = tuple(WeekPost(name, 5, decode_source(write_post(own).encode())) for name, own in tabs.items())
    setup = Setup("underdeep", "a seed", players, Options(tuple(sorted((options or {}).items()))), map=row)
    given = tuple(dice) if dice is not None else None
    answers = answer if not isinstance(answer, str) else {}
    usual = answer if isinstance(answer, str) else "yes"
    request = WeekRequest(setup, 5, state, posts, (), (), "a seed", given)
    return play_week(request, lambda question: answers.get(question.id.split(".")[0], usual))
