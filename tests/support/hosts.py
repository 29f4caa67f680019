"""Large campaigns: a map of any size, players with many regiments on it, and what they order week by week.

The first posts list what everybody has; each later one is what the campaign itself writes for the coming week, with
orders put in. Everything follows from a seed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from pathlib import Path
from random import Random

from orderbook.books.bundle import Bundle
from orderbook.campaign.game import BriefRequest, Player, Setup, WeekPost
from orderbook.rulebook.options import Options
from orderbook.systems.underdeep.week.coming_post import write_coming_post
from orderbook.systems.underdeep.week.state import GameState
from orderbook.systems.underdeep.week.values import Posture

FIRST_WEEK = 5
"""The week of the first posts: one in which a post may list troops that it did not recruit."""

LAYERS = ("Upperdeep", "Middledeep", "Lowerdeep")
OPENING = Bundle({"Gold": 900_000, "Metal": 300_000, "Food": 900_000})


@dataclass(frozen=True)
class People:
    """What a faction brings: its troops, what stands in its Dungeon, what it builds and what it recruits.

    Without rooms it has no Dungeon. ``hall`` is the room that who is recruited needs. ``caster`` casts ``spells``.
    """

    faction: str
    ruler: str
    troops: tuple[str, ...]
    rooms: tuple[str, ...]
    build: str
    recruit: str
    hall: str = ""
    caster: str = ""
    spells: tuple[str, ...] = ()


KOBOLDS = People(
    "Cleversmart Kobolds",
    "Shee-Ra Cleversmart the Sixteenth",
    ("Kobold Slinger", "Kobold Skulker", "Kobold Blunderdig", "Kobold Bottlethrower"),
    ("Mystery Chamber", "3 Mushroom Patches", "Kobold Mine", "Burrow", "Workshop", "", "Palisade", "Reinforced Gate",
     "2 Pit Traps"),
    "1 Mushroom Patch: -25 Gold, 2 weeks remaining",
    "5 Kobold Slingers: -25 Gold",
    "Burrow",
    "Kobold Shinycaster",
    ("Bless", "Haste", "Ward", "Scry", "Invisibility", "Blight", "Phase-Shift"),
)  # fmt: skip
DERRO = People(
    "Derro",
    "Overlord Mirnik",
    ("Derro Brigand", "Derro Aklys-Hurler", "Derro Filcher", "Derro Screecher"),
    ("Overlord's Bastion", "3 Mushroom Patches", "Derro Mine", "Derro Hideout", "Cavern of Cacophony", "", "Palisade",
     "Murder Holes"),
    "1 Mushroom Patch: -25 Gold, 2 weeks remaining",
    "5 Derro Brigands: -40 Gold, -5 Metal",
    "Derro Hideout",
    "Derro Alienist",
    ("Haste", "Disguise", "Scry", "Confusion", "Dominate", "Frenzy"),
)  # fmt: skip

SUCCUBI = People(
    "Succubi", "Velvet", ("Succubus",), (), "", "", "", "Succubus",
    ("Lickety Split", "Come Hither", "Back For More", "Ready For Action", "I Like To Watch", "Dirty Sexy Money"),
)  # fmt: skip

INFILTRATORS = ("Kobold Skulker", "Derro Filcher")

NAMES = (
    "Agate", "Basalt", "Cinder", "Dolomite", "Ember", "Flint", "Gneiss", "Hornfels", "Ironstone", "Jasper", "Kaolin",
    "Lignite", "Marl", "Nephrite", "Onyx", "Porphyry",
)  # fmt: skip
EMPTY_TABS = ("Messages", "Production", "Upkeep", "Construction", "Recruitment")


@dataclass(frozen=True)
class Hosts:
    """``players`` with ``regiments`` of ``strength`` each, on ``regions`` in as many blocks as there are players.

    With ``war`` regiments march beyond their block, seek others out, lie in ambush, attack and storm sites; without it
    they keep to themselves, so that armies stay as they are. With ``magic`` casters try what they can.
    ``opening`` is what everybody begins with, ``peoples`` who takes turns among the players.
    """

    players: int = 12
    regiments: int = 30
    regions: int = 500
    strength: int = 10
    war: bool = False
    magic: bool = False
    opening: Bundle = OPENING
    peoples: tuple[People, ...] = (KOBOLDS, DERRO)
    seed: str = "hosts"

    @cached_property
    def names(self) -> tuple[str, ...]:
        return NAMES[: self.players]

    def enemies(self) -> tuple[tuple[str, str], ...]:
        """Who is at war with whom: all but those who trade with each other, unless there are only two."""
        pairs = combinations(self.names, 2)
        return tuple((one, other) for one, other in pairs if self.players == 2 or self._partner(one) != other)

    def people(self, name: str) -> People:
        return self.peoples[self.names.index(name) % len(self.peoples)]

    def roster(self) -> tuple[Player, ...]:
        """The players, sorted by name."""
        return tuple(Player(name, self.people(name).faction, self.opening) for name in sorted(self.names))

    # -- the map ------------------------------------------------------------------------------------------------

    @cached_property
    def places(self) -> tuple[str, ...]:
        """All regions, layer by layer, as posts name them."""
        size = -(-self.regions // len(LAYERS))
        return tuple(f"{layer} {number}" for layer in LAYERS for number in range(1, size + 1))[: self.regions]

    @cached_property
    def ways(self) -> dict[str, tuple[str, ...]]:
        """The neighbours of each region: the one before and behind, and one a row away, so that there are many ways."""
        found: dict[str, set[str]] = {place: set() for place in self.places}
        for at, place in enumerate(self.places):
            for other in self.places[at + 1 : at + 2] + self.places[at + 13 : at + 14]:
                if other.split()[0] == place.split()[0] or at % 13 == 0:
                    found[place].add(other)
                    found[other].add(place)
        return {place: tuple(sorted(others)) for place, others in found.items()}

    def draw_map(self) -> str:
        """The map as a file of it is written."""
        lines = ['title = "A wide country"']
        for at, place in enumerate(self.places):
            layer, number = place.split()
            later = [f'"{other}"' for other in self.ways[place] if self.places.index(other) > at]
            features = ', features = ["mushrooms"]' if at % 5 == 0 else ""
            kind = "cavern" if at % 3 == 0 else "corridor"
            row = f'kind = "{kind}"{features}, ways = [{", ".join(later)}]'.replace(", ", "\n", 1 + bool(features))
            lines += ["", f"[{layer}.{number}]", row]
        return "\n".join(lines) + "\n"

    def block(self, name: str) -> tuple[str, ...]:
        """The regions that are a player's own; the Dungeon stands in the first that is a cavern."""
        size = len(self.places) // self.players
        start = self.names.index(name) * size
        return self.places[start : start + size]

    def home(self, name: str) -> str:
        return next(place for place in self.block(name) if self.places.index(place) % 3 == 0)

    def outpost(self, name: str) -> str:
        corridors = [place for place in reversed(self.block(name)) if self.places.index(place) % 3 == 1]
        return corridors[0]

    # -- posts --------------------------------------------------------------------------------------------------

    def first_post(self, name: str) -> str:
        """What a player has as the campaign begins; nothing is ordered yet."""
        people, block = self.people(name), self.block(name)
        hall, rock = f"{name} Hall", f"{name} Rock"
        rng = Random(f"{self.seed} {name}")
        armies = [f"{people.ruler} - Garrisoned at {hall} ({self.home(name)})"] if people.rooms else []
        if self.magic and people.caster not in people.troops:
            armies.append(f"1 {people.caster} - In {block[0]}")
        for number in range(self.regiments):
            unit = people.troops[number % len(people.troops)]
            if number < 4 and people.rooms:
                where = f"Garrisoned at {hall} ({self.home(name)})"
            elif number < 6 and people.rooms:
                where = f"Garrisoned at {rock} ({self.outpost(name)})"
            else:
                where = f"In {block[(number * 7) % len(block)]}"
            armies.append(f"{self.strength + rng.randrange(3)} {unit}s - {where}")
        tabs = dict.fromkeys(EMPTY_TABS, "None")
        tabs["Wealth"] = "\n".join(f"{resource}: {amount}" for resource, amount in self.opening.items())
        sites = [
            f"[b]{hall} ({self.home(name)})[/b]",
            *people.rooms,
            "",
            f"[b]{rock} Outpost ({self.outpost(name)})[/b]",
        ]
        tabs["Dungeons and Outposts"] = "\n".join([*sites, "Palisade"]) if people.rooms else "None"
        tabs["Armies"] = "\n".join(armies)
        tabs |= dict.fromkeys(("Characters", "Trade", "Orders"), "None")
        return write_tabs(FIRST_WEEK, tabs)

    def later_post(self, setup: Setup, state: GameState, week: int, name: str) -> str:
        """The post of a player for a week, from the state at the end of the week before."""
        request = BriefRequest(setup, week - 1, name, (), state, state, coming=True)
        text = write_coming_post(request, name, None)
        rng = Random(f"{self.seed} {week} {name}")
        people = self.people(name)
        hall = next((site for site in state.sites_of(name) if site.name == f"{name} Hall"), None)
        if hall is not None and people.build:
            place = f"{hall.name} ({self.home(name)})"
            if rng.random() < 0.3:
                text = put_in(text, "Construction", f"[b]{place}[/b]\nBeginning Construction:\n{people.build}")
                text = spend(text, people.build)
            if rng.random() < 0.3 and hall.count(people.hall):
                text = put_in(text, "Recruitment", f"[b]{place}[/b]\n{people.recruit}")
                text = put_in(text, "Armies", f"{people.recruit.partition(':')[0]} - Garrisoned at {place}")
                text = spend(text, people.recruit)
        if (partner := self._partner(name)) and Random(f"{self.seed} {week} trade {min(name, partner)}").random() < 0.4:
            goods = "Metal" if name < partner else "Food"
            sent = f"Sent to {partner}: -{5 * rng.randint(1, 9)} {goods}"
            text = spend(put_in(text, "Trade", sent), sent)
        return put_in(text, "Orders", "\n".join(self._orders(state, name, rng)) or "None")

    def _partner(self, name: str) -> str | None:
        """Who lives next door and trades: players do so in pairs, and both posts say so."""
        at = self.names.index(name)
        return self.names[at ^ 1] if at ^ 1 < len(self.names) else None

    def _orders(self, state: GameState, name: str, rng: Random) -> list[str]:
        """An order for most bodies of troops: all of a type that stand in a region, so that nobody is left behind."""
        bodies: dict[tuple[str, str, bool], int] = {}
        for group in sorted(state.groups_of(name), key=lambda group: group.id):
            waits = self.war and group.posture is Posture.AMBUSH  # who lies in ambush already is left there
            if group.rank is None and group.region is not None and not waits:
                body = (group.unit, str(group.region), group.posture is Posture.GARRISONED)
                bodies[body] = bodies.get(body, 0) + group.count
        held = {(unit, place) for unit, place, _ in bodies}
        spells = list(self._spells(state, name, rng)) if self.magic else []
        return spells + [
            self._order(state, name, f"{count} {unit}s", unit, place, held, rng)
            for (unit, place, garrisoned), count in bodies.items()
            if rng.random() < (0.4 if garrisoned and self.war else 0.0 if garrisoned else 0.7)
        ]

    def _spells(self, state: GameState, name: str, rng: Random) -> Iterator[str]:
        people = self.people(name)
        casters = [one for one in state.groups_of(name) if one.unit == people.caster and one.region is not None]
        for caster in casters[:2]:
            spell, place = rng.choice(people.spells), rng.choice(self.places)
            aim = f"on {place}" if spell == "Scry" else f"on the {rng.choice(people.troops)}s"
            yield f"1 {caster.unit} at {caster.region}: cast {spell} {aim}."

    def _order(
        self, state: GameState, name: str, who: str, unit: str, here: str, held: set[tuple[str, str]], rng: Random
    ) -> str:
        """What one body does. Nobody goes where others of his type stand or go: bodies that meet would be one."""
        block = self.block(name)
        if self.war and unit in INFILTRATORS and rng.random() < 0.5 and self._borders_on_others(state, name, here):
            return f"{who} at {here}: set up an ambush (2 Speed)."
        ways = [
            place for place in self.ways.get(here, ()) if (self.war or place in block) and (unit, place) not in held
        ]
        if not ways or rng.random() < 0.15:
            deeds = ["entrench (1 Speed)"]
            deeds += ["set up an ambush (2 Speed)"] * (unit in INFILTRATORS)
            deeds += ["forage (2 Speed)"] * (here in self.places and self.places.index(here) % 5 == 0)
            return f"{who} at {here}: {rng.choice(deeds)}."
        taken = [place for place in ways if self.war and self._others_in(state, name, place)]
        to = rng.choice(taken if taken and rng.random() < 0.5 else ways)
        held.add((unit, to))
        told = f"Move {who} from {here} to {to} (1 Speed)"
        theirs = [site for site in state.sites.values() if str(site.region) == to and site.owner not in ("", name)]
        if self.war and theirs:
            site = theirs[0].name
            return f"{told}, then {rng.choice((f'assault {site}', f'capture {site}', 'entrench (1 Speed)'))}."
        if self.war and rng.random() < 0.4:
            hiding = "set up an ambush (2 Speed)" if unit in INFILTRATORS else "attack"
            return f"{told}, then {rng.choice(('attack', hiding, 'entrench (1 Speed)'))}."
        return f"{told}."

    def _borders_on_others(self, state: GameState, name: str, here: str) -> bool:
        """Whether somebody else is next to a region: they may walk into an ambush there."""
        return any(self._others_in(state, name, place) for place in self.ways.get(here, ()))

    def _others_in(self, state: GameState, name: str, place: str) -> bool:
        """Whether troops or a site of somebody else are in a region."""
        found = (*state.groups.values(), *state.sites.values())
        return any(one.owner not in ("", name) and str(one.region) == place for one in found)

    def posts(self, setup: Setup, state: GameState, week: int) -> tuple[WeekPost, ...]:
        """Everybody's posts of a week, sorted by player."""
        from orderbook.text.source import SourceText

        made = []
        for name in sorted(self.names):
            text = self.first_post(name) if week == FIRST_WEEK else self.later_post(setup, state, week, name)
            made.append(WeekPost(name, week, SourceText(text)))
        return tuple(made)

    def setup(self, map_file: Path) -> Setup:
        return Setup("underdeep", self.seed, self.roster(), Options(), (), map_file)


def write_tabs(week: int, tabs: Mapping[str, str]) -> str:
    parts = [f"[b]Week {week}[/b]", "", "[ic=The Host]", "The host is on its way.", "[/ic]", ""]
    for title, text in tabs.items():
        parts += [f"[spoiler={title}]", text, "[/spoiler]", ""]
    return "\n".join(parts)


def put_in(text: str, tab: str, lines: str) -> str:
    """The post with lines at the end of a tab, in place of its "None"."""
    head, opener, rest = text.partition(f"[spoiler={tab}]\n")
    inside, closer, behind = rest.partition("\n[/spoiler]")
    if not opener:
        return f"{text}\n[spoiler={tab}]\n{lines}\n[/spoiler]\n"
    kept = "" if inside.strip() in ("None", "") else f"{inside}\n\n"
    return f"{head}{opener}{kept}{lines}{closer}{behind}"


def spend(text: str, line: str) -> str:
    """The post with the amounts of a line, such as "-40 Gold, -5 Metal", in the sums of its Wealth."""
    for amount, resource in re.findall(r"-([0-9]+) ([A-Z][a-z]+)", line):
        text = re.sub(
            rf"(?m)^({resource}: )([-0-9 +]*?)(?: = )?(-?[0-9]+)$",
            lambda found, paid=int(amount): f"{found[1]}{found[2] or found[3]} - {paid} = {int(found[3]) - paid}",
            text,
            count=1,
        )
    return text
