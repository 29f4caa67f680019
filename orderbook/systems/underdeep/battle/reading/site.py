"""The ``[site]`` table of a battle file: a Dungeon or Outpost, its structures, its garrison, the ways in."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from difflib import get_close_matches
from typing import Any

from orderbook.rulebook.indexes import all_structures_index, faction_index
from orderbook.rulebook.linting.toml_places import Section
from orderbook.rulebook.model import Rulebook
from orderbook.rulebook.names import Quality
from orderbook.systems.underdeep.battle.pieces import find_written
from orderbook.systems.underdeep.battle.reading.problems import Table
from orderbook.systems.underdeep.battle.reading.structures import StructureError, parse_inline, structure_of
from orderbook.systems.underdeep.battle.scenario import SidePlan
from orderbook.systems.underdeep.battle.site_plan import MANNED, CrewPlan, SitePlan, StructurePlan

KEYS = (
    "name",
    "owner",
    "built_by",
    "kind",
    "action",
    "structures",
    "garrison",
    "sortie",
    "crews",
    "tunnel",
    "charges",
    "infiltrators",
    "thieves",
    "assassins",
    "waiting",
    "vanguard",
)
_STRUCTURES = 'structures = ["Palisade", "2 Pit Traps", {name = "Ice Wall", kind = "wall", defence = 18, health = 50}]'
_COUNTED = re.compile(r"(?:(\d{1,3})\s*[x×]?\s+)?(.+?)(?:\s*[x×]\s*(\d{1,3}))?")
_MOST = 200


def read_site(
    top: Table, sections: Sequence[Section], sides: Sequence[SidePlan], rulebook: Rulebook
) -> SitePlan | None:
    """The site the battle is about, or ``None`` where there is none; what is wrong with it is told.

    A settlement of the Surface is stormed or besieged as any site is, by all the same ways in (UD-RAI-02).
    """
    keys = top.value("site")
    if keys is None:
        return None
    if not isinstance(keys, dict):
        top.complain("site", "site is no table", f'Write [site], then owner = "Kobolds" and {_STRUCTURES}.')
        return None
    section = next((each for each in sections if each.path == "site"), None)
    table = Table(keys, top.source, section or top.section, top.problems, "the site")
    table.refuse_unknown(KEYS)
    return _Reader(table, sections, sides, rulebook).read()


class _Reader:
    """Reads one site; all that is wrong goes into the table's problems."""

    def __init__(
        self, table: Table, sections: Sequence[Section], sides: Sequence[SidePlan], rulebook: Rulebook
    ) -> None:
        self.table = table
        self.sections = sections
        self.sides = sides
        self.rulebook = rulebook
        self.owner: SidePlan | None = None

    def read(self) -> SitePlan | None:
        table = self.table
        name = table.text("name", 'Name it: name = "Thundershield Clanhold".', "the site")
        table.title = name
        self.owner = self._read_owner()
        own = [each.name for each in self.owner.regiments] if self.owner else []
        alliance = (self.owner.alliance or self.owner.name) if self.owner else ""
        foreign = [
            each.name for side in self.sides if (side.alliance or side.name) != alliance for each in side.regiments
        ]
        kind = self._choice("kind", ("dungeon", "outpost", "settlement"), "dungeon")
        action = self._choice("action", ("assault", "siege"), "assault")
        builder = self._read_builder()
        structures = self._read_structures(builder)
        garrison = self._names("garrison", own, 'Name regiments of the owner: garrison = ["Slingers"].')
        if "garrison" not in table.keys:
            garrison = tuple(own)
        sorties = self._names("sortie", own, 'Name regiments that come out: sortie = ["Slingers"].')
        tunnel = table.flag("tunnel", "Write tunnel = true if the attackers have finished one.", False)
        charges = self._read_charges(structures)
        if charges and not tunnel:
            table.complain(
                "charges",
                "charges lie below a site only once a tunnel is finished (UD-ABL-DEMOLITIONS-2)",
                "Write tunnel = true, or leave the charges out.",
            )
        example = 'Name regiments of the attackers: {0} = ["Skulkers"].'
        return SitePlan(
            name,
            self.owner.name if self.owner else "",
            builder,
            kind == "outpost",
            structures,
            frozenset(garrison),
            frozenset(sorties),
            self._read_crews(structures, own),
            action == "assault",
            tunnel,
            charges,
            frozenset(self._names("infiltrators", foreign, example.format("infiltrators"))),
            frozenset(self._names("thieves", foreign, example.format("thieves"))),
            self._read_assassins(foreign, own),
            frozenset(self._names("waiting", foreign, example.format("waiting"))),
            self._names("vanguard", foreign, example.format("vanguard")),
            kind == "settlement",
        )

    def _read_owner(self) -> SidePlan | None:
        written = self.table.text("owner", 'Name the side that holds it: owner = "Kobolds".')
        defending = [side for side in self.sides if not side.is_attacker]
        if not written and len(defending) == 1 and "owner" not in self.table.keys:
            return defending[0]
        names = [side.name for side in self.sides]
        found = next((side for side in self.sides if side.name == written), None)
        if found is None and self.sides and (written or "owner" not in self.table.keys):
            what = f"there is no side {written!r}" if written else "it does not say which side holds it"
            self.table.complain("owner", what, f'Write owner = "{_closest(written, names)}".')
        return found

    def _choice(self, key: str, choices: Sequence[str], default: str) -> str:
        mend = f"Write {key} = {' or '.join(repr(each) for each in choices)}."
        value = self.table.text(key, mend, default).lower()
        if value not in choices:
            self.table.complain(key, f"there is no {key} {value!r}", mend)
            return default
        return value

    def _read_builder(self) -> str:
        """The faction that dug it; one the rule data do not have is taken as it is written."""
        written = self.table.text("built_by", 'Name the faction that dug it: built_by = "Cleversmart Kobolds".')
        if written:
            match = faction_index(self.rulebook).find(written)
            return match.value.name if match is not None and match.quality is not Quality.GUESS else written
        factions = {
            each.blueprint.faction for each in (self.owner.regiments if self.owner else ()) if each.blueprint.faction
        }
        return next(iter(factions)) if len(factions) == 1 else ""

    # structures

    def _read_structures(self, builder: str) -> tuple[StructurePlan, ...]:
        value = self.table.value("structures")
        if value is None:
            return ()
        items = [value] if isinstance(value, (str, dict)) else value
        if not isinstance(items, list):
            self.table.complain("structures", "structures is no list", f"Write {_STRUCTURES}.")
            return ()
        plans: list[StructurePlan] = []
        for item in items:
            plans += self._read_structure(item, builder)
        if len(plans) > _MOST:
            self.table.complain("structures", f"it has {len(plans)} structures", f"{_MOST} are the most.")
            return ()
        return _label(plans)

    def _read_structure(self, item: Any, builder: str) -> list[StructurePlan]:
        number, name, inline = 1, "", None
        if isinstance(item, str) and (match := _COUNTED.fullmatch(item.strip())):
            number, name = int(match[1] or match[3] or 1), match[2].strip()
        elif isinstance(item, dict):
            inline = dict(item)
            name = inline.pop("name", "")
            number = inline.pop("count", 1)
        if not isinstance(name, str) or not name or not isinstance(number, int) or not 1 <= number <= _MOST:
            self.table.complain("structures", f"{item!r} is no structure", f"Write {_STRUCTURES}.")
            return []
        found = self._find(name, builder, is_guess=inline is not None)
        try:
            if inline is not None:
                plan = parse_inline(name, inline, found)
            elif found is not None:
                plan = found
            else:
                return []
        except StructureError as error:
            self.table.complain("structures", f"{name}: {error}", f"Write {_STRUCTURES}.")
            return []
        for ability in plan.abilities:
            if find_written(ability) is None:
                self.table.complain(
                    "structures", f"{name}: nothing in a battle acts by {ability!r}", "Spell it as the rules do."
                )
        return [plan] * number

    def _find(self, name: str, builder: str, is_guess: bool = False) -> StructurePlan | None:
        """The defence of the rule data, of the faction that dug it where several have one of that name."""
        index = all_structures_index(self.rulebook)
        match = index.find(name)
        if match is None or match.quality is Quality.GUESS:
            if not is_guess:
                close = match.name if match is not None else ", ".join(index.suggest(name))
                mend = f"Did you mean {close}?" if close else f"Write {_STRUCTURES}."
                self.table.complain("structures", f"no structure is called {name!r}", mend)
            return None
        found = [each for each in match.value if each.faction == builder] or list(match.value)
        try:
            plans = list(dict.fromkeys(structure_of(each) for each in found))
        except StructureError as error:
            if not is_guess:
                self.table.complain("structures", f"{name}: {error}", f"Write its figures: {_STRUCTURES}.")
            return None
        if len(plans) == 1:
            return plans[0]
        if not is_guess:
            factions = " or ".join(f'built_by = "{each.faction}"' for each in found)
            self.table.complain(
                "structures", f"{len(found)} factions have a {name}, and not the same", f"Say which one: {factions}."
            )
        return None

    # who does what

    def _names(self, key: str, known: Sequence[str], mend: str) -> tuple[str, ...]:
        names = self.table.texts(key, mend)
        return tuple(name for name in names if self._knows(key, name, known))

    def _knows(self, key: str, name: str, known: Sequence[str]) -> bool:
        if name in known:
            return True
        if known:
            self.table.complain(key, f"{key}: there is no regiment {name!r}", f"Write {_closest(name, known)}.")
        return False

    def _sub(self, key: str) -> tuple[Table, Mapping[str, Any]]:
        value = self.table.value(key)
        if value is None:
            return self.table, {}
        if not isinstance(value, dict):
            self.table.complain(key, f"{key} is no table", f'Write {key} = {{"…" = "…"}}.')
            return self.table, {}
        section = next((each for each in self.sections if each.path == f"site.{key}"), None)
        if section is None:
            return self.table, value
        return Table(value, self.table.source, section, self.table.problems, self.table.title), value

    def _read_crews(self, structures: Iterable[StructurePlan], own: Sequence[str]) -> tuple[CrewPlan, ...]:
        manned = [each for each in structures if each.kind == MANNED]
        names = {name for each in manned for name in (each.name, each.label)}
        table, value = self._sub("crews")
        crews: list[CrewPlan] = []
        for written, crew in value.items():
            place = written if table is not self.table else "crews"
            name = self._match_structure(table, place, written, names)
            target = ""
            if isinstance(crew, dict):
                target = str(crew.get("at", ""))
                crew = crew.get("by", [])
            regiments = [crew] if isinstance(crew, str) else crew
            if not isinstance(regiments, list) or not all(isinstance(each, str) for each in regiments):
                table.complain(
                    place, f"crews: {written} names no regiment", 'Write crews = {"Murder Holes" = "Grunts"}.'
                )
                continue
            if name:
                crews += [CrewPlan(name, each, target) for each in regiments if self._knows("crews", each, own)]
        return tuple(crews)

    def _match_structure(self, table: Table, place: str, written: str, names: Iterable[str]) -> str:
        """The name or label that is meant: plurals and other names of the rule data are known, too."""
        known = sorted(names)
        if written in known:
            return written
        match = all_structures_index(self.rulebook).find(written)
        if match is not None and match.value[0].name in known:
            return match.value[0].name
        told = f"It has {', '.join(known)}." if known else "It has none that could be."
        table.complain(place, f"there is no {written!r}", told)
        return ""

    def _read_charges(self, structures: Iterable[StructurePlan]) -> dict[str, int]:
        names = {name for each in structures for name in (each.name, each.label)}
        table, value = self._sub("charges")
        charges: dict[str, int] = {}
        for written, number in value.items():
            place = written if table is not self.table else "charges"
            name = self._match_structure(table, place, written, names)
            if not isinstance(number, int) or isinstance(number, bool) or not 1 <= number <= _MOST:
                table.complain(place, f"charges: {written} has no number", "Write charges = {Palisade = 1}.")
            elif name:
                charges[name] = number
        return charges

    def _read_assassins(self, foreign: Sequence[str], own: Sequence[str]) -> dict[str, str]:
        table, value = self._sub("assassins")
        assassins: dict[str, str] = {}
        for name, victim in value.items():
            if not isinstance(victim, str):
                table.complain(
                    "assassins", f"assassins: {name} has no victim", 'Write assassins = {Blade = "Shee-Ra"}.'
                )
            elif self._knows("assassins", name, foreign) and self._knows("assassins", victim, own):
                assassins[name] = victim
        return assassins


def _label(plans: Sequence[StructurePlan]) -> tuple[StructurePlan, ...]:
    """Numbers those of which there are several: Pit Trap, Pit Trap 2."""
    counted: Counter[str] = Counter()
    labelled: list[StructurePlan] = []
    for plan in plans:
        counted[plan.name] += 1
        number = counted[plan.name]
        labelled.append(replace(plan, label=plan.name if number == 1 else f"{plan.name} {number}"))
    return tuple(labelled)


def _closest(name: str, known: Sequence[str]) -> str:
    close = get_close_matches(name, known, n=1)
    return close[0] if close else " or ".join(known[:5])
