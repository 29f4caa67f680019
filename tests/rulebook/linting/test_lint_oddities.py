"""The oddities of the rulebook itself: in the shipped data and, where it is at hand, in the rule document.

Every line of the two lists is a genuine oddity; whoever changes a lint reads what comes and goes.
"""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from support.golden import assert_golden

from orderbook.findings.report import Report
from orderbook.rulebook.linting.lint import lint_subject
from orderbook.rulebook.linting.post_reader import read_post
from orderbook.systems.underdeep.rules import DATA, underdeep_rulebook
from orderbook.text.source import SourceText
from tests.rulebook.linting.kit import lint_file, place


def list_findings(reports: Iterable[Report]) -> str:
    """The list, the severity, the lint and the words it stands on; then what is said."""
    lines = [
        f"{finding.tab} ({finding.severity}, {finding.check}) {place(report, finding)}\n    {finding.message}\n"
        for report in reports
        for finding in report.findings
    ]
    return "".join(lines)


def test_shipped_data_has_the_oddities_of_the_rulebook_and_no_others() -> None:
    assert_golden("rules/lint-shipped.txt", list_findings(lint_file(DATA)))


@pytest.mark.parametrize("name", ["kobolds", "derro", "succubi", "dwarves"])
def test_a_folder_alone_has_the_oddities_it_has_among_the_others(name: str) -> None:
    together = [report for report in lint_file(DATA) if f"/{name}/" in report.source.name]
    assert list_findings(lint_file(DATA / name)) == list_findings(together)


def test_document_has_its_oddities_and_no_others(document: str) -> None:
    reports = lint_subject(read_post(SourceText(document)), underdeep_rulebook(), "underdeep")
    assert_golden("rules/lint-document.txt", list_findings(reports))


WANTED = [
    ("rule-prerequisite", "Cavern of Cacaphony"),
    ("rule-ability-undefined", "Multiattack"),
    ("rule-name-unknown", "Commandoes"),
    ("rule-recruit-unknown", "Gibber Mouthers"),
    ("rule-ability-form", "Climb"),
    ("rule-ability-form", "Flying"),
    ("rule-ability-form", "Immune"),
    ("rule-upkeep-unpayable", "Bodies"),
]


def test_document_findings_that_must_be_there(document: str) -> None:
    (report,) = lint_subject(read_post(SourceText(document)), underdeep_rulebook(), "underdeep")
    told = {(finding.check, place(report, finding)) for finding in report.findings}
    assert set(WANTED) <= told
    pointless = [finding.message for finding in report.findings if finding.check == "rule-pointless"]
    assert len(pointless) == 1 and "Reinforced Gate" in pointless[0] and "Gibbering Wall" in pointless[0]
