"""Styles that differ by the writer: how he counts, prices, abbreviates, comments and sums."""

from __future__ import annotations

from random import Random

from . import lore
from .looks import (
    FLAVOUR,
    STATE_WORDS,
    Look,
    write_backwards,
    write_change,
    write_force,
    write_running,
    write_sum,
    write_total,
    write_was,
)
from .markup import character, hard_spaces, header, indented, no_header, strike_some, tabs, trailing_spaces
from .order_text import (
    are_to,
    arrows,
    by_spending,
    colon_list,
    move_the,
    numbered_steps,
    passive,
    place_first,
    semicolons,
    send,
    speed_first,
    spend,
    spend_moving,
)
from .phrases import EM, EN, HALF_WORD, MINUS, ONE_LETTER, TWO_LETTERS, amounts, nouns, places, price, weeks
from .sheet import TABS, Force, Sheet

OTHER_TITLES = {
    "Production": "Income",
    "Upkeep": "Unit Upkeep",
    "Wealth": "Treasury",
    "Dungeons and Outposts": "Dungeons & Outposts",
    "Armies": "Army",
    FLAVOUR: "Flavour Text",
}


def _drop_race(name: str) -> str:
    """``Kobold Slinger`` to ``Slinger``; a room keeps its race."""
    for race in ("Kobold ", "Derro "):
        rest = name.removeprefix(race)
        if rest != name and not any(word in rest for word in ("Mine", "Hideout", "Trebuchet", "Harpoon", "Overlord")):
            return rest
    return name


def accountant(rng: Random) -> Look:
    """Totals under every tab and sums that run along."""
    return Look(
        "accountant",
        titles=OTHER_TITLES,
        header=header("{faction} | Week {week} | Accounts"),
        heading=lambda text: f"[b]{text}[/b]",
        thousands=",",
        income=amounts("+", thousands=","),
        outlay=price(amounts("-", thousands=",")),
        total=rng.choice([write_running, write_sum]),
        totals=rng.choice(["Total {tab}: {amounts}", "[b]Total: {amounts}[/b]", "= Total {tab}: {amounts}"]),
        dash="-",
        character=character("[b]{t}[/b]"),
        command=by_spending,
    )


def pricey(rng: Random) -> Look:
    """Prices by the unit."""
    form = rng.choice(["{each} each", "{n} x {each}", "({each} each) = {whole}", "{whole} ({each} each)"])
    return Look(
        "pricey",
        header=header("Week {week}"),
        heading=lambda text: f"[u]{text}[/u]",
        each=True,
        outlay=price(amounts("-", sep=" and "), form),
        dash=EN,
        character=character("[ic={t}]", "[/ic]", titled=False),
        command=move_the,
    )


def wordy(rng: Random) -> Look:
    """Numbers in words, amounts in prose."""
    return Look(
        "wordy",
        header=header("The {faction} in Week {week}"),
        heading=lambda text: f"{text}:",
        noun=nouns(spelled=rng.choice(["lower", "title"]), bare_unique=True),
        income=amounts("", last=" and "),
        outlay=price(amounts("", last=" and ")),
        traded=amounts("+", last=" and "),
        weeks=weeks("one week remaining", "{word} weeks remaining"),
        ledger="{noun}: {amounts}",
        begun="{noun}: cost {amounts}, {weeks}",
        raised="Recruit {noun} for {amounts}",
        sent="Sent to {who}: -{amounts}",
        dash=EM,
        character=character("[b]{t}[/b]"),
        command=passive,
    )


def amount_first(rng: Random) -> Look:
    return Look(
        "amount_first",
        header=header("Turn {week}"),
        heading=lambda text: f"[b]{text}[/b]",
        bullet="- ",
        ledger=rng.choice(["{amounts} from {noun}", "{amounts}: {noun}", "{amounts} ({noun})"]),
        begun="{amounts} for {noun} ({weeks})",
        ongoing="{noun} ({weeks})",
        raised="{amounts} for {noun}",
        sent="{amounts} sent to {who}",
        received="{amounts} received from {who}",
        total=write_backwards,
        total_is_odd=True,
        character=character("[u]{t}[/u]"),
        command=send,
    )


def resource_first(rng: Random) -> Look:
    """``Gold +150, Metal +15``"""
    form = rng.choice(["{name} {sign}{n}", "{name}: {sign}{n}"])
    return Look(
        "resource_first",
        heading=lambda text: f"[b]{text}[/b]",
        income=amounts("+", form=form),
        outlay=price(amounts("-", form=form)),
        ledger="{noun} - {amounts}",
        begun="{noun} - {amounts} - {weeks}",
        ongoing="{noun} - {weeks}",
        raised="{noun} - {amounts}",
        sent="To {who} - {amounts}",
        received="From {who} - {amounts}",
        header=header("WEEK {week}"),
        character=character("[b]{t}[/b]"),
        command=speed_first,
    )


def grouped(rng: Random) -> Look:
    """Armies by place in one line, figures in one line, Wealth in one line."""
    return Look(
        "grouped",
        header=header("[b]{faction}[/b], week {week}"),
        place=places("{layer}{n}", ONE_LETTER),
        named="{name} ({place})",
        heading=lambda text: f"[b]{text}[/b]",
        forces="grouped",
        totals_in_one=True,
        stats_in_one=rng.choice([" | ", "; "]),
        dash=EN,
        character=character("[b]{t}[/b]"),
        command=colon_list,
    )


def reordered(rng: Random) -> Look:
    """Tabs in an order of his own, under other titles, in one spoiler around all."""
    order = list(TABS[1:])
    rng.shuffle(order)
    return Look(
        "reordered",
        titles={**OTHER_TITLES, "Orders": "Unit Orders" if rng.random() < 0.3 else "Orders"},
        order=(FLAVOUR, *order),
        outer=([rng.choice(["[spoiler=Orders]", "[spoiler=Week orders]"])], ["[/spoiler]"]),
        header=header("{faction}: Week {week}"),
        heading=lambda text: f"[b]{text}[/b]",
        bullet="* ",
        dash="-",
        character=character("[b]{t}[/b]"),
        command=spend_moving,
    )


def split_works(rng: Random) -> Look:
    """What is being built has a tab of its own."""
    order = list(TABS)
    order.insert(order.index("Construction"), "Under Construction")
    return Look(
        "split_works",
        order=tuple(order),
        split_works=True,
        titles={"Construction": rng.choice(["Construction", "Beginning Construction"])},
        header=header("Week {week}"),
        heading=lambda text: f"[i]{text}[/i]",
        dash=EN,
        character=character("[b]{t}[/b]"),
        command=semicolons,
    )


def corrected(rng: Random) -> Look:
    """Strikes out what he got wrong at first."""
    bullet = rng.choice(["", "- "])
    tag = rng.choice(["s", "strike", "del"])
    return Look(
        "corrected",
        header=header("[b]Orders, week {week}[/b]"),
        heading=lambda text: f"[b]{text}[/b]",
        bullet=bullet,
        character=character("[b]{t}[/b]"),
        remark_rate=0.06,
        remark=lambda r: r.choice(["(edit: fixed)", "[i](edited)[/i]", "(corrected)"]),
        command=spend,
        finish=(strike_some(f"{{bullet}}[{tag}]{{line}}[/{tag}]"),),
    )


def pointers(rng: Random) -> Look:
    """Arrows for bullets, for moves, for what becomes of the Wealth."""
    arrow = rng.choice(["->", "→", "=>"])
    return Look(
        "pointers",
        place=places("{layer} #{n}"),
        header=header("Week #{week}"),
        heading=lambda text: f"[b]{text}[/b]",
        bullet=f"{arrow} ",
        arrow=arrow,
        total=write_change,
        total_is_odd=True,
        dash="-",
        character=character("[b]{t}[/b]"),
        command=arrows,
    )


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
        weeks=weeks("1w", "{n}w", "ok"),
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


HABITS = (
    accountant, pricey, wordy, amount_first, resource_first, grouped, reordered, split_works, corrected, pointers,
    numbered, windows, phone, curt, annotated, tables, columns, stepped, packed, four_times,
)  # fmt: skip
