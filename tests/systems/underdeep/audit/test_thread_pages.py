"""A thread page saved from the forum is audited like the posts it holds."""

from itertools import pairwise

import pytest
from support.forums import FORUMS, Said, write_page
from support.series import OPENING, SAMPLES, audit_texts, change, right_sample, sample_audit, sample_texts

from orderbook.systems.system import RequestError

OTHERS = Said("Cellar Door", (SAMPLES.parent / "cellar-week-7.txt").read_text("utf-8"))


def page(name: str, texts: dict[str, str]) -> str:
    """The posts of the Tin Ladle among what others said, as that forum shows them."""
    posts = [Said("Game master", "Post your orders here.")]
    for text in texts.values():
        posts += [Said("Tin Ladle", text), Said("Tin Ladle", "Good luck, everybody!"), OTHERS]
    return write_page(name, posts)


@pytest.mark.parametrize("name", FORUMS)
def test_every_forum_gives_the_same_books(name: str) -> None:
    audit = audit_texts({"thread.html": page(name, sample_texts())}, player="Tin Ladle", opening=OPENING)
    ours, posts = audit.book, sample_audit().book
    assert [week.number for week in ours.weeks] == [4, 5, 6, 7, 8]
    assert [(week.computed, week.stated, week.correct) for week in ours.weeks] == [
        (week.computed, week.stated, week.correct) for week in posts.weeks
    ]
    assert [(slip.week, slip.check, slip.resource, slip.origin) for slip in ours.slips] == [
        (slip.week, slip.check, slip.resource, slip.origin) for slip in posts.slips
    ]
    assert ours.title == "Books of Tin Ladle"


def test_a_right_series_in_a_thread_has_nothing_to_tell() -> None:
    audit = audit_texts({"thread.html": page("SMF", right_sample())}, player="tin ladle", opening=OPENING)
    assert (audit.book.slips, audit.book.remarks) == ((), ())


@pytest.mark.parametrize("name", FORUMS)
def test_what_is_quoted_gives_no_orders(name: str) -> None:
    """The player quotes last week's orders above his own, the game master those he answers."""
    texts = list(right_sample().values())
    posts = [Said("Tin Ladle", texts[0])]
    for before, now in pairwise(texts):
        posts.append(Said("Game master", f"[quote=Tin Ladle]{before}[/quote]\nWell done."))
        posts.append(Said("Tin Ladle", f"[quote=Tin Ladle]{before}[/quote]\n{now}"))
    book = audit_texts({"thread.html": write_page(name, posts)}, opening=OPENING).book
    assert [week.number for week in book.weeks] == [4, 5, 6, 7, 8]
    assert (book.slips, book.remarks) == ((), ())


def test_orders_that_are_only_quoted_count_where_there_are_no_others() -> None:
    posts = [Said("Tin Ladle", f"[quote=Tin Ladle]{text}[/quote]") for text in right_sample().values()]
    assert len(audit_texts({"thread.html": write_page("SMF", posts)}).book.weeks) == 5


def test_whose_posts_are_meant_must_be_said() -> None:
    thread = {"thread.html": page("phpBB", sample_texts())}
    with pytest.raises(RequestError, match=r"say whose with --player: Tin Ladle \(5\), Cellar Door \(5\)"):
        audit_texts(thread)
    with pytest.raises(RequestError, match='no orders of "Brogg" are on the page'):
        audit_texts(thread, player="Brogg")


def test_of_a_single_player_nothing_must_be_said() -> None:
    thread = write_page("phpBB", [Said("Tin Ladle", text) for text in right_sample().values()])
    assert len(audit_texts({"thread.html": thread}).book.weeks) == 5


def test_a_page_without_orders_is_said_to_be_one() -> None:
    with pytest.raises(RequestError, match="no orders post was found on the page"):
        audit_texts({"thread.html": write_page("SMF", [Said("Game master", "Nothing yet.")])})


def test_a_page_given_twice_counts_once() -> None:
    thread = write_page("vBulletin 4", [Said("Tin Ladle", text) for text in right_sample().values()])
    audit = audit_texts({"page.html": thread, "saved again.html": thread}, opening=OPENING)
    assert (len(audit.book.weeks), audit.book.remarks) == (5, ())


def test_a_later_post_of_a_week_counts_and_an_edit_is_told() -> None:
    texts = right_sample()
    wrong = change(texts["week-5.txt"], "- 20 = 165", "- 20 = 175")
    posts = [Said("Tin Ladle", text) for text in (texts["week-4.txt"], wrong, texts["week-5.txt"])]
    posts.append(Said("Tin Ladle", texts["week-6.txt"], edited="3 March 2024, 08:15"))
    book = audit_texts({"thread.html": write_page("XenForo 2", posts)}).book
    assert book.slips == ()
    doubled, edited = [remark.text for remark in book.remarks]
    assert doubled.startswith("Week 5 was posted again: thread.html#2, then thread.html#3, which counts;")
    assert doubled.endswith("the stated Wealth differs (Gold 175 -> 165).")
    assert edited.startswith("The post of week 6 was edited after it was posted (Last edited: 3 March 2024, 08:15);")
