"""How much and how many: which action a figure of Speed pays, which units a number counts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from orderbook.bbcode.lines import VisibleLine
from orderbook.systems.underdeep.post.orders.draft import Draft
from orderbook.systems.underdeep.post.orders.model import Order, SpeedFigure, Spot
from orderbook.systems.underdeep.post.orders.parts import (
    Act,
    Mark,
    Name,
    Part,
    Person,
    Quantity,
    Speed,
    Troop,
    is_marked,
)
from orderbook.systems.underdeep.post.orders.spots import SpotPart

GOALS = ("TO", "ARROW", "TOWARD")
"""Words before a place that is gone to."""


class Amounts(Draft):
    """A draft that takes in figures."""

    def __init__(self, line: VisibleLine, heading: Spot | None, running: Order | None) -> None:
        super().__init__(line, heading, running)
        self.previous: Part | None = None  # the last part that is no mark
        self.marks: set[str] = set()  # since then
        self.counts_as_speed = False  # bare numbers in brackets
        self.unreadable: list[SpeedFigure] = []

    def attach_speed(
        self, figure: SpeedFigure, inner: Sequence[Part], following: Part | None, *, starting: bool
    ) -> None:
        """Gives Speed in a bracket to the action it stands behind, or the one that follows."""
        kinds = {piece.kind for piece in inner if isinstance(piece, Mark)}
        last = self.last
        if "TOTAL" in kinds:
            self.order().total = figure
        elif starting or (isinstance(following, Act) and (last is None or last.speeds)):
            self.pending.append(figure)
        elif last is not None:
            last.speeds.append(figure)
        elif self.current is not None:
            self.current.total = figure
        else:
            self.pending.append(figure)

    def take_speed(self, part: Speed, parts: Sequence[Part], index: int) -> None:
        figure = self.figure(part)
        following, beyond = (*parts[index + 1 : index + 3], None, None)[:2]
        last = self.last
        if is_marked(parts, index, "LEFT"):
            return
        if "TOTAL" in self.marks or is_marked(parts, index, "TOTAL"):
            self.order().total = figure
        elif last is None or self._leads_on(following, beyond) or self.clause_start:
            self.pending.append(figure)
        else:
            last.speeds.append(figure)

    def _leads_on(self, following: Part | None, beyond: Part | None) -> bool:
        """Whether Speed is followed by what it is spent on."""
        if "FOR" in self.marks:
            return False
        if isinstance(following, Mark) and following.kind in ("TO", "FOR", "AT", "PRONOUN"):
            return "SPEND" in self.marks or isinstance(beyond, Act)
        if isinstance(following, SpotPart):
            return following.preposition in GOALS
        return isinstance(following, Act | Troop | Person) or (isinstance(following, Name) and "SPEND" in self.marks)

    def figure(self, part: Speed) -> SpeedFigure:
        figure = SpeedFigure(part.value, self.line.span_of(part.start, part.end), self.line.text[part.start : part.end])
        if part.unreadable:
            self.unreadable.append(figure)
        return figure

    def take_number(self, part: Quantity, parts: Sequence[Part], index: int) -> None:
        following = parts[index + 1] if index + 1 < len(parts) else None
        if is_marked(parts, index, "OTHER") or self._set_count(part) or part.value is None:
            return  # "1) move to Lowerdeep 9"
        if isinstance(following, SpotPart) and self.current is not None and self.current.actors:
            self._share_out(part)
        else:
            self.order().unread.append(self.line.text[part.start : part.end])

    def _share_out(self, part: Quantity) -> None:
        """Some of the units just named: "10 Slingers at Lowerdeep 4: 5 to Lowerdeep 9, 5 to Lowerdeep 8"."""
        order = self.order()
        actor = order.actors[-1]
        if order.actions:
            begun = self.begin(order.origin)
            begun.actors.append(actor := replace(actor))
            self.body_open = True
        actor.count, actor.count_span = part.value, self.line.span_of(part.start, part.end)

    def take_bracketed_number(self, part: Quantity) -> None:
        last = self.last
        if self._set_count(part):
            return
        if last is None or part.value is None or not self.counts_as_speed:
            return
        if not last.speeds or isinstance(self.previous, SpotPart):
            last.speeds.append(
                SpeedFigure(part.value, self.line.span_of(part.start, part.end), self.line.text[part.start : part.end])
            )

    def _set_count(self, part: Quantity) -> bool:
        """Takes a number behind units, "Slingers (8)" or "Slingers: 8", for their count."""
        if not self.current or not self.current.actors or not isinstance(self.previous, Troop | Name):
            return False
        actor = self.current.actors[-1]
        if actor.count is not None or actor.everyone or self.marks & {"SEMI", "SENTENCE"}:
            return False
        actor.count = part.value
        actor.count_span = self.line.span_of(part.start, part.end)
        return True
