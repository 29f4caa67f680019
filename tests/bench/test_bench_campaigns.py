"""The benchmarks of campaigns run, on small ones; what they find is for people to read."""

from pathlib import Path

from bench import campaigns as bench
from orderbook.campaign.campaign import open_campaign
from tests.support.hosts import FIRST_WEEK, Hosts

SMALL = Hosts(players=3, regiments=8, regions=36)
SMALL_WAR = Hosts(players=3, regiments=8, regions=36, war=True)


def test_table() -> None:
    text = bench.table_of_campaigns(SMALL, SMALL_WAR, weeks=4)
    assert "10 s a week: kept" in text and "at peace, week 4" in text and "300 MiB: kept" in text


def test_weeks_put_aside_are_ready_to_be_resolved(tmp_path: Path) -> None:
    copies = list(bench.keep_weeks(SMALL_WAR, tmp_path / "war", {2, 3}))
    for number, copy in zip((2, 3), copies, strict=True):
        with open_campaign(copy) as campaign:
            assert campaign.record.week == FIRST_WEEK + number - 1
            assert not campaign.record.open_questions(campaign.record.week)
            assert len(campaign.record.posts_of(campaign.record.week)) == 3


def test_hosts_stay_alike_at_peace_and_meet_at_war(tmp_path: Path) -> None:
    from orderbook.systems.underdeep.week.system import CAMPAIGN

    heads = {}
    for name, hosts in (("peace", SMALL), ("war", SMALL_WAR)):
        *_, last = bench.keep_weeks(hosts, tmp_path / name, {6})
        with open_campaign(last) as campaign:
            state = campaign.state(FIRST_WEEK + 4, CAMPAIGN)
            heads[name] = sum(group.rank is None for group in state.groups.values())
            kinds = {event.kind for event in campaign.week_events()}
            assert {"moved", "begun", "trade-sent"} <= kinds
            assert ("fought" in kinds) == hosts.war
    assert 3 * 7 <= heads["peace"] <= 3 * 10
