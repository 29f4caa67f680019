"""``orderbook rules import``: faction posts and rules posts turned into rule data."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from orderbook.systems.system import RequestError

if TYPE_CHECKING:
    from orderbook.rulebook.importing.compare import Change
    from orderbook.rulebook.importing.drafts import Imported


@click.command("import")
@click.argument("post", metavar="POST")
@click.option("-o", "--output", type=click.Path(file_okay=False, path_type=Path), metavar="DIR", help="Write here.")
@click.option("--week", type=click.IntRange(min=1), metavar="N", help="Keep the data as the edition of this week, too.")
@click.option("--diff", is_flag=True, help="Show what changed since the last import, entry by entry.")
@click.option(
    "--against",
    type=click.Path(exists=True, path_type=Path),
    metavar="PATH",
    help="What to compare with, if that is not DIR.",
)
@click.option("--force", is_flag=True, help="Write over files that were changed by hand.")
@click.option("--strict", is_flag=True, help="Exit status 1 if anything could not be read.")
@click.option("--format", "format_name", type=click.Choice(("text", "json")), default="text", show_default=True)
def import_rules(
    post: str,
    output: Path | None,
    week: int | None,
    diff: bool,
    against: Path | None,
    force: bool,
    strict: bool,
    format_name: str,
) -> int:
    """Read a post with factions, abilities or spells, and write it as rule data that --rules takes.

    \b
    Examples:
      orderbook rules import derro.txt -o my-rules/
      orderbook rules import derro-new.txt -o my-rules/ --diff --week 5
      orderbook rules import derro-new.txt --diff --against my-rules/

    POST is a file, or - for standard input. Without -o nothing is written. What could not be read, and what was
    taken for something else, is told with its line and kept in DIR/import-report.md. With --week the data is kept in
    DIR/.editions/week-N as well, which --rules takes just like DIR.
    """
    from orderbook.rulebook.importing.read import read_rules
    from orderbook.text.source import read_source

    if week is not None and output is None:
        raise RequestError("--week says which edition to write, so name the folder with -o")
    imported = read_rules(read_source(post))
    if imported.is_empty:
        raise RequestError(_explain_empty(imported))
    changes = _compare(imported, output, week, against) if diff or against else None
    written = _write(imported, output, week, force=force) if output is not None else []
    if format_name == "json":
        _print_json(imported, written, changes)
    else:
        _print_text(imported, output, written, changes)
    unread = any(remark.kind == "unread" for remark in imported.all_remarks())
    return int(strict and unread)


def _explain_empty(imported: Imported) -> str:
    name = "the post" if imported.post.name == "-" else imported.post.name
    return (
        f"{name} holds no rule data: a faction post has headings such as Units, Rooms, Traps and Defences, and below "
        "them an [ic=Name] block for each entry, with lines such as Cost: 5 Gold"
    )


def _compare(imported: Imported, output: Path | None, week: int | None, against: Path | None) -> list[Change]:
    from orderbook.rulebook.faults import RuleDataError
    from orderbook.rulebook.importing.compare import compare, tables_in, tables_of
    from orderbook.rulebook.importing.folder import edition_for

    base = against or output
    if base is None:
        raise RequestError("--diff compares with the last import; name its folder with --against, or with -o to write")
    if against is None and week is not None and (edition := edition_for(base, week)):
        base = edition.path
    if not base.exists():
        return compare({}, tables_of(imported))
    try:
        return compare(tables_in(base), tables_of(imported))
    except RuleDataError as error:
        if against is None and not any(base.rglob("*.toml")):
            return compare({}, tables_of(imported))
        raise RequestError(str(error)) from error


def _write(imported: Imported, output: Path, week: int | None, *, force: bool) -> list[str]:
    from orderbook.render.environment import render_template
    from orderbook.rulebook.importing.folder import EDITIONS, REPORT, FolderError, write_folder
    from orderbook.rulebook.importing.report import count_entries, sort_remarks

    post = "the post" if imported.post.name == "-" else Path(imported.post.name).name
    report = render_template(
        "rulebook/import-report.md.j2", post=post, counts=count_entries(imported), parts=sort_remarks(imported)
    )
    try:
        written = write_folder(imported, output, week=week, force=force)
        only_edition = written[0].startswith(
            f"{EDITIONS}/"
        )  # an older week was mended; the newest has a report already
        place = f"{EDITIONS}/week-{week}/{REPORT}" if only_edition else REPORT
        (output / place).write_text(report, encoding="utf-8", newline="\n")
    except FolderError as error:
        raise RequestError(str(error)) from error
    except OSError as error:
        raise RequestError(f"cannot write to {output}: {error.strerror or error}") from error
    return [*written, place]


def _print_json(imported: Imported, written: list[str], changes: list[Change] | None) -> None:
    import json

    from orderbook.rulebook.importing.report import describe_import

    click.echo(json.dumps(describe_import(imported, written=written, changes=changes), indent=2))


def _print_text(imported: Imported, output: Path | None, written: list[str], changes: list[Change] | None) -> None:
    from orderbook.rulebook.importing.compare import render_changes
    from orderbook.rulebook.importing.report import render_text

    click.echo(render_text(imported), nl=False, err=True)
    if changes is not None:
        click.echo(render_changes(changes), nl=False)
    if output is None:
        click.echo("nothing was written; name a folder with -o", err=True)
    elif changes is None:
        for name in written:
            click.echo(f"{output / name}")
