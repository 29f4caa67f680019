"""What the commands about campaigns share: the folder they work in, its system, and how they print."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from orderbook.systems import find_system
from orderbook.systems.system import RequestError, System

if TYPE_CHECKING:
    from orderbook.campaign.campaign import Campaign
    from orderbook.campaign.game import CampaignSystem
    from orderbook.campaign.steps import Step

Command = TypeVar("Command", bound=Callable[..., Any])

FOLDER = click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
FORMAT = click.option("--format", "format_name", type=click.Choice(("text", "json")), default="text", show_default=True)


def tell(text: str) -> None:
    """Chatter: to standard error, so that output can be piped."""
    click.echo(text, err=True)


@contextmanager
def opened(folder: Path) -> Iterator[Campaign]:
    """The campaign in a folder, open. Raises ``CampaignError``."""
    from orderbook.campaign.campaign import open_campaign

    with open_campaign(folder, tell) as campaign:
        yield campaign


def system_of(campaign: Campaign) -> System:
    """The system of a campaign."""
    return find_system(campaign.record.system)


def week_system(campaign: Campaign) -> CampaignSystem:
    """What resolves the weeks of a campaign. Raises ``RequestError`` for a system that cannot."""
    system = system_of(campaign)
    if system.campaign is None:
        raise RequestError(
            f"the system {system.name} does not resolve weeks yet; posts can be taken, checked and audited"
        )
    return system.campaign()


def print_json(value: Mapping[str, object]) -> None:
    """JSON for other programs, in plain ASCII."""
    click.echo(json.dumps(value, indent=2))


def report_step(step: Step | None, nothing: str, format_name: str) -> int:
    """Says what a step did, or why there is none."""
    if format_name == "json":
        print_json(
            {"step": step.number if step is not None else None, "told": step.told if step is not None else nothing}
        )
    elif step is not None:
        from orderbook.findings.formats.display import show_text

        click.echo(f"Step {step.number}: {show_text(step.told, 500)}.")
    else:
        click.echo(nothing)
    return 0
