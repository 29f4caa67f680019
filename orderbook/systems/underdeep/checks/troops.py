"""How many units of each type there are: as Armies says, as last week's post leads to, and who owes Upkeep.

Leaders, Commanders and Captains owe none (UD-CMD-04), recruits of this week neither (UD-REC-03).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from orderbook.rulebook.model import Ritual, Unit
from orderbook.rulebook.names import fold_name
from orderbook.systems.underdeep.checks.context import Context
from orderbook.systems.underdeep.mutagen import MUTANT, POOLED, find_immersions
from orderbook.systems.underdeep.outfits import find_outfit
from orderbook.systems.underdeep.post.growth import ready_recruits, weeks_after
from orderbook.systems.underdeep.post.model import ArmyLine, LedgerLine, Named, Post, Site


def unit_key(named: Named[Any]) -> str:
    """What identifies a unit type within a post: the rulebook's name, else the written one, folded and singular.

    Hired units are the same with and without the word for it: "Ogre Mercenaries" in one tab, "Ogres" in another.
    """
    if named.entry is not None:
        return named.name
    folded = fold_name(named.text)
    if "mercenar" in folded:
        folded = " ".join(word for word in folded.split() if not word.startswith("mercenar")) or folded
    return folded[:-1] if folded.endswith("s") and not folded.endswith("ss") else folded


@dataclass
class Troops:
    """Head counts by unit type, officers apart; ``changed`` are types that others have turned into.

    ``grown`` are units of a type that grew up as the week began, by the site where they were raised; ``before`` and
    what is expected hold them.
    """

    standing: Counter[str] = field(default_factory=Counter)
    officers: Counter[str] = field(default_factory=Counter)
    recruits: Counter[str] = field(default_factory=Counter)
    before: Counter[str] | None = None
    officers_before: Counter[str] = field(default_factory=Counter)
    entries: dict[str, Unit] = field(default_factory=dict)
    lines: dict[str, list[ArmyLine]] = field(default_factory=dict)
    named: dict[str, Named[Any]] = field(default_factory=dict)
    missing: Counter[str] = field(default_factory=Counter)
    changed: set[str] = field(default_factory=set)
    grown: Counter[tuple[str, Site | None]] = field(default_factory=Counter)

    def expected(self, key: str) -> int | None:
        """Units that should stand now by last week's post and this week's recruits, who are there at once (UD-UNI-03).

        Whoever was promoted is one less of the type, whoever was demoted one more (UD-CMD-02, UD-CMD-13).
        """
        if self.before is None:
            return None
        promoted = self.officers[key] - self.officers_before[key]
        return self.before[key] + self.recruits[key] - promoted

    def name(self, key: str) -> str:
        """What the post or the rulebook calls a type of unit."""
        return self.named[key].name if key in self.named else key

    def due(self, key: str) -> int:
        """Units that owe Upkeep this week, by Armies."""
        return max(self.standing[key] - self.recruits[key] + self.missing[key], 0)


def _types_of_officers(post: Post) -> dict[str, str]:
    """What each officer was promoted from, where the post tells."""
    return {
        fold_name(line.person): unit_key(line.unit)
        for line in post.armies
        if line.person and line.rank != "Leader" and line.unit.text
    }


def _count(
    post: Post, known_officers: dict[str, str], troops: Troops | None = None
) -> tuple[Counter[str], Counter[str]]:
    """Units and officers by type; ``known_officers`` are those whose type only the other week's post tells."""
    standing: Counter[str] = Counter()
    officers: Counter[str] = Counter()
    for line in post.armies:
        key = unit_key(line.unit)
        if line.person and not line.unit.text:
            key = known_officers.get(fold_name(line.person), key)
        if line.rank == "Leader":
            continue
        if line.rank is not None:
            officers[key] += 1
        else:
            standing[key] += line.count
        if troops is not None:
            troops.lines.setdefault(key, []).append(line)
            troops.named.setdefault(key, line.unit)
            if line.unit.entry is not None:
                troops.entries[key] = line.unit.entry
    return standing, officers


def muster(context: Context) -> Troops:
    """Counts the units of a post and, if given, of the one before."""
    troops = Troops()
    before = _types_of_officers(context.previous) if context.previous is not None else {}
    troops.standing, troops.officers = _count(context.post, before, troops)
    join_late = context.options.chose("recruits-in-armies", "from-next-week")
    for line in ready_recruits(context.post):
        if isinstance(line.subject.entry, Ritual) or find_outfit(context.faction, line) is not None:
            continue
        _note(troops, line)
        if not join_late:
            troops.recruits[unit_key(line.subject)] += line.number
    if context.previous is not None:
        troops.before, troops.officers_before = _count(context.previous, _types_of_officers(context.post))
        if join_late:  # those raised last week are in Armies now, and owe Upkeep from now on
            for line in ready_recruits(context.previous):
                troops.before[unit_key(line.subject)] += line.number
        _count_grown(context, context.previous, troops)
        _count_immersions(context.previous, troops)
    for key in list(troops.recruits):
        troops.missing[key] = _missing_recruits(context, troops, key)
    return troops


def _count_grown(context: Context, previous: Post, troops: Troops) -> None:
    """Units that were shown to be grown this week are in Armies now (UD-UNI-03)."""
    assert troops.before is not None
    only = context.post.sites[0] if len(context.post.sites) == 1 else None
    sites = {str(site): site for site in context.post.sites}
    for line, weeks in weeks_after(previous, context.week - 1 if context.week is not None else None):
        key = unit_key(line.subject)
        is_taken_for_grown = weeks is None and troops.standing[key] >= troops.before[key] + line.number
        if weeks == 0 or is_taken_for_grown:
            troops.before[key] += line.number
            troops.grown[key, sites.get(str(line.site)) or only] += line.number
            troops.named.setdefault(key, line.subject)
            if isinstance(line.subject.entry, Unit):
                troops.entries.setdefault(key, line.subject.entry)


def _count_immersions(previous: Post, troops: Troops) -> None:
    """Units that last week's orders sent into the mutagenic pool are Mutants now (UD-DER-35), where Armies shows it:
    whether it was done no post tells."""
    assert troops.before is not None
    for _, _, actor in find_immersions(previous.orders):
        key = unit_key(actor.unit) if actor.unit is not None else ""
        number = actor.count if actor.count is not None else troops.before[key]
        if key in POOLED and troops.expected(key) == troops.standing[key] + number:
            troops.before[key] -= number
            troops.before[MUTANT] += number
            troops.changed.add(MUTANT)


def _missing_recruits(context: Context, troops: Troops, key: str) -> int:
    """How many of this week's recruits of a type are not in Armies, as far as that can be told (UD-UNI-04).

    With last week's post: the shortfall, if it is one or more whole lines of recruits or leaves too few for them.
    Without it: what is wanting to make up the recruits where they were raised, or anywhere.
    """
    recruits, standing = troops.recruits[key], troops.standing[key]
    lines = [line for line in ready_recruits(context.post) if unit_key(line.subject) == key and line.number > 0]
    expected = troops.expected(key)
    if expected is not None:
        missing = expected - standing
        sums = {0}
        for line in lines[:12]:
            sums |= {number + line.number for number in sums}
        return missing if missing > 0 and (missing in sums or standing < recruits) else 0
    missing = max(recruits - standing, 0)
    raised: Counter[object] = Counter()
    for line in lines:
        raised[line.site] += line.number
    there: Counter[object] = Counter()
    for army in troops.lines.get(key, []):
        if army.rank is None:
            there[army.site] += army.count
    charged = sum(line.number for line in context.post.upkeep if unit_key(line.subject) == key)
    in_the_open_are_old = missing > 0 or charged >= standing  # too few in all, or every one of them is paid for
    if None not in raised and (None not in there or in_the_open_are_old):
        missing = max(missing, sum(max(number - there[site], 0) for site, number in raised.items()))
    return missing


def _note(troops: Troops, line: LedgerLine) -> None:
    key = unit_key(line.subject)
    troops.named.setdefault(key, line.subject)
    if isinstance(line.subject.entry, Unit):
        troops.entries.setdefault(key, line.subject.entry)
