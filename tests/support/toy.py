"""A toy system for the commands: ``BAD`` is an error to be written ``GOOD``, ``ODD`` a warning, ``CRASH`` a bug."""

import re

from orderbook.books.bundle import Bundle
from orderbook.findings.model import CheckDoc, Finding, Fix, Severity
from orderbook.findings.report import Coverage, LedgerTable, Report, build_report
from orderbook.rulebook.rules import Ambiguity, Choice, RuleText
from orderbook.rulebook.status import RuleStatus, Trust
from orderbook.systems.system import CheckRequest, RequestError, System
from orderbook.text.edits import Edit, apply_edits
from orderbook.text.source import Span

CHECKS = (
    CheckDoc(
        "line-sum",
        Severity.ERROR,
        "BAD stands in the post.",
        "BAD is bad.",
        ("TOY-1",),
        "BAD",
        "GOOD",
        ("previous", "map"),
    ),
    CheckDoc("wealth-odd", Severity.WARNING, "ODD stands in the post.", "It looks odd.", (), "ODD", "EVEN"),
)
RULES = (
    RuleText("TOY-1", "Words", "A post says GOOD where it might say BAD.", "check", ("post",), ()),
    RuleText("TOY-2", "Other words", "Anything goes.", "data", (), ("E1",)),
)
AMBIGUITIES = (
    Ambiguity(
        "E1", "spelling", "How is a colour spelt?",
        (Choice("with-u", "Colour."), Choice("without-u", "Color.")), "with-u", ("TOY-2",),
    ),
    Ambiguity(
        "B1", "shouting", "May a post be all in capitals?",
        (Choice("allowed", "It may."), Choice("refused", "It may not.")), "allowed", ("TOY-2",),
    ),
)  # fmt: skip
TRUST = Trust(
    {
        "TOY-1": RuleStatus(checked=("line-sum",)),
        "TOY-2": RuleStatus(
            ("support.toy.check", "support.toy.fix"), asked=("taste",), held=("toys.toml / Ball / colour",),
            waiting=("paint", "brushes"), note="Only the words are looked at.",
        ),
        "TOY-3": RuleStatus(held=("toys.toml / Ball / size",), waiting=("paint",)),
    },
    {"spelling": RuleStatus(("support.toy.fix",), ("line-sum",))},
    {"paint": "a pot of paint", "brushes": "two brushes"},
    {"taste": "Does it look nice?"},
    (("Words", ("TOY-1", "TOY-2")), ("Things", ("TOY-3",))),
)  # fmt: skip


def check(request: CheckRequest) -> Report:
    text = request.post.text
    if "CRASH" in text:
        raise ZeroDivisionError("a toy breaks\nover lines")
    if "DEEP" in text:
        raise RecursionError
    if request.faction == "Nobody":
        raise RequestError("there is no faction 'Nobody'; the factions are: Toys")
    findings = []
    for match in re.finditer("BAD|ODD", text):
        span = Span(*match.span())
        if match.group() == "BAD":
            fix = Fix("write GOOD", (Edit(*match.span(), "GOOD"),), safe="?" not in text[span.end : span.end + 1])
            findings.append(Finding("line-sum", Severity.ERROR, "BAD is bad.", span, "Toys", "TOY-1", fix=fix))
        else:
            findings.append(Finding("wealth-odd", Severity.WARNING, "ODD is odd.", span, "Toys"))
    notes = [f"{name}={value}" for name, value in _known(request).items() if value]
    ledger = LedgerTable(opening=request.opening, stated={"Gold": 5}, computed=request.opening or Bundle())
    lines = request.post.line_count
    return build_report(
        request.post, "underdeep", findings, faction=request.faction or "Toys", week=request.week, ledger=ledger,
        coverage=Coverage(lines, lines, 0, 0), notes=[*request.post.notes, *notes],
    )  # fmt: skip


def _known(request: CheckRequest) -> dict[str, object]:
    return {
        "previous": request.previous.text.strip() if request.previous else None,
        "first_turn": request.first_turn,
        "rules": [path.name for path in request.rules],
        "map": request.map.name if request.map else None,
        "options": request.options.settings,
    }


def fix(request: CheckRequest) -> str:
    edits = [edit for f in check(request).findings if f.fix and f.fix.safe for edit in f.fix.edits]
    return apply_edits(request.post.text, edits)


TOY = System(
    "toy", check, fix, lambda request: f"next: {request.post.text}\u2192", lambda: CHECKS, lambda: RULES,
    ambiguities=lambda: AMBIGUITIES, trust=lambda: TRUST,
)  # fmt: skip
