"""From a block of labels and prose to the draft of an entry: its figures, and the facts its sentences tell."""

from __future__ import annotations

import re

from orderbook.rulebook.importing.benefits import STRUCTURE_READERS
from orderbook.rulebook.importing.block import Block
from orderbook.rulebook.importing.drafts import DraftEntry, Need
from orderbook.rulebook.importing.facts import Reader, World, read_sentences
from orderbook.rulebook.importing.figures import (
    leading_abilities,
    parse_abilities,
    parse_figure,
    parse_weeks,
    split_list,
    split_names,
)
from orderbook.rulebook.importing.leaders import UNIT_READERS, read_option
from orderbook.rulebook.importing.lines import Paragraph, plain
from orderbook.rulebook.importing.numbers import parse_number
from orderbook.rulebook.importing.prices import Price, parse_price
from orderbook.rulebook.importing.remarks import RemarkKind
from orderbook.rulebook.importing.words import fold_label, load_words
from orderbook.rulebook.schema import STAT_LABELS
from orderbook.text.source import Span

_ALLOWED = {
    "unit": {"cost", "upkeep", "requires", "abilities", "benefit", "effect", *STAT_LABELS},
    "room": {"cost", "weeks", "requires", "abilities", "benefit", "effect", *STAT_LABELS},
    "defence": {"cost", "weeks", "requires", "abilities", "benefit", "effect", *STAT_LABELS},
    "ritual": {"cost", "effect", "benefit"},
}
_SPELL_KINDS = ("combat", "utility", "mind-influencing")
_REPLACES = re.compile(r"\s*\(?\s*(?:replaces?|replaced|consumes?|consumed)\s*\)?\s*$", re.IGNORECASE)
_LEADING_REPLACES = re.compile(r"^(?:replaces|consumes)\s+", re.IGNORECASE)
_COUNT = re.compile(r"([0-9]{1,4})\s*(?:x\s+)?(?=[A-Za-z])")
_RESOURCE_COST = re.compile(r"(\w+)\s+costs?$", re.IGNORECASE)


def draft_entry(kind: str, block: Block, faction: str) -> DraftEntry:
    """The draft of an entry of a faction's lists with its figures; names in it are not yet looked up."""
    entry = DraftEntry(kind, block.header.name, block, faction)
    _tell_oddities(entry)
    _take_header(entry)
    _take_prices(entry)
    _take_weeks(entry)
    _take_stats(entry)
    _take_needs(entry)
    return entry


def draft_common(kind: str, block: Block) -> DraftEntry:
    """An ability or a spell: its whole text, and of a spell the kinds in its heading."""
    name, kinds = block.header.name, block.header.others
    entry = DraftEntry(kind, name, block)
    _tell_corrected_header(entry)
    if kind == "spell" and kinds:
        words = [fold_label(word).replace(" ", "-") for word in re.split(r"[,;/&]|\band\b", kinds[-1])]
        found = [word for word in words if word in _SPELL_KINDS]
        if found and len(found) == len(words):
            entry.name = name[: name.rindex(kinds[-1])].rstrip(" ([{")
            entry.table["kinds"] = list(dict.fromkeys(found))
        elif found:
            entry.tell(RemarkKind.UNREAD, f'the kinds of the spell, "{kinds[-1]}", could not be read', key="kinds")
    for key in ("aliases", "parameters"):
        if (said := block.value(key)) is not None:
            entry.table[key] = split_names(said)
            entry.stated.add(key)
    text = block.text
    if not text:
        entry.tell(RemarkKind.UNREAD, "there is no text to it", key="text")
        text = "(no text in the post)"
    entry.table["text"] = text
    return entry


def parse_needs(text: str, span: Span) -> list[Need]:
    """Prerequisites as written: ``4 Mushroom Patches (replaces), Workshop``, ``Palisade or Gibbering Wall``."""
    needs = []
    for part in split_list(text):
        if part.lower().rstrip(".") in load_words().values["nothing"]:
            continue
        rest = _REPLACES.sub("", part).rstrip(". ")
        replaces = rest != part.rstrip(". ")
        bare = _LEADING_REPLACES.sub("", rest)
        replaces = replaces or bare != rest
        number = _COUNT.match(bare)
        count = parse_number(number[1]) if number else 1
        if number and count and count > 1:
            bare = bare[number.end() :].strip()
        if bare:
            needs.append(Need((bare,), count or 1, replaces, span))
    return needs


def _tell_oddities(entry: DraftEntry) -> None:
    block = entry.block
    for each in (*block.fields.values(), *block.repeated):
        if each.note:
            entry.tell(RemarkKind.CORRECTED, each.note, each.span, key=each.key, written=each.written, read_as=each.key)
    for each in block.repeated:
        if each.key != "option":
            message = f'"{each.written}" stands there twice; only the first was taken'
            entry.tell(RemarkKind.UNREAD, message, each.span, key=each.key, written=each.value)
    for each in block.unknown:
        message = f'the label "{each.written}" is not known; the line was kept as a note'
        entry.tell(RemarkKind.UNREAD, message, each.span, written=each.written)
        entry.notes.append(f"{each.written}: {each.value}")
    allowed = _ALLOWED[entry.kind]
    for key, each in list(block.fields.items()):
        if each.kind != "plain" and key not in allowed:
            message = f'"{each.written}" has no meaning for an entry of this list; the line was kept as a note'
            entry.tell(RemarkKind.UNREAD, message, each.span, key="label", written=each.value)
            entry.notes.append(f"{each.written}: {each.value}")
            del block.fields[key]
    _tell_corrected_header(entry)
    if entry.block.header.others:
        inside = entry.block.header.others[0]
        entry.tell(RemarkKind.CONCLUDED, f'"({inside})" was taken as part of the name', key="name")


def _tell_corrected_header(entry: DraftEntry) -> None:
    for written, read_as in entry.block.header.corrected:
        message = f'"{written}" behind the name was read as "{read_as}"'
        entry.tell(RemarkKind.CORRECTED, message, written=written, read_as=read_as)


def _take_header(entry: DraftEntry) -> None:
    header = entry.block.header
    if header.summoned:
        entry.table["summoned"] = True
    if entry.is_structure:
        if header.limit is not None:
            entry.table["limit"] = header.limit
        if header.counts_as:
            entry.table["counts_as"] = header.counts_as
    elif header.limit is not None or header.counts_as:
        entry.tell(
            RemarkKind.UNREAD, "a limit in the heading has a meaning only for rooms, traps and defences", key="limit"
        )
    if entry.kind == "ritual" and header.requires:
        entry.tell(RemarkKind.UNREAD, "prerequisites in the heading have no meaning for a ritual", key="requires")


def _take_prices(entry: DraftEntry) -> None:
    for key in ("cost", "upkeep"):
        found = entry.block.fields.get(key)
        if found is None:
            continue
        resource = _RESOURCE_COST.search(found.written)
        price = parse_price(found.value, resource[1].title() if resource and key == "cost" else "")
        if price.is_unread:
            message = f'the {key} "{found.value}" could not be read as amounts of resources'
            entry.tell(RemarkKind.UNREAD, message, found.span, key=key, written=found.value)
        elif price.text and key == "upkeep":
            entry.tell(
                RemarkKind.UNREAD, f'the upkeep "{price.text}" is no price', found.span, key=key, written=price.text
            )
        elif price.text:
            entry.table["cost_text"] = price.text
        if price.aside:
            entry.notes.append(f"{found.written}: {price.aside}.")
        if price.choices:
            entry.prices[key] = _as_one_price(price) if entry.kind != "ritual" else price


def _as_one_price(price: Price) -> Price:
    """For a unit or a structure what is paid "per unit" is simply paid."""
    if not price.per_unit:
        return price
    return Price(tuple((*choice, *price.per_unit) for choice in price.choices), aside=price.aside)


def _take_weeks(entry: DraftEntry) -> None:
    found = entry.block.fields.get("weeks")
    if found is None:
        return
    weeks = parse_weeks(found.value)
    if weeks is None:
        message = f'the construction time "{found.value}" could not be read as weeks'
        entry.tell(RemarkKind.UNREAD, message, found.span, key="weeks", written=found.value)
        return
    entry.table["weeks"] = weeks[0]
    if weeks[1]:
        entry.notes.append(f"{found.written}: {weeks[1]}")


def _take_stats(entry: DraftEntry) -> None:
    stats: dict[str, int | str] = {}
    rolls: list[str] = []
    for key in STAT_LABELS:
        found = entry.block.fields.get(key)
        if found is None:
            continue
        figure = parse_figure(key, found.value)
        if figure is None:
            entry.tell(RemarkKind.UNREAD, f'nothing stands behind "{found.written}"', found.span, key=key)
            continue
        stats[key] = figure.value
        if figure.odd:
            entry.tell(
                RemarkKind.CORRECTED, figure.odd, found.span, key=key, written=found.value, read_as=str(figure.value)
            )
        if figure.roll:
            rolls.append(f"{found.written}: {figure.roll}")
    if stats:
        entry.table["stats"] = stats
    if rolls:
        entry.notes.append(f"{'; '.join(rolls)}.")


def _take_needs(entry: DraftEntry) -> None:
    header = entry.block.header
    if entry.kind != "ritual" and header.requires:
        entry.needs = parse_needs(", ".join(header.requires), entry.span)
    if entry.is_structure:
        entry.needs += parse_needs(", ".join(f"{name} (replaces)" for name in header.replaces), entry.span)
    found = entry.block.fields.get("requires")
    if found is not None:
        entry.needs += parse_needs(plain(found.value), found.span)


def take_text(entry: DraftEntry, world: World) -> None:
    """Sorts what is told in words into abilities, facts and notes; every sentence goes to one of them at least."""
    block = entry.block
    readers: tuple[Reader, ...] = (
        STRUCTURE_READERS if entry.is_structure else UNIT_READERS if entry.kind == "unit" else ()
    )
    pieces = [(each, False) for each in block.prose] + [(each, True) for each in block.notes]
    found = block.fields.get("abilities")
    if found is not None and entry.kind == "unit":
        entry.table["abilities"] = parse_abilities(found.value)
    elif found is not None:
        abilities, rest = leading_abilities(found.value)
        if abilities:
            entry.table["abilities"] = abilities
        pieces.append((Paragraph(rest, found.span), False))
    for key in ("effect", "benefit"):
        text = block.fields.get(key)
        if text is not None and entry.kind == "ritual" and text.value and "effect" not in entry.table:
            entry.table["effect"] = text.value
        elif text is not None:
            pieces.append((Paragraph(text.value, text.span), False))
    for paragraph, is_note in sorted(pieces, key=lambda piece: piece[0].span):
        option = None if is_note or entry.kind != "unit" else read_option(paragraph.text)
        if option is not None:
            entry.facts.options.append(option)
        elif is_note:
            entry.notes.append(paragraph.text)
        elif left := read_sentences(paragraph.sentences(), readers, entry.facts, world):
            entry.notes.append(" ".join(left))
    entry.notes = [note for note in entry.notes if note]
    for sentence, why in entry.facts.doubts:
        entry.tell(RemarkKind.PASSED, f'"{sentence}": {why}; it was kept as a note', key="produces", written=sentence)
