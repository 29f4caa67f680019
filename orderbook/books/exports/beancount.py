"""The journal for beancount; ``bean-check`` finds no fault with it, and every fault that is put into it.

All amounts are whole: of those beancount forgives no difference, of decimals it would. A balance directive speaks of
the beginning of its day and of one account with all under it.
"""

from __future__ import annotations

from collections.abc import Iterator

from orderbook.books.exports.calendar import date_of
from orderbook.books.journal import Claim, Entry, Journal
from orderbook.books.names import as_capitals, as_one_line, as_plain_word, name_accounts, name_resources


def render(journal: Journal, title: str) -> str:
    """The journal as text. ``title`` names the books."""
    accounts = name_accounts(journal.accounts(), as_plain_word)
    resources = name_resources(journal.resources(), as_capitals)
    steps = journal.steps()
    opened = date_of(min((step.day for step in steps), default=0) - 1)
    lines = [f'option "title" {_quote(title)}', ""]
    for resource, commodity in resources.items():
        lines += [f"{opened} commodity {commodity}", f"  name: {_quote(resource)}"]
    lines.append("")
    for account, path in accounts.items():
        lines.append(f"{opened} open {':'.join(path)}")
        if account.title:
            lines.append(f"  name: {_quote(account.title)}")
    for step in steps:
        lines.append("")
        if isinstance(step, Entry):
            lines += [f"{date_of(step.day)} * {_quote(step.title)}", *_describe(step)]
            for posting in step.postings:
                lines.append(f"  {':'.join(accounts[posting.account])}  {posting.amount} {resources[posting.resource]}")
        else:
            for resource, amount in step.amounts.items():
                name = ":".join(accounts[step.account])
                lines.append(f"{date_of(step.day + 1)} balance {name}  {amount} {resources[resource]}")
                lines += _describe(step, step.title)
    return "\n".join(lines) + "\n"


def _describe(step: Entry | Claim, title: str = "") -> Iterator[str]:
    """Whence it comes, as metadata."""
    cause = step.cause
    if title:
        yield f"  claim: {_quote(title)}"
    if cause.file is not None:
        yield f"  post: {_quote(cause.file)}"
    if cause.line is not None:
        yield f"  line: {cause.line}"
    if cause.text:
        yield f"  cause: {_quote(cause.text)}"
    if cause.rules:
        yield f"  rules: {_quote(' '.join(cause.rules))}"


def _quote(text: str) -> str:
    return '"' + as_one_line(text).replace("\\", "\\\\").replace('"', '\\"') + '"'
