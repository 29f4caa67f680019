"""The battle itself: who takes part, the state all parts of it share, and its course from first to last."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from orderbook.dice.model import Dice
from orderbook.systems.underdeep.battle.army import Army
from orderbook.systems.underdeep.battle.asking import Asker, find_answer, match_choice, refuse_answer
from orderbook.systems.underdeep.battle.assault.sides import take_sides
from orderbook.systems.underdeep.battle.assault.site import Site
from orderbook.systems.underdeep.battle.bridge import Bridge, BridgePair
from orderbook.systems.underdeep.battle.flanking import apply_flanking
from orderbook.systems.underdeep.battle.muster import muster
from orderbook.systems.underdeep.battle.piece import Held, Parameter, Piece, parse_ability
from orderbook.systems.underdeep.battle.pieces import find_piece
from orderbook.systems.underdeep.battle.record import Departure, Event, Pairing, Question, RoundRecord
from orderbook.systems.underdeep.battle.regiment import FIGHTING, Regiment
from orderbook.systems.underdeep.battle.round import ambush, fight_round, pursue
from orderbook.systems.underdeep.battle.scenario import RegimentPlan, Scenario
from orderbook.systems.underdeep.battle.spawning import rise
from orderbook.systems.underdeep.battle.transport import board, disembark
from orderbook.systems.underdeep.battle.verbs import make_singular

if TYPE_CHECKING:
    from orderbook.systems.underdeep.battle.attack import Attack
    from orderbook.systems.underdeep.battle.spells import Cast

MOST_ROUNDS = 20
"""After so many rounds the game master is asked (setting battle-length)."""


class Battle:
    """One battle being fought. With ``telling`` it keeps a record; without, nothing but the outcome.

    ``regiments`` and ``armies`` stand in the battle's own order: attackers first, then by name of side, then by name
    of regiment. The order of the file plays no part.
    """

    def __init__(self, scenario: Scenario, dice: Dice, telling: bool = True, asker: Asker | None = None) -> None:
        self.scenario = scenario
        self.dice = dice
        self.asker = asker
        self.telling = telling and not dice.is_quick
        self.round = 0
        self.spell_count = 0
        self.spell_rounds = 1
        self.is_among_crystals = False
        self.record = RoundRecord(0)
        self.rounds: list[RoundRecord] = []
        self.before = self.record
        self.questions: dict[tuple[str, str], Question] = {}
        self.answers_taken: set[str] = set()
        """Keys of the scenario's answers that a question asked for."""
        self.notes: list[str] = []
        self.casts: list[Cast] = []
        self.pursued: list[Regiment] = []
        self.infected: dict[Regiment, int] = {}
        """The Disease score that a regiment caught."""
        self.drawn: dict[Regiment, Regiment] = {}
        """Units that changed sides, and the regiments they were taken from."""
        self.newcomers: list[Regiment] = []
        """Units that changed sides this round and have no enemy yet."""
        self.lasting: dict[Regiment, str] = {}
        """Units that stay under control beyond the battle, and of which side."""
        self.masters: dict[Regiment, Regiment] = {}
        """Who dominates whom of ``lasting``."""
        self.checked: set[tuple[str, str, int]] = set()
        """Who checked against which aura in which round."""
        self.resisted: set[tuple[Regiment, Regiment]] = set()
        """Who resisted whose Dominate: (caster, target)."""
        self.ambushers: list[Regiment] = []
        """Who began the battle out of an ambush."""
        self.gains: Counter[tuple[str, str]] = Counter()
        """What sides won beside the field, such as Souls: (side, resource) to amount."""
        self.parted: dict[Regiment, Regiment] = {}
        """Robbed units that check Morale by themselves, and the regiments they are of."""
        self.emptied: set[Regiment] = set()
        """Whose items thieves have taken."""
        self._is_quick = dice.is_quick
        self._read_options(scenario)
        self.armies: list[Army] = []
        self.regiments: list[Regiment] = []
        self.absent: list[RegimentPlan] = []
        """Of a besieged garrison those who take no part."""
        self.sides = sorted(take_sides(scenario, self.absent), key=lambda side: (not side.is_attacker, side.name))
        muster(self)
        self.mustered = tuple(self.regiments)
        """Those who were there from the beginning; others rise, change sides or part from them."""
        self.standing = [regiment for regiment in self.regiments if regiment.is_standing]
        self.armies_of_round = list(self.armies)
        self.bridge = Bridge(scenario.bridge) if scenario.bridge is not None else None
        self.bridge_pair: BridgePair | None = None
        plan = scenario.site
        self.site = Site(self, plan) if plan is not None and plan.is_assault else None
        board(self)

    def _read_options(self, scenario: Scenario) -> None:
        options = scenario.options
        self.drops_fractions = options.chose("fractions-of-damage", "dropped")
        self.rolls_once = options.chose("rolls-when-split", "once")
        self.blocks_to_nearest = options.chose("block-rounding", "nearest")
        self.asks_for_pairings = options.chose("unordered-pairings", "ask")
        self.morale_by_battle = options.chose("morale-damage", "of-the-battle")
        self.half_by_health = options.chose("half-the-army", "health")
        self.asks_each_round = options.chose("battle-length", "ask-each-round")
        self.spells_must_beat = options.chose("exact-roll-of-a-spell", "misses")
        self.flanking_by_size = options.chose("flanking-numbers", "by-size")
        self.confuses_each = options.chose("confusion-scope", "each-unit")
        self.spares_suicides_at_10 = options.chose("suicide-at-walls", "at-exactly-10")
        self.later_spell_counts = options.chose("hex-with-curse", "later-spell")

    # the course

    def fight(self) -> None:
        """Fights it out, or as many rounds as the scenario allows. Raises ``DiceError`` from the dice."""
        self.take_positions()
        if self.site is not None:
            self.site.start()
        self._call("opening")
        self.settle_field()
        ambush(self)
        disembark(self)
        self.settle_field()
        self._fight_rounds()
        if rise(self):
            self._fight_rounds()
        if self.site is not None:
            self.site.end()
        self._call("battle_end")

    def _fight_rounds(self) -> None:
        while not self.is_over and self._may_go_on():
            fight_round(self)

    def take_positions(self) -> None:
        """All that bears on the regiments before the first blow: conditions, flanking, Fear, leaders."""
        self._call("prepare")
        for army in self.armies:
            army.start_count = army.count
            army.start_pool = army.pool
        apply_flanking(self)
        self._call("battle_start")

    def begin_round(self) -> None:
        """Clears what belongs to a round, and counts it."""
        self.round += 1
        self.record = RoundRecord(self.round)
        self.rounds.append(self.record)
        self.pursued = []
        self.armies_of_round = [army for army in self.armies if army.is_standing]
        for army in self.armies:
            army.suffered = 0
        for regiment in self.standing:
            regiment.acting = regiment.count
            regiment.has_acted = False
        if self.telling:
            self.record.counts = {regiment: (regiment.count, regiment.pool) for regiment in self.standing}
        for regiment in self.standing:
            for hook, held in regiment.on_round_start:
                hook(held)

    def end_round(self) -> None:
        """Ends what lasts a round, and lets pieces do what they do at its end (regenerate, for one)."""
        for regiment in self.standing:
            if regiment.is_standing:
                for hook, held in regiment.on_round_end:
                    hook(held)
        if self.site is not None:
            self.site.close_round()
        present = self.standing
        for regiment in present:
            if regiment.host is None:
                regiment.bound = [foe for foe in regiment.engagers if foe.is_standing]
        self.settle_field()
        for regiment in present:
            regiment.end_bonuses(self.round)

    def settle_field(self) -> None:
        """Leaders whose regiment is gone stand alone; who has left or died is no longer on the field."""
        gone = [regiment for regiment in self.standing if not regiment.is_standing]
        for regiment in gone:
            for hook, held in regiment.on_left_field:
                hook(held)
        if gone:
            self.standing = [regiment for regiment in self.standing if regiment.is_standing]
        for regiment in self.standing:
            if regiment.host is not None and not regiment.host.is_standing:
                regiment.host = None
                regiment.aim = None
                regiment.bound = []

    def _call(self, hook_name: str) -> None:
        for regiment in self.regiments:
            for hook, held in getattr(regiment, f"on_{hook_name}"):
                hook(held)

    @property
    def is_over(self) -> bool:
        """Whether at most one alliance is left on the field."""
        if len({regiment.alliance for regiment in self.standing if regiment.is_standing}) >= 2:
            return False
        return self.site is None or not self.site.is_contested

    @property
    def winner(self) -> str | None:
        """The alliance that holds the field alone; ``None`` while it is contested, or empty."""
        alliances = {regiment.alliance for regiment in self.regiments if regiment.is_standing}
        return next(iter(alliances)) if len(alliances) == 1 else None

    def _may_go_on(self) -> bool:
        limit = self.scenario.rounds
        if limit is not None:
            return self.round < limit
        if self.round and (self.asks_each_round or self.round % MOST_ROUNDS == 0):
            text = f"{self.round} rounds have been fought and the battle is not decided. Does it go on?"
            default = "yes" if self.asks_each_round and self.round % MOST_ROUNDS else "no"
            return self.ask("battle-length", f"after round {self.round}", text, ("yes", "no"), default) == "yes"
        return True

    # what pieces and steps use

    def roll(self, sides: int, by: Regiment, verb: str, on: Regiment | None = None) -> int:
        """A die, rolled on the game master's side (UD-BAT-01).

        ``verb`` is what ``by`` does, in the plural ("attack", "check morale").
        """
        if self._is_quick:
            return self.dice.roll(sides, "", "")
        deed = verb if by.count != 1 else make_singular(verb)
        what = f"{by.label} {deed} {on.label}" if on is not None else f"{by.label} {deed}"
        return self.dice.roll(sides, what, f"{self.scenario.name}|{self.round}|{verb}|{by.key}|{on.key if on else ''}")

    def roll_named(self, sides: int, what: str, key: str) -> int:
        """A die that no regiment rolls; ``key`` names it apart from all others of the round."""
        if self._is_quick:
            return self.dice.roll(sides, "", "")
        return self.dice.roll(sides, what, f"{self.scenario.name}|{self.round}|{key}")

    def ask(self, name: str, about: str, text: str, choices: tuple[str, ...], default: str) -> str:
        """What the game master decided about something, else the default; either way the result tells of it.

        ``[answers]`` of the file may name the question alone, or with what it is about: ``"name: about"``. What it
        leaves open the asker is asked, once for each thing a question is about. Raises ``AnswerError`` for an answer
        that is none of the choices.
        """
        found = find_answer(self.scenario.answers, name, about)
        if found is not None:
            key, given = found
            answer = match_choice(given, choices)
            if answer is None:
                raise refuse_answer(key, given, text, choices)
            self.answers_taken.add(key)
        elif self.asker is not None:
            known = self.questions.get((name, about))
            answer = known.answer if known is not None else self.asker(text, choices, default)
        else:
            answer = default
        is_answered = found is not None or self.asker is not None
        self.questions[(name, about)] = Question(name, about, text, choices, answer, is_answered)
        return answer

    def ask_pairing(self, regiment: Regiment) -> None:
        """Puts a proposed pairing to the game master (setting unordered-pairings)."""
        names = tuple(enemy.label for enemy in self.standing if enemy.is_enemy_of(regiment) and enemy.host is None)
        proposed = regiment.aim.label if regiment.aim is not None else ""
        text = f"Nobody says whom {regiment.label} fights in round {self.round}. Whom?"
        answer = self.ask("unordered-pairings", f"{regiment.label}, round {self.round}", text, names, proposed)
        regiment.aim = next((e for e in self.find_enemies(regiment, answer) if e.is_standing), regiment.aim)

    def tell(self, text: str, kind: str = "event") -> None:
        """Notes a sentence about what happened, where a record is kept."""
        if self.telling:
            self.record.events.append(Event(kind, text))

    def find_regiments(self, name: str) -> list[Regiment]:
        """Those of that name, whatever side they are on; walls of a site, too."""
        found = [regiment for regiment in self.regiments if name in (regiment.name, regiment.label)]
        if self.site is not None and not found:
            found += self.site.find_walls(name)
        return found

    def find_enemies(self, regiment: Regiment, name: str) -> list[Regiment]:
        """The enemies of that name."""
        return [other for other in self.find_regiments(name) if other.is_enemy_of(regiment)]

    def find_spell(self, name: str) -> Piece | None:
        """The spell of that name, if there is one."""
        piece = find_piece(parse_ability(name)[0])
        return piece if piece is not None and piece.is_spell else None

    def give_piece(self, regiment: Regiment, name: str, parameter: Parameter | None = None) -> Held:
        """Gives a regiment a piece of the registry. Raises ``KeyError`` for a name it does not have."""
        piece = find_piece(parse_ability(name)[0])
        if piece is None:
            raise KeyError(name)
        return regiment.add_piece(Held(self, regiment, piece, parameter or Parameter()))

    def is_attacking(self, army: Army) -> bool:
        return any(side.name == army.side and side.is_attacker for side in self.sides)

    def leave(self, regiment: Regiment, state: str, why: str, reason: str = "", alone: bool = False) -> None:
        """Takes a regiment off the field, with its leaders unless ``alone``: it ``withdrew``, ``fled`` or
        ``surrendered``."""
        for each in (regiment, *(() if alone else regiment.leaders)):
            if each.state == FIGHTING:
                each.state = state
                if self.telling:
                    self.record.departures.append(Departure(each, state, reason or why))

    def pursue(self, leaving: list[Regiment]) -> None:
        """The attacks on those in ``pursued``, by all who do not leave themselves."""
        pursue(self, self.pursued, leaving)

    # the record

    def count_dead(self, regiment: Regiment, killed: int) -> None:
        if self.telling and not regiment.is_structure:
            self.record.dead[regiment] = self.record.dead.get(regiment, 0) + killed

    def note_attacks(self, attacks: Sequence[Attack]) -> None:
        if self.telling:
            self.record.attacks += attacks

    def note_cast(self, cast: Cast) -> None:
        if self.telling:
            self.record.spells.append(cast)

    def note_pairing(self, regiment: Regiment, enemy: Regiment, how: str) -> None:
        """Notes whom a regiment turned to in the middle of a round."""
        if self.telling:
            self.record.pairings.append(Pairing(regiment, enemy, how, regiment.aim_reason))

    def note_pairings(self) -> None:
        if not self.telling:
            return
        for regiment in self.standing:
            if regiment.target is not None:
                self.record.pairings.append(Pairing(regiment, regiment.target, "ranged", regiment.aim_reason))
            for foe in regiment.foes:
                why = regiment.aim_reason if foe is regiment.aim else "answers"
                self.record.pairings.append(Pairing(regiment, foe, "melee", why))


def fight(scenario: Scenario, dice: Dice, telling: bool = True, asker: Asker | None = None) -> Battle:
    """Fights a battle to its end, or for the rounds the scenario allows; the asker settles questions.

    Raises ``DiceError`` from the dice, and ``AnswerError`` for an answer that is no choice.
    """
    battle = Battle(scenario, dice, telling, asker)
    battle.fight()
    return battle
