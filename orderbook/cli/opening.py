"""Reading the opening Wealth as people type it: ``Gold 750, Metal 150``, ``750g 150m``, ``Gold: 1,250``."""

from __future__ import annotations

from collections.abc import Iterator

from orderbook.books.bundle import USUAL_ORDER, Bundle
from orderbook.text.tokens import Kind, Tok, Vocabulary, tokenise

EXAMPLE = "Gold 750, Metal 150, Food 100"

_SHORT = {name[0].lower(): name for name in USUAL_ORDER}
_NAMES = {name.lower(): name for name in USUAL_ORDER} | {"gp": "Gold", "body": "Bodies", "soul": "Souls"}
_WORDS = Vocabulary(_NAMES, _SHORT, {})
_LONGEST_NAME = 30
_FILLERS = frozenset({"and", "of", "wealth", "opening", "total"})
_SIGNS = frozenset("|&")
_SEPARATORS = frozenset(Kind) - {Kind.NUM, Kind.BADNUM, Kind.RES, Kind.LABEL, Kind.WORD, Kind.OTHER, Kind.TIMES}


class BadOpening(ValueError):
    """The text is no Wealth; ``str(error)`` says what about it, and how to write one."""


def parse_opening(text: str) -> Bundle:
    """Amounts with a resource each, in either order, with or without separators. Raises ``BadOpening``."""
    parts = list(_read_parts(tokenise(text, _WORDS)))
    if not parts:
        raise BadOpening(f'no amounts in it; write "{EXAMPLE}"')
    if len(parts) % 2:
        raise BadOpening(f'an amount or a resource is missing in "{text.strip()}"; write "{EXAMPLE}"')
    amounts: dict[str, int] = {}
    for first, second in zip(parts[::2], parts[1::2], strict=True):
        resource, amount = (first, second) if isinstance(first, str) else (second, first)
        if not isinstance(resource, str) or not isinstance(amount, int):
            raise BadOpening(f'"{first} {second}" is not an amount and its resource; write "{EXAMPLE}"')
        if resource in amounts:
            raise BadOpening(f"{resource} stands there twice")
        amounts[resource] = amount
    return Bundle(amounts)


def _read_parts(tokens: list[Tok]) -> Iterator[str | int]:
    """Resource names and amounts in the order of the text. Words in a row are one name: ``Black Powder``."""
    words: list[str] = []
    for before, token in zip([None, *tokens], tokens, strict=False):
        if token.kind is Kind.WORD and _known(token) is None:
            words += [token.text] if token.text.lower() not in _FILLERS else []
            continue
        if words:
            yield _name_further(words)
            words = []
        if token.kind is Kind.NUM and token.value is not None:
            yield -token.value if before is not None and before.kind is Kind.MINUS else token.value
        elif token.kind is Kind.BADNUM:
            likely = f"; {token.value} may be meant" if token.value is not None else ""
            raise BadOpening(f'"{token.text}" is no whole number{likely}')
        elif (resource := _known(token)) is not None:
            yield resource
        elif token.kind not in _SEPARATORS and token.text not in _SIGNS:
            raise BadOpening(f'"{token.text}" is not understood; write "{EXAMPLE}"')
    if words:
        yield _name_further(words)


def _known(token: Tok) -> str | None:
    """The usual resource a word stands for."""
    word = token.text.lower()
    return token.resource or _NAMES.get(word) or _SHORT.get(word)


def _name_further(words: list[str]) -> str:
    """A resource beyond the usual ones, such as Slaves. Whatever looks like a misspelt one is refused."""
    from rapidfuzz.distance import OSA

    name = " ".join(words)
    near = [usual for known, usual in _NAMES.items() if len(known) > 3 and OSA.distance(name.lower(), known) == 1]
    if near:
        raise BadOpening(f'"{name}" is no resource; did you mean {near[0]}?')
    if len(name) > _LONGEST_NAME or not all(word.isalpha() for word in words):
        raise BadOpening(f'"{name}" is no resource; write "{EXAMPLE}"')
    return " ".join(word.capitalize() for word in words)
