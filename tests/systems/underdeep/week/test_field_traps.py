"""Traps in the open: who builds them and stays, whom they strike and hold, who learns of it, who collects them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from support.posts import write_post
from support.weeks import PlayedWeek, play, play_week

from orderbook.books.bundle import Bundle
from orderbook.campaign.game import Player, Setup, WeekPost, WeekRequest
from orderbook.rulebook.options import Options
from orderbook.systems.underdeep.week.as_post import describe_as_post
from orderbook.systems.underdeep.week.state import Captives, FieldTrap, GameState, Group, PlayerState, Site, Standing
from orderbook.systems.underdeep.week.values import NOBODY, Kind, Posture
from orderbook.text.source import decode_source
from tests.systems.underdeep.week.row_kit import DERRO, KOBOLDS, at, row, screechers, slingers

__all__ = ["row"]

PLAYERS = (Player("Anna", KOBOLDS), Player("Bert", DERRO))


def makers(count: int = 1, place: str = "L2", **more: Any) -> Group:
    plain = Group("Anna/g5", "Anna", "Kobold Trapspringer", count, KOBOLDS, None, at(place))
    return replace(plain, **more)


def trap(name: str = "Pit Trap", place: str = "L2", number: int = 9, **more: Any) -> FieldTrap:
    return replace(FieldTrap(f"Anna/x{number}", "Anna", name, at(place), KOBOLDS), **more)


def week(
    row: Path | None,
    *things: Group | FieldTrap | Site,
    anna: str = "None",
    bert: str = "None",
    building: str = "None",
    relation: str = "enemies",
    answer: str = "hold",
    seed: str = "a seed",
    number: int = 5,
    dungeons: str = "Skitterhole (L-1)",
) -> PlayedWeek:
    hole = Site("Anna/s1", "Skitterhole", "Anna", Kind.DUNGEON, at("L1"), KOBOLDS, True)
    den = Site("Bert/s1", "Den", "Bert", Kind.DUNGEON, at("L4"), DERRO, True)
    sites = {one.id: one for one in (hole, den, *things) if isinstance(one, Site)}
    state = GameState(
        number - 1,
        {
            "Anna": PlayerState("Anna", KOBOLDS, Bundle({"Gold": 500, "Food": 500, "Metal": 100}), 20, 1),
            "Bert": PlayerState("Bert", DERRO, Bundle({"Gold": 500, "Food": 500, "Metal": 100}), 20, 1),
        },
        sites,
        {one.id: one for one in things if isinstance(one, Group)},
        relations={"Anna|Bert": relation},
        traps={one.id: one for one in things if isinstance(one, FieldTrap)},
    )
    armies = "\n".join(
        f"{one.count} {one.unit} - {one.region}" for one in things if isinstance(one, Group) and one.owner == "Anna"
    )
    tabs = {"Dungeons": dungeons, "Orders": anna, "Construction": building, "Armies": armies or "None"}
    posts = tuple(
        WeekPost(name, number, decode_source(write_post(own, number).encode()))
        for name, own in (("Anna", tabs), ("Bert", {"Dungeons": "Den (L-4)", "Orders": bert}))
    )
    setup = Setup("underdeep", seed, PLAYERS, Options(), map=row)
    return play_week(WeekRequest(setup, number, state, posts, (), (), seed), lambda question: answer)


def why_void(week: PlayedWeek) -> set[str]:
    return {rule for event in week.events("order-void") for rule in event.cause.rules}


def begin(text: str, *things: Group | FieldTrap | Site, **more: Any) -> PlayedWeek:
    return week(None, *things, building=f"Lowerdeep 2\nBeginning Construction:\n{text}", **more)


# -- building ---------------------------------------------------------------------------------------------------


def test_a_trapmaker_begins_a_trap_where_it_stands_and_pays_for_it() -> None:
    played = begin("Pit Trap: -25 Gold, 1 week remaining", makers())
    (made,) = played.after.traps.values()
    assert (made.name, made.region, made.weeks, made.is_set) == ("Pit Trap", at("L2"), 1, False)
    spent = played.before.players["Anna"].wealth - played.after.players["Anna"].wealth
    assert spent["Gold"] == 25 + 6  # its price, and the Upkeep of the trapmaker
    (begun,) = played.events("trap-begun")
    assert begun.known_to == {"Anna", "gm"}


def test_nobody_else_builds_in_the_open() -> None:
    played = begin("Pit Trap: -25 Gold, 1 week remaining", slingers(5, "L2"))
    assert not played.after.traps
    assert "UD-ABL-TRAPMAKING-1" in why_void(played)


def test_each_trapmaker_works_on_one_trap() -> None:
    two = "Pit Trap: -25 Gold, 1 week remaining\nSnare: -10 Gold, 1 week remaining"
    played = begin(two, makers(1))
    assert [one.name for one in played.after.traps.values()] == ["Pit Trap"]
    assert "UD-ABL-TRAPMAKING-2" in why_void(played)
    assert len(begin(two, makers(2)).after.traps) == 2
    assert len(begin(two, makers(2), trap("Rockfall Trap", weeks=3)).after.traps) == 2


def test_what_needs_a_room_or_walls_is_not_built_in_the_open() -> None:
    caltrops = begin("Caltrops: -10 Gold, -10 Metal, 1 week remaining", makers())
    assert not caltrops.after.traps and "UD-ABL-TRAPMAKING-3" in why_void(caltrops)
    flood = begin("Flooding Room: -75 Gold, -10 Metal, 3 weeks remaining", makers())
    assert not flood.after.traps and "UD-KOB-67" in why_void(flood)


def test_a_region_has_its_limit_which_an_outpost_shares_and_a_dungeon_does_not() -> None:
    line = "Cage Trap: -50 Gold, -15 Metal, 2 weeks remaining"
    full = begin(line, makers(), trap("Cage Trap"))
    assert len(full.after.traps) == 1 and "UD-ABL-TRAPMAKING-4" in why_void(full)
    held = (Standing("Cage Trap", 1, 0, KOBOLDS),)
    in_cavern = line.replace("Trap:", "Trap (in the cavern):")
    dungeon = Site("Anna/s2", "Needle", "Anna", Kind.DUNGEON, at("L2"), KOBOLDS, standing=held)
    assert len(begin(in_cavern, makers(), dungeon).after.traps) == 1
    outpost = replace(dungeon, name="Needle Outpost", kind=Kind.OUTPOST, standing=())
    listed = "Skitterhole (L-1)\n\nNeedle Outpost (L-2)\n1 Cage Trap"
    shared = begin(in_cavern, makers(), outpost, trap("Cage Trap"), dungeons=listed)
    assert not shared.events("begun") and len(shared.after.traps) == 1
    alone = begin(in_cavern, makers(), outpost, dungeons=listed.replace("\n1 Cage Trap", ""))
    assert alone.events("begun")


def test_an_upgrade_is_made_of_what_lies_there() -> None:
    line = "Spiked Pit Trap: -10 Gold, 1 week remaining"
    assert not begin(line, makers()).after.traps
    played = begin(line, makers(), trap("Pit Trap"))
    later = week(None, makers(), *played.after.traps.values(), number=6)
    assert [one.name for one in later.after.traps.values()] == ["Spiked Pit Trap"]


def test_the_work_goes_on_while_the_trapmaker_stays() -> None:
    stays = week(None, makers(), trap(weeks=2))
    assert stays.after.traps["Anna/x9"].weeks == 1
    gone = week(None, makers(place="L1"), trap(weeks=2))
    assert gone.after.traps["Anna/x9"].weeks == 2
    (rested,) = gone.events("trap-rested")
    assert rested.known_to == {"Anna", "gm"}
    done = week(None, makers(), trap(weeks=1))
    assert done.after.traps["Anna/x9"].is_set
    assert done.events("trap-set")
    one_of_two = week(None, makers(), trap(weeks=2), trap("Snare", number=10, weeks=2))
    assert sorted(one.weeks for one in one_of_two.after.traps.values()) == [1, 2]


def test_a_trap_that_is_given_up_gives_its_price_back() -> None:
    played = week(
        None, makers(), trap(weeks=3, paid=Bundle({"Gold": 25})),
        building="Lowerdeep 2\nUnder Construction:\nPit Trap: cancelled, +25 Gold",
    )  # fmt: skip
    assert not played.after.traps
    (gone,) = played.events("trap-gone")
    assert gone.data["amounts"] == {"Gold": 25}


def test_the_post_of_the_week_shows_the_traps_and_no_week_passes_without_a_trapmaker() -> None:
    from orderbook.systems.underdeep.post.catalogue import build_catalogue
    from orderbook.systems.underdeep.rules import underdeep_rulebook

    rulebook = underdeep_rulebook(())
    kobolds = next(one for one in rulebook.factions if one.name == KOBOLDS)
    played = week(None, makers(place="L1"), trap(weeks=2), trap("Snare", number=10))
    post = describe_as_post(played.after, "Anna", build_catalogue(rulebook, kobolds)).post
    assert [(line.structure.name, str(line.site)) for line in post.structures] == [
        ("Snare", "Lowerdeep 2 (Lowerdeep 2)")
    ]
    assert [(line.subject.name, line.weeks) for line in post.construction] == [("Pit Trap", 3)]


def test_a_first_post_brings_its_traps_along() -> None:
    tabs = {
        "Dungeons": "Skitterhole (Lowerdeep 1)\nBurrow\n\nLowerdeep 2\n2 Snares",
        "Armies": "1 Kobold Trapspringer - Lowerdeep 3",
        "Construction": "Lowerdeep 3\nUnder Construction:\nRockfall Trap: 1 week remaining",
        "Wealth": "Gold: 50",
    }
    (played,) = play({"Anna": {4: write_post(tabs, 4)}}, (Player("Anna", KOBOLDS, opening=Bundle({"Gold": 99})),))
    told = sorted((one.name, str(one.region), one.weeks) for one in played.after.traps.values())
    assert told == [("Rockfall Trap", "Lowerdeep 3", 1), ("Snare", "Lowerdeep 2", 0), ("Snare", "Lowerdeep 2", 0)]
    assert [site.name for site in played.after.sites.values()] == ["Skitterhole"]


# -- striking ---------------------------------------------------------------------------------------------------

COMES = "Move 4 Derro Screechers from Lowerdeep 3 to Lowerdeep 2 (1 Speed)."


def weak(count: int = 4, place: str = "L3", **more: Any) -> Group:
    """Whom every trap hits: Defence 1."""
    return screechers(count, place, figures={"defence": 1}, **more)


def test_a_trap_strikes_enemies_who_come_by_and_is_set_again(row: Path) -> None:
    order = COMES.replace("4 Derro", "20 Derro")
    played = week(row, weak(20), trap("Rockfall Trap"), bert=order)
    (struck,) = played.events("hazard")
    assert struck.known_to == {"Anna", "Bert", "gm"}
    assert struck.cause.rolls and struck.data["damage"] == 20
    assert played.after.groups["Bert/g2"].count < 20 or played.after.groups["Bert/g2"].wounds
    assert played.after.traps["Anna/x9"].is_set


def test_no_trap_strikes_friends_or_before_it_is_finished(row: Path) -> None:
    for relation in ("allied", "neutral"):
        assert not week(row, weak(), trap(), bert=COMES, relation=relation).events("hazard")
    assert not week(row, weak(), trap(weeks=2), bert=COMES).events("hazard")


def test_who_can_disarm_traps_tries_that_first(row: Path) -> None:
    able = weak(abilities=("Disarm Traps +90",))
    (told,) = week(row, able, trap(), bert=COMES).events("hazard")
    assert told.data["disarmed"] is True and len(told.cause.rolls) == 2


def test_a_rune_trap_goes_off_once(row: Path) -> None:
    rune = trap("Rune Trap", faction="", damage="Acid")
    played = week(row, weak(), rune, bert=COMES)
    (struck,) = played.events("hazard")
    assert struck.data["damage"] == 50
    assert not played.after.traps
    (gone,) = played.events("trap-gone")
    assert gone.known_to == {"Anna", "gm"}


def test_detection_passes_a_rune_trap_by(row: Path) -> None:
    rune = trap("Rune Trap", faction="", damage="Acid")
    watchful = replace(weak(1), id="Bert/g3", unit="Derro Filcher", abilities=("Detector",))
    played = week(
        row, weak(), watchful, rune,
        bert="Move all Derro Screechers and all Derro Filchers from Lowerdeep 3 to Lowerdeep 2 (1 Speed).",
    )  # fmt: skip
    (noticed,) = played.events("hazard")
    assert noticed.data["noticed"] is True
    assert noticed.known_to == {"Bert", "gm"}
    assert played.after.traps


# -- holding ----------------------------------------------------------------------------------------------------


def test_a_snare_far_from_its_owner_lets_go_of_some(row: Path) -> None:
    played = week(row, weak(), trap("Snare"), bert=COMES)
    assert any(event.data.get("freed") for event in played.events("hazard"))
    assert played.after.groups["Bert/g2"].count == 4
    assert played.after.traps["Anna/x9"].captives == ()


def test_a_snare_far_from_its_owner_keeps_a_whole_army(row: Path) -> None:
    order = "Move 1 Derro Screecher from Lowerdeep 3 to Lowerdeep 2 (1 Speed)."
    played = week(row, weak(1), trap("Snare"), bert=order)
    assert "Bert/g2" not in played.after.groups
    held = played.after.traps["Anna/x9"]
    assert held.captives == (Captives("Bert", "Derro Screecher", 1, DERRO),)
    assert not held.is_set


def test_its_owner_comes_for_the_catch_and_their_own_come_first(row: Path) -> None:
    full = trap("Cage Trap", captives=(Captives("Bert", "Derro Screecher", 3, DERRO),))
    ours = week(row, slingers(5, "L1"), full, anna="Move 5 Kobold Slingers from Lowerdeep 1 to Lowerdeep 2 (1 Speed).")
    assert ours.after.players["Anna"].wealth["Prisoners"] == 3
    assert ours.after.traps["Anna/x9"].is_set
    theirs = week(row, weak(), full, bert=COMES)
    assert sum(one.count for one in theirs.after.groups.values() if one.owner == "Bert") == 7
    assert theirs.after.traps["Anna/x9"].captives == ()


def test_who_is_caught_beside_kobolds_is_out_of_the_fight_and_theirs_if_it_is_beaten_off(row: Path) -> None:
    played = week(row, weak(4), slingers(50, "L2"), slingers(50, "L2", id="Anna/g8"), trap("Cage Trap"), bert=COMES)
    assert played.events("fought")
    caught = sum(
        int(str(event.data["count"])) for event in played.events("lost") if event.data["why"] == "held in a trap"
    )
    assert 1 <= caught <= 4
    assert played.after.players["Anna"].wealth["Prisoners"] >= caught


def test_wandering_monsters_walk_into_traps(row: Path) -> None:
    monsters = Group(f"{NOBODY}/g1-x", NOBODY, "Derro Screecher", 1, DERRO, None, at("L2"), figures={"defence": 1})
    played = week(row, monsters, trap("Snare"))
    assert played.after.traps["Anna/x9"].captives == (Captives(NOBODY, "Derro Screecher", 1, DERRO),)
    struck = week(row, replace(monsters, count=30), trap("Rockfall Trap"))
    assert struck.events("hazard")[0].data["damage"] == 20


def test_large_units_are_held_by_cages_alone(row: Path) -> None:
    order = "Move 1 Derro Screecher from Lowerdeep 3 to Lowerdeep 2 (1 Speed)."
    large, huge = weak(1, abilities=("Large",)), weak(1, abilities=("Huge",))
    assert week(row, large, trap("Cage Trap"), bert=order).after.traps["Anna/x9"].captives
    for group, name in ((large, "Snare"), (huge, "Cage Trap")):
        played = week(row, group, trap(name), bert=order)
        assert played.after.groups["Bert/g2"].count == 1
        assert not played.after.traps["Anna/x9"].captives


def test_nobody_else_hears_of_a_trap() -> None:
    played = begin("Pit Trap: -25 Gold, 1 week remaining", makers(posture=Posture.OPEN))
    assert not [
        event for event in played.resolution.events if event.kind.startswith("trap") and "Bert" in event.known_to
    ]


# -- Mimics -----------------------------------------------------------------------------------------------------


def shinycasters(**more: Any) -> Group:
    plain = Group("Anna/g6", "Anna", "Kobold Shinycaster", 2, KOBOLDS, None, at("L1"))
    return replace(plain, **more)


def keep_of_mimics(count: int = 2) -> Site:
    return Site("Anna/s1", "Skitterhole", "Anna", Kind.DUNGEON, at("L1"), KOBOLDS, True,
                standing=(Standing("Mimic", count, 0, KOBOLDS),))  # fmt: skip


def test_shinycasters_carry_a_mimic_off_and_leave_it_where_it_bites(row: Path) -> None:
    order = "2 Kobold Shinycasters take a Mimic from Lowerdeep 1 to Lowerdeep 2 (1 Speed) and leave it there."
    played = week(row, shinycasters(), keep_of_mimics(), anna=order)
    (mimic,) = played.after.traps.values()
    assert (mimic.name, mimic.region, mimic.is_set) == ("Mimic", at("L2"), True)
    assert played.after.sites["Anna/s1"].count("Mimic") == 1
    struck = week(row, weak(20), mimic, bert=COMES.replace("4 Derro", "20 Derro"))
    assert struck.events("hazard")[0].data["damage"] == 15


def test_shinycasters_carry_a_mimic_home(row: Path) -> None:
    order = (
        "2 Kobold Shinycasters (Lowerdeep 2): carry the Mimic to Lowerdeep 1 (1 Speed), garrison Skitterhole (1 Speed)."
    )
    played = week(row, shinycasters(region=at("L2")), keep_of_mimics(1), trap("Mimic"), anna=order)
    assert played.after.sites["Anna/s1"].count("Mimic") == 2
    assert not played.after.traps


def test_nobody_else_carries_a_mimic(row: Path) -> None:
    order = "10 Kobold Slingers take a Mimic from Lowerdeep 1 to Lowerdeep 2 (1 Speed)."
    played = week(row, slingers(10), keep_of_mimics(), anna=order)
    assert played.after.sites["Anna/s1"].count("Mimic") == 2
    assert "UD-KOB-70" in why_void(played)
    none = week(row, shinycasters(), anna=order.replace("10 Kobold Slingers", "2 Kobold Shinycasters"))
    assert "UD-KOB-70" in why_void(none)
