"""How units stand by the words of a line of Armies: behind walls, dug in, in ambush, or in the open (UD-ORD-24)."""

from __future__ import annotations

OPEN, ENTRENCHED, GARRISONED, AMBUSH = "open", "entrenched", "garrisoned", "in ambush"

_STEMS = (
    ("garrison", GARRISONED), ("ambush", AMBUSH), ("entrench", ENTRENCHED), ("dug", ENTRENCHED),
    ("besieg", ENTRENCHED), ("camp", OPEN), ("infiltrat", OPEN),
)  # fmt: skip


def posture_of(state: str, *, at_site: bool) -> str:
    """One of the postures above; those at a site of whom the state says nothing are its garrison."""
    found = next((posture for stem, posture in _STEMS if stem in state.lower()), None)
    if found is not None:
        return found
    return GARRISONED if at_site else OPEN
