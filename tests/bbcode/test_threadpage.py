"""Thread pages saved from a forum: who posted what and when, spoilers and all, whatever made the page."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.forums import FORUMS, Said, write_page

from orderbook.bbcode.html_text import clean_title
from orderbook.bbcode.threadpage import is_thread_page, load_forums, read_thread

ORDERS = """[b]Week 4: The Ladle & the Law[/b]

Some words < others.

[spoiler=Messages]
[spoiler=To Overlord Mirnik]
Dear Mirnik
[/spoiler]
[/spoiler]
[spoiler=Production]
Ladle Warren (Lowerdeep 14)
3 Mushroom Patches: +60 Food
[/spoiler]
[spoiler=Upkeep]
[list]
[*]20 Kobold Slingers: -20 Gold
[*]10 Kobold Skulkers: -20 Gold
[/list]
[/spoiler]"""
POSTS = [
    Said("Tin Ladle", ORDERS, "2 March 2024, 19:30", "3 March 2024, 08:15"),
    Said("Mirnik & Co", "I shall <i>not</i> answer.", "2 March 2024, 20:00"),
    Said("Tin Ladle", "Week 5 follows tomorrow."),
]
PRINTED = ("SMF, print view", "phpBB, print view", "vBulletin 4, print view", "Discourse, print view")


def squeeze(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]


@pytest.mark.parametrize("name", FORUMS)
def test_every_forum_is_read(name: str) -> None:
    page = read_thread(write_page(name, POSTS))
    assert page.forum == name
    assert [post.author for post in page.posts] == ["Tin Ladle", "Mirnik & Co", "Tin Ladle"]
    assert page.authors == ("Tin Ladle", "Mirnik & Co")
    assert all("2 March 2024" in post.time for post in page.posts)
    edits = ["3 March 2024" in post.edited for post in page.posts]
    assert edits == ([False] * 3 if name in PRINTED else [True, False, False])


@pytest.mark.parametrize("name", FORUMS)
def test_the_text_of_a_post_is_what_was_posted(name: str) -> None:
    body = read_thread(write_page(name, POSTS)).posts[0].body
    assert squeeze(body) == squeeze(ORDERS)


@pytest.mark.parametrize("name", FORUMS)
def test_a_page_of_any_forum_is_told_from_a_post(name: str) -> None:
    assert is_thread_page(write_page(name, POSTS))
    assert is_thread_page("\n<!-- saved from url=(0036)https://forum.example/ -->\n" + write_page(name, POSTS))


@pytest.mark.parametrize(
    "text", [ORDERS, "", "<b>Week 4</b>", "[html]<html>[/html]", "a < b", "Week 4\n<!DOCTYPE html>"]
)
def test_a_post_is_no_page(text: str) -> None:
    assert not is_thread_page(text)


def test_each_forum_in_the_list_is_tried() -> None:
    known = {forum.name for forum in load_forums()}
    assert set(FORUMS) <= known
    assert known - set(FORUMS) == {"vBulletin 3, print view"}


def test_the_print_view_of_vbulletin_3() -> None:
    page = read_thread(
        '<html><body><table class="tborder"><tr><td class="page"><table><tr valign="bottom">'
        '<td style="font-size:14pt">Tin Ladle</td><td class="smallfont" align="right">2 March 2024</td></tr></table>'
        "<hr size=1><div>Week 4</div></td></tr></table></body></html>"
    )
    assert page.forum == "vBulletin 3, print view"
    (post,) = page.posts
    assert (post.author, post.time, post.body) == ("Tin Ladle", "2 March 2024", "Week 4\n")


def test_what_stands_under_every_post_of_its_author_is_left_out() -> None:
    page = write_page("XenForo 2", [Said("Tin Ladle", "Week 4")])
    inside = '<div class="message-signature"><details><summary>Wealth</summary>Gold: 5</details></div>'
    (post,) = read_thread(page.replace("Week 4", f"Week 4{inside}")).posts
    assert post.body == "Week 4\n"


def test_the_line_over_a_signature_ends_a_post_where_the_forum_puts_both_in_one_place() -> None:
    text = f"Week 4\n{'_' * 17}\nEver onward!"
    assert [post.body for post in read_thread(write_page("phpBB 2", [Said("Tin Ladle", text)])).posts] == ["Week 4\n"]
    assert "onward" in read_thread(write_page("SMF", [Said("Tin Ladle", text)])).posts[0].body


def test_quotes_of_discourse_tell_whom_they_quote_within() -> None:
    page = write_page("Discourse", [Said("Tin Ladle", "Week 4")])
    quote = '<aside class="quote"><div class="title">Mirnik:</div><blockquote>No.</blockquote></aside>'
    (post,) = read_thread(page.replace("Week 4", quote + "Week 4")).posts
    assert squeeze(post.body) == ["[quote]", "Mirnik:", "[quote]", "No.", "[/quote]", "[/quote]", "Week 4"]


def test_a_page_of_no_known_forum_is_one_post() -> None:
    page = read_thread(
        "<html><head><title>x</title></head><body><p>Week 4</p><details><summary>Wealth</summary>Gold: 5</details>"
    )
    assert (page.forum, page.authors) == ("", ("",))
    assert page.posts[0].body == "Week 4\n[spoiler=Wealth]\nGold: 5\n[/spoiler]\n"


@pytest.mark.parametrize(
    ("shown", "title"),
    [
        ("Spoiler: Production", "Production"),
        ("Spoiler for Production:", "Production"),
        ("Show Spoiler", ""),
        ("Click to show spoiler", ""),
        ("Spoiler (hover to show)", ""),
        ("Show/Hide", ""),
        ("Production [Show]", "Production"),
        ("To [the] Overlord", "To (the) Overlord"),
        ("Showing the Flag", "Showing the Flag"),
        ("Spoilers of War", "of War"),
    ],
)
def test_titles_lose_the_words_of_the_forum(shown: str, title: str) -> None:
    assert clean_title(shown) == title


def test_struck_words_quotes_and_tables_stay_what_they_are() -> None:
    body = (
        read_thread(
            "<html><body><s>old</s> <span style='text-decoration: line-through'>older</span>"
            "<blockquote>said<br>before</blockquote><table><tr><td>Mine<td>+150 Gold<tr><td>Pool<td>+10 Food</table>"
        )
        .posts[0]
        .body
    )
    assert squeeze(body) == [
        "[s]old[/s] [s]older[/s]", "[quote]", "said", "before", "[/quote]", "[table]",
        "[tr][td]Mine[/td][td]+150 Gold[/td][/tr]", "[tr][td]Pool[/td][td]+10 Food[/td][/tr]", "[/table]",
    ]  # fmt: skip


PIECES = st.sampled_from(
    [
        "<div class='post_wrapper'>", "<div class='inner' id='msg_1'>", "<article class='message' data-author='A'>",
        "<div class=bbWrapper>", "</div>", "<h4>", "</h4>", "<td>", "<tr>", "<table>", "</table>", "x", "<li>", "<ul>",
        "<blockquote>", "<details>", "<summary>", "<div class='spoiler'>", "<br>", "&#0;", "&amp", "<!--", "-->", "<p",
        "<![CDATA[", "<script>", "</script>", "\x00", "<a b='", "<?", "</>",
    ]
)  # fmt: skip


@settings(max_examples=150, deadline=None)
@given(st.lists(PIECES, max_size=40).map("".join))
def test_whatever_a_page_is_it_is_read(text: str) -> None:
    page = read_thread("<html>" + text)
    assert page.posts and page == read_thread("<html>" + text)


@pytest.mark.parametrize(
    "piece",
    ["<div>", "<div class='spoiler'>", "<table><tr><td>", "<b>", "</div>", "<ul><li>", "<blockquote>", "<details>"],
)
def test_deep_pages_do_no_harm(piece: str) -> None:
    assert read_thread("<html><body>" + piece * 3000 + "Week 4").posts[0].body.count("Week 4") == 1


@pytest.mark.parametrize("piece", ["<p", "<!--", "<![CDATA[", "<?", "<a b='", "&amp;", "</"])
def test_tags_that_are_never_closed_do_no_harm(piece: str) -> None:
    """So many of them that a parser which looks back for each would not come to an end in time."""
    page = read_thread("<html><body><p>Week 4</p>" + piece * 50_000)
    assert page.posts[0].body.startswith("Week 4\n")


def test_a_comment_is_not_shown_and_hides_no_post() -> None:
    page = read_thread(write_page("SMF", POSTS).replace("<body>", "<body><!-- <div class='post_wrapper'> -->"))
    assert len(page.posts) == 3


@pytest.mark.parametrize("name", FORUMS)
def test_a_tab_of_several_spoilers_is_no_deeper_than_it_was_posted(name: str) -> None:
    text = """[spoiler=Messages]
[spoiler=To Ladle]
Deal.
[/spoiler]

[spoiler=To Rattle]
No deal.
[/spoiler]
[/spoiler]
[spoiler=Orders]
None
[/spoiler]"""
    body = read_thread(write_page(name, [Said("Mirnik", text)])).posts[0].body
    assert squeeze(body) == squeeze(text)


def test_quotes_around_a_title_are_no_part_of_it() -> None:
    assert clean_title('Spoiler: "Messages"') == "Messages"
