"""Measuring campaigns: a week of many players at war, and what a year of weeks does to the cost of one."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from time import process_time

from bench.measure import find_peak_memory
from bench.table import render_table
from orderbook.campaign.campaign import Campaign, create_campaign, open_campaign
from orderbook.campaign.game import CampaignSystem
from orderbook.campaign.ingest import ingest
from orderbook.campaign.rulings import add_ruling, give_ruling
from orderbook.campaign.week import Outcome, resolve_week, state_before
from orderbook.rulebook.options import Options
from orderbook.systems import find_system
from tests.support.hosts import FIRST_WEEK, Hosts

WEEK_LIMIT = 10.0
"""Seconds in which a week of twelve players with thirty regiments each, on 500 regions, has to be resolved."""
GROWTH_LIMIT = 1.2
"""How many times the second week the fifty-second may cost, armies being alike."""
MEMORY_LIMIT = 300.0
"""MiB that resolving such a week may take."""
YEAR = 52

_ROOT = Path(__file__).resolve().parents[1]
_RUNS = 3


@dataclass(frozen=True, slots=True)
class WeekCost:
    """What resolving a week took: seconds of the processor, all told (opening, rules, entering), and peak memory."""

    regiments: int
    events: int
    seconds: float
    peak: float | None


def table_of_campaigns(hosts: Hosts | None = None, war: Hosts | None = None, weeks: int = YEAR) -> str:
    """A campaign at peace over a year, and one at war for some weeks; weeks are measured in processes of their own."""
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        peace = [measure_week(copy) for copy in keep_weeks(hosts or Hosts(), place / "peace", {2, weeks})]
        fought = [measure_week(copy) for copy in keep_weeks(war or Hosts(war=True), place / "war", {5})]
    for name, cost in (
        ("at peace, week 2", peace[0]),
        (f"at peace, week {weeks}", peace[1]),
        ("at war, week 5", fought[0]),
    ):
        told = f"{cost.peak:,.0f} MiB" if cost.peak is not None else "-"
        rows.append([name, f"{cost.regiments}", f"{cost.events:,}", f"{cost.seconds:.2f} s", told])
    every = [*peace, *fought]
    kept = [
        (f"{WEEK_LIMIT:.0f} s a week", max(cost.seconds for cost in every) < WEEK_LIMIT),
        (f"{GROWTH_LIMIT} times in a year ({peace[1].seconds / peace[0].seconds:.2f})",
         peace[1].seconds < GROWTH_LIMIT * peace[0].seconds),
        (f"{MEMORY_LIMIT:.0f} MiB", all(cost.peak is None or cost.peak < MEMORY_LIMIT for cost in every)),
    ]  # fmt: skip
    told = "; ".join(f"{limit}: {'kept' if holds else 'NOT KEPT'}" for limit, holds in kept)
    heads = ["12 players, 500 regions", "regiments", "events", "processor", "peak memory"]
    return render_table(f"A week of a large campaign, its questions answered. {told}", heads, rows)


def keep_weeks(hosts: Hosts, place: Path, wanted: set[int]) -> Iterator[Path]:
    """Plays a campaign, and puts a copy aside of each week wanted (from 1), ready to be resolved."""
    place.mkdir()
    chart = place / "map.toml"
    chart.write_text(hosts.draw_map(), "utf-8")
    create_campaign(place / "campaign", "underdeep", seed=hosts.seed, options=Options(), map_file=chart)
    underdeep = find_system("underdeep")
    assert underdeep.campaign is not None and underdeep.try_post is not None
    system = underdeep.campaign()
    with open_campaign(place / "campaign") as campaign:
        for player in hosts.roster():
            campaign.set_player(player)
        for number in range(1, max(wanted) + 1):
            week = FIRST_WEEK + number - 1
            if hosts.war and number == 2:
                at_war = "; ".join(f"{one} and {other} are enemies" for one, other in hosts.enemies())
                add_ruling(campaign, system, at_war)
            posts = hosts.posts(campaign.setup, state_before(campaign, system, week), week)
            files = [(post.source.text.encode(), f"{post.player}.txt", campaign.player(post.player)) for post in posts]
            for data, name, player in files:
                ingest(campaign, [(data, name)], underdeep.try_post, week=week, player=player)
            if number in wanted:
                copy = place / f"week-{number}"
                shutil.copytree(place / "campaign", copy)
                answer_all(system, copy)
                yield copy
            resolve_all(campaign, system)


def answer_all(system: CampaignSystem, copy: Path) -> None:
    """Answers every question of the week in a copy, so that resolving it there is one go."""
    with open_campaign(copy) as copied:
        resolve_all(copied, system)
        copied.undo()


def resolve_all(campaign: Campaign, system: CampaignSystem) -> Outcome:
    """Resolves the week under way, each question answered by its first choice."""
    week = campaign.record.week
    while (outcome := resolve_week(campaign, system, week)).questions:
        for question in outcome.questions:
            give_ruling(campaign, system, question.id, question.choices[0] if question.choices else "yes")
    return outcome


def measure_week(folder: Path) -> WeekCost:
    """The best of some runs, each in a process of its own on a copy of its own."""
    costs = []
    for run in range(_RUNS):
        copy = folder.with_name(f"{folder.name}-{run}")
        shutil.copytree(folder, copy)
        command = [sys.executable, "-m", "bench", "--week", str(copy)]
        done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=_ROOT)
        costs.append(WeekCost(**json.loads(done.stdout)))
    return min(costs, key=lambda cost: cost.seconds)


def measure_week_here(folder: Path) -> str:
    """One run as JSON, for ``measure_week`` to read."""
    start = process_time()
    with open_campaign(folder) as campaign:
        system = find_system(campaign.record.system)
        assert system.campaign is not None
        outcome = resolve_week(campaign, system.campaign(), campaign.record.week)
        assert outcome.step is not None
    seconds = process_time() - start
    peak = find_peak_memory()
    with open_campaign(folder) as campaign:
        state = state_before(campaign, system.campaign(), campaign.record.week)
    regiments = sum(group.rank is None for group in state.groups.values())
    return json.dumps({"regiments": regiments, "events": len(outcome.events), "seconds": seconds, "peak": peak})
