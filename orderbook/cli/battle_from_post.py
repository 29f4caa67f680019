"""``orderbook battle from-post``: the battle of two orders posts, as a file."""

from __future__ import annotations

from pathlib import Path

import click

from orderbook.cli.request import SYSTEM_OPTION, choose_options
from orderbook.systems import find_system
from orderbook.systems.battling import FromPostRequest
from orderbook.systems.system import RequestError
from orderbook.text.source import read_source


@click.command("from-post")
@click.argument("attacker", metavar="ATTACKER")
@click.argument("defender", metavar="DEFENDER")
@click.option("--at", required=True, metavar="PLACE", help='Where they meet: "Upperdeep 28", or the name of a site.')
@click.option("--attacker-faction", metavar="NAME", help="Faction of the first post, where it does not tell.")
@click.option("--defender-faction", metavar="NAME", help="Faction of the second post, where it does not tell.")
@click.option(
    "--map", "map_file", type=click.Path(exists=True, path_type=Path), metavar="FILE", help="Map of the regions."
)
@click.option(
    "--rules", type=click.Path(exists=True, path_type=Path), multiple=True, metavar="PATH", help="Rule data to add."
)
@click.option(
    "--option", "options", multiple=True, metavar="NAME=CHOICE", help="Read an open point of the rules otherwise."
)
@SYSTEM_OPTION
def from_post(
    attacker: str,
    defender: str,
    at: str,
    attacker_faction: str | None,
    defender_faction: str | None,
    map_file: Path | None,
    rules: tuple[Path, ...],
    options: tuple[str, ...],
    system: str,
) -> int:
    """Make a battle file of two orders posts: who is at PLACE once the orders are carried out, led by whom, told what.

    Comments say which line each regiment comes from and what was left to the game master. Who attacks, the rules say;
    the file tells by which. One of the posts may be - for standard input.

    \b
    Examples:
      orderbook battle from-post ladle.txt derro.txt --at "Upperdeep 28" > battle.toml
      orderbook battle from-post ladle.txt derro.txt --at "Upperdeep 28" | orderbook battle run -

    Exit status 0: here it is. 2: it cannot be made.
    """
    chosen = find_system(system)
    if chosen.write_battle is None:
        raise RequestError(f"the system {chosen.name} makes no battles of posts")
    if attacker == "-" and defender == "-":
        raise RequestError("only one of the posts can be standard input")
    written = chosen.write_battle(
        FromPostRequest(
            (read_source(attacker), read_source(defender)),
            at,
            (attacker_faction, defender_faction),
            map_file,
            rules,
            choose_options(chosen, rules, options),
        )
    )
    for warning in written.warnings:
        click.echo(warning, err=True)
    click.echo(written.text, nl=False)
    return 0
