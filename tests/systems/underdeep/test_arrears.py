"""What unpaid weeks cost a unit, by each reading."""

import pytest

from orderbook.rulebook.options import Options
from orderbook.systems.underdeep.arrears import Arrears, Toll, may_desert, roll_to_stay, stands_idle, toll_of
from orderbook.systems.underdeep.rules import underdeep_rulebook

WORSE_ONLY = Options((("hunger-and-pay", "worse-only"),))
ANY_LOSS = Options((("desertion-causes", "any-loss"),))


@pytest.mark.parametrize(
    ("arrears", "by_default", "worse_only"),
    [
        (Arrears(), Toll(), Toll()),
        (Arrears(gold=2), Toll(morale=-2), Toll(morale=-2)),
        (Arrears(metal=3), Toll(attack=-3), Toll(attack=-3)),
        (Arrears(food=2), Toll(morale=-2, health=-2), Toll(morale=-2, health=-2)),
        (Arrears(gold=1, food=2), Toll(morale=-3, health=-2), Toll(morale=-2, health=-2)),
        (Arrears(gold=1, metal=1, food=1), Toll(-1, -2, -1), Toll(-1, -1, -1)),
    ],
)
def test_tolls(arrears: Arrears, by_default: Toll, worse_only: Toll) -> None:
    assert (toll_of(arrears), toll_of(arrears, WORSE_ONLY)) == (by_default, worse_only)


@pytest.mark.parametrize(
    ("usual", "arrears", "other", "by_default", "any_loss"),
    [
        (2, Arrears(gold=3), 0, False, False),
        (2, Arrears(gold=4), 0, True, True),
        (2, Arrears(gold=3, food=1), 0, True, True),
        (2, Arrears(), 4, False, True),
        (2, Arrears(metal=9), 0, False, False),
        (1, Arrears(gold=1), 1, False, True),
        (0, Arrears(), 0, False, False),
        (0, Arrears(gold=1), 0, True, True),
        (-1, Arrears(), 0, False, False),
        (-1, Arrears(food=1), 0, True, True),
    ],
)
def test_who_may_desert(usual: int, arrears: Arrears, other: int, by_default: bool, any_loss: bool) -> None:
    assert may_desert(usual, arrears, other) is by_default
    assert may_desert(usual, arrears, other, ANY_LOSS) is any_loss


def test_the_roll_that_stays_grows_as_morale_falls() -> None:
    assert [roll_to_stay(morale) for morale in (2, 0, -2, -3)] == [8, 10, 12, 13]


def test_a_construct_stands_still_until_it_is_paid() -> None:
    units = {unit.name: unit for faction in underdeep_rulebook().factions for unit in faction.units}
    kontraption, slinger = units["Kobold Kontraption"], units["Kobold Slinger"]
    assert stands_idle(kontraption, Arrears(metal=1)) and not stands_idle(kontraption, Arrears())
    assert not stands_idle(slinger, Arrears(gold=5))
