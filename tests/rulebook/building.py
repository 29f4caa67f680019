"""Factions made up of structures and prerequisites only."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from hypothesis import strategies as st

from orderbook.books.bundle import Bundle
from orderbook.rulebook.model import Cost, Faction, Requirement, Section, Structure

NAMES = "ABCDEFGH"


def structure(
    name: str, *needs: str | Requirement, weeks: int | None = 1, gold: int | None = 10, **keys: Any
) -> Structure:
    """A room; needs are names, ``B or C``, ``3 B``, ``B!`` for one that is used up."""
    return Structure(
        name=name,
        faction="Test",
        section=Section.ROOM,
        cost=Cost((Bundle({"Gold": gold}),)) if gold is not None else None,
        weeks=weeks,
        requires=tuple(need if isinstance(need, Requirement) else parse_need(need) for need in needs),
        **keys,  # type: ignore[arg-type]
    )


def parse_need(text: str) -> Requirement:
    number, _, rest = text.rpartition(" ") if text[:1].isdigit() else ("1", "", text)
    return Requirement(tuple(rest.rstrip("!").split("/")), int(number), rest.endswith("!"))


def faction(structures: Iterable[Structure], *, complete: bool = True) -> Faction:
    return Faction("Test", (), Bundle(), (), tuple(structures), (), complete=complete)


@st.composite
def any_faction(draw: st.DrawFn, *, circles: bool = True) -> Faction:
    """Structures that need any others, or only earlier ones if there shall be no circles."""
    structures = []
    for place, name in enumerate(NAMES[: draw(st.integers(1, len(NAMES)))]):
        others = NAMES if circles else NAMES[:place]
        needs = []
        for _ in range(draw(st.integers(0, 3)) if others else 0):
            names = tuple(draw(st.lists(st.sampled_from(others), min_size=1, max_size=2, unique=True)))
            used = draw(st.booleans()) if len(names) == 1 else False
            needs.append(Requirement(names, draw(st.integers(1, 3)), used))
        structures.append(structure(name, *needs, weeks=draw(st.integers(0, 4)), gold=draw(st.integers(0, 50))))
    return faction(structures)
