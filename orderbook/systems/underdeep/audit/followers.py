"""Findings between two weeks that merely follow from what was told the week before: a thing gone that came back."""

from __future__ import annotations

from orderbook.findings.model import Finding
from orderbook.systems.underdeep.audit.weeks import JudgedWeek
from orderbook.systems.underdeep.checks import armies, progress
from orderbook.systems.underdeep.post.model import Post

_STRUCTURES = tuple(doc.name for doc in progress.DOCS)
_TROOPS = tuple(doc.name for doc in armies.DOCS)
_FAMILIES = (_STRUCTURES, _TROOPS)
"""Checks of one family look at the same thing from one week to the next, so that one slip is seen from both sides."""


def find_followers(week: JudgedWeek, before: JudgedWeek) -> set[Finding]:
    """Findings of a week about a thing that a finding of the week before was about, in the same place."""
    followers: set[Finding] = set()
    names = _names(week.entry.reading.post) | _names(before.entry.reading.post)
    places = _places(week.entry.reading.post) | _places(before.entry.reading.post)
    earlier = [slip.finding for slip in before.judgement.slips]
    for slip in week.judgement.slips:
        family = next((family for family in _FAMILIES if slip.finding.check in family), None)
        if family is None:
            continue
        things, where = _mentioned(slip.finding, names), _mentioned(slip.finding, places)
        for finding in earlier:
            if finding.check not in family or not things & _mentioned(finding, names):
                continue
            there = _mentioned(finding, places)
            if not where or not there or where & there:
                followers.add(slip.finding)
                break
    return followers


def _names(post: Post) -> frozenset[str]:
    """Names of the structures and units of a post."""
    structures = (line.structure.name for line in post.structures)
    projects = (line.subject.name for line in post.construction)
    units = (line.unit.name for line in post.armies)
    return frozenset(name for name in (*structures, *projects, *units) if name)


def _places(post: Post) -> frozenset[str]:
    return frozenset(site.name for site in post.sites if site.name)


def _mentioned(finding: Finding, names: frozenset[str]) -> frozenset[str]:
    """The longest of the names that a message holds: a mine is meant where an Improved Mine is not."""
    message = finding.message.casefold()
    found = [name for name in names if name.casefold() in message]
    return frozenset(
        name for name in found if not any(name != other and name.casefold() in other.casefold() for other in found)
    )
