"""Creatures that come at a call, what is sacrificed for them, and when they go again (UD-SPELL-SUMMON-1, UD-DER-21)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TypeAlias

from orderbook.campaign.canonical import Json
from orderbook.campaign.event import Event
from orderbook.campaign.game import Question
from orderbook.rulebook.indexes import all_units_index
from orderbook.systems.underdeep.castings import SACRIFICES
from orderbook.systems.underdeep.checks.troops import unit_key
from orderbook.systems.underdeep.post.orders.model import Action
from orderbook.systems.underdeep.week.codec import write
from orderbook.systems.underdeep.week.desk import Desk
from orderbook.systems.underdeep.week.forces import Force, ForcesError, read_forces
from orderbook.systems.underdeep.week.kinds import Happened
from orderbook.systems.underdeep.week.rulings import words_of
from orderbook.systems.underdeep.week.spell import Spell
from orderbook.systems.underdeep.week.state import Group, Status
from orderbook.systems.underdeep.week.statuses import SUMMONED
from orderbook.systems.underdeep.week.values import PRISONERS, SLAVES

LASTING: Mapping[str, int] = {"Mudspriggan": 4}
"""How many weeks a summoned creature lasts (UD-KOB-19); others stay."""
PRICES: Mapping[str, int] = {"Random Madspawn": SACRIFICES}
"""Sacrifices that a Summon takes, by what is summoned (UD-DER-21)."""
_RANDOM = ("UD-DER-21", "UD-DER-22")
_BRACKET = re.compile(r"\((?P<unit>[^()]+)\)")
_CAPTIVES = {"slave": SLAVES, "prisoner": PRISONERS, "captive": PRISONERS}
_COUNTED = re.compile(r"\b(?P<number>[0-9]+)\s+(?:\w+\s+)?(?P<kind>slave|prisoner|captive)s?\b", re.IGNORECASE)
_NO_NAME = re.compile(r"\s*(?:yes|no|none|nothing|nobody)?\s*", re.IGNORECASE)


def summon(spell: Spell) -> Iterator[Event | Question]:
    """One unit of the kind the caster's entry names, for some weeks (UD-SPELL-SUMMON-1, UD-KOB-18, UD-KOB-19).

    A random one takes sacrifices, and the game master says who comes (UD-DER-21, UD-DER-22).
    """
    desk, kind = spell.desk, _kind(spell)
    found = all_units_index(desk.rulebook).find(kind) if kind and "random" not in kind.lower() else None
    if found is not None:
        entry = found.value[0]
        yield _come(spell, entry.name, entry.faction, ("UD-SPELL-SUMMON-1", "UD-KOB-18"))
        return
    question = desk.question(
        "madspawn",
        (spell.orders.player, spell.place.line),
        f"Called by {spell.caster.unit} of {spell.orders.player}. Name it; it comes to {spell.caster.region}.",
        rules=("UD-SPELL-SUMMON-1", "UD-DER-22"), post=spell.place,
    )  # fmt: skip
    answer = desk.ruling(question)
    if answer is None:
        yield question
        return
    for offering in _offerings(spell, PRICES.get(kind, 0)) or ():
        yield from _give_up(spell, offering)
    name = words_of(answer).strip(" .")
    if _NO_NAME.fullmatch(name):
        return
    try:
        forces = read_forces([name], desk.rulebook)
    except ForcesError:
        forces = []
    for force in forces:  # with figures, or in numbers
        yield _come(
            spell, force.unit, force.faction or desk.state.players[spell.orders.player].faction, _RANDOM,
            ruling=question.id, force=force,
        )  # fmt: skip
    if forces:
        return
    match = all_units_index(desk.rulebook).find(name)
    known = match.value[0] if match is not None else None
    faction = desk.state.players[spell.orders.player].faction
    yield _come(
        spell, known.name if known is not None else name, known.faction if known is not None else faction,
        _RANDOM, ruling=question.id,
    )  # fmt: skip


def _come(
    spell: Spell, unit: str, faction: str, rules: tuple[str, ...], ruling: str | None = None, force: Force | None = None
) -> Event:
    desk, weeks = spell.desk, LASTING.get(unit)
    statuses = (Status(SUMMONED, None, {"last_week": desk.week + weeks - 1}),) if weeks is not None else ()
    group = Group(
        desk.new_id(spell.orders.player, "g"), spell.orders.player, unit, force.count if force is not None else 1,
        faction, spell.caster.site, spell.caster.region, posture=spell.caster.posture, raised=desk.week,
        statuses=statuses, figures=force.figures if force is not None else {},
        abilities=force.abilities if force is not None else (),
    )  # fmt: skip
    return desk.event(
        Happened.GROUP_ENTERED, {"group": write(group)}, known_to=(spell.orders.player,), rules=rules, post=spell.place,
        ruling=ruling,
    )  # fmt: skip


def _kind(spell: Spell) -> str:
    """What the caster's entry says it summons."""
    unit = spell.desk.unit(spell.caster)
    words = (*(unit.abilities if unit is not None else ()), *spell.caster.abilities)
    kinds = [match["unit"] for word in words if word.startswith("Summon") and (match := _BRACKET.search(word))]
    return kinds[0] if kinds else ""


# -- sacrifices -------------------------------------------------------------------------------------------------

Offering: TypeAlias = "tuple[str, int]"
"""A resource, or a group by its id, and how many of it."""


def lacks_sacrifices(spell: Spell) -> tuple[str, str] | None:
    """A Summon that takes sacrifices needs them: those that are named, else prisoners and slaves (UD-DER-21)."""
    price = PRICES.get(_kind(spell), 0)
    if price and _offerings(spell, price) is None:
        return f"it takes {price} sacrifices: slaves, prisoners or Derro of the caster's region", "UD-DER-21"
    return None


def _offerings(spell: Spell, price: int) -> list[Offering] | None:
    """Who is sacrificed, by the order where it says so; None where there are not enough."""
    wealth = spell.desk.state.players[spell.orders.player].wealth
    wanted = _named(spell, price)
    if not wanted:
        wanted = [(PRISONERS, wealth[PRISONERS]), (SLAVES, wealth[SLAVES])]
    found: list[Offering] = []
    left = price
    for name, number in wanted:
        group = spell.desk.state.groups.get(name)
        there = group.count if group is not None else wealth[name]
        taken = min(left, number, max(there, 0))
        left -= taken
        found += [(name, taken)] if taken else []
    return found if not left else None


def _named(spell: Spell, price: int) -> list[Offering]:
    found: list[Offering] = []
    for action in spell.order.actions:
        if not action.text.lower().startswith("sacrific") and action is not spell.action:
            continue
        said = f"{action.text} {action.object}"
        found += [(_CAPTIVES[match["kind"].lower()], int(match["number"])) for match in _COUNTED.finditer(said)]
        if action is not spell.action:
            found += [(_CAPTIVES[word], action.count or price) for word in _CAPTIVES if word in said and not found]
            found += _units(spell, action, price)
    return found


def _units(spell: Spell, action: Action, price: int) -> list[Offering]:
    """Units of the caster's own people, where the caster is."""
    if action.unit is None:
        return []
    left = action.count or price
    found: list[Offering] = []
    for group in spell.desk.state.groups_of(spell.orders.player):
        unit = spell.desk.unit(group)
        own = unit is not None and unit.faction == spell.desk.state.players[spell.orders.player].faction
        there = group.count - (1 if group.id == spell.caster.id else 0)
        if group.unit == unit_key(action.unit) and group.rank is None and group.region == spell.caster.region and own:
            found.append((group.id, min(left, there)))
            left -= min(left, there)
    return found


def _give_up(spell: Spell, offering: Offering) -> Iterator[Event]:
    desk, player = spell.desk, spell.orders.player
    name, number = offering
    group = desk.state.groups.get(name)
    if group is not None:
        lost: dict[str, Json] = {"group": name, "unit": group.unit, "count": number, "why": "sacrificed"}
        yield desk.event(Happened.LOST, lost, known_to=(player,), rules=("UD-DER-21",), post=spell.place)
    else:
        data: dict[str, Json] = {"player": player, "amounts": {name: -number}, "text": "sacrifices"}
        yield desk.event(Happened.GRANTED, data, known_to=(player,), rules=("UD-DER-21",), post=spell.place)


def vanish(desk: Desk, group: Group) -> Iterator[Event]:
    """A summoned unit is gone when its weeks are over (UD-KOB-19)."""
    last = next((one.figures.get("last_week", 0) for one in group.statuses if one.name == SUMMONED), None)
    if last is not None and desk.week > last:
        data: dict[str, Json] = {"group": group.id, "unit": group.unit, "count": group.count, "why": "vanished"}
        yield desk.event(Happened.LOST, data, known_to=(group.owner,), rules=("UD-KOB-19",))
