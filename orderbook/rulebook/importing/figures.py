"""Figures of an entry: attacks and the like, construction times, lists of abilities."""

from __future__ import annotations

import re
from dataclasses import dataclass

from orderbook.rulebook.importing.lines import clean, plain
from orderbook.rulebook.importing.numbers import MOST, parse_count
from orderbook.rulebook.importing.words import load_words

_WHOLE = re.compile(r"[+-]?[0-9]{1,12}")
_ROLLED = re.compile(r"\s*\((roll[^()]*)\)", re.IGNORECASE)
_TYPED = re.compile(r"([+-]?[0-9]{1,12})\s*(?:\(\s*([A-Za-z][\w -]*?)\s*\)|([A-Z][a-z]+))(?:\s+[Dd]amage)?")
_BONUS_TO = re.compile(r"([+-][0-9]{1,6})\s+to\s+(?:the\s+)?(.+?)(?:'s)?(?:\s+(?:defence|defense))?", re.IGNORECASE)
_WEEKS = re.compile(r"(.+?)\s*(?:weeks?|wks?|turns?)\b(?:\(s\))?(.*)", re.IGNORECASE)
_ROLL_ONCE = re.compile(r"(?:and\s+)?roll\s+([0-9]*d[0-9]+)\s*([^()]*?)\s*(\(.*\))", re.IGNORECASE)
_ABILITY = re.compile(
    r"[A-Z][\w'-]*(?: (?:of |the |and )?[A-Z][\w'-]*){0,3}"
    r"(?P<value> [+-]?[0-9]{1,4}| \([^()]*\)| \[[^\[\]]*\])?"
)
_MOST_WEEKS = 1000


@dataclass(frozen=True, slots=True)
class FigureText:
    """A figure, a whole number or text, what was said in brackets of when to roll it, and what was odd in it."""

    value: int | str
    roll: str = ""
    odd: str = ""


def parse_figure(key: str, text: str) -> FigureText | None:
    """The figure behind a label; ``None`` where nothing stands there.

    Text stays text (``3+1d12``, ``N/A``, a sentence), a damage type stands in brackets behind the number.
    """
    written = clean(text)
    folded = plain(text)
    roll = "; ".join(match[1] for match in _ROLLED.finditer(folded))
    folded = _ROLLED.sub("", folded).strip()
    bare = folded.rstrip(".").strip() if folded != "." else ""
    if not bare:
        return None
    if _WHOLE.fullmatch(bare) and abs(int(bare)) <= MOST:
        return FigureText(int(bare), roll)
    if bare.lower() in load_words().values["not_applicable"]:
        return FigureText("N/A", roll)
    if match := _TYPED.fullmatch(bare):
        odd = "" if match[2] and bare.endswith(")") else f'"{bare}" was read as "{match[1]} ({match[2] or match[3]})"'
        number = int(match[1])
        return FigureText(f"{number} ({match[2] or match[3]})", roll, odd)
    if key == "defence" and (match := _BONUS_TO.fullmatch(bare)):
        return FigureText(f"{match[1]} to {match[2]}", roll)
    return FigureText(bare if len(bare.split()) <= 3 else written, roll)


def parse_weeks(text: str) -> tuple[int, str] | None:
    """A construction time in weeks and what else stands behind it; ``None`` where it is none."""
    bare = plain(text).strip(" .")
    if bare.lower() in load_words().values["at_once"]:
        return 0, ""
    match = _WEEKS.fullmatch(bare)
    figure, rest = (match[1], match[2].strip(" .,;")) if match else (bare, "")
    if not re.fullmatch(r"[0-9]{1,4}|[A-Za-z]+", figure.strip()):
        return None
    number = parse_count(figure)
    if number is None or number > _MOST_WEEKS or (not match and not figure.strip().isdigit()):
        return None
    return number, rest


def split_list(text: str) -> list[str]:
    """The parts of a list: at its semicolons if it has any outside brackets, else at its commas; a last "and" goes."""
    written = clean(text)
    for separator in (";", ","):
        parts = _split_outside(written, separator)
        if len(parts) > 1 or separator == ",":
            break
    parts = [part.strip() for part in parts]
    if separator == "," and len(parts) > 1:
        parts[-1] = re.sub(r"^and\s+", "", parts[-1])
    return [part for part in parts if part]


def split_names(text: str) -> list[str]:
    """Names apart by commas, or by semicolons if one of them holds a comma; ``none`` is no name."""
    if plain(text).lower().rstrip(".") in load_words().values["nothing"]:
        return []
    return split_list(text)


def parse_abilities(text: str) -> list[str]:
    """A unit's abilities in the form they are written in; values in brackets may hold commas of their own."""
    written = clean(text)
    parts = split_list(written[:-1] if written.endswith(".") else written)
    return [_tidy_ability(part) for part in parts]


def leading_abilities(text: str) -> tuple[list[str], str]:
    """The abilities that the text of a structure begins with, and the prose behind them.

    The field is mostly prose there: only if all of its first sentence is names, one of them with a value behind it
    or none but single words, they are abilities.
    """
    written = clean(text)
    head, stop, rest = written.partition(". ")
    parts = split_list(head.rstrip("."))
    matches = [_ABILITY.fullmatch(part) for part in parts]
    if not parts or not all(matches):
        return [], written
    if not any(match["value"] for match in matches if match) and (stop or any(" " in part for part in parts)):
        return [], written
    return [_tidy_ability(part) for part in parts], rest.strip()


def _tidy_ability(part: str) -> str:
    rolled = _ROLL_ONCE.fullmatch(part)
    return f"Roll {rolled[1]} {rolled[3]}" if rolled else part


def _split_outside(text: str, separator: str) -> list[str]:
    """Parts at a separator that stands in no bracket; an unclosed bracket counts as none."""
    parts, depth, start = [], 0, 0
    closable = text.count(")") + text.count("]")
    for index, sign in enumerate(text):
        if sign in "([":
            depth += 1
        elif sign in ")]":
            depth, closable = max(0, depth - 1), closable - 1
        elif sign == separator and (not depth or not closable):
            parts.append(text[start:index])
            start = index + 1
    return [*parts, text[start:]]
