"""Finding a check or a rule by name, and saying what it is."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from orderbook.cli.statuses import describe_setting, describe_status, render_open_points, render_status
from orderbook.findings.families import group_checks
from orderbook.findings.model import CheckDoc
from orderbook.rulebook.options import Options
from orderbook.systems.system import RequestError, System

if TYPE_CHECKING:
    from orderbook.rulebook.rules import Ambiguity, RuleText

_WIDTH = 100

_NEEDS = {
    "previous": "last week's post (--previous)",
    "opening": "the opening Wealth (--opening)",
    "map": "a map (--map)",
    "faction": "the faction, if the post does not tell it (--faction)",
}


def find_entry(system: System, name: str) -> CheckDoc | RuleText:
    """The check, lint or rule of that name, in any case. Raises ``RequestError`` with what may be meant."""
    wanted = name.strip().lower().replace("_", "-").replace(" ", "-")
    checks = (*system.checks(), *_list_lints(wanted))
    for check in checks:
        if check.name.lower() == wanted:
            return check
    rules = system.rules()
    for rule in rules:
        if rule.id.lower() == wanted:
            return rule
    known = [check.name for check in checks] + [rule.id for rule in rules]
    raise RequestError(f"there is no check or rule {name!r}{_suggest(wanted, known)}")


def _list_lints(wanted: str) -> tuple[CheckDoc, ...]:
    """The lints of rule data, where one of them may be meant."""
    if not wanted.startswith("rule"):
        return ()
    from orderbook.rulebook.linting.lint import all_lints

    return all_lints()


def _suggest(wanted: str, known: list[str]) -> str:
    """Up to three names of which ``wanted`` may be a slip, or where to look."""
    from rapidfuzz import process
    from rapidfuzz.distance import OSA

    close = process.extract(
        wanted, known, scorer=OSA.normalized_similarity, processor=str.lower, limit=3, score_cutoff=0.6
    )
    if not close and len(wanted) >= 3:
        close = [(name, 1.0, 0) for name in known if wanted in name.lower()][:3]
    if not close:
        return "; 'orderbook explain' lists all checks"
    return f"; did you mean {' or '.join(name for name, *_ in close)}?"


def describe_check(check: CheckDoc) -> dict[str, object]:
    """A check as JSON values."""
    return {
        "check": check.name,
        "severity": check.severity.value,
        "summary": check.summary,
        "why": check.why,
        "rules": list(check.rules),
        "failing": check.failing,
        "passing": check.passing,
        "needs": list(check.needs),
    }


def describe_rule(rule: RuleText, system: System) -> dict[str, object]:
    """A rule as JSON values: the checks that rest on it, where else it is applied, what it leaves open."""
    trust = system.trusted()
    status = trust.statuses.get(rule.id)
    return {
        "rule": rule.id,
        "section": rule.section,
        "kind": rule.kind,
        "text": rule.text,
        "checks": [check.name for check in system.checks() if rule.id in check.rules],
        "status": describe_status(status) if status is not None else None,
        "open": [describe_setting(ambiguity, trust, Options()) for ambiguity in _open_points(rule, system)],
    }


def _open_points(rule: RuleText, system: System) -> list[Ambiguity]:
    return [ambiguity for ambiguity in system.ambiguities() if ambiguity.id in rule.open] if rule.open else []


def render_check(check: CheckDoc, find_rule: Callable[[str], str | None]) -> str:
    """A check as a page: what, why, the rules in our words, an example of each kind."""
    parts = [f"{check.name} ({check.severity.value})", _wrap(check.summary), _wrap(check.why)]
    rules = [(rule, find_rule(rule)) for rule in check.rules]
    if rules:
        parts.append("\n".join(["Rules:", *(_wrap(f"{rule}: {text}" if text else rule, "  ") for rule, text in rules)]))
    parts.append("Fails:\n" + textwrap.indent(check.failing, "    "))
    parts.append("Passes:\n" + textwrap.indent(check.passing, "    "))
    if check.needs:
        parts.append(_wrap("To judge it needs " + ", and ".join(map(describe_need, check.needs)) + "."))
    return "\n\n".join(parts) + "\n"


def describe_need(need: str) -> str:
    """What has to be known, and the option that tells it; ``need`` may name alternatives: ``previous or opening``."""
    return " or ".join(_NEEDS.get(word, word) for word in need.split(" or "))


def render_rule(rule: RuleText, system: System) -> str:
    """A rule as a page: the checks that rest on it, where else it is applied, what it leaves open."""
    parts = [f"{rule.id} ({rule.section})", _wrap(rule.text)]
    trust = system.trusted()
    status = trust.statuses.get(rule.id)
    resting = [check.name for check in system.checks() if rule.id in check.rules]
    if status is not None:
        parts.append(render_status(status, trust))
    elif resting:
        parts.append(_wrap("Checked by: " + ", ".join(resting)))
    if open_points := _open_points(rule, system):
        parts.append(render_open_points(open_points))
    return "\n\n".join(parts) + "\n"


def render_list(checks: Iterable[CheckDoc]) -> str:
    """All checks by family, a line each."""
    blocks = []
    for title, members in group_checks(checks):
        width = max(len(check.name) for check in members)
        lines = [f"  {check.name:<{width}}  {check.severity.value:<7}  {check.summary}" for check in members]
        blocks.append("\n".join([title, *lines]))
    blocks.append("'orderbook explain NAME' tells more about one of them.")
    return "\n\n".join(blocks) + "\n"


def _wrap(text: str, indent: str = "") -> str:
    return textwrap.fill(
        text, _WIDTH, initial_indent=indent, subsequent_indent=indent + ("  " if indent else ""), break_on_hyphens=False
    )
