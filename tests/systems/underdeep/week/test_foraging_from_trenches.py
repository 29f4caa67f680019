"""An order to forage given to those who are dug in or garrisoned: both readings of the setting entrenched-foraging."""

from __future__ import annotations

from pathlib import Path

import pytest

from orderbook.systems.underdeep.week.values import Posture
from tests.systems.underdeep.week.row_kit import row, slingers, week_of

__all__ = ["row"]

REFUSED = {"entrenched-foraging": "refused"}
FORAGE = "10 Kobold Slingers at Lowerdeep 2: forage (2 Speed)."


@pytest.mark.parametrize(("options", "gathers"), [({}, True), (REFUSED, False)])
def test_the_entrenched_leave_their_trenches_or_stay_in_them(row: Path, options: dict[str, str], gathers: bool) -> None:
    week = week_of(row, FORAGE, slingers(10, "L2", posture=Posture.ENTRENCHED), options=options)
    gathered = [event.data["amounts"] for event in week.events("gathered")]
    assert gathered == ([{"Food": 20}] if gathers else [])
    told = [event for event in week.events("order-void") if "UD-MOV-12" in event.cause.rules]
    assert bool(told) is not gathers
    assert week.after.groups["Anna/g2"].posture is (Posture.OPEN if gathers else Posture.ENTRENCHED)


@pytest.mark.parametrize("options", [{}, REFUSED])
def test_those_in_the_open_forage_in_any_case(row: Path, options: dict[str, str]) -> None:
    week = week_of(row, FORAGE, slingers(10, "L2"), options=options)
    assert [event.data["amounts"] for event in week.events("gathered")] == [{"Food": 20}]
