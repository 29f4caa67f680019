"""Words in sentences: names of things that are nowhere, and names that are misspelt.

Only what looks like the name of an entry is judged. A sentence may speak of anything, and a lint that stumbles over
every word it does not know is soon left unread.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from orderbook.findings.model import CheckDoc, Severity
from orderbook.rulebook.indexes import entry_forms, race_words
from orderbook.rulebook.linting.material import Flaw, Material
from orderbook.rulebook.linting.study import is_remark
from orderbook.rulebook.model import Faction
from orderbook.rulebook.names import fold_name
from orderbook.rulebook.plurals import pluralise

UNDEFINED = CheckDoc(
    name="rule-word-undefined",
    severity=Severity.INFO,
    summary="A sentence names a structure or unit that is nowhere.",
    why="Whether there is such a thing, and what it is, then has to be asked of the game master.",
    rules=(),
    failing="It may not enter a place with a Dark Shrine.  (There is a Dragon Shrine, but no Dark Shrine.)",
    passing="It may not enter a place with a Dragon Shrine.",
)
MISSPELT = CheckDoc(
    name="rule-word-misspelt",
    severity=Severity.INFO,
    summary="The name of a faction or an entry is misspelt in a sentence.",
    why="Players understand it all the same, but it does not look well.",
    rules=(),
    failing="The Sucucbus gains 1 Soul.",
    passing="The Succubus gains 1 Soul.",
)
DOCS = (UNDEFINED, MISSPELT)

_PHRASE = re.compile(r"[A-Z][\w'-]*(?: (?:of (?:the )?|the )?[A-Z][\w'-]*)*")
_JOINT = re.compile(r"^(?:,| or| and|, or|, and)? (?:an? |the )?$")
_SENTENCE_START = re.compile(r"(?:^|[.!?:;\"(]\s*)$")
_LONG_WORD = re.compile(r"\b[A-Z][a-z]{5,}\b")
_OWN = re.compile(r"'s?$")
_SHORTEST = 6
_LONG = 8
_LONGEST = 4000


class Vocabulary:
    """All words of names, and the last words of names of two or more, with their plurals."""

    def __init__(self, factions: Iterable[Faction], abilities: Iterable[str]) -> None:
        self.words: set[str] = set()
        self.heads: set[str] = set()
        self.names: set[str] = set()
        for faction in factions:
            names = (faction.name, *faction.aliases, faction.dungeon_word, pluralise(faction.dungeon_word))
            self.words.update(word for name in names for word in _words(name))
            race = race_words(faction)
            for entry in faction.entries:
                for form in entry_forms(entry):
                    parts = fold_name(form).split()
                    self.words.update(parts)
                    self.names.add(" ".join(parts))
                    self.names.add(" ".join(part for part in parts if part not in race))
                    if len(parts) > 1:
                        self.heads.add(_head(parts))
        self.words.update(word for ability in abilities for word in _words(ability))
        self._likely: dict[str, str | None] = {}

    def likely_word(self, word: str) -> str | None:
        """The one known word of which this is a slip: two letters swapped, or, if it is long, one letter wrong.

        Beginning and end must be right: other endings make other words.
        """
        if word not in self._likely:
            found = [other for other in self.words if _is_slip(word, other)]
            self._likely[word] = found[0] if len(found) == 1 else None
        return self._likely[word]


def _is_slip(word: str, other: str) -> bool:
    if len(other) < _SHORTEST or abs(len(word) - len(other)) > 1 or (word[0], word[-1]) != (other[0], other[-1]):
        return False
    from rapidfuzz.distance import OSA

    most = 2 if sorted(word) == sorted(other) else 1 if len(word) >= _LONG and word[-3:] == other[-3:] else 0
    return most > 0 and OSA.distance(word, other, score_cutoff=most) <= most


def lint_words(material: Material, vocabulary: Vocabulary) -> Iterator[Flaw]:
    """Both, in the sentences of every entry and of the faction itself; slips in descriptions too."""
    for written in (material.head, *material.entries):
        entry = "" if written is material.head else written.name
        rules = [text for text in written.prose if len(text) <= _LONGEST and not is_remark(text)]
        for phrase in dict.fromkeys(phrase for text in rules for phrase in _find_strangers(text, vocabulary)):
            message = (
                f"{written.name}: {phrase} is spoken of, and nothing is called so; add an entry, or say what it is"
            )
            yield Flaw(UNDEFINED.name, entry, message, "notes", phrase)
        texts = [*rules, *(text for text in written.story if len(text) <= _LONGEST)]
        for word, better in dict.fromkeys(slip for text in texts for slip in _find_slips(text, vocabulary)):
            message = f"{written.name}: {word} looks like a slip; did you mean {better}?"
            yield Flaw(MISSPELT.name, entry, message, "notes", word, better=better)


def _head(parts: list[str]) -> str:
    """The word that says what sort of thing is named: the cave in Cave of Chaos, the mine in Kobold Mine."""
    return parts[parts.index("of") - 1] if "of" in parts[1:] else parts[-1]


def _words(text: str) -> set[str]:
    return set(fold_name(text).split())


def _find_strangers(paragraph: str, vocabulary: Vocabulary) -> Iterator[str]:
    """Phrases that end as names do and hold a word no name has; and what is joined to them by "or" or "and"."""
    end, was_strange = 0, False
    for match in _PHRASE.finditer(paragraph):
        phrase = _OWN.sub("", match[0])
        parts = fold_name(phrase).split()
        joined = was_strange and _JOINT.match(paragraph[end : match.start()]) is not None
        end, was_strange = match.end(), False
        if len(parts) < 2 or _SENTENCE_START.search(paragraph[: match.start()][-3:]):
            continue
        is_new = any(part not in vocabulary.words for part in parts)
        if fold_name(phrase) in vocabulary.names or ("of" in parts and not is_new):
            continue
        if _head(parts) in vocabulary.heads or joined:
            was_strange = True
            yield phrase


def _find_slips(paragraph: str, vocabulary: Vocabulary) -> Iterator[tuple[str, str]]:
    for match in _LONG_WORD.finditer(paragraph):
        word = match[0].lower()
        better = vocabulary.likely_word(word) if word not in vocabulary.words else None
        if better:
            yield match[0], better.capitalize()
