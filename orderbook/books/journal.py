"""The journal: what moved from which account to which, day by day, and what was claimed about balances.

Days are numbered; a game week has seven of them, so that claims about a week have a day of their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from orderbook.books.accounts import Account, Root
from orderbook.books.bundle import Bundle, sort_resources
from orderbook.text.records import record


class Unbalanced(ValueError):
    """An entry whose postings do not add up to nothing: a mistake of the program, never of a player."""


@record
class Cause:
    """Why something moved. ``text`` says it in words, or quotes the line of the post.

    ``file`` and ``line`` (from 1) name the place in a post; ``rules`` are rule ids.
    """

    text: str
    file: str | None = None
    line: int | None = None
    rules: tuple[str, ...] = ()


@record
class Posting:
    """``amount`` of a resource into an account, or out of it when below zero."""

    account: Account
    resource: str
    amount: int


@record
class Entry:
    """Postings that belong together: they have one cause, and of each resource they add up to nothing."""

    day: int
    title: str
    cause: Cause
    postings: tuple[Posting, ...]

    def __post_init__(self) -> None:
        rest = Bundle((posting.resource, posting.amount) for posting in self.postings)
        if rest:
            raise Unbalanced(f"{self.title}: the postings leave {rest}")


def move(day: int, title: str, cause: Cause, amounts: Bundle, into: Account, out_of: Account) -> Entry:
    """The entry that brings ``amounts`` into one account out of another; amounts below zero go the other way."""
    postings = [
        posting
        for resource, amount in amounts.items()
        for posting in (Posting(into, resource, amount), Posting(out_of, resource, -amount))
    ]
    return Entry(day, title, cause, tuple(postings))


@record
class Claim:
    """What somebody says an account holds, with all accounts under it, when a day ends.

    ``amounts`` may name a resource with 0. ``title`` says who claims it: "computed Wealth, week 4".
    """

    day: int
    account: Account
    amounts: Mapping[str, int] = field(hash=False)
    title: str
    cause: Cause


@record
class Broken:
    """A claim that does not hold: by the entries the account has ``found`` of the resource."""

    claim: Claim
    resource: str
    found: int


@dataclass(frozen=True)
class Journal:
    """Entries and claims in order of their days."""

    entries: tuple[Entry, ...] = ()
    claims: tuple[Claim, ...] = ()

    def accounts(self) -> tuple[Account, ...]:
        """Every account, those that are only claimed about too; by root and names."""
        found = {posting.account: posting.account for entry in self.entries for posting in entry.postings}
        for claim in self.claims:
            found.setdefault(claim.account, claim.account)
        roots = list(Root)
        return tuple(sorted(found.values(), key=lambda account: (roots.index(account.root), account.names)))

    def resources(self) -> tuple[str, ...]:
        """Every resource that moves or is claimed."""
        found = {posting.resource for entry in self.entries for posting in entry.postings}
        found |= {resource for claim in self.claims for resource in claim.amounts}
        return tuple(sort_resources(found))

    def balances(self, until: int | None = None) -> dict[Account, Bundle]:
        """What each account holds when day ``until`` ends, or at the end; accounts under it not counted."""
        moved: dict[Account, list[tuple[str, int]]] = {account: [] for account in self.accounts()}
        for entry in self.entries:
            if until is None or entry.day <= until:
                for posting in entry.postings:
                    moved[posting.account].append((posting.resource, posting.amount))
        return {account: Bundle(amounts) for account, amounts in moved.items()}

    def broken_claims(self) -> Iterator[Broken]:
        """The claims that the entries contradict, resource by resource."""
        running: dict[tuple[Account, str], int] = {}
        for step in self.steps():
            if isinstance(step, Entry):
                for posting in step.postings:
                    key = (posting.account, posting.resource)
                    running[key] = running.get(key, 0) + posting.amount
                continue
            for resource, amount in step.amounts.items():
                found = sum(
                    held
                    for (account, name), held in running.items()
                    if name == resource and step.account.covers(account)
                )
                if found != amount:
                    yield Broken(step, resource, found)

    def steps(self) -> list[Entry | Claim]:
        """Entries and claims by day; the claims of a day behind its entries."""
        steps: list[Entry | Claim] = [*self.entries, *self.claims]
        return sorted(steps, key=lambda step: (step.day, isinstance(step, Claim)))


def make_journal(entries: Iterable[Entry], claims: Iterable[Claim]) -> Journal:
    """A journal with everything in order of days; within a day as given."""
    return Journal(
        tuple(sorted(entries, key=lambda entry: entry.day)), tuple(sorted(claims, key=lambda claim: claim.day))
    )
