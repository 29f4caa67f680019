import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from orderbook.systems.underdeep.world.region import LAYERS, Region, find_regions, parse_region

LOWERDEEP_51 = [
    "Lowerdeep 51", "lowerdeep 51", "LOWERDEEP 51", "LD51", "LD 51", "ld-51", "L51", "L 51", "Lower 51", "lower 51",
    "Lowerdeep #51", "Lowerdeep no. 51", "lowerdeep region 51", "Lowerdeep, region 51", "Lower Deep 51",
    "Lower-deep 51",
    "51 (Lowerdeep)", "51 [LD]", "Lowerdeep (51)", "region 51 of the Lowerdeep", "Lowerdeep: 51", "Lowerdeep\u00a051",
    "the Lowerdeep 51", "Lowerdeep 051", "Lowerdeep 51.", "51 Lowerdeep", "51 lower deep", "51 LD", "51st Lowerdeep",
    "51, Lowerdeep",
]  # fmt: skip

OTHERS = [
    ("Upperdeep 4", "U4 UD4 Upper_4 Uperdeep_4 Upper_deep_4"),
    ("Middledeep 96", "M96 MD96 Mid_96 Middle_96 Middledeep96 Mid-deep_96"),
    ("Surface 3", "S3 SF3 SF_3 surface_3"),
]

NO_REGION = [
    "",
    "Lowerdeep",
    "51",
    "OLD 51",
    "L51 and back",
    "Lowerdeep 51 52",
    "UD 12345",
    "Underdeep 5",
    "-3",
    "x" * 99,
]


@pytest.mark.parametrize("text", LOWERDEEP_51)
def test_spellings_of_one_region(text: str) -> None:
    assert parse_region(text) == Region("Lowerdeep", 51)


@pytest.mark.parametrize(("region", "spellings"), OTHERS, ids=[name for name, _ in OTHERS])
def test_spellings_of_other_layers(region: str, spellings: str) -> None:
    for text in spellings.split():
        assert str(parse_region(text.replace("_", " "))) == region


@pytest.mark.parametrize("text", NO_REGION)
def test_what_names_no_region(text: str) -> None:
    assert parse_region(text) is None


FOUND = [
    ("move 6 Kobolds from LD51 to LD 62 (2 Speed)", ["LD51=Lowerdeep 51", "LD 62=Lowerdeep 62"]),
    ("12 men march, 5 Gold is paid, LD is quiet", []),
    ("armies in Lowerdeep 64 and 68.", ["Lowerdeep 64=Lowerdeep 64", "68=Lowerdeep 68"]),
    ("from 51 Lowerdeep to 52 Lowerdeep (1 Speed)", ["51 Lowerdeep=Lowerdeep 51", "52 Lowerdeep=Lowerdeep 52"]),
    ("12 Upperdeep: 2 Slingers", ["12 Upperdeep=Upperdeep 12"]),
    ("move 5 Lowerdeep Crawlers", []),
    ("garrison 12, Lowerdeep 51", ["Lowerdeep 51=Lowerdeep 51"]),
    ("send 5 surface and look", []),
    ("LD51 -> 52 -> 60 (3 Speed)", ["LD51=Lowerdeep 51", "52=Lowerdeep 52", "60=Lowerdeep 60"]),
    ("from Lowerdeep 51 to 12 Goblins", ["Lowerdeep 51=Lowerdeep 51"]),
    ("from Upperdeep 51 to 62 by Forced March", ["Upperdeep 51=Upperdeep 51", "62=Upperdeep 62"]),
    ("U3, 4 and 5; M7", ["U3=Upperdeep 3", "4=Upperdeep 4", "5=Upperdeep 5", "M7=Middledeep 7"]),
    ("lower 3 ropes into Lowerdeep 5", ["Lowerdeep 5=Lowerdeep 5"]),
    ("go to lower 51 and garrison", ["lower 51=Lowerdeep 51"]),
    ("12 (Lowerdeep 51)", ["Lowerdeep 51=Lowerdeep 51"]),
    ("7 from 51 (Lowerdeep) on", ["51 (Lowerdeep)=Lowerdeep 51"]),
    ("camped in the Lowerdeep\n12 Goblins follow", []),
    ("Surface - 12 Goblins, Surface: 12 Goblins", []),
    ("Lowerdeep: 51", ["Lowerdeep: 51=Lowerdeep 51"]),
    ("Lowerdeep 1,000 Gold and UD-MOV-01", []),
    ("GOLD 51, MUD 5, build 7", []),
    ("LD51-LD52", ["LD51=Lowerdeep 51", "LD52=Lowerdeep 52"]),
    ("[b]Lowerdeep 51[/b]'s gate (Surface 3)", ["Lowerdeep 51=Lowerdeep 51", "Surface 3=Surface 3"]),
    ("Lowerdeep 5, 12 Goblins at LD3, 7", ["Lowerdeep 5=Lowerdeep 5", "LD3=Lowerdeep 3"]),
]


@pytest.mark.parametrize(("text", "expected"), FOUND)
def test_regions_in_running_text(text: str, expected: list[str]) -> None:
    assert [f"{text[start:end]}={region}" for start, end, region in find_regions(text)] == expected


def test_a_layer_must_exist() -> None:
    with pytest.raises(ValueError, match="no layer 'Underdeep'"):
        Region("Underdeep", 4)


def test_order_is_from_the_top_down() -> None:
    regions = [Region(layer, number) for layer in LAYERS for number in (2, 10)]
    shuffled = regions[:]
    random.Random(7).shuffle(shuffled)
    assert sorted(shuffled) == regions


regions = st.builds(Region, st.sampled_from(LAYERS), st.integers(0, 9999))


@given(regions)
def test_a_region_reads_back_what_it_prints(region: Region) -> None:
    assert parse_region(str(region)) == region
    assert [found for _, _, found in find_regions(f"go to {region} now")] == [region]


@given(st.text(st.sampled_from(list("LUMSD 0123456789,#-()>and\n\u00a0lowerdeepsurfacemid")), max_size=80))
def test_what_is_found_lies_in_order_inside_the_text(text: str) -> None:
    last = 0
    for start, end, region in find_regions(text):
        assert last <= start < end <= len(text)
        assert int(_digits(text[start:end])) == region.number
        assert "\n" not in text[start:end]
        last = end


def _digits(text: str) -> str:
    return "".join(character for character in text if character in "0123456789")
