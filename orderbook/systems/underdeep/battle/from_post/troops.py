"""Regiments out of bands: sizes by the rules (UD-REG-03 to UD-REG-05), names, leaders, conditions, orders."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field

from orderbook.rulebook.model import ability_stems
from orderbook.rulebook.names import fold_name
from orderbook.rulebook.options import Options
from orderbook.systems.underdeep.battle.from_post.bands import Band
from orderbook.systems.underdeep.battle.from_post.wording import SLIPS_IN, stem_of, stems_of
from orderbook.systems.underdeep.battle.piece import parse_ability
from orderbook.systems.underdeep.battle.pieces import find_piece
from orderbook.systems.underdeep.checks.wording import plural_of
from orderbook.systems.underdeep.joining import why_not_join
from orderbook.systems.underdeep.post.model import Character
from orderbook.systems.underdeep.post.orders.model import Order, Verb
from orderbook.systems.underdeep.post.postures import AMBUSH, ENTRENCHED, GARRISONED
from orderbook.systems.underdeep.post.read import Reading
from orderbook.systems.underdeep.regiments import split_group

STATS = ("ranged_attack", "ranged_damage", "melee_attack", "melee_damage", "defence", "health", "speed", "morale")
_WITHDRAWS = re.compile(
    r"\b(?:withdraw|retreat|fall(?:s|ing)? back|flee|pull(?:s|ing)? (?:back|out)|run|disengage)", re.I
)
_LEAD_IN = re.compile(
    r"^(?:(?:and|but|or|to|will|should|only|withdraw(?:s|ing|al)?|retreat(?:s|ing)?|fall(?:s|ing)?\s+back|back|if|when|"
    r"once|they|are|their|it|is|its|we|unless\s+not)\s+)+",
    re.I,
)


@dataclass(eq=False)
class Troop:
    """A regiment, or a leader, as the battle file will have it."""

    name: str
    unit: str
    count: int
    bands: list[Band]
    posture: str
    origin: str = ""
    army: str = ""
    faction: str = ""
    is_known: bool = True
    holds_bridge: bool = False
    sneaks: bool = False
    picks: bool = False
    leads: str = ""
    stats: dict[str, int] = field(default_factory=dict)
    conditions: list[str] = field(default_factory=list)
    targets: list[str] = field(default_factory=list)
    withdraw: list[str] = field(default_factory=list)
    spells: list[tuple[str, str]] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)

    @property
    def orders(self) -> list[Order]:
        return list({id(order): order for band in self.bands for order in band.orders}.values())


def form_troops(reading: Reading, bands: list[Band], options: Options) -> list[Troop]:
    """The regiments of a force, in the order of its bands. Units of a type that stand alike, came from one place and
    have the same orders are one group, which is split as the rules say (setting regiment-split)."""
    groups: dict[tuple[object, ...], list[Band]] = {}
    for band in bands:
        key: tuple[object, ...] = (
            band.line.unit.name,
            band.posture,
            band.origin,
            tuple(_gist(order) for order in band.orders),
        )
        groups.setdefault((*key, id(band)) if band.is_leader else key, []).append(band)
    taken: Counter[str] = Counter()
    troops: list[Troop] = []
    for group in groups.values():
        first = group[0]
        sizes = (first.count,) if first.is_leader else split_group(sum(band.count for band in group), options)
        for size in sizes:
            name = first.line.person or plural_of(first.line.unit)
            taken[name] += 1
            entry = first.line.unit.entry
            troop = Troop(
                name if taken[name] == 1 else f"{name} {_roman(taken[name])}",
                first.line.unit.name,
                size,
                group,
                first.posture,
                first.origin,
                faction=entry.faction if entry is not None else "",
                is_known=entry is not None,
            )
            troop.withdraw = _find_conditions(troop)
            troops.append(troop)
    _name_armies(troops)
    _attach_leaders(troops)
    _lay_conditions(troops)
    for troop in troops:
        if troop.bands[0].is_leader:
            _take_character(troop, reading.post.characters)
    return troops


def _roman(number: int) -> str:
    """``II``, ``III``: "12 Kobold Slingers II" reads better than "12 Kobold Slingers 2"."""
    told = ""
    for value, sign in ((50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")):
        told += sign * (number // value)
        number %= value
    return told


def _gist(order: Order) -> tuple[object, ...]:
    """What tells two orders apart for a battle: what they say beside the way there."""
    deeds = tuple(
        (each.verb, each.object, each.spell, each.unit.name if each.unit else "")
        for each in order.does(Verb.ATTACK, Verb.BESIEGE, Verb.RETREAT, Verb.CAST, Verb.HOLD, Verb.AMBUSH, Verb.STEAL)
    )
    return (deeds, tuple(order.conditions))


def _name_armies(troops: list[Troop]) -> None:
    """A garrison is an army of its own, and so are those from each region (UD-REG-01, UD-REG-02)."""
    armies = {(troop.posture is GARRISONED, troop.origin) for troop in troops}
    if len(armies) < 2:
        return
    for troop in troops:
        inside = troop.posture is GARRISONED
        troop.army = "the garrison" if inside else f"from {troop.origin}" if troop.origin else "outside"


def _attach_leaders(troops: list[Troop]) -> None:
    """A leader goes with the largest regiment under the same order, else with the largest of its army, of those it may
    join (UD-ABL-LEADERSHIP-2)."""
    regiments = [troop for troop in troops if not troop.bands[0].is_leader]
    for leader in troops:
        if not leader.bands[0].is_leader:
            continue
        orders = leader.orders
        near = [each for each in regiments if each.army == leader.army and each.is_known and _may_join(leader, each)]
        same = [each for each in near if any(order in each.orders for order in orders)]
        host = max(same or near, key=lambda each: each.count, default=None)
        if host is not None:
            leader.leads = host.name
            if not same:
                leader.remarks.append("no order says which regiment it joins; the largest of its army is taken")


def _may_join(leader: Troop, host: Troop) -> bool:
    own, others = leader.bands[0].line.unit.entry, host.bands[0].line.unit.entry
    if own is None or others is None:
        return True
    return why_not_join(own.abilities, others.name, others.abilities) is None


def _lay_conditions(troops: list[Troop]) -> None:
    """Cover, and the officer of the site (UD-MOV-13, UD-MOV-18, UD-CMD-08)."""
    officers = [each for each in troops if each.bands[0].line.rank in ("Commander", "Captain")]
    officer = next((each for each in officers if each.posture is GARRISONED), None)
    for troop in troops:
        if troop.posture in (GARRISONED, ENTRENCHED):
            troop.conditions.append("Garrisoned" if troop.posture is GARRISONED else "Entrenched")
        if officer is not None and troop.posture is GARRISONED and troop not in officers:
            troop.conditions.append("Undead officer of the site" if _is_undead(officer) else "Officer of the site")
        if any(order.forced_march or any(a.forced_march for a in order.actions) for order in troop.orders):
            troop.remarks.append('a forced march: write how far, such as conditions = ["Forced March 2"]')


def _is_undead(troop: Troop) -> bool:
    entry = troop.bands[0].line.unit.entry
    return entry is not None and any(ability_stems(each) == ability_stems("Undead") for each in entry.abilities)


def _take_character(troop: Troop, characters: list[Character]) -> None:
    """The figures that Characters gives a leader or officer; they go before those of its unit (UD-ORD-28)."""
    name = fold_name(troop.name)
    found = next((each for each in characters if fold_name(each.name) == name), None)
    if found is None:
        troop.remarks.append("Characters has no figures of it; those of its unit are taken")
        return
    troop.stats = {
        key: found.stats[key].value or 0 for key in STATS if key in found.stats and found.stats[key].value is not None
    }


def _find_conditions(troop: Troop) -> list[str]:
    """The conditions to withdraw in the player's words (UD-WDR-01); others are remarks."""
    found: list[str] = []
    for order in troop.orders:
        retreats = any(True for _ in order.does(Verb.RETREAT))
        for text in order.conditions:
            if retreats or _WITHDRAWS.search(text):
                found.append(_LEAD_IN.sub("", text.strip()).strip() or text)
            else:
                troop.remarks.append(f'left to the game master: "{text}"')
    return list(dict.fromkeys(found))


def lay_ambush(troops: list[Troop], is_sprung: bool) -> None:
    """Who lies in ambush strikes first where somebody comes by (UD-BAT-05); why it does not is a remark."""
    for troop in troops:
        troop.sneaks = is_sprung and troop.bands[0].lies_in_ambush
        troop.picks = troop.sneaks and _is_after_purses(troop)
        if troop.posture is AMBUSH and not troop.sneaks:
            can = troop.bands[0].lies_in_ambush
            why = "nobody walks into it" if can else "only Infiltrators can lie in ambush"
            troop.remarks.append(f"no ambush: {why} (UD-BAT-05)")


def _is_after_purses(troop: Troop) -> bool:
    """Whether thieves in ambush were told to pick pockets (UD-ABL-THIEVING-1)."""
    entry = troop.bands[0].line.unit.entry
    told = any(True for order in troop.orders for _ in order.does(Verb.STEAL))
    return told and entry is not None and entry.has_ability("Thieving")


AT_WALLS = (Verb.TUNNEL, Verb.LAY_CHARGES, Verb.STEAL, Verb.ASSASSINATE)
"""What ``deeds.py`` writes into the site of an assault."""


def take_deeds(troops: list[Troop], enemies: list[Troop], is_assault: bool) -> None:
    """Whom to attack, which spells to cast, what nothing in a battle file can say."""
    for troop in troops:
        for order in troop.orders:
            for action in order.actions:
                if action.verb in (Verb.ATTACK, Verb.BESIEGE):
                    words = " ".join((action.object, action.unit.name if action.unit else ""))
                    troop.targets += [name for name in match_names(words, enemies) if name not in troop.targets]
                elif action.verb is Verb.CAST and action.spell:
                    _take_spell(troop, action.spell, action.object, [*enemies, *troops])
                elif action.verb is Verb.STEAL and troop.picks:
                    continue
                elif action.verb in _FURTHER and not (is_assault and action.verb in AT_WALLS):
                    troop.remarks.append(f'left to the game master: "{action.text}"')
            unread = [text for text in order.unread if not (is_assault and SLIPS_IN.search(text))]
            troop.remarks += [f'not understood: "{text}"' for text in unread]


_FURTHER = (Verb.TUNNEL, Verb.LAY_CHARGES, Verb.STEAL, Verb.ASSASSINATE, Verb.DISARM, Verb.SUMMON, Verb.USE)


def _take_spell(troop: Troop, spell: str, words: str, known: list[Troop]) -> None:
    piece = find_piece(parse_ability(spell)[0])
    if piece is None or not piece.is_spell:
        troop.remarks.append(f"{spell} is cast in the week, not in the battle")
        return
    on = match_names(words, known)
    troop.spells.append((piece.name, on[0] if on else ""))


def match_names(words: str, troops: list[Troop]) -> list[str]:
    """The regiments whose unit some words name by its last word ("the Brigands first"), the leaders they name."""
    stems = stems_of(words)
    found = []
    for troop in troops:
        named = stems_of(troop.name) <= stems if troop.bands[0].is_leader else stem_of(troop.unit) in stems
        if named and troop.is_known:
            found.append(troop.name)
    return found
