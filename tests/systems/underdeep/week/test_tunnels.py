"""Tunnels of a siege: how deep they have to go below which walls, and that a finished one waits for the assault."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from orderbook.rulebook.model import Section, Structure
from orderbook.systems.underdeep.week.state import Group, Site, Standing
from orderbook.systems.underdeep.week.theatre import tunnel_below
from orderbook.systems.underdeep.week.values import Kind, Posture
from tests.systems.underdeep.week.row_kit import DERRO, KOBOLDS, at, row, screechers, week_of

__all__ = ["row"]


def diggers(**more: Any) -> Group:
    plain = Group(
        "Anna/g2", "Anna", "Kobold Blunderdig", 20, KOBOLDS, None, at("L4"), posture=Posture.ENTRENCHED,
    )  # fmt: skip
    return replace(plain, **more)


def den(dug: int) -> Site:
    walls = (Standing("Gibbering Wall", 1, 0, DERRO),)
    return Site(
        "Bert/s1", "Den", "Bert", Kind.DUNGEON, at("L4"), DERRO, True, walls, besieged_by=("Anna",),
        tunnels={"Anna": dug},
    )  # fmt: skip


def test_a_finished_tunnel_waits_for_the_order_to_break_in(row: Path) -> None:
    guard = screechers(4, "L4", site="Bert/s1", posture=Posture.GARRISONED)
    waiting = week_of(row, "None", diggers(), guard, sites=(den(3),), relation="enemies")
    assert not waiting.events("fought")
    assert waiting.after.sites["Bert/s1"].tunnels == {"Anna": 3}
    order = "20 Kobold Blunderdigs at Lowerdeep 4: assault the Den."
    for dug, through in ((3, True), (2, False)):
        storm = week_of(row, order, diggers(), guard, sites=(den(dug),), relation="enemies", answer="capture")
        told = [str(event.data).lower() for event in storm.resolution.events if event.phase == "battle"]
        assert storm.events("fought")
        assert any("tunnel" in text for text in told) is through


@pytest.mark.parametrize(("figures", "speed"), [((), 3), ((6,), 6), ((6, 3), 6), ((0, 6), None)])
def test_some_walls_take_more_digging_and_some_cannot_be_dug_through(
    figures: tuple[int, ...], speed: int | None
) -> None:
    plain = Structure("Palisade", "Derro", Section.DEFENCE, None, 1, kind="wall")
    entries = [(plain, 1), *((replace(plain, name=f"Wall {figure}", tunnel=figure), 1) for figure in figures)]
    assert tunnel_below(entries) == speed
