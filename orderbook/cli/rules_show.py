"""``orderbook rules show``: the card of one entry."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from orderbook.cli.rulebooks import choose_faction, open_rulebook, rulebook_options
from orderbook.systems.system import RequestError

if TYPE_CHECKING:
    from orderbook.rulebook.cards import Card
    from orderbook.rulebook.model import Ability
    from orderbook.rulebook.seek import Sought

_WIDTH = 100
_LABEL = 16


@click.command()
@click.argument("name")
@click.option("--faction", metavar="NAME", help="The faction, where several have something of that name.")
@rulebook_options
@click.option("--format", "format_name", type=click.Choice(("text", "json")), default="text", show_default=True)
def show(name: str, faction: str | None, extra: tuple[Path, ...], system: str, format_name: str) -> int:
    """Show one unit, room, ritual, trap, defence, ability or spell.

    The card holds its figures, what it needs and what needs it, who recruits it, and what it costs from nothing: the
    whole chain of what has to be built, with the weeks it takes when everything is begun as soon as it may be, and
    when one thing is built after another.

    \b
    Examples:
      orderbook rules show "Atrium of Abhorrence"
      orderbook rules show Palisade --faction Derro
    """
    from orderbook.rulebook.seek import seek

    rulebook = open_rulebook(system, extra)
    sought = seek(rulebook, name, choose_faction(rulebook, faction) if faction is not None else None)
    _refuse_unclear(name, sought)
    if sought.slip:
        click.echo(f"orderbook: reading {name!r} as {sought.slip!r}", err=True)
    if format_name == "json":
        import json

        click.echo(json.dumps(_describe(sought), indent=2))
    else:
        click.echo(_render(sought), nl=False)
    return 0


def _refuse_unclear(name: str, sought: Sought) -> None:
    factions = [faction.name for faction, _ in sought.entries]
    if len(factions) > 1:
        choices = " or ".join(f'--faction "{faction}"' for faction in factions)
        raise RequestError(f"{len(factions)} factions have something called {name!r}; say which one: {choices}")
    if not sought.entries and sought.ability is None:
        close = sought.suggestions
        advice = f"did you mean {' or '.join(close)}?" if close else "'orderbook rules list' lists what there is"
        raise RequestError(f"there is nothing called {name!r} in the rule data; {advice}")


def _describe(sought: Sought) -> dict[str, object]:
    from orderbook.rulebook.cards import describe_card, make_card
    from orderbook.rulebook.describing import describe_ability

    if sought.ability is not None:
        holders = [{"faction": faction.name, "name": entry.name} for faction, entry in sought.holders]
        return {**describe_ability(sought.ability), "held_by": holders, "source": sought.ability.source}
    faction, entry = sought.entries[0]
    return describe_card(make_card(entry, faction))


def _render(sought: Sought) -> str:
    from orderbook.rulebook.cards import make_card

    if sought.ability is not None:
        return _render_ability(sought.ability, sought)
    faction, entry = sought.entries[0]
    return "\n".join(_card_lines(make_card(entry, faction))) + "\n"


def _card_lines(card: Card) -> Iterator[str]:
    from orderbook.rulebook.cards import list_lines, render_chain, summarise_chain

    title = f"{card.entry.name} ({card.faction.name}, {card.entry.section.value})"
    yield from (title, "=" * len(title))
    lines = list_lines(card)
    remarks = [line for line in lines if line[0] in ("Note", "Source")]
    for label, text in lines[: len(lines) - len(remarks)]:
        yield from _set_line(label, text)
    table = render_chain(card.from_nothing)
    if table:
        yield ""
        yield from _set_line("From nothing", summarise_chain(card.from_nothing))
        if card.from_start != card.from_nothing:
            yield from _set_line("From the Starting Dungeon", summarise_chain(card.from_start))
        yield from (f"  {line}" for line in table)
    if remarks:
        yield ""
    for label, text in remarks:
        yield from _set_line(label, text)


def _render_ability(ability: Ability, sought: Sought) -> str:
    title = f"{ability.name} ({'spell' if sought.is_spell else 'ability'})"
    lines = [title, "=" * len(title), *_set_line("Effect", ability.text)]
    if ability.kinds:
        lines += _set_line("Kind", ", ".join(ability.kinds))
    if ability.parameters:
        lines += _set_line("Written with", ", ".join(ability.parameters))
    by_faction: dict[str, list[str]] = {}
    for faction, entry in sought.holders:
        by_faction.setdefault(faction.name, []).append(entry.name)
    holders = "; ".join(f"{', '.join(names)} ({faction})" for faction, names in by_faction.items())
    lines += _set_line("Held by", holders) if holders else []
    return "\n".join([*lines, *_set_line("Source", ability.source)]) + "\n"


def _set_line(label: str, text: str) -> list[str]:
    head = f"{label:<{_LABEL}}" if len(label) < _LABEL else f"{label}: "
    return textwrap.wrap(
        f"{head}{text}", _WIDTH, subsequent_indent=" " * _LABEL, break_on_hyphens=False, break_long_words=False
    )
