"""Writing the journal of a series: each week's entries, and what was computed and what was stated as claims."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from orderbook.books.accounts import TREASURY, WEALTH, Account, Root, store_of
from orderbook.books.book import BookSlip, Flow, Week
from orderbook.books.bundle import Bundle, sort_resources
from orderbook.books.exports.calendar import first_day_of
from orderbook.books.journal import Cause, Claim, Entry, Journal, make_journal, move
from orderbook.rulebook.names import fold_name

OPENING = Account(Root.EQUITY, ("Opening",), "What there was before the first week")
UNTOLD = Account(Root.EQUITY, ("Untold",), "What moved where no post tells it")
SLIPS = Account(Root.EQUITY, ("Slips",), "What was stated beyond what the lines give")

_RULE_OF_WEALTH = ("UD-ORD-19",)


class Bookkeeper:
    """Writes the journal week by week. Stated balances that do not follow are entered as what they are: slips."""

    def __init__(self, *, by_number: bool) -> None:
        """``by_number``: every week's number is known, so that missing weeks leave their days empty."""
        self._by_number = by_number
        self._entries: list[Entry] = []
        self._claims: list[Claim] = []
        self._held = Bundle()
        self._stored: dict[str, Bundle] = {}

    def add_week(self, at: int, week: Week, slips: Iterable[BookSlip]) -> None:
        """Enters a week, which stands at that place in the series."""
        day = first_day_of(week.number if self._by_number and week.number is not None else at + 1)
        opening = week.opening if week.opening is not None else week.implied
        self._open(day, week, opening)
        self._lift_sieges(day, week)
        for flow in week.flows:
            self._entries.append(move(day, _title(flow), flow.cause, flow.amounts, flow.store, flow.account))
            self._held += flow.amounts
        for store in week.stores:
            self._stored[store.site] = store.closing
            cause = Cause(f"what {store.site} has left by itself, {week.label}", week.file, rules=("UD-SIE-03",))
            amounts = _in_order({resource: store.closing[resource] for resource in (*store.opening, *store.flow)})
            if amounts:
                self._claims.append(
                    Claim(day, store_of(store.site), amounts, f"store of {store.site}, {week.label}", cause)
                )
        named = {resource: self._held[resource] for resource in (*(week.stated or ()), *opening, *self._held)}
        self._claim(day, week, named, "computed")
        self._restate(day + 1, week, slips)

    def finish(self) -> Journal:
        """The journal of all weeks entered."""
        return make_journal(self._entries, self._claims)

    def _open(self, day: int, week: Week, opening: Bundle) -> None:
        """What a week begins with, where that is not what the books hold."""
        missing = opening - self._held
        if not missing:
            return
        first = not self._entries and not self._claims
        if first and week.opening is not None:
            cause = Cause("the Wealth before the first week, as told")
        elif first:
            cause = Cause("the Wealth the first week must have begun with, by what it states", week.file)
        else:
            cause = Cause(f"what must have moved before {week.label}, of which no post tells", week.file)
        title = f"opening of {week.label}"
        self._entries.append(move(day, title, cause, missing, TREASURY, OPENING if first else UNTOLD))
        self._held = opening

    def _lift_sieges(self, day: int, week: Week) -> None:
        """The store of a site that is besieged no more joins the rest; one that is only written otherwise goes on."""
        besieged = [store.site for store in week.stores]
        now = {fold_name(site): site for site in besieged if site not in self._stored and fold_name(site)}
        for site in [site for site in self._stored if site not in besieged]:
            left = self._stored.pop(site)
            if not left:
                continue
            again = now.get(fold_name(site))
            text = f"{site} is besieged no more" if again is None else f"{site} is written {again} now"
            cause = Cause(text, week.file, rules=("UD-SIE-08",))
            into = TREASURY if again is None else store_of(again)
            self._entries.append(move(day, f"store of {site}", cause, left, into, store_of(site)))

    def _restate(self, day: int, week: Week, slips: Iterable[BookSlip]) -> None:
        """From what the lines give to what is stated, which the next week begins with."""
        if week.stated is None:
            return
        told = {slip.resource: slip for slip in slips if slip.effect[slip.resource] == slip.difference}
        for resource, amount in week.stated.items():
            gap = amount - self._held[resource]
            if not gap:
                continue
            slip = told.get(resource)
            if slip is not None:
                cause = Cause(slip.message, week.file, slip.line, (slip.rule,) if slip.rule else ())
            else:
                cause = Cause(
                    f"{resource} is stated as {amount}; a line that is wrong or unread accounts for it", week.file
                )
            title = f"{resource} as stated in {week.label}"
            self._entries.append(move(day, title, cause, Bundle({resource: gap}), TREASURY, SLIPS))
            self._held += Bundle({resource: gap})
        self._claim(day, week, week.stated, "stated")

    def _claim(self, day: int, week: Week, amounts: Mapping[str, int], who: str) -> None:
        if amounts:
            cause = Cause(f"Wealth as {who}", week.file, rules=_RULE_OF_WEALTH)
            self._claims.append(Claim(day, WEALTH, _in_order(amounts), f"{who} Wealth, {week.label}", cause))


def _in_order(amounts: Mapping[str, int]) -> dict[str, int]:
    return {resource: amounts[resource] for resource in sort_resources(amounts)}


def _title(flow: Flow) -> str:
    return flow.account.title or flow.source
