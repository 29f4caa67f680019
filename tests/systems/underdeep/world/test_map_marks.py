"""Files of who stands where: read in both forms, faults told with their place, secrets kept."""

from collections.abc import Callable
from pathlib import Path

import pytest

from orderbook.systems.underdeep.world.marks import Mark, MarksError, marks_for, read_marks
from orderbook.systems.underdeep.world.region import Region

HOME = Region("Lowerdeep", 14)


@pytest.fixture
def read(tmp_path: Path) -> Callable[..., list[Mark]]:
    def call(text: str, name: str = "where.csv") -> list[Mark]:
        path = tmp_path / name
        path.write_bytes(text.encode())
        return read_marks(str(path))

    return call


def test_both_forms_say_the_same(read: Callable[..., list[Mark]]) -> None:
    table = read(
        "region,player,what,count,kind,known to\nLD 14,Kobolds,Ladle Warren Dungeon,,,\n"
        "# a remark\nLowerdeep 14,Kobolds,Slingers,15,,Derro; Succubi\n"
    )
    headings = read(
        '[[mark]]\nregion = "Lowerdeep 14"\nplayer = "Kobolds"\nwhat = "Ladle Warren Dungeon"\n'
        '[[mark]]\nregion = "Lowerdeep 14"\nplayer = "Kobolds"\nwhat = "Slingers"\ncount = 15\n'
        'known_to = ["Derro", "Succubi"]\n',
        "where.toml",
    )
    assert table == headings == [
        Mark(HOME, "Kobolds", "Ladle Warren Dungeon", None, "site"),
        Mark(HOME, "Kobolds", "Slingers", 15, "units", ("Derro", "Succubi")),
    ]  # fmt: skip
    assert [mark.label for mark in table] == ["Ladle Warren Dungeon", "15 Slingers"]


def test_who_sees_what() -> None:
    seen, shared, hidden = (Mark(HOME, "Kobolds", "a", known_to=known) for known in (None, ("Derro",), ("Kobolds",)))
    marks = [seen, shared, hidden]
    assert marks_for(marks, None) == marks
    assert marks_for(marks, "kobolds") == marks
    assert marks_for(marks, "DERRO") == [seen, shared]
    assert marks_for(marks, "Succubi") == [seen]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "the first row names the columns"),
        ("region,what\nLD 14,Slingers\n", "the first three must be there"),
        ("region,player,what\nnowhere,Derro,Mutants\n", "line 2: 'nowhere' names no region"),
        ("region,player,what\nLD 14,,Mutants\n", "line 2: has no player"),
        ("region,player,what,count\nLD 14,Derro,Mutants,many\n", "'many' is no number of units"),
        ("region,player,what,count\nLD 14,Derro,Mutants,²\n", "is no number of units"),
        ("region,player,what,kind\nLD 14,Derro,Mutants,ghosts\n", "the kinds are units, site, other"),
        ("region,player,what,hue\nLD 14,Derro,Mutants,red\n", "'hue' is nothing a mark has"),
        ("region,player,what\nLD 14,Derro,Mutants,6\n", "line 2: has more cells"),
    ],
)
def test_faults_are_told_with_their_place(read: Callable[..., list[Mark]], text: str, told: str) -> None:
    with pytest.raises(MarksError, match=r".") as raised:
        read(text)
    assert told in str(raised.value)


@pytest.mark.parametrize("text", ["region = 4", "[[mark]", "mark = 3", "other = 1\n[[mark]]\n"])
def test_toml_that_is_no_list_of_marks(read: Callable[..., list[Mark]], text: str) -> None:
    with pytest.raises(MarksError, match=r"where\.toml"):
        read(text, "where.toml")


def test_all_faults_are_told_at_once(read: Callable[..., list[Mark]]) -> None:
    with pytest.raises(MarksError) as raised:
        read("region,player,what\nnowhere,Derro,Mutants\nLD 14,Derro,\n")
    assert str(raised.value).count("\n") == 1


def test_a_file_that_is_not_there() -> None:
    with pytest.raises(MarksError):
        read_marks("no-such-file.csv")
