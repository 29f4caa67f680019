"""Whatever goes wrong outside (killed, no room, no right to write), a campaign is as before or as after."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from campaign.conftest import make
from support.old_stores import age_store, make_old
from support.played import begin, play, post_week, resolve, underdeep
from support.toy_campaign import SYSTEM, try_post

from orderbook.campaign.campaign import open_campaign
from orderbook.campaign.faults import CampaignError
from orderbook.campaign.ingest import ingest
from orderbook.campaign.verify import verify
from orderbook.campaign.week import resolve_week

ROOT = Path(__file__).resolve().parents[2]
KILLER = ROOT / "tests" / "support" / "killing.py"
ROUNDS = {"ingest": 50, "undo": 50, "resolve": 50, "migrate": 50, "new": 30}
REAL_ROUNDS = int(os.environ.get("ORDERBOOK_KILLS", "10"))
"""How often each step of a campaign of the Underdeep is killed; ``ORDERBOOK_KILLS=200 pytest tests/campaign``."""
MANY = 100
"""Kills from which on some have to come before the store is written, and some after."""
NOBODY = 65534


def prepare(folder: Path, deed: str, address: str | None = None) -> Path:
    """A campaign to which the deed can be done."""
    from support.killing import BULK

    if deed == "new":
        folder.mkdir()
        return folder
    if deed == "migrate":
        return make_old(folder, 1)
    make(folder, address)
    with open_campaign(folder) as campaign:
        posts = [(f"Week 1\nWe are Reds\n[spoiler=A]\n{BULK}".encode(), "a.txt")]
        ingest(campaign, posts, try_post)
        if deed != "resolve":
            resolve_week(campaign, SYSTEM, 1)
    return folder


def kill(deed: str, folder: Path, rounds: int, game: str = "toy", address: str | None = None) -> dict[str, object]:
    store = {"ORDERBOOK_TEST_STORE": address} if address is not None else {}
    done = subprocess.run(
        [sys.executable, str(KILLER), game, deed, str(folder), str(rounds), deed],
        capture_output=True, env=os.environ | {"PYTHONPATH": str(ROOT)} | store, timeout=1800,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr.decode()
    found: dict[str, object] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize("deed", ROUNDS)
def test_killed_at_any_moment_a_step_is_done_or_not(tmp_path: Path, deed: str) -> None:
    found = kill(deed, prepare(tmp_path / "deeps", deed), ROUNDS[deed])
    assert found["wrong"] == []
    assert found["before"] and int(str(found["before"])) + int(str(found["after"])) == ROUNDS[deed]


@pytest.mark.parametrize("deed", ["ingest", "resolve", "new"])
def test_killed_at_any_moment_nothing_is_half_done_on_a_server(tmp_path: Path, server: str, deed: str) -> None:
    found = kill(deed, prepare(tmp_path / "deeps", deed, server), 15, address=server)
    assert found["wrong"] == [] and found["before"]


def prepare_real(folder: Path, deed: str, address: str | None = None) -> Path:
    """A campaign of the Underdeep to which the deed can be done."""
    begin(folder, address)
    if deed == "ingest":
        with open_campaign(folder) as campaign:
            resolve(campaign)
    elif deed == "undo":
        play(folder, 1)
        with open_campaign(folder) as campaign:
            resolve(campaign)
    else:
        play(folder, 1)
    return age_store(folder) if deed == "migrate" else folder


@pytest.mark.parametrize("deed", ["ingest", "undo", "resolve", "migrate"])
def test_a_campaign_of_the_underdeep_is_killed_and_stays_whole(tmp_path: Path, address: str | None, deed: str) -> None:
    found = kill(deed, prepare_real(tmp_path / "deeps", deed, address), REAL_ROUNDS, "underdeep", address)
    assert found["wrong"] == []
    assert int(str(found["before"])) + int(str(found["after"])) == REAL_ROUNDS
    if REAL_ROUNDS >= MANY:  # so few kills as usual may all come before the store is written, on a busy machine
        assert found["before"] and found["after"]


def run_limited(folder: Path, *args: str, room: int) -> subprocess.CompletedProcess[bytes]:
    """A command in a process that may write no file beyond so many bytes, as on a full disk."""
    code = (
        f"import resource, sys; sys.path[:0] = [{str(ROOT / 'tests')!r}, {str(ROOT)!r}]\n"
        "from orderbook.systems import SYSTEMS; SYSTEMS['toy'] = 'support.toy_campaign:TOY_CAMPAIGN'\n"
        "from orderbook.cli.main import run\n"
        f"resource.setrlimit(resource.RLIMIT_FSIZE, ({room}, {room}))\n"
        "sys.exit(run(['campaign', *sys.argv[1:]]))"
    )
    return subprocess.run([sys.executable, "-c", code, *args], capture_output=True, cwd=folder, timeout=120)


@pytest.mark.parametrize("room", [0, 600, 5_000, 40_000, 47_000, 60_000, 90_000])
@pytest.mark.parametrize("deed", ["ingest", "resolve", "undo", "migrate", "new", "export"])
def test_on_a_full_disk_nothing_is_changed_and_it_is_said(tmp_path: Path, deed: str, room: int) -> None:
    from support.killing import BULK

    folder = prepare(tmp_path / "deeps", deed)
    (tmp_path / "post.txt").write_text(f"Week 2\nWe are Reds\n[spoiler=A]\n{BULK * 2}", encoding="utf-8")
    args = {
        "ingest": ("ingest", "deeps", "post.txt"), "resolve": ("resolve", "deeps"), "undo": ("undo", "deeps"),
        "migrate": ("status", "deeps"), "new": ("new", "deeps", "--system", "toy"),
        "export": ("export", "deeps", "out"),
    }[deed]  # fmt: skip
    before = read_lines(folder)
    done = run_limited(tmp_path, *args, room=room)
    assert b"Traceback" not in done.stderr and done.returncode in (0, 1, 2)
    if done.returncode == 2:
        assert done.stderr.startswith(b"orderbook: ") and b"failed while" not in done.stderr, done.stderr
        assert read_lines(folder) == before
    elif deed == "new":
        assert len(read_lines(folder)) == 2
    if room == 0:
        assert done.returncode == 2
    if deed not in ("new", "migrate"):
        with open_campaign(folder) as campaign:
            assert not verify(campaign, SYSTEM).problems


def read_lines(folder: Path) -> list[str]:
    """The journal, read without bringing the store up to date."""
    import sqlite3

    if not (folder / "campaign.sqlite").exists():
        return []
    database = sqlite3.connect(folder / "campaign.sqlite")
    try:
        return [body for (body,) in database.execute("SELECT body FROM journal ORDER BY seq")]
    finally:
        database.close()


@pytest.mark.parametrize("deed", ["ingest", "undo", "migrate", "new"])
@pytest.mark.parametrize("what", ["folder", "file"])
def test_without_the_right_to_write_it_is_said(tmp_path: Path, deed: str, what: str) -> None:
    if deed == "new" and what == "file":
        pytest.skip("there is no file yet")
    folder = prepare(tmp_path / "deeps", deed)
    (tmp_path / "post.txt").write_text("Week 2\nWe are Reds\n[spoiler=A]\ngain 1", encoding="utf-8")
    before = read_lines(folder)
    args = {
        "ingest": ("ingest", "deeps", "post.txt"), "undo": ("undo", "deeps"), "migrate": ("status", "deeps"),
        "new": ("new", "deeps", "--system", "toy"),
    }[deed]  # fmt: skip
    done = run_unprivileged(tmp_path, folder, what, args)
    assert done.returncode == 2 and done.stderr.startswith(b"orderbook: ") and b"Traceback" not in done.stderr
    told = done.stderr.decode()
    assert str(folder.name) in told and any(word in told for word in ("written", "opened", "write")), told
    assert read_lines(folder) == before


def test_what_only_looks_needs_no_right_to_write(tmp_path: Path) -> None:
    folder = prepare(tmp_path / "deeps", "undo")
    for args in (("log", "deeps"), ("status", "deeps", "--brief"), ("verify", "deeps")):
        done = run_unprivileged(tmp_path, folder, "folder", args)
        assert done.returncode == 0, done.stderr.decode()


@pytest.mark.parametrize("what", ["folder", "file"])
def test_a_campaign_of_the_underdeep_is_looked_at_without_the_right_to_write(tmp_path: Path, what: str) -> None:
    """It is told, listed and briefed all the same; what would change it is refused in words, and nothing is done."""
    folder = prepare_real(tmp_path / "deeps", "undo")
    shutil.copytree(folder, tmp_path / "real")
    before = read_lines(folder)
    looks = (("status", "deeps", "--brief"), ("brief", "deeps", "--player", "Agate"), ("log", "deeps"))
    for args in looks:
        done = run_unprivileged(tmp_path, folder, what, args)
        assert done.returncode in (0, 1) and done.stdout and not done.stderr, (args, done.stderr.decode())
    for args in (("resolve", "deeps"), ("undo", "deeps"), ("player", "deeps", "Zed", "--faction", "Derro")):
        done = run_unprivileged(tmp_path, folder, what, args)
        assert done.returncode == 2 and b"campaign.sqlite cannot be written; nothing was changed" in done.stderr
    assert read_lines(folder) == before


def run_unprivileged(home: Path, folder: Path, what: str, args: tuple[str, ...]) -> subprocess.CompletedProcess[bytes]:
    """A command by somebody who may read the folder but not write in it, or not the file in it."""
    # Root may write anywhere, so that user is left behind, once everything that will be imported is.
    code = f"""
import os, sys
sys.path[:0] = [{str(ROOT / "tests")!r}, {str(ROOT)!r}]
from orderbook.systems import SYSTEMS
SYSTEMS['toy'] = 'support.toy_campaign:TOY_CAMPAIGN'
from orderbook.cli.main import run
import contextlib, io
with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
    run(['campaign', 'new', 'warm', '--system', 'toy'])
    run(['campaign', 'player', 'warm', 'Ann', '--faction', 'Reds'])
    for words in ('ingest warm post.txt', 'status warm', 'verify warm', 'log warm', 'undo warm', 'log nowhere'):
        run(['campaign', *words.split()])
    if os.path.isdir('real'):
        for words in ('brief real --player Agate', 'status real', 'player real Zed --faction Derro', 'resolve real'):
            run(['campaign', *words.split()])
if os.geteuid() == 0:
    os.setgid({NOBODY})
    os.setuid({NOBODY})
sys.exit(run(['campaign', *sys.argv[1:]]))
"""
    (home / "post.txt").touch()
    shutil.rmtree(home / "warm", ignore_errors=True)
    place = home
    opened = []
    while place != place.parent and place.stat().st_uid == os.geteuid() and len(opened) < 4:  # folders of pytest's own
        opened.append((place, place.stat().st_mode))
        place.chmod(place.stat().st_mode | 0o055)
        place = place.parent
    file = folder / "campaign.sqlite"
    if file.exists():
        file.chmod(0o444 if what == "file" else 0o666)
    folder.chmod(0o777 if what == "file" else 0o555)
    try:
        return subprocess.run([sys.executable, "-c", code, *args], capture_output=True, cwd=home, timeout=120)
    finally:
        folder.chmod(0o755)
        for path, mode in opened:
            path.chmod(mode)


def test_an_address_of_a_store_that_was_never_made_is_in_nobodys_way(tmp_path: Path, server: str) -> None:
    """Who is killed between writing the address and the server's word that all is there leaves just that."""
    folder = tmp_path / "deeps"
    make(folder, server)
    whole = (folder / "campaign.toml").read_text()
    with pytest.raises(CampaignError, match="there is a campaign in"):
        make(folder, server)
    (folder / "campaign.toml").write_text(whole.replace('schema = "campaign', 'schema = "left'))
    with pytest.raises(CampaignError, match="there is no campaign in the store"):
        open_campaign(folder)
    make(folder, server)
    with open_campaign(folder) as campaign:
        assert len(campaign.record.players) == 3 and not verify(campaign, SYSTEM).problems


@pytest.mark.parametrize("deed", ["resolve", "ingest", "undo", "new"])
def test_on_a_full_disk_a_campaign_of_the_underdeep_stays_as_it_was(tmp_path: Path, deed: str) -> None:
    """However far the room goes that is left on the disk: from none to a little more than is needed."""
    folder = prepare_real(tmp_path / "deeps", deed)
    (tmp_path / "post.html").write_bytes(post_week(folder)[0][0] if deed == "ingest" else b"")
    args = {
        "resolve": ("resolve", "deeps"), "ingest": ("ingest", "deeps", "post.html"), "undo": ("undo", "deeps"),
        "new": ("new", "other", "--map", "deeps.toml"),
    }[deed]  # fmt: skip
    size = (folder / "campaign.sqlite").stat().st_size
    before, done_at_last = read_lines(folder), False
    for room in (0, 512, size // 3, size - 4096, size + 4096, 4 * size):
        done = run_limited(tmp_path, *args, room=room)
        assert b"Traceback" not in done.stderr, done.stderr
        if done.returncode != 2:
            done_at_last = True
            break
        assert done.stderr.startswith(b"orderbook: ") and b"failed while" not in done.stderr, done.stderr
        assert read_lines(folder) == before
        assert not (tmp_path / "other" / "campaign.sqlite").exists()
    assert done_at_last and room > 0
    with open_campaign(folder) as campaign:
        assert not verify(campaign, underdeep()[0]).problems
