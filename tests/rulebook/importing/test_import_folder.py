"""What importing writes, what it never writes over, how weeks are kept, and what changed since the last time."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.golden import assert_golden

from orderbook.rulebook.importing.compare import (
    Change,
    ChangeKind,
    Figure,
    compare,
    render_changes,
    tables_in,
    tables_of,
)
from orderbook.rulebook.importing.folder import (
    FolderError,
    edition_for,
    find_editions,
    render_files,
    write_folder,
)
from orderbook.rulebook.load import load_rulebook
from tests.rulebook.importing.kit import BRINE, read

EDITED = (
    BRINE.replace("Cost: 6 Salt", "Cost: 7 Salt, 1 Pearl")
    .replace("Upkeep: 2 Salt, 1 Food", "Upkeep: 2 Salt")
    .replace("[ic=Fog Bank", "[ic=Fog Wall")
    .replace("produces 60 Food", "produces 65 Food")
    .replace("300 Salt, 40 Pearls", "310 Salt, 40 Pearls")
    .replace("[ic=Foamling (Summoned Unit)]It bursts after a week.", "[ic=Spray (Summoned Unit)]It is wet.")
    .replace("Health: 35", "Health: 36")
)


def changes(old: str, new: str) -> list[Change]:
    return compare(tables_of(read(old)), tables_of(read(new)))


def test_files_of_a_faction(tmp_path: Path) -> None:
    written = write_folder(read(BRINE), tmp_path)
    assert written == [f"brine-court/{name}.toml" for name in ("defences", "faction", "rooms", "units")]
    (faction,) = load_rulebook([tmp_path]).factions
    assert faction.name == "Brine Court" and len(faction.entries) == 20
    text = (tmp_path / "brine-court" / "units.toml").read_text(encoding="utf-8")
    assert (
        '# line 66: the label "Speical Abilities" was read as "Special Abilities"\n[[unit]]\nname = "Tide Wyrm"' in text
    )


def test_same_post_gives_the_same_bytes(tmp_path: Path) -> None:
    assert render_files(read(BRINE)) == render_files(read(BRINE))
    write_folder(read(BRINE), tmp_path)
    before = {path: path.read_bytes() for path in sorted(tmp_path.rglob("*")) if path.is_file()}
    write_folder(read(BRINE), tmp_path)
    assert before == {path: path.read_bytes() for path in sorted(tmp_path.rglob("*")) if path.is_file()}


def test_files_changed_by_hand_are_kept(tmp_path: Path) -> None:
    write_folder(read(BRINE), tmp_path)
    units = tmp_path / "brine-court" / "units.toml"
    units.write_text(units.read_text(encoding="utf-8").replace("health = 22", "health = 25"), encoding="utf-8")
    with pytest.raises(FolderError, match=r"units\.toml is not as the last import wrote it"):
        write_folder(read(EDITED), tmp_path)
    assert "health = 25" in units.read_text(encoding="utf-8")
    write_folder(read(EDITED), tmp_path, force=True)
    assert "health = 22" in units.read_text(encoding="utf-8")


def test_other_line_ends_are_no_change(tmp_path: Path) -> None:
    write_folder(read(BRINE), tmp_path)
    units = tmp_path / "brine-court" / "units.toml"
    units.write_bytes(units.read_bytes().replace(b"\n", b"\r\n"))
    write_folder(read(EDITED), tmp_path)


def test_a_file_of_the_game_masters_own_beside_them_stays_and_counts(tmp_path: Path) -> None:
    write_folder(read(BRINE), tmp_path)
    house = tmp_path / "brine-court" / "house-rules.toml"
    house.write_text('[change."Net Loft"]\ncost = {Salt = 33}\n', encoding="utf-8")
    write_folder(read(EDITED), tmp_path, week=2)
    for folder in (tmp_path, tmp_path / ".editions" / "week-2"):
        (faction,) = load_rulebook([folder]).factions
        loft = next(room for room in faction.rooms if room.name == "Net Loft")
        assert loft.cost is not None and dict(loft.cost.bundle) == {"Salt": 33}


def test_a_list_that_is_gone_and_a_faction_that_is_not_in_the_post(tmp_path: Path) -> None:
    other = BRINE.replace("Brine Court", "Ash Court")
    write_folder(read(BRINE + other), tmp_path)
    without_traps = BRINE[: BRINE.index("Traps and Defences")] + "[/spoiler]"
    write_folder(read(without_traps), tmp_path)
    assert not (tmp_path / "brine-court" / "defences.toml").exists()
    assert (tmp_path / "ash-court" / "defences.toml").exists()
    assert [faction.name for faction in load_rulebook([tmp_path]).factions] == ["Ash Court", "Brine Court"]


def test_editions_of_weeks(tmp_path: Path) -> None:
    write_folder(read(BRINE), tmp_path, week=1)
    write_folder(read(EDITED), tmp_path, week=5)
    assert [edition.week for edition in find_editions(tmp_path)] == [1, 5]
    forest = {}
    for week in (1, 4, 5, 9):
        edition = edition_for(tmp_path, week)
        assert edition is not None
        (faction,) = load_rulebook([edition.path]).factions
        forest[week] = next(room for room in faction.rooms if room.name == "Kelp Forest").produces["Food"]
    assert forest == {1: 60, 4: 60, 5: 65, 9: 65}
    assert edition_for(tmp_path, 0) is None
    assert tables_in(tmp_path) == tables_in(tmp_path / ".editions" / "week-5")


def test_mending_an_older_week_leaves_the_newest(tmp_path: Path) -> None:
    write_folder(read(BRINE), tmp_path, week=1)
    write_folder(read(EDITED), tmp_path, week=5)
    written = write_folder(read(BRINE.replace("Cost: 6 Salt", "Cost: 5 Salt")), tmp_path, week=2)
    assert all(name.startswith(".editions/week-2/") for name in written)
    (faction,) = load_rulebook([tmp_path]).factions
    assert faction.opening["Salt"] == 310


@pytest.mark.parametrize("name", ["Brine Court", "Brïne Cöurt!", "...", "\u96e8", "Con"])
def test_names_become_folders(name: str, tmp_path: Path) -> None:
    write_folder(read(BRINE.replace("Brine Court", name)), tmp_path)
    (folder,) = (path for path in tmp_path.iterdir() if path.is_dir())
    assert folder.name.isascii() and folder.name[0].isalnum()
    assert len(load_rulebook([tmp_path]).factions) == 1


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(FolderError, match="cannot write to"):
        write_folder(read(BRINE), tmp_path / "file")


def test_nothing_changed() -> None:
    assert changes(BRINE, BRINE) == []
    assert render_changes([]) == "nothing changed\n"


def test_lines_that_moved_are_no_change() -> None:
    assert changes(BRINE, f"A word before.\n\n{BRINE}") == []


def test_changes_figure_by_figure(tmp_path: Path) -> None:
    write_folder(read(BRINE), tmp_path)
    found = compare(tables_in(tmp_path), tables_of(read(EDITED)))
    assert found == changes(BRINE, EDITED)
    assert (
        Change(
            ChangeKind.CHANGED,
            "Brine Court",
            "unit",
            "Brine Netter",
            (Figure("cost.Salt", 6, 7), Figure("cost.Pearls", None, 1)),
        )
        in found
    )
    assert Change(ChangeKind.RENAMED, "Brine Court", "defence", "Fog Wall", old_name="Fog Bank") in found
    assert_golden("importing/changes.txt", render_changes(found))


def test_a_new_faction_is_one_change() -> None:
    (change,) = changes(BRINE, BRINE + BRINE.replace("Brine Court", "Ash Court"))
    assert (change.kind, change.faction) == (ChangeKind.ADDED, "Ash Court")


def test_free_is_not_the_same_as_no_price() -> None:
    free = BRINE.replace("Cost: 40 Salt\n", "Cost: None\n")
    none = BRINE.replace("Cost: 40 Salt\n", "")
    (change,) = [change for change in changes(none, free) if change.name == "Net Loft"]
    assert change.figures == (Figure("cost", None, {}),)
