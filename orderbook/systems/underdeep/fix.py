"""The corrected post: every safe fix applied, again and again until none is left, and nothing else touched."""

from __future__ import annotations

from dataclasses import replace

from orderbook.systems.system import CheckRequest
from orderbook.systems.underdeep.check import check_post
from orderbook.text.edits import Edit, apply_edits
from orderbook.text.source import SourceText

_ROUNDS = 8
"""A corrected line may make a total wrong, and that a sum; more than a few rounds would mean two fixes that quarrel."""


def fix_post(request: CheckRequest) -> str:
    """The text of the corrected post. Lines are mended first; balances then follow from them."""
    post = request.post
    seen = {post.text}
    for _ in range(_ROUNDS):
        edits = _safe_edits(replace(request, post=post))
        if not edits:
            break
        text = apply_edits(post.text, edits)
        if text in seen:
            break
        seen.add(text)
        post = SourceText(text, post.name, post.encoding, post.bom)
    return post.text


def _safe_edits(request: CheckRequest) -> list[Edit]:
    """Edits of the findings that have a safe fix. Where a line is mended, Wealth waits for the next round."""
    fixable = [finding for finding in check_post(request).findings if finding.fix is not None and finding.fix.safe]
    lines = [finding for finding in fixable if finding.check not in ("wealth-sum", "line-sum")]
    edits: list[Edit] = []
    taken: list[tuple[int, int]] = []
    for finding in lines or fixable:
        assert finding.fix is not None
        own = [(edit.start, edit.end) for edit in finding.fix.edits]
        if any(start < other_end and other_start < end for start, end in own for other_start, other_end in taken):
            continue
        taken += own
        edits += finding.fix.edits
    return edits
