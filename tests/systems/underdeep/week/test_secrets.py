"""Secrets of whole weeks of war: hidden armies, traps, entrances, spells, sieges, assaults, letters, rulings.

Every secret has a word of its own. Who may have learnt it is worked out from where everybody truly was and what truly
happened, not from whom an event was told to; then every briefing is searched.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support.briefings import brief
from support.posts import write_post
from support.weeks import PlayedWeek, play_week

from orderbook.books.bundle import Bundle
from orderbook.campaign.event import Event
from orderbook.campaign.game import Player, Question, Setup, WeekPost, WeekRequest
from orderbook.systems import find_system
from orderbook.systems.mapping import DrawRequest, MapRequest
from orderbook.systems.underdeep.week.state import GameState, Group, PlayerState, Site, Standing
from orderbook.systems.underdeep.week.values import Kind, Posture, Rank
from orderbook.systems.underdeep.world.region import Region
from orderbook.text.source import decode_source

FACTIONS = {"Anna": "Cleversmart Kobolds", "Bert": "Derro", "Cleo": "Succubi", "Dora": "Dwarves"}
NAMES = tuple(FACTIONS)
SPY = "Cleo"
HOME = {name: Region("Lowerdeep", 2 * number + 1) for number, name in enumerate(NAMES)}
LAST = 7
UNITS = ("sneak", "host", "eye", "mage", "ward")
"""What each player has: Infiltrators, an army in the open, Detectors, casters, a garrison."""
ABILITIES = {
    "sneak": ("Infiltrator",),
    "host": (),
    "eye": ("Detector",),
    "mage": ("Ward", "Disguise", "Invisibility", "Illusory Duplicate", "Scry", "Mindlink"),
    "ward": (),
}
SPELLS = ("Ward", "Disguise", "Invisibility", "Illusory Duplicate", "Mindlink")
HIDDEN_WARREN = "Anna"
"""Whose home has an invisible entrance."""
DEPOSIT = 98761
WORD = re.compile(r"zq[a-z]+")


def word(what: str, player: str) -> str:
    return f"zq{what}{player.lower()}"


def owner_of(found: str) -> str:
    return next(name for name in NAMES if found.rstrip("s").endswith(name.lower()))


MAP = "".join(
    f'\n[Lowerdeep.{number}]\nkind = "{"cavern" if number % 2 else "corridor"}"\n'
    f'deposits = ["Gold {DEPOSIT + number}"]\n'
    f"ways = [{', '.join(str(other) for other in (number - 1, number + 1) if 1 <= other <= LAST)}]\n"
    for number in range(1, LAST + 1)
)


def rules_of(player: str) -> str:
    lines = [f'[faction]\nname = "{FACTIONS[player]}"\n']
    lines += [
        f'[[unit]]\nname = "{word(what, player)}"\ncost = {{Gold = 1}}\nupkeep = {{}}\n'
        f"abilities = {list(ABILITIES[what])!r}\n".replace("'", '"')
        + "stats = {melee_attack = 3, melee_damage = 3, defence = 12, health = 6, speed = 4, morale = 3}\n"
        for what in UNITS
    ]
    defences = (
        ("trap", 'kind = "trap"\nstats = {attack = 6, damage = 4}'),
        ("wall", 'kind = "wall"\nstats = {defence = 14, health = 60}'),
        ("hide", 'kind = "passive"\nnotes = ["Only those with Detection, and their companions, find the place."]'),
    )
    lines += [
        f'[[defence]]\nname = "{word(what, player)}"\ncost = {{Gold = 1}}\nweeks = 1\n{more}\n'
        for what, more in defences
    ]
    return "\n".join(lines)


# -- weeks ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Wish:
    """What one player does: where each kind of unit goes and what it does there, a spell, a target, letters."""

    goals: tuple[int, ...]
    deeds: tuple[str, ...]
    spell: str
    on: str
    looks: int
    letters: tuple[str, ...]
    gift: str | None


DEEDS = ("", "entrench", "assault", "scout")


def wishes(player: str) -> st.SearchStrategy[Wish]:
    others = sorted(set(NAMES) - {player})
    return st.builds(
        Wish,
        st.tuples(*[st.integers(1, LAST)] * 4),
        st.tuples(*[st.sampled_from(DEEDS)] * 3),
        st.sampled_from(SPELLS),
        st.sampled_from(("sneak", "host", "eye")),
        st.integers(1, LAST),
        st.lists(st.sampled_from(others), max_size=2).map(tuple),
        st.none() | st.sampled_from(others),
    )


def orders_of(player: str, wish: Wish) -> str:
    home = HOME[player]
    lines = []
    for what, goal, deed in zip(UNITS[:3], wish.goals, wish.deeds, strict=False):
        move = f"Move 8 {word(what, player)} from {home} to Lowerdeep {goal}"
        if what == "sneak" and deed:
            lines.append(f"{move} and set up an ambush there.")
        elif deed == "scout":
            beside = goal + 1 if goal < LAST else goal - 1
            lines.append(f"{move}, scout Lowerdeep {beside} (1 Speed).")
        elif deed == "assault":
            lines.append(f"{move} and assault the Dungeon there.")
        else:
            lines.append(f"{move}{' and entrench' if deed else ''}.")
    target = f"with {wish.gift or NAMES[0]}" if wish.spell == "Mindlink" else f"on the {word(wish.on, player)}"
    lines.append(f"1 {word('mage', player)} at {home}: cast {wish.spell} {target}.")
    lines.append(f"1 {word('mage', player)} at {home}: cast Scry on Lowerdeep {wish.looks}.")
    lines.append(f"The {word('order', player)} shall be kept.")
    return "\n".join(lines)


def post_of(player: str, wish: Wish, week: int = 5) -> str:
    site = f"{word('site', player)} ({HOME[player]})"
    letters = "\n".join(f"[spoiler=To {to}]\n{to}, {word('letter', to)} it is.\n[/spoiler]" for to in wish.letters)
    return write_post(
        {
            "Messages": letters or "None",
            "Trade": f"To {wish.gift}: -5 Gold, {word('terms', player)}" if wish.gift else "None",
            "Construction": f"{site}\nBeginning Construction:\n{word('plan', player)} Room: -9 Gold, 2 weeks remaining",
            "Dungeons": site,
            "Orders": orders_of(player, wish),
        },
        week,
    )


def state_of() -> GameState:
    sites, groups = {}, {}
    for player in NAMES:
        site = f"{player}/s1"
        hides = [Standing(word("hide", player), 1, 0, FACTIONS[player])] if player == HIDDEN_WARREN else []
        standing = [Standing(word(what, player), 1, 0, FACTIONS[player]) for what in ("trap", "wall")]
        sites[site] = Site(
            site, word("site", player), player, Kind.DUNGEON, HOME[player], FACTIONS[player], True, (*standing, *hides)
        )
        for number, what in enumerate(UNITS, 2):
            inside = what == "ward"
            group = f"{player}/g{number}"
            groups[group] = Group(
                group, player, word(what, player), 8 if what != "mage" else 2, FACTIONS[player],
                site if inside else None, HOME[player], posture=Posture.GARRISONED if inside else Posture.OPEN,
            )  # fmt: skip
        leader = f"{player}/g1"
        groups[leader] = Group(
            leader, player, "Leader", 1, FACTIONS[player], site, HOME[player], posture=Posture.GARRISONED,
            person=word("person", player), rank=Rank.LEADER,
        )  # fmt: skip
    players = {
        name: PlayerState(name, FACTIONS[name], Bundle({"Gold": 900, "Food": 900, "Metal": 90}), 40, 1)
        for name in NAMES
    }
    relations = {"Anna|Bert": "enemies", "Bert|Cleo": "enemies", "Cleo|Dora": "enemies", "Anna|Dora": "enemies"}
    return GameState(4, players, sites, groups, relations=relations)


def answer(question: Question) -> str:
    """Each answer puts on record what only the game master knows."""
    choice = question.choices[0] if question.choices else "yes"
    return f"{choice}; fact: zqfact of {NAMES[0]}"


def play_wishes(
    asked: dict[str, Wish], folder: Path, state: GameState | None = None, before: PlayedWeek | None = None
) -> PlayedWeek:
    """A week of these wishes, the fifth or the one that follows ``before``."""
    state = before.after if before is not None else state or state_of()
    week = state.week + 1
    posts = tuple(WeekPost(name, week, decode_source(post_of(name, asked[name], week).encode())) for name in NAMES)
    players = tuple(Player(name, FACTIONS[name]) for name in NAMES)
    rules = tuple(folder / f"{name}.toml" for name in NAMES)
    setup = Setup("underdeep", "a seed", players, rules=rules, map=folder / "map.toml")
    earlier = before.request.posts if before is not None else ()
    return play_week(WeekRequest(setup, week, state, posts, earlier, (), "a seed"), answer)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("war")
    (path / "map.toml").write_text(MAP, encoding="utf-8")
    for name in NAMES:
        (path / f"{name}.toml").write_text(rules_of(name), encoding="utf-8")
    return path


# -- what truly happened ----------------------------------------------------------------------------------------


@dataclass
class Truth:
    """The weeks as the game master has them: in which regions each owner's units of a kind were, and what they met."""

    weeks: tuple[PlayedWeek, ...]

    def __post_init__(self) -> None:
        self.were: dict[str, set[str]] = {}
        self.unit_of: dict[str, str] = {}
        events = [event for week in self.weeks for event in week.resolution.events]
        for state in (state for week in self.weeks for state in (week.before, week.after)):
            for group in state.groups.values():
                self._stood(group.id, group.unit, str(group.region))
        for event in events:
            for key in ("part", "group"):
                if isinstance(event.data.get(key), dict):
                    part = event.data[key]
                    self._stood(part["id"], part["unit"], str(part["region"]))  # type: ignore[index, call-overload]
        for event in events:
            if event.kind == "marched":
                for band in event.data["bands"]:  # type: ignore[union-attr]
                    for end in ("start", "end"):
                        self._stood(str(band["band"]), str(band["unit"]), str(event.data[end]))  # type: ignore[index, call-overload]
        self.fought = [
            ({str(one["side"]) for one in event.data["regiments"]}, str(event.data["region"]))  # type: ignore[union-attr, index, call-overload]
            for event in events
            if event.kind == "fought"
        ]
        self.scried = {(self._caster(event), str(event.data["region"])) for event in events if event.kind == "scried"}
        self.scouted = {
            (str(event.data["by"]).split("/")[0], str(event.data["region"]))
            for event in events
            if event.kind == "scouted"
        }

    @staticmethod
    def _caster(event: Event) -> str:
        return str(event.data["by"]).split("/")[0]

    def _stood(self, group: str, unit: str, region: str) -> None:
        self.were.setdefault(unit, set()).add(region)
        self.unit_of[group] = unit

    def of(self, owner: str, *kinds: str) -> set[str]:
        """Every region in which units of an owner were; of some kinds only."""
        regions: set[str] = set()
        for unit, places in self.were.items():
            if (
                unit.startswith("zq")
                and owner_of(unit) == owner
                and (not kinds or unit in {word(k, owner) for k in kinds})
            ):
                regions |= places
        return regions

    def in_sight(self, reader: str) -> set[str]:
        """Regions that a reader's units were in or looked into."""
        return self.of(reader) | {region for who, region in self.scouted if who == reader}

    def battles(self, reader: str) -> set[str]:
        return {region for sides, region in self.fought if reader in sides}

    def keen(self, reader: str) -> set[str]:
        """Regions that a reader's Detectors may have known something of: theirs and those beside them."""
        own = {int(region.split()[-1]) for region in self.of(reader, "eye")}
        return {f"Lowerdeep {number + step}" for number in own for step in (-1, 0, 1)}

    def found_by_halting(self, reader: str, places: set[str]) -> bool:
        """Whether hidden units and a reader's ended the week in one region, where they come upon each other."""
        return bool(places & self.of(reader))


def may_know(truth: Truth, reader: str, found: str) -> bool:
    """Whether a reader may have learnt a word in some way the rules leave open."""
    bare = found if found.endswith(tuple(name.lower() for name in NAMES)) else found.rstrip("s")
    if bare.startswith("zqfact"):
        return False
    owner = owner_of(bare)
    what = bare[2 : len(bare) - len(owner)]
    if what == "letter":
        return owner == reader
    if owner == reader:
        return True
    if what in ("order", "terms", "plan"):
        return reader == SPY and what == "plan"
    if reader == SPY and any(may_know(truth, other, found) for other in NAMES if other != SPY):
        return True
    home = str(HOME[owner])
    scried = {region for who, region in truth.scried if who == reader}
    if what in ("trap", "hide", "person", "ward"):
        return home in truth.battles(reader) or (what != "person" and home in scried) or (
            what == "trap" and home in truth.of(reader, "sneak")
        )  # fmt: skip
    if what in ("site", "wall"):
        seen = home in truth.in_sight(reader) or home in scried or home in truth.battles(reader)
        if owner == HIDDEN_WARREN:
            return home in scried or home in truth.battles(reader) or home in truth.keen(reader)
        return seen or what == "site"  # a siege is for all to see
    places = truth.were.get(bare, set())
    if places & (truth.battles(reader) | scried):
        return True
    if what == "sneak":
        return bool(places & truth.keen(reader)) or truth.found_by_halting(reader, places)
    return bool(places & truth.in_sight(reader))


EVERY = st.fixed_dictionaries({name: wishes(name) for name in NAMES})


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(asked=EVERY)
def test_no_secret_of_a_week_at_war_gets_out(asked: dict[str, Wish], folder: Path) -> None:
    week = play_wishes(asked, folder)
    hold_law((week,), (asked,))


@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(first=EVERY, second=EVERY)
def test_no_secret_of_two_weeks_at_war_gets_out(first: dict[str, Wish], second: dict[str, Wish], folder: Path) -> None:
    """What happened in the week before is a secret in the week after as well; what was learnt then may be told."""
    before = play_wishes(first, folder)
    hold_law((before, play_wishes(second, folder, before=before)), (first, second))


def hold_law(weeks: tuple[PlayedWeek, ...], asked: tuple[dict[str, Wish], ...]) -> None:
    """Searches the last week's briefings for what their readers may not have learnt in any of the weeks."""
    truth = Truth(weeks)
    for reader in NAMES:
        text = brief(weeks[-1], reader, coming=True)
        for found in set(WORD.findall(text.lower())):
            assert may_know(truth, reader, found), (reader, found, _lines(text, found))
        own = [wish for wishes in asked for name, wish in wishes.items() if name == reader or reader == SPY]
        spells = {wish.spell for wish in own}
        for sign, spell in (("Warded", "Ward"), ("Unseen", "Invisibility"), ("Disguised", "Disguise")):
            assert sign not in text or spell in spells, (reader, sign, _lines(text, sign.lower()))
        if "Illusory Duplicate" not in spells and "llusi" in text:
            assert truth.keen(reader) or truth.scried, (reader, _lines(text, "llusi"))
        sizes = {size for size in range(DEPOSIT, DEPOSIT + LAST + 1) if str(size) in text}
        allowed = {DEPOSIT + HOME["Dora"].number} if reader in ("Dora", SPY) else set()
        assert sizes <= allowed, (reader, sizes)


def _lines(text: str, found: str) -> list[str]:
    return [line for line in text.split("\n") if found in line.lower()]


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(asked=EVERY, shared=st.fixed_dictionaries({name: st.sets(st.sampled_from(NAMES)) for name in NAMES}))
def test_a_map_drawn_for_a_player_holds_nobody_elses_secrets(
    asked: dict[str, Wish], shared: dict[str, set[str]], folder: Path
) -> None:
    """``map render --viewer``: a game master writes down where everybody truly stands, and who may see whose."""
    after = play_wishes(asked, folder).after
    rows = ["region,player,what,count,kind,known_to"]
    for group in after.groups.values():
        if group.owner in NAMES and group.region is not None:
            known = "; ".join(sorted(shared[group.owner] | {group.owner}))
            rows.append(f"{group.region},{group.owner},{group.person or group.unit},{group.count},units,{known}")
    (folder / "where.csv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    tools = find_system("underdeep").maps
    assert tools is not None
    request = MapRequest(folder / "map.toml")
    for reader in NAMES:
        picture = tools().draw(request, DrawRequest(folder / "where.csv", reader))
        owners = {owner_of(found) for found in WORD.findall(picture.lower())}
        assert owners <= {name for name in NAMES if reader in shared[name] | {name}}, (reader, owners)
        assert reader in owners or not after.groups_of(reader)
        assert not [number for number in range(DEPOSIT, DEPOSIT + LAST + 1) if str(number) in picture]
    everything = tools().draw(request, DrawRequest(folder / "where.csv", None))
    assert {owner_of(found) for found in WORD.findall(everything.lower())} == {
        group.owner for group in after.groups.values() if group.owner in NAMES and group.region is not None
    }


QUIET = Wish((1, 1, 1, 1), ("", "", ""), "Ward", "host", 1, (), None)


def stay(player: str, **more: Any) -> Wish:
    return replace(QUIET, goals=(HOME[player].number,) * 4, looks=HOME[player].number, **more)


def test_the_secrets_are_there_to_be_found(folder: Path) -> None:
    """So that the search above cannot come out empty: who may know them is told."""
    asked = {name: stay(name) for name in NAMES}
    asked["Bert"] = replace(stay("Bert", letters=("Dora",)), goals=(2, 1, 2, 3), deeds=("", "assault", ""), looks=1)
    asked["Dora"] = stay("Dora", spell="Illusory Duplicate")
    week = play_wishes(asked, folder)
    told = {reader: brief(week, reader, coming=True) for reader in NAMES}
    assert {word("trap", "Anna"), word("hide", "Anna"), word("host", "Anna")} <= set(WORD.findall(told["Bert"]))
    assert word("letter", "Dora") in told["Dora"] and word("letter", "Dora") not in told["Cleo"]
    assert str(DEPOSIT + 7) in told["Dora"] and "llusory" in told["Dora"] and "llusory" not in told["Bert"]
    assert "zqfact" in brief(week, None) and all("zqfact" not in text for text in told.values())


def test_an_invisible_entrance_is_stormed_by_none_but_the_keen(folder: Path) -> None:
    asked = {name: stay(name) for name in NAMES}
    asked["Bert"] = replace(stay("Bert"), goals=(3, 1, 3, 3), deeds=("", "assault", ""))
    state = state_of()
    alone = {name: one for name, one in state.groups.items() if one.owner != "Anna" or one.site is not None}
    blind = play_wishes(asked, folder, replace(state, groups=alone))
    assert not blind.events("assaulted") and not blind.events("fought")
    assert word("site", "Anna") not in brief(blind, "Bert")
    asked["Bert"] = replace(asked["Bert"], goals=(3, 1, 1, 3))
    keen = play_wishes(asked, folder, replace(state, groups=alone))
    assert keen.events("assaulted") and word("ward", "Anna") in brief(keen, "Bert")
