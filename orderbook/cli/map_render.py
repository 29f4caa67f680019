"""``orderbook map render``: the map as a picture."""

from __future__ import annotations

from pathlib import Path

import click

from orderbook.cli.mapping import MAP_ARGUMENT, open_tools
from orderbook.cli.request import SYSTEM_OPTION
from orderbook.systems.mapping import DrawRequest

_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.command()
@MAP_ARGUMENT
@click.option("--positions", type=_FILE, metavar="FILE", help="Who stands where: a CSV or TOML file.")
@click.option("--viewer", metavar="PLAYER", help="Leave out what this player may not know.")
@click.option("--layer", "layers", multiple=True, metavar="LAYER", help="Draw this layer only; may be repeated.")
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE", help="Write there.")
@SYSTEM_OPTION
def render(
    file: Path, positions: Path | None, viewer: str | None, layers: tuple[str, ...], output: Path | None, system: str
) -> int:
    """Draw the map as SVG: a sheet for each layer, terrain, ways, and who stands where.

    The file of positions has the columns region, player, what, and if need be count, kind (units, site, other) and
    known_to: players, set apart by semicolons, who may see it; empty for everybody.

    \b
    Examples:
      orderbook map render map.toml -o map.svg
      orderbook map render map.toml --positions week-3.csv --viewer Derro -o derro.svg
      orderbook map render map.toml --layer Upperdeep > upperdeep.svg
    """
    tools, asked = open_tools(system, file)
    picture = tools.draw(asked, DrawRequest(positions, viewer, tuple(layer.strip().capitalize() for layer in layers)))
    if output is None:
        click.echo(picture, nl=False)
    else:
        output.write_bytes(picture.encode("utf-8"))
        click.echo(f"written to {output}", err=True)
    return 0
