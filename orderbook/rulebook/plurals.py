"""Plurals of the names in a rulebook: Mushroom Patches, Pits of Rats, Riflemen."""

from __future__ import annotations

import re

_ES = re.compile(r"(s|x|z|ch|sh)$", re.IGNORECASE)
_Y = re.compile(r"(?<=[^aeiou])y$", re.IGNORECASE)
_SAME = re.compile(r"\b(?:cavalry|infantry|militia|folk|undead)$", re.IGNORECASE)
_MAN = re.compile(r"(?<=\w)man$|\bman$", re.IGNORECASE)


def pluralise(name: str) -> str:
    """The plural of a singular name; what stands before "of" is what is counted (Cave of Chaos, Caves of Chaos).

    Irregular plurals, and names that are plural already, belong in the data (``plural``).
    """
    head, of, tail = name.partition(" of ")
    if _SAME.search(head):
        return name
    if _MAN.search(head):
        head = head[:-2] + "en"
    elif _Y.search(head):
        head = head[:-1] + "ies"
    elif _ES.search(head):
        head += "es"
    elif head:
        head += "s"
    return head + of + tail
