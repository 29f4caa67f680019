"""Reading the Orders tab, line by line (UD-ORD-30, UD-ORD-31).

What the grammar does not cover, conditions among it, is left to the game master (UD-ORD-33).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from orderbook.bbcode.lines import VisibleLine
from orderbook.systems.underdeep.post.catalogue import Catalogue
from orderbook.systems.underdeep.post.lines import is_divider, is_nothing, is_remark
from orderbook.systems.underdeep.post.model import ArmyLine, Site
from orderbook.systems.underdeep.post.orders.actors import ActorReader, NameUnit
from orderbook.systems.underdeep.post.orders.assemble import Assembler
from orderbook.systems.underdeep.post.orders.model import Order, OrderLine, Spot
from orderbook.systems.underdeep.post.orders.names import NameBook, build_names
from orderbook.systems.underdeep.post.orders.neighbours import OrderToken
from orderbook.systems.underdeep.post.orders.parts import (
    Act,
    Bracket,
    Mark,
    Name,
    Part,
    Person,
    Quantity,
    Speed,
    Troop,
    parse_parts,
)
from orderbook.systems.underdeep.post.orders.spots import SpotPart, join_spots
from orderbook.systems.underdeep.post.orders.tokens import order_tokens

MAX_LINE = 8000
"""Characters of a line that are read; what is beyond goes to the game master."""


@dataclass(frozen=True)
class OrderReader:
    """What names mean in an order. ``spells`` are names of the rulebook's spells; ``name_unit`` reads a unit's name
    that is not exactly one of the rule data (and may tell of it)."""

    catalogue: Catalogue
    sites: Sequence[Site] = ()
    armies: Sequence[ArmyLine] = ()
    spells: Sequence[str] = ()
    name_unit: NameUnit | None = None

    @cached_property
    def names(self) -> NameBook:
        return build_names(self.catalogue, self.sites, self.armies, self.spells)

    @cached_property
    def actors(self) -> ActorReader:
        return ActorReader(self.catalogue, self.name_unit)


@dataclass
class _State:
    """What holds from line to line: the place of a heading, the order that steps below it go on with."""

    heading: Spot | None = None
    running: Order | None = None
    open: bool = False  # the running order's own line told nobody to do anything yet, so that steps must follow
    gap: bool = False


def read_orders(lines: Sequence[VisibleLine], reader: OrderReader) -> list[OrderLine]:
    """The orders of a tab, one entry for each line with text. Never fails; linear in the length of the lines."""
    found: list[OrderLine] = []
    state = _State()
    for line in lines:
        if line.text.strip():
            found.append(_read_line(line, reader, state))
            state.gap = False
        else:
            state.gap = True
    return found


def _read_line(line: VisibleLine, reader: OrderReader, state: _State) -> OrderLine:
    entry = OrderLine(line, line.text.strip())
    if is_divider(line.text) or is_nothing(line.text) or is_remark(line.text):
        entry.understood = True
        return entry
    tokens = order_tokens(line.text[:MAX_LINE], reader.names)
    parts = _join(parse_parts(tokens), line, reader.sites)
    if (spot := _heading(parts)) is not None:
        state.heading, state.running, state.open = spot, None, False
        entry.understood = True
        return entry
    if state.gap and state.running is not None and state.running.actions:
        state.open = False
        state.heading = None
    goes_on = _goes_on(parts, state)
    assembler = Assembler(
        line, reader.actors, heading=state.heading, running=state.running if goes_on is not None else None
    )
    entry.orders = assembler.run(parts)
    entry.continues = goes_on is not None and not entry.orders
    _note_slips(entry, tokens, assembler)
    own = entry.orders[-1] if entry.orders else state.running
    entry.understood = len(line.text) <= MAX_LINE and _is_understood(entry, state.running if entry.continues else None)
    if own is not None and not entry.continues:
        state.open = bool(own.actors) and not own.actions
    state.running = own
    return entry


def _join(parts: Sequence[Part], line: VisibleLine, sites: Sequence[Site]) -> list[Part]:
    """Places joined to spots, in brackets too."""
    joined = join_spots(parts, line, sites)
    return [
        Bracket(part.start, part.end, tuple(_join(part.inner, line, sites))) if isinstance(part, Bracket) else part
        for part in joined
    ]


def _heading(parts: Sequence[Part]) -> Spot | None:
    """The place a line names and nothing else: ``Lowerdeep 51:``, ``From Skitterhole``."""
    told = [part for part in parts if not isinstance(part, Mark)]
    if len(told) == 1 and isinstance(told[0], SpotPart) and told[0].preposition in ("", "FROM", "AT"):
        return told[0].spot
    return None


def _goes_on(parts: Sequence[Part], state: _State) -> bool | None:
    """Whether a line goes on with the running order: it begins with a verb or "they" and names nobody before.

    None for no. A verb alone is enough only below a line that named units and told them nothing yet.
    """
    if state.running is None:
        return None
    for index, part in enumerate(parts):
        if isinstance(part, Mark):
            if part.kind in ("PRONOUN", "THEN"):
                return True
        elif isinstance(part, Act):
            return True if state.open and not _moves_others(parts, index) else None
        elif isinstance(part, SpotPart) and part.preposition in ("TO", "ARROW"):
            return True if state.open else None
        elif isinstance(part, Troop | Person | Name | SpotPart):
            return None
        elif isinstance(part, Bracket | Speed | Quantity):
            continue
    return None


def _moves_others(parts: Sequence[Part], index: int) -> bool:
    """Whether units stand right behind a verb: "Move 10 Slingers"."""
    return index + 1 < len(parts) and isinstance(parts[index + 1], Troop)


def _note_slips(entry: OrderLine, tokens: Sequence[OrderToken], assembler: Assembler) -> None:
    line = entry.line
    for token in tokens:
        if token.slip:
            entry.slips.append((token.text, line.span_of(token.start, token.end), token.slip))
    for figure in assembler.unreadable:
        entry.slips.append((figure.text, figure.span, ""))
    for order in entry.orders:
        if not order.actors and not order.actions and not order.conditions:
            entry.slips = [slip for slip in entry.slips if slip[2]]


def _is_understood(entry: OrderLine, running: Order | None) -> bool:
    orders = entry.orders or ([running] if running is not None else [])
    if entry.slips and any(not right for _, _, right in entry.slips):
        return False
    return bool(orders) and all(
        not order.unread and (order.actions or order.actors or (order.total is not None and not order.conditions))
        for order in orders
    )
