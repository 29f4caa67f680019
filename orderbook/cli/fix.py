"""``orderbook fix``: the post with every safe repair made."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from orderbook.cli.request import build_request, context_options
from orderbook.findings.formats.wording import summarise_findings
from orderbook.systems.system import RequestError
from orderbook.text.source import SourceText, decode_source


@click.command
@context_options
@click.option("--diff", is_flag=True, help="Print what changes, as a unified diff.")
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE", help="Write here.")
def fix(diff: bool, output: Path | None, **context: Any) -> int:
    """Print the post with every safe repair made and nothing else changed.

    \b
    Examples:
      orderbook fix orders.txt --previous last-week.txt -o corrected.txt
      orderbook fix orders.txt --diff

    Exit status 0: no errors are left. 1: some are, and only you can mend them. 2: nothing was done.
    """
    system, request = build_request(**context)
    source = request.post
    mended = system.fix(request)
    data = source.encode(mended)
    shown = source.encode("".join(render_diff(source, mended))) if diff else data
    if output is None:
        write_bytes(shown)
    else:
        _write_file(output, shown)
    left = system.check(replace(request, post=decode_source(data, source.name)))
    changed = "mended" if mended != source.text else "nothing to mend"
    click.echo(f"{changed}; left in the post: {summarise_findings(left)}", err=True)
    return int(left.has_errors)


def render_diff(source: SourceText, mended: str) -> Iterator[str]:
    """A unified diff that ``patch`` applies; nothing for equal texts."""
    from difflib import unified_diff

    name = "post" if source.name == "-" else Path(source.name).name
    before, after = _split_lines(source.text), _split_lines(mended)
    for line in unified_diff(before, after, f"a/{name}", f"b/{name}"):
        yield line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"


def _split_lines(text: str) -> list[str]:
    """Lines with their ends; only a line feed ends a line, as ``patch`` sees it."""
    return re.findall(r"[^\n]*\n|[^\n]+", text)


def write_bytes(data: bytes) -> None:
    """Data to standard output as it is, past any translation of line ends."""
    sys.stdout.flush()
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def _write_file(path: Path, data: bytes) -> None:
    try:
        path.write_bytes(data)
    except OSError as error:
        raise RequestError(f"cannot write {path}: {error.strerror or error}") from error
