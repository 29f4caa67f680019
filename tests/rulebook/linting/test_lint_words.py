"""Which words are taken for a slip: few, for a lint that doubts ordinary words is soon left unread."""

from __future__ import annotations

import pytest

from orderbook.books.bundle import Bundle
from orderbook.rulebook.linting.words import Vocabulary
from orderbook.rulebook.model import Faction

VOCABULARY = Vocabulary(
    [Faction("Succubi", ("Succubus", "Dwarves", "Mouther", "Grottos", "Cleversmart"), Bundle(), (), (), ())],
    ["Skulking"],
)


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("sucucbus", "succubus"),
        ("sucucbi", "succubi"),
        ("ckeversmart", "cleversmart"),
        ("cleversmrat", "cleversmart"),
        ("dwarven", None),
        ("dwarfs", None),
        ("mother", None),
        ("mouthers", None),
        ("grottoes", None),
        ("sulking", None),
        ("skulkers", None),
        ("clever", None),
    ],
)
def test_slips(word: str, meant: str | None) -> None:
    assert VOCABULARY.likely_word(word) == meant
