"""``orderbook map``: everything that is asked of a map."""

from __future__ import annotations

from typing import ClassVar

import click

from orderbook.cli.commands import CommandEntry, LazyGroup

MAP_COMMANDS = (
    CommandEntry("show", "orderbook.cli.map_show:show", "Tell what is in a region, and what ways lead from it."),
    CommandEntry("route", "orderbook.cli.map_route:route", "Find the cheapest way for a unit, step by step."),
    CommandEntry("reach", "orderbook.cli.map_reach:reach", "List what a unit can get to in a week."),
    CommandEntry("render", "orderbook.cli.map_render:render", "Draw the map, and who stands where."),
    CommandEntry("lint", "orderbook.cli.map_lint:lint", "Find slips: one-way ways, unknown regions, islands."),
)


class MapGroup(LazyGroup):
    """The commands under ``map``."""

    entries: ClassVar[tuple[CommandEntry, ...]] = MAP_COMMANDS


@click.group(cls=MapGroup)
def maps() -> None:
    """Look at a map: a region, a way, what is in reach, a picture.

    A map is a TOML or CSV file of regions and ways.

    \b
    Examples:
      orderbook map show map.toml "Upperdeep 4"
      orderbook map route map.toml "Upperdeep 4" "Middledeep 22" --unit "Kobold Slinger"
      orderbook map render map.toml -o map.svg
    """
