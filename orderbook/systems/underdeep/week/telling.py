"""What events say to a person: a sentence each, in plain words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from orderbook.campaign.canonical import Json
from orderbook.campaign.event import Event
from orderbook.systems.underdeep.week import telling_traps
from orderbook.systems.underdeep.week.codec import read
from orderbook.systems.underdeep.week.folds.data import Data, goods
from orderbook.systems.underdeep.week.kinds import Happened
from orderbook.systems.underdeep.week.rulings import words_of
from orderbook.systems.underdeep.week.state import EVERYTHING, Growing, Trade
from orderbook.systems.underdeep.week.statuses import RESISTED, RITUAL
from orderbook.systems.underdeep.week.telling_marches import TOLD_OF_MARCHES
from orderbook.systems.underdeep.week.wording import (
    Words,
    goods_of,
    items,
    join,
    price,
    signed_sum,
)

_COUNTED = ("weeks", "last_week")
"""What a status counts for itself, beside the figures of units that it changes."""
Tell: TypeAlias = Callable[[Words, Data], str]


def _found_wrong(words: Words, data: Data) -> str:
    place = f"{data['tab']}, line {data.get('line')}" if data.get("tab") else f"Line {data.get('line')}"
    return f"{place}: {data.get('message')}"


def _void(words: Words, data: Data) -> str:
    return f'"{data.get("order")}" could not be done and cost nothing: {str(data.get("why")).rstrip(".")}.'


def _ruled(words: Words, data: Data) -> str:
    """Effects on others are no business of the reader's; those on the reader are events of their own."""
    answer = str(data.get("answer"))
    return f"{data.get('text')} Ruling: {answer if words.reader is None else words_of(answer)}".lstrip()


def _produced(words: Words, data: Data) -> str:
    end = " (the deposit is exhausted)" if data.get("exhausted") else ""
    count, source = _whole(data, "count"), str(data.get("source"))
    what = words.number(count, source) if count != 1 else source
    return f"{what} at {words.site(data)}: {signed_sum(data)}{end}."


def _begun(words: Words, data: Data) -> str:
    what = f"Repair of {words.structures(data)}" if data.get("repair") else words.structures(data)
    weeks = words.number(_whole(data, "weeks"), "week")
    return f"{what} begun at {words.site(data)} for {price(data)}: {weeks} to go."


def _reckoned(words: Words, data: Data) -> str:
    """Silent where the post has it right."""
    stated = data.get("stated")
    wealth = data.get("wealth")
    if not isinstance(stated, dict) or not isinstance(wealth, dict):
        return ""
    parts = [f"{amount} {name} (it is {wealth.get(name, 0)})" for name, amount in sorted(stated.items())]
    return f"The Wealth in the post is not what the campaign counts: {join(parts)}."


def _sent(words: Words, data: Data) -> str:
    trade = read(Trade, data.get("trade"))
    if trade.held:
        return f"{trade.giver} promised {trade.taker} {goods_of(trade.goods)}, to be given up on delivery."
    return f"{trade.giver} sent {trade.taker} {goods_of(trade.goods)}."


def _cut_off(words: Words, data: Data) -> str:
    trade = words.find_trade(str(data.get("trade")))
    what = f"What {trade.giver} sends {trade.taker}" if trade is not None else "Goods on their way"
    return f"{what} will not arrive: {data.get('why')}."


def _arrived(words: Words, data: Data) -> str:
    trade = words.find_trade(str(data.get("trade")))
    if trade is None:
        return "A trade went through."
    return f"The trade went through: {goods_of(trade.goods)} from {trade.giver} reached {trade.taker}."


def _aborted(words: Words, data: Data) -> str:
    trade = words.find_trade(str(data.get("trade")))
    what = f"{goods_of(trade.goods)} of {trade.giver} for {trade.taker}" if trade is not None else "the goods"
    went = "stay where they are" if trade is not None and trade.held else "went back"
    return f"A trade did not go through, {what} {went}: {data.get('why')}."


def _unpaid(words: Words, data: Data) -> str:
    group = words.find_group(str(data.get("group")))
    if group is None:
        return ""
    if group.unpaid:
        return f"{words.debts(group)}."
    return f"{words.number(group.count, group.unit)} have all they were owed."


def _promoted(words: Words, data: Data) -> str:
    officer = data.get("officer")
    return f"{officer.get('person')} is {officer.get('rank')} now." if isinstance(officer, dict) else ""


def _status(words: Words, data: Data) -> str:
    status = data.get("status")
    if not isinstance(status, dict):
        return ""
    if status.get("name") == RITUAL:
        return ""  # the ritual itself is told
    until = f" until the end of week {status['until']}" if status.get("until") is not None else ""
    name = RESISTED if str(status.get("name", "")).startswith(RESISTED) else status.get("name")
    said = f' ("{status["words"]}")' if status.get("words") else ""
    return f"{words.band(data.get('group'))}: {name}{said}{_by_how_much(status.get('figures'))}{until}."


def _by_how_much(figures: Json) -> str:
    """What a status does to the figures of a unit: `` (Attack +1, Morale -1)``."""
    told = [
        f"{label.replace('_', ' ').title()} {amount:+d}"
        for label, amount in sorted(figures.items() if isinstance(figures, dict) else ())
        if isinstance(amount, int) and amount and label not in _COUNTED
    ]
    return f" ({', '.join(told)})" if told else ""


def _gained(words: Words, data: Data) -> str:
    figures = data.get("figures")
    told = [
        f"{label.replace('_', ' ').title()} {figure}"
        for label, figure in (figures if isinstance(figures, dict) else {}).items()
    ]
    return f"{words.band(data.get('group'))}: {join([*told, *items(data.get('abilities'))])}."


def _changed(words: Words, data: Data) -> str:
    count = _whole(data, "count")
    return f"{words.number(count, str(data.get('from')))} became {words.number(count, str(data.get('unit')))}."


def _restless(words: Words, data: Data) -> str:
    """Silent where a battle has quenched it."""
    weeks = _whole(data, "weeks")
    return f"{words.band(data.get('group'))}: {words.number(weeks, 'week')} without a battle." if weeks else ""


def _stands(words: Words, data: Data) -> str:
    named = ["everything" if name == EVERYTHING else str(name) for name in items(data.get("projects"))]
    if not named:
        return f"{words.site(data)}: nothing is given up any more if it is attacked."
    return f"{words.site(data)}: if it is attacked, work is given up on {join(named)}."


def _lost(words: Words, data: Data) -> str:
    why = "by a ruling" if data.get("why") == "ruling" else str(data.get("why", ""))
    group = words.find_group(str(data.get("group")))
    who = group.person if group is not None and group.person else words.troops(data)
    return f"{who} lost{f' ({why})' if why else ''}."


def _growing(words: Words, data: Data) -> str:
    growing = read(Growing, data.get("growing"))
    return words.number(growing.count, growing.unit)


def _growing_owner(data: Data) -> str:
    return read(Growing, data.get("growing")).owner


def _sown(words: Words, data: Data) -> str:
    weeks = words.number(read(Growing, data.get("growing")).weeks, "week")
    paid = f" for {price(data)}" if goods(data) else ""
    return f"{_growing(words, data)} recruited at {words.site(data)}{paid}: {weeks} to grow."


def _entered(words: Words, data: Data) -> str:
    group = data.get("group")
    if isinstance(group, dict) and group.get("double_of"):
        return f"An illusory double of {words.troops(data)} stands in {group.get('region') or 'no known place'}."
    return f"{words.troops(data)} ready for orders."


def _moved(words: Words, data: Data) -> str:
    site = f" within {words.site(data)}" if data.get("site") else ""
    if data.get("why"):
        return f"{words.band(data.get('group'))} {data['why']} to {data.get('region')}."
    return (
        f"{words.band(data.get('group'))} stand in {data.get('region') or data.get('place') or 'no known place'}{site}."
    )


def _turned(words: Words, data: Data) -> str:
    part = data.get("part")
    owner = part.get("owner") if isinstance(part, dict) else None
    return f"{words.troops(data)} obey {owner or 'nobody'} from now on."


def _dice_of(data: Data) -> list[tuple[str, str]]:
    loot = data.get("loot")
    return sorted((name, str(dice)) for name, dice in loot.items()) if isinstance(loot, dict) else []


def _whole(data: Data, key: str) -> int:
    return int(str(data.get(key, 1)))


_TOLD: Mapping[Happened, Tell] = {
    Happened.WEEK_BEGAN: lambda words, data: f"Week {data.get('number')} began.",
    Happened.PLAYER_BEGAN: lambda words, data: f"Begins with {goods_of(goods(data, 'wealth'))}.",
    Happened.RELATION_SET: lambda words, data: f"{join(items(data.get('players')))} are {data.get('relation')} now.",
    Happened.FACT_RECORDED: lambda words, data: f"On record: {data.get('text')}.",
    Happened.NO_POST: lambda words, data: "No post came in time: units stood where they were, Upkeep was paid.",
    Happened.RULED: _ruled,
    Happened.FOUND_WRONG: _found_wrong,
    Happened.WEALTH_RECKONED: _reckoned,
    Happened.ORDER_VOID: _void,
    Happened.MESSAGE_DELIVERED: lambda words, data: f"A message from {data.get('player')} reached {data.get('to')}.",
    Happened.MESSAGE_HELD_BACK: lambda words, data: (
        f"A message to {data.get('addressed')} was not delivered: {data.get('why')}."
    ),
    Happened.PRODUCED: _produced,
    Happened.UPKEEP_PAID: lambda words, data: f"{words.troops(data)}: {signed_sum(data)}.",
    Happened.DEBT_PAID: lambda words, data: f"Debts of earlier weeks: {signed_sum(data)}.",
    Happened.GRANTED: lambda words, data: f"{str(data.get('text')).capitalize()}: {signed_sum(data)}.",
    Happened.RITUAL_CAST: lambda words, data: (
        f"{data.get('ritual')} came to nothing, given back: {signed_sum(data)}."
        if data.get("given_back")
        else f"{data.get('ritual')} cast for {price(data)}."
    ),
    Happened.INCOME_PROMISED: lambda words, data: (
        f"{data.get('ritual')} will bring {goods_of(goods(data, 'coming'))} next week."
    ),
    Happened.ROOM_GIVEN: lambda words, data: f"{words.structures(data)} at {words.site(data)}, which nobody built.",
    Happened.PORTAL_OPENED: lambda words, data: (
        f"The Chaos Portal of {words.site(data)} leads to {data.get('region')} until week {data.get('until')} is over."
    ),
    Happened.RETURNED: lambda words, data: f"{words.troops(data)} came back from the dead.",
    Happened.TURNED: _turned,
    Happened.LEARNED: lambda words, data: f"{words.band(data.get('group'))} learned {data.get('ability')} for good.",
    Happened.RITUAL_PAID: lambda words, data: f"Rituals of last week: {signed_sum(data)}.",
    Happened.TRADE_SENT: _sent,
    Happened.TRADE_CUT: _cut_off,
    Happened.TRADE_ARRIVED: _arrived,
    Happened.TRADE_ABORTED: _aborted,
    Happened.TRADED_OUTSIDE: lambda words, data: f"Trade with {data.get('partner')}: {signed_sum(data)}.",
    Happened.SITE_ENTERED: lambda words, data: f"{words.site(data)} stands.",
    Happened.SITE_RENAMED: lambda words, data: f"{words.site(data)} is called {data.get('name')} from now on.",
    Happened.FOUNDING_BEGUN: lambda words, data: f"{words.site(data)} is being founded.",
    Happened.FOUNDING_FAILED: lambda words, data: (
        f"{data.get('name') or words.site(data)} was not founded: {data.get('why')}."
    ),
    Happened.SITE_FOUNDED: lambda words, data: f"{words.site(data)} is founded.",
    Happened.FOUNDING_PAID: lambda words, data: f"{words.site(data)} cost {price(data)}.",
    Happened.GIFTS_KNOWN: lambda words, data: (
        f"The region of {words.site(data)} gives by itself: {join(items(data.get('gifts'))) or 'nothing'}."
    ),
    Happened.DEPOSIT_TOLD: lambda words, data: (
        f"The deposit below {words.site(data)} still holds {goods_of(goods(data, 'left'))}."
    ),
    Happened.SITE_TAKEN: lambda words, data: f"{words.site(data)} belongs to {data.get('owner')} now.",
    Happened.SITE_ABANDONED: lambda words, data: f"{words.site(data)} lies in ruins.",
    Happened.BESIEGED: lambda words, data: f"{words.site(data)} is besieged by {join(items(data.get('by')))}.",
    Happened.SIEGE_LIFTED: lambda words, data: f"{words.site(data)} is besieged no more.",
    Happened.WORKS_STAND: lambda words, data: (
        f"{words.structures(data)} {'stands' if _whole(data, 'count') == 1 else 'stand'} at {words.site(data)}."
    ),
    Happened.RUIN_SURVEYED: lambda words, data: f"It is settled what stands in the ruin of {words.site(data)}.",
    Happened.SETTLEMENT_GUARDED: lambda words, data: (
        f"It is {'known' if data.get('known') else 'not known any more'} who defends {words.site(data)}."
    ),
    Happened.SETTLEMENT_VALUED: lambda words, data: (
        f"A raid on {words.site(data)} brings {join(f'{dice} {name}' for name, dice in _dice_of(data))}."
    ),
    Happened.SETTLEMENT_REBUILDS: lambda words, data: (
        f"{words.site(data)} is held by nobody and builds itself up again until the end of week {data.get('until')}."
    ),
    Happened.REGION_PEOPLED: lambda words, data: f"Those who live in {data.get('region')} are in play.",
    Happened.GRAVES_COUNTED: lambda words, data: (
        f"{data.get('count')} Bodies lie in the graves of {data.get('region')}."
    ),
    Happened.BRIDGE_BUILT: lambda words, data: f"A bridge is being built in {data.get('region')} for {price(data)}.",
    Happened.WORK_WENT_ON: lambda words, data: f"Work went on at {words.site(data)}.",
    Happened.FINISHED: lambda words, data: f"{words.structures(data)} finished at {words.site(data)}.",
    Happened.REPAIRED: lambda words, data: f"{words.structures(data)} repaired at {words.site(data)}.",
    Happened.BUILT_BEFORE_PLAY: lambda words, data: (
        f"{words.structures(data)} bought at {words.site(data)} for {price(data)}."
    ),
    Happened.BEGUN: _begun,
    Happened.CANCELLED: lambda words, data: (
        f"{words.structures(data)} given up at {words.site(data)}: {signed_sum(data)}."
    ),
    Happened.BROKEN: lambda words, data: f"{words.structures(data)} at {words.site(data)} Broken.",
    Happened.DESTROYED: lambda words, data: f"{words.structures(data)} at {words.site(data)} destroyed.",
    Happened.TRAP_BEGUN: telling_traps.begun,
    Happened.TRAP_WORKED_ON: lambda words, data: "",
    Happened.TRAP_RESTED: telling_traps.rested,
    Happened.TRAP_SET: telling_traps.finished,
    Happened.TRAP_CARRIED_OFF: telling_traps.carried_off,
    Happened.TRAP_BROUGHT_IN: telling_traps.brought_in,
    Happened.TRAP_MOVED: telling_traps.moved,
    Happened.TRAP_HOLDS: telling_traps.holds,
    Happened.TRAP_GONE: telling_traps.gone,
    Happened.GROUP_ENTERED: _entered,
    Happened.RECRUITED: lambda words, data: f"{words.troops(data)} recruited at {words.site(data)} for {price(data)}.",
    Happened.SOWN: _sown,
    Happened.GREW_ON: lambda words, data: f"What grows at {words.site(data)} has grown.",
    Happened.GREW_UP: lambda words, data: f"{_growing(words, data)} grown at {words.site(data)}, ready for orders.",
    Happened.WITHERED: lambda words, data: (
        f"{_growing(words, data)} of {_growing_owner(data)} that grew at {words.site(data)} came to nothing."
    ),
    Happened.HIRED: lambda words, data: f"{words.troops(data)} hired for {price(data)}.",
    Happened.JOINED: lambda words, data: f"{words.doing(data.get('group'), 'stands', 'stand')} together.",
    Happened.SPLIT: lambda words, data: f"Parted from the rest: {words.troops({'group': data.get('part')})}.",
    Happened.MOVED: _moved,
    Happened.UNPAID: _unpaid,
    Happened.DESERTED: lambda words, data: f"{words.troops(data)} deserted {data.get('why') or 'for want of pay'}.",
    Happened.STARVED: lambda words, data: f"{words.troops(data)} starved to death.",
    Happened.DISMISSED: lambda words, data: f"{words.troops(data)} dismissed.",
    Happened.LOST: _lost,
    Happened.PROMOTED: _promoted,
    Happened.DEMOTED: lambda words, data: f"{data.get('person')} is an officer no more.",
    Happened.STATUS_SET: _status,
    Happened.GAINED: _gained,
    Happened.OUTFITTED: lambda words, data: f"{_gained(words, data)[:-1]}, for {price(data)}.",
    Happened.CHANGED: _changed,
    Happened.RESTLESS: _restless,
    Happened.MENDED: lambda words, data: f"{words.band(data.get('group'))} repaired for {price(data)}.",
    Happened.TERM_ENDED: lambda words, data: (
        f"The term of {words.band(data.get('group'))} is over; they stay for their Upkeep."
    ),
    Happened.OFFICER_WANTED: lambda words, data: f"{words.site(data)}: {data.get('why')}.",
    Happened.ORDER_STANDS: _stands,
}

TOLD: Mapping[str, Tell] = {kind.value: tell for kind, tell in (*_TOLD.items(), *TOLD_OF_MARCHES.items())}
"""A sentence for each kind of event; one may be empty, where nothing needs telling."""

BOOKKEEPING = frozenset({Happened.WEEK_BEGAN, Happened.JOINED, Happened.SPLIT, Happened.WORK_WENT_ON, Happened.GREW_ON})
"""What players have no need to read among what happened."""


def tell_event(words: Words, event: Event) -> str:
    """A sentence about an event; empty for one that this reader needs no sentence about."""
    if event.kind == Happened.MOVED.value and event.cause.ruling is None and "why" not in event.data:
        return ""  # the march itself told of it
    if words.reader is not None and event.kind in BOOKKEEPING:
        return ""
    return TOLD[event.kind](words, event.data)
