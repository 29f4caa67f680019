"""Illusory doubles, mindlinks, Characters who meet, deposits: what a week makes of them and who learns of it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from support.briefings import brief
from support.posts import write_post
from support.weeks import PlayedWeek, play_week

from orderbook.campaign.game import Player, Setup, WeekPost, WeekRequest
from orderbook.systems.system import CheckRequest
from orderbook.systems.underdeep.check import check_post
from orderbook.systems.underdeep.week.judging import judge_post
from orderbook.systems.underdeep.week.state import GameState, Group, PlayerState, Site, Standing
from orderbook.systems.underdeep.week.values import Kind, Posture, Rank
from orderbook.text.source import decode_source
from tests.systems.underdeep.week.row_kit import KOBOLDS, at, row, screechers, slingers, week_of
from tests.systems.underdeep.week.test_casting import caster

__all__ = ["row"]

DOUBLE = "1 Kobold Shinycaster at Lowerdeep 1: cast Illusory Duplicate on the Kobold Slingers."


def doubles(week: PlayedWeek) -> list[Group]:
    return [group for group in week.after.groups.values() if group.double_of]


def go_on(week: PlayedWeek, **orders: str) -> PlayedWeek:
    """The week after, with these orders."""
    number = week.request.week + 1
    dungeons = {"Anna": "Skitterhole (L-1)", "Bert": "Den (L-4)"}
    posts = tuple(
        WeekPost(name, number, decode_source(write_post({"Dungeons": dungeons[name], **_tabs(text)}).encode()))
        for name, text in sorted({"Anna": "None", "Bert": "None", **orders}.items())
    )
    return play_week(WeekRequest(week.request.setup, number, week.after, posts, week.request.posts, (), "a seed"))


def _tabs(text: str) -> dict[str, str]:
    return {"Orders": text}


# -- illusions --------------------------------------------------------------------------------------------------


def test_a_double_is_made_and_told_to_its_owner_alone(row: Path) -> None:
    week = week_of(row, DOUBLE, slingers(), caster("Illusory Duplicate"))
    (double,) = doubles(week)
    assert (double.unit, double.count, double.double_of, double.region) == ("Kobold Slinger", 10, "Anna/g2", at("L1"))
    assert "An illusory double of 10 Kobold Slingers stands in Lowerdeep 1." in brief(week, "Anna")
    assert "10 illusory Kobold Slingers in Lowerdeep 1." in brief(week, "Anna")
    assert "llus" not in brief(week, "Bert")


def test_of_more_than_a_regiment_one_is_doubled(row: Path) -> None:
    week = week_of(row, DOUBLE, slingers(120), caster("Illusory Duplicate"))
    assert [double.count for double in doubles(week)] == [50]


def test_there_is_one_double_at_a_time(row: Path) -> None:
    both = week_of(row, f"{DOUBLE}\n{DOUBLE}", slingers(), caster("Illusory Duplicate", count=2))
    assert len(doubles(both)) == 1
    assert "UD-SPELL-ILLUSORY-DUPLICATE-4" in {rule for void in both.events("order-void") for rule in void.cause.rules}
    once = week_of(row, f"{DOUBLE}\n{DOUBLE}", slingers(), caster("Illusory Duplicate"))
    assert "once this week" in str(once.events("order-void")[0].data["why"])
    later = go_on(once, Anna=DOUBLE)
    assert len(doubles(later)) == 1 and later.events("order-void")


def test_a_double_costs_no_upkeep_and_stands_in_no_post(row: Path) -> None:
    week = go_on(week_of(row, DOUBLE, slingers(), caster("Illusory Duplicate")))
    assert doubles(week)
    paid = [event.data for event in week.events("upkeep-paid") if event.data["unit"] == "Kobold Slinger"]
    assert [data["count"] for data in paid] == [10]
    post = brief(week, "Anna", coming=True).split("[b]Week 7[/b]")[1]
    assert "10 Kobold Slingers" in post and "20" not in post.split("[spoiler=Armies]")[1].split("[/spoiler]")[0]


def test_the_double_goes_where_it_is_sent_and_is_seen(row: Path) -> None:
    first = week_of(row, DOUBLE, slingers(), caster("Illusory Duplicate"))
    week = go_on(first, Anna="Move 10 illusory Kobold Slingers from Lowerdeep 1 to Lowerdeep 2 (1 Speed).")
    assert [double.region for double in doubles(week)] == [at("L2")]
    assert week.after.groups["Anna/g2"].region == at("L1")
    assert not [event for event in week.events("found-wrong") if event.data["check"].startswith("order")]  # type: ignore[union-attr]
    assert "Units of Anna were seen going from Lowerdeep 1 to Lowerdeep 2." in brief(week, "Bert")
    plain = go_on(first, Anna="Move 10 Kobold Slingers from Lowerdeep 1 to Lowerdeep 2 (1 Speed).")
    assert plain.after.groups["Anna/g2"].region == at("L2") and doubles(plain)[0].region == at("L1")


def test_an_illusion_dies_of_the_first_blow_and_leaves_no_bodies(row: Path) -> None:
    first = week_of(row, DOUBLE, slingers(place="L1"), caster("Illusory Duplicate"), relation="enemies")
    sent = replace(doubles(first)[0], region=at("L2"))
    state = replace(first.after, groups={**first.after.groups, sent.id: sent, "Bert/g2": screechers(20, "L3")})
    state.groups.pop("Anna/g3")
    week = go_on(
        replace(first, after=state), Bert="Move 20 Derro Screechers from Lowerdeep 3 to Lowerdeep 2 (1 Speed)."
    )
    assert not doubles(week)
    (lost,) = [event for event in week.events("lost") if event.data["group"] == sent.id]
    assert lost.data["why"] == "an illusion"
    assert week.after.groups["Bert/g2"].count == 20, "it hurts nobody"
    assert week.after.facts_of(at("L2")).bodies == 0


def test_scry_shows_an_illusion_for_what_it_is(row: Path) -> None:
    ghost = screechers(4, double_of="Bert/g1")
    text = "1 Kobold Shinycaster at Lowerdeep 1: cast Scry on Lowerdeep 3."
    week = week_of(row, text, caster("Scry"), ghost)
    assert "4 Derro Screechers of Bert, in the open, an illusion" in brief(week, "Anna")


# -- messages ---------------------------------------------------------------------------------------------------

LETTERS = "\n".join(f"[spoiler=To {{}}]\n{{}}, number {number}.\n[/spoiler]" for number in range(1, 5))


def wrote(row: Path, *groups: Group, anna: str = "None", relation: str = "neutral", **sites: Site) -> dict[str, int]:
    """How many of four messages each to the other are delivered."""
    post = {"Anna": LETTERS.format(*["Bert"] * 8), "Bert": LETTERS.format(*["Anna"] * 8)}
    plain = week_of(row, anna, *groups, relation=relation, sites=tuple(sites.values())).request
    empty = "[spoiler=Messages]\n"
    own = {one.player: one.source.text for one in plain.posts}
    texts = {name: text.replace(f"{empty}None", f"{empty}{post[name]}") for name, text in own.items()}
    posts = tuple(WeekPost(name, 5, decode_source(text.encode())) for name, text in texts.items())
    assert all("number 4" in one.source.text for one in posts)
    week = play_week(replace(plain, posts=posts, rulings=()))
    sent = week.events("message-delivered")
    assert not [event for event in week.events("found-wrong") if event.data["check"] == "message-limit"]
    return {name: sum(event.data["player"] == name for event in sent) for name in ("Anna", "Bert")}


def person(owner: str, place: str, rank: Rank = Rank.LEADER, **more: Any) -> Group:
    unit = {"Anna": "Shee-Ra", "Bert": "Overlord"}[owner]
    plain = Group(f"{owner}/g1", owner, unit, person=f"{unit} the Loud", rank=rank, region=at(place))
    return replace(plain, **more)


def test_two_messages_are_delivered(row: Path) -> None:
    assert wrote(row, slingers()) == {"Anna": 2, "Bert": 2}


def test_a_mindlink_lets_both_write_without_limit(row: Path) -> None:
    """UD-SPELL-MINDLINK-1"""
    text = "1 Kobold Shinycaster at Lowerdeep 1: cast Mindlink with Bert."
    assert wrote(row, slingers(), caster("Mindlink"), anna=text) == {"Anna": 4, "Bert": 4}
    assert wrote(row, slingers(), caster(), anna=text) == {"Anna": 2, "Bert": 2}, "nobody there can cast it"


def test_a_mindlink_is_one_a_week_and_over_with_it(row: Path) -> None:
    """UD-SPELL-MINDLINK-2"""
    text = "1 Kobold Shinycaster at Lowerdeep 1: cast Mindlink with Bert."
    week = week_of(row, f"{text}\n{text}", slingers(), caster("Mindlink"))
    assert len(week.events("spell-cast")) == 1 and week.events("order-void")
    assert "units of Anna: Mindlinked with Bert until the end of week 5." in brief(week, "Bert")
    assert not go_on(week).after.groups["Anna/g3"].statuses


@pytest.mark.parametrize(
    ("anna", "bert", "relation", "number"),
    [("L2", "L3", "enemies", 4), ("L2", "L2", "neutral", 4), ("L1", "L3", "allied", 2)],
)
def test_characters_who_meet_talk_without_limit(row: Path, anna: str, bert: str, relation: str, number: int) -> None:
    """UD-COM-05, UD-COM-06: side by side whoever they are, in one region unless they are enemies."""
    groups = person("Anna", anna), person("Bert", bert, Rank.COMMANDER)
    assert wrote(row, *groups, relation=relation) == {"Anna": number, "Bert": number}


def test_enemies_in_one_region_talk_in_a_siege_only(row: Path) -> None:
    inside = person("Bert", "L2", site="Bert/s2", posture=Posture.GARRISONED)
    outside = person("Anna", "L2", posture=Posture.ENTRENCHED)
    walls = (Standing("Palisade", 1, 0, KOBOLDS),)
    lair = Site("Bert/s2", "Lair", "Bert", Kind.DUNGEON, at("L2"), KOBOLDS, standing=walls)
    assert wrote(row, inside, outside, relation="enemies", lair=lair) == {"Anna": 2, "Bert": 2}
    besieged = replace(lair, besieged_by=("Anna",))
    assert wrote(row, inside, outside, relation="enemies", lair=besieged) == {"Anna": 4, "Bert": 4}


def test_units_without_a_rank_are_no_characters(row: Path) -> None:
    assert wrote(row, slingers(place="L2"), screechers(place="L2")) == {"Anna": 2, "Bert": 2}


# -- before the week is resolved --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("anna", "bert", "places", "relation", "told"),
    [
        ("None", "None", ("L1", "L4"), "neutral", {"Anna", "Bert"}),
        ("None", "None", ("L2", "L3"), "enemies", set()),  # they stand side by side
        ("None", "None", ("L2", "L2"), "enemies", {"Anna", "Bert"}),
        ("Shee-Ra the Loud in Lowerdeep 1: move to Lowerdeep 3.", "None", ("L1", "L4"), "neutral", set()),
        ("None", "Overlord the Loud in Lowerdeep 4: move to Lowerdeep 2.", ("L1", "L4"), "neutral", set()),
        ("1 Kobold Shinycaster at Lowerdeep 1: cast Mindlink with Bert.", "None", ("L1", "L4"), "neutral", set()),
        (
            "1 Kobold Shinycaster at Lowerdeep 1: cast Mindlink with Zog.",
            "None",
            ("L1", "L4"),
            "neutral",
            {"Anna", "Bert"},
        ),
    ],
)
def test_status_counts_no_messages_of_those_who_may_meet_or_be_linked(
    row: Path, anna: str, bert: str, places: tuple[str, str], relation: str, told: set[str]
) -> None:
    """The game master's list says nothing that the week might not bear out (UD-COM-05, UD-SPELL-MINDLINK-1)."""
    groups = person("Anna", places[0]), person("Bert", places[1], Rank.COMMANDER), caster("Mindlink")
    plain = week_of(row, anna, *groups, bert=bert, relation=relation).request
    letters = {"Anna": LETTERS.format(*["Overlord the Loud"] * 8), "Bert": LETTERS.format(*["Anna"] * 8)}
    empty = "[spoiler=Messages]\n"
    posts = tuple(
        replace(
            post, source=decode_source(post.source.text.replace(f"{empty}None", empty + letters[post.player]).encode())
        )
        for post in plain.posts
    )
    request = replace(plain, posts=posts)
    found = {
        name
        for name in ("Anna", "Bert")
        if any(finding.check == "message-limit" for finding in judge_post(request, name).findings)
    }
    assert found == told


def test_a_post_that_cannot_be_read_hinders_no_other(row: Path) -> None:
    plain = week_of(row, "None", person("Anna", "L1"), person("Bert", "L4")).request
    letters = LETTERS.format(*["Bert"] * 8)
    text = plain.posts[0].source.text.replace("[spoiler=Messages]\nNone", f"[spoiler=Messages]\n{letters}")
    posts = (replace(plain.posts[0], source=decode_source(text.encode())), replace(plain.posts[1], player="Nobody"))
    report = judge_post(replace(plain, posts=posts), "Anna")
    assert any(finding.check == "message-limit" for finding in report.findings)


def test_the_game_master_hears_of_a_parley(row: Path) -> None:
    """UD-COM-07"""
    week = week_of(row, "Shee-Ra at Lowerdeep 1: parley with Bert.", person("Anna", "L1"))
    assert [question.id.split(":")[0] for question in week.asked if "parley" in question.id]


# -- entrances and deposits -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "found"),
    [("Disguised Entrance", True), ("Improved Disguised Entrance", True), ("Invisible Entrance", False)],
)
def test_what_a_scout_sees_of_a_hidden_warren(row: Path, name: str, found: bool) -> None:
    standing = (Standing("Palisade", 1, 0, KOBOLDS), Standing(name, 1, 0, KOBOLDS), Standing("Snare", 2, 0, KOBOLDS))
    lair = Site("Bert/s2", "Lair", "Bert", Kind.DUNGEON, at("L2"), KOBOLDS, standing=standing)
    text = "10 Kobold Slingers at Lowerdeep 1: scout Lowerdeep 2 (1 Speed)."
    told = brief(week_of(row, text, slingers(), sites=(lair,)), "Anna")
    assert ("sites: Lair of Bert with 1 Palisade" in told) is found
    assert "Entrance" not in told and "Snare" not in told


def test_miners_of_great_skill_are_told_what_is_left(tmp_path: Path) -> None:
    """UD-PRD-03: others hear of a deposit only that it is exhausted."""
    ground = tmp_path / "ground.toml"
    ground.write_text('[Lowerdeep.1]\nkind = "cavern"\ndeposits = ["Gold 9000", "Metal 80"]\n')
    rules = tmp_path / "skilled.toml"
    rules.write_text('[faction]\nname = "Cleversmart Kobolds"\nknows_deposits = true\n')
    mine = (Standing("Kobold Mine", 1, 0, KOBOLDS),)
    hole = Site("Anna/s1", "Skitterhole", "Anna", Kind.DUNGEON, at("L1"), KOBOLDS, True, mine)
    week = week_of(ground, "None", slingers(), sites=(hole,))
    assert "holds" not in brief(week, "Anna") and not week.events("deposit-told")
    setup = replace(week.request.setup, rules=(rules,))
    skilled = play_week(replace(week.request, setup=setup, rulings=()))
    assert "The deposit below Skitterhole (Lowerdeep 1) still holds 8850 Gold, 65 Metal." in brief(skilled, "Anna")
    assert "holds" not in brief(skilled, "Bert")


def test_everybody_learns_when_his_own_mine_is_empty(tmp_path: Path) -> None:
    ground = tmp_path / "ground.toml"
    ground.write_text('[Lowerdeep.1]\nkind = "cavern"\ndeposits = ["Gold 150", "Metal 15"]\n')
    mine = (Standing("Kobold Mine", 1, 0, KOBOLDS),)
    hole = Site("Anna/s1", "Skitterhole", "Anna", Kind.DUNGEON, at("L1"), KOBOLDS, True, mine)
    week = week_of(ground, "None", slingers(), sites=(hole,))
    assert "+150 Gold, +15 Metal (the deposit is exhausted)." in brief(week, "Anna")
    assert "exhausted" not in brief(week, "Bert")


# -- factions that write without limit --------------------------------------------------------------------------

MINDS = """[faction]
name = "Minds"
message_allowance = 4
unlimited_messages_to = ["Minds"]
complete = false

[[unit]]
name = "Overmind"
leader = true
"""


def test_a_faction_with_double_allowance_and_none_among_its_own(tmp_path: Path) -> None:
    """UD-COM-03, by rule data that a campaign brings along."""
    rules = tmp_path / "minds.toml"
    rules.write_text(MINDS, encoding="utf-8")
    letters = "\n".join(f"[spoiler=To {{0}}]\n{{0}}, number {number}.\n[/spoiler]" for number in range(1, 7))
    post = write_post({"Messages": "\n".join(letters.format(name) for name in ("Bert", "Cleo")), "Orders": "None"})
    players = (Player("Anna", "Minds"), Player("Bert", "Derro"), Player("Cleo", "Minds"))
    state = GameState(4, {one.name: PlayerState(one.name, one.faction, begun=1) for one in players})
    posts = (WeekPost("Anna", 5, decode_source(post.encode())),)
    week = play_week(WeekRequest(Setup("underdeep", "a seed", players, rules=(rules,)), 5, state, posts))
    sent = [event.data["to"] for event in week.events("message-delivered")]
    assert (sent.count("Bert"), sent.count("Cleo")) == (4, 6)


def test_a_post_alone_tells_them_by_faction_or_ruler(tmp_path: Path) -> None:
    rules = tmp_path / "minds.toml"
    rules.write_text(MINDS, encoding="utf-8")

    def wrong(reader: str) -> list[str]:
        letters = "\n".join(f"[spoiler=Message to {reader}]\nNumber {number}.\n[/spoiler]" for number in range(1, 7))
        post = decode_source(write_post({"Messages": letters, "Orders": "None"}).encode())
        report = check_post(CheckRequest(post=post, faction="Minds", rules=(rules,)))
        return [finding.check for finding in report.findings if finding.check == "message-limit"]

    assert wrong("the Overmind Xul") == wrong("Minds") == []
    assert len(wrong("Despot Harn")) == 1


# -- trades that are over ---------------------------------------------------------------------------------------


def test_a_trade_that_was_carried_out_is_not_sent_again(row: Path) -> None:
    """UD-TRD-08: what only stands in the Trade tab still is void; terms that both have posted are another trade."""

    def trade(week: PlayedWeek, anna: str, bert: str) -> PlayedWeek:
        number = week.request.week + 1
        tabs = {"Anna": ("Skitterhole (L-1)", anna), "Bert": ("Den (L-4)", bert)}
        posts = tuple(
            WeekPost(name, number, decode_source(write_post({"Dungeons": site, "Trade": text}).encode()))
            for name, (site, text) in tabs.items()
        )
        return play_week(WeekRequest(week.request.setup, number, week.after, posts, week.request.posts, (), "a seed"))

    first = trade(week_of(row, "None", slingers()), "To Bert: -30 Gold", "From Anna: 30 Gold")
    assert len(first.events("trade-sent")) == 1
    kept = trade(first, "To Bert: -30 Gold", "From Anna: +30 Gold")
    assert not kept.events("trade-sent") and not kept.asked
    assert "UD-TRD-08" in {rule for event in kept.events("order-void") for rule in event.cause.rules}
    again = trade(first, "To Bert: -30 Gold", "From Anna: +30 Gold\nFrom Anna: 30 Gold next week")
    assert len(again.events("trade-sent")) == 1
