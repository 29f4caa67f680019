"""Those who come unseen: infiltrators, thieves and assassins.

UD-ABL-INFILTRATOR-6 to UD-ABL-INFILTRATOR-8, UD-ABL-THIEVING-6, UD-ABL-THIEVING-7, UD-ABL-THIEVING-8,
UD-ABL-ASSASSINATE-1, UD-ABL-ASSASSINATE-2, UD-ABL-ASSASSINATE-3, UD-ABL-ASSASSINATE-4, UD-ABL-ASSASSINATE-5,
UD-ABL-ASSASSINATE-6.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from orderbook.systems.underdeep.battle.assault.traps import run_the_traps
from orderbook.systems.underdeep.battle.attack import FULL, RANGED, SNEAK, STEALTH, Attack, make_attack
from orderbook.systems.underdeep.battle.casualties import apply_attacks
from orderbook.systems.underdeep.battle.regiment import APART, INSIDE, WITHDREW, Regiment
from orderbook.systems.underdeep.battle.unit import Weapon
from orderbook.systems.underdeep.battle.unseen import is_given_away

if TYPE_CHECKING:
    from orderbook.systems.underdeep.battle.assault.site import Site

_GOLD_DIE = 10


def slip_in(site: Site) -> None:
    """Each tries to get past the walls: its attack has to exceed the highest Defence among them; traps strike it all
    the same. Who fails stays outside with the others."""
    plan = site.plan
    names = plan.infiltrators | plan.thieves | plan.assassins.keys()
    if not names:
        return
    for regiment in [each for each in site.battle.standing if each.name in names and each.host is None]:
        if regiment.alliance == site.alliance:
            continue
        if regiment.name in plan.infiltrators and is_given_away(regiment):
            site.battle.tell(f"{regiment.label} cannot slip in: who leads them is no Infiltrator.", "assault")
            continue
        if not _passes(site, regiment):
            continue
        for each in (regiment, *regiment.leaders):
            each.zone = INSIDE
        site.battle.tell(f"{regiment.label} slip{'s' if regiment.count == 1 else ''} in unseen.", "assault")
        run_the_traps(site, [regiment])
        if regiment.name in plan.thieves and regiment.is_standing:
            _loot(site, regiment)


def _passes(site: Site, regiment: Regiment) -> bool:
    """Whether it gets past the walls; where none stands, or a tunnel leads in, nothing has to be rolled."""
    walls = [wall for wall in site.walls if wall.is_standing]
    if site.breached or not walls:
        return True
    battle = site.battle
    wall = max(walls, key=lambda each: each.fighter.defence + each.defence_plus)
    own = [each.attack for each in (regiment.fighter.melee, regiment.fighter.ranged) if each is not None]
    weapon = Weapon(max(own, default=0), 0)
    attack = make_attack(battle, regiment, wall, weapon, regiment.count, STEALTH, name="try to slip past")
    battle.note_attacks([attack])
    site.slips.append(attack)
    if attack.beats:
        return True
    does = "does" if regiment.count == 1 else "do"
    battle.tell(f"{regiment.label} {does} not get past {wall.label}.", "assault")
    is_thief, is_assassin = regiment.name in site.plan.thieves, regiment.name in site.plan.assassins
    if (is_assassin and attack.misses_by >= FULL) or (is_thief and attack.misses_by > FULL):
        _shoot_at(site, regiment)
    return False


def _shoot_at(site: Site, seen: Regiment) -> None:
    """All in the garrison who can shoot do so at once."""
    attacks: list[Attack] = []
    for regiment in site.garrison:
        weapon = regiment.fighter.ranged
        if regiment.is_standing and regiment.shoots and weapon is not None and regiment.count:
            attacks.append(make_attack(site.battle, regiment, seen, weapon, regiment.count, RANGED))
    apply_attacks(site.battle, attacks)


def _loot(site: Site, thieves: Regiment) -> None:
    """1d10 Gold for each thief; then they are off with it, and no defender has noticed."""
    battle = site.battle
    gold = sum(battle.roll(_GOLD_DIE, thieves, "steal Gold") for _ in range(thieves.count))
    site.gold_stolen[thieves] = gold
    battle.gains[thieves.side, "Gold"] += gold
    battle.leave(thieves, WITHDREW, "off with the loot")


def strike_victims(site: Site) -> None:
    """Assassins who got in strike their victims by surprise. If the victim dies they slip away; if not, the two fight
    apart from all others in the first round (UD-ABL-ASSASSINATE-5, UD-ABL-ASSASSINATE-6)."""
    battle = site.battle
    for name, victim_name in site.plan.assassins.items():
        assassin = next((each for each in battle.standing if each.name == name and each.zone == INSIDE), None)
        if assassin is None or not assassin.is_standing:
            continue
        victims = battle.find_enemies(assassin, victim_name)
        victim = next((each for each in victims if each.is_standing and not each.is_structure), None)
        weapon = assassin.fighter.melee
        if victim is None or weapon is None or victim.zone != INSIDE:
            battle.tell(f"{assassin.label} do not find {victim_name}.", "assault")
            continue
        apply_attacks(battle, [make_attack(battle, assassin, victim, weapon, assassin.count, SNEAK)])
        if not victim.is_standing:
            battle.leave(assassin, WITHDREW, f"{victim.label} is dead")
        elif assassin.is_standing:
            site.victims[assassin] = victim
            site.hosts[victim] = victim.host
            if victim.host is not None:
                victim.host.leaders.remove(victim)
                victim.host = None
            assassin.zone = victim.zone = APART


def end_duels(site: Site) -> None:
    """From the second round on the assassin has the whole army of its victim to fight."""
    if not site.victims or site.battle.round < 2:
        return
    for assassin, victim in site.victims.items():
        host = site.hosts.get(victim)
        if host is not None and host.is_standing and victim.is_standing:
            victim.host = host
            host.leaders.append(victim)
        assassin.zone = victim.zone = INSIDE
        assassin.bound = victim.bound = []
    site.victims.clear()
