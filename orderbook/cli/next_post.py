"""``orderbook next``: the post of the week to come."""

from __future__ import annotations

from typing import Any

import click

from orderbook.cli.fix import write_bytes
from orderbook.cli.request import build_request, context_options


@click.command("next")
@context_options
def next_post(**context: Any) -> int:
    """Print next week's post, ready to be filled in: figures carried on, Messages, Trade and Orders empty.

    \b
    Example:
      orderbook next orders.txt --previous last-week.txt > next-week.txt

    The post comes as UTF-8, whatever this week's was written in.
    """
    system, request = build_request(**context)
    write_bytes(system.next_post(request).encode("utf-8", errors="replace"))
    return 0
