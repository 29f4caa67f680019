"""Golden files: what a person reads, kept to the byte. ``ORDERBOOK_UPDATE_GOLDEN=1 pytest`` writes them anew."""

import os
from pathlib import Path

GOLDEN = Path(__file__).resolve().parents[1] / "golden"


def assert_golden(name: str, text: str) -> None:
    path = GOLDEN / name
    if os.environ.get("ORDERBOOK_UPDATE_GOLDEN") == "1":
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())
    assert path.exists(), f"{name} is missing; ORDERBOOK_UPDATE_GOLDEN=1 writes it, then read it"
    assert path.read_bytes().decode() == text
