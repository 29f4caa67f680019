"""A post of the week under way, judged by what the campaign knows: its Wealth, its sites and troops, its projects."""

from __future__ import annotations

from dataclasses import replace

from orderbook.campaign.faults import CampaignError
from orderbook.campaign.game import WeekRequest
from orderbook.findings.report import Report
from orderbook.rulebook.faults import RuleDataError
from orderbook.systems.system import CheckRequest
from orderbook.systems.underdeep.check import report_judgement
from orderbook.systems.underdeep.rules import underdeep_rulebook
from orderbook.systems.underdeep.week.ground import load_world
from orderbook.systems.underdeep.week.orders import read_orders


def judge_post(request: WeekRequest, player: str) -> Report:
    """The report on a player's post. Raises ``CampaignError`` for one that is none, for rule data and maps."""
    try:
        rulebook = underdeep_rulebook(request.setup.rules)
    except RuleDataError as error:
        raise CampaignError(str(error)) from error
    own = tuple(post for post in request.posts if post.player == player)
    orders = read_orders(replace(request, posts=own), rulebook, load_world(request))[player]
    setup = request.setup
    told = setup.player(player)
    assert told is not None  # only players of the campaign have orders
    asked = CheckRequest(
        post=orders.source,
        opening=orders.context.opening,
        faction=told.faction,
        week=request.week,
        rules=setup.rules,
        map=setup.map,
        options=setup.options,
    )
    return report_judgement(asked, orders.judgement)
