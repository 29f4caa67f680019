"""``campaign ingest``: taking posts, and saying what was taken from whom and what was left."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from orderbook.cli.campaigning import FOLDER, FORMAT, opened, print_json, system_of, tell
from orderbook.findings.formats.display import show_text
from orderbook.systems.system import RequestError

if TYPE_CHECKING:
    from orderbook.campaign.gather import Left, Taken
    from orderbook.campaign.ingest import Ingested

_CHANGES = {
    "new": "taken",
    "edited": "edited since; the new text takes the place of the old",
    "replaced": "taken in place of an earlier post",
    "further": "a further post, after you ruled on the week; whether it counts is asked",
    "unchanged": "nothing new",
}


@click.command
@FOLDER
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option(
    "--week", type=click.IntRange(min=1), metavar="N", help="Only this week; the week of a text that says none."
)
@click.option("--player", metavar="NAME", help="Only this player; the author of a text that does not say.")
@FORMAT
def ingest(folder: Path, files: tuple[str, ...], week: int | None, player: str | None, format_name: str) -> int:
    """Take each player's latest orders post of each week out of files, and say what was taken and what was left.

    FILE is a post, a thread page or print view saved from the forum (SMF, phpBB, XenForo, vBulletin, Discourse), or -
    for standard input. The same file again changes nothing.

    \b
    Examples:
      orderbook campaign ingest deeps thread.html
      orderbook campaign ingest deeps page-3.html page-4.html --week 7
      xclip -o | orderbook campaign ingest deeps - --player Brogg

    Exit status 0: taken, or known already. 2: no orders post could be taken.
    """
    from orderbook.campaign.ingest import ingest as take
    from orderbook.cli.progress import shown_progress

    with opened(folder) as campaign:
        system = system_of(campaign)
        if system.try_post is None:
            raise RequestError(f"the system {system.name} cannot tell orders posts from talk")
        if not campaign.record.players:
            raise RequestError(f"nobody plays yet; first: orderbook campaign player {folder} NAME --faction FACTION")
        whose = campaign.player(player) if player is not None else None
        read = [(_read(name), name) for name in files]
        ask_further = system.campaign().ask_further if system.campaign is not None else None
        with shown_progress() as watch:
            done = take(campaign, read, system.try_post, week=week, player=whose, ask_further=ask_further, watch=watch)
        weeks = sorted({taken.post.week for taken in done.taken})
        asked = [one.question for number in weeks for one in campaign.record.open_further(number)]
    if format_name == "json":
        print_json(_describe(done))
    else:
        click.echo("\n".join(_render(done)))
        for question in asked:
            choices = "|".join(question.choices)
            click.echo(f"Say whether it counts: orderbook campaign ruling {folder} {question.id} {choices}")
    if not done.taken and not any("is resolved" in left.why for each in done.gatherings for left in each.left):
        tell("orderbook: no orders post could be taken")
        return 2
    return 0


def _read(name: str) -> bytes:
    if name == "-":
        if sys.stdin is None:
            raise RequestError("there is no standard input to read the post from; name a file")
        return sys.stdin.buffer.read()
    try:
        return Path(name).read_bytes()
    except OSError as error:
        raise RequestError(f"cannot read {name}: {error.strerror or error}") from error


def _render(done: Ingested) -> Iterator[str]:
    for gathering in done.gatherings:
        for taken in gathering.taken:
            yield from _render_taken(taken)
        for post in gathering.withdrawn:
            yield f"{post.player}, week {post.week}: no longer counts; the post says another week now"
        alike: dict[tuple[str, str], list[Left]] = {}
        for left in gathering.left:
            alike.setdefault((left.posting.author, left.why), []).append(left)
        for group in alike.values():
            yield f"left: {_name(group)}: {show_text(group[0].why, 300)}"
    yield f"Step {done.step.number} of the log." if done.step is not None else "Nothing has changed."


def _render_taken(taken: Taken) -> Iterator[str]:
    post = taken.post
    times = [show_text(text, 120) for text in (post.posted, post.edited) if text]
    whose = f" by {show_text(post.author, 80)}" if post.author else ""
    where = f"{show_text(post.file, 120)}#{post.number}" if post.author else show_text(post.file, 120)
    when = f" ({'; '.join(times)})" if times else ""
    yield f"{post.player}, week {post.week}: {where}{whose}{when}: {_CHANGES[taken.change]}"
    if taken.before is not None and taken.change != "unchanged":
        before = taken.before
        when = before.edited or before.posted
        yield f"  before: {show_text(before.file, 120)}{f' ({show_text(when, 120)})' if when else ''}"
    for note in taken.notes:
        yield f"  note: {show_text(note, 300)}"


def _name(alike: Sequence[Left]) -> str:
    """Where posts of one author were found in one file: ``thread.html#3, #8 by Brogg``."""
    first = alike[0].posting
    author = f" by {show_text(first.author, 80)}" if first.author else ""
    more = "".join(f", #{left.posting.number}" for left in alike[1:])
    return f"{show_text(first.place, 160)}{more}{author}"


def _describe(done: Ingested) -> dict[str, object]:
    return {
        "step": done.step.number if done.step is not None else None,
        "taken": [
            {
                "player": taken.post.player,
                "week": taken.post.week,
                "file": taken.post.file,
                "number": taken.post.number,
                "author": taken.post.author or None,
                "posted": taken.post.posted or None,
                "edited": taken.post.edited or None,
                "change": taken.change.value,
                "before": taken.before.text if taken.before is not None else None,
                "digest": taken.post.text,
                "notes": list(taken.notes),
            }
            for taken in done.taken
        ],
        "withdrawn": [
            {"player": post.player, "week": post.week} for each in done.gatherings for post in each.withdrawn
        ],
        "left": [
            {
                "file": left.posting.file,
                "number": left.posting.number,
                "author": left.posting.author or None,
                "posted": left.posting.posted or None,
                "why": left.why,
                "talk": left.is_talk,
            }
            for each in done.gatherings
            for left in each.left
        ],
    }
