"""The simple values a state is made of, and how each is written as JSON."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, TypeAlias

from pydantic import PlainSerializer, PlainValidator

from orderbook.books.bundle import Bundle
from orderbook.systems.underdeep.world.region import Region, parse_region

PRISONERS, SLAVES = "Prisoners", "Slaves"
"""The resources that captives are counted as in the Wealth."""
CAPTIVE = "taken prisoner"
"""Why units are lost that live on in somebody's hands."""
SISTERS = frozenset({"Succubus"})
"""The Seven: those who cast rituals, earn Souls, and can be brought back from the dead (UD-SUC-01, UD-SUC-17)."""
NOBODY = ""
"""The owner of what no player owns: deserters, wandering monsters, settlements, abandoned sites."""


class Kind(StrEnum):
    """What a site is."""

    DUNGEON = "dungeon"
    OUTPOST = "outpost"
    SETTLEMENT = "settlement"


class Posture(StrEnum):
    """How units stand: in the open, dug in, inside a site's walls, or lying in ambush."""

    OPEN = "open"
    ENTRENCHED = "entrenched"
    GARRISONED = "garrisoned"
    AMBUSH = "in ambush"


class Rank(StrEnum):
    """What a person is."""

    LEADER = "Leader"
    COMMANDER = "Commander"
    CAPTAIN = "Captain"


def _parse_goods(value: object) -> Bundle:
    if isinstance(value, Bundle):
        return value
    if not isinstance(value, dict) or not all(
        isinstance(name, str) and isinstance(amount, int) and not isinstance(amount, bool)
        for name, amount in value.items()
    ):
        raise ValueError("goods are a table of resources and whole amounts")
    return Bundle(value)


def _parse_place(value: object) -> Region:
    region = value if isinstance(value, Region) else parse_region(value) if isinstance(value, str) else None
    if region is None:
        raise ValueError(f"{value!r} names no region")
    return region


Goods: TypeAlias = Annotated[Bundle, PlainValidator(_parse_goods), PlainSerializer(dict, return_type=dict)]
"""Amounts of resources; in JSON a table."""

Where: TypeAlias = Annotated[Region, PlainValidator(_parse_place), PlainSerializer(str, return_type=str)]
"""A region; in JSON its name."""
