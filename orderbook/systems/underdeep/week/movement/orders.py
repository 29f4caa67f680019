"""What bands are told to do, step by step."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from orderbook.systems.underdeep.world.region import Region


class DeedKind(StrEnum):
    """What is done on the spot, and paid from Speed or free."""

    ENTRENCH = "entrench"
    GARRISON = "garrison"
    AMBUSH = "lay an ambush"
    PICK_POCKETS = "pick pockets"
    SCOUT = "scout"
    FORAGE = "forage"
    FISH = "fish"
    SCAVENGE = "scavenge"
    TUNNEL = "tunnel"
    LAY_CHARGES = "lay charges"
    INVESTIGATE = "investigate"
    ATTACK = "attack"
    ASSAULT = "assault"
    SLIP_IN = "slip in"
    BOARD = "board"
    DISEMBARK = "get off"
    OTHER = "something else"


WITHDRAW = "and withdraw from what is hostile"
"""The target of an investigation whose orders say not to fight what is found (UD-MOV-20)."""


@dataclass(frozen=True, slots=True)
class March:
    """Go to a region: the next one, or one further off by the cheapest way. ``care`` is Speed spent near magma.

    ``straight``: into the next region and by no detour.
    """

    to: Region
    care: int = 0
    straight: bool = False

    def __str__(self) -> str:
        return f"march to {self.to}"


@dataclass(frozen=True, slots=True)
class Teleport:
    """Be in a region without having been between (UD-ABL-TELEPORTER-1).

    With a ``portal`` anybody can who is in that region; it takes 1 Speed, as any step next door (UD-DER-39).
    """

    to: Region
    portal: Region | None = None

    def __str__(self) -> str:
        return f"go through the portal to {self.to}" if self.portal is not None else f"teleport to {self.to}"


@dataclass(frozen=True, slots=True)
class Deed:
    """Something done on the spot. ``at``: only there; where the band does not get there the deed is void.

    ``speed`` is what goes into it, for deeds of which more brings more; ``region`` is the one to be scouted, or to get
    off in; ``target`` a site, a band to board, or the owner to be attacked ("" for any enemy). An ambush may be laid
    for ``purses``: thieves in it pick pockets and strike nobody (UD-ABL-THIEVING-1).
    """

    kind: DeedKind
    speed: int = 0
    at: Region | None = None
    region: Region | None = None
    target: str = ""
    purses: bool = False

    def __str__(self) -> str:
        what = f"of {self.target}" if self.kind is DeedKind.PICK_POCKETS and self.target else self.region or self.target
        what = f"{what} for purses".strip() if self.purses else what
        return f"{self.kind} {what}" if what else str(self.kind)


Step: TypeAlias = March | Teleport | Deed


@dataclass(frozen=True, slots=True)
class Orders:
    """Steps for bands that go together, in each other's pace; who cannot keep up stays behind.

    ``forced``: by Forced March where Speed does not reach. ``hostile`` are owners to be attacked wherever they are
    met, though they are no enemies. ``line`` is the line of the post, for whoever tells of it.
    """

    bands: tuple[str, ...]
    steps: tuple[Step, ...] = ()
    forced: bool = False
    hostile: frozenset[str] = frozenset()
    line: int | None = None
