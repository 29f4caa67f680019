"""Reading the opening Wealth as people type it: ``Gold 750, Metal 150``, ``750g 150m``, ``Gold: 1,250``."""

from __future__ import annotations

from collections.abc import Iterator

from orderbook.books.bundle import USUAL_ORDER, Bundle
from orderbook.text.tokens import Kind, Tok, Vocabulary, tokenise

EXAMPLE = "Gold 750, Metal 150, Food 100"

_SHORT = {name[0].lower(): name for name in USUAL_ORDER}
_NAMES = {name.lower(): name for name in USUAL_ORDER} | {"gp": "Gold", "body": "Bodies", "soul": "Souls"}
_WORDS = Vocabulary(_NAMES, _SHORT, {})
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
    """Resource names and amounts in the order of the text."""
    for before, token in zip([None, *tokens], tokens, strict=False):
        if token.kind is Kind.NUM and token.value is not None:
            yield -token.value if before is not None and before.kind is Kind.MINUS else token.value
        elif token.kind is Kind.BADNUM:
            likely = f"; {token.value} may be meant" if token.value is not None else ""
            raise BadOpening(f'"{token.text}" is no whole number{likely}')
        elif token.kind in (Kind.RES, Kind.LABEL, Kind.WORD):
            yield from _read_word(token)
        elif token.kind not in _SEPARATORS and token.text not in _SIGNS:
            raise BadOpening(f'"{token.text}" is not understood; write "{EXAMPLE}"')


def _read_word(token: Tok) -> Iterator[str]:
    word = token.text.lower()
    resource = token.resource or _NAMES.get(word) or _SHORT.get(word)
    if resource is not None:
        yield resource
    elif word not in _FILLERS:
        raise BadOpening(f'"{token.text}" is no resource; the resources are {", ".join(USUAL_ORDER)}')
