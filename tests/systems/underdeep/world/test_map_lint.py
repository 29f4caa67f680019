"""Doubts about maps that can be read."""

from collections.abc import Callable

import pytest

from orderbook.systems.underdeep.world.lint import lint_map
from orderbook.systems.underdeep.world.map import WorldMap

PAIR = '[Upperdeep.1]\nkind = "cavern"\n{0}\n[Upperdeep.2]\nkind = "corridor"\n{1}\n'

DOUBTS = [
    (PAIR.format("", ""), "Upperdeep 2: is joined to nothing"),
    (PAIR.format("ways = [2]", "") + '[Middledeep.1]\nkind = "cavern"\nways = [2]\n[Middledeep.2]\nkind = "corridor"',
     "Middledeep 1: is cut off with Middledeep 1, Middledeep 2"),
    (PAIR.format("ways = [2, 7]", ""), "Upperdeep 7: is named by the ways of Upperdeep 1 and has no entry"),
    ("[Upperdeep.1]\nways = [2]\n[Upperdeep.2]\nkind = 'corridor'", 'Upperdeep 1: has no kind. Say kind = "cavern"'),
    ("[Upperdeep.1]\nkind = 'surface'", "Upperdeep 1: is of kind surface"),
    ("[Surface.1]\nkind = 'cavern'", "Surface 1: is of kind cavern"),
    ("[Surface.1]\ndeposits = ['Gold']", "Surface 1: has a deposit nobody can mine"),
    (PAIR.format('ways = ["2: one way"]', ""), "Upperdeep 1: leads to Upperdeep 2 one way only"),
    (PAIR.format("ways = [2]", "ways = [1]") + "[Upperdeep.3]\nkind = 'cavern'\nways = [1, 2]\n"
     "[Upperdeep.4]\nkind = 'cavern'\nways = [3]", None),
    (PAIR.format("ways = [2, 3]", "ways = [1, 3]") + "[Upperdeep.3]\nkind = 'cavern'\nways = [1]",
     "Upperdeep 2: and Upperdeep 3 are joined by a way that only one of them names"),
    (PAIR.format('ways = ["2: chasm"]', ""), "Upperdeep 1: has a way to Upperdeep 2 over a chasm that neither names"),
    (PAIR.format('chasm = "A"\nways = ["2: chasm"]', 'chasm = "B"'), "and each names another"),
    (PAIR.format('chasm = "A"\nways = ["2: chasm"]', 'chasm = "A"'), "and lies on no other wall"),
    (PAIR.format('chasm = "A"\nsides = ["west"]\nways = [2]', 'chasm = "A"'),
     "Upperdeep 2: does not say on which wall of A it lies"),
    (PAIR.format('chasm = "A"\nsides = ["west", "east"]\nacross = [2]\nways = [2]', 'chasm = "A"\nsides = ["est"]'),
     "chasm A: has the walls east, est, west"),
    ("[chasms.A]\n" + PAIR.format("ways = [2]", ""), "chasm A: is named by no region"),
    (PAIR.format('chasm = "A"\nsides = ["west", "east"]\nacross = [3]\nways = [2]', ""),
     "Upperdeep 1: has Upperdeep 3 across its chasm and no way there"),
    (PAIR.format('features = ["bridge"]\nways = [2]', ""), "Upperdeep 1: has a bridge over nothing"),
    (PAIR.format('features = ["bridge"]\nways = ["2: river, bridge"]', ""), None),
    (PAIR.format('ways = [2, "Lowerdeep 3"]', "") + "[Lowerdeep.3]\nkind = 'cavern'",
     "Upperdeep 1: has a cave entrance straight to Lowerdeep 3"),
    (PAIR.format('chasm = "A"\nways = [2]', "") + '[Lowerdeep.3]\nkind = "cavern"\nchasm = "A"', None),
]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "expected"), DOUBTS, ids=[expected or f"clean-{i}" for i, (_, expected) in enumerate(DOUBTS)]
)
def test_what_is_doubtful(load_text: Callable[..., WorldMap], text: str, expected: str | None) -> None:
    told = [str(problem) for problem in lint_map(load_text(text))]
    if expected is None:
        assert told == []
    else:
        assert any(expected in problem for problem in told), told
