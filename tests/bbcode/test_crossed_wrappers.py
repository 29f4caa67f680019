"""Wrappers that cross each other again and again end in problems, never in an exception."""

from orderbook.bbcode.nodes import iter_pieces
from orderbook.bbcode.tree import parse_markup

CROSSED = (
    "[spoiler=a][ic=a][/spoiler][spoiler=a][spoiler=a][/ic][ic=a][ic=a][/spoiler][spoiler=a][ic=a][/spoiler]"
    "[spoiler=a][/ic][/ic][/spoiler][/spoiler]"
)


def test_a_chain_of_crossings() -> None:
    markup = parse_markup(CROSSED)
    assert markup.problems
    assert "".join(CROSSED[piece.start : piece.end] for piece in iter_pieces(markup.root)) == CROSSED
