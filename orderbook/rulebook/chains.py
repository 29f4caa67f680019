"""What has to be built before something can be: the structures, in their order, with their price and their weeks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field
from itertools import count

from orderbook.books.bundle import Bundle
from orderbook.rulebook.model import Faction, Requirement, Structure
from orderbook.text.records import record


@record
class Step:
    """``count`` of a structure, begun and done so many weeks after the first order, everything built at once."""

    structure: Structure
    count: int
    begins: int
    done: int


@record
class Chain:
    """All that has to be built, in an order in which it can be.

    ``parallel`` is the weeks it takes when everything is begun as soon as it may be, ``sequence`` one after another.
    ``given`` names what nobody builds because the faction has it, ``unknown`` what the data does not tell the price
    or the weeks of (the sums leave it out), ``missing`` what can never be built, so that the rest cannot either.
    """

    steps: tuple[Step, ...] = ()
    cost: Bundle = field(default_factory=Bundle)
    parallel: int = 0
    sequence: int = 0
    given: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()


def plan_chain(
    faction: Faction,
    needs: Iterable[Requirement],
    target: Structure | None = None,
    *,
    have: Mapping[str, int] | None = None,
) -> Chain:
    """The chain to ``needs`` and, where there is one, to ``target`` behind them.

    ``have`` says how many of a structure stand already (``starting_structures``); without it the chain begins with
    nothing but the capital's own room, which nobody can build.
    """
    return _Planner(faction, have or {}).plan(tuple(needs), target)


def starting_structures(faction: Faction) -> dict[str, int]:
    """What the Starting Dungeon comes with: how many of each structure."""
    return {structure.name: structure.starting for structure in faction.structures if structure.starting}


def is_given(structure: Structure) -> bool:
    """Whether the faction has it without building it: no price, no weeks, and a place in the Starting Dungeon."""
    return structure.cost is None and structure.weeks is None and (structure.headquarters or structure.starting > 0)


class _Planner:
    def __init__(self, faction: Faction, have: Mapping[str, int]) -> None:
        self._complete = faction.complete
        self._have = have
        self._structures = {structure.name: structure for structure in faction.structures}
        self._missing: dict[str, None] = {}
        self._rank: dict[str, int] = {}
        self._done = self._settle()

    def plan(self, needs: tuple[Requirement, ...], target: Structure | None) -> Chain:
        counts = self._count(needs, target)
        built = sorted(counts, key=lambda name: (self._begins(name), self._finish(name) or 0, self._rank.get(name, 0)))
        steps = tuple(self._step(name, counts[name]) for name in built if not is_given(self._structures[name]))
        ends = [self._need_done(need, target) for need in needs] + [step.done for step in steps]
        return Chain(
            steps=steps,
            cost=sum((s.structure.cost.bundle * s.count for s in steps if s.structure.cost is not None), Bundle()),
            parallel=max(ends, default=0),
            sequence=sum((step.structure.weeks or 0) * step.count for step in steps),
            given=tuple(name for name in counts if is_given(self._structures[name])),
            unknown=tuple(s.structure.name for s in steps if s.structure.cost is None or s.structure.weeks is None),
            missing=tuple(self._missing),
        )

    def _step(self, name: str, count: int) -> Step:
        return Step(self._structures[name], count, self._begins(name), self._finish(name) or 0)

    def _begins(self, name: str) -> int:
        owner = self._structures[name]
        return max((self._need_done(need, owner) for need in owner.requires), default=0)

    def _need_done(self, need: Requirement, owner: Structure | None) -> int:
        name = self._choose(need, owner)
        return 0 if name is None or self._have.get(name, 0) >= need.count else self._finish(name) or 0

    def _finish(self, name: str) -> int | None:
        """When the first of it can be ready; ``None`` where it can never be."""
        return self._done.get(name)

    def _settle(self) -> dict[str, int]:
        """When each can be ready at the earliest. What stands in a circle, or on one, is never reached.

        The rank of each is the order in which these weeks were found: what leads to another has a lower one.
        """
        done: dict[str, int] = {}
        ranks = count(1)
        changed = True
        while changed:
            changed = False
            for name, structure in self._structures.items():
                end = self._finish_behind(structure, done)
                if end is not None and end < done.get(name, end + 1):
                    done[name] = end
                    self._rank[name] = next(ranks)
                    changed = True
        return done

    def _finish_behind(self, structure: Structure, done: Mapping[str, int]) -> int | None:
        if self._complete and structure.cost is None and structure.weeks is None and not is_given(structure):
            return None
        begins = 0
        for need in structure.requires:
            ends = [end for name in need.names if (end := self._end_of(name, need.count, done)) is not None]
            if not ends:
                return None
            begins = max(begins, min(ends))
        return begins + (structure.weeks or 0)

    def _end_of(self, name: str, count: int, done: Mapping[str, int]) -> int | None:
        return 0 if self._have.get(name, 0) >= count else done.get(name)

    def _choose(self, need: Requirement, owner: Structure | None) -> str | None:
        """Of several that would do, the one that is ready first, then the cheapest, then the first named.

        What is ready no sooner than ``owner``, and was found later, may wait for ``owner`` itself.
        """
        ends = {name: self._end_of(name, need.count, self._done) for name in need.names}
        first = min((end for end in ends.values() if end is not None), default=None)
        ways = [name for name, end in ends.items() if end is not None and end == first]
        if owner is not None and first is not None and first == self._done.get(owner.name):
            ways = [name for name in ways if self._leads_to(name, need, owner)]
        return min(ways, key=self._price, default=None)

    def _leads_to(self, name: str, need: Requirement, owner: Structure) -> bool:
        return self._have.get(name, 0) >= need.count or self._rank[name] < self._rank[owner.name]

    def _price(self, name: str) -> int:
        cost = self._structures[name].cost
        return sum(cost.bundle.values()) if cost is not None else 0

    def _count(self, needs: tuple[Requirement, ...], target: Structure | None) -> dict[str, int]:
        """How many of each must be built: what is used up adds, what only has to stand there is shared."""
        below = self._gather(needs, target)
        standing: dict[str, int] = {}
        consumed: dict[str, int] = {}
        counts: dict[str, int] = {}
        for need in needs:
            self._demand(need, target, 1, standing, consumed)
        for name in below:
            together = name in consumed and self._must_outlive(name, target, needs, below)
            wanted = standing.get(name, 0) + consumed.get(name, 0)
            if not together:
                wanted = max(standing.get(name, 0), consumed.get(name, 0))
            number = wanted - self._have.get(name, 0)
            if number > 0:
                counts[name] = number
                owner = self._structures[name]
                for need in owner.requires:
                    self._demand(need, owner, number, standing, consumed)
        if target is not None:
            counts[target.name] = 1
        return counts

    def _demand(
        self,
        need: Requirement,
        owner: Structure | None,
        times: int,
        standing: dict[str, int],
        consumed: dict[str, int],
    ) -> None:
        name = self._choose(need, owner)
        if name is None:
            self._missing.update(dict.fromkeys(need.names))
        elif need.replaces:
            consumed[name] = consumed.get(name, 0) + need.count * times
        else:
            standing[name] = max(standing.get(name, 0), need.count)

    def _gather(self, needs: Iterable[Requirement], owner: Structure | None) -> list[str]:
        """Everything that ``needs`` lead to, each before what it needs itself."""
        seen: dict[str, None] = {}
        finished: list[str] = []
        stack = [(name, False) for name in self._chosen(needs, owner)]
        while stack:
            name, leaving = stack.pop()
            if leaving:
                finished.append(name)
            elif name not in seen:
                seen[name] = None
                stack.append((name, True))
                further = self._chosen(self._structures[name].requires, self._structures[name])
                stack += [(other, False) for other in further if other not in seen]
        return finished[::-1]

    def _chosen(self, needs: Iterable[Requirement], owner: Structure | None) -> list[str]:
        return [name for need in needs if (name := self._choose(need, owner)) is not None]

    def _must_outlive(
        self, name: str, target: Structure | None, needs: tuple[Requirement, ...], below: list[str]
    ) -> bool:
        """Whether ``name`` must still stand for something that also needs what has used ``name`` up."""
        owners = [self._structures[other] for other in below]
        groups = [(target, needs), *((owner, owner.requires) for owner in owners)]
        for owner, group in groups:
            if any(name in need.names and not need.replaces for need in group):
                for other in self._gather(group, owner):
                    if any(name in need.names and need.replaces for need in self._structures[other].requires):
                        return True
        return False
