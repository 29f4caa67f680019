"""Functions compiled by numba, where it is installed."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from typing import Any

HOW_TO_GET = "pip install 'orderbook[odds]'"
"""What makes plain battles of two regiments many times as fast."""


@cache
def can_compile() -> bool:
    """Whether what is needed for it is installed."""
    return find_spec("numba") is not None and find_spec("numpy") is not None


@cache
def compile_function(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function as machine code, kept on disk for the next time. Raises ``ImportError`` without numba."""
    import numba

    compiled: Callable[..., Any] = numba.njit(cache=True)(function)
    return compiled
