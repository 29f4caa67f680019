"""One attack: its roll, its total, how far it falls short, its damage (UD-BAT-09 to UD-BAT-12).

Everything that attacks in a battle comes here, be it a blade, an arrow, a spell, a trap or a wall.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from orderbook.systems.underdeep.battle.morale import roll_morale
from orderbook.systems.underdeep.battle.regiment import Regiment
from orderbook.systems.underdeep.battle.scale import SCALE
from orderbook.systems.underdeep.battle.unit import PSYCHIC, SUICIDE, Weapon

if TYPE_CHECKING:
    from orderbook.systems.underdeep.battle.engine import Battle

MELEE, RANGED, SNEAK, PURSUIT, SPELL = "melee", "ranged", "sneak", "pursuit", "spell"
TRAP, STEALTH, THEFT = "trap", "stealth", "theft"
"""Kinds of attack. ``PURSUIT`` is the attack on those who flee, ``SNEAK`` that of an ambush, ``TRAP`` that of a trap,
``STEALTH`` an attempt to slip past the Defence of walls, ``THEFT`` one to pick pockets; the two do no damage."""
UNSEEN = (STEALTH, THEFT)

FULL = 10
"""Multiplier of an attack that reaches the Defence, and the shortfall that brings it to nothing."""

_VERBS = {MELEE: "attack", RANGED: "shoot at", SNEAK: "ambush", PURSUIT: "pursue", SPELL: "cast on", TRAP: "strike"}

Modifiers = tuple[tuple[int, str], ...]


class Attack:
    """One attack by ``count`` units of ``by`` on ``on``.

    ``damage`` is what it does in all, in twentieths, after immunities and the like; ``extra`` lists what pieces added
    to it (twentieths, reason). ``modifiers`` lists what made up the roll's bonus, ``defence_modifiers`` what altered
    the figure it was rolled against, each with its reason; both are kept when the battle keeps a log. ``better`` and
    ``worse`` hold (order, reason) for each further die of which the higher or the lower counts. ``killed`` is filled
    in when the casualties are taken off, and ``is_late`` set where what landed in the same moment had left nothing
    there to hurt.
    """

    __slots__ = (
        "against",
        "better",
        "by",
        "count",
        "damage",
        "defence_modifiers",
        "extra",
        "is_late",
        "is_magical",
        "is_melee",
        "killed",
        "kind",
        "modifiers",
        "multiplier",
        "name",
        "notes",
        "on",
        "roll",
        "rolls",
        "total",
        "types",
        "weapon",
        "worse",
    )

    def __init__(self, by: Regiment, on: Regiment, weapon: Weapon, count: int, kind: str, name: str = "") -> None:
        self.by = by
        self.on = on
        self.weapon = weapon
        self.count = count
        self.kind = kind
        self.name = name
        self.types = weapon.types
        self.is_melee = kind == MELEE or (kind in (PURSUIT, SNEAK) and weapon is by.fighter.melee)
        self.is_magical = kind == SPELL
        self.is_late = False
        self.rolls: tuple[int, ...] = ()
        self.roll = 0
        self.total = 0
        self.against: int | None = None
        self.multiplier = 0
        self.damage = 0
        self.killed = 0
        self.modifiers: list[tuple[int, str]] = []
        self.defence_modifiers: list[tuple[int, str]] = []
        self.extra: list[tuple[int, str]] = []
        self.notes: list[str] = []
        self.better: list[tuple[int, str]] = []
        self.worse: list[tuple[int, str]] = []

    def __repr__(self) -> str:
        return f"<Attack {self.kind}: {self.by.label} on {self.on.label}, {self.total} against {self.against}>"

    @property
    def shortfall(self) -> int:
        """By how much it misses, 0 if it does not; ``FULL`` where there was nothing it could hit."""
        return FULL if self.against is None else max(0, self.against - self.total)

    @property
    def misses_by(self) -> int:
        """By how much it misses, however much that is; 0 if it does not."""
        return max(0, (self.against or 0) - self.total)

    @property
    def hits(self) -> bool:
        """Whether it equals or beats what it was rolled against."""
        return self.against is not None and self.total >= self.against

    @property
    def beats(self) -> bool:
        """Whether it is higher than what it was rolled against."""
        return self.against is not None and self.total > self.against


def make_attack(
    battle: Battle,
    by: Regiment,
    on: Regiment,
    weapon: Weapon,
    count: int,
    kind: str = MELEE,
    *,
    circumstances: Modifiers = (),
    shared: Attack | None = None,
    name: str = "",
) -> Attack:
    """Rolls an attack and works out its damage from the strengths as they are now; takes nothing off yet.

    A psychic attack is measured by the same table from the target's Morale result (UD-PSY-02).

    ``circumstances`` modify the roll beside what regiments and pieces do. ``shared`` is an attack whose die serves
    this one, too (setting rolls-when-split).
    """
    attack = Attack(by, on, weapon, count, kind, name)
    total = find_attack_bonus(battle, attack, circumstances)
    attack.roll = roll = _roll_dice(battle, attack, shared)
    attack.total = total = total + roll
    against = _find_resistance(battle, attack)
    attack.against = against
    if against is None:
        return attack
    shortfall = against - total
    attack.multiplier = multiplier = FULL if shortfall <= 0 else FULL - shortfall if shortfall < FULL else 0
    per_unit = find_damage(battle, attack)
    if multiplier and per_unit > 0:
        # The Combined Damage Score is a tenth of the units' damage: twice as many twentieths.
        deal(battle, attack, count * per_unit * multiplier * 2, attack.types)
    for hook, held in by.on_rolled:
        hook(held, attack)
    return attack


def deal(battle: Battle, attack: Attack, amount: int, types: frozenset[str], reason: str = "") -> int:
    """Adds damage in twentieths to an attack, once immunities and the like have altered it; what was added.

    Fractions of a point are kept or dropped (setting fractions-of-damage).
    With a ``reason`` it is told apart from the weapon's own damage.
    """
    if battle.drops_fractions:
        amount -= amount % SCALE
    for hook, held in attack.on.on_alter_damage:
        altered = hook(held, attack, amount, types)
        if altered != amount and battle.telling:
            attack.notes.append(f"{held.name}: {_show(amount)} damage becomes {_show(altered)}")
        amount = altered
    if amount > 0:
        attack.damage += amount
        if reason:
            attack.extra.append((amount, reason))
    return max(0, amount)


def find_attack_bonus(battle: Battle, attack: Attack, circumstances: Modifiers = ()) -> int:
    """What is added to the die of an attack, with the reasons noted in it when the battle keeps a log."""
    by, on = attack.by, attack.on
    bonus = attack.weapon.attack + by.attack_plus
    bonus += by.melee_attack_plus if attack.is_melee else by.ranged_attack_plus
    notes = attack.modifiers if battle.telling else None
    if notes is not None:
        if attack.weapon.attack:
            own = "Attack" if by.is_structure or attack.kind in UNSEEN else ""
            notes.append((attack.weapon.attack, own or ("Melee Attack" if attack.is_melee else "Ranged Attack")))
        figures = ("attack", "melee_attack" if attack.is_melee else "ranged_attack")
        notes.extend((each.amount, each.reason) for each in by.bonuses if each.figure in figures)
    for amount, reason in circumstances:
        bonus += amount
        if notes is not None:
            notes.append((amount, reason))
    for hooks in (by.on_attack_bonus, on.on_attacked_bonus):
        for hook, held in hooks:
            amount = hook(held, attack)
            bonus += amount
            if amount and notes is not None:
                notes.append((amount, held.name))
    return bonus


def find_defence(battle: Battle, attack: Attack) -> int:
    """The Defence an attack is rolled against."""
    on = attack.on
    defence = on.fighter.defence + on.defence_plus
    if battle.telling:
        attack.defence_modifiers += [(each.amount, each.reason) for each in on.bonuses if each.figure == "defence"]
    for hook, held in on.on_defence_bonus:
        amount = hook(held, attack)
        defence += amount
        if amount and battle.telling:
            attack.defence_modifiers.append((amount, held.name))
    return defence


def find_damage(battle: Battle, attack: Attack) -> int:
    """Damage of one attacking unit in points, all bonuses added; never below 0."""
    by = attack.by
    damage = attack.weapon.damage + by.damage_plus
    damage += by.melee_damage_plus if attack.is_melee else by.ranged_damage_plus
    for hook, held in by.on_damage_bonus:
        damage += hook(held, attack)
    return max(0, damage)


def _find_resistance(battle: Battle, attack: Attack) -> int | None:
    """What the total has to reach: Defence, or against psychic attacks a morale check (UD-PSY-01).

    ``None`` where a psychic attack meets no mind (UD-PSY-03).
    """
    if PSYCHIC not in attack.types:
        return find_defence(battle, attack)
    check = roll_morale(battle, attack.on, "psychic", attack=attack)
    if check is None:
        attack.notes.append(f"{attack.on.label} cannot be hurt by psychic attacks")
        return None
    return check.total


def _roll_dice(battle: Battle, attack: Attack, shared: Attack | None) -> int:
    """The die of an attack: one, or several of which the higher or the lower counts (setting hex-with-curse)."""
    if shared is not None:
        attack.rolls = shared.rolls
        return shared.roll
    by, on = attack.by, attack.on
    for hook, held in by.on_attack_dice:
        hook(held, attack)
    for hook, held in on.on_attacked_dice:
        hook(held, attack)
    if not attack.better and not attack.worse:
        roll = battle.roll(20, by, attack.name or _VERBS[attack.kind], on)
        attack.rolls = (roll,)
        return roll
    further, is_higher = _settle_dice(battle, attack)
    verb = attack.name or _VERBS[attack.kind]
    attack.rolls = tuple(battle.roll(20, by, verb, on) for _ in range(further + 1))
    return max(attack.rolls) if is_higher else min(attack.rolls)


def _settle_dice(battle: Battle, attack: Attack) -> tuple[int, bool]:
    """How many further dice are rolled, and whether the highest counts."""
    better, worse = sorted(attack.better), sorted(attack.worse)
    if better and worse:
        if battle.later_spell_counts and better[-1][0] != worse[-1][0]:
            if better[-1][0] > worse[-1][0]:
                worse = []
            else:
                better = []
        else:
            cancelled = min(len(better), len(worse))
            better, worse = better[cancelled:], worse[cancelled:]
    return max(len(better), len(worse)), bool(better)


def spend_attackers(battle: Battle, attack: Attack) -> int:
    """How many attackers an attack of type Suicide uses up (UD-SUI-01): all who made it, unless it misses by 10 or
    more and so never reached the enemy (UD-SUI-02)."""
    if SUICIDE not in attack.types:
        return 0
    if attack.on.is_structure:  # a wall soaks up the blast (UD-SUI-03; setting suicide-at-walls)
        return 0 if battle.spares_suicides_at_10 and attack.misses_by == FULL else attack.count
    return 0 if attack.shortfall >= FULL else attack.count


def _show(scaled: int) -> str:
    from orderbook.systems.underdeep.battle.scale import show_points

    return show_points(scaled)
