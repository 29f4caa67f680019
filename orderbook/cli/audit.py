"""``orderbook audit``: the books of a player over the weeks."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from orderbook.books.bundle import Bundle
from orderbook.cli.check import wants_colour
from orderbook.cli.fix import write_bytes
from orderbook.cli.opening import EXAMPLE
from orderbook.cli.request import SYSTEM_OPTION, OpeningType, choose_options
from orderbook.cli.series import RULING_EXAMPLE, SIEGE_EXAMPLE, parse_ruling, parse_siege, read_posts
from orderbook.systems import find_system
from orderbook.systems.system import RequestError

if TYPE_CHECKING:
    from orderbook.systems.series import Audit, SeriesRequest
    from orderbook.systems.system import System

FORMATS = ("text", "json", "csv", "xlsx", "beancount", "hledger", "html")
_PATH = click.Path(exists=True, path_type=Path)


@click.command
@click.argument("posts", metavar="[POST]...", nargs=-1)
@click.option("--campaign", type=_PATH, metavar="DIR", help="Take the posts of --player from this campaign.")
@click.option("--player", metavar="NAME", help="Whose posts of a thread page or campaign are meant.")
@click.option("--opening", type=OpeningType(), metavar="WEALTH", help=f'Wealth before the first week: "{EXAMPLE}".')
@click.option("--faction", metavar="NAME", help="Faction, where no post tells.")
@SYSTEM_OPTION
@click.option("--first-turn", is_flag=True, help="The first post opens the game.")
@click.option("--rules", type=_PATH, multiple=True, metavar="PATH", help="Rule data to add; may be repeated.")
@click.option("--map", "map_file", type=_PATH, metavar="FILE", help="Map of the regions.")
@click.option(
    "--option", "options", multiple=True, metavar="NAME=CHOICE", help="Read an open point of the rules otherwise."
)
@click.option("--ruling", "rulings", multiple=True, metavar="TEXT", help=f'What a ruling moved: "{RULING_EXAMPLE}".')
@click.option(
    "--besieged", "sieges", multiple=True, metavar="TEXT", help=f'A site with books of its own: "{SIEGE_EXAMPLE}".'
)
@click.option("--why", metavar="FIGURE", help='Unfold one figure: "Gold@4", "Food upkeep@4".')
@click.option("--correct", is_flag=True, help="Show what every Wealth should have been from the first slip on.")
@click.option("--format", "format_name", type=click.Choice(FORMATS), default="text", show_default=True)
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE", help="Write here.")
def audit(
    posts: tuple[str, ...],
    campaign: Path | None,
    player: str | None,
    opening: Bundle | None,
    faction: str | None,
    system: str,
    first_turn: bool,
    rules: tuple[Path, ...],
    map_file: Path | None,
    options: tuple[str, ...],
    rulings: tuple[str, ...],
    sieges: tuple[str, ...],
    why: str | None,
    correct: bool,
    format_name: str,
    output: Path | None,
) -> int:
    """Go through one player's posts week by week: every opening, every line, every stated Wealth beside the computed.

    POST is a file, a folder, - for standard input, or a thread page saved from the forum. Weeks are put in order by
    their headers; missing, doubled and edited ones are told.

    \b
    Examples:
      orderbook audit week-*.txt
      orderbook audit thread.html --player Brogg --format html -o brogg.html
      orderbook audit posts/ --why "Gold@4"
      orderbook audit --campaign deeps --player Brogg
      orderbook audit posts/ --format hledger | hledger -f - balance

    Exit status 0: no errors. 1: errors. 2: the posts could not be audited.
    """
    from orderbook.systems.series import SeriesRequest

    told = SeriesRequest(
        posts=(),
        player=player,
        opening=opening,
        faction=faction,
        first_turn=first_turn,
        rules=rules,
        map=map_file,
        rulings=tuple(parse_ruling(text) for text in rulings),
        sieges=tuple(parse_siege(text) for text in sieges),
    )
    found = (
        _audit_posts(told, find_system(system), posts, options)
        if campaign is None
        else _audit_campaign(told, campaign, posts, options)
    )
    data = _render_why(found, why, format_name) if why is not None else _render(found, format_name, correct=correct)
    _write(data, output, format_name)
    return int(found.has_errors)


def _audit_posts(told: SeriesRequest, system: System, posts: tuple[str, ...], options: tuple[str, ...]) -> Audit:
    if not posts:
        raise click.UsageError("name the posts of a player, or a campaign with --campaign")
    chosen = choose_options(system, told.rules, options)
    return _auditor(system)(replace(told, posts=read_posts(posts), options=chosen))


def _audit_campaign(told: SeriesRequest, folder: Path, posts: tuple[str, ...], options: tuple[str, ...]) -> Audit:
    """The audit of the posts kept for a player; what the command line says goes before what the campaign knows."""
    from orderbook.cli.campaigning import opened, system_of
    from orderbook.systems.evening import series_request

    if posts:
        raise click.UsageError("name either posts or a campaign, not both")
    if told.player is None:
        raise click.UsageError("say with --player whose posts of the campaign are meant")
    with opened(folder) as campaign:
        system = system_of(campaign)
        known = series_request(campaign, campaign.player(told.player))
        rules = (*known.rules, *told.rules)
        request = replace(
            told,
            posts=known.posts,
            player=known.player,
            opening=told.opening if told.opening is not None else known.opening,
            faction=told.faction or known.faction,
            rules=rules,
            map=told.map or known.map,
            options=known.options.overlaid(choose_options(system, told.rules, options)),
        )
        return _auditor(system)(request)


def _auditor(system: System) -> Callable[[SeriesRequest], Audit]:
    if system.audit is None:
        raise RequestError(f"the system {system.name} keeps no books")
    return system.audit


def _render_why(found: Audit, figure: str, format_name: str) -> bytes:
    from orderbook.cli.explanations import describe_explanation, render_explanation

    if format_name not in ("text", "json"):
        raise RequestError("--why can be had as text or json")
    explanation = found.explain(figure)
    if format_name == "json":
        return _to_json(describe_explanation(explanation))
    return render_explanation(explanation).encode("utf-8", errors="replace")


def _render(found: Audit, format_name: str, *, correct: bool) -> bytes:
    """The audit in a format; each format's module is imported when it is wanted."""
    book = found.book
    if format_name == "json":
        return _to_json(found.describe())
    if format_name == "xlsx":
        from orderbook.books.exports.xlsx import NoWorkbooks, render

        try:
            return render(book)
        except NoWorkbooks as error:
            raise RequestError(str(error)) from error
    return _render_text(found, format_name, correct=correct).encode("utf-8", errors="replace")


def _render_text(found: Audit, format_name: str, *, correct: bool) -> str:
    book = found.book
    if format_name == "csv":
        from orderbook.books.exports import csv

        return csv.render(book)
    if format_name == "beancount":
        from orderbook.books.exports import beancount

        return beancount.render(book.journal, book.title)
    if format_name == "hledger":
        from orderbook.books.exports import hledger

        return hledger.render(book.journal, book.title)
    if format_name == "html":
        from orderbook.render.books import render_page

        return render_page(book)
    from orderbook.books.exports import text
    from orderbook.findings.formats.ansi import Painter

    return text.render(book, Painter(wants_colour()).paint, correct=correct)


def _to_json(value: object) -> bytes:
    import json

    return (json.dumps(value, indent=2) + "\n").encode()


def _write(data: bytes, output: Path | None, format_name: str) -> None:
    if output is not None:
        try:
            output.write_bytes(data)
        except OSError as error:
            raise RequestError(f"cannot write {output}: {error.strerror or error}") from error
    elif format_name == "xlsx" and sys.stdout.isatty():
        raise RequestError("a workbook is no text for a terminal; name a file with -o, as in -o books.xlsx")
    else:
        write_bytes(data)
