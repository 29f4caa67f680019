"""Whom a name means: players by their own names, those of their leaders, officers and factions."""

from __future__ import annotations

import re

from orderbook.rulebook.names import fold_name
from orderbook.systems.underdeep.week.desk import Desk
from orderbook.systems.underdeep.week.orders import find_faction

_WORD = re.compile(r"[^\W_]+")
_TITLES = frozenset({"the", "of", "a", "an", "lord", "lady", "king", "queen", "mighty", "great", "dear"})


def names_of(desk: Desk, player: str) -> list[str]:
    """Every name a player goes by: first the surest."""
    told = desk.setup.player(player)
    known = desk.state.players.get(player)
    names = [player, *(told.aliases if told is not None else ())]
    names += [group.person for group in desk.state.groups_of(player) if group.person]
    faction = find_faction(desk.rulebook, known.faction if known is not None else told.faction if told else "")
    if faction is not None:
        names += [faction.name, *faction.aliases]
        names += [unit.name for unit in faction.units if unit.leader]
    elif told is not None:
        names.append(told.faction)
    return list(dict.fromkeys(fold_name(name) for name in names if fold_name(name)))


def find_player(desk: Desk, text: str, *, but: str = "") -> str | None:
    """The one player a text names, wholly or as part of it; None where it is nobody, or more than one.

    ``but`` is somebody who is not meant.
    """
    folded = fold_name(text)
    if not folded:
        return None
    players = [player.name for player in desk.setup.players if player.name != but]
    exact = [player for player in players if folded in names_of(desk, player)]
    if len(exact) == 1:
        return exact[0]
    if not exact:
        words = f" {' '.join(_WORD.findall(folded))} "
        exact = [player for player in players if any(_within(name, words) for name in names_of(desk, player))]
    return exact[0] if len(exact) == 1 else None


def _within(name: str, words: str) -> bool:
    """Whether a name stands in a text as words of its own, or the text is one of the name's own words."""
    spelled = " ".join(_WORD.findall(name))
    if not spelled or spelled in _TITLES:
        return False
    if f" {spelled} " in words:
        return True
    bare = words.strip()
    return len(bare) > 3 and bare not in _TITLES and f" {bare} " in f" {spelled} "
