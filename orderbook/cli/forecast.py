"""``orderbook forecast``: what the coming weeks bring."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from orderbook.cli.request import build_request, context_options


@click.command
@context_options
@click.option("--weeks", type=click.IntRange(min=1, max=200), default=8, show_default=True, metavar="N")
@click.option(
    "--plan", type=click.Path(exists=True, dir_okay=False, path_type=Path), metavar="FILE",
    help="What is to be built and recruited, by week.",
)  # fmt: skip
@click.option("--format", "format_name", type=click.Choice(("text", "json")), default="text", show_default=True)
def forecast(weeks: int, plan: Path | None, format_name: str, **context: Any) -> int:
    """Carry a post on: Wealth of the coming weeks if nothing changes, and who goes unpaid, hungry or without Metal.

    With a plan every wish is checked in its week, and the earliest week told in which it can be had.

    \b
    Examples:
      orderbook forecast orders.txt --weeks 12
      orderbook forecast orders.txt --plan plan.toml

    \b
    A plan:
      [week.6]
      build = ["Workshop at Ladle Warren", "2 Mushroom Patches at Ladle Warren"]
      recruit = ["10 Kobold Slingers at Ladle Warren"]

    Exit status 0: everything can be paid and had. 1: not so. 2: no forecast could be made.
    """
    from orderbook.cli.forecasts import describe_forecast, render_forecast
    from orderbook.systems.forecasting import ForecastRequest
    from orderbook.systems.system import RequestError
    from orderbook.text.source import read_source

    system, request = build_request(**context)
    if system.forecast is None:
        raise RequestError(f"the system {system.name} makes no forecasts")
    found = system.forecast(ForecastRequest(request, weeks, read_source(str(plan)) if plan is not None else None))
    if format_name == "json":
        import json

        click.echo(json.dumps(describe_forecast(found), indent=2))
    else:
        click.echo(render_forecast(found), nl=False)
    return int(found.has_problems)
