"""Work at sites that change hands: passed on, given up for the case of an attack, or not the captor's to begin."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from support.weeks import PlayedWeek

from orderbook.books.bundle import Bundle
from orderbook.systems.underdeep.week.state import EVERYTHING, Project, Site, Standing
from orderbook.systems.underdeep.week.values import Kind
from tests.systems.underdeep.week import row_kit
from tests.systems.underdeep.week.change_kit import DERRO, HOME, KOBOLDS, home, project, state_of, troops, week_of
from tests.systems.underdeep.week.row_kit import at, row, slingers

__all__ = ["row"]

CAVE = Project("Cave of Chaos", 1, 2, Bundle({"Gold": 60}), faction=DERRO)


def captured(*projects: Project, **more: Any) -> Site:
    """A Dungeon of the Derro that Anna's Kobolds took in week 3."""
    return home(DERRO, captured=3, capital=False, projects=projects, **more)


def kobolds_in(site: Site, tabs: dict[str, str]) -> PlayedWeek:
    state = state_of(troops("Kobold Slinger", 5), site=site)
    anna = state.players["Anna"]
    from dataclasses import replace

    state = replace(state, players={"Anna": replace(anna, faction=KOBOLDS, wealth=Bundle({"Gold": 500, "Food": 90}))})
    return week_of(state, tabs)


def test_unfinished_work_goes_on_for_the_captor() -> None:
    week = kobolds_in(captured(Project("Cave of Chaos", 1, 1, Bundle({"Gold": 60}), faction=DERRO)), {})
    assert [event.data["name"] for event in week.events("finished")] == ["Cave of Chaos"]
    assert week.after.sites["Anna/s1"].count("Cave of Chaos") == 1


@pytest.mark.parametrize(
    "tabs",
    [
        {"Orders": "Cancel the Cave of Chaos at Hole."},
        {"Construction": f"Hole ({HOME})\nCancelled: Cave of Chaos: +60 Gold"},
    ],
)
def test_the_captor_may_cancel_it_and_keeps_the_price(tabs: dict[str, str]) -> None:
    week = kobolds_in(captured(CAVE), tabs)
    (given_up,) = week.events("cancelled")
    assert given_up.data["amounts"] == {"Gold": 60}
    assert given_up.cause.rules == ("UD-CAN-01", "UD-CAN-03")
    assert week.after.sites["Anna/s1"].projects == ()


@pytest.mark.parametrize("name", ["Eyestalk Trap", "Cave of Chaos"])
def test_nothing_of_the_builders_list_is_begun(name: str) -> None:
    from orderbook.systems.underdeep.rules import underdeep_rulebook

    derro = next(faction for faction in underdeep_rulebook().factions if faction.name == DERRO)
    own = next(faction for faction in underdeep_rulebook().factions if faction.name == KOBOLDS)
    kobold = {entry.name for entry in own.structures}
    if name not in {entry.name for entry in derro.structures}:
        name = next(
            entry.name for entry in derro.structures if entry.section.value == "defence" and entry.name not in kobold
        )
    week = kobolds_in(
        captured(), {"Construction": f"Hole ({HOME})\nBeginning Construction\n{name}: -10 Gold, 1 week remaining"}
    )
    assert not week.events("begun")
    (void,) = week.events("order-void")
    assert void.cause.rules[0] in ("UD-CAP-10", "UD-BLD-05")


def test_a_maze_is_for_those_who_founded_the_warren() -> None:
    tabs = {"Construction": f"Hole ({HOME})\nBeginning Construction\nMaze: -60 Gold, 4 weeks remaining"}
    week = kobolds_in(captured(), tabs)
    assert [event.cause.rules for event in week.events("order-void")] == [("UD-KOB-39",)]
    own = week_of(state_of(troops("Kobold Slinger", 5)), tabs)
    assert [event.data["name"] for event in own.events("begun")] == ["Maze"]


# -- standing orders --------------------------------------------------------------------------------------------

FORT = Site(
    "Bert/s2", "Fort", "Bert", Kind.DUNGEON, at("L3"), DERRO,
    standing=(Standing("Mushroom Patch", 1, 0, DERRO),), projects=(CAVE, project("Workshop", Gold=30)),
)  # fmt: skip
STORM = "30 Kobold Slingers at Lowerdeep 2: move to Lowerdeep 3 (1 Speed), assault Fort and capture it."


@pytest.mark.parametrize(
    ("words", "kept"),
    [
        ("If Fort is attacked, cancel the Cave of Chaos.", ("Cave of Chaos",)),
        (
            "Standing order: cancel the Workshop and the Cave of Chaos if Fort is assaulted.",
            ("Cave of Chaos", "Workshop"),
        ),
        ("Should Fort come under attack, all unfinished projects there are to be cancelled.", (EVERYTHING,)),
    ],
)
def test_a_standing_order_is_kept(row: Path, words: str, kept: tuple[str, ...]) -> None:
    week = row_kit.week_of(row, "None", slingers(5), bert=words, sites=(FORT,))
    assert not week.asked
    assert sorted(week.after.sites["Bert/s2"].on_attack) == sorted(kept)
    assert not week.events("cancelled")
    (noted,) = week.events("order-stands")
    assert noted.known_to == {"Bert", "gm"}


def test_what_was_ordered_is_given_up_before_the_site_is_lost(row: Path) -> None:
    week = row_kit.week_of(
        row, STORM, slingers(30, "L2"), bert="If Fort is attacked, cancel the Cave of Chaos.", sites=(FORT,),
        relation="enemies",
    )  # fmt: skip
    (given_up,) = week.events("cancelled")
    assert (given_up.data["player"], given_up.data["amounts"]) == ("Bert", {"Gold": 60})
    assert given_up.cause.rules == ("UD-CAN-04", "UD-CAN-01")
    fort = week.after.sites["Bert/s2"]
    assert fort.owner == "Anna"
    assert [one.name for one in fort.projects] == ["Workshop"]
    assert fort.on_attack == ()


def test_a_standing_order_may_be_revoked(row: Path) -> None:
    from dataclasses import replace

    fort = replace(FORT, on_attack=("Cave of Chaos", "Workshop"))
    words = "If Fort is attacked, no longer cancel the Workshop."
    week = row_kit.week_of(row, "None", slingers(5), bert=words, sites=(fort,))
    assert week.after.sites["Bert/s2"].on_attack == ("Cave of Chaos",)


def test_a_plain_order_to_cancel_is_carried_out_at_once(row: Path) -> None:
    week = row_kit.week_of(row, "None", slingers(5), bert="Cancel the Cave of Chaos at Fort.", sites=(FORT,))
    assert [event.data["name"] for event in week.events("cancelled")] == ["Cave of Chaos"]
