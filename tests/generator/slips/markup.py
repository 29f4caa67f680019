"""Slips of tags, tabs and names."""

from __future__ import annotations

import re

from ..draft import Draft
from ..lore import UNKNOWN_TAB_LINES, UNKNOWN_TABS, UNREADABLE
from ..page import Row
from ..sheet import Entry
from ..typing_slips import spoilt_word

_CLOSING = re.compile(r"\[/(\w+)\]$")
_PAIRED = re.compile(r"^(\s*)\[(b|i|u)\](.*)\[/\2\](:?)$")

# -- on the sheet --------------------------------------------------------------------------------


def _quiet_tabs(draft: Draft) -> list[str]:
    """Tabs that move no amounts this week and hold nothing another slip is about."""
    sheet = draft.sheet
    tabs = ["Flavour Text", "Characters"]
    tabs += ["Messages"] + ["Trade"] * (not sheet.bargains) + ["Recruitment"] * (not sheet.raised)
    tabs = [tab for tab in tabs if tab in draft.look.order]
    return [tab for tab in tabs if draft.is_free(("tab", tab))]


def tab_missing(draft: Draft) -> bool:
    tabs = _quiet_tabs(draft)
    if not tabs or draft.absent:
        return False
    tab = draft.rng.choice(tabs)
    draft.absent.add(tab)
    draft.claim(("tab", tab))
    return draft.tell("tab-missing")


def tab_duplicate(draft: Draft) -> bool:
    """A tab that says nothing stands there twice."""
    sheet = draft.sheet
    tabs = ["Trade"] * (not sheet.bargains) + ["Recruitment"] * (not sheet.raised)
    tabs += ["Messages"] * (not sheet.letters)
    tabs = [tab for tab in tabs if draft.is_free(("tab", tab))]
    if not tabs:
        return False
    tab = draft.rng.choice(tabs)
    draft.doubled.add(tab)
    draft.claim(("tab", tab))
    return draft.tell("tab-duplicate", f"tab {tab}")


def tab_unknown(draft: Draft) -> bool:
    if draft.extra:
        return False
    draft.extra = (draft.rng.choice(UNKNOWN_TABS), draft.rng.choice(UNKNOWN_TAB_LINES))
    draft.tell("line-unread", "extra tab", optional=True)
    return draft.tell("tab-unknown", "extra tab")


def line_unread(draft: Draft) -> bool:
    """A line in a ledger tab that says nothing a ledger could hold."""
    sheet = draft.sheet
    entries: list[Entry] = [*sheet.yields, *sheet.dues, *sheet.works, *sheet.raised, *sheet.standings]
    if not entries:
        return False
    entry = draft.rng.choice(entries)
    sheet.stray[entry.key] = draft.rng.choice(UNREADABLE)
    return draft.tell("line-unread", f"stray {entry.key}")


def name_unknown(draft: Draft) -> bool:
    """A name spoilt by more than a letter."""
    sheet = draft.sheet
    options: list[tuple[Entry, str, tuple[object, ...]]] = []
    options += 2 * [(due, due.unit, ("unit", due.unit)) for due in sheet.dues if not due.person]
    options += [(e, e.name, ("yield", e.site, e.name)) for e in sheet.yields if e.name in draft.kit.structures]
    options += [(work, work.name, ("structure", work.site, work.name)) for work in sheet.works]
    options += [(e, e.name, ("structure", e.site, e.name)) for e in sheet.standings]
    options += [(force, force.unit, ("unit", force.unit)) for force in sheet.forces if not force.person]
    options = [option for option in options if draft.is_free(option[2])]
    if not options or draft.look.forces == "grouped":
        options = [option for option in options if option[0] not in sheet.forces]
    if not options:
        return False
    entry, name, thing = draft.rng.choice(options)
    entry.garbled = spoilt_word(draft.look.shorten(name).replace(draft.kit.faction.unit_prefix + " ", ""), draft.rng)
    if not entry.garbled:
        return False
    draft.claim(thing)
    return draft.tell("name-unknown", entry.key)


# -- on the page -----------------------------------------------------------------------------------


def tag_unclosed(draft: Draft) -> bool:
    """A closing tag is left out: a tab's, a list's, or that of bold print in a line."""
    rows = draft.page.rows
    if not draft.look.has_tags:
        return False
    kinds = ["tab", "tab", "inline", "list"]
    draft.rng.shuffle(kinds)
    for kind in kinds:
        options = [n for n, row in enumerate(rows) if _can_lose_tag(row, kind)]
        if options:
            return _drop_closing_tag(draft, draft.rng.choice(options))
    return False


def _can_lose_tag(row: Row, kind: str) -> bool:
    """Tabs with other tabs inside are left alone: which of them lacks its end, nobody could say."""
    closing = _CLOSING.search(row.text)
    if not closing or row.aside:
        return False
    if kind == "inline":
        return closing[1].lower() in ("b", "i", "u", "color") and row.text.startswith("[")
    if kind == "list":
        return row.text.strip().lower() == "[/list]"
    ends = any(key.startswith("end ") for key in row.keys)
    return ends and not row.keys & {"in Messages", "in Characters", "in Flavour Text"}


def _drop_closing_tag(draft: Draft, at: int) -> bool:
    rows = draft.page.rows
    row = rows[at]
    closing = _CLOSING.search(row.text)
    assert closing
    row.text = row.text[: closing.start()]
    keys = {f"spot {at}"}
    row.keys |= keys
    name = closing[1].lower()
    opener = re.compile(rf"\[{name}\b", re.IGNORECASE)
    for before in range(at, -1, -1):
        if opener.search(rows[before].text):
            rows[before].keys |= keys
            break
    for step in (-1, 1):  # the last row inside, and the row where it must show
        near = at + step
        while 0 <= near < len(rows) and not rows[near].text.strip():
            near += step
        if 0 <= near < len(rows):
            rows[near].keys |= keys
    if name == "list":
        for row in rows[at:]:
            if any(key.startswith("end ") for key in row.keys):
                row.keys |= keys
                break
    return draft.tell("tag-unclosed", *keys)


def tag_misnested(draft: Draft) -> bool:
    """Two tags are closed in the wrong order."""
    rows = draft.page.rows
    options = [n for n, row in enumerate(rows) if not row.aside and _PAIRED.match(row.text)]
    plain = [
        n
        for n, row in enumerate(rows)
        if draft.look.has_tags and any(key.startswith("site ") for key in row.keys) and "[" not in row.text
    ]
    if not options and not plain:
        return False
    at = draft.rng.choice(options or plain)
    row = rows[at]
    match = _PAIRED.match(row.text)
    if match:
        outer, text, colon = match[2], match[3], match[4]
        inner = next(tag for tag in "iub" if tag != outer and f"[{tag}]" not in text)
        if "[" in text:
            return False
        row.text = f"{match[1]}[{outer}][{inner}]{text}[/{outer}][/{inner}]{colon}"
    else:
        row.text = f"[b][i]{row.text}[/b][/i]"
    row.keys.add(f"spot {at}")
    return draft.tell("tag-misnested", f"spot {at}")
