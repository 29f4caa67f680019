"""Styles that differ by the hand: bullets, letters, columns, notes, and the machine the post was typed on."""

from __future__ import annotations

from random import Random

from . import lore
from .looks import (
    STATE_WORDS,
    Look,
    write_force,
    write_total,
    write_was,
)
from .markup import character, hard_spaces, header, indented, no_header, tabs, trailing_spaces
from .order_text import (
    are_to,
    colon_list,
    numbered_steps,
    place_first,
    speed_first,
    spend,
    spend_moving,
)
from .phrases import EM, EN, HALF_WORD, MINUS, TWO_LETTERS, amounts, nouns, places, price, weeks
from .sheet import TABS, Force, Sheet


def _drop_race(name: str) -> str:
    """``Kobold Slinger`` to ``Slinger``; a room keeps its race."""
    for race in ("Kobold ", "Derro "):
        rest = name.removeprefix(race)
        if rest != name and not any(word in rest for word in ("Mine", "Hideout", "Trebuchet", "Harpoon", "Overlord")):
            return rest
    return name


def numbered(rng: Random) -> Look:
    """Lines with numbers in front."""
    return Look(
        "numbered",
        header=header("Turn {week} - {faction}"),
        heading=lambda text: f"[b]{text}[/b]",
        bullet=rng.choice(["{n}. ", "{n}) "]),
        noun=nouns("{n} {name}" if rng.random() < 0.5 else "{n}x {name}"),
        dash=EN,
        character=character("[b]{t}[/b]"),
        command=numbered_steps,
        command_list=False,
        command_gap=True,
    )


def windows(rng: Random) -> Look:
    """An old editor's file."""
    return Look(
        "windows",
        header=header("{faction} – Week {week}"),
        heading=lambda text: f"[b]{text}[/b]",
        dash=EN,
        colon=f" {EN} ",
        ledger=f"{{noun}} {EN} {{amounts}}",
        begun=f"{{noun}} {EN} {{amounts}}, {{weeks}}",
        ongoing=f"{{noun}} {EN} {{weeks}}",
        raised=f"Recruit {{noun}} {EN} {{amounts}}",
        stat=f"{{label}} {EN} {{figure}}",
        character=character("[b]{t}[/b]"),
        command=are_to,
        newline="\r\n",
        encoding="cp1252",
        finish=(trailing_spaces, hard_spaces),
    )


def phone(rng: Random) -> Look:
    """Typed with a thumb: no capitals anywhere but in names."""
    return Look(
        "phone",
        titles={tab: tab.lower() for tab in TABS},
        header=header("week {week}"),
        tab=tabs(flavour=(["[ic]"], ["[/ic]"])),
        shorten=str.lower,
        nothing=rng.choice(["nothing", "none", "n/a"]),
        noun=nouns("{name} x{n}", plural=False, bare_one=True),
        income=amounts("+", lower=True),
        outlay=price(amounts("-", lower=True)),
        ledger="{noun} = {amounts}",
        begun="{noun} = {amounts}, {weeks}",
        ongoing="{noun}, {weeks}",
        raised="{noun} = {amounts}",
        weeks=weeks("1 week", "{n} weeks", "done"),
        ongoing_title="under construction",
        begun_title="beginning construction",
        dash="-",
        character=character("[b]{t}[/b]"),
        command=colon_list,
        newline="\r\n",
        encoding="utf-8-sig",
    )


def curt(rng: Random) -> Look:
    """Drops the race's name and writes ``Slinger: 15``."""
    return Look(
        "curt",
        header=header("Week {week}."),
        shorten=_drop_race,
        heading=lambda text: f"[u]{text}[/u]",
        noun=nouns("{name}: {n}", plural=rng.random() < 0.5, bare_one=rng.random() < 0.3),
        ledger="{noun} = {amounts}",
        begun="{noun} = {amounts}, {weeks}",
        ongoing="{noun}, {weeks}",
        raised="{noun} = {amounts}",
        forces="headed",
        character=character("[b]{t}[/b]"),
        command=place_first,
        command_noun=nouns(),
    )


def annotated(rng: Random) -> Look:
    """Notes in brackets and behind strokes, some with figures in them."""
    notes = (
        "(20 each)", "(as before)", "// same as last week", "(rule 3 applies)", "[i]new![/i]", "(see week 2)",
        "(#2 on my list)", "[size=8]all correct?[/size]",
    )  # fmt: skip
    asides = ("((OOC: {}))", "[OOC] {}", "// {}", "[color=grey](GM: {})[/color]", "[i]Note to self: {}[/i]")
    return Look(
        "annotated",
        header=header("[b]Week {week}[/b] ({faction})"),
        heading=lambda text: f"[b]{text}[/b]",
        bullet="- ",
        total=rng.choice([write_was, write_total]),
        total_is_odd=True,
        remark_rate=0.15,
        remark=lambda r: r.choice(notes),
        aside_rate=0.2,
        aside=lambda r: r.choice(asides).format(r.choice(lore.ASIDES)),
        dash="-",
        character=character("[b]{t}[/b]"),
        command=spend,
    )


def _table_force(look: Look, sheet: Sheet, force: Force, noun: str) -> str:
    where = (
        look.place(force.place) if force.site is None else look.named_place(sheet.sites[force.site].name, force.place)
    )
    return f"[tr][td]{noun}[/td][td]{where}[/td][td]{STATE_WORDS[force.state]}[/td][/tr]"


def tables(rng: Random) -> Look:
    row = "[tr][td]{noun}[/td][td]{amounts}[/td][/tr]"
    return Look(
        "tables",
        header=header("[b]{faction}, Week {week}[/b]"),
        heading=lambda text: f"[b]{text}[/b]",
        listing=(["[table]"], ["[/table]"]),
        ledger=row,
        begun="[tr][td]{noun}[/td][td]{amounts}[/td][td]{weeks}[/td][/tr]",
        ongoing="[tr][td]{noun}[/td][td][/td][td]{weeks}[/td][/tr]",
        raised=row,
        standing="[tr][td]{noun}[/td][/tr]",
        sent="[tr][td]Sent to {who}[/td][td]{amounts}[/td][/tr]",
        received="[tr][td]Received from {who}[/td][td]{amounts}[/td][/tr]",
        total=lambda look, total: f"[tr][td]{total.resource}[/td][td]{total.stated}[/td][/tr]",
        total_is_odd=True,
        force=_table_force,
        command=spend,
        command_list=False,
        character=character("[b]{t}[/b]"),
    )


def columns(rng: Random) -> Look:
    """Strokes between the columns."""
    return Look(
        "columns",
        header=header("Week {week} | {faction}"),
        ledger="{noun} | {amounts}",
        begun="{noun} | {amounts} | {weeks}",
        ongoing="{noun} | {weeks}",
        raised="{noun} | {amounts}",
        sent="{who} | {amounts}",
        received="{who} | {amounts}",
        colon=" | ",
        dash="|",
        stat="{label} | {figure}",
        heading=lambda text: f"[b]{text}[/b]",
        character=character("[b]{t}[/b]"),
        command=spend_moving,
    )


def stepped(rng: Random) -> Look:
    """Lines stand in, and the region comes before the name."""
    return Look(
        "stepped",
        header=header("[b]Week {week}[/b]"),
        place=places("{layer} {n}", HALF_WORD),
        named=rng.choice(["{place}: {name}", "[{place}] {name}", "{place} - {name}"]),
        forces="headed",
        nothing="None",
        dash="-",
        character=character("[b]{t}[/b]"),
        command=colon_list,
        finish=(indented,),
    )


def packed(rng: Random) -> Look:
    """``x4 Mushroom Patch 80f`` and ``350g/50m``."""
    return Look(
        "packed",
        place=places("{layer}-{n}", TWO_LETTERS),
        header=header("Wk {week}"),
        noun=nouns("x{n} {name}", plural=False, bare_one=True),
        income=amounts("", letters=True, form="{sign}{n}{name}", sep="/"),
        outlay=price(amounts("-", letters=True, form="{sign}{n}{name}", sep="/")),
        traded=amounts("+", letters=True, form="{sign}{n}{name}", sep="/"),
        weeks=weeks("1w", "{n}w", "done"),
        ledger="{noun}: {amounts}",
        begun="{noun}: {amounts} [{weeks}]",
        ongoing="{noun} [{weeks}]",
        character=character("[b]{t}[/b]"),
        dash="-",
        command=place_first,
    )


def four_times(rng: Random) -> Look:
    minus = rng.choice([MINUS, EN])
    return Look(
        "four_times",
        header=no_header,
        place=places("{layer}, region {n}") if rng.random() < 0.3 else places(),
        noun=nouns("{n} x {name}", plural=rng.random() < 0.5),
        minus=minus,
        outlay=price(amounts(minus)),
        weeks=weeks("1 more week", "{n} more weeks"),
        heading=lambda text: f"[b]{text}[/b]",
        bullet=rng.choice(["– ", "— ", "» ", "o "]),
        dash=EM,
        character=character("[b]{t}[/b]"),
        command=numbered_steps,
        command_list=False,
        force=write_force,
    )


def emphatic(rng: Random) -> Look:
    """Colours and bold print within the lines."""
    strong = rng.choice(["b", "i", "color=green", "size=11pt"])
    close = strong.partition("=")[0]
    return Look(
        "emphatic",
        header=header("[center][b]Week {week}: {faction}[/b][/center]"),
        heading=lambda text: f"[color=#aa5500][u]{text}[/u][/color]",
        bullet="• ",
        ledger=f"[b]{{noun}}:[/b] [{strong}]{{amounts}}[/{close}]",
        begun=f"[b]{{noun}}:[/b] [{strong}]{{amounts}}[/{close}], {{weeks}}",
        ongoing="[b]{noun}:[/b] {weeks}",
        raised=f"Recruit [b]{{noun}}:[/b] [{strong}]{{amounts}}[/{close}]",
        standing="[i]{noun}[/i]",
        total=lambda look, total: f"[b]{total.resource}:[/b] {total.stated}",
        total_is_odd=True,
        stat="[b]{label}:[/b] {figure}",
        dash=EN,
        character=character("[color=#aa5500]{t}[/color]"),
        command=spend,
    )


def hosts(rng: Random) -> Look:
    """Troops under headings that call them garrisons and camps; a slip of the pen now and then."""
    return Look(
        "hosts",
        header=header("Week: {week}"),
        heading=lambda text: f"[b]{text}[/b]",
        forces="headed",
        camp=rng.choice(["Camp in {place}", "Field army, {place}", "Army at {place}"]),
        garrison=rng.choice(["Garrison of {place}", "Garrison: {place}", "{place}"]),
        bullet="- ",
        typo_rate=0.05,
        noun=nouns(bare_one=True),
        character=character("[u]{t}[/u]"),
        message_title="To: {who}",
        command=speed_first,
    )


HANDS = (
    numbered, windows, phone, curt, annotated, tables, columns, stepped, packed, four_times, emphatic, hosts,
)  # fmt: skip
