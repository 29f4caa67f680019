"""What stands before the lists of a faction: its starting place and Wealth, and the rules of its race."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from orderbook.rulebook.importing.labels import holds_labels, unknown_label
from orderbook.rulebook.importing.lines import Line, Paragraph, join_paragraphs, plain, split_sentences
from orderbook.rulebook.importing.numbers import Amount, parse_amounts, parse_count
from orderbook.rulebook.importing.remarks import Remark, RemarkKind
from orderbook.rulebook.importing.words import fold_label, load_words
from orderbook.rulebook.plurals import pluralise
from orderbook.text.fold import fold
from orderbook.text.source import Span

_NAMED = re.compile(r"(?:[-*\u2022]\s+)?([A-Za-z][\w' &-]{1,40}?)\s*:\s*(?!//)(\S.*)", re.DOTALL)
_MOST_WORDS = 5
_LONGEST_SENTENCE = 1500
_LONGEST_SHOWN = 100
_PACKAGE = re.compile(
    r".*?\b(?:begins|starts|comes) with (?P<list>.+)|.*?\b(?:contains?|includes?|holds?|already has) (?P<list2>.+)",
    re.DOTALL,
)
_OWN_WORD = re.compile(r"\b(?:first|starting|initial)\s+(?P<word>[A-Z][\w-]+)")
_CLAIMED = re.compile(
    r"\b(?:claim|found|begin|start|place|stand|settle)\w*\b.*?\b(?:in|anywhere|on)\b(?P<where>.*)", re.DOTALL
)
_BUT = re.compile(r"\b(?:but|except|other than|save|not)\b", re.IGNORECASE)
_WITH = re.compile(r"\b(?:with|have|has|receives?|gets?|own)\s+(?P<amounts>[0-9].*)", re.DOTALL)
_PLAYER = re.compile(r"\b(?!The |Each |All |Other |Every |Any )([A-Z][\w'-]+) players?\b")
_ITEM = re.compile(
    r"(?:(?P<n>an?|the|[0-9]{1,4}|one|two|three|four|five|six|seven|eight|nine|ten)\s+)?(?P<name>.+)", re.IGNORECASE
)


@dataclass
class Preamble:
    """``package`` are the structures the Starting Dungeon comes with, as written, with their number.

    ``declared`` holds what was said outright by a label (``Also called: ...``), as text by key; ``notes`` is what
    else stands there as rules; ``story`` spans what stands before the rules.
    """

    dungeon_word: str = ""
    layers: list[str] = field(default_factory=list)
    package: list[tuple[str, int, Span]] = field(default_factory=list)
    opening: list[Amount] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    players: list[str] = field(default_factory=list)
    declared: dict[str, tuple[str, Span]] = field(default_factory=dict)
    story: Span | None = None
    remarks: list[Remark] = field(default_factory=list)

    @property
    def dungeon_words(self) -> frozenset[str]:
        word = self.dungeon_word.lower()
        return frozenset({word, f"{word}s", f"{word}es", pluralise(word)} if word else ())


def read_preamble(lines: Sequence[Line], title: str) -> Preamble:
    """Reads the lines before the first list. What comes before the first ``Name: text`` is a story and no rule."""
    found = Preamble()
    paragraphs = join_paragraphs(_apart(lines))
    paragraphs = [each for each in paragraphs if fold_label(each.text) != fold_label(title)]
    named = [_named(paragraph) for paragraph in paragraphs]
    first = next((index for index, each in enumerate(named) if each), len(paragraphs))
    if first:
        found.story = Span(paragraphs[0].span.start, paragraphs[first - 1].span.end)
    for paragraph, pair in zip(paragraphs[first:], named[first:], strict=True):
        if pair is None:
            found.notes.append(paragraph.text)
            continue
        name, text = pair
        key = _faction_key(name)
        if key == "start":
            _add_note(found, name, _read_start(found, text, paragraph.span))
        elif key == "opening":
            _add_note(found, name, _read_opening(found, text, paragraph))
        elif key == "package":
            found.package += [(each, number, paragraph.span) for each, number in _read_package(text.strip(" ."))]
        elif key == "note":
            found.notes.append(text)
        elif key:
            found.declared.setdefault(key, (text, paragraph.span))
        else:
            found.notes.append(paragraph.text)
        found.players += _PLAYER.findall(fold(paragraph.text))
    return found


def add_list_notes(found: Preamble, lines: Sequence[Line]) -> None:
    """What stands in a list outside its entries is a note of the faction; labels there belong to no entry."""
    for line in lines:
        if holds_labels(line.text):
            shown = line.text if len(line.text) <= _LONGEST_SHOWN else f"{line.text[:_LONGEST_SHOWN]} ..."
            message = f'"{shown}" belongs to no entry: no heading stands on a line before it'
            found.remarks.append(Remark(RemarkKind.UNREAD, message, line.span, key="label", written=line.text))
    for paragraph in join_paragraphs(lines):
        if not is_poster(paragraph.text):
            pair = _named(paragraph)
            found.notes.append(pair[1] if pair and _faction_key(pair[0]) == "note" else paragraph.text)


def _apart(lines: Sequence[Line]) -> list[Line]:
    """Lines in which each ``Name: text`` begins a paragraph of its own; names of posters in brackets are gone."""
    found: list[Line] = []
    for line in lines:
        if is_poster(line.text):
            continue
        if (
            line.text
            and (pair := _NAMED.fullmatch(fold(line.text)))
            and (_faction_key(pair[1]) or unknown_label(line.text))
        ):
            found.append(Line("", line.span))
        found.append(line)
    return found


def introduces_faction(lines: Iterable[Line]) -> bool:
    """Whether lines tell with what a faction begins."""
    return any(
        (pair := _named(Paragraph(line.text, line.span))) is not None and _faction_key(pair[0]) in ("start", "opening")
        for line in lines
        if ":" in line.text
    )


def is_poster(text: str) -> bool:
    """``[Steerpike]``: the name of who posted it."""
    return text.startswith("[") and text.endswith("]") and "[" not in text[1:]


def _named(paragraph: Paragraph) -> tuple[str, str] | None:
    """Name and text of a paragraph such as ``Sadism: Derro take delight in ...``."""
    match = _NAMED.fullmatch(fold(paragraph.text))
    if match is None or len(match[1].split()) > _MOST_WORDS or not (match[1][0].isupper() or _faction_key(match[1])):
        return None
    return match[1].strip(), paragraph.text[match.start(2) :].strip()


def _faction_key(name: str) -> str:
    """What the name of a paragraph means, ``""`` for a rule of the race. ``Starting Warren`` is ``start``."""
    labels = load_words().faction_labels
    folded = fold_label(name)
    if folded in labels:
        return labels[folded]
    words = folded.split()
    if len(words) == 2 and words[0] == "starting":
        return "start"
    from rapidfuzz.distance import OSA

    close = {key for form, key in labels.items() if len(form) >= 8 and OSA.distance(folded, form, score_cutoff=2) <= 2}
    return close.pop() if len(close) == 1 else ""


def _add_note(found: Preamble, name: str, left: list[str]) -> None:
    if left:
        found.notes.append(f"{name}: {' '.join(left)}")


def _read_start(found: Preamble, text: str, span: Span) -> list[str]:
    """Takes the package, the word for a Dungeon and the layers; gives back the sentences that tell other things."""
    left = []
    for sentence in split_sentences(text):
        folded = fold(sentence)
        if len(folded) > _LONGEST_SENTENCE:
            left.append(sentence)
            continue
        if not found.dungeon_word and (word := _OWN_WORD.search(folded)):
            found.dungeon_word = word["word"]
        package = _PACKAGE.fullmatch(folded)
        if package and not found.package:
            listed = (package["list"] or package["list2"]).strip(" .")
            found.package = [(name, number, span) for name, number in _read_package(listed)]
            continue
        claimed = _CLAIMED.search(folded)
        layers = _read_layers(claimed["where"]) if claimed else []
        if layers and not found.layers:
            found.layers = layers
            continue
        left.append(sentence)
    if found.dungeon_word.lower() in load_words().values["dungeon_words"]:
        found.dungeon_word = ""
    return left


def _read_package(text: str) -> list[tuple[str, int]]:
    items = []
    for part in re.split(r",\s*and\s+|,\s*|\s+and\s+", text):
        match = _ITEM.fullmatch(part.strip())
        if match and part.strip():
            items.append((match["name"].strip(), parse_count(match["n"]) or 1 if match["n"] else 1))
    return items


def _read_layers(where: str) -> list[str]:
    """The layers a text allows; ``anywhere but the Surface`` is all the others."""
    known = load_words().values["layers"]
    allowed, _, barred = where.partition(match[0]) if (match := _BUT.search(where)) else (where, "", "")
    named = [layer for layer in known if layer.lower() in allowed.lower()]
    if named:
        return named
    excluded = {layer for layer in known if layer.lower() in barred.lower()}
    return [layer for layer in known if layer not in excluded] if excluded else []


def _read_opening(found: Preamble, text: str, paragraph: Paragraph) -> list[str]:
    """Takes the Wealth to begin with; gives back the sentences that tell other things."""
    left = []
    whole = parse_amounts(plain(text).rstrip("."))
    if whole:
        found.opening = whole
        return []
    for sentence in split_sentences(text):
        match = _WITH.search(fold(sentence))
        amounts = parse_amounts(match["amounts"].strip().rstrip(".")) if match else None
        if amounts and not found.opening:
            found.opening = amounts
        else:
            left.append(sentence)
    if not found.opening:
        message = "the Wealth the faction begins with could not be read"
        found.remarks.append(Remark(RemarkKind.UNREAD, message, paragraph.span, key="opening", written=paragraph.text))
    return left
