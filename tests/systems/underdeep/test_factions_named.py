"""``--faction``: names that data knows, misspelt ones, factions of the players' own."""

from pathlib import Path

import pytest
from support.posts import check, told, write_post

from orderbook.findings.report import Report
from orderbook.systems import find_system
from orderbook.systems.system import CheckRequest, RequestError
from orderbook.text.source import SourceText

SAMPLES = Path(__file__).parents[3] / "samples"
KNOWN = ("Cleversmart Kobolds", "Derro", "Succubi", "Dwarves")
SPOREFOLK = {
    "Upkeep": "5 Spore Throwers: -5 Gold",
    "Dungeons": "Rook Hall (Lowerdeep 30)\nSpore Vat\nFungus Bed\n\nThorn Fence",
    "Armies": "5 Spore Throwers - Garrisoned at Rook Hall (Lowerdeep 30)",
    "Wealth": "Gold: 100",
}


def check_sample(faction: str) -> Report:
    source = SourceText((SAMPLES / "ladle-week-4.txt").read_text(encoding="utf-8"))
    return find_system("underdeep").check(CheckRequest(source, faction=faction))


@pytest.mark.parametrize("faction", ["Kobolds", "kobold", "Cleversmart Kobolds", "Cleversmart Koblds"])
def test_a_name_of_the_faction(faction: str) -> None:
    assert check_sample(faction).faction == "Cleversmart Kobolds"


@pytest.mark.parametrize("faction", ["Duergar", "Blorp", "xx"])
def test_a_faction_nobody_knows_is_refused_for_a_post_of_one_that_is_known(faction: str) -> None:
    with pytest.raises(RequestError) as caught:
        check_sample(faction)
    message = str(caught.value)
    assert faction in message and "--rules" in message
    assert all(name in message for name in KNOWN)


def test_a_misspelt_faction_is_refused_with_what_was_meant() -> None:
    with pytest.raises(RequestError, match='did you mean "Cleversmart Kobolds"'):
        check_sample("Clevrsmart Kobolts")


@pytest.mark.parametrize("faction", ["Duergar", "Sporefolk"])
def test_a_faction_of_the_players_own_is_none_of_the_known(faction: str) -> None:
    report = check(SPOREFOLK, faction=faction)
    assert report.faction == faction
    assert told(report) == []
    assert any(f'"{faction}"' in line and "--rules" in line for line in report.not_judged)


def test_another_faction_than_the_posts_is_noted() -> None:
    assert any("only 4 of" in note and "Derro" in note for note in check_sample("Derro").notes)
    assert not any("only" in note for note in check_sample("Kobolds").notes)


def test_rule_data_of_the_users_makes_a_faction_known(tmp_path: Path) -> None:
    rules = tmp_path / "sporefolk.toml"
    rules.write_text('[faction]\nname = "Sporefolk"\n', encoding="utf-8")
    request = CheckRequest(SourceText(write_post(SPOREFOLK)), faction="Sporefolk", rules=(rules,))
    report = find_system("underdeep").check(request)
    assert report.faction == "Sporefolk"
    assert not any("no rule data" in line for line in report.not_judged)
