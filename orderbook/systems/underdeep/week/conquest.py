"""What becomes of a site that is stormed, of prisoners and of loot.

UD-CAP-01, UD-RAZ-04, UD-ASL-18; what a sack brings: UD-SAC-02 to UD-SAC-07."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from orderbook.books.bundle import Bundle
from orderbook.campaign.canonical import Json
from orderbook.campaign.event import EVERYBODY, Event, LoggedRoll
from orderbook.campaign.faults import CampaignError
from orderbook.campaign.game import Question
from orderbook.dice.model import DiceError
from orderbook.rulebook.indexes import all_units_index
from orderbook.systems.underdeep.battle.aftermath.bodies import Treatment, treat_prisoners
from orderbook.systems.underdeep.battle.aftermath.sack import Sacking, sack
from orderbook.systems.underdeep.battle.assault.structure import BROKEN, ERASED, SPRUNG
from orderbook.systems.underdeep.battle.engine import Battle as Fought
from orderbook.systems.underdeep.post.orders.model import Order, Verb
from orderbook.systems.underdeep.week.answers import choose
from orderbook.systems.underdeep.week.charges import raze_site
from orderbook.systems.underdeep.week.codec import write
from orderbook.systems.underdeep.week.desk import Desk
from orderbook.systems.underdeep.week.kinds import Happened
from orderbook.systems.underdeep.week.movement import Battle
from orderbook.systems.underdeep.week.settlements import FATES, loot_of, roll_raid, settle_fate
from orderbook.systems.underdeep.week.siege_plans import site_of_battle
from orderbook.systems.underdeep.week.state import Group, Site
from orderbook.systems.underdeep.week.values import PRISONERS, SLAVES, Kind
from orderbook.systems.underdeep.world.region import Region

if TYPE_CHECKING:
    from orderbook.systems.underdeep.week.musters import Muster

CHOICES = ("capture", "sack", "raze", "leave")
_SPARES = re.compile(r"\b(?:no|not|without|never|any)\b.*\bprisoners?\b|\bspar\w+\b", re.IGNORECASE)
_VERBS = {Verb.CAPTURE: "capture", Verb.SACK: "sack", Verb.RAZE: "raze"}


def run(desk: Desk, battle: Battle, muster: Muster, fought: Fought, winner: str) -> Iterator[Event | Question]:
    """The site after the battle: what is broken, and who has it."""
    site = site_of_battle(desk, battle)
    if site is not None and fought.site is not None:
        yield from _break(desk, site, fought)
        if site.is_settlement and not site.owner:  # what it does about it, the next who come will learn (UD-RAI-04)
            yield desk.event(Happened.SETTLEMENT_GUARDED, {"site": site.id, "known": False}, rules=("UD-RAI-04",))
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
    rules: tuple[str, ...] = ("UD-SAC-01", "UD-SAC-10", "UD-CAP-01")
    if site.is_settlement:
        choices, rules = list(FATES), ("UD-RAI-05",)
    wish = _wish(desk, battle, winner)
    wish = "seize" if wish == "capture" and site.is_settlement else wish
    ruling = None
    if wish is None or wish not in choices:
        question = desk.question(
            "conquered-site",
            (winner, site.id),
            f"{winner} has taken {site} from {site.owner or 'its people'}.",
            rules=rules,
            choices=tuple(choices),
        )
        answer = desk.ruling(question)
        if answer is None:
            yield question
        usual = choices[0] if answer is not None else None
        wish = choose(answer or "", choices) or usual
        ruling = question.id if answer is not None else None
    if site.is_settlement:
        if wish is not None:
            yield from _raid(desk, battle, site, winner, wish, ruling)
    elif wish == "capture":
        yield desk.event(
            Happened.SITE_TAKEN, {"site": site.id, "owner": winner, "week": desk.week}, known_to=(EVERYBODY,),
            rules=("UD-CAP-01",), ruling=ruling,
        )  # fmt: skip
    elif wish == "sack":
        yield from _sack(desk, battle, site, winner, ruling)
    elif wish == "raze":
        yield from raze_site(desk, site, winner, ruling)


def _wish(desk: Desk, battle: Battle, winner: str) -> str | None:
    """What the victor's orders say is to be done with the site."""
    for name in battle.bands.get(winner, ()):
        for order in desk.told.get(name, ()):
            for action in order.actions:
                if action.verb in _VERBS and "prisoner" not in f"{action.text} {action.object}".lower():
                    return _VERBS[action.verb]
    return None


def _raid(
    desk: Desk, battle: Battle, site: Site, winner: str, wish: str, ruling: str | None
) -> Iterator[Event | Question]:
    """Loot and prisoners of a settlement, and what becomes of it (UD-RAI-05 to UD-RAI-08)."""
    yield from loot_of(desk, site)
    site, fate = desk.state.sites[site.id], FATES[wish]
    result, rolls = roll_raid(desk, site, winner, fate, takes_prisoners=_wants_prisoners(desk, battle, winner))
    if result.loot:
        rules = ("UD-RAI-05", "UD-RAI-06")
        yield _plunder(desk, winner, result.loot, site, (winner,), rules, rolls, ruling, "the raid on")
    if result.prisoners:
        yield from keep_prisoners(desk, battle, winner, result.prisoners, site=site, rule="UD-RAI-07")
    yield from settle_fate(desk, battle, site, winner, result, fate, ruling)


def _wants_prisoners(desk: Desk, battle: Battle, winner: str) -> bool:
    """Whether the people of a settlement are led away: if wanted, that is unless orders say no (UD-RAI-07)."""
    told = [order for name in battle.bands.get(winner, ()) for order in desk.told.get(name, ())]
    return not any(_SPARES.search(text) for order in told for text in order.conditions)


def _sack(desk: Desk, battle: Battle, site: Site, winner: str, ruling: str | None) -> Iterator[Event | Question]:
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
        yield from keep_prisoners(
            desk, battle, winner, result.prisoners, site=site, rule="UD-SAC-07", rolls=() if result.loot else rolls
        )


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
    what: str = "sack of",
) -> Event:
    data: dict[str, Json] = {
        "player": player,
        "site": site.id,
        "amounts": dict(amounts),
        "text": f"{what} {site.name}",
    }
    return desk.event(Happened.PLUNDERED, data, known_to=known, rules=rules, rolls=rolls, ruling=ruling)


# -- prisoners and gains ----------------------------------------------------------------------------------------


def keep_prisoners(
    desk: Desk,
    battle: Battle,
    captor: str,
    number: int,
    *,
    site: Site | None = None,
    rule: str = "UD-ASL-18",
    rolls: Iterable[LoggedRoll] = (),
) -> Iterator[Event | Question]:
    """The captor kills, enslaves or holds prisoners, of the battle or (with ``site``) out of a place that was sacked
    (UD-ASL-18, UD-SAC-08, UD-RAI-07); ransoms are a trade. What orders do not say is asked."""
    if not captor or captor not in desk.state.players or number <= 0:
        return
    told = [order for name in battle.bands.get(captor, ()) for order in desk.told.get(name, ())]
    wish = next((wish for order in told if (wish := wish_for_prisoners(order)) is not None), None)
    ruling = None
    if wish is None:
        place = str(site) if site is not None else str(battle.region)
        question = desk.question(
            "prisoners",
            (captor, str(battle.region), *(("sacked",) if site is not None else ())),
            f"{captor} has taken {number} prisoners at {place}.",
            rules=(rule,) if rule == "UD-ASL-18" else (rule, "UD-ASL-18"),
            choices=("hold", "enslave", "kill"),
        )
        answer = desk.ruling(question)
        if answer is None:
            yield question
        wish = choose(answer or "", question.choices) or "hold"
        ruling = question.id if answer is not None else None
    treated = treat_prisoners(number, {Treatment(wish): number})
    rules = (rule, "UD-SAC-08") if treated.bodies and rule == "UD-SAC-07" else (rule,)
    if treated.bodies:
        lying = desk.state.facts_of(battle.region).bodies + treated.bodies
        data: dict[str, Json] = {"region": str(battle.region), "count": lying}
        yield desk.event(Happened.BODIES_LEFT, data, known_to=(captor,), rules=rules, ruling=ruling, rolls=rolls)
    kept = {SLAVES: treated.slaves, PRISONERS: treated.held}
    kept = {resource: count for resource, count in kept.items() if count}
    if kept:
        what = f"the sack of {site.name}" if site is not None else f"the battle at {battle.region}"
        yield gain(desk, captor, kept, what, ruling, rules, rolls)


_WISHES = (
    ("kill", ("kill", "execut", "slaughter", "butcher", "slay", "bodies")),
    ("enslave", ("enslav", "slave")),
    ("hold", ("hold", "imprison", "keep", "tak")),
)


def wish_for_prisoners(order: Order) -> str | None:
    """What an order says is to be done with prisoners: "kill", "enslave", "hold"; None where it says nothing."""
    actors = " ".join(actor.text for actor in order.actors).lower()
    for action in order.actions:
        said = f"{action.text} {action.object}".lower()
        if "prisoner" not in f"{said} {actors}" and action.verb is not Verb.TREAT:
            continue
        found = next((wish for wish, stems in _WISHES if any(stem in said for stem in stems)), None)
        if found is not None and (found != "hold" or "prisoner" in said):
            return found
    return None


def gain(
    desk: Desk,
    player: str,
    amounts: Mapping[str, int],
    text: str,
    ruling: str | None = None,
    rules: tuple[str, ...] = ("UD-ASL-18",),
    rolls: Iterable[LoggedRoll] = (),
) -> Event:
    """What a battle brought a player beside the field."""
    data: dict[str, Json] = {"player": player, "amounts": dict(amounts), "text": text}
    return desk.event(Happened.PLUNDERED, data, known_to=(player,), rules=rules, ruling=ruling, rolls=rolls)


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
