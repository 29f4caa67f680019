"""Plain battles of two regiments, drawn at random from a number."""

import random
from fractions import Fraction

from orderbook.systems.underdeep.battle.odds.duel import STATES
from orderbook.systems.underdeep.battle.odds.exact import Endings
from orderbook.systems.underdeep.battle.scenario import Scenario
from support.battles import regiment, scenario

ABILITIES = (
    "Cavalry", "Construct", "Create Spawn (Zombie)", "Detector", "Discipline", "Disease 2", "Double-Headed", "Flyer",
    "Grudge (Huge)", "Huge", "Immune (Fire)", "Poison 1", "Poison 3", "Undead", "Vanish", "Vermin", "Vulnerable (Fire)",
)  # fmt: skip
CONDITIONS = (
    "Agoraphobia", "Blessed", "Dragon Shrine", "Entrenched", "Forced March 2", "Garrisoned", "Hungry 1",
    "Madgods' Shrine (Health)", "Madness", "Neglected obsession 2", "Obsession", "Officer of the site", "Pret-a-Porter",
    "Ready For Action", "Restless 2", "Sadism 3", "Soul Harvest", "Sunlight 2", "Undead officer of the site", "Unholy",
    "Unpaid 2", "Warded", "Without Metal 1",
)  # fmt: skip
OPTIONS = ("fractions-of-damage=dropped", "half-the-army=health")


def draw_battle(number: int, most: int = 40) -> Scenario:
    """The battle of that number: melee, ranged or mixed, with up to ``most`` units a side."""
    source = random.Random(f"duel {number}")
    return scenario(
        [_draw_regiment(source, "One", most)],
        [_draw_regiment(source, "Other", most)],
        options=[option for option in OPTIONS if source.random() < 0.2],
        rounds=source.choice((None, None, None, 1, 3)),
    )


def _draw_regiment(source: random.Random, name: str, most: int):
    figures: dict[str, int | str] = {
        "defence": source.randint(10, 20),
        "health": source.choice((2, 4, 5, 8, 10, 30)),
        "morale": source.choice((-4, 0, 1, 3, 6)),
        "melee_attack": source.randint(0, 6),
        "melee_damage": source.choice((0, 1, 2, 3, 4, 5, "6 (Fire)")),
    }
    if source.random() < 0.4:
        figures |= {"ranged_attack": source.randint(0, 6), "ranged_damage": source.choice((1, 2, 4, "8 (Fire)"))}
    return regiment(
        name,
        source.randint(1, most),
        abilities=source.sample(ABILITIES, source.choice((0, 1, 1, 2, 3))),
        conditions=source.sample(CONDITIONS, source.choice((0, 0, 0, 1, 2))),
        stance=source.choice(("normal", "normal", "normal", "charge", "hold")),
        has_escape=source.random() < 0.8,
        wounded=source.choice((0, 0, 0, 1)),
        **figures,
    )


def chances_of(endings: Endings) -> dict[tuple[str, str, int, int], Fraction]:
    """Chances by states and units alive of both."""
    found: dict[tuple[str, str, int, int], Fraction] = {}
    for ((state, other, units, others), _), ways in endings.ways.items():
        key = STATES[state], STATES[other], units, others
        found[key] = found.get(key, Fraction(0)) + Fraction(ways, endings.total)
    return found
