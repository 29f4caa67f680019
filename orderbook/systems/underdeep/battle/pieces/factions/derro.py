"""Specials of the Derro in battle: madness, sadism, auras, Jabberlings, the obsession.

UD-DER-05 to UD-DER-07, UD-DER-13, UD-DER-14, UD-DER-18 to UD-DER-20, UD-DER-23, UD-DER-26, UD-DER-27.
"""

from __future__ import annotations

from orderbook.systems.underdeep.battle.attack import Attack
from orderbook.systems.underdeep.battle.aura import list_overcome
from orderbook.systems.underdeep.battle.confusion import confuse, is_immune
from orderbook.systems.underdeep.battle.figures import change_figures
from orderbook.systems.underdeep.battle.morale import MoraleCheck
from orderbook.systems.underdeep.battle.piece import Held, Piece
from orderbook.systems.underdeep.battle.pieces.spells.utility import MIND_INFLUENCING
from orderbook.systems.underdeep.battle.regiment import WITHDREW
from orderbook.systems.underdeep.battle.unit import PSYCHIC

FACTION = "Derro"
_JABBERLING = "Jabberling"
_MADNESS = 4
_MOST_SADISM = 4
_FEWEST_JABBERLINGS = 10
_DEAFENED = -2


def mad_morale(held: Held, check: MoraleCheck) -> int:
    """+4 to checks against what influences minds, and against psychic attacks."""
    psychic = check.reason == "psychic" or (check.attack is not None and PSYCHIC in check.attack.types)
    return _MADNESS if psychic or check.reason in MIND_INFLUENCING else 0


def mad_defence(held: Held, attack: Attack) -> int:
    """+4 Defence against the same."""
    return (
        _MADNESS
        if PSYCHIC in attack.types or attack.name.removeprefix("cast ").removesuffix(" on") in (MIND_INFLUENCING)
        else 0
    )


def revel(held: Held) -> None:
    """+1 Attack and Morale for every 5 victims tortured to death before the battle, 4 at most."""
    amount = min(_MOST_SADISM, held.number)
    for figure in ("attack", "morale"):
        held.regiment.add_bonus(figure, amount, held.name)


def confuse_foes(held: Held) -> None:
    """Who fights it hand to hand and fails is confused for the round (UD-DER-14, UD-DER-23)."""
    battle = held.battle
    for regiment in list_overcome(held, "Confusion", is_immune):
        battle.tell(f"{regiment.label} is confused by {held.regiment.label}: {confuse(battle, regiment)}.", "aura")


def ask_aura(held: Held) -> None:
    """Of Jabberlings the entry does not say how their aura works: the game master does, by default like that of the
    Gibbering Mouther."""
    unit = held.regiment.fighter.name
    if unit == _JABBERLING:
        text = f"Does the Confusion Aura of {unit}s work like that of the Gibbering Mouther?"
        held.data["works"] = held.battle.ask("confusion-aura", unit, text, ("yes", "no"), "yes") == "yes"


def faced(held: Held) -> None:
    """The aura, where it works."""
    if held.data.get("works", True):
        confuse_foes(held)


def too_few(held: Held) -> None:
    """Jabberlings of a regiment below 10 do not fight; it withdraws."""
    regiment = held.regiment
    if regiment.count < _FEWEST_JABBERLINGS:
        held.battle.leave(regiment, WITHDREW, "order", "fewer than 10 Jabberlings")


def ask_attacks(held: Held) -> None:
    """Multiattack is defined nowhere: the game master says how often such units strike."""
    unit = held.regiment.fighter.name
    text = f"What does Multiattack {held.number} of {unit} do?"
    answer = held.battle.ask("multiattack", unit, text, ("nothing", "each strikes so often"), "nothing")
    if answer != "nothing" and held.number > 1:
        held.data["times"] = held.number


def strike_often(held: Held, attack: Attack) -> int:
    """So many blows of each unit come as one, so many times as hard."""
    times = held.data.get("times", 1)
    return (times - 1) * attack.weapon.damage if attack.is_melee else 0


def ask_deafening(held: Held) -> None:
    """Deafening is defined nowhere either; the passage of that name is the only model."""
    unit = held.regiment.fighter.name
    text = f"What does Deafening of {unit}s do to those who face them?"
    choices = ("nothing", "Attack and Defence -2")
    held.data["deafens"] = held.battle.ask("deafening", unit, text, choices, "nothing") != "nothing"


def deafen(held: Held) -> None:
    """-2 to Attack and Defence for the round, if the game master says so."""
    if not held.data.get("deafens"):
        return
    for regiment in {id(each): each for each in (*held.regiment.foes, *held.regiment.engagers)}.values():
        if regiment.is_enemy_of(held.regiment) and all(bonus.reason != held.name for bonus in regiment.bonuses):
            for figure in ("attack", "defence"):
                regiment.add_bonus(figure, _DEAFENED, held.name, until=held.battle.round)


def pursue_obsession(held: Held) -> None:
    """+2 to Attack and Morale while the Overlord is at his obsession, for him and those under his command."""
    change_figures(held, {"attack": 2, "morale": 2})


def brood(held: Held) -> None:
    """-1 Morale to the Overlord for each week in which he neglected it."""
    change_figures(held, {"morale": -1})


PIECES = (
    Piece(
        name="Madness",
        is_steady=True,
        rules=("UD-DER-05", "UD-DER-06"),
        factions=(FACTION,),
        morale_bonus=mad_morale,
        defence_bonus=mad_defence,
    ),
    Piece(name="Sadism", is_steady=True, rules=("UD-DER-07",), prepare=revel),
    Piece(
        name="Confusion Aura",
        rules=("UD-DER-14", "UD-DER-19", "UD-DER-23"),
        battle_start=ask_aura,
        faced=faced,
    ),
    Piece(name="Jabberlings", rules=("UD-DER-18",), factions=(FACTION,), units=(_JABBERLING,), round_start=too_few),
    Piece(name="Multiattack", rules=("UD-DER-13",), battle_start=ask_attacks, damage_bonus=strike_often),
    Piece(name="Deafening", rules=("UD-DER-20",), battle_start=ask_deafening, faced=deafen),
    Piece(name="Obsession", is_steady=True, rules=("UD-DER-26",), prepare=pursue_obsession),
    Piece(name="Neglected obsession", is_steady=True, rules=("UD-DER-27",), prepare=brood),
)
