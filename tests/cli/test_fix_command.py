"""``orderbook fix`` and ``orderbook next``: bytes in, bytes out."""

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest


@pytest.mark.parametrize(
    ("before", "after", "status"),
    [
        (b"a BAD line\n", b"a GOOD line\n", 0),
        (b"a BAD? line\n", b"a BAD? line\n", 1),
        (b"ODD\n", b"ODD\n", 0),
        (b"\xef\xbb\xbfBAD\r\nBAD", b"\xef\xbb\xbfGOOD\r\nGOOD", 0),
        (b"BAD caf\xe9 \x93x\x94\r\n", b"GOOD caf\xe9 \x93x\x94\r\n", 0),
        (b"BAD \x81\xe9\n", b"GOOD \x81\xe9\n", 0),
        ("\ufeffBAD \u6d1e".encode("utf-16-le"), "\ufeffGOOD \u6d1e".encode("utf-16-le"), 0),
        (b"", b"", 0),
    ],
)
def test_only_the_slips_change(process: Callable, before: bytes, after: bytes, status: int) -> None:
    ran = process("fix", "-", stdin=before)
    assert (ran.stdout, ran.returncode) == (after, status)


def test_what_is_left_is_told(cli: Callable, post: Callable) -> None:
    assert cli("fix", post("BAD BAD? ODD"))[2] == "mended; left in the post: 1 error, 1 warning\n"
    assert cli("fix", post("GOOD"))[2] == "nothing to mend; left in the post: no errors\n"


def test_output_file(cli: Callable, post: Callable, tmp_path: Path) -> None:
    status, out, _ = cli("fix", post(b"BAD \xe9\r\n"), "-o", str(tmp_path / "out.txt"))
    assert (status, out) == (0, "") and (tmp_path / "out.txt").read_bytes() == b"GOOD \xe9\r\n"


def test_output_that_cannot_be_written(cli: Callable, post: Callable, tmp_path: Path) -> None:
    status, out, err = cli("fix", post("BAD"), "-o", str(tmp_path / "no" / "out.txt"))
    assert (status, out) == (2, "") and "cannot write" in err


@pytest.mark.parametrize(
    "text", [b"one\nBAD\nthree\n", b"one\r\nBAD\r\nthree", b"BAD", b"\x0bBAD\x0b\nBAD caf\xe9\n\rx"]
)
def test_diff_applies(process: Callable, post: Callable, tmp_path: Path, text: bytes) -> None:
    path = post(text)
    diff = process("fix", path, "--diff").stdout
    assert diff.startswith(b"--- a/post.txt\n+++ b/post.txt\n@@")
    subprocess.run(["git", "apply", "--unidiff-zero", "-p1", "-"], input=diff, cwd=tmp_path, check=True)
    assert Path(path).read_bytes() == text.replace(b"BAD", b"GOOD")


def test_diff_of_a_correct_post_is_empty(cli: Callable, post: Callable) -> None:
    assert cli("fix", post("GOOD"), "--diff")[1] == ""


def test_next_is_utf8(process: Callable) -> None:
    ran = process("next", "-", stdin=b"caf\xe9\n", env={"PYTHONIOENCODING": "ascii"})
    assert (ran.returncode, ran.stdout.decode()) == (0, "next: caf\u00e9\n\u2192")
