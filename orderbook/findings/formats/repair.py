"""What a fix does to the lines of a post, as a person would say it: write this, add that, take this out."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from orderbook.findings.model import Fix
from orderbook.text.edits import Edit, apply_edits
from orderbook.text.records import record
from orderbook.text.source import SourceText, Span

_LINE_END = re.compile(r"\r\n|\n|\r")
_LONG = 4000  # beyond this many characters only the surroundings of an edit are looked at
_AROUND = 60


@record
class LineChange:
    """From line ``line`` on, ``removed`` gives way to ``added``; with nothing removed, it is put in before it."""

    line: int
    removed: tuple[str, ...]
    added: tuple[str, ...]


def list_line_changes(source: SourceText, fix: Fix) -> list[LineChange]:
    """The changes of a fix by line, from the top down. Lines come without their ends."""
    return [change for edits in _cluster(source, fix.edits) for change in _compare(source, edits)]


def describe_changes(source: SourceText, fix: Fix, line: int) -> list[tuple[str, str]]:
    """Where, and what to write there, for each line of a fix; where is empty for ``line``, the one spoken of."""
    return [entry for change in list_line_changes(source, fix) for entry in _describe_change(change, line)]


def _describe_change(change: LineChange, line: int) -> Iterator[tuple[str, str]]:
    if not change.added:
        last = change.line + len(change.removed) - 1
        yield (
            (f"(take line {change.line} out)" if last == change.line else f"(take lines {change.line}-{last} out)"),
            "",
        )
    elif not change.removed:
        where = f"(below line {change.line - 1})" if change.line > 1 else "(at the top)"
        for text in change.added:
            yield where, text.strip()
    else:
        for number, text in enumerate(change.added):
            if number >= len(change.removed):
                yield "(new line)", text.strip()
            else:
                yield "" if change.line == line and number == 0 else f"(line {change.line + number})", text.strip()


def _cluster(source: SourceText, edits: Sequence[Edit]) -> list[list[Edit]]:
    """Edits that touch the same lines, together."""
    clusters: list[list[Edit]] = []
    last_line = 0
    for edit in sorted(set(edits)):
        if clusters and source.line_of(edit.start) <= last_line:
            clusters[-1].append(edit)
        else:
            clusters.append([edit])
        last_line = max(last_line, source.line_of(edit.end))
    return clusters


def _compare(source: SourceText, edits: list[Edit]) -> Iterator[LineChange]:
    start, end = edits[0].start, max(edit.end for edit in edits)
    first = source.line_of(start)
    region = Span(source.line_span(first).start, source.line_span(source.line_of(end)).end)
    if region.end - region.start > _LONG:
        region = Span(max(region.start, start - _AROUND), min(region.end, end + _AROUND))
    shifted = [Edit(edit.start - region.start, edit.end - region.start, edit.text) for edit in edits]
    quoted = source.quote(region)
    before, after = _LINE_END.split(quoted), _LINE_END.split(apply_edits(quoted, shifted))
    head = _count_equal(before, after)
    tail = _count_equal(before[head:][::-1], after[head:][::-1])
    removed, added = before[head : len(before) - tail], after[head : len(after) - tail]
    if removed or added:
        yield LineChange(first + head, tuple(removed), tuple(added))


def _count_equal(one: Sequence[str], other: Sequence[str]) -> int:
    count = 0
    for left, right in zip(one, other, strict=False):
        if left != right:
            break
        count += 1
    return count
