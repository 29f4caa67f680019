"""What the game master changes under way: rulings nobody asked for, files, names, who plays. All can be undone."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from support.toy_campaign import SYSTEM

from orderbook.campaign.campaign import Campaign
from orderbook.campaign.changes import remove_player, rename_player, replace_files
from orderbook.campaign.exchange import export_store, import_store
from orderbook.campaign.faults import CampaignError
from orderbook.campaign.folder import open_store
from orderbook.campaign.ingest import Ingested
from orderbook.campaign.rulings import add_ruling, give_ruling, standing_rulings, withdraw_ruling
from orderbook.campaign.verify import verify
from orderbook.campaign.week import resolve_week

Take = Callable[..., Ingested]


def whole(campaign: Campaign) -> bool:
    return not verify(campaign, SYSTEM).problems


# -- rulings ------------------------------------------------------------------------------------------------------


def test_a_ruling_that_nobody_asked_for_has_its_effect(campaign: Campaign, take: Take, tmp_path: Path) -> None:
    take(1, Ann="gain 1")
    assert add_ruling(campaign, SYSTEM, "Bob +7").told == "added.1.1: Bob +7"
    add_ruling(campaign, SYSTEM, "Cid -2")
    add_ruling(campaign, SYSTEM, "Cid +9", week=2)
    resolve_week(campaign, SYSTEM, 1)
    assert campaign.state(1, SYSTEM) == {"Ann": 11, "Bob": 27, "Cid": -2}
    assert [event.cause.ruling for event in campaign.week_events(1)] == ["added.1.1", "added.1.2", None]
    resolve_week(campaign, SYSTEM, 2)
    assert campaign.state(2, SYSTEM)["Cid"] == 7 and whole(campaign)
    export_store(campaign.store, tmp_path / "out")
    import_store(tmp_path / "out", tmp_path / "again", None)
    again = open_store(tmp_path / "again")
    assert again.head() == campaign.head
    again.close()


def test_what_was_added_is_undone_or_withdrawn(campaign: Campaign, take: Take) -> None:
    take(1, Ann="ask Why?")
    add_ruling(campaign, SYSTEM, "Bob +7")
    campaign.undo()
    assert standing_rulings(campaign.record) == []
    add_ruling(campaign, SYSTEM, "Bob +8")
    add_ruling(campaign, SYSTEM, "Bob +9")
    resolve_week(campaign, SYSTEM, 1)
    give_ruling(campaign, SYSTEM, "1.1", "3")
    assert [ruling.id for ruling in standing_rulings(campaign.record)] == ["1.1", "added.1.1", "added.1.2"]
    withdraw_ruling(campaign, "ADDED.1.1")
    withdraw_ruling(campaign, "1.1")
    assert [question.id for question in campaign.record.open_questions(1)] == ["1.1"]
    assert add_ruling(campaign, SYSTEM, "Bob +1").told.startswith("added.1.3:"), "an id means one ruling for ever"
    give_ruling(campaign, SYSTEM, "1.1", "4")
    resolve_week(campaign, SYSTEM, 1)
    assert campaign.state(1, SYSTEM) == {"Ann": 14, "Bob": 30, "Cid": 0} and whole(campaign)
    with pytest.raises(CampaignError, match="those that do: none"):
        withdraw_ruling(campaign, "added.1.2")


def test_what_cannot_be_ruled_is_refused_and_nothing_changes(campaign: Campaign, take: Take) -> None:
    take(1, Ann="gain 1")
    resolve_week(campaign, SYSTEM, 1)
    head = campaign.head
    for text, week, told in (
        ("no such thing", None, "write a player and an amount"),
        ("  ", None, "says nothing"),
        ("Ann +1", 1, "week 1 is resolved"),
    ):
        with pytest.raises(CampaignError, match=told):
            add_ruling(campaign, SYSTEM, text, week)
    assert campaign.head == head


# -- files --------------------------------------------------------------------------------------------------------


def test_files_are_replaced_from_now_on(campaign: Campaign, take: Take, tmp_path: Path) -> None:
    first, second, chart = tmp_path / "first.toml", tmp_path / "second.toml", tmp_path / "map.csv"
    for path in (first, second, chart):
        path.write_text(f"# {path.name}\n")
    assert replace_files(campaign) is None
    step = replace_files(campaign, [first], chart)
    assert step is not None and step.told == "from now on rule data: first.toml, map: map.csv"
    assert replace_files(campaign, [first], chart) is None
    take(1, Ann="gain 1")
    resolve_week(campaign, SYSTEM, 1)
    replace_files(campaign, [second])
    setup = campaign.setup
    assert setup.map is not None and setup.map.read_text() == "# map.csv\n"
    assert [path.read_text() for path in setup.rules] == ["# second.toml\n"]
    campaign.undo()
    assert [path.name for path in campaign.setup.rules] == ["first.toml"]
    replace_files(campaign, [])
    assert campaign.setup.rules == () and campaign.record.map is not None and whole(campaign)


# -- players ------------------------------------------------------------------------------------------------------


def test_a_player_is_renamed_with_all_posts(campaign: Campaign, take: Take) -> None:
    take(1, Ann="gain 5")
    step = rename_player(campaign, campaign.player("Ann"), " Anna  Red ")
    assert step is not None and step.told == "Ann is called Anna Red from now on"
    assert list(campaign.record.players) == ["Anna Red", "Bob", "Cid"]
    assert campaign.player("ann").aliases == ("Ann", "ann_the_red")
    assert [post.player for post in campaign.record.posts_of(1)] == ["Anna Red"]
    resolve_week(campaign, SYSTEM, 1)
    assert campaign.state(1, SYSTEM) == {"Anna Red": 15, "Bob": 20, "Cid": 0} and whole(campaign)
    with pytest.raises(CampaignError, match="week 1 is resolved"):
        rename_player(campaign, campaign.player("Bob"), "Bobby")
    for _ in range(2):
        campaign.undo()
    assert list(campaign.record.players) == ["Ann", "Bob", "Cid"]
    assert [post.player for post in campaign.record.posts_of(1)] == ["Ann"]


@pytest.mark.parametrize(
    ("name", "told"), [("bob", "a name of the player Bob"), ("GM", "means somebody else"), (" ", "write a name")]
)
def test_a_name_that_is_taken_is_refused(campaign: Campaign, name: str, told: str) -> None:
    with pytest.raises(CampaignError, match=told):
        rename_player(campaign, campaign.player("Ann"), name)
    assert rename_player(campaign, campaign.player("Ann"), "Ann") is None


def test_another_name_of_the_same_player_may_be_the_name(campaign: Campaign) -> None:
    rename_player(campaign, campaign.player("Ann"), "ann_the_red")
    assert campaign.player("Ann") == replace(campaign.player("ann_the_red"), aliases=("Ann",))


def test_who_plays_no_more_is_not_looked_for(campaign: Campaign, take: Take) -> None:
    take(1, Ann="gain 5", Bob="gain 1")
    resolve_week(campaign, SYSTEM, 1)
    take(2, Bob="gain 1")
    assert "1" in remove_player(campaign, campaign.player("Bob")).told
    assert list(campaign.record.players) == ["Ann", "Cid"]
    assert sorted(campaign.record.posts) == [(1, "Ann"), (1, "Bob")]
    resolve_week(campaign, SYSTEM, 2)
    assert campaign.state(2, SYSTEM)["Bob"] == 21
    campaign.undo()
    campaign.undo()
    assert list(campaign.record.players) == ["Ann", "Bob", "Cid"]
    assert (2, "Bob") in campaign.record.posts
