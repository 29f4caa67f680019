"""``campaign ledger``: the books that the events of the campaign make, for people and for programs that keep books."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from orderbook.cli.campaigning import FOLDER, opened, print_json, week_system
from orderbook.findings.formats.display import show_text
from orderbook.systems.system import RequestError

if TYPE_CHECKING:
    from orderbook.books.journal import Claim, Entry, Journal

FORMATS = ("text", "json", "csv", "beancount", "hledger")


@click.command
@FOLDER
@click.option("--player", metavar="NAME", help="Only the books of this player; otherwise everybody's.")
@click.option("--format", "format_name", type=click.Choice(FORMATS), default="text", show_default=True)
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE", help="Write here.")
def ledger(folder: Path, player: str | None, format_name: str, output: Path | None) -> int:
    """Write the books of the resolved weeks, as the campaign itself keeps them: what moved, why, and what is left.

    'orderbook audit --campaign' follows what a player's posts say; these are what really happened.

    \b
    Examples:
      orderbook campaign ledger deeps --player Brogg
      orderbook campaign ledger deeps --format hledger | hledger -f - balance
      orderbook campaign ledger deeps --format beancount -o deeps.beancount
    """
    from orderbook.campaign.ledger import keep_books

    with opened(folder) as campaign:
        name = campaign.player(player).name if player is not None else None
        journal = keep_books(campaign, week_system(campaign), name)
        resolved = campaign.record.resolved
        title = f"Books of {name or 'the campaign'}: weeks {resolved[0]} to {resolved[-1]}"
    if format_name == "json" and output is None:
        print_json(_describe(journal, title))
        return 0
    text = _render(journal, title, format_name)
    if output is None:
        click.echo(text, nl=False)
        return 0
    try:
        output.write_text(text, encoding="utf-8")
    except OSError as error:
        raise RequestError(f"cannot write {output}: {error.strerror or error}") from error
    return 0


def _render(journal: Journal, title: str, format_name: str) -> str:
    """The journal in a format; each format's module is imported when it is wanted."""
    if format_name == "json":
        import json

        return json.dumps(_describe(journal, title), indent=2) + "\n"
    if format_name == "beancount":
        from orderbook.books.exports import beancount

        return beancount.render(journal, title)
    if format_name == "hledger":
        from orderbook.books.exports import hledger

        return hledger.render(journal, title)
    if format_name == "csv":
        from orderbook.books.exports import postings

        return postings.render(journal)
    return "\n".join(_tell(journal, title)) + "\n"


def _tell(journal: Journal, title: str) -> Iterator[str]:
    from orderbook.books.exports.calendar import week_of
    from orderbook.books.journal import Entry

    yield show_text(title, 200)
    week = None
    for step in journal.steps():
        if week_of(step.day) != week:
            week = week_of(step.day)
            yield f"\nWeek {week}"
        what = show_text(step.title, 100)
        if isinstance(step, Entry):
            if step.postings:
                yield f"  {what}: {_moved(step)}"
        else:
            yield f"  = {what}: {', '.join(f'{amount} {resource}' for resource, amount in step.amounts.items())}"


def _moved(entry: Entry) -> str:
    """What came into the first account of an entry, or left it, and on which other account that stands."""
    from orderbook.books.bundle import Bundle, render_bundle

    first = entry.postings[0].account
    amounts = Bundle((each.resource, each.amount) for each in entry.postings if each.account == first)
    others = dict.fromkeys(str(each.account) for each in entry.postings if each.account != first)
    return f"{render_bundle(amounts, signed=True)}  ({show_text(', '.join(others), 120)})"


def _describe(journal: Journal, title: str) -> dict[str, object]:
    from orderbook.books.exports.calendar import week_of

    def whence(step: Entry | Claim) -> dict[str, object]:
        cause = step.cause
        return {"text": cause.text, "post": cause.file, "line": cause.line, "rules": list(cause.rules)}

    return {
        "title": title,
        "entries": [
            {
                "week": week_of(entry.day),
                "title": entry.title,
                "cause": whence(entry),
                "postings": [
                    {"account": str(each.account), "resource": each.resource, "amount": str(each.amount)}
                    for each in entry.postings
                ],
            }
            for entry in journal.entries
        ],
        "claims": [
            {
                "week": week_of(claim.day),
                "title": claim.title,
                "account": str(claim.account),
                "amounts": {resource: str(amount) for resource, amount in claim.amounts.items()},
            }
            for claim in journal.claims
        ],
    }
