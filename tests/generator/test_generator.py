"""The generator against the rules and against itself: what it calls right must be right."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from orderbook.books.bundle import Bundle

from . import make_case, make_series
from .building import begin_work
from .campaign import begin_player, decide, end_week, live_quietly
from .kit import ROOM_CAP, Kit, load_kits, pluralise
from .sheet import write_sheet
from .slips.catalogue import SLIPS
from .state import Player, Site
from .styles import STYLES
from .typing_slips import garble_word, letters_apart, one_letter_slip, spoil_amount, spoilt_word

KITS = load_kits()
CHECKS = sorted({kind.check for kind in SLIPS})


def _campaign(seed: int) -> Player:
    rng = Random(seed)
    player = begin_player(KITS[sorted(KITS)[seed % len(KITS)]], rng)
    live_quietly(player, rng, 4 + seed % 15)
    return player


def test_the_clean_cases_of_many_seeds_show_no_debt() -> None:
    for seed in range(30):
        ledger = make_case(seed, style="slash", clean=True).truth["ledger"]
        assert all(not amount.startswith("-") for amount in ledger["stated"].values())


def _assert_site_is_legal(kit: Kit, site: Site) -> None:
    for name in site.standing:
        limit = kit.limit(name)
        if limit is not None:
            assert sum(site.standing.get(one, 0) for one in kit.family(name)) <= limit, (site.name, name)
        assert ("dungeon" if site.is_dungeon else "outpost") in kit.structures[name].places
        if kit.structures[name].headquarters:
            assert site.capital
    assert sum(count for name, count in site.standing.items() if kit.counts_as_room(name)) <= ROOM_CAP
    assert sum(kit.structures[name].deposit for name in site.standing) <= 1
    for project in site.projects:
        assert 1 <= project.weeks < (kit.structures[project.name].weeks or 0)
        for need in kit.replaced(project.name):
            assert site.standing[need.names[0]] >= need.count * project.count


@pytest.mark.parametrize("seed", range(24))
def test_campaigns_keep_to_the_rules(seed: int) -> None:
    player = _campaign(seed)
    assert all(amount >= 0 for amount in player.wealth.values())
    assert all(stack.count > 0 for stack in player.stacks)
    for site in player.sites:
        _assert_site_is_legal(player.kit, site)


@pytest.mark.parametrize("seed", range(12))
def test_last_weeks_wealth_and_this_weeks_lines_make_this_weeks_wealth(seed: int) -> None:
    player = _campaign(seed)
    before = player.wealth
    sheet = write_sheet(player, decide(player, Random(seed)), before)
    assert sheet.closing() == player.wealth
    assert {total.resource: total.stated for total in sheet.totals if total.stated} == dict(player.wealth)
    unit_upkeep = sum((player.kit.upkeep(due.unit) * due.count for due in sheet.dues), Bundle())
    assert -sheet.flows()["upkeep"] == unit_upkeep == player.upkeep()


def test_a_project_counts_down_and_then_stands() -> None:
    player = begin_player(KITS["Derro"], Random(1))
    turn = decide(player, Random(1), appetite=0.0)
    end_week(player, turn)
    turn = decide(player, Random(2), appetite=0.0)
    player.capital.projects = []
    player.wealth = Bundle({"Gold": 500})
    begin_work(player, 0, "Centipede Farm", 1, [])
    shown = []
    for _ in range(5):
        shown.append([project.weeks for project in player.capital.projects])
        assert "Centipede Farm" not in player.capital.standing
        end_week(player, turn)
        turn.orders = []
    assert shown == [[5], [4], [3], [2], [1]]
    assert player.capital.standing["Centipede Farm"] == 1


@pytest.mark.parametrize("check", CHECKS)
def test_every_mistake_can_be_made_and_points_at_lines(check: str) -> None:
    case = make_case(7, style="rulebook", checks=[check])
    lines = case.text.replace("\r\n", "\n").split("\n")
    due = [entry for entry in case.truth["expected"] if entry["check"] == check and not entry["optional"]]
    assert len(due) == 1
    assert bool(due[0]["lines"]) is (check != "tab-missing")
    assert all(lines[number - 1].strip() for number in due[0]["lines"])


@pytest.mark.parametrize("style", STYLES)
def test_every_style_writes_a_week_twice_the_same(style: str) -> None:
    case = make_case(3, style=style, clean=True, mode="previous")
    assert case == make_case(3, style=style, clean=True, mode="previous")
    assert case.previous is not None
    assert case.truth["expected"] == []
    assert case.truth["ledger"]["computed"] == {r: a for r, a in case.truth["ledger"]["stated"].items() if a != "0"}
    assert case.truth["style"] == style


@pytest.mark.parametrize("seed", range(6))
def test_a_series_goes_on_from_what_was_stated(seed: int) -> None:
    series = make_series(seed)
    weeks = series.truth["weeks"]
    for earlier, later in pairwise(weeks):
        assert later["opening"] == {r: a for r, a in earlier["stated"].items() if a != "0"}
    slip = series.truth["first_slip"]
    wrong = [week["file"] for week in weeks[1:] if any(week["stated"][r] != week["computed"].get(r, "0")
                                                       for r in week["stated"])]  # fmt: skip
    assert (slip["file"] if slip else None) == (wrong[0] if wrong else None)


def test_spoilt_words_are_two_letters_off_and_slips_one() -> None:
    rng = Random(5)
    for name in ("Mushroom Patch", "Kobold Blunderdig", "Centipede Farm"):
        for _ in range(50):
            assert letters_apart(name, one_letter_slip(name, rng)) <= 1
            swap = spoilt_word(name, rng)
            assert swap is None or letters_apart(name, garble_word(name, swap)) >= 2


def test_unreadable_amounts() -> None:
    assert spoil_amount("-16 Gold, -10 Food", "O") == "-16 Gold, -1O Food"
    assert spoil_amount("+15 Metal", "l") == "+l5 Metal"
    assert spoil_amount("+25 Food", "O") == "+?? Food"


@pytest.mark.parametrize(
    ("one", "many"),
    [
        ("Mushroom Patch", "Mushroom Patches"),
        ("Pit of Rats", "Pits of Rats"),
        ("Murder Holes", "Murder Holes"),
        ("Kobold Dire Rat Cavalry", "Kobold Dire Rat Cavalry"),
        ("Mutagenic Laboratory", "Mutagenic Laboratories"),
    ],
)
def test_plurals(one: str, many: str) -> None:
    assert pluralise(one) == many
