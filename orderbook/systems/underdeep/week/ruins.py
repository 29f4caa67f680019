"""Ruins taken up again: who lairs there, what traps there are, what still stands (UD-RUI-02, UD-RUI-03)."""

from __future__ import annotations

from collections.abc import Iterator

from orderbook.campaign.canonical import Json
from orderbook.campaign.event import Event
from orderbook.campaign.faults import CampaignError
from orderbook.campaign.game import Question
from orderbook.rulebook.model import split_figure
from orderbook.systems.underdeep.week.desk import Desk
from orderbook.systems.underdeep.week.figures import figure_of
from orderbook.systems.underdeep.week.forces import ForcesError, Works, read_works
from orderbook.systems.underdeep.week.kinds import Happened
from orderbook.systems.underdeep.week.questions import is_yes
from orderbook.systems.underdeep.week.state import Group, Site
from orderbook.systems.underdeep.week.theatre import structures_of
from orderbook.systems.underdeep.week.wilds import creatures_in
from orderbook.systems.underdeep.world.region import Region


def ruin_in(desk: Desk, region: Region | None) -> Site | None:
    """The ruin in a region, as the campaign has it on record."""
    return next((site for site in desk.state.sites.values() if site.is_ruin and site.region == region), None)


def why_not_inhabited(desk: Desk, region: Region) -> tuple[str, str] | None:
    """Who has to be driven out of a ruin first, with the rule; None where nobody lairs there (UD-RUI-03)."""
    there = creatures_in(desk, region)
    if not there:
        return None
    return f"something lairs in {region} and has to be driven out first", "UD-RUI-03"


def spring_traps(desk: Desk, ruin: Site, player: str) -> Iterator[Event]:
    """The traps of a ruin, each at the largest of the newcomers' regiments until it has hit (UD-RUI-03)."""
    for entry, number in structures_of(desk, ruin):
        attack, damage = split_figure(entry.stats.get("attack", "")), split_figure(entry.stats.get("damage", ""))
        if entry.kind != "trap" or attack is None or damage is None:
            continue
        for nth in range(number):
            victim = _victim(desk, ruin.region, player)
            if victim is not None:
                yield from _strike(desk, ruin, entry.name, nth + 1, (attack[0], damage[0]), victim)


def _victim(desk: Desk, region: Region | None, player: str) -> Group | None:
    here = [group for group in desk.state.groups_of(player) if group.region == region and group.rank is None]
    return max(here, key=lambda group: (group.count, group.id), default=None)


def _strike(desk: Desk, ruin: Site, trap: str, nth: int, figures: tuple[int, int], victim: Group) -> Iterator[Event]:
    roll = desk.rolls.roll(f"{trap} {nth} in {ruin} attacks {victim.unit} ({victim.id})", 20)
    defence, health = figure_of(desk, victim, "defence") or 0, max(figure_of(desk, victim, "health") or 1, 1)
    hit = roll.roll + figures[0] >= defence
    left = max(victim.count * health - victim.wounds - figures[1], 0) if hit else 0
    dead = victim.count - -(-left // health) if hit else 0
    data: dict[str, Json] = {
        "band": victim.id, "region": str(ruin.region), "what": trap, "hit": hit, "total": roll.roll + figures[0],
        "against": defence, "damage": figures[1] if hit else 0, "dead": dead,
    }  # fmt: skip
    known, rules = (victim.owner,), ("UD-RUI-03", "UD-ASL-12")
    yield desk.event(Happened.HAZARD, data, known_to=known, rules=rules, rolls=[roll])
    if not hit:
        return
    yield desk.event(Happened.DESTROYED, {"site": ruin.id, "name": trap, "count": 1}, known_to=known, rules=rules)
    if dead:
        lost: dict[str, Json] = {"group": victim.id, "unit": victim.unit, "count": dead, "why": trap}
        yield desk.event(Happened.LOST, lost, known_to=known, rules=rules)
    if victim.id in desk.state.groups:
        wounds = desk.state.groups[victim.id].count * health - left
        if wounds != victim.wounds:
            yield desk.event(Happened.WOUNDED, {"group": victim.id, "wounds": wounds}, known_to=known, rules=rules)


def ask_what_stands(desk: Desk, ruin: Site, player: str) -> Iterator[Event | Question]:
    """Which Rooms and Defences of the ruin pass to its new owner: all, none, or those the answer names (UD-RUI-02)."""
    if ruin.surveyed:
        return
    stands = ", ".join(f"{one.count} {one.name}" for one in ruin.standing) or "nothing that is on record"
    question = desk.question(
        "ruin-rooms",
        (player, str(ruin.region)),
        f"{player} takes up {ruin}, in which stands {stands}. Answer all, none, or names, as in Palisade, 2 Pit Traps.",
        rules=("UD-RUI-02",),
    )
    answer = desk.ruling(question)
    if answer is None:
        yield question
        return
    said = answer.split(";")[0].strip()
    if said.lower().rstrip(".") != "all" and not is_yes(said):
        try:
            kept = read_works([said], desk.rulebook, ruin.faction)
        except ForcesError as error:
            raise CampaignError(f"the ruling on {question.id} cannot be used: {error}") from error
        yield from _keep(desk, ruin, kept, player, question.id)
    yield desk.event(Happened.RUIN_SURVEYED, {"site": ruin.id}, rules=("UD-RUI-02",), ruling=question.id)


def _keep(desk: Desk, ruin: Site, kept: list[Works], player: str, ruling: str) -> Iterator[Event]:
    """Takes away what does not serve any more, and adds what nobody knew of."""
    wanted = {one.name: one for one in kept}
    for standing in ruin.standing:
        gone = standing.count - (wanted[standing.name].count if standing.name in wanted else 0)
        if gone > 0:
            data: dict[str, Json] = {"site": ruin.id, "name": standing.name, "count": gone}
            yield desk.event(Happened.DESTROYED, data, known_to=(player,), rules=("UD-RUI-02",), ruling=ruling)
    for name, one in sorted(wanted.items()):
        more = one.count - ruin.count(name)
        if more > 0:
            data = {"site": ruin.id, "name": name, "count": more, "faction": one.faction}
            yield desk.event(Happened.WORKS_STAND, data, known_to=(player,), rules=("UD-RUI-02",), ruling=ruling)
