"""JSON in one form only, so that equal values are equal bytes and have one digest."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from hashlib import sha256
from typing import TypeAlias

Json: TypeAlias = "bool | int | str | list[Json] | dict[str, Json] | None"
"""What an event may hold. There are no floats: amounts are whole, and a fraction is written as text ("3/2")."""

_LONE_SURROGATE = re.compile("[\ud800-\udfff]")


class NotCanonical(ValueError):
    """A value that no event may hold, such as a float: a mistake of the program, never of a player."""


def to_json(value: object) -> Json:
    """A copy of the value in plain lists and dictionaries, keys sorted. Raises ``NotCanonical``."""
    if value is None or isinstance(value, (bool, str)):
        return str(value) if isinstance(value, str) else value
    if isinstance(value, int):
        return int(value)
    if isinstance(value, (list, tuple)):
        return [to_json(item) for item in value]
    if isinstance(value, Mapping):
        if not all(isinstance(key, str) for key in value):
            raise NotCanonical(f"the keys of {value!r} are not all texts")
        return {str(key): to_json(value[key]) for key in sorted(value)}
    raise NotCanonical(f"{value!r} is {type(value).__name__}: write amounts as whole numbers, fractions as text")


def canonical_json(value: object) -> str:
    """The one way to write a value: keys sorted, no spaces, no floats. Raises ``NotCanonical``."""
    text = json.dumps(to_json(value), sort_keys=True, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return _LONE_SURROGATE.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def parse_json(text: str) -> Json:
    """The value a text of canonical JSON stands for. Raises ``ValueError`` for anything else."""
    value: Json = json.loads(text, parse_float=_refuse, parse_constant=_refuse)
    return value


def _refuse(figure: str) -> Json:
    raise NotCanonical(f"{figure} is no whole number: write amounts as whole numbers, fractions as text")


def digest(data: bytes) -> str:
    """The name of a piece of data: its SHA-256 in hexadecimal."""
    return sha256(data).hexdigest()


def chain_hash(before: str, body: str) -> str:
    """The hash of a link: over that of the link before (empty for the first) and its own canonical JSON."""
    return sha256(f"{before}\n{body}".encode()).hexdigest()
