"""The building tree: where each structure stands, and that text, graph and picture hold all of it."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest
from hypothesis import given, settings

from orderbook.rulebook.model import Faction, Structure
from orderbook.rulebook.tree import Tie, grow_tree, render_tree_dot, render_tree_text
from orderbook.rulebook.tree_layout import Layout, lay_out_tree
from orderbook.systems.underdeep.rules import underdeep_rulebook
from tests.rulebook.building import any_faction, faction, structure

FACTIONS = underdeep_rulebook().factions

_STRING = r'"(?:[^"\\]|\\.)*"'
_ATTRIBUTES = rf"(?: \[\w+=(?:{_STRING}|\w+)(?:, \w+=(?:{_STRING}|\w+))*\])?"
_DOT_LINE = re.compile(
    rf"  (?:rankdir=LR|node \[shape=box\]|({_STRING}){_ATTRIBUTES}|({_STRING}) -> ({_STRING}){_ATTRIBUTES});"
)


def read_dot(text: str) -> tuple[set[str], list[tuple[str, str]]]:
    """Nodes and edges of a graph, if every line of it is in the form of the language."""
    head, *lines, tail = text.rstrip("\n").split("\n")
    assert re.fullmatch(rf"digraph {_STRING} {{", head) and tail == "}"
    nodes, edges = set(), []
    for line in lines:
        match = _DOT_LINE.fullmatch(line)
        assert match, line
        if match[1]:
            nodes.add(match[1])
        elif match[2]:
            edges.append((match[2], match[3]))
    return nodes, edges


def levels(owner: Faction) -> dict[str, int]:
    return {node.name: node.level for node in grow_tree(owner).nodes}


@pytest.mark.parametrize(
    ("structures", "wanted"),
    [
        ([structure("A"), structure("B", "A"), structure("C", "B", "A")], {"A": 0, "B": 1, "C": 2}),
        ([structure("B", "A"), structure("A")], {"A": 0, "B": 1}),
        ([structure("A"), structure("B", "A"), structure("C", "A/B")], {"A": 0, "B": 1, "C": 1}),
        ([structure("A", "Nowhere")], {"A": 0}),
        (
            [structure("A"), structure("B", "C"), structure("C", "B"), structure("D", "C")],
            {"A": 0, "B": 1, "C": 1, "D": 1},
        ),
    ],
)
def test_levels(structures: list[Structure], wanted: dict[str, int]) -> None:
    assert levels(faction(structures)) == wanted


def test_circles_are_told() -> None:
    tree = grow_tree(faction([structure("A"), structure("B", "C"), structure("C", "B")]))
    assert [node.name for node in tree.nodes if node.is_circular] == ["B", "C"]
    assert render_tree_text(tree).count("in a circle of prerequisites") == 2


def test_what_is_nowhere_is_told() -> None:
    tree = grow_tree(faction([structure("A", "Nowhere")]))
    assert "  Nowhere, wanted by A\n" in render_tree_text(tree)
    assert ('"Nowhere"', '"A"') in read_dot(render_tree_dot(tree))[1]


def test_ties() -> None:
    owner = faction([structure("A"), structure("B"), structure("C", "A!", "A/B", "B", replaces_present=("A",))])
    assert [(link.above, link.tie) for link in grow_tree(owner).links] == [
        ("A", Tie.USES_UP), ("A", Tie.EITHER), ("B", Tie.EITHER), ("B", Tie.NEEDS), ("A", Tie.DRIVES_OUT),
    ]  # fmt: skip


def check_whole(owner: Faction) -> None:
    """Each structure has one line, one node and one box; each link one edge and one curve."""
    tree = grow_tree(owner)
    heads = re.findall(r"^[|` -]*(\S.*?)  (?=\d|free|from|cannot|nothing)", render_tree_text(tree), re.MULTILINE)
    names = [each.name for each in owner.structures]
    if owner.complete:
        assert sorted(heads) == sorted(names)
    nodes, edges = read_dot(render_tree_dot(tree))
    assert {f'"{name}"' for name in names} <= nodes
    assert len(edges) == sum(len(need.names) for each in owner.structures for need in each.requires) + sum(
        len(each.replaces_present) + len(each.recruits) for each in owner.structures
    )
    picture = lay_out_tree(tree)
    assert [box.lines[0].text for box in picture.boxes] == [
        name if len(name) <= 44 else name[:41] + "..." for name in names
    ]
    assert len(picture.curves) == len(tree.links)
    check_boxes(picture)


def check_boxes(picture: Layout) -> None:
    """No two boxes touch, and all are inside the picture."""
    boxes = picture.boxes
    for number, one in enumerate(boxes):
        assert one.x >= 0 and one.y >= 0
        assert one.x + one.width <= picture.width and one.y + one.height <= picture.height
        for other in boxes[:number]:
            apart = one.x + one.width <= other.x or other.x + other.width <= one.x
            assert apart or one.y + one.height <= other.y or other.y + other.height <= one.y, (one, other)


@pytest.mark.parametrize("owner", FACTIONS, ids=lambda owner: owner.name)
def test_shipped_factions_are_drawn_whole(owner: Faction) -> None:
    check_whole(owner)


@settings(max_examples=100, deadline=None)
@given(any_faction())
def test_any_faction_is_drawn_whole(owner: Faction) -> None:
    check_whole(owner)


def test_a_deep_tree() -> None:
    deep = faction([structure("R0"), *(structure(f"R{n}", f"R{n - 1}") for n in range(1, 1500))])
    tree = grow_tree(deep)
    assert tree.nodes[-1].level == 1499
    assert render_tree_text(tree).count("\n") == 1502
    assert len(lay_out_tree(tree).boxes) == 1500


def test_names_that_would_break_the_language() -> None:
    owner = faction([structure('The "Best" \\ Hall\\'), structure("B\n2", 'The "Best" \\ Hall\\')])
    nodes, edges = read_dot(render_tree_dot(grow_tree(owner)))
    assert len(nodes) == 2 and len(edges) == 1


def test_nothing_depends_on_the_order_of_hashes() -> None:
    code = (
        "from orderbook.rulebook.tree import *; from orderbook.rulebook.tree_layout import *\n"
        "from orderbook.systems.underdeep.rules import underdeep_rulebook\n"
        "for f in underdeep_rulebook().factions:\n"
        "    t = grow_tree(f); print(render_tree_text(t), render_tree_dot(t), lay_out_tree(t))"
    )
    runs = {
        subprocess.run(
            [sys.executable, "-c", code], capture_output=True, env={"PYTHONHASHSEED": seed}, check=True
        ).stdout
        for seed in ("1", "2")
    }
    assert len(runs) == 1
