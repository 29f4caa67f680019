"""Accounts: where resources lie, come from and go to."""

from __future__ import annotations

from dataclasses import field
from enum import StrEnum

from orderbook.text.records import record


class Root(StrEnum):
    """The five kinds that every program for double entry knows, less the one nobody here needs."""

    ASSETS = "Assets"
    INCOME = "Income"
    EXPENSES = "Expenses"
    EQUITY = "Equity"


@record
class Account:
    """A place for resources. ``names`` lead down to it, ``title`` is what a person calls it.

    Two accounts with the same root and names are one, whatever their titles.
    """

    root: Root
    names: tuple[str, ...]
    title: str = field(default="", compare=False)

    def __str__(self) -> str:
        return ":".join((self.root, *self.names))

    def covers(self, other: Account) -> bool:
        """Whether ``other`` is this account or lies under it."""
        return self.root is other.root and other.names[: len(self.names)] == self.names


WEALTH = Account(Root.ASSETS, ("Wealth",), "Wealth")
"""Everything a player owns: the Treasury, and the stores of sites that keep books of their own."""

TREASURY = Account(Root.ASSETS, ("Wealth", "Treasury"), "Treasury")


def store_of(site: str) -> Account:
    """The store of a besieged site, which lives on what it makes itself."""
    return Account(Root.ASSETS, ("Wealth", "Besieged", site), f"Store of {site}")
