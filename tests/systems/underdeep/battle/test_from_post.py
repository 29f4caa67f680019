"""A battle out of two orders posts: who is there, who attacks, led by whom, told what; and it can be fought."""

from pathlib import Path
from typing import Any

import pytest
import tomli
from support.golden import assert_golden

from orderbook.rulebook.options import Options, parse_options
from orderbook.systems import find_system
from orderbook.systems.battling import BattleRequest, FromPostRequest
from orderbook.systems.system import RequestError
from orderbook.systems.underdeep.battle.command import fight_file
from orderbook.systems.underdeep.battle.from_post.command import Written, write_battle
from orderbook.systems.underdeep.battle.reading.conditions import parse_condition
from orderbook.text.source import SourceText, read_source

SAMPLES = Path(__file__).resolve().parents[4] / "samples" / "battles"

KOBOLDS = """\
[spoiler=Dungeons and Outposts]
Skitterhole (Lowerdeep 14)
Burrow
[/spoiler]
[spoiler=Armies]
Shee-Ra - Garrisoned at Skitterhole (Lowerdeep 14)
40 Kobold Slingers - Garrisoned at Skitterhole (Lowerdeep 14)
25 Kobold Skulkers - Lowerdeep 15
[/spoiler]
[spoiler=Characters]
[ic=Shee-Ra]
Ranged Attack: +10
Defence: 22
Health: 15
[/ic]
[/spoiler]
[spoiler=Orders]
{orders}
[/spoiler]
"""
DERRO = """\
[spoiler=Dungeons and Outposts]
Gibber Hole (Lowerdeep 22)
Palisade
2 Pit Traps
[/spoiler]
[spoiler=Armies]
{armies}
[/spoiler]
[spoiler=Orders]
{orders}
[/spoiler]
"""
MARCH = "Move 40 Kobold Slingers from Lowerdeep 14 to Lowerdeep 22 (3 Speed)."
OUTSIDE = "20 Derro Brigands - Lowerdeep 22"
INSIDE = "20 Derro Brigands - Garrisoned at Gibber Hole (Lowerdeep 22)"


def write(
    orders: str = MARCH, armies: str = OUTSIDE, theirs: str = "None", at: str = "Lowerdeep 22", **rest: Any
) -> Written:
    posts = (
        SourceText(KOBOLDS.format(orders=orders), "some/where/kobolds.txt"),
        SourceText(DERRO.format(armies=armies, orders=theirs), "derro.txt"),
    )
    return write_battle(FromPostRequest(posts, at, **rest))


def sides(written: Written) -> dict[str, Any]:
    """The sides by name, after making sure that the file can be fought."""
    fight_file(BattleRequest(SourceText(written.text, "-")))
    return {side["name"]: side for side in tomli.loads(written.text)["side"]}


def regiments(written: Written, side: str = "Cleversmart Kobolds") -> dict[str, Any]:
    return {each["name"]: each for each in sides(written)[side]["regiment"]}


def attackers(written: Written) -> list[str]:
    return [name for name, side in sides(written).items() if side["attacker"]]


@pytest.mark.parametrize(
    ("orders", "armies", "theirs", "attacking", "rule"),
    [
        (MARCH, OUTSIDE, "None", ["Cleversmart Kobolds"], "UD-BAT-03"),
        (
            "Move 40 Kobold Slingers from Lowerdeep 14 to Lowerdeep 22 (3 Speed) and assault Gibber Hole.",
            INSIDE, "None", ["Cleversmart Kobolds"], "UD-BAT-04",
        ),
        (
            MARCH, "20 Derro Brigands - Lowerdeep 23",
            "Move 20 Derro Brigands from Lowerdeep 23 to Lowerdeep 22 (1 Speed).", [], "UD-BAT-02",
        ),
        (MARCH, "20 Derro Brigands - Lowerdeep 22, in ambush", "None", ["Derro"], "UD-BAT-05"),
        (
            "Move 40 Kobold Slingers from Lowerdeep 14 via Lowerdeep 22 to Lowerdeep 31 (5 Speed).",
            "20 Derro Brigands - Lowerdeep 22, in ambush", "None", ["Derro"], "UD-BAT-05",
        ),
    ],
)  # fmt: skip
def test_who_attacks_the_rules_say(orders: str, armies: str, theirs: str, attacking: list[str], rule: str) -> None:
    written = write(orders, armies, theirs)
    assert attackers(written) == attacking
    assert f"({rule})" in written.text


def test_the_one_named_defender_may_be_the_attacker() -> None:
    theirs = "Move 20 Derro Brigands from Lowerdeep 22 to Lowerdeep 15 (2 Speed) and attack the Kobold Skulkers."
    written = write("None", OUTSIDE, theirs, at="Lowerdeep 15")
    assert attackers(written) == ["Derro"] and "by the rules it is the attacker" in written.text
    assert regiments(written, "Derro")["Derro Brigands"]["targets"] == ["Kobold Skulkers"]
    assert regiments(written, "Derro")["Derro Brigands"]["from"] == "Lowerdeep 22"


def test_who_is_ambushed_was_ambushed_unawares() -> None:
    written = write(armies="20 Derro Brigands - Lowerdeep 22, in ambush")
    assert regiments(written, "Derro")["Derro Brigands"]["sneak_attack"] is True


def test_thieves_in_ambush_are_after_purses_if_they_were_told_so() -> None:
    armies = "20 Derro Filchers - Lowerdeep 22, in ambush\n20 Derro Brigands - Lowerdeep 22, in ambush"
    theirs = "20 Derro Filchers at Lowerdeep 22 pick the pockets of whoever passes."
    written = write(armies=armies, theirs=theirs)
    derro = regiments(written, "Derro")
    assert derro["Derro Filchers"]["pick_pockets"] is True and "sneak_attack" not in derro["Derro Filchers"]
    assert derro["Derro Brigands"]["sneak_attack"] is True
    assert "left to the game master" not in written.text
    fight_file(BattleRequest(SourceText(written.text, "battle.toml")))


def test_only_those_who_come_are_there() -> None:
    written = write("Move 15 Kobold Slingers from Lowerdeep 14 to Lowerdeep 22 (3 Speed).")
    assert {name: each["count"] for name, each in regiments(written).items()} == {"Kobold Slingers": 15}
    armies, theirs = (
        "20 Derro Brigands - Lowerdeep 23",
        "Move 20 Derro Brigands from Lowerdeep 23 to Lowerdeep 15 (2 Speed).",
    )
    stay = write(
        "Move 5 Kobold Skulkers from Lowerdeep 15 to Lowerdeep 31 (3 Speed).", armies, theirs, at="Lowerdeep 15"
    )
    assert {name: each["count"] for name, each in regiments(stay).items()} == {"Kobold Skulkers": 20}
    assert "5 Kobold Skulkers: ordered away" in stay.text


def test_leaders_come_with_their_figures_and_their_regiment() -> None:
    orders = "Move Shee-Ra and 40 Kobold Slingers from Lowerdeep 14 to Lowerdeep 22 (3 Speed)."
    leader = regiments(write(orders))["Shee-Ra"]
    assert leader["leads"] == "Kobold Slingers" and leader["count"] == 1
    assert leader["stats"] == {"ranged_attack": 10, "defence": 22, "health": 15}


def test_what_they_are_told() -> None:
    orders = (
        "Move Shee-Ra and 40 Kobold Slingers from Lowerdeep 14 to Lowerdeep 22 (3 Speed). They attack the Brigands "
        "first and withdraw if outnumbered 2:1.\n\n"
        "Shee-Ra casts Shield on the Kobold Slingers.\n\n"
        "Move 25 Kobold Skulkers from Lowerdeep 15 to Lowerdeep 22 (2 Speed), withdrawing only if losses exceed 50%."
    )
    found = regiments(write(orders))
    assert found["Kobold Slingers"]["targets"] == ["Derro Brigands"]
    for name in ("Kobold Slingers", "Kobold Skulkers"):
        (text,) = found[name]["withdraw"]
        assert parse_condition(text) is not None, text
    assert found["Shee-Ra"]["spells"] == [{"spell": "Shield", "on": "Kobold Slingers"}]
    assert {each.get("army") for each in found.values()} == {"from Lowerdeep 14", "from Lowerdeep 15"}


def test_a_spell_of_the_week_is_told() -> None:
    written = write(
        "Move Shee-Ra and 40 Kobold Slingers from Lowerdeep 14 to Lowerdeep 22 (3 Speed).\n\nShee-Ra casts Haste."
    )
    assert "Haste is cast in the week, not in the battle" in written.text
    assert "spells" not in regiments(written)["Shee-Ra"]


def test_regiments_are_as_large_as_the_rules_have_it() -> None:
    written = write(armies="120 Derro Brigands - Lowerdeep 22")
    assert sorted(each["count"] for each in regiments(written, "Derro").values()) == [30, 30, 30, 30]
    fewest = parse_options(["regiment-split=fewest-regiments"], find_system("underdeep").ambiguities())
    written = write(armies="120 Derro Brigands - Lowerdeep 22", options=fewest)
    assert sorted(each["count"] for each in regiments(written, "Derro").values()) == [40, 40, 40]


def test_cover_and_officers_count() -> None:
    armies = (
        "Hux (Derro Brigand), Captain of Gibber Hole - Garrisoned at Gibber Hole (Lowerdeep 22)\n"
        f"{INSIDE}\n6 Derro Screechers - Entrenched in Lowerdeep 22"
    )
    found = regiments(write(f"{MARCH[:-1]} and assault Gibber Hole.", armies), "Derro")
    assert found["Derro Brigands"]["conditions"] == ["Garrisoned", "Officer of the site"]
    assert found["Derro Screechers"]["conditions"] == ["Entrenched"]
    assert found["Hux"]["leads"] == "Derro Brigands"


def test_without_an_assault_the_garrison_stays_inside() -> None:
    written = write(armies=f"{INSIDE}\n6 Derro Screechers - Lowerdeep 22")
    assert list(regiments(written, "Derro")) == ["Derro Screechers"]
    assert "The garrison stays inside: no assault (UD-ASL-01)." in written.text
    assert "20 Derro Brigands: stays in garrison" in written.text
    for orders, said in (
        (MARCH, "no assault on it was ordered"),
        (f"{MARCH[:-1]} and besiege Gibber Hole.", "no assault"),
    ):
        with pytest.raises(RequestError, match=said):
            write(orders, INSIDE)


def test_an_attack_on_those_outside_is_no_assault() -> None:
    orders = f"{MARCH[:-1]} and attack the Derro Screechers."
    written = write(orders, f"{INSIDE}\n6 Derro Screechers - Lowerdeep 22")
    assert list(regiments(written, "Derro")) == ["Derro Screechers"]


def test_an_assault_shows_the_site() -> None:
    text = write(f"{MARCH[:-1]} and assault Gibber Hole.", INSIDE).text
    assert '"Palisade"' in text and '"2 Pit Trap"' in text and 'owner = "Derro"' in text
    assert "Burrow" not in text


def test_units_no_rules_know_have_a_place_in_the_file() -> None:
    written = write(armies=f"{OUTSIDE}\n8 Glow Worms - Lowerdeep 22")
    assert written.warnings == (
        "derro.txt: no rule data knows Glow Worms; the file has a place for its figures, or give --rules",
    )
    assert list(regiments(written, "Derro")) == ["Derro Brigands"]
    filled = written.text.replace("# [[side", "[[side").replace('# name = "Glow', 'name = "Glow')
    filled = filled.replace("# count", "count").replace("# stats", "stats")
    assert regiments(Written(filled, ()), "Derro")["Glow Worms"]["count"] == 8
    with pytest.raises(RequestError, match="nobody of it can fight at Lowerdeep 22: Glow Worms"):
        write(armies="8 Glow Worms - Lowerdeep 22")


def test_comments_name_files_and_lines() -> None:
    written = write()
    lines = KOBOLDS.format(orders=MARCH).splitlines()
    number = 1 + lines.index("40 Kobold Slingers - Garrisoned at Skitterhole (Lowerdeep 14)")
    assert f"# Armies, line {number}: 40 Kobold Slingers - Garrisoned at Skitterhole (Lowerdeep 14)" in written.text
    assert f"# order, line {1 + lines.index(MARCH)}: {MARCH}" in written.text
    assert "some/where" not in written.text


def test_the_map_tells_of_bridge_and_crystals(tmp_path: Path) -> None:
    world = tmp_path / "map.toml"
    world.write_text(MAP)
    hold = "20 Derro Brigands in Lowerdeep 22 hold the bridge."
    armies = "20 Derro Brigands - Entrenched in Lowerdeep 22"
    written = write(armies=armies, theirs=hold, map=world)
    read = tomli.loads(written.text)
    assert read["terrain"] == ["crystals"] and read["bridge"] == "Derro"
    assert regiments(written, "Derro")["Derro Brigands"]["holds_bridge"] is True
    written = write(theirs=hold, map=world)
    assert "bridge" not in tomli.loads(written.text) and "(UD-BRI-01)" in written.text


MAP = """\
[Lowerdeep.22]
kind = "cavern"
features = ["crystals", "river", "bridge"]
ways = [14]

[Lowerdeep.14]
kind = "cavern"
ways = [22]
"""


@pytest.mark.parametrize(
    ("rest", "said"),
    [
        ({"at": "Upperdeep 99"}, "kobolds.txt has nobody at Upperdeep 99 by its Armies and Orders; it has troops at"),
        ({"at": "Nowhere"}, '"Nowhere" is no region and no site of these posts'),
        ({"armies": "None"}, "derro.txt has no Armies"),
        ({"factions": ("Cleversmrt Koblods", None)}, "no faction is called"),
    ],
)
def test_what_cannot_be_made_is_told(rest: dict[str, Any], said: str) -> None:
    with pytest.raises(RequestError) as caught:
        write(**rest)
    assert said in str(caught.value)


def test_a_site_is_a_place() -> None:
    assert 'name = "The battle at Lowerdeep 22"' in write(at="gibber hole").text


def test_two_of_one_faction_are_told_apart() -> None:
    posts = (
        SourceText(
            KOBOLDS.format(orders="Move 40 Kobold Slingers from Lowerdeep 14 to Lowerdeep 15 (1 Speed)."), "a.txt"
        ),
        SourceText(KOBOLDS.format(orders="None"), "b.txt"),
    )
    written = write_battle(FromPostRequest(posts, "Lowerdeep 15"))
    assert list(sides(written)) == ["Cleversmart Kobolds (a)", "Cleversmart Kobolds (b)"]


def test_options_default() -> None:
    assert write().text == write(options=Options()).text


def test_an_order_to_some_is_no_order_to_all() -> None:
    armies = f"{INSIDE}\n12 Derro Brigands - Entrenched in Lowerdeep 22"
    orders = f"{MARCH[:-1]} and assault Gibber Hole."
    told = regiments(write(orders, armies, "12 Derro Brigands in Lowerdeep 22 withdraw if outnumbered."), "Derro")
    assert {(each["count"], *each.get("withdraw", ())) for each in told.values()} == {(20,), (12, "outnumbered")}
    told = regiments(write(orders, armies, "5 Derro Brigands in Lowerdeep 22 withdraw if outnumbered."), "Derro")
    assert sum(each["count"] for each in told.values()) == 32
    assert [each["count"] for each in told.values() if "withdraw" in each] == [5]


def test_the_sample_posts_make_the_sample_battle() -> None:
    posts = [read_source(str(SAMPLES / f"{name}-week-9.txt")) for name in ("skitterhole", "gibber-hole")]
    written = write_battle(FromPostRequest((posts[0], posts[1]), "Lowerdeep 22"))
    assert written.warnings == ()
    assert_golden("../../samples/battles/gibber-hole.toml", written.text)


@pytest.mark.parametrize(
    ("armies", "theirs", "said"),
    [
        ("6 Derro Screechers - Lowerdeep 22, in ambush", "None", "no ambush: only Infiltrators can lie in ambush"),
        (f"{OUTSIDE}, in ambush", "Move 5 Derro Brigands from Lowerdeep 22 to Lowerdeep 9 (2 Speed).", ""),
    ],
)
def test_only_infiltrators_ambush(armies: str, theirs: str, said: str) -> None:
    written = write(armies=armies, theirs=theirs)
    assert said in written.text and ("sneak_attack = true" in written.text) is not bool(said)


def test_nobody_walks_into_an_ambush_who_was_there() -> None:
    orders = "Move 25 Kobold Skulkers from Lowerdeep 15 to Lowerdeep 22 (2 Speed) and set up an ambush (2 Speed)."
    written = write(orders)
    assert "no ambush: nobody walks into it" in written.text and attackers(written) == ["Cleversmart Kobolds"]
    assert "(UD-BAT-03)" in written.text and "sneak_attack" not in written.text


def storm(orders: str, theirs: str, armies: str) -> Written:
    """The Derro at the gates of the Kobolds, who have Murder Holes."""
    kobolds = KOBOLDS.format(orders=orders).replace("Burrow\n", "Burrow\nPalisade\nMurder Holes\n")
    posts = SourceText(kobolds, "kobolds.txt"), SourceText(DERRO.format(armies=armies, orders=theirs), "derro.txt")
    return write_battle(FromPostRequest(posts, "Lowerdeep 14"))


def test_crews_thieves_and_those_who_slip_in_are_those_of_the_orders() -> None:
    written = storm(
        "40 Kobold Slingers in Skitterhole man the Murder Holes.",
        "20 Derro Filchers move from Lowerdeep 22 to Lowerdeep 14 (3 Speed), infiltrate Skitterhole and steal from the "
        "vault.\n30 Derro Brigands move from Lowerdeep 22 to Lowerdeep 14 (3 Speed), assassinate Shee-Ra and assault "
        "Skitterhole.",
        "20 Derro Filchers - Lowerdeep 22\n30 Derro Brigands - Lowerdeep 22",
    )
    site = tomli.loads(written.text)["site"]
    assert site["crews"] == {"Murder Holes": "Kobold Slingers"}
    assert site["infiltrators"] == site["thieves"] == ["Derro Filchers"]
    assert (
        "assassins" not in site and "# Derro Brigands: told to assassinate Shee-Ra, but is no assassin" in written.text
    )
    assert "not understood" not in written.text and "left to the game master" not in written.text
    fight_file(BattleRequest(SourceText(written.text, "battle.toml")))


@pytest.mark.parametrize(("dig", "tunnel"), [("tunnel (3 Speed) under Gibber Hole and ", True), ("", False)])
def test_charges_lie_below_a_site_once_a_tunnel_is_dug(dig: str, tunnel: bool) -> None:
    """UD-ABL-DEMOLITIONS-2, UD-ABL-DEMOLITIONS-4: one for every 2 Speed of each unit."""
    orders = (
        f"12 Kobold Blunderdigs in Lowerdeep 15 move to Lowerdeep 22 (1 Speed), {dig}lay charges (2 Speed) under the "
    )
    kobolds = KOBOLDS.replace("25 Kobold Skulkers", "12 Kobold Blunderdigs")
    posts = (
        SourceText(kobolds.format(orders=orders + "Palisade, and assault Gibber Hole."), "kobolds.txt"),
        SourceText(DERRO.format(armies=INSIDE, orders="None"), "derro.txt"),
    )
    written = write_battle(FromPostRequest(posts, "Lowerdeep 22"))
    site = tomli.loads(written.text)["site"]
    assert (site.get("tunnel", False), site.get("charges", {})) == (tunnel, {"Palisade": 12} if tunnel else {})
    assert ('# charges = {"Palisade" = 12}' in written.text) is not tunnel
    fight_file(BattleRequest(SourceText(written.text, "battle.toml")))


HEADED = "[u]Gibber Hole (Lowerdeep 22)[/u]\n8 Derro Screechers\n\n[u]Lowerdeep 22[/u]\n20 Derro Brigands"
ASSAULT = "Move 40 Kobold Slingers from Lowerdeep 14 to Lowerdeep 22 (3 Speed) and assault Gibber Hole."


def test_those_below_the_name_of_a_site_are_its_garrison() -> None:
    assert set(regiments(write(MARCH, HEADED), "Derro")) == {"Derro Brigands"}
    written = write(ASSAULT, HEADED)
    assert tomli.loads(written.text)["site"]["garrison"] == ["Derro Screechers"]
    found = regiments(written, "Derro")
    assert found["Derro Screechers"]["conditions"] == ["Garrisoned"] and "conditions" not in found["Derro Brigands"]


def test_who_comes_upon_the_enemy_has_no_time_to_dig_in() -> None:
    dig = "Move 40 Kobold Slingers from Lowerdeep 14 to Lowerdeep 22 (3 Speed) and entrench (1 Speed)."
    written = write(dig, OUTSIDE.replace("Lowerdeep 22", "Entrenched in Lowerdeep 22"))
    assert "conditions" not in regiments(written)["Kobold Slingers"]
    assert regiments(written, "Derro")["Derro Brigands"]["conditions"] == ["Entrenched"]
    assert "dig in only once they have fought" in written.text
