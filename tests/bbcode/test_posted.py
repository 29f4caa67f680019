"""When a post was made, as forums write it."""

import pytest

from orderbook.bbcode.posted import parse_post_number, parse_posted


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("2024-03-02T19:30:05+01:00", (2024, 3, 2, 18, 30, 5)),
        ("2024-03-02T19:30:05+0100", (2024, 3, 2, 18, 30, 5)),
        ("2024-03-02T19:30:00Z", (2024, 3, 2, 19, 30, 0)),
        ("1709407800000", (2024, 3, 2, 19, 30, 0)),
        ("March 02, 2024, 07:30:05 PM", (2024, 3, 2, 19, 30, 5)),
        ("\u00ab Reply #3 on: March 02, 2024, 07:30:05 pm \u00bb", (2024, 3, 2, 19, 30, 5)),
        ("by Brogg \u00bb Sat Mar 02, 2024 7:30 pm", (2024, 3, 2, 19, 30, 0)),
        ("Posted: Sat Mar 2, 2024 12:05 am", (2024, 3, 2, 0, 5, 0)),
        ("Mar 2, 2024 at 7:30 PM", (2024, 3, 2, 19, 30, 0)),
        ("2 March 2024, 19:30", (2024, 3, 2, 19, 30, 0)),
        ("2nd March 2024 19:30", (2024, 3, 2, 19, 30, 0)),
        ("02-Mar-2024 19:30", (2024, 3, 2, 19, 30, 0)),
        ("2024-03-02, 19:30", (2024, 3, 2, 19, 30, 0)),
        ("2.3.2024 19:30", (2024, 3, 2, 19, 30, 0)),
        ("2 Sept 2024", (2024, 9, 2, 0, 0, 0)),
        ("Today at 19:30", None),
        ("03-02-2024, 07:30 PM", None),
        ("31 February 2024", None),
        ("2024-13-02T19:30", None),
        ("", None),
    ],
)
def test_a_moment_is_read_or_not_guessed(text: str, moment: tuple[int, ...] | None) -> None:
    assert parse_posted(text) == moment


@pytest.mark.parametrize(
    ("name", "parts"),
    [("msg_123", ("msg_", 123)), ("p9", ("p", 9)), ("js-post-12", ("js-post-", 12)), ("41", ("", 41)), ("top", None)],
)
def test_a_forums_name_of_a_post_holds_a_number(name: str, parts: tuple[str, int] | None) -> None:
    assert parse_post_number(name) == parts
