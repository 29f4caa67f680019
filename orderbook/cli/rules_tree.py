"""``orderbook rules tree``: what a faction builds from what."""

from __future__ import annotations

from pathlib import Path

import click

from orderbook.cli.rulebooks import choose_faction, open_rulebook, rulebook_options


@click.command()
@click.argument("faction")
@rulebook_options
@click.option("--format", "format_name", type=click.Choice(("text", "svg", "dot")), default="text", show_default=True)
def tree(faction: str, extra: tuple[Path, ...], system: str, format_name: str) -> int:
    """Draw the building tree of a faction, from what needs nothing to what needs most.

    As text it has branches of plain letters; as SVG it is a picture that needs no other file; as DOT it is a graph
    for Graphviz.

    \b
    Examples:
      orderbook rules tree Derro
      orderbook rules tree Kobolds --format svg > kobolds.svg
      orderbook rules tree Derro --format dot | dot -Tpng > derro.png
    """
    from orderbook.rulebook.tree import grow_tree, render_tree_dot, render_tree_text

    grown = grow_tree(choose_faction(open_rulebook(system, extra), faction))
    if format_name == "svg":
        from orderbook.render.environment import render_template
        from orderbook.rulebook.tree_layout import lay_out_tree

        click.echo(render_template("rulebook/tree.svg.j2", picture=lay_out_tree(grown)), nl=False)
    else:
        click.echo(render_tree_dot(grown) if format_name == "dot" else render_tree_text(grown), nl=False)
    return 0
