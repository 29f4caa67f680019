"""``orderbook rules tree``: the building tree as text, picture and graph."""

from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest
from support.golden import assert_golden

MOLES = str(Path(__file__).parents[1] / "rulebook" / "linting" / "sound.toml")


@pytest.mark.parametrize("name", ["Derro", "Kobolds", "Succubi", "Dwarves"])
def test_text(cli: Callable, name: str) -> None:
    status, out, err = cli("rules", "tree", name)
    assert (status, err) == (0, "") and out.isascii()
    assert_golden(f"rules/tree-{name.lower()}.txt", out)


@pytest.mark.parametrize(("format_name", "ending"), [("svg", "svg"), ("dot", "dot")])
def test_picture_and_graph(cli: Callable, format_name: str, ending: str) -> None:
    status, out, err = cli("rules", "tree", "Mole Barons", "--rules", MOLES, "--format", format_name)
    assert (status, err) == (0, "")
    assert_golden(f"rules/tree-moles.{ending}", out)


@pytest.mark.parametrize("name", ["Derro", "Kobolds", "Succubi", "Dwarves"])
def test_picture_needs_nothing_else(cli: Callable, name: str) -> None:
    out = cli("rules", "tree", name, "--format", "svg")[1]
    root = ElementTree.fromstring(out)
    assert root.find("{*}title").text.endswith("what is built from what") and root.find("{*}desc").text
    for part in root.iter():
        assert not any(key.endswith(("href", "src")) for key in part.attrib)
        assert part.tag.rsplit("}")[-1] not in ("image", "script", "use", "foreignObject")
    assert out.count("http") == 1 and "url(" not in out and "@import" not in out


def test_unknown_faction(cli: Callable) -> None:
    status, out, err = cli("rules", "tree", "Elves")
    assert (status, out) == (2, "") and "the factions are: " in err
