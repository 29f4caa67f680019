"""Parts of a visible line that do not count: Markdown's ``~~struck~~`` text and remarks behind ``//``."""

from __future__ import annotations

import re
from dataclasses import replace

from orderbook.bbcode.lines import VisibleLine

_ASIDE = re.compile(r"~~(?=\S)(?P<struck>[^~\r\n]{1,500}?)~~|(?<=\S)(?<!:)\s+//.*$")


def without_asides(line: VisibleLine) -> VisibleLine:
    """The line without such parts; the same line where it has none."""
    if "~~" not in line.text and "//" not in line.text:
        return line
    cuts = [match.span() for match in _ASIDE.finditer(line.text)]
    if not cuts:
        return line
    struck = line.struck or any(match["struck"] is not None for match in _ASIDE.finditer(line.text))
    text: list[str] = []
    runs: list[tuple[int, int, int]] = []
    position = length = 0
    for start, end in [*cuts, (len(line.text), len(line.text))]:
        text.append(line.text[position:start])
        runs += line.runs_between(position, start, length)
        length += start - position
        position = end
    return replace(line, text="".join(text), runs=tuple(runs), struck=struck)
