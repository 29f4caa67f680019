"""``fix``: done once it is done, what no repair touches stays, no safe repair is left, bytes survive."""

import difflib
from dataclasses import replace

import pytest
from generator.case import make_case
from generator.measure import make_request
from hypothesis import given, settings
from support.casebook import FOLDER, load_cases
from support.mangled import mangled_posts
from support.seeds import STYLE_SEEDS

from orderbook.findings.model import Finding
from orderbook.systems import find_system
from orderbook.systems.system import CheckRequest
from orderbook.text.source import SourceText, decode_source

SYSTEM = find_system("underdeep")


def safe_ones(request: CheckRequest) -> list[Finding]:
    return [found for found in SYSTEM.check(request).findings if found.fix is not None and found.fix.safe]


def with_text(request: CheckRequest, text: str) -> CheckRequest:
    post = request.post
    return replace(request, post=SourceText(text, post.name, post.encoding, post.bom))


def changed_lines(before: str, after: str) -> set[int]:
    """Lines of ``before``, from 1, that are not in ``after`` as they were."""
    matcher = difflib.SequenceMatcher(None, before.splitlines(), after.splitlines(), autojunk=False)
    return {
        line + 1
        for kind, start, end, _, _ in matcher.get_opcodes()
        if kind != "equal"
        for line in range(start, end)
    }  # fmt: skip


def assert_fix_keeps_its_word(request: CheckRequest) -> str:
    """Fixes a post and holds the result against every promise; the corrected text."""
    text = request.post.text
    found = safe_ones(request)
    fixed = SYSTEM.fix(request)
    assert (fixed == text) == (not found)
    again = with_text(request, fixed)
    assert SYSTEM.fix(again) == fixed
    assert safe_ones(again) == []
    touched = {
        line
        for finding in found
        for edit in finding.fix.edits
        for line in range(request.post.line_of(edit.start), request.post.line_of(edit.end) + 1)
    }  # type: ignore[union-attr]
    follow = {line for line, words in enumerate(text.splitlines(), 1) if _may_follow(words)}
    assert changed_lines(text, fixed) <= touched | follow
    return fixed


def _may_follow(words: str) -> bool:
    """Balances and totals are mended after the lines they sum up."""
    return any(name in words.lower() for name in ("gold", "metal", "food", "bod", "soul", "total", "g/", "|"))


@pytest.mark.parametrize(("style", "seed"), STYLE_SEEDS)
def test_generated_posts(style: str, seed: int) -> None:
    case = make_case(seed, style=style, clean=False)
    request = make_request(case)
    fixed = assert_fix_keeps_its_word(request)
    data = request.post.encode(fixed)
    assert decode_source(data).text == fixed
    assert data.startswith(request.post.bom)


@given(mangled_posts())
@settings(max_examples=12, deadline=None)
def test_mangled_posts_are_fixed_for_good(text: str) -> None:
    request = CheckRequest(SourceText(text), faction="Cleversmart Kobolds")
    fixed = SYSTEM.fix(request)
    assert SYSTEM.fix(with_text(request, fixed)) == fixed


RIGHT_AND_WRONG = [case for case in load_cases(FOLDER / "wealth.toml") if case.fix is True]


@pytest.mark.parametrize("case", RIGHT_AND_WRONG, ids=lambda case: case.what)
@pytest.mark.parametrize("bom", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_marks_and_line_ends_survive(case: object, bom: bytes, newline: str) -> None:
    wrong, right = (text.replace("\n", newline).encode() for text in (case.wrong, case.right))  # type: ignore[attr-defined]
    source = decode_source(bom + wrong)
    fixed = SYSTEM.fix(replace(case.request(""), post=source))  # type: ignore[attr-defined]
    assert source.encode(fixed) == bom + right


@pytest.mark.parametrize("encoding", ["utf-8", "cp1252"])
def test_dashes_and_quotes_survive(encoding: str) -> None:
    case = RIGHT_AND_WRONG[0]
    odd = "The Queen\u2019s week \u2013 \u201cquiet\u201d, as ever."
    wrong, right = (text.replace("The week goes by.", odd).encode(encoding) for text in (case.wrong, case.right))
    source = decode_source(wrong)
    assert source.encoding == encoding
    assert source.encode(SYSTEM.fix(replace(case.request(""), post=source))) == right
