"""What the coming weeks bring if nothing changes, and whether a plan can be had. (UD-UPK-02 to UD-UPK-10, UD-PRD-07)"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from orderbook.books.bundle import Bundle, render_bundle
from orderbook.systems.forecasting import WEEKS_AT_MOST, Forecast, ForecastRequest, ForecastWeek, PlanProblem, Wish
from orderbook.systems.system import RequestError
from orderbook.systems.underdeep.audit.coming import Coming, ComingWeek
from orderbook.systems.underdeep.audit.payment import Paymaster, describe_unpaid, price_of
from orderbook.systems.underdeep.audit.plan import Planned, read_plan
from orderbook.systems.underdeep.audit.sieges import find_besieged
from orderbook.systems.underdeep.check import Judgement, find_rulebook, find_world, judge
from orderbook.systems.underdeep.fix import fix_post
from orderbook.text.source import SourceText


def forecast_weeks(request: ForecastRequest) -> Forecast:
    """The forecast. Raises ``RequestError`` for a post that cannot be carried on and a plan that cannot be read."""
    if not 1 <= request.weeks <= WEEKS_AT_MOST:
        raise RequestError(f"a forecast looks 1 to {WEEKS_AT_MOST} weeks ahead, not {request.weeks}")
    check = request.check
    fixed = SourceText(fix_post(check), check.post.name, check.post.encoding, check.post.bom)
    now = judge(replace(check, post=fixed))
    if not now.reading.sections.sections:
        raise RequestError(
            f"{check.post.name} is no orders post: no tab was found in it, so there is nothing to carry on."
        )
    notes = list(_tell_assumptions(request, now, changed=fixed.text != check.post.text))
    start = _find_start(now, check.post.name, notes)
    coming = Coming(find_rulebook(check), check, find_world(check))
    week = now.context.week
    first = week + 1 if week is not None else None
    plan: list[Planned] = []
    problems: list[PlanProblem] = []
    if request.plan is not None:
        plan, problems = read_plan(request.plan, now.context.catalogue, now.context.post.sites, first)
    weeks = max([request.weeks, *(wish.week + 1 for wish in plan)])
    run = _Run(coming, now, start, first, plan)
    for _ in range(weeks):
        run.step()
    wishes: tuple[Wish, ...] = ()
    if plan:
        early = _Run(coming, now, start, first, plan, as_soon_as_possible=True)
        for _ in range(weeks):
            early.step()
        wishes = tuple(_judge_wish(number, run, early) for number in range(len(plan)))
    faction = now.context.faction.name if now.context.faction else "faction unknown"
    title = f"{faction}, after {f'week {week}' if week is not None else check.post.name}"
    return Forecast(title, tuple(run.weeks), wishes, tuple(notes), start, tuple(problems))


def _tell_assumptions(request: ForecastRequest, now: Judgement, *, changed: bool) -> list[str]:
    options = now.context.options
    cheapest = options.chose("partial-upkeep", "cheapest-first")
    order = "the cheapest units first" if cheapest else "down the Upkeep tab from the top"
    notes = [
        "Nothing is built, recruited or traded but what the post and the plan say; nobody fights or deserts.",
        "Mines give what they gave.",
        f"Units are in no debt when the forecast begins. Upkeep is paid before anything else, {order}.",
    ]
    if options.chose("partial-upkeep", "ask"):
        notes.append("By the campaign's settings the player is asked whom to pay; here it goes down the Upkeep tab.")
    if changed:
        notes.append("The post was corrected first, as 'orderbook fix' would do it.")
    besieged = find_besieged(now.reading, now.context.week, ())
    if besieged:
        names = ", ".join(site.name for site in besieged)
        notes.append(f"Whatever is besieged ({names}) is taken to be relieved: all pay from one Wealth.")
    if request.check.previous is None and not request.check.first_turn:
        notes.append("Without --previous the post could not be compared with the week before.")
    return notes


def _find_start(now: Judgement, name: str, notes: list[str]) -> Bundle:
    """The Wealth the first week begins with: what the post states, else what its lines give."""
    ledger = now.ledger
    stated = dict(ledger.stated or {})
    if ledger.opening is not None:
        stated = {
            **{resource: amount for resource, amount in ledger.computed.items() if resource not in stated},
            **stated,
        }
    if not stated:
        raise RequestError(f"{name} states no Wealth, so nothing can be carried on; give --opening or --previous")
    below = Bundle((resource, amount) for resource, amount in stated.items() if amount < 0)
    if below:
        notes.append(
            f"The post itself spends more than there is ({render_bundle(below)}); the forecast begins with 0 of that."
        )
    return Bundle((resource, max(amount, 0)) for resource, amount in stated.items())


@dataclass
class _Run:
    """The weeks gone through one after the other, with the wishes of their weeks or as soon as they can be had."""

    coming: Coming
    before: Judgement
    wealth: Bundle
    first: int | None
    plan: Sequence[Planned]
    as_soon_as_possible: bool = False
    weeks: list[ForecastWeek] = field(default_factory=list)
    problems: dict[int, str] = field(default_factory=dict)
    affordable: dict[int, int] = field(default_factory=dict)
    done: dict[int, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.paymaster = Paymaster(self.before.context.options)

    def step(self) -> None:
        """One week on."""
        at = len(self.weeks)
        week = self.coming.after(self.before)
        opening = self.wealth
        available = opening + week.production
        due = week.owed()
        living = self.paymaster.still_owed(due)
        paid, debts, unpaid = self.paymaster.pay_week(living, available)
        left = available - paid - debts
        week, spent, bought = self._buy(at, week, left)
        options = self.before.context.options
        owed = -week.judgement.ledger.upkeep - price_of(due) + price_of(living)
        closing = left - spent
        finished = tuple(week.finished())
        number = self.first + at if self.first is not None else None
        self.weeks.append(
            ForecastWeek(
                number, label_of(self.first, at), opening, week.production, owed, paid, debts, spent, closing, finished,
                tuple(bought), tuple(describe_unpaid(one, group, options) for one, group in unpaid),
            )
        )  # fmt: skip
        self.before, self.wealth = week.judgement, closing

    def _buy(self, at: int, week: ComingWeek, left: Bundle) -> tuple[ComingWeek, Bundle, list[str]]:
        """Begins the wishes that can be had: those of the week, or all that are still open."""
        chosen: list[Planned] = []
        spent = Bundle()
        bought = week
        for number, wish in enumerate(self.plan):
            if number in self.done or (not self.as_soon_as_possible and wish.week != at):
                continue
            short = Bundle(
                (name, amount)
                for name, amount in (wish.price - (left - spent)).items()
                if wish.price[name] and amount > 0
            )
            if short:
                self.problems[number] = f"{render_bundle(short)} short after Upkeep"
                continue
            self.affordable.setdefault(number, at)
            tried, against = self.coming.with_wishes(week, self.before, [*chosen, wish])
            if against:
                self.problems[number] = " ".join(against)
                continue
            chosen.append(wish)
            spent += wish.price
            self.done[number] = at
            bought = tried
        return bought, spent, [wish.text for wish in chosen]


def label_of(first: int | None, at: int) -> str:
    """How a person calls a week to come."""
    return f"week {first + at}" if first is not None else f"in {at + 1} week{'s' if at else ''}"


def _judge_wish(number: int, run: _Run, early: _Run) -> Wish:
    wish = run.plan[number]
    affordable, possible = early.affordable.get(number), early.done.get(number)
    return Wish(
        week=label_of(run.first, wish.week),
        text=wish.text,
        price=wish.price,
        line=wish.line,
        problem="" if number in run.done else run.problems.get(number, "it was not reached"),
        affordable=None if affordable is None else label_of(run.first, affordable),
        possible=None if possible is None else label_of(run.first, possible),
    )
