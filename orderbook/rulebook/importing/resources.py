"""The names of a faction's resources: the usual ones, and words of the game master's own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from orderbook.books.bundle import USUAL_ORDER
from orderbook.rulebook.importing.numbers import Amount
from orderbook.rulebook.importing.words import load_words


class ResourceNames:
    """Learns how resources are written, then gives each spelling its one name.

    ``1 Scale`` and ``5 Scales`` are one resource, named in the plural; so are ``salt`` and ``Salt``.
    """

    def __init__(self, declared: Iterable[str] = ()) -> None:
        self._declared = tuple(declared)
        self._written: dict[str, Counter[str]] = {}
        for name in self._declared:
            self._written.setdefault(_stem(name), Counter())[name] += 1

    def learn(self, amounts: Iterable[Amount]) -> None:
        """Takes in amounts that certainly are amounts of resources: prices, Upkeep, Wealth."""
        for amount in amounts:
            if amount.resource.lower() not in load_words().resources:
                self._written.setdefault(_stem(amount.resource), Counter())[amount.resource] += 1

    def knows(self, written: str) -> bool:
        return written.lower() in load_words().resources or _stem(written) in self._written

    def name(self, written: str) -> str:
        """The resource's one name; of an unknown one the word itself."""
        usual = load_words().resources.get(written.lower())
        if usual is not None:
            return usual
        forms = self._written.get(_stem(written))
        if not forms:
            return written
        declared = next((name for name in self._declared if name in forms), None)
        return declared or max(
            forms, key=lambda form: (form[0].isupper(), form.lower().endswith("s"), forms[form], form)
        )

    def amounts(self, amounts: Iterable[Amount]) -> dict[str, int]:
        """Amounts by name, those of one resource added up: the usual ones first, then the own."""
        total: dict[str, int] = {}
        for amount in amounts:
            name = self.name(amount.resource)
            total[name] = total.get(name, 0) + amount.number
        order = {name: index for index, name in enumerate((*USUAL_ORDER, *self.own))}
        return dict(sorted(total.items(), key=lambda item: (order.get(item[0], len(order)), item[0])))

    @property
    def own(self) -> tuple[str, ...]:
        """The resources beyond the usual ones, as they came up."""
        return tuple(dict.fromkeys(self.name(next(iter(forms))) for forms in self._written.values()))

    def seldom(self) -> list[str]:
        """Own resources that were written only once: they may be misspelt."""
        return [self.name(next(iter(forms))) for forms in self._written.values() if forms.total() == 1]


def _stem(name: str) -> str:
    """What singular and plural of a resource have in common."""
    lower = name.lower()
    if lower.endswith("ies") and len(lower) > 4:
        return lower[:-3] + "y"
    if lower.endswith(("ses", "xes", "zes", "ches", "shes")):
        return lower[:-2]
    return lower[:-1] if lower.endswith("s") and not lower.endswith("ss") and len(lower) > 3 else lower
