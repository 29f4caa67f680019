"""Where the templates are, in a wheel as in a checkout."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources.abc import Traversable

from orderbook.text.resources import MissingResource, read_resource, resource_folder


def read_template(name: str) -> str | None:
    """The text of a template, named with slashes: ``underdeep/next.bbcode.j2``; ``None`` where there is none."""
    try:
        return read_resource("templates", name)
    except MissingResource:
        return None


def list_templates() -> list[str]:
    """Names of all templates, sorted."""
    return sorted(_walk(resource_folder("templates"), ""))


def _walk(folder: Traversable, prefix: str) -> Iterator[str]:
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from _walk(entry, f"{prefix}{entry.name}/")
        elif entry.name.endswith(".j2"):
            yield prefix + entry.name
