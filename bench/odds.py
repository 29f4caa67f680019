"""Battles: how long exact odds take, and how many battles a second are fought."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from time import perf_counter

from bench.inputs import SAMPLES
from bench.measure import time_processor
from bench.table import render_ms, render_table
from orderbook.dice.seeded import SeededDice
from orderbook.systems.underdeep.battle.engine import fight
from orderbook.systems.underdeep.battle.odds.counted import sweep
from orderbook.systems.underdeep.battle.odds.ladders import count_states
from orderbook.systems.underdeep.battle.odds.plain import find_duel
from orderbook.systems.underdeep.battle.odds.simulate import simulate_battles, simulate_duels
from orderbook.systems.underdeep.battle.odds.whole import count_whole
from orderbook.systems.underdeep.battle.reading.file import read_battle_file
from orderbook.systems.underdeep.battle.scenario import RegimentPlan, Scenario, SidePlan
from orderbook.systems.underdeep.battle.unit import blueprint_of
from orderbook.systems.underdeep.rules import underdeep_rulebook
from orderbook.text.source import SourceText

WORKERS = 2

Force = tuple[tuple[int, str], ...]

_ERROR = Fraction(1, 10**6)

LIMIT = 0.1
"""Seconds that counting may take."""

_COUNTED: tuple[tuple[Force, Force], ...] = (
    (((50, "Kobold Skulker"),), ((50, "Derro Brigand"),)),
    (((50, "Kobold Slinger"),), ((50, "Kobold Slinger"),)),
    (((50, "Kobold Slinger"),), ((50, "Derro Brigand"),)),
    (((50, "Kobold Slinger"),), ((50, "Derro Filcher"),)),
    (((50, "Kobold Dire Rat Cavalry"),), ((50, "Derro Brigand"),)),
    (((50, "Derro Aklys-Hurler"),), ((50, "Derro Brigand"),)),
    (((50, "Kobold Slinger"),), ((50, "Dwarf Axeman"),)),
)

_FRACTIONS: tuple[tuple[Force, Force], ...] = (
    (((2, "Kobold Skulker"),), ((2, "Derro Brigand"),)),
    (((10, "Kobold Skulker"),), ((10, "Derro Brigand"),)),
    (((10, "Kobold Slinger"),), ((10, "Kobold Slinger"),)),
    (((20, "Kobold Skulker"),), ((20, "Derro Brigand"),)),
)

DUEL: tuple[Force, Force] = (((40, "Kobold Skulker"),), ((30, "Derro Brigand"),))

FIELD: tuple[Force, Force] = (
    ((40, "Kobold Skulker"), (40, "Kobold Slinger"), (10, "Kobold Dire Rat Cavalry"), (20, "Kobold Blunderdig")),
    ((30, "Derro Brigand"), (20, "Derro Aklys-Hurler"), (20, "Derro Filcher"), (10, "Derro Screecher")),
)
"""A battle in the open of eight regiments."""


def make_battle(forces: tuple[Force, Force]) -> Scenario:
    """The battle of two forces of the rule data."""
    units = {unit.name: unit for faction in underdeep_rulebook().factions for unit in faction.units}
    sides = []
    for name, force in zip(("Attackers", "Defenders"), forces, strict=True):
        regiments = tuple(
            RegimentPlan(f"{unit} {number}", blueprint_of(units[unit]), count)
            for number, (count, unit) in enumerate(force)
        )
        sides.append(SidePlan(name, name == "Attackers", regiments))
    return Scenario(tuple(sides))


def read_assault() -> Scenario:
    """The assault of the samples."""
    source = SourceText((SAMPLES / "battles" / "gibber-hole.toml").read_text("utf-8"))
    return read_battle_file(source, underdeep_rulebook()).scenario


def table_of_odds() -> str:
    """How long odds without sampling take, warm: decimals for large regiments, fractions for smaller ones."""
    rows: list[list[str]] = []
    for forces in _COUNTED:
        duel = find_duel(make_battle(forces))
        time = time_processor(lambda duel=duel: sweep(duel, _ERROR))  # type: ignore[misc]
        error = f"{float(sweep(duel, _ERROR).error):.0e}"
        limit = "kept" if time <= LIMIT else "exceeded"
        rows.append([_tell(forces), "counted", f"{count_states(duel):,}", error, render_ms(time), limit])
    for forces in _FRACTIONS:
        duel = find_duel(make_battle(forces))
        time = time_processor(lambda duel=duel: count_whole(duel), 2)  # type: ignore[misc]
        rows.append([_tell(forces), "fractions", f"{count_states(duel):,}", "0", render_ms(time), ""])
    title = f"Odds without sampling, processor time; counting is to take {render_ms(LIMIT)} at most"
    return render_table(title, ["", "how", "states at most", "error at most", "time", "limit"], rows)


def table_of_battles(duels: int = 4_000_000, battles: int = 2_000) -> str:
    """Battles a second, and what a plain loop over the engine that keeps its log would do."""
    plain, field, assault = make_battle(DUEL), make_battle(FIELD), read_assault()
    duel = find_duel(plain)
    simulate_duels(duel, 1000, "warm", is_compiled=True)
    rows: list[list[str]] = []
    kinds = (
        (_tell(DUEL), plain),
        ("eight regiments in the open", field),
        ("eight regiments, walls, traps and a spell", assault),
    )
    for title, scenario in kinds:
        few = max(20, battles // 10)
        bare = few / _time(lambda s=scenario, n=few: _loop(s, n))  # type: ignore[misc]
        rows.append([title, "a plain loop, with log", f"{bare:,.0f}", "1.0"])
        for workers in (1, WORKERS):
            how = f"the engine, {workers} at once"
            rate = battles / _time(lambda s=scenario, w=workers: simulate_battles(s, battles, "bench", w))  # type: ignore[misc]
            rows.append([title, how, f"{rate:,.0f}", f"{rate / bare:,.1f}"])
        if scenario is plain:
            for workers in (1, WORKERS):
                how = f"compiled, {workers} at once"
                rate = duels / _time(lambda w=workers: simulate_duels(duel, duels, "bench", w, True))  # type: ignore[misc]
                rows.append([title, how, f"{rate:,.0f}", f"{rate / bare:,.1f}"])
    return render_table("Battles a second", ["", "", "battles/s", "x loop"], rows)


def _loop(scenario: Scenario, battles: int) -> None:
    for number in range(battles):
        fight(scenario, SeededDice(f"bench {number}"))


def _time(action: Callable[[], object]) -> float:
    start = perf_counter()
    action()
    return perf_counter() - start


def _tell(forces: tuple[Force, Force]) -> str:
    return " against ".join(" and ".join(f"{count} {unit}" for count, unit in force) for force in forces)
