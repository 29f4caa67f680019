"""The dice of what a raid on a settlement brings, as a map or the game master writes them (UD-RAI-06, UD-RAI-09)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from orderbook.systems.underdeep.battle.aftermath.raid import HALFLINGS, USUAL
from orderbook.systems.underdeep.battle.aftermath.spoils import SpoilsError, read_dice
from orderbook.systems.underdeep.week.forces import ForcesError

_DICE = re.compile(
    r"(?P<resource>[A-Za-z][A-Za-z ]{1,30}?)\s*[:=]?\s*(?P<dice>[0-9].*)|"
    r"(?P<first>[0-9][^A-WYZ]*?)\s+(?P<last>[A-Za-z]{3,30})"
)
_THEIR_OWN = ("gnome", "elf", "elven", "elves", "giant")
"""Peoples whose settlements yield otherwise, how much the game master says (UD-RAI-09)."""


def read_loot(people: str, texts: Iterable[str]) -> Mapping[str, str]:
    """The dice by resource: as written, else those of the people; empty where only the game master knows.

    Raises ``ForcesError`` for what is no dice.
    """
    written = [part for text in texts for part in re.split(r"\s*[,;\n]\s*|\s+and\s+", text) if part.strip()]
    if written:
        return dict(_read(part.strip().rstrip(".")) for part in written)
    return dice_of(people)


def dice_of(people: str) -> Mapping[str, str]:
    """The dice of a people's settlements: Halflings have their own, most others the usual ones."""
    folded = people.lower()
    if "halfling" in folded:
        return HALFLINGS
    return USUAL if folded and not any(word in folded for word in _THEIR_OWN) else {}


def _read(text: str) -> tuple[str, str]:
    match = _DICE.fullmatch(text)
    if match is None:
        raise ForcesError(f'"{text}" are no dice of loot; write them as in Gold 1d3 x 1d100')
    dice = (match["dice"] or match["first"]).strip()
    try:
        read_dice(dice)
    except SpoilsError as error:
        raise ForcesError(str(error)) from error
    return (match["resource"] or match["last"]).strip().capitalize(), dice
