"""Who goes with which regiment of its side: leaders and Followers with those they join, riders with their transport.

UD-ABL-LEADERSHIP-2, UD-KOB-12, UD-ABL-TRANSPORT-6.
"""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches

from orderbook.rulebook.model import Rulebook, Unit, ability_stems
from orderbook.systems.underdeep.battle.piece import parse_ability
from orderbook.systems.underdeep.battle.reading.problems import Table
from orderbook.systems.underdeep.battle.scenario import RegimentPlan
from orderbook.systems.underdeep.battle.unit import HUGE, Blueprint, find_weight
from orderbook.systems.underdeep.joining import allowed_by_mount, why_not_join

_TRANSPORT = ability_stems("Transport")


def check_attachment(row: Table, plan: RegimentPlan, side: str, plans: Sequence[RegimentPlan], rules: Rulebook) -> None:
    """Tells what is wrong with ``leads`` and ``aboard`` of a regiment among those of its side."""
    if plan.aboard is not None:
        _check_carrier(row, plan, plans)
    if plan.leads is not None:
        host = next((each for each in plans if each.name == plan.leads and each is not plan), None)
        if host is None:
            _tell_no_host(row, plan, side, plans)
        else:
            _check_leader(row, plan, host, rules)


def _tell_no_host(row: Table, plan: RegimentPlan, side: str, plans: Sequence[RegimentPlan]) -> None:
    others = [each.name for each in plans if each is not plan]
    close = get_close_matches(plan.leads or "", others, n=1)
    mend = (
        f"Did you mean {close[0]}?"
        if close
        else f"The other regiments of {side} are {', '.join(others)}."
        if others
        else "Leave leads out; it stands alone."
    )
    told = "it cannot lead itself" if plan.leads == plan.name else f"there is no regiment {plan.leads!r} it could lead"
    row.complain("leads", told, mend)


def _check_leader(row: Table, plan: RegimentPlan, host: RegimentPlan, rules: Rulebook) -> None:
    """Flyers and Cavalry are led by their like only, and who rides joins those the mount allows."""
    own = plan.blueprint.abilities
    allowed = allowed_by_mount(_find_unit(rules, plan.blueprint), own)
    bar = why_not_join(own, host.blueprint.name, host.blueprint.abilities, allowed)
    if bar is not None:
        mend = "Name a regiment it may join, or leave leads out; it stands alone then."
        row.complain("leads", f"it cannot lead {host.name}: {bar.why} ({bar.rule})", mend)


def _find_unit(rules: Rulebook, blueprint: Blueprint) -> Unit | None:
    return next(
        (
            unit
            for faction in rules.factions
            if faction.name == blueprint.faction
            for unit in faction.units
            if unit.name == blueprint.name
        ),
        None,
    )


def _check_carrier(row: Table, plan: RegimentPlan, plans: Sequence[RegimentPlan]) -> None:
    """A transport has to be there, and another regiment of the side than the one aboard (UD-ABL-TRANSPORT-6)."""
    carrier = next((each for each in plans if each.name == plan.aboard and each is not plan), None)
    others = [each.name for each in plans if each is not plan]
    if carrier is None:
        close = get_close_matches(plan.aboard or "", others, n=1)
        mend = f"Did you mean {close[0]}?" if close else f"The other regiments are {', '.join(others) or 'none'}."
        row.complain("aboard", f"there is no regiment {plan.aboard!r} to be aboard of", mend)
    elif find_weight(plan.blueprint.abilities) == HUGE:
        row.complain("aboard", "Huge units cannot be carried", "Leave aboard out.")
    elif not any(parse_ability(written)[0] == _TRANSPORT for written in carrier.blueprint.abilities):
        row.complain("aboard", f"{carrier.name} is no Transport", 'Give it the ability: abilities = ["Transport"].')
