"""``orderbook map reach``: all that is in reach."""

from __future__ import annotations

from typing import Any

import click

from orderbook.cli.mapping import map_options, open_tools, print_answer, traveller_options


@click.command()
@map_options
@click.argument("start", metavar="FROM")
@traveller_options
def reach(start: str, format_name: str, **request: Any) -> int:
    """List every region a unit can get to in a week, by what it costs.

    \b
    Examples:
      orderbook map reach map.toml "Upperdeep 4" --unit "Kobold Slinger"
      orderbook map reach map.toml "Upperdeep 4" --unit "Kobold Slinger" --speed 2 --forced-march
    """
    tools, asked = open_tools(**request)
    return print_answer(tools.reach(asked, start), format_name)
