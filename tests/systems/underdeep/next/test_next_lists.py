"""What ``next`` lists of structures that are Broken, and of Armies lines that nobody could read."""

from orderbook.systems import find_system
from orderbook.systems.system import CheckRequest
from orderbook.text.source import SourceText

POST = """[ic=Title]The old cook laughed until the mushrooms shook.[/ic]
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
[spoiler=Orders]None[/spoiler]
"""


def carry_on(construction: str = "None", defences: str = "Palisade", armies: str = "") -> str:
    post = POST.format(construction=construction, defences=defences, armies=armies)
    return find_system("underdeep").next_post(CheckRequest(SourceText(post), faction="Cleversmart Kobolds"))


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
