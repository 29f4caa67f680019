"""What the rooms of the Derro do in a week: spells found by research, obsessions, the Chaos Portal; and the sun."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from support.posts import write_post
from support.weeks import PlayedWeek, play_week

from orderbook.books.bundle import Bundle
from orderbook.campaign.faults import CampaignError
from orderbook.campaign.game import Player, Question, Setup, WeekPost, WeekRequest
from orderbook.systems.underdeep.rules import underdeep_rulebook
from orderbook.systems.underdeep.week.obsession import leadership_of
from orderbook.systems.underdeep.week.state import GameState, Group, PlayerState, Site, Standing, Status
from orderbook.systems.underdeep.week.statuses import FULFILLED, OBSESSED, PURSUING, RESEARCH, find_status
from orderbook.systems.underdeep.week.values import Kind, Posture, Rank
from orderbook.text.source import decode_source
from tests.systems.underdeep.week.row_kit import DERRO, at, row

__all__ = ["row"]
SPELLS = sorted(spell.name for spell in underdeep_rulebook(()).spells)
UNKNOWN = [name for name in SPELLS if name not in ("Agony", "Frenzy")]  # the Overlord's own
RESEARCHES = "Overlord Zog at Lowerdeep 4: research a new spell."


def overlord(**more: Any) -> Group:
    plain = Group(
        "Bert/g1", "Bert", "Derro Overlord", 1, DERRO, "Bert/s1", at("L4"), "", Posture.GARRISONED,
        person="Zog", rank=Rank.LEADER,
    )  # fmt: skip
    return replace(plain, **more)


def den(*rooms: str, **more: Any) -> Site:
    standing = tuple(Standing(room, 1, 0, DERRO) for room in rooms)
    plain = Site("Bert/s1", "Den", "Bert", Kind.DUNGEON, at("L4"), DERRO, True, standing)
    return replace(plain, **more)


def play(
    row: Path | None,
    orders: str | None,
    *groups: Group,
    site: Site | None = None,
    dice: Sequence[int] | None = None,
    answer: str | Callable[[Question], str] = "yes",
    before: PlayedWeek | None = None,
) -> PlayedWeek:
    """Bert's next week: the fifth, or the one behind another."""
    home = site or den("Overlord's Bastion", "Overlord's Study", "Chaos Portal")
    state = before.after if before is not None else GameState(
        4,
        {"Bert": PlayerState("Bert", DERRO, Bundle({"Gold": 900, "Food": 900, "Bodies": 900}), 20, 1)},
        {home.id: home},
        {group.id: group for group in groups},
    )  # fmt: skip
    week = state.week + 1
    posts: tuple[WeekPost, ...] = ()
    if orders is not None:
        armies = "Derro Overlord Zog - Garrisoned at Den"
        text = write_post({"Dungeons": "Den (L-4)", "Armies": armies, "Orders": orders})
        posts = (WeekPost("Bert", week, decode_source(text.encode())),)
    given = tuple(dice) if dice is not None else None
    setup = Setup("underdeep", "a seed", (Player("Bert", DERRO),), map=row)
    request = WeekRequest(setup, week, state, posts, (), (), "a seed", given)
    return play_week(request, answer if callable(answer) else lambda question: str(answer))


def why_void(week: PlayedWeek) -> set[str]:
    return {rule for event in week.events("order-void") for rule in event.cause.rules}


# -- research -----------------------------------------------------------------------------------------------------


def test_a_spell_takes_three_weeks_and_a_die_says_which(row: Path) -> None:
    first = play(row, RESEARCHES, overlord(), dice=[])
    second = play(row, None, before=first, dice=[])
    assert not second.events("learned")
    third = play(row, None, before=second, dice=[3])
    (learned,) = third.events("learned")
    assert learned.data["ability"] == UNKNOWN[2]
    assert [(roll.sides, roll.roll) for roll in learned.cause.rolls] == [(len(UNKNOWN), 3)]
    assert learned.known_to == {"Bert", "gm"}
    zog = third.after.groups["Bert/g1"]
    assert zog.abilities == (UNKNOWN[2],)
    assert find_status(zog, RESEARCH) is None


def test_a_library_makes_it_one_week(row: Path) -> None:
    site = den("Overlord's Study", "Overlord's Library")
    week = play(row, RESEARCHES, overlord(), site=site, dice=[1])
    assert week.after.groups["Bert/g1"].abilities == (UNKNOWN[0],)


def test_what_he_found_he_casts_and_finds_no_second_time(row: Path) -> None:
    site = den("Overlord's Study", "Overlord's Library")
    number = UNKNOWN.index("Haste") + 1
    week = play(row, RESEARCHES, overlord(), site=site, dice=[number])
    orders = "Overlord Zog at Lowerdeep 4: cast Haste."
    later = play(row, orders, before=week)
    assert [event.data["spell"] for event in later.events("spell-cast")] == ["Haste"]
    again = play(row, RESEARCHES, before=week, dice=[number])
    assert again.after.groups["Bert/g1"].abilities == ("Haste", UNKNOWN[number])


def test_one_spell_at_a_time(row: Path) -> None:
    week = play(row, f"{RESEARCHES}\n{RESEARCHES}", overlord(), dice=[])
    assert len([event for event in week.events("status-set") if "UD-DER-29" in event.cause.rules]) == 2  # begun, a week
    status = find_status(week.after.groups["Bert/g1"], RESEARCH)
    assert status is not None and status.figures == {"weeks": 1}
    assert not week.events("order-void")


def test_a_week_away_from_the_study_does_not_count(row: Path) -> None:
    first = play(row, RESEARCHES, overlord(), dice=[])
    away = play(row, "Move Overlord Zog from Lowerdeep 4 to Lowerdeep 3 (1 Speed).", before=first, dice=[])
    status = find_status(away.after.groups["Bert/g1"], RESEARCH)
    assert away.after.groups["Bert/g1"].region == at("L3")
    assert status is not None and status.figures == {"weeks": 1}


@pytest.mark.parametrize(
    ("group", "site"),
    [
        (overlord(), den("Overlord's Bastion")),
        (overlord(), den(standing=(Standing("Overlord's Study", 1, 1, DERRO),))),
        (overlord(site=None, posture=Posture.OPEN), den("Overlord's Study")),
    ],
    ids=["no Study", "a broken Study", "in the open"],
)
def test_research_takes_a_study_that_works(row: Path, group: Group, site: Site) -> None:
    week = play(row, RESEARCHES, group, site=site, dice=[])
    assert why_void(week) == {"UD-DER-29"}
    assert find_status(week.after.groups["Bert/g1"], RESEARCH) is None


def test_a_brigand_finds_no_spells(row: Path) -> None:
    brigand = overlord(unit="Derro Brigand", person="", rank=None)
    week = play(row, "1 Derro Brigand at Lowerdeep 4: research a new spell.", brigand)
    assert why_void(week) == {"UD-DER-29"}


# -- obsessions ---------------------------------------------------------------------------------------------------

DECLARES = "Derro Overlord Zog declares an obsession: to collect every elven ear in Lowerdeep."


def obsession(week: PlayedWeek, name: str = OBSESSED) -> Status | None:
    return find_status(week.after.groups["Bert/g1"], name)


def test_an_obsession_is_declared_in_the_players_words_and_judged(row: Path) -> None:
    week = play(row, DECLARES, overlord(), answer="pursues")
    status = obsession(week)
    assert status is not None and status.words == "to collect every elven ear in Lowerdeep"
    (question,) = week.asked
    assert "elven ear" in question.text and question.choices == ("pursues", "neglects", "fulfilled")


def test_who_pursues_it_fights_better_and_so_do_his_troops(row: Path) -> None:
    week = play(row, DECLARES, overlord(), answer="pursues")
    zog = week.after.groups["Bert/g1"]
    zeal = obsession(week, PURSUING)
    assert zeal is not None and zeal.until == 5
    unit = next(one for faction in underdeep_rulebook(()).factions for one in faction.units if one.name == zog.unit)
    led, garrisoned = leadership_of(zog, unit)
    assert led == {"melee_damage": 1, "morale": 3, "melee_attack": 2, "ranged_attack": 2}
    assert garrisoned == {"melee_attack": 3, "morale": 3, "ranged_attack": 2}
    assert leadership_of(overlord(), unit) == (dict(unit.lead_bonus), dict(unit.garrison_bonus))


def test_each_week_of_neglect_costs_one_morale_until_he_turns_to_it(row: Path) -> None:
    week = play(row, DECLARES, overlord(), answer="pursues")
    for lost in (1, 2, 3):
        week = play(row, None, before=week, answer="neglects")
        status = obsession(week)
        assert status is not None and status.figures == {"morale": -lost}
        assert obsession(week, PURSUING) is None
    week = play(row, None, before=week, answer="pursues")
    status = obsession(week)
    assert status is not None and not status.figures


def test_one_fulfilled_strengthens_his_leadership_for_two_weeks(row: Path) -> None:
    week = play(row, DECLARES, overlord(), answer="fulfilled")
    assert obsession(week) is None
    glory = obsession(week, FULFILLED)
    assert glory is not None and glory.until == 6
    zog = week.after.groups["Bert/g1"]
    unit = next(one for faction in underdeep_rulebook(()).factions for one in faction.units if one.name == zog.unit)
    assert leadership_of(zog, unit) == ({"melee_damage": 3, "morale": 3}, {"melee_attack": 3, "morale": 3})
    later = play(row, None, before=play(row, None, before=week))
    assert obsession(later, FULFILLED) is None


def test_no_new_obsession_before_the_last_is_fulfilled(row: Path) -> None:
    week = play(row, DECLARES, overlord(), answer="pursues")
    again = play(row, "Derro Overlord Zog declares a new obsession: bigger ears.", before=week, answer="pursues")
    assert why_void(again) == {"UD-DER-25"}
    status = obsession(again)
    assert status is not None and "elven" in status.words
    free = play(row, None, before=week, answer="fulfilled")
    third = play(row, "Derro Overlord Zog declares a new obsession: bigger ears.", before=free, answer="pursues")
    status = obsession(third)
    assert status is not None and status.words == "bigger ears"


def test_an_obsession_is_declared_in_the_bastion(row: Path) -> None:
    week = play(row, DECLARES, overlord(), site=den("Overlord's Study"))
    assert why_void(week) == {"UD-DER-25"}
    assert not week.asked


# -- the Chaos Portal ---------------------------------------------------------------------------------------------


def brigands(count: int = 60, place: str = "L4", **more: Any) -> Group:
    plain = Group("Bert/g2", "Bert", "Derro Brigand", count, DERRO, None, at(place))
    return replace(plain, **more)


def where(week: PlayedWeek) -> dict[str, int]:
    found: dict[str, int] = {}
    for group in week.after.groups_of("Bert"):
        found[str(group.region)] = found.get(str(group.region), 0) + group.count
    return found


def test_a_portal_leads_to_a_region_by_a_die_and_there_it_leads_all_month(row: Path) -> None:
    text = "Send 40 Derro Brigands from Lowerdeep 4 through the Chaos Portal."
    week = play(row, text, brigands(), dice=[1])
    (opened,) = week.events("portal-opened")
    assert [(roll.sides, roll.roll) for roll in opened.cause.rolls] == [(3, 1)]
    assert where(week) == {"Lowerdeep 1": 40, "Lowerdeep 4": 20}
    assert week.after.sites["Bert/s1"].portal == (at("L1"), 8)
    later = play(row, "Send 20 Derro Brigands from Lowerdeep 4 through the Chaos Portal.", before=week, dice=[])
    assert where(later) == {"Lowerdeep 1": 60}


def test_a_new_month_leads_elsewhere(row: Path) -> None:
    site = den("Chaos Portal", portal=(at("L1"), 4))
    week = play(
        row, "Send 9 Derro Brigands from Lowerdeep 4 through the Chaos Portal.", brigands(9), site=site, dice=[2]
    )
    assert where(week) == {"Lowerdeep 2": 9}


def test_fifty_go_out_and_fifty_come_back(row: Path) -> None:
    site = den("Chaos Portal", portal=(at("L1"), 8))
    out = "Send {} Derro Brigands from Lowerdeep 4 through the Chaos Portal."
    assert where(play(row, out.format(50), brigands(), site=site)) == {"Lowerdeep 1": 50, "Lowerdeep 4": 10}
    many = play(row, out.format(51), brigands(), site=site)
    assert why_void(many) == {"UD-DER-39"}
    assert where(many) == {"Lowerdeep 4": 60}
    twice = play(row, f"{out.format(30)}\n{out.format(30)}", brigands(), site=site)
    assert why_void(twice) == {"UD-DER-39"}
    assert where(twice) == {"Lowerdeep 1": 30, "Lowerdeep 4": 30}
    back = "{} Derro Brigands at Lowerdeep 1: return through the Chaos Portal to Den."
    away = brigands(60, "L1")
    assert where(play(row, back.format(50), away, site=site)) == {"Lowerdeep 1": 10, "Lowerdeep 4": 50}
    assert why_void(play(row, back.format(60), away, site=site)) == {"UD-DER-39"}


def test_a_portal_takes_speed_and_somebody_before_it(row: Path) -> None:
    site = den("Chaos Portal", portal=(at("L1"), 8))
    far = play(row, "9 Derro Brigands at Lowerdeep 3: go through the Chaos Portal.", brigands(9, "L3"), site=site)
    assert why_void(far) == {"UD-DER-39"}
    tired = play(
        row,
        "9 Derro Brigands at Lowerdeep 4: go through the Chaos Portal.",
        brigands(9, figures={"speed": 0}),
        site=site,
    )
    assert where(tired) == {"Lowerdeep 4": 9}


def test_without_a_map_the_game_master_says_where_it_leads() -> None:
    text = "Send 9 Derro Brigands from Lowerdeep 4 through the Chaos Portal."
    week = play(None, text, brigands(9), answer="Surface 12")
    assert [question.id.partition(".")[0] for question in week.asked] == ["chaos-portal"]
    assert where(week) == {"Surface 12": 9}
    with pytest.raises(CampaignError, match="name a region"):
        play(None, text, brigands(9), answer="somewhere")


# -- the sun ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("unit", ["Gibbering Mouther", "Gibbering Orb"])
def test_gibberers_die_of_more_than_a_week_in_the_sun(unit: str) -> None:
    first = play(None, None, brigands(3, "S12", unit=unit))
    assert first.after.groups["Bert/g2"].count == 3
    second = play(None, None, before=first)
    assert "Bert/g2" not in second.after.groups
    (lost,) = second.events("lost")
    assert (lost.data["why"], lost.data["count"]) == ("sunlight", 3)
    assert "UD-DER-15" in lost.cause.rules


def test_other_derro_outlive_a_second_week_in_the_sun() -> None:
    week = play(None, None, before=play(None, None, brigands(3, "S12")))
    assert week.after.groups["Bert/g2"].count == 3
