"""Source text: bytes in, lines and columns, the same bytes out again."""

import io
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from orderbook.text.source import SourceText, Span, UnreadableInput, decode_source, read_source


@pytest.mark.parametrize(
    ("data", "text", "encoding", "notes"),
    [
        (b"Gold: 5\n", "Gold: 5\n", "utf-8", ()),
        ("\u2013 5".encode(), "\u2013 5", "utf-8", ()),
        (b"\xef\xbb\xbfGold", "Gold", "utf-8", ("byte-order mark, utf-8",)),
        ("Gold \u2013".encode("utf-16-le").join([b"\xff\xfe", b""]), "Gold \u2013", "utf-16-le",
         ("byte-order mark, utf-16-le",)),
        ("Gold".encode("utf-16-be").join([b"\xfe\xff", b""]), "Gold", "utf-16-be", ("byte-order mark, utf-16-be",)),
        (b"a \x96 b", "a \u2013 b", "cp1252", ("not UTF-8, read as Windows-1252",)),
        (b"a \x96 \x81", "a \x96 \x81", "latin-1", ("not UTF-8, read as Windows-1252",)),
        (b"a\r\nb", "a\r\nb", "utf-8", ("CRLF line ends",)),
        (b"", "", "utf-8", ()),
    ],
)  # fmt: skip
def test_decoding(data: bytes, text: str, encoding: str, notes: tuple[str, ...]) -> None:
    source = decode_source(data)
    assert (source.text, source.encoding, source.notes) == (text, encoding, notes)
    assert source.encode(source.text) == data


@pytest.mark.parametrize("data", [b"\x00\x01\x02", b"PK\x03\x04\x00", b"text then\x00"])
def test_binary_data_is_refused_with_advice(data: bytes) -> None:
    with pytest.raises(UnreadableInput, match="save it as plain text"):
        decode_source(data, "post.zip")


@given(st.binary(max_size=60).filter(lambda data: b"\x00" not in data))
def test_every_byte_comes_back(data: bytes) -> None:
    source = decode_source(data)
    assert source.encode(source.text) == data


@given(st.text(alphabet="ab\r\n\u2028\x0b", max_size=40))
def test_positions_and_lines_agree(text: str) -> None:
    source = SourceText(text)
    for offset in range(len(text) + 1):
        line, column = source.position(offset)
        assert line == source.line_of(offset) <= source.line_count
        span = source.line_span(line)
        assert span.start + column - 1 == offset
        assert not set(source.quote(span)) & set("\r\n")
    spans = [source.line_span(line) for line in range(1, source.line_count + 1)]
    assert [span.start for span in spans] == sorted(span.start for span in spans)


def test_lines_and_columns_count_from_1() -> None:
    source = SourceText("Gold: 5\r\nFood: 7\rMetal\n")
    assert [source.position(offset) for offset in (0, 6, 9, 17)] == [(1, 1), (1, 7), (2, 1), (3, 1)]
    assert source.quote(source.line_span(2)) == "Food: 7"


def test_spans_cover() -> None:
    assert Span(2, 6).covers(Span(2, 6)) and Span(2, 6).covers(Span(3, 3))
    assert not Span(2, 6).covers(Span(1, 3))


def test_reading_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "post.txt"
    path.write_bytes(b"Gold")
    assert read_source(str(path)) == SourceText("Gold", str(path))
    with pytest.raises(UnreadableInput, match=r"cannot read .*gone"):
        read_source(str(tmp_path / "gone"))
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"Food")))
    assert read_source("-").text == "Food"


def test_a_text_under_another_name_has_the_same_lines() -> None:
    source = SourceText("one\ntwo\r\nthree", "a.txt")
    again = replace(source, name="b.txt")
    assert again.line_count == source.line_count == 3
    assert [again.position(offset) for offset in range(14)] == [source.position(offset) for offset in range(14)]
    assert replace(again, text="one").line_count == 1
