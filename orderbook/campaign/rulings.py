"""The game master rules: on what a week asks, on anything else, and thinks better of it before the week is resolved."""

from __future__ import annotations

from dataclasses import replace

from orderbook.campaign.campaign import Campaign
from orderbook.campaign.faults import CampaignError
from orderbook.campaign.game import CampaignSystem, GivenRuling
from orderbook.campaign.own_events import ruling_added, ruling_given, ruling_withdrawn
from orderbook.campaign.record import Record
from orderbook.campaign.steps import Step
from orderbook.campaign.store import Draft
from orderbook.campaign.week import request_of, state_before

_ADDED = "added"
"""What the ids of rulings begin with that nobody asked for, if on no named occasion; week and number follow."""


def give_ruling(campaign: Campaign, system: CampaignSystem, name: str, answer: str) -> Step | None:
    """Records the game master's answer to an open question; None if it is the answer already given.

    Raises ``CampaignError`` for a question nobody asked, and for an answer that the system cannot take.
    """
    questions = [
        question
        for week in sorted({*campaign.record.questions, *(number for number, _ in campaign.record.further)})
        if week not in campaign.record.resolved
        for question in campaign.record.asked_in(week)
    ]
    question = next((question for question in questions if question.id.casefold() == name.strip().casefold()), None)
    if question is None:
        known = ", ".join(question.id for question in questions)
        hint = f"the questions are: {known}" if known else "no week waits for a ruling"
        raise CampaignError(f"there is no question {name!r}; {hint}")
    answer = next((choice for choice in question.choices if choice.casefold() == answer.strip().casefold()), answer)
    further = any(question.id == one.question.id for own in campaign.record.further.values() for one in own)
    complaint = "" if further else system.judge_ruling(question, answer)
    if further and answer not in question.choices:
        complaint = f"say {' or '.join(question.choices)}, and no more"
    if complaint:
        raise CampaignError(f"the answer to {question.id} cannot be taken: {complaint}")
    ruling = GivenRuling(question.id, question.week, answer)
    if campaign.record.rulings.get((question.week, question.id)) == ruling:
        return None
    return campaign.add(Draft("ruling", f"{question.id}: {answer}", (ruling_given(ruling),)))


def add_ruling(
    campaign: Campaign, system: CampaignSystem, text: str, week: int | None = None, about: str | None = None
) -> Step:
    """Records a ruling that nobody asked for, which holds as the week under way, or a later one, begins.

    ``about`` is an occasion of the system, with which the ruling's id begins. Raises ``CampaignError`` for a week that
    is resolved, for an unknown occasion and for what the system cannot carry out.
    """
    known = system.occasions()
    if about is not None and about not in known:
        raise CampaignError(f"{about!r} is no occasion to rule on; they are: {', '.join(known) or 'none'}")
    record = campaign.record
    number = record.week if week is None else week
    if number in record.resolved or (record.resolved and number < record.week):
        raise CampaignError(
            f"week {number} is resolved; a ruling can only be added to week {record.week} or a later one, or take the "
            "week back with 'orderbook campaign undo'"
        )
    text = text.strip()
    if not text:
        raise CampaignError("the ruling says nothing; write what holds from now on")
    held = record.added.get(number, ())
    ruling = GivenRuling(f"{about or _ADDED}.{number}.{_next_number(campaign)}", number, text)
    if number == record.week:
        request = request_of(campaign, state_before(campaign, system, number), number, record.seed)
        if complaint := system.judge_added(replace(request, added=(*held, ruling))):
            raise CampaignError(f"the ruling cannot be carried out: {complaint}")
    return campaign.add(Draft("ruling", f"{ruling.id}: {text}", (ruling_added(ruling),)))


def _next_number(campaign: Campaign) -> int:
    """One more than any id has, withdrawn ones too, so that an id means one ruling for ever."""
    ids = [str(event.data["id"]) for event in campaign.own_events if event.kind == "ruling-added"]
    return 1 + max((int(name.rpartition(".")[2]) for name in ids), default=0)


def withdraw_ruling(campaign: Campaign, name: str) -> Step:
    """Takes back a ruling, asked for or not, of a week that is not resolved. Raises ``CampaignError`` for others."""
    found = [ruling for ruling in standing_rulings(campaign.record) if ruling.id.casefold() == name.strip().casefold()]
    if not found:
        known = ", ".join(ruling.id for ruling in standing_rulings(campaign.record)) or "none"
        raise CampaignError(f"no ruling {name!r} waits for its week to be resolved; those that do: {known}")
    ruling = found[0]
    return campaign.add(Draft("ruling", f"withdrawn: {ruling.id}: {ruling.answer}", (ruling_withdrawn(ruling),)))


def standing_rulings(record: Record) -> list[GivenRuling]:
    """The rulings on weeks that are not resolved yet, week by week: first those that were asked for."""
    asked = [ruling for (week, _), ruling in sorted(record.rulings.items()) if week not in record.resolved]
    added = [ruling for week, own in sorted(record.added.items()) if week not in record.resolved for ruling in own]
    return sorted([*asked, *added], key=lambda ruling: ruling.week)
