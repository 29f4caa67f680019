"""``campaign resolve``, ``ruling`` and ``brief``: a week resolved, ruled, told."""

from __future__ import annotations

import re
from pathlib import Path

import click

from orderbook.cli.campaigning import FOLDER, FORMAT, opened, print_json, week_system
from orderbook.findings.formats.display import show_text
from orderbook.systems.system import RequestError

_WEEK = click.IntRange(min=1)


@click.command
@FOLDER
@click.option("--week", type=_WEEK, metavar="N", help="Which week; otherwise the one under way.")
@click.option("--seed", metavar="TEXT", help="What this week's dice come from; otherwise the campaign's seed.")
@click.option("--dice", "dice_file", metavar="FILE", type=click.Path(path_type=Path), help="Rolls to take, in order.")
@FORMAT
def resolve(folder: Path, week: int | None, seed: str | None, dice_file: Path | None, format_name: str) -> int:
    """Resolve a week from the posts taken, or say what has to be ruled first.

    The same posts, rulings and seed give the same week. Resolving it again changes nothing.

    \b
    Examples:
      orderbook campaign resolve deeps --week 3
      orderbook campaign resolve deeps --week 3 --dice rolls.txt

    Exit status 0: resolved. 1: it waits for rulings.
    """
    from orderbook.campaign.event import describe_event
    from orderbook.campaign.week import resolve_week
    from orderbook.cli.campaign_status import describe_question
    from orderbook.cli.progress import shown_progress

    with opened(folder) as campaign:
        number = week if week is not None else campaign.record.week
        dice = _read_dice(dice_file) if dice_file is not None else None
        with shown_progress() as watch:
            outcome = resolve_week(campaign, week_system(campaign), number, seed=seed, dice=dice, watch=watch)
    step = outcome.step
    if format_name == "json":
        print_json(
            {
                "week": number,
                "step": step.number if step is not None else None,
                "resolved": not outcome.questions,
                "questions": [describe_question(question) for question in outcome.questions],
                "events": [describe_event(event) for event in outcome.events],
            }
        )
        return int(bool(outcome.questions))
    if outcome.questions:
        click.echo(f"Week {number} waits for rulings:")
        for question in outcome.questions:
            choices = f" Choices: {', '.join(question.choices)}." if question.choices else ""
            click.echo(f"  {question.id}: {show_text(question.text, 600)}{choices}")
        click.echo(f"Answer each with: orderbook campaign ruling {folder} ID ANSWER")
        return 1
    if step is None:
        click.echo(f"Week {number} is resolved already; nothing has changed.")
    else:
        events = len(outcome.events)
        click.echo(f"Step {step.number}: week {number} is resolved, with {events} event{'s' if events != 1 else ''}.")
    return 0


def _read_dice(path: Path) -> tuple[int, ...]:
    """Whole numbers in their order, between spaces, commas or line ends; ``#`` begins a note."""
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise RequestError(f"cannot read the dice in {path}: {error}") from error
    rolls: list[int] = []
    for number, line in enumerate(text.split("\n"), 1):
        for word in re.split(r"[\s,;]+", line.partition("#")[0].strip()):
            if word and not re.fullmatch("[0-9]{1,4}", word):
                raise RequestError(f'{path}, line {number}: "{word}" is no roll; write whole numbers, as in 14, 3, 20')
            if word:
                rolls.append(int(word))
    return tuple(rolls)


@click.command
@FOLDER
@click.option("--week", type=_WEEK, metavar="N", help="Which week; otherwise the last that is resolved.")
@click.option("--player", metavar="NAME", help="Whose briefing; otherwise the game master's, which tells everything.")
@click.option("--next", "coming", is_flag=True, help="Add the coming week's orders post, filled in.")
def brief(folder: Path, week: int | None, player: str | None, coming: bool) -> int:
    """Write the BBCode briefing of a week: for a player, only what that player may know.

    Templates in the folder DIR/templates go before those of the system.

    \b
    Examples:
      orderbook campaign brief deeps --week 3 --player Brogg
      orderbook campaign brief deeps --week 3 > everything.txt
    """
    from orderbook.campaign.week import write_brief

    with opened(folder) as campaign:
        system = week_system(campaign)
        resolved = campaign.record.resolved
        if week is None and not resolved:
            raise RequestError("no week is resolved yet; 'orderbook campaign resolve' does that")
        reader = campaign.player(player) if player is not None else None
        number = week if week is not None else resolved[-1]
        click.echo(write_brief(campaign, system, number, reader, coming=coming), nl=False)
    return 0
