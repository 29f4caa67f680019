"""What is done before blows fall: victims of Derro, bridges nobody is dug in at, tunnels nobody can stop."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from support.weeks import PlayedWeek

from orderbook.books.bundle import Bundle
from orderbook.dice.model import Dice
from orderbook.systems.underdeep.battle.engine import Battle, fight
from orderbook.systems.underdeep.battle.scenario import Scenario
from orderbook.systems.underdeep.week import battles, resolve
from orderbook.systems.underdeep.week.folds.fold import fold
from orderbook.systems.underdeep.week.kinds import Happened
from orderbook.systems.underdeep.week.state import Group, Status
from orderbook.systems.underdeep.week.values import Posture
from tests.systems.underdeep.week.row_kit import DERRO, MAP, at, row, screechers, slingers, week_of

__all__ = ["row"]


def voids(week: PlayedWeek, rule: str) -> list[str]:
    return [str(event.data["why"]) for event in week.events("order-void") if rule in event.cause.rules]


# victims


@pytest.mark.parametrize(("number", "bonus"), [(4, None), (5, "Sadism 1"), (12, "Sadism 2"), (40, "Sadism 4")])
def test_derro_torture_prisoners_for_the_battles_of_the_week(row: Path, number: int, bonus: str | None) -> None:
    week = with_prisoners(row, f"4 Derro Screechers (Lowerdeep 3): torture {number} prisoners to death.")
    assert voids(week, "UD-DER-07") == []
    (spent,) = [event for event in week.events("plundered") if event.cause.rules == ("UD-DER-07",)]
    assert spent.data["amounts"] == {"Prisoners": -number}
    names = [status.name for group in week.after.groups.values() for status in group.statuses]
    given = [name for name in names if "Sadism" in name]
    assert given == ([bonus] if bonus else [])
    assert not [question for question in week.asked if question.id.startswith("free-orders")]


def test_nobody_tortures_more_than_there_are(row: Path) -> None:
    week = with_prisoners(row, "4 Derro Screechers (Lowerdeep 3): torture 41 prisoners to death.")
    assert voids(week, "UD-DER-07") == ["there are 40 prisoners"]
    assert not week.events("plundered")


def with_prisoners(row: Path, text: str) -> PlayedWeek:
    """The week with 40 prisoners in Bert's hands."""
    plain = week_of(row, "None", screechers(4), bert=text)
    owner = replace(plain.before.players["Bert"], wealth=Bundle({"Gold": 500, "Food": 500, "Prisoners": 40}))
    state = replace(plain.before, players={**plain.before.players, "Bert": owner})
    request = replace(plain.request, state=state)
    resolution = resolve.resolve_week(request)
    after = state
    for event in resolution.events:
        after = fold(after, event)
    return PlayedWeek(request, resolution, state, after, resolution.questions)


def test_the_bonus_goes_into_battle(row: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Battle] = []

    def watch(scenario: Scenario, dice: Dice) -> Battle:
        seen.append(fight(scenario, dice))
        return seen[-1]

    monkeypatch.setattr(battles, "fight", watch)
    march = "Move all Kobold Slingers from Lowerdeep 2 to Lowerdeep 3 (1 Speed)."
    sadists = screechers(40, statuses=(Status("Sadism 2", 5),))
    week_of(row, march, slingers(60, "L2", came_from=at("L1")), sadists, relation="enemies")
    told = {each.by.side: each.modifiers for each in seen[-1].rounds[0].attacks}
    assert (2, "Sadism") in told["Bert"] and (2, "Sadism") not in told["Anna"]


# bridges


def bridged(tmp_path: Path) -> Path:
    path = tmp_path / "bridge.toml"
    cavern = '[Lowerdeep.3]\nkind = "cavern"'
    path.write_text(MAP.replace(cavern, f'{cavern}\nfeatures = ["bridge"]'))
    return path


def test_only_those_dug_in_hold_a_bridge(tmp_path: Path) -> None:
    text = "4 Derro Screechers (Lowerdeep 3): hold the bridge."
    for posture, why in (
        (Posture.OPEN, ["only troops entrenched at a bridge can hold it"]),
        (Posture.ENTRENCHED, []),
    ):
        week = week_of(bridged(tmp_path), "None", screechers(4, posture=posture), bert=text)
        assert voids(week, "UD-BRI-01") == why


def test_who_entrenches_this_week_may_hold_it(tmp_path: Path) -> None:
    text = "4 Derro Screechers (Lowerdeep 3): entrench (1 Speed).\n4 Derro Screechers (Lowerdeep 3): hold the bridge."
    assert voids(week_of(bridged(tmp_path), "None", screechers(4), bert=text), "UD-BRI-01") == []


def test_where_no_bridge_is_none_is_held(row: Path) -> None:
    text = "4 Derro Screechers (Lowerdeep 3): hold the bridge."
    week = week_of(row, "None", screechers(4, posture=Posture.ENTRENCHED), bert=text)
    assert voids(week, "UD-BRI-01") == ["there is no bridge in Lowerdeep 3"]


# tunnels


@pytest.mark.parametrize(
    ("text", "is_besieged", "is_void"),
    [
        ("10 Kobold Slingers (Lowerdeep 1): collapse the enemy tunnel.", True, True),
        ("The garrison fills in their tunnels with rubble.", True, True),
        ("10 Kobold Slingers (Lowerdeep 1): collapse the enemy tunnel.", False, False),
        ("10 Kobold Slingers (Lowerdeep 1): attack the Derro before their tunnel is finished.", True, False),
        ("Block the Escape Tunnel.", True, False),
    ],
)
def test_nothing_but_an_attack_stops_a_tunnel(row: Path, text: str, is_besieged: bool, is_void: bool) -> None:
    plain = week_of(row, text, slingers(10, "L1", site="Anna/s1", posture=Posture.GARRISONED))
    state = plain.before
    if is_besieged:
        hole = replace(state.sites["Anna/s1"], besieged_by=("Bert",), tunnels={"Bert": 2})
        digger = Group("Bert/g9", "Bert", "Derro Screecher", 5, DERRO, None, at("L1"), posture=Posture.ENTRENCHED)
        state = replace(state, sites={**state.sites, hole.id: hole}, groups={**state.groups, digger.id: digger})
    resolution = resolve.resolve_week(replace(plain.request, state=state))
    found = [event for event in resolution.events if event.kind == Happened.ORDER_VOID.value]
    assert bool([event for event in found if "UD-TUN-06" in event.cause.rules]) is is_void
    if is_void:
        assert not [question for question in resolution.questions if question.id.startswith("free-orders")]
