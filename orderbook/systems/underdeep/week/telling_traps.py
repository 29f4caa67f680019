"""What events about traps in the open say to a person."""

from __future__ import annotations

from orderbook.systems.underdeep.week.codec import read
from orderbook.systems.underdeep.week.folds.data import Data
from orderbook.systems.underdeep.week.state import Captives, FieldTrap
from orderbook.systems.underdeep.week.wording import Words, items, join, price, signed_sum


def begun(words: Words, data: Data) -> str:
    """Begun, taken over from a first post, or graved."""
    trap = read(FieldTrap, data.get("trap"))
    where = trap.region or "no known place"
    if not trap.weeks:
        return f"{trap.name} set in {where}."
    return f"{trap.name} begun in {where} for {price(data)}: {words.number(trap.weeks, 'week')} to go."


def rested(words: Words, data: Data) -> str:
    weeks = words.number(int(str(data.get("weeks", 1))), "week")
    return f"Nobody worked on {data.get('name')} in {data.get('region')}, for no trapmaker stayed: {weeks} to go."


def finished(words: Words, data: Data) -> str:
    return f"{data.get('name')} set in {data.get('region')}."


def carried_off(words: Words, data: Data) -> str:
    trap = read(FieldTrap, data.get("trap"))
    return f"{trap.name} taken from {words.site(data)} to {trap.region}."


def brought_in(words: Words, data: Data) -> str:
    return f"{data.get('name')} brought into {words.site(data)}."


def moved(words: Words, data: Data) -> str:
    return f"{data.get('name')} taken to {data.get('region')}."


def holds(words: Words, data: Data) -> str:
    """Who sits in a trap now; or that nobody does any more, and why."""
    captives = [read(Captives, one) for one in items(data.get("captives"))]
    where = f"{data.get('name')} in {data.get('region')}"
    if not captives:
        return f"{where} is empty again: {data.get('why')}."
    held = join(f"{words.number(one.count, one.unit)} of {one.owner or 'nobody'}" for one in captives)
    return f"{where} holds {held}."


def gone(words: Words, data: Data) -> str:
    back = f": {signed_sum(data)}" if data.get("amounts") else ""
    return f"{data.get('name')} in {data.get('region')} is no more ({data.get('why')}){back}."
