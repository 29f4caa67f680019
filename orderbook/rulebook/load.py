"""Loading rule data: files and folders of TOML into one rulebook, the later ones adding to the earlier or overriding.

The form of the files is described in ``systems/underdeep/data/README.md``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from orderbook.rulebook.build import build_ability, build_faction
from orderbook.rulebook.consistency import find_misfits
from orderbook.rulebook.faults import RuleDataError
from orderbook.rulebook.model import Ability, Faction, Rulebook
from orderbook.rulebook.tables import (
    COMMON_LISTS,
    FACTION_LISTS,
    DataFile,
    Draft,
    Entry,
    read_sources,
    split_factions,
)

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

_MOST_FAULTS = 20


def load_rulebook(folders: Sequence[Path | Traversable], *, shipped: Sequence[Path | Traversable] = ()) -> Rulebook:
    """The rulebook that ``folders`` hold, each a ``.toml`` file or a folder; later ones override by faction and name.

    ``shipped`` is laid underneath: data that came with orderbook, whose form the tests have checked, so that it is
    read without the models (which take longer to import than all the rest). Raises ``RuleDataError``, whose text
    names file, entry and key of each fault and how to mend it.
    """
    drafts: dict[str, Draft] = {}
    common: dict[str, dict[str, Entry]] = {kind: {} for kind in COMMON_LISTS}
    for trusted, sources in ((True, shipped), (False, folders)):
        for source in sources:
            for group in read_sources(source):
                if not trusted:
                    _check_form(group)
                _lay_over(drafts, common, group, trusted=trusted)
    factions = tuple(build_faction(draft) for draft in drafts.values())
    _check_fit(factions, drafts)
    return Rulebook(factions, _abilities(common["ability"]), _abilities(common["spell"]))


def _abilities(entries: dict[str, Entry]) -> tuple[Ability, ...]:
    return tuple(build_ability(entry) for entry in entries.values())


def _check_form(group: Iterable[DataFile]) -> None:
    from orderbook.rulebook.schema import find_faults

    _refuse([fault for file in group for fault in find_faults(file.tables, file.name)])


def _check_fit(factions: Iterable[Faction], drafts: dict[str, Draft]) -> None:
    faults = []
    for faction, draft in zip(factions, drafts.values(), strict=True):
        for name, key, fault in find_misfits(faction):
            entry = draft.entries.get(name)
            where = f"{entry.file}: {entry.kind}" if entry else f"{draft.file}: faction"
            faults.append(f"{where} {name!r}: {key} {fault}")
    _refuse(faults)


def _refuse(faults: list[str]) -> None:
    if faults:
        more = len(faults) - _MOST_FAULTS
        rest = [f"... and {more} more"] if more > 0 else []
        raise RuleDataError("\n".join([*faults[:_MOST_FAULTS], *rest]))


def _lay_over(
    drafts: dict[str, Draft], common: dict[str, dict[str, Entry]], group: list[DataFile], *, trusted: bool
) -> None:
    for file in group:
        _add_entries(file.entries(COMMON_LISTS), common)
    for owner, files in split_factions(group):
        header = owner.tables["faction"]
        key = header["name"].lower()
        draft = drafts.setdefault(key, Draft({"name": header["name"]}, owner.name))
        draft.header = {**draft.header, **header, "name": draft.header["name"]}
        own: dict[str, Entry] = {}
        for file in files:
            for entry in file.entries(FACTION_LISTS):
                if entry.name in own:
                    raise RuleDataError(
                        f"{file.name}: {entry.kind} {entry.name!r}: name is there twice (also in "
                        f"{own[entry.name].file}); rename or remove one of the two"
                    )
                own[entry.name] = entry
        draft.entries.update(own)
        for file in files:
            _apply_changes(draft, file, trusted=trusted)


def _add_entries(entries: Iterable[Entry], common: dict[str, dict[str, Entry]]) -> None:
    for entry in entries:
        before = common[entry.kind].get(entry.name)
        if before is not None and before.file == entry.file:
            raise RuleDataError(
                f"{entry.file}: {entry.kind} {entry.name!r}: name is there twice; remove one of the two"
            )
        common[entry.kind][entry.name] = entry


def _apply_changes(draft: Draft, file: DataFile, *, trusted: bool) -> None:
    for name in file.tables.get("remove", ()):
        if draft.entries.pop(name, None) is None:
            raise RuleDataError(f"{file.name}: remove: {_no_entry(draft, name)}")
    for name, keys in file.tables.get("change", {}).items():
        entry = draft.entries.get(name)
        if entry is None:
            raise RuleDataError(f"{file.name}: change: {_no_entry(draft, name)}")
        changed = Entry(entry.kind, {**entry.table, **keys, "name": entry.name}, file.name)
        if not trusted:
            from orderbook.rulebook.schema import find_entry_faults

            _refuse(find_entry_faults(changed.kind, changed.table, file.name))
        draft.entries[name] = changed


def _no_entry(draft: Draft, name: str) -> str:
    from difflib import get_close_matches

    close = get_close_matches(name, list(draft.entries), n=1)
    hint = f"; did you mean {close[0]!r}?" if close else ""
    return f"{draft.header['name']} has no entry {name!r}{hint}"
