"""The coming weeks as posts, each carried on from the one before, with the wishes of a plan written into them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from orderbook.books.bundle import Bundle, render_bundle
from orderbook.findings.model import Severity
from orderbook.rulebook.model import Rulebook, Structure, Unit
from orderbook.systems.system import CheckRequest
from orderbook.systems.underdeep.audit.payment import Owed
from orderbook.systems.underdeep.audit.plan import Planned
from orderbook.systems.underdeep.check import Judgement, build_context, judge_reading
from orderbook.systems.underdeep.checks.estate import survey
from orderbook.systems.underdeep.checks.prices import price_of_one
from orderbook.systems.underdeep.checks.troops import unit_key
from orderbook.systems.underdeep.checks.upkeep import rates
from orderbook.systems.underdeep.next_armies import counted
from orderbook.systems.underdeep.next_post import carry_on
from orderbook.systems.underdeep.post.model import LedgerLine, Section
from orderbook.systems.underdeep.post.read import Reading, read_post
from orderbook.systems.underdeep.post.titles import Heading, Tab
from orderbook.systems.underdeep.world.map import WorldMap
from orderbook.text.edits import Edit, apply_edits
from orderbook.text.source import SourceText


@dataclass(frozen=True)
class ComingWeek:
    """A week to come, as the post a careful player would write, judged in the light of the week before."""

    judgement: Judgement
    text: str

    @property
    def production(self) -> Bundle:
        return self.judgement.ledger.production

    def owed(self) -> list[Owed]:
        """Upkeep by type of unit, in the order of its tab."""
        return [owed for line in self.judgement.context.post.upkeep if (owed := _owed_of(line)) is not None]

    def finished(self) -> list[str]:
        """What is complete from the start of the week."""
        estate = survey(self.judgement.context)
        return [
            f"{self._count(name, number)} at {state.site.name}"
            for state in estate.states.values()
            for name, number in state.finished_now.items()
        ]

    def _count(self, key: str, number: int) -> str:
        entry = self.judgement.context.catalogue.structure_named(key)
        return counted(entry.name if entry is not None else key.title(), number, entry)


class Coming:
    """Carries a post on, week by week."""

    def __init__(self, rulebook: Rulebook, request: CheckRequest, world: WorldMap | None) -> None:
        self.rulebook = rulebook
        self.request = request
        self.world = world

    def after(self, judgement: Judgement) -> ComingWeek:
        """The week after one that was judged."""
        return self._judge(carry_on(judgement), judgement.reading)

    def with_wishes(
        self, week: ComingWeek, before: Judgement, wishes: Sequence[Planned]
    ) -> tuple[ComingWeek, list[str]]:
        """The week with wishes begun in it, and what the checks have against them."""
        if not wishes:
            return week, []
        changed = self._judge(apply_edits(week.text, _write_wishes(week, wishes)), before.reading)
        usual = {slip.finding.message for slip in week.judgement.slips}
        against = [
            slip.finding.message
            for slip in changed.judgement.slips
            if slip.finding.severity is Severity.ERROR
            and slip.finding.tab in (Tab.CONSTRUCTION.value, Tab.RECRUITMENT.value)
            and slip.finding.message not in usual
        ]
        return changed, against

    def _judge(self, text: str, before: Reading) -> ComingWeek:
        source = SourceText(text, "a week to come")
        reading = read_post(text, self.rulebook, faction=before.faction, resources=before.resources)
        asked = replace(self.request, post=source, previous=None, opening=None, week=None, first_turn=False)
        return ComingWeek(judge_reading(reading, build_context(asked, reading, before, self.world)), text)


def _owed_of(line: LedgerLine) -> Owed | None:
    price = price_of_one(line)
    if price is None:
        return None
    entry = line.subject.entry if isinstance(line.subject.entry, Unit) else None
    others = tuple(choice for choice in rates(entry) if choice != -price)
    return Owed(unit_key(line.subject), line.subject.name, entry, line.number, -price, others)


def _write_wishes(week: ComingWeek, wishes: Sequence[Planned]) -> list[Edit]:
    """Wishes as lines at the close of the tabs they belong into; recruits stand in Armies as well (UD-UNI-04)."""
    tabs = {section.tab: section for section in week.judgement.context.post.sections}
    edits: list[Edit] = []
    for tab, lines in (
        (Tab.CONSTRUCTION, [_project_lines(wish) for wish in wishes if isinstance(wish.entry, Structure)]),
        (Tab.RECRUITMENT, [_recruit_lines(wish) for wish in wishes if isinstance(wish.entry, Unit)]),
        (Tab.ARMIES, [_army_lines(wish) for wish in wishes if isinstance(wish.entry, Unit)]),
    ):
        section = tabs.get(tab)
        if lines and section is not None and section.inner is not None:
            edits.append(_append(section, lines))
    return edits


def _append(section: Section, blocks: list[list[str]]) -> Edit:
    assert section.inner is not None
    text = "".join("\n" + "\n".join(block) + "\n" for block in blocks)
    return Edit(section.inner.end, section.inner.end, text)


def _project_lines(wish: Planned) -> list[str]:
    assert isinstance(wish.entry, Structure)
    weeks = wish.entry.weeks or 1
    time = f"{weeks} week{'s' if weeks != 1 else ''} remaining"
    price = render_bundle(-wish.price, signed=True) if wish.price else "0 Gold"
    return [f"[b]{wish.site}[/b]", f"{Heading.BEGINNING}:", f"{wish.count} {wish.entry.name}: {price}, {time}"]


def _recruit_lines(wish: Planned) -> list[str]:
    price = render_bundle(-wish.price, signed=True) if wish.price else "0 Gold"
    return [f"[b]{wish.site}[/b]", f"{wish.count} {wish.entry.name}: {price}"]


def _army_lines(wish: Planned) -> list[str]:
    return [f"{wish.count} {wish.entry.name} - Garrisoned at {wish.site}"]
