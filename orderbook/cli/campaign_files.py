"""``campaign files``: the rule data and the map of a campaign under way."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from orderbook.cli.campaigning import FOLDER, FORMAT, opened, print_json, report_step, system_of
from orderbook.findings.formats.display import show_text
from orderbook.systems.system import CheckRequest, RequestError
from orderbook.text.source import SourceText

if TYPE_CHECKING:
    from orderbook.campaign.campaign import Campaign

_PATH = click.Path(exists=True, path_type=Path)


@click.command
@FOLDER
@click.option("--map", "map_file", type=_PATH, metavar="FILE", help="The map that holds from now on.")
@click.option("--rules", type=_PATH, multiple=True, metavar="PATH", help="All rule data to add; may be repeated.")
@click.option("--no-rules", is_flag=True, help="No rule data but the system's own.")
@FORMAT
def files(folder: Path, map_file: Path | None, rules: tuple[Path, ...], no_rules: bool, format_name: str) -> int:
    """Keep another map, or other rule data, from now on; without an option, list what is kept.

    What is given with --rules takes the place of all that was added before. Weeks that are resolved stay as they are.

    \b
    Examples:
      orderbook campaign files deeps --map regions-with-the-new-tunnel.csv
      orderbook campaign files deeps --rules house-rules.toml --rules dwarves.toml
      orderbook campaign files deeps
    """
    from orderbook.campaign.changes import replace_files

    if rules and no_rules:
        raise RequestError("give --rules or --no-rules, not both")
    with opened(folder) as campaign:
        if not rules and not no_rules and map_file is None:
            return _list(campaign, format_name)
        setup = campaign.setup
        wanted = rules if rules or no_rules else None
        # A slip in them is told now, and nothing is kept of them.
        system_of(campaign).check(
            CheckRequest(
                SourceText(""),
                rules=setup.rules if wanted is None else wanted,
                map=map_file or setup.map,
                options=setup.options,
            )
        )
        return report_step(replace_files(campaign, wanted, map_file), "That is what is kept already.", format_name)


def _list(campaign: Campaign, format_name: str) -> int:
    record = campaign.record
    if format_name == "json":
        print_json(
            {
                "map": record.map.name if record.map is not None else None,
                "rules": [file.name for file in record.rules],
            }
        )
        return 0
    click.echo(f"map: {show_text(record.map.name, 200) if record.map is not None else 'none'}")
    for file in record.rules:
        click.echo(f"rules: {show_text(file.name, 200)}")
    if not record.rules:
        click.echo("rules: only the system's own")
    return 0
