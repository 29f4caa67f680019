"""A figure unfolded, as a terminal and as a program want it."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from orderbook.findings.formats.display import show_text
from orderbook.systems.series import Explanation, Step

_WIDTH = 100


def describe_explanation(explanation: Explanation) -> dict[str, object]:
    """The figure as JSON values; amounts are decimal strings."""
    return {
        "figure": explanation.figure,
        "resource": explanation.resource,
        "week": explanation.week,
        "computed": None if explanation.computed is None else str(explanation.computed),
        "stated": None if explanation.stated is None else str(explanation.stated),
        "steps": [
            {
                "amount": str(step.amount),
                "text": step.text,
                "file": step.file,
                "line": step.line,
                "quote": step.quote or None,
                "rules": list(step.rules),
            }
            for step in explanation.steps
        ],
        "notes": list(explanation.notes),
        "before": list(explanation.before),
        "rules": dict(explanation.rules),
    }


def render_explanation(explanation: Explanation) -> str:
    """Every term under each other, as a person adds them up, then what is not in the sum, and the rules."""
    blocks = [_head(explanation), "\n".join(_list_steps(explanation))]
    if explanation.notes:
        blocks.append("\n".join(["To know:", *(_wrap(f"- {note}") for note in explanation.notes)]))
    if explanation.before:
        blocks.append("\n".join(["How it came to that opening:", *(_wrap(f"- {line}") for line in explanation.before)]))
    if explanation.rules:
        rules = [_wrap(f"{rule}: {text}") for rule, text in explanation.rules]
        blocks.append("\n".join(["By these rules:", *rules]))
    return "\n\n".join(blocks) + "\n"


def _head(explanation: Explanation) -> str:
    parts = []
    if explanation.computed is not None:
        parts.append(f"{explanation.computed} by the lines")
    if explanation.stated is not None:
        parts.append(f"stated as {explanation.stated}")
    if explanation.computed is not None and explanation.stated not in (None, explanation.computed):
        parts.append(f"difference {(explanation.stated or 0) - explanation.computed:+d}")
    return show_text(f"{explanation.figure} ({explanation.week}): {', '.join(parts) or 'not known'}")


def _list_steps(explanation: Explanation) -> Iterator[str]:
    if not explanation.steps:
        yield "  nothing moved"
        return
    width = max(len(f"{step.amount:+d}") for step in explanation.steps)
    running = 0
    for number, step in enumerate(explanation.steps):
        running += step.amount
        amount = (
            f"{step.amount:>{width}}" if number == 0 and step.text.startswith("opening") else f"{step.amount:>+{width}}"
        )
        yield f"  {amount}  {show_text(step.text, 80)}{_whence(step)}"
        if step.quote:
            yield f"  {'':{width}}    {show_text(step.quote, 90)}"
    yield f"  {'=' * width}"
    yield f"  {running:>{width}}"


def _whence(step: Step) -> str:
    place = f"{show_text(step.file)} line {step.line}" if step.file and step.line else show_text(step.file or "")
    told = ", ".join(part for part in (place, *step.rules) if part)
    return f"  [{told}]" if told else ""


def _wrap(text: str) -> str:
    return textwrap.fill(
        show_text(text, 900), _WIDTH, initial_indent="  ", subsequent_indent="    ", break_on_hyphens=False
    )
