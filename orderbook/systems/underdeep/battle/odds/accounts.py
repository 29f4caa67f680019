"""What forces cost, and what a battle may be expected to cost: units and resources by side."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from orderbook.books.bundle import Bundle, sort_resources
from orderbook.rulebook.model import Rulebook
from orderbook.systems.underdeep.battle.odds.model import Odds, RegimentOdds, find_mean


@dataclass(frozen=True, slots=True)
class Prices:
    """What a unit costs by faction and name; nothing is known of those that are not in it."""

    units: Mapping[tuple[str, str], Bundle]

    def find(self, regiment: RegimentOdds) -> Bundle | None:
        """The price of one unit of a regiment, ``None`` where it is unknown or cannot be bought."""
        return self.units.get((regiment.faction, regiment.unit))


def read_prices(rulebook: Rulebook) -> Prices:
    """The prices of a rulebook's units."""
    return Prices(
        {
            (faction.name, unit.name): unit.cost.bundle
            for faction in rulebook.factions
            for unit in faction.units
            if unit.cost is not None and unit.cost.text is None
        }
    )


@dataclass(frozen=True, slots=True)
class SideAccount:
    """A side's units and their price, and how much of both it may expect to lose. ``unpriced`` names the units whose
    price is unknown."""

    side: str
    alliance: str
    units: int
    price: Mapping[str, int]
    lost: Fraction
    lost_price: Mapping[str, Fraction]
    unpriced: tuple[str, ...]


def account_for(odds: Odds, prices: Prices) -> list[SideAccount]:
    """The accounts of all sides, in the battle's order."""
    accounts: list[SideAccount] = []
    for side in dict.fromkeys(regiment.side for regiment in odds.regiments):
        own = [regiment for regiment in odds.regiments if regiment.side == side]
        price: dict[str, int] = {}
        lost_price: dict[str, Fraction] = {}
        unpriced: list[str] = []
        for regiment in own:
            each = prices.find(regiment)
            if each is None:
                unpriced.append(regiment.unit)
                continue
            for resource, amount in each.items():
                price[resource] = price.get(resource, 0) + amount * regiment.count
                lost_price[resource] = lost_price.get(resource, Fraction(0)) + amount * find_mean(regiment.lost)
        lost = sum((find_mean(regiment.lost) for regiment in own), Fraction(0))
        units = sum(regiment.count for regiment in own)
        order = sort_resources(price)
        accounts.append(
            SideAccount(
                side,
                own[0].alliance,
                units,
                {resource: price[resource] for resource in order},
                lost,
                {resource: lost_price[resource] for resource in order},
                tuple(dict.fromkeys(unpriced)),
            )
        )
    return accounts
