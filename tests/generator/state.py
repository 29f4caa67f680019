"""A player between two weeks: sites with what stands and what is being built, people, troops, Wealth."""

from __future__ import annotations

from dataclasses import dataclass, field

from orderbook.books.bundle import Bundle

from .kit import TERRAIN, Kit

GARRISONED, ENTRENCHED, ENCAMPED, AMBUSH = "garrisoned", "entrenched", "encamped", "in ambush"


@dataclass(frozen=True, order=True)
class Place:
    """A region: layer and number."""

    layer: str
    number: int

    def __str__(self) -> str:
        return f"{self.layer} {self.number}"


@dataclass
class Project:
    """So many of a structure, ``weeks`` from being finished as this week's post shows it; ``begun`` this week."""

    name: str
    count: int
    weeks: int
    begun: bool = True


@dataclass
class Person:
    """A leader or officer. ``title`` is "", "Commander" or "Captain"; ``unit`` the type he is of."""

    name: str
    unit: str
    title: str = ""


@dataclass
class Site:
    """A Dungeon or Outpost. ``standing`` holds rooms and defences in the order they were finished."""

    name: str
    place: Place
    is_dungeon: bool
    capital: bool = False
    terrain: tuple[str, ...] = ()
    standing: dict[str, int] = field(default_factory=dict)
    projects: list[Project] = field(default_factory=list)
    officer: Person | None = None

    def reserved(self, kit: Kit, name: str) -> int:
        """How many of ``name`` some project will replace."""
        return sum(
            need.count * project.count
            for project in self.projects
            for need in kit.replaced(project.name)
            if name in need.names
        )

    def free(self, kit: Kit, name: str) -> int:
        return self.standing.get(name, 0) - self.reserved(kit, name)

    def coming(self, name: str) -> int:
        return sum(project.count for project in self.projects if project.name == name)

    def rooms(self, kit: Kit) -> int:
        """Rooms that take one of the 50 places; unfinished ones too, unless they will take another's place."""
        coming = [(project.name, project.count) for project in self.projects if not kit.replaced(project.name)]
        return sum(count for name, count in [*self.standing.items(), *coming] if kit.counts_as_room(name))

    def add(self, name: str, count: int) -> None:
        self.standing[name] = self.standing.get(name, 0) + count

    def remove(self, name: str, count: int) -> None:
        self.standing[name] -= count
        if not self.standing[name]:
            del self.standing[name]

    def terrain_income(self, terrain: str) -> Bundle:
        """Crystals give Gold to Dungeons alone."""
        return TERRAIN[terrain] if self.is_dungeon or terrain != "Crystals" else Bundle()


@dataclass
class Stack:
    """Units of one type in one region and state; ``fresh`` of them were recruited this week."""

    unit: str
    count: int
    place: Place
    state: str = GARRISONED
    fresh: int = 0


@dataclass
class Player:
    """``wealth`` is that of the last post; ``packaged`` what the Starting Dungeon came with, in week 1."""

    kit: Kit
    leader: Person
    sites: list[Site]
    wealth: Bundle
    week: int = 1
    stacks: list[Stack] = field(default_factory=list)
    shows_bodies: bool = False
    packaged: dict[str, int] = field(default_factory=dict)
    names: set[str] = field(default_factory=set)

    @property
    def capital(self) -> Site:
        return next(site for site in self.sites if site.capital)

    def site_at(self, place: Place) -> Site | None:
        return next((site for site in self.sites if site.place == place), None)

    def join(self, unit: str, count: int, place: Place, state: str, fresh: int = 0) -> None:
        """Adds units to what of their kind is there already."""
        for stack in self.stacks:
            if (stack.unit, stack.place, stack.state) == (unit, place, state):
                stack.count += count
                stack.fresh += fresh
                return
        self.stacks.append(Stack(unit, count, place, state, fresh))

    def production(self) -> Bundle:
        """What everything that stands yields this week."""
        total = Bundle()
        for site in self.sites:
            for name, count in site.standing.items():
                working = count - (self.packaged.get(name, 0) if site.capital else 0)
                total += self.kit.produces(name) * working
            for terrain in site.terrain:
                total += site.terrain_income(terrain)
        return total

    def paying(self) -> dict[str, int]:
        """Units by type that owe Upkeep this week, in the order of the Armies."""
        owing: dict[str, int] = {}
        for stack in self.stacks:
            if stack.count > stack.fresh:
                owing[stack.unit] = owing.get(stack.unit, 0) + stack.count - stack.fresh
        return owing if self.week > 1 else {}

    def upkeep(self) -> Bundle:
        return sum((self.kit.upkeep(unit) * count for unit, count in self.paying().items()), Bundle())

    def future_upkeep(self) -> Bundle:
        return sum((self.kit.upkeep(stack.unit) * stack.count for stack in self.stacks), Bundle())
