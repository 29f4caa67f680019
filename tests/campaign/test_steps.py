"""Steps: wholly or not at all, one at a time, taken back and yet kept."""

from collections.abc import Callable
from pathlib import Path

import pytest
from support.forums import Said, write_page
from support.toy_campaign import SYSTEM, try_post

from orderbook.books.bundle import Bundle
from orderbook.campaign.campaign import Campaign, create_campaign, open_campaign
from orderbook.campaign.event import Event
from orderbook.campaign.faults import CampaignError, Conflict
from orderbook.campaign.game import Player
from orderbook.campaign.ingest import Ingested, ingest
from orderbook.campaign.steps import Snapshot
from orderbook.campaign.store import Draft
from orderbook.campaign.verify import verify
from orderbook.rulebook.options import Options

Take = Callable[..., Ingested]


def test_a_campaign_is_what_its_steps_made_it(campaign: Campaign) -> None:
    assert [step.kind for step in campaign.steps] == ["new", "player", "player", "player"]
    assert list(campaign.record.players) == ["Ann", "Bob", "Cid"]
    assert campaign.record.players["Ann"] == Player("Ann", "Reds", Bundle({"Gold": 10}), ("ann_the_red",))
    assert (campaign.record.system, campaign.record.seed, campaign.record.week) == ("toy", "toys", 1)


def test_another_look_sees_the_same(campaign: Campaign, folder: Path, take: Take) -> None:
    take(1, Ann="gain 5")
    with open_campaign(folder) as other:
        assert (other.record, other.steps, other.head) == (campaign.record, campaign.steps, campaign.head)


def test_whoever_comes_second_is_told_and_nothing_is_spoilt(campaign: Campaign, folder: Path) -> None:
    with open_campaign(folder) as other:
        other.choose(Options((("spelling", "without-u"),)))
        before = other.head
        with pytest.raises(Conflict, match="in the meantime"):
            campaign.choose(Options((("shouting", "refused"),)))
        other.reload()
        assert other.head == before and other.record.options.settings == {"spelling": "without-u"}
        campaign.reload()
        campaign.choose(Options((("shouting", "refused"),)))
        assert campaign.record.options.settings == {"shouting": "refused", "spelling": "without-u"}
        assert not verify(campaign, SYSTEM).problems


def test_who_writes_while_another_writes_waits_and_is_told(
    campaign: Campaign, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("orderbook.campaign.sqlite.PATIENCE", 0.2)
    monkeypatch.setattr("orderbook.campaign.postgres.PATIENCE", 0.2)
    with open_campaign(folder) as other, campaign.store.database.change():
        campaign.store.append_within(Draft("option", "half done"), campaign.head)
        with pytest.raises(Conflict, match="somebody else is working"):
            other.choose(Options((("spelling", "without-u"),)))


def test_a_change_that_fails_leaves_nothing(campaign: Campaign, folder: Path) -> None:
    before = (campaign.head, campaign.store.blob_names())
    with pytest.raises(ZeroDivisionError), campaign.store.database.change():
        event = Event(1, "toys", "gained")
        campaign.store.append_within(Draft("ingest", "x", (event,), (b"a",), (Snapshot(1, "{}"),)), campaign.head)
        raise ZeroDivisionError
    campaign.reload()
    assert (campaign.head, campaign.store.blob_names()) == before and not campaign.store.snapshot_names()


def test_undo_takes_back_step_by_step_and_the_log_keeps_all(campaign: Campaign, take: Take) -> None:
    states = [campaign.record]
    take(1, Ann="gain 5")
    states.append(campaign.record)
    take(1, Ann="gain 6")
    campaign.undo()
    assert campaign.record == states[1]
    campaign.undo()
    assert campaign.record == states[0]
    take(1, Ann="gain 5")
    assert campaign.record == states[1]
    assert [step.undoes for step in campaign.steps[4:]] == [None, None, 6, 5, None]
    assert not verify(campaign, SYSTEM).problems


def test_the_making_of_a_campaign_is_not_taken_back(campaign: Campaign) -> None:
    for _ in range(3):
        campaign.undo()
    with pytest.raises(CampaignError, match="no step to take back"):
        campaign.undo()
    assert not campaign.record.players


def test_players_keep_their_names_apart(campaign: Campaign) -> None:
    for name in ("ANN", "Ann the Red"):
        with pytest.raises(CampaignError, match="is a name of the player Ann"):
            campaign.set_player(Player("Dot", "Reds", aliases=(name,)))
    for name in ("gm", "ALL", "..."):
        with pytest.raises(CampaignError, match="no player can be called"):
            campaign.set_player(Player(name, "Reds"))
    assert campaign.player("ANN_THE_RED").name == "Ann"
    with pytest.raises(CampaignError, match="the players are: Ann, Bob, Cid"):
        campaign.player("Dot")


def test_what_is_known_already_is_no_step(campaign: Campaign) -> None:
    assert campaign.set_player(campaign.record.players["Ann"]) is None
    assert campaign.choose(Options()) is None
    assert len(campaign.steps) == 4


def test_a_folder_holds_one_campaign(folder: Path, address: str | None) -> None:
    with pytest.raises(CampaignError, match="already"):
        create_campaign(folder, "toy", seed="", options=Options(), address=address)


def test_a_folder_without_a_campaign_says_so(tmp_path: Path) -> None:
    for place in (tmp_path / "nowhere", tmp_path):
        with pytest.raises(CampaignError, match="campaign new"):
            open_campaign(place)


def test_campaigns_of_one_name_share_a_server(tmp_path: Path, server: str) -> None:
    for parent in ("a", "b"):
        create_campaign(tmp_path / parent / "The Deeps!", "toy", seed=parent, options=Options(), address=server)
    for parent in ("a", "b"):
        with open_campaign(tmp_path / parent / "The Deeps!") as campaign:
            assert campaign.record.seed == parent
    assert (tmp_path / "b" / "The Deeps!" / "campaign.toml").stat().st_mode & 0o077 == 0


@pytest.mark.parametrize(
    "data",
    [
        "[spoiler=A]gain 1[/spoiler]".encode("utf-16"),
        b"\xef\xbb\xbf[spoiler=A]gain 1 \xe2\x80\x93[/spoiler]",
        b"[spoiler=A]\r\ngain 1 \x96 \xfc\r\n[/spoiler]",
    ],
)
def test_a_text_is_kept_as_it_was_received(campaign: Campaign, data: bytes) -> None:
    (done,) = ingest(campaign, [(data, "a.txt")], try_post, player=campaign.player("Ann")).taken
    assert campaign.store.blob(done.post.text) == data == campaign.store.blob(done.post.page)
    assert "gain" in campaign.text_of(done.post).text


def test_a_page_is_kept_as_it_was_received(campaign: Campaign) -> None:
    page = write_page("SMF", [Said("Ann", "".join(f"[spoiler={tab}]gain 1[/spoiler]" for tab in "ABC"))]).encode()
    (done,) = ingest(campaign, [(page, "thread.html")], try_post).taken
    assert campaign.store.blob(done.post.page) == page != campaign.store.blob(done.post.text)
