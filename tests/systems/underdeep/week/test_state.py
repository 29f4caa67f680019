"""States: JSON and back, ids in their order, and every kind of event with a fold of its own."""

from __future__ import annotations

import pytest

from orderbook.books.bundle import Bundle
from orderbook.campaign.canonical import canonical_json
from orderbook.campaign.event import Event
from orderbook.campaign.faults import CampaignError
from orderbook.systems.underdeep.arrears import Arrears
from orderbook.systems.underdeep.week.codec import read, read_state, write, write_state
from orderbook.systems.underdeep.week.folds.fold import FOLDS, fold
from orderbook.systems.underdeep.week.kinds import Happened
from orderbook.systems.underdeep.week.state import (
    GameState,
    Group,
    PlayerState,
    Project,
    RegionFacts,
    Site,
    Standing,
    Status,
    Trade,
    Unpaid,
    id_order,
    in_order,
    make_id,
)
from orderbook.systems.underdeep.week.values import Kind, Posture, Rank
from orderbook.systems.underdeep.world.region import Region

HOME = Region("Lowerdeep", 51)

FULL = GameState(
    week=7,
    players={"Anna": PlayerState("Anna", "Derro", Bundle({"Gold": 3, "Slaves": 2}), 12, 1, Bundle({"Gold": 100}))},
    sites={
        "Anna/s1": Site(
            "Anna/s1", "Gloom", "Anna", Kind.DUNGEON, HOME, "Derro", True, (Standing("Forge", 2, 1, "Derro"),),
            (Project("Mill", 1, 3, Bundle({"Gold": 40}), False, "Derro"),), None, ("Pool",), ("Bert",),
            Bundle({"Food": 5}), {"Bert": 4}, 6,
        )
    },
    groups={
        "Anna/g2": Group(
            "Anna/g2", "Anna", "Derro Filcher", 9, "Derro", None, HOME, "", Posture.AMBUSH, 6,
            (Unpaid(3, Arrears(gold=2, food=1), Bundle({"Gold": 4, "Food": 1})),), "", None, None, 2, 1, 0,
            Region("Lowerdeep", 50), (Region("Lowerdeep", 52), 3), (Status("bless", 8, {"morale": 1}),),
            {"health": 9, "melee_damage": "4 (Fire)"}, ("Poison 2",), ("a lamp",),
        ),
        "Anna/g3": Group("Anna/g3", "Anna", "Overlord", person="Vesk", rank=Rank.LEADER),
    },
    trades={"Anna/t4": Trade("Anna/t4", "Anna", "Bert", Bundle({"Gold": 5}), 7)},
    regions={"Lowerdeep 51": RegionFacts(4, Bundle({"Gold": 150}), 1, 1, True)},
    relations={"Anna|Bert": "enemies"},
)  # fmt: skip


def test_a_state_is_the_same_after_json() -> None:
    value = write_state(FULL)
    assert read_state(value) == FULL
    assert canonical_json(write_state(read_state(value))) == canonical_json(value)


def test_what_has_its_usual_value_is_left_out() -> None:
    assert write(Group("a/g1", "a", "Rat")) == {"id": "a/g1", "owner": "a", "unit": "Rat"}


def test_a_state_of_another_version_is_refused() -> None:
    value = write_state(FULL)
    assert isinstance(value, dict)
    with pytest.raises(CampaignError, match="does not know"):
        read_state({**value, "weather": "foul"})


def test_a_part_that_is_none_is_told_with_its_place() -> None:
    with pytest.raises(CampaignError, match=r"Group .*owner"):
        read(Group, {"id": "a/g1", "unit": "Rat"})
    with pytest.raises(CampaignError, match=r"Group .*region"):
        read(Group, {"id": "a/g1", "owner": "a", "unit": "Rat", "region": "the moon"})


def test_ids_sort_by_owner_and_number() -> None:
    names = [make_id("Bert", "s", 2), make_id("Anna", "g", 10), make_id("Anna", "s", 9)]
    assert sorted(names, key=id_order) == ["Anna/s9", "Anna/g10", "Bert/s2"]
    groups = [Group(make_id("Anna", "g", number), "Anna", "Rat") for number in (10, 2, 1)]
    assert [group.id for group in in_order(groups)] == ["Anna/g1", "Anna/g2", "Anna/g10"]


def test_every_kind_of_event_has_a_fold_and_no_other_has() -> None:
    assert set(FOLDS) == {kind.value for kind in Happened}


def test_an_unknown_kind_is_refused() -> None:
    with pytest.raises(CampaignError, match="eclipse"):
        fold(GameState(), Event(3, "opening", "eclipse"))


@pytest.mark.parametrize("kind", [kind for kind in Happened if kind.value not in ("no-post", "found-wrong")])
def test_an_event_without_its_data_is_refused_or_changes_nothing(kind: Happened) -> None:
    try:
        after = fold(FULL, Event(7, "x", kind.value, {}))
    except CampaignError:
        return
    assert after == FULL
