"""Cases of checks as data: a short right post, one thing spoilt in it, and what has to be said about that.

A file holds the tabs all its cases share, then the cases. Keys of a case, besides ``what`` it is about:

- ``right`` stands in the shared post, ``wrong`` takes its place (in ``tab``, where it stands more than once), or
  ``fine``, which is right, too; both may be lists of as many pieces. A case without them is about its whole post,
  which is right if it names no check.
- ``check`` is the one finding due, on the first line of ``wrong`` unless ``line`` gives another; ``severity`` is an
  error where nothing is said; ``at`` is the text marked, ``stated``, ``computed``, ``rule`` and ``says`` (a part of
  the message) are compared where given. More than one finding due stand in ``finds``, with the same keys.
- ``fix``: true where the corrected post is the right one; else what it has in the place of ``wrong``. Without it
  ``fix`` changes nothing.
- ``tabs``, ``previous``, ``opening``, ``first_turn``, ``week``, ``faction`` and ``options`` add to those of the file;
  ``previous`` may be false, and is of the week before where ``previous_week`` gives no other.
"""

import tomllib
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from orderbook.books.bundle import Bundle
from orderbook.findings.model import Finding, Severity
from orderbook.findings.report import Report
from orderbook.rulebook.options import parse_options
from orderbook.systems import find_system
from orderbook.systems.system import CheckRequest
from orderbook.text.source import SourceText
from support.posts import write_post

FOLDER = Path(__file__).parents[1] / "cases" / "underdeep"
WEALTH = "Gold: 900\nMetal: 200\nFood: 300\nBodies: 60\nSouls: 40"
"""Shown where a case is not about Wealth, so that no resource is missing there."""

_SHARED = ("faction", "tabs", "previous", "previous_week", "opening", "first_turn", "week", "options")
_FINDING = ("check", "line", "severity", "at", "stated", "computed", "rule", "says")


@dataclass(frozen=True)
class Due:
    """A finding that has to be there; what is None is not compared."""

    check: str
    line: str
    severity: str = "error"
    at: str | None = None
    stated: str | None = None
    computed: str | None = None
    rule: str | None = None
    says: str = ""

    def differs(self, finding: Finding, post: str) -> list[str]:
        """What about a finding is not as it has to be."""
        source = SourceText(post)
        line = source.quote(source.line_span(source.line_of(finding.span.start))).strip()
        pairs = {
            "check": (finding.check, self.check),
            "severity": (finding.severity.value, self.severity),
            "line": (line, self.line.strip()),
            "at": (source.quote(finding.span), self.at),
            "stated": (finding.stated, self.stated),
            "computed": (finding.computed, self.computed),
            "rule": (finding.rule, self.rule),
        }
        found = [f"{name}: {is_!r}, not {due!r}" for name, (is_, due) in pairs.items() if due not in (None, is_)]
        return found if self.says in finding.message else [*found, f"says: {finding.message!r}"]


@dataclass(frozen=True)
class CheckCase:
    """A case with what its file shares. ``right`` and ``wrong`` are whole posts; ``wrong`` may be as right."""

    what: str
    tabs: dict[str, str]
    finds: tuple[Due, ...] = ()
    right_parts: tuple[str, ...] = ()
    wrong_parts: tuple[str, ...] = ()
    tab: str | None = None
    fix: bool | str | list[str] = False
    faction: str | None = None
    previous: dict[str, str] | None = None
    opening: dict[str, int] | None = None
    first_turn: bool = False
    week: int = 5
    previous_week: int | None = None
    options: list[str] = field(default_factory=list)

    @cached_property
    def right(self) -> str:
        return write_post({"Wealth": WEALTH} | self.tabs, self.week)

    @property
    def is_changed(self) -> bool:
        return bool(self.right_parts)

    @cached_property
    def wrong(self) -> str:
        return self._with(self.wrong_parts)

    @cached_property
    def fixed(self) -> str:
        """What ``fix`` has to make of the wrong post."""
        if not isinstance(self.fix, bool):
            return self._with(_as_parts(self.fix))
        return self.right if self.fix else self.wrong

    def _with(self, new_parts: tuple[str, ...]) -> str:
        tabs = {"Wealth": WEALTH} | self.tabs
        text = f"\n{tabs[self.tab]}\n" if self.tab is not None else self.right
        for old, new in zip(self.right_parts, new_parts, strict=True):
            assert text.count(old) == 1, f"{self.what}: {old!r} stands {text.count(old)} times in {self.tab or 'it'}"
            text = text.replace(old, new)
        return text if self.tab is None else write_post(tabs | {self.tab: text}, self.week)

    def request(self, post: str) -> CheckRequest:
        """The post with everything that is known beside it."""
        return CheckRequest(
            SourceText(post),
            previous=None if self.previous is None else SourceText(self._write_previous()),
            opening=None if self.opening is None else Bundle(self.opening),
            faction=self.faction,
            first_turn=self.first_turn,
            options=parse_options(self.options, find_system("underdeep").ambiguities()),
        )

    def _write_previous(self) -> str:
        return write_post(self.previous or {}, self.previous_week or self.week - 1)

    def check(self, post: str) -> Report:
        return find_system("underdeep").check(self.request(post))

    def corrected(self, post: str) -> str:
        return find_system("underdeep").fix(self.request(post))


def told(report: Report) -> list[Finding]:
    """Errors and warnings."""
    return [finding for finding in report.findings if finding.severity is not Severity.INFO]


def load_cases(path: Path) -> list[CheckCase]:
    """The cases of a file."""
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    shared = {key: data.pop(key) for key in _SHARED if key in data}
    cases = data.pop("case")
    assert not data, f"{path.name}: {list(data)}"
    return [_read_case(dict(case), shared) for case in cases]


def _read_case(case: dict[str, Any], shared: dict[str, Any]) -> CheckCase:
    known = {key: case.pop(key) for key in _SHARED if key in case}
    context = shared | known
    for key in ("tabs", "previous"):
        if known.get(key) is False:
            context[key] = None
        elif key in shared and key in known:
            context[key] = shared[key] | known[key]
    what = case.pop("what")
    right, wrong, fine = (case.pop(key, None) for key in ("right", "wrong", "fine"))
    right_parts, wrong_parts = _as_parts(right), _as_parts(fine if wrong is None else wrong)
    finds = list(case.pop("finds", []))
    if "check" in case:
        finds.append({key: case.pop(key) for key in _FINDING if key in case})
    line = next(iter((wrong_parts or ("",))[0].strip().splitlines()), "")
    due = tuple(Due(**{"line": line, **find}) for find in finds)
    fixed, tab = case.pop("fix", False), case.pop("tab", None)
    assert not case, f"{what}: {list(case)}"
    assert len(right_parts) == len(wrong_parts) and (wrong is None or fine is None), what
    assert not (due and fine is not None) and (due or wrong is None), what
    return CheckCase(what, finds=due, right_parts=right_parts, wrong_parts=wrong_parts, tab=tab, fix=fixed, **context)


def _as_parts(given: str | list[str] | None) -> tuple[str, ...]:
    return () if given is None else (given,) if isinstance(given, str) else tuple(given)
