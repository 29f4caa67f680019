"""The rulebook's worked examples that take a week, or several, to come out: captures, sieges, disease, the sun."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from support.posts import write_post
from support.weeks import PlayedWeek, play_week
from systems.underdeep.week.change_kit import FAR, state_of, troops
from systems.underdeep.week.change_kit import week_of as change_week
from systems.underdeep.week.row_kit import row
from systems.underdeep.week.test_changing_units import GNOLLS
from systems.underdeep.week.test_phases import DERRO, HOME, KOBOLDS, kobold_state, week_of
from systems.underdeep.week.test_rituals import brigands, den, play, sister

from orderbook.books.bundle import Bundle
from orderbook.campaign.game import Player, Setup, WeekPost, WeekRequest
from orderbook.rulebook.model import Unit
from orderbook.rulebook.options import Options
from orderbook.systems.underdeep.rules import underdeep_rulebook
from orderbook.systems.underdeep.week.captured import why_useless
from orderbook.systems.underdeep.week.desk import Desk
from orderbook.systems.underdeep.week.rolls import Rolls
from orderbook.systems.underdeep.week.state import GameState, Group, PlayerState, Site, Standing, Status
from orderbook.systems.underdeep.week.statuses import HAREM, INFECTED, find_status
from orderbook.systems.underdeep.week.sunlight import sun_toll
from orderbook.systems.underdeep.week.values import Kind, Posture, Rank
from orderbook.systems.underdeep.world.region import Region
from orderbook.text.source import decode_source

__all__ = ["row"]
CAPTORS = Path(__file__).parents[1] / "cases" / "example_captors"


def captured_by(
    captor: str, builders: str, *structures: str, options: dict[str, str] | None = None
) -> dict[str, str | None]:
    """Why each structure of a captured site does not serve its captor, None where it does."""
    site = Site(
        "Anna/s1", "Deephold", "Anna", Kind.DUNGEON, HOME, builders,
        standing=tuple(Standing(name, 1, 0, builders) for name in structures), captured=3,
    )  # fmt: skip
    state = GameState(4, {"Anna": PlayerState("Anna", captor, Bundle({"Gold": 500}), 20, 1)}, {site.id: site})
    setup = Setup("underdeep", "a seed", (Player("Anna", captor),), Options(tuple((options or {}).items())))
    desk = Desk(setup, 5, underdeep_rulebook((CAPTORS,)), None, state, {}, {}, Rolls("a seed", 5))
    found: dict[str, str | None] = {}
    for name in structures:
        entry = desk.structure(site, name, builders)
        assert entry is not None, name
        found[name] = why_useless(desk, site, entry)
    return found


# -- captures ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("room", "stands"), [("Kobold Mine: -150 Gold, -15 Metal", True), ("Rabble Pit: -10 Gold", False)]
)
def test_ud_ex_bld_01(room: str, stands: bool) -> None:
    """In a Dungeon taken from Goblins Kobolds build Kobold Rooms, no Goblin ones."""
    state = kobold_state({"Gold": 500, "Metal": 50}, site={"faction": "Goblins", "captured": 3, "capital": False})
    tabs = {
        "Dungeons": "Skitterhole (Lowerdeep 51)",
        "Construction": f"Skitterhole (Lowerdeep 51)\nBeginning Construction:\n{room}",
    }
    week = week_with_captors(state, tabs)
    assert [project.name for project in week.after.sites["Anna/s1"].projects] == (
        [room.partition(":")[0]] if stands else []
    )
    assert bool(week.events("order-void")) is not stands


def week_with_captors(state: GameState, tabs: dict[str, str], **more: Any) -> PlayedWeek:
    """Week 5 with the rule data of the captors beside the shipped."""
    week = week_of(state, tabs)
    request = replace(week.request, setup=replace(week.request.setup, rules=(CAPTORS,)), rulings=())
    return play_week(request, lambda question: str(more.get("answer", "yes")))


def test_ud_ex_cap_01() -> None:
    assert captured_by("Goblins", "Dwarves", "Murder Holes", "Pit Trap", "Dwarf Cannon Battery") == {
        "Murder Holes": None, "Pit Trap": None, "Dwarf Cannon Battery": "UD-CAP-03",
    }  # fmt: skip


def test_ud_ex_cap_02() -> None:
    for captor, study in (("Liches", None), ("Goblins", "UD-CAP-05")):
        assert captured_by(captor, "Liches", "Lich's Study") == {"Lich's Study": study}
        assert captured_by(captor, "Dwarves", "Thane's Hall") == {"Thane's Hall": "UD-CAP-07"}
        assert captured_by(captor, "Goblins", "Hall of the Goblin King") == {"Hall of the Goblin King": "UD-CAP-07"}


def test_ud_ex_cap_03() -> None:
    """Usable by who has one on the own list; the other reading of the contradiction is a setting."""
    for captor, rule in (("Duergar", None), ("Goblins", "UD-CAP-08")):
        assert captured_by(captor, "Dwarves", "Hall of Trade") == {"Hall of Trade": rule}
    always = {"captured-trade-rooms": "always"}
    assert captured_by("Goblins", "Dwarves", "Hall of Trade", options=always) == {"Hall of Trade": None}


def test_ud_ex_cap_04() -> None:
    """One race raises the other's troops, but two religions share no Shrine."""
    assert captured_by("Kirr Dark Elves", "Dark Elves", "Dark Elf Shrine", "Web Caverns") == {
        "Dark Elf Shrine": "UD-CAP-09", "Web Caverns": None,
    }  # fmt: skip
    assert captured_by("Goblins", "Dark Elves", "Web Caverns") == {"Web Caverns": "UD-CAP-06"}


@pytest.mark.parametrize(
    ("mine", "answer", "begins"),
    [
        ("Improved Goblin Mine", "yes", True),
        ("Improved Goblin Mine", "no", False),
        ("Improved Dwarf Mine", "yes", False),
    ],
)
def test_ud_ex_cap_05(mine: str, answer: str, begins: bool) -> None:
    """The Dwarf Mine goes on for the Goblins, and with the game master's leave their own better one takes its place."""
    state = kobold_state(
        {"Gold": 500},
        site={
            "faction": "Dwarves", "captured": 3, "capital": False,
            "standing": (Standing("Dwarf Mine", 1, 0, "Dwarves"),),
        },
    )  # fmt: skip
    goblins = replace(state, players={"Anna": replace(state.players["Anna"], faction="Goblins")})
    tabs = {
        "Dungeons": "Skitterhole (Lowerdeep 51)\nDwarf Mine",
        "Construction": f"Skitterhole (Lowerdeep 51)\nBeginning Construction:\n{mine}: -200 Gold, 3 weeks",
    }
    week = week_of(goblins, tabs)
    setup = replace(week.request.setup, players=(Player("Anna", "Goblins"),), rules=(CAPTORS,))
    week = play_week(replace(week.request, setup=setup, rulings=()), lambda question: answer)
    assert [(event.data["source"], event.data["amounts"]) for event in week.events("produced")] == [
        ("Dwarf Mine", {"Gold": 150})
    ]
    asked = [question.id.split(".")[0] for question in week.asked]
    assert asked.count("captured-mine") == (1 if mine == "Improved Goblin Mine" else 0)
    site = week.after.sites["Anna/s1"]
    assert [project.name for project in site.projects] == ([mine] if begins else [])
    for _ in range(3):
        request = week.request
        week = play_week(replace(request, week=request.week + 1, state=week.after, posts=(), earlier=(), rulings=()))
    assert [one.name for one in week.after.sites["Anna/s1"].standing] == ([mine] if begins else ["Dwarf Mine"])


@pytest.mark.parametrize("elsewhere", [True, False])
def test_ud_ex_cmd_01(elsewhere: bool) -> None:
    """With nobody fit at the Dungeon one from elsewhere is promoted; with nobody at all the post stays vacant."""
    far = Region("Lowerdeep", 60)
    groups = (
        (Group("Anna/g2", "Anna", "Kobold Slinger", 5, KOBOLDS, None, far, posture=Posture.OPEN),) if elsewhere else ()
    )
    armies = "Snik, Commander of Skitterhole (Kobold Slinger) - In Lowerdeep 60\n\n4 Kobold Slingers - In Lowerdeep 60"
    tabs = {"Dungeons": "Skitterhole (Lowerdeep 51)", "Armies": armies if elsewhere else "None"}
    week = week_of(kobold_state({"Gold": 100, "Food": 100}, groups=groups), tabs)
    officers = [group for group in week.after.groups.values() if group.commands == "Anna/s1"]
    assert [officer.person for officer in officers] == (["Snik"] if elsewhere else [])


# -- sieges -----------------------------------------------------------------------------------------------------

NEAR, BESIEGED = Region("Lowerdeep", 51), Region("Lowerdeep", 60)
ELVES = "Dark Elves"


def two_cities(construction: str = "") -> PlayedWeek:
    """Anna's two cities of the example, the second besieged by Bert's Goblins, a garrison of spiders in it."""
    rooms = {
        "Anna/s1": ("Velsharn", NEAR, {"Lichen Garden": 6, "Improved Dark Elf Mine": 1}),
        "Anna/s2": ("Mirrith", BESIEGED, {"Dark Elf Mine": 1}),
    }
    sites = {
        id: Site(
            id, name, "Anna", Kind.DUNGEON, region, ELVES, id == "Anna/s1",
            tuple(Standing(room, count, 0, ELVES) for room, count in standing.items()),
            besieged_by=("Bert",) if id == "Anna/s2" else (),
        )
        for id, (name, region, standing) in rooms.items()
    }  # fmt: skip
    groups = {
        "Anna/g3": Group("Anna/g3", "Anna", "War Spider", 3, ELVES, "Anna/s2", BESIEGED, posture=Posture.GARRISONED),
        "Bert/g1": Group("Bert/g1", "Bert", "Derro Brigand", 9, DERRO, None, BESIEGED, posture=Posture.OPEN),
    }
    state = GameState(
        4,
        {
            "Anna": PlayerState("Anna", ELVES, Bundle(), 20, 1),
            "Bert": PlayerState("Bert", DERRO, Bundle({"Gold": 500}), 20, 1),
        },
        sites,
        groups,
        relations={"Anna|Bert": "enemies"},
    )
    tabs = {
        "Dungeons": "Velsharn (Lowerdeep 51)\n6 Lichen Gardens\nImproved Dark Elf Mine\n\n"
        "Mirrith (Lowerdeep 60)\nDark Elf Mine",
        "Construction": construction,
        "Armies": "3 War Spiders - Garrisoned in Mirrith",
    }
    players = (Player("Anna", ELVES), Player("Bert", DERRO))
    posts = (WeekPost("Anna", 5, decode_source(write_post(tabs).encode())),)
    setup = Setup("underdeep", "a seed", players, rules=(CAPTORS,))
    return play_week(WeekRequest(setup, 5, state, posts, (), (), "a seed"))


def test_ud_ex_siege_economy() -> None:
    """What each city makes is its own: the besieged one has no Food, and its garrison goes hungry."""
    week = two_cities()
    assert week.after.players["Anna"].wealth == Bundle({"Gold": 300, "Metal": 25, "Food": 120})
    assert week.after.sites["Anna/s2"].store == Bundle({"Gold": 175, "Metal": 15})
    assert week.after.groups["Anna/g3"].owing == 3


def test_ud_ex_siege_way_out() -> None:
    """Its own Gold begins a garden there, which will feed it; the other city's Gold does not."""
    begun = "Mirrith (Lowerdeep 60)\nBeginning Construction:\n{} Lichen Gardens: -{} Gold"
    week = two_cities(begun.format(4, 160))
    mirrith = week.after.sites["Anna/s2"]
    assert [(project.name, project.count) for project in mirrith.projects] == [("Lichen Garden", 4)]
    assert mirrith.store == Bundle({"Gold": 15, "Metal": 15})
    too_much = two_cities(begun.format(5, 200))
    assert too_much.after.sites["Anna/s2"].projects == ()


# -- troops -----------------------------------------------------------------------------------------------------


def test_ud_ex_disease_halberdiers() -> None:
    """Health 7 in the first week after the battle, 6 in the second, and 8 again in the third."""
    sick = Group(
        "Anna/g2", "Anna", "Duergar Halberdier", 5, "Duergar", "Anna/s1", HOME, posture=Posture.GARRISONED,
        statuses=(Status(INFECTED, 4 + 2, {"health": 0}),),  # as the battle of week 4 leaves it: Disease 2
    )  # fmt: skip
    week = week_with_captors(kobold_state({"Gold": 900, "Food": 900}, groups=(sick,)), {})
    seen = []
    for _ in range(3):
        lost = sum(status.figures.get("health", 0) for status in week.after.groups["Anna/g2"].statuses)
        seen.append(8 + lost)
        week = play_week(replace(week.request, week=week.request.week + 1, state=week.after, rulings=()))
    assert seen == [7, 6, 8]


@pytest.mark.parametrize("rotates", [False, True])
def test_ud_ex_surface_rotation(rotates: bool) -> None:
    """Week after week the sun costs Morale; a turn below, others in their stead, and it begins anew."""
    surface = Region("Surface", 3)
    group = Group("Anna/g2", "Anna", "Kobold Slinger", 5, KOBOLDS, None, surface, posture=Posture.OPEN)
    week = week_of(kobold_state({"Gold": 900, "Food": 900}, groups=(group,)))
    tolls = []
    for number in range(4):
        if rotates and number == 1:
            moved = replace(week.after.groups["Anna/g2"], region=HOME)
            week = replace(week, after=replace(week.after, groups={"Anna/g2": moved}))
        if rotates and number == 2:
            moved = replace(week.after.groups["Anna/g2"], region=surface)
            week = replace(week, after=replace(week.after, groups={"Anna/g2": moved}))
        week = play_week(replace(week.request, week=week.request.week + 1, state=week.after, rulings=()))
        now = week.after.groups["Anna/g2"]
        assert now.region is not None
        tolls.append(sun_toll(desk_of(week), kobold_slinger(), now.sunlight))
    assert tolls == ([1, 0, 0, 1] if rotates else [1, 2, 3, 4])


def desk_of(week: PlayedWeek) -> Desk:
    request = week.request
    return Desk(
        request.setup, request.week, underdeep_rulebook(), None, week.after, {}, {}, Rolls("a seed", request.week)
    )


def kobold_slinger() -> Unit:
    return next(u for faction in underdeep_rulebook().factions for u in faction.units if u.name == "Kobold Slinger")


# -- Succubi, traps, Constructs -----------------------------------------------------------------------------------


def test_ud_ex_lickety_split(row: Path) -> None:
    """Speed 8, 6 more, 2 for the casting: twelve regions and no more."""
    left = play(row, "1 Succubus at Lowerdeep 2: cast Lickety Split on herself.", sister())
    unit = left.after.groups["Velvet/g1"]
    assert 8 + sum(status.figures.get("speed", 0) for status in unit.statuses) == 12
    (unchanged,) = play(row, "None", sister()).after.groups.values()
    assert unchanged.statuses == ()


def test_ud_ex_boudoir_harem(row: Path) -> None:
    """Three Succubi begin the week in another faction's Dungeon: three Souls, and its leader has their company."""
    home = den(standing=(Standing("Succubus Boudoir", 1, 0, "Succubi"),))
    inside = [sister(number, site="Bert/s1", posture=Posture.GARRISONED) for number in (1, 2, 3)]
    overlord = brigands(number=8, rank=Rank.LEADER, site="Bert/s1", posture=Posture.GARRISONED)
    week = play(row, "None", *inside, overlord, sites=(home,), answer="+1 Melee and Morale")
    (granted,) = [event for event in week.events("granted") if event.data["text"] == "Succubus Boudoir"]
    assert granted.data["amounts"] == {"Souls": 3}
    status = find_status(week.after.groups["Bert/g8"], HAREM)
    assert status is not None and status.figures == {"melee_attack": 1, "morale": 1}


def test_ud_ex_trapmaking_incinerator() -> None:
    """Neither the Dwarves' Incinerator nor anything else that needs a Room is built in the open."""
    for faction, trap in (("Dwarves", "Dwarven Incinerator"), (KOBOLDS, "Metal Jaws"), (KOBOLDS, "Caltrops")):
        maker = troops("Kobold Trapspringer", site=None, region=FAR, posture=Posture.OPEN)
        state = kobold_state({"Gold": 500, "Metal": 500}, groups=(maker,), site={"faction": faction})
        state = replace(state, players={"Anna": replace(state.players["Anna"], faction=faction)})
        tabs = {"Construction": f"{FAR}\nBeginning Construction:\n{trap}: -10 Gold, 2 weeks remaining"}
        week = change_week(state, tabs)
        assert not week.after.traps and not week.events("trap-begun"), trap
        rules = {rule for event in week.events("order-void") for rule in event.cause.rules}
        assert rules & {"UD-ABL-TRAPMAKING-3", "UD-KOB-67"}, trap


@pytest.mark.parametrize(("unit", "resource"), [("Brass Walker", "Metal"), ("Flesh Golem", "Bodies")])
@pytest.mark.parametrize(("skilled", "restored"), [(False, 5), (True, 10)])
def test_ud_ex_construct_repair(tmp_path: Path, unit: str, resource: str, skilled: bool, restored: int) -> None:
    """A Metal, or a Body for one of flesh, restores a point of Health; with a Repair unit in the region two."""
    path = tmp_path / "more.toml"
    path.write_text(f'[faction]\nname = "{KOBOLDS}"\n\n{GNOLLS}', encoding="utf-8")
    helpers = [troops("Kobold Trapspringer", 1, 3)] if skilled else []
    wealth = {"Gold": 90, "Food": 90, resource: 5 + 4 * (skilled and resource == "Metal")}  # 4 are the helper's Upkeep
    state = state_of(troops(unit, 2, wounds=20), *helpers, wealth=wealth)
    week = change_week(state, {"Orders": f"Repair the {unit}s at Hole."}, rules=(path,))
    assert week.after.groups["Anna/g2"].wounds == 20 - restored
    assert week.after.players["Anna"].wealth[resource] == 0
