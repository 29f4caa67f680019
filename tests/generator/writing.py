"""Writes a sheet in a look: tabs, headings, entries, and the habits of the writer."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from random import Random

from orderbook.books.bundle import Bundle

from .army_text import write_armies, write_characters
from .looks import CHARACTERS, FLAVOUR, MESSAGES, Look
from .order_text import write_command
from .page import Page, Row, squeeze
from .sheet import Entry, Sheet, Work
from .typing_slips import garble_word, one_letter_slip, spoil_amount

LEDGER_TABS = ("Production", "Upkeep", "Construction", "Recruitment")
EMPTY_FIRST_UPKEEP = "None, first turn"


@dataclass
class Writer:
    """One post being written."""

    sheet: Sheet
    look: Look
    rng: Random
    page: Page = field(default_factory=Page)
    absent: frozenset[str] = frozenset()  # tabs left out
    doubled: frozenset[str] = frozenset()  # tabs written twice
    extra: tuple[str, str] | None = None  # a tab nobody knows: title and line
    listed: int = 0

    # -- pieces -----------------------------------------------------------------------

    def noun(self, name: str, number: int, counted: bool, entry: Entry) -> tuple[str, bool]:
        """The name with its number, and whether a small slip of the pen got in."""
        text = self.look.noun(self.look.shorten(name), number, counted)
        if entry.garbled:
            return garble_word(text, entry.garbled), False
        if self.rng.random() < self.look.typo_rate:
            slipped = one_letter_slip(text, self.rng)
            return slipped, slipped != text
        return text, False

    def amounts(self, bundle: Bundle, entry: Entry, *, price_for: int = 0) -> str:
        text = self.look.outlay(bundle, price_for) if price_for else self.look.income(bundle)
        return spoil_amount(text, entry.unreadable) if entry.unreadable else text

    def item(self, text: str, *keys: str, typo: bool = False, bulleted: bool = True) -> Row:
        """A row with its bullet, now and then with a remark behind or an aside below."""
        if bulleted and self.rng.random() < self.look.remark_rate:
            text = f"{text} {self.look.remark(self.rng)}"
        row = self.page.add((self.bullet() if bulleted else "") + text, *keys, typo=typo)
        for key in keys:
            if key in self.sheet.stray:
                self.page.add(self.bullet() + self.sheet.stray[key], f"stray {key}")
        return row

    def bullet(self) -> str:
        """The mark before a line; numbered ones count within their list."""
        self.listed += 1
        return self.look.bullet.format(n=self.listed)

    def aside(self) -> None:
        if self.rng.random() < self.look.aside_rate:
            self.page.add(self.look.aside(self.rng), aside=True)

    def heading(self, tab: str, number: int) -> None:
        site = self.sheet.sites[number]
        text = self.look.heading(self.look.named_place(site.name, site.place))
        self.page.add(text, f"site {tab} {number}")

    def open_list(self) -> None:
        self.listed = 0
        if self.look.listing:
            self.page.add_all(list(self.look.listing[0]))

    def close_list(self) -> None:
        if self.look.listing:
            self.page.add_all(list(self.look.listing[1]))

    def nothing(self, text: str | None = None) -> None:
        self.item(text or self.look.nothing, bulleted=self.look.nothing_is_bulleted)

    # -- tabs -------------------------------------------------------------------------

    def write_tab(self, tab: str, title: str | None = None) -> None:
        if self.look.gaps or (self.page.rows and f"end {FLAVOUR}" in self.page.rows[-1].keys):
            self.page.gap()
        kind = "flavour" if tab == FLAVOUR else "tab"
        if tab == FLAVOUR:
            title = title or self.sheet.flavour_title
            if self.look.flavour_in_spoiler:
                title, kind = self.look.title(FLAVOUR), "tab"
        before, after = self.look.tab(title or self.look.title(tab), kind)
        with self.page.block(f"in {tab}"):
            self.page.add_all(before, f"tab {tab}")
            start = len(self.page.rows)
            self.write_body(tab)
            end = len(self.page.rows)
            self.page.add_all(after, f"end {tab}")
        body = squeeze(self.page.rows[start:end])
        self.page.rows[start:end] = body
        if self.look.tight and tab not in (MESSAGES, CHARACTERS):
            self._tighten(start, start + len(body), len(before), len(after))

    def _tighten(self, start: int, end: int, before: int, after: int) -> None:
        """Joins the opening tag with the first row and the closing tag with the last."""
        rows = self.page.rows
        if start == end or not before or not after:
            return
        rows[end - 1].text += rows[end].text
        rows[end - 1].keys |= rows[end].keys
        del rows[end]
        rows[start - 1].text += rows[start].text
        rows[start - 1].keys |= rows[start].keys
        rows[start - 1].typo |= rows[start].typo
        rows[start - 1].aside |= rows[start].aside
        del rows[start]

    def write_body(self, tab: str) -> None:
        sheet = self.sheet
        if tab == FLAVOUR:
            for number, paragraph in enumerate(sheet.flavour):
                if number:
                    self.page.add()
                self.page.add(paragraph)
        elif tab == MESSAGES:
            self.write_messages()
        elif tab == "Production":
            self.write_by_site(tab, {entry.site for entry in sheet.yields}, every=True)
        elif tab == "Upkeep":
            self.write_upkeep()
        elif tab == "Construction":
            works = [work for work in sheet.works if work.cost is not None or not self.look.split_works]
            self.write_by_site(tab, {work.site for work in works})
        elif tab == "Under Construction":
            self.write_by_site(tab, {work.site for work in sheet.works if work.cost is None})
        elif tab == "Recruitment":
            self.write_by_site(tab, {entry.site for entry in sheet.raised})
        elif tab == "Wealth":
            self.write_wealth()
        elif tab == "Dungeons and Outposts":
            self.write_by_site(tab, set(range(len(sheet.sites))))
        elif tab == "Armies":
            write_armies(self)
        elif tab == CHARACTERS:
            write_characters(self)
        elif tab == "Trade":
            self.write_trade()
        elif tab == "Orders":
            self.write_orders()
        if tab in LEDGER_TABS and self.look.totals:
            self.write_totals(tab)

    def write_by_site(self, tab: str, sites: set[int], *, every: bool = False) -> None:
        """Blocks headed by the sites. ``every`` gives a block to a site without entries, too."""
        if not sites:
            self.nothing()
            return
        for number in range(len(self.sheet.sites)):
            if number not in sites and not every:
                continue
            if f"tab {tab}" not in self.page.rows[-1].keys:
                self.page.gap()
            with self.page.block(f"in {tab} {number}"):
                self.aside()
                self.heading(tab, number)
                if number not in sites:
                    self.nothing()
                else:
                    self.write_entries(tab, number)

    def write_entries(self, tab: str, number: int) -> None:
        sheet, look = self.sheet, self.look
        if tab == "Production":
            self.open_list()
            for entry in sheet.yields:
                if entry.site == number:
                    terrain = entry.name not in sheet.kit.structures
                    counted = not terrain and sheet.kit.is_counted(entry.name)
                    noun, typo = self.noun(entry.name, entry.count, counted, entry)
                    text = look.ledger.format(noun=noun, amounts=self.amounts(entry.amounts, entry))
                    self.item(text, entry.key, typo=typo)
            self.close_list()
        elif tab in ("Construction", "Under Construction"):
            works = [work for work in sheet.works if work.site == number]
            if tab == "Under Construction" or not look.split_works:
                self.write_works([work for work in works if work.cost is None], look.ongoing_title, tab)
            if tab == "Construction":
                self.write_works([work for work in works if work.cost is not None], look.begun_title, tab)
        elif tab == "Recruitment":
            self.open_list()
            for raised in sheet.raised:
                if raised.site == number:
                    noun, typo = self.noun(raised.unit, raised.count, True, raised)
                    cost = self.amounts(raised.cost, raised, price_for=raised.count)
                    self.item(look.raised.format(noun=noun, amounts=cost), raised.key, typo=typo)
            self.close_list()
        else:
            self.write_standing(number)

    def write_works(self, works: list[Work], label: str, tab: str) -> None:
        look = self.look
        if not works:
            return
        if not (tab == "Under Construction" or look.split_works):
            self.page.add(look.sub(label), f"sub {tab}")
        self.open_list()
        for work in works:
            noun, typo = self.noun(work.name, work.count, self.sheet.kit.is_counted(work.name), work)
            form = look.ongoing if work.cost is None else look.begun
            cost = "" if work.cost is None else self.amounts(work.cost, work, price_for=work.count)
            text = form.format(noun=noun, weeks=look.weeks(work.weeks), amounts=cost)
            self.item(text, work.key, typo=typo)
        self.close_list()

    def write_standing(self, number: int) -> None:
        kit = self.sheet.kit
        first = True
        for wanted in (True, False):
            entries = [
                entry for entry in self.sheet.standings if entry.site == number and kit.is_room(entry.name) is wanted
            ]
            if not entries:
                continue
            if not first:
                self.page.gap()
            first = False
            self.open_list()
            for entry in entries:
                noun, typo = self.noun(entry.name, entry.count, kit.is_counted(entry.name), entry)
                self.item(self.look.standing.format(noun=noun), entry.key, typo=typo)
            self.close_list()

    def write_upkeep(self) -> None:
        sheet, look = self.sheet, self.look
        if not sheet.dues:
            self.nothing(EMPTY_FIRST_UPKEEP if sheet.first_turn else None)
            return
        self.open_list()
        for due in sheet.dues:
            if due.person:
                noun, typo = due.person, False
            else:
                noun, typo = self.noun(due.unit, due.count, True, due)
            cost = self.amounts(due.amounts, due, price_for=due.count)
            self.item(look.ledger.format(noun=noun, amounts=cost), due.key, typo=typo)
        self.close_list()

    def write_totals(self, tab: str) -> None:
        amounts = self.sheet.flows()[tab.lower()]
        wrong = self.sheet.wrong_totals.get(tab, Bundle())
        if not amounts:
            return
        self.page.gap()
        shown = amounts + wrong
        text = self.look.outlay(-shown, 1) if tab != "Production" else self.look.income(shown)
        self.page.add(self.look.totals.format(tab=tab.lower(), amounts=text), f"total {tab}")

    def write_wealth(self) -> None:
        self.open_list()
        texts = []
        for total in self.sheet.totals:
            text = (total.writer or self.look.total)(self.look, total)  # type: ignore[operator]
            texts.append((spoil_amount(text, total.unreadable) if total.unreadable else text, total.key))
        if self.look.totals_in_one:
            self.item(", ".join(text for text, _ in texts), *(key for _, key in texts))
        else:
            for text, key in texts:
                self.item(text, key)
        self.close_list()

    def write_messages(self) -> None:
        look = self.look
        if not self.sheet.letters:
            self.nothing()
            return
        for number, letter in enumerate(self.sheet.letters):
            if number:
                self.page.add()
            before, after = look.tab(look.message_title.format(who=letter.message.to), "message")
            self.page.add_all(before, letter.key)
            if look.salutation:
                self.page.add(f"{letter.message.to},", letter.key)
            self.page.add(letter.message.text, letter.key)
            self.page.add_all(after, letter.key)

    def write_trade(self) -> None:
        if not self.sheet.bargains:
            self.nothing()
            return
        self.open_list()
        for bargain in self.sheet.bargains:
            sends = any(amount < 0 for amount in bargain.deal.amounts.values())
            form = self.look.sent if sends else self.look.received
            writer = self.look.traded or self.look.income
            text = writer(bargain.deal.amounts) if not sends else self.look.outlay(-bargain.deal.amounts, 1)
            self.item(form.format(who=bargain.deal.partner, amounts=text), bargain.key)
        self.close_list()

    def write_orders(self) -> None:
        if self.look.command_list:
            self.open_list()
        for number, command in enumerate(self.sheet.commands):
            if number and self.look.command_gap:
                self.page.add()
            rows = write_command(self, command)
            aside = command.order.scry or bool(command.order.words)
            for place, text in enumerate(rows):
                row = self.item(text, command.key, bulleted=not place and self.look.command_list)
                row.aside |= aside
        if self.look.command_list:
            self.close_list()


def write_post(
    sheet: Sheet,
    look: Look,
    rng: Random,
    *,
    absent: Iterable[str] = (),
    doubled: Iterable[str] = (),
    extra: tuple[str, str] | None = None,
) -> Page:
    """The whole post before ``finish_post``.

    ``absent`` tabs are left out, ``doubled`` ones stand twice, ``extra`` is a tab nobody knows.
    """
    writer = Writer(sheet, look, rng, Page(), frozenset(absent), frozenset(doubled), extra)
    page = writer.page
    page.add_all(list(look.outer[0]), aside=True)
    for text in look.header(sheet):
        page.add(text, "header", aside=look.header_is_seen)
    strange = rng.randint(3, len(look.order) - 2)
    for number, tab in enumerate(look.order):
        if extra and number == strange:
            if look.gaps:
                page.gap()
            before, after = look.tab(extra[0], "tab")
            page.add_all([*before, extra[1], *after], "extra tab")
        if tab in writer.absent:
            continue
        for _ in range(2 if tab in writer.doubled else 1):
            writer.write_tab(tab)
    page.add_all(list(look.outer[1]), aside=True)
    return page


def finish_post(page: Page, look: Look, rng: Random) -> None:
    """What happens to the rows once they are written."""
    for finish in look.finish:
        page.rows = finish(page.rows, rng)
