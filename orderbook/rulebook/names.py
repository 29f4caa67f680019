"""How a name in a post finds its entry: in another case, in the plural, without the race's name, or misspelt."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable
from enum import StrEnum
from functools import lru_cache
from typing import Generic, TypeVar

from orderbook.text.fold import fold
from orderbook.text.records import record

T = TypeVar("T")

SHORTEST_MISSPELT = 4
"""Letters a misspelt name must have: in fewer, one slip makes a name of anything."""

LEAST_SIMILAR = 0.72
LEAST_LEAD = 0.05
"""How similar (1 is equal) a guess must be at least, and by how much it must lead the next best."""

_SUGGESTED = 0.6
_WORD_SIMILAR = 0.5
_MOST_SUGGESTIONS = 3
_CACHE_SIZE = 4096

_PLURAL_SIGN = re.compile(r"\((?:e?s)\)")
_QUOTES = re.compile("['\"]")
_SIGNS = re.compile(r"[\W_]+")
_ARTICLE = re.compile(r"^(?:the|an?) (?=.)")


class Quality(StrEnum):
    """How sure a match is: equal but for form, one slip of a letter, or worse spoilt."""

    EXACT = "exact"
    SLIP = "slip"
    GUESS = "guess"


@record
class NameMatch(Generic[T]):
    """What a name in a post was found to mean.

    ``name`` is the rulebook's; ``suggestions``, for a name that was not exact, lists what may have been meant,
    likeliest first.
    """

    value: T
    name: str
    quality: Quality
    suggestions: tuple[str, ...] = ()


def fold_words(text: str) -> str:
    """Lower case words with single spaces: no accents, no signs, "&" as "and", no mark of a possible plural."""
    plain = fold(text)
    if not plain.isascii():
        plain = "".join(sign for sign in unicodedata.normalize("NFKD", plain) if not unicodedata.combining(sign))
        plain = fold(plain.casefold())
    plain = _PLURAL_SIGN.sub("", plain.casefold()).replace("&", " and ")
    return _SIGNS.sub(" ", _QUOTES.sub("", plain)).strip()


@lru_cache(maxsize=_CACHE_SIZE)
def fold_name(text: str) -> str:
    """What two spellings of one name have in common: ``fold_words`` without a leading article."""
    return _ARTICLE.sub("", fold_words(text))


def is_named(text: str, *names: str) -> bool:
    """Whether a text has one of the names in it, as whole words."""
    words = f" {fold_name(text)} "
    return any(f" {fold_name(name)} " in words for name in names)


class NameIndex(Generic[T]):
    """Names and what they stand for. Of all forms given for a value the first is its name in the rulebook.

    ``weak_forms`` count only where no form is equal to them; a form that stands for two values stands for neither.
    ``race_words`` may be added to a name or left out of it. ``decoys`` gives names of other things, which must
    never be taken for a misspelling; it is called when the first misspelt name turns up.
    """

    def __init__(
        self,
        forms: Iterable[tuple[str, T]],
        *,
        weak_forms: Iterable[tuple[str, T]] = (),
        race_words: Iterable[str] = (),
        decoys: Callable[[], Iterable[str]] = tuple,
    ) -> None:
        self._values: list[T] = []
        self._names: list[str] = []
        strong = self._number(forms)
        weak = self._number(weak_forms)
        self._forms: dict[str, int] = {form: key for form, key in strong.items() if key >= 0}
        self._weak: dict[str, int] = {form: key for form, key in weak.items() if key >= 0 and form not in strong}
        self._race_words = frozenset(fold_name(word) for word in race_words)
        self._read_decoys = decoys
        self._decoys: frozenset[str] | None = None
        self._known_words: frozenset[str] = frozenset()
        self._cache: dict[str, NameMatch[T] | None] = {}

    def _number(self, forms: Iterable[tuple[str, T]]) -> dict[str, int]:
        """Folded forms, each with the number of its value, or with -1 where it stands for several."""
        numbers: dict[str, int] = {}
        known = {id(value): number for number, value in enumerate(self._values)}
        kept = []  # an id means something only while its object lives
        for text, value in forms:
            number = known.get(id(value))
            if number is None:
                number = known[id(value)] = self._number_of(value, text)
                kept.append(value)
            form = fold_name(text)
            if form and numbers.setdefault(form, number) != number:
                numbers[form] = -1
        return numbers

    def _number_of(self, value: T, name: str) -> int:
        if value in self._values:
            return self._values.index(value)
        self._values.append(value)
        self._names.append(name)
        return len(self._values) - 1

    @property
    def forms(self) -> tuple[str, ...]:
        """All folded forms under which something is found without a slip."""
        return (*self._forms, *self._weak)

    def find(self, text: str) -> NameMatch[T] | None:
        """What ``text`` names, if that is plain enough; the bare name only, without a number or a note."""
        try:
            return self._cache[text]
        except KeyError:
            if len(self._cache) >= _CACHE_SIZE:
                self._cache.clear()
            match = self._cache[text] = self._find(fold_name(text))
            return match

    def find_exact(self, text: str) -> T | None:
        """What ``text`` names without any slip; quick, since nothing is compared letter by letter."""
        number = self._exact(fold_name(text))
        return None if number is None else self._values[number]

    def suggest(self, text: str) -> tuple[str, ...]:
        """Names of the rulebook that resemble ``text``, likeliest first, to be offered where nothing was found."""
        wanted = fold_name(text)
        if len(wanted) < SHORTEST_MISSPELT:
            return ()
        ranked = sorted(self._similar(wanted, _SUGGESTED).items(), key=lambda item: (-item[1], item[0]))
        return tuple(self._names[number] for number, _ in ranked[:_MOST_SUGGESTIONS])

    def _find(self, wanted: str) -> NameMatch[T] | None:
        number = self._exact(wanted)
        if number is not None:
            return NameMatch(self._values[number], self._names[number], Quality.EXACT)
        if len(wanted) < SHORTEST_MISSPELT or wanted in self._foreign():
            return None
        return self._find_slip(wanted) or self._find_guess(wanted)

    def _exact(self, wanted: str) -> int | None:
        number = self._forms.get(wanted)
        if number is None:
            number = self._weak.get(wanted)
        if number is None and self._race_words:
            bare = " ".join(word for word in wanted.split() if word not in self._race_words)
            number = self._forms.get(bare, self._weak.get(bare))
        return number

    def _foreign(self) -> frozenset[str]:
        if self._decoys is None:
            self._decoys = frozenset(map(fold_name, self._read_decoys()))
            names = (*self._forms, *self._weak, *self._decoys)
            self._known_words = frozenset(word for form in names for word in form.split())
        return self._decoys

    def _find_slip(self, wanted: str) -> NameMatch[T] | None:
        from rapidfuzz.distance import OSA

        found = {
            number
            for form, number in (*self._forms.items(), *self._weak.items())
            if OSA.distance(wanted, form, score_cutoff=1) == 1 and len(form) >= SHORTEST_MISSPELT
        }
        return self._inexact(found.pop(), Quality.SLIP, wanted) if len(found) == 1 else None

    def _find_guess(self, wanted: str) -> NameMatch[T] | None:
        similar = self._similar(wanted, LEAST_SIMILAR - LEAST_LEAD)
        ranked = sorted(similar.values(), reverse=True)
        if not ranked or ranked[0] < LEAST_SIMILAR or (len(ranked) > 1 and ranked[0] - ranked[1] < LEAST_LEAD):
            return None
        return self._inexact(max(similar, key=lambda number: similar[number]), Quality.GUESS, wanted)

    def _inexact(self, number: int, quality: Quality, wanted: str) -> NameMatch[T]:
        name = self._names[number]
        others = tuple(other for other in self.suggest(wanted) if other != name)
        return NameMatch(self._values[number], name, quality, (name, *others)[:_MOST_SUGGESTIONS])

    def _similar(self, wanted: str, least: float) -> dict[int, float]:
        """Values whose best form is at least so similar, each with that similarity."""
        from rapidfuzz.distance import OSA

        self._foreign()
        best: dict[int, float] = {}
        for form, number in (*self._forms.items(), *self._weak.items()):
            score = OSA.normalized_similarity(wanted, form, score_cutoff=least)
            if score > best.get(number, 0.0) and self._is_spoilt_form(wanted, form):
                best[number] = score
        return best

    def _is_spoilt_form(self, wanted: str, form: str) -> bool:
        """Whether each strange word of ``wanted`` can be a spoilt word of ``form``.

        As a whole "Improved Goblin Mine" is much like "Improved Kobold Mine"; but "goblin" is no spoilt "kobold",
        and "grove", a word of other names, is no spoilt "patch".
        """
        from rapidfuzz.distance import OSA

        left = form.split()
        strange = []
        for word in wanted.split():
            if word in left:
                left.remove(word)
            else:
                strange.append(word)
        if len(strange) > 1 and wanted.replace(" ", "") == form.replace(" ", ""):
            return True
        for word in strange:
            score, likest = max(((OSA.normalized_similarity(word, other), other) for other in left), default=(0.0, ""))
            if score < _WORD_SIMILAR or (word in self._known_words and not _is_shortened(word, likest)):
                return False
            left.remove(likest)
        return True


def _is_shortened(word: str, other: str) -> bool:
    """Whether two words begin alike, as "poison" and "poisonous" do."""
    length = min(len(word), len(other), 4)
    return length >= 3 and word[:length] == other[:length]
