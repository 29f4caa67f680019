"""A regiment in battle: what changes from blow to blow (Combined Health: UD-BAT-08)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from orderbook.systems.underdeep.battle.orders import Orders
from orderbook.systems.underdeep.battle.piece import HOOKS, Held, Parameter, Piece
from orderbook.systems.underdeep.battle.scale import SCALE
from orderbook.systems.underdeep.battle.scenario import RegimentPlan
from orderbook.systems.underdeep.battle.unit import Fighter, Weapon

if TYPE_CHECKING:
    from orderbook.systems.underdeep.battle.army import Army

FIGHTING, WITHDREW, FLED, SURRENDERED, DESTROYED = "fighting", "withdrew", "fled", "surrendered", "destroyed"

BONUS_FIGURES = (
    "attack",
    "melee_attack",
    "ranged_attack",
    "damage",
    "melee_damage",
    "ranged_damage",
    "defence",
    "morale",
)
"""What a bonus may be added to. ``attack`` and ``damage`` count for both kinds of attack."""

Bound = tuple[tuple[Callable[..., Any], Held], ...]
"""Hooks of one kind, each with the piece it belongs to."""

OUTSIDE, INSIDE, IN_THE_PIT, APART, OUT_OF_REACH, ABOARD = range(6)
"""Where somebody is: before the walls (everybody, where there is no site), in the site, in a pit below it, in a duel
apart from the others; walls that nobody has got to yet are out of reach; troops may be aboard a transport. Melee
reaches only who is in the same place."""

Side = str


@dataclass(frozen=True, slots=True)
class Bonus:
    """Something added to a figure. ``until`` is the round at whose end it goes, ``None`` for the whole battle."""

    figure: str
    amount: int
    reason: str
    until: int | None = None
    magical: bool = False


class Regiment:
    """A regiment, or a leader attached to one. Health is counted in twentieths of a point.

    ``count`` units are alive with ``pool`` Health in all; ``unit_health`` is that of one whole unit. ``host`` is the
    regiment a leader is attached to, ``leaders`` those attached to this one. ``acting`` units have not cast this round.
    ``aim`` is whom it was told to attack or chose to; ``foes`` are the bodies it strikes in melee this round,
    ``engagers`` those that strike it and bind it, ``bound`` those that bound it the round before. ``caught`` units
    with ``caught_pool`` Health sit unharmed in snares and cages.
    """

    is_structure = False
    """Whether it is a wall, a trap or the like, and no regiment at all."""

    __slots__ = (
        "acting",
        "aim",
        "aim_reason",
        "alliance",
        "army",
        "bonuses",
        "bound",
        "caught",
        "caught_pool",
        "count",
        "engagers",
        "fighter",
        "foes",
        "has_acted",
        "has_escape",
        "held",
        "host",
        "key",
        "killed",
        "label",
        "leaders",
        "leaving",
        "melee_rounds",
        "orders",
        "order_number",
        "origin",
        "plan",
        "pool",
        "shots",
        "side",
        "start_count",
        "start_pool",
        "state",
        "target",
        "unit_health",
        "zone",
        *(f"{figure}_plus" for figure in BONUS_FIGURES),
        *(f"on_{hook}" for hook in HOOKS),
    )

    attack_plus: int
    melee_attack_plus: int
    ranged_attack_plus: int
    damage_plus: int
    melee_damage_plus: int
    ranged_damage_plus: int
    defence_plus: int
    morale_plus: int
    on_prepare: Bound
    on_battle_start: Bound
    on_opening: Bound
    on_round_start: Bound
    on_faced: Bound
    on_round_end: Bound
    on_battle_end: Bound
    on_left_field: Bound
    on_attack_bonus: Bound
    on_attack_dice: Bound
    on_damage_bonus: Bound
    on_rolled: Bound
    on_struck: Bound
    on_attacked_bonus: Bound
    on_attacked_dice: Bound
    on_defence_bonus: Bound
    on_alter_damage: Bound
    on_suffered: Bound
    on_can_engage: Bound
    on_can_be_engaged: Bound
    on_is_bound_by: Bound
    on_can_be_pursued: Bound
    on_checks_morale: Bound
    on_morale_bonus: Bound
    on_failed_morale: Bound
    on_may_withdraw: Bound
    on_picks: Bound
    on_avoids: Bound
    on_spares: Bound
    on_trap_hit: Bound

    def __init__(self, plan: RegimentPlan, fighter: Fighter, side: str, label: str, army: Army) -> None:
        self.plan = plan
        self.fighter = fighter
        self.side = side
        self.alliance = army.alliance
        self.army = army
        self.label = label
        self.key = f"{side}/{plan.name}"
        self.orders: Orders = plan.orders
        self.origin = plan.origin
        self.has_escape = plan.has_escape
        self.unit_health = fighter.health * SCALE
        self.pool = self.start_pool = max(0, plan.count * self.unit_health - plan.wounded * SCALE)
        self.count = self.start_count = -(-self.pool // self.unit_health)
        self.killed = 0
        self.state = FIGHTING if self.count else DESTROYED
        self.host: Regiment | None = None
        self.leaders: list[Regiment] = []
        self.held: list[Held] = []
        self.bonuses: list[Bonus] = []
        self.order_number = 0
        self.aim: Regiment | None = None
        self.aim_reason = ""
        self.target: Regiment | None = None
        self.foes: list[Regiment] = []
        self.engagers: list[Regiment] = []
        self.bound: list[Regiment] = []
        self.acting = self.count
        self.has_acted = False
        self.leaving = False
        self.melee_rounds = 0
        self.shots = 0
        self.caught = 0
        self.caught_pool = 0
        self.zone = OUTSIDE
        for figure in BONUS_FIGURES:
            setattr(self, f"{figure}_plus", 0)
        for hook in HOOKS:
            setattr(self, f"on_{hook}", ())

    def __repr__(self) -> str:
        return f"<Regiment {self.label}: {self.count} {self.state}>"

    @property
    def name(self) -> str:
        """The name it has in its own side."""
        return self.plan.name

    @property
    def is_standing(self) -> bool:
        """Whether it is alive and on the field."""
        return self.state == FIGHTING

    @property
    def body(self) -> Regiment:
        """The regiment it moves with: its host, or itself."""
        return self.host if self.host is not None and self.host.state == FIGHTING else self

    @property
    def ranged(self) -> Weapon | None:
        return self.fighter.ranged

    @property
    def melee(self) -> Weapon | None:
        return self.fighter.melee

    @property
    def shoots(self) -> bool:
        """Whether its ranged attack can do damage."""
        return (
            self.fighter.ranged is not None
            and self.fighter.ranged.damage + self.ranged_damage_plus + self.damage_plus > 0
        )

    @property
    def strikes(self) -> bool:
        """Whether its melee attack can do damage."""
        return (
            self.fighter.melee is not None and self.fighter.melee.damage + self.melee_damage_plus + self.damage_plus > 0
        )

    @property
    def weight(self) -> int:
        """What it counts for where a regiment is split: heads times size (UD-SPL-04)."""
        return self.count * self.fighter.weight

    def has(self, name: str) -> bool:
        """Whether it has a piece of that name."""
        return any(held.piece.name == name for held in self.held)

    def is_enemy_of(self, other: Regiment) -> bool:
        return self.alliance != other.alliance

    def add_bonus(self, figure: str, amount: int, reason: str, until: int | None = None, magical: bool = False) -> bool:
        """Adds to a figure of ``BONUS_FIGURES`` until the end of a round, or for the battle.

        Magic of one name does not add up (UD-SPELL-GENERAL-1): whether anything was added.
        """
        if magical and any(b.magical and (b.figure, b.reason) == (figure, reason) for b in self.bonuses):
            return False
        self.bonuses.append(Bonus(figure, amount, reason, until, magical))
        self._shift(figure, amount)
        return True

    def drop_reason(self, reason: str) -> None:
        """Takes away all bonuses given for a reason."""
        self.drop_bonuses(bonus for bonus in self.bonuses if bonus.reason == reason)

    def drop_bonuses(self, bonuses: Iterable[Bonus]) -> None:
        """Takes bonuses away again."""
        for bonus in tuple(bonuses):
            self.bonuses.remove(bonus)
            self._shift(bonus.figure, -bonus.amount)

    def end_bonuses(self, round_number: int) -> None:
        """Drops the bonuses and pieces that end with that round."""
        if self.bonuses:
            self.drop_bonuses(b for b in self.bonuses if b.until is not None and b.until <= round_number)
        for held in [held for held in self.held if held.until is not None and held.until <= round_number]:
            self.drop_piece(held)

    def _shift(self, figure: str, amount: int) -> None:
        name = f"{figure}_plus"
        setattr(self, name, getattr(self, name) + amount)

    def add_piece(self, held: Held) -> Held:
        """Gives it a piece, whose hooks are called from now on."""
        self.held.append(held)
        for hook in HOOKS:
            function = getattr(held.piece, hook)
            if function is not None:
                name = f"on_{hook}"
                setattr(self, name, (*getattr(self, name), (function, held)))
        return held

    def drop_piece(self, held: Held) -> None:
        """Takes a piece away; its hooks are called no more."""
        self.held.remove(held)
        for hook in HOOKS:
            name = f"on_{hook}"
            if getattr(held.piece, hook) is not None:
                setattr(self, name, tuple(pair for pair in getattr(self, name) if pair[1] is not held))


__all__ = [
    "BONUS_FIGURES",
    "DESTROYED",
    "FIGHTING",
    "FLED",
    "SURRENDERED",
    "WITHDREW",
    "Bonus",
    "Parameter",
    "Piece",
    "Regiment",
]
