"""Reading TOML: by tomli, which is tomllib compiled and takes an eighth of the time; by tomllib where it is not there.

An installation that was brought up to date without its dependencies then starts more slowly, but it starts.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tomllib import TOMLDecodeError, loads
else:
    try:
        _reader = import_module("tomli")
    except ModuleNotFoundError:
        _reader = import_module("tomllib")
    TOMLDecodeError, loads = _reader.TOMLDecodeError, _reader.loads

__all__ = ["TOMLDecodeError", "loads"]
