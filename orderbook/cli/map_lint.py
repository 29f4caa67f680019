"""``orderbook map lint``: the slips of a map."""

from __future__ import annotations

from typing import Any

import click

from orderbook.cli.mapping import FORMAT_OPTION, MAP_ARGUMENT, open_tools, print_answer
from orderbook.cli.request import SYSTEM_OPTION


@click.command()
@MAP_ARGUMENT
@SYSTEM_OPTION
@FORMAT_OPTION
def lint(format_name: str, **request: Any) -> int:
    """Find the slips of a map: one-way ways, unknown regions, islands, chasms that do not fit.

    A fault makes the map unusable; a doubt may be meant.

    \b
    Examples:
      orderbook map lint map.toml
      orderbook map lint map.csv --format json

    Exit status 0: nothing looks wrong. 1: something does. 2: the file could not be read.
    """
    tools, asked = open_tools(**request)
    return print_answer(tools.lint(asked), format_name)
