"""``orderbook rules list``: the lists as text, and as the JSON that other people's scripts rely on."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from support.golden import assert_golden

from orderbook.rulebook.model import Faction, Ritual, Unit
from orderbook.systems.underdeep.rules import underdeep_rulebook

MOLES = str(Path(__file__).parents[1] / "rulebook" / "linting" / "sound.toml")


def entry(cli: Callable, faction: str, section: str, name: str) -> dict:
    value = json.loads(cli("rules", "list", "--format", "json")[1])
    lists = next(each for each in value["factions"] if each["name"] == faction)
    return next(each for each in lists[section] if each["name"] == name)


def test_text(cli: Callable) -> None:
    status, out, err = cli("rules", "list", "--faction", "mole barons", "--rules", MOLES)
    assert (status, err) == (0, "")
    assert_golden("rules/list-moles.txt", out)


def test_all_of_it(cli: Callable) -> None:
    status, out, _ = cli("rules", "list")
    assert status == 0 and max(map(len, out.split("\n"))) <= 120
    for word in ("Cleversmart Kobolds", "Derro", "Succubi", "Dwarves", "Abilities\n", "Spells\n", "Infiltrator", "Hex"):
        assert word in out


def test_json_has_every_entry_once(cli: Callable) -> None:
    value = json.loads(cli("rules", "list", "--format", "json")[1])
    book = underdeep_rulebook()
    assert [each["name"] for each in value["factions"]] == [faction.name for faction in book.factions]
    for told, faction in zip(value["factions"], book.factions, strict=True):
        for key, entries in lists_of(faction).items():
            assert [each["name"] for each in told[key]] == [each.name for each in entries]
    assert [each["name"] for each in value["abilities"]] == [ability.name for ability in book.abilities]
    assert [each["name"] for each in value["spells"]] == [spell.name for spell in book.spells]


def lists_of(faction: Faction) -> dict:
    return {
        "units": faction.units,
        "rooms": faction.rooms,
        "rituals": faction.rituals,
        "defences": faction.defences,
    }


def test_json_form(cli: Callable) -> None:
    """Every amount is decimal text, every key of the promise is there where it applies."""
    value = json.loads(cli("rules", "list", "--format", "json")[1])
    for told, faction in zip(value["factions"], underdeep_rulebook().factions, strict=True):
        for key, entries in lists_of(faction).items():
            for values, each in zip(told[key], entries, strict=True):
                for amounts in (values.get("cost", {}), values.get("upkeep", {}), values.get("produces", {})):
                    assert all(text.isdecimal() for text in amounts.values())
                if isinstance(each, Ritual):
                    assert values["effect"] == each.effect
                    continue
                assert all(isinstance(figure, str) for figure in values["stats"].values())
                assert values["requires"] == [list(need.names) for need in each.requires]
                if not isinstance(each, Unit):
                    assert values["limit"] in ("unlimited", None) or isinstance(values["limit"], int)
                    assert values["recruits"] == list(each.recruits)


@pytest.mark.parametrize(
    ("faction", "section", "name", "wanted"),
    [
        (
            "Cleversmart Kobolds", "rooms", "Improved Kobold Mine",
            {
                "cost": {"Gold": "225", "Metal": "20"}, "upkeep": {}, "weeks": 4, "limit": 1,
                "requires": [["Kobold Mine"], ["Workshop"]], "replaces": ["Kobold Mine"], "counts_as": [],
                "produces": {"Gold": "300", "Metal": "25"}, "recruits": [], "stats": {}, "abilities": [],
            },
        ),
        (
            "Cleversmart Kobolds", "rooms", "Mushroom Grove",
            {"limit": "unlimited", "requires": [["Mushroom Patch"]], "quantities": {"Mushroom Patch": 4}},
        ),
        (
            "Cleversmart Kobolds", "units", "Kobold Kontraption",
            {"stats": {
                "ranged_attack": "+5", "ranged_damage": "3+1d12", "melee_attack": "+6", "melee_damage": "5+1d20",
                "defence": "15+1d10", "health": "20+1d100", "speed": "2+1d6", "morale": "N/A",
            }},
        ),
        ("Cleversmart Kobolds", "defences", "Spiked Moat", {"stats": {"attack": "-2", "damage": "12"}, "limit": 1}),
        ("Cleversmart Kobolds", "defences", "Pit of Rats", {"counts_as": ["Pit Trap"], "replaces": ["Pit Trap"]}),
        ("Cleversmart Kobolds", "defences", "Monster Pit", {"cost": {}, "weeks": 0}),
        ("Derro", "defences", "Gibbering Wall", {"replaces": ["Palisade"], "requires": [["Cave of Chaos"]]}),
        ("Derro", "defences", "Derro Harpoon Gun", {"requires": [["Palisade", "Gibbering Wall"]]}),
        (
            "Derro", "units", "Jabberling",
            {"upkeep": {"Food": "1"}, "upkeep_choices": [{"Food": "1"}, {"Bodies": "1"}]},
        ),
        ("Succubi", "units", "Demonic Guardian", {"summoned": True, "upkeep": {"Souls": "5"}}),
        ("Succubi", "rituals", "Pret-a-Porter", {"cost": {"Souls": "10"}, "cost_per_unit": {"Souls": "1"}}),
        ("Dwarves", "rooms", "Forge Hall", {"limit": None, "requires": []}),
    ],
)  # fmt: skip
def test_json_entry(cli: Callable, faction: str, section: str, name: str, wanted: dict) -> None:
    values = entry(cli, faction, section, name)
    assert {key: values[key] for key in wanted} == wanted


def test_absent_keys(cli: Callable) -> None:
    chamber = entry(cli, "Cleversmart Kobolds", "rooms", "Mystery Chamber")
    assert "cost" not in chamber and "weeks" not in chamber
    assert "cost" not in entry(cli, "Succubi", "units", "Succubus")


def test_one_faction(cli: Callable) -> None:
    value = json.loads(cli("rules", "list", "--faction", "kobold", "--format", "json")[1])
    assert [each["name"] for each in value["factions"]] == ["Cleversmart Kobolds"]


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("--faction", "Dero"), None),
        (("--faction", "Kobbolts"), "did you mean Cleversmart Kobolds?"),
        (("--faction", "Elves"), "the factions are: Cleversmart Kobolds"),
        (("--system", "chess"), "there is no system 'chess'; use one of: underdeep"),
    ],
)
def test_unknown_names(cli: Callable, args: tuple[str, ...], said: str | None) -> None:
    status, out, err = cli("rules", "list", *args)
    assert (status, err) == (0, "") if said is None else (status == 2 and out == "" and said in err)


def test_rule_data_that_does_not_load(cli: Callable, tmp_path: Path) -> None:
    path = tmp_path / "moles.toml"
    path.write_text('[faction]\nname = "Moles"\n[[room]]\nname = "Hole"\ncost = 5\n', encoding="utf-8")
    status, out, err = cli("rules", "list", "--rules", str(path))
    assert (status, out) == (2, "") and "cost must be amounts in braces" in err


@pytest.mark.parametrize("command", ["", "lint", "list", "show", "tree"])
def test_help_has_an_example_and_imports_nothing_heavy(process: Callable, command: str) -> None:
    heavy = ("jinja2", "rapidfuzz", "lark", "pydantic")
    args = [word for word in ("rules", command, "--help") if word]
    ran = process(*args, after=f"print([name for name in {heavy!r} if name in sys.modules])")
    assert ran.returncode == 0 and b"Example" in ran.stdout and ran.stdout.endswith(b"[]\n")
