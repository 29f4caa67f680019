"""Orders in the making: the one being read, its latest action, and what waits for the next one."""

from __future__ import annotations

from orderbook.bbcode.lines import VisibleLine
from orderbook.systems.underdeep.post.orders.model import Action, Order, SpeedFigure, Spot
from orderbook.systems.underdeep.post.orders.vocabulary import VerbKind


class Draft:
    """The orders of one line as far as they are read. ``running`` is an order of an earlier line that goes on here;
    ``heading`` the place of a heading above, where orders start that name none."""

    def __init__(self, line: VisibleLine, heading: Spot | None, running: Order | None) -> None:
        self.line, self.heading = line, heading
        self.orders: list[Order] = []
        self.current = running
        self.pending: list[SpeedFigure] = []  # Speed that waits for the verb it pays
        self.pending_march = False
        self.body_open = False  # units may still be added to those who are to act
        self.clause_start = True
        self._kinds: dict[int, VerbKind] = {}  # of actions, by identity

    def begin(self, origin: Spot | None = None) -> Order:
        """A new order, which becomes the current one."""
        self.current = Order(origin=origin or self.heading)
        self.orders.append(self.current)
        self.body_open = False
        return self.current

    def order(self) -> Order:
        """The current order, begun if there is none."""
        return self.current or self.begin()

    @property
    def last(self) -> Action | None:
        """The latest action of the current order."""
        return self.current.actions[-1] if self.current and self.current.actions else None

    def kind_of(self, action: Action) -> VerbKind:
        return self._kinds.get(id(action)) or VerbKind(action.verb)

    def add_action(self, kind: VerbKind, start: int, end: int) -> Action:
        """A further action of the current order; Speed and Forced March that wait for it are its own."""
        action = Action(kind.verb, self.line.span_of(start, end), self.line.text[start:end])
        action.speeds, self.pending = self.pending, []
        if self.pending_march:
            action.forced_march, self.pending_march = True, False
            self.order().forced_march = True
        self._kinds[id(action)] = kind
        self.order().actions.append(action)
        self.body_open = False
        return action

    def split_off(self, action: Action) -> Order:
        """A new order that begins with the latest action: "and spend 1 Speed to move 5 Slingers"."""
        self.order().actions.remove(action)
        begun = self.begin()
        begun.actions.append(action)
        begun.forced_march = action.forced_march
        return begun

    def end_clause(self) -> None:
        """The end of a sentence: what still waits belongs to what was read last."""
        if self.current is not None:
            if self.pending and self.last is not None:
                self.last.speeds += self.pending
            elif self.pending:
                self.current.total = self.pending[0]
            self.current.forced_march = self.current.forced_march or self.pending_march
        self.pending, self.pending_march = [], False
        self.body_open = False
        self.clause_start = True
