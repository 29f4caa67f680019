"""Styles that differ by the book-keeper: how he counts, prices, orders and corrects."""

from __future__ import annotations

from random import Random

from .looks import (
    FLAVOUR,
    Look,
    write_backwards,
    write_change,
    write_running,
    write_sum,
)
from .markup import character, header, strike_some
from .order_text import (
    arrows,
    by_spending,
    colon_list,
    move_the,
    passive,
    semicolons,
    send,
    speed_first,
    spend,
    spend_moving,
)
from .phrases import EM, EN, ONE_LETTER, amounts, nouns, places, price, weeks
from .sheet import TABS

OTHER_TITLES = {
    "Production": "Income",
    "Upkeep": "Unit Upkeep",
    "Wealth": "Treasury",
    "Dungeons and Outposts": "Dungeons & Outposts",
    "Armies": "Army",
    FLAVOUR: "Flavour Text",
}


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


BOOKKEEPERS = (
    accountant, pricey, wordy, amount_first, resource_first, grouped, reordered, split_works, corrected, pointers,
)  # fmt: skip
