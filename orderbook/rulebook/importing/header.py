"""The heading of an entry: its name, and what brackets behind it say (``Rat Pit (Limit 5, counts as Pit Trap)``)."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from orderbook.rulebook.importing.lines import plain
from orderbook.rulebook.importing.numbers import parse_count
from orderbook.rulebook.importing.words import load_words
from orderbook.rulebook.model import UNLIMITED

_LAST_BRACKET = re.compile(r"^(?P<name>.*\S)\s*[(\[{](?P<inside>[^()\[\]{}]*)[)\]}]?\s*$", re.DOTALL)
_DASH_PART = re.compile(r"^(?P<name>.+?)\s+-+\s+(?P<inside>[^-]+)$")
_ONE_PER = re.compile(r"(\w+) (?:only )?per (?:dungeon|outpost|site|warren)s?", re.IGNORECASE)
_MOST_BRACKETS = 4


@dataclass
class Header:
    """``requires`` and ``replaces`` as written, ``limit`` a number or ``UNLIMITED``.

    ``others`` are brackets of another meaning, ``corrected`` pairs what was misspelt with what it was read as.
    """

    name: str
    requires: list[str] = field(default_factory=list)
    replaces: list[str] = field(default_factory=list)
    limit: int | str | None = None
    counts_as: str | None = None
    summoned: bool = False
    others: list[str] = field(default_factory=list)
    corrected: list[tuple[str, str]] = field(default_factory=list)

    @property
    def says_something(self) -> bool:
        return bool(self.requires or self.replaces or self.limit is not None or self.counts_as or self.summoned)


def parse_header(text: str) -> Header:
    """The heading of an entry. A bracket that is none of the known ones stays with the name."""
    name = plain(text)
    header = Header(name)
    for _ in range(_MOST_BRACKETS):
        bracket = _LAST_BRACKET.match(header.name)
        match = bracket or _DASH_PART.match(header.name)
        if match is None:
            break
        if not _read_bracket(header, match["inside"]):
            if bracket and bracket["inside"].strip():
                header.others.append(bracket["inside"].strip())
            break
        header.name = match["name"].rstrip(" -,:")
    header.name = header.name.strip(" :;,") or name
    return header


def split_name(text: str) -> tuple[str, str]:
    """A name and what stands in the last bracket behind it (``""``): ``Derro (created by Ann)``."""
    name = plain(text)
    match = _LAST_BRACKET.match(name)
    return (match["name"].strip(), match["inside"].strip()) if match else (name, "")


def _read_bracket(header: Header, inside: str) -> bool:
    """Whether all parts of a bracket are known; what a ``requires`` begins goes on to the next known word."""
    found = Header(header.name)
    open_list = False
    for part in re.split(r"[,;]", inside):
        part = part.strip()
        if not part:
            continue
        key, rest, correction = _keyword(part)
        if correction:
            found.corrected.append(correction)
        if key == "requires":
            open_list = True
            if rest:
                found.requires.append(rest)
        elif key == "unlimited":
            found.limit, open_list = UNLIMITED, False
        elif key == "limit" and (number := parse_count(rest)):
            found.limit, open_list = number, False
        elif key == "replaces" and rest:
            found.replaces.append(rest)
            open_list = False
        elif not key and (per := _ONE_PER.fullmatch(part)):
            found.limit, open_list = parse_count(per[1]), False
        elif key == "counts_as" and rest:
            found.counts_as, open_list = rest, False
        elif key == "summoned" and not rest:
            found.summoned, open_list = True, False
        elif open_list:
            found.requires.append(part)
        else:
            return False
    if not found.says_something:
        return False
    header.requires = found.requires + header.requires
    header.replaces = found.replaces + header.replaces
    header.limit = found.limit if header.limit is None else header.limit
    header.counts_as = header.counts_as or found.counts_as
    header.summoned = header.summoned or found.summoned
    header.corrected += found.corrected
    return True


def _keyword(part: str) -> tuple[str, str, tuple[str, str] | None]:
    """The meaning of a part's first words, what stands behind them, and a correction where they are misspelt."""
    lower = part.lower()
    forms = sorted(
        ((form, key) for key, forms in load_words().brackets.items() for form in forms),
        key=lambda item: (-len(item[0]), item[0]),
    )
    for form, key in forms:
        if lower == form or (lower.startswith(form) and not lower[len(form)].isalnum()):
            return key, part[len(form) :].strip(" :=-"), None
    from rapidfuzz.distance import OSA

    for form, key in forms:
        length = len(form.split())
        words = part.split()
        head = " ".join(words[:length]).rstrip(":=")
        if len(form) >= 5 and head and OSA.distance(head.lower(), form, score_cutoff=1) <= 1:
            return key, " ".join(words[length:]).strip(" :=-"), (head, form)
    return "", "", None
