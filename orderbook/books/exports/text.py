"""The books for a terminal: where it first went wrong, then every week with its lines, stated beside computed."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator, Mapping, Sequence

from orderbook.books.book import ROWS, Book, BookSlip, Flow, Origin, Remark, Week
from orderbook.books.bundle import Bundle, render_bundle
from orderbook.books.names import as_one_line

_WIDTH = 100
_LONGEST_SOURCE = 46

Paint = Callable[[str, str], str]
"""Colours a text for a role: ``error``, ``good``, ``title``, ``dim``."""


def paint_nothing(role: str, text: str) -> str:
    """Plain text."""
    return text


def render(book: Book, paint: Paint = paint_nothing, *, correct: bool = False) -> str:
    """The whole book; with ``correct`` every week from the first slip on also says what Wealth should have been."""
    first = book.first_slip
    blocks = [paint("title", f"{as_one_line(book.title)}: {_name_span(book.weeks)}")]
    blocks += list(_tell_verdict(book, paint))
    series = [remark for remark in book.remarks if remark.week is None]
    if series:
        blocks.append("\n".join(["The series:", *(_wrap(f"- {remark.text}", "  ") for remark in series)]))
    for at, week in enumerate(book.weeks):
        shown = correct and first is not None and at >= first.week
        blocks.append(_render_week(book, at, week, paint, correct=shown))
    blocks.append(_summarise(book, paint))
    return "\n\n".join(blocks) + "\n"


def _name_span(weeks: Sequence[Week]) -> str:
    if len(weeks) == 1:
        return weeks[0].label
    if weeks[0].number is not None and weeks[-1].number is not None:
        return f"weeks {weeks[0].number} to {weeks[-1].number}"
    return f"{len(weeks)} weeks"


def _tell_verdict(book: Book, paint: Paint) -> Iterator[str]:
    first = book.first_slip
    if first is None:
        yield paint("good", "No figure of these books is wrong: every stated Wealth follows from the lines.")
        return
    week = book.weeks[first.week]
    lines = [paint("error", f"It first went wrong in {week.label}, line {first.line} of {week.post_name}:")]
    lines.append(_wrap(first.message, "  "))
    if first.effect:
        lines.append(_wrap(f"From there on the stated Wealth is {describe_effect(first.effect)}.", "  "))
    yield "\n".join(lines)
    others = [_tell_slip(book, slip, paint) for slip in book.slips[1:]]
    if others:
        yield "\n".join(["Later slips:", *others])
    last = book.weeks[-1]
    out = last.closing - last.correct
    if out:
        yield _wrap(
            f"After {last.label} the stated Wealth is, all in all, {describe_effect(out)}: it should be "
            f"{render_bundle(Bundle((name, last.correct[name]) for name in out))}"
            f"{_tell_zeros(out, last.correct)}."
        )


def _tell_zeros(out: Bundle, correct: Bundle) -> str:
    """Resources that should be at 0, which no bundle lists."""
    zeros = [name for name in out if not correct[name]]
    if not zeros:
        return ""
    told = ", ".join(f"0 {name}" for name in zeros)
    return f" and {told}" if len(zeros) < len(out) else f" ({told})"


def describe_effect(effect: Bundle) -> str:
    """``10 Gold too high and 5 Food too low``."""
    parts = [f"{abs(amount)} {name} too {'high' if amount > 0 else 'low'}" for name, amount in effect.items()]
    return " and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)


def _tell_slip(book: Book, slip: BookSlip, paint: Paint) -> str:
    week = book.weeks[slip.week]
    place = f"{week.label}, line {slip.line}"
    if slip.of is not None:
        before = book.weeks[slip.of].label
        how = "follows from the slip" if slip.origin is Origin.FOLLOWS else "the same mistake as"
        return _wrap(f"- {place}: {how} in {before}. {slip.message}", "  ")
    return _wrap(f"- {place}: {slip.message}", "  ")


def _render_week(book: Book, at: int, week: Week, paint: Paint, *, correct: bool) -> str:
    resources = tuple(book.resources_from(book.weeks))
    rows = list(_week_rows(book, at, week, resources, correct=correct))
    name_width = max(24, *(len(name) + 2 for name, _, _ in rows))
    widths = [
        max(len(resource) + 2, 8, *(len(cells[column]) + 2 for _, cells, _ in rows))
        for column, resource in enumerate(resources)
    ]
    file = as_one_line(week.post_name)
    title = file if week.number is None else f"{week.label} ({file})"
    heads = "".join(f"{resource:>{width}}" for resource, width in zip(resources, widths, strict=True))
    if week.number is not None:
        title = f"{title[:1].upper()}{title[1:]}"
    lines = [paint("title", title.ljust(name_width) + heads)]
    for name, cells, role in rows:
        line = name.ljust(name_width) + "".join(f"{cell:>{width}}" for cell, width in zip(cells, widths, strict=True))
        lines.append(paint(role, line.rstrip()) if role else line.rstrip())
    for slip in book.slips_of(at):
        kind = "" if slip.of is None else f" [{slip.origin.value} {book.weeks[slip.of].label}]"
        lines.append(paint("error", _wrap(f"! line {slip.line} ({slip.check}){kind}: {slip.message}", "  ")))
    lines += [_tell_remark(remark) for remark in book.remarks if remark.week == at]
    return "\n".join(lines)


def _tell_remark(remark: Remark) -> str:
    place = f"line {remark.line}: " if remark.line is not None else ""
    kind = f"{remark.severity} ({remark.kind}{', follows from an earlier week' if remark.follows else ''})"
    return _wrap(f"- {place}{kind}: {remark.text}", "  ")


def _week_rows(
    book: Book, at: int, week: Week, resources: tuple[str, ...], *, correct: bool
) -> Iterator[tuple[str, list[str], str]]:
    """Name, cells and colour of each row."""
    opening = week.opening
    yield "  opening", [str(opening[name]) if opening is not None else "?" for name in resources], ""
    for row in ROWS:
        flows = [flow for flow in week.flows if flow.row == row]
        if not flows:
            continue
        total = week.total(row)
        yield f"  {row}", [_signed(total[name]) for name in resources], ""
        for flow in flows:
            yield f"    {_name_flow(flow)}", [_signed(flow.amounts[name]) for name in resources], "dim"
    label = "  computed" if opening is not None else "  in all"
    signed = [_signed(week.computed[name]) or "0" for name in resources]
    yield label, [str(week.computed[name]) for name in resources] if opening is not None else signed, ""
    gaps = week.differences()
    stated = week.stated
    yield "  stated", [_state(stated, name, gaps) for name in resources], "error" if gaps else ""
    if gaps:
        yield "  difference", [f"{gaps[name]:+d}" if name in gaps else "" for name in resources], "error"
    if correct:
        yield "  should be", [str(week.correct[name]) for name in resources], "good"
    for store in week.stores:
        yield f"  held by {store.site} alone", [str(store.closing[name]) for name in resources], ""


def _state(stated: Mapping[str, int] | None, name: str, gaps: Mapping[str, int]) -> str:
    if stated is None:
        return "?"
    amount = stated.get(name)
    return "-" if amount is None else f"*{amount}" if name in gaps else str(amount)


def _name_flow(flow: Flow) -> str:
    line = f"{flow.cause.line}: " if flow.cause.line is not None else ""
    place = f" ({flow.place})" if flow.place else ""
    return as_one_line(f"{line}{flow.source}{place}", _LONGEST_SOURCE)


def _signed(amount: int) -> str:
    return f"{amount:+d}" if amount else ""


def _summarise(book: Book, paint: Paint) -> str:
    new = sum(slip.of is None for slip in book.slips)
    more = len(book.slips) - new
    errors = sum(remark.severity == "error" and not remark.follows for remark in book.remarks)
    following = sum(remark.severity == "error" and remark.follows for remark in book.remarks)
    parts = [
        _count(len(book.weeks), "week", "weeks"),
        _count(new, "slip", "slips") + (f", {more} that follow from them" if more else "") if new else "no slip",
    ]
    if errors or following:
        told = _count(errors, "other error", "other errors")
        parts.append(f"{told}, {following} more that {'follow' if following > 1 else 'follows'}" if following else told)
    return paint("error" if new or errors else "good", "; ".join(parts) + ".")


def _count(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"


def _wrap(text: str, indent: str = "") -> str:
    return textwrap.fill(
        as_one_line(text, 900),
        _WIDTH,
        initial_indent=indent,
        subsequent_indent=f"{indent}  " if indent else "",
        break_long_words=False,
        break_on_hyphens=False,
    )
