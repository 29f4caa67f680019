"""``campaign export`` and ``import``: a campaign as text files, and back."""

from __future__ import annotations

from pathlib import Path

import click

from orderbook.cli.campaigning import FOLDER, opened


@click.command
@FOLDER
@click.argument("target", metavar="FOLDER", type=click.Path(path_type=Path))
def export(folder: Path, target: Path) -> int:
    """Write everything of the campaign in DIR into FOLDER, as text files that are fit for git.

    An earlier export of the same campaign is brought up to date; a step adds files and changes next to none.

    \b
    Example:
      orderbook campaign export deeps deeps-export
    """
    from orderbook.campaign.exchange import export_store
    from orderbook.cli.progress import shown_progress

    with opened(folder) as campaign, shown_progress() as watch:
        changed = export_store(campaign.store, target, watch)
    click.echo(f"{changed} file{'s' if changed != 1 else ''} written into {target}.")
    return 0


@click.command("import")
@FOLDER
@click.argument("source", metavar="FOLDER", type=click.Path(path_type=Path))
@click.option("--store", metavar="URL", help="Keep it on a PostgreSQL server: postgresql://user@host/database.")
def import_campaign(folder: Path, source: Path, store: str | None) -> int:
    """Make the campaign DIR from an export in FOLDER, with all its steps; it is verified first.

    \b
    Example:
      orderbook campaign import deeps-again deeps-export
    """
    from orderbook.campaign.exchange import import_store
    from orderbook.cli.progress import shown_progress

    with shown_progress() as watch:
        import_store(source, folder, store, watch)
    with opened(folder) as campaign:
        number = len(campaign.steps)
    click.echo(f"A campaign with {number} step{'s' if number != 1 else ''} is in {folder}.")
    return 0
