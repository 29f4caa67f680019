"""A campaign as text files: sorted, the same for the same campaign, made to be kept in git; and back again.

``journal/`` has a file for each step, ``posts/``, ``pages/`` and ``files/`` what was received, byte by byte,
``snapshots/`` the states. A step adds files and changes none but ``campaign.json``, which says where the journal ends.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from orderbook.campaign.canonical import Json, canonical_json, digest, parse_json
from orderbook.campaign.event import Event
from orderbook.campaign.faults import CampaignError, StoreError
from orderbook.campaign.folder import create_store
from orderbook.campaign.steps import Snapshot, Step
from orderbook.campaign.store import Head, Line, Store, parse_body_event
from orderbook.campaign.verify import verify_store
from orderbook.campaign.watch import Watch, unwatched

FORMAT = 1
INDEX = "campaign.json"
_BLOB_FOLDERS = ("files", "pages", "posts")
_FOLDERS = (*_BLOB_FOLDERS, "journal", "snapshots")
_ATTRIBUTES = b"# These files are compared byte by byte: git must not change their line ends.\n* -text\n"
_DIGITS = 12
_PLAIN = re.compile(r"[^a-z0-9]+")


def export_store(store: Store, folder: Path, watch: Watch = unwatched) -> int:
    """Writes a campaign into a folder, over an earlier export of it; how many files changed.

    ``watch`` hears how far it has come. Raises ``CampaignError`` for a folder that holds something else, or that
    cannot be written.
    """
    with store.look():
        files = dict(_list_files(store, watch))
    _expect_own(folder, files)
    changed = 0
    try:
        for number, (name, data) in enumerate(files.items(), 1):
            watch("writing files", number, len(files))
            path = folder / name
            if not path.exists() or path.read_bytes() != data:
                path.parent.mkdir(parents=True, exist_ok=True)
                unfinished = path.with_name(f".{path.name}.unfinished")
                unfinished.write_bytes(data)
                unfinished.replace(path)
                changed += 1
    except OSError as error:
        raise StoreError(f"cannot write {error.filename or folder}: {error.strerror or error}") from error
    return changed


def _expect_own(folder: Path, files: dict[str, bytes]) -> None:
    """A folder may hold an earlier export of the same campaign, or none at all."""
    first = next(name for name in files if name.startswith("journal/"))
    found = folder / first
    if (folder / INDEX).exists() and found.exists() and found.read_bytes() == files[first]:
        return
    taken = [name for name in (INDEX, *_FOLDERS) if (folder / name).exists()]
    if taken:
        raise CampaignError(
            f"{folder / taken[0]} is there already and is of no earlier export of this campaign; choose another folder"
        )


def _list_files(store: Store, watch: Watch) -> Iterator[tuple[str, bytes]]:
    """Name and bytes of every file; the one that says where the journal ends comes last."""
    head = store.head()
    yield ".gitattributes", _ATTRIBUTES
    lines = list(store.lines())
    steps = store.steps()
    by_step: dict[int, list[Line]] = {}
    for line in lines:
        by_step.setdefault(line.step, []).append(line)
    for done, step in enumerate(steps):
        watch("reading the journal", done, len(steps))
        own = by_step.get(step.number, [])
        yield f"journal/{step.number:04}-{_plain(step.kind)}.jsonl", "".join(map(_write_line, own)).encode()
    watch("reading the journal", len(steps), len(steps))
    names = _name_blobs(lines, steps)
    for name in store.blob_names():
        yield names.get(name, f"files/{name[:_DIGITS]}"), store.blob(name)
    for number, week in store.snapshot_names():
        snapshot = store.snapshot(number, week)
        if snapshot is not None:
            text = json.dumps(parse_json(snapshot.state), sort_keys=True, indent=1, ensure_ascii=True) + "\n"
            yield f"snapshots/week-{week:03}-step-{number:04}.json", text.encode()
    index = {"format": FORMAT, "head": {"hash": head.hash, "line": head.seq}}
    yield INDEX, (json.dumps(index, sort_keys=True, indent=1) + "\n").encode()


def _write_line(line: Line) -> str:
    if canonical_json(line.value) != line.body:
        raise StoreError("the journal is damaged and cannot be exported; 'orderbook campaign verify' says more")
    return canonical_json({"body": dict(line.value), "hash": line.hash, "seq": line.seq}) + "\n"


def _name_blobs(lines: list[Line], steps: list[Step]) -> dict[str, str]:
    """A name for everything received, after what the journal first says of it."""
    names: dict[str, str] = {}
    for event in filter(None, map(parse_body_event, lines)):
        for name, path in _list_mentions(event):
            names.setdefault(name, path)
    for step in steps:
        for name in step.blobs:
            names.setdefault(name, f"files/{name[:_DIGITS]}")
    return names


def _list_mentions(event: Event) -> Iterator[tuple[str, str]]:
    data = event.data
    if event.kind in ("post-taken", "post-offered"):
        text, page = str(data["text"]), str(data["page"])
        yield text, f"posts/week-{event.week:03}/{_plain(str(data['player']))}-{text[:_DIGITS]}.txt"
        name = PurePosixPath(str(data["file"]).replace("\\", "/"))
        yield page, f"pages/{_plain(name.stem)}-{page[:_DIGITS]}.html"
    elif event.kind == "campaign-begun":
        files: list[Json] = [*_items(data["rules"]), data["map"]]
        for file in files:
            if isinstance(file, dict):
                name = PurePosixPath(str(file["name"]))
                digits = str(file["digest"])
                yield digits, f"files/{_plain(name.stem)}-{digits[:_DIGITS]}.{_plain(name.suffix)}"


def _items(value: Json) -> list[Json]:
    return value if isinstance(value, list) else []


def _plain(text: str) -> str:
    return _PLAIN.sub("-", text.lower()).strip("-")[:40] or "x"


def import_store(source: Path, folder: Path, address: str | None = None, watch: Watch = unwatched) -> None:
    """Makes a campaign in ``folder`` from an export; ``watch`` hears how far it has come.

    Raises ``CampaignError`` for an export that is not whole.
    """
    try:
        head, lines = _read_journal(source, watch)
        blobs = [
            path.read_bytes() for name in _BLOB_FOLDERS for path in sorted((source / name).rglob("*")) if path.is_file()
        ]
        snapshots = [_read_snapshot(path) for path in sorted((source / "snapshots").glob("week-*-step-*.json"))]
    except OSError as error:
        raise CampaignError(f"cannot read {error.filename or source}: {error.strerror or error}") from error

    def fill(store: Store) -> None:
        store.write_head(head)
        try:
            store.write_lines(lines)
        except (KeyError, TypeError) as error:  # a line that is neither a step nor an event
            raise _not_whole(source) from error
        wanted = {name for step in store.steps() for name in step.blobs}
        store.write_blobs(blob for blob in blobs if digest(blob) in wanted)
        store.write_snapshots(snapshots)
        _, problems = verify_store(store, watch)
        if problems:
            raise CampaignError(f"the export in {source} is not whole: {'; '.join(problems[:3])}")

    create_store(folder, address, fill)


def _read_journal(source: Path, watch: Watch) -> tuple[Head, list[Line]]:
    index = source / INDEX
    if not index.is_file():
        raise CampaignError(f"there is no export in {source}: {INDEX} is missing")
    lines: list[Line] = []
    try:
        match parse_json(index.read_text("utf-8")):
            case {"format": int(version), "head": {"line": int(seq), "hash": str(link)}} if version <= FORMAT:
                head = Head(seq, link)
            case {"format": int(version)} if version > FORMAT:
                raise CampaignError(f"the export in {source} is of a newer orderbook; install that one")
            case _:
                raise ValueError
        paths = sorted((source / "journal").glob("*.jsonl"))
        for number, path in enumerate(paths, 1):
            watch("reading the export", number, len(paths))
            step = int(path.name.split("-")[0])
            for text in path.read_text("utf-8").split("\n")[:-1]:
                match parse_json(text):
                    case {"body": dict(body), "hash": str(link), "seq": int(seq)}:
                        lines.append(Line(seq, step, canonical_json(body), link))
                    case _:
                        raise ValueError
    except ValueError as error:
        raise CampaignError(
            f"the export in {source} cannot be read: it was changed, or is of something else"
        ) from error
    return head, sorted(lines, key=lambda line: line.seq)


def _not_whole(source: Path) -> CampaignError:
    return CampaignError(f"the export in {source} cannot be read: it was changed, or is of something else")


def _read_snapshot(path: Path) -> tuple[int, Snapshot]:
    try:
        week, step = (int(part) for part in re.findall(r"[0-9]+", path.name))
        return step, Snapshot(week, canonical_json(parse_json(path.read_text("utf-8"))))
    except ValueError as error:
        raise CampaignError(f"{path} is no snapshot of a campaign") from error
