"""The rituals of the Succubi in a week: who casts them, what they cost, what they do, and when they are void."""

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
from orderbook.systems.underdeep.arrears import Arrears
from orderbook.systems.underdeep.castings import WATCHING
from orderbook.systems.underdeep.week.state import GameState, Group, PlayerState, Site, Standing, Status, Unpaid
from orderbook.systems.underdeep.week.statuses import BOUND, DOMINATED, HAREM, find_status
from orderbook.systems.underdeep.week.values import Kind, Posture, Rank
from orderbook.text.source import decode_source
from tests.systems.underdeep.week.row_kit import DERRO, at, row

__all__ = ["row"]
SUCCUBI = "Succubi"


def sister(number: int = 1, place: str = "L2", **more: Any) -> Group:
    plain = Group(f"Velvet/g{number}", "Velvet", "Succubus", 1, SUCCUBI, None, at(place))
    return replace(plain, **more)


def brigands(owner: str = "Bert", number: int = 9, count: int = 1, place: str = "L2", **more: Any) -> Group:
    plain = Group(f"{owner}/g{number}", owner, "Derro Brigand", count, DERRO, None, at(place))
    return replace(plain, **more)


def den(**more: Any) -> Site:
    plain = Site("Bert/s1", "Den", "Bert", Kind.DUNGEON, at("L2"), DERRO, True)
    return replace(plain, **more)


def play(
    row: Path | None,
    orders: str,
    *groups: Group,
    souls: int = 200,
    sites: tuple[Site, ...] = (),
    fallen: tuple[Group, ...] = (),
    tabs: dict[str, str] | None = None,
    dice: Sequence[int] | None = None,
    answer: str = "yes",
) -> PlayedWeek:
    """The fifth week of Velvet's Succubi, beside Bert's Derro who do nothing."""
    players = {
        "Velvet": PlayerState("Velvet", SUCCUBI, Bundle({"Souls": souls}), 20, 1, fallen=fallen),
        "Bert": PlayerState("Bert", DERRO, Bundle({"Gold": 500, "Food": 500}), 20, 1),
    }
    state = GameState(
        4,
        players,
        {site.id: site for site in sites},
        {group.id: group for group in groups},
        relations={"Bert|Velvet": "neutral"},
    )
    setup = Setup("underdeep", "a seed", (Player("Bert", DERRO), Player("Velvet", SUCCUBI)), map=row)
    post = WeekPost("Velvet", 5, decode_source(write_post({"Orders": orders, **(tabs or {})}).encode()))
    request = WeekRequest(setup, 5, state, (post,), (), (), "a seed", dice=tuple(dice) if dice is not None else None)
    return play_week(request, lambda question: answer)


def after(week: PlayedWeek) -> PlayedWeek:
    request = WeekRequest(week.request.setup, week.after.week + 1, week.after, (), (), (), week.request.seed)
    return play_week(request)


def souls(week: PlayedWeek) -> int:
    return week.after.players["Velvet"].wealth["Souls"]


def why_void(week: PlayedWeek) -> set[str]:
    return {rule for event in week.events("order-void") for rule in event.cause.rules}


UPKEEP = 1  # Souls a week for one Succubus


# -- who casts, and for how much ----------------------------------------------------------------------------------


def test_a_ritual_costs_souls_and_two_speed(row: Path) -> None:
    week = play(row, "1 Succubus at Lowerdeep 2: cast Good Boy.", sister())
    assert souls(week) == 200 - UPKEEP - 25
    (tired,) = [one for one in week.after.groups["Velvet/g1"].statuses if one.figures]
    assert tired.figures == {"speed": -2}


def test_who_has_no_speed_left_casts_no_more(row: Path) -> None:
    line = "1 Succubus at Lowerdeep 2: cast Good Boy."
    week = play(row, "\n".join([line] * 5), sister())
    assert len(week.events("group-entered")) == 4  # of Speed 8
    assert why_void(week) == {"UD-SUC-16"}
    assert souls(week) == 200 - UPKEEP - 4 * 25


def test_no_ritual_is_cast_in_combat(row: Path) -> None:
    week = play(row, "1 Succubus at Lowerdeep 2: cast Good Boy during combat.", sister())
    assert why_void(week) == {"UD-SUC-15"}
    assert souls(week) == 200 - UPKEEP


def test_a_prisoner_casts_nothing_and_what_was_paid_comes_back(row: Path) -> None:
    week = play(row, "None", souls=60, tabs={"Recruitment": "Good Boy: -25 Souls"})
    assert why_void(week) == {"UD-SUC-15"}
    assert souls(week) == 60


def test_a_ritual_nobody_can_pay_is_void(row: Path) -> None:
    week = play(row, "1 Succubus at Lowerdeep 2: cast Good Boy.", sister(), souls=20)
    assert why_void(week) == {"UD-SUC-14"}
    assert souls(week) == 20 - UPKEEP


def test_what_the_books_pay_for_is_paid_once(row: Path) -> None:
    order = "1 Succubus at Lowerdeep 2: cast Good Boy."
    week = play(row, order, sister(), tabs={"Recruitment": "Good Boy: -25 Souls"})
    assert souls(week) == 200 - UPKEEP - 25
    assert len(week.events("group-entered")) == 1


def test_a_guardian_casts_no_rituals(row: Path) -> None:
    pet = sister(2, unit="Demonic Guardian")
    week = play(row, "1 Demonic Guardian at Lowerdeep 2: cast Dirty Sexy Money.", pet)
    assert why_void(week) == {"UD-UNI-07"}


def test_one_of_several_sisters_casts(row: Path) -> None:
    week = play(row, "1 Succubus at Lowerdeep 2: cast Good Boy.", sister(count=3))
    counts = sorted((one.count, bool(one.statuses)) for one in week.after.groups.values() if one.unit == "Succubus")
    assert counts == [(1, True), (2, False)]


# -- what they do -------------------------------------------------------------------------------------------------


def test_back_for_more_brings_one_of_the_banished_by_a_die(row: Path) -> None:
    lost = (sister(5, person="Ruby", items=("Whip",)), sister(6, person="Opal"))
    week = play(row, "1 Succubus at Lowerdeep 2: cast Back For More.", sister(), fallen=lost, dice=[2])
    (event,) = week.events("returned")
    assert [roll.roll for roll in event.cause.rolls] == [2]
    back = [one for one in week.after.groups.values() if one.person]
    assert [(one.person, one.region, one.items) for one in back] == [("Opal", at("L2"), ())]
    assert [one.person for one in week.after.players["Velvet"].fallen] == ["Ruby"]
    assert souls(week) == 200 - UPKEEP - 50


def test_back_for_more_is_void_while_nobody_is_banished(row: Path) -> None:
    week = play(row, "1 Succubus at Lowerdeep 2: cast Back For More.", sister())
    assert why_void(week) == {"UD-SUC-17"}
    assert souls(week) == 200 - UPKEEP


def test_watching_gives_scry_for_the_week_and_casts_it_at_once(row: Path) -> None:
    order = "1 Succubus at Lowerdeep 2: cast I Like To Watch, cast Scry on Lowerdeep 4."
    week = play(row, order, sister(), brigands(place="L4", count=7))
    (seen,) = week.events("scried")
    assert [band["count"] for band in seen.data["bands"]] == [7]  # type: ignore[union-attr, index, call-overload]
    status = find_status(week.after.groups["Velvet/g1"], WATCHING)
    assert status is not None and status.until == 5
    without = play(row, "1 Succubus at Lowerdeep 2: cast Scry on Lowerdeep 4.", sister())
    assert why_void(without) == {"UD-UNI-07"}
    later = after(week)
    assert find_status(later.after.groups["Velvet/g1"], WATCHING) is None


def test_watching_a_region_leaves_no_second_scry(row: Path) -> None:
    order = "1 Succubus at Lowerdeep 2: cast I Like To Watch on Lowerdeep 4, cast Scry on Lowerdeep 3."
    week = play(row, order, sister())
    assert [event.data["region"] for event in week.events("scried")] == ["Lowerdeep 4"]
    assert why_void(week) == {"UD-SPELL-SCRY-1"}


def test_good_boy_comes_to_the_caster_and_owes_souls_the_week_after(row: Path) -> None:
    week = play(row, "1 Succubus at Lowerdeep 2: cast Good Boy.", sister())
    (pet,) = [one for one in week.after.groups.values() if one.unit == "Demonic Guardian"]
    assert (pet.owner, pet.region, pet.count) == ("Velvet", at("L2"), 1)
    assert souls(after(week)) == souls(week) - UPKEEP - 5


def test_kneel_before_me_binds_who_is_under_lasting_control(row: Path) -> None:
    thrall = brigands("Velvet", 7, statuses=(Status(DOMINATED, by="Velvet/g1", whose="Bert"),))
    order = "1 Succubus at Lowerdeep 2: cast Kneel Before Me on the Derro Brigand."
    week = play(row, order, sister(), thrall, dice=[20, 1])
    group = week.after.groups["Velvet/g7"]
    assert find_status(group, DOMINATED) is None
    bound = find_status(group, BOUND)
    assert bound is not None and (bound.by, bound.whose, bound.until) == ("Velvet/g1", "Bert", None)
    later = after(week)
    assert later.after.groups["Velvet/g7"].owner == "Velvet"
    assert not [roll for event in later.resolution.events for roll in event.cause.rolls if "free" in roll.what]


def test_kneel_before_me_needs_a_thrall_beside_her(row: Path) -> None:
    far = brigands("Velvet", 7, place="L4", statuses=(Status(DOMINATED, by="Velvet/g1", whose="Bert"),))
    week = play(row, "1 Succubus at Lowerdeep 2: cast Kneel Before Me.", sister(), far, dice=[20, 1])
    assert why_void(week) == {"UD-SUC-26"}


def test_the_bound_are_free_when_she_is_banished(row: Path) -> None:
    thrall = brigands("Velvet", 7, statuses=(Status(BOUND, by="Velvet/g1", whose="Bert"),))
    week = play(row, "None", thrall)
    group = week.after.groups["Velvet/g7"]
    assert (group.owner, group.statuses) == ("Bert", ())


def test_the_bound_are_free_when_she_lets_them_go(row: Path) -> None:
    thrall = brigands("Velvet", 7, statuses=(Status(BOUND, by="Velvet/g1", whose="Bert"),))
    week = play(row, "1 Succubus at Lowerdeep 2: release the Derro Brigand from her control.", sister(), thrall)
    assert week.after.groups["Velvet/g7"].owner == "Bert"
    assert "Velvet/g1" in week.after.groups


def test_dirty_sexy_money_brings_gold_the_week_after(row: Path) -> None:
    week = play(row, "1 Succubus at Lowerdeep 2: cast Dirty Sexy Money.", sister())
    assert week.after.players["Velvet"].wealth == Bundle({"Souls": 200 - UPKEEP - 50})
    assert after(week).after.players["Velvet"].wealth["Gold"] == 100
    assert "Gold" not in after(after(week)).after.players["Velvet"].coming


def test_dirty_sexy_money_paid_in_the_books_and_ordered_brings_it_once(row: Path) -> None:
    order = "1 Succubus at Lowerdeep 2: cast Dirty Sexy Money."
    week = play(row, order, sister(), tabs={"Recruitment": "Dirty Sexy Money: -50 Souls"})
    assert souls(week) == 200 - UPKEEP - 50
    assert after(week).after.players["Velvet"].wealth["Gold"] == 100


def test_home_sweet_home_furnishes_a_dungeon_that_yields_souls(row: Path) -> None:
    order = "1 Succubus at Lowerdeep 2: cast Home Sweet Home."
    at_home = sister(site="Bert/s1", posture=Posture.GARRISONED)
    week = play(row, order, at_home, sites=(den(),))
    assert week.after.sites["Bert/s1"].working("Succubus Boudoir") == 1
    assert souls(week) == 200 - UPKEEP - 25
    assert week.events("room-given")[0].known_to == {"Bert", "Velvet", "gm"}
    assert souls(after(week)) == souls(week) - UPKEEP + 1


@pytest.mark.parametrize(
    "site",
    [den(kind=Kind.OUTPOST), den(owner=""), den(region=at("L3"))],
    ids=["an Outpost", "a ruin", "elsewhere"],
)
def test_home_sweet_home_needs_an_established_dungeon(row: Path, site: Site) -> None:
    week = play(row, "1 Succubus at Lowerdeep 2: cast Home Sweet Home.", sister(), sites=(site,))
    assert why_void(week) == {"UD-SUC-28"}
    assert souls(week) == 200 - UPKEEP


def test_a_second_boudoir_is_void(row: Path) -> None:
    line = "1 Succubus at Lowerdeep 2: cast Home Sweet Home."
    week = play(row, f"{line}\n{line}", sister(), sites=(den(),))
    assert week.after.sites["Bert/s1"].count("Succubus Boudoir") == 1
    assert why_void(week) == {"UD-SUC-28"}


def test_come_hither_and_lickety_split(row: Path) -> None:
    orders = "1 Succubus at Lowerdeep 2: cast Come Hither, cast Lickety Split on herself."
    week = play(row, orders, sister(), sister(2, "L4", person="Opal"))
    assert week.after.groups["Velvet/g2"].region == at("L2")
    figures = {one.name: dict(one.figures) for one in week.after.groups["Velvet/g1"].statuses}
    assert figures == {"Casting rituals": {"speed": -4}, "Lickety Split": {"speed": 6}}


def test_units_are_chosen_and_paid_for_one_by_one(row: Path) -> None:
    own = brigands("Velvet", 7, count=20)
    week = play(row, "1 Succubus at Lowerdeep 2: cast Pret-a-Porter on 8 Derro Brigands.", sister(), own)
    assert souls(week) == 200 - UPKEEP - 18
    strong = [one.count for one in week.after.groups.values() if find_status(one, "Pret-a-Porter")]
    assert strong == [8]


def test_units_elsewhere_are_not_strengthened(row: Path) -> None:
    own = brigands("Velvet", 7, count=8, place="L4")
    week = play(row, "1 Succubus at Lowerdeep 2: cast Pret-a-Porter on 8 Derro Brigands.", sister(), own)
    assert why_void(week) == {"UD-SUC-24"}
    assert souls(week) == 200 - UPKEEP


# -- Souls --------------------------------------------------------------------------------------------------------


def test_debauchery_gains_souls_for_speed_that_is_gone(row: Path) -> None:
    order = "1 Succubus at Lowerdeep 2: indulge in debauchery (3 Speed), move to Lowerdeep 4."
    at_home = sister(site="Bert/s1", posture=Posture.GARRISONED, figures={"speed": 4})
    week = play(row, order, at_home, sites=(den(),))
    assert souls(week) == 200 - UPKEEP + 3
    assert week.after.groups["Velvet/g1"].region == at("L3")  # a Speed of 4, and 3 of it spent


def test_debauchery_takes_a_dungeon(row: Path) -> None:
    week = play(row, "1 Succubus at Lowerdeep 2: indulge in debauchery (3 Speed).", sister(), sites=(den(),))
    assert why_void(week) == {"UD-SUC-07"}
    assert souls(week) == 200 - UPKEEP


def test_the_seven_starve_for_want_of_souls(row: Path) -> None:
    week = play(row, "None", sister(), souls=0)
    (unpaid,) = week.after.groups["Velvet/g1"].unpaid
    assert (unpaid.arrears.food, unpaid.arrears.gold, dict(unpaid.debt)) == (1, 0, {"Souls": 1})
    weak = sister(unpaid=(Unpaid(1, Arrears(food=14), Bundle({"Souls": 14})),))
    week = play(row, "None", weak, souls=0)
    assert [event.data["count"] for event in week.events("starved")] == [1]  # of Health 15
    assert [one.count for one in week.after.players["Velvet"].fallen] == [1]


# -- the host, and the beginning ----------------------------------------------------------------------------------


def ruler(**more: Any) -> Group:
    plain = Group(
        "Bert/g1", "Bert", "Derro Overlord", 1, DERRO, "Bert/s1", at("L2"), "", Posture.GARRISONED,
        person="Zog", rank=Rank.LEADER,
    )  # fmt: skip
    return replace(plain, **more)


@pytest.mark.parametrize(
    ("answer", "figures"),
    [
        ("yes", {"melee_attack": 1, "morale": 1}),
        ("+1 Melee and Morale", {"melee_attack": 1, "morale": 1}),
        ("+2 to Melee Damage, Defence", {"melee_damage": 2, "defence": 2}),
        ("nothing", {}),
    ],
)
def test_a_host_gains_what_the_game_master_says(row: Path, answer: str, figures: dict[str, int]) -> None:
    home = den(standing=(Standing("Succubus Boudoir", 1, 0, SUCCUBI),))
    week = play(row, "None", sister(), ruler(), sites=(home,), answer=answer)
    assert [question.id.partition(".")[0] for question in week.asked] == ["harem"]
    status = find_status(week.after.groups["Bert/g1"], HAREM)
    assert status is not None and dict(status.figures) == figures
    again = after(week)
    assert not again.asked  # what was ruled holds while she stays
    assert find_status(again.after.groups["Bert/g1"], HAREM) == status


@pytest.mark.parametrize("gone", ["sister", "host", "room", "owner"])
def test_what_a_boudoir_gives_ends_with_it_and_is_asked_anew(row: Path, gone: str) -> None:
    home = den(standing=(Standing("Succubus Boudoir", 1, 0, SUCCUBI),))
    week = play(row, "None", sister(), ruler(), sites=(home,))
    groups, sites = dict(week.after.groups), dict(week.after.sites)
    host = groups["Bert/g1"]
    if gone == "sister":
        groups["Velvet/g1"] = replace(groups["Velvet/g1"], region=at("L4"))
    elif gone == "host":
        groups["Bert/g1"] = replace(host, site=None, posture=Posture.OPEN)
    elif gone == "room":
        sites[home.id] = replace(home, standing=())
    else:
        sites[home.id] = replace(home, owner="Velvet")
    later = after(replace(week, after=replace(week.after, groups=groups, sites=sites)))
    assert not any(question.id.startswith("harem") for question in later.asked)
    assert find_status(later.after.groups["Bert/g1"], HAREM) is None
    back = replace(later.after, groups={**later.after.groups, "Velvet/g1": week.after.groups["Velvet/g1"],
                                        "Bert/g1": replace(host, statuses=())}, sites=week.after.sites)  # fmt: skip
    assert [one.id.partition(".")[0] for one in after(replace(later, after=back)).asked] == ["harem"]


@pytest.mark.parametrize("groups", [(ruler(),), (sister(place="L4"), ruler()), (sister(), ruler(rank=None))])
def test_nobody_is_asked_without_a_succubus_and_a_ruler(row: Path, groups: tuple[Group, ...]) -> None:
    home = den(standing=(Standing("Succubus Boudoir", 1, 0, SUCCUBI),))
    assert not play(row, "None", *groups, sites=(home,)).asked


def test_the_seven_begin_where_they_were_summoned() -> None:
    setup = Setup("underdeep", "a seed", (Player("Velvet", SUCCUBI),))
    post = WeekPost(
        "Velvet", 1, decode_source(write_post({"Armies": "7 Succubi"}).replace("Week 5", "Week 1").encode())
    )
    request = WeekRequest(setup, 1, GameState(), (post,))
    week = play_week(request, lambda question: "Surface 12" if question.id.startswith("summoning") else "yes")
    assert "summoning-place.velvet" in {question.id for question in week.asked}
    assert [(one.count, str(one.region)) for one in week.after.groups_of("Velvet")] == [(7, "Surface 12")]


def test_one_of_several_sisters_casts_what_her_ritual_gave_her_and_goes_on(row: Path) -> None:
    order = "1 Succubus at Lowerdeep 2: cast I Like To Watch (2 Speed), cast Scry on Lowerdeep 4, move to Lowerdeep 3."
    week = play(row, order, sister(count=7), brigands(place="L4", count=7))
    assert [event.data["region"] for event in week.events("scried")] == ["Lowerdeep 4"]
    assert why_void(week) == set()
    (watching,) = [one for one in week.after.groups.values() if find_status(one, WATCHING) is not None]
    assert (watching.count, watching.region) == (1, at("L3"))


def test_souls_that_orders_spend_may_be_in_wealth_or_not(row: Path) -> None:
    order = "1 Succubus at Lowerdeep 2: cast Good Boy (2 Speed, 25 Souls)."
    for stated, wrong in ((199, False), (174, False), (150, True)):
        week = play(row, order, sister(), tabs={"Upkeep": "1 Succubus: -1 Souls", "Wealth": f"Souls: {stated}"})
        found = [event for event in week.events("found-wrong") if event.data["check"] == "wealth-sum"]
        assert bool(found) is wrong, stated
        assert souls(week) == 174
