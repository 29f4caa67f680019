"""Laws of every battle: nothing lost, nobody acts dead, replays and orders of files change nothing."""

import json
import subprocess
import sys
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st
from support.battles import regiment, scenario

from orderbook.dice.given import ListedDice, ReplayedDice
from orderbook.dice.quick import QuickDice
from orderbook.dice.seeded import SeededDice
from orderbook.systems.underdeep.battle.engine import Battle, fight
from orderbook.systems.underdeep.battle.orders import SpellOrder
from orderbook.systems.underdeep.battle.outcome import describe_battle
from orderbook.systems.underdeep.battle.pieces import all_pieces
from orderbook.systems.underdeep.battle.scenario import RegimentPlan, Scenario, SidePlan

ABILITIES = ["Cavalry", "Poison 2", "Flyer", "Undead", "Construct", "Vermin", "Large", "Huge", "Immune (Fire)", "Reach"]
SPELLS = [piece.name for piece in all_pieces() if piece.is_spell]
SETTINGS = [
    "fractions-of-damage=dropped",
    "rolls-when-split=once",
    "block-rounding=nearest",
    "morale-damage=of-the-battle",
    "half-the-army=health",
    "unordered-pairings=ask",
]


@st.composite
def regiments(draw: st.DrawFn, side: str, foes: list[str], names: list[str]) -> list[RegimentPlan]:
    found = []
    for name in names:
        figures: dict[str, int | str] = {
            "melee_attack": draw(st.integers(-2, 15)),
            "melee_damage": draw(st.sampled_from([0, 1, 3, 5, 12, "3 (Fire)", "4 (Suicide)", "2+1d6"])),
            "defence": draw(st.integers(8, 22)),
            "health": draw(st.integers(1, 40)),
            "morale": draw(st.sampled_from([-3, 0, 1, 5, 12, "N/A"])),
        }
        if draw(st.booleans()):
            figures["ranged_attack"] = draw(st.integers(0, 10))
            figures["ranged_damage"] = draw(st.sampled_from([0, 2, 5, "6 (Psychic)"]))
        spells = draw(st.lists(st.sampled_from(SPELLS), max_size=1))
        found.append(
            regiment(
                name,
                draw(st.integers(1, 50)),
                abilities=draw(st.lists(st.sampled_from(ABILITIES), max_size=2, unique=True)),
                targets=draw(st.lists(st.sampled_from(foes), max_size=1)),
                stance=draw(st.sampled_from(["normal", "hold", "charge"])),
                withdraw=draw(st.sampled_from([[], ["losses > 50%"], ["after round 2"], ["outnumbered 2:1"]])),
                spells=[SpellOrder(spell) for spell in spells],
                sneak=draw(st.booleans()) and draw(st.booleans()),
                bridge=draw(st.booleans()),
                leads=names[0] if name != names[0] and draw(st.booleans()) else None,
                has_escape=draw(st.booleans()),
                army=draw(st.sampled_from(["", "host"])),
                origin=draw(st.sampled_from(["", "x", "y"])),
                **figures,
            )
        )
    return found


@st.composite
def battles(draw: st.DrawFn) -> Scenario:
    own, foes = ["A1", "A2", "A3"], ["B1", "B2", "Same"]
    numbers = draw(st.integers(1, 3)), draw(st.integers(1, 3))
    first = draw(regiments("A", foes, [*own[: numbers[0] - 1], "Same"]))
    second = draw(regiments("B", own, foes[-numbers[1] :]))
    further = []
    if draw(st.booleans()):
        alliance = draw(st.sampled_from(["", "A", "B"]))
        further.append(SidePlan("C", draw(st.booleans()), tuple(draw(regiments("C", own, ["C1"]))), alliance))
    options = draw(st.lists(st.sampled_from(SETTINGS), unique=True, max_size=3))
    return scenario(first, second, *further, options=options, bridge=draw(st.sampled_from([None, None, "B"])))


def result(scene: Scenario, seed: str = "law") -> str:
    return json.dumps(describe_battle(fight(scene, SeededDice(seed))))


@settings(max_examples=150, deadline=None)
@given(battles(), st.text(max_size=3))
def test_the_dead_and_the_living_add_up(scene: Scenario, seed: str) -> None:
    fought = fight(scene, SeededDice(seed))
    records = [fought.before, *fought.rounds]
    for each in fought.regiments:
        assert each.start_count == each.count + each.killed
        assert each.killed == sum(record.dead.get(each, 0) for record in records)
        assert each.count == -(-each.pool // each.unit_health) and 0 <= each.pool <= each.start_pool
        assert (each.state == "destroyed") == (each.count == 0)
    assert fought.is_over or fought.round >= 20


@settings(max_examples=150, deadline=None)
@given(battles())
def test_nobody_acts_after_leaving_or_dying(scene: Scenario) -> None:
    fought = fight(scene, SeededDice("law"))
    gone: set[object] = set()
    for record in [fought.before, *fought.rounds]:
        for each in record.attacks:
            assert each.by not in gone and each.on not in gone
            assert each.count > 0
        assert not gone & {cast.caster for cast in record.spells} and not gone & {c.regiment for c in record.morale}
        alive = {regiment: count for regiment, (count, _) in record.counts.items()}
        by: dict[tuple[object, str], int] = {}
        for each in record.attacks:
            if each.kind != "spell":  # one bolt of lightning strikes many
                by[each.by, each.kind] = by.get((each.by, each.kind), 0) + each.count
        # whoever has changed sides in this round stands alone
        assert all(count <= alive.get(regiment, 1) for (regiment, _), count in by.items() if record.number)
        gone |= {each for each, dead in record.dead.items() if dead == alive.get(each, each.start_count)}
        gone |= {departure.regiment for departure in record.departures}


@settings(max_examples=100, deadline=None)
@given(battles())
def test_the_log_alone_replays_the_battle(scene: Scenario) -> None:
    fought = fight(scene, SeededDice("law"))
    told = json.dumps(describe_battle(fought))
    assert json.dumps(describe_battle(fight(scene, ReplayedDice(fought.dice.log)))) == told
    listed = ListedDice([roll.result for roll in fought.dice.log])
    assert json.dumps(describe_battle(fight(scene, listed))) == told and listed.left == 0


@settings(max_examples=100, deadline=None)
@given(battles())
def test_the_order_of_the_file_changes_nothing(scene: Scenario) -> None:
    turned = tuple(
        SidePlan(side.name, side.is_attacker, side.regiments[::-1], side.alliance) for side in reversed(scene.sides)
    )
    other = Scenario(turned, bridge=scene.bridge, options=scene.options)
    assert result(other) == result(scene)


@settings(max_examples=50, deadline=None)
@given(battles())
def test_without_a_record_the_battle_ends_the_same(scene: Scenario) -> None:
    def ends(fought: Battle) -> list[tuple[int, int, str]]:
        return [(each.count, each.pool, each.state) for each in fought.regiments]

    assert ends(fight(scene, SeededDice("law"), telling=False)) == ends(fight(scene, SeededDice("law")))
    quick = [ends(fight(scene, QuickDice(7))) for _ in range(2)]
    assert quick[0] == quick[1]


def test_a_fight_elsewhere_shifts_no_roll() -> None:
    """Two further regiments fight each other on the same field: every die of the first pair is as it was."""

    def pair(name: str, foe: str, count: int) -> RegimentPlan:
        return regiment(name, count, melee_attack=3, melee_damage=3, targets=[foe], morale="N/A")

    first = [pair("A1", "B1", 30)], [pair("B1", "A1", 30)]
    alone = fight(scenario(*first), SeededDice("s"))
    others = fight(scenario([pair("A0", "B0", 20), *first[0]], [pair("B0", "A0", 25), *first[1]]), SeededDice("s"))
    theirs = [roll for roll in others.dice.log if "A0" not in roll.what and "B0" not in roll.what]
    assert theirs[: len(alone.dice.log)] == alone.dice.log and len(others.dice.log) > len(alone.dice.log)


def test_the_same_seed_gives_the_same_bytes_in_another_process(tmp_path: Path) -> None:
    file = tmp_path / "battle.toml"
    file.write_text(
        "[[side]]\nname = 'Kobolds'\nattacker = true\n[[side.regiment]]\nunit = 'Kobold Slinger'\ncount = 30\n"
        "[[side.regiment]]\nunit = 'Kobold Kontraption'\ncount = 1\n[[side]]\nname = 'Derro'\n"
        "[[side.regiment]]\nunit = 'Derro Brigand'\ncount = 25\n"
    )
    code = "from orderbook.cli.main import main; main()"
    command = [sys.executable, "-c", code, "battle", "run", str(file), "--seed", "x", "--format", "json"]
    outputs = [
        subprocess.run(command, capture_output=True, check=True, env={"PYTHONHASHSEED": seed, "PYTHONUTF8": "1"}).stdout
        for seed in ("1", "2")
    ]
    assert outputs[0] == outputs[1] and json.loads(outputs[0])["dice"]
