"""Which list an entry belongs to, where the post does not say it or says it wrongly: its labels tell."""

from __future__ import annotations

from orderbook.rulebook.importing.block import Block
from orderbook.rulebook.importing.drafts import TITLES

_OF_UNITS = ("upkeep", "speed", "morale", "ranged_attack", "melee_attack")
_OF_DEFENCES = ("attack", "damage", "defence", "health")


def kind_by_labels(block: Block) -> str:
    """The list whose entries have such labels; ``""`` where nothing tells."""
    fields = block.fields
    if block.header.summoned or any(key in fields for key in _OF_UNITS):
        return "unit"
    if "weeks" in fields or block.header.limit is not None or block.header.counts_as:
        return "defence" if any(key in fields for key in _OF_DEFENCES) else "room"
    if "effect" in fields and "cost" in fields:
        return "ritual"
    return "unit" if block.header.requires else "room" if "benefit" in fields else ""


def judge_kind(listed: str, block: Block) -> tuple[str, str]:
    """The kind an entry is read as, and what to tell where that is not the list it stands in (``""``: it is in none).

    Only labels that have no meaning in its list make an entry one of another.
    """
    by_labels = kind_by_labels(block)
    if not listed:
        told = f"it stands in no list; by its labels it belongs to {TITLES[by_labels]}" if by_labels else ""
        return by_labels, told
    misplaced = (
        (by_labels in ("room", "defence") and listed in ("unit", "ritual") and "weeks" in block.fields)
        or (by_labels == "unit" and listed != "unit" and "upkeep" in block.fields)
        or (by_labels == "ritual" and listed != "ritual" and "weeks" not in block.fields and "effect" in block.fields)
    )
    if not misplaced:
        return listed, ""
    return by_labels, f"it stands among {TITLES[listed]}, but by its labels it belongs to {TITLES[by_labels]}"
