"""``orderbook map show``: a region's card."""

from __future__ import annotations

from typing import Any

import click

from orderbook.cli.mapping import map_options, open_tools, print_answer


@click.command()
@map_options
@click.argument("region", metavar="REGION")
def show(region: str, format_name: str, **request: Any) -> int:
    """Tell what is in a region: terrain, deposits, what a site would gain there, perils, the ways that lead from it.

    REGION is layer and number in any usual form (LD 51), or the region's name. How much lies in a deposit is the game
    master's secret and not told.

    \b
    Examples:
      orderbook map show map.toml "Upperdeep 4"
      orderbook map show map.toml "Glimmer Hall" --format json
    """
    tools, asked = open_tools(**request)
    return print_answer(tools.show(asked, region), format_name)
