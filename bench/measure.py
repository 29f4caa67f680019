"""Measuring: the best of several runs, and a run in a process of its own with its peak of memory."""

from __future__ import annotations

import gc
import json
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter, process_time

_ROOT = Path(__file__).resolve().parents[1]

LIMIT = 120.0
"""Seconds after which an input in its own process is given up."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """Seconds and peak memory in MiB; ``trouble`` says why there are none."""

    seconds: float | None = None
    peak: float | None = None
    trouble: str = ""


def time_best(action: Callable[[], object], runs: int = 5) -> float:
    """Seconds of the quickest of ``runs`` runs, after one that warms up."""
    action()
    best = float("inf")
    for _ in range(runs):
        start = perf_counter()
        action()
        best = min(best, perf_counter() - start)
    return best


def time_processor(action: Callable[[], object], runs: int = 5) -> float:
    """Seconds of the processor's time in the quickest of ``runs`` runs, after one that warms up: what else the machine
    does counts for less than in ``time_best``."""
    action()
    best = float("inf")
    for _ in range(runs):
        start = process_time()
        action()
        best = min(best, process_time() - start)
    return best


def time_process(command: Sequence[str], runs: int = 7) -> float:
    """Seconds of the median run of a command, start to end."""
    times = []
    for _ in range(runs):
        start = perf_counter()
        subprocess.run(command, capture_output=True, check=False)
        times.append(perf_counter() - start)
    return sorted(times)[runs // 2]


def measure_apart(name: str, limit: float = LIMIT) -> Outcome:
    """One input of ``bench.inputs.HOSTILE``, checked in a process of its own."""
    command = [sys.executable, "-m", "bench", "--one", name]
    try:
        ran = subprocess.run(command, capture_output=True, text=True, timeout=limit, check=False, cwd=_ROOT)
    except subprocess.TimeoutExpired:
        return Outcome(trouble=f"more than {limit:.0f} s")
    if ran.returncode:
        return Outcome(trouble=(ran.stderr.strip().splitlines() or ["no message"])[-1][:60])
    told = json.loads(ran.stdout)
    return Outcome(told["seconds"], told["peak"])


def measure_here(action: Callable[[], object]) -> str:
    """One run as JSON, for ``measure_apart`` to read; no cycles are collected, as in a command."""
    gc.disable()
    start = perf_counter()
    action()
    return json.dumps({"seconds": perf_counter() - start, "peak": find_peak_memory()})


def find_peak_memory() -> float | None:
    """Most memory this process ever held, in MiB; ``None`` where the system does not tell."""
    try:
        # What resource tells on Linux counts the process that started this one, too, if that was larger.
        told = Path("/proc/self/status").read_text()
        return int(told.partition("VmHWM:")[2].split()[0]) / 1024
    except (OSError, IndexError, ValueError):
        pass
    try:
        import resource
    except ImportError:
        return None
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1024 * 1024 if sys.platform == "darwin" else 1024)
