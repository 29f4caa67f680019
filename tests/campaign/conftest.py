"""Campaigns in both kinds of store: a file, and a server where one can be run."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from support.postgres import missing_server, run_server
from support.toy_campaign import TOY_CAMPAIGN, try_post

from orderbook.books.bundle import Bundle
from orderbook.campaign.campaign import Campaign, create_campaign, open_campaign
from orderbook.campaign.game import Player
from orderbook.campaign.ingest import Ingested, ingest
from orderbook.rulebook.options import Options
from orderbook.systems import SYSTEMS

PLAYERS = (
    Player("Ann", "Reds", Bundle({"Gold": 10}), ("ann_the_red",)),
    Player("Bob", "Blues", Bundle({"Gold": 20})),
    Player("Cid", "Greens"),
)


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    """The address of a PostgreSQL server."""
    reason = missing_server()
    if reason is not None:
        pytest.skip(reason)
    with run_server() as address:
        yield address


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest) -> str | None:
    """Where a campaign is kept: None for a file in its folder."""
    return None if request.param == "sqlite" else str(request.getfixturevalue("server"))


@pytest.fixture(autouse=True)
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("orderbook.campaign.sqlite.SYNCHRONOUS", "OFF")
    monkeypatch.setitem(SYSTEMS, "toy", "support.toy_campaign:TOY_CAMPAIGN")
    assert TOY_CAMPAIGN.name == "toy"


def make(folder: Path, address: str | None = None) -> Path:
    """A campaign of three players."""
    create_campaign(folder, "toy", seed="toys", options=Options(), address=address)
    with open_campaign(folder) as campaign:
        for player in PLAYERS:
            campaign.set_player(player)
    return folder


@pytest.fixture
def folder(tmp_path: Path, address: str | None) -> Path:
    """The folder of a campaign of three players."""
    return make(tmp_path / "deeps", address)


@pytest.fixture
def campaign(folder: Path) -> Iterator[Campaign]:
    with open_campaign(folder) as opened:
        yield opened


@pytest.fixture
def take(campaign: Campaign) -> Callable[..., Ingested]:
    """Takes posts: texts by the name of the player."""

    def call(week: int, **posts: str) -> Ingested:
        files = [
            (f"Week {week}\nWe are {_faction(name)}\n[spoiler=A]\n{text}\n[/spoiler]\n".encode(), f"{name}.txt")
            for name, text in posts.items()
        ]
        return ingest(campaign, files, try_post)

    return call


def _faction(name: str) -> str:
    return next(player.faction for player in PLAYERS if player.name == name)
