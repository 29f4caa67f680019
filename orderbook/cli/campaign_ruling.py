"""``campaign ruling``: the game master answers, rules unasked, thinks better of it, or looks what was ruled."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

from orderbook.cli.campaigning import FOLDER, FORMAT, opened, print_json, report_step, week_system
from orderbook.findings.formats.display import show_text
from orderbook.systems.system import RequestError

if TYPE_CHECKING:
    from orderbook.campaign.campaign import Campaign


@click.command
@FOLDER
@click.argument("words", nargs=-1, metavar="[ID ANSWER]")
@click.option("--add", "added", metavar="TEXT", help="Rule on something nobody asked; it holds as the week begins.")
@click.option("--about", metavar="OCCASION", help="With --add: on which of the occasions (--occasions lists them).")
@click.option("--occasions", "lists_occasions", is_flag=True, help="List what the rules leave to you without asking.")
@click.option("--withdraw", "withdrawn", metavar="ID", help="Take back a ruling of a week that is not resolved.")
@click.option("--week", type=click.IntRange(min=1), metavar="N", help="With --add: for which week.")
@FORMAT
def ruling(
    folder: Path,
    words: tuple[str, ...],
    added: str | None,
    about: str | None,
    lists_occasions: bool,
    withdrawn: str | None,
    week: int | None,
    format_name: str,
) -> int:
    """Answer the question ID that a week waits for; resolving goes on from it. Or rule unasked with --add.

    With neither, list the rulings on weeks that are not resolved yet. Both kinds may hold effects, parted by
    semicolons: resources, units, places, relations, facts (docs/campaigns.md).

    \b
    Examples:
      orderbook campaign ruling deeps 3.1 "the bridge holds"
      orderbook campaign ruling deeps --add "Brogg: +50 Gold; Brogg and Anna are enemies"
      orderbook campaign ruling deeps --about new-vein --add "Lowerdeep 4: +500 Gold in the deposit"
      orderbook campaign ruling deeps --withdraw added.3.1
      orderbook campaign ruling deeps
    """
    from orderbook.campaign.rulings import add_ruling, give_ruling, withdraw_ruling

    if sum((bool(words), added is not None, withdrawn is not None, lists_occasions)) > 1:
        raise RequestError("give one of these: ID and ANSWER, --add TEXT, --withdraw ID, --occasions")
    if about is not None and added is None:
        raise RequestError("--about goes with --add, which says what you rule")
    if week is not None and added is None:
        raise RequestError("--week goes with --add; a question knows its week")
    if len(words) == 1:
        raise RequestError(f"the answer to {words[0]} is missing; write it behind the ID")
    with opened(folder) as campaign:
        if lists_occasions:
            return _list_occasions(week_system(campaign).occasions(), format_name)
        if added is not None:
            return report_step(add_ruling(campaign, week_system(campaign), added, week, about), "", format_name)
        if withdrawn is not None:
            return report_step(withdraw_ruling(campaign, withdrawn), "", format_name)
        if words:
            step = give_ruling(campaign, week_system(campaign), words[0], " ".join(words[1:]))
            return report_step(step, "That is the answer already.", format_name)
        return _list(campaign, format_name)


def _list_occasions(occasions: Mapping[str, str], format_name: str) -> int:
    if format_name == "json":
        print_json({"occasions": dict(occasions)})
        return 0
    width = max((len(name) for name in occasions), default=0)
    for name, text in occasions.items():
        click.echo(f"{name:<{width}}  {text}")
    return 0


def _list(campaign: Campaign, format_name: str) -> int:
    from orderbook.campaign.rulings import standing_rulings

    standing = standing_rulings(campaign.record)
    if format_name == "json":
        told = [{"id": each.id, "week": each.week, "answer": each.answer} for each in standing]
        print_json({"rulings": told})
        return 0
    for each in standing:
        click.echo(f"week {each.week}, {each.id}: {show_text(each.answer, 500)}")
    if not standing:
        click.echo("No ruling waits for its week to be resolved.")
    return 0
