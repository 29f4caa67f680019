import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from support import toy

from orderbook.cli.main import run
from orderbook.systems import SYSTEMS

SUPPORT = Path(toy.__file__).resolve().parents[1]

Ran = tuple[int, str, str]


@pytest.fixture
def cli(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Callable[..., Ran]:
    """Runs a command line on the toy system: exit status, output, messages."""
    monkeypatch.setitem(SYSTEMS, "underdeep", "support.toy:TOY")

    def call(*args: str) -> Ran:
        status = run(args)
        out, err = capfd.readouterr()
        return status, out, err

    return call


@pytest.fixture
def process() -> Callable[..., subprocess.CompletedProcess[bytes]]:
    """Runs ``orderbook`` on the toy system in a process of its own; ``before`` is Python to run first."""

    def call(
        *args: str, before: str = "", after: str = "", stdin: bytes = b"", env: dict[str, str] | None = None
    ) -> subprocess.CompletedProcess[bytes]:
        import os

        code = (
            f"import sys; sys.path.insert(0, {str(SUPPORT)!r})\n"
            "from orderbook.systems import SYSTEMS; SYSTEMS['underdeep'] = 'support.toy:TOY'\n"
            f"{before}\nfrom orderbook.cli.main import run\nstatus = run(sys.argv[1:])\n{after}\nsys.exit(status)"
        )
        return subprocess.run(
            [sys.executable, "-c", code, *args], input=stdin, capture_output=True, env=os.environ | (env or {})
        )

    return call


@pytest.fixture
def post(tmp_path: Path) -> Callable[..., str]:
    """Writes a post; its path."""

    def write(text: str | bytes, name: str = "post.txt") -> str:
        path = tmp_path / name
        path.write_bytes(text.encode() if isinstance(text, str) else text)
        return str(path)

    return write
