"""The options by which a command learns which rule data to look at, and the rulebook they make."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from orderbook.systems.system import RequestError

if TYPE_CHECKING:
    from orderbook.rulebook.model import Faction, Rulebook

Command = TypeVar("Command", bound=Callable[..., Any])

RULEBOOKS = {
    "underdeep": "orderbook.systems.underdeep.rules:underdeep_rulebook",
}
"""Name of a system, and the module and attribute of what loads its rulebook, given further files and folders."""

RULES_OPTION = click.option(
    "--rules",
    "extra",
    type=click.Path(exists=True, path_type=Path),
    multiple=True,
    metavar="PATH",
    help="Rule data to add; may be repeated.",
)
SYSTEM_OPTION = click.option(
    "--system", default="underdeep", show_default=True, metavar="NAME", help=f"Game system: {', '.join(RULEBOOKS)}."
)


def rulebook_options(command: Command) -> Command:
    """Adds ``--rules`` and ``--system`` to a command; ``open_rulebook`` takes what they give."""
    return RULES_OPTION(SYSTEM_OPTION(command))


def open_rulebook(system: str, extra: tuple[Path, ...] = ()) -> Rulebook:
    """The rulebook of a system with further rule data. Raises ``RequestError`` with how to mend it."""
    from orderbook.rulebook.faults import RuleDataError

    place = RULEBOOKS.get(system.strip().lower())
    if place is None:
        raise RequestError(f"there is no system {system!r}; use one of: {', '.join(RULEBOOKS)}")
    module, attribute = place.split(":")
    load: Callable[[tuple[Path, ...]], Rulebook] = getattr(import_module(module), attribute)
    try:
        return load(extra)
    except RuleDataError as error:
        raise RequestError(str(error)) from error


def shipped_sources(system: str) -> tuple[Path, ...]:
    """The files and folders of the rule data that comes with a system."""
    module = import_module(RULEBOOKS[system.strip().lower()].split(":")[0])
    return tuple(module.DATA / name for name in module.SOURCES)


def choose_faction(rulebook: Rulebook, name: str) -> Faction:
    """The faction of that name, other names included. Raises ``RequestError`` with what may be meant."""
    from orderbook.rulebook.indexes import faction_index
    from orderbook.rulebook.names import Quality

    index = faction_index(rulebook)
    match = index.find(name)
    if match is not None and match.quality is not Quality.GUESS:
        return match.value
    known = ", ".join(faction.name for faction in rulebook.factions)
    close = (match.name,) if match is not None else index.suggest(name)
    advice = f"did you mean {' or '.join(close)}?" if close else f"the factions are: {known}"
    raise RequestError(f"no faction is called {name!r}; {advice}")
