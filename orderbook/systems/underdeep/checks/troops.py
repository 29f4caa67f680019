"""How many units of each type there are: as Armies says, as last week's post leads to, and who owes Upkeep.

Leaders, Commanders and Captains owe none (UD-CMD-04), recruits of this week neither (UD-REC-03).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from orderbook.rulebook.model import Unit
from orderbook.rulebook.names import fold_name
from orderbook.systems.underdeep.checks.context import Context
from orderbook.systems.underdeep.post.model import ArmyLine, LedgerLine, Named, Post


def unit_key(named: Named[Any]) -> str:
    """What identifies a unit type within a post: the rulebook's name, else the written one, folded and singular."""
    if named.entry is not None:
        return named.name
    folded = fold_name(named.text)
    return folded[:-1] if folded.endswith("s") and not folded.endswith("ss") else folded


@dataclass
class Troops:
    """Head counts by unit type, officers apart."""

    standing: Counter[str] = field(default_factory=Counter)
    officers: Counter[str] = field(default_factory=Counter)
    recruits: Counter[str] = field(default_factory=Counter)
    before: Counter[str] | None = None
    officers_before: Counter[str] = field(default_factory=Counter)
    entries: dict[str, Unit] = field(default_factory=dict)
    lines: dict[str, list[ArmyLine]] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)

    def expected(self, key: str) -> int | None:
        """Units that should stand now by last week's post and this week's recruits, promotions taken off."""
        if self.before is None:
            return None
        promoted = self.officers[key] - self.officers_before[key]
        return self.before[key] + self.recruits[key] - promoted

    def due(self, key: str) -> int:
        """Units that owe Upkeep this week, by Armies."""
        return max(self.standing[key] - self.recruits[key], 0)


def _count(post: Post, troops: Troops | None = None) -> tuple[Counter[str], Counter[str]]:
    standing: Counter[str] = Counter()
    officers: Counter[str] = Counter()
    for line in post.armies:
        key = unit_key(line.unit)
        if line.rank == "Leader":
            continue
        if line.rank is not None:
            officers[key] += 1
        else:
            standing[key] += line.count
        if troops is not None:
            troops.lines.setdefault(key, []).append(line)
            troops.names.setdefault(key, line.unit.name)
            if line.unit.entry is not None:
                troops.entries[key] = line.unit.entry
    return standing, officers


def muster(context: Context) -> Troops:
    """Counts the units of a post and, if given, of the one before."""
    troops = Troops()
    troops.standing, troops.officers = _count(context.post, troops)
    for line in context.post.recruitment:
        _note(troops, line)
        troops.recruits[unit_key(line.subject)] += line.number
    if context.previous is not None:
        troops.before, troops.officers_before = _count(context.previous)
    return troops


def _note(troops: Troops, line: LedgerLine) -> None:
    key = unit_key(line.subject)
    troops.names.setdefault(key, line.subject.name)
    if isinstance(line.subject.entry, Unit):
        troops.entries.setdefault(key, line.subject.entry)
