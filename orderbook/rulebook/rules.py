"""The rules of a game one by one, in our words, and the questions its rulebook leaves open.

A folder of rules holds ``chapters.toml`` (which file holds the ids of which prefix), one file per chapter and
``ambiguities.toml``. Data that does not fit the form raises ``RuleDataError``: it is our own, never a player's.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from orderbook.rulebook.faults import CHAPTERS_FILE, RuleDataError
from orderbook.text import toml
from orderbook.text.records import record

AMBIGUITIES_FILE = "ambiguities.toml"

KINDS = ("data", "format", "check", "resolve", "ruling")
NEEDS = ("post", "previous-post", "campaign", "map", "dice", "gm")


@record
class RuleText:
    """One rule. ``section`` is its heading in the rulebook, ``kind`` one of ``KINDS``.

    ``needs`` (of ``NEEDS``) says what must be at hand to apply it, ``open`` which ambiguities touch it.
    """

    id: str
    section: str
    text: str
    kind: str
    needs: tuple[str, ...]
    open: tuple[str, ...]


@record
class Choice:
    """One way to read an ambiguity; ``name`` is what a campaign writes into its settings."""

    name: str
    meaning: str


@record
class Ambiguity:
    """A question the rulebook leaves open. ``name`` is the campaign's setting, ``default`` its first choice."""

    id: str
    name: str
    question: str
    choices: tuple[Choice, ...]
    default: str
    rules: tuple[str, ...]


@record
class Chapter:
    """A file of rules and the beginnings of the ids it holds."""

    file: str
    title: str
    prefixes: tuple[str, ...]


def load_rules(folder: Path) -> tuple[RuleText, ...]:
    """All rules of the folder, chapter by chapter. Raises ``RuleDataError``."""
    chapters = load_chapters(folder)
    known = {CHAPTERS_FILE, AMBIGUITIES_FILE, *(chapter.file for chapter in chapters)}
    strays = sorted(path.name for path in folder.glob("*.toml") if path.name not in known)
    if strays:
        raise RuleDataError(f"{strays[0]}: {CHAPTERS_FILE} does not list this file, so its rules would not be found")
    return tuple(rule for chapter in chapters for rule in _load_chapter(folder, chapter))


def rule_text(folder: Path, rule_id: str) -> RuleText | None:
    """One rule, reading no more than the chapter that holds it; ``None`` for an unknown id."""
    chapter = _chapter_of(load_chapters(folder), rule_id)
    if chapter is None:
        return None
    return next((rule for rule in _load_chapter(folder, chapter) if rule.id == rule_id), None)


@lru_cache(maxsize=8)
def load_chapters(folder: Path) -> tuple[Chapter, ...]:
    """The table of contents, in the rulebook's order. Raises ``RuleDataError``."""
    path = folder / CHAPTERS_FILE
    chapters: list[Chapter] = []
    owner: dict[str, str] = {}
    for number, entry in enumerate(_read_entries(path, "chapter"), 1):
        where = f"{path.name}: chapter {number}"
        _check_keys(entry, Chapter, where)
        chapter = Chapter(_text(entry, "file", where), _text(entry, "title", where), _texts(entry, "prefixes", where))
        for prefix in chapter.prefixes:
            if prefix in owner:
                raise RuleDataError(f"{where}: the prefix {prefix} already belongs to {owner[prefix]}")
            owner[prefix] = chapter.file
        chapters.append(chapter)
    return tuple(chapters)


def load_ambiguities(folder: Path) -> tuple[Ambiguity, ...]:
    """All ambiguities of the folder, checked against its rules in both directions. Raises ``RuleDataError``."""
    ambiguities = read_ambiguities(folder)
    _check_links(load_rules(folder), ambiguities, AMBIGUITIES_FILE)
    return ambiguities


@lru_cache(maxsize=8)
def read_ambiguities(folder: Path) -> tuple[Ambiguity, ...]:
    """All ambiguities of the folder, reading no rules. Raises ``RuleDataError``."""
    path = folder / AMBIGUITIES_FILE
    ambiguities: list[Ambiguity] = []
    seen: set[str] = set()
    for number, entry in enumerate(_read_entries(path, "ambiguity"), 1):
        ambiguity = _parse_ambiguity(entry, f"{path.name}: {entry.get('id') or f'ambiguity {number}'}")
        for key in (ambiguity.id, ambiguity.name):
            if key in seen:
                raise RuleDataError(f"{path.name}: {key} stands there twice")
            seen.add(key)
        ambiguities.append(ambiguity)
    return tuple(ambiguities)


def _chapter_of(chapters: Iterable[Chapter], rule_id: str) -> Chapter | None:
    """The chapter with the longest prefix that ``rule_id`` begins with."""
    fitting = [(len(p), chapter) for chapter in chapters for p in chapter.prefixes if rule_id.startswith(p)]
    return max(fitting, key=lambda pair: pair[0])[1] if fitting else None


@lru_cache(maxsize=64)
def _load_chapter(folder: Path, chapter: Chapter) -> tuple[RuleText, ...]:
    path = folder / chapter.file
    rules: dict[str, RuleText] = {}
    for number, entry in enumerate(_read_entries(path, "rule"), 1):
        where = f"{path.name}: {entry.get('id') or f'rule {number}'}"
        rule = _parse_rule(entry, where)
        if rule.id in rules:
            raise RuleDataError(f"{where}: this id stands there twice")
        # An id in the wrong file would be listed, yet never found by rule_text.
        if _chapter_of(load_chapters(folder), rule.id) != chapter:
            raise RuleDataError(f"{where}: {CHAPTERS_FILE} does not give this id to {path.name}")
        rules[rule.id] = rule
    return tuple(rules.values())


def _parse_rule(entry: Mapping[str, Any], where: str) -> RuleText:
    _check_keys(entry, RuleText, where)
    rule = RuleText(
        id=_text(entry, "id", where),
        section=_text(entry, "section", where),
        text=_text(entry, "text", where),
        kind=_text(entry, "kind", where),
        needs=_texts(entry, "needs", where),
        open=_texts(entry, "open", where),
    )
    if rule.kind not in KINDS:
        raise RuleDataError(f"{where}: unknown kind {rule.kind!r}; a rule is one of {', '.join(KINDS)}")
    for need in [need for need in rule.needs if need not in NEEDS]:
        raise RuleDataError(f"{where}: unknown need {need!r}; known are {', '.join(NEEDS)}")
    return rule


def _parse_ambiguity(entry: Mapping[str, Any], where: str) -> Ambiguity:
    _check_keys(entry, Ambiguity, where)
    choices: list[Choice] = []
    for choice in _tables(entry, "choices", where):
        _check_keys(choice, Choice, f"{where}, choices")
        choices.append(Choice(_text(choice, "name", where), _text(choice, "meaning", where)))
    names = [choice.name for choice in choices]
    if len(names) < 2 or len(set(names)) != len(names):
        raise RuleDataError(f"{where}: an ambiguity has two or more choices of different names, here: {names}")
    default = _text(entry, "default", where)
    if default != names[0]:
        raise RuleDataError(f"{where}: the default {default!r} is not the first choice, {names[0]!r}")
    return Ambiguity(
        id=_text(entry, "id", where),
        name=_text(entry, "name", where),
        question=_text(entry, "question", where),
        choices=tuple(choices),
        default=default,
        rules=_texts(entry, "rules", where),
    )


def _check_links(rules: Iterable[RuleText], ambiguities: Iterable[Ambiguity], file: str) -> None:
    """A rule lists an ambiguity if, and only if, the ambiguity lists the rule."""
    opens = {rule.id: set(rule.open) for rule in rules}
    listed: dict[str, set[str]] = {}
    for ambiguity in ambiguities:
        for rule_id in ambiguity.rules:
            if rule_id not in opens:
                raise RuleDataError(f"{file}: {ambiguity.id} names the rule {rule_id}, which does not exist")
            listed.setdefault(rule_id, set()).add(ambiguity.id)
    for rule_id, numbers in opens.items():
        missing = numbers ^ listed.get(rule_id, set())
        if missing:
            raise RuleDataError(
                f"{file}: {rule_id} and {', '.join(sorted(missing))} do not name each other; "
                f"add the number to 'open' of the rule and the rule to 'rules' of the ambiguity, or remove both"
            )


def _read_entries(path: Path, table: str) -> list[Mapping[str, Any]]:
    """The ``[[table]]`` entries of a file that holds nothing else."""
    try:
        data = toml.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise RuleDataError(f"{path.name}: cannot be read: {error.strerror or error}") from error
    except (toml.TOMLDecodeError, UnicodeDecodeError) as error:
        raise RuleDataError(f"{path.name}: no valid TOML: {error}") from error
    unknown = sorted(set(data) - {table})
    if unknown:
        raise RuleDataError(f"{path.name}: unknown key {unknown[0]!r}; the file holds [[{table}]] entries only")
    return _tables(data, table, path.name)


def _check_keys(entry: Mapping[str, Any], form: type[Any], where: str) -> None:
    expected = form.__match_args__
    if entry.keys() == set(expected):
        return
    for key in entry:
        if key not in expected:
            raise RuleDataError(f"{where}: unknown key {key!r}; expected are {', '.join(expected)}")
    for key in expected:
        if key not in entry:
            raise RuleDataError(f"{where}: the key {key!r} is missing")


def _text(entry: Mapping[str, Any], key: str, where: str) -> str:
    value = entry[key]
    if not isinstance(value, str) or not value.strip():
        raise RuleDataError(f"{where}: {key!r} must be a text that is not empty")
    return value


def _texts(entry: Mapping[str, Any], key: str, where: str) -> tuple[str, ...]:
    value = entry[key]
    if not isinstance(value, list) or not all(isinstance(item, str) and item for item in value):
        raise RuleDataError(f"{where}: {key!r} must be a list of texts")
    if len(set(value)) != len(value):
        raise RuleDataError(f"{where}: {key!r} names something twice")
    return tuple(value)


def _tables(entry: Mapping[str, Any], key: str, where: str) -> list[Mapping[str, Any]]:
    value = entry.get(key, [])
    if not isinstance(value, list) or not value or not all(isinstance(item, dict) for item in value):
        raise RuleDataError(f"{where}: expected a list of [[{key}]] entries")
    return value
