"""The posts of generated campaigns reckon right: what they trade, build and recruit stands in their sums."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from support.hosts import Hosts, spend
from support.played import begin, play

from orderbook.campaign.campaign import open_campaign
from orderbook.systems import find_system
from orderbook.systems.evening import review_week

RECKONED = ("wealth-sum", "wealth-missing", "recruit-unlisted", "recruit-prerequisite")


def test_generated_posts_reckon_right(tmp_path: Path) -> None:
    folder = play(begin(tmp_path / "deeps", hosts=(hosts := Hosts(4, 5, 40, war=True, seed="reckoned"))), 4, hosts)
    found: Counter[str] = Counter()
    with open_campaign(folder) as campaign:
        for week in (*campaign.record.resolved[1:], campaign.record.week):
            for each in review_week(campaign, find_system("underdeep"), week).players:
                assert each.report is not None and each.by_state, each.trouble
                wrong = [finding.message for finding in each.report.findings if finding.check in RECKONED]
                assert not wrong, (week, each.player.name, wrong)
                text = each.report.source.text
                found.update(
                    word for word in ("Sent to", "Beginning Construction", ": -25 Gold\n", ": -40 Gold") if word in text
                )
    assert len(found) == 4, f"all of it has to be there: {found}"


def test_what_is_spent_stands_in_the_sums() -> None:
    text = "Gold: 100 + 20 - 5 = 115\nMetal: 30\nFood: 7"
    assert spend(text, "Sent: -40 Gold, -5 Metal") == "Gold: 100 + 20 - 5 - 40 = 75\nMetal: 30 - 5 = 25\nFood: 7"
