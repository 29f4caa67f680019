"""A week resolved by a system: waiting for rulings, entered once, told to those who may know."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from support.toy_campaign import SYSTEM

from orderbook.campaign.campaign import Campaign, open_campaign
from orderbook.campaign.event import Event
from orderbook.campaign.faults import CampaignError
from orderbook.campaign.game import Resolution
from orderbook.campaign.ingest import Ingested
from orderbook.campaign.rulings import give_ruling
from orderbook.campaign.verify import verify
from orderbook.campaign.week import resolve_week, write_brief

Take = Callable[..., Ingested]


def test_weeks_follow_each_other(campaign: Campaign, take: Take) -> None:
    take(1, Ann="gain 5", Bob="gain 1\nsecret hoard")
    outcome = resolve_week(campaign, SYSTEM, 1)
    assert [event.kind for event in outcome.events] == ["gained", "gained", "hid"]
    assert campaign.state(0, SYSTEM) == {"Ann": 10, "Bob": 20, "Cid": 0}
    assert campaign.state(1, SYSTEM) == {"Ann": 15, "Bob": 21, "Cid": 0}
    assert campaign.record.week == 2
    with pytest.raises(CampaignError, match="week 2 comes next"):
        resolve_week(campaign, SYSTEM, 3)
    take(2, Cid="gain 7")
    resolve_week(campaign, SYSTEM, 2)
    assert campaign.state(2, SYSTEM) == {"Ann": 15, "Bob": 21, "Cid": 7}
    assert [event.week for event in campaign.week_events()] == [1, 1, 1, 2]
    assert not verify(campaign, SYSTEM).problems


def test_a_campaign_may_begin_in_the_middle(campaign: Campaign, take: Take) -> None:
    take(6, Ann="gain 5")
    resolve_week(campaign, SYSTEM, 6)
    assert campaign.state(5, SYSTEM)["Ann"] == 10 and campaign.state(6, SYSTEM)["Ann"] == 15
    assert not verify(campaign, SYSTEM).problems


def test_resolving_twice_changes_nothing(campaign: Campaign, take: Take) -> None:
    take(1, Ann="roll")
    first = resolve_week(campaign, SYSTEM, 1)
    head = campaign.head
    assert resolve_week(campaign, SYSTEM, 1) == replace(first, step=None)
    assert campaign.head == head
    for other in ({"seed": "another"}, {"dice": (4,)}):
        with pytest.raises(CampaignError, match="another seed or other dice"):
            resolve_week(campaign, SYSTEM, 1, **other)  # type: ignore[arg-type]


def test_the_same_posts_and_seed_give_the_same_week(campaign: Campaign, take: Take) -> None:
    take(1, Ann="roll\nroll", Bob="roll")
    first = resolve_week(campaign, SYSTEM, 1).events
    campaign.undo()
    assert campaign.record.resolved == () and not campaign.week_events()
    assert resolve_week(campaign, SYSTEM, 1).events == first
    campaign.undo()
    assert [event.data["gold"] for event in resolve_week(campaign, SYSTEM, 1, dice=(3, 4, 5)).events] == [3, 4, 5]


def test_a_week_waits_for_its_rulings(campaign: Campaign, take: Take) -> None:
    take(1, Ann="gain 1\nask May she?", Bob="ask May he?")
    outcome = resolve_week(campaign, SYSTEM, 1)
    assert [question.text for question in outcome.questions] == ["May she?", "May he?"]
    assert campaign.record.resolved == () and not campaign.week_events()
    assert [question.id for question in campaign.record.open_questions(1)] == ["1.1", "1.2"]
    assert resolve_week(campaign, SYSTEM, 1).step is None
    give_ruling(campaign, SYSTEM, "1.1", "+3")
    assert give_ruling(campaign, SYSTEM, "1.1", "+3") is None
    assert [question.id for question in resolve_week(campaign, SYSTEM, 1).questions] == ["1.2"]
    give_ruling(campaign, SYSTEM, "1.2", " NONE ")
    outcome = resolve_week(campaign, SYSTEM, 1)
    assert [(event.kind, event.cause.ruling) for event in outcome.events] == [
        ("gained", None), ("ruled", "1.1"), ("ruled", "1.2"),
    ]  # fmt: skip
    assert campaign.state(1, SYSTEM)["Ann"] == 14
    assert campaign.record.open_questions(1) == []
    with pytest.raises(CampaignError, match="no week waits"):
        give_ruling(campaign, SYSTEM, "1.1", "5")


def test_a_ruling_that_nobody_asked_for_or_that_says_nothing_is_refused(campaign: Campaign, take: Take) -> None:
    take(1, Ann="ask May she?")
    resolve_week(campaign, SYSTEM, 1)
    with pytest.raises(CampaignError, match=r"the questions are: 1\.1"):
        give_ruling(campaign, SYSTEM, "7", "yes")
    with pytest.raises(CampaignError, match="write an amount, or none"):
        give_ruling(campaign, SYSTEM, "1.1", "perhaps")


def test_a_system_that_gives_up_leaves_the_campaign_as_it_was(campaign: Campaign, take: Take) -> None:
    take(1, Ann="gain 1\nbreak")
    head = campaign.head
    with pytest.raises(CampaignError, match="toys are broken"):
        resolve_week(campaign, SYSTEM, 1)
    assert campaign.head == head


def test_events_of_another_week_are_no_result(campaign: Campaign, take: Take) -> None:
    take(1, Ann="gain 1")
    for event in (Event(2, "toys", "gained"), Event(1, "campaign", "player-set")):
        strange = replace(SYSTEM, resolve=lambda request, event=event: Resolution((event,)))  # type: ignore[misc]
        with pytest.raises(ValueError, match="resolved week 1 into"):
            resolve_week(campaign, strange, 1)


def test_a_briefing_tells_what_its_reader_may_know(campaign: Campaign, take: Take) -> None:
    take(1, Ann="secret ruby", Bob="secret opal")
    with pytest.raises(CampaignError, match="not resolved"):
        write_brief(campaign, SYSTEM, 1, None)
    resolve_week(campaign, SYSTEM, 1)
    told = {name: write_brief(campaign, SYSTEM, 1, campaign.record.players[name]) for name in ("Ann", "Bob", "Cid")}
    for word, reader in (("ruby", "Ann"), ("opal", "Bob")):
        assert [name for name, text in told.items() if word in text] == [reader]
    everything = write_brief(campaign, SYSTEM, 1, None, coming=True)
    assert "ruby" in everything and "opal" in everything and "Week 2:" in everything


def test_templates_of_the_campaign_go_before(campaign: Campaign, take: Take) -> None:
    take(1, Ann="gain 1")
    resolve_week(campaign, SYSTEM, 1)
    (campaign.folder / "templates").mkdir()
    (campaign.folder / "templates" / "end.txt").write_text("So long!")
    assert "So long!" in write_brief(campaign, SYSTEM, 1, None)


def test_nobody_resolves_a_week_without_players(folder: Path, campaign: Campaign) -> None:
    for _ in range(3):
        campaign.undo()
    with pytest.raises(CampaignError, match="nobody plays yet"):
        resolve_week(campaign, SYSTEM, 1)


def test_who_resolved_while_another_did_is_told(folder: Path, campaign: Campaign, take: Take) -> None:
    take(1, Ann="gain 1")
    with open_campaign(folder) as other:
        resolve_week(campaign, SYSTEM, 1)
        with pytest.raises(CampaignError, match="in the meantime"):
            resolve_week(other, SYSTEM, 1)
        other.reload()
        assert resolve_week(other, SYSTEM, 1).step is None
