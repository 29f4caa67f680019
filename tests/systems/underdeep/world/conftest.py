from collections.abc import Callable
from pathlib import Path

import pytest

from orderbook.systems.underdeep.world.load import load_map
from orderbook.systems.underdeep.world.map import WorldMap

SAMPLES = Path(__file__).parents[4] / "samples" / "map"


@pytest.fixture(scope="session")
def sample() -> WorldMap:
    return load_map(str(SAMPLES / "underdeep.toml"))


@pytest.fixture
def load_text(tmp_path: Path) -> Callable[..., WorldMap]:
    """Loads a map from its text, as a ``.toml`` file unless told otherwise."""

    def load(text: str, suffix: str = ".toml") -> WorldMap:
        path = tmp_path / f"map{suffix}"
        path.write_bytes(text.encode("utf-8"))
        return load_map(str(path))

    return load
