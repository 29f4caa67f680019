"""Whether units have the Speed and the abilities for what they are told to do (UD-MOV, UD-UNI-07)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from orderbook.findings.model import CheckDoc, Finding, Severity
from orderbook.rulebook.model import Unit
from orderbook.systems.underdeep.carrying import carried
from orderbook.systems.underdeep.castings import WATCHING
from orderbook.systems.underdeep.checks.context import Context
from orderbook.systems.underdeep.checks.order_troops import MOTION, Muster
from orderbook.systems.underdeep.checks.slip import slip
from orderbook.systems.underdeep.post.orders.model import Action, Actor, Order, OrderLine, SpeedFigure, Verb
from orderbook.systems.underdeep.post.titles import Tab
from orderbook.systems.underdeep.thieving import speaks_of_pockets
from orderbook.systems.underdeep.tombs import lives_in_tombs, speaks_of_tombs
from orderbook.text.records import record

SPEED = CheckDoc(
    "order-speed",
    Severity.ERROR,
    "An order spends more Speed than its units have.",
    "All that a unit does in a week is paid from its Speed; in a body of troops the slowest counts, a leader too. Only "
    "a Forced March goes beyond, to twice the Speed, and what is beyond may go into marching alone.",
    ("UD-MOV-01", "UD-MOV-25", "UD-MOV-27", "UD-SUC-16"),
    "5 Kobold Shinycasters (Lowerdeep 31): move to Lowerdeep 27 (4 Speed), entrench (1 Speed)",
    "5 Kobold Shinycasters (Lowerdeep 31): move to Lowerdeep 27 by Forced March (5 Speed)",
)
ABILITY = CheckDoc(
    "order-ability",
    Severity.ERROR,
    "Units are told to do what they cannot, or not so often.",
    "An ambush takes Infiltrators, a tunnel Tunneling, charges Demolitions, a spell somebody who casts it; pockets "
    "are picked by units with Thieving who lie in ambush, and what has no Morale makes no Forced March. Only Vampires, "
    "Synaptophages, Liches and Cereliches dig in among tombs. Spells of the week are cast once by each caster, among "
    "crystals twice. No ritual is cast in combat or by a prisoner, and Debauchery takes a garrison in a Dungeon. A "
    "Madspawn takes five sacrifices; the Overlord finds spells where his Study is and has one obsession at a time; 50 "
    "units a week go through a Chaos Portal each way. Flyers are led by who flies and Cavalry by who rides; Shee-Ra on "
    "her rat leads Kobold Dire Rat Cavalry only.",
    (
        "UD-UNI-07",
        "UD-MOV-06",
        "UD-MOV-28",
        "UD-ABL-TUNNELING-1",
        "UD-ABL-DEMOLITIONS-4",
        "UD-ABL-ASSASSINATE-1",
        "UD-ABL-THIEVING-1",
        "UD-ABL-CONSTRUCT-5",
        "UD-ABL-UNDEAD-8",
        "UD-BDY-05",
        "UD-DER-35",
        "UD-SPELL-BLESS-1",
        "UD-SPELL-BLIGHT-2",
        "UD-SPELL-BLIGHT-5",
        "UD-SPELL-HASTE-1",
        "UD-SPELL-ILLUSORY-DUPLICATE-1",
        "UD-SPELL-INVISIBILITY-1",
        "UD-SPELL-MINDLINK-1",
        "UD-SPELL-PHASE-SHIFT-1",
        "UD-SPELL-RUNE-TRAP-1",
        "UD-SPELL-SCRY-1",
        "UD-SPELL-SUMMON-1",
        "UD-SPELL-WARD-1",
        "UD-TER-07",
        "UD-KOB-18",
        "UD-SUC-07",
        "UD-SUC-15",
        "UD-DER-21",
        "UD-DER-25",
        "UD-DER-29",
        "UD-DER-39",
        "UD-KOB-70",
        "UD-ABL-LEADERSHIP-2",
        "UD-KOB-12",
    ),
    "Spend 2 Speed to have 7 Derro Aklys-Hurlers at Lowerdeep 26 set up an ambush.",
    "Spend 2 Speed to have 7 Derro Filchers at Lowerdeep 26 set up an ambush.",
)
DOCS = (SPEED, ABILITY)

_HASTENING = ("Haste", "Lickety Split")
_HASTENED = re.compile(r"\bhaste|\blickety|\bspeed\s*\+|\+\s*[0-9]+\s*speed\b", re.IGNORECASE)
_DICE = re.compile(r"\s*([0-9]+)\s*\+\s*([0-9]+)d([0-9]+)\s*")
_NO_MARCH = ("Construct", "Undead", "Vermin")


@record
class Need:
    """An ability something takes. ``all``: every unit must have it, else one of them. ``stem`` finds it in any form."""

    ability: str
    stem: str
    rule: str
    deed: str
    all: bool = False


_NEEDS = {
    Verb.AMBUSH: Need("Infiltrator", "infiltrat", "UD-MOV-06", "set up an ambush", all=True),
    Verb.TUNNEL: Need("Tunneling", "tunnel", "UD-ABL-TUNNELING-1", "dig a tunnel"),
    Verb.LAY_CHARGES: Need("Demolitions", "demolition", "UD-ABL-DEMOLITIONS-4", "lay charges"),
    Verb.ASSASSINATE: Need("Assassinate", "assassin", "UD-ABL-ASSASSINATE-1", "assassinate anybody"),
}
_PICKING = Need("Thieving", "thie", "UD-ABL-THIEVING-1", "pick pockets")


def most_speed(unit: Unit) -> int | None:
    """The most Speed a unit can have by its entry, the best roll and every option counted; None where unknown."""
    figure = unit.stats.get("speed")
    if isinstance(figure, str):
        if match := _DICE.fullmatch(figure):
            figure = int(match[1]) + int(match[2]) * int(match[3])
        else:
            figure = int(figure) if figure.strip().isdecimal() else None
    if figure is None:
        return None
    return figure + max((option.bonus.get("speed", 0) for option in unit.options), default=0)


def may_have(unit: Unit, stem: str) -> bool:
    """Whether a unit has an ability, or may have rolled or chosen it."""
    abilities = (*unit.abilities, *(ability for option in unit.options for ability in option.abilities))
    return any(stem in ability.lower() for ability in abilities)


def makes_no_march(unit: Unit) -> bool:
    """Whether a unit has no Morale and so cannot make a Forced March (UD-MOV-28)."""
    morale = unit.stats.get("morale")
    return (isinstance(morale, str) and not morale.strip("+ ").isdecimal()) or any(map(unit.has_ability, _NO_MARCH))


class Means:
    """What changes the units' means in this post: spells that hasten, hide or carry them."""

    def __init__(self, context: Context, orders: Sequence[OrderLine], muster: Muster) -> None:
        self.context, self.muster = context, muster
        self.orders = [order for line in orders for order in line.orders]
        actions = [action for order in self.orders for action in order.actions]
        self.cast = {action.spell for action in actions if action.spell}
        notes = (f"{line.state} {line.note}" for line in context.post.armies)
        self.hastened = bool(self.cast.intersection(_HASTENING)) or any(
            _HASTENED.search(text) for text in (*(line.text for line in orders), *notes)
        )
        self.abilities_known = context.faction is not None and context.faction.complete

    def units(self, order: Order) -> list[tuple[Actor, Unit]]:
        """The units of an order that rule data knows, with whom the order names them by."""
        found: list[tuple[Actor, Unit]] = []
        for actor in order.actors:
            if actor.unit is not None and actor.unit.entry is not None and not actor.unit.guess:
                found.append((actor, actor.unit.entry))
            elif actor.everyone and (spot := order.place_of(actor)) is not None:
                lines = [line for line in self.muster.lines_at(spot) if line.rank is None]
                found += [(actor, line.unit.entry) for line in lines if line.unit.entry and not line.unit.guess]
        return found

    def check(self, order: Order) -> Iterator[Finding]:
        tireless = list(self._check_march(order))
        yield from tireless
        yield from self._check_abilities(order)
        yield from self._check_carriers(order)
        if not tireless:
            yield from self._check_speed(order)

    # Speed -------------------------------------------------------------------------------------------------------

    def slowest(self, order: Order) -> tuple[Unit, int] | None:
        """The slowest unit of an order with its Speed."""
        speeds = [(speed, unit) for _, unit in self.units(order) if (speed := most_speed(unit)) is not None]
        if not speeds:
            return None
        speed, unit = min(speeds, key=lambda entry: (entry[0], entry[1].name))
        return unit, speed

    def _check_speed(self, order: Order) -> Iterator[Finding]:
        spent, slowest = order.speed, self.slowest(order)
        if spent is None or slowest is None or self.hastened or any(order.does(Verb.PRAY, Verb.TRANSPORT)):
            return
        unit, speed = slowest
        others = [
            figure.value or 0 for action in order.actions if action.verb not in MOTION for figure in action.speeds
        ]
        figure = _dearest(order)
        if figure is None:
            return
        if not order.forced_march and spent > speed:
            message = f"{spent} Speed is spent, but {_has(unit, speed)}. Only a Forced March goes further."
            yield _speed_slip(figure, message, "UD-MOV-01", spent, speed)
        elif order.forced_march and spent > 2 * speed:
            message = f"{spent} Speed is spent; {_has(unit, speed)}, which a Forced March doubles to {2 * speed}."
            yield _speed_slip(figure, message, "UD-MOV-25", spent, 2 * speed)
        elif order.forced_march and sum(others) > speed:
            message = (
                f"{sum(others)} Speed is spent on other things than marching, but {_has(unit, speed)}; the rest of a "
                "Forced March is for marching alone."
            )
            yield _speed_slip(figure, message, "UD-MOV-27", sum(others), speed)

    # abilities ---------------------------------------------------------------------------------------------------

    def _check_march(self, order: Order) -> Iterator[Finding]:
        if not order.forced_march:
            return
        for actor, unit in self.units(order):
            if makes_no_march(unit):
                message = f"{unit.name} has no Morale and cannot make a Forced March."
                yield slip(ABILITY, actor.span, message, tab=Tab.ORDERS, rule="UD-MOV-28").finding
                return

    def _check_abilities(self, order: Order) -> Iterator[Finding]:
        units = self.units(order)
        if not self.abilities_known or not units or any(actor.unit is None for actor in order.actors):
            return
        for action in order.actions:
            if action.verb is Verb.CAST:
                yield from self._check_spell(order, action, units)
            elif action.verb is Verb.ENTRENCH:
                yield from self._check_tombs(action, units)
            elif action.verb is Verb.STEAL:
                yield from self._check_picking(order, action, units)
            elif (need := _NEEDS.get(action.verb)) is not None:
                yield from self._check_need(action, need, units)

    def _check_carriers(self, order: Order) -> Iterator[Finding]:
        """What goes nowhere by itself, told to go or given to somebody who cannot carry it (UD-KOB-70)."""
        for action, entry in carried(order):
            units = [unit for _, unit in self.units(order)]
            if len(units) < len(order.actors) or any(unit.name in entry.carried_by for unit in units):
                continue
            carriers = " or ".join(entry.carried_by)
            who = " and ".join(dict.fromkeys(map(_plural, units)))
            message = f"{who} cannot carry a {entry.name}" if units else f"A {entry.name} does not move by itself"
            message += f": it goes only where a {carriers} takes it."
            yield slip(ABILITY, action.span, message, tab=Tab.ORDERS, rule="UD-KOB-70").finding

    def _check_need(self, action: Action, need: Need, units: list[tuple[Actor, Unit]]) -> Iterator[Finding]:
        lacking = [(actor, unit) for actor, unit in units if not may_have(unit, need.stem)]
        if not lacking or (not need.all and len(lacking) < len(units)):
            return
        if action.verb is Verb.AMBUSH and (self._is_hidden_by_leader(units) or "Invisibility" in self.cast):
            return
        names = " and ".join(dict.fromkeys(_plural(unit) for _, unit in lacking))
        message = f"{names} cannot {need.deed}: it takes the ability {need.ability}."
        yield slip(ABILITY, action.span, message, tab=Tab.ORDERS, rule=need.rule).finding

    def _check_picking(self, order: Order, action: Action, units: list[tuple[Actor, Unit]]) -> Iterator[Finding]:
        """Pockets picked by who is no thief, or by thieves who march up and lay no ambush. To rob a site is another
        matter, and what persons steal is the game master's; one told to lie in ambush who cannot is told so there."""
        lays = any(order.does(Verb.AMBUSH))
        said = " ".join((action.text, action.object))
        if any(actor.person for actor, _ in units) or not (lays or speaks_of_pockets(said)) or _is_of_site(action):
            return
        if lays and self._cannot_hide(units):
            return
        if all(not may_have(unit, _PICKING.stem) for _, unit in units):
            yield from self._check_need(action, _PICKING, units)
        elif any(order.does(*MOTION)) and not lays and not self._lays_ambush(units):
            names = " and ".join(dict.fromkeys(_plural(unit) for _, unit in units))
            message = f"{names} pick pockets only while they lie in ambush, and no order lays one."
            yield slip(ABILITY, action.span, message, tab=Tab.ORDERS, rule=_PICKING.rule).finding

    def _cannot_hide(self, units: list[tuple[Actor, Unit]]) -> bool:
        """Whether some of them are no Infiltrators and nothing makes them unseen."""
        if self._is_hidden_by_leader(units) or "Invisibility" in self.cast:
            return False
        return any(not may_have(unit, "infiltrat") for _, unit in units)

    def _lays_ambush(self, units: list[tuple[Actor, Unit]]) -> bool:
        """Whether any order of the post lays an ambush with units of these types, or with all there are."""
        types = {unit.name for _, unit in units}
        return any(
            actor.everyone or any(unit.name in types for _, unit in self.units(order))
            for order in self.orders
            if any(order.does(Verb.AMBUSH))
            for actor in order.actors
        )

    @staticmethod
    def _check_tombs(action: Action, units: list[tuple[Actor, Unit]]) -> Iterator[Finding]:
        """Who digs in among the tombs; trenches elsewhere in the region are anybody's (UD-BDY-05)."""
        lacking = [unit for _, unit in units if not lives_in_tombs(unit.name)]
        said = " ".join((action.text, action.object, *(spot.text for spot in action.targets)))
        if lacking and speaks_of_tombs(said):
            names = " and ".join(dict.fromkeys(map(_plural, lacking)))
            message = f"{names} cannot entrench in a graveyard: only Vampires, Synaptophages, Liches and Cereliches do."
            yield slip(ABILITY, action.span, message, tab=Tab.ORDERS, rule="UD-BDY-05").finding

    @staticmethod
    def _is_hidden_by_leader(units: list[tuple[Actor, Unit]]) -> bool:
        """Whether a ruler goes along whose regiment is Infiltrated as she is (UD-KOB-10)."""
        return any(unit.leader and may_have(unit, "infiltrat") for _, unit in units)

    def _watches(self) -> bool:
        """Whether a ritual of the week gives its caster Scry (UD-SUC-18)."""
        paid = any(line.subject.name == WATCHING for line in self.context.post.ledger_lines())
        return paid or WATCHING in self.cast

    def _check_spell(self, order: Order, action: Action, units: list[tuple[Actor, Unit]]) -> Iterator[Finding]:
        """Casters without the spell. A room may grant one, and persons may carry what does: they are not judged."""
        spell = action.spell
        faction = self.context.faction
        if spell is None or faction is None or action.structure is not None or any(order.does(Verb.USE)):
            return
        if spell in {ritual.name for ritual in faction.rituals} or any(actor.person for actor, _ in units):
            return
        if spell == "Scry" and self._watches():
            return
        if any(may_have(unit, spell.lower()) or _speaks_of(unit.notes, spell) for _, unit in units):
            return
        names = " and ".join(dict.fromkeys(_plural(unit) for _, unit in units))
        message = f"{names} cannot cast {spell}: it is none of their abilities."
        yield slip(ABILITY, action.span, message, tab=Tab.ORDERS, rule="UD-UNI-07").finding


def _speaks_of(notes: Sequence[str], spell: str) -> bool:
    return any(spell.lower() in note.lower() for note in notes)


def _is_of_site(action: Action) -> bool:
    """Whether it is a site that is to be robbed (UD-ABL-THIEVING-6)."""
    return action.structure is not None or any(
        spot.site is not None or spot.where is not None for spot in action.targets
    )


def _dearest(order: Order) -> SpeedFigure | None:
    """The figure to change first: that of the longest march, else the largest."""
    figures = [
        (action.verb in MOTION, figure.value or 0, -index, figure)
        for index, action in enumerate(order.actions)
        for figure in action.speeds
    ]
    return max(figures, key=lambda entry: entry[:3])[3] if figures else order.total


def _speed_slip(figure: SpeedFigure, message: str, rule: str, stated: int, computed: int) -> Finding:
    return slip(SPEED, figure.span, message, tab=Tab.ORDERS, rule=rule, stated=stated, computed=computed).finding


def _plural(unit: Unit) -> str:
    return unit.plural or unit.name


def _has(unit: Unit, speed: int) -> str:
    return f"{unit.name} has Speed {speed}"
