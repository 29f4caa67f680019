"""The journal for hledger; ``hledger check -s`` finds no fault with it, and every fault that is put into it.

A claim is an entry that moves nothing and asserts what the account, with all under it, holds when its day ends.
"""

from __future__ import annotations

from orderbook.books.exports.calendar import date_of
from orderbook.books.journal import Claim, Entry, Journal
from orderbook.books.names import as_account_part, as_commodity, as_one_line, name_accounts, name_resources

_OF_A_DESCRIPTION = str.maketrans(";|=", ",/:", "*!()[]")
"""Signs that mean something else to hledger in the line of a description."""


def render(journal: Journal, title: str) -> str:
    """The journal as text. ``title`` names the books."""
    accounts = {account: ":".join(path) for account, path in name_accounts(journal.accounts(), as_account_part).items()}
    names = name_resources(journal.resources(), as_commodity)
    resources = {resource: _quote_commodity(name) for resource, name in names.items()}
    lines = [f"; {as_one_line(title)}", "decimal-mark .", ""]
    lines += [f"commodity 1. {commodity}" for commodity in resources.values()]
    lines.append("")
    for account, path in accounts.items():
        lines.append(f"account {path}" + (f"  ; {_as_comment(account.title)}" if account.title else ""))
    for step in journal.steps():
        lines += ["", f"{date_of(step.day)} * {_as_description(step.title)}{_whence(step)}"]
        if step.cause.text:
            lines.append(f"    ; {_as_comment(step.cause.text)}")
        if isinstance(step, Entry):
            lines += [
                f"    {accounts[posting.account]}  {posting.amount} {resources[posting.resource]}"
                for posting in step.postings
            ]
        else:
            path = accounts[step.account]
            lines += [f"    {path}  0 {resources[r]} =* {amount} {resources[r]}" for r, amount in step.amounts.items()]
    return "\n".join(lines) + "\n"


def _quote_commodity(name: str) -> str:
    return name if name.isascii() and name.isalpha() else f'"{name}"'


def _as_description(text: str) -> str:
    return as_one_line(text).translate(_OF_A_DESCRIPTION).strip() or "Entry"


def _as_comment(text: str) -> str:
    """A comment of hledger may hold tags, which a colon makes, and dates in brackets."""
    return as_one_line(text).replace(":", " -").replace("[", "(").replace("]", ")")


def _whence(step: Entry | Claim) -> str:
    cause = step.cause
    parts = [f"post: {_as_tag(cause.file)}"] if cause.file is not None else []
    parts += [f"line: {cause.line}"] if cause.line is not None else []
    parts += [f"rules: {' '.join(cause.rules)}"] if cause.rules else []
    return f"  ; {', '.join(parts)}" if parts else ""


def _as_tag(text: str) -> str:
    """The value of a tag ends at a comma."""
    return _as_comment(text).replace(",", " ")
