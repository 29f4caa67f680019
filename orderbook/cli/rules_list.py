"""``orderbook rules list``: the lists of the factions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from orderbook.cli.rulebooks import choose_faction, open_rulebook, rulebook_options

if TYPE_CHECKING:
    from orderbook.rulebook.model import Ability, Faction, Rulebook, RuleEntry

_WIDTH = 100
_GAP = "  "


@click.command("list")
@click.option("--faction", metavar="NAME", help="Only this faction.")
@rulebook_options
@click.option("--format", "format_name", type=click.Choice(("text", "json")), default="text", show_default=True)
def list_rules(faction: str | None, extra: tuple[Path, ...], system: str, format_name: str) -> int:
    """List the units, rooms, rituals, traps and defences of the factions, the abilities and the spells.

    \b
    Examples:
      orderbook rules list --faction Derro
      orderbook rules list --rules my-faction/ --format json
    """
    rulebook = open_rulebook(system, extra)
    factions = rulebook.factions if faction is None else (choose_faction(rulebook, faction),)
    if format_name == "json":
        import json

        from orderbook.rulebook.describing import describe_rulebook

        click.echo(json.dumps(describe_rulebook(rulebook, factions), indent=2))
    else:
        click.echo(_render_lists(rulebook, factions, commons=faction is None), nl=False)
    return 0


def _render_lists(rulebook: Rulebook, factions: Sequence[Faction], *, commons: bool) -> str:
    blocks = [block for faction in factions for block in _render_faction(faction)]
    if commons:
        blocks += [_render_names("Abilities", rulebook.abilities), _render_names("Spells", rulebook.spells)]
    blocks.append("'orderbook rules show NAME' tells more about one of them.")
    return "\n\n".join(block for block in blocks if block) + "\n"


def _render_faction(faction: Faction) -> Iterable[str]:
    from orderbook.books.bundle import render_bundle

    known = "" if faction.complete else " (known in part)"
    yield f"{faction.name}{known}: begins with {render_bundle(faction.opening)}"
    sections: tuple[tuple[str, Sequence[RuleEntry]], ...] = (
        ("Units", faction.units),
        ("Rooms", faction.rooms),
        ("Rituals", faction.rituals),
        ("Traps and Defences", faction.defences),
    )
    for title, entries in sections:
        if entries:
            yield "\n".join([title, *_render_table([_render_row(entry, faction) for entry in entries])])


def _render_row(entry: RuleEntry, faction: Faction) -> list[str]:
    """Name, price, weeks or Upkeep, and what it needs."""
    from orderbook.rulebook.cards import render_cost, render_needs, render_weeks
    from orderbook.rulebook.model import Structure, Unit

    unpriced = "-" if faction.complete else "?"
    price = render_cost(entry.cost) if entry.cost is not None else unpriced
    if isinstance(entry, Unit):
        owes = entry.upkeep is not None and any(entry.upkeep.choices)
        upkeep = render_cost(entry.upkeep) if owes else "nothing" if entry.upkeep is not None else "?"
        return [entry.name, price, f"upkeep {upkeep}", render_needs(entry.requires)]
    if isinstance(entry, Structure):
        weeks = render_weeks(entry.weeks) if entry.weeks is not None else unpriced
        return [entry.name, price, weeks, render_needs(entry.requires)]
    return [entry.name, price, "", ""]


def _render_table(rows: list[list[str]]) -> Iterable[str]:
    """Columns as wide as they must be, except the last."""
    widths = [max(len(row[column]) for row in rows) for column in range(3)]
    for row in rows:
        cells = [cell.ljust(width) for cell, width in zip(row, widths, strict=False)]
        yield f"  {_GAP.join([*cells, row[3]])}".rstrip()


def _render_names(title: str, abilities: Sequence[Ability]) -> str:
    import textwrap

    names = ", ".join(ability.name for ability in abilities)
    return (
        f"{title}\n" + textwrap.fill(names, _WIDTH, initial_indent="  ", subsequent_indent="  ", break_on_hyphens=False)
        if names
        else ""
    )
