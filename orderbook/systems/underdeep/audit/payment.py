"""Paying Upkeep from what there is: who is paid, who is not, and what that does to them.

UD-UPK-02 to UD-UPK-10, UD-SUC-06. Setting: partial-upkeep (down the Upkeep tab, or the cheapest units first).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from orderbook.books.bundle import Bundle
from orderbook.rulebook.model import Unit, split_figure
from orderbook.rulebook.options import Options
from orderbook.systems.forecasting import Unpaid
from orderbook.systems.underdeep.arrears import Arrears, may_desert, roll_to_stay, stands_idle, toll_of
from orderbook.systems.underdeep.next_armies import counted

_FOOD = ("Food", "Bodies", "Souls")
"""What is eaten: who goes without hungers (UD-UPK-07), the Seven for want of Souls (UD-SUC-06)."""


@dataclass(frozen=True, slots=True)
class Owed:
    """What the units of one type owe this week; ``price`` is one unit's, as amounts above 0.

    ``others`` are further ways to pay for one: 1 Body in place of 1 Food. ``first_ways`` tells for how many to pay in
    each way (the usual one first) as far as there is enough of it, empty for all in the usual way.
    """

    key: str
    name: str
    unit: Unit | None
    count: int
    price: Bundle
    others: tuple[Bundle, ...] = ()
    first_ways: tuple[int, ...] = ()


def price_of(owed: Iterable[Owed]) -> Bundle:
    """What is owed all in all, in the usual way to pay."""
    return sum((one.price * one.count for one in owed), Bundle())


@dataclass(frozen=True, slots=True)
class Group:
    """Units of one type with the same debts, which are a single unit's (UD-UPK-10).

    ``lacks`` is what one of them did not get this week.
    """

    count: int
    arrears: Arrears = field(default_factory=Arrears)
    debt: Bundle = field(default_factory=Bundle)
    lacks: Bundle = field(default_factory=Bundle)


@dataclass
class Paymaster:
    """Who is owed what, from week to week. ``starved`` counts those that hunger has killed, by type of unit."""

    options: Options
    groups: dict[str, list[Group]] = field(default_factory=dict)
    starved: dict[str, int] = field(default_factory=dict)

    def still_owed(self, owed: Iterable[Owed]) -> list[Owed]:
        """What is owed to those that have not starved, each type of unit once, in the first of its ways to pay."""
        types: dict[str, Owed] = {}
        for one in owed:
            known = types.get(one.key)
            if known is not None:
                further = tuple(way for way in (one.price, *one.others) if way not in (known.price, *known.others))
                one = replace(known, count=known.count + one.count, others=(*known.others, *further))
            types[one.key] = one
        return [replace(one, count=max(one.count - self.starved.get(one.key, 0), 0)) for one in types.values()]

    def pay_week(self, listed: Sequence[Owed], available: Bundle) -> tuple[Bundle, Bundle, list[tuple[Owed, Group]]]:
        """Pays a week's Upkeep, then old debts: what went on each, and the units that are still owed something.

        A unit's share of a resource is paid whole or not at all, since a part of it buys nothing (UD-UPK-03). Those
        that have no Health left starve, and owe nothing from the next week on (UD-UPK-07).
        """
        order = list(listed)
        if self.options.chose("partial-upkeep", "cheapest-first"):
            order = sorted(listed, key=lambda one: sum(one.price.values()))
        left = available
        paid = Bundle()
        for one in order:
            spent = self._pay_type(one, left)
            paid, left = paid + spent, left - spent
        debts = Bundle()
        for one in order:
            spent = self._pay_debts(one, left)
            debts, left = debts + spent, left - spent
        unpaid = [(one, group) for one in listed for group in self.groups[one.key] if group.arrears]
        for one, group in unpaid:
            if _starves(one.unit, group, self.options):
                self.groups[one.key].remove(group)
                self.starved[one.key] = self.starved.get(one.key, 0) + group.count
        return paid, debts, unpaid

    def _pay_type(self, one: Owed, available: Bundle) -> Bundle:
        """Pays the units of a type: whole ones first, in their usual way or another; of the rest what there is."""
        groups = _resize(self.groups.get(one.key, []), one.count)
        spent, rest = Bundle(), one.count
        ways = (one.price, *one.others)
        wanted = (*zip(ways, one.first_ways, strict=False), *((price, rest) for price in ways))
        for price, most in wanted:
            left = available - spent
            number = min([most, rest, *(max(left[name], 0) // amount for name, amount in price.items())])
            spent, rest = spent + price * number, rest - number
        whole = one.count - rest
        for resource, amount in one.price.items():
            number = min(rest, max((available - spent)[resource], 0) // amount)
            spent += Bundle({resource: amount * number})
            groups = list(_pay_resource(groups, resource, amount, whole + number))
        self.groups[one.key] = _merge(_add_week(group) for group in groups)
        return spent

    def _pay_debts(self, one: Owed, available: Bundle) -> Bundle:
        """Clears the debts of whole units, as many as can be paid everything (UD-UPK-08)."""
        spent = Bundle()
        groups: list[Group] = []
        for group in self.groups[one.key]:
            number = 0
            if group.debt and not group.lacks:
                left = available - spent
                number = min(group.count, *(max(left[name], 0) // amount for name, amount in group.debt.items()))
            if number:
                spent += group.debt * number
                groups.append(Group(number))
            if group.count > number:
                groups.append(replace(group, count=group.count - number))
        self.groups[one.key] = _merge(groups)
        return spent


def _starves(unit: Unit | None, group: Group, options: Options) -> bool:
    """Whether hunger takes the last Health (UD-UPK-07)."""
    health = _stat(unit, "health")
    lost = toll_of(group.arrears, options).health
    return health is not None and lost < 0 and health + lost <= 0


def _resize(groups: list[Group], count: int) -> list[Group]:
    """The groups brought to so many units: new ones owe nothing yet, lost ones go from the end."""
    sized: list[Group] = []
    left = count
    for group in groups:
        number = min(group.count, left)
        if number:
            sized.append(replace(group, count=number, lacks=Bundle()))
        left -= number
    return [Group(left), *sized] if left else sized


def _pay_resource(groups: list[Group], resource: str, price: int, number: int) -> Iterator[Group]:
    """Pays so many units their share; those that have been without it longest are the last to get it."""
    for group in sorted(groups, key=lambda group: _weeks_without(group.arrears, resource)):
        paid = min(group.count, number)
        number -= paid
        if paid:
            yield replace(group, count=paid)
        if group.count > paid:
            yield replace(group, count=group.count - paid, lacks=group.lacks + Bundle({resource: price}))


def _weeks_without(arrears: Arrears, resource: str) -> int:
    return arrears.food if resource in _FOOD else arrears.metal if resource == "Metal" else arrears.gold


def _add_week(group: Group) -> Group:
    """The group with this week's debts. Missing anything else than Metal and food counts as missing Gold does."""
    lacks = group.lacks
    if not lacks:
        return group
    old = group.arrears
    arrears = Arrears(
        gold=old.gold + any(name not in ("Metal", *_FOOD) for name in lacks),
        metal=old.metal + ("Metal" in lacks),
        food=old.food + any(name in _FOOD for name in lacks),
    )
    return replace(group, arrears=arrears, debt=group.debt + lacks)


def _merge(groups: Iterable[Group]) -> list[Group]:
    """Groups in the same state are one; those without debts come first."""
    merged: dict[tuple[Arrears, Bundle, Bundle], int] = {}
    for group in groups:
        key = (group.arrears, group.debt, group.lacks)
        merged[key] = merged.get(key, 0) + group.count
    found = [Group(count, *key) for key, count in merged.items() if count]
    return sorted(
        found, key=lambda group: (group.arrears.gold + group.arrears.metal + group.arrears.food, str(group.debt))
    )


def describe_unpaid(one: Owed, group: Group, options: Options) -> Unpaid:
    """What comes of it that units go unpaid."""
    toll = toll_of(group.arrears, options)
    arrears = group.arrears
    weeks = tuple(
        (name, number)
        for name, number in (("Gold", arrears.gold), ("Metal", arrears.metal), ("Food", arrears.food))
        if number
    )
    return Unpaid(
        unit=one.name,
        name=counted(one.name, group.count, one.unit),
        count=group.count,
        lacks=group.lacks * group.count,
        weeks=weeks,
        attack=toll.attack,
        morale=toll.morale,
        health=toll.health,
        effect="; ".join(_list_effects(one, group, options)),
    )


def _list_effects(one: Owed, group: Group, options: Options) -> Iterator[str]:
    toll = toll_of(group.arrears, options)
    unit = one.unit
    if toll.morale:
        yield _change("Morale", _stat(unit, "morale"), toll.morale)
    if toll.attack:
        yield f"all Attacks {toll.attack}"
    if toll.health:
        health = _stat(unit, "health")
        yield _change("Health", health, toll.health)
        if _starves(unit, group, options):
            yield "they starve to death"
            return
    if unit is None:
        return
    if unit.has_ability("Construct"):
        if stands_idle(unit, group.arrears):
            yield "as Constructs they stand idle until all is paid, but do not desert"
        return
    usual = _stat(unit, "morale")
    if usual is not None and may_desert(usual, group.arrears, options=options):
        needed = roll_to_stay(usual + toll.morale)
        told = f"{needed} or more on a d20" if needed <= 20 else "more than a d20 can show"
        yield f"each week they desert unless they pass a Morale check ({told})"


def _change(name: str, usual: int | None, loss: int) -> str:
    return (
        f"{name} {loss}"
        if usual is None
        else f"{name} {usual:+d} -> {usual + loss:+d}"
        if name == "Morale"
        else f"{name} {usual} -> {usual + loss}"
    )


def _stat(unit: Unit | None, label: str) -> int | None:
    """A figure of a unit, where it is a whole number."""
    figure = unit.stats.get(label) if unit is not None else None
    split = split_figure(figure) if figure is not None else None
    return split[0] if split is not None else None
