"""``orderbook rules show``: cards of entries, abilities and spells."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from support.golden import assert_golden

MOLES = str(Path(__file__).parents[1] / "rulebook" / "linting" / "sound.toml")

CARDS = {
    "room": ("Atrium of Abhorrence",),
    "grove": ("mushroom grove",),
    "shared": ("Palisade", "--faction", "Derro"),
    "defence": ("pit of rats",),
    "leader": ("Shee-Ra",),
    "unit": ("jabberlings",),
    "summoned": ("Demonic Guardian",),
    "ritual": ("Good Boy",),
    "headquarters": ("Overlord's Bastion",),
    "unknown-price": ("Artificer's Hall",),
    "ability": ("Infiltrator",),
    "spell": ("Summon",),
    "own-data": ("Stone Wall", "--rules", MOLES),
}


@pytest.mark.parametrize("name", CARDS)
def test_card(cli: Callable, name: str) -> None:
    status, out, err = cli("rules", "show", *CARDS[name])
    assert (status, err) == (0, "") and max(map(len, out.split("\n"))) <= 120
    assert_golden(f"rules/show-{name}.txt", out)


def test_json(cli: Callable) -> None:
    value = json.loads(cli("rules", "show", "Kobold Mine Complex", "--format", "json")[1])
    assert value["faction"] == "Cleversmart Kobolds" and value["section"] == "room"
    chain = value["from_nothing"]
    assert chain["cost"] == {"Gold": "740", "Metal": "85"}
    assert (chain["weeks_parallel"], chain["weeks_sequence"]) == (12, 15)
    assert [(step["name"], step["begins"], step["done"]) for step in chain["steps"]] == [
        ("Kobold Mine", 0, 3),
        ("Workshop", 0, 3),
        ("Improved Kobold Mine", 3, 7),
        ("Kobold Mine Complex", 7, 12),
    ]
    assert value["from_start"]["cost"] == {"Gold": "590", "Metal": "70"}


def test_json_of_an_ability(cli: Callable) -> None:
    value = json.loads(cli("rules", "show", "climb", "--format", "json")[1])
    assert value["name"] == "Climbing"
    assert {holder["name"] for holder in value["held_by"]} >= {"Kobold Dire Rat Cavalry", "Jabberling"}


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("BURROWS", "Burrow ("),
        ("the workshop", "Workshop ("),
        ("Brigand", "Derro Brigand ("),
        ("Queen Shee-Ra", "Shee-Ra Cleversmart the Sixteenth ("),
        ("Gibber Mouther", "Gibbering Mouther ("),
        ("Flying", "Flyer (ability)"),
    ],
)
def test_names_are_read_kindly(cli: Callable, name: str, title: str) -> None:
    status, out, err = cli("rules", "show", name)
    assert (status, err) == (0, "") and out.startswith(title)


def test_one_slip_is_forgiven_and_told(cli: Callable) -> None:
    status, out, err = cli("rules", "show", "burow")
    assert status == 0 and out.startswith("Burrow (") and err == "orderbook: reading 'burow' as 'Burrow'\n"


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("palisade",), 'say which one: --faction "Cleversmart Kobolds" or --faction "Derro"'),
        (("Kontrapion Factori",), "did you mean Kontraption Factory?"),
        (("zzz",), "'orderbook rules list' lists what there is"),
        (("Burrow", "--faction", "Derro"), "there is nothing called 'Burrow'"),
        (("",), "there is nothing called ''"),
    ],
)
def test_what_is_not_there(cli: Callable, args: tuple[str, ...], said: str) -> None:
    status, out, err = cli("rules", "show", *args)
    assert (status, out) == (2, "") and said in err
