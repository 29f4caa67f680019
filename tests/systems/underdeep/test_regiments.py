"""Armies and regiments: how a group is cut by each reading, and which lines make one army."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from orderbook.rulebook.options import Options
from orderbook.systems import find_system
from orderbook.systems.underdeep.post.model import ArmyLine, Named, Site
from orderbook.systems.underdeep.regiments import Army, Regiment, form_armies, split_group
from orderbook.systems.underdeep.world.region import Region
from orderbook.text.source import Span

SETTING = "regiment-split"
CHOICES = next(a for a in find_system("underdeep").ambiguities() if a.name == SETTING).choices
ALL = [Options(((SETTING, choice.name),)) for choice in CHOICES]


@pytest.mark.parametrize(
    ("count", "halve_above", "halve_from", "fewest"),
    [
        (0, (), (), ()),
        (1, (1,), (1,), (1,)),
        (49, (49,), (49,), (49,)),
        (50, (50,), (25, 25), (50,)),
        (51, (25, 26), (25, 26), (25, 26)),
        (100, (50, 50), (25, 25, 25, 25), (50, 50)),
        (101, (25, 26, 50), (25, 25, 25, 26), (33, 34, 34)),
        (103, (25, 26, 26, 26), (25, 26, 26, 26), (34, 34, 35)),
    ],
)
def test_each_reading(count: int, halve_above: tuple, halve_from: tuple, fewest: tuple) -> None:
    found = [split_group(count, options) for options in ALL]
    assert found == [tuple(sorted(sizes)) for sizes in (halve_above, halve_from, fewest)]


@given(st.integers(0, 2000), st.sampled_from(ALL))
def test_regiments_are_whole_alike_and_within_the_limit(count: int, options: Options) -> None:
    sizes = split_group(count, options)
    assert sum(sizes) == count
    assert all(0 < size <= 50 for size in sizes)
    # A half of exactly 50 may stand beside the halves of 51.
    assert not sizes or max(sizes) <= 2 * min(sizes)
    assert options is not ALL[-1] or not sizes or max(sizes) - min(sizes) <= 1


SPAN = Span(0, 1)
UPPERDEEP_9 = Region("Upperdeep", 9)
HALL = Site("Hall", UPPERDEEP_9)


def line(unit: str, count: int, state: str = "", **more: Any) -> ArmyLine:
    given = {"site": None, "where": UPPERDEEP_9, **more}
    return ArmyLine(Named(unit, SPAN), count, SPAN, state=state, **given)


def test_a_garrison_is_an_army_and_the_region_outside_another() -> None:
    armies = form_armies(
        [
            line("Ashwalker", 60, "garrisoned", site=HALL),
            line("Moth", 5),
            line("Ashwalker", 3),
            line("Moth", 2, "garrisoned", site=HALL),
            line("Moth", 4, where=Region("Upperdeep", 10)),
            line("Elder", 1, "garrisoned", site=HALL, person="Fenn", rank="Commander"),
        ]
    )
    assert armies == (
        Army(UPPERDEEP_9, True, (Regiment("Ashwalker", 30), Regiment("Ashwalker", 30), Regiment("Moth", 2)), ("Fenn",)),
        Army(UPPERDEEP_9, False, (Regiment("Moth", 5), Regiment("Ashwalker", 3))),
        Army(Region("Upperdeep", 10), False, (Regiment("Moth", 4),)),
    )
    assert [army.size for army in armies] == [62, 8, 4]


def test_a_site_without_a_region_is_one_place_however_it_is_written() -> None:
    hall = Site("The Hall", None)
    armies = form_armies(
        [
            line("Moth", 5, "garrisoned", site=hall, where=None),
            line("Moth", 1, "garrison", site=Site("hall", None), where=None),
        ]
    )
    assert [army.size for army in armies] == [6]
