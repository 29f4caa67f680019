"""Label lines, as in ``Cost: 5 Gold``: the label as it was meant, and the text behind it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, lru_cache

from orderbook.rulebook.importing.words import Label, LabelKind, fold_label, load_words
from orderbook.text.fold import fold

_LABEL_LINE = re.compile(
    r"\s*[-*\u2022]?\s*([A-Za-z][A-Za-z' -]{1,40}?)\s*(\([^():]{0,40}\)\s*)?[:=]\s*(?!//)(.*)", re.DOTALL
)
_AROUND = " ,;|/-*\u2022"
_SHORTEST_MISSPELT = 5
_LEAST_SIMILAR = 0.8
_LEAST_SIMILAR_UNCAPITALISED = 0.9
_MOST_SLIPS = 2


@dataclass(frozen=True, slots=True)
class LabelLine:
    """A line's label and value; ``written`` is the label as it stands there, ``note`` what was odd about it."""

    label: Label
    written: str
    value: str
    note: str = ""


def parse_label_line(text: str) -> LabelLine | None:
    """The label a line begins with, ``None`` for prose. A misspelt label is recognised, and its note says so."""
    folded = fold(text)
    match = _LABEL_LINE.match(folded)
    if match:
        written, value = match[1].strip(), text[match.start(3) :].strip()
        aside = f'"{match[2].strip()}" behind the label was not read' if match[2] else ""
        label = load_words().labels.get(fold_label(written)) or _resource_cost(written)
        if label is not None:
            return LabelLine(label, written, value, aside)
        likely = _likely_label(written, value[:1].isdigit())
        if likely is not None:
            form, label = likely
            return LabelLine(label, written, value, f'the label "{written}" was read as "{form}"')
        return None
    match = _without_colon().fullmatch(folded)
    if match and match[1][0].isupper():
        label = load_words().labels[fold_label(match[1])]
        return LabelLine(label, match[1], text[match.start(2) :].strip(), f'a colon was read behind "{match[1]}"')
    return None


def unknown_label(text: str) -> tuple[str, str] | None:
    """Label and value of a line that looks like a label line but has a label nobody knows."""
    match = _LABEL_LINE.match(fold(text))
    if not match or not match[3] or not match[1][0].isupper() or len(match[1].split()) > 3:
        return None
    return match[1].strip(), text[match.start(3) :].strip()


def holds_labels(text: str) -> bool:
    """Whether a line has a label with a figure behind it, at its beginning or within."""
    found = parse_label_line(text) if text else None
    if found is not None:
        return found.label.key != "note"
    return any(match[2] for match in _inner_label().finditer(fold(text)))


def split_labels(text: str, *, in_prose: bool = False) -> list[str]:
    """A line in which several labels follow each other, cut before each of them.

    In prose only a label with a capital, behind the end of a sentence and before a figure, begins a new piece.
    """
    folded = fold(text)
    first = None if in_prose else _LABEL_LINE.match(folded)
    cuts = [0]
    for match in _inner_label().finditer(folded, first.start(3) if first else 0):
        before = folded[: match.start()].strip(_AROUND)
        if before and in_prose and not (before[-1] in ".!?" and match[1][0].isupper() and match[2]):
            continue
        if before and match.start() > cuts[-1]:
            cuts.append(match.start())
        elif not before:
            cuts = [match.start()]
    if cuts == [0]:
        return [text]
    pieces = [text[start:end].strip(" ,;|/") for start, end in zip(cuts, [*cuts[1:], len(text)], strict=True)]
    if in_prose:  # what follows the prose is a line of labels, which may hold further ones
        starts = 0 if cuts[0] else 1
        pieces = [*pieces[:starts], *(part for piece in pieces[starts:] for part in split_labels(piece))]
    return [piece for piece in pieces if piece]


def _resource_cost(written: str) -> Label | None:
    """``Soul Cost``: a cost whose resource stands in the label."""
    words = fold_label(written).split()
    return Label("cost", LabelKind.FIGURE) if len(words) == 2 and words[1] in ("cost", "costs") else None


@lru_cache(maxsize=512)
def _likely_label(written: str, before_number: bool) -> tuple[str, Label] | None:
    """The label that is probably meant. One of four letters has so little to go by that a number must follow it."""
    folded = fold_label(written)
    shortest = _SHORTEST_MISSPELT - before_number
    if len(folded) < _SHORTEST_MISSPELT - 2 * before_number or len(folded.split()) > 3:
        return None
    least = _LEAST_SIMILAR if written[0].isupper() else _LEAST_SIMILAR_UNCAPITALISED
    from rapidfuzz.distance import OSA

    scored = []
    for form, label in load_words().labels.items():
        most = 1 if len(form) < _SHORTEST_MISSPELT else _MOST_SLIPS
        if len(form) < shortest or OSA.distance(folded, form, score_cutoff=most) > most:
            continue
        score = OSA.normalized_similarity(folded, form)
        if score >= least or (most == 1 and label.kind is LabelKind.FIGURE):
            scored.append((score, form, label))
    scored.sort(key=lambda item: (-item[0], item[1]))
    if not scored or any(label.key != scored[0][2].key and score == scored[0][0] for score, _, label in scored):
        return None
    return load_words().label_form(scored[0][2].key), scored[0][2]


def _figure_forms() -> str:
    forms = [form for form, label in load_words().labels.items() if label.kind is LabelKind.FIGURE]
    return "|".join(re.escape(form).replace(r"\ ", r"\s+") for form in sorted(forms, key=len, reverse=True))


@cache
def _inner_label() -> re.Pattern[str]:
    prose = [form for form, label in load_words().labels.items() if label.kind is LabelKind.PROSE and len(form) > 4]
    forms = "|".join([_figure_forms(), *(re.escape(form) for form in sorted(prose, key=len, reverse=True))])
    return re.compile(rf"(?<![\w'-])({forms})\s*:\s*([+-]?[0-9])?", re.IGNORECASE)


@cache
def _without_colon() -> re.Pattern[str]:
    return re.compile(rf"\s*({_figure_forms()})\s+([+-]?[0-9][\w +,()/-]{{0,40}})\s*", re.IGNORECASE)
