"""All slips: the check that tells each, when it is made, and how."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from ..draft import Slip
from . import building, markup, money, people


class Stage(IntEnum):
    """Lines are spoilt first, then too much is spent, then the Wealth that sums it, then the written page."""

    LINES = 1
    SPENDING = 2
    WEALTH = 3
    PAGE = 4


@dataclass(frozen=True)
class SlipKind:
    check: str
    make: Slip
    stage: Stage = Stage.LINES


SLIPS: tuple[SlipKind, ...] = (
    SlipKind("tag-unclosed", markup.tag_unclosed, Stage.PAGE),
    SlipKind("tag-misnested", markup.tag_misnested, Stage.PAGE),
    SlipKind("tab-missing", markup.tab_missing, Stage.WEALTH),
    SlipKind("tab-duplicate", markup.tab_duplicate, Stage.WEALTH),
    SlipKind("tab-unknown", markup.tab_unknown, Stage.WEALTH),
    SlipKind("line-unread", markup.line_unread, Stage.WEALTH),
    SlipKind("name-unknown", markup.name_unknown, Stage.WEALTH),
    SlipKind("amount-unread", money.amount_unread, Stage.WEALTH),
    SlipKind("line-sum", money.line_sum, Stage.WEALTH),
    SlipKind("wealth-sum", money.wealth_sum, Stage.WEALTH),
    SlipKind("wealth-overspent", money.wealth_overspent, Stage.SPENDING),
    SlipKind("wealth-missing", money.wealth_missing, Stage.WEALTH),
    SlipKind("opening-implied", money.opening_implied, Stage.WEALTH),
    SlipKind("production-amount", money.production_amount),
    SlipKind("production-unbuilt", money.production_unbuilt),
    SlipKind("production-unbuilt", money.production_overcount),
    SlipKind("production-omitted", money.production_omitted),
    SlipKind("production-early", money.production_early),
    SlipKind("upkeep-amount", money.upkeep_amount),
    SlipKind("upkeep-omitted", money.upkeep_omitted),
    SlipKind("upkeep-excess", money.upkeep_excess),
    SlipKind("upkeep-count", money.upkeep_count),
    SlipKind("build-cost", building.build_cost),
    SlipKind("build-time", building.build_time),
    SlipKind("build-prerequisite", building.build_prerequisite),
    SlipKind("build-limit", building.build_limit),
    SlipKind("build-unique", building.build_unique),
    SlipKind("build-place", building.build_place),
    SlipKind("build-cap", building.build_cap),
    SlipKind("build-countdown", building.build_countdown),
    SlipKind("build-finished", building.build_finished),
    SlipKind("build-vanished", building.build_vanished),
    SlipKind("recruit-cost", people.recruit_cost),
    SlipKind("recruit-prerequisite", people.recruit_prerequisite),
    SlipKind("recruit-limit", people.recruit_limit),
    SlipKind("recruit-unlisted", people.recruit_unlisted),
    SlipKind("recruit-place", people.recruit_place),
    SlipKind("dungeon-appeared", building.dungeon_appeared),
    SlipKind("dungeon-vanished", building.dungeon_vanished),
    SlipKind("army-count", people.army_count),
    SlipKind("army-place", people.army_place),
    SlipKind("stat-block", people.stat_block),
    SlipKind("order-unit", people.order_unit),
    SlipKind("order-count", people.order_count),
    SlipKind("order-speed", people.order_speed),
    SlipKind("order-ability", people.order_ability),
    SlipKind("order-tab", people.order_tab),
    SlipKind("message-limit", people.message_limit),
)
