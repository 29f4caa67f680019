"""Whether what is said of the rules is so: names that lead somewhere, code that names what it applies."""

import importlib
import inspect
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

RULE_ID = re.compile(r"\bUD-[A-Z]+(?:-[A-Z]+)*-[0-9]+\b")
_RANGE = re.compile(r"\b(UD-[A-Z]+(?:-[A-Z]+)*)-([0-9]+) to \1-([0-9]+)\b")


def cited(text: str) -> set[str]:
    """Rule ids a text names, those between the ends of "UD-X-01 to UD-X-04" included."""
    found = set(RULE_ID.findall(text))
    for stem, first, last in _RANGE.findall(text):
        found |= {f"{stem}-{number:0{len(first)}d}" for number in range(int(first), int(last) + 1)}
    return found


def citations(root: Path, patterns: Iterable[str] = ("*.py", "*.toml", "*.lark", "*.j2")) -> dict[Path, set[str]]:
    """Rule ids by file, in all files below a folder."""
    files = sorted(path for pattern in patterns for path in root.rglob(pattern))
    return {path: ids for path in files if (ids := cited(path.read_text(encoding="utf-8")))}


def find_function(name: str) -> tuple[ModuleType, Any] | None:
    """The module and the function, method or property of a dotted name; None where there is none."""
    parts = name.split(".")
    for cut in range(len(parts) - 1, 0, -1):
        try:
            module = importlib.import_module(".".join(parts[:cut]))
        except ModuleNotFoundError:
            continue
        here: Any = module
        for part in parts[cut:]:
            here = inspect.getattr_static(here, part, None)
            if here is None:
                return None
        if isinstance(here, staticmethod | classmethod):
            here = here.__func__
        if hasattr(here, "__wrapped__"):  # a cached function
            here = here.__wrapped__
        if isinstance(here, property):
            here = here.fget
        is_own = inspect.isfunction(here) and here.__module__ == module.__name__
        return (module, here) if is_own else None
    return None


def source_of(module: ModuleType) -> str:
    assert module.__file__ is not None
    return Path(module.__file__).read_text(encoding="utf-8")


@cache
def _tables(path: Path) -> Mapping[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


def find_data(root: Path, place: str) -> bool:
    """Whether ``file / entry / key`` leads to something; an entry is a table, or a member of a list by its name."""
    parts = place.split(" / ")
    if len(parts) != 3:
        return False
    file, entry, key = parts
    path = root / file
    return path.is_file() and any(key in table for table in _entries(_tables(path), entry))


def _entries(tables: Mapping[str, Any], name: str) -> Iterator[Mapping[str, Any]]:
    for key, value in tables.items():
        if key == name and isinstance(value, dict):
            yield value
        elif isinstance(value, list):
            yield from (item for item in value if isinstance(item, dict) and item.get("name") == name)
