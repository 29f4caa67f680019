"""Examples in the documentation: ``console`` blocks whose commands are run, and whose output has to be right."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parents[1]
LINKED = ("docs", "orderbook", "samples")
"""What of the project the examples may name."""

REST = "..."
"""A line of an output that stands for any lines."""

_BLOCK = re.compile(r"(?<=```console\n).*?(?=^```)", re.DOTALL | re.MULTILINE)


def refresh_examples(page: str) -> str:
    """The page with every example's output as it is now. An output that is right as it stands is not touched.

    The commands of a page run one after the other in one folder, in which the project's samples lie.
    """
    with TemporaryDirectory(prefix="orderbook-docs-") as scratch:
        for name in LINKED:
            Path(scratch, name).symlink_to(ROOT / name)
        return _BLOCK.sub(lambda match: "".join(_refresh(match.group(), Path(scratch))), page)


def _refresh(block: str, folder: Path) -> Iterator[str]:
    for command, output in split_block(block):
        now = run_command(command, folder)
        yield f"$ {command}\n{output if is_right(output, now) else now}"


def split_block(block: str) -> list[tuple[str, str]]:
    """Each command of a block and the output under it."""
    _, *parts = re.split(r"^\$ ", block, flags=re.MULTILINE)
    return [(command, output) for command, _, output in (part.partition("\n") for part in parts)]


def is_right(output: str, now: str) -> bool:
    """Whether an output as printed in a page is what the command prints now."""
    pattern = "".join(r"(?:.*\n)*?" if line.strip() == REST else re.escape(line) for line in output.splitlines(True))
    return re.fullmatch(pattern, now) is not None


def run_command(command: str, folder: Path = ROOT) -> str:
    """What ``orderbook ...`` prints, messages last, run in a folder."""
    program, *args = shlex.split(command)
    if program != "orderbook":
        raise ValueError(f"only orderbook can be run, not {program!r}")
    done = subprocess.run(
        [sys.executable, "-m", "orderbook", *args],
        cwd=folder,
        capture_output=True,
        env=os.environ | {"PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"},
        stdin=subprocess.DEVNULL,
    )
    return (done.stdout + done.stderr).decode("utf-8").replace("\r\n", "\n")
