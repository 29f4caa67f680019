"""What a post says, before anybody decides how to write it: entries of every tab, each with a key.

A slip changes entries; the key then tells on which lines of the written post the entry came to stand.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import count

from orderbook.books.bundle import Bundle

from .kit import Kit
from .state import GARRISONED, Person, Place, Player, Site
from .turn import Deal, Message, Order, Turn

TABS = (
    "Flavour Text", "Messages", "Production", "Upkeep", "Construction", "Recruitment", "Wealth",
    "Dungeons and Outposts", "Armies", "Characters", "Trade", "Orders",
)  # fmt: skip
RESOURCES = ("Gold", "Metal", "Food", "Bodies")
STAT_LABELS = (
    "Ranged Attack", "Ranged Damage", "Melee Attack", "Melee Damage", "Defence", "Health", "Speed", "Morale",
)  # fmt: skip
OFFICER_BONUS = {"Commander": (2, 10), "Captain": (1, 5)}
SIGNED = ("Ranged Attack", "Melee Attack", "Morale")


@dataclass
class Entry:
    """Something a line of the post says. ``garbled`` swaps a word of its name, ``unreadable`` spoils an amount."""

    key: str = ""
    garbled: tuple[str, str] | None = field(
        default=None, kw_only=True
    )  # a word of the name, and what stands there instead
    unreadable: str = field(default="", kw_only=True)  # "O", "l" or "??"


@dataclass
class Yield(Entry):
    site: int = 0
    name: str = ""
    count: int = 1
    amounts: Bundle = field(default_factory=Bundle)


@dataclass
class Due(Entry):
    """Upkeep. ``person`` where it is charged for an officer or leader."""

    unit: str = ""
    count: int = 1
    amounts: Bundle = field(default_factory=Bundle)
    person: str = ""


@dataclass
class Work(Entry):
    """A project; ``cost`` is None under Under Construction, ``weeks`` 0 for what is complete in week 1."""

    site: int = 0
    name: str = ""
    count: int = 1
    cost: Bundle | None = None
    weeks: int = 1


@dataclass
class Raised(Entry):
    site: int = 0
    unit: str = ""
    count: int = 1
    cost: Bundle = field(default_factory=Bundle)


@dataclass
class Total(Entry):
    """A resource in the Wealth tab: last week's amount, the flows by tab, and the amount stated.

    ``terms`` is what a written-out sum shows; it equals the flows unless a slip says otherwise.
    """

    resource: str = "Gold"
    opening: int | None = None
    flows: dict[str, int] = field(default_factory=dict)
    stated: int = 0
    terms: list[int] | None = None
    writer: object = None  # a look's total writer, where this line is written in a way of its own


@dataclass
class Standing(Entry):
    site: int = 0
    name: str = ""
    count: int = 1


@dataclass
class Force(Entry):
    """A line of the Armies: units, or a ``person``. ``fresh`` of them were recruited this week."""

    unit: str = ""
    count: int = 1
    place: Place = field(default_factory=lambda: Place("", 0))
    site: int | None = None
    state: str = GARRISONED
    person: Person | None = None
    fresh: int = 0


@dataclass
class Block(Entry):
    """A character: label and figure by line."""

    person: Person = field(default_factory=lambda: Person("", ""))
    stats: dict[str, str] = field(default_factory=dict)


@dataclass
class Bargain(Entry):
    deal: Deal = field(default_factory=lambda: Deal("", Bundle()))


@dataclass
class Command(Entry):
    order: Order = field(default_factory=Order)


@dataclass
class Letter(Entry):
    message: Message = field(default_factory=lambda: Message("", ""))


@dataclass
class Sheet:
    """All tabs of one week's post of one player, with what a reader may know of the player beside it."""

    kit: Kit
    week: int
    leader: Person
    sites: list[Site]
    yields: list[Yield] = field(default_factory=list)
    dues: list[Due] = field(default_factory=list)
    works: list[Work] = field(default_factory=list)
    raised: list[Raised] = field(default_factory=list)
    totals: list[Total] = field(default_factory=list)
    standings: list[Standing] = field(default_factory=list)
    forces: list[Force] = field(default_factory=list)
    blocks: list[Block] = field(default_factory=list)
    bargains: list[Bargain] = field(default_factory=list)
    commands: list[Command] = field(default_factory=list)
    letters: list[Letter] = field(default_factory=list)
    flavour_title: str = ""
    flavour: list[str] = field(default_factory=list)
    opening: Bundle | None = None
    first_turn: bool = False
    stray: dict[str, str] = field(default_factory=dict)  # key of an entry -> a line nobody can read, after it
    wrong_totals: dict[str, Bundle] = field(default_factory=dict)  # what a slip adds to the total of a tab
    _keys: count[int] = field(default_factory=lambda: count(1))

    def new_key(self) -> str:
        return f"entry {next(self._keys)}"

    # -- the ledger ---------------------------------------------------------------

    def flows(self) -> dict[str, Bundle]:
        """The week's postings by tab, from the lines as written."""
        nothing = Bundle()
        return {
            "production": sum((entry.amounts for entry in self.yields), nothing),
            "upkeep": -sum((entry.amounts for entry in self.dues), nothing),
            "construction": -sum((entry.cost for entry in self.works if entry.cost is not None), nothing),
            "recruitment": -sum((entry.cost for entry in self.raised), nothing),
            "trade": sum((entry.deal.amounts for entry in self.bargains), nothing),
        }

    def closing(self) -> Bundle:
        """Opening balance and all flows together; without an opening, the week's net flow."""
        return sum(self.flows().values(), self.opening or Bundle())

    def add_up(self, *, shows_bodies: bool) -> None:
        """Writes the Wealth tab anew from the lines."""
        flows, closing = self.flows(), self.closing()
        keys = {total.resource: total.key for total in self.totals}
        self.totals = []
        for resource in RESOURCES:
            if resource == "Bodies" and not (shows_bodies or closing["Bodies"]):
                continue
            shown = {tab: amounts[resource] for tab, amounts in flows.items() if amounts[resource]}
            opening = self.opening[resource] if self.opening is not None else None
            key = keys.get(resource) or self.new_key()
            self.totals.append(Total(key, resource, opening, shown, closing[resource]))

    def structures_of(self, site: int) -> dict[str, int]:
        found: dict[str, int] = {}
        for entry in self.standings:
            if entry.site == site:
                found[entry.name] = found.get(entry.name, 0) + entry.count
        return found


def officer_stats(kit: Kit, person: Person) -> dict[str, str]:
    """A character's figures by label: the unit's, raised by the officer's bonus."""
    unit = kit.units[person.unit]
    small, health = OFFICER_BONUS.get(person.title, (0, 0))
    stats = {}
    for label in STAT_LABELS:
        figure = unit.stats.get(label.lower().replace(" ", "_"))
        if figure is None:
            continue
        number, _, kind = str(figure).partition(" ")
        value = int(number) + (health if label == "Health" else 0 if label == "Speed" else small)
        stats[label] = (f"{value:+d}" if label in SIGNED else str(value)) + (f" {kind}" if kind else "")
    abilities = [*unit.abilities, *(["Leadership"] if person.title else [])]
    stats["Special Abilities"] = ", ".join(abilities) or "-"
    return stats


def write_sheet(player: Player, turn: Turn, opening: Bundle | None) -> Sheet:
    """The correct post of this week, after ``decide`` and before ``end_week``. ``opening`` is last week's Wealth."""
    kit = player.kit
    sheet = Sheet(kit, player.week, player.leader, player.sites, opening=opening, first_turn=player.week == 1)
    sheet.flavour_title, sheet.flavour = turn.flavour_title, list(turn.flavour)
    for number, site in enumerate(player.sites):
        _write_site(sheet, player, number, site)
    for unit, owing in player.paying().items():
        sheet.dues.append(Due(sheet.new_key(), unit, owing, kit.upkeep(unit) * owing))
    for build in turn.builds:
        sheet.works.append(Work(sheet.new_key(), build.site, build.name, build.count, build.cost, build.weeks))
    for raised in turn.recruits:
        sheet.raised.append(Raised(sheet.new_key(), raised.site, raised.unit, raised.count, raised.cost))
    _write_forces(sheet, player)
    for person in [player.leader, *(site.officer for site in player.sites if site.officer)]:
        sheet.blocks.append(Block(sheet.new_key(), person, officer_stats(kit, person)))
    sheet.bargains = [Bargain(sheet.new_key(), deal) for deal in turn.deals]
    sheet.commands = [Command(sheet.new_key(), order) for order in turn.orders]
    sheet.letters = [Letter(sheet.new_key(), message) for message in turn.messages]
    sheet.add_up(shows_bodies=player.shows_bodies)
    return sheet


def _write_site(sheet: Sheet, player: Player, number: int, site: Site) -> None:
    kit = player.kit
    for name, owned in site.standing.items():
        working = owned - (player.packaged.get(name, 0) if site.capital else 0)
        if kit.produces(name) and working > 0:
            amounts = kit.produces(name) * working
            sheet.yields.append(Yield(sheet.new_key(), number, name, working, amounts))
    for terrain in site.terrain:
        if site.terrain_income(terrain):
            sheet.yields.append(Yield(sheet.new_key(), number, terrain, 1, site.terrain_income(terrain)))
    for project in site.projects:
        if not project.begun:
            sheet.works.append(Work(sheet.new_key(), number, project.name, project.count, None, project.weeks))
    for wanted in (True, False):  # rooms first
        for name, owned in site.standing.items():
            if kit.is_room(name) is wanted:
                sheet.standings.append(Standing(sheet.new_key(), number, name, owned))


def _write_forces(sheet: Sheet, player: Player) -> None:
    def add_person(person: Person, number: int) -> None:
        place = player.sites[number].place
        sheet.forces.append(Force(sheet.new_key(), person.unit, 1, place, number, GARRISONED, person))

    for number, site in enumerate(player.sites):
        if site.capital:
            add_person(player.leader, number)
        if site.officer:
            add_person(site.officer, number)
        for inside in (True, False):
            for stack in player.stacks:
                if stack.place == site.place and (stack.state == GARRISONED) is inside:
                    sheet.forces.append(
                        Force(
                            sheet.new_key(), stack.unit, stack.count, stack.place, number, stack.state,
                            None, stack.fresh,
                        )
                    )  # fmt: skip
    fields: dict[Place, None] = {stack.place: None for stack in player.stacks if not player.site_at(stack.place)}
    for place in fields:
        for stack in player.stacks:
            if stack.place == place:
                sheet.forces.append(
                    Force(
                        sheet.new_key(), stack.unit, stack.count, stack.place, None, stack.state, None,
                        stack.fresh,
                    )
                )  # fmt: skip
