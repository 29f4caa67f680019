"""Battle files: what is understood, and what is told of a wrong one, with the line."""

import re
from pathlib import Path

import pytest
from support.battles import named

from orderbook.dice.seeded import SeededDice
from orderbook.systems.underdeep.battle.engine import fight
from orderbook.systems.underdeep.battle.orders import Stance
from orderbook.systems.underdeep.battle.reading.conditions import parse_condition
from orderbook.systems.underdeep.battle.reading.file import KEYS, SIDE_KEYS, BattleFile, read_battle_file
from orderbook.systems.underdeep.battle.reading.problems import BattleFileError
from orderbook.systems.underdeep.battle.reading.regiments import KEYS as REGIMENT_KEYS
from orderbook.systems.underdeep.battle.reading.site import KEYS as SITE_KEYS
from orderbook.systems.underdeep.battle.scale import SCALE
from orderbook.systems.underdeep.rules import underdeep_rulebook
from orderbook.text.source import SourceText

GOOD = """\
seed = "any text"
rounds = 3
bridge = "Derro"

[answers]
flanking-directions = true

[[side]]
name = "Kobolds"
attacker = true
[[side.regiment]]
name = "Slingers"
unit = "Kobold Slingers"
count = 40
wounded = 3
targets = "Brigands"
from = "Upperdeep 27"
army = "North"
[[side.regiment]]
name = "Shee"
unit = "Shee-Ra"
leads = "Slingers"
spells = ["Shield", {spell = "Curse", on = "Brigands", round = 2}]

[[side]]
name = "Friends"
ally_of = "Kobolds"
[[side.regiment]]
name = "Beasts"
stats = {melee_attack = "+2", melee_damage = "8 (Fire)", defence = "15+1d10", health = 5, morale = "N/A"}
abilities = ["Poison 2"]
count = 3
stance = "hold"

[[side]]
name = "Derro"
escape = false
[[side.regiment]]
unit = "Derro Brigand"
stats = {health = 7}
abilities = []
count = 25
withdraw = ["losses > 50 %", "when the moon is full"]
"""


def read(text: str) -> BattleFile:
    return read_battle_file(SourceText(text, "battle.toml"), underdeep_rulebook())


def wrong(text: str) -> list[tuple[int, str]]:
    with pytest.raises(BattleFileError) as caught:
        read(text)
    return [(problem.line, f"{problem.what}. {problem.mend}") for problem in caught.value.problems]


def test_a_good_file() -> None:
    file = read(GOOD)
    kobolds, friends, derro = file.scenario.sides
    assert (file.seed, file.dice, file.scenario.rounds, file.scenario.bridge) == ("any text", None, 3, "Derro")
    assert file.scenario.answers == {"flanking-directions": "yes"}
    assert (kobolds.is_attacker, derro.is_attacker, kobolds.alliance, friends.alliance) == (
        True,
        False,
        "Friends",
        "Friends",
    )
    slingers, shee = kobolds.regiments
    assert (slingers.blueprint.name, slingers.count, slingers.wounded, slingers.army) == (
        "Kobold Slinger",
        40,
        3,
        "North",
    )
    assert (slingers.orders.targets, slingers.origin, slingers.has_escape) == (("Brigands",), "Upperdeep 27", True)
    assert (shee.leads, shee.count, [spell.round for spell in shee.orders.spells]) == ("Slingers", 1, [None, 2])
    (beasts,) = friends.regiments
    assert beasts.blueprint.rolled == ("defence",) and beasts.blueprint.figures["morale"] is None
    assert beasts.orders.stance is Stance.HOLD and beasts.blueprint.abilities == ("Poison 2",)
    (brigands,) = derro.regiments
    assert (brigands.name, brigands.blueprint.abilities, brigands.has_escape) == ("Derro Brigand", (), False)
    assert brigands.blueprint.figures["health"].value.least == 7  # type: ignore[union-attr]
    assert (len(brigands.orders.withdraw), brigands.orders.unclear) == (1, ("when the moon is full",))


def changed(old: str, new: str) -> str:
    assert GOOD.count(old) >= 1
    return GOOD.replace(old, new, 1)


@pytest.mark.parametrize(
    ("old", "new", "line", "said"),
    [
        ("count = 40", "cuont = 40", 14, "there is no key 'cuont'. Did you mean count?"),
        ("count = 40", "", 11, "it does not say how many units it has. Write count = 20"),
        ("count = 40", 'count = "40"', 14, "count is no whole number from 1"),
        ("count = 40", "count = 0", 14, "count is no whole number from 1"),
        ("wounded = 3", "wounded = 160", 15, "it has lost 160 of 160 Health and is dead"),
        ('"Kobold Slingers"', '"Kobold Slingerz of Doom"', 13, "no unit is called"),
        ('"Kobold Slingers"', '"Kobold Slingre"', 13, "Did you mean Kobold Slinger?"),
        ('leads = "Slingers"', 'leads = "Shee"', 22, "it cannot lead itself"),
        ('"Derro Brigand"', '"Derro Brigadier"', 39, "Did you mean Derro Brigand?"),
        ('leads = "Slingers"', 'leads = "Slinger"', 22, "Did you mean Slingers?"),
        ('ally_of = "Kobolds"', 'ally_of = "Kobold"', 27, "there is no side 'Kobold'. The sides are Kobolds"),
        ('stance = "hold"', 'stance = "hodl"', 33, "there is no stance 'hodl'. Write one of normal, charge, hold"),
        ("melee_attack =", "meele_attack =", 30, "Did you mean melee_attack?"),
        ('"8 (Fire)"', '"eight"', 30, '"eight" is no figure'),
        ("defence = \"15+1d10\", ", "", 30, "stats lacks defence"),
        ("attacker = true", "attackre = true", 10, "Did you mean attacker?"),
        ("attacker = true", 'attacker = "yes"', 10, "attacker is neither true nor false"),
        ('bridge = "Derro"', 'bridge = "Drow"', 3, "there is no side 'Drow'"),
        ('seed = "any text"', "seed = 1.5", 1, "seed is no text"),
        ('seed = "any text"', 'seed = "a"\ndice = [1]', 2, "it has both a seed and dice"),
        ('seed = "any text"', "dice = [1, 'x']", 1, "dice is no list of whole numbers"),
        ("rounds = 3", "rounds = 0", 2, "rounds is no whole number from 1"),
        ("flanking-directions = true", "flanking-direction = true", 6, "'flanking-direction'. Did you mean flanking-"),
        ("flanking-directions = true", "flanking-directions = 1.5", 6, "answer to 'flanking-directions' is no text"),
        ('{spell = "Curse"', '{spell = "Haste"', 23, "Haste cannot be cast in battle. It is cast by the orders of"),
        ('{spell = "Curse"', '{spell = "Ward"', 23, 'Say who is under it: conditions = ["Warded"]'),
        ('{spell = "Curse"', '{spell = "Cruse"', 23, "that acts in battle. Did you mean Curse?"),
        ('{spell = "Curse"', '{spell = "Cruse"', 23, "there is no spell 'Cruse' that acts in battle"),
        ('spell = "Curse", on', 'spell = "Curse", at', 23, "a spell has no key 'at'"),
        ('name = "Friends"', 'name = "Kobolds"', 26, "two sides have that name"),
        ("escape = false", "escape = 7", 37, "escape is neither true nor false"),
        ('targets = "Brigands"', "targets = 3", 16, "targets is no list of texts"),
        ("[answers]", "answers = 3\n[answer]", 5, "answers is no table"),
    ],
)  # fmt: skip
def test_a_wrong_file(old: str, new: str, line: int, said: str) -> None:
    found = wrong(changed(old, new))
    assert [each for each in found if each[0] == line and said in each[1]], found


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("", 1, "it has no sides"),
        ("[[side]]\nname = 'A'\n", 1, "it has no regiments"),
        ("side = 3", 1, "it has no sides"),
        ("[[side]\nname = 3", 1, "no valid TOML"),
        ("x = [1\n\ny", 3, "no valid TOML"),
        ("a.b.c.d.e.f.g.h.i.j.k = 1", 1, "too many dots"),
        ("x = " + "[" * 5000, 1, "no valid TOML"),
        ("[[side]]\n[[side.regiment]]\nname = 'X'\ncount = 2", 2, "it has neither a unit nor stats"),
        ("[[side]]\nname = 'A'\n[[side.regiment]]\ncount = 2", 3, "neither a name nor a unit"),
        (
            "[[side]]\nname = 'A'\n[[side.regiment]]\nunit='Palisade Runner'\nstats = 3\ncount = 2",
            5,
            "stats is no table",
        ),
    ],
)
def test_a_hopeless_file(text: str, line: int, said: str) -> None:
    found = wrong(text)
    assert [each for each in found if each[0] == line and said in each[1]], found


@pytest.mark.parametrize(
    ("text", "field", "value"),
    [
        ("losses > 50 %", "losses", 50), ("Losses over 30%", "losses", 30),
        ("army losses > 25 per cent", "army_losses", 25),
        ("outnumbered", "outnumbered", 100), ("if badly outnumbered", "outnumbered", 100),
        ("outnumbered by more than 3 to 2", "outnumbered", 150), ("outnumbered 1.5:1", "outnumbered", 150),
        ("after round 2", "after_round", 2), ("after the first round", "after_round", 1),
        ("after 3 rounds", "after_round", 3),
        ("at once", "always", True),
        ("if more than half of them die", "losses", 50), ("if half of them die", "losses", 49),
        ("they lose more than a third of their number", "losses", 33), ("losses exceed 50%", "losses", 50),
        ("fewer than half are left", "losses", 50), ("if 30% of the army is lost", "army_losses", 29),
        ("two-thirds of the regiment have been killed", "losses", 65),
    ],
)  # fmt: skip
def test_conditions(text: str, field: str, value: object) -> None:
    condition = parse_condition(text)
    assert condition is not None and getattr(condition, field) == value
    assert parse_condition("if the Overlord falls") is None
    assert parse_condition("if half of the enemies die") is None


PAGE = (Path(__file__).resolve().parents[4] / "docs" / "battles.md").read_text(encoding="utf-8")


def test_the_page_names_every_key() -> None:
    for key in (*KEYS, *SIDE_KEYS, *REGIMENT_KEYS, *SITE_KEYS):
        assert re.search(rf"`{key}`|[\[.]{key}\]", PAGE), key


@pytest.mark.parametrize("block", re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL))
def test_the_pages_files_can_be_fought(block: str) -> None:
    assert len(read(block).scenario.sides) == 2


MUTANTS = """\
[[side]]
name = "Derro"
[[side.regiment]]
name = "Mutants"
unit = "Derro Mutant"
count = 5
{more}
[[side]]
name = "Imps"
[[side.regiment]]
name = "Imps"
stats = {{melee_attack = 2, melee_damage = "4 (Fire)", defence = 15, health = 5}}
count = 5
"""


@pytest.mark.parametrize(
    "top", ["name = 5", "variant = 5", 'variant = ["x"]', 'rounds = "x"', "seed = 1.5", 'dice = "x"', "terrain = 5"]
)
def test_what_is_wrong_at_the_top_is_told_with_its_line(top: str) -> None:
    key = top.split(" ")[0]
    with pytest.raises(BattleFileError) as raised:
        read("\n" + top + "\n" + MUTANTS.format(more=""))
    (problem,) = raised.value.problems
    assert problem.line == 2 and key in problem.what and problem.mend


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ('conditions = ["Sadizm 2"]', "Did you mean Sadism 2?"),
        ('conditions = ["Sadism 2", "Garisoned"]', "Did you mean Garrisoned?"),
        ('abilities = ["Poisn 3", "Cavalry"]', "Did you mean Poison 3?"),
        ('stats = {abilities = ["Imunity (Fire)"]}', "Did you mean Immunity (Fire)?"),
        ('abilities = ["Gluten"]', "Leave it out, or spell it as the rules do."),
    ],
)
def test_what_nothing_acts_by_is_a_warning_with_its_line(more: str, told: str) -> None:
    (warning,) = read(MUTANTS.format(more=more)).warnings
    assert (warning.line, warning.mend) == (7, told)


@pytest.mark.parametrize(
    ("written", "example"),
    [("Poison", "Poison 2"), ("Fear", "Fear (DC 15)"), ("Immune", "Immunity (Fire)"), ("Grudge", "Grudge (Dwarf)")],
)
def test_an_ability_without_what_stands_behind_its_name_is_a_warning(written: str, example: str) -> None:
    (warning,) = read(MUTANTS.format(more=f"conditions = [{written!r}]")).warnings
    assert warning.what.endswith(f"{written!r} does nothing without what stands behind its name in the rules")
    assert warning.mend == f"Write it as in {example!r}."


def test_what_acts_in_battle_is_no_warning() -> None:
    assert (
        read(
            MUTANTS.format(
                more='conditions = ["Sadism 2", "Forced March 3", "Unpaid 2", "Fear (DC 15)", "Immune (Acid)"]'
            )
        ).warnings
        == ()
    )
    assert read(GOOD).warnings == ()


def test_a_mutation_is_chosen_by_a_key_or_an_answer() -> None:
    """UD-DER-12: five to choose from; the immunity is to any kind of damage."""
    chosen = read(MUTANTS.format(more='mutation = "Immune (Fire)"')).scenario
    fought = fight(chosen, SeededDice("x"))
    assert named(fought, "Imps").pool < named(fought, "Imps").start_pool == 5 * 5 * SCALE
    assert named(fought, "Mutants").pool == named(fought, "Mutants").start_pool
    asked = fight(read(MUTANTS.format(more="")).scenario, SeededDice("x")).questions["mutation", "Mutants"]
    assert asked.answer == "Double-Headed" and asked.choices == (
        "Double-Headed", "Flyer", "Immunity (Fire)", "Poison 3", "Regeneration 10",
    )  # fmt: skip
    answered = read('answers = {mutation = "immunity (fire)"}\n' + MUTANTS.format(more="")).scenario
    after = fight(answered, SeededDice("x"))
    assert named(after, "Mutants").pool == named(after, "Mutants").start_pool
    with pytest.raises(BattleFileError, match=r"line 7: Mutants: 'Wings' is no mutation"):
        read(MUTANTS.format(more='mutation = "Wings"'))
