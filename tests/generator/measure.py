"""Runs the checker over generated cases in one process and says what it missed and what it made up.

python -m tests.generator.measure --count 88 --seed 1 [--style tables] [--clean] [--check order-tab] [--list]
"""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from orderbook.books.bundle import Bundle
from orderbook.findings.model import Severity
from orderbook.findings.report import Report
from orderbook.systems import find_system
from orderbook.systems.system import CheckRequest, RequestError
from orderbook.text.source import SourceText, decode_source

from .case import Case, NoCase, make_case
from .styles import STYLES


@dataclass(frozen=True)
class Told:
    """A report of the checker that counts: an error or a warning, and its line."""

    check: str
    severity: Severity
    line: int
    message: str


@dataclass
class Outcome:
    """What the checker made of a case. ``missed`` are names of checks, ``ledger`` says what differs."""

    case: Case
    found: list[str] = field(default_factory=list)
    missed: list[tuple[str, list[int]]] = field(default_factory=list)
    false: list[Told] = field(default_factory=list)
    ledger: list[str] = field(default_factory=list)
    refused: str = ""

    @property
    def is_perfect(self) -> bool:
        return not (self.missed or self.false or self.ledger or self.refused)


def make_request(case: Case) -> CheckRequest:
    """The options of the case as a request."""
    args = list(case.truth["args"])
    options = dict(pairwise(args))
    opening = options.get("--opening")
    return CheckRequest(
        post=decode_source(case.post, "post.txt"),
        previous=None if case.previous is None else decode_source(case.previous, "previous.txt"),
        opening=None if opening is None else _parse_opening(opening),
        faction=options.get("--faction"),
        week=int(options["--week"]) if "--week" in options else None,
        first_turn="--first-turn" in args,
    )


def _parse_opening(text: str) -> Bundle:
    return Bundle((part.split()[0], int(part.split()[1])) for part in text.split(", "))


def measure(case: Case) -> Outcome:
    """Lets the checker read the case and compares."""
    outcome, request = Outcome(case), make_request(case)
    try:
        report = find_system("underdeep").check(request)
    except RequestError as error:
        outcome.refused = str(error)
        outcome.missed = [(entry["check"], entry["lines"]) for entry in case.truth["expected"]]
        return outcome
    expected = case.truth["expected"]
    pairs = _pair(told := _tell(report, request.post), expected)
    for number, one in enumerate(told):
        if number not in pairs:
            if not _is_allowed(one, case.truth["allowed"]):
                outcome.false.append(one)
        elif not expected[pairs[number]]["optional"]:
            outcome.found.append(one.check)
    for number, entry in enumerate(expected):
        if number not in pairs.values() and not entry["optional"]:
            outcome.missed.append((entry["check"], entry["lines"]))
    if case.truth["ledger"] is not None:
        outcome.ledger = _compare_ledgers(case.truth["ledger"], report)
    return outcome


def _tell(report: Report, post: SourceText) -> list[Told]:
    return [
        Told(finding.check, finding.severity, post.line_of(finding.span.start), finding.message)
        for finding in report.findings
        if finding.severity is not Severity.INFO
    ]


def _pair(told: Sequence[Told], expected: Sequence[dict[str, Any]]) -> dict[int, int]:
    """A largest pairing of reports with what is due, by number."""
    owner: dict[int, int] = {}

    def seek(number: int, seen: set[int]) -> bool:
        for goal, entry in enumerate(expected):
            if goal in seen or not _answers(told[number], entry):
                continue
            seen.add(goal)
            if goal not in owner or seek(owner[goal], seen):
                owner[goal] = number
                return True
        return False

    for number in range(len(told)):
        seek(number, set())
    return {number: goal for goal, number in owner.items()}


def _answers(told: Told, entry: dict[str, Any]) -> bool:
    names = (entry["check"], *entry.get("also", ()))
    return told.check in names and (not entry["lines"] or told.line in entry["lines"])


def _is_allowed(told: Told, allowed: Sequence[Any]) -> bool:
    """A bare name excuses no error; a name with lines excuses anything on them."""
    for rule in allowed:
        if isinstance(rule, str):
            if rule == told.check and told.severity is not Severity.ERROR:
                return True
        elif rule["check"] == told.check and told.line in rule["lines"]:
            return True
    return False


def _compare_ledgers(truth: Mapping[str, Any], report: Report) -> list[str]:
    if report.ledger is None:
        return ["no ledger"]
    differences = []
    for name, found in report.ledger.rows():
        right = None if truth[name] is None else {key: int(value) for key, value in truth[name].items() if int(value)}
        given = None if found is None else {key: value for key, value in found.items() if value}
        if right != given:
            differences.append(f"{name}: {given} instead of {right}")
    return differences


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=88)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--style", choices=list(STYLES))
    parser.add_argument("--mode", choices=["previous", "first", "opening", "none"])
    parser.add_argument("--clean", action="store_true")
    parser.add_argument("--check", action="append", default=[])
    parser.add_argument("--list", action="store_true", help="every miss and false alarm with its line")
    args = parser.parse_args()
    names = list(STYLES)
    styles: dict[str, Counter[str]] = defaultdict(Counter)
    checks: dict[str, Counter[str]] = defaultdict(Counter)
    for number in range(args.count):
        style = args.style or names[number % len(names)]
        seed = args.seed + number
        try:
            case = make_case(seed, style=style, clean=True if args.clean else None, checks=args.check, mode=args.mode)
        except NoCase as error:
            print(error)
            continue
        outcome = measure(case)
        styles[style]["cases"] += 1
        styles[style]["perfect"] += outcome.is_perfect
        styles[style]["found"] += len(outcome.found)
        styles[style]["missed"] += len(outcome.missed)
        styles[style]["false"] += len(outcome.false)
        styles[style]["ledger"] += bool(outcome.ledger or outcome.refused)
        for check, _ in outcome.missed:
            checks[check]["missed"] += 1
        for told in outcome.false:
            checks[told.check]["false"] += 1
        if args.list:
            _list(seed, style, outcome)
    _print_table(styles)
    print("checks:", {name: dict(counts) for name, counts in sorted(checks.items())})


def _list(seed: int, style: str, outcome: Outcome) -> None:
    lines = [line.rstrip("\r") for line in outcome.case.text.split("\n")]
    where = f"{seed} {style} {outcome.case.truth['mode']}"
    if outcome.refused:
        print(f"{where}: REFUSED {outcome.refused}")
    for check, numbers in outcome.missed:
        print(f"{where}: MISSED {check} {numbers[:12]} {lines[numbers[0] - 1][:90] if numbers else ''}")
    for told in outcome.false:
        print(f"{where}: FALSE {told.check} {told.line} {lines[told.line - 1][:90]!r} -- {told.message[:150]}")
    for difference in outcome.ledger:
        print(f"{where}: LEDGER {difference}")


def _print_table(styles: Mapping[str, Counter[str]]) -> None:
    columns = ("cases", "perfect", "found", "missed", "false", "ledger")
    print(f"{'style':15}" + "".join(f"{column:>9}" for column in columns))
    for name, counts in [*sorted(styles.items()), ("all", sum(styles.values(), Counter[str]()))]:
        print(f"{name:15}" + "".join(f"{counts[column]:>9}" for column in columns))


if __name__ == "__main__":
    main()
