"""A faction post read for linting: through the importer, whose remarks become flaws on the lines of the post."""

from __future__ import annotations

from collections.abc import Iterator

from orderbook.bbcode.paste import Paste, unwrap_paste
from orderbook.findings.model import Severity
from orderbook.rulebook.build import build_ability, build_faction
from orderbook.rulebook.importing.drafts import TITLES, DraftEntry, DraftFaction, Imported
from orderbook.rulebook.importing.read import read_rules
from orderbook.rulebook.importing.remarks import Remark, RemarkKind
from orderbook.rulebook.linting.material import Material, PlacedFlaw, Subject, Written, find_words
from orderbook.rulebook.names import fold_name
from orderbook.rulebook.plurals import pluralise
from orderbook.rulebook.tables import Draft, Entry
from orderbook.text.source import SourceText, Span

_CHECKS = {
    "requires": "rule-prerequisite",
    "counts_as": "rule-prerequisite",
    "replaces_present": "rule-prerequisite",
    "option": "rule-prerequisite",
    "recruits": "rule-recruit-unknown",
}
"""Misspelt names by the key they stand under."""

_PROSE_LABELS = ("benefit", "effect")
_BENEFIT_KEYS = ("produces", "recruits", "per_week", "places", "replaces_present")
_MAY_BE_ABSENT = ("cost", "weeks", "upkeep")
_STILL_NAMED = ("requires", "recruits", "counts_as", "option")


def read_post(source: SourceText) -> Subject:
    """The factions, abilities and spells in a post. A post without any has one flaw that says so."""
    imported = read_rules(source)
    return _Reader(source, imported, unwrap_paste(source.text)).read()


class _Reader:
    def __init__(self, source: SourceText, imported: Imported, paste: Paste) -> None:
        self._source = source
        self._imported = imported
        self._paste = paste

    def read(self) -> Subject:
        imported = self._imported
        return Subject(
            sources=(self._source,),
            materials=tuple(self._build(faction) for faction in imported.factions),
            abilities=tuple(build_ability(_entry(draft)) for draft in imported.abilities),
            spells=tuple(build_ability(_entry(draft)) for draft in imported.spells),
            entries=tuple(self._write(draft) for draft in (*imported.abilities, *imported.spells)),
            flaws=tuple(self._list_flaws()),
            notes=() if imported.is_empty else (_describe(imported),),
            lines=self._count_lines(),
        )

    def _build(self, faction: DraftFaction) -> Material:
        header = dict(faction.header)
        if any(remark.key == "complete" and remark.kind is RemarkKind.CONCLUDED for remark in faction.remarks):
            header["complete"] = True  # the importer doubts it because of the very flaws that are looked for here
        doubted = {remark.written for remark in faction.remarks if remark.key == "resources"}
        header["resources"] = [name for name in header.get("resources", ()) if name not in doubted]
        entries = {draft.name: _entry(draft) for draft in faction.entries}
        end = min((draft.span.start for draft in faction.entries), default=faction.span.end)
        line = self._source.line_span(self._source.line_of(faction.span.start))
        place = Span(faction.span.start, max(faction.span.start, end))
        head = find_words(self._source, line, faction.name) or line
        notes = tuple(header.get("notes", ()))
        written = Written("faction", faction.name, self._source, head, place, prose=notes)
        return Material(
            build_faction(Draft(header, self._source.name, entries)),
            written,
            tuple(self._write(draft) for draft in faction.entries),
        )

    def _write(self, draft: DraftEntry) -> Written:
        line = self._source.line_span(self._source.line_of(draft.span.start))
        heading = Span(max(line.start, draft.span.start), max(line.start, min(line.end, draft.span.end)))
        fields = {key: self._paste.span_to_source(field.span) for key, field in draft.block.fields.items()}
        keys = {"limit": heading, "requires": heading, "counts_as": heading, **fields}
        if "benefit" in fields:
            keys |= {key: fields["benefit"] for key in _BENEFIT_KEYS if key not in fields}
        rules, story = _split_prose(draft)
        return Written(
            kind=draft.kind,
            name=draft.name,
            source=self._source,
            head=find_words(self._source, heading, draft.name) or heading,
            block=draft.span,
            keys=keys,
            prose=tuple(rules),
            story=tuple(story),
            lost=frozenset(remark.key for remark in draft.remarks if _is_loss(remark, draft)),
        )

    def _list_flaws(self) -> Iterator[PlacedFlaw]:
        imported = self._imported
        if imported.is_empty:
            message = (
                "no faction, ability or spell was found here; a faction post has lists headed Units, Rooms, Rituals or "
                "Traps and Defences, with an [ic=Name] block for each entry"
            )
            yield PlacedFlaw("rule-unread", self._source, self._source.line_span(1), message, severity=Severity.ERROR)
        for remark in imported.remarks:
            yield from self._judge(remark, None)
        for faction in imported.factions:
            for remark in faction.remarks:
                yield from self._judge(remark, None)
        for draft in imported.all_entries():
            for remark in draft.remarks:
                yield from self._judge(remark, draft)

    def _judge(self, remark: Remark, draft: DraftEntry | None) -> Iterator[PlacedFlaw]:
        """The flaw a remark tells of, if it is one and no lint tells it anyway."""
        is_label = remark.read_as == remark.key  # the label itself is misspelt, not a name behind it
        if remark.kind is RemarkKind.CORRECTED and remark.key in _CHECKS and not is_label:
            yield self._make_misspelt(remark, draft)
        elif remark.kind is RemarkKind.CORRECTED:
            who = f"{remark.entry}: " if remark.entry else ""
            yield self._make(remark, draft, "rule-spelling", f"{who}{remark.message.rstrip('.')}; write it so")
        elif remark.kind is RemarkKind.CONCLUDED and remark.key in ("recruits", "requires"):
            message = f"{remark.entry}: {remark.message}; let both say the same"
            yield self._make(remark, draft, "rule-recruit-disagree", message)
        elif remark.kind is RemarkKind.UNREAD:
            yield from self._judge_unread(remark, draft)

    def _judge_unread(self, remark: Remark, draft: DraftEntry | None) -> Iterator[PlacedFlaw]:
        if draft is not None and ((remark.key in _STILL_NAMED and remark.written) or _is_absent(remark, draft)):
            return
        if remark.key == "notes" and self._ends_with_unit(remark):
            return  # only the sentence's first word was taken for a part of the name
        who = f"{remark.entry}: " if remark.entry else ""
        if remark.key == "name" and remark.written:
            check = "rule-name-twice"
        elif remark.key == "notes" and remark.written:
            check = "rule-name-unknown"
        else:
            check = "rule-unread"
        yield self._make(remark, draft, check, who + remark.message)

    def _ends_with_unit(self, remark: Remark) -> bool:
        words = f" {fold_name(remark.written)}"
        return any(
            words.endswith(f" {fold_name(form)}")
            for faction in self._imported.factions
            for unit in faction.of("unit")
            for form in (unit.name, unit.plural)
        )

    def _make_misspelt(self, remark: Remark, draft: DraftEntry | None) -> PlacedFlaw:
        """A name of another entry that is misspelt, in the number in which it stands there."""
        deed = {"recruits": "recruits", "counts_as": "counts as", "replaces_present": "replaces"}.get(
            remark.key, "needs"
        )
        is_plural = remark.written.lower().endswith("s") and not remark.read_as.lower().endswith("s")
        better = pluralise(remark.read_as) if is_plural else remark.read_as
        what = "unit" if remark.key == "recruits" else "structure"
        message = f"{remark.entry} {deed} {remark.written}, and there is no {what} of that name; did you mean {better}?"
        return self._make(remark, draft, _CHECKS[remark.key], message, better)

    def _make(
        self, remark: Remark, draft: DraftEntry | None, check: str, message: str, better: str | None = None
    ) -> PlacedFlaw:
        place = find_words(self._source, remark.span, remark.written) if remark.written else None
        line = self._source.line_span(self._source.line_of(remark.span.start))
        span = place or Span(remark.span.start, max(remark.span.start, min(remark.span.end, line.end)))
        tab = f"{remark.faction}: {TITLES[draft.kind]}" if draft is not None and remark.faction else remark.faction
        return PlacedFlaw(check, self._source, span, message, better if place else None, tab=tab or None)

    def _count_lines(self) -> tuple[int, int]:
        """Lines with something on them in the factions and the other entries, and how many of them were not read."""
        imported = self._imported
        spans = [faction.span for faction in imported.factions]
        spans += [draft.span for draft in (*imported.abilities, *imported.spells)]
        lines = {number for span in spans for number in self._lines_of(span)}
        unread = {
            self._source.line_of(remark.span.start)
            for remark in imported.all_remarks()
            if remark.kind is RemarkKind.UNREAD
        }
        return len(lines), len(unread & lines)

    def _lines_of(self, span: Span) -> Iterator[int]:
        for number in range(self._source.line_of(span.start), self._source.line_of(max(span.start, span.end - 1)) + 1):
            if self._source.quote(self._source.line_span(number)).strip():
                yield number


def _entry(draft: DraftEntry) -> Entry:
    return Entry(draft.kind, draft.table, draft.faction)


def _split_prose(draft: DraftEntry) -> tuple[list[str], list[str]]:
    """What an entry says of its rules (benefit, effect, the paragraphs behind its first label), and its description.

    Sentences in a list of abilities, and descriptions that hold a rule, are notes of the imported table.
    """
    block = draft.block
    first = min((field.span.start for field in block.fields.values()), default=0)
    story = [paragraph.text for paragraph in block.prose if paragraph.span.start < first]
    rules = [block.fields[key].value for key in _PROSE_LABELS if key in block.fields]
    rules += [paragraph.text for paragraph in (*block.prose, *block.notes) if paragraph.span.start >= first]
    rules += [note for note in draft.table.get("notes", ()) if not any(note in text for text in (*story, *rules))]
    return rules, story


def _is_absent(remark: Remark, draft: DraftEntry) -> bool:
    """Whether the remark says that a figure is missing, and not that one could not be read."""
    return remark.key in _MAY_BE_ABSENT and not remark.written and remark.key not in draft.block.fields


def _is_loss(remark: Remark, draft: DraftEntry) -> bool:
    return remark.kind is RemarkKind.UNREAD and bool(remark.key) and not _is_absent(remark, draft)


def _describe(imported: Imported) -> str:
    """``3 factions with 116 entries, 36 abilities, 29 spells``."""
    entries = sum(len(faction.entries) for faction in imported.factions)
    parts = [
        (len(imported.factions), f"{_count(len(imported.factions), 'faction')} with {_count(entries, 'entry')}"),
        (len(imported.abilities), _count(len(imported.abilities), "ability")),
        (len(imported.spells), _count(len(imported.spells), "spell")),
    ]
    return "found " + ", ".join(text for number, text in parts if number)


def _count(number: int, noun: str) -> str:
    return f"{number} {noun if number == 1 else pluralise(noun)}"
