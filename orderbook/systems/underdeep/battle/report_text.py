"""A battle as plain text: round by round, every die with what it was rolled for."""

from __future__ import annotations

from collections.abc import Iterator

from orderbook.systems.underdeep.battle.attack import PURSUIT, SNEAK, Attack
from orderbook.systems.underdeep.battle.engine import Battle
from orderbook.systems.underdeep.battle.morale import MoraleCheck
from orderbook.systems.underdeep.battle.record import RoundRecord
from orderbook.systems.underdeep.battle.scale import show_points
from orderbook.systems.underdeep.battle.spells import Cast

_KINDS = {SNEAK: " from ambush", PURSUIT: " in pursuit"}


def render_battle(battle: Battle) -> str:
    """The whole battle, then who is left, what was asked and what remains to be said."""
    return "\n".join(_lines(battle)).rstrip() + "\n"


def _lines(battle: Battle) -> Iterator[str]:
    if battle.scenario.name:
        yield from (battle.scenario.name, "=" * len(battle.scenario.name), "")
    if battle.before.attacks or battle.before.morale or battle.before.events:
        yield from _round_lines(battle.before, "Before the battle")
    for record in battle.rounds:
        yield from _round_lines(record, f"Round {record.number}")
    yield _tell_end(battle)
    yield ""
    for regiment in battle.regiments:
        where = "" if regiment.state == "fighting" else f", {regiment.state}"
        yield (
            f"  {regiment.side}: {regiment.label}: {regiment.count} of {regiment.start_count} alive, "
            f"Health {show_points(regiment.pool)}{where}"
        )
    for (side, resource), amount in sorted(battle.gains.items()):
        yield f"  {side} gains {amount} {resource}"
    if battle.questions:
        yield from ("", "For the game master to decide:")
        for question in battle.questions.values():
            taken = "as answered" if question.is_answered else "unless you say otherwise"
            yield f'  "{question.name}: {question.about}": {question.text} {taken}: {question.answer}'
    if battle.notes:
        yield ""
        yield from (f"Note: {note}" for note in battle.notes)


def _tell_end(battle: Battle) -> str:
    if battle.winner is not None:
        return f"The field is held by {battle.winner} after {_rounds(battle.round)}."
    if battle.is_over:
        return f"Nobody is left on the field after {_rounds(battle.round)}."
    return f"Not decided after {_rounds(battle.round)}."


def _rounds(number: int) -> str:
    return "1 round" if number == 1 else f"{number} rounds"


def _round_lines(record: RoundRecord, title: str) -> Iterator[str]:
    yield from (title, "-" * len(title))
    proposed = [each for each in record.pairings if each.why == "proposed"]
    if proposed:
        told = ", ".join(f"{each.by.label} on {each.on.label}" for each in proposed)
        yield f"  Paired by proposal, no order saying otherwise: {told}"
    for cast in record.spells:
        yield f"  {_tell_cast(cast)}"
    for event in record.events:
        yield f"  {event.text}"
    for attack in record.attacks:
        yield f"  {_tell_attack(attack)}"
    for regiment, killed in record.dead.items():
        yield f"  {regiment.label}: {killed} dead"
    for check in record.morale:
        yield f"  {_tell_check(check)}"
    for departure in record.departures:
        why = "" if departure.why == "battle" else f" ({departure.why})"
        yield f"  {departure.regiment.label}: {departure.state}{why}"
    yield ""


def _tell_attack(attack: Attack) -> str:
    rolls = f" (of {', '.join(map(str, attack.rolls))})" if len(attack.rolls) > 1 else ""
    units = f"{attack.count} {attack.by.label}" if attack.count != 1 else attack.by.label
    against = "no mind to hurt" if attack.against is None else f"against {attack.against}"
    extra = "".join(f", {show_points(amount)} of it {why}" for amount, why in attack.extra)
    return (
        f"{units} on {attack.on.label}{_KINDS.get(attack.kind, '')}: {attack.roll}{rolls}"
        f"{_tell_modifiers(attack.modifiers)} = {attack.total} {against}: {show_points(attack.damage)} damage{extra}"
    )


def _tell_cast(cast: Cast) -> str:
    on = "" if cast.target is None else f" on {cast.target.label}"
    roll = ""
    if cast.attack is not None:
        roll = f" ({cast.attack.roll}{_tell_modifiers(cast.attack.modifiers)} = {cast.attack.total}"
        roll += f" against {cast.attack.against})"
    outcome = "countered" if cast.is_countered else cast.outcome
    return f"{cast.caster.label} casts {cast.name}{on}{roll}{f': {outcome}' if outcome else ''}"


def _tell_check(check: MoraleCheck) -> str:
    need = f" against {check.need}" if check.need else ""
    what = "" if check.reason == "battle" else f" ({check.reason})"
    told = f": {check.outcome or ('holds' if check.passed else 'fails')}" if check.need else ""
    sum_of_it = f"{check.roll}{_tell_modifiers(check.modifiers)} = {check.total}"
    return f"{check.regiment.label}, Morale{what}: {sum_of_it}{need}{told}"


def _tell_modifiers(modifiers: list[tuple[int, str]]) -> str:
    return "".join(f" {'+' if amount >= 0 else '-'} {abs(amount)} {why}" for amount, why in modifiers)
