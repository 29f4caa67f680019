"""TOML is read whether or not the quick reader is installed."""

import importlib
import sys

import pytest

from orderbook.text import toml


@pytest.mark.parametrize("missing", [False, True])
def test_toml_is_read_with_and_without_the_quick_reader(missing: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if missing:
        monkeypatch.setitem(sys.modules, "tomli", None)  # as if it were not installed
    reader = importlib.reload(toml)
    try:
        assert reader.loads('a = 1\nb = ["x"]') == {"a": 1, "b": ["x"]}
        with pytest.raises(reader.TOMLDecodeError):
            reader.loads("a = ")
        assert reader.loads.__module__.startswith("tomllib") is missing
    finally:
        monkeypatch.undo()
        importlib.reload(toml)
