"""The make targets and the continuous check, as far as they can be tried without installing anything."""

import os
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TARGETS = re.findall(r"^([a-z]+):.*?## ", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)


def make(*args: str) -> str:
    done = subprocess.run(["make", "--no-print-directory", *args], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_help_lists_every_target() -> None:
    told = make("help")
    assert {"help", "demo", "test", "bench"} <= set(TARGETS)
    assert [line.split()[1] for line in told.splitlines()] == TARGETS


@pytest.mark.parametrize("target", ["demo", "test", "bench"])
def test_target_makes_its_own_environment(target: str) -> None:
    assert "-m venv .venv" in make("--dry-run", "--always-make", target)


def test_samples_of_the_demo_are_there() -> None:
    for name in re.findall(
        r"^(?:POST|PREVIOUS) := (\S+)", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE
    ):
        assert (ROOT / name).is_file()


def test_continuous_check_is_a_program() -> None:
    script = ROOT / ".ci" / "run"
    if not script.exists():
        pytest.skip("an sdist has no .ci")
    assert os.access(script, os.X_OK)
    assert subprocess.run(["bash", "-n", str(script)]).returncode == 0


@pytest.mark.parametrize(("status", "said"), [(0, "3 passed in 0.10s"), (1, "1 failed, 2 passed in 0.10s")])
def test_continuous_check_ends_with_the_closing_line(tmp_path: Path, status: int, said: str) -> None:
    """With a ``make`` that prints what pytest would: its closing line comes last, its status is the script's."""
    if not (ROOT / ".ci" / "run").exists():
        pytest.skip("an sdist has no .ci")
    (tmp_path / "make").write_text(f'#!/bin/sh\necho "CI=$CI"\necho "{said}"\necho "make: done"\nexit {status}\n')
    (tmp_path / "make").chmod(0o755)
    env = os.environ | {"PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run([str(ROOT / ".ci" / "run")], capture_output=True, text=True, env=env)
    assert done.returncode == status
    assert done.stdout.splitlines()[0] == "CI=true" and done.stdout.splitlines()[-1] == said
