"""What a piece is: an ability, a spell, a special of a faction or a condition, with the hooks by which it acts.

Every hook is given the ``Held``: which regiment has the piece, in which battle, with which parameter. README.md in
this folder lists when each hook is called.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, fields
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from orderbook.rulebook.model import ability_stems

if TYPE_CHECKING:
    from orderbook.systems.underdeep.battle.attack import Attack
    from orderbook.systems.underdeep.battle.engine import Battle
    from orderbook.systems.underdeep.battle.morale import MoraleCheck
    from orderbook.systems.underdeep.battle.regiment import Regiment
    from orderbook.systems.underdeep.battle.spells import Cast


ENEMY, FRIEND, ANYBODY, FIELD = "enemy", "friend", "anybody", "field"
"""Whom a spell is cast on: an enemy regiment, one of the caster's own side, either, or nobody in particular."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """What an entry writes behind the name: ``Poison 4`` has number 4, ``Immune (Acid)`` the words "Acid",
    ``Fear (DC 15)`` both."""

    number: int = 0
    words: str = ""


@dataclass(slots=True)
class Held:
    """A piece in the hands of a regiment. ``data`` is the piece's own memory for one battle; ``until`` is the round at
    whose end it goes, ``None`` for the whole battle."""

    battle: Battle
    regiment: Regiment
    piece: Piece
    parameter: Parameter
    data: dict[str, Any] = field(default_factory=dict)
    until: int | None = None

    @property
    def name(self) -> str:
        return self.piece.name

    @property
    def number(self) -> int:
        return self.parameter.number

    @property
    def words(self) -> str:
        return self.parameter.words


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """One ability, spell, special or condition. Only ``name`` and ``rules`` are needed; each hook is optional.

    All units of the ``factions`` have it, whatever their entries say, or only those named in ``units``. ``aliases`` are
    further names; forms of one word (Climb, Climbing, Climber) need none. ``is_steady`` says that it does the same in
    every round but perhaps the first ones, whatever happened before, so that odds can be counted. ``magical`` marks
    effects that Dispel ends and that do not add up. ``example`` is how it is written where it does nothing without a
    number or words behind its name. ``order_matters`` marks spells whose place among the round's spells
    changes what they do; ``targets`` says whom a spell is cast on, ``reaches_structures`` that traps and defences can
    be named as well, ``needs_attack_roll`` that only those may cast it who could shoot just then (UD-CST-03). In what
    follows the holder is the regiment that has the piece.
    """

    name: str
    rules: tuple[str, ...]
    aliases: tuple[str, ...] = ()
    example: str = ""
    factions: tuple[str, ...] = ()
    units: tuple[str, ...] = ()
    is_steady: bool = False
    magical: bool = False
    order_matters: bool = False
    # the course of the battle
    prepare: Callable[[Held], None] | None = None
    battle_start: Callable[[Held], None] | None = None
    opening: Callable[[Held], None] | None = None
    round_start: Callable[[Held], None] | None = None
    faced: Callable[[Held], None] | None = None
    round_end: Callable[[Held], None] | None = None
    battle_end: Callable[[Held], None] | None = None
    left_field: Callable[[Held], None] | None = None
    # the holder attacks
    attack_bonus: Callable[[Held, Attack], int] | None = None
    attack_dice: Callable[[Held, Attack], None] | None = None
    damage_bonus: Callable[[Held, Attack], int] | None = None
    rolled: Callable[[Held, Attack], None] | None = None
    struck: Callable[[Held, Attack], None] | None = None
    # the holder is attacked
    attacked_bonus: Callable[[Held, Attack], int] | None = None
    attacked_dice: Callable[[Held, Attack], None] | None = None
    defence_bonus: Callable[[Held, Attack], int] | None = None
    alter_damage: Callable[[Held, Attack, int, frozenset[str]], int] | None = None
    suffered: Callable[[Held, Attack], None] | None = None
    # who can reach whom
    can_engage: Callable[[Held, Regiment], bool] | None = None
    can_be_engaged: Callable[[Held, Regiment], bool] | None = None
    is_bound_by: Callable[[Held, Regiment], bool] | None = None
    can_be_pursued: Callable[[Held, Regiment], bool] | None = None
    # morale and withdrawal
    checks_morale: Callable[[Held, str], bool] | None = None
    morale_bonus: Callable[[Held, MoraleCheck], int] | None = None
    failed_morale: Callable[[Held, MoraleCheck], None] | None = None
    may_withdraw: Callable[[Held, str], bool] | None = None
    # whom among those in front of it the holder strikes
    picks: Callable[[Held, list[Regiment]], list[Regiment]] | None = None
    # the holder is a trap or another structure of a site
    avoids: Callable[[Held, Regiment], bool] | None = None
    spares: Callable[[Held, Regiment], str] | None = None
    trap_hit: Callable[[Held, Attack], None] | None = None
    # spells
    targets: str = ENEMY
    reaches_structures: bool = False
    needs_attack_roll: bool = False
    cast: Callable[[Cast], None] | None = None

    @property
    def is_spell(self) -> bool:
        return self.cast is not None


_NO_HOOKS = (
    "name", "rules", "aliases", "example", "factions", "units", "is_steady", "magical", "order_matters", "targets",
    "reaches_structures", "needs_attack_roll", "cast",
)  # fmt: skip
HOOKS = tuple(each.name for each in fields(Piece) if each.name not in _NO_HOOKS)
"""Names of the hooks that are gathered for each regiment."""


_WRITTEN = re.compile(r"(?P<name>[^\d(\[+]*?)\s*(?P<number>\+?\d+)?\s*(?:[(\[](?P<inside>.*)[)\]])?\s*")
_DC = re.compile(r"(?:DC\s*)?\+?(\d+)", re.IGNORECASE)


def parse_ability(written: str) -> tuple[tuple[str, ...], Parameter]:
    """Stems of an ability's name, and its parameter: ``Disarm Traps +5``, ``Disease (3)``, ``Immune (Acid)``."""
    match = _WRITTEN.fullmatch(written.strip())
    if match is None:
        return ability_stems(written), Parameter()
    inside = (match["inside"] or "").strip()
    number = int(match["number"] or 0)
    if not number and (found := _DC.search(inside)):
        number = int(found[1])
    words = "" if _DC.fullmatch(inside) else inside
    return ability_stems(match["name"]), Parameter(number, words)


def lacks_parameter(piece: Piece, parameter: Parameter) -> bool:
    """Whether the number or the words are missing without which it does nothing."""
    wanted = parse_ability(piece.example)[1]
    return (bool(wanted.number) and not parameter.number) or (bool(wanted.words) and not parameter.words)


_CHOSEN = re.compile(r"[^()]*\(\s*Choose\s+1\s*:\s*(?P<choices>[^()]*)\)", re.IGNORECASE)


@lru_cache(maxsize=256)
def find_choices(written: str) -> tuple[str, ...] | None:
    """The abilities one of which is chosen: ``Mutation (Choose 1: Flyer, Poison 3)``; ``None`` for any other."""
    match = _CHOSEN.fullmatch(written.strip())
    return tuple(part.strip() for part in match["choices"].split(",")) if match is not None else None


_ANY = re.compile(r"\s*\[any\]\s*", re.IGNORECASE)


def is_choice(written: str, choice: str) -> bool:
    """Whether an ability is one that is offered; ``[any]`` in that stands for any words: ``Immunity (Fire)``."""
    stems, parameter = parse_ability(written)
    if not _ANY.search(choice):
        return (stems, parameter) == parse_ability(choice)
    return stems == ability_stems(_ANY.sub("", choice)) and parameter.words.lower() not in ("", "any")


def fill_choice(choice: str, kinds: Iterable[str]) -> tuple[str, ...]:
    """A choice with each of the kinds for ``[any]``; alone where there are none, or nothing to fill in."""
    bare = _ANY.sub("", choice)
    return tuple(f"{bare} ({kind.title()})" for kind in kinds if bare != choice) or (bare,)


_ROLLED = re.compile(r"Roll 1?d(\d+) \((.*)\)", re.IGNORECASE)
_CHOICE = re.compile(r"(\d+)\s*:\s*([^,;]+)")


@lru_cache(maxsize=256)
def find_rolled(written: str) -> tuple[int, dict[int, str]] | None:
    """Sides and choices of an ability that a die decides: ``Roll 1d4 (1: Flying, 2: Poison 4)``; ``None`` of others."""
    match = _ROLLED.fullmatch(written.strip())
    if match is None or not 1 <= int(match[1][:6]) <= 1000:
        return None
    return int(match[1]), {int(number): name.strip() for number, name in _CHOICE.findall(match[2])}
