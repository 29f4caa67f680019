"""Who may join a regiment, to lead it or as a Follower.

A Leader joins any, but Flyers and Cavalry only with the same ability (UD-ABL-LEADERSHIP-2); whoever rides something
joins only those it allows (UD-KOB-12). A Follower joins whom he likes, and lends nobody anything (UD-ABL-FOLLOWER-1).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from orderbook.rulebook.model import Unit, ability_stems
from orderbook.rulebook.names import fold_name
from orderbook.text.records import record

_SHARED = (("Flyer", "Flying"), ("Cavalry", "Cavalry"))
"""What a Leader must have as those he joins do: the ability, and how it is called there."""


@record
class Bar:
    """Why somebody may not join a regiment, as the end of a sentence about them, and the rule."""

    why: str
    rule: str


def has(abilities: Iterable[str], name: str) -> bool:
    """Whether an ability is among those written, in whatever form and with whatever number."""
    wanted = ability_stems(name)
    return any(ability_stems(each)[: len(wanted)] == wanted for each in abilities)


def is_follower(abilities: Sequence[str]) -> bool:
    """Whether somebody goes along with a regiment without leading it (UD-ABL-FOLLOWER-1)."""
    return has(abilities, "Follower") and not has(abilities, "Leadership")


def allowed_by_mount(unit: Unit | None, abilities: Sequence[str]) -> tuple[str, ...]:
    """The only units that somebody may join who has all the abilities of such an option; empty for no limit."""
    for option in unit.options if unit is not None else ():
        if option.joins and option.abilities and all(has(abilities, each) for each in option.abilities):
            return option.joins
    return ()


def why_not_join(
    abilities: Sequence[str], host: str, host_abilities: Sequence[str], allowed: Sequence[str] = ()
) -> Bar | None:
    """What keeps somebody with these abilities out of a regiment of ``host``; None where nothing does.

    ``allowed`` are the only units he may join, if there is such a limit.
    """
    if is_follower(abilities):
        return None
    if allowed and fold_name(host) not in {fold_name(name) for name in allowed}:
        return Bar(f"whoever is mounted may join {' or '.join(allowed)} only", "UD-KOB-12")
    for ability, told in _SHARED:
        if has(host_abilities, ability) and not has(abilities, ability):
            return Bar(f"only who has {told} may lead {told} regiments", "UD-ABL-LEADERSHIP-2")
    return None
