"""Small posts of several layouts, and ways to look at what was read of them."""

from __future__ import annotations

from orderbook.bbcode.lines import child_blocks, visible_lines
from orderbook.bbcode.nodes import Markup, Node, iter_pieces
from orderbook.bbcode.roles import Role
from orderbook.bbcode.tree import parse_markup
from orderbook.text.edits import Edit, apply_edits

SECTIONS = frozenset(
    ["messages", "production", "upkeep", "construction", "wealth", "armies", "characters", "trade", "orders"]
)


def is_section(title: str) -> bool:
    return title.strip().casefold() in SECTIONS


def parse(view: str) -> Markup:
    return parse_markup(view, is_section)


def outline(node: Node) -> list[object]:
    """Tabs, blocks and quotes as nested lists: title, what is inside; texts are left out."""
    return [
        [child.title or child.name, *outline(child)] if outline(child) else child.title or child.name
        for child in child_blocks(node)
    ]


def sections(node: Node) -> list[tuple[str, ...]]:
    """All sections with their lines, wherever they stand."""
    found: list[tuple[str, ...]] = []
    for child in child_blocks(node):
        if child.role is not Role.QUOTE and is_section(child.title):
            found.append((child.title, *texts(child)))
        found += sections(child)
    return found


def texts(node: Node) -> list[str]:
    return [line.text.strip() for line in visible_lines(node) if line.text.strip()]


def source_of(markup: Markup) -> str:
    view = markup.root.view
    return "".join(view[span.start : span.end] for span in iter_pieces(markup.root))


def edits_of(markup: Markup) -> list[Edit]:
    return [edit for problem in markup.problems for edit in problem.edits]


def mend(view: str) -> str:
    return apply_edits(view, edits_of(parse(view)))


# Closing tags on lines of their own; messages in spoilers, characters in [ic], lists and bold headings.
AIRY = """\
[ic=Rain in the Shaft]
It dripped all night. Nobody slept but the rats.
[/ic]

[spoiler=Messages]
[spoiler=Message to the Moth Queen]
Your lamps are too bright.
[/spoiler]

[spoiler=Message to Old Brask]
Send salt.
[/spoiler]
[/spoiler]

[spoiler=Production]
[b]Deep Larder (Lowerdeep 7)[/b]
[list]
[*]Fishing Pool: +5 Food
[*]Crystals: +20 Gold
[/list]

[b][u]Tin Gate[/u][/b]
None
[/spoiler]

[spoiler=Armies]
Grand Mole (Overlord) - Garrisoned at Deep Larder
[color=green]4 Moles[/color] - Entrenched
[/spoiler]

[spoiler=Characters]
[ic=Grand Mole]
Speed: 4
[/ic]

[ic=Brother Mole]
Speed: 3
[/ic]
[/spoiler]

[spoiler=Trade]
None
[/spoiler]

[spoiler=Orders]
4 Moles move to Lowerdeep 8 [1 Speed].
[/spoiler]
"""

# Tags hug their text; characters in spoilers.
TIGHT = """\
[b]Turn 4[/b]

[spoiler=Messages]None[/spoiler]
[spoiler=Production]Deep Larder (Lowerdeep 7)
Fishing Pool: +5 Food

Tin Gate
None[/spoiler]
[spoiler=Armies]Grand Mole (Overlord)
4 Moles[/spoiler]
[spoiler=Characters][spoiler=Grand Mole]Speed: 4[/spoiler]
[spoiler=Brother Mole]Speed: 3[/spoiler][/spoiler]
[spoiler=Trade]None[/spoiler]
[spoiler=Orders]4 Moles move to Lowerdeep 8.[/spoiler]"""

# No titles in the tags: headings over the spoilers.
HEADED = """\
[b]Messages:[/b]
[spoiler]
None
[/spoiler]

[b]Armies:[/b]
[spoiler]
4 Moles
[/spoiler]

[b]Orders:[/b]
[spoiler]
4 Moles entrench.
[/spoiler]
"""

WRAPPERS = {
    "bare": "{}",
    "orders": "[spoiler=Orders]\n{}\n[/spoiler]",
    "week": "[ic=Week 9]\n{}\n[/ic]\n",
    "name": "[spoiler=Of moles and men]\n{}[/spoiler]\n",
    "heading": "[spoiler=Turn 4 Orders]\n[b]Turn 4[/b]\n\n{}[/spoiler]\n",
    "quote": "[quote author=Bob link=msg=12 date=17]\n{}\n[/quote]",
    "colour": "[color=green]{}[/color]",
}
POSTS = {
    f"{name}-{wrapper}": frame.format(post)
    for name, post in (("airy", AIRY), ("tight", TIGHT), ("headed", HEADED))
    for wrapper, frame in WRAPPERS.items()
}
