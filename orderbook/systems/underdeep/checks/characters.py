"""Characters: the figures of leaders and officers (UD-ORD-28, UD-CMD-06, UD-CMD-07)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from orderbook.findings.model import CheckDoc, Fix, Severity
from orderbook.rulebook.model import Unit, UnitOption, split_figure
from orderbook.rulebook.names import fold_name
from orderbook.systems.underdeep.checks.context import Context
from orderbook.systems.underdeep.checks.slip import Slip, slip
from orderbook.systems.underdeep.post.characters import STAT_NAMES
from orderbook.systems.underdeep.post.model import ArmyLine, Character, StatLine
from orderbook.systems.underdeep.post.titles import Tab, is_one_slip
from orderbook.text.edits import Edit

STATS = CheckDoc(
    "stat-block",
    Severity.ERROR,
    "A Character's figure does not follow from the unit and the rank.",
    "A Commander has +10 Health and +2 on Attack, Damage, Defence and Morale, a Captain +5 Health and +1; a leader has "
    "the figures of the faction's list. Magic items in the Inventory count.",
    ("UD-CMD-06", "UD-CMD-07", "UD-ORD-28", "UD-KOB-11"),
    "Health: 25 (a Captain whose unit has Health 10)",
    "Health: 15 (a Captain whose unit has Health 10)",
)
DOCS = (STATS,)

BONUS = {"Commander": (2, 10, "UD-CMD-06"), "Captain": (1, 5, "UD-CMD-07"), "Leader": (0, 0, "UD-ORD-28")}
"""By rank: on Attack, Damage, Defence and Morale; on Health; the rule."""

_ITEM_BONUS = re.compile(
    r"(?P<plus>[+-]\s?[0-9]{1,3})\s*(?:to\s+)?(?P<what>(?:ranged|melee)?\s*(?:attack|damage)s?|defen[cs]e|health|speed|morale)",
    re.IGNORECASE,
)


def check_characters(context: Context) -> Iterator[Slip]:
    """The figures of each Character whose unit the rule data know; of others that they stay as they were."""
    for character in context.post.characters:
        line = _find_army_line(context.post.armies, character.name)
        unit, rank = _unit_and_rank(context, character, line)
        if unit is not None and rank is not None:
            yield from _check_figures(context, character, unit, rank)
        elif context.previous is not None and not context.options.chose("unknown-figures", "as-posted"):
            yield from _check_unchanged(context, character)


def _find_army_line(armies: list[ArmyLine], name: str) -> ArmyLine | None:
    wanted = fold_name(name)
    people = [line for line in armies if line.person]
    for line in people:
        if fold_name(line.person or "") == wanted:
            return line
    near = [line for line in people if is_one_slip(fold_name(line.person or ""), wanted)]
    if len(near) == 1:
        return near[0]
    short = [line for line in people if _shares_name(fold_name(line.person or ""), wanted)]
    return short[0] if len(short) == 1 else None


def _shares_name(first: str, second: str) -> bool:
    """Whether one is the other without a title or byname."""
    a, b = set(first.split()), set(second.split())
    return bool(a and b) and (a <= b or b <= a)


def _unit_and_rank(context: Context, character: Character, line: ArmyLine | None) -> tuple[Unit | None, str | None]:
    if line is not None:
        return line.unit.entry, line.rank
    found = context.catalogue.unit(character.name)
    if found is not None and found.value.leader:
        return found.value, "Leader"
    return None, None


def _item_bonuses(inventory: str) -> dict[str, int]:
    """What items in the Inventory add, by figure; ``attack`` alone adds to both kinds."""
    found: dict[str, int] = {}
    for match in _ITEM_BONUS.finditer(inventory):
        plus = int(match["plus"].replace(" ", ""))
        what = " ".join(match["what"].lower().split()).rstrip("s").replace("defense", "defence").replace(" ", "_")
        for key in (f"ranged_{what}", f"melee_{what}") if what in ("attack", "damage") else (what,):
            found[key] = found.get(key, 0) + plus
    return found


def _rank_bonus(rank: str, label: str) -> int:
    plus, health, _ = BONUS[rank]
    return health if label == "health" else 0 if label == "speed" else plus


def find_outfit(character: Character, unit: Unit, rank: str) -> UnitOption | None:
    """An option of the unit, if most of the figures it changes show it: Shee-Ra on her rat (UD-KOB-11)."""
    for option in unit.options:
        told = shown = 0
        for label, plus in option.bonus.items():
            line, split = character.stats.get(label), split_figure(unit.stats.get(label, ""))
            if line is not None and line.value is not None and split is not None:
                told += 1
                shown += line.value == split[0] + _rank_bonus(rank, label) + plus
        if shown > told - shown:
            return option
    return None


def _check_mount(context: Context, character: Character, unit: Unit, rank: str, option: UnitOption) -> Iterator[Slip]:
    """Whoever had it not last week needs the room for it, this week or the last (UD-KOB-11)."""
    previous = context.previous
    if previous is None or not context.post.has_tab(Tab.DUNGEONS):
        return
    before = next((old for old in previous.characters if fold_name(old.name) == fold_name(character.name)), None)
    if before is None or not before.stats or find_outfit(before, unit, rank) is not None:
        return
    standing = {line.structure.name for post in (context.post, previous) for line in post.structures}
    finishing = {line.subject.name for line in previous.construction}
    for need in option.requires:
        if not {*need.names} & (standing | finishing):
            line = next(stat for label, stat in character.stats.items() if label in option.bonus)
            yield slip(
                STATS,
                line.span,
                f"{character.name} has the figures of one {option.name}, which takes a {' or '.join(need.names)}; "
                "none stands.",
                tab=Tab.CHARACTERS,
                rule="UD-KOB-11",
                stated=line.text,
            )
            return


def _check_figures(context: Context, character: Character, unit: Unit, rank: str) -> Iterator[Slip]:
    rule = BONUS[rank][2]
    items = _item_bonuses(character.inventory)
    option = find_outfit(character, unit, rank)
    outfit = dict(option.bonus) if option is not None else {}
    if option is not None:
        yield from _check_mount(context, character, unit, rank, option)
    for label, base in unit.stats.items():
        line = character.stats.get(label)
        split = split_figure(base)
        if line is None or line.value is None or split is None:
            continue
        figure, bonus = split[0], _rank_bonus(rank, label)
        due = figure + bonus + outfit.get(label, 0)
        if line.value in (due, due + items.get(label, 0)):
            continue
        why = f"{unit.name} {figure}" + (f" with {bonus:+d} for a {rank}" if bonus else "")
        yield _figure_slip(character, line, due + items.get(label, 0), why, rule)


def _figure_slip(character: Character, line: StatLine, due: int, why: str, rule: str) -> Slip:
    written = f"{due:+d}" if line.text.startswith(("+", "-")) else str(due)
    return slip(
        STATS,
        line.span,
        f"{STAT_NAMES[line.label]} of {character.name} is {written} ({why}), not {line.text}.",
        tab=Tab.CHARACTERS,
        rule=rule,
        stated=line.text,
        computed=written,
        fix=Fix(f"write {written}", (Edit(line.span.start, line.span.end, written),)),
    )


def _check_unchanged(context: Context, character: Character) -> Iterator[Slip]:
    assert context.previous is not None
    before = next(
        (old for old in context.previous.characters if fold_name(old.name) == fold_name(character.name)), None
    )
    if before is None or before.rank != character.rank or before.inventory != character.inventory:
        return
    for label, line in character.stats.items():
        old = before.stats.get(label)
        if old is not None and old.value is not None and line.value is not None and old.value != line.value:
            yield slip(
                STATS,
                line.span,
                f"{STAT_NAMES[label]} of {character.name} was {old.text} last week; no item or rank explains "
                f"{line.text}.",
                tab=Tab.CHARACTERS,
                rule="UD-ORD-12",
                stated=line.text,
                computed=old.text,
            )
