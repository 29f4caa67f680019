"""A campaign as text files and back: the same campaign, the same files, whatever the store."""

from collections.abc import Callable
from pathlib import Path

import pytest
from support.toy_campaign import SYSTEM

from orderbook.campaign.campaign import Campaign, create_campaign, open_campaign
from orderbook.campaign.exchange import export_store, import_store
from orderbook.campaign.faults import CampaignError
from orderbook.campaign.ingest import Ingested
from orderbook.campaign.verify import verify
from orderbook.campaign.week import resolve_week
from orderbook.rulebook.options import Options

Take = Callable[..., Ingested]


def read_all(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture
def played(campaign: Campaign, take: Take) -> Campaign:
    take(1, Ann="gain 5", Bob="secret \u2028\x85\x01 \U0001f600")
    resolve_week(campaign, SYSTEM, 1)
    take(2, Bob="gain 1")
    campaign.undo()
    return campaign


def test_an_export_comes_back_as_the_same_campaign(played: Campaign, tmp_path: Path, address: str | None) -> None:
    export_store(played.store, tmp_path / "out")
    import_store(tmp_path / "out", tmp_path / "again", address)
    with open_campaign(tmp_path / "again") as again:
        assert (again.record, again.steps, again.head) == (played.record, played.steps, played.head)
        assert list(again.store.lines()) == list(played.store.lines())
        assert again.store.columns() == played.store.columns()
        assert not verify(again, SYSTEM).problems
        export_store(again.store, tmp_path / "twice")
    assert read_all(tmp_path / "twice") == read_all(tmp_path / "out")


def test_both_stores_give_the_same_files(tmp_path: Path, server: str) -> None:
    from campaign.conftest import make

    for name, address in (("a", None), ("b", server)):
        with open_campaign(make(tmp_path / name / "deeps", address)) as campaign:
            export_store(campaign.store, tmp_path / name / "out")
    assert read_all(tmp_path / "a" / "out") == read_all(tmp_path / "b" / "out")


def test_an_export_is_kept_up_to_date_by_adding_files(played: Campaign, take: Take, tmp_path: Path) -> None:
    export_store(played.store, tmp_path / "out")
    before = read_all(tmp_path / "out")
    assert export_store(played.store, tmp_path / "out") == 0
    take(3, Cid="gain 1")
    assert export_store(played.store, tmp_path / "out") == 3
    after = read_all(tmp_path / "out")
    assert {name for name in before if before[name] != after[name]} == {"campaign.json"}
    assert sorted(after.keys() - before.keys())[0] == "journal/0009-ingest.jsonl"


def test_a_folder_of_something_else_is_left_alone(played: Campaign, tmp_path: Path) -> None:
    (tmp_path / "posts").mkdir()
    with pytest.raises(CampaignError, match="is of no earlier export"):
        export_store(played.store, tmp_path)
    create_campaign(tmp_path / "other", "toy", seed="x", options=Options())
    with open_campaign(tmp_path / "other") as other:
        export_store(other.store, tmp_path / "out")
    with pytest.raises(CampaignError, match="is of no earlier export"):
        export_store(played.store, tmp_path / "out")


def test_what_was_received_is_there_byte_by_byte(played: Campaign, tmp_path: Path) -> None:
    export_store(played.store, tmp_path)
    (path,) = (tmp_path / "posts" / "week-001").glob("ann-*.txt")
    assert path.read_bytes() == played.store.blob(played.record.posts[1, "Ann"].text)


@pytest.mark.parametrize(
    ("name", "old", "new", "told"),
    [
        ("journal/0002-player.jsonl", b'"Reds"', b'"Rads"', "line 4 of the journal|not whole"),
        ("journal/0002-player.jsonl", b"{", b"[", "cannot be read"),
        ("journal/0002-player.jsonl", b'"event"', b'"evenx"', "cannot be read|not whole"),
        ("campaign.json", b'"line"', b'"lime"', "cannot be read"),
        ("campaign.json", b'"format": 1', b'"format": 9', "newer orderbook"),
        ("snapshots/week-001-step-0006.json", b'"Ann": 15', b'"Ann": 16', "snapshot of week 1 of step 6 was changed"),
        ("snapshots/week-001-step-0006.json", b"{", b"", "no snapshot"),
    ],
)
def test_an_export_that_was_changed_is_refused(
    played: Campaign, tmp_path: Path, address: str | None, name: str, old: bytes, new: bytes, told: str
) -> None:
    export_store(played.store, tmp_path / "out")
    path = tmp_path / "out" / name
    assert old in path.read_bytes()
    path.write_bytes(path.read_bytes().replace(old, new, 1))
    with pytest.raises(CampaignError, match=told):
        import_store(tmp_path / "out", tmp_path / "again", address)
    with pytest.raises(CampaignError, match="no campaign in"):
        open_campaign(tmp_path / "again" if (tmp_path / "again").exists() else tmp_path)


@pytest.mark.parametrize("pattern", ["journal/0003*", "posts/*/ann-*", "snapshots/week-000*", "campaign.json"])
def test_an_export_with_a_hole_is_refused(played: Campaign, tmp_path: Path, pattern: str) -> None:
    export_store(played.store, tmp_path / "out")
    for path in list((tmp_path / "out").glob(pattern)):
        path.unlink()
    with pytest.raises(CampaignError, match=r"missing|not whole"):
        import_store(tmp_path / "out", tmp_path / "again")
    assert not list((tmp_path / "again").glob("*")) if (tmp_path / "again").exists() else True


def test_a_file_that_leads_elsewhere_is_refused(tmp_path: Path) -> None:
    from orderbook.campaign.own_events import campaign_begun
    from orderbook.campaign.record import KeptFile
    from orderbook.campaign.store import Draft, Head

    (tmp_path / "house.toml").write_text("[options]\n")
    create_campaign(tmp_path / "a", "toy", seed="", options=Options(), rules=(tmp_path / "house.toml",))
    with open_campaign(tmp_path / "a") as campaign:
        assert [path.name for path in campaign.setup.rules] == ["house.toml"]
        assert campaign.setup.rules[0].read_text() == "[options]\n"
        kept = campaign.record.rules[0]
        for name in ("../evil.toml", "/etc/evil.toml", "", "a\\..\\b"):
            begun = campaign_begun("toy", "", Options(), [KeptFile(name, kept.digest)], None)
            campaign.store.append(Draft("new", "x", (begun,)), campaign.store.head())
            campaign.reload()
            with pytest.raises(CampaignError, match="a name that cannot be used"):
                _ = campaign.setup
        assert campaign.store.head() != Head()
