"""A further post of a player whose week is ruled on in part counts only by the game master's word."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from support.forums import Said, write_page
from support.toy_campaign import SYSTEM, try_post

from orderbook.campaign.campaign import Campaign, open_campaign
from orderbook.campaign.exchange import export_store, import_store
from orderbook.campaign.faults import CampaignError
from orderbook.campaign.game import Question
from orderbook.campaign.ingest import Ingested, ingest
from orderbook.campaign.rulings import give_ruling, withdraw_ruling
from orderbook.campaign.verify import verify
from orderbook.campaign.week import resolve_week

Post = Callable[..., Ingested]


def ask(week: int, player: str, mark: str) -> Question:
    return Question(f"again.{player}.{week}.{mark}", week, f"{player} posted again", ("TOY-3",), choices=("yes", "no"))


TOYS = replace(SYSTEM, ask_further=ask)


@pytest.fixture
def post(campaign: Campaign) -> Post:
    """Takes a post of Ann of week 1."""

    def call(text: str, week: int = 1) -> Ingested:
        data = f"Week {week}\nWe are Reds\n[spoiler=A]\n{text}\n[/spoiler]\n".encode()
        return ingest(campaign, [(data, "Ann.txt")], try_post, ask_further=ask)

    return call


@pytest.fixture
def begun(campaign: Campaign, post: Post) -> Campaign:
    """A campaign whose first week has two questions, of which one is answered."""
    post("ask what of it?\nask and then?\ngain 1")
    assert len(resolve_week(campaign, TOYS, 1).questions) == 2
    give_ruling(campaign, TOYS, "1.1", "5")
    return campaign


def changes(done: Ingested) -> list[str]:
    return [str(taken.change) for taken in done.taken]


def name_of(campaign: Campaign) -> str:
    (further,) = campaign.record.open_further(1)
    return further.question.id


def counting(campaign: Campaign) -> str:
    return campaign.text_of(campaign.record.posts[1, "Ann"]).text


def test_before_anything_is_ruled_the_latest_post_counts(campaign: Campaign, post: Post) -> None:
    post("ask what of it?")
    resolve_week(campaign, TOYS, 1)  # it only stopped at the question: nothing is carried out yet
    assert changes(post("gain 3")) == ["replaced"]
    assert not campaign.record.open_further(1)
    assert not resolve_week(campaign, TOYS, 1).questions


def test_a_further_post_waits_and_so_does_the_week(begun: Campaign, post: Post) -> None:
    done = post("ask what of it?\ngain 100")
    assert changes(done) == ["further"] and done.step is not None and "(further)" in done.step.told
    assert "gain 1\n" in counting(begun)
    assert [question.id for question in begun.record.open_questions(1)] == [name_of(begun), "1.2"]
    head = begun.head
    outcome = resolve_week(begun, TOYS, 1)
    assert outcome.step is None and [question.id for question in outcome.questions] == [name_of(begun)]
    assert begun.head == head
    assert changes(post("ask what of it?\ngain 100")) == ["unchanged"]


def test_yes_lets_it_take_the_place_of_the_first(begun: Campaign, post: Post) -> None:
    post("ask what of it?\ngain 100")
    give_ruling(begun, TOYS, name_of(begun), "YES")
    assert "gain 100" in counting(begun)
    assert not resolve_week(begun, TOYS, 1).questions  # what was ruled still holds
    assert begun.state(1, TOYS)["Ann"] == 10 + 5 + 100
    assert not verify(begun, TOYS).problems
    assert not begun.record.further


def test_no_leaves_the_first(begun: Campaign, post: Post) -> None:
    post("ask what of it?\ngain 100")
    name = name_of(begun)
    give_ruling(begun, TOYS, name, "no")
    done = post("ask what of it?\ngain 100")
    assert done.step is None and f"({name})" in done.gatherings[0].left[0].why
    give_ruling(begun, TOYS, "1.2", "none")
    assert not resolve_week(begun, TOYS, 1).questions
    assert begun.state(1, TOYS)["Ann"] == 10 + 5 + 1


def test_nothing_but_yes_or_no_answers_it(begun: Campaign, post: Post) -> None:
    post("gain 100")
    with pytest.raises(CampaignError, match="say yes or no"):
        give_ruling(begun, TOYS, name_of(begun), "perhaps")


def test_a_ruling_on_it_can_change_be_withdrawn_and_be_undone(begun: Campaign, post: Post) -> None:
    post("gain 100")
    name = name_of(begun)
    give_ruling(begun, TOYS, name, "yes")
    give_ruling(begun, TOYS, name, "no")
    assert "gain 1\n" in counting(begun)
    give_ruling(begun, TOYS, name, "yes")
    withdraw_ruling(begun, name)
    assert "gain 1\n" in counting(begun) and name_of(begun) == name
    begun.undo()
    assert "gain 100" in counting(begun)


@pytest.mark.parametrize(("second", "third", "left"), [("no", "no", 1), ("yes", "no", 2), ("no", "yes", 3)])
def test_a_third_post_is_asked_about_by_itself(begun: Campaign, post: Post, second: str, third: str, left: int) -> None:
    for text, answer in (("gain 2", second), ("gain 3", third)):
        post(text)
        give_ruling(begun, TOYS, name_of(begun), answer)
    assert f"gain {left}\n" in counting(begun)


def test_a_third_post_makes_an_open_second_one_out_of_date(begun: Campaign, post: Post) -> None:
    post("gain 2")
    second = name_of(begun)
    post("gain 3")
    assert name_of(begun) != second
    give_ruling(begun, TOYS, name_of(begun), "yes")
    assert "gain 3" in counting(begun)
    assert post("gain 2").step is None


def test_a_thread_with_both_posts_offers_the_second_once(begun: Campaign) -> None:
    """The page holds the first post, an edit of the second, talk; it is given again and again."""
    tabs = "\n".join(f"[spoiler={tab}]\ngain 7\n[/spoiler]" for tab in "ABC")
    first = Said("Ann", f"Week 1. We are Reds\n{tabs}", "2 March 2024, 19:30")
    second = Said("Ann", f"Week 1. We are Reds\n{tabs.replace('7', '8')}", "3 March 2024, 19:30")
    edited = replace(second, text=second.text.replace("8", "9"), edited="4 March 2024, 10:00")
    for page, change in (((first, second), "further"), ((first, second), "unchanged"), ((first, edited), "further")):
        done = ingest(begun, [(write_page("SMF", page).encode(), "t.html")], try_post, ask_further=ask)
        assert changes(done) == [change]
    assert len(begun.record.open_questions(1)) == 2
    give_ruling(begun, TOYS, name_of(begun), "yes")
    assert counting(begun).count("gain 9") == 3
    moved = replace(edited, text=edited.text.replace("Week 1", "Week 2"))
    ingest(begun, [(write_page("SMF", (first, moved)).encode(), "t.html")], try_post, ask_further=ask)
    assert (2, "Ann") in begun.record.posts and not begun.record.open_further(1)
    assert "gain 1\n" in counting(begun)  # the first post is the only one of its week again


def test_a_further_post_that_says_another_week_after_an_edit_is_of_that_week(begun: Campaign) -> None:
    tabs = "\n".join(f"[spoiler={tab}]\ngain 8\n[/spoiler]" for tab in "ABC")
    said = Said("Ann", f"Week 1. We are Reds\n{tabs}", "3 March 2024, 19:30")
    for one in (said, replace(said, text=said.text.replace("Week 1", "Week 2"))):
        ingest(begun, [(write_page("SMF", (one,)).encode(), "t.html")], try_post, ask_further=ask)
    assert not begun.record.open_further(1) and "gain 1\n" in counting(begun)
    assert (2, "Ann") in begun.record.posts


def test_export_and_import_keep_a_post_that_waits(begun: Campaign, post: Post, tmp_path: Path) -> None:
    post("gain 100")
    export_store(begun.store, tmp_path / "out")
    assert any("posts" in path.parts for path in (tmp_path / "out").rglob("*.txt"))
    import_store(tmp_path / "out", tmp_path / "in")
    with open_campaign(tmp_path / "in") as copy:
        assert copy.record == begun.record
        give_ruling(copy, TOYS, name_of(copy), "yes")
        assert "gain 100" in counting(copy)


def test_without_a_system_that_asks_the_last_post_counts(begun: Campaign, campaign: Campaign) -> None:
    data = b"Week 1\nWe are Reds\n[spoiler=A]\ngain 9\n[/spoiler]\n"
    assert changes(ingest(campaign, [(data, "Ann.txt")], try_post)) == ["replaced"]


def test_who_plays_no_more_leaves_no_post_behind(begun: Campaign, post: Post) -> None:
    from orderbook.campaign.changes import remove_player

    post("gain 100")
    remove_player(begun, begun.player("Ann"))
    assert not begun.record.open_further(1)


def test_a_player_who_is_renamed_keeps_the_post_that_waits(begun: Campaign, post: Post) -> None:
    from orderbook.campaign.changes import rename_player

    post("gain 100")
    rename_player(begun, begun.player("Ann"), "Anna")
    give_ruling(begun, TOYS, name_of(begun), "yes")
    assert "gain 100" in begun.text_of(begun.record.posts[1, "Anna"]).text
