"""Data files that ship beside the code: grammars and templates.

In a wheel they lie under ``orderbook/_data``; in a checkout, and so in an editable installation, in folders at
the top, where a person looks for them.
"""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

KINDS = ("grammars", "templates")


class MissingResource(Exception):
    """A file that should have come with orderbook is not there; ``str(error)`` says which and what to do."""


@lru_cache(maxsize=len(KINDS))
def resource_folder(kind: str) -> Traversable:
    """The folder that holds all files of one kind: ``grammars`` or ``templates``."""
    packed = files("orderbook") / "_data" / kind
    if packed.is_dir():
        return packed
    checkout = Path(__file__).resolve().parents[2] / kind
    if kind in KINDS and checkout.is_dir():
        return checkout
    raise MissingResource(f"the {kind} of orderbook are missing; install it again from a wheel or a full checkout")


def read_resource(kind: str, name: str) -> str:
    """The text of one file; ``name`` may name folders on the way, with slashes: ``underdeep/post.j2``.

    Line ends are the file's own. Raises ``MissingResource`` for a name that is not there, or that points outside.
    """
    parts = name.split("/")
    if any(part in ("", ".", "..") or "\\" in part for part in parts):
        raise MissingResource(f"{name!r} is no name of a file among the {kind}")
    place = resource_folder(kind)
    for part in parts:
        place = place / part
    if not place.is_file():
        raise MissingResource(f"there is no {name} among the {kind} of orderbook")
    return place.read_bytes().decode("utf-8")
