"""One entry of a rule post: its heading, its labels with their values, and the prose around them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from orderbook.rulebook.importing.header import Header, parse_header
from orderbook.rulebook.importing.labels import LabelLine, parse_label_line, split_labels, unknown_label
from orderbook.rulebook.importing.lines import Line, Paragraph, join_paragraphs
from orderbook.rulebook.importing.words import LabelKind
from orderbook.text.source import Span


@dataclass(frozen=True, slots=True)
class Field:
    """What stands behind a label; ``written`` is the label as it stands there."""

    key: str
    kind: LabelKind
    written: str
    value: str
    span: Span
    note: str = ""


@dataclass
class Block:
    """An entry before it means anything.

    ``fields`` holds the first of each label, ``repeated`` the others; ``notes`` are lines that say they are notes;
    ``prose`` the paragraphs without a label, in order, the field texts not among them; ``unknown`` lines with a
    label nobody knows. ``span`` reaches from the heading to the end.
    """

    header: Header
    span: Span
    fields: dict[str, Field] = field(default_factory=dict)
    repeated: list[Field] = field(default_factory=list)
    notes: list[Paragraph] = field(default_factory=list)
    prose: list[Paragraph] = field(default_factory=list)
    unknown: list[Field] = field(default_factory=list)
    text: str = ""

    @property
    def tells_figures(self) -> bool:
        """Whether it has a label or a heading that only entries have: what tells it from a chapter of the rules."""
        return bool(self.fields) or self.header.says_something

    def move(self, to_source: Callable[[Span], Span]) -> None:
        """Puts all spans where ``to_source`` says."""
        self.span = to_source(self.span)
        self.fields = {key: replace(each, span=to_source(each.span)) for key, each in self.fields.items()}
        self.repeated = [replace(each, span=to_source(each.span)) for each in self.repeated]
        self.unknown = [replace(each, span=to_source(each.span)) for each in self.unknown]
        self.notes = [replace(each, span=to_source(each.span)) for each in self.notes]
        self.prose = [replace(each, span=to_source(each.span)) for each in self.prose]

    def value(self, key: str) -> str | None:
        found = self.fields.get(key)
        return found.value if found else None


def read_block(heading: str, lines: Sequence[Line], span: Span) -> Block:
    """Sorts the lines of an entry into labels and prose. Never fails: what has no label is prose."""
    block = Block(parse_header(heading), span)
    block.text = render_text([line for line in lines if not _says_common(line.text)])
    prose: list[Line] = []
    current: Field | None = None
    goes_on = in_stats = False  # the line before belongs to ``current``; it was a label line
    for line in _split_lines(lines):
        if line.is_blank:
            prose.append(line)
            goes_on = in_stats = False
            continue
        found = parse_label_line(line.text)
        if found is not None:
            current = _add(block, found, line.span)
            prose.append(Line("", line.span))
            goes_on = current.kind is LabelKind.PROSE or not current.value
            in_stats = True
        elif in_stats and (strange := unknown_label(line.text)):
            block.unknown.append(Field("", LabelKind.FIGURE, strange[0], strange[1], line.span))
            prose.append(Line("", line.span))
            goes_on = False
        elif current is not None and goes_on:
            current = _continue(block, current, line)
            goes_on = current.kind is LabelKind.PROSE
        else:
            prose.append(line)
            goes_on = False
    block.prose = join_paragraphs(prose)
    return block


def render_text(lines: Sequence[Line]) -> str:
    """The whole text of a block: its lines, paragraphs apart by one blank line."""
    pieces: list[str] = []
    for line in lines:
        if line.text or (pieces and pieces[-1]):
            pieces.append(line.text)
    return "\n".join(pieces).strip()


def _says_common(text: str) -> bool:
    """Whether a line says something of an ability or spell that is not part of its text."""
    found = parse_label_line(text) if text else None
    return found is not None and found.label.key in ("aliases", "parameters") and not found.note


def _split_lines(lines: Sequence[Line]) -> list[Line]:
    """Lines in which several labels follow each other become one line for each."""
    found = []
    for line in lines:
        label = parse_label_line(line.text)
        if label is not None and label.label.kind is not LabelKind.FIGURE:
            pieces = [line.text]
        else:
            pieces = split_labels(line.text, in_prose=label is None)
        found += [line] if pieces == [line.text] else [Line(piece, line.span) for piece in pieces]
    return found


def _add(block: Block, found: LabelLine, span: Span) -> Field:
    new = Field(found.label.key, found.label.kind, found.written, found.value, span, found.note)
    if new.key == "note":
        block.notes.append(Paragraph(new.value, span))
    elif new.key in block.fields or new.key == "option":
        block.repeated.append(new)
    else:
        block.fields[new.key] = new
    return new


def _continue(block: Block, current: Field, line: Line) -> Field:
    """The field with one line more of its value."""
    value = f"{current.value} {line.text}".strip()
    grown = Field(
        current.key, current.kind, current.written, value, Span(current.span.start, line.span.end), current.note
    )
    if current.key == "note":
        block.notes[-1] = Paragraph(value, grown.span)
    elif block.fields.get(current.key) is current:
        block.fields[current.key] = grown
    else:
        block.repeated = [grown if each is current else each for each in block.repeated]
    return grown
