"""Names of accounts and resources in the forms that other programs read, none of them given to two things."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable

from orderbook.books.accounts import Account

_HELD_AT_MOST = 24
"""Characters of a commodity in beancount."""

_WORDS_OF_BEANCOUNT = frozenset({"TRUE", "FALSE", "NULL"})


def name_accounts(accounts: Iterable[Account], rename: Callable[[str], str]) -> dict[Account, tuple[str, ...]]:
    """The renamed path of each account, root first. Accounts under one account stay under it."""
    paths: dict[tuple[str, ...], tuple[str, ...]] = {}
    taken: set[tuple[str, ...]] = set()
    named: dict[Account, tuple[str, ...]] = {}
    for account in accounts:
        whole = (account.root.value, *account.names)
        paths.setdefault(whole[:1], whole[:1])
        for depth in range(2, len(whole) + 1):
            if whole[:depth] not in paths:
                paths[whole[:depth]] = _find_free(paths[whole[: depth - 1]], rename(whole[depth - 1]), taken)
        named[account] = paths[whole]
    return named


def _find_free(parent: tuple[str, ...], name: str, taken: set[tuple[str, ...]]) -> tuple[str, ...]:
    path, number = (*parent, name), 1
    while _folded(path) in taken:
        number += 1
        path = (*parent, f"{name}-{number}")
    taken.add(_folded(path))
    return path


def _folded(path: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(part.casefold() for part in path)


def name_resources(resources: Iterable[str], rename: Callable[[str], str]) -> dict[str, str]:
    """The renamed form of each resource."""
    named: dict[str, str] = {}
    taken: set[str] = set()
    for resource in resources:
        form, number = rename(resource), 1
        while form.casefold() in taken:
            number += 1
            form = f"{rename(resource)[: _HELD_AT_MOST - 4]}-{number}"
        taken.add(form.casefold())
        named[resource] = form
    return named


def as_plain_word(name: str) -> str:
    """A part of an account in beancount: ASCII letters, figures and dashes, a capital or a figure first."""
    words = re.sub(r"[^A-Za-z0-9]+", "-", spell_in_ascii(name)).strip("-")
    return words[:1].upper() + words[1:] if words else "Unnamed"


def as_capitals(name: str) -> str:
    """A commodity in beancount: capitals, figures and dashes, a capital first, two characters or more."""
    form = re.sub(r"[^A-Z0-9]+", "-", spell_in_ascii(name).upper()).strip("-")
    if not form[:1].isalpha():
        form = f"X-{form}" if form else "X-UNNAMED"
    form = form[:_HELD_AT_MOST].rstrip("-")
    return f"{form}-X" if len(form) < 2 or form in _WORDS_OF_BEANCOUNT else form


def as_account_part(name: str) -> str:
    """A part of an account in hledger: letters, figures, single blanks and a few signs, a letter or figure first."""
    kept = "".join(char if char.isalnum() or char in "'-." else " " for char in name)
    return re.sub(r"^[^\w]+", "", " ".join(kept.split())) or "Unnamed"


def as_commodity(name: str) -> str:
    """A commodity in hledger, without the quotes that it wants where it is more than ASCII letters."""
    kept = "".join(char if char.isalnum() or char in " '-." else " " for char in name)
    return " ".join(kept.split()) or "Unnamed"


def spell_in_ascii(text: str) -> str:
    """Accents dropped, letters of other alphabets by their codes."""
    plain = unicodedata.normalize("NFKD", text)
    return "".join(
        char if char.isascii() else f" U{ord(char):X} " if char.isalnum() else " "
        for char in plain
        if not unicodedata.combining(char)
    )


def as_one_line(text: str, at_most: int = 200) -> str:
    """Text for a comment or a description: one line, only what can be printed, cut where it is long."""
    shown = "".join(char if char.isprintable() else " " for char in text)
    line = " ".join(shown.split())
    return line if len(line) <= at_most else line[: at_most - 3].rstrip() + "..."
