"""Reading the posts of a series, each of them once, in the light of the faction they share."""

from __future__ import annotations

from dataclasses import dataclass

from orderbook.books.book import Remark
from orderbook.books.bundle import Bundle
from orderbook.rulebook.model import Faction, Rulebook
from orderbook.systems.system import RequestError
from orderbook.systems.underdeep.check import refuse_too_long
from orderbook.systems.underdeep.checks.wealth import tabulate
from orderbook.systems.underdeep.post.read import Reading, read_post
from orderbook.text.source import SourceText


@dataclass(frozen=True, slots=True)
class SeriesPost:
    """A post of the series. ``place`` is its number in the order given; ``edited`` what a forum says of an edit."""

    source: SourceText
    place: int
    author: str = ""
    posted: str = ""
    edited: str = ""


@dataclass(frozen=True)
class ReadPost:
    """A post and what it says. ``implied`` is the Wealth it must have begun with, as far as it states any."""

    post: SeriesPost
    reading: Reading
    stated: Bundle
    implied: Bundle

    @property
    def file(self) -> str:
        return self.post.source.name


class SeriesReader:
    """Reads posts of one player; the first that tells its faction tells that of all.

    ``resources`` are names of resources that are known beforehand.
    """

    def __init__(self, rulebook: Rulebook, faction: Faction | None, resources: frozenset[str] = frozenset()) -> None:
        self.rulebook = rulebook
        self.faction = faction
        self.resources = resources

    def read_all(self, posts: list[SeriesPost]) -> tuple[list[ReadPost], list[Remark]]:
        """The posts among them, and remarks on texts that are none. Raises ``RequestError`` if there is none."""
        read: list[ReadPost] = []
        remarks: list[Remark] = []
        for post in posts:
            refuse_too_long(post.source)
            reading = self.read(post.source)
            if reading.sections.sections:
                read.append(weigh(post, reading))
            else:
                name = post.source.name
                text = f"{name} is no orders post: no tab was found in it. It is left out."
                remarks.append(Remark("not-a-post", "warning", text, file=name))
        if not read:
            names = ", ".join(dict.fromkeys(post.source.name for post in posts)) or "nothing"
            raise RequestError(f"no orders post was found: no tab is in {names}")
        if self.faction is not None:
            read = [
                entry if entry.reading.faction else weigh(entry.post, self.read(entry.post.source)) for entry in read
            ]
        return read, remarks

    def read(self, source: SourceText, resources: frozenset[str] = frozenset()) -> Reading:
        """One post; ``resources`` are those of the weeks before."""
        reading = read_post(source.text, self.rulebook, faction=self.faction, resources=self.resources | resources)
        self.faction = self.faction or reading.faction
        return reading

    def with_resources(self, entry: ReadPost, resources: frozenset[str]) -> ReadPost:
        """The post read with the resources of the weeks before, if it names one that it could not have known."""
        missing = resources - entry.reading.resources
        text = entry.post.source.text.casefold() if missing else ""
        if not any(name.casefold().rstrip("s") in text for name in missing):
            return entry
        return weigh(entry.post, self.read(entry.post.source, resources))


def weigh(post: SeriesPost, reading: Reading) -> ReadPost:
    """A post with the Wealth it states and the one it must have begun with."""
    ledger = tabulate(reading.post, None)
    stated = Bundle(ledger.stated or {})
    implied = Bundle(
        (resource, amount - ledger.computed[resource]) for resource, amount in (ledger.stated or {}).items()
    )
    return ReadPost(post, reading, stated, implied)
