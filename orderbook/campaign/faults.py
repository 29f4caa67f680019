"""What can go wrong with a campaign, as sentences that say how to mend it."""

from __future__ import annotations


class CampaignError(Exception):
    """A wish about a campaign that cannot be met; ``str(error)`` says why and what to do."""


class StoreError(CampaignError):
    """The store cannot be read or written: a full disk, a read-only folder, a server that does not answer."""


class Conflict(CampaignError):
    """Somebody else changed the campaign in the meantime; nothing was done."""
