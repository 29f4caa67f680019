"""What holds of any assault, whatever the dice: nobody is lost, nobody inside is struck before somebody is in."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from support.assaults import DERRO, KOBOLDS, built
from support.battles import regiment, scenario

from orderbook.dice.given import ReplayedDice
from orderbook.dice.quick import QuickDice
from orderbook.dice.seeded import SeededDice
from orderbook.systems.underdeep.battle.attack import MELEE
from orderbook.systems.underdeep.battle.engine import Battle, fight
from orderbook.systems.underdeep.battle.outcome import describe_battle
from orderbook.systems.underdeep.battle.scenario import RegimentPlan, Scenario
from orderbook.systems.underdeep.battle.site_plan import SitePlan
from orderbook.systems.underdeep.rules import underdeep_rulebook

GIFTS = ([], ["Flyer"], ["Climbing"], ["Large"], ["Huge"], ["Undead"], ["Disarm Traps +5"], ["Poison 2"])
STRUCTURES = {
    faction.name: [each.name for each in faction.defences]
    for faction in underdeep_rulebook().factions
    if faction.name in (KOBOLDS, DERRO)
}


def troops(random: Random, prefix: str, number: int) -> Iterator[RegimentPlan]:
    for index in range(number):
        figures: dict[str, Any] = {"melee_attack": random.randint(0, 9), "melee_damage": random.randint(1, 9)}
        if random.random() < 0.4:
            figures |= {"ranged_attack": random.randint(0, 9), "ranged_damage": random.randint(1, 6)}
        name = f"{prefix}{index}"
        if prefix == "D" and random.random() < 0.2:
            yield regiment(name, random.randint(10, 30), unit="Jabberling")
            continue
        yield regiment(
            name,
            random.randint(1, 40),
            abilities=random.choice(GIFTS),
            defence=random.randint(12, 19),
            health=random.randint(2, 20),
            morale=random.randint(0, 8),
            stance=random.choice(["normal", "normal", "charge", "hold"]),
            **figures,
        )


def any_assault(seed: int) -> Scenario:
    random = Random(seed)
    faction = random.choice(list(STRUCTURES))
    attackers, defenders = (
        list(troops(random, "A", random.randint(1, 4))),
        list(troops(random, "D", random.randint(1, 4))),
    )
    names = random.sample(STRUCTURES[faction], random.randint(1, 10))
    foreign, own = [each.name for each in attackers], [each.name for each in defenders]

    def some(of: list[str], chance: float) -> frozenset[str]:
        return frozenset(each for each in of if random.random() < chance)

    plan = SitePlan(
        "Hold",
        "B",
        faction,
        structures=built(*names, by=faction),
        garrison=some(own, 0.8),
        sorties=some(own, 0.1),
        has_tunnel=random.random() < 0.1,
        infiltrators=some(foreign, 0.1),
        thieves=some(foreign, 0.1),
        assassins={foreign[0]: own[0]} if random.random() < 0.2 else {},
        waiting=some(foreign, 0.1),
    )
    return replace(scenario(attackers, defenders), site=plan, name=f"law {seed}")


@pytest.mark.parametrize("batch", range(8))
def test_nobody_is_lost_or_made(batch: int) -> None:
    for seed in range(batch * 25, batch * 25 + 25):
        fought = fight(any_assault(seed), SeededDice(str(seed)))
        for each in fought.regiments:
            assert each.start_count == each.count + each.killed + each.caught, (seed, each.label)
            assert 0 <= each.pool <= each.start_pool, (seed, each.label)
            assert -(-each.pool // each.unit_health) <= each.count <= each.pool, (seed, each.label)
        assert {each.label for each in fought.regiments} == {
            plan.name for side in fought.sides for plan in side.regiments
        }


@pytest.mark.parametrize("batch", range(8))
def test_nobody_inside_is_struck_in_melee_by_who_is_outside(batch: int, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[int, int, str]] = []
    note = Battle.note_attacks

    def watch(battle: Battle, attacks: Any) -> None:
        seen.extend(
            (attack.by.zone, attack.on.zone, attack.by.label)
            for attack in attacks
            if attack.kind == MELEE and not attack.by.is_structure and not attack.on.is_structure
        )
        note(battle, attacks)

    monkeypatch.setattr(Battle, "note_attacks", watch)
    for seed in range(batch * 25, batch * 25 + 25):
        seen.clear()
        fought = fight(any_assault(seed), SeededDice(str(seed)))
        assert [each for each in seen if each[0] != each[1]] == [], seed
        assert fought.site is not None
        for number, record in enumerate(fought.rounds, 1):
            if fought.site.breached and number > fought.site.round_of_breach:
                break
            inside = {each.label for each in fought.site.garrison if each.name not in fought.site.plan.sorties}
            for attack in record.attacks:
                if attack.kind == MELEE and attack.on.label in inside and not attack.by.is_structure:
                    by = attack.by
                    comes_over = by.has("Flyer") or by.has("Climbing")
                    slips = by.name in fought.site.plan.infiltrators | fought.site.plan.assassins.keys()
                    assert comes_over or slips or by.side == attack.on.side, (seed, by.label)


def test_a_log_replays_it_and_order_in_the_file_means_nothing() -> None:
    for seed in range(40):
        plan = any_assault(seed)
        first = fight(plan, SeededDice("again"))
        told = describe_battle(first)
        assert describe_battle(fight(plan, ReplayedDice(first.dice.log))) == told
        assert describe_battle(fight(plan, SeededDice("again"))) == told
        turned = replace(
            plan,
            sides=tuple(replace(side, regiments=tuple(reversed(side.regiments))) for side in reversed(plan.sides)),
        )
        assert describe_battle(fight(turned, SeededDice("again"))) == told


def test_telling_changes_nothing() -> None:
    for seed in range(60):
        plan = any_assault(seed)
        loud, quiet = (
            [(each.count, each.pool, each.state) for each in fight(plan, QuickDice(seed), telling=telling).regiments]
            for telling in (True, False)
        )
        assert loud == quiet, seed
