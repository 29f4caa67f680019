"""What magic takes: spells cast once a week, rituals, sacrifices, rooms. Orders and the week go by the same figures."""

from __future__ import annotations

import re
from collections.abc import Mapping

from orderbook.systems.underdeep.post.orders.model import Action, Order

WEEKLY: Mapping[str, str] = {
    "Bless": "UD-SPELL-BLESS-1",
    "Blight": "UD-SPELL-BLIGHT-2",
    "Haste": "UD-SPELL-HASTE-1",
    "Illusory Duplicate": "UD-SPELL-ILLUSORY-DUPLICATE-1",
    "Invisibility": "UD-SPELL-INVISIBILITY-1",
    "Mindlink": "UD-SPELL-MINDLINK-1",
    "Phase-Shift": "UD-SPELL-PHASE-SHIFT-1",
    "Rune Trap": "UD-SPELL-RUNE-TRAP-1",
    "Scry": "UD-SPELL-SCRY-1",
    "Summon": "UD-SPELL-SUMMON-1",
    "Ward": "UD-SPELL-WARD-1",
}
"""The spells that are cast once a week outside combat, with the rule that says so."""

CHAMBERS: Mapping[str, str] = {"Mystery Chamber": "Scry"}
"""Rooms that give the leader garrisoned beside them a spell (UD-KOB-22)."""

SACRIFICES = 5
"""So many slaves, prisoners or Derro an Alienist's Summon takes (UD-DER-21)."""

RITUAL_SPEED = 2
"""Speed that a ritual takes of its caster (UD-SUC-16)."""
BOUDOIR = "Succubus Boudoir"
"""The Room that a ritual gives a host, which nobody builds (UD-SUC-28)."""
WATCHING = "I Like To Watch"
"""The ritual that gives its caster Scry for a week (UD-SUC-18)."""
BASTION, STUDY = "Overlord's Bastion", "Overlord's Study"
"""Where the Overlord declares his obsession, and where he finds spells (UD-DER-25, UD-DER-29)."""
PORTAL, PORTAL_UNITS = "Chaos Portal", 50
"""The Room that leads to another region, and how many units it lets through each way in a week (UD-DER-39)."""

_BATTLE = r"(?:battles?|combats?|fights?|fighting|m[eê]l[eé]e|assaults?)"
_IN_BATTLE = re.compile(
    rf"\b(?:in|during|amid|throughout|while in)\s+(?:(?:the|any|each|every|a|our|their)\s+)?{_BATTLE}\b|"
    rf"\b(?:each|every|first|second|third)\s+(?:\w+\s+)?round\b|^\s*(?:the\s+|any\s+)?{_BATTLE}\s*$",
    re.IGNORECASE,
)


def is_cast_in_battle(order: Order, action: Action) -> bool:
    """Whether an order puts a casting into a battle, by its own words."""
    spots = [*action.targets, *([order.origin] if order.origin is not None else [])]
    texts = [action.object, *order.conditions, *(spot.text for spot in spots if spot.where is None)]
    return any(_IN_BATTLE.search(text) for text in texts)
