"""``orderbook map route``: the cheapest way."""

from __future__ import annotations

from typing import Any

import click

from orderbook.cli.mapping import map_options, open_tools, print_answer, traveller_options


@click.command()
@map_options
@click.argument("start", metavar="FROM")
@click.argument("goal", metavar="TO")
@traveller_options
def route(start: str, goal: str, format_name: str, **request: Any) -> int:
    """Find the cheapest way for a unit: the Speed of each step and what it is for, the weeks, the perils.

    A Forced March is told beside it where it is quicker, with what it takes from Attack and Morale.

    \b
    Examples:
      orderbook map route map.toml "Upperdeep 4" "Middledeep 22" --unit "Kobold Slinger"
      orderbook map route map.toml UD50 UD57 --speed 6 --ability Climbing
      orderbook map route map.toml UD4 UD48 --unit Slinger --stop "Upperdeep 31"

    Exit status 0: there is a way. 1: there is none. 2: the question could not be answered.
    """
    tools, asked = open_tools(**request)
    return print_answer(tools.route(asked, start, goal), format_name)
