"""A finding: one thing wrong in a post, where, why, and how to mend it."""

from __future__ import annotations

from enum import StrEnum

from orderbook.text.edits import Edit
from orderbook.text.records import record
from orderbook.text.source import Span


class Severity(StrEnum):
    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


@record
class Fix:
    """A repair. A ``safe`` one may be applied without asking: it changes what is plainly wrong and nothing else."""

    title: str
    edits: tuple[Edit, ...]
    safe: bool = True


@record
class Finding:
    """One mistake. ``check`` names the check, ``rule`` the rule id it rests on, ``span`` the place.

    ``message`` says what is wrong and what would be right; ``stated`` and ``computed`` are decimal strings
    where an amount is in question.
    """

    check: str
    severity: Severity
    message: str
    span: Span
    tab: str | None = None
    rule: str | None = None
    stated: str | None = None
    computed: str | None = None
    fix: Fix | None = None


@record
class CheckDoc:
    """A check as ``explain`` prints it: what it looks for and why, one post line that fails, one that passes.

    ``needs`` lists what must be known before it can judge: ``previous``, ``opening``, ``map``, ``faction``.
    """

    name: str
    severity: Severity
    summary: str
    why: str
    rules: tuple[str, ...]
    failing: str
    passing: str
    needs: tuple[str, ...] = ()
