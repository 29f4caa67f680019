"""Who may lead which regiment in a battle file, and what a Follower lends those he goes along with."""

from __future__ import annotations

import pytest
from support.battles import battle, regiment

from orderbook.systems.underdeep.battle.reading.file import read_battle_file
from orderbook.systems.underdeep.battle.reading.problems import BattleFileError
from orderbook.systems.underdeep.rules import underdeep_rulebook
from orderbook.text.source import SourceText

RIDER = 'abilities = ["Infiltrator", "Leadership", "Cavalry", "Climb", "Disease 3"]'
FILE = """\
seed = "any"

[[side]]
name = "Kobolds"
[[side.regiment]]
name = "Led"
{host}
count = 10
[[side.regiment]]
name = "Shee"
unit = "Shee-Ra"
leads = "Led"
{leader}

[[side]]
name = "Derro"
[[side.regiment]]
unit = "Derro Screecher"
count = 5
"""


def problems(host: str, leader: str = "") -> list[tuple[int, str]]:
    text = FILE.format(host=host, leader=leader)
    try:
        read_battle_file(SourceText(text, "battle.toml"), underdeep_rulebook())
    except BattleFileError as error:
        return [(problem.line, problem.what) for problem in error.problems]
    return []


@pytest.mark.parametrize(
    ("host", "leader", "said"),
    [
        ('unit = "Kobold Slinger"', "", ""),
        ('unit = "Kobold Dire Rat Cavalry"', RIDER, ""),
        ('unit = "Kobold Dire Rat Cavalry"', "", "Cavalry regiments (UD-ABL-LEADERSHIP-2)"),
        ('unit = "Kobold Slinger"', RIDER, "Kobold Dire Rat Cavalry only (UD-KOB-12)"),
        ('unit = "Kobold Slinger"\nabilities = ["Flyer"]', "", "Flying regiments (UD-ABL-LEADERSHIP-2)"),
        ('unit = "Kobold Slinger"\nabilities = ["Flying"]', 'abilities = ["Leadership", "Flyer"]', ""),
        ('unit = "Kobold Slinger"\nabilities = ["Cavalry"]', 'abilities = ["Follower"]', ""),
        ('unit = "Kobold Kontraption"', "", ""),
    ],
)
def test_who_may_lead_whom(host: str, leader: str, said: str) -> None:
    found = problems(host, leader)
    assert bool(found) is bool(said)
    for line, what in found:
        assert said in what and FILE.format(host=host, leader=leader).splitlines()[line - 1] == 'leads = "Led"'


def _checks(*attached: object) -> list[tuple[int, int]]:
    """Bonus and roll of the morale checks of 10 Guards who lost more than their foes."""
    guards = regiment("Guards", 30, health=5, morale=-5)
    fought = battle([regiment("Axes", 20, melee_attack=9, melee_damage=4)], [guards, *attached], rounds=1)  # type: ignore[list-item]
    return [(check.bonus, check.need) for record in fought.rounds for check in record.morale]


def test_a_follower_lends_no_morale_and_may_go_beside_a_leader() -> None:
    def attached(name: str, morale: int, *abilities: str) -> object:
        return regiment(name, 1, abilities=abilities, leads="Guards", health=30, morale=morale, melee_attack=0)

    alone, led = _checks(), _checks(attached("King", 3, "Leadership"))
    assert alone and led and alone[0][0] == -5 and led[0][0] == 3
    assert _checks(attached("Sister", 6, "Follower"))[0][0] == -5
    assert _checks(attached("King", 3, "Leadership"), attached("Sister", 6, "Follower"))[0][0] == 3
