"""How a briefing names things: sites, troops, amounts, as the reader knows them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from orderbook.books.bundle import Bundle, render_bundle
from orderbook.campaign.canonical import Json
from orderbook.rulebook.options import Options
from orderbook.rulebook.plurals import pluralise
from orderbook.systems.underdeep.arrears import toll_of
from orderbook.systems.underdeep.week.folds.data import Data, goods
from orderbook.systems.underdeep.week.state import GameState, Group, Site, Trade, Unpaid


@dataclass(frozen=True)
class Words:
    """The names of things, before and after a week. ``reader`` is None for the game master, who may know them all.

    ``groups`` and ``trades`` are those that came up within the week, which neither state may hold any more; ``plurals``
    are those the rules have for names that go their own way; ``own_steps`` are the steps the reader's own units took.
    """

    before: GameState
    after: GameState
    reader: str | None = None
    options: Options = field(default_factory=Options)
    groups: Mapping[str, Group] = field(default_factory=dict)
    trades: Mapping[str, Trade] = field(default_factory=dict)
    plurals: Mapping[str, str] = field(default_factory=dict)
    own_steps: frozenset[tuple[Json, Json]] = frozenset()

    def number(self, count: int, name: str) -> str:
        """``3 Snares``, ``1 Snare``, ``7 Succubi``."""
        return f"{count} {name if count == 1 else self.plurals.get(name) or pluralise(name)}"

    def structures(self, data: Data) -> str:
        """So many of a structure, by ``count`` and ``name``."""
        return self.number(_whole(data.get("count", 1)), str(data.get("name", "")))

    def find_group(self, name: str) -> Group | None:
        """A group by its id, as it is now, else as it was."""
        return self.after.groups.get(name) or self.groups.get(name) or self.before.groups.get(name)

    def find_trade(self, name: str) -> Trade | None:
        return self.before.trades.get(name) or self.trades.get(name) or self.after.trades.get(name)

    def find_site(self, name: str) -> Site | None:
        return self.after.sites.get(name) or self.before.sites.get(name)

    def site(self, data: Data, key: str = "site") -> str:
        """A site with its region, from the data or by its id; a name nobody knows stays as it is."""
        value = data.get(key)
        if isinstance(value, dict):
            region = value.get("region")
            return f"{value.get('name', '')} ({region})" if region else str(value.get("name", ""))
        found = self.find_site(str(value))
        return str(found) if found is not None else str(value or "a site")

    def troops(self, data: Data) -> str:
        """``5 Kobold Slingers``: of a group in the data, or by unit and count."""
        value = data.get("group")
        table: Mapping[str, Json] = value if isinstance(value, dict) else data
        if table.get("person"):
            same = table["person"] == table.get("unit")
            return str(table["person"]) if same else f"{table['person']} ({table.get('unit', '')})"
        return self.number(_whole(table.get("count", 1)), str(table.get("unit", "")))

    def band(self, name: Json, count: Json = None) -> str:
        """A group by its id: the reader's own by type and number, anybody else's by whose they are.

        ``count`` is how many they were then, where that is known.
        """
        found = self.find_group(str(name))
        if found is None:
            return "units"
        if self.reader not in (None, found.owner):
            return f"units of {found.owner}" if found.owner else "wandering monsters"
        return found.person or self.number(count if isinstance(count, int) else found.count, found.unit)

    def doing(self, name: Json, one: str, many: str) -> str:
        """A group with its verb: ``1 Succubus has``, ``7 Succubi have``."""
        found, told = self.find_group(str(name)), self.band(name)
        alone = found is not None and found.count == 1 and self.reader in (None, found.owner)
        return f"{told} {one if alone else many}"

    def bands(self, names: Json, numbers: Json = None) -> str:
        """Several groups by their ids, with how many each was then; each of the others' owners once."""
        then = numbers if isinstance(numbers, dict) else {}
        return join(dict.fromkeys(self.band(name, then.get(str(name))) for name in items(names))) or "units"

    def debts(self, group: Group) -> str:
        """What members of a group are owed, and what it does to them (UD-UPK-03 to UD-UPK-07)."""
        return "; ".join(self._debt(group, part) for part in group.unpaid)

    def _debt(self, group: Group, part: Unpaid) -> str:
        toll = toll_of(part.arrears, self.options)
        figures = (("Morale", toll.morale), ("Attack", toll.attack), ("Health", toll.health))
        suffered = [f"{figure} {name}" for name, figure in figures if figure]
        one = part.count == 1
        if not part.debt:
            told = f"{self.number(part.count, group.unit)} {'was' if one else 'were'} robbed of their pay"
            return f"{told} and {'fights' if one else 'fight'} at {join(suffered)}" if suffered else told
        debt = render_bundle(part.debt * part.count)
        told = f"{self.number(part.count, group.unit)} {'is' if one else 'are'} owed {debt}"
        return f"{told} and {'fights' if one else 'fight'} at {join(suffered)}" if suffered else told


def signed_sum(data: Data) -> str:
    """``+60 Food, -5 Gold``: the ``amounts``."""
    return render_bundle(goods(data), signed=True)


def price(data: Data) -> str:
    """What was paid, without signs; ``nothing`` for nothing."""
    paid = -goods(data)
    return render_bundle(paid) if paid else "nothing"


def items(value: Json) -> list[Json]:
    """A list as it is, anything else as none."""
    return value if isinstance(value, list) else []


def join(parts: Iterable[object]) -> str:
    """``a, b and c``."""
    texts = [str(part) for part in parts]
    return f"{', '.join(texts[:-1])} and {texts[-1]}" if len(texts) > 1 else "".join(texts)


def goods_of(value: Bundle) -> str:
    return render_bundle(value) if value else "nothing"


def _whole(value: Json) -> int:
    return int(str(value))
