"""Grammars compiled by lark. Compiling takes a tenth of a command's time, so the result is kept between runs.

It is kept in a folder only the user can write to (``$XDG_CACHE_HOME/orderbook`` or ``~/.cache/orderbook``): lark
reads it with pickle. Where there is no such folder, or ``ORDERBOOK_CACHE=off`` is set, the grammar is compiled anew.
"""

from __future__ import annotations

import os
import stat
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

from lark import Lark
from lark import __version__ as lark_version

from orderbook import __version__
from orderbook.text.resources import read_resource


def load_grammar(name: str, lexer: type, transformer: Any) -> Lark:
    """The LALR parser of ``grammars/<name>``, which takes what ``lexer`` takes and gives what ``transformer`` makes."""
    grammar = read_resource("grammars", name)
    folder = _cache_folder()
    if folder is None:
        return _compile(grammar, lexer, transformer, cache=False)
    python = f"{sys.version_info.major}.{sys.version_info.minor}"
    kept = folder / f"{Path(name).stem}-{__version__}-{lark_version}-{python}.bin"
    if kept.exists():  # one that is spoilt or of an older grammar is compiled again by lark
        return _compile(grammar, lexer, transformer, cache=str(kept))
    own = kept.with_suffix(f".{os.getpid()}")
    parser = _compile(grammar, lexer, transformer, cache=str(own))
    with suppress(OSError):  # in one step, so that another run never sees half a file
        own.replace(kept)
    return parser


def _compile(grammar: str, lexer: type, transformer: Any, *, cache: str | bool) -> Lark:
    return Lark(grammar, parser="lalr", lexer=lexer, transformer=transformer, maybe_placeholders=False, cache=cache)


def _cache_folder() -> Path | None:
    """The folder to keep compiled grammars in, made if need be; None where it would not be the user's alone."""
    if os.environ.get("ORDERBOOK_CACHE") == "off":
        return None
    try:
        base = os.environ.get("XDG_CACHE_HOME")
        folder = (Path(base) if base else Path.home() / ".cache") / "orderbook"
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        about = folder.stat()
    except (OSError, RuntimeError):
        return None
    if hasattr(os, "getuid") and (about.st_uid != os.getuid() or about.st_mode & (stat.S_IWGRP | stat.S_IWOTH)):
        return None
    return folder if os.access(folder, os.W_OK) else None
