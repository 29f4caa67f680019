"""Prices: resources nobody knows, and what a faction has to pay and cannot come by on its own."""

from __future__ import annotations

from collections.abc import Iterator

from orderbook.books.bundle import USUAL_ORDER, Bundle
from orderbook.findings.model import CheckDoc, Severity
from orderbook.rulebook.linting.material import Flaw
from orderbook.rulebook.linting.study import Study
from orderbook.rulebook.model import Cost, Ritual, RuleEntry, Structure, Unit

RESOURCE = CheckDoc(
    name="rule-resource",
    severity=Severity.ERROR,
    summary="A price is in a resource nobody knows.",
    why="Wealth is counted in Gold, Metal, Food, Bodies and Souls, and what a faction adds to them under resources.",
    rules=(),
    failing="cost = {Golds = 25}",
    passing="cost = {Gold = 25}",
)
UPKEEP = CheckDoc(
    name="rule-upkeep-unpayable",
    severity=Severity.WARNING,
    summary="Upkeep is in a resource that the faction neither produces nor begins with.",
    why="Such a unit can be fed by spoils and trade only, and starves in a quiet week; players should know.",
    rules=(),
    failing="upkeep = {Bodies = 10}, where no room produces Bodies",
    passing="upkeep = {Food = 10}, where a room produces Food",
)
COST = CheckDoc(
    name="rule-cost-unpayable",
    severity=Severity.INFO,
    summary="A price is in a resource that the faction neither produces nor begins with.",
    why="It can be paid from spoils and trade only.",
    rules=(),
    failing="cost = {Bodies = 20}, where no room produces Bodies",
    passing="cost = {Gold = 20}, where a room produces Gold",
)
MISSING = CheckDoc(
    name="rule-price-missing",
    severity=Severity.ERROR,
    summary="A price, a construction time or an Upkeep is missing.",
    why="A structure has both a price and a construction time, or neither if nobody builds it; a unit that can be "
    "bought owes an Upkeep, or its entry says that it owes none.",
    rules=(),
    failing="cost = {Gold = 25}, and no weeks",
    passing="cost = {Gold = 25}, weeks = 2",
)
DOCS = (RESOURCE, UPKEEP, COST, MISSING)


def lint_prices(study: Study) -> Iterator[Flaw]:
    """All four."""
    known = {*USUAL_ORDER, *study.faction.resources}
    for entry, key, bundle in _bundles(study):
        for resource in bundle:
            if resource not in known:
                yield _describe_unknown(study, entry, key, resource, known)
    if not study.faction.complete:
        return
    earned = {resource for structure in study.faction.structures for resource in structure.produces}
    earned |= set(study.faction.opening)
    for each in study.faction.entries:
        yield from _lint_missing(each)
        yield from _lint_unpayable(study, each, earned, known)


def _bundles(study: Study) -> Iterator[tuple[str, str, Bundle]]:
    yield "", "opening", study.faction.opening
    for entry in study.faction.entries:
        for key, cost in _costs(entry):
            for bundle in (*cost.choices, cost.per_unit):
                yield entry.name, key, bundle
        if isinstance(entry, Structure):
            yield entry.name, "produces", entry.produces


def _costs(entry: RuleEntry) -> Iterator[tuple[str, Cost]]:
    if entry.cost is not None:
        yield "cost", entry.cost
    if isinstance(entry, Unit):
        if entry.upkeep is not None:
            yield "upkeep", entry.upkeep
        for option in entry.options:
            yield "option", option.cost


def _describe_unknown(study: Study, entry: str, key: str, resource: str, known: set[str]) -> Flaw:
    better = _likely_resource(resource, known)
    advice = f"did you mean {better}?" if better else "use one of them, or list it under resources of the faction"
    listed = ", ".join(name for name in (*USUAL_ORDER, *study.faction.resources))
    whose = f"the {key} of {entry}" if entry else f"the {key} of {study.faction.name}"
    message = f"{whose} is in {resource}, which is no resource ({listed}); {advice}"
    return Flaw(RESOURCE.name, entry, message, key, resource, better=better)


def _likely_resource(resource: str, known: set[str]) -> str | None:
    from difflib import get_close_matches

    by_fold = {name.lower(): name for name in sorted(known)}
    close = get_close_matches(resource.lower(), list(by_fold), n=1, cutoff=0.6)
    return by_fold[close[0]] if close else None


def _lint_missing(entry: RuleEntry) -> Iterator[Flaw]:
    if isinstance(entry, Structure) and (entry.cost is None) != (entry.weeks is None):
        missing, there = ("price", "construction time") if entry.cost is None else ("construction time", "price")
        told = f"{entry.name} has a {there} and no {missing}; add it, or take the {there} out if nobody builds it"
        yield Flaw(MISSING.name, entry.name, told, "weeks" if entry.cost is None else "cost")
    if isinstance(entry, Unit) and entry.upkeep is None:
        told = f"the Upkeep of {entry.name} is missing; write what it costs a week, or that it owes none"
        yield Flaw(MISSING.name, entry.name, told)


def _lint_unpayable(study: Study, entry: RuleEntry, earned: set[str], known: set[str]) -> Iterator[Flaw]:
    for key, cost in _costs(entry):
        if key == "option" or isinstance(entry, Ritual):
            continue
        lacking = [_lacking(bundle, earned, known) for bundle in cost.choices]
        if not all(lacking) or cost.text is not None:
            continue
        resources = list(dict.fromkeys(name for names in lacking for name in names))
        told = " and ".join(resources)
        doc = UPKEEP if key == "upkeep" else COST
        owes = "owes an Upkeep in" if key == "upkeep" else "costs"
        message = (
            f"{entry.name} {owes} {told}, which {study.faction.name} neither produce nor begin with: only spoils "
            f"and trade can pay it; give them a room that produces {told}, or another way to pay"
        )
        yield Flaw(doc.name, entry.name, message, key, resources[0])


def _lacking(bundle: Bundle, earned: set[str], known: set[str]) -> list[str]:
    """The known resources of a price that the faction does not come by."""
    return [resource for resource in bundle if resource in known and resource not in earned]
