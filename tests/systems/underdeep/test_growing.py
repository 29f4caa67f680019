"""Units that grow before they are units, and units that live for a time only (UD-UNI-03, UD-ORD-18, UD-CMD-05)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from support.posts import write_post
from support.weeks import PlayedWeek

from orderbook.books.bundle import Bundle
from orderbook.campaign.game import BriefRequest, LedgerRequest
from orderbook.findings.report import Report
from orderbook.rulebook.options import parse_options
from orderbook.systems import find_system
from orderbook.systems.system import CheckRequest
from orderbook.systems.underdeep.post.growth import weeks_to_grow
from orderbook.systems.underdeep.post.model import Post
from orderbook.systems.underdeep.post.read import read_post
from orderbook.systems.underdeep.rules import underdeep_rulebook
from orderbook.systems.underdeep.week.brief import write_brief
from orderbook.systems.underdeep.week.ledger import keep_ledger
from orderbook.systems.underdeep.week.state import GameState, Group, Growing, Site
from orderbook.systems.underdeep.week.values import NOBODY, Kind, Posture, Rank
from orderbook.text.source import SourceText
from tests.systems.underdeep.week.change_kit import FAR, HOME, home, state_of, troops, week_of

FUNGOIDS = "Fungoids"
RULES = """
[faction]
name = "Fungoids"
unit_prefix = "Fungoid"
complete = false

[[unit]]
name = "Great Mycelium"
leader = true

[[unit]]
name = "Fungoid Sporeling"
requires = ["Spore Bed"]
cost = {Bodies = 2}
upkeep = {Bodies = 1}
maturing = 2
lifespan = 3
stats = {melee_attack = 2, melee_damage = 3, defence = 12, health = 5, speed = 4, morale = 2}

[[unit]]
name = "Fungoid Stalk"
requires = ["Spore Bed"]
cost = {Bodies = 3}
upkeep = {Bodies = 1}
maturing = 1
stats = {melee_attack = 2, melee_damage = 3, defence = 12, health = "5+1d6", speed = 4, morale = 2}

[[unit]]
name = "Fungoid Mould"
requires = ["Spore Bed"]
cost = {Bodies = 1}
upkeep = {Bodies = 1}
lifespan = 2

[[room]]
name = "Spore Bed"
cost = {Bodies = 20}
weeks = 2
recruits = ["Fungoid Sporeling", "Fungoid Stalk", "Fungoid Mould"]
"""
PLACE = "Sporehole (Lowerdeep 4)"
ROOMS = f"{PLACE}\nSpore Bed"
ELSEWHERE = ("wealth-missing", "tab-missing")
"""What is of no interest here."""


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    path = tmp_path / "fungoids.toml"
    path.write_text(RULES, "utf-8")
    return path


def read(rules: Path, recruitment: str = "None", armies: str = "None") -> Post:
    rulebook = underdeep_rulebook((rules,))
    faction = next(one for one in rulebook.factions if one.name == FUNGOIDS)
    text = write_post({"Dungeons": ROOMS, "Recruitment": f"{PLACE}\n{recruitment}", "Armies": armies})
    return read_post(text, rulebook, faction=faction, resources=frozenset()).post


def request(
    rules: Path, tabs: dict[str, str], previous: dict[str, str] | str | None = None, options: list[str] | None = None
) -> CheckRequest:
    system = find_system("underdeep")
    before = write_post({"Dungeons": ROOMS, **previous}, 4) if isinstance(previous, dict) else previous
    return CheckRequest(
        SourceText(write_post({"Dungeons": ROOMS, "Wealth": "Bodies: 50", **tabs})),
        previous=SourceText(before) if before is not None else None,
        faction=FUNGOIDS,
        rules=(rules,),
        options=parse_options(options or [], system.ambiguities()),
    )


def check(
    rules: Path, tabs: dict[str, str], previous: dict[str, str] | None = None, options: list[str] | None = None
) -> Report:
    return find_system("underdeep").check(request(rules, tabs, previous, options))


def told(report: Report) -> list[str]:
    """Errors and warnings that are not about Wealth."""
    return [
        finding.check for finding in report.findings
        if finding.severity.value != "info" and not finding.check.startswith("wealth")
    ]  # fmt: skip


def raised(text: str) -> dict[str, str]:
    """Tabs with something in Recruitment at the one site."""
    return {"Recruitment": f"{PLACE}\n{text}"}


# -- reading ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "weeks"),
    [
        ("4 Fungoid Sporelings: 1 week remaining", 1),
        ("4 Sporelings, maturing, 1 week left", 1),
        ("4 Fungoid Sporelings (1 week until mature)", 1),
        ("4 Sporelings mature in 1 week", 1),
        ("4 Sporelings that grow for 2 more weeks", 2),
        ("Sporelings x4 - 1 more week", 1),
        ("Maturing: 4 Sporelings (1 week)", 1),
        ("Still growing:\n4 Sporelings - 2 weeks", 2),
        ("[b]Growing units[/b]\n4 Sporelings - 1 week", 1),
        ("4 Sporelings: matures next week", 1),
        ("4 Sporelings (mature in week 7)", 2),
        ("4 Sporelings: 0 Bodies, 1 week remaining", 1),
        ("4 Sporelings (still growing)", None),
    ],
)
def test_units_that_still_grow_are_read_with_their_weeks(rules: Path, line: str, weeks: int | None) -> None:
    post = read(rules, line)
    assert not post.recruitment
    (growing,) = post.growing
    assert (growing.number, growing.subject.name, weeks_to_grow(growing, 5)) == (4, "Fungoid Sporeling", weeks)
    assert all(each.understood for each in post.tab_lines)


@pytest.mark.parametrize(
    "line",
    [
        "4 Sporelings: -8 Bodies",
        "4 Sporelings: -8 Bodies (2 weeks to mature)",
        "4 Sporelings: -8 Bodies, 2 weeks",
        "4 Fungoid Moulds: 2 weeks",
        "4 Sporelings",
    ],
)
def test_recruits_and_units_that_never_grow_are_not_taken_for_growing(rules: Path, line: str) -> None:
    post = read(rules, line)
    assert len(post.recruitment) == 1 and not post.growing


@pytest.mark.parametrize(
    ("line", "lifespan"),
    [
        ("4 Sporelings (Lifespan 2)", 2),
        ("4 Sporelings, Lifespan: 2 weeks", 2),
        ("4 Sporelings (2 weeks to live)", 2),
        ("4 Sporelings (lifespan 2/3)", 2),
        ("4 Sporelings - 2 weeks of life left", 2),
        ("4 Sporelings", None),
        ("4 Stalks (Lifespan 2)", None),  # they live on
    ],
)
def test_lifespans_are_read_in_armies(rules: Path, line: str, lifespan: int | None) -> None:
    (army,) = read(rules, armies=f"{line} - {PLACE}").armies
    assert (army.count, army.lifespan) == (4, lifespan)


# -- checks -------------------------------------------------------------------------------------------------------

RECRUITED = raised("4 Sporelings: -8 Bodies")
SHOWN = raised("4 Sporelings: 1 week remaining")
GROWN = {"Armies": f"4 Sporelings - {PLACE}", "Upkeep": "4 Sporelings: -4 Bodies"}


@pytest.mark.parametrize(
    ("tabs", "previous"),
    [
        (RECRUITED, None),
        (RECRUITED, {}),
        (raised("4 Sporelings: -8 Bodies (2 weeks to mature)"), {}),
        (SHOWN, None),
        (SHOWN, RECRUITED),
        (GROWN, SHOWN),
        ({**GROWN, **RECRUITED}, SHOWN),
        (raised("3 Sporelings: 1 week remaining\n1 Sporeling: 1 week remaining"), RECRUITED),
        (raised("4 Sporelings: 1 week remaining\n2 Sporelings: -4 Bodies"), RECRUITED),
        (raised("4 Sporelings (growing)"), RECRUITED),  # it does not say how long
        ({"Armies": f"2 Stalks - {PLACE}", "Upkeep": "2 Stalks: -2 Bodies"}, raised("2 Stalks: -6 Bodies")),
    ],
)  # fmt: skip
def test_a_right_post_has_no_finding(rules: Path, tabs: dict[str, str], previous: dict[str, str] | None) -> None:
    assert told(check(rules, tabs, previous)) == []
    assert told(check(rules, tabs, previous, ["recruits-in-armies=from-next-week"])) == []


@pytest.mark.parametrize(
    ("tabs", "previous", "found"),
    [
        ({}, RECRUITED, ["recruit-growing"]),  # not shown any more
        (raised("4 Sporelings: 2 weeks remaining"), RECRUITED, ["recruit-growing"]),
        (raised("3 Sporelings: 1 week remaining"), RECRUITED, ["recruit-growing"]),
        (raised("5 Sporelings: 1 week remaining"), RECRUITED, ["recruit-growing"]),
        (SHOWN, {}, ["recruit-growing"]),  # nobody was recruited
        (raised("4 Sporelings: 2 weeks remaining"), None, ["recruit-growing"]),  # that many are never left
        (SHOWN, SHOWN, ["recruit-growing", "army-count"]),  # shown as growing, and not in Armies
        ({**SHOWN, **GROWN}, RECRUITED, ["army-count"]),  # in Armies before they are grown
        ({}, SHOWN, ["army-count"]),
        (raised("4 Sporelings: -9 Bodies"), None, ["recruit-cost"]),
    ],
)
def test_what_does_not_follow_is_told(
    rules: Path, tabs: dict[str, str], previous: dict[str, str] | None, found: list[str]
) -> None:
    assert sorted(told(check(rules, tabs, previous))) == sorted(found)


def test_weeks_that_are_wrong_are_put_right(rules: Path) -> None:
    system = find_system("underdeep")
    asked = request(rules, raised("4 Sporelings: 2 weeks remaining"), RECRUITED)
    (finding,) = [one for one in system.check(asked).findings if one.check == "recruit-growing"]
    assert (finding.stated, finding.computed, finding.rule) == ("2", "1", "UD-ORD-18")
    assert finding.message == (
        "4 Fungoid Sporelings with 2 weeks left to grow, but 4 Fungoid Sporelings with 1 week left follow "
        "from last week."
    )
    fixed = system.fix(asked)
    assert "4 Sporelings: 1 weeks remaining" in fixed
    assert told(system.check(replace(asked, post=SourceText(fixed)))) == []


@pytest.mark.parametrize(
    ("before", "now", "found"),
    [
        ("5 Moulds (Lifespan 1)", "None", []),
        ("5 Moulds (Lifespan 1), 3 Moulds (Lifespan 2)", "3 Moulds (Lifespan 1)", []),
        ("5 Moulds", "2 Moulds", []),  # nobody told how old they are
        ("5 Moulds (Lifespan 2)", "3 Moulds (Lifespan 1)", ["army-count"]),
        ("5 Moulds (Lifespan 1)", "7 Moulds (Lifespan 1)", ["army-count"]),
        ("5 Stalks", "3 Stalks", ["army-count"]),
    ],
)
def test_who_may_have_died_of_old_age_is_not_missed(rules: Path, before: str, now: str, found: list[str]) -> None:
    def armies(text: str) -> dict[str, str]:
        return {
            "Armies": "\n".join(f"{each.strip()} - {PLACE}" for each in text.split(",")) if text != "None" else text
        }

    report = check(rules, armies(now), armies(before))
    assert [name for name in told(report) if not name.startswith("upkeep")] == found


# -- next week's post -----------------------------------------------------------------------------------------------


def test_next_counts_down_until_they_are_grown_and_dead(rules: Path) -> None:
    """A post is carried over for six weeks; each post is right by the one before."""
    system = find_system("underdeep")
    asked = request(rules, {**raised("4 Sporelings: -8 Bodies\n2 Stalks: -6 Bodies"), "Wealth": "Bodies: 36"})
    weeks: list[str] = []
    for week in range(6, 12):
        text = system.next_post(asked)
        following = replace(asked, post=SourceText(text), previous=asked.post, week=week)
        assert not [one for one in system.check(following).findings if one.severity.value == "error"]
        weeks.append(text)
        asked = following
    assert "4 Fungoid Sporelings: 1 week remaining" in weeks[0] and "Sporelings" not in weeks[0].split("=Wealth]")[1]
    assert "2 Fungoid Stalks - Garrisoned at" in weeks[0] and "2 Fungoid Stalks: -2 Bodies" in weeks[0]
    for text, left in zip(weeks[1:4], (3, 2, 1), strict=True):
        assert f"4 Fungoid Sporelings (Lifespan {left}) - Garrisoned at {PLACE}" in text
        assert "remaining" not in text
    assert "Sporeling" not in weeks[4] and "2 Fungoid Stalks" in weeks[4]


# -- a campaign -----------------------------------------------------------------------------------------------------

HOLE = f"Hole ({HOME})"


def den(**more: Any) -> Site:
    return home(FUNGOIDS, {"Spore Bed": 1}, **more)


def spores(unit: str = "Fungoid Sporeling", count: int = 4, number: int = 2, **more: Any) -> Group:
    return troops(unit, count, number, FUNGOIDS, **more)


def begin(*groups: Group, **more: Any) -> GameState:
    return state_of(*groups, site=den(**more), wealth={"Bodies": 100})


def recruit(rules: Path, text: str = "4 Sporelings: -8 Bodies") -> PlayedWeek:
    tabs = {"Recruitment": f"{HOLE}\n{text}", "Dungeons": f"{HOLE}\nSpore Bed"}
    return week_of(begin(), tabs, rules=(rules,))


def later(rules: Path, week: PlayedWeek | GameState, tabs: dict[str, str] | None = None) -> PlayedWeek:
    state = week if isinstance(week, GameState) else week.after
    return week_of(state, {"Dungeons": f"{HOLE}\nSpore Bed", **(tabs or {})}, rules=(rules,))


def living(week: PlayedWeek) -> list[tuple[str, int, int | None]]:
    return [(group.unit, group.count, group.lives_until) for group in week.after.groups_of("Anna")]


def test_recruits_grow_are_units_and_die_of_old_age(rules: Path) -> None:
    first = recruit(rules)
    assert not living(first) and first.after.players["Anna"].wealth["Bodies"] == 92
    assert first.after.sites["Anna/s1"].growing == (Growing("Anna", "Fungoid Sporeling", 4, 2, FUNGOIDS),)
    second = later(rules, first)
    assert not living(second) and second.after.sites["Anna/s1"].growing[0].weeks == 1
    assert second.after.players["Anna"].wealth["Bodies"] == 92  # no Upkeep yet
    third = later(rules, second)
    assert living(third) == [("Fungoid Sporeling", 4, 9)] and not third.after.sites["Anna/s1"].growing
    (group,) = third.after.groups_of("Anna")
    assert (group.site, group.posture) == ("Anna/s1", Posture.GARRISONED)
    assert third.after.players["Anna"].wealth["Bodies"] == 88
    fifth = later(rules, later(rules, third))
    assert living(fifth) and fifth.after.week == 9
    sixth = later(rules, fifth)
    assert not living(sixth)
    (dead,) = sixth.events("lost")
    assert dead.data["why"] == "of old age" and dead.cause.rules == ("UD-ORD-18", "UD-CMD-05")
    assert dead.known_to == {"Anna", "gm"}
    weeks = [first, second, third, fifth, sixth]
    assert all(event.known_to <= {"Anna", "gm"} for week in weeks for event in week.resolution.events
               if event.kind in ("sown", "grew-on", "grew-up"))  # fmt: skip


def test_growing_units_take_no_orders(rules: Path) -> None:
    week = later(rules, recruit(rules), {"Orders": f"4 Sporelings at Hole move to {FAR}."})
    assert not week.events("marched") and not living(week)


def test_figures_are_rolled_when_they_are_grown(rules: Path) -> None:
    first = recruit(rules, "2 Stalks: -6 Bodies")
    assert not [roll for event in first.resolution.events for roll in event.cause.rolls]
    second = later(rules, first)
    (grown,) = second.events("grew-up")
    assert [roll.sides for roll in grown.cause.rolls] == [6, 6]
    groups = second.after.groups_of("Anna")
    assert [group.count for group in groups] == [1, 1] and len({group.id for group in groups}) == 2
    assert all(isinstance(group.figures["health"], int) for group in groups)


def test_units_that_are_there_at_once_begin_to_age(rules: Path) -> None:
    week = recruit(rules, "3 Moulds: -3 Bodies")
    assert living(week) == [("Fungoid Mould", 3, 6)]
    assert not living(later(rules, later(rules, week)))


def test_an_officer_does_not_age_and_goes_on_where_he_left_off(rules: Path) -> None:
    fort = Site("Anna/s2", "Fort", "Anna", Kind.OUTPOST, FAR, FUNGOIDS)
    state = begin(spores(site="Anna/s2", region=FAR, lives_until=6))
    state = replace(state, sites={**state.sites, "Anna/s2": fort})
    lists = {"Dungeons": f"{HOLE}\nSpore Bed\n\nFort ({FAR})"}
    week = later(rules, state, {**lists, "Orders": "Promote one Sporeling to Captain of Fort, named Nib."})
    officer = next(group for group in week.after.groups.values() if group.rank is Rank.CAPTAIN)
    assert (officer.lives_until, officer.life_left) == (None, 1)
    for _ in range(4):
        week = later(rules, week, lists)
    assert [(group.person, group.count) for group in week.after.groups_of("Anna")] == [
        ("Nib", 1)
    ]  # the others are dead
    week = later(rules, week, {**lists, "Orders": "Demote Captain Nib."})
    (ranks,) = week.after.groups_of("Anna")
    assert (ranks.rank, ranks.life_left, ranks.lives_until, week.after.week) == (None, None, 11, 10)
    week = later(rules, week, lists)
    assert living(week)
    assert not living(later(rules, week, lists))


@pytest.mark.parametrize("owner", ["Bert", NOBODY])
def test_what_grows_in_a_site_that_is_lost_comes_to_nothing(rules: Path, owner: str) -> None:
    state = recruit(rules).after
    lost = replace(state, sites={"Anna/s1": replace(state.sites["Anna/s1"], owner=owner)})
    week = week_of(lost, rules=(rules,))
    assert week.after.sites["Anna/s1"].growing == () and not living(week)
    (withered,) = week.events("withered")
    assert "Anna" in withered.known_to


def test_a_first_post_brings_what_grows_and_how_old_the_others_are(rules: Path) -> None:
    empty = replace(begin(), week=4, players={}, sites={}, groups={})
    tabs = {
        "Recruitment": f"{HOLE}\n4 Sporelings: 1 week remaining\n2 Sporelings: -4 Bodies",
        "Armies": f"3 Moulds (Lifespan 1) - {HOLE}\n5 Moulds - {HOLE}\nCaptain Nib (Mould) of Fort",
        "Dungeons": f"{HOLE}\nSpore Bed\n\nFort ({FAR})",
        "Wealth": "Bodies: 50",
    }
    state = replace(empty, players=begin().players)
    state = replace(state, players={"Anna": replace(state.players["Anna"], begun=None)})
    week = week_of(state, tabs, rules=(rules,))
    grows = [(one.unit, one.count, one.weeks) for one in _at_home(week).growing]
    assert grows == [("Fungoid Sporeling", 4, 1), ("Fungoid Sporeling", 2, 2)]
    assert sorted((one.count, one.lives_until) for one in week.after.groups_of("Anna") if one.rank is None) == [
        (3, 5), (5, 6),
    ]  # fmt: skip
    second = later(rules, week)
    assert ("Fungoid Sporeling", 4, 8) in living(second)
    assert not [count for name, count, _ in living(second) if name == "Fungoid Mould" and count == 3]


def _at_home(week: PlayedWeek) -> Site:
    return next(site for site in week.after.sites.values() if site.region == HOME)


def test_the_coming_post_counts_down_and_a_briefing_tells_of_it(rules: Path) -> None:
    first = recruit(rules)
    second = later(rules, first)
    third = later(rules, second)

    def brief(week: PlayedWeek) -> str:
        events = tuple(event for event in week.resolution.events if event.is_known_to("Anna"))
        return write_brief(
            BriefRequest(
                week.request.setup, week.request.week, "Anna", events, week.before, week.after, week.request.posts[0],
                coming=True,
            )
        )  # fmt: skip

    assert "4 Fungoid Sporelings recruited at Hole (Lowerdeep 51) for 8 Bodies: 2 weeks to grow." in brief(first)
    assert "4 Fungoid Sporelings: 1 week remaining" in brief(first)
    assert "4 Fungoid Sporelings (Lifespan 3) - Garrisoned at Hole" in brief(second)
    assert "4 Fungoid Sporelings grown at Hole (Lowerdeep 51), ready for orders." in brief(third)
    assert "4 Fungoid Sporelings (Lifespan 2) - Garrisoned at Hole" in brief(third)


def test_what_a_campaign_knows_is_what_posts_are_judged_by(rules: Path) -> None:
    """Dead units are missed in no post, growing ones are looked for."""
    second = later(
        rules, recruit(rules),
        {"Recruitment": f"{HOLE}\n4 Sporelings: 2 weeks remaining"},
    )  # fmt: skip
    wrong = [event.data for event in second.events("found-wrong")]
    assert any("with 2 weeks left to grow" in str(data["message"]) for data in wrong)
    old = begin(spores("Fungoid Mould", lives_until=4))
    assert not [event for event in later(rules, old, {"Armies": "None"}).events("found-wrong")
                if "Mould" in str(event.data["message"])]  # fmt: skip
    kept = later(rules, old, {"Armies": f"4 Moulds - {HOLE}"})
    assert [event for event in kept.events("found-wrong") if "4 Fungoid Moulds" in str(event.data["message"])]


def test_the_books_of_a_campaign_hold_what_they_cost(rules: Path) -> None:
    first = recruit(rules)
    entries = keep_ledger(LedgerRequest(first.request.setup, _from_nothing(first))).entries
    assert [entry.title for entry in entries if "Sporeling" in entry.title] == ["Anna: Fungoid Sporeling"]


def _from_nothing(week: PlayedWeek) -> tuple[object, ...]:
    from orderbook.campaign.event import Cause, Event
    from orderbook.systems.underdeep.week.codec import write

    def event(kind: str, **data: Any) -> Event:
        return Event(4, "setup", kind, data, Cause(), frozenset({"gm"}))  # type: ignore[arg-type]

    return (
        event("player-began", player="Anna", faction=FUNGOIDS, wealth=dict(Bundle({"Bodies": 100})), begun=1),
        event("site-entered", site=write(den())),
        *week.resolution.events,
    )
