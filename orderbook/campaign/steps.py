"""Steps: what one command did to a campaign, told in the first line of its part of the journal."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from orderbook.campaign.canonical import Json, NotCanonical, digest

UNDO = "undo"


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The state at the end of a week (0: before the first), as canonical JSON."""

    week: int
    state: str

    @property
    def digest(self) -> str:
        return digest(self.state.encode())


@dataclass(frozen=True, slots=True)
class Step:
    """A step of the log. ``kind`` is the command's name, ``told`` says in words what it did.

    ``undoes`` is the number of the step that an undo takes back. ``snapshots`` lists week and digest of each
    snapshot that came with it, ``blobs`` the digests of what was received with it.
    """

    number: int
    kind: str
    told: str
    undoes: int | None = None
    snapshots: tuple[tuple[int, str], ...] = ()
    blobs: tuple[str, ...] = ()


def describe_step(step: Step) -> dict[str, Json]:
    """The step as JSON values."""
    described: dict[str, Json] = {"number": step.number, "kind": step.kind, "told": step.told}
    if step.undoes is not None:
        described["undoes"] = step.undoes
    if step.snapshots:
        described["snapshots"] = [{"week": week, "digest": name} for week, name in step.snapshots]
    if step.blobs:
        described["blobs"] = list(step.blobs)
    return described


def parse_step(value: Json) -> Step:
    """The step that JSON values stand for. Raises ``NotCanonical`` for values that are none."""
    match value:
        case {"number": int(number), "kind": str(kind), "told": str(told), **more}:
            undoes, snapshots, blobs = more.get("undoes"), more.get("snapshots", []), more.get("blobs", [])
            if (undoes is None or isinstance(undoes, int)) and isinstance(snapshots, list) and isinstance(blobs, list):
                return Step(
                    number,
                    kind,
                    told,
                    undoes,
                    tuple(_parse_snapshot(snapshot) for snapshot in snapshots),
                    tuple(str(blob) for blob in blobs),
                )
    raise NotCanonical("a line of the journal that should begin a step does not")


def _parse_snapshot(value: Json) -> tuple[int, str]:
    match value:
        case {"week": int(week), "digest": str(name)}:
            return week, name
    raise NotCanonical("a step of the journal tells of a snapshot that is none")


def live_steps(steps: Iterable[Step]) -> list[Step]:
    """The steps that count: neither taken back nor taking back."""
    listed = list(steps)
    undone = {step.undoes for step in listed}
    return [step for step in listed if step.undoes is None and step.number not in undone]
