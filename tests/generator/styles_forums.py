"""Styles that differ by the forum: its tags, its page, its way of copying."""

from __future__ import annotations

from random import Random

from .looks import FLAVOUR, Look, write_total, write_was
from .markup import character, chrome, escape_html, header, no_empty_rows, strike_some, tabs, upper_tags
from .order_text import are_to, arrows, colon_list, move_the, passive, semicolons, send, spend, spend_moving
from .phrases import EM, EN, MINUS, TWO_LETTERS, amounts, nouns, places, price, weeks

DATES = ("March 04, 2015, 08:12:33 PM", "Today at 09:41:07", "17 Nov 2013, 22:05")


def phpbb_quote(rng: Random) -> Look:
    """Quoted whole, titles in quotes."""
    return Look(
        "phpbb_quote",
        outer=([f'[quote="{rng.choice(["Grimbold", "tolltaker", "Mad Ned"])}"]'], ["[/quote]"]),
        tab=tabs('[spoiler="{t}"]'),
        header=header(rng.choice(["Orders for week {week}", "{faction}, orders for Week {week}"])),
        heading=lambda text: f"[b]{text}[/b]",
        listing=(["[list]"], ["[/list]"]),
        bullet="[*] ",
        dash=EN,
        character=character('[spoiler="{t}"]', "[/spoiler]"),
        command=move_the,
    )


def vbulletin(rng: Random) -> Look:
    """Everything in capitals between the brackets."""
    return Look(
        "vbulletin",
        header=header("[b]{faction} - Week {week}[/b]"),
        heading=lambda text: f'[b][color="Red"]{text}[/color][/b]',
        sub=lambda text: f"[u]{text}[/u]",
        bullet="-",
        noun=nouns("{n}x {name}"),
        weeks=weeks("1 week to go", "{n} weeks to go"),
        begun="{noun}: {amounts} ({weeks})",
        ongoing="{noun} ({weeks})",
        character=character("[b]{t}[/b]"),
        message_title="Letter to {who}",
        command=spend_moving,
        finish=(upper_tags,),
    )


def xenforo(rng: Random) -> Look:
    return Look(
        "xenforo",
        tab=tabs('[SPOILER="{t}"]', "[/SPOILER]", (["[B]{t}[/B]"], [])),
        header=header("[SIZE=6][B]Turn {week}: {faction}[/B][/SIZE]"),
        heading=lambda text: f"[B][U]{text}[/U][/B]",
        bullet="* ",
        income=amounts("+", lower=True),
        outlay=price(amounts("-", lower=True)),
        dash="-",
        character=character('[SPOILER="{t}"]', "[/SPOILER]"),
        flavour_in_spoiler=True,
        titles={FLAVOUR: "Flavour"},
        command=passive,
    )


def discourse(rng: Random) -> Look:
    """Details and a little Markdown."""
    return Look(
        "discourse",
        tab=tabs('[details="{t}"]', "[/details]", (["**{t}**", ""], [])),
        header=header("## Week {week}"),
        heading=lambda text: f"**{text}**",
        sub=lambda text: f"*{text}:*",
        bullet="* ",
        noun=nouns("{n} × {name}"),
        flavour_in_spoiler=True,
        character=character("**{t}**"),
        command=colon_list,
        finish=(strike_some("{bullet}~~{line}~~"),) if rng.random() < 0.5 else (),
    )


def hidden(rng: Random) -> Look:
    """Tabs of the sort that ask for a reply."""
    name = rng.choice(["hide", "spoil", "collapse", "HIDE"])
    return Look(
        "hidden",
        tab=tabs(f"[{name}={{t}}]", f"[/{name}]"),
        tight=rng.random() < 0.4,
        header=header("Week {week} orders"),
        heading=lambda text: f"[i]{text}[/i]",
        noun=nouns("{name} x {n}", plural=False, bare_one=True),
        income=amounts("", sep=", "),
        outlay=price(amounts("-", sep=", ")),
        place=places("{layer}{n}", TWO_LETTERS),
        character=character("[u]{t}[/u]"),
        command=semicolons,
    )


def pages(rng: Random) -> Look:
    """A bar of tabs."""
    return Look(
        "pages",
        outer=(["[tabs]"], ["[/tabs]"]),
        tab=tabs("[tab={t}]", "[/tab]"),
        heading=lambda text: f"[size=4]{text}[/size]",
        bullet="- ",
        character=character("[b]{t}[/b]"),
        message_title="To {who}",
        command=are_to,
    )


def untitled(rng: Random) -> Look:
    """The title stands in bold print above a tag that has none."""
    colon = rng.choice(["", ":"])
    return Look(
        "untitled",
        tab=tabs(f"[b]{{t}}{colon}[/b]|[spoiler]", "[/spoiler]", (["[ic]"], ["[/ic]"])),
        header=header("Week {week}, {faction}"),
        heading=lambda text: f"[u]{text}[/u]",
        dash="-",
        character=character("[i]{t}[/i]"),
        command=spend,
    )


def titled_inside(rng: Random) -> Look:
    """The title is the first line inside."""
    return Look(
        "titled_inside",
        tab=tabs("[spoiler]|[b]{t}[/b]", "[/spoiler]", (["[ic]"], ["[/ic]"])),
        header=header("Turn {week}"),
        bullet="- ",
        character=character("[u]{t}[/u]"),
        command=send,
    )


def apostrophes(rng: Random) -> Look:
    opening, closing = rng.choice([("'", "'"), ("“", "”"), ("‘", "’")])
    return Look(
        "apostrophes",
        tab=tabs(f"[spoiler={opening}{{t}}{closing}]", "[/spoiler]", ([f"[ic={opening}{{t}}{closing}]"], ["[/ic]"])),
        heading=lambda text: f"[b]{text}:[/b]",
        weeks=weeks("ready in 1 week", "ready in {n} weeks", "ready"),
        character=character(f"[ic={opening}{{t}}{closing}]", "[/ic]"),
        command=arrows,
    )


def boxes(rng: Random) -> Look:
    """Every tab is an in-character block."""
    return Look(
        "boxes",
        tab=tabs("[ic={t}]", "[/ic]"),
        outer=(["[spoiler=Orders]"], ["[/spoiler]"]) if rng.random() < 0.5 else ([], []),
        header=header("[b]{faction}: Week {week}[/b]"),
        heading=lambda text: f"[b]{text}[/b]",
        bullet="• ",
        character=character("[spoiler={t}]", "[/spoiler]"),
        command=move_the,
    )


def copied_page(rng: Random) -> Look:
    """Copied from the page as it is shown: no tags are left, and the page's own words came along."""
    form = rng.choice(
        ["Spoiler: {t}", "Spoiler: {t}", "Spoiler for {t}:|Show", "{t}|Show Hide", "Spoiler: {t} (click to show/hide)"]
    )
    return Look(
        "copied_page",
        has_tags=False,
        tab=tabs(form, "", (["{t}"], [])),
        header=header("{faction}, Week {week}"),
        dash=EN,
        character=character("Spoiler: {t}" if form == "Spoiler: {t}" else "{t}", ""),
        command=spend,
        bullet=rng.choice(["", "• ", "    "]),
        flavour_in_spoiler=True,
        titles={FLAVOUR: "Flavour Text"},
        finish=(
            chrome(
                [
                    f"Re: {rng.choice(['Orders', 'Underdeep orders thread', 'Game thread'])}",
                    f"« Reply #{rng.randint(2, 90)} on: {rng.choice(DATES)} »",
                    "Quote",
                    "",
                ],
                ["", "Logged", f"Posts: {rng.randint(20, 999)}", f"« Last Edit: {rng.choice(DATES)} by Mad Ned »"],
            ),
        ),
    )


def underlined(rng: Random) -> Look:
    """No tags at all: headings between lines of signs."""
    return Look(
        "underlined",
        has_tags=False,
        tab=tabs("=== {t} ===", "", (["=== {t} ==="], [])),
        header=header("{faction} - Week {week}"),
        heading=lambda text: f"{text}:",
        bullet="- ",
        dash="-",
        character=character("{t}", ""),
        message_title="Message to {who}",
        flavour_in_spoiler=True,
        titles={FLAVOUR: "Flavour Text"},
        command=colon_list,
    )


def page_source(rng: Random) -> Look:
    """What a page's source or an export has: entities for quotes, dashes and ampersands."""
    return Look(
        "page_source",
        tab=tabs('[spoiler="{t}"]'),
        titles={"Dungeons and Outposts": "Dungeons & Outposts"},
        header=header("[b]{faction}, Week {week}[/b]"),
        heading=lambda text: f"[b]{text}[/b]",
        minus=MINUS,
        outlay=price(amounts(MINUS)),
        dash=EN,
        character=character('[ic="{t}"]', "[/ic]"),
        command=spend,
        total=rng.choice([write_total, write_was]),
        finish=(escape_html,),
    )


def crowded_page(rng: Random) -> Look:
    """Not one empty line."""
    return Look(
        "crowded_page",
        gaps=False,
        heading=lambda text: f"[b]{text}[/b]",
        character=character("[b]{t}[/b]"),
        dash=EM,
        command=are_to,
        finish=(no_empty_rows,),
    )


FORUMS = (
    phpbb_quote, vbulletin, xenforo, discourse, hidden, pages, untitled, titled_inside, apostrophes, boxes,
    copied_page, underlined, page_source, crowded_page,
)  # fmt: skip
