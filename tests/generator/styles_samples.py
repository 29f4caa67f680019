"""Eight ways of writing that players of the sample posts have, each with some freedom."""

from __future__ import annotations

from random import Random

from . import lore
from .looks import STATE_WORDS, Look, write_force, write_sum, write_total
from .markup import character, curly_quotes, hard_spaces, header, loose_gaps, tabs, trailing_spaces
from .order_text import are_to, colon_list, place_first, spend
from .phrases import EM, EN, MINUS, TWO_LETTERS, amounts, nouns, places, price, weeks
from .sheet import Force, Sheet


def rulebook(rng: Random) -> Look:
    return Look(
        "rulebook", tight=True, gaps=False, character=character("[ic={t}]", "[/ic]", titled=False),
        dash=rng.choice([EN, "-"]), command=spend, command_gap=True,
    )  # fmt: skip


def boldheads(rng: Random) -> Look:
    mark = rng.choice("iu")
    return Look(
        "boldheads",
        header=header("[size=14pt][b]{faction}, Week {week}[/b][/size]"),
        titles={"Dungeons and Outposts": "Dungeons & Outposts"},
        heading=lambda text: f"[b]{text}[/b]",
        sub=lambda text: f"[{mark}]{text}:[/{mark}]",
        bullet="- ",
        weeks=weeks("1 week left", "{n} weeks left"),
        noun=nouns(bare_one=rng.random() < 0.3),
        character=character("[b]{t}[/b]"),
        command=rng.choice([colon_list, spend]),
        command_gap=rng.random() < 0.4,
    )


def slash(rng: Random) -> Look:
    colon = rng.choice([": ", " - "])
    return Look(
        "slash",
        heading=lambda text: f"[u]{text}[/u]",
        nothing="N/A",
        colon=colon,
        noun=nouns("{name} ({n})", plural=False, bare_one=True),
        income=amounts("", sep=" / "),
        outlay=price(amounts("", sep=" / ")),
        traded=amounts("+", sep=" / "),
        weeks=weeks("(1 week)", "({n} weeks)", "(complete)"),
        ledger="{noun}" + colon + "{amounts}",
        begun="{noun}" + colon + "{amounts} {weeks}",
        ongoing="{noun} {weeks}",
        raised="Recruit {noun}" + colon + "{amounts}",
        sent="Sent to {who}: -{amounts}",
        forces="headed",
        character=character("[u]{t}[/u]:"),
        stat="{label}" + colon + "{figure}",
        message_title="To {who}",
        command=colon_list,
    )


def sums(rng: Random) -> Look:
    left = rng.choice(["left", "remaining"])
    return Look(
        "sums",
        header=header("Week {week}"),
        heading=(lambda text: f"[b][u]{text}:[/u][/b]") if rng.random() < 0.3 else (lambda text: f"{text}:"),
        noun=rng.choice([nouns(), nouns("{name} x{n}")]),
        weeks=weeks(f"1 week {left}", f"{{n}} weeks {left}"),
        total=write_sum,
        totals=rng.choice(["Total {tab}: {amounts}", "Total: {amounts}"]),
        dash="-",
        character=character("[ic={t}]", "[/ic]", titled=False),
        command=rng.choice([place_first, spend]),
    )


def wrapped(rng: Random) -> Look:
    title = rng.choice(["{faction}: Turn {week}", "Week {week}", "Turn {week}"])
    bracketed = rng.random() < 0.6
    look = Look(
        "wrapped",
        titles={"Dungeons and Outposts": "Dungeons & Outposts"},
        header=lambda sheet: [f"[ic={title.format(faction=sheet.kit.name, week=sheet.week)}]"],
        header_is_seen=False,
        heading=lambda text: f"[b]{text}[/b]",
        listing=(["[list]"], ["[/list]"]),
        bullet="[*]",
        nothing="Nothing this week",
        begun="{noun}: {amounts} ({weeks})" if bracketed else "{noun}: {amounts}, {weeks}",
        ongoing="{noun} ({weeks})" if bracketed else "{noun}: {weeks}",
        character=character("[spoiler={t}]", "[/spoiler]"),
        message_title=rng.choice(["{who}", "Message to {who}"]),
        command=colon_list,
    )
    look.outer = ([], ["[/ic]"])
    return look


def _terse_force(look: Look, sheet: Sheet, force: Force, noun: str) -> str:
    if force.person:
        return write_force(look, sheet, force, noun)
    where = (
        look.place(force.place) if force.site is None else look.named_place(sheet.sites[force.site].name, force.place)
    )
    return f"{noun} @ {where}, {STATE_WORDS[force.state].lower()}"


def terse(rng: Random) -> Look:
    sign = rng.choice(["-", "-", ""])
    bracketed = rng.random() < 0.4
    lower = rng.random() < 0.3
    return Look(
        "terse",
        header=header("Week {week} - {faction}"),
        flavour_in_spoiler=rng.random() < 0.5,
        place=places("{layer}{n}", TWO_LETTERS),
        nothing="-",
        shorten=(lambda name: name.lower()) if lower else (lambda name: name),
        noun=nouns("{name} x{n}", plural=False, bare_one=True),
        income=amounts("+", letters=True, form="{sign}{n}{name}"),
        outlay=price(amounts(sign, letters=True, form="{sign}{n}{name}")),
        weeks=weeks("1 wk", "{n} wks", "done"),
        begun="{noun}: {amounts} ({weeks})" if bracketed else "{noun}: {amounts}, {weeks}",
        ongoing="{noun} ({weeks})" if bracketed else "{noun}: {weeks}",
        sent="Sent to {who}: {amounts}" if sign else "Sent to {who}: -{amounts}",
        force=_terse_force,
        dash="-",
        character=character("[b]{t}[/b]"),
        command=place_first,
    )


def wordproc(rng: Random) -> Look:
    colon = rng.choice([f" {EM} ", ": "])
    minus = amounts(MINUS)
    return Look(
        "wordproc",
        heading=lambda text: f"[b]{text}[/b]",
        bullet=rng.choice(["• ", "• ", ""]),
        colon=colon,
        dash=EM,
        minus=MINUS,
        thousands=",",
        outlay=price(minus),
        total=rng.choice([write_total, write_total, write_sum]),
        ledger="{noun}" + colon + "{amounts}",
        begun="{noun}" + colon + "{amounts}, {weeks}",
        ongoing="{noun}" + colon + "{weeks}",
        raised="Recruit {noun}" + colon + "{amounts}",
        stat="{label}" + colon + "{figure}",
        character=character("[ic={t}]", "[/ic]", titled=False),
        message_title="A message for {who}",
        command=are_to,
        command_gap=True,
        finish=(curly_quotes, hard_spaces, trailing_spaces),
    )


def chatty(rng: Random) -> Look:
    times = rng.choice(["{n}x {name}", "{n} {name}"])
    asides = ("(OOC: {})", "OOC: {}", "(ooc - {})", "(({}))")
    return Look(
        "chatty",
        header=header("[b]Turn {week}[/b]"),
        heading=lambda text: f"[color=teal][b]{text}[/b][/color]",
        nothing="Nothing this week",
        noun=nouns(times, plural=False),
        income=amounts("+", lower=True),
        outlay=price(amounts("-", lower=True)),
        weeks=weeks("done next week", "{n} week(s) left"),
        dash="-",
        character=character("[u]{t}[/u]:"),
        command=rng.choice([spend, are_to]),
        command_gap=True,
        remark_rate=0.1,
        remark=lambda r: r.choice(lore.REMARKS),
        aside_rate=0.12,
        aside=lambda r: r.choice(asides).format(r.choice(lore.ASIDES)),
        typo_rate=rng.choice([0.0, 0.05]),
        tab=tabs(flavour=(["[ic]"], ["[/ic]"])) if rng.random() < 0.3 else tabs(),
        finish=(loose_gaps, trailing_spaces),
    )


SAMPLES = (rulebook, boldheads, slash, sums, wrapped, terse, wordproc, chatty)
