"""A journal as a table for spreadsheets: a row for each posting, and one for each resource of a claim."""

from __future__ import annotations

import csv
import io

from orderbook.books.exports.calendar import week_of
from orderbook.books.exports.csv import disarm
from orderbook.books.journal import Entry, Journal

HEADS = ("week", "kind", "title", "account", "resource", "amount", "post", "line", "rules", "cause")


def render(journal: Journal) -> str:
    """The table as text. ``kind`` is "moves" for what goes into an account or out of it, "holds" for a claim."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(HEADS)
    for step in journal.steps():
        if isinstance(step, Entry):
            kind = "moves"
            amounts = [(posting.account, posting.resource, posting.amount) for posting in step.postings]
        else:
            kind = "holds"
            amounts = [(step.account, resource, amount) for resource, amount in step.amounts.items()]
        cause = step.cause
        whence = (disarm(cause.file or ""), cause.line or "", " ".join(cause.rules), disarm(cause.text))
        for account, resource, amount in amounts:
            names = (disarm(step.title), disarm(str(account)), disarm(resource))
            writer.writerow((week_of(step.day), kind, *names, amount, *whence))
    return out.getvalue()
