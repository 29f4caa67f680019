"""The game master's desk: all that a phase of the week may look at, and how it makes events, questions and rolls."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from orderbook.books.bundle import Bundle
from orderbook.campaign.canonical import Json
from orderbook.campaign.event import GAME_MASTER, Cause, Event, LoggedRoll, PostPlace
from orderbook.campaign.game import GivenRuling, Question, Setup
from orderbook.rulebook.model import Faction, Rulebook, Structure, Unit
from orderbook.rulebook.options import Options
from orderbook.rulebook.plurals import pluralise
from orderbook.systems.underdeep.post.orders.model import Order, OrderLine
from orderbook.systems.underdeep.week.kinds import Happened
from orderbook.systems.underdeep.week.movement import Movement
from orderbook.systems.underdeep.week.orders import PlayerOrders, find_faction
from orderbook.systems.underdeep.week.questions import make_question_id, question_names
from orderbook.systems.underdeep.week.rolls import Rolls
from orderbook.systems.underdeep.week.state import GameState, Group, Site, make_id
from orderbook.systems.underdeep.week.values import NOBODY
from orderbook.systems.underdeep.world.map import WorldMap
from orderbook.systems.underdeep.world.region import Region


@dataclass
class Desk:
    """A week on its way. ``state`` is as of the last event: after each ``yield`` of a phase it holds its effect.

    ``orders`` are the posts of the week by player; players without one are not in it. ``added`` are rulings on
    what nobody asked. ``phase`` is the running one.
    ``movement`` is what the week's movement came to, ``told`` the orders of each group as they were read;
    ``starts`` where each group stood before it, ``fought`` the groups that were in a battle; ``ground`` the map it was
    on, ``names`` what it calls each site, by id;
    ``dawn`` is the state before the week's spells, which is what Scry shows;
    ``paid_rituals`` how often each player has paid for a ritual in a tab of the books, ``ritual_prices`` for how much
    the last time; ``cast_by`` who was parted from the rest to cast a ritual, by the order that says so;
    ``passages`` the units that went through a site's portal, by whether it was outwards.
    ``arrived`` is what traded goods came as the week began, by taker and giver; ``founded``
    the sites that stand since then; ``asked`` the questions so far by id.
    """

    setup: Setup
    week: int
    rulebook: Rulebook
    world: WorldMap | None
    state: GameState
    orders: Mapping[str, PlayerOrders]
    rulings: Mapping[str, GivenRuling]
    rolls: Rolls
    added: tuple[GivenRuling, ...] = ()
    phase: str = ""
    asked: dict[str, Question] = field(default_factory=dict)
    arrived: dict[str, dict[str, Bundle]] = field(default_factory=dict)
    founded: list[str] = field(default_factory=list)
    movement: Movement | None = None
    told: dict[str, tuple[Order, ...]] = field(default_factory=dict)
    ground: WorldMap | None = None
    starts: dict[str, Region] = field(default_factory=dict)
    fought: set[str] = field(default_factory=set)
    _settled: set[int] = field(default_factory=set)
    paid_rituals: dict[tuple[str, str], int] = field(default_factory=dict)
    cast_by: dict[int, str] = field(default_factory=dict)
    passages: dict[tuple[str, bool], int] = field(default_factory=dict)
    ritual_prices: dict[tuple[str, str], Bundle] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    dawn: GameState = field(default_factory=GameState)
    _wild: int = 0  # ids given this week to what is nobody's

    @property
    def options(self) -> Options:
        return self.setup.options

    def playing(self) -> list[str]:
        """The players who are in play, by name."""
        return sorted(name for name, player in self.state.players.items() if player.begun is not None)

    def site_ids(self, names: Iterable[str]) -> list[str]:
        """The ids of sites that the week's movement names."""
        wanted = set(names)
        return sorted(site for site, name in self.names.items() if name in wanted)

    def site_names(self, sites: Iterable[str]) -> list[str]:
        """What the week's movement calls sites, by their ids."""
        return [self.names[site] for site in sites if site in self.names]

    # -- what happened ------------------------------------------------------------------------------------------

    def event(
        self,
        kind: Happened,
        data: Mapping[str, Json],
        *,
        known_to: Iterable[str] = (),
        rules: tuple[str, ...] = (),
        post: PostPlace | None = None,
        ruling: str | None = None,
        rolls: Iterable[LoggedRoll] = (),
    ) -> Event:
        """An event of the running phase. The game master knows it, and those named."""
        cause = Cause(rules, post, ruling, tuple(rolls))
        return Event(self.week, self.phase, kind.value, data, cause, frozenset({GAME_MASTER, *known_to} - {""}))

    def named(self, count: int, unit: str) -> str:
        """``1 Succubus``, ``7 Succubi``."""
        return f"{count} {unit if count == 1 else self.plural_of(unit)}"

    def plural_of(self, unit: str) -> str:
        """``Succubi``: as the rule data has it, if it knows the unit."""
        known = (entry.plural for faction in self.rulebook.factions for entry in faction.units if entry.name == unit)
        return next(known, "") or pluralise(unit)

    def void(self, orders: PlayerOrders, what: str, why: str, post: PostPlace, rule: str | None = None) -> Event:
        """An order that cannot be carried out: it costs nothing, and the player is told why."""
        return self.event(
            Happened.ORDER_VOID,
            {"player": orders.player, "order": what, "why": why},
            known_to=(orders.player,),
            rules=(rule,) if rule else (),
            post=post,
        )

    def settle(self, line: OrderLine, orders: Iterable[Order]) -> None:
        """Notes that a phase of its own has seen to a line of Orders, and to these of its orders."""
        self._settled |= {id(line), *map(id, orders)}

    def is_settled(self, told: OrderLine | Order) -> bool:
        """Whether a phase has seen to a line or an order, so that nobody is asked what it means."""
        return id(told) in self._settled

    def new_id(self, owner: str, letter: str) -> str:
        """An id for a thing that begins as a player's; it is taken when the event that holds it is applied.

        What is nobody's has ids of the week."""
        if owner == NOBODY:
            self._wild += 1
            return f"{NOBODY}/{letter}{self.week}-{self._wild}"
        return make_id(owner, letter, self.state.players[owner].numbers + 1)

    # -- the game master's rulings ------------------------------------------------------------------------------

    def question(
        self,
        name: str,
        about: tuple[str | int, ...],
        text: str,
        *,
        rules: tuple[str, ...] = (),
        post: PostPlace | None = None,
        choices: tuple[str, ...] = (),
    ) -> Question:
        """A question of a kind that ``questions.toml`` names; ``about`` tells it from others of its kind."""
        found = make_question_id(name, about)
        question = Question(found, self.week, f"{question_names()[name]} {text}".strip(), rules, post, choices)
        self.asked[found] = question
        return question

    def ruling(self, question: Question) -> str | None:
        """The game master's answer as it was typed, None as long as there is none."""
        given = self.rulings.get(question.id)
        return given.answer if given is not None else None

    # -- rule data ----------------------------------------------------------------------------------------------

    def faction_of(self, player: str) -> Faction | None:
        """The rule data of a player's faction."""
        known = self.state.players.get(player)
        return find_faction(self.rulebook, known.faction) if known is not None else None

    def unit(self, group: Group) -> Unit | None:
        """The rule data of a group's type; None where there is none. Creatures that only the game master knows have
        the figures that came with them."""
        faction = find_faction(self.rulebook, group.faction) if group.faction else self.faction_of(group.owner)
        listed = next((unit for unit in faction.units if unit.name == group.unit), None) if faction else None
        if listed is None and group.owner == NOBODY and {"defence", "health"} <= group.figures.keys():
            return Unit(group.unit, "", None, None, dict(group.figures), ())
        return listed

    def structure(self, site: Site, name: str, faction: str = "") -> Structure | None:
        """The rule data of a structure at a site, of the list given, the builders' or the owner's."""
        for one in dict.fromkeys((faction, site.faction, self._faction_name(site.owner))):
            if (entry := self.find_structure(name, one)) is not None:
                return entry
        return None

    def find_structure(self, name: str, faction: str) -> Structure | None:
        """The rule data of a structure in the list of a faction."""
        found = find_faction(self.rulebook, faction) if faction else None
        return next((entry for entry in found.structures if entry.name == name), None) if found else None

    def _faction_name(self, player: str) -> str:
        known = self.state.players.get(player)
        return known.faction if known is not None else ""

    def relation(self, one: str, other: str) -> str:
        """How two players stand to each other: by the record, else as setting unrecorded-relation has it."""
        if one == other:
            return "allied"
        usual = "enemies" if self.options.chose("unrecorded-relation", "enemies") and one and other else "neutral"
        return self.state.relation(one, other) or usual

    # -- purses -------------------------------------------------------------------------------------------------

    def purse(self, player: str, site: Site | None) -> tuple[Bundle, dict[str, Json]]:
        """What can be spent at a site, and how an event names that purse: a besieged one has its own (UD-SIE-03)."""
        if site is not None and site.is_besieged:
            return self.state.sites[site.id].store, {"player": player, "purse": site.id}
        return self.state.players[player].wealth, {"player": player}


def can_pay(purse: Bundle, price: Bundle) -> bool:
    """Whether a purse holds a price, given as amounts above 0."""
    return all(purse[resource] >= amount for resource, amount in price.items())
