"""What becomes of a site that is stormed, of prisoners and of loot.

UD-CAP-01, UD-RAZ-04, UD-ASL-18; what a sack brings: UD-SAC-02 to UD-SAC-07."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from orderbook.books.bundle import Bundle
from orderbook.campaign.canonical import Json
from orderbook.campaign.event import EVERYBODY, Event, LoggedRoll
from orderbook.campaign.faults import CampaignError
from orderbook.campaign.game import Question
from orderbook.dice.model import DiceError
from orderbook.rulebook.indexes import all_units_index
from orderbook.rulebook.model import split_figure
from orderbook.systems.underdeep.battle.aftermath.bodies import Treatment, treat_prisoners
from orderbook.systems.underdeep.battle.aftermath.razing import Standing as Structure
from orderbook.systems.underdeep.battle.aftermath.razing import count_charges, raze
from orderbook.systems.underdeep.battle.aftermath.sack import Sacking, sack
from orderbook.systems.underdeep.battle.assault.structure import BROKEN, ERASED, SPRUNG
from orderbook.systems.underdeep.battle.engine import Battle as Fought
from orderbook.systems.underdeep.post.orders.model import Verb
from orderbook.systems.underdeep.week.codec import write
from orderbook.systems.underdeep.week.desk import Desk
from orderbook.systems.underdeep.week.kinds import Happened
from orderbook.systems.underdeep.week.movement import Battle
from orderbook.systems.underdeep.week.siege_plans import site_of_battle
from orderbook.systems.underdeep.week.state import Group, Site
from orderbook.systems.underdeep.week.theatre import structures_of
from orderbook.systems.underdeep.week.values import PRISONERS, SLAVES, Kind
from orderbook.systems.underdeep.world.region import Region

if TYPE_CHECKING:
    from orderbook.systems.underdeep.week.musters import Muster

CHOICES = ("capture", "sack", "raze", "leave")
_VERBS = {Verb.CAPTURE: "capture", Verb.SACK: "sack", Verb.RAZE: "raze"}


def run(desk: Desk, battle: Battle, muster: Muster, fought: Fought, winner: str) -> Iterator[Event | Question]:
    """The site after the battle: what is broken, and who has it."""
    site = site_of_battle(desk, battle)
    if site is not None and fought.site is not None:
        yield from _break(desk, site, fought)
        if winner and winner != site.owner and fought.winner != fought.site.alliance and fought.site.breached:
            yield from _take(desk, battle, site, winner)
    yield from _fail_foundings(desk, battle, fought, winner)


def _break(desk: Desk, site: Site, fought: Fought) -> Iterator[Event]:
    """Walls that fell are Broken (UD-DEF-05); traps that serve once are gone (UD-ASL-16)."""
    assert fought.site is not None
    known = (site.owner, *sorted(regiment.side for regiment in fought.regiments if regiment.side in desk.state.players))
    broken = Counter(each.structure.name for each in fought.site.structures if each.condition == BROKEN)
    used = Counter(each.structure.name for each in fought.site.traps if each.structure.is_once and each.fate == SPRUNG)
    erased = Counter(each.structure.name for each in fought.site.structures if each.fate == ERASED)
    for kind, counted, rule in (
        (Happened.BROKEN, broken, "UD-DEF-05"),
        (Happened.DESTROYED, used, "UD-ASL-16"),
        (Happened.DESTROYED, erased, "UD-SPELL-DISPEL-2"),
    ):
        for name, count in sorted(counted.items()):
            yield desk.event(kind, {"site": site.id, "name": name, "count": count}, known_to=known, rules=(rule,))


def _fail_foundings(desk: Desk, battle: Battle, fought: Fought, winner: str) -> Iterator[Event]:
    """A site that is being founded fails where its founder loses a battle (UD-FND-05)."""
    for site in sorted(desk.state.sites.values(), key=lambda site: site.id):
        if site.founding is None or site.region != battle.region or site.owner not in battle.bands:
            continue
        if winner != site.owner and not any(
            regiment.side == site.owner and regiment.is_standing for regiment in fought.regiments
        ):
            why = "its founder lost the battle there"
            data: dict[str, Json] = {"site": site.id, "name": site.name, "why": why}
            known = (site.owner, winner)
            yield desk.event(Happened.FOUNDING_FAILED, data, known_to=known, rules=("UD-FND-05",))


# -- the victor's choice ----------------------------------------------------------------------------------------


def _take(desk: Desk, battle: Battle, site: Site, winner: str) -> Iterator[Event | Question]:
    choices = [choice for choice in CHOICES if choice != "sack" or site.kind is Kind.DUNGEON]
    wish = _wish(desk, battle, winner)
    ruling = None
    if wish is None or wish not in choices:
        question = desk.question(
            "conquered-site",
            (winner, site.id),
            f"{winner} has taken {site} from {site.owner}.",
            rules=("UD-SAC-01", "UD-SAC-10", "UD-CAP-01"),
            choices=tuple(choices),
        )
        answer = desk.ruling(question)
        if answer is None:
            yield question
        said = (answer or "").split(";")[0].strip().lower()
        wish = next((choice for choice in choices if choice in said), "capture" if answer is not None else None)
        ruling = question.id if answer is not None else None
    if wish == "capture":
        yield desk.event(
            Happened.SITE_TAKEN, {"site": site.id, "owner": winner, "week": desk.week}, known_to=(EVERYBODY,),
            rules=("UD-CAP-01",), ruling=ruling,
        )  # fmt: skip
    elif wish == "sack":
        yield from _sack(desk, site, winner, ruling)
    elif wish == "raze":
        yield from _raze(desk, site, winner, ruling)


def _wish(desk: Desk, battle: Battle, winner: str) -> str | None:
    """What the victor's orders say is to be done with the site."""
    for name in battle.bands.get(winner, ()):
        for order in desk.told.get(name, ()):
            for action in order.actions:
                if action.verb in _VERBS:
                    return _VERBS[action.verb]
    return None


def _sack(desk: Desk, site: Site, winner: str, ruling: str | None) -> Iterator[Event]:
    """Loot out of the enemy's Wealth, and prisoners (UD-SAC-02 to UD-SAC-07, UD-SAC-09)."""
    victim, faction = site.owner, desk.faction_of(winner)
    held = desk.state.players[victim].wealth if victim in desk.state.players else Bundle()
    others = [one for one in desk.state.sites_of(victim) if one.kind is Kind.DUNGEON and one.id != site.id]
    sacking = Sacking(
        site.name, victim, {resource: amount for resource, amount in held.items() if amount > 0}, winner,
        is_last_dungeon=not [one for one in others if one.founding is None],
        defenders_escaped=_got_out(desk, site),
        has_escape_tunnel=site.working("Escape Tunnel") > 0,
        by_orcs=faction is not None and "orc" in faction.name.lower().split(),
    )  # fmt: skip
    rolled = len(desk.rolls.dice.log)
    try:
        result = sack(desk.rolls.dice, sacking, desk.options)
    except DiceError as error:
        raise CampaignError(str(error)) from error
    rolls = [LoggedRoll(roll.what, roll.sides, roll.result) for roll in desk.rolls.dice.log[rolled:]]
    rules = ("UD-SAC-05", "UD-SAC-06") if sacking.is_last_dungeon else ("UD-SAC-02", "UD-SAC-04")
    if result.loot:
        taken = {resource: -amount for resource, amount in result.loot.items()}
        yield _plunder(desk, victim, taken, site, (victim, winner), rules, rolls, ruling)
        yield _plunder(desk, winner, result.loot, site, (winner,), rules, (), ruling)
    if result.prisoners:
        yield _plunder(desk, winner, {PRISONERS: result.prisoners}, site, (winner,), ("UD-SAC-07",), rolls, ruling)


def _got_out(desk: Desk, site: Site) -> bool:
    """Whether defenders got out in time: there is a way, and somebody of the owner's is left outside."""
    way = site.working("Escape Tunnel") or site.working("Teleportation Circle")
    return bool(way) and any(group.site != site.id for group in desk.state.groups_of(site.owner))


def _plunder(
    desk: Desk,
    player: str,
    amounts: Mapping[str, int],
    site: Site,
    known: tuple[str, ...],
    rules: tuple[str, ...],
    rolls: list[LoggedRoll] | tuple[LoggedRoll, ...],
    ruling: str | None,
) -> Event:
    data: dict[str, Json] = {
        "player": player,
        "site": site.id,
        "amounts": dict(amounts),
        "text": f"sack of {site.name}",
    }
    return desk.event(Happened.PLUNDERED, data, known_to=known, rules=rules, rolls=rolls, ruling=ruling)


def _raze(desk: Desk, site: Site, winner: str, ruling: str | None) -> Iterator[Event]:
    """Charges break a structure each, those without Health first; what is left without them is a ruin (UD-RAZ-01 to
    UD-RAZ-03)."""
    charges = _charges_in(desk, site, winner)
    standing = [
        Structure(entry.name, health[0] if entry.kind in ("wall", "gate") and health is not None else 0)
        for entry, number in structures_of(desk, site)
        for health in [split_figure(entry.stats.get("health", ""))]
        for _ in range(number)
    ]
    razing = raze(site.name, sorted(standing, key=lambda each: (each.health, each.name)), charges, desk.options,
                  is_held=True, has_tunnel=desk.options.chose("charges-without-tunnel", "always"))  # fmt: skip
    for name, count in sorted(Counter(razing.broken).items()):
        yield desk.event(
            Happened.BROKEN, {"site": site.id, "name": name, "count": count}, known_to=(site.owner, winner),
            rules=("UD-RAZ-01", "UD-ABL-DEMOLITIONS-3", "UD-ABL-DEMOLITIONS-5"), ruling=ruling,
        )  # fmt: skip
    gone = bool(charges) and razing.is_gone
    yield desk.event(
        Happened.SITE_RAZED if gone else Happened.SITE_ABANDONED,
        {"site": site.id, "name": site.name},
        known_to=(EVERYBODY,),
        rules=("UD-RAZ-02" if gone else "UD-RAZ-03",),
        ruling=ruling,
    )


def _charges_in(desk: Desk, site: Site, winner: str) -> int:
    """The charges that the victor's units with Demolitions can place with the Speed they have left."""
    assert desk.movement is not None
    number = 0
    for group in desk.state.groups_of(winner):
        band = desk.movement.bands.get(group.id)
        unit = desk.unit(group)
        if band is not None and group.region == site.region and unit is not None and unit.has_ability("Demolitions"):
            number += count_charges(max(band.speed - band.spent, 0), group.count)
    return number


# -- prisoners and gains ----------------------------------------------------------------------------------------


def keep_prisoners(desk: Desk, battle: Battle, captor: str, number: int) -> Iterator[Event | Question]:
    """The captor kills, enslaves, ransoms or holds them (UD-ASL-18)."""
    if not captor or captor not in desk.state.players or number <= 0:
        return
    wish = next(
        (
            word
            for name in battle.bands.get(captor, ())
            for order in desk.told.get(name, ())
            for action in order.does(Verb.TREAT, Verb.CAPTURE)
            for word in ("kill", "enslave", "hold")
            if word in f"{action.text} {action.object}".lower() or (word == "kill" and "execute" in action.text.lower())
        ),
        None,
    )
    ruling = None
    if wish is None:
        question = desk.question(
            "prisoners",
            (captor, str(battle.region)),
            f"{captor} has taken {number} prisoners at {battle.region}.",
            rules=("UD-ASL-18",),
            choices=("hold", "enslave", "kill"),
        )
        answer = desk.ruling(question)
        if answer is None:
            yield question
        said = (answer or "").lower()
        wish = next((word for word in ("enslave", "kill") if word in said), "hold")
        ruling = question.id if answer is not None else None
    treated = treat_prisoners(number, {Treatment(wish): number})
    if treated.bodies:
        lying = desk.state.facts_of(battle.region).bodies + treated.bodies
        data: dict[str, Json] = {"region": str(battle.region), "count": lying}
        yield desk.event(Happened.BODIES_LEFT, data, known_to=(captor,), rules=("UD-ASL-18",), ruling=ruling)
    kept = {SLAVES: treated.slaves, PRISONERS: treated.held}
    kept = {resource: count for resource, count in kept.items() if count}
    if kept:
        yield gain(desk, captor, kept, f"the battle at {battle.region}", ruling)


def gain(desk: Desk, player: str, amounts: Mapping[str, int], text: str, ruling: str | None = None) -> Event:
    """What a battle brought a player beside the field."""
    data: dict[str, Json] = {"player": player, "amounts": dict(amounts), "text": text}
    return desk.event(Happened.PLUNDERED, data, known_to=(player,), rules=("UD-ASL-18",), ruling=ruling)


def raise_spawn(desk: Desk, owner: str, unit: str, count: int, region: Region) -> Event:
    """Those who were killed rise as units of a kind, for the owner of who killed them (UD-ABL-CREATE-SPAWN-1)."""
    match = all_units_index(desk.rulebook).find(unit)
    found = match.value[0] if match is not None else None
    group = Group(
        desk.new_id(owner, "g"), owner, found.name if found is not None else unit, count,
        found.faction if found is not None else "", None, region, raised=desk.week,
    )  # fmt: skip
    return desk.event(
        Happened.GROUP_ENTERED, {"group": write(group)}, known_to=(owner,), rules=("UD-ABL-CREATE-SPAWN-1",)
    )
