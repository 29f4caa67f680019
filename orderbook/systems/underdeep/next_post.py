"""Next week's post: what a careful player would start from (contract: production, Upkeep, countdown, lists, Wealth)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from orderbook.books.bundle import Bundle, render_bundle, sort_resources
from orderbook.rulebook.model import Ritual, Section, Structure, Unit
from orderbook.rulebook.names import fold_name
from orderbook.systems.system import CheckRequest, RequestError
from orderbook.systems.underdeep.check import Judgement, judge
from orderbook.systems.underdeep.checks.building_prices import founding_of
from orderbook.systems.underdeep.checks.estate import SiteState, key_of, replaced_by, survey, weeks_left
from orderbook.systems.underdeep.checks.prices import price_of_one
from orderbook.systems.underdeep.checks.troops import unit_key
from orderbook.systems.underdeep.checks.upkeep import rates
from orderbook.systems.underdeep.checks.wording import weeks_word
from orderbook.systems.underdeep.fix import fix_post
from orderbook.systems.underdeep.foundings import Founding, find_bridges, find_foundings
from orderbook.systems.underdeep.next_armies import army_group, counted
from orderbook.systems.underdeep.post.bonuses import parse_bonus
from orderbook.systems.underdeep.post.growth import ready_recruits, weeks_after
from orderbook.systems.underdeep.post.model import ArmyLine, LedgerLine, Named
from orderbook.systems.underdeep.post.titles import Heading, Tab
from orderbook.text.source import SourceText

SiteLines = list[tuple[str, list[str]]]


@dataclass
class NextPost:
    """The coming week's tabs as lines, ready for the template."""

    week: int | None
    production: SiteLines
    upkeep: list[str]
    construction: SiteLines
    recruitment: SiteLines
    wealth: list[str]
    dungeons: SiteLines
    armies: list[list[str]]
    characters: object
    trade: list[str]


def write_next_post(request: CheckRequest) -> str:
    """The text of next week's post, made from the corrected post of this week."""
    post = request.post
    fixed = SourceText(fix_post(request), post.name, post.encoding, post.bom)
    judgement = judge(replace(request, post=fixed))
    if not judgement.reading.sections.sections:
        raise RequestError(f"{post.name} is no orders post: no tab was found in it, so there is nothing to carry over.")
    return carry_on(judgement)


def carry_on(judgement: Judgement, receipts: Sequence[tuple[str, Bundle]] = ()) -> str:
    """The text of the post after one that was judged, and in which nothing is left to correct.

    ``receipts`` are goods on their way that come by then, and from whom; those that leave by then have a minus.
    """
    from markupsafe import Markup

    from orderbook.render.environment import render_template

    return render_template("underdeep/next.bbcode.j2", post=_Coming(judgement, receipts).build(Markup))


def _tell_receipt(partner: str, goods: Bundle) -> str:
    leaves = any(amount < 0 for _, amount in goods.items())
    return f"{'Delivered to' if leaves else 'Received from'} {partner}: {render_bundle(goods, signed=True)}"


class _Coming:
    """Works out the coming week from a post that was judged."""

    def __init__(self, judgement: Judgement, receipts: Sequence[tuple[str, Bundle]] = ()) -> None:
        self.judgement = judgement
        self.receipts = receipts
        self.context = judgement.context
        self.post = judgement.context.post
        self.armies = [*_age(self.post.armies), *map(_as_army, (*self._late_recruits(), *self._grown()))]
        self.states = list(survey(replace(self.context, previous=None)).states.values())
        self.standing = {id(state): self._standing(state) for state in self.states}
        self.foundings = find_foundings(self.context)
        unfinished = [founding for founding in self.foundings if founding.weeks > 1]
        self.states = [
            state
            for state in self.states
            if state.listed or not any(_is_for(founding, state) for founding in unfinished)
        ]

    def build(self, markup: type) -> NextPost:
        production, produced = self._production()
        upkeep, paid = self._upkeep()
        received = sum((goods for _, goods in self.receipts), Bundle())
        self._settle_foundings(produced + paid + received)
        week = self.context.week
        return NextPost(
            week=week + 1 if week is not None else None,
            production=production,
            upkeep=upkeep,
            construction=self._construction(),
            recruitment=self._growing(),
            wealth=self._wealth(produced, paid, received),
            dungeons=self._dungeons(),
            armies=self._armies(),
            characters=markup(self._characters()),
            trade=[_tell_receipt(partner, goods) for partner, goods in self.receipts],
        )

    def _late_recruits(self) -> list[LedgerLine]:
        """This week's recruits, where the campaign lists them in Armies a week later (setting recruits-in-armies)."""
        if not self.context.options.chose("recruits-in-armies", "from-next-week"):
            return []
        return [line for line in ready_recruits(self.post) if isinstance(line.subject.entry, Unit)]

    def _grown(self) -> list[LedgerLine]:
        """The units that are grown when next week begins (UD-UNI-03)."""
        return [line for line, weeks in weeks_after(self.post, self.context.week) if weeks == 0]

    def _growing(self) -> SiteLines:
        """The units that still grow next week, and how long, by the site where they were raised (UD-ORD-18)."""
        sites: dict[str, list[str]] = {}
        for line, weeks in weeks_after(self.post, self.context.week):
            if weeks != 0 and isinstance(line.subject.entry, Unit):
                left = weeks_word(weeks) if weeks is not None else "? weeks"
                what = counted(line.subject.name, line.number, line.subject.entry)
                sites.setdefault(str(line.site or ""), []).append(f"{what}: {left} remaining")
        return list(sites.items())

    def _standing(self, state: SiteState) -> Counter[str]:
        """What stands at a site when next week begins: the list, what finishes, less what that replaces."""
        standing = Counter(state.listed)
        for project in state.under + state.begun:
            if weeks_left(project, self.context.week) == 1 and not project.complete and not project.repair:
                name = key_of(project.subject)
                standing[name] += project.number
                entry = project.subject.entry
                if isinstance(entry, Structure):
                    for old, number in replaced_by(entry, project.number, standing):
                        standing[old] -= min(number, standing[old])
        return standing

    def _named(self, state: SiteState, name: str) -> tuple[str, Structure | None]:
        entry = self.context.catalogue.structure_named(name)
        if entry is not None:
            return entry.name, entry
        line = state.listed_lines.get(name)
        if line is not None:
            return line.structure.text, None
        project = next((p for p in state.under + state.begun if key_of(p.subject) == name), None)
        return (project.subject.text if project else name.title()), None

    def _production(self) -> tuple[SiteLines, Bundle]:
        result: SiteLines = []
        total = Bundle()
        for state in self.states:
            lines: list[str] = []
            claims = [line for line in self.post.production if line.site is state.site or len(self.states) == 1]
            for name, number in self.standing[id(state)].items():
                written, entry = self._named(state, name)
                flow = self._yield_of(name, number, entry, claims)
                if number > 0 and flow:
                    lines.append(f"{counted(written, number, entry)}: {render_bundle(flow, signed=True)}")
                    total += flow
            for line in claims:
                if parse_bonus(line.subject.text) and line.subject.entry is None and line.flow:
                    lines.append(f"{line.subject.text}: {render_bundle(line.flow, signed=True)}")
                    total += line.flow
            result.append((str(state.site), lines))
        return result, total

    def _yield_of(self, name: str, number: int, entry: Structure | None, claims: list[LedgerLine]) -> Bundle:
        own = [line for line in claims if key_of(line.subject) == name and not parse_bonus(line.subject.text)]
        if entry is not None and entry.produces:
            claimed = sum((line.flow for line in own), Bundle())
            if entry.up_to and own and sum(line.number for line in own) == number:
                return claimed  # a deposit that gives less goes on giving less
            return entry.produces * number
        price = price_of_one(own[0]) if own else None
        return price * number if price is not None and entry is None else Bundle()

    def _upkeep(self) -> tuple[list[str], Bundle]:
        counts: Counter[str] = Counter()
        entries: dict[str, Unit | None] = {}
        names: dict[str, str] = {}
        for line in self.armies:
            if line.rank is None:
                key = unit_key(line.unit)
                counts[key] += line.count
                entries.setdefault(key, line.unit.entry)
                names.setdefault(key, line.unit.name)
        lines: list[str] = []
        total = Bundle()
        for key, number in counts.items():
            flow = self._owed(key, number, entries[key])
            if flow and number > 0:
                entry = entries[key]
                lines.append(f"{counted(names[key], number, entry)}: {render_bundle(flow, signed=True)}")
                total += flow
        return lines, total

    def _owed(self, key: str, number: int, entry: Unit | None) -> Bundle:
        charged = [line for line in self.post.upkeep if unit_key(line.subject) == key]
        choices = rates(entry)
        if not choices:
            price = price_of_one(charged[0]) if charged else None
            return price * number if price is not None else Bundle()
        paid = set(charged[0].flow) if charged else set(choices[0])
        choice = next((choice for choice in choices if set(choice) == paid), choices[0])
        return -(choice * number)

    def _construction(self) -> SiteLines:
        result: SiteLines = []
        for state in self.states:
            lines = [text for project in state.under + state.begun for text in self._counted_down(project)]
            if lines:
                result.append((str(state.site), [f"{Heading.UNDER}:", *lines]))
        return result + self._construction_elsewhere()

    def _counted_down(self, project: LedgerLine) -> list[str]:
        """The line of a project that goes on; none for one that is finished by then."""
        weeks = weeks_left(project, self.context.week)
        if project.repair or project.complete or (weeks is not None and weeks <= 1):
            return []
        entry = project.subject.entry
        name = project.subject.name if isinstance(entry, Structure) else project.subject.text
        named = counted(name, project.number, entry if isinstance(entry, Structure) else None)
        return [f"{named}: {weeks_word(weeks - 1)} remaining" if weeks is not None else f"{named}: ? weeks remaining"]

    def _construction_elsewhere(self) -> SiteLines:
        """What is built where no site of the post stands: in the open, bridges, and sites themselves."""
        result: SiteLines = []
        for line in (*self._in_the_open(), *find_bridges(self.context)):
            if texts := self._counted_down(line):
                result.append((str(line.region or line.site or ""), [f"{Heading.UNDER}:", *texts]))
        for founding in self.foundings:
            kind = founding.kind.capitalize()
            if founding.weeks > 1:
                text = f"{kind}: {weeks_word(founding.weeks - 1)} remaining"
                result.append((str(founding), [f"{Heading.UNDER}:", text]))
            elif founding.price:
                result.append((str(founding), [f"{Heading.FINISHED}:", f"{kind}: {render_bundle(-founding.price)}"]))
        return result

    def _in_the_open(self) -> list[LedgerLine]:
        """Projects at no site of the post, such as what trapmakers build (UD-ABL-TRAPMAKING-1)."""
        at_sites = {id(project) for state in self.states for project in (*state.under, *state.begun)}
        return [
            line
            for line in self.post.construction
            if id(line) not in at_sites
            and not (line.cancelled or isinstance(line.subject.entry, Ritual))
            and founding_of(self.context, line) is None
        ]

    def _settle_foundings(self, net: Bundle) -> None:
        """Pays for the sites that stand next week, as far as the Wealth goes; the others take a week more."""
        left = Bundle(self._opening()) + net
        settled: list[Founding] = []
        for founding in self.foundings:
            if founding.weeks == 1 and any(left[resource] < due for resource, due in founding.price.items()):
                founding = replace(founding, weeks=2)
            elif founding.weeks == 1:
                left -= founding.price
            settled.append(founding)
        self.foundings = settled

    def _opening(self) -> dict[str, int]:
        """The Wealth next week begins with: as stated, or reckoned where a resource is not."""
        ledger = self.judgement.ledger
        opening = dict(ledger.stated or {})
        for resource in ledger.computed:
            if resource not in opening and ledger.opening is not None:
                opening[resource] = ledger.computed[resource]
        return opening

    def _wealth(self, produced: Bundle, paid: Bundle, received: Bundle) -> list[str]:
        opening = self._opening()
        founded = sum((founding.price for founding in self.foundings if founding.weeks == 1), Bundle())
        lines: list[str] = []
        for resource in sort_resources({*opening, *produced, *paid, *received, *founded}):
            flows = [produced[resource], paid[resource], received[resource], -founded[resource]]
            terms = [opening.get(resource, 0), *flows]
            balance = sum(terms)
            moved = [term for term in terms[1:] if term]
            text = str(terms[0]) + "".join(f" {'+' if term > 0 else '-'} {abs(term)}" for term in moved)
            lines.append(f"{resource}: {text} = {balance}" if moved else f"{resource}: {balance}")
        return lines

    def _dungeons(self) -> SiteLines:
        result: SiteLines = []
        for state in self.states:
            rooms: list[str] = []
            defences: list[str] = []
            for name, number in self.standing[id(state)].items():
                if number <= 0:
                    continue
                written, entry = self._named(state, name)
                broken = min(self._broken(state, name), number)
                texts = [counted(written, number - broken, entry)] if number > broken else []
                texts += [f"{counted(written, broken, entry)} (Broken)"] if broken else []
                (defences if entry is not None and entry.section is Section.DEFENCE else rooms).extend(texts)
            result.append((str(state.site), [*rooms, *([""] if rooms and defences else []), *defences]))
        for line in self._in_the_open():
            if weeks_left(line, self.context.week) == 1 and line.region is not None and not line.repair:
                entry = line.subject.entry if isinstance(line.subject.entry, Structure) else None
                result.append((str(line.region), [counted(line.subject.name, line.number, entry)]))
        for founding in self.foundings:
            if founding.weeks <= 1 and not any(_is_for(founding, state) for state in self.states):
                result.append((str(founding), []))
        return result

    def _broken(self, state: SiteState, name: str) -> int:
        """How many of a structure are still Broken next week: a repair takes one week (UD-DEF-07 to UD-DEF-09)."""
        broken = sum(
            line.count
            for line in self.post.structures
            if line.broken and line.site is state.site and key_of(line.structure) == name
        )
        mended = sum(
            project.number
            for project in state.under + state.begun
            if project.repair and key_of(project.subject) == name and project.weeks in (None, 0, 1)
        )
        return max(broken - mended, 0)

    def _armies(self) -> list[list[str]]:
        """Everybody where the week's post has them, recruits in one line with those who were there before."""
        groups: dict[object, list[ArmyLine]] = {}
        for line in self.armies:
            groups.setdefault(line.place, []).append(line)
        unread = [
            line.line.text.strip() for line in self.post.tab_lines if line.tab is Tab.ARMIES and not line.understood
        ]
        return [*map(army_group, groups.values()), *([unread] if unread else [])]

    def _characters(self) -> str:
        view = self.judgement.reading.paste.view
        parts = [
            view[section.inner.start : section.inner.end].strip()
            for section in self.post.sections
            if section.tab is Tab.CHARACTERS and section.inner is not None
        ]
        return "\n\n".join(part for part in parts if part) or "None"


def _as_army(line: LedgerLine) -> ArmyLine:
    """Recruits as the garrison of the site where they were raised."""
    unit = line.subject.entry if isinstance(line.subject.entry, Unit) else None
    return ArmyLine(
        Named(line.subject.text, line.subject.span, unit),
        line.number,
        line.span,
        line.site,
        line.site.region if line.site else None,
        "garrisoned",
        lifespan=unit.lifespan if unit is not None else None,
    )


def _age(armies: list[ArmyLine]) -> list[ArmyLine]:
    """Everybody a week later: units with a Lifespan have a week less to live, or are no more; an officer's stands
    still (UD-CMD-05)."""
    older = [
        replace(line, lifespan=line.lifespan - 1) if line.lifespan is not None and line.rank is None else line
        for line in armies
    ]
    return [line for line in older if line.rank is not None or line.lifespan is None or line.lifespan > 0]


def _is_for(founding: Founding, state: SiteState) -> bool:
    """Whether a site that is being founded is this one."""
    if founding.region is not None and state.site.region is not None:
        return founding.region == state.site.region
    return fold_name(founding.name) == fold_name(state.site.name)
