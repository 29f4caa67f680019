"""Besieged sites keep books of their own: they live on what they make themselves (UD-SIE-03 to UD-SIE-06).

Which sites are besieged, a post says where it names the site ("Besieged: Skitterhole"), or the user says it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from orderbook.books.bundle import Bundle, render_bundle
from orderbook.rulebook.names import fold_name
from orderbook.rulebook.options import Options
from orderbook.systems.series import Siege
from orderbook.systems.underdeep.checks.production import AMOUNT
from orderbook.systems.underdeep.checks.slip import Slip, slip
from orderbook.systems.underdeep.checks.troops import unit_key
from orderbook.systems.underdeep.post.bonuses import parse_bonus
from orderbook.systems.underdeep.post.growth import ready_recruits
from orderbook.systems.underdeep.post.model import LedgerLine, Post, Site
from orderbook.systems.underdeep.post.read import Reading
from orderbook.systems.underdeep.post.titles import Tab

_LOST_IN_SIEGE = ("UD-TER-01", "UD-TER-05")
"""The gifts of mushrooms and of crystals."""

_BESIEGED = re.compile(r"\b(?:besieged|under\s+siege)\b", re.IGNORECASE)


def find_besieged(reading: Reading, week: int | None, sieges: Iterable[Siege]) -> list[Site]:
    """The sites of a post that are besieged in its week, in its order."""
    told = {fold_name(siege.site) for siege in sieges if week is not None and siege.first <= week <= siege.last}
    view = reading.paste.view
    return [
        site
        for site in reading.post.sites
        if fold_name(site.name) in told
        or any(_BESIEGED.search(view[span.start : span.end]) for span in site.headings.values())
    ]


def find_lost_gifts(post: Post, besieged: Sequence[Site], options: Options) -> Iterator[Slip]:
    """Production lines that claim a gift of the land which a besieged site goes without (UD-SIE-06)."""
    for line in post.production:
        bonus = parse_bonus(line.subject.text) if line.subject.entry is None else None
        if bonus is None or line.site not in besieged or not line.flow:
            continue
        if bonus.rule in _LOST_IN_SIEGE or options.chose("siege-water", "lost"):
            yield slip(
                AMOUNT,
                line.span,
                f"{line.site.name if line.site else ''} is besieged and gets nothing from {bonus.name}, "
                f"not {render_bundle(line.flow)}.",
                tab=Tab.PRODUCTION,
                rule="UD-SIE-06",
                stated=render_bundle(line.flow),
                computed="nothing",
                delta=-line.flow,
            )


class Share:
    """Shares the lines of a week out between the Treasury and the besieged sites."""

    def __init__(self, post: Post, besieged: Sequence[Site]) -> None:
        self.besieged = list(besieged)
        self._owing = _count_owing(post, self.besieged)

    def of(self, line: LedgerLine) -> list[tuple[Site | None, Bundle]]:
        """What a line moves at each besieged site, and (None) in the Treasury. Upkeep goes by where its units stand."""
        if line.site is not None and line.site in self.besieged:
            return [(line.site, line.flow)]
        if line.tab is not Tab.UPKEEP:
            return [(None, line.flow)]
        parts: list[tuple[Site | None, Bundle]] = []
        left, number = line.flow, line.number
        for site in self.besieged:
            key = (id(site), unit_key(line.subject))
            there = min(self._owing[key], number)
            if there > 0:
                share = left if there == number else _part(line.flow, there, line.number)
                parts.append((site, share))
                self._owing[key] -= there
                left, number = left - share, number - there
        return [*parts, (None, left)] if left or not parts else parts


def _part(flow: Bundle, number: int, of: int) -> Bundle:
    """What ``number`` of so many units move; where that does not come out whole, rounded towards nothing."""
    return Bundle((resource, int(Fraction(amount * number, of))) for resource, amount in flow.items())


def _count_owing(post: Post, sites: Sequence[Site]) -> Counter[tuple[int, str]]:
    """Units that owe Upkeep at each besieged site: those that stand there, this week's recruits taken off."""
    owing: Counter[tuple[int, str]] = Counter()
    for army in post.armies:
        if army.rank is None and army.site is not None and army.site in sites:
            owing[id(army.site), unit_key(army.unit)] += army.count
    for line in ready_recruits(post):
        if line.site is not None and line.site in sites:
            owing[id(line.site), unit_key(line.subject)] -= line.number
    return owing
