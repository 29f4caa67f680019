"""Armies from last week to this: as many as before plus recruits, where orders took them (UD-ORD-24 to UD-ORD-26)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from orderbook.findings.model import CheckDoc, Severity
from orderbook.rulebook.names import fold_name
from orderbook.systems.underdeep.checks.context import Context
from orderbook.systems.underdeep.checks.slip import Slip, slip
from orderbook.systems.underdeep.checks.troops import Troops, unit_key
from orderbook.systems.underdeep.checks.wording import agree, counted
from orderbook.systems.underdeep.post.growth import ready_recruits
from orderbook.systems.underdeep.post.model import ArmyLine, Post
from orderbook.systems.underdeep.post.orders.model import Verb
from orderbook.systems.underdeep.post.titles import Tab
from orderbook.systems.underdeep.world.region import Region, find_regions
from orderbook.text.fold import fold

COUNT = CheckDoc(
    "army-count",
    Severity.ERROR,
    "The number of units does not follow from last week's.",
    "Units come by recruiting and go by loss or dismissal. A loss or gain is noted beside the unit, so that the game "
    "master finds it.",
    ("UD-ORD-24", "UD-ORD-12", "UD-DIS-01"),
    "17 Derro Filchers (19 last week, none recruited or lost)",
    "17 Derro Filchers (2 lost at the bridge)",
    needs=("previous",),
)
PLACE = CheckDoc(
    "army-place",
    Severity.WARNING,
    "Units stand where no order of last week took them.",
    "Armies shows where units are when the week begins: where they were, or where last week's orders sent them. Two "
    "that cannot bear each other, such as Black Dragons, never stand in one place.",
    ("UD-ORD-25", "UD-KOB-15"),
    "5 Kobold Slingers in Lowerdeep 48 (last week in Lowerdeep 4, with no order to move)",
    "5 Kobold Slingers in Lowerdeep 48 (last week ordered there)",
    needs=("previous",),
)
DOCS = (COUNT, PLACE)

SOLITARY = "Black Dragon"
"""Two in one army fight to the death (UD-KOB-15)."""

_CHANGE = re.compile(
    r"\b(?:lost|los[es]|loss(?:es)?|kill(?:ed|s)?|slain|slew|casualt|died|dead|fell|fallen|desert|dismiss|disband|captur|"
    r"prisoner|join|gain|hired|mercenar|ransom|rescu|summon|mutat|promot|demot|sacrific|starv|executed|destroyed|survived|"
    r"survivors|eaten|sold|freed|recovered|returned|perished|missing|spawn|transform|immers)",
    re.IGNORECASE,
)
_EVERYBODY = re.compile(
    r"\b(?:all|every(?:one|body|thing)?|each|the rest|whole|entire|remaining|others?)\b", re.IGNORECASE
)

Place = Region | str | None


def check_armies(context: Context, troops: Troops) -> Iterator[Slip]:
    """All slips of the Armies tab: units that may not stand together, and what does not follow from last week."""
    yield from _check_together(context, troops)
    if context.previous is None or troops.before is None or not context.post.has_tab(Tab.ARMIES):
        return
    journey = _Journey(context)
    for key in dict.fromkeys([*troops.before, *troops.standing]):
        expected = troops.expected(key)
        assert expected is not None
        if expected != troops.standing[key]:
            if troops.standing[key] < expected and _may_be_dead(context, troops, key, expected):
                continue
            if troops.missing[key] or _is_recorded(context, key, troops):
                continue
            yield _count_slip(context, troops, journey, key, expected)
        else:
            yield from _check_places(context, troops, journey, key)
    yield from _check_people(context, journey)


def _may_be_dead(context: Context, troops: Troops, key: str, expected: int) -> bool:
    """Whether units that live for a time only may have come to their end (UD-ORD-18, UD-CMD-05): those whose Lifespan
    was told last week were to die then, or it was told of none."""
    assert context.previous is not None
    own = [line for line in context.previous.armies if line.rank is None and unit_key(line.unit) == key]
    if not any(line.unit.entry is not None and line.unit.entry.lifespan is not None for line in own):
        return False
    dead = sum(line.count for line in own if line.lifespan is not None and line.lifespan <= 1)
    untold = sum(line.count for line in own if line.lifespan is None)
    return expected - troops.standing[key] <= dead + untold


def _place(line: ArmyLine) -> Place:
    place = line.place
    return fold_name(place) if isinstance(place, str) else place


_LEADS_AWAY = (Verb.MOVE, Verb.RETURN, Verb.RETREAT, Verb.GARRISON, Verb.ENTRENCH, Verb.ENCAMP, Verb.AMBUSH)


def _after_orders(previous: Post, key: str, before: Counter[Place]) -> Counter[Place]:
    """Where the units of a type stand if last week's orders were carried out as far as they could be read."""
    after = Counter(before)
    for line in previous.orders:
        for order in line.orders:
            goals = [spot.where for action in order.does(*_LEADS_AWAY) for spot in action.targets if spot.where]
            for actor in order.actors:
                start = order.place_of(actor)
                if not goals or start is None or actor.unit is None or unit_key(actor.unit) != key:
                    continue
                moving = min(actor.count or after[start.where], after[start.where])
                after[start.where] -= moving
                after[goals[-1]] += moving
    return after


class _Journey:
    """Where last week's orders may have taken whom: the order lines, each with the places it names."""

    def __init__(self, context: Context) -> None:
        assert context.previous is not None
        self.previous = context.previous
        self.orders: list[tuple[str, set[Place]]] = []
        names = {fold_name(site.name): site for site in (*context.previous.sites, *context.post.sites)}
        for text in _order_texts(context.previous):
            folded = fold(text)
            places: set[Place] = {region for _, _, region in find_regions(folded)}
            words = fold_name(text)
            for name, site in names.items():
                if name and name in words:
                    places.add(name)
                    if site.region is not None:
                        places.add(site.region)
            self.orders.append((words, places))

    def explains(self, unit_words: tuple[str, ...], place: Place) -> bool:
        """Whether some order names the place and the unit, or everybody."""
        for words, places in self.orders:
            if place in places and (_EVERYBODY.search(words) or any(word in words for word in unit_words)):
                return True
        return False


def _order_texts(post: Post) -> Iterator[str]:
    for section in post.sections:
        if section.tab is Tab.ORDERS:
            yield from (line.text for line in section.lines if line.text.strip())


def _unit_words(context: Context, name: str) -> tuple[str, ...]:
    """Words an order may call a unit by: its name, and its name without the race's."""
    folded = fold_name(name)
    prefix = fold_name(context.faction.unit_prefix) if context.faction else ""
    bare = folded.removeprefix(prefix).strip()
    return tuple(dict.fromkeys(word for word in (folded, bare) if word))


def _is_recorded(context: Context, key: str, troops: Troops) -> bool:
    """Whether a loss or gain of the unit is noted: beside it, in a remark of the tab, or by an order to dismiss."""
    words = _unit_words(context, troops.name(key))
    assert context.previous is not None
    texts = [line.line.text for line in context.post.tab_lines if line.tab in (Tab.ARMIES, Tab.RECRUITMENT, Tab.UPKEEP)]
    texts += list(_order_texts(context.previous))
    for text in texts:
        folded = fold_name(text)
        if _CHANGE.search(text) and any(word in folded for word in words):
            return True
    remarks = [
        line.line.text
        for line in context.post.tab_lines
        if line.tab is Tab.ARMIES and not _names_any(context, line.line.text)
    ]
    return any(_CHANGE.search(text) and any(char.isdigit() for char in text) for text in remarks)


def _names_any(context: Context, text: str) -> bool:
    folded = fold_name(text)
    return any(
        word in folded for line in context.post.armies for word in _unit_words(context, line.unit.name or "\x00")
    )


def _by_place(post: Post, key: str) -> tuple[Counter[Place], dict[Place, ArmyLine]]:
    counts: Counter[Place] = Counter()
    lines: dict[Place, ArmyLine] = {}
    for line in post.armies:
        if line.rank is None and unit_key(line.unit) == key:
            counts[_place(line)] += line.count
            lines.setdefault(_place(line), line)
    return counts, lines


def _recruits_by_place(context: Context, troops: Troops, key: str) -> Counter[Place]:
    """Where this week's recruits were raised, and those who are grown now; None counts those it is not told of."""
    counts: Counter[Place] = Counter()
    join_late = context.options.chose("recruits-in-armies", "from-next-week")
    raised_in = context.previous if join_late and context.previous is not None else context.post
    only = raised_in.sites[0] if len(raised_in.sites) == 1 else None
    for line in ready_recruits(raised_in):
        if unit_key(line.subject) == key:
            site = line.site or only
            counts[(site.region or fold_name(site.name)) if site is not None else None] += line.number
    for (grown, site), number in troops.grown.items():
        if grown == key:
            counts[(site.region or fold_name(site.name)) if site is not None else None] += number
    return counts


def expected_at(context: Context, troops: Troops, key: str, place: Place) -> int:
    """How many units of a type last week's post and this week's recruits lead to at a place; in all for no place."""
    if context.previous is None:
        return 0
    if place is None:
        return troops.expected(key) or 0
    before, _ = _by_place(context.previous, key)
    recruits = _recruits_by_place(context, troops, key)
    place = fold_name(place) if isinstance(place, str) else place
    after = _after_orders(context.previous, key, before)
    return max(before[place], after[place]) + recruits[place] + recruits[None]


def _count_slip(context: Context, troops: Troops, journey: _Journey, key: str, expected: int) -> Slip:
    """Points at the line whose count changed, if one can be told from the others."""
    assert context.previous is not None
    now, lines = _by_place(context.post, key)
    before, _ = _by_place(context.previous, key)
    recruits = _recruits_by_place(context, troops, key)
    difference = troops.standing[key] - expected
    after = _after_orders(context.previous, key, before)
    odd: list[Place] = []
    for was in (after, before):
        odd = odd or [place for place in lines if now[place] - recruits[place] - was[place] == difference]
    odd = odd or [place for place in lines if now[place] - recruits[place] not in (before[place], after[place])]
    line = lines[odd[0]] if odd else next(iter(lines.values()), None)
    span = (line.count_span or line.span) if line is not None else context.post.tab_span(Tab.ARMIES)
    assert span is not None
    named = troops.named.get(key) or next(old.unit for old in context.previous.armies if unit_key(old.unit) == key)
    standing = troops.standing[key]
    parts = [f"{troops.before[key] if troops.before else 0} last week"]
    if troops.recruits[key]:
        parts.append(f"{troops.recruits[key]} recruited")
    promoted = troops.officers[key] - troops.officers_before[key]
    if promoted > 0:
        parts.append(f"{promoted} promoted")
    return slip(
        COUNT,
        span,
        f"{counted(standing, named)} in all, but {expected} {agree(expected, 'follows', 'follow')} from last week "
        f"({', '.join(parts)}). Note the loss or gain beside the unit, or correct the number.",
        tab=Tab.ARMIES,
        stated=troops.standing[key],
        computed=expected,
        about=key,
    )


def _check_places(context: Context, troops: Troops, journey: _Journey, key: str) -> Iterator[Slip]:
    """The number is right: does every line stand where its units were or were sent?"""
    assert context.previous is not None
    now, lines = _by_place(context.post, key)
    before, _ = _by_place(context.previous, key)
    recruits = _recruits_by_place(context, troops, key)
    if None in now or None in before or key in troops.changed:
        return
    words = _unit_words(context, troops.name(key))
    after = _after_orders(context.previous, key, before)
    for place, line in lines.items():
        surplus = now[place] - recruits[place] - recruits[None] - max(before[place], after[place])
        if surplus > 0 and not journey.explains(words, place):
            where = line.where or (line.site.name if line.site else place)
            yield slip(
                PLACE,
                line.span,
                f"{counted(surplus, line.unit)} {agree(surplus, 'stands', 'stand')} in {where}, where "
                f"{agree(surplus, 'it was', 'they were')} not last week and where no order sent "
                f"{agree(surplus, 'it', 'them')}.",
                tab=Tab.ARMIES,
                stated=str(where),
                about=key,
            )
            return


def _check_together(context: Context, troops: Troops) -> Iterator[Slip]:
    """Solitary units of which two stand in one place. Recruits that make it so are told of in their tab."""
    if SOLITARY not in troops.entries or troops.recruits[SOLITARY]:
        return
    counts, lines = _by_place(context.post, SOLITARY)
    for place, number in counts.items():
        if place is not None and number > 1:
            line = lines[place]
            message = f"{counted(number, line.unit)} stand together in {line.where or line.site}; an army may have one."
            span = line.count_span or line.span
            yield slip(PLACE, span, message, tab=Tab.ARMIES, rule="UD-KOB-15", stated=number, computed=1)


def _check_people(context: Context, journey: _Journey) -> Iterator[Slip]:
    """Leaders and officers, by name."""
    assert context.previous is not None
    before = {fold_name(line.person): line for line in context.previous.armies if line.person}
    for line in context.post.armies:
        old = before.get(fold_name(line.person)) if line.person else None
        if old is None or _place(old) is None or _place(line) is None or _place(old) == _place(line):
            continue
        words = tuple(fold_name(line.person or "").split())
        if not journey.explains((*words, "leader", "commander", "captain"), _place(line)):
            yield slip(
                PLACE,
                line.span,
                f"{line.person} stands in {line.where or line.site}, but was in {old.where or old.site} last week and "
                "no order moved them.",
                tab=Tab.ARMIES,
                stated=str(line.where or line.site),
                computed=str(old.where or old.site),
            )
