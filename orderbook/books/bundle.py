"""A bundle: whole amounts of several resources, such as ``-60 Gold, -40 Food``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

USUAL_ORDER = ("Gold", "Metal", "Food", "Bodies", "Souls")
_RANKS = {resource: rank for rank, resource in enumerate(USUAL_ORDER)}


class Bundle(Mapping[str, int]):
    """An immutable mapping from resource name to a whole amount; a resource not named is 0.

    Amounts add exactly; zero amounts are kept out, so that equal bundles compare equal.
    """

    __slots__ = ("_amounts",)

    def __init__(self, amounts: Mapping[str, int] | Iterable[tuple[str, int]] = ()) -> None:
        total: dict[str, int] = {}
        for resource, amount in amounts.items() if isinstance(amounts, Mapping) else amounts:
            total[resource] = total.get(resource, 0) + amount
        self._amounts = {resource: total[resource] for resource in sort_resources(total) if total[resource]}

    def __getitem__(self, resource: str) -> int:
        return self._amounts.get(resource, 0)

    def __iter__(self) -> Iterator[str]:
        return iter(self._amounts)

    def __len__(self) -> int:
        return len(self._amounts)

    def __contains__(self, resource: object) -> bool:
        return resource in self._amounts

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Bundle) and self._amounts == other._amounts

    def __hash__(self) -> int:
        return hash(frozenset(self._amounts.items()))

    def __add__(self, other: Bundle) -> Bundle:
        return Bundle([*self.items(), *other.items()])

    def __sub__(self, other: Bundle) -> Bundle:
        return self + -other

    def __neg__(self) -> Bundle:
        return Bundle((resource, -amount) for resource, amount in self.items())

    def __mul__(self, factor: int) -> Bundle:
        return Bundle((resource, amount * factor) for resource, amount in self.items())

    def __bool__(self) -> bool:
        return bool(self._amounts)

    def __repr__(self) -> str:
        return f"Bundle({self._amounts!r})"

    def __str__(self) -> str:
        return render_bundle(self)


def sort_resources(resources: Iterable[str]) -> list[str]:
    """Gold, Metal, Food, Bodies, Souls first, then the others by name."""
    return sorted(resources, key=_rank)


def _rank(resource: str) -> tuple[int, str]:
    return _RANKS.get(resource, len(_RANKS)), resource


def render_bundle(bundle: Bundle, *, signed: bool = False) -> str:
    """``350 Gold, 50 Metal``; with ``signed`` every amount carries its sign; ``nothing`` when empty."""
    if not bundle:
        return "nothing"
    return ", ".join(f"{amount:+d} {name}" if signed else f"{amount} {name}" for name, amount in bundle.items())
