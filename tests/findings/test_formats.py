"""What the formats print, kept in golden files, and what each promises to other programs."""

import json

import pytest
from support.golden import assert_golden
from support.reports import MESSY_POST, REFERENCE, REPORTS, make_clean_report, make_messy_report

from orderbook.findings.formats import FORMATS, render_report
from orderbook.findings.formats.reference import Reference
from orderbook.text.edits import apply_edits

ENDINGS = {"text": "txt", "json": "json", "sarif": "sarif", "github": "txt", "markdown": "md", "bbcode": "bbcode"}


@pytest.mark.parametrize("report", REPORTS)
@pytest.mark.parametrize("name", FORMATS)
def test_golden(name: str, report: str) -> None:
    text = render_report(REPORTS[report](), name, REFERENCE)
    assert_golden(f"formats/{report}-{name}.{ENDINGS[name]}", text)


def test_unknown_format() -> None:
    with pytest.raises(KeyError):
        render_report(make_clean_report(), "pdf", REFERENCE)


def test_colour_changes_nothing_but_colour() -> None:
    import re

    plain = render_report(make_messy_report(), "text", REFERENCE)
    coloured = render_report(make_messy_report(), "text", Reference(REFERENCE.find_rule, REFERENCE.list_checks, True))
    assert "\x1b[1;31m" in coloured
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == plain


def test_json_keys() -> None:
    report = json.loads(render_report(make_messy_report(), "json", REFERENCE))
    assert report["faction"] == "Crooked Kobolds" and report["week"] == 3 and report["system"] == "toy"
    first = report["diagnostics"][1]
    assert (first["check"], first["line"], first["column"], first["end_line"], first["end_column"]) == (
        "production-amount", 2, 13, 2, 22,
    )  # fmt: skip
    assert report["ledger"]["stated"] == {"Gold": "350", "Metal": "40", "Bodies": "0"}
    assert report["coverage"] == {"lines": 8, "understood": 7, "ruling": 1, "lost": 0}


def test_json_edits_are_offsets_into_the_input() -> None:
    from orderbook.text.edits import Edit

    report = json.loads(render_report(make_messy_report(), "json", REFERENCE))
    edits = [Edit(**edit) for edit in report["diagnostics"][1]["fix"]["edits"]]
    assert "Spoon Mine: +200 Gold" in apply_edits(MESSY_POST, edits)


def test_json_ledger_without_opening() -> None:
    report = json.loads(render_report(REPORTS["unopened"](), "json", REFERENCE))
    assert report["ledger"]["opening"] is None
    assert report["omitted"] == 4


def test_sarif_regions_and_rules() -> None:
    run = json.loads(render_report(make_messy_report(), "sarif", REFERENCE))["runs"][0]
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    assert run["columnKind"] == "unicodeCodePoints"
    for result in run["results"]:
        location = result["locations"][0]["physicalLocation"]
        region = location["region"]
        assert location["artifactLocation"]["uri"] == "orders%2C%20week%203.txt"
        assert region["startLine"] >= 1 and region["startColumn"] >= 1
        if "ruleIndex" in result:
            assert rules[result["ruleIndex"]] == result["ruleId"]
        for fix in result.get("fixes", []):
            for change in fix["artifactChanges"][0]["replacements"]:
                assert change["deletedRegion"]["charLength"] >= 0 and "text" in change["insertedContent"]
    assert sum("ruleIndex" in result for result in run["results"]) == 3


@pytest.mark.parametrize(
    ("name", "uri"), [("-", "stdin"), ("/a b/c.txt", "file:///a%20b/c.txt"), ("d/\u00e9", "d/%C3%A9")]
)
def test_sarif_uri(name: str, uri: str) -> None:
    from orderbook.findings.formats.sarif import render_uri

    assert render_uri(name) == uri


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_survives_a_narrow_terminal(name: str) -> None:
    text = render_report(make_messy_report(), name, REFERENCE)
    assert text.encode("cp1252", errors="replace") and "\x00" not in text and "\x1b" not in text
