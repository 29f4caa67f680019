"""Rule data and the map of a campaign: kept in its store, and laid out as files where a system reads them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path, PurePosixPath

from orderbook.campaign.canonical import digest
from orderbook.campaign.faults import CampaignError, StoreError
from orderbook.campaign.record import KeptFile
from orderbook.campaign.store import Store

_LARGEST = 16_000_000
"""Bytes; no rule data and no map is larger."""


def keep_rules(paths: Sequence[Path]) -> tuple[list[KeptFile], list[bytes]]:
    """The files of rule sources (files, or folders of ``.toml`` files), and their bytes. Raises ``CampaignError``."""
    kept: list[KeptFile] = []
    blobs: list[bytes] = []
    for source, path in enumerate(paths):
        root = path.resolve()
        files = [root] if root.is_file() else sorted(file for file in root.rglob("*.toml") if file.is_file())
        for file in files:
            data = _read(file)
            kept.append(KeptFile(file.relative_to(root.parent).as_posix(), digest(data), source))
            blobs.append(data)
    return kept, blobs


def keep_map(path: Path) -> tuple[KeptFile, bytes]:
    """A map file and its bytes. Raises ``CampaignError``."""
    data = _read(path)
    return KeptFile(path.resolve().name, digest(data)), data


def _read(path: Path) -> bytes:
    try:
        if path.stat().st_size > _LARGEST:
            raise CampaignError(f"{path} is too large for rule data or a map")
        return path.read_bytes()
    except OSError as error:
        raise CampaignError(f"cannot read {path}: {error.strerror or error}") from error


def lay_out_rules(store: Store, files: Iterable[KeptFile], folder: Path) -> tuple[Path, ...]:
    """Writes kept rule data into a folder; the paths of the sources in the order they were given."""
    sources: dict[int, Path] = {}
    for file in files:
        parts = _safe_parts(file)
        top = folder / f"rules-{file.source}"
        _write(top.joinpath(*parts), store.blob(file.digest))
        sources[file.source] = top / parts[0]
    return tuple(sources[number] for number in sorted(sources))


def lay_out_map(store: Store, file: KeptFile, folder: Path) -> Path:
    """Writes the kept map into a folder; its path."""
    path = (folder / "map").joinpath(*_safe_parts(file))
    _write(path, store.blob(file.digest))
    return path


def _write(path: Path, data: bytes) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    except OSError as error:
        raise StoreError(f"the folder for temporary files cannot be written: {error.strerror or error}") from error


def _safe_parts(file: KeptFile) -> tuple[str, ...]:
    """The parts of the name of a file. An export may come from anybody: a name that leads elsewhere is refused."""
    parts = PurePosixPath(file.name).parts
    if not parts or any(part in ("/", "..") or "\\" in part or "\x00" in part for part in parts):
        raise StoreError(f"the campaign holds a file with a name that cannot be used: {file.name!r}")
    return parts
