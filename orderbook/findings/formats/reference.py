"""What a format may look up beside the report."""

from __future__ import annotations

from collections.abc import Callable

from orderbook.findings.model import CheckDoc
from orderbook.text.records import record


def _find_nothing(_: str) -> str | None:
    return None


def _list_nothing() -> tuple[CheckDoc, ...]:
    return ()


@record
class Reference:
    """``find_rule`` gives a rule's text by its id, ``list_checks`` the documents of all checks.

    Both are functions because a format that needs neither must not wait for them to be loaded. ``colour`` allows
    terminal colours.
    """

    find_rule: Callable[[str], str | None] = _find_nothing
    list_checks: Callable[[], tuple[CheckDoc, ...]] = _list_nothing
    colour: bool = False
