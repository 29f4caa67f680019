"""Saying where a rule is applied, what a setting decides, and where that takes effect."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from orderbook.rulebook.options import Options
    from orderbook.rulebook.rules import Ambiguity
    from orderbook.rulebook.status import RuleStatus, Trust

WIDTH = 100
NO_EFFECT = "no code depends on it yet"


def describe_status(status: RuleStatus) -> dict[str, object]:
    """A status as JSON values."""
    return {
        "applied": list(status.applied),
        "checked": list(status.checked),
        "asked": list(status.asked),
        "held": list(status.held),
        "waiting": list(status.waiting),
        "note": status.note,
    }


def render_status(status: RuleStatus, trust: Trust) -> str:
    """A paragraph a kind: what applies a rule, what checks it, who is asked, where it is held, what it waits for."""
    lines: list[str] = []
    if status.applied:
        lines += hang("Applied by: ", status.applied)
    if status.checked:
        lines += hang("Checked by: ", [", ".join(status.checked)])
    if status.asked:
        lines += hang("The game master is asked: ", [f"{trust.questions[name]} ({name})" for name in status.asked])
    if status.held:
        lines += hang("Held as data: ", status.held)
    if status.waiting:
        lines += hang("Waits for: ", [trust.waits[name] for name in status.waiting])
    if status.note:
        lines += textwrap.wrap(status.note, WIDTH, break_on_hyphens=False)
    return "\n".join(lines)


def sum_up(status: RuleStatus) -> str:
    """A status in a few words, for a line of a table."""
    told = []
    if status.applied:
        told.append("applied")
    if status.checked:
        told.append("checked by " + ", ".join(status.checked))
    if status.asked:
        told.append("asked of the game master")
    if status.held:
        told.append("held as data")
    if status.waiting:
        told.append(("waits for " if status.only_waits else "the rest waits for ") + ", ".join(status.waiting))
    return "; ".join(told)


def describe_setting(ambiguity: Ambiguity, trust: Trust, options: Options) -> dict[str, object]:
    """A setting as JSON values; ``value`` is the choice that holds."""
    effect = trust.settings.get(ambiguity.name)
    return {
        "setting": ambiguity.name,
        "id": ambiguity.id,
        "question": ambiguity.question,
        "choices": [{"name": choice.name, "meaning": choice.meaning} for choice in ambiguity.choices],
        "default": ambiguity.default,
        "value": options.value(ambiguity),
        "rules": list(ambiguity.rules),
        "applied": list(effect.applied) if effect else [],
        "checked": list(effect.checked) if effect else [],
    }


def effect_of(ambiguity: Ambiguity, trust: Trust) -> str:
    """Where a setting takes effect today, in a few words."""
    effect = trust.settings.get(ambiguity.name)
    if effect is None:
        return NO_EFFECT
    return "takes effect in: " + ", ".join([*effect.checked, *(name.rpartition(".")[2] for name in effect.applied)])


def render_settings(ambiguities: Sequence[Ambiguity], trust: Trust, options: Options) -> str:
    """All settings, with the choice that holds and where it takes effect."""
    width = max(len(ambiguity.id) for ambiguity in ambiguities)
    blocks = []
    for ambiguity in ambiguities:
        value = options.value(ambiguity)
        told = "" if value == ambiguity.default else f" (default: {ambiguity.default})"
        indent = " " * (width + 2)
        blocks.append(
            "\n".join(
                [
                    f"{ambiguity.id:<{width}}  {ambiguity.name} = {value}{told}",
                    *textwrap.wrap(ambiguity.question, WIDTH, initial_indent=indent, subsequent_indent=indent),
                    *textwrap.wrap(
                        effect_of(ambiguity, trust),
                        WIDTH,
                        initial_indent=indent,
                        subsequent_indent=indent + "  ",
                        break_on_hyphens=False,
                    ),
                ]
            )
        )
    working = sum(ambiguity.name in trust.settings for ambiguity in ambiguities)
    blocks.append(
        wrap(
            f"{len(ambiguities)} settings, {working} of which change something today. 'orderbook rules options NAME' "
            "tells the choices of one."
        )
    )
    return "\n\n".join(blocks) + "\n"


def render_setting(ambiguity: Ambiguity, trust: Trust, options: Options, find_rule: Callable[[str], str | None]) -> str:
    """A setting as a page: the question, the choices, the rules it touches, where it takes effect, how to set it."""
    value = options.value(ambiguity)
    parts = [f"{ambiguity.id} {ambiguity.name}", wrap(ambiguity.question), "\n".join(_render_choices(ambiguity, value))]
    rules = [f"{rule}: {text}" if (text := find_rule(rule)) else rule for rule in ambiguity.rules]
    parts.append("\n".join(["Rules:", *(wrap(rule, "  ") for rule in rules)]))
    effect = trust.settings.get(ambiguity.name)
    parts.append(render_status(effect, trust) if effect else wrap(NO_EFFECT[0].upper() + NO_EFFECT[1:] + "."))
    other = next(choice.name for choice in ambiguity.choices if choice.name != ambiguity.default)
    parts.append(f'Set it with --option {ambiguity.name}={other}, or in a file given with --rules:\n\n    [options]\n'
                 f'    {ambiguity.name} = "{other}"')  # fmt: skip
    return "\n\n".join(parts) + "\n"


def render_open_points(ambiguities: Sequence[Ambiguity]) -> str:
    """What a rule leaves open, with the choices there are."""
    blocks = []
    for ambiguity in ambiguities:
        lines = [wrap(f"Left open ({ambiguity.id} {ambiguity.name}): {ambiguity.question}")]
        lines += _render_choices(ambiguity, ambiguity.default)[1:]
        blocks.append("\n".join(lines))
    return "\n\n".join(blocks)


def _render_choices(ambiguity: Ambiguity, value: str) -> list[str]:
    lines = ["Choices:"]
    for choice in ambiguity.choices:
        mark = " (default)" if choice.name == ambiguity.default else " (chosen)" if choice.name == value else ""
        lines.append(wrap(f"{choice.name}{mark}: {choice.meaning}", "  "))
    return lines


def hang(label: str, items: Sequence[str]) -> Iterator[str]:
    """Items one below another behind a label."""
    for number, item in enumerate(items):
        begin = label if number == 0 else " " * len(label)
        yield from textwrap.wrap(
            item, WIDTH, initial_indent=begin, subsequent_indent=" " * len(label), break_on_hyphens=False,
            break_long_words=False,
        )  # fmt: skip


def wrap(text: str, indent: str = "") -> str:
    return textwrap.fill(
        text, WIDTH, initial_indent=indent, subsequent_indent=indent + ("  " if indent else ""), break_on_hyphens=False
    )
