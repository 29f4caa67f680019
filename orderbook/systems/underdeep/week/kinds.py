"""The kinds of events of a week. What each holds stands at its fold; ``folds`` has one for every kind."""

from __future__ import annotations

from enum import StrEnum


class Happened(StrEnum):
    """What happened."""

    # the campaign
    WEEK_BEGAN = "week-began"
    PLAYER_BEGAN = "player-began"
    RELATION_SET = "relation-set"
    FACT_RECORDED = "fact-recorded"
    # told, without an effect on the state
    NO_POST = "no-post"
    RULED = "ruled"
    FOUND_WRONG = "found-wrong"
    WEALTH_RECKONED = "wealth-reckoned"
    ORDER_VOID = "order-void"
    MESSAGE_DELIVERED = "message-delivered"
    MESSAGE_HELD_BACK = "message-held-back"
    # resources
    PRODUCED = "produced"
    UPKEEP_PAID = "upkeep-paid"
    DEBT_PAID = "debt-paid"
    GRANTED = "granted"
    RITUAL_CAST = "ritual-cast"
    RITUAL_PAID = "ritual-paid"
    # trade
    TRADE_SENT = "trade-sent"
    TRADE_ARRIVED = "trade-arrived"
    TRADE_ABORTED = "trade-aborted"
    TRADED_OUTSIDE = "traded-outside"
    # sites
    SITE_ENTERED = "site-entered"
    SITE_RENAMED = "site-renamed"
    FOUNDING_BEGUN = "founding-begun"
    FOUNDING_FAILED = "founding-failed"
    SITE_FOUNDED = "site-founded"
    FOUNDING_PAID = "founding-paid"
    GIFTS_KNOWN = "gifts-known"
    SITE_TAKEN = "site-taken"
    SITE_ABANDONED = "site-abandoned"
    BESIEGED = "besieged"
    SIEGE_LIFTED = "siege-lifted"
    BRIDGE_BUILT = "bridge-built"
    # structures
    WORK_WENT_ON = "work-went-on"
    FINISHED = "finished"
    REPAIRED = "repaired"
    BUILT_BEFORE_PLAY = "built-before-play"
    BEGUN = "begun"
    CANCELLED = "cancelled"
    BROKEN = "broken"
    DESTROYED = "destroyed"
    # units and persons
    GROUP_ENTERED = "group-entered"
    RECRUITED = "recruited"
    HIRED = "hired"
    JOINED = "joined"
    SPLIT = "split"
    MOVED = "moved"
    UNPAID = "unpaid"
    DESERTED = "deserted"
    STARVED = "starved"
    DISMISSED = "dismissed"
    LOST = "lost"
    PROMOTED = "promoted"
    DEMOTED = "demoted"
    STATUS_SET = "status-set"
