"""``campaign status``: the evening's list."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from orderbook.cli.campaigning import FOLDER, FORMAT, opened, print_json, system_of
from orderbook.findings.formats.display import show_text
from orderbook.systems.evening import STANDING_RULE, Evening, PlayerEvening, review_week
from orderbook.systems.system import RequestError

if TYPE_CHECKING:
    from orderbook.campaign.game import Question
    from orderbook.campaign.record import Record
    from orderbook.findings.model import Finding
    from orderbook.findings.report import Report


@click.command
@FOLDER
@click.option("--week", type=click.IntRange(min=1), metavar="N", help="Which week; otherwise the one under way.")
@click.option("--player", metavar="NAME", help="Only this player.")
@click.option("--brief", "short", is_flag=True, help="Count what is wrong, do not list it.")
@FORMAT
def status(folder: Path, week: int | None, player: str | None, short: bool, format_name: str) -> int:
    """Say who has posted, what is wrong with each post, which rulings are open, what is missing, and what comes next.

    Posts are judged by what the campaign knows of the week's beginning; before the first week is resolved, by the
    post of the week before.

    A player who sent nothing gets the standing rule: units stand, Upkeep is paid.

    \b
    Examples:
      orderbook campaign status deeps
      orderbook campaign status deeps --week 3 --player Brogg
      orderbook campaign status deeps --format json

    Exit status 0: no errors in the posts. 1: errors.
    """
    with opened(folder) as campaign:
        record = campaign.record
        only = campaign.player(player).name if player is not None else None
        if not record.players:
            raise RequestError(f"nobody plays yet; first: orderbook campaign player {folder} NAME --faction FACTION")
        evening = review_week(campaign, system_of(campaign), week if week is not None else record.week, only)
    if format_name == "json":
        print_json(_describe(record, evening))
    else:
        click.echo("\n".join(_render(record, evening, folder, short=short)))
    return int(evening.has_errors)


def _render(record: Record, evening: Evening, folder: Path, *, short: bool) -> Iterator[str]:
    there = sum(each.post is not None for each in evening.players)
    state = ", resolved" if evening.resolved else ""
    yield f"Week {evening.week} of {record.system}{state}: {there} of {len(evening.players)} have posted"
    for each in evening.players:
        yield ""
        yield from _render_player(each, short=short)
    yield ""
    if evening.questions:
        yield "Rulings that are open:"
        yield from (line for question in evening.questions for line in _render_question(question))
        yield f"  answer with: orderbook campaign ruling {folder} ID ANSWER"
    elif not evening.resolved:
        yield "No ruling is open."
    if evening.missing and not evening.resolved:
        yield f"Missing: {', '.join(player.name for player in evening.missing)}"
    added = record.added.get(evening.week, ())
    if added and not evening.resolved:
        yield "Ruled for this week beside what was asked:"
        yield from (f"  {ruling.id}: {show_text(ruling.answer, 300)}" for ruling in added)
    if told := _next_step(record, evening, folder):
        yield f"Next: {told}"


def _next_step(record: Record, evening: Evening, folder: Path) -> str:
    """The command that leads on from here, as far as anything has to be done for the week."""
    if evening.resolved:
        return f"orderbook campaign brief {folder} --week {evening.week} --player NAME, for each player"
    if evening.week != record.week:
        return ""
    if evening.questions:
        return f"answer {evening.questions[0].id}, then: orderbook campaign resolve {folder}"
    if len(evening.missing) == len(evening.players):
        return f"orderbook campaign ingest {folder} THREAD"
    waits = f", or wait for {', '.join(player.name for player in evening.missing)}" if evening.missing else ""
    return f"orderbook campaign resolve {folder} --week {evening.week}{waits}"


def _render_player(each: PlayerEvening, *, short: bool) -> Iterator[str]:
    head = f"{each.player.name} ({each.player.faction})"
    if each.post is None:
        yield f"{head}: sent nothing; the standing rule holds: {STANDING_RULE}"
        return
    post = each.post
    when = "; ".join(show_text(text, 120) for text in (post.posted, post.edited) if text)
    yield f"{head}: {show_text(post.file, 120)}{f' ({when})' if when else ''}"
    if each.report is None:
        yield f"  could not be checked: {show_text(each.trouble, 300)}"
        return
    yield f"  {_count(each.report)}"
    if not each.compared and each.report.week != 1:
        yield "  the post of the week before is not there; what changed since was not judged"
    if not short:
        yield from (_render_finding(each.report, finding) for finding in each.report.findings if _matters(finding))


def _matters(finding: Finding) -> bool:
    return finding.severity != "info"


def _count(report: Report) -> str:
    from orderbook.findings.model import Severity

    numbers = [(report.count(Severity.ERROR), "error"), (report.count(Severity.WARNING), "warning")]
    if report.coverage.ruling:
        numbers.append((report.coverage.ruling, "line for you to read"))
    told = [
        f"{number} {name.replace('line ', 'lines ') if number != 1 and ' ' in name else name + 's' * (number != 1)}"
        for number, name in numbers
        if number
    ]
    return ", ".join(told) or "nothing is wrong with it"


def _render_finding(report: Report, finding: Finding) -> str:
    line = report.source.line_of(finding.span.start)
    return f"  - line {line}: {show_text(finding.message, 300)} [{finding.check}]"


def _render_question(question: Question) -> Iterator[str]:
    where = f" ({question.post.player}, line {question.post.line})" if question.post is not None else ""
    rules = f" [{', '.join(question.rules)}]" if question.rules else ""
    yield f"  {question.id}{where}: {show_text(question.text, 600)}{rules}"
    if question.choices:
        yield f"      choices: {', '.join(question.choices)}"


def _describe(record: Record, evening: Evening) -> dict[str, object]:
    return {
        "system": record.system,
        "week": evening.week,
        "resolved": evening.resolved,
        "players": [_describe_player(each) for each in evening.players],
        "questions": [describe_question(question) for question in evening.questions],
        "missing": [player.name for player in evening.missing],
        "added": [{"id": ruling.id, "answer": ruling.answer} for ruling in record.added.get(evening.week, ())],
        "standing_rule": STANDING_RULE,
    }


def _describe_player(each: PlayerEvening) -> dict[str, object]:
    from orderbook.findings.formats.json import describe_report

    post = each.post
    return {
        "name": each.player.name,
        "faction": each.player.faction,
        "aliases": list(each.player.aliases),
        "post": None
        if post is None
        else {
            "file": post.file,
            "number": post.number,
            "author": post.author or None,
            "posted": post.posted or None,
            "edited": post.edited or None,
            "says_week": post.says_week,
        },
        "standing_rule": post is None,
        "by_state": each.by_state,
        "trouble": each.trouble or None,
        "report": describe_report(each.report) if each.report is not None else None,
    }


def describe_question(question: Question) -> dict[str, object]:
    """A question as JSON values."""
    place = question.post
    return {
        "id": question.id,
        "week": question.week,
        "text": question.text,
        "rules": list(question.rules),
        "choices": list(question.choices),
        "post": {"player": place.player, "week": place.week, "line": place.line} if place is not None else None,
    }
