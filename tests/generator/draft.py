"""A post on its way to being a case: the sheet, its look, and the mistakes put into it so far."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from random import Random

from orderbook.books.bundle import Bundle

from .kit import Kit
from .looks import Look
from .page import Page
from .sheet import Due, Force, Sheet, Work

PREVIOUS, FIRST, OPENING, NONE = "previous", "first", "opening", "none"


@dataclass
class Mistake:
    """A report that is due. It may stand on any row that holds one of ``keys``, or anywhere if there are none."""

    check: str
    keys: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    optional: bool = False


@dataclass
class Draft:
    """``claimed`` holds what a mistake has touched, so that no other one touches it."""

    sheet: Sheet
    look: Look
    rng: Random
    mode: str
    allowance: int = 2
    previous: Sheet | None = None
    shows_bodies: bool = False
    page: Page = field(default_factory=Page)
    mistakes: list[Mistake] = field(default_factory=list)
    claimed: set[tuple[object, ...]] = field(default_factory=set)
    absent: set[str] = field(default_factory=set)
    doubled: set[str] = field(default_factory=set)
    extra: tuple[str, str] | None = None
    has_ledger: bool = True
    faultless: Bundle = field(default_factory=Bundle)  # the Wealth there would be without any slip

    def __post_init__(self) -> None:
        self.faultless = self.sheet.closing()

    @property
    def kit(self) -> Kit:
        return self.sheet.kit

    def is_free(self, *things: tuple[object, ...]) -> bool:
        return not any(thing in self.claimed for thing in things)

    def claim(self, *things: tuple[object, ...]) -> None:
        self.claimed.update(things)

    def tell(self, check: str, *keys: str, also: Iterable[str] = (), optional: bool = False) -> bool:
        """Notes the report that is due, and gives True: the slip was made."""
        self.mistakes.append(Mistake(check, keys, tuple(also), optional))
        return True

    def pick(self, options: Iterable[object]) -> object | None:
        choices = list(options)
        return self.rng.choice(choices) if choices else None

    # -- what slips ask -----------------------------------------------------------------

    def can_pay(self, cost: Bundle) -> bool:
        """Whether another expense leaves every balance at or above zero, with something to spare."""
        left = self.sheet.closing() - cost
        return all(left[name] >= 0 for name in left)

    def works_at(self, site: int) -> list[Work]:
        return [work for work in self.sheet.works if work.site == site]

    def coming(self, site: int, name: str) -> int:
        return sum(work.count for work in self.works_at(site) if work.name == name)

    def due_of(self, unit: str) -> Due | None:
        return next((due for due in self.sheet.dues if due.unit == unit and not due.person), None)

    def forces_of(self, unit: str) -> list[Force]:
        return [force for force in self.sheet.forces if force.unit == unit and not force.person]

    def standing(self, site: int) -> dict[str, int]:
        return self.sheet.structures_of(site)

    def is_needed(self, site: int, name: str) -> bool:
        """Whether something begun or recruited this week at the site, or on its way there, rests on a structure."""
        kit = self.kit
        if any(name in need.names for work in self.works_at(site) for need in kit.structures[work.name].requires):
            return True
        return any(
            name in need.names
            for raised in self.sheet.raised
            if raised.site == site
            for need in kit.units[raised.unit].requires
        )

    def site_block(self, tab: str, site: int) -> tuple[str, ...]:
        """Rows where the lack of something at a site may be told: the tab's own rows and the site's block."""
        return (f"tab {tab}", f"end {tab}", f"total {tab}", f"in {tab} {site}")


Slip = Callable[[Draft], bool]


def change_figure(number: int, rng: Random) -> int:
    """Another positive number that could be a slip of the pen for this one."""
    digits = str(number)
    options = {number + step for step in (1, -1, 5, -5, 10, -10)}
    if len(set(digits)) > 1:
        options |= {int(digits[:at] + digits[at + 1] + digits[at] + digits[at + 2 :]) for at in range(len(digits) - 1)}
    good = sorted(option for option in options if option > 0 and option != number)
    return rng.choice(good)


def change_one(bundle: Bundle, rng: Random, *, more: bool = False) -> Bundle:
    """The bundle with one amount changed; ``more`` makes it larger."""
    name = rng.choice(list(bundle))
    amount = bundle[name]
    changed = amount + rng.choice([5, 10, 50]) if more else change_figure(abs(amount), rng)
    return Bundle({**bundle, name: changed})
