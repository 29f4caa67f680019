"""Sentences for orders. Each form gets the units, the steps and the look, and gives one row or several."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .looks import Look
from .sheet import Command, Sheet
from .state import Place
from .turn import Order, Step

if TYPE_CHECKING:
    from .writing import Writer

FORCED = " by Forced March"


@dataclass
class Speech:
    """An order with its parts in words: ``who`` "10 Kobold Slingers", ``here`` "Lowerdeep 62"."""

    look: Look
    sheet: Sheet
    order: Order
    who: str
    here: str
    many: bool

    def region(self, place: Place | None) -> str:
        return self.look.place(place) if place else ""

    def site(self, place: Place | None) -> str:
        """The site in a region, named as in the rest of the post."""
        at = place or self.order.place
        for site in self.sheet.sites:
            if site.place == at:
                return self.look.named_place(site.name, site.place)
        return self.region(at)

    def target(self) -> Place | None:
        """Where the units are once they have moved."""
        moved = [step.place for step in self.order.steps if step.kind in ("move", "march")]
        return moved[-1] if moved else self.order.place

    def bare(self, step: Step, *, there: bool = False) -> str:
        """A step as a bare verb phrase: ``move to Lowerdeep 9``, ``garrison Toll Outpost (Lowerdeep 9)``."""
        match step.kind:
            case "move":
                return f"move to {self.region(step.place)}"
            case "march":
                return f"move to {self.region(step.place)}{FORCED}"
            case "scout":
                return f"scout {self.region(step.place)}"
            case "garrison":
                return "garrison there" if there else f"garrison {self.site(self.target())}"
            case "ambush":
                return "set up an ambush"
            case "tunnel":
                return "dig a tunnel"
        return step.kind

    def doing(self, step: Step) -> str:
        """The same as a gerund: ``moving to Lowerdeep 9``."""
        verb, _, rest = self.bare(step).partition(" ")
        return {
            "move": "moving", "scout": "scouting", "garrison": "garrisoning", "set": "setting", "dig": "digging",
            "entrench": "entrenching", "forage": "foraging", "fish": "fishing",
        }[verb] + (f" {rest}" if rest else "")  # fmt: skip

    def done(self, step: Step) -> str:
        """The same as a passive participle, or an active future where there is none."""
        match step.kind:
            case "move" | "march":
                return f"will be moved to {self.region(step.place)}{FORCED if step.kind == 'march' else ''}"
            case "scout":
                return f"will scout {self.region(step.place)}"
            case "garrison":
                return f"will be garrisoned at {self.site(self.target())}"
            case "ambush":
                return "will set up an ambush"
            case "tunnel":
                return "will dig a tunnel"
        return f"will {step.kind}"

    @property
    def walks(self) -> bool:
        return self.order.steps[0].kind in ("move", "march")


def spend(s: Speech) -> list[str]:
    """Spend 1 Speed to move 2 Brigands from A to B and spend 1 Speed to entrench."""
    first, *rest = s.order.steps
    if s.walks:
        forced = FORCED if first.kind == "march" else ""
        text = f"Spend {first.speed} Speed to move {s.who} from {s.here} to {s.region(first.place)}{forced}"
    else:
        text = f"Spend {first.speed} Speed to have {s.who} at {s.here} {s.bare(first)}"
    return [text + "".join(f" and spend {step.speed} Speed to {s.bare(step)}" for step in rest) + "."]


def colon_list(s: Speech) -> list[str]:
    """2 Brigands (A): move to B (1 Speed), entrench (1 Speed)"""
    steps = ", ".join(f"{s.bare(step)} ({step.speed} Speed)" for step in s.order.steps)
    return [f"{s.who} ({s.here}){s.look.colon}{steps}"]


def place_first(s: Speech) -> list[str]:
    """A - 2 Brigands move to B [1 Speed], then entrench [1 Speed]."""
    steps = ", then ".join(f"{s.bare(step)} [{step.speed} Speed]" for step in s.order.steps)
    return [f"{s.here} - {s.who} {steps}."]


def are_to(s: Speech) -> list[str]:
    """The 2 Brigands in A are to move to B for 1 Speed and entrench for 1 Speed."""
    steps = " and ".join(f"{s.bare(step)} for {step.speed} Speed" for step in s.order.steps)
    return [f"The {s.who} in {s.here} are to {steps}."]


def spend_moving(s: Speech) -> list[str]:
    """Spend 1 Speed moving 2 Brigands from A to B, then 1 Speed entrenching."""
    first, *rest = s.order.steps
    if s.walks:
        forced = FORCED if first.kind == "march" else ""
        text = f"Spend {first.speed} Speed moving {s.who} from {s.here} to {s.region(first.place)}{forced}"
    else:
        text = f"{s.who} at {s.here} spend {first.speed} Speed {s.doing(first)}"
    return [text + "".join(f", then {step.speed} Speed {s.doing(step)}" for step in rest) + "."]


def move_the(s: Speech) -> list[str]:
    """Move the 2 Brigands from A to B (1 Speed) and garrison there (1)."""
    first, *rest = s.order.steps
    if s.walks:
        forced = FORCED if first.kind == "march" else ""
        text = f"Move the {s.who} from {s.here} to {s.region(first.place)}{forced} ({first.speed} Speed)"
    else:
        text = f"Have the {s.who} from {s.here} {s.bare(first)} ({first.speed} Speed)"
    return [text + "".join(f" and {s.bare(step, there=s.walks)} ({step.speed})" for step in rest) + "."]


def passive(s: Speech) -> list[str]:
    """2 Brigands at A will be moved to B (1 Speed) and will entrench (1 Speed)."""
    steps = " and ".join(f"{s.done(step)} ({step.speed} Speed)" for step in s.order.steps)
    return [f"{s.who} at {s.here} {steps}."]


def semicolons(s: Speech) -> list[str]:
    """2 Brigands, A: move to B, 1 Speed; entrench, 1 Speed"""
    steps = "; ".join(f"{s.bare(step)}, {step.speed} Speed" for step in s.order.steps)
    return [f"{s.who}, {s.here}: {steps}"]


def numbered_steps(s: Speech) -> list[str]:
    """2 Brigands at A: / 1. Move to B (1 Speed) / 2. Entrench (1 Speed)"""
    rows = [f"{s.who} at {s.here}:"]
    for number, step in enumerate(s.order.steps, 1):
        words = s.bare(step)
        rows.append(f"{number}. {words[0].upper()}{words[1:]} ({step.speed} Speed)")
    return rows


def arrows(s: Speech) -> list[str]:
    """2 Brigands: A -> B (1 Speed), entrench (1 Speed)"""
    first, *rest = s.order.steps
    if not s.walks:
        return colon_list(s)
    forced = FORCED if first.kind == "march" else ""
    text = f"{s.who}: {s.here} -> {s.region(first.place)}{forced} ({first.speed} Speed)"
    return [text + "".join(f", {s.bare(step)} ({step.speed} Speed)" for step in rest)]


def send(s: Speech) -> list[str]:
    """From A, send 2 Brigands to B for 1 Speed; they then entrench for 1 Speed."""
    first, *rest = s.order.steps
    tail = "".join(f"; they then {s.bare(step)} for {step.speed} Speed" for step in rest) + "."
    if s.walks:
        forced = FORCED if first.kind == "march" else ""
        return [f"From {s.here}, send {s.who} to {s.region(first.place)}{forced} for {first.speed} Speed{tail}"]
    return [f"From {s.here}, {s.who} {s.bare(first)} for {first.speed} Speed{tail}"]


def speed_first(s: Speech) -> list[str]:
    """[1 Speed] 2 Brigands move from A to B. [1 Speed] They entrench."""
    first, *rest = s.order.steps
    if s.walks:
        forced = FORCED if first.kind == "march" else ""
        text = f"[{first.speed} Speed] {s.who} move from {s.here} to {s.region(first.place)}{forced}."
    else:
        text = f"[{first.speed} Speed] {s.who} at {s.here} {s.bare(first)}."
    return [text + "".join(f" [{step.speed} Speed] They {s.bare(step)}." for step in rest)]


def by_spending(s: Speech) -> list[str]:
    """2 Brigands move from A to B by spending 1 Speed, after which they spend 1 Speed to entrench."""
    first, *rest = s.order.steps
    if s.walks:
        forced = FORCED if first.kind == "march" else ""
        text = f"{s.who} move from {s.here} to {s.region(first.place)}{forced} by spending {first.speed} Speed"
    else:
        text = f"{s.who} in {s.here} {s.bare(first)} by spending {first.speed} Speed"
    return [text + "".join(f", after which they spend {step.speed} Speed to {s.bare(step)}" for step in rest) + "."]


OrderForm = Callable[[Speech], list[str]]
SAMPLE_FORMS: tuple[OrderForm, ...] = (spend, colon_list, place_first, are_to)
OTHER_FORMS: tuple[OrderForm, ...] = (
    spend_moving, move_the, passive, semicolons, numbered_steps, arrows, send, speed_first, by_spending,
)  # fmt: skip


def write_command(writer: Writer, command: Command) -> list[str]:
    """The rows of one order."""
    look, sheet, order = writer.look, writer.sheet, command.order
    if order.words:
        return [order.words]
    if order.scry:
        room = next(entry.name for entry in sheet.kit.structures.values() if entry.headquarters)
        region = look.place(order.steps[0].place) if order.steps[0].place else ""
        return [f"{sheet.leader.name} uses the {room} to cast Scry on {region}."]
    who = (look.command_noun or look.noun)(look.shorten(order.unit), order.count, True)
    here = look.place(order.place) if order.place else ""
    form = look.command or colon_list
    return form(Speech(look, sheet, order, who, here, order.count != 1))
