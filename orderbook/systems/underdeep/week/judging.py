"""A post of the week under way, judged by what the campaign knows: its Wealth, its sites and troops, its projects."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from orderbook.campaign.faults import CampaignError
from orderbook.campaign.game import WeekRequest
from orderbook.findings.report import Report
from orderbook.rulebook.faults import RuleDataError
from orderbook.rulebook.model import Rulebook
from orderbook.systems.system import CheckRequest
from orderbook.systems.underdeep.check import Judgement, judge_reading, report_judgement
from orderbook.systems.underdeep.checks.messages import LIMIT
from orderbook.systems.underdeep.rules import underdeep_rulebook
from orderbook.systems.underdeep.week.desk import Desk
from orderbook.systems.underdeep.week.free_talks import free_recipients
from orderbook.systems.underdeep.week.ground import load_world
from orderbook.systems.underdeep.week.orders import PlayerOrders, read_orders
from orderbook.systems.underdeep.week.rolls import Rolls
from orderbook.systems.underdeep.world.map import WorldMap


def judge_post(request: WeekRequest, player: str) -> Report:
    """The report on a player's post. Raises ``CampaignError`` for one that is none, for rule data and maps."""
    try:
        rulebook = underdeep_rulebook(request.setup.rules)
    except RuleDataError as error:
        raise CampaignError(str(error)) from error
    own = tuple(post for post in request.posts if post.player == player)
    world = load_world(request)
    orders = read_orders(replace(request, posts=own), rulebook, world)[player]
    judgement = orders.judgement
    if any(each.finding.check == LIMIT.name for each in judgement.slips):
        judgement = _with_free_talks(request, rulebook, world, orders)
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
    return report_judgement(asked, judgement)


def _with_free_talks(
    request: WeekRequest, rulebook: Rulebook, world: WorldMap | None, orders: PlayerOrders
) -> Judgement:
    """The judgement of a post with many messages, once it is known to whom they may be without limit (UD-COM-05)."""
    others: dict[str, PlayerOrders] = {}
    for post in request.posts:
        with suppress(CampaignError):  # a post that cannot be read is told of where it is judged itself
            others |= read_orders(replace(request, posts=(post,)), rulebook, world)
    desk = Desk(
        setup=request.setup,
        week=request.week,
        rulebook=rulebook,
        world=world,
        state=request.state,
        orders={**others, orders.player: orders},
        rulings={},
        rolls=Rolls(request.seed, request.week, request.dice),
    )
    context = replace(orders.context, free_recipients=free_recipients(desk, orders.player))
    return judge_reading(orders.reading, context)
