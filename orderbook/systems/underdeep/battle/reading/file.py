"""A battle file as a whole: its sides, what they fight over, its dice."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from typing import Any

from orderbook.rulebook.linting.toml_places import Section, find_sections
from orderbook.rulebook.model import Rulebook, ability_stems
from orderbook.systems.underdeep.battle.pieces import find_written
from orderbook.systems.underdeep.battle.reading.attachments import check_attachment
from orderbook.systems.underdeep.battle.reading.problems import (
    BattleFileError,
    BattleProblem,
    Problems,
    Table,
    suggest_piece,
)
from orderbook.systems.underdeep.battle.reading.regiments import read_regiment
from orderbook.systems.underdeep.battle.reading.site import read_site
from orderbook.systems.underdeep.battle.reading.spawn import list_spawn
from orderbook.systems.underdeep.battle.scenario import RegimentPlan, Scenario, SidePlan
from orderbook.systems.underdeep.week.questions import question_names
from orderbook.text import toml
from orderbook.text.source import SourceText

_TRANSPORT = ability_stems("Transport")
VARIANT = "variant"
"""The table of another battle like this one; ``variants.py`` reads it."""

VARIANT_MEND = 'Write [[variant]], then name = "25 Slingers", then [[variant.side]] for each side that is another one.'

KEYS = ("name", "seed", "dice", "rounds", "terrain", "bridge", "answers", "options", "side", "site", VARIANT)
SIDE_KEYS = (
    "name", "attacker", "monsters", "alliance", "ally_of", "escape", "conditions", "owns_site", "keep_corpses",
    "regiment",
)  # fmt: skip
_SIDE_EXAMPLE = '[[side]] with name = "Goblins", then [[side.regiment]] for each of its regiments'
_AT_LINE = re.compile(r"\(at line (\d+), column (\d+)\)")
_LONGEST = 1_000_000
_TOO_DOTTED = re.compile(r"(?:[\w\"'-]+[ \t]*\.[ \t]*){9}")


@dataclass(frozen=True, slots=True)
class BattleFile:
    """A battle, and the dice it is to be fought with: a seed, or results in order; ``None`` where it has none.

    ``options`` is the table of settings as written, ``None`` without one; ``answer_lines`` tells where answers stand,
    ``dice_line`` and ``options_line`` where those do. ``warnings`` are what it can be fought with, but hardly is meant.
    """

    scenario: Scenario
    seed: str | None = None
    dice: tuple[int, ...] | None = None
    options: Any = None
    answer_lines: Mapping[str, int] = field(default_factory=dict, hash=False)
    dice_line: int = 1
    options_line: int = 1
    warnings: tuple[BattleProblem, ...] = ()


def read_battle_file(source: SourceText, rulebook: Rulebook) -> BattleFile:
    """The battle a file describes. Raises ``BattleFileError`` with everything that is wrong with it."""
    return read_battle_keys(parse_battle(source), find_sections(source), source, rulebook)


def read_battle_keys(
    keys: dict[str, Any], sections: Sequence[Section], source: SourceText, rulebook: Rulebook
) -> BattleFile:
    """The battle that the keys of a file describe, whose places are ``sections``. Raises ``BattleFileError``."""
    problems = Problems()
    top = Table(keys, source, sections[0], problems, "the battle")
    top.refuse_unknown(KEYS)
    sides = _read_sides(top, sections, rulebook)
    answers, answer_lines = _read_answers(top, sections)
    seed = top.value("seed")
    if seed is not None and not isinstance(seed, (str, int)):
        top.complain("seed", "seed is no text", 'Write any text in quotes: seed = "any text".')
    dice = _read_dice(top)
    if seed is not None and dice is not None:
        top.complain("dice", "it has both a seed and dice", "Keep one of them.")
    rounds = top.number("rounds", "Write how many rounds to fight at most: rounds = 1.", 0, least=1, most=1000) or None
    terrain = top.texts("terrain", 'Name what lies there: terrain = ["magma"].')
    for name in terrain:
        if find_written(name) is None:
            top.complain(
                "terrain",
                f"nothing in a battle acts by the terrain {name!r}",
                suggest_piece(name) or "Leave it out, or spell it as the rules do.",
            )
    bridge = top.text("bridge", 'Name the side that holds the bridge: bridge = "Goblins".') or None
    if bridge is not None and bridge not in [side.name for side in sides]:
        top.complain(
            "bridge", f"there is no side {bridge!r}", f"The sides are {', '.join(side.name for side in sides)}."
        )
    site = read_site(top, sections, sides, rulebook)
    name = top.text("name", 'Write a text in quotes: name = "The ford".')
    if not _is_list_of_tables(top.value(VARIANT) or []):
        top.complain(VARIANT, "variant is no list of tables", VARIANT_MEND)
    if problems:
        raise BattleFileError(source.name, problems)
    spawn = list_spawn(sides, rulebook)
    scenario = Scenario(sides, name, rounds, terrain, bridge, answers, site=site, spawn=spawn)
    return BattleFile(
        scenario,
        None if seed is None else str(seed),
        dice,
        top.value("options"),
        answer_lines,
        top.line("dice"),
        _find_line(top, sections, "options"),
        tuple(sorted(problems.warnings, key=lambda warning: warning.line)),
    )


def _is_list_of_tables(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(each, dict) for each in value)


def _find_line(top: Table, sections: Sequence[Section], name: str) -> int:
    """Line of a table of the file, written with a heading of its own or as a key."""
    section = next((each for each in sections if each.path == name), None)
    return top.line(name) if section is None else top.source.line_of(section.head.start)


def parse_battle(source: SourceText) -> dict[str, Any]:
    """The keys of a battle file. Raises ``BattleFileError`` for what is no TOML."""
    if len(source.text) > _LONGEST:
        raise BattleFileError(source.name, [BattleProblem(1, "the file is longer than any battle", "Check its name.")])
    if match := _TOO_DOTTED.search(source.text):
        problem = BattleProblem(source.line_of(match.start()), "a key has too many dots", "Write keys without dots.")
        raise BattleFileError(source.name, [problem])
    try:
        return toml.loads(source.text.replace("\r\n", "\n"))
    except (ValueError, RecursionError) as error:
        match = _AT_LINE.search(str(error))
        told = (
            str(error)[: match.start()].strip() if match else "brackets are nested too deeply or a number is too long"
        )
        line = min(int(match[1]), source.line_count) if match else 1
        mend = "Texts stand in double quotes, lists in [ ], figures in { }: stats = {defence = 15, health = 5}."
        raise BattleFileError(source.name, [BattleProblem(line, f"this is no valid TOML: {told}", mend)]) from error


def _read_sides(top: Table, sections: Sequence[Section], rulebook: Rulebook) -> tuple[SidePlan, ...]:
    written = top.value("side")
    if not isinstance(written, list) or not all(isinstance(side, dict) for side in written):
        top.complain("side", "it has no sides", f"Write {_SIDE_EXAMPLE}.")
        return ()
    places = _place_sides(sections)
    sides: list[SidePlan] = []
    allies: list[tuple[Table, str]] = []
    for number, keys in enumerate(written):
        section, below = places[number] if number < len(places) else (None, [])
        table = Table(keys, top.source, section, top.problems, f"side {number + 1}")
        table.refuse_unknown(SIDE_KEYS)
        name = table.text("name", 'Name the side: name = "Goblins".')
        if not name:
            if "name" not in keys:
                table.complain("", "it has no name", 'Name the side: name = "Goblins".')
            _read_regiments(table, below, rulebook)
            continue
        table.title = name
        if name in [side.name for side in sides]:
            table.complain("name", "two sides have that name", "Give each its own.")
            continue
        allies.append((table, table.text("ally_of", 'Name the other side: ally_of = "Goblins".')))
        sides.append(read_side(table, name, below, rulebook))
    alliances = _join_allies(sides, allies)
    if len(set(alliances)) < 2 and len(sides) == len(written):
        top.complain("side", "there are not two sides to fight each other", f"Write {_SIDE_EXAMPLE}.")
    return tuple(replace(side, alliance=alliance) for side, alliance in zip(sides, alliances, strict=True))


def read_side(table: Table, name: str, below: Sequence[Section], rulebook: Rulebook) -> SidePlan:
    """A side; creatures of nobody that set upon others attack no more than those do (UD-BAT-06)."""
    is_attacker = table.flag("attacker", "Write attacker = true for who comes, false for who was there.", False)
    is_monsters = table.flag("monsters", "Write monsters = true for creatures that belong to no player.", False)
    if is_attacker and is_monsters:
        mend = "Leave attacker out: where monsters set upon somebody nobody is the attacker."
        table.complain("attacker", "monsters are no attacker", mend)
    owns_site = "Write owns_site = true for a side with a finished Dungeon or Outpost in the region."
    conditions = table.texts("conditions", 'Name what bears on the side: conditions = ["Sadism 2"].')
    table.warn_of_idle("conditions", conditions)
    keep = "Write keep_corpses = true for a side told to leave the dead as they lie, though they may rise."
    return SidePlan(
        name,
        is_attacker,
        _read_regiments(table, below, rulebook),
        table.text("alliance", 'Name the alliance: alliance = "Lowerdeep".'),
        conditions,
        is_monsters,
        table.flag("owns_site", owns_site, False),
        table.flag("keep_corpses", keep, False),
    )


def _join_allies(sides: Sequence[SidePlan], allies: Sequence[tuple[Table, str]]) -> list[str]:
    """The alliance of each side: the one named, that of the side it is an ally of, or its own name."""
    names = [side.name for side in sides]
    alliances = {side.name: side.alliance or side.name for side in sides}
    for table, friend in allies:
        if not friend:
            continue
        if friend not in alliances:
            close = get_close_matches(friend, names, n=1)
            table.complain("ally_of", f"there is no side {friend!r}", f"The sides are {', '.join(close or names)}.")
            continue
        old, new = alliances[table.title], alliances[friend]
        merged = min(old, new)
        alliances = {name: merged if alliance in (old, new) else alliance for name, alliance in alliances.items()}
    return [alliances[name] for name in names]


def _place_sides(sections: Sequence[Section]) -> list[tuple[Section | None, list[Section]]]:
    places: list[tuple[Section | None, list[Section]]] = []
    for section in sections:
        if section.path == "side":
            places.append((section, []))
        elif section.path == "side.regiment" and places:
            places[-1][1].append(section)
    return places


def _read_regiments(side: Table, sections: Sequence[Section], rulebook: Rulebook) -> tuple[RegimentPlan, ...]:
    written = side.value("regiment")
    if not isinstance(written, list) or not written or not all(isinstance(each, dict) for each in written):
        side.complain("regiment", "it has no regiments", "Write [[side.regiment]] for each of them.")
        return ()
    has_escape = side.flag("escape", "Write escape = false for a side that has nowhere to go.", True)
    plans: list[RegimentPlan] = []
    rows: list[Table] = []
    broken = False
    for number, keys in enumerate(written):
        section = sections[number] if number < len(sections) else side.section
        table = Table(keys, side.source, section, side.problems, f"{side.title}, regiment {number + 1}")
        plan = read_regiment(table, rulebook, has_escape)
        if plan is None:
            broken = True
        elif plan.name in [other.name for other in plans]:
            table.complain(
                "name", f"{side.title} has two regiments of that name", "Give each its own, such as Grunts 2."
            )
        else:
            plans.append(plan)
            rows.append(table)
    for plan, row in zip(plans, rows, strict=True):
        if not broken:
            check_attachment(row, plan, side.title, plans, rulebook)
    return tuple(plans)


def _read_answers(top: Table, sections: Sequence[Section]) -> tuple[dict[str, str], dict[str, int]]:
    """The answers by the question they name, and their lines; a question nobody asks is a problem."""
    value = top.value("answers")
    if value is None:
        return {}, {}
    mend = 'Write [answers], then lines such as flanking-directions = "yes".'
    if not isinstance(value, dict):
        top.complain("answers", "answers is no table", mend)
        return {}, {}
    section = next((each for each in sections if each.path == "answers"), None)
    table = Table(value, top.source, section or top.section, top.problems, "answers")
    answers: dict[str, str] = {}
    for key, answer in value.items():
        name = key.split(":", 1)[0].strip()
        if name not in question_names():
            close = get_close_matches(name, question_names(), n=1)
            hint = f"Did you mean {close[0]}?" if close else "A battle's result names the questions it has."
            table.complain(key, f"there is no question {name!r}", hint)
        elif isinstance(answer, bool):
            answers[key] = "yes" if answer else "no"
        elif isinstance(answer, (str, int)):
            answers[key] = str(answer)
        else:
            table.complain(key, f"the answer to {key!r} is no text", mend)
    return answers, {key: table.line(key if section is not None else "answers") for key in answers}


def _read_dice(top: Table) -> tuple[int, ...] | None:
    value = top.value("dice")
    if value is None:
        return None
    if isinstance(value, list) and all(isinstance(die, int) and not isinstance(die, bool) for die in value):
        return tuple(value)
    top.complain("dice", "dice is no list of whole numbers", "Write the results in order: dice = [14, 14, 7].")
    return None
