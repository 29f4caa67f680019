"""A picture of a terminal: coloured text as SVG."""

from __future__ import annotations

import re
from dataclasses import dataclass

from orderbook.findings.formats.ansi import CODES
from orderbook.findings.formats.display import measure_width
from orderbook.render.environment import render_template

_COLUMN, _LINE = 7.8, 18.0  # pixels of a cell
_LEFT, _TOP = 16.0, 48.0
_CODE = re.compile(r"\x1b\[([0-9;]*)m")
_ROLES = {code: role for role, code in CODES.items()}


@dataclass(frozen=True, slots=True)
class Run:
    """Neighbouring characters of one colour."""

    x: str
    y: str
    length: str
    role: str
    text: str


def render_picture(title: str, text: str) -> str:
    """``text`` with the colour codes of ``orderbook.findings.formats.ansi`` as a picture of a terminal."""
    lines = text.rstrip("\n").split("\n")
    runs = [run for number, line in enumerate(lines) for run in _cut_runs(line, _TOP + number * _LINE)]
    columns = max(_measure(_CODE.sub("", line)) for line in lines)
    return render_template(
        "docs/terminal.svg.j2",
        title=title,
        runs=runs,
        width=round(2 * _LEFT + columns * _COLUMN),
        height=round(_TOP + len(lines) * _LINE),
    )


def _cut_runs(line: str, y: float) -> list[Run]:
    """The runs of a line; blanks at either end of one are left out, so that no viewer can collapse them."""
    runs, column, role = [], 0, ""
    for number, piece in enumerate(_CODE.split(line)):
        if number % 2:
            role = _ROLES.get(piece, "")
            continue
        for part in re.finditer(r"\S+(?: \S+)*", piece):
            x = _LEFT + (column + _measure(piece[: part.start()])) * _COLUMN
            length = _measure(part.group()) * _COLUMN
            runs.append(Run(f"{x:.1f}", f"{y:.0f}", f"{length:.1f}", role, part.group()))
        column += _measure(piece)
    return runs


def _measure(text: str) -> int:
    return sum(measure_width(char) for char in text)
