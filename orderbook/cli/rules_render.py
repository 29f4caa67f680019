"""``orderbook rules render``: rule data written back as the post of a faction."""

from __future__ import annotations

from pathlib import Path

import click

from orderbook.cli.fix import write_bytes
from orderbook.cli.rulebooks import choose_faction, open_rulebook, rulebook_options
from orderbook.systems.system import RequestError


@click.command
@click.argument("faction", required=False)
@rulebook_options
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE", help="Write here.")
def render(faction: str | None, extra: tuple[Path, ...], system: str, output: Path | None) -> int:
    """Write the rule data of a faction back as its forum post; without a name, all factions, abilities and spells.

    \b
    Examples:
      orderbook rules render Derro
      orderbook rules render "Salt Court" --rules my-rules/ -o salt-court.txt

    Importing that post gives the same data. Labels such as "Also called" say what its sentences would not tell.
    """
    from orderbook.render.environment import render_template
    from orderbook.rulebook.rendering.post import PostText, render_post

    def fill(post: PostText) -> str:
        return render_template("rulebook/post.bbcode.j2", post=post)

    rulebook = open_rulebook(system, extra)
    if faction is None:
        text = render_post(rulebook.factions, rulebook.abilities, rulebook.spells, fill=fill)
    else:
        text = render_post([choose_faction(rulebook, faction)], fill=fill)
    data = text.encode("utf-8", errors="replace")
    if output is None:
        write_bytes(data)
        return 0
    try:
        output.write_bytes(data)
    except OSError as error:
        raise RequestError(f"cannot write {output}: {error.strerror or error}") from error
    return 0
