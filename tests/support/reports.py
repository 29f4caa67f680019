"""Reports made by hand, for the formats to print."""

from orderbook.books.bundle import Bundle
from orderbook.findings.formats.reference import Reference
from orderbook.findings.model import CheckDoc, Finding, Fix, Severity
from orderbook.findings.report import Coverage, LedgerTable, Report, build_report
from orderbook.text.edits import Edit
from orderbook.text.source import SourceText, Span

RULES = {
    "T-PRO-1": "A mine yields up to the amount of its entry in a week; a patch always yields the same.",
    "T-WEA-2": "Each resource of the Wealth is what there was, plus what came in, less what went out.",
    "T-UPK-3": "Every unit in Armies is paid for, but for leaders and this week's recruits.",
}

CHECKS = (
    CheckDoc(
        "production-amount",
        Severity.ERROR,
        "A room is claimed to give more or less than it does.",
        "The game master books what the rules give, so a wrong claim spoils every later sum.",
        ("T-PRO-1",),
        "Spoon Mine: +250 Gold",
        "Spoon Mine: +200 Gold",
    ),
    CheckDoc(
        "wealth-sum",
        Severity.ERROR,
        "A Wealth total is not what the player's own lines add up to.",
        "A total carried on wrong is wrong every week after.",
        ("T-WEA-2",),
        "Gold: 100 + 200 = 310",
        "Gold: 100 + 200 = 300",
        ("opening",),
    ),
    CheckDoc(
        "line-unread",
        Severity.WARNING,
        "A line of a known tab that is in no known form.",
        "What the checker cannot read, the game master has to.",
        (),
        "Perhaps a mushroom or two?",
        "Mushroom Patch: +20 Food",
    ),
)

REFERENCE = Reference(RULES.get, lambda: CHECKS)

MESSY_POST = """\
[spoiler=Production]Crooked Spoon (Lowerdeep 7)
Spoon Mine: +250 Gold
\tMushroom P\u00e4tch\u200b: +20 Food \u2014 [/spoiler] is what the cook wrote
\u6d1e\u7a9f mine: +1O Metal
Perhaps a mushroom or two?[/spoiler]
[spoiler=Upkeep]5 Kobold Warriors: -5 Food[/spoiler]
[spoiler=Wealth]Gold: 100 + 250 = 350
Metal: 40[/spoiler]
"""


def place(post: str, words: str, after: str = "") -> Span:
    """Where ``words`` stand in the post, behind ``after``."""
    start = post.index(words, post.index(after) if after else 0)
    return Span(start, start + len(words))


def _replace(post: str, words: str, by: str, *, title: str, safe: bool = True, after: str = "") -> Fix:
    span = place(post, words, after)
    return Fix(title, (Edit(span.start, span.end, by),), safe)


def make_messy_report() -> Report:
    """A finding of each kind: with and without rule, with safe and unsafe fix, over lines, in odd characters."""
    post = MESSY_POST
    below = post.index("[/spoiler]\n[spoiler=Wealth]")
    findings = [
        Finding(
            "wealth-sum",
            Severity.ERROR,
            "The lines give 300 Gold (100 + 200), not 350.",
            place(post, "350"),
            "Wealth",
            "T-WEA-2",
            "350",
            "300",
            _replace(post, "250 = 350", "200 = 300", title="write 300", after="Wealth"),
        ),
        Finding(
            "production-amount",
            Severity.ERROR,
            "A Spoon Mine gives up to 200 Gold a week; 250 is more.",
            place(post, "+250 Gold"),
            "Production",
            "T-PRO-1",
            "250",
            "200",
            _replace(post, "250", "200", title="write 200"),
        ),
        Finding(
            "name-unknown",
            Severity.WARNING,
            'There is no "Mushroom P\u00e4tch\u200b"; a Mushroom Patch may be meant.',
            place(post, "Mushroom P\u00e4tch\u200b"),
            "Production",
            "X-NONE-9",
            None,
            None,
            _replace(post, "Mushroom P\u00e4tch\u200b", "Mushroom Patch", title="write Mushroom Patch", safe=False),
        ),
        Finding("amount-unread", Severity.ERROR, "1O is no number; 10 is meant.", place(post, "1O"), "Production"),
        Finding(
            "line-unread",
            Severity.WARNING,
            "Left to the game master.",
            place(post, "Perhaps a mushroom or two?"),
            "Production",
        ),
        Finding(
            "upkeep-omitted",
            Severity.ERROR,
            "2 Kobold Scribes stand in Armies and owe 2 Food.",
            Span(post.index("5 Kobold"), below),
            "Upkeep",
            "T-UPK-3",
            None,
            "2",
            Fix("pay the scribes", (Edit(below, below, "\n2 Kobold Scribes: -2 Food"),)),
        ),
        Finding(
            "tab-missing",
            Severity.WARNING,
            "There are no tabs Trade and Orders.",
            Span(0, len(post)),
            fix=Fix("drop the last two lines", (Edit(post.index("[spoiler=Wealth]"), len(post), ""),), safe=False),
        ),
    ]
    ledger = LedgerTable(
        opening=Bundle({"Gold": 100, "Metal": 40, "Food": 5}),
        production=Bundle({"Gold": 200, "Food": 20}),
        upkeep=Bundle({"Food": -5}),
        computed=Bundle({"Gold": 300, "Metal": 40, "Food": 20}),
        stated={"Gold": 350, "Metal": 40, "Bodies": 0},
    )
    return build_report(
        SourceText(post, "orders, week 3.txt"),
        "toy",
        findings,
        faction="Crooked Kobolds",
        week=3,
        ledger=ledger,
        coverage=Coverage(8, 7, 1, 0),
        notes=("not UTF-8, read as Windows-1252",),
        not_judged=("What appeared or vanished since last week: give last week's post with --previous.",),
    )


def make_clean_report() -> Report:
    post = "[spoiler=Wealth]Gold: 10[/spoiler]\n"
    ledger = LedgerTable(
        opening=Bundle({"Gold": 3}), trade=Bundle({"Gold": 7}), computed=Bundle({"Gold": 10}), stated={"Gold": 10}
    )
    return build_report(
        SourceText(post), "toy", [], faction="Derro", week=1, ledger=ledger, coverage=Coverage(1, 1, 0, 0)
    )


def make_unopened_report() -> Report:
    """Nobody told the opening Wealth; the faction and the week are unknown; more findings than are shown."""
    post = "Gold: 10\n" * 5
    findings = [
        Finding("amount-unread", Severity.ERROR, "No number.", Span(9 * number, 9 * number + 4)) for number in range(5)
    ]
    findings.append(Finding("opening-implied", Severity.INFO, "The week began with 3 Gold.", Span(0, 0), "Wealth"))
    ledger = LedgerTable(production=Bundle({"Gold": 7}), computed=Bundle({"Gold": 7}), stated={"Gold": 10})
    return build_report(
        SourceText(post, "/posts/week.txt"), "toy", findings, ledger=ledger, coverage=Coverage(5, 5, 0, 0), at_most=2
    )


REPORTS = {"messy": make_messy_report, "clean": make_clean_report, "unopened": make_unopened_report}
