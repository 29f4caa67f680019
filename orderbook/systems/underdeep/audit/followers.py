"""Findings between two weeks that merely follow from what was told before: a thing gone that came back, a project
nobody was allowed and that was dropped, recruits who were listed a week late."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from orderbook.findings.model import Finding
from orderbook.rulebook.model import Structure, Unit
from orderbook.systems.underdeep.audit.weeks import JudgedWeek
from orderbook.systems.underdeep.checks import armies, construction, progress, recruitment, wealth
from orderbook.systems.underdeep.post.model import Named, Post
from orderbook.text.source import Span

_PRICES = (construction.COST.name, recruitment.COST.name)
"""Wrong prices move no structure and no unit, so that nothing between two weeks follows from them."""


def _family(seen: tuple[str, ...], accused: tuple[str, ...]) -> tuple[frozenset[str], frozenset[str]]:
    return frozenset(seen), frozenset((*seen, *accused)).difference(_PRICES)


_OVERSPENT = wealth.OVERSPENT.name
_FAMILIES = (
    _family(tuple(doc.name for doc in progress.DOCS), (*(doc.name for doc in construction.DOCS), _OVERSPENT)),
    _family(tuple(doc.name for doc in armies.DOCS), (*(doc.name for doc in recruitment.DOCS), _OVERSPENT)),
)
"""What is seen from one week to the next, and what in an earlier week it may come from: the same slip from its other
side, or something begun or recruited that was not allowed."""

_LOST = frozenset((progress.VANISHED.name, progress.GONE.name))
_CAME_BACK = frozenset((progress.APPEARED.name, progress.FINISHED.name))


@dataclass(frozen=True)
class _Told:
    """A finding with the things and the places it speaks of; ``replaced`` is what its things are built in place of."""

    finding: Finding
    things: frozenset[str]
    places: frozenset[str]
    replaced: frozenset[str] = frozenset()

    def may_follow(self, earlier: _Told) -> bool:
        """Whether an earlier finding concerns the same thing, in one place as far as both name any."""
        same_place = not self.places or not earlier.places or self.places & earlier.places
        return bool(self.things & (earlier.things | earlier.replaced) and same_place)


@dataclass
class FollowerFinder:
    """Looks through the weeks of a series in their order. What was told as lost may come back in any later week."""

    _last: list[_Told] = field(default_factory=list)
    _lost: list[_Told] = field(default_factory=list)

    def find(self, week: JudgedWeek) -> set[Finding]:
        """The findings of the week that follow from what was told in weeks before."""
        if not week.placed.follows:
            self._last, self._lost = [], []
        told = list(_list_told(week))
        followers = {each.finding for each in told if self._follows(each)}
        self._lost += [each for each in told if each.finding.check in _LOST]
        self._last = told
        return followers

    def _follows(self, told: _Told) -> bool:
        if told.finding.check in _CAME_BACK:
            lost = next((each for each in self._lost if told.may_follow(each)), None)
            if lost is not None:
                self._lost.remove(lost)
                return True
        return any(
            told.finding.check in seen and each.finding.check in sources and told.may_follow(each)
            for seen, sources in _FAMILIES
            for each in self._last
        )


def _list_told(week: JudgedWeek) -> Iterator[_Told]:
    """The findings of the week that speak of structures or units."""
    concerned = [slip.finding for slip in week.judgement.slips if any(slip.finding.check in f for _, f in _FAMILIES)]
    if not concerned:
        return
    context = week.judgement.context
    posts = [post for post in (context.post, context.previous) if post is not None]
    names = {form: name for post in posts for name, _, forms in _list_named(post) for form in forms}
    places = {site.name.casefold(): site.name for post in posts for site in post.sites if site.name}
    for finding in concerned:
        here = {name for name, span, _ in _list_named(posts[0]) if span.covers(finding.span)}
        things = _find_mentioned(finding, names) | here
        if finding.check == _OVERSPENT:  # what was bought beyond the means may be gone the week after
            things |= {line.subject.name for line in (*context.post.construction, *context.post.recruitment)}
        entries = [context.catalogue.structure_named(name) for name in things]
        replaced = frozenset(
            name for entry in entries if entry is not None for name in (*entry.replaces, *entry.replaces_present)
        )
        yield _Told(finding, things, _find_mentioned(finding, places), replaced)


def _list_named(post: Post) -> Iterator[tuple[str, Span, tuple[str, ...]]]:
    """Structures and units a post names, with their lines and the forms in which findings may call them."""
    named: list[tuple[Named[Structure] | Named[Unit] | Named[object], Span]] = [
        *((line.structure, line.span) for line in post.structures),
        *((line.subject, line.span) for line in (*post.construction, *post.recruitment)),
        *((line.unit, line.span) for line in post.armies),
    ]
    for one, span in named:
        plural = one.entry.plural if isinstance(one.entry, Structure | Unit) else ""
        if one.name:
            yield one.name, span, tuple(form.casefold() for form in (one.name, plural) if form)


def _find_mentioned(finding: Finding, names: dict[str, str]) -> frozenset[str]:
    """What a message names, the longest names only: a mine is meant where an Improved Mine is not.

    ``names`` leads from the forms in small letters to what they stand for.
    """
    message = finding.message.casefold()
    found = [form for form in names if form in message]
    return frozenset(names[form] for form in found if not any(form != other and form in other for other in found))
