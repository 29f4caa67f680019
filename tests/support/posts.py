"""Short orders posts for tests: the tabs that matter are given, every other one says None."""

from collections.abc import Mapping

from orderbook.books.bundle import Bundle
from orderbook.findings.report import Report
from orderbook.rulebook.options import parse_options
from orderbook.systems import find_system
from orderbook.systems.system import CheckRequest
from orderbook.text.source import SourceText

TABS = (
    "Messages", "Production", "Upkeep", "Construction", "Recruitment", "Wealth", "Dungeons and Outposts", "Armies",
    "Characters", "Trade", "Orders",
)  # fmt: skip


def write_post(tabs: Mapping[str, str], week: int = 5) -> str:
    """The whole post; ``Dungeons`` is short for the tab's long name."""
    told = {("Dungeons and Outposts" if name == "Dungeons" else name): text for name, text in tabs.items()}
    assert set(told) <= set(TABS), sorted(set(told) - set(TABS))
    parts = [f"[b]Week {week}[/b]", "The week goes by.", ""]
    for name in TABS:
        parts += [f"[spoiler={name}]", told.get(name, "None").strip("\n"), "[/spoiler]", ""]
    return "\n".join(parts)


def check(
    tabs: Mapping[str, str],
    *,
    faction: str | None = None,
    previous: Mapping[str, str] | None = None,
    opening: Mapping[str, int] | None = None,
    options: list[str] | None = None,
    week: int = 5,
    first_turn: bool = False,
) -> Report:
    """The report on a short post of the Underdeep."""
    system = find_system("underdeep")
    return system.check(
        CheckRequest(
            SourceText(write_post(tabs, week)),
            previous=SourceText(write_post(previous, week - 1)) if previous is not None else None,
            opening=Bundle(opening) if opening is not None else None,
            faction=faction,
            first_turn=first_turn,
            options=parse_options(options or [], system.ambiguities()),
        )
    )


def told(report: Report) -> list[str]:
    """Names of the checks that found something, errors and warnings, in the order of the post."""
    return [finding.check for finding in report.findings if finding.severity.value != "info"]
