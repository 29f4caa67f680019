"""The building tree of a faction: what is built from what, from nothing to everything; as text and in DOT."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum
from itertools import count

from orderbook.rulebook.cards import render_amounts, render_cost, render_weeks
from orderbook.rulebook.chains import is_given
from orderbook.rulebook.model import Faction, Structure
from orderbook.rulebook.plurals import pluralise
from orderbook.text.records import record


class Tie(StrEnum):
    """How a structure hangs on another: needs it, needs it or something else, uses it up, drives it out if there."""

    NEEDS = "needs"
    EITHER = "needs one of"
    USES_UP = "uses up"
    DRIVES_OUT = "replaces"


@record
class Link:
    """``above`` leads to ``below``, which needs ``count`` of it."""

    above: str
    below: str
    tie: Tie
    count: int = 1


@record
class Node:
    """A structure in the tree. ``level`` is 0 for what needs nothing, else one more than the highest it needs.

    ``branch`` names the prerequisite under which it is drawn, the highest one; ``also`` the other prerequisites;
    ``links`` are all its links to what is above it. In a circle of prerequisites, and on one, ``is_circular`` is set.
    """

    structure: Structure
    level: int
    branch: str | None
    also: tuple[Link, ...] = ()
    links: tuple[Link, ...] = ()
    is_circular: bool = False

    @property
    def name(self) -> str:
        return self.structure.name


@record
class BuildingTree:
    """The nodes in the order of the rulebook, and every link between them. ``unknown`` are links to what is nowhere."""

    faction: Faction
    nodes: tuple[Node, ...]
    links: tuple[Link, ...]
    unknown: tuple[Link, ...] = ()

    @property
    def branches(self) -> dict[str | None, list[Node]]:
        """The nodes drawn under each, and under ``None`` those at the root."""
        below: dict[str | None, list[Node]] = {}
        for node in self.nodes:
            below.setdefault(node.branch, []).append(node)
        return below

    @property
    def elsewhere(self) -> dict[str, list[str]]:
        """What each leads to that is drawn under something else."""
        leads: dict[str, list[str]] = {}
        for node in self.nodes:
            for name in dict.fromkeys(link.above for link in node.also):
                leads.setdefault(name, []).append(node.name)
        return leads

    @property
    def alone(self) -> list[Node]:
        """Nodes that need nothing and lead to nothing."""
        linked = {name for link in self.links for name in (link.above, link.below)}
        return [node for node in self.nodes if node.name not in linked and node.branch is None and not node.also]

    def walk(self) -> Iterator[tuple[Node, tuple[bool, ...]]]:
        """Every node that is not alone, each before those under it; and for each level above, whether it goes on."""
        children = self.branches
        alone = {node.name for node in self.alone}
        roots = [node for node in children.get(None, []) if node.name not in alone]
        stack: list[tuple[Node, tuple[bool, ...]]] = [(node, ()) for node in reversed(roots)]
        while stack:
            node, rails = stack.pop()
            yield node, rails
            under = children.get(node.name, [])
            for place, child in enumerate(reversed(under)):
                stack.append((child, (*rails, place > 0)))


def grow_tree(faction: Faction) -> BuildingTree:
    """The tree of the rooms, traps and defences of a faction."""
    known = {structure.name: structure for structure in faction.structures}
    links = [link for structure in known.values() for link in _list_links(structure)]
    own: dict[str, list[Link]] = {name: [] for name in known}
    for link in links:
        if link.above in known:
            own[link.below].append(link)
    levels = _find_levels(known)
    deepest = max(levels.values(), default=0)
    nodes = []
    for name, structure in known.items():
        branch = _choose_branch(structure, levels)
        nodes.append(
            Node(
                structure=structure,
                level=levels.get(name, deepest + 1),
                branch=branch,
                also=tuple(link for link in own[name] if link.above != branch and link.tie is not Tie.DRIVES_OUT),
                links=tuple(own[name]),
                is_circular=name not in levels,
            )
        )
    return BuildingTree(
        faction,
        tuple(nodes),
        tuple(link for link in links if link.above in known),
        tuple(link for link in links if link.above not in known),
    )


def _choose_branch(structure: Structure, levels: Mapping[str, int]) -> str | None:
    """The highest prerequisite; of several that would do, the lowest counts."""
    chosen = []
    for need in structure.requires:
        reached = [name for name in need.names if name in levels]
        if reached:
            chosen.append(min(reached, key=lambda name: levels[name]))
    return max(chosen, key=lambda name: levels[name], default=None)


def _list_links(structure: Structure) -> Iterator[Link]:
    for need in structure.requires:
        tie = Tie.USES_UP if need.replaces else Tie.EITHER if len(need.names) > 1 else Tie.NEEDS
        for name in need.names:
            yield Link(name, structure.name, tie, need.count)
    for name in structure.replaces_present:
        yield Link(name, structure.name, Tie.DRIVES_OUT)


def _find_levels(known: Mapping[str, Structure]) -> dict[str, int]:
    """The level of each, level by level; what stands in a circle, or needs something that does, gets none.

    Prerequisites that are nowhere in the lists do not count.
    """
    groups = {
        name: [group for need in structure.requires if (group := [other for other in need.names if other in known])]
        for name, structure in known.items()
    }
    leads: dict[str, list[str]] = {}
    for name, wanted in groups.items():
        for other in dict.fromkeys(other for group in wanted for other in group):
            leads.setdefault(other, []).append(name)
    levels: dict[str, int] = {}
    ready = [name for name, wanted in groups.items() if not wanted]
    for level in count():
        if not ready:
            break
        levels |= dict.fromkeys(ready, level)
        reached = dict.fromkeys(other for name in ready for other in leads.get(name, ()) if other not in levels)
        ready = [name for name in reached if all(any(o in levels for o in group) for group in groups[name])]
    return levels


def describe_price(structure: Structure, faction: Faction) -> str:
    """``125 Gold; 3 weeks``, or how the faction comes by it otherwise."""
    if is_given(structure):
        return "from the start"
    if structure.cost is None or structure.weeks is None:
        return "cannot be built" if faction.complete else "price not known"
    is_free = structure.cost.text is None and not any(structure.cost.choices)
    return f"{'free' if is_free else render_cost(structure.cost)}; {render_weeks(structure.weeks)}"


def describe_yield(structure: Structure) -> str:
    """``up to 150 Gold, 15 Metal``; empty for what yields nothing."""
    if not structure.produces:
        return ""
    return f"{'up to ' if structure.up_to else ''}{render_amounts(structure.produces)}"


def describe_link(link: Link) -> str:
    """The prerequisite with its number: ``4 Mushroom Patches``."""
    return link.above if link.count == 1 else f"{link.count} {pluralise(link.above)}"


def render_tree_text(tree: BuildingTree) -> str:
    """The tree with branches of plain letters; what has several prerequisites stands under the highest of them."""
    lines = [f"{tree.faction.name}: what is built from what"]
    lines += [""] if tree.nodes else ["", "Nothing: the faction has no rooms, traps and defences."]
    branches, elsewhere = tree.branches, tree.elsewhere
    for node, rails in tree.walk():
        lines.append(_draw_rails(rails) + _render_node(node, tree.faction))
        inner = "".join("|   " if goes_on else "    " for goes_on in rails)
        inner += "|   " if node.name in branches else "    "
        lines += [inner + text for text in _render_gains(node, elsewhere)]
    alone = tree.alone
    if alone:
        lines += ["", "Needs nothing, leads to nothing:"]
        for node in alone:
            lines.append("  " + _render_node(node, tree.faction))
            lines += ["      " + text for text in _render_gains(node, elsewhere)]
    if tree.unknown:
        lines += ["", "Prerequisites that are nowhere in the lists:"]
        lines += [f"  {link.above}, wanted by {link.below}" for link in tree.unknown]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _draw_rails(rails: tuple[bool, ...]) -> str:
    if not rails:
        return ""
    passed = "".join("|   " if goes_on else "    " for goes_on in rails[:-1])
    return passed + ("|-- " if rails[-1] else "`-- ")


def _render_node(node: Node, faction: Faction) -> str:
    structure = node.structure
    parts = [f"{structure.name}  {describe_price(structure, faction)}"]
    if structure.starting and not is_given(structure):
        parts.append("stands at the start" if structure.starting == 1 else f"{structure.starting} at the start")
    yielded = describe_yield(structure)
    if yielded:
        parts.append(f"yields {yielded}")
    used = [describe_link(link) for link in node.links if link.tie is Tie.USES_UP]
    if used:
        parts.append(f"uses up {', '.join(used)}")
    also = _render_also(node)
    if also:
        parts.append(also)
    parts += [f"replaces {link.above} if there is one" for link in node.links if link.tie is Tie.DRIVES_OUT]
    if node.is_circular:
        parts.append("in a circle of prerequisites")
    return "; ".join(parts)


def _render_also(node: Node) -> str:
    """The prerequisites that the place in the tree does not show."""
    either = [link.above for link in node.also if link.tie is Tie.EITHER]
    others = [describe_link(link) for link in node.also if link.tie is Tie.NEEDS]
    parts = [f"also needs {', '.join(others)}"] if others else []
    if either:
        parts.append(f"or with {' or '.join(either)} instead")
    return "; ".join(parts)


def _render_gains(node: Node, elsewhere: Mapping[str, list[str]]) -> Iterator[str]:
    """What else a structure opens: units, and structures that are drawn elsewhere."""
    if node.structure.recruits:
        yield f"recruits {', '.join(node.structure.recruits)}"
    if node.name in elsewhere:
        yield f"also leads to {', '.join(elsewhere[node.name])}"


def render_tree_dot(tree: BuildingTree) -> str:
    """The tree as a graph for Graphviz: structures are boxes, units are ovals, what is used up hangs on dashes."""
    lines = [f"digraph {_quote(tree.faction.name)} {{", "  rankdir=LR;", "  node [shape=box];"]
    for node in tree.nodes:
        structure = node.structure
        told = [structure.name, describe_price(structure, tree.faction), describe_yield(structure)]
        lines.append(f"  {_quote(structure.name)} [label={_quote(*(text for text in told if text))}];")
    units = dict.fromkeys(name for node in tree.nodes for name in node.structure.recruits)
    lines += [f"  {_quote('unit: ' + unit)} [label={_quote(unit)}, shape=ellipse];" for unit in units]
    lines += [f"  {_quote(link.above)} [style=dotted];" for link in tree.unknown]
    lines += [f"  {_quote(link.above)} -> {_quote(link.below)}{_style(link)};" for link in (*tree.links, *tree.unknown)]
    lines += [
        f"  {_quote(node.name)} -> {_quote('unit: ' + unit)} [arrowhead=open];"
        for node in tree.nodes
        for unit in node.structure.recruits
    ]
    return "\n".join([*lines, "}"]) + "\n"


def _style(link: Link) -> str:
    styles = {Tie.USES_UP: "dashed", Tie.EITHER: "dotted", Tie.DRIVES_OUT: "dashed"}
    parts = [f"style={styles[link.tie]}"] if link.tie in styles else []
    if link.tie is Tie.DRIVES_OUT:
        parts.append("constraint=false")
    if link.count > 1:
        parts.append(f'label="{link.count}"')
    return f" [{', '.join(parts)}]" if parts else ""


def _quote(*texts: str) -> str:
    """A quoted string of DOT, one line for each text."""
    lines = (" ".join(text.split()).replace("\\", "\\\\").replace('"', '\\"') for text in texts)
    return '"' + "\\n".join(lines) + '"'
