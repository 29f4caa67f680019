"""A store of an older version is brought up to date by itself, a copy put aside before."""

import sqlite3
from pathlib import Path

import pytest
from support.old_stores import OLD, make_old
from support.toy_campaign import SYSTEM

from orderbook.campaign.campaign import open_campaign
from orderbook.campaign.faults import StoreError
from orderbook.campaign.schema import MIGRATIONS, VERSION, read_version
from orderbook.campaign.verify import verify
from orderbook.campaign.week import resolve_week


def test_every_old_version_is_kept_for_the_tests() -> None:
    assert sorted(path.name for path in OLD.iterdir()) == [f"version-{old}.json" for old in range(1, VERSION)]
    assert [migration.version for migration in MIGRATIONS] == list(range(1, VERSION + 1))


@pytest.mark.parametrize("version", range(1, VERSION))
def test_an_old_campaign_goes_on(tmp_path: Path, address: str | None, version: int) -> None:
    folder = make_old(tmp_path / "deeps", version, address)
    told: list[str] = []
    with open_campaign(folder, told.append) as campaign:
        assert f"version {version} and is now of version {VERSION}" in told[0]
        assert read_version(campaign.store.database) == VERSION
        proof = verify(campaign, SYSTEM)
        assert (proof.problems, proof.left_out, proof.weeks) == ((), (), 1)
        assert [event.kind for event in campaign.week_events(1)] == ["gained", "ruled", "hid", "rolled"]
        assert campaign.text_of(campaign.record.posts[2, "Bob"]).text.split("\n")[3] == "gain 1"
        resolve_week(campaign, SYSTEM, 2)
        assert not verify(campaign, SYSTEM).problems
    again: list[str] = []
    with open_campaign(folder, again.append):
        assert not again


def test_a_copy_of_the_old_file_is_put_aside(tmp_path: Path) -> None:
    folder = make_old(tmp_path / "deeps", 1)
    with sqlite3.connect(folder / "campaign.sqlite") as old:
        before = list(old.iterdump())
    told: list[str] = []
    open_campaign(folder, told.append).close()
    backup = folder / "campaign.sqlite.version-1.backup"
    assert str(backup) in told[0]
    with sqlite3.connect(backup) as copy:
        assert list(copy.iterdump()) == before


def test_a_copy_of_the_old_tables_is_put_aside(tmp_path: Path, server: str) -> None:
    folder = make_old(tmp_path / "deeps", 1, server)
    told: list[str] = []
    with open_campaign(folder, told.append) as campaign:
        schema = told[0].split("the schema ")[1].split()[0]
        assert campaign.store.database.rows(f"SELECT content FROM {schema}.meta WHERE name = 'version'") == [("1",)]
        lines = campaign.store.database.rows(f"SELECT seq, step, body, hash FROM {schema}.journal ORDER BY seq")
        assert [line.body for line in campaign.store.lines()] == [body for _, _, body, _ in lines]


def test_a_store_of_the_future_is_left_alone(folder: Path) -> None:
    with open_campaign(folder) as campaign:
        campaign.store.database.run("UPDATE meta SET content = '99' WHERE name = 'version'")
    with pytest.raises(StoreError, match="newer orderbook"):
        open_campaign(folder)


def test_a_store_without_a_version_says_so(folder: Path) -> None:
    with open_campaign(folder) as campaign:
        campaign.store.database.run("DELETE FROM meta")
    with pytest.raises(StoreError, match="does not tell its version"):
        open_campaign(folder)


@pytest.mark.parametrize(("data", "told"), [(b"", "no campaign in the store"), (b"no database" * 99, "damaged")])
def test_a_file_that_is_no_store_says_so(tmp_path: Path, data: bytes, told: str) -> None:
    (tmp_path / "campaign.sqlite").write_bytes(data)
    with pytest.raises(StoreError, match=told):
        open_campaign(tmp_path)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("store = 5", "must hold store"),
        ("store = ", "cannot be read"),
        ('store = "mysql://x"\nschema = "a"', "must hold store"),
        ('store = "postgresql:///x"\nschema = "a; drop"', "no name for a schema"),
        ('store = "postgresql://nobody@/x?host=/nowhere"\nschema = "a"', "cannot be used"),
    ],
)
def test_an_address_that_leads_nowhere_says_so(tmp_path: Path, text: str, told: str) -> None:
    (tmp_path / "campaign.toml").write_text(text)
    with pytest.raises(Exception, match=told):
        open_campaign(tmp_path)
