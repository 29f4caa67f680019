"""Families of checks, for lists that a person reads. A check belongs to a family by the first word of its name."""

from __future__ import annotations

from collections.abc import Iterable

from orderbook.findings.model import CheckDoc

FAMILIES: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("Post and markup", ("tag", "tab", "line", "name", "amount", "post")),
    ("Wealth", ("wealth", "opening")),
    ("Production", ("production",)),
    ("Upkeep", ("upkeep",)),
    ("Construction", ("build",)),
    ("Recruitment", ("recruit",)),
    ("Dungeons and Armies", ("dungeon", "army", "stat")),
    ("Orders, messages, trade", ("order", "message", "trade")),
)
OTHER_FAMILY = "Other checks"


def find_family(check: str) -> str:
    """Title of the family of a check, by its name."""
    first_word = check.split("-", 1)[0]
    return next((title for title, words in FAMILIES if first_word in words), OTHER_FAMILY)


def group_checks(checks: Iterable[CheckDoc]) -> list[tuple[str, list[CheckDoc]]]:
    """Checks by family: families in the order of a post, checks in the order given, no family empty."""
    groups: dict[str, list[CheckDoc]] = {title: [] for title in (*(name for name, _ in FAMILIES), OTHER_FAMILY)}
    for check in checks:
        groups[find_family(check.name)].append(check)
    return [(title, members) for title, members in groups.items() if members]
