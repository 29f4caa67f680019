"""The store: a journal that only grows, what was received, and the states after each week."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass

from orderbook.campaign.canonical import Json, canonical_json, chain_hash, digest, parse_json
from orderbook.campaign.database import Database
from orderbook.campaign.event import Event, describe_event, parse_event
from orderbook.campaign.faults import Conflict, StoreError
from orderbook.campaign.schema import classify_body, make_tables, migrate
from orderbook.campaign.steps import Snapshot, Step, describe_step, parse_step


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the journal: canonical JSON, chained by its hash to the line before."""

    seq: int
    step: int
    body: str
    hash: str

    @property
    def value(self) -> Mapping[str, Json]:
        value = parse_json(self.body)
        return value if isinstance(value, dict) else {}


@dataclass(frozen=True, slots=True)
class Head:
    """The last line of the journal."""

    seq: int = 0
    hash: str = ""

    def __str__(self) -> str:
        return f"{self.seq}:{self.hash}"


@dataclass(frozen=True)
class Draft:
    """A step before it is entered: its events in order, what was received, snapshots taken."""

    kind: str
    told: str
    events: tuple[Event, ...] = ()
    blobs: tuple[bytes, ...] = ()
    snapshots: tuple[Snapshot, ...] = ()
    undoes: int | None = None


class Store:
    """An open store. Everything raises ``StoreError`` or ``Conflict`` where it cannot be done."""

    def __init__(self, database: Database, tell: Callable[[str], None] = lambda text: None) -> None:
        self.database = database
        if not database.has_store():
            raise StoreError(
                "there is no campaign in the store: it is empty or of something else; make one with "
                "'orderbook campaign new'"
            )
        migrate(database, tell)

    @classmethod
    def create(cls, database: Database) -> Store:
        """Makes the tables in an empty database. To be called within a change."""
        make_tables(database)
        return cls(database)

    def close(self) -> None:
        self.database.close()

    def look(self) -> AbstractContextManager[None]:
        """What is read inside is of one moment."""
        return self.database.look()

    # -- reading ------------------------------------------------------------------------------------------------

    def head(self) -> Head:
        rows = self.database.rows("SELECT content FROM meta WHERE name = 'head'")
        seq, colon, name = str(rows[0][0]).partition(":") if rows else ("", "", "")
        if not colon or not seq.isdigit():
            raise StoreError("the store does not tell where its journal ends; put back a copy of it")
        return Head(int(seq), name)

    def lines(self, after: int = 0) -> Iterator[Line]:
        """The lines of the journal in order, from the one behind ``after`` on."""
        while rows := self.database.rows(
            "SELECT seq, step, body, hash FROM journal WHERE seq > ? ORDER BY seq LIMIT 5000", (after,)
        ):
            for row in rows:
                yield Line(*row)
            after = rows[-1][0]

    def columns(self, after: int = 0) -> dict[int, tuple[str, int]]:
        """The scope and week that the journal's lines are found by, by line."""
        rows = self.database.rows("SELECT seq, scope, week FROM journal WHERE seq > ?", (after,))
        return {seq: (scope, week) for seq, scope, week in rows}

    def steps(self) -> list[Step]:
        """All steps in order, those that were taken back too."""
        rows = self.database.rows("SELECT body FROM journal WHERE scope = 'step' ORDER BY seq")
        return [parse_step(_part(body, "step")) for (body,) in rows]

    def events(self, scope: str, steps: Iterable[int], week: int | None = None) -> list[Event]:
        """The events of a scope (``campaign`` or ``game``) of these steps, in order; of a week or of all."""
        wanted = set(steps)
        question = "SELECT step, body FROM journal WHERE scope = ?"
        rows = (
            self.database.rows(f"{question} ORDER BY seq", (scope,))
            if week is None
            else self.database.rows(f"{question} AND week = ? ORDER BY seq", (scope, week))
        )
        return [parse_event(_part(body, "event")) for step, body in rows if step in wanted]

    def blob(self, name: str) -> bytes:
        """What was received under a digest."""
        rows = self.database.rows("SELECT content FROM blobs WHERE digest = ?", (name,))
        if not rows:
            raise StoreError(
                f"something that was received ({name[:12]}) is not in the store; 'campaign verify' says more"
            )
        content = rows[0][0]
        return content.encode() if isinstance(content, str) else bytes(content)  # text: somebody put it in by hand

    def blob_names(self) -> list[str]:
        return [str(name) for (name,) in self.database.rows("SELECT digest FROM blobs ORDER BY digest")]

    def snapshot(self, step: int, week: int) -> Snapshot | None:
        """The snapshot of a week that came with a step."""
        rows = self.database.rows("SELECT week, state FROM snapshots WHERE step = ? AND week = ?", (step, week))
        return Snapshot(*rows[0]) if rows else None

    def snapshot_names(self) -> list[tuple[int, int]]:
        """Step and week of every snapshot."""
        return [
            (step, week) for step, week in self.database.rows("SELECT step, week FROM snapshots ORDER BY step, week")
        ]

    # -- writing ------------------------------------------------------------------------------------------------

    def append(self, draft: Draft, seen: Head) -> tuple[Step, Head]:
        """Enters a step behind the line that was the last one when the step was thought out; the new last line.

        Raises ``Conflict`` if it no longer is.
        """
        with self.database.change():
            return self.append_within(draft, seen)

    def append_within(self, draft: Draft, seen: Head) -> tuple[Step, Head]:
        """As ``append``, within a change that is under way."""
        rows = self.database.rows("SELECT step FROM journal WHERE seq = ?", (seen.seq,))
        blobs = {digest(blob): blob for blob in draft.blobs}
        step = Step(
            number=(rows[0][0] if rows else 0) + 1,
            kind=draft.kind,
            told=draft.told,
            undoes=draft.undoes,
            snapshots=tuple((snapshot.week, snapshot.digest) for snapshot in draft.snapshots),
            blobs=tuple(sorted(blobs)),
        )
        values: list[dict[str, Json]] = [{"step": describe_step(step)}]
        values += [{"event": describe_event(event)} for event in draft.events]
        lines: list[Line] = []
        head = seen
        for value in values:
            body = canonical_json(value)
            head = Head(head.seq + 1, chain_hash(head.hash, body))
            lines.append(Line(head.seq, step.number, body, head.hash))
        self._move_head(seen, head)
        self.write_lines(lines)
        self.write_blobs(blobs.values())
        self.write_snapshots((step.number, snapshot) for snapshot in draft.snapshots)
        return step, head

    def _move_head(self, seen: Head, head: Head) -> None:
        moved = self.database.run(
            "UPDATE meta SET content = ? WHERE name = 'head' AND content = ?", (str(head), str(seen))
        )
        if moved != 1:
            raise Conflict(
                "somebody else changed the campaign in the meantime; nothing was done. 'orderbook campaign log' shows "
                "what they did; then try again."
            )

    def write_head(self, head: Head) -> None:
        """Says where the journal ends; for a store that is filled from an export."""
        self._move_head(Head(), head)

    def write_lines(self, lines: Sequence[Line]) -> None:
        self.database.run_many(
            "INSERT INTO journal (seq, step, body, hash, scope, week) VALUES (?, ?, ?, ?, ?, ?)",
            [(line.seq, line.step, line.body, line.hash, *classify_body(line.body)) for line in lines],
        )

    def write_blobs(self, blobs: Iterable[bytes]) -> None:
        """Keeps what was received; what is there already is left."""
        known = set(self.blob_names())
        new = {name: blob for blob in blobs if (name := digest(blob)) not in known}
        self.database.run_many("INSERT INTO blobs (digest, content) VALUES (?, ?)", list(new.items()))

    def write_snapshots(self, snapshots: Iterable[tuple[int, Snapshot]]) -> None:
        self.database.run_many(
            "INSERT INTO snapshots (step, week, state) VALUES (?, ?, ?)",
            [(step, snapshot.week, snapshot.state) for step, snapshot in snapshots],
        )


def _part(body: str, name: str) -> Json:
    value = parse_json(body)
    if not isinstance(value, dict) or name not in value:
        raise StoreError("the journal is damaged: a line is of another kind than it says; 'campaign verify' says more")
    return value[name]


def parse_body_event(line: Line) -> Event | None:
    """The event of a line; None for the line that begins a step."""
    value = line.value
    return parse_event(value["event"]) if "event" in value else None
