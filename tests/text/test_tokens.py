"""Tokens of a line: numbers, signs, brackets, words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from orderbook.text.fold import fold
from orderbook.text.tokens import Kind, Tok, Vocabulary, leading_bullet, tokenise

WORDS = Vocabulary(
    {"gold": "Gold", "metal": "Metal", "food": "Food"},
    {"g": "Gold", "m": "Metal"},
    {"week": Kind.WEEK, "weeks": Kind.WEEK, "w": Kind.WEEK, "each": Kind.EACH, "more": Kind.MORE, "next": Kind.NEXT},
)


def describe(tokens: list[Tok]) -> str:
    """Kinds with their texts, ``NUM 350 RES Gold``; blanks are left out of it."""
    return " ".join(f"{token.kind.value} {token.text.strip()}" for token in tokens)


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("350 Gold", "NUM 350 RES Gold"),
        ("+350 Gold", "PLUS + NUM 350 RES Gold"),
        ("-350 Gold", "MINUS - NUM 350 RES Gold"),
        ("Mine: - 350 Gold", "WORD Mine COLON : MINUS - NUM 350 RES Gold"),
        ("Mine - 350 Gold", "WORD Mine DASH - NUM 350 RES Gold"),
        ("Mine -350 Gold", "WORD Mine MINUS - NUM 350 RES Gold"),
        ("350 Gold - 20 Food", "NUM 350 RES Gold LOOSE - NUM 20 RES Food"),
        ("350 (now) - 20", "NUM 350 LPAR ( WORD now RPAR ) LOOSE - NUM 20"),
        ("-10 Gold - 1 week", "MINUS - NUM 10 RES Gold DASH - NUM 1 WEEK week"),
        ("350g/50m", "NUM 350 RES g SLASH / NUM 50 RES m"),
        ("g", "WORD g"),
        ("Gold: 350", "LABEL Gold COLON : NUM 350"),
        ("Gold 350", "LABEL Gold NUM 350"),
        ("Gold - 350", "LABEL Gold DASH - NUM 350"),
        ("Gold 350 Metal 50", "LABEL Gold NUM 350 LABEL Metal NUM 50"),
        ("the Gold is gone", "WORD the WORD Gold WORD is WORD gone"),
        ("1 Metal Jaws", "NUM 1 WORD Metal WORD Jaws"),
        ("x2 Metal Jaws", "TIMES x NUM 2 WORD Metal WORD Jaws"),
        ("80 Food from patches", "NUM 80 RES Food WORD from WORD patches"),
        ("80 Food received", "NUM 80 RES Food WORD received"),
        ("4 x Patch", "NUM 4 TIMES x WORD Patch"),
        ("4x Patch", "NUM 4 TIMES x WORD Patch"),
        ("Patch x4", "WORD Patch TIMES x NUM 4"),
        ("-4x Patch", "BULLET - NUM 4 TIMES x WORD Patch"),
        ("-4 Patches", "BULLET - NUM 4 WORD Patches"),
        ("* 4 Patches", "BULLET * NUM 4 WORD Patches"),
        ("1. 4 Patches", "BULLET 1. NUM 4 WORD Patches"),
        ("a) Patch", "BULLET a) WORD Patch"),
        ("1,350 Gold", "NUM 1,350 RES Gold"),
        ("1.350 Gold", "NUM 1.350 RES Gold"),
        ("+1 350 Gold", "PLUS + NUM 1 350 RES Gold"),
        ("4 350 Gold", "NUM 4 NUM 350 RES Gold"),
        ("1O Gold", "BADNUM 1O RES Gold"),
        ("l2 Slingers", "BADNUM l2 WORD Slingers"),
        ("?? Gold", "BADNUM ?? RES Gold"),
        ("12.5 Gold", "BADNUM 12.5 RES Gold"),
        ("2k Gold", "BADNUM 2k RES Gold"),
        ("1234567890123456789 Gold", "BADNUM 1234567890123456789 RES Gold"),
        ("l week", "BADNUM l WEEK week"),
        ("two weeks", "NUM two WEEK weeks"),
        ("2w", "NUM 2 WEEK w"),
        ("w", "WORD w"),
        ("in week 8", "WORD in WEEKNO week NUM 8"),
        ("2 weeks 8 Gold", "NUM 2 WEEK weeks NUM 8 RES Gold"),
        ("each week 20 Gold", "EACH each WEEK week NUM 20 RES Gold"),
        ("(2 weeks", "OTHER ( NUM 2 WEEK weeks"),
        ("2 weeks)", "NUM 2 WEEK weeks OTHER )"),
        ("a -> b => c >> d", "WORD a ARROW -> WORD b ARROW => WORD c ARROW >> WORD d"),
        ("Dragon's Aklys-Hurler Patch(es)", "WORD Dragon's WORD Aklys-Hurler WORD Patch(es)"),
        ("", ""),
    ],
)
def test_tokens(text: str, tokens: str) -> None:
    assert describe(tokenise(text, WORDS)) == tokens


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("350", 350), ("1,350", 1350), ("1.350", 1350), ("1'350", 1350), ("1O", 10), ("l2", 12), ("I", 1),
        ("2k", 2000), ("1.5k", 1500), ("1.2345k", None), ("12.5", None), ("12,50", None), ("??", None), ("4?", 4),
        ("\u0661\u0665", 15), ("\u00bd", None), ("123456789012345678", 123456789012345678),
        ("1234567890123456789", None),
    ],
)  # fmt: skip
def test_values(text: str, value: int | None) -> None:
    """The value of a number, the likely one of what was meant as one."""
    assert tokenise(f"{text} Gold", WORDS)[0].value == value


@pytest.mark.parametrize(
    ("text", "length"),
    [("- x", 1), ("  * x", 3), ("1. x", 2), ("12) x", 3), ("o x", 1), ("ox", 0), ("-5", 0), ("x", 0)],
)
def test_leading_bullet(text: str, length: int) -> None:
    assert leading_bullet(text) == length


@given(st.text(max_size=120) | st.text("+-0123456789,.' Ggoldx()/:=l?O*\u2013\u00a0", max_size=60))
def test_tokens_cover_everything_but_blanks(text: str) -> None:
    position = 0
    folded = fold(text)
    for token in tokenise(text, WORDS):
        assert folded[position : token.start].strip() == ""
        assert token.start < token.end and token.text == folded[token.start : token.end]
        position = token.end
    assert folded[position:].strip() == ""
