"""From the text of a rule post to rule data: factions with their lists, abilities and spells, and what to tell."""

from __future__ import annotations

from orderbook.bbcode.paste import unwrap_paste
from orderbook.bbcode.tree import parse_markup
from orderbook.rulebook.build import build_ability, build_faction
from orderbook.rulebook.importing.conclusions import (
    conclude_leader,
    conclude_names,
    conclude_structures,
    conclude_upkeep,
    join_prose,
)
from orderbook.rulebook.importing.drafts import TITLES, DraftEntry, DraftFaction, Imported
from orderbook.rulebook.importing.entries import draft_common, draft_entry, take_text
from orderbook.rulebook.importing.facts import World
from orderbook.rulebook.importing.figures import split_names
from orderbook.rulebook.importing.finish import cite, draft_of, finish_common, finish_entries, finish_header
from orderbook.rulebook.importing.header import split_name
from orderbook.rulebook.importing.kinds import judge_kind
from orderbook.rulebook.importing.outline import COMMON, Chapter, clean_title, find_chapters
from orderbook.rulebook.importing.preamble import Preamble, add_list_notes, is_poster, read_preamble
from orderbook.rulebook.importing.references import Directory, settle_package, settle_references
from orderbook.rulebook.importing.remarks import Remark, RemarkKind
from orderbook.rulebook.importing.resources import ResourceNames
from orderbook.rulebook.importing.spelled import is_heading_like
from orderbook.rulebook.importing.stated import settle_declared, take_stated
from orderbook.rulebook.importing.uses import conclude_parameters
from orderbook.rulebook.model import Rulebook
from orderbook.rulebook.tables import Entry
from orderbook.text.source import SourceText, Span

_UNNAMED = "Unnamed Faction"
_LONGEST_NAME = 80


def read_rules(source: SourceText) -> Imported:
    """All rule data in a post; never fails. A post without any gives an empty ``Imported`` with its remarks."""
    paste = unwrap_paste(source.text)
    markup = parse_markup(paste.view)
    chapters, remarks = find_chapters(markup.root)
    result = Imported(source, (*source.notes, *paste.notes, *markup.notes), remarks=remarks)
    for problem in markup.problems:
        result.remarks.append(Remark(RemarkKind.CORRECTED, problem.message, problem.span, key="markup"))
    taken: set[str] = set()
    for chapter in chapters:
        _read_chapter(chapter, result, taken)
    conclude_parameters(result)
    finish_common(result)
    cite(result, paste.span_to_source)
    return result


def to_rulebook(imported: Imported) -> Rulebook:
    """What was read as the rest of orderbook sees it, without writing it first."""
    return Rulebook(
        tuple(build_faction(draft_of(faction)) for faction in imported.factions),
        *(
            tuple(build_ability(Entry(entry.kind, entry.table, "")) for entry in entries)
            for entries in (imported.abilities, imported.spells)
        ),
    )


def _read_chapter(chapter: Chapter, result: Imported, taken: set[str]) -> None:
    lists = [part for part in chapter.lists if part.kind not in COMMON]
    common = [(part.kind, block) for part in chapter.lists if part.kind in COMMON for block in part.blocks]
    for kind, block in common:
        (result.abilities if kind == "ability" else result.spells).append(draft_common(kind, block))
    has_prices = any(key in block.fields for block in chapter.loose for key in ("cost", "upkeep"))
    if has_prices or any(block.tells_figures for part in lists for block in part.blocks):
        faction = _name_faction(chapter, taken)
        taken.add(faction.name.lower())
        result.factions.append(faction)
        preamble = read_preamble(chapter.lines, faction.name)
        for part in lists:
            add_list_notes(preamble, part.lines)
        _read_faction(faction, chapter, preamble)
    elif any(part.blocks for part in lists) or not common:
        _pass_over(chapter, result)


def _pass_over(chapter: Chapter, result: Imported) -> None:
    """Tells of a chapter that holds no rule data."""
    lines = [line for line in chapter.lines if line.text and not is_poster(line.text)]
    if not (chapter.loose or chapter.lists or len(lines) > 1):
        return
    title = clean_title(chapter.title) or next(
        (TITLES[part.kind] for part in chapter.lists), "text outside any spoiler"
    )
    message = f'"{title}" was passed over: it holds no units, rooms, rituals, traps and defences'
    span = chapter.span if chapter.title else chapter.own_span
    if not any(each.kind is RemarkKind.PASSED and each.span.covers(span) for each in result.remarks):
        result.remarks.append(Remark(RemarkKind.PASSED, message, span))


def _name_faction(chapter: Chapter, taken: set[str]) -> DraftFaction:
    """The faction by the title of its spoiler, else by its first line that looks like a title."""
    name, author = split_name(clean_title(chapter.title) or chapter.hint)
    if not name:
        first = next((line.text for line in chapter.lines if line.text and not is_poster(line.text)), "")
        if is_heading_like(first):
            name, author = split_name(clean_title(first))
    faction = DraftFaction(name[:_LONGEST_NAME].strip() or _UNNAMED, chapter.span)
    if not name:
        message = "the post does not name the faction; put its name into the title of its spoiler"
        faction.tell(RemarkKind.UNREAD, message, key="name")
    if author:
        start = Span(chapter.span.start, chapter.span.start)
        faction.tell(RemarkKind.PASSED, f'"({author})" behind the name of the faction was left out', start, key="name")
    if faction.name.lower() in taken:
        first_name, number = faction.name, 2
        while f"{first_name} ({number})".lower() in taken:
            number += 1
        faction.name = f"{first_name} ({number})"
        message = f'a second faction is called "{first_name}"; it is kept as "{faction.name}"'
        faction.tell(RemarkKind.UNREAD, message, key="name")
    return faction


def _read_faction(faction: DraftFaction, chapter: Chapter, preamble: Preamble) -> None:
    faction.remarks += preamble.remarks
    if preamble.story is not None:
        faction.tell(RemarkKind.PASSED, "the introduction was left out: it tells a story, no rules", preamble.story)
    faction.entries = _without_doubles(faction, _draft_all(faction, chapter))
    lines = [line.text for line in chapter.lines]
    taken = {entry.name.lower() for entry in faction.entries}
    for entry in faction.entries:
        take_stated(entry, names=True)
        conclude_names(entry, lines, taken)
    settle_declared(faction, preamble)
    resources = _learn_resources(faction, preamble)
    world = World(preamble.dungeon_words, resources.knows, Directory(faction).is_unit)
    for entry in faction.entries:
        take_text(entry, world)
        take_stated(entry, names=False)
    settle_references(faction)
    settle_package(faction, preamble.package)
    prose = join_prose(faction)
    for unit in faction.of("unit"):
        conclude_leader(unit, faction, prose)
        if faction.header.get("complete", True):
            conclude_upkeep(unit)
    conclude_structures(faction)
    finish_entries(faction, resources)
    finish_header(faction, preamble, resources)


def _draft_all(faction: DraftFaction, chapter: Chapter) -> list[DraftEntry]:
    """Drafts of all blocks; those in no list, or in one they cannot belong to, go where their labels say."""
    listed = [("", block) for block in chapter.loose]
    listed += [(part.kind, block) for part in chapter.lists if part.kind not in COMMON for block in part.blocks]
    drafts = []
    for list_kind, block in listed:
        kind, told = judge_kind(list_kind, block)
        if not kind:
            message = f'"{block.header.name}" stands before the first list and was left out'
            faction.tell(RemarkKind.UNREAD, message, block.span)
            continue
        entry = draft_entry(kind, block, faction.name)
        if told:
            entry.tell(RemarkKind.CONCLUDED, told, key="list", read_as=kind)
        drafts.append(entry)
    return drafts


def _without_doubles(faction: DraftFaction, entries: list[DraftEntry]) -> list[DraftEntry]:
    """The entries by name, the first of each; one without a name or without anything in it is told and left out."""
    kept: dict[str, DraftEntry] = {}
    for entry in entries:
        if not entry.name:
            faction.tell(RemarkKind.UNREAD, "an entry without a name was left out", entry.span)
        elif entry.name.lower() in kept:
            message = f'"{entry.name}" is there twice; the second was left out, so give it a name of its own'
            faction.tell(RemarkKind.UNREAD, message, entry.span, key="name", written=entry.name)
        else:
            kept[entry.name.lower()] = entry
            if not entry.block.tells_figures:
                entry.tell(
                    RemarkKind.CONCLUDED, "no label such as Cost or Benefit stands in it; only its text was kept"
                )
    return list(kept.values())


def _learn_resources(faction: DraftFaction, preamble: Preamble) -> ResourceNames:
    """The names of resources from what certainly are amounts of them: prices, Upkeep and the Wealth at the start."""
    said = preamble.declared.get("resources")
    resources = ResourceNames(split_names(said[0]) if said else ())
    resources.learn(preamble.opening)
    for entry in faction.entries:
        for price in entry.prices.values():
            for amounts in (*price.choices, price.per_unit):
                resources.learn(amounts)
    return resources
