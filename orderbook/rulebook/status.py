"""Where each rule of a game is applied: by which function, by which check, in which data, or by whom it is decided.

A folder of rules holds a folder ``status`` with a file for each chapter, named like the chapter's: a table for each
rule. Beside them stand ``waits.toml`` (what rules may wait for), ``questions.toml`` (what the game master is asked)
and ``settings.toml`` (where a setting takes effect). Data that breaks the form raises ``RuleDataError``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import field
from functools import lru_cache
from pathlib import Path
from typing import Any

from orderbook.rulebook.faults import RuleDataError
from orderbook.rulebook.rules import load_chapters, load_rules, read_ambiguities
from orderbook.text import toml
from orderbook.text.records import record

STATUS_FOLDER = "status"
WAITS_FILE, QUESTIONS_FILE, SETTINGS_FILE = "waits.toml", "questions.toml", "settings.toml"

KINDS = ("applied", "checked", "asked", "held", "waiting")
"""How a rule may stand; several may hold at once."""

ONLY_WAITING = "only waiting"


@record
class RuleStatus:
    """How one rule stands today.

    ``applied``: functions that act by it, by dotted name. ``checked``: checks that hold a post against it. ``asked``:
    questions by which the game master decides it. ``held``: where its figures are kept, ``file / entry / key``.
    ``waiting``: what has to be built before it, or the rest of it, can be applied. ``note``: what is wanting.
    """

    applied: tuple[str, ...] = ()
    checked: tuple[str, ...] = ()
    asked: tuple[str, ...] = ()
    held: tuple[str, ...] = ()
    waiting: tuple[str, ...] = ()
    note: str = ""

    @property
    def kinds(self) -> tuple[str, ...]:
        """Which of ``KINDS`` hold."""
        return tuple(kind for kind in KINDS if getattr(self, kind))

    @property
    def only_waits(self) -> bool:
        """Whether nothing is done about the rule yet but to keep figures for it."""
        return bool(self.waiting) and not (self.applied or self.checked or self.asked)


@record
class Trust:
    """The statuses of a game's rules in the rulebook's order, and of its settings; ``waits``, ``questions`` by name.

    ``chapters`` are titles with the ids of their rules.
    """

    statuses: Mapping[str, RuleStatus] = field(default_factory=dict)
    settings: Mapping[str, RuleStatus] = field(default_factory=dict)
    waits: Mapping[str, str] = field(default_factory=dict)
    questions: Mapping[str, str] = field(default_factory=dict)
    chapters: tuple[tuple[str, tuple[str, ...]], ...] = ()

    def count(self, rules: Iterable[str] | None = None) -> dict[str, int]:
        """Rules of each kind, of all or of some, and under ``only waiting`` those that nothing is done about yet."""
        statuses = [self.statuses[rule] for rule in (self.statuses if rules is None else rules)]
        counts = Counter(kind for status in statuses for kind in status.kinds)
        return {**{kind: counts[kind] for kind in KINDS}, ONLY_WAITING: sum(status.only_waits for status in statuses)}


@lru_cache(maxsize=8)
def load_trust(folder: Path) -> Trust:
    """The statuses of all rules in a folder of rules. Raises ``RuleDataError``, also for a rule without a status."""
    where = folder / STATUS_FOLDER
    waits = _read_texts(where / WAITS_FILE, "waits")
    questions = {
        **_read_texts(where / QUESTIONS_FILE, "questions"),
        **_read_texts(where / QUESTIONS_FILE, "occasions", is_needed=False),
    }
    statuses: dict[str, RuleStatus] = {}
    chapters = load_chapters(folder)
    contents: list[tuple[str, tuple[str, ...]]] = []
    for chapter in chapters:
        own = _read_statuses(where / chapter.file)
        statuses.update(own)
        contents.append((chapter.title, tuple(own)))
    _check_files(where, {chapter.file for chapter in chapters})
    ids = [rule.id for rule in load_rules(folder)]
    _check_complete(ids, statuses)
    settings = _read_statuses(where / SETTINGS_FILE)
    for name in settings:
        if name not in (ambiguity.name for ambiguity in read_ambiguities(folder)):
            raise RuleDataError(f"{SETTINGS_FILE}: there is no setting {name!r}")
    trust = Trust({rule_id: statuses[rule_id] for rule_id in ids}, settings, waits, questions, tuple(contents))
    _check_words(trust)
    return trust


def _check_files(where: Path, known: set[str]) -> None:
    strays = sorted({path.name for path in where.glob("*.toml")} - known - {WAITS_FILE, QUESTIONS_FILE, SETTINGS_FILE})
    if strays:
        raise RuleDataError(f"{STATUS_FOLDER}/{strays[0]}: no chapter has that name, so its statuses would not be read")


def _check_complete(ids: Iterable[str], statuses: Mapping[str, RuleStatus]) -> None:
    wanted = set(ids)
    if missing := sorted(wanted - set(statuses)):
        raise RuleDataError(f"{STATUS_FOLDER}: {missing[0]} has no status, and {len(missing) - 1} others have none")
    if unknown := sorted(set(statuses) - wanted):
        raise RuleDataError(f"{STATUS_FOLDER}: there is no rule {unknown[0]}")


def _check_words(trust: Trust) -> None:
    """Every reason to wait and every question is known, and none is there for nothing."""
    for key, known, file in (("waiting", trust.waits, WAITS_FILE), ("asked", trust.questions, QUESTIONS_FILE)):
        used: set[str] = set()
        for rule_id, status in {**trust.statuses, **trust.settings}.items():
            used.update(getattr(status, key))
            for word in getattr(status, key):
                if word not in known:
                    raise RuleDataError(f"{STATUS_FOLDER}: {rule_id}: {key} names {word!r}, which {file} does not have")
        if idle := sorted(set(known) - used):
            raise RuleDataError(f"{STATUS_FOLDER}/{file}: nothing names {idle[0]!r}")


def _read_statuses(path: Path) -> dict[str, RuleStatus]:
    return {name: _parse_status(table, f"{STATUS_FOLDER}/{path.name}: {name}") for name, table in _read(path).items()}


def _parse_status(table: Any, where: str) -> RuleStatus:
    if not isinstance(table, Mapping):
        raise RuleDataError(f"{where}: expected a table such as [{where.rpartition(' ')[2]}]")
    for key in table:
        if key not in (*KINDS, "note"):
            raise RuleDataError(f"{where}: unknown key {key!r}; known are {', '.join((*KINDS, 'note'))}")
    note = table.get("note", "")
    if not isinstance(note, str):
        raise RuleDataError(f"{where}: 'note' must be a text")
    lists = {kind: _parse_list(table[kind], f"{where}: {kind!r}") for kind in KINDS if kind in table}
    if not lists:
        raise RuleDataError(f"{where}: says neither {' nor '.join(KINDS)}")
    return RuleStatus(**lists, note=note)


def _parse_list(value: Any, where: str) -> tuple[str, ...]:
    if not isinstance(value, list) or not value or not all(isinstance(item, str) and item for item in value):
        raise RuleDataError(f"{where} must be a list of texts that is not empty")
    if len(set(value)) != len(value):
        raise RuleDataError(f"{where} names something twice")
    return tuple(value)


def _read_texts(path: Path, table: str, *, is_needed: bool = True) -> dict[str, str]:
    """A table of a file: names and what they stand for."""
    texts = _read(path).get(table, None if is_needed else {})
    if not isinstance(texts, Mapping) or not all(isinstance(text, str) and text for text in texts.values()):
        raise RuleDataError(f"{STATUS_FOLDER}/{path.name}: expected a table [{table}] of texts")
    return dict(texts)


def _read(path: Path) -> dict[str, Any]:
    try:
        return toml.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise RuleDataError(f"{STATUS_FOLDER}/{path.name}: cannot be read: {error.strerror or error}") from error
    except (toml.TOMLDecodeError, UnicodeDecodeError) as error:
        raise RuleDataError(f"{STATUS_FOLDER}/{path.name}: no valid TOML: {error}") from error
