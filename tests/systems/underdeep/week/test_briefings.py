"""What briefings say: every kind of event, figures that add up, what comes next, nothing that breaks a tab."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from support.briefings import brief
from support.weeks import PlayedWeek, play_week
from systems.underdeep.week.test_generated_weeks import CAMPAIGNS, NAMES, PLAYED
from systems.underdeep.week.test_phases import kobold_state, play_week_after, slingers, two_players, week_of

from orderbook.books.bundle import Bundle
from orderbook.campaign.event import Event
from orderbook.campaign.faults import CampaignError
from orderbook.campaign.game import WeekPost, WeekRequest
from orderbook.systems.underdeep.arrears import Arrears
from orderbook.systems.underdeep.week.folds.fold import FOLDS
from orderbook.systems.underdeep.week.kinds import Happened
from orderbook.systems.underdeep.week.state import GameState, Unpaid
from orderbook.systems.underdeep.week.telling import BOOKKEEPING, TOLD, tell_event
from orderbook.systems.underdeep.week.wealth_table import OTHERWISE
from orderbook.systems.underdeep.week.wording import Words
from orderbook.text.source import decode_source

# -- every kind -------------------------------------------------------------------------------------------------


def test_every_kind_of_event_can_be_told() -> None:
    assert set(TOLD) == set(FOLDS) == {kind.value for kind in Happened}
    assert {kind.value for kind in BOOKKEEPING} < set(TOLD)


def test_a_kind_nobody_knows_is_refused() -> None:
    with pytest.raises(KeyError):
        tell_event(Words(GameState(), GameState()), Event(1, "x", "grew-wings"))


@pytest.mark.parametrize("number", CAMPAIGNS)
def test_whatever_happens_is_told_in_whole_sentences(number: int) -> None:
    for week in PLAYED[number][1]:
        words = Words(week.before, week.after)
        for event in week.resolution.events:
            text = tell_event(words, event)
            assert "None" not in text and "{" not in text, (event.kind, text)
            assert text or event.kind in ("wealth-reckoned", "moved", "unpaid"), event.kind


# -- the Wealth -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", CAMPAIGNS)
def test_every_wealth_is_explained_by_what_its_owner_knows(number: int) -> None:
    for week in PLAYED[number][1]:
        for name in NAMES:
            if name in week.after.players:
                text = brief(week, name)
                assert "Closing" in text and OTHERWISE not in text


def test_the_wealth_table_shows_each_flow() -> None:
    state = kobold_state({"Gold": 200, "Food": 50}, standing={"Mushroom Patch": 2}, groups=(slingers(),))
    text = brief(
        week_of(state, {"Construction": "Skitterhole (L-51)\nBeginning Construction:\nPalisade: -20 Gold, 1 week"}),
        "Anna",
    )
    table = [line.split() for line in text.split("[code]\n")[1].split("\n[/code]")[0].splitlines()]
    assert table[0] == ["Opening", "Production", "Upkeep", "Construction", "Closing"]
    assert ["Food", "50", "+40", "-10", "-", "80"] in table
    assert ["Gold", "200", "-", "-10", "-20", "170"] in table


# -- what is told -----------------------------------------------------------------------------------------------


def test_the_unpaid_are_told_with_what_it_does_to_them() -> None:
    text = brief(week_of(kobold_state({"Food": 100}, groups=(slingers(),))), "Anna")
    assert "10 Kobold Slingers are owed 10 Gold and fight at -1 Morale." in text


def test_pending_trades_and_what_became_of_them() -> None:
    state = two_players({"Gold": 100}, {"Gold": 50})
    week = week_of(state, {"Trade": "Sent to Bert: -30 Gold"}, others={"Bert": ("Derro", None)})
    assert "30 Gold from Anna to Bert: due as week 6 begins." in brief(week, "Anna")
    later = play_week_after(week)
    for reader in ("Anna", "Bert", None):
        assert "The trade went through: 30 Gold from Anna reached Bert." in brief(later, reader)


def test_void_orders_say_why_to_their_owner_only() -> None:
    tabs = {"Construction": "Skitterhole\nBeginning Construction:\nPalisade: -20 Gold"}
    week = week_of(kobold_state({"Gold": 5}), tabs, others={"Bert": ("Derro", {})})
    assert re.search(r'"Palisade.*could not be done and cost nothing: ', brief(week, "Anna"))
    assert "Palisade" not in brief(week, "Bert")


def test_the_game_master_sees_the_dice_and_whose_each_line_is() -> None:
    starving = slingers(unpaid=(Unpaid(10, Arrears(gold=9), Bundle({"Gold": 9})),))
    week = week_of(kobold_state({"Food": 100}, groups=(starving,)))
    rolls = [roll for event in week.resolution.events for roll in event.cause.rolls]
    text = brief(week, None)
    assert rolls and all(f"{roll.what}: {roll.roll} on d{roll.sides}" in text for roll in rolls)
    assert "[spoiler=Dice]" not in brief(week, "Anna")
    assert "\nAnna: " in text


def test_messages_come_within_their_limits() -> None:
    letter = "[spoiler=To Anna]\nAnna, number {}.\n[/spoiler]"
    others = {"Bert": ("Derro", {"Messages": "\n".join(letter.format(number) for number in (1, 2, 3))})}
    week = week_of(kobold_state({}), {}, others=others)
    text = brief(week, "Anna")
    assert "number 1" in text and "number 2" in text and "number 3" not in text
    assert "2 messages a week to one player are allowed" in brief(week, "Bert")


# -- text of players --------------------------------------------------------------------------------------------


def test_what_a_player_typed_opens_and_closes_nothing() -> None:
    nasty = "[/spoiler][b]Mine[/b][spoiler=Wealth]{{ 7 * 7 }}[/code]"
    tabs = {"Messages": f"[spoiler=To Anna]\nAnna, {nasty}\n[/spoiler]", "Trade": f"To {nasty}: -5 Gold"}
    tabs["Orders"] = f"Do {nasty} at once."
    week = week_of(kobold_state({}), {}, others={"Bert": ("Derro", tabs)})
    plain = week_of(kobold_state({}), {}, others={"Bert": ("Derro", {})})
    for reader in ("Anna", "Bert", None):
        text = brief(week, reader)
        assert "49" not in text and "[b]Mine" not in text
        assert text.count("[spoiler=") == text.count("[/spoiler]")
        assert text.count("[code]") == brief(plain, reader).count("[code]")


def test_the_rulings_on_others_stay_with_the_game_master() -> None:
    answer = "yes; Bert: +7 Gold; fact: Bert hides a drake; so be it"
    tabs = {"Trade": "To Queen Ulla: -5 Gold, +5 Food"}
    week = week_of(kobold_state({"Gold": 9}), tabs, answer=answer, others={"Bert": ("Derro", {})})
    anna = brief(week, "Anna")
    assert "Ruling: yes; so be it" in anna and "drake" not in anna and "Bert" not in anna
    assert "drake" in brief(week, None) and "Ruling: +7 Gold." in brief(week, "Bert")


# -- templates of a campaign ------------------------------------------------------------------------------------


def own_template(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "underdeep" / "week.bbcode.j2"
    path.parent.mkdir(parents=True)
    path.write_text(text, encoding="utf-8")
    return tmp_path


def test_a_campaigns_own_template_goes_first(tmp_path: Path) -> None:
    folder = own_template(tmp_path, "Hear, {{ brief.player }}, of week {{ week }}!")
    assert brief(week_of(kobold_state({})), "Anna", templates=folder) == "Hear, Anna, of week 5!"


def test_other_templates_of_the_folder_do_not_matter(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("hello", encoding="utf-8")
    week = week_of(kobold_state({}))
    assert brief(week, "Anna", templates=tmp_path) == brief(week, "Anna")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("{% if %}", "line 1"),
        ("\n{{ nothing_such }}", "nothing_such"),
        ("{{ ().__class__.__mro__ }}", "unsafe"),
        ("{{ week / 0 }}", "zero"),
    ],
)
def test_a_template_that_cannot_be_filled_is_told(tmp_path: Path, text: str, told: str) -> None:
    folder = own_template(tmp_path, text)
    with pytest.raises(CampaignError, match=told) as caught:
        brief(week_of(kobold_state({})), "Anna", templates=folder)
    assert "week.bbcode.j2" in str(caught.value)


# -- the coming week --------------------------------------------------------------------------------------------


def coming_post(week: PlayedWeek, player: str) -> str:
    text = brief(week, player, coming=True)
    return text[text.index(f"[b]Week {week.request.week + 1}[/b]") :]


@pytest.mark.parametrize("number", CAMPAIGNS)
def test_the_coming_weeks_posts_are_right(number: int) -> None:
    """Sent as they are, they are judged without an error, and state the Wealth that comes out."""
    for week in PLAYED[number][1]:
        state, request = week.after, week.request
        posts = tuple(
            WeekPost(name, request.week + 1, decode_source(coming_post(week, name).encode()))
            for name in NAMES
            if name in state.players
        )
        following = play_week(WeekRequest(request.setup, request.week + 1, state, posts, request.posts, (), "a seed"))
        wrong = [event.data for event in following.events("found-wrong") if event.data["severity"] == "error"]
        assert wrong == [], request.week
        assert following.events("order-void") == []
