"""Amounts of resources, postings and balances."""
