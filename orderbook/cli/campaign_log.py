"""``campaign undo``, ``log`` and ``verify``: what was done, and that it was done so."""

from __future__ import annotations

from pathlib import Path

import click

from orderbook.cli.campaigning import FOLDER, FORMAT, opened, print_json, report_step, system_of
from orderbook.findings.formats.display import show_text


@click.command
@FOLDER
@FORMAT
def undo(folder: Path, format_name: str) -> int:
    """Take back the last step that counts. The log keeps both: the step, and that it was taken back.

    Called again, it takes back the step before that.

    \b
    Example:
      orderbook campaign undo deeps
    """
    with opened(folder) as campaign:
        return report_step(campaign.undo(), "", format_name)


@click.command
@FOLDER
@click.option("--events", is_flag=True, help="Tell each event as well, with who may know it.")
@FORMAT
def log(folder: Path, events: bool, format_name: str) -> int:
    """List every step, those taken back too.

    \b
    Examples:
      orderbook campaign log deeps
      orderbook campaign log deeps --events --format json
    """
    from orderbook.campaign.event import Event, describe_event
    from orderbook.campaign.steps import live_steps
    from orderbook.campaign.store import parse_body_event

    with opened(folder) as campaign:
        steps = campaign.steps
        by_step: dict[int, list[Event]] = {}
        if events:
            for line in campaign.store.lines():
                event = parse_body_event(line)
                if event is not None:
                    by_step.setdefault(line.step, []).append(event)
    counting = {step.number for step in live_steps(steps)}
    undone = {step.undoes for step in steps}
    if format_name == "json":
        listed: list[dict[str, object]] = []
        for step in steps:
            entry: dict[str, object] = {
                "step": step.number,
                "kind": step.kind,
                "told": step.told,
                "counts": step.number in counting,
                "undoes": step.undoes,
            }
            if events:
                entry["events"] = [describe_event(event) for event in by_step.get(step.number, ())]
            listed.append(entry)
        print_json({"steps": listed})
        return 0
    for step in steps:
        mark = "  (taken back)" if step.number in undone else ""
        click.echo(f"{step.number:>4}  {step.kind:<8}  {show_text(step.told, 300)}{mark}")
        for event in by_step.get(step.number, ()):
            known = ", ".join(sorted(event.known_to))
            click.echo(f"        week {event.week}, {event.phase}: {show_text(event.kind, 80)} (known to {known})")
    return 0


@click.command
@FOLDER
@click.option("--replay", is_flag=True, help="Resolve every week anew as well: nothing may come out otherwise.")
@FORMAT
def verify(folder: Path, replay: bool, format_name: str) -> int:
    """Prove that nobody touched the journal, that it adds up to each week's state, and that the books are right.

    With --replay each week is resolved anew from its posts, rulings and seed, so that a journal is found out whose
    events are forged and whose hashes are right. It takes as long as resolving took, and wants the orderbook that
    resolved the weeks: another version may read rules otherwise.

    \b
    Examples:
      orderbook campaign verify deeps
      orderbook campaign verify deeps --replay

    Exit status 0: all is whole. 1: something is not.
    """
    from orderbook.campaign.verify import verify as prove
    from orderbook.cli.progress import shown_progress

    with opened(folder) as campaign, shown_progress() as watch:
        system = system_of(campaign)
        proof = prove(campaign, system.campaign() if system.campaign is not None else None, watch, replay=replay)
    if format_name == "json":
        print_json(
            {
                "whole": not proof.problems,
                "lines": proof.lines,
                "steps": proof.steps,
                "received": proof.blobs,
                "weeks": proof.weeks,
                "replayed": proof.replayed,
                "problems": list(proof.problems),
                "left_out": list(proof.left_out),
            }
        )
    else:
        for problem in proof.problems:
            click.echo(f"- {show_text(problem, 300)}")
        for text in proof.left_out:
            click.echo(f"not proved: {show_text(text, 300)}")
        counted = (
            f"{proof.lines} lines in {proof.steps} steps, {proof.blobs} files received, {proof.weeks} weeks resolved"
            f"{' and replayed' if proof.replayed else ''}"
        )
        click.echo(f"{'Not whole' if proof.problems else 'Whole'}: {counted}.")
    return int(bool(proof.problems))
