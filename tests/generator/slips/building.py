"""Slips in Construction and in Dungeons and Outposts."""

from __future__ import annotations

from collections.abc import Iterator

from ..building import BEFORE_PLAY
from ..draft import FIRST, PREVIOUS, Draft, change_one
from ..kit import ROOM_CAP
from ..sheet import Standing, Work


def _begun(draft: Draft) -> list[Work]:
    return [work for work in draft.sheet.works if work.cost and draft.is_free(("structure", work.site, work.name))]


def build_cost(draft: Draft) -> bool:
    works = _begun(draft)
    if not works:
        return False
    work = draft.rng.choice(works)
    assert work.cost is not None
    changed = change_one(work.cost, draft.rng)
    if not draft.can_pay(changed - work.cost):
        return False
    work.cost = changed
    draft.claim(("structure", work.site, work.name))
    return draft.tell("build-cost", work.key)


def build_time(draft: Draft) -> bool:
    works = [work for work in _begun(draft) if work.weeks]
    if not works:
        return False
    work = draft.rng.choice(works)
    right = work.weeks
    options = [right + 1, right + 2, right - 1] + ([right + BEFORE_PLAY] if draft.mode == FIRST else [])
    work.weeks = draft.rng.choice([weeks for weeks in options if weeks > 0])
    draft.claim(("structure", work.site, work.name))
    return draft.tell("build-time", work.key)


def _begin(draft: Draft, site: int, name: str, count: int = 1) -> Work | None:
    """Adds a project at the right price, if that can be paid."""
    cost = draft.kit.cost(name) * count
    weeks = draft.kit.structures[name].weeks or 1
    if draft.mode == FIRST:
        weeks -= BEFORE_PLAY
        if weeks < 1:
            return None
    if not cost or not draft.can_pay(cost):
        return None
    if any(work.name == name and work.cost is not None for work in draft.works_at(site)):
        return None
    work = Work(draft.sheet.new_key(), site, name, count, cost, weeks)
    draft.sheet.works.append(work)
    draft.claim(("structure", site, name))
    return work


def _candidates(draft: Draft) -> Iterator[tuple[int, str]]:
    """Structures that may stand at the sort of site, in random order, untouched by other slips."""
    pairs = [
        (number, name)
        for number, site in enumerate(draft.sheet.sites)
        for name, entry in draft.kit.structures.items()
        if entry.cost and entry.weeks and ("dungeon" if site.is_dungeon else "outpost") in entry.places
        if site.capital or not draft.kit.is_capital_only(name)
        if site.is_dungeon or not any(word in name for word in ("Architecture", "Maze", "Labyrinth"))
        if draft.is_free(("structure", number, name))
    ]
    draft.rng.shuffle(pairs)
    yield from pairs


def _has_needs(draft: Draft, site: int, name: str) -> bool:
    """Whether every prerequisite stands, those it would replace not spoken for by another project."""
    standing = draft.standing(site)
    for need in draft.kit.structures[name].requires:
        held = max(standing.get(other, 0) for other in need.names)
        if need.replaces:
            held -= sum(
                other.count * work.count
                for work in draft.works_at(site)
                for other in draft.kit.replaced(work.name)
                if need.names[0] in other.names
            )
        if held < need.count:
            return False
    return True


def _within_limit(draft: Draft, site: int, name: str) -> bool:
    limit = draft.kit.limit(name)
    family = draft.kit.family(name)
    held = sum(draft.standing(site).get(one, 0) + draft.coming(site, one) for one in family)
    return limit is None or held + 1 <= limit


def _is_crowded(draft: Draft, site: int) -> bool:
    rooms = sum(count for name, count in draft.standing(site).items() if draft.kit.counts_as_room(name))
    rooms += sum(
        work.count
        for work in draft.works_at(site)
        if draft.kit.counts_as_room(work.name) and not draft.kit.replaced(work.name)
    )
    return rooms >= ROOM_CAP


def build_prerequisite(draft: Draft) -> bool:
    """Something is begun without what it needs in that place."""
    kit = draft.kit
    for site, name in _candidates(draft):
        entry = kit.structures[name]
        standing = draft.standing(site)
        missing = [need for need in entry.requires if max(standing.get(other, 0) for other in need.names) < need.count]
        if not missing or draft.coming(site, name) or standing.get(name) or _is_crowded(draft, site):
            continue
        if not _within_limit(draft, site, name) and not kit.replaced(name):
            continue
        if entry.deposit and any(kit.structures[work.name].deposit for work in draft.works_at(site)):
            continue
        if (
            entry.deposit
            and any(kit.structures[one].deposit and one not in entry.replaces for one in standing)
            and (kit.structures[name].produces["Gold"] < max(kit.produces(one)["Gold"] for one in standing))
        ):
            continue  # a step back is another sort of mistake
        if any(name in kit.structures[one].replaces for one in standing):
            continue
        work = _begin(draft, site, name)
        if work:
            draft.claim(*(("structure", site, other) for need in missing for other in need.names))
            return draft.tell("build-prerequisite", work.key)
    return False


def build_limit(draft: Draft) -> bool:
    """More of a defence, or of a limited room, than a place may hold."""
    kit = draft.kit
    for site, name in _candidates(draft):
        limit = kit.limit(name)
        by_entry = kit.structures[name].limit
        if limit is None or by_entry is None or kit.replaced(name) or (kit.is_room(name) and limit == 1):
            continue
        if not _has_needs(draft, site, name) or _is_crowded(draft, site) or draft.coming(site, name):
            continue
        held = sum(draft.standing(site).get(one, 0) for one in kit.family(name))
        if not held or limit - held > 2:
            continue
        if any(name in (*kit.structures[one].replaces_present,) for one in draft.standing(site)):
            continue
        count = limit - held + 1 if draft.kit.is_counted(name) else 1
        work = _begin(draft, site, name, count)
        if work:
            draft.claim(*(("structure", site, one) for one in kit.family(name)))
            return draft.tell("build-limit", work.key)
    return False


def build_unique(draft: Draft) -> bool:
    """A second room of a type of which a Dungeon has one."""
    kit = draft.kit
    for site, name in _candidates(draft):
        entry = kit.structures[name]
        if not kit.is_room(name) or kit.limit(name) != 1 or kit.replaced(name) or not _has_needs(draft, site, name):
            continue
        if not (draft.standing(site).get(name) or draft.coming(site, name)) or _is_crowded(draft, site):
            continue
        if not draft.sheet.sites[site].is_dungeon:
            continue
        work = _begin(draft, site, name)
        if work:
            also = ("build-limit",) if entry.limit is not None else ()
            return draft.tell("build-unique", work.key, also=also)
    return False


def build_place(draft: Draft) -> bool:
    """A room, or an entrance that only Dungeons have, in an Outpost."""
    kit = draft.kit
    outposts = [number for number, site in enumerate(draft.sheet.sites) if not site.is_dungeon]
    names = [
        name
        for name, entry in kit.structures.items()
        if entry.cost and entry.weeks and "outpost" not in entry.places and not entry.requires
        if kit.is_room(name) or "Entrance" in name
    ]
    draft.rng.shuffle(names)
    for name in names:
        site = draft.pick(outposts)
        if isinstance(site, int) and draft.is_free(("structure", site, name)):
            work = _begin(draft, site, name)
            if work:
                return draft.tell("build-place", work.key)
    return False


def build_cap(draft: Draft) -> bool:
    """A room more than the 50 a Dungeon may hold."""
    kit = draft.kit
    for site, name in _candidates(draft):
        if not kit.counts_as_room(name) or not _is_crowded(draft, site) or not draft.sheet.sites[site].is_dungeon:
            continue
        if kit.replaced(name) or not _has_needs(draft, site, name) or not _within_limit(draft, site, name):
            continue
        if kit.structures[name].deposit:
            continue
        work = _begin(draft, site, name)
        if work:
            draft.claim(*(("structure", site, one) for one in kit.structures if kit.is_room(one)))
            return draft.tell("build-cap", work.key)
    return False


# -- against last week's post ----------------------------------------------------------------


def _all_ongoing(draft: Draft) -> list[Work]:
    return [work for work in draft.sheet.works if work.cost is None]


def _ongoing(draft: Draft) -> list[Work]:
    return [work for work in _all_ongoing(draft) if draft.is_free(("structure", work.site, work.name))]


def build_countdown(draft: Draft) -> bool:
    works = _ongoing(draft)
    if not works or draft.mode != PREVIOUS:
        return False
    work = draft.rng.choice(works)
    options = [work.weeks + 1, work.weeks + 1, work.weeks + 2, work.weeks - 1]
    work.weeks = draft.rng.choice([weeks for weeks in options if weeks > 0])
    draft.claim(("structure", work.site, work.name))
    batches = [other.key for other in _all_ongoing(draft) if (other.site, other.name) == (work.site, work.name)]
    return draft.tell("build-countdown", *batches)  # which of several is the wrong one, nobody can say


def build_vanished(draft: Draft) -> bool:
    works = _ongoing(draft)
    if not works or draft.mode != PREVIOUS:
        return False
    work = draft.rng.choice(works)
    draft.sheet.works.remove(work)
    draft.claim(("structure", work.site, work.name))
    return draft.tell("build-vanished", *_both_blocks(draft, work.site))


def _both_blocks(draft: Draft, site: int) -> tuple[str, ...]:
    return (
        *draft.site_block("Construction", site),
        *draft.site_block("Under Construction", site),
        *draft.site_block("Dungeons and Outposts", site),
    )


def build_finished(draft: Draft) -> bool:
    """Finished and in neither list, or listed while it is still being built."""
    if draft.mode != PREVIOUS or draft.previous is None:
        return False
    if draft.rng.random() < 0.5:
        return _list_too_soon(draft)
    done = [
        work
        for work in draft.previous.works
        if work.weeks == 1
        and draft.is_free(("structure", work.site, work.name), ("yield", work.site, work.name))
        and not draft.kit.replaces_any(work.name)
        and not draft.is_needed(work.site, work.name)
        and work.name != "Bat Roost"
    ]
    if not done:
        return False
    work = draft.rng.choice(done)
    if not draft.can_pay(draft.kit.produces(work.name) * work.count):
        return False
    _take_from_list(draft, work.site, work.name, work.count)
    draft.claim(("structure", work.site, work.name), ("yield", work.site, work.name))
    return draft.tell("build-finished", *_both_blocks(draft, work.site))


def _list_too_soon(draft: Draft) -> bool:
    works = [work for work in _ongoing(draft) if not draft.kit.produces(work.name) and work.name != "Bat Roost"]
    if not works:
        return False
    work = draft.rng.choice(works)
    entry = _add_to_list(draft, work.site, work.name, work.count)
    draft.claim(("structure", work.site, work.name))
    return draft.tell("build-finished", work.key, entry.key)


def _add_to_list(draft: Draft, site: int, name: str, count: int) -> Standing:
    for entry in draft.sheet.standings:
        if (entry.site, entry.name) == (site, name):
            entry.count += count
            return entry
    entry = Standing(draft.sheet.new_key(), site, name, count)
    at = max([n for n, one in enumerate(draft.sheet.standings) if one.site == site], default=-1)
    draft.sheet.standings.insert(at + 1, entry)
    return entry


def _take_from_list(draft: Draft, site: int, name: str, count: int) -> None:
    """Removes so many from the site's list, and what they would yield from Production."""
    sheet = draft.sheet
    for entry in list(sheet.standings):
        if (entry.site, entry.name) == (site, name):
            entry.count -= count
            if entry.count <= 0:
                sheet.standings.remove(entry)
    for line in list(sheet.yields):
        if (line.site, line.name) == (site, name):
            line.count -= count
            line.amounts = draft.kit.produces(name) * max(0, line.count)
            if line.count <= 0:
                sheet.yields.remove(line)


def dungeon_appeared(draft: Draft) -> bool:
    """Something stands that was neither there nor being built last week."""
    if draft.mode != PREVIOUS or draft.previous is None:
        return False
    kit = draft.kit
    for site, name in _candidates(draft):
        built = any(work.site == site and work.name == name for work in [*draft.previous.works, *draft.sheet.works])
        if built or kit.produces(name) or name == "Bat Roost":
            continue
        already = draft.standing(site).get(name, 0)
        if already and (not kit.is_counted(name) or draft.rng.random() < 0.6):
            continue
        replaced = any(
            name in kit.structures[one].replaces or name in kit.structures[one].replaces_present
            for one in [*draft.standing(site), *draft.previous.structures_of(site)]
        )
        shrunk = draft.previous.structures_of(site).get(name, 0) > already
        if not _within_limit(draft, site, name) or replaced or kit.replaces_any(name) or shrunk:
            continue
        entry = _add_to_list(draft, site, name, 1)
        draft.claim(("structure", site, name))
        return draft.tell("dungeon-appeared", entry.key)
    return False


def dungeon_vanished(draft: Draft) -> bool:
    """Something that stood last week is gone without a word."""
    if draft.mode != PREVIOUS or draft.previous is None:
        return False
    options = [
        entry
        for entry in draft.sheet.standings
        if draft.is_free(("structure", entry.site, entry.name))
        and draft.previous.structures_of(entry.site).get(entry.name, 0) >= entry.count
        and not draft.kit.produces(entry.name)
        and not draft.is_needed(entry.site, entry.name)
        and not draft.coming(entry.site, entry.name)
        and not any(work.site == entry.site and work.name == entry.name for work in draft.previous.works)
        and entry.name != "Bat Roost"
        and not draft.kit.structures[entry.name].headquarters
    ]
    if not options:
        return False
    entry = draft.rng.choice(options)
    _take_from_list(draft, entry.site, entry.name, draft.rng.choice([1, entry.count]))
    draft.claim(("structure", entry.site, entry.name))
    return draft.tell("dungeon-vanished", *draft.site_block("Dungeons and Outposts", entry.site))
