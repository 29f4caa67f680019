"""One sentence for each attack, spell, morale check and departure, with its figures and dice."""

from __future__ import annotations

from collections.abc import Iterable

from orderbook.systems.underdeep.battle.attack import STEALTH, THEFT, Attack
from orderbook.systems.underdeep.battle.morale import BATTLE, MoraleCheck
from orderbook.systems.underdeep.battle.record import Departure
from orderbook.systems.underdeep.battle.regiment import Regiment
from orderbook.systems.underdeep.battle.report.words import (
    ATTACKS,
    BLOODLESS,
    DEADLY,
    HARMLESS,
    HELD,
    TOO_LATE,
    join_words,
    pick,
    pick_number,
)
from orderbook.systems.underdeep.battle.scale import show_points
from orderbook.systems.underdeep.battle.spells import Cast
from orderbook.systems.underdeep.battle.unit import PSYCHIC
from orderbook.systems.underdeep.battle.verbs import make_singular


def name_units(regiment: Regiment, count: int) -> str:
    """``20 Grunts``, ``1 of Grunts``; a regiment of one goes by its name."""
    if count != 1:
        return f"{count} {regiment.label}"
    return regiment.label if regiment.start_count <= 1 else f"1 of {regiment.label}"


def tell_attack(attack: Attack) -> str:
    """Who attacked whom how, the sum of the roll, what it was rolled against, and what came of it."""
    if attack.name:
        verb = make_singular(attack.name) if attack.count == 1 else attack.name
    else:
        ways = ATTACKS[attack.kind]
        one, many = ways[pick_number(len(ways), attack.by.key, attack.on.key, attack.roll, attack.total)]
        verb = one if attack.count == 1 else many
    extra = "".join(f", {show_points(amount)} of it {why}" for amount, why in attack.extra)
    notes = "".join(f" ({note})" for note in attack.notes)
    roll = f"{tell_roll(attack)}; " if attack.rolls else ""  # what cannot be dodged is not rolled for
    return f"{name_units(attack.by, attack.count)} {verb} {attack.on.label}: {roll}{_tell_harm(attack, extra)}.{notes}"


def tell_roll(attack: Attack) -> str:
    """``14 + 2 Melee Attack = 16 against 17 (+ 2 Shield), 1 short``."""
    rolls = f" (of {', '.join(map(str, attack.rolls))})" if len(attack.rolls) > 1 else ""
    total = f"{attack.roll}{rolls}{tell_modifiers(attack.modifiers)} = {attack.total}"
    if attack.against is None:
        return f"{total}, and there is no mind to hurt"
    what = " Morale" if PSYCHIC in attack.types else ""
    changed = tell_modifiers(attack.defence_modifiers).strip()
    against = f"against{what} {attack.against}{f' ({changed})' if changed else ''}"
    return f"{total} {against}{f', {attack.shortfall} short' if attack.shortfall else ''}"


def tell_modifiers(modifiers: Iterable[tuple[int, str]]) -> str:
    """`` + 2 Melee Attack - 4 On the walls``."""
    return "".join(f" {'+' if amount >= 0 else '-'} {abs(amount)} {why}" for amount, why in modifiers if amount)


def _tell_harm(attack: Attack, extra: str = "") -> str:
    if attack.kind == STEALTH:
        return "unseen" if attack.beats else "in vain"
    if attack.kind == THEFT:
        return "unnoticed" if attack.hits else "in vain"
    if attack.on.is_structure and attack.damage:
        end = "it breaks" if attack.killed else "it is down already" if attack.is_late else "it holds"
        return f"{show_points(attack.damage)} damage{extra}, {end}"
    facts = (attack.on.key, attack.total, attack.damage, attack.killed)
    if not attack.killed:
        if not attack.damage:
            return pick(HARMLESS, *facts)
        return f"{show_points(attack.damage)} damage{extra}, {pick(TOO_LATE if attack.is_late else BLOODLESS, *facts)}"
    one, many = DEADLY[pick_number(len(DEADLY), *facts)]
    dead = one if attack.killed == 1 else many.format(attack.killed)
    return f"{show_points(attack.damage)} damage{extra}, {dead}" if attack.damage else dead


def tell_cast(cast: Cast) -> str:
    """Who cast what on whom, the roll if there was one, and what the spell did."""
    told = f"{cast.caster.label} casts {cast.name}"
    if cast.target is not None:
        told += f" on {cast.target.label}"
    parts: list[str] = []
    if cast.attack is not None:
        parts.append(tell_roll(cast.attack))
    if cast.is_countered:
        parts.append("countered")
    elif cast.outcome:
        parts.append(cast.outcome)
    if cast.attack is not None and cast.attack.damage:
        parts.append(_tell_harm(cast.attack))
    return f"{told}: {'; '.join(parts)}." if parts else f"{told}."


def tell_check(check: MoraleCheck) -> str:
    """The sum of a morale check, what it needed, and whether it was enough."""
    what = "" if check.reason == BATTLE else f" ({check.reason})"
    told = f"{check.regiment.label}, Morale{what}: {check.roll}{tell_modifiers(check.modifiers)} = {check.total}"
    if not check.need:
        return f"{told}."
    if check.passed:
        return f"{told} against {check.need}: {pick(HELD, check.regiment.key, check.total, check.need)}."
    failed = "failed, and stays" if check.reason == BATTLE else "failed"
    return f"{told} against {check.need}: {check.outcome or failed}."


def tell_departure(departure: Departure) -> str:
    """Who left the field, and why if it was not for a failed check."""
    why = "" if departure.why == BATTLE else f": {departure.why}"
    return f"{departure.regiment.label} {departure.state}{why}."


def tell_dead(dead: dict[Regiment, int]) -> str:
    """``15 Grunts and 6 Axemen``."""
    return join_words([name_units(regiment, killed) for regiment, killed in dead.items() if killed])
