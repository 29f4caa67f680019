"""The Armies and Characters tabs in their several shapes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .looks import STATE_WORDS, Look
from .sheet import Force, Sheet
from .state import GARRISONED

if TYPE_CHECKING:
    from .writing import Writer


def place_text(look: Look, sheet: Sheet, force: Force) -> str:
    """Where a force stands: the site with its region, or the region."""
    if force.site is None:
        return look.place(force.place)
    return look.named_place(sheet.sites[force.site].name, force.place)


def person_text(look: Look, sheet: Sheet, force: Force) -> str:
    """``Nib Ashfoot, Captain of Toll Outpost (Kobold Slinger)``, or the leader's name."""
    assert force.person is not None
    if not force.person.title:
        return look.leader(sheet)
    site = sheet.sites[force.site or 0].name
    unit = look.shorten(force.person.unit)
    return look.person.format(name=force.person.name, title=force.person.title, site=site, unit=unit)


def _noun(writer: Writer, force: Force) -> tuple[str, bool]:
    if force.person:
        return person_text(writer.look, writer.sheet, force), False
    return writer.noun(force.unit, force.count, True, force)


def _groups(sheet: Sheet) -> list[list[Force]]:
    """Forces that stand in one place, in the order of the sheet."""
    groups: dict[str, list[Force]] = {}
    for force in sheet.forces:
        groups.setdefault(str(force.place), []).append(force)
    return list(groups.values())


def write_armies(writer: Writer) -> None:
    look, sheet, page = writer.look, writer.sheet, writer.page
    for number, group in enumerate(_groups(sheet)):
        if number:
            page.gap()
        where = f"in Armies {group[0].place}"
        with page.block(where):
            if look.forces == "lines":
                writer.aside()
                writer.open_list()
                for force in group:
                    noun, typo = _noun(writer, force)
                    writer.item(look.force(look, sheet, force, noun), force.key, typo=typo)
                writer.close_list()
            elif look.forces == "headed":
                title = look.camp if group[0].site is None else look.garrison
                page.add(look.heading(title.format(place=place_text(look, sheet, group[0]))), f"head {where}")
                writer.open_list()
                for force in group:
                    noun, typo = _noun(writer, force)
                    state = "" if force.state == GARRISONED else f" ({force.state})"
                    writer.item(noun + state, force.key, typo=typo)
                writer.close_list()
            else:
                _write_grouped(writer, group)


def _write_grouped(writer: Writer, group: list[Force]) -> None:
    """All units of one state in one place share a line; people have lines of their own."""
    look, sheet = writer.look, writer.sheet
    writer.open_list()
    for force in group:
        if force.person:
            noun, _ = _noun(writer, force)
            writer.item(look.force(look, sheet, force, noun), force.key)
    for state in dict.fromkeys(force.state for force in group if not force.person):
        same = [force for force in group if not force.person and force.state == state]
        parts = [_noun(writer, force) for force in same]
        where = place_text(look, sheet, same[0])
        text = f"{STATE_WORDS[state]} {'in' if same[0].site is None else 'at'} {where}: "
        typo = any(slipped for _, slipped in parts)
        writer.item(text + ", ".join(noun for noun, _ in parts), *(force.key for force in same), typo=typo)
    writer.close_list()


def write_characters(writer: Writer) -> None:
    look, page = writer.look, writer.page
    for number, block in enumerate(writer.sheet.blocks):
        if number:
            page.gap()
        before, after = look.character(block.person.name, block.person.title)
        page.add_all(list(before), f"name {block.key}")
        figures = [
            (label, look.stat.format(label=label, figure=figure), f"{block.key} {label}")
            for label, figure in block.stats.items()
        ]
        figures.append(("Inventory", "Inventory: -", f"{block.key} Inventory"))
        if look.stats_in_one:
            page.add(look.stats_in_one.join(text for _, text, _ in figures), *(key for _, _, key in figures))
        else:
            for _, text, key in figures:
                page.add(text, key)
        page.add_all(list(after), f"name {block.key}")
