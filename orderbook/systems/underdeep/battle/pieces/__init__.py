"""The registry of pieces: every module in the folders here names its ``PIECE`` or ``PIECES``, found by name.

A new piece is one new file; nothing else has to be touched.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Iterator
from functools import lru_cache
from importlib import import_module

from orderbook.rulebook.model import ability_stems
from orderbook.systems.underdeep.battle.piece import Parameter, Piece, parse_ability


@lru_cache(maxsize=1)
def all_pieces() -> tuple[Piece, ...]:
    """Every piece, by name. Raises ``ValueError`` for two that answer to the same name."""
    pieces = tuple(sorted(_walk(), key=lambda piece: piece.name))
    _index(pieces)
    return pieces


def _walk() -> Iterator[Piece]:
    for folder in sorted(each.name for each in pkgutil.iter_modules(__path__) if each.ispkg):
        package = import_module(f"{__name__}.{folder}")
        for module in sorted(each.name for each in pkgutil.iter_modules(package.__path__)):
            found = import_module(f"{package.__name__}.{module}")
            yield from getattr(found, "PIECES", ()) or (found.PIECE,)


def _index(pieces: tuple[Piece, ...]) -> dict[tuple[str, ...], Piece]:
    index: dict[tuple[str, ...], Piece] = {}
    for piece in pieces:
        for name in (piece.name, *piece.aliases):
            if index.setdefault(ability_stems(name), piece) is not piece:
                raise ValueError(f"{name} is the name of two pieces: {piece.name}, {index[ability_stems(name)].name}")
    return index


@lru_cache(maxsize=1)
def _by_stems() -> dict[tuple[str, ...], Piece]:
    return _index(all_pieces())


def find_piece(stems: tuple[str, ...]) -> Piece | None:
    """The piece that answers to a name, given as its stems."""
    return _by_stems().get(stems)


@lru_cache(maxsize=1024)
def find_written(written: str) -> tuple[Piece, Parameter] | None:
    """The piece and the parameter of an ability as an entry writes it, or ``None`` if no piece has that name."""
    stems, parameter = parse_ability(written)
    piece = find_piece(stems)
    return None if piece is None else (piece, parameter)


@lru_cache(maxsize=256)
def find_specials(faction: str, unit: str) -> tuple[Piece, ...]:
    """What a unit has because of its faction, beside its entry."""
    return tuple(p for p in all_pieces() if faction in p.factions and (not p.units or unit in p.units))
