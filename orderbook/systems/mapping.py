"""Maps as the commands see them: what is asked of a map, and what a system answers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from orderbook.rulebook.options import Options


@dataclass(frozen=True)
class MapRequest:
    """A map file and who travels on it.

    ``unit`` is a unit as the user typed it, ``faction`` whose it is where several have the name. ``speed`` stands in
    place of the unit's own, ``abilities`` come on top of its own; both will do without a unit. ``stops`` are regions
    that may be entered and not passed. ``rules`` and ``options`` are as in a ``CheckRequest``.
    """

    map: Path
    unit: str | None = None
    faction: str | None = None
    speed: int | None = None
    abilities: tuple[str, ...] = ()
    forced_march: bool = False
    stops: tuple[str, ...] = ()
    rules: tuple[Path, ...] = ()
    options: Options = field(default_factory=Options)


@dataclass(frozen=True)
class DrawRequest:
    """What a picture of the map is to show: ``positions`` is a file of who stands where, ``viewer`` who looks.

    Without a viewer everything is drawn. ``layers`` limits the picture to some of the map's sheets.
    """

    positions: Path | None = None
    viewer: str | None = None
    layers: tuple[str, ...] = ()


@dataclass(frozen=True)
class MapAnswer:
    """An answer as JSON values and as text; ``good`` is false for a doubt or a no (exit status 1)."""

    data: dict[str, object]
    text: str
    good: bool = True


@dataclass(frozen=True)
class MapTools:
    """What a system can tell of a map. Each function may raise ``RequestError``. ``draw`` gives SVG."""

    show: Callable[[MapRequest, str], MapAnswer]
    route: Callable[[MapRequest, str, str], MapAnswer]
    reach: Callable[[MapRequest, str], MapAnswer]
    lint: Callable[[MapRequest], MapAnswer]
    draw: Callable[[MapRequest, DrawRequest], str]
