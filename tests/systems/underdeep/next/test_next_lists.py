"""What ``next`` carries over: what is Broken, sites being founded, who stands at whose site, lines nobody read."""

import pytest

from orderbook.systems import find_system
from orderbook.systems.system import CheckRequest
from orderbook.text.source import SourceText

POST = """{week}
[ic=Title]The old cook laughed until the mushrooms shook.[/ic]
[spoiler=Messages]None[/spoiler]
[spoiler=Production]None[/spoiler]
[spoiler=Upkeep]None[/spoiler]
[spoiler=Construction]Skitterhole (Lowerdeep 4)
{construction}[/spoiler]
[spoiler=Recruitment]None[/spoiler]
[spoiler=Wealth]Gold: 100[/spoiler]
[spoiler=Dungeons and Outposts]Skitterhole (Lowerdeep 4)
Mystery Chamber

{defences}[/spoiler]
[spoiler=Armies]Shee-Ra - Garrisoned at Skitterhole (Lowerdeep 4)
{armies}[/spoiler]
[spoiler=Characters]None[/spoiler]
[spoiler=Trade]None[/spoiler]
[spoiler=Orders]{orders}[/spoiler]
"""


def carry_on(
    construction: str = "None",
    defences: str = "Palisade",
    armies: str = "",
    orders: str = "None",
    week: str = "",
    faction: str = "Cleversmart Kobolds",
) -> str:
    post = POST.format(construction=construction, defences=defences, armies=armies, orders=orders, week=week)
    return find_system("underdeep").next_post(CheckRequest(SourceText(post), faction=faction))


def test_broken_stays_broken() -> None:
    assert "Palisade (Broken)\n" in carry_on(defences="Palisade (Broken)")


def test_a_repair_mends_it() -> None:
    text = carry_on("Beginning Construction:\nRepair Palisade: -10 Gold, 1 week remaining", "Palisade (Broken)")
    assert "Palisade\n" in text
    assert "(Broken)" not in text


def test_whole_and_broken_are_counted_apart() -> None:
    text = carry_on(defences="2 Pit Traps\n1 Pit Trap (Broken)")
    assert "2 Pit Traps\n1 Pit Trap (Broken)\n" in text


def test_an_unread_line_of_armies_is_not_lost() -> None:
    odd = "Somebody whom the scouts have not come back to describe"
    assert odd in carry_on(armies=odd)


@pytest.mark.parametrize(
    "where",
    [
        "Garrisoned at Castle Vane (Upperdeep 12)",
        "Entrenched at Castle Vane (Upperdeep 12)",
        "Besieging Castle Vane (Upperdeep 12)",
        "Garrisoned at Castle Vane",
        "In Upperdeep 12",
    ],
)
def test_who_stands_at_somebody_elses_site_stays_there(where: str) -> None:
    assert f"3 Kobold Slingers - {where}\n" in carry_on(armies=f"3 Kobold Slingers - {where}")


def test_a_site_that_only_armies_names_is_not_listed_as_ones_own() -> None:
    text = carry_on(armies="[b]Castle Vane (Upperdeep 12)[/b]\n3 Kobold Slingers")
    assert "3 Kobold Slingers - Garrisoned at Castle Vane (Upperdeep 12)\n" in text
    assert text.count("Castle Vane") == 1


def test_an_officer_who_left_his_site_is_not_sent_back() -> None:
    officer = "Mog, Captain of Skitterhole (Kobold Slinger)"
    text = carry_on(armies=f"{officer} - Garrisoned at Castle Vane (Upperdeep 12)")
    assert "Garrisoned at Castle Vane (Upperdeep 12)" in text


def test_a_state_is_kept_beside_a_note() -> None:
    assert "- Entrenched in Upperdeep 12\n" in carry_on(armies="3 Slingers (diseased) - Entrenched at Upperdeep 12")


FOUNDINGS = [
    ("Outpost at Lowerdeep 30: 1 week remaining", "New Outpost (Lowerdeep 30)", 50),
    ("Needle Outpost (Lowerdeep 30): 1 week remaining", "Needle Outpost (Lowerdeep 30)", 50),
    ("Found Outpost Ol' Number Hole at Lowerdeep 30: 1 week remaining", "Outpost Ol' Number Hole (Lowerdeep 30)", 50),
    ("Outpost called Spoon (30 Lowerdeep): 1 week remaining", "Outpost Spoon (Lowerdeep 30)", 50),
    ("Needle (Lowerdeep 30)\nBeginning Construction:\nDungeon: 1 week remaining", "Needle (Lowerdeep 30)", 100),
    ("Needle Outpost (Lowerdeep 30): founding, 1 week remaining", "Needle Outpost (Lowerdeep 30)", 50),
    ("Outpost at Lowerdeep 30: -50 Gold", "New Outpost (Lowerdeep 30)", 0),
    ("Outpost at Lowerdeep 30: complete, -50 Gold", "New Outpost (Lowerdeep 30)", 0),
]


@pytest.mark.parametrize(("line", "site", "price"), FOUNDINGS)
def test_a_site_that_was_founded_is_listed_and_paid_for(line: str, site: str, price: int) -> None:
    text = carry_on(f"Beginning Construction:\n{line}")
    dungeons = text.split("[spoiler=Dungeons and Outposts]")[1]
    assert f"[b]{site}[/b]\nNone\n" in dungeons
    assert (f"Gold: 100 - {price} = {100 - price}\n" if price else "Gold: 100\n") in text
    assert (f": {price} Gold" in text or f": -{price} Gold" in text) == bool(price)


def test_a_founding_that_takes_longer_is_counted_down() -> None:
    text = carry_on("Beginning Construction:\nOutpost at Lowerdeep 30: 2 weeks remaining")
    construction, dungeons = text.split("[spoiler=Construction]")[1].split("[spoiler=Dungeons and Outposts]")
    assert "[b]New Outpost (Lowerdeep 30)[/b]\nUnder Construction:\nOutpost: 1 week remaining\n" in construction
    assert "New Outpost" not in dungeons


def test_a_founding_nobody_can_pay_for_waits() -> None:
    text = carry_on(
        "Beginning Construction:\nOutposts at Lowerdeep 30: 1 week remaining\nDungeon at Lowerdeep 9: 1 week"
    )
    assert "Gold: 100 - 50 = 50\n" in text
    assert "[b]New Dungeon (Lowerdeep 9)[/b]\nUnder Construction:\nDungeon: 1 week remaining\n" in text


def test_an_order_to_found_is_carried_on() -> None:
    text = carry_on(armies="3 Kobold Slingers - In Lowerdeep 30", orders="3 Slingers (LD30): found an Outpost there.")
    assert "[b]New Outpost (Lowerdeep 30)[/b]\nFinished:\nOutpost: -50 Gold\n" in text


@pytest.mark.parametrize(
    ("line", "left"),
    [
        ("Lowerdeep 40\nBeginning Construction:\n1 Rope Ladder: -10 Gold, 3 weeks remaining", "[b]Lowerdeep 40[/b]"),
        ("Beginning Construction:\nBridge over Lowerdeep 40: -75 Gold, 3 weeks remaining", "[b]Lowerdeep 40[/b]"),
        ("Midden: done in week 8", "Midden: 2 weeks remaining"),
    ],
)
def test_what_is_built_is_not_lost(line: str, left: str) -> None:
    construction = carry_on(line, week="Week 5").split("[spoiler=Construction]")[1].split("[/spoiler]")[0]
    assert left in construction
    assert "2 weeks remaining" in construction


def test_a_trap_in_the_open_is_listed_under_its_region() -> None:
    text = carry_on("Lowerdeep 40\nBeginning Construction:\n1 Snare: -10 Gold, 1 week remaining")
    assert "[b]Lowerdeep 40[/b]\n1 Snare\n" in text.split("[spoiler=Dungeons and Outposts]")[1]
    assert "Skitterhole (Lowerdeep 4)[/b]\nMystery Chamber\n\nPalisade\n\n[b]Lowerdeep 40" in text


def test_a_ritual_is_cast_once() -> None:
    text = carry_on("Beginning Construction:\nHome Sweet Home: -25 Souls", faction="Succubi")
    assert "Home Sweet Home" not in text.split("[spoiler=Construction]")[1].split("[/spoiler]")[0]
