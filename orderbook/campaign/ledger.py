"""The books of a campaign from its own events: of everybody, or of one player."""

from __future__ import annotations

from orderbook.books.accounts import Account, Root
from orderbook.books.journal import Entry, Journal
from orderbook.campaign.campaign import Campaign
from orderbook.campaign.faults import CampaignError
from orderbook.campaign.game import CampaignSystem, LedgerRequest


def keep_books(campaign: Campaign, system: CampaignSystem, player: str | None = None) -> Journal:
    """The journal of all weeks that are resolved; of a player what touches that player's accounts, and the claims
    about them. Raises ``CampaignError`` while no week is resolved."""
    if not campaign.record.resolved:
        raise CampaignError("no week is resolved yet, so the books are empty; 'orderbook campaign resolve' does that")
    # Week by week, so that no more than one is held at a time, unless the system holds them.
    events = (event for week in campaign.record.resolved for event in campaign.week_events(week))
    journal = system.ledger(LedgerRequest(campaign.setup, events))
    if player is None:
        return journal
    own = Account(Root.ASSETS, (player,))
    return Journal(
        tuple(entry for entry in journal.entries if _touches(entry, own)),
        tuple(claim for claim in journal.claims if own.covers(claim.account)),
    )


def _touches(entry: Entry, account: Account) -> bool:
    return any(account.covers(posting.account) for posting in entry.postings)
