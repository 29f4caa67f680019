"""Map files: what they say, and what is told when they are wrong."""

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from orderbook.systems.underdeep.world.load import MapError, lint_map, load_map
from orderbook.systems.underdeep.world.map import WorldMap
from orderbook.systems.underdeep.world.region import Region

SAMPLES = Path(__file__).parents[4] / "samples" / "map"
U = "Upperdeep"
EVERYTHING = """
title = "All that can be said"
note = "For a test."

[chasms.Rift]
continuous = false
deepest = "Middledeep"
note = "Deep."

[Upperdeep.1]
name = "Hall  of Iron"
kind = "Cavern"
features = ["Mushrooms", "crystal field", "lake"]
deposits = ["Gold", "metal: 300"]
at = [10, -20]
note = "Old."
ways = [2, "3: River and bridge", "MD 4: cave entrance", "Surface 5"]

[UD.2]
kind = "corridor"
chasm = "Rift"
sides = ["west", "east"]
across = [6]
ways = [1, "6"]

["Upper 3"]
kind = "cavern"

[Middledeep.4]
kind = "cavern"
features = "magma, ruin"

[Surface.5]
features = ["swamp"]

[Upperdeep.6]
kind = "cavern"
"""


def test_everything_that_can_be_said(load_text: Callable[..., WorldMap]) -> None:
    world = load_text(EVERYTHING)
    hall = world.places[Region(U, 1)]
    assert (hall.name, hall.kind, hall.note, hall.position) == ("Hall of Iron", "cavern", "Old.", (10, -20))
    assert hall.features == {"mushrooms", "crystals", "lake"}
    assert [(deposit.resource, deposit.size) for deposit in hall.deposits] == [("Gold", None), ("Metal", 300)]
    assert "300" not in repr(hall)
    assert world.title == "All that can be said"
    assert world.neighbours(Region(U, 1)) == (
        Region("Surface", 5),
        Region(U, 2),
        Region(U, 3),
        Region("Middledeep", 4),
    )
    river = world.way_between(Region(U, 3), Region(U, 1))
    assert river is not None
    assert (river.crosses, river.bridge, river.is_cave_entrance) == (("river",), True, False)
    entrance = world.way_between(Region("Middledeep", 4), Region(U, 1))
    assert entrance is not None
    assert entrance.is_cave_entrance
    cut = world.places[Region(U, 2)]
    assert cut.is_cut
    assert (cut.side_towards(Region(U, 1)), cut.side_towards(Region(U, 6))) == ("west", "east")
    assert (world.chasms["Rift"].continuous, world.chasms["Rift"].levels_to_bottom(Region(U, 2))) == (False, 2)
    assert world.places[Region("Surface", 5)].kind == "surface"
    assert lint_map(world) == []


def test_a_table_says_the_same(load_text: Callable[..., WorldMap]) -> None:
    table = load_map(str(SAMPLES / "three-halls.csv"))
    entries = load_text(
        """
        [Upperdeep.1]
        name = "Old Hall"
        kind = "cavern"
        features = ["mushrooms", "stream"]
        ways = [2, "3: dense mushrooms"]
        deposits = ["Gold", "Metal"]
        at = [40, 40]
        [Upperdeep.2]
        kind = "corridor"
        ways = ["4: river, bridge"]
        at = [80, 40]
        [Upperdeep.3]
        kind = "corridor"
        ways = ["Middledeep 1: cave entrance"]
        at = [40, 80]
        [Upperdeep.4]
        name = "Far Hall"
        kind = "cavern"
        features = ["crystals"]
        ways = ["5: river"]
        at = [120, 40]
        [Upperdeep.5]
        name = "Rift Hall"
        kind = "cavern"
        chasm = "The Rift"
        sides = ["north", "south"]
        across = [6]
        ways = [6]
        at = [160, 40]
        [Upperdeep.6]
        kind = "corridor"
        at = [200, 40]
        [Middledeep.1]
        name = "Low Hall"
        kind = "cavern"
        features = ["pool", "magma"]
        ways = [2]
        at = [40, 80]
        [Middledeep.2]
        kind = "corridor"
        at = [80, 80]
        """
    )
    assert table == entries
    assert lint_map(table) == []


@pytest.mark.parametrize("delimiter", [";", "\t"])
def test_tables_of_other_spreadsheets(load_text: Callable[..., WorldMap], delimiter: str) -> None:
    rows = ["region,kind,ways", "U1,cavern,2|3", "", "# a remark", "U2,corridor,", "U3,cavern,"]
    text = "\ufeff" + "\r\n".join(row.replace(",", delimiter) for row in rows)
    assert load_text(text, ".csv") == load_text("\n".join(rows), ".csv")


def test_the_kind_of_file_shows_where_the_name_does_not_tell(load_text: Callable[..., WorldMap]) -> None:
    assert len(load_text("region,ways\nU1,2\n", ".txt")) == 2
    assert len(load_text("[Upperdeep.1]\nways = [2]\n", ".txt")) == 2


HEAD = '[Upperdeep.4]\nkind = "cavern"\n'
FAULTS = [
    ("", "the file: holds no region. Head each region [Upperdeep.4]"),
    ("[Upperdeep.4\n", "line 1, column 13: is not written as TOML"),
    (HEAD + HEAD, "line 3, column 13: is not written as TOML: Cannot declare ('Upperdeep', '4') twice. Each region"),
    ('[Upperdeep.4]\n[UD.4]\nkind = "cavern"', "line 2, [UD 4]: describes Upperdeep 4 a second time (line 1). Join"),
    ('\n[Upperdeep.four]\nkind = "cavern"', "line 2, [Upperdeep four]: names no region. A region has a layer"),
    ("[Underdeep.4]\n", "line 1, [Underdeep 4]: names no region"),
    ("lanterns = 4\n", "entry 'lanterns': is nothing a map knows"),
    (HEAD + "colour = 1", "line 1, [Upperdeep 4] colour: is nothing a region has. The keys are name, kind"),
    (HEAD + "feature = []", "Did you mean features?"),
    ('[Upperdeep.4]\nkind = "cavren"', "kind: is 'cavren'. Did you mean cavern? The kinds are"),
    ("[Upperdeep.4]\nkind = 7", "kind: is 7, not a text. Write it in quotes"),
    (HEAD + 'features = ["mushroms"]', "has 'mushroms', which no region has. Did you mean mushrooms?"),
    (HEAD + 'features = ["dense mushrooms"]', 'It belongs to a way: ways = ["5: dense mushrooms"]'),
    (HEAD + 'features = ["mountains"]', "puts mountains in Upperdeep 4. Mountains is found on the Surface only"),
    (HEAD + "features = [1.5]", "features: holds 1.5"),
    (HEAD + 'ways = ["five"]', "ways: has 'five', which names no region. Give a number for a region of the Upperdeep"),
    (HEAD + "ways = [4]", "ways: leads from the region to itself"),
    (HEAD + "ways = [true, -1]", "ways: holds True"),
    (HEAD + 'ways = ["5: rivr"]', "ways: to Upperdeep 5 has 'rivr', which no way has. Did you mean river?"),
    (HEAD + 'ways = ["5: woods"]', "ways: to Upperdeep 5 has 'woods', which no way has"),
    (HEAD + 'ways = ["5: bridge"]', "has a bridge over nothing. Say what it spans"),
    (HEAD + 'ways = ["5: cave entrance"]', "has a cave entrance within the Upperdeep"),
    (HEAD + 'ways = ["Surface 5: darksea"]', "puts darksea on the wrong layer. Darksea is found underground only"),
    (HEAD + "ways = [5, 5]", "ways: names Upperdeep 5 twice"),
    (HEAD + 'ways = ["5: river"]\n[Upperdeep.5]\nways = ["4: lake"]', "to Upperdeep 4 is described otherwise"),
    (HEAD + 'ways = ["5: one way"]\n[Upperdeep.5]\nways = [4]', "to Upperdeep 4 is described otherwise"),
    (HEAD + f'ways = ["{"5" * 90}"]', "ways: has '555"),
    (HEAD + 'deposits = ["300 Gold"]', "deposits: has '300 Gold'. Write the resource"),
    (HEAD + 'sides = ["west"]', "sides: names walls of no chasm"),
    (HEAD + 'chasm = "R"\nsides = ["a", "b"]', "cuts the region in two, and all its ways are on one side"),
    (HEAD + 'chasm = "R"\nsides = ["a", "b", "c"]\nacross = [5]', "must name one wall, or the two a chasm has"),
    (HEAD + 'chasm = "R"\nacross = [5]', "has no second side to lie on"),
    (HEAD + "at = [1.5, 2]", "at: is [1.5, 2]. Give two whole numbers"),
    (HEAD + "at = 3", "at: is 3. Give two whole numbers"),
    ('[chasms.Rift]\ncontinuous = "yes"\n' + HEAD, "[chasms.\"Rift\"] continuous: is 'yes'. Write true or false."),
    ('[chasms.Rift]\ndeepest = "Lowerdep"\n' + HEAD, "deepest: is 'Lowerdep'. Did you mean Lowerdeep?"),
    ('[chasms.Rift]\ndepth = 3\n' + HEAD, 'depth: is nothing a chasm has'),
    ('chasms = { Rift = 3 }\n' + HEAD, '[chasms."Rift"]: is 3'),
    ('[chasms.rift]\ndeepest = "Surface"\n' + HEAD + 'chasm = "rift"', "deepest: is Surface. Upperdeep 4 opens on it"),
    ("[chasms.rift]\n" + HEAD + 'chasm = "Rift"', "is also written 'Rift'. Spell it the same everywhere."),
    ("a." * 50 + "b = 1", "has too many dots"),
    ("a = " + "[" * 5000, "the file: is nested too deep"),
    ("a = " + "9" * 5000, "the file: holds a number too long to read"),
    (HEAD + "at = [0x" + "f" * 9000 + ", 1]", "at: is list"),
    ("\x00\x01", "the file: holds binary data, not text"),
    (HEAD + "#" * 2_000_001, "the file: is longer than any map"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), FAULTS, ids=[expected[:50] for _, expected in FAULTS])
def test_a_fault_is_told_with_place_and_remedy(load_text: Callable[..., WorldMap], text: str, expected: str) -> None:
    with pytest.raises(MapError) as caught:
        load_text(text)
    assert expected in str(caught.value)
    assert all(problem.what and problem.mend for problem in caught.value.problems)


TABLE_FAULTS = [
    ("", "the table: is empty. Begin with a row region,name,kind"),
    ("a,b\n1,2\n", "line 1, the heading: has no column region"),
    ("region,colour\nU4,red\n", "line 1, column 'colour': is no column of a map"),
    ("region,kind,kind\n", "line 1, column 'kind': stands twice in the heading"),
    ("region,kind\nU4,cavern\nU4,cavern\n", "line 3, [U4]: describes Upperdeep 4 a second time (line 2)"),
    ("region,kind\n,cavern\n", "line 2, [a row with no region]: names no region"),
    ("region,kind\nU4,cavern,river\n", "line 2, [U4] cells beyond the heading: is nothing a region has"),
    ("region,x,y\nU4,1,\n", "line 2, [U4] at: is ['1', '']. Give two whole numbers"),
    ('region,name\nU4,"' + "x" * 200_000, "the table: cannot be read on: field larger than field limit"),
]


@pytest.mark.parametrize(("text", "expected"), TABLE_FAULTS, ids=[expected[:50] for _, expected in TABLE_FAULTS])
def test_a_fault_of_a_table(load_text: Callable[..., WorldMap], text: str, expected: str) -> None:
    with pytest.raises(MapError) as caught:
        load_text(text, ".csv")
    assert expected in str(caught.value)


def test_every_fault_is_told_at_once(load_text: Callable[..., WorldMap]) -> None:
    with pytest.raises(MapError) as caught:
        load_text('[Upperdeep.4]\nkind = "x"\nways = ["5: y"]\n[Upperdeep.5]\nfeatures = ["z"]\n')
    assert [problem.line for problem in caught.value.problems] == [1, 1, 4]


@pytest.mark.parametrize("name", ["missing.toml", ".", "null\x00byte.toml"])
def test_a_file_that_cannot_be_read(tmp_path: Path, name: str) -> None:
    with pytest.raises(MapError, match="cannot be read"):
        load_map(str(tmp_path) + "/" + name)


fragments = st.lists(
    st.sampled_from(
        ["[Upperdeep.4]", "[Upperdeep.5]", "[chasms.Rift]", "\n", "ways", "=", "[", "]", '"5: river"', "5", ",", "kind",
         '"cavern"', "chasm", '"Rift"', "sides", '["a","b"]', "across", "at", "1.5", "true", "deepest", "{", "}",
         "1979-05-27", '"""', "region,ways\n", "U4,5: lake\n", ";", "inf", "0x_", "\r", "'"]
    ),
    max_size=30,
)  # fmt: skip


@settings(max_examples=150)
@given(
    st.one_of(st.binary(max_size=200), fragments.map("".join).map(str.encode)), st.sampled_from([".toml", ".csv", ""])
)
def test_a_broken_file_raises_nothing_but_map_error(
    tmp_path_factory: pytest.TempPathFactory, data: bytes, suffix: str
) -> None:
    path = tmp_path_factory.getbasetemp() / f"broken{suffix}"
    path.write_bytes(data)
    try:
        world = load_map(str(path))
    except MapError as error:
        assert error.problems
    else:
        assert all(problem.what for problem in lint_map(world))
