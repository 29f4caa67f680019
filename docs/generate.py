"""Writes the generated parts of the documentation: ``python -m docs.generate``, or ``make docs``.

These are the page of all checks, the page of all rules, the picture in the README, and the output of the examples.
"""

from __future__ import annotations

import re
from pathlib import Path

from docs.coverage import build_rules_page
from docs.examples import refresh_examples
from docs.picture import render_picture
from orderbook.cli.explaining import describe_need
from orderbook.findings.families import group_checks
from orderbook.findings.formats import render_report
from orderbook.findings.formats.reference import Reference
from orderbook.render.environment import render_template
from orderbook.systems import find_system
from orderbook.systems.system import CheckRequest
from orderbook.text.source import SourceText

ROOT = Path(__file__).resolve().parents[1]
POST, PREVIOUS = "samples/ladle-week-5.txt", "samples/ladle-week-4.txt"
LINES_IN_PICTURE = 50


def build_checks_page() -> str:
    """``docs/checks.md``: every check of the Underdeep, by family."""
    groups = group_checks(find_system("underdeep").checks())
    families = [{"title": title, "checks": checks} for title, checks in groups]
    return render_template("docs/checks.md.j2", families=families, describe_need=describe_need)


def build_picture() -> str:
    """``docs/report.svg``: the report on a sample post, shortened."""
    system = find_system("underdeep")
    report = system.check(CheckRequest(_read(POST), previous=_read(PREVIOUS)))
    text = render_report(report, "text", Reference(system.rule_text, system.checks, colour=True))
    command = f"$ orderbook check {POST} --previous {PREVIOUS}"
    return render_picture("A report of orderbook", "\n\n".join([command, *_shorten(text.rstrip("\n").split("\n\n"))]))


def _shorten(blocks: list[str]) -> list[str]:
    """The blocks that fit into the picture: the first findings, and everything from the Wealth table on."""
    table = next(number for number, block in enumerate(blocks) if re.match(r"(\x1b\[[0-9;]*m)?Wealth ", block))
    head, tail = blocks[:table], blocks[table:]
    room = LINES_IN_PICTURE - _count_lines(tail)
    while _count_lines(head) > room or "-- " in head[-1].partition("\n")[0]:
        head.pop()
    return [*head, "...", *tail] if len(head) < table else blocks


def _count_lines(blocks: list[str]) -> int:
    return sum(block.count("\n") + 2 for block in blocks)


def _read(name: str) -> SourceText:
    return SourceText((ROOT / name).read_bytes().decode("utf-8"), name)


def list_pages() -> list[Path]:
    """The pages that hold examples."""
    return [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def main() -> None:
    """Writes what has changed."""
    written = {
        ROOT / "docs" / "checks.md": build_checks_page(),
        ROOT / "docs" / "rules.md": build_rules_page(),
        ROOT / "docs" / "report.svg": build_picture(),
    }
    for path, text in written.items():
        path.write_bytes(text.encode("utf-8"))
    for path in list_pages():
        path.write_bytes(refresh_examples(path.read_bytes().decode("utf-8")).encode("utf-8"))


if __name__ == "__main__":
    main()
