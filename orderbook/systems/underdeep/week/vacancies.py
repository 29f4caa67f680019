"""Sites that want an officer: founded, captured or taken up again, or bereft of the one they had (UD-CMD-01, UD-CMD-11,
UD-CMD-12)."""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator

from orderbook.campaign.canonical import Json
from orderbook.campaign.event import Event
from orderbook.campaign.game import Question
from orderbook.rulebook.names import is_named
from orderbook.rulebook.plurals import pluralise
from orderbook.systems.underdeep.post.orders.model import OrderLine
from orderbook.systems.underdeep.week.desk import Desk
from orderbook.systems.underdeep.week.kinds import Happened
from orderbook.systems.underdeep.week.officers import RANK_OF
from orderbook.systems.underdeep.week.questions import YES_NO, is_yes
from orderbook.systems.underdeep.week.state import Site
from orderbook.systems.underdeep.week.statuses import UNDER_WAY, is_under

_NOBODY = re.compile(
    r"\b(?:no|none|nobody|no[- ]one|not)\b[^.;]*\b(?:suit\w*|fit|qualif\w*|worthy|capable|proper|eligible)\b"
    r"|\b(?:without|do without|vacant|no)\b[^.;]*\b(?:officer|captain|commander)\b",
    re.IGNORECASE,
)


def run(desk: Desk) -> Iterator[Event | Question]:
    """Tells of every site that has none once the week's promotions are made, and who could be promoted."""
    for player in desk.playing():
        for site in desk.state.sites_of(player):
            if site.is_settlement or site.founding is not None:  # a settlement has no officer (UD-RAI-17)
                continue
            if not site.capital and desk.state.officer_of(site.id) is None:
                yield from _tell(desk, site)


def _tell(desk: Desk, site: Site) -> Iterator[Event | Question]:
    here, others = _candidates(desk, site)
    excused = yield from _excused(desk, site)
    if excused:
        return
    rank = RANK_OF[site.kind]
    if here:
        whom = f"promote one of the {' or '.join(here)} there, with a name and a little of who that is"
    elif others:
        whom = f"nobody of yours is there; promote one of the {' or '.join(others)}, who has to set out for it at once"
    else:
        whom = "the post stays vacant until you have somebody to promote"
    data: dict[str, Json] = {"site": site.id, "why": f"it has no {rank}: {whom}"}
    rules = ("UD-CMD-01", "UD-CMD-12", *(() if here else ("UD-CMD-10",) if others else ("UD-CMD-11",)))
    yield desk.event(Happened.OFFICER_WANTED, data, known_to=(site.owner,), rules=rules)


def _candidates(desk: Desk, site: Site) -> tuple[list[str], list[str]]:
    """Types of units in the site's region, and elsewhere; of the garrison first."""
    ranks = [group for group in desk.state.groups_of(site.owner) if group.rank is None]
    garrison = [group for group in ranks if group.site == site.id]
    near = [group for group in ranks if group.region == site.region and group not in garrison]
    here = [pluralise(group.unit) for group in (*garrison, *near)]
    return list(dict.fromkeys(here)), list(dict.fromkeys(pluralise(group.unit) for group in ranks))


def _excused(desk: Desk, site: Site) -> Generator[Question, None, bool]:
    """Whether the player says that nobody is fit for it, and the game master agrees (UD-CMD-11)."""
    orders = desk.orders.get(site.owner)
    for line in orders.post.orders if orders is not None else []:
        if orders is None or not _NOBODY.search(line.text) or not _is_about(line, site):
            continue
        desk.settle(line, ())
        question = desk.question(
            "site-without-officer",
            (site.owner, site.name),
            f'{site.owner} writes of {site}: "{line.text.strip()}"',
            rules=("UD-CMD-11",),
            post=orders.place(line.line.span),
            choices=YES_NO,
        )
        answer = desk.ruling(question)
        if answer is None:
            yield question
        return answer is None or is_yes(answer)
    return False


def _is_about(line: OrderLine, site: Site) -> bool:
    return is_named(line.text, site.name, *([str(site.region)] if site.region is not None else []))


def run_arrivals(desk: Desk) -> Iterator[Event | Question]:
    """Officers from elsewhere have set out for their sites; who has arrived is under way no more (UD-CMD-10)."""
    for player in desk.playing():
        for group in desk.state.groups_of(player):
            site = desk.state.sites.get(group.commands or "")
            if is_under(group, UNDER_WAY) and (site is None or site.region == group.region or site.owner != player):
                data: dict[str, Json] = {"group": group.id, "status": UNDER_WAY}
                yield desk.event(Happened.STATUS_ENDED, data, known_to=(player,), rules=("UD-CMD-10",))
