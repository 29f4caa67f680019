"""``orderbook rules coverage``: where each rule is applied, and how many still wait."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import click

from orderbook.cli.request import SYSTEM_OPTION
from orderbook.cli.statuses import describe_status, hang, sum_up
from orderbook.systems import find_system

if TYPE_CHECKING:
    from orderbook.rulebook.status import Trust

_KINDS = ("applied", "checked", "asked", "held", "waiting", "only waiting")


@click.command("coverage")
@click.option("--status", "kind", type=click.Choice(_KINDS), help="List the rules of this kind, one by one.")
@SYSTEM_OPTION
@click.option("--format", "format_name", type=click.Choice(("text", "json")), default="text", show_default=True)
def coverage(kind: str | None, system: str, format_name: str) -> int:
    """Count by chapter how many rules are applied, checked, asked of the game master, held as data, or still wait.

    A rule may count in several columns. "Only waiting" are those about which nothing is done yet but to keep their
    figures.

    \b
    Examples:
      orderbook rules coverage
      orderbook rules coverage --status asked
    """
    trust = find_system(system).trusted()
    if format_name == "json":
        import json

        click.echo(json.dumps(_describe(trust, kind), indent=2))
    elif kind is not None:
        click.echo(_render_rules(trust, kind), nl=False)
    else:
        click.echo(_render_table(trust), nl=False)
    return 0


def rules_of_kind(trust: Trust, kind: str | None) -> list[str]:
    """Ids of the rules of a kind, in the rulebook's order; of all rules without one."""
    return [
        rule
        for rule, status in trust.statuses.items()
        if kind is None or kind in status.kinds or (kind == "only waiting" and status.only_waits)
    ]


def count_waits(trust: Trust) -> list[tuple[str, int]]:
    """Reasons to wait with the number of rules that do, most first."""
    counts = Counter(reason for status in trust.statuses.values() for reason in status.waiting)
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))


def _describe(trust: Trust, kind: str | None) -> dict[str, object]:
    return {
        "rules": len(trust.statuses),
        "counts": trust.count(),
        "chapters": [{"title": title, "rules": len(ids), "counts": trust.count(ids)} for title, ids in trust.chapters],
        "waits": [
            {"name": name, "for": trust.waits[name], "rules": number} for name, number in count_waits(trust)
        ],
        "questions": dict(trust.questions),
        "statuses": {rule: describe_status(trust.statuses[rule]) for rule in rules_of_kind(trust, kind)},
    }  # fmt: skip


def _render_table(trust: Trust) -> str:
    rows: list[tuple[str, ...]] = [("", "rules", *_KINDS[:-1], "only")]
    for title, ids in (*trust.chapters, ("all", tuple(trust.statuses))):
        counts = trust.count(ids)
        rows.append((title, str(len(ids)), *(str(counts[kind] or "") for kind in _KINDS)))
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = []
    for title, *figures in rows:
        cells = [figure.rjust(width) for figure, width in zip(figures, widths[1:], strict=True)]
        lines.append(" ".join([title.ljust(widths[0]), *cells]))
    lines.insert(-1, "-" * len(lines[0]))
    told = ["Waiting for:"]
    for name, number in count_waits(trust):
        told += hang(f"  {number:>4}  ", [f"{trust.waits[name]} ({name})"])
    counts = trust.count()
    end = (
        f"{counts['only waiting']} of {len(trust.statuses)} rules only wait, {counts['waiting']} wait at least in part."
    )
    return "\n".join([*(line.rstrip() for line in lines), "", *told, "", end]) + "\n"


def _render_rules(trust: Trust, kind: str) -> str:
    rules = rules_of_kind(trust, kind)
    width = max(map(len, rules), default=0)
    lines = [f"{rule:<{width}}  {sum_up(trust.statuses[rule])}" for rule in rules]
    told = f"{len(rules)} of {len(trust.statuses)} rules. 'orderbook explain RULE' tells more about one."
    return "\n".join([*lines, "", told]) + "\n"
