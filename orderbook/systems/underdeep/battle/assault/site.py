"""A site under assault: its structures, what still stands, and the course of an assault round by round.

UD-ASL-02, UD-ASL-04, UD-ASL-05, UD-ASL-06 to UD-ASL-10, UD-TUN-01, UD-TUN-03, UD-KOB-41, UD-KOB-44, UD-DER-50.

Everybody is in a place (``regiment.zone``): the garrison inside, all others outside. Melee reaches only who is in the
same place, so nobody strikes the garrison before he has come in. Walls stand outside.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from orderbook.systems.underdeep.battle.army import Army
from orderbook.systems.underdeep.battle.assault.charges import blow_charges
from orderbook.systems.underdeep.battle.assault.cramped import cramp
from orderbook.systems.underdeep.battle.assault.crews import (
    assign_crews,
    list_engine_shots,
    list_wall_blows,
    man_weapons,
)
from orderbook.systems.underdeep.battle.assault.entry import come_in, has_way_in, leave_pits
from orderbook.systems.underdeep.battle.assault.garrison import leave_walls, settle_garrison
from orderbook.systems.underdeep.battle.assault.prisoners import free_the_caught, rejoin
from orderbook.systems.underdeep.battle.assault.stealth import end_duels, slip_in, strike_victims
from orderbook.systems.underdeep.battle.assault.structure import ARMED, Structure
from orderbook.systems.underdeep.battle.assault.traps import TrapNote
from orderbook.systems.underdeep.battle.attack import Attack
from orderbook.systems.underdeep.battle.pairing import closes
from orderbook.systems.underdeep.battle.regiment import DESTROYED, INSIDE, OUT_OF_REACH, OUTSIDE, Regiment
from orderbook.systems.underdeep.battle.site_plan import MANNED, MOAT, TRAP, SitePlan

if TYPE_CHECKING:
    from orderbook.systems.underdeep.battle.engine import Battle

MOAT_ROUNDS = 1
"""So many rounds it takes to get past a moat (UD-KOB-41, UD-DER-47)."""

WALLS, TUNNEL, OPEN = "walls", "tunnel", "open"
"""How the Defences were breached: broken down, tunnelled under, or there were none."""

_INVISIBLE = "Invisible Entrance"

_ANY_WALL = ("wall", "walls", "gate", "gates", "defences", "the walls", "the gate")


class Site:
    """The site of a battle. ``breached`` is empty while the Defences hold, else how they were overcome."""

    __slots__ = (
        "alliance",
        "army",
        "battle",
        "breached",
        "caught",
        "crossed",
        "engines",
        "garrison",
        "gold_stolen",
        "has_escape_tunnel",
        "hosts",
        "moats",
        "notes",
        "passive",
        "pits",
        "plan",
        "round_of_breach",
        "slips",
        "structures",
        "traps",
        "untouchable",
        "victims",
        "wall_weapons",
        "walls",
    )

    def __init__(self, battle: Battle, plan: SitePlan) -> None:
        self.battle = battle
        self.plan = plan
        owner = next(side for side in battle.sides if side.name == plan.owner)
        self.alliance = owner.alliance or owner.name
        self.army = Army(plan.name, owner.name, self.alliance)
        self.structures = [Structure(battle, each, self.army) for each in plan.structures]
        self.walls = [each for each in self.structures if each.structure.breaches]
        self.traps = [each for each in self.structures if each.structure.kind == TRAP]
        self.moats = [each for each in self.structures if each.structure.kind == MOAT]
        manned = [each for each in self.structures if each.structure.kind == MANNED]
        self.wall_weapons = [each for each in manned if each.structure.at_wall]
        self.engines = [each for each in manned if not each.structure.at_wall]
        self.garrison = [
            each for each in battle.regiments if each.side == owner.name and each.body.name in plan.garrison
        ]
        self.breached = ""
        self.round_of_breach = 0
        self.crossed: set[Regiment] = set()
        self.notes: list[TrapNote] = []
        self.slips: list[Attack] = []
        self.victims: dict[Regiment, Regiment] = {}
        self.hosts: dict[Regiment, Regiment | None] = {}
        self.caught: list[tuple[Structure, Regiment, int, int, int]] = []
        self.pits: list[tuple[Regiment, Regiment]] = []
        self.gold_stolen: dict[Regiment, int] = {}
        self.has_escape_tunnel = any(each.structure.name == "Escape Tunnel" for each in self.structures)
        self.untouchable = battle.scenario.options.chose("garrison-under-fire", "untouchable")

    # the course

    def start(self) -> None:
        """Before the first round: the garrison takes its posts, walls and passages do what they do, charges go off, a
        tunnel opens, and those who come unseen try to slip in."""
        battle = self.battle
        if strengthening := sum(each.structure.strengthens for each in self.structures):
            for wall in self.walls:
                wall.add_bonus("defence", strengthening, "Reinforced")
        settle_garrison(self)
        assign_crews(self)
        cramp(self)
        for structure in self.structures:
            for hook, held in structure.on_battle_start:
                hook(held)
        blow_charges(self)
        self._note_hidden_entrance()
        if self.plan.has_tunnel and self._tunnel_counts():
            self.breach(TUNNEL)
        elif not any(wall.is_standing for wall in self.walls):
            self.breach(WALLS if self.walls else OPEN)
        slip_in(self)
        strike_victims(self)
        battle.settle_field()

    def open_round(self) -> None:
        """At the start of a round: weapons are manned, those who can get in do, and the traps strike them."""
        delayed = self.is_moat_ahead
        for wall in self.walls:
            wall.zone = OUT_OF_REACH if delayed else OUTSIDE
            wall.acting = 1
            for hook, held in wall.on_round_start:
                hook(held)
        if not self.breached:
            man_weapons(self)
        end_duels(self)
        leave_pits(self)
        come_in(self)

    def face(self) -> None:
        """What walls that live do to those at them, once it is settled who is (UD-DER-44)."""
        for wall in self.walls:
            if wall.is_standing:
                for hook, held in wall.on_faced:
                    hook(held)

    def shoot(self, is_first: bool) -> list[Attack]:
        """The shots of its engines, those of the first time before all else."""
        return list_engine_shots(self, is_first) if self.engines and not self.breached else []

    def strike(self) -> list[Attack]:
        """The blows of its walls and murder holes."""
        return [] if self.breached else list_wall_blows(self)

    def close_round(self) -> None:
        """At the end of a round: walls that live regenerate; where none stands any more the way is open."""
        for wall in self.walls:
            if wall.is_standing:
                for hook, held in wall.on_round_end:
                    hook(held)
            wall.end_bonuses(self.battle.round)
        if not self.breached and not any(wall.is_standing for wall in self.walls):
            self.breach(WALLS)

    def end(self) -> None:
        """When the battle is over: who fell into a pit is counted with his regiment, who sat in snares goes free or to
        prison."""
        rejoin(self)
        free_the_caught(self)

    def breach(self, how: str) -> None:
        """The Defences are overcome: every defender falls back inside, crews and shooters, too (UD-ASL-10,
        UD-TUN-03)."""
        self.breached = how
        self.round_of_breach = self.battle.round
        leave_walls(self)
        for weapon in (*self.engines, *self.wall_weapons):
            weapon.is_served = False
        if how == WALLS:
            self.battle.tell(f"The Defences of {self.plan.name} are breached.", "assault")
        elif how == TUNNEL:
            self.battle.tell(f"The attackers come up through a tunnel below {self.plan.name}.", "assault")

    # what others ask

    @property
    def is_moat_ahead(self) -> bool:
        """Whether those on foot are still getting past a moat this round."""
        return bool(self.moats) and self.breached != TUNNEL and self.battle.round <= MOAT_ROUNDS

    @property
    def is_contested(self) -> bool:
        """Whether attackers are still outside who would come in, though nobody may be left to meet them: walls and
        traps have to be faced all the same (UD-ASL-02)."""
        outside = [each for each in self.battle.standing if each.alliance != self.alliance]
        return not any(each.zone != OUTSIDE for each in outside) and any(has_way_in(self, each) for each in outside)

    def reaches(self, by: Regiment, on: Regiment) -> bool:
        """Whether shots and spells get from one place into the other.

        While the Defences hold, the garrison strikes at those outside (UD-ASL-06), and is struck at as far as it shows
        itself (UD-ASL-08; setting garrison-under-fire); once they are breached nobody shows himself.
        """
        if on.is_structure:
            return by.zone == OUTSIDE and on.state != DESTROYED
        if self.breached:
            return False
        if by.zone == INSIDE:
            return by.alliance == self.alliance and on.zone == OUTSIDE
        return by.zone == OUTSIDE and on.zone == INSIDE and on.alliance == self.alliance and self.is_exposed(on)

    def is_exposed(self, regiment: Regiment) -> bool:
        """Whether it shows itself on the walls: it shoots, casts spells or serves a weapon."""
        if self.untouchable:
            return False
        body = regiment.body
        return body.shoots or bool(body.orders.spells) or self.count_crew(body) > 0

    def count_crew(self, regiment: Regiment) -> int:
        """How many of its units serve weapons just now."""
        return sum(
            number
            for weapon in (*self.engines, *self.wall_weapons)
            if weapon.is_served
            for each, number in weapon.crew
            if each is regiment
        )

    def pick_wall(self, regiment: Regiment) -> Structure | None:
        """The wall an attacker goes for where nobody else can be reached: the weakest."""
        if regiment.zone != OUTSIDE or regiment.alliance == self.alliance or self.breached:
            return None
        walls = [wall for wall in self.walls if wall.is_standing and self.may_strike_wall(regiment, wall)]
        return min(walls, key=lambda wall: (wall.pool, wall.label), default=None)

    def may_strike_wall(self, regiment: Regiment, wall: Structure) -> bool:
        """Whether it can get at a wall: shooters always, others once they are past the moat."""
        return wall.zone == OUTSIDE or not closes(regiment)

    def find_walls(self, name: str) -> list[Structure]:
        """The walls of that name; "the walls" are all of them."""
        if name.lower() in _ANY_WALL:
            return self.walls
        return [wall for wall in self.walls if name in (wall.label, wall.structure.name)]

    def find_structures(self, name: str) -> list[Structure]:
        """The structures of that label or name that still do something, in the site's order."""
        standing = [each for each in self.structures if each.condition in ("stands", ARMED)]
        return [each for each in standing if name in (each.label, each.structure.name)]

    def clear_walls(self) -> None:
        """Before a round's pairing."""
        for wall in self.walls:
            wall.foes = []
            wall.engagers = []

    def answer(self) -> None:
        """Walls that fight strike back at those who strike them (UD-ASL-09)."""
        for wall in self.walls:
            if wall.is_standing and wall.strikes:
                wall.foes = list(wall.engagers)

    def _note_hidden_entrance(self) -> None:
        """Nobody finds an Invisible Entrance without Detection (UD-KOB-47): told, since the battle takes place."""
        hidden = any(each.structure.name == _INVISIBLE for each in self.structures)
        foes = [each for each in self.battle.standing if each.alliance != self.alliance]
        if hidden and not self.plan.has_tunnel and not any(each.has("Detector") for each in foes):
            self.battle.notes.append(
                f"{self.plan.name} has an {_INVISIBLE}, and nobody who attacks it has Detection to find it."
            )

    def _tunnel_counts(self) -> bool:
        """The attackers' tunnel opens the site to them (setting tunnel-breach)."""
        battle = self.battle
        if not battle.scenario.options.chose("tunnel-breach", "ask"):
            return True
        text = f"A tunnel below {self.plan.name} is finished. Does it bring the attackers past its Defences?"
        return battle.ask("tunnel-breach", self.plan.name, text, ("yes", "no"), "yes") == "yes"
