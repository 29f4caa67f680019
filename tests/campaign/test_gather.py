"""Whose post counts for which week: the latest, by whomever posted it, under whichever of their names."""

from collections.abc import Callable
from pathlib import Path

import pytest
from support.forums import FORUMS, Said, write_page
from support.toy_campaign import SYSTEM, try_post

from orderbook.campaign.campaign import Campaign
from orderbook.campaign.faults import CampaignError
from orderbook.campaign.game import Player
from orderbook.campaign.ingest import Ingested, ingest
from orderbook.campaign.week import resolve_week
from orderbook.text.source import UnreadableInput


@pytest.fixture
def address() -> str | None:
    """What is gathered does not depend on the store; what of it is kept does, and is tested with the steps."""
    return None


PRINTED = [name for name in FORUMS if "print" in name]


def orders(text: str, week: int | None = 3, faction: str = "Reds") -> str:
    head = f"Week {week}. " if week is not None else ""
    tabs = "\n".join(f"[spoiler={tab}]\n{text}\n[/spoiler]" for tab in "ABC")
    return f"{head}We are {faction}\n\n{tabs}"


@pytest.fixture
def gather(campaign: Campaign) -> Callable[..., Ingested]:
    def call(*posts: Said, forum: str = "SMF", player: str | None = None, week: int | None = None) -> Ingested:
        page = write_page(forum, posts).encode()
        whose = campaign.player(player) if player is not None else None
        return ingest(campaign, [(page, "thread.html")], try_post, week=week, player=whose)

    return call


Gather = Callable[..., Ingested]


def told(done: Ingested) -> list[tuple[str, int, int, str]]:
    return [(taken.post.player, taken.post.week, taken.post.number, str(taken.change)) for taken in done.taken]


def reasons(done: Ingested) -> dict[int, str]:
    return {left.posting.number: left.why for gathering in done.gatherings for left in gathering.left}


THREAD = (
    Said("Game master", "Week 3 begins. Post your orders!"),
    Said("ann_the_red", orders("gain 1"), "2 March 2024, 19:30"),
    Said("Bob", orders("gain 2", faction="Blues"), "2 March 2024, 20:30", "3 March 2024, 10:00"),
    Said("ANN", orders("gain 3"), "3 March 2024, 19:30"),
    Said("Bob", "[quote]\n" + orders("gain 3") + "\n[/quote]\nNo way!", "3 March 2024, 20:00"),
    Said("Eve", orders("gain 9"), "3 March 2024, 21:00"),
)


@pytest.mark.parametrize("forum", FORUMS)
def test_each_forum_gives_each_players_latest_post(forum: str, gather: Gather, campaign: Campaign) -> None:
    done = gather(*THREAD, forum=forum)
    assert told(done) == [("Ann", 3, 4, "new"), ("Bob", 3, 3, "new")]
    why = reasons(done)
    assert why[1] == "no tab of an orders post is in it"
    assert why[2] == "Ann posted again for week 3"
    assert why[5] == "it only quotes somebody's orders"
    assert why[6].startswith("nobody plays as Eve")
    post = campaign.record.posts[3, "Bob"]
    assert (post.author, "20:30" in post.posted, post.says_week) == ("Bob", True, True)
    assert bool(post.edited) == (forum not in PRINTED)
    assert campaign.text_of(campaign.record.posts[3, "Ann"]).text.count("gain 3") == 3


@pytest.mark.parametrize("forum", FORUMS)
def test_the_same_page_again_changes_nothing(forum: str, gather: Gather, campaign: Campaign) -> None:
    gather(*THREAD, forum=forum)
    head = campaign.head
    done = gather(*THREAD, forum=forum)
    assert done.step is None and campaign.head == head
    assert {change for *_, change in told(done)} == {"unchanged"}


@pytest.mark.parametrize("forum", FORUMS)
def test_an_edited_post_takes_the_place_of_what_it_was(forum: str, gather: Gather, campaign: Campaign) -> None:
    gather(Said("Ann", orders("gain 1")), forum=forum)
    before = campaign.record.posts[3, "Ann"]
    done = gather(Said("Ann", orders("gain 2"), edited="4 March 2024, 09:00"), forum=forum)
    assert told(done) == [("Ann", 3, 1, "edited")]
    assert done.taken[0].before == before
    assert "gain 2" in campaign.text_of(campaign.record.posts[3, "Ann"]).text
    assert "gain 1" in campaign.text_of(before).text  # what it was is kept


def test_a_quote_beside_own_orders_is_cut_out(gather: Gather, campaign: Campaign) -> None:
    own = orders("gain 1")
    done = gather(Said("Ann", "[quote]\n" + orders("gain 99", 2, "Blues") + "\n[/quote]\n" + own))
    assert told(done) == [("Ann", 3, 1, "new")]
    text = campaign.text_of(campaign.record.posts[3, "Ann"]).text
    assert "gain 99" not in text and text.count("gain 1") == 3


def test_a_quote_within_a_tab_is_the_players_own(gather: Gather, campaign: Campaign) -> None:
    quote = "[quote]\nDear Ann,\n[spoiler=Secret]\nrun!\n[/spoiler]\n[/quote]"
    gather(Said("Ann", orders(quote)))
    assert campaign.text_of(campaign.record.posts[3, "Ann"]).text.count("run!") == 3


def test_an_edit_that_moves_a_post_to_another_week_withdraws_it_from_the_first(
    gather: Gather, campaign: Campaign
) -> None:
    gather(Said("Ann", orders("gain 1", 2)))
    done = gather(Said("Ann", orders("gain 1", 3)))
    assert told(done) == [("Ann", 3, 1, "new")]
    assert [post.week for each in done.gatherings for post in each.withdrawn] == [2]
    assert list(campaign.record.posts) == [(3, "Ann")]


def test_a_page_from_before_does_not_undo_a_later_one(gather: Gather, campaign: Campaign) -> None:
    """By the forum's numbers, else by the time, else by what was taken before."""
    first, second = Said("Ann", orders("gain 1"), "2 March 2024"), Said("Ann", orders("gain 2"), "3 March 2024")
    for forum in ("SMF", "SMF, print view"):
        gather(first, second, forum=forum)
        done = gather(first, forum=forum)
        assert done.step is None and "later post" in reasons(done)[1]
    assert "gain 2" in campaign.text_of(campaign.record.posts[3, "Ann"]).text


def test_texts_by_themselves_replace_each_other_and_do_not_come_back(
    campaign: Campaign, take: Callable[..., Ingested]
) -> None:
    assert told(take(3, Ann="gain 1")) == [("Ann", 3, 1, "new")]
    assert told(take(3, Ann="gain 2")) == [("Ann", 3, 1, "replaced")]
    done = take(3, Ann="gain 1")
    assert done.step is None and "another has taken its place" in reasons(done)[1]
    campaign.undo()
    assert told(take(3, Ann="gain 1")) == [("Ann", 3, 1, "unchanged")]


def test_the_week_wanted_and_the_player_wanted(gather: Gather) -> None:
    thread = (Said("Ann", orders("gain 1", 2)), Said("Ann", orders("gain 2", 3)), Said("Bob", orders("gain 3", 3)))
    done = gather(*thread, week=3, player="ann")
    assert told(done) == [("Ann", 3, 2, "new")]
    assert reasons(done) == {1: "it is of week 2", 3: "only posts of Ann are wanted"}


def test_all_weeks_of_a_thread_are_taken_at_once(gather: Gather, campaign: Campaign) -> None:
    done = gather(*(Said("Ann", orders(f"gain {week}", week)) for week in (1, 2, 4)))
    assert [week for _, week, *_ in told(done)] == [1, 2, 4]
    assert campaign.record.week == 4
    assert campaign.steps[-1].told == "Ann, weeks 1, 2, 4 (new) from thread.html"


def test_posts_that_name_no_week_stand_among_those_that_do(gather: Gather, campaign: Campaign) -> None:
    thread = (
        Said("Bob", orders("gain 1", None)), Said("Ann", orders("gain 1", 4)), Said("Ann", orders("gain 2", 5)),
        Said("Bob", orders("gain 2", None)),
    )  # fmt: skip
    done = gather(*thread)
    assert told(done)[2:] == [("Bob", 4, 1, "new"), ("Bob", 5, 4, "new")]
    assert done.taken[2].notes[-1] == "it names no week; taken for week 4"
    assert gather(*thread).step is None
    assert gather(thread[0]).step is None  # by itself, too: it is known


def test_a_post_that_names_no_week_counts_for_the_week_under_way(gather: Gather, campaign: Campaign) -> None:
    thread = [Said("Ann", orders("gain 1", 1)), Said("Bob", orders("gain 1", None, "Blues"))]
    gather(*thread)
    resolve_week(campaign, SYSTEM, 1)
    assert list(reasons(gather(*thread)).values()) == ["week 1 is resolved", "week 1 is resolved"]
    thread.append(Said("Bob", orders("gain 2", None, "Blues"), "9 March 2024"))
    assert told(gather(*thread)) == [("Bob", 2, 3, "new")]


def test_what_comes_too_late_is_left(gather: Gather, campaign: Campaign) -> None:
    gather(Said("Ann", orders("gain 1", 1)))
    resolve_week(campaign, SYSTEM, 1)
    done = gather(Said("Ann", orders("gain 2", 1)), Said("Bob", orders("gain 2", 1)))
    assert done.step is None and all("too late" in why for why in reasons(done).values())
    campaign.undo()
    assert told(gather(Said("Ann", orders("gain 2", 1)))) == [("Ann", 1, 1, "edited")]


def test_an_author_nobody_knows_is_told_with_a_likely_player(gather: Gather, campaign: Campaign) -> None:
    campaign.set_player(Player("Throm Steelbeard", "Dwarves"))
    done = gather(Said("Throm_Stelbeard", orders("gain 1")), Said("Bob", orders("gain 1")))
    assert 'is it Throm Steelbeard? \'campaign player DIR "Throm Steelbeard" --alias' in reasons(done)[1]


def test_the_only_poster_of_a_page_can_be_told_by_hand(gather: Gather) -> None:
    done = gather(Said("Somebody else", orders("gain 1")), player="Ann")
    assert told(done) == [("Ann", 3, 1, "new")] and "whom nobody knew" in done.taken[0].notes[0]
    done = gather(Said("X", orders("gain 1")), Said("Y", orders("gain 1")), player="Bob")
    assert told(done) == [] and set(reasons(done)) == {1, 2}


def test_a_text_is_that_of_whoever_plays_its_faction(campaign: Campaign) -> None:
    (done,) = ingest(campaign, [(orders("gain 1", faction="blues").encode(), "a.txt")], try_post).taken
    assert done.post.player == "Bob" and "who alone plays Blues" in done.notes[0]
    left = ingest(campaign, [(orders("gain 1", faction="Yellows").encode(), "a.txt")], try_post)
    assert reasons(left) == {1: "nothing tells whose it is; say so with --player"}


def test_the_game_master_overrules_a_text(campaign: Campaign) -> None:
    post = orders("gain 1", 2, "Blues").encode()
    (done,) = ingest(campaign, [(post, "a.txt")], try_post, week=3, player=campaign.player("Ann")).taken
    assert (done.post.player, done.post.week, done.post.says_week) == ("Ann", 3, False)
    assert [note.split(";")[0] for note in done.notes] == [
        "it reads like a post of Blues, but Ann plays Reds", "it calls itself week 2",
    ]  # fmt: skip


def test_a_page_of_no_known_forum_is_one_text(campaign: Campaign) -> None:
    page = f"<html><body>{orders('gain 1').replace('[', '&#91;').replace(chr(10), '<br>')}</body></html>"
    (done,) = ingest(campaign, [(page.encode(), "a.html")], try_post, player=campaign.player("Ann")).taken
    assert (done.post.player, done.post.week) == ("Ann", 3)
    assert campaign.text_of(done.post).text.count("gain 1") == 3


def test_one_bad_file_takes_nothing_from_any(campaign: Campaign) -> None:
    good = (orders("gain 1").encode(), "a.txt")
    for bad, error in ((b"\x00\x01" * 99, UnreadableInput), (b"x" * 64_000_001, CampaignError)):
        with pytest.raises(error):
            ingest(campaign, [good, (bad, "b.bin")], try_post)
    assert not campaign.record.posts


def test_several_files_are_one_step(campaign: Campaign) -> None:
    files = [(orders("gain 1").encode(), "a.txt"), (orders("gain 2", faction="Blues").encode(), "b.txt")]
    done = ingest(campaign, files, try_post)
    assert [post for _, post in campaign.record.posts] == ["Ann", "Bob"] and done.step is not None
    campaign.undo()
    assert not campaign.record.posts


def test_a_post_is_not_mistaken_for_its_author(tmp_path: Path, gather: Gather) -> None:
    """Names are compared whole: somebody called like the beginning of a player is somebody else."""
    done = gather(Said("An", orders("gain 1")), Said("Anna", orders("gain 1")))
    assert told(done) == []
