"""The books of a campaign: everybody's, and those of one player alone."""

from collections.abc import Callable

import pytest
from support.toy_campaign import SYSTEM

from orderbook.books.bundle import Bundle
from orderbook.campaign.campaign import Campaign
from orderbook.campaign.faults import CampaignError
from orderbook.campaign.ingest import Ingested
from orderbook.campaign.ledger import keep_books
from orderbook.campaign.week import resolve_week

Take = Callable[..., Ingested]


def test_the_books_of_a_player_are_part_of_those_of_the_campaign(campaign: Campaign, take: Take) -> None:
    with pytest.raises(CampaignError, match="no week is resolved yet"):
        keep_books(campaign, SYSTEM)
    take(1, Ann="gain 5", Bob="gain 7")
    resolve_week(campaign, SYSTEM, 1)
    everybody = keep_books(campaign, SYSTEM)
    assert list(everybody.broken_claims()) == []
    for name, gold in (("Ann", 15), ("Bob", 27), ("Cid", 0)):
        own = keep_books(campaign, SYSTEM, name)
        assert list(own.broken_claims()) == [] and set(own.entries) <= set(everybody.entries)
        assert [claim.amounts for claim in own.claims] == [{"Gold": gold}]
        held = [balance for account, balance in own.balances().items() if account.names[0] == name]
        assert sum(held, Bundle()) == Bundle({"Gold": gold})
        assert not any(account.names[0] in {"Ann", "Bob", "Cid"} - {name} for account in own.accounts())
