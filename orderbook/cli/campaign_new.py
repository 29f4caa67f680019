"""``campaign new``, ``player`` and ``option``: how a campaign is set up."""

from __future__ import annotations

from pathlib import Path

import click

from orderbook.books.bundle import Bundle
from orderbook.cli.campaigning import FOLDER, FORMAT, opened, report_step, system_of, tell
from orderbook.cli.opening import EXAMPLE
from orderbook.cli.request import SYSTEM_OPTION, OpeningType, choose_options
from orderbook.systems import find_system
from orderbook.systems.system import CheckRequest, RequestError
from orderbook.text.source import SourceText

_PATH = click.Path(exists=True, path_type=Path)


@click.command
@FOLDER
@SYSTEM_OPTION
@click.option("--seed", metavar="TEXT", help="What all dice come from; keep it secret. Otherwise the folder's name.")
@click.option("--map", "map_file", type=_PATH, metavar="FILE", help="Map of the regions.")
@click.option("--rules", type=_PATH, multiple=True, metavar="PATH", help="Rule data to add; may be repeated.")
@click.option(
    "--option", "options", multiple=True, metavar="NAME=CHOICE", help="Read an open point of the rules otherwise."
)
@click.option("--store", metavar="URL", help="Keep it on a PostgreSQL server: postgresql://user@host/database.")
def new(
    folder: Path,
    system: str,
    seed: str | None,
    map_file: Path | None,
    rules: tuple[Path, ...],
    options: tuple[str, ...],
    store: str | None,
) -> int:
    """Make a campaign in the folder DIR. The map and the rule data are kept in it as they are now.

    \b
    Examples:
      orderbook campaign new deeps --system underdeep --seed "a secret of the game master"
      orderbook campaign new deeps --map regions.csv --rules house-rules.toml
      orderbook campaign new deeps --store postgresql://gm@localhost/games
    """
    from orderbook.campaign.campaign import create_campaign

    chosen = find_system(system)
    made = choose_options(chosen, rules, options)
    if rules or map_file is not None:  # a slip in them is told now, not on the evening
        chosen.check(CheckRequest(SourceText(""), rules=rules, map=map_file, options=made))
    create_campaign(
        folder,
        chosen.name,
        seed=seed if seed is not None else folder.resolve().name,
        options=made,
        rules=rules,
        map_file=map_file,
        address=store,
    )
    tell(f"Next: orderbook campaign player {folder} NAME --faction FACTION")
    click.echo(f"A campaign of {chosen.name} begins in {folder}.")
    return 0


@click.command
@FOLDER
@click.argument("name")
@click.option("--faction", metavar="NAME", help="Faction; has to be given for a new player.")
@click.option("--opening", type=OpeningType(), metavar="WEALTH", help=f'Wealth before the first week: "{EXAMPLE}".')
@click.option("--alias", "aliases", multiple=True, metavar="NAME", help="A name on the forum; may be repeated.")
@click.option("--no-alias", "dropped", multiple=True, metavar="NAME", help="No longer a name of this player.")
@click.option("--rename", metavar="NAME", help="What the player is called from now on, while no week is resolved.")
@click.option("--remove", is_flag=True, help="The player plays no more.")
@FORMAT
def player(
    folder: Path,
    name: str,
    faction: str | None,
    opening: Bundle | None,
    aliases: tuple[str, ...],
    dropped: tuple[str, ...],
    rename: str | None,
    remove: bool,
    format_name: str,
) -> int:
    """Add the player NAME, or change what is known of one, or let one go. What is not given stays as it is.

    \b
    Examples:
      orderbook campaign player deeps Brogg --faction Derro --opening "Gold 750, Metal 150, Food 100"
      orderbook campaign player deeps Brogg --alias Brogg_the_Bold --alias "brogg (mobile)"
      orderbook campaign player deeps Brogg --rename Broggar
      orderbook campaign player deeps Brogg --remove
    """
    from orderbook.campaign.campaign import find_player
    from orderbook.campaign.changes import remove_player, rename_player
    from orderbook.campaign.game import Player
    from orderbook.rulebook.names import fold_name

    if (rename is not None or remove) and (faction or opening is not None or aliases or dropped or (rename and remove)):
        raise RequestError("--rename and --remove stand alone; change the rest of a player by another command")
    with opened(folder) as campaign:
        if rename is not None:
            return report_step(rename_player(campaign, campaign.player(name), rename), "That is the name.", format_name)
        if remove:
            return report_step(remove_player(campaign, campaign.player(name)), "", format_name)
        known = find_player(campaign.record.players.values(), name)
        faction = _full_name(system_of(campaign).name, faction, campaign.setup.rules) if faction else None
        if known is None and faction is None:
            raise RequestError(f"{name} does not play yet; say with --faction what they play")
        gone = {fold_name(alias) for alias in dropped}
        held = known.aliases if known is not None else ()
        unknown = gone - {fold_name(alias) for alias in held}
        if unknown:
            raise RequestError(f"{', '.join(sorted(unknown))} is no alias of {name}")
        fresh = {fold_name(alias): alias for alias in (*held, *aliases) if fold_name(alias) not in gone}
        wanted = Player(
            name=known.name if known is not None else " ".join(name.split()),
            faction=faction or (known.faction if known is not None else ""),
            opening=opening if opening is not None else known.opening if known is not None else None,
            aliases=tuple(sorted(fresh.values())),
        )
        return report_step(campaign.set_player(wanted), f"{wanted.name} is known so already.", format_name)


def _full_name(system: str, faction: str, rules: tuple[Path, ...]) -> str:
    """The name of a faction as the rule data has it; one that no data knows stays as it is typed."""
    from orderbook.cli.rulebooks import RULEBOOKS, open_rulebook
    from orderbook.rulebook.indexes import faction_index
    from orderbook.rulebook.names import Quality

    if system not in RULEBOOKS:
        return faction
    match = faction_index(open_rulebook(system, rules)).find(faction)
    if match is None:
        tell(f"no rule data knows the faction {faction}; prices and Upkeep will not be judged")
        return faction
    if match.quality is Quality.GUESS:
        raise RequestError(f'no faction is called "{faction}"; did you mean "{match.name}"?')
    return match.value.name


@click.command
@FOLDER
@click.argument("choices", nargs=-1, metavar="[NAME=CHOICE]...")
@FORMAT
def option(folder: Path, choices: tuple[str, ...], format_name: str) -> int:
    """Choose how the campaign reads what the rulebook leaves open; without a choice, list those made.

    \b
    Examples:
      orderbook campaign option deeps outpost-crystals=outposts-too
      orderbook campaign option deeps
    """
    with opened(folder) as campaign:
        if choices:
            made = choose_options(system_of(campaign), (), choices)
            return report_step(campaign.choose(made), "It is read so already.", format_name)
        settings = campaign.record.options.settings
    if format_name == "json":
        from orderbook.cli.campaigning import print_json

        print_json({"options": settings})
    else:
        lines = [f"{name}={choice}" for name, choice in settings.items()]
        click.echo("\n".join(lines or ["Everything is read by the defaults; 'orderbook rules options' lists them."]))
    return 0
