"""Loading rule data: what overrides what, where files may lie, and what is said of faulty ones."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path
from zipfile import Path as ZipPath
from zipfile import ZipFile

import pytest

from orderbook.books.bundle import Bundle
from orderbook.rulebook.build import parse_requirement
from orderbook.rulebook.faults import RuleDataError
from orderbook.rulebook.load import load_rulebook
from orderbook.rulebook.model import Cost, Faction, Requirement, Rulebook, Structure
from orderbook.systems.underdeep.rules import DATA, SOURCES, underdeep_rulebook

FAULTY = tomllib.loads((Path(__file__).parent / "cases" / "faulty.toml").read_text(encoding="utf-8"))["case"]

GNOMES = """
[faction]
name = "Deep Gnomes"
unit_prefix = "Gnome"
opening = {Gold = 10}

[[unit]]
name = "Gnome Digger"
requires = ["Burrow"]
cost = {Gold = 3}
upkeep = {Gold = 1}

[[room]]
name = "Burrow"
cost = {Gold = 20}
weeks = 2
recruits = ["Gnome Digger"]
"""


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def derro(book: Rulebook) -> Faction:
    return next(faction for faction in book.factions if faction.name == "Derro")


def structure(faction: Faction, name: str) -> Structure | None:
    return next((one for one in faction.structures if one.name == name), None)


@pytest.mark.parametrize("case", FAULTY, ids=[case["name"] for case in FAULTY])
def test_faulty_data_is_refused_with_place_and_remedy(case: dict[str, str], tmp_path: Path) -> None:
    path = write(tmp_path / "house.toml", case["data"])
    with pytest.raises(RuleDataError) as caught:
        underdeep_rulebook([path])
    for words in case["says"]:
        assert words in str(caught.value)


def test_every_fault_of_a_file_is_told_at_once(tmp_path: Path) -> None:
    rooms = "".join(f'[[room]]\nname = "Room {number}"\nlimit = 0\n' for number in range(30))
    with pytest.raises(RuleDataError) as caught:
        underdeep_rulebook([write(tmp_path / "many.toml", '[faction]\nname = "Derro"\n' + rooms)])
    lines = str(caught.value).splitlines()
    assert lines[0].startswith("many.toml: room 'Room 0': limit")
    assert lines[-1] == "... and 10 more" and len(lines) == 21


@pytest.mark.parametrize("content", [b"\xff\xfe\x00", b"a = " + b"[" * 5000, b"a = " + b"9" * 5000])
def test_a_file_that_is_no_text_or_goes_too_far_is_refused(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "odd.toml"
    path.write_bytes(content)
    with pytest.raises(RuleDataError, match=r"odd\.toml"):
        load_rulebook([path])


def test_a_path_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(RuleDataError, match=r"nowhere.*no such file or folder"):
        load_rulebook([tmp_path / "nowhere"])


def test_a_folder_without_data_is_named(tmp_path: Path) -> None:
    with pytest.raises(RuleDataError, match=r"no \.toml file"):
        load_rulebook([tmp_path])


def test_the_shipped_data_obeys_its_own_form() -> None:
    assert load_rulebook([DATA / name for name in SOURCES]) == underdeep_rulebook()


def test_the_whole_data_folder_loads_too() -> None:
    book = load_rulebook([DATA])
    assert {faction.name for faction in book.factions} == {faction.name for faction in underdeep_rulebook().factions}
    assert (len(book.abilities), len(book.spells)) == (36, 29)


def test_without_extra_the_rulebook_is_loaded_once() -> None:
    assert underdeep_rulebook() is underdeep_rulebook([])


def test_shipped_data_needs_no_models() -> None:
    program = (
        "import sys; from orderbook.systems.underdeep.rules import underdeep_rulebook; underdeep_rulebook(); "
        "print(sorted({'pydantic', 'rapidfuzz'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("layout", ["file", "folder", "subfolder", "split", "side by side"])
def test_a_faction_may_lie_in_a_file_a_folder_or_folders_in_it(layout: str, tmp_path: Path) -> None:
    header, *lists = GNOMES.partition("[[unit]]")
    if layout == "file":
        source = write(tmp_path / "gnomes.toml", GNOMES)
    elif layout == "split":
        write(tmp_path / "g" / "faction.toml", header)
        write(tmp_path / "g" / "lists.toml", "".join(lists))
        source = tmp_path / "g"
    elif layout == "side by side":
        write(tmp_path / "gnomes.toml", GNOMES)
        write(tmp_path / "derro.toml", '[faction]\nname = "Derro"\nunit_prefix = "Derro"')
        source = tmp_path
    else:
        write(tmp_path / ("gnomes" if layout == "subfolder" else ".") / "all.toml", GNOMES)
        source = tmp_path
    book = underdeep_rulebook([source])
    gnomes = next(faction for faction in book.factions if faction.name == "Deep Gnomes")
    assert [unit.name for unit in gnomes.units] == ["Gnome Digger"]
    assert gnomes.rooms[0].recruits == ("Gnome Digger",)
    assert derro(book) == derro(underdeep_rulebook())


def test_files_in_an_archive_are_read_too(tmp_path: Path) -> None:
    with ZipFile(tmp_path / "house.zip", "w") as archive:
        archive.writestr("gnomes/gnomes.toml", GNOMES)
    with ZipFile(tmp_path / "house.zip") as archive:
        book = load_rulebook([ZipPath(archive, "gnomes/")])
    assert [faction.name for faction in book.factions] == ["Deep Gnomes"]


def test_a_file_between_several_factions_must_say_whose_it_is(tmp_path: Path) -> None:
    write(tmp_path / "a.toml", GNOMES)
    write(tmp_path / "b.toml", '[faction]\nname = "Derro"')
    write(tmp_path / "c.toml", '[[room]]\nname = "Pantry"')
    with pytest.raises(RuleDataError, match=r"c\.toml.*several \[faction\] tables"):
        load_rulebook([tmp_path])


def test_an_entry_of_a_known_name_is_replaced_as_a_whole_and_keeps_its_place(tmp_path: Path) -> None:
    text = '[faction]\nname = "derro"\n[[room]]\nname = "Chaos Portal"\ncost = {Gold = 1}\nweeks = 1\n'
    book = underdeep_rulebook([write(tmp_path / "house.toml", text)])
    before, after = derro(underdeep_rulebook()), derro(book)
    assert [room.name for room in after.rooms] == [room.name for room in before.rooms]
    portal = structure(after, "Chaos Portal")
    assert portal is not None and portal.cost == Cost((Bundle({"Gold": 1}),))
    assert portal.requires == () and portal.source == "house.toml"
    assert after.opening == before.opening and after.name == "Derro"


def test_a_change_touches_only_the_keys_it_gives(tmp_path: Path) -> None:
    text = '[faction]\nname = "Derro"\nopening = {Gold = 1}\n[change."Chaos Portal"]\nweeks = 1\n'
    after = derro(underdeep_rulebook([write(tmp_path / "house.toml", text)]))
    old, new = structure(derro(underdeep_rulebook()), "Chaos Portal"), structure(after, "Chaos Portal")
    assert old is not None and new is not None
    assert (new.weeks, new.cost, new.requires) == (1, old.cost, old.requires)
    assert after.opening == Bundle({"Gold": 1}) and after.unit_prefix == "Derro"


def test_removing_and_adding(tmp_path: Path) -> None:
    text = 'remove = ["Chaos Portal"]\n[faction]\nname = "Derro"\n[[room]]\nname = "Pantry"\ncost = {}\nweeks = 0\n'
    after = derro(underdeep_rulebook([write(tmp_path / "house.toml", text)]))
    assert structure(after, "Chaos Portal") is None
    assert after.rooms[-1].name == "Pantry" and after.rooms[-1].cost == Cost()


def test_later_sources_win(tmp_path: Path) -> None:
    paths = [
        write(tmp_path / f"{name}.toml", f'[faction]\nname = "Derro"\n[change."Chaos Portal"]\nweeks = {weeks}\n')
        for name, weeks in (("b", 7), ("a", 9))
    ]
    portal = structure(derro(underdeep_rulebook(paths)), "Chaos Portal")
    assert portal is not None and portal.weeks == 9


def test_an_incomplete_faction_may_name_what_nobody_knows(tmp_path: Path) -> None:
    text = '[faction]\nname = "Orcs"\ncomplete = false\n[[room]]\nname = "Den"\nrequires = ["Great Den"]\n'
    orcs = load_rulebook([write(tmp_path / "orcs.toml", text)]).factions[0]
    assert orcs.rooms[0].requires == (Requirement(("Great Den",)),)


def test_a_resource_of_its_own_is_declared(tmp_path: Path) -> None:
    text = '[faction]\nname = "Elves"\nresources = ["Songs"]\nopening = {Songs = 3}\n'
    elves = load_rulebook([write(tmp_path / "elves.toml", text)]).factions[0]
    assert elves.opening == Bundle({"Songs": 3})


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Workshop", Requirement(("Workshop",))),
        ("4 Mushroom Patches (replaces)", Requirement(("Mushroom Patch",), 4, True)),
        ("mushroom patch (Replaces)", Requirement(("Mushroom Patch",), 1, True)),
        ("Palisade or Workshop", Requirement(("Palisade", "Workshop"))),
        ("2 Palisades or Workshops (replaces)", Requirement(("Palisade", "Workshop"), 2, True)),
        ("Hall of Trade or Barter", Requirement(("Hall of Trade or Barter",))),
        ("9 Lives Shrine", Requirement(("9 Lives Shrine",))),
        ("Unheard Of", Requirement(("Unheard Of",))),
    ],
)
def test_a_prerequisite_is_written_as_in_the_rulebook(text: str, wanted: Requirement) -> None:
    names = {
        "workshop": "Workshop", "workshops": "Workshop", "palisade": "Palisade", "palisades": "Palisade",
        "mushroom patch": "Mushroom Patch", "mushroom patches": "Mushroom Patch",
        "hall of trade or barter": "Hall of Trade or Barter", "9 lives shrine": "9 Lives Shrine",
    }  # fmt: skip
    assert parse_requirement(text, names) == wanted
