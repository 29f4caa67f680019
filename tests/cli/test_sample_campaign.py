"""The sample campaign, played by its commands: state, journal and briefings are those of the golden files."""

from __future__ import annotations

import hashlib
import json
import shlex
from collections.abc import Callable
from pathlib import Path

import pytest
from support.golden import assert_golden
from support.ledgers import hledger_balances, needs_beancount, needs_hledger, run_bean_check, run_hledger

from orderbook.campaign.campaign import open_campaign
from orderbook.cli.main import run
from orderbook.systems.underdeep.week.codec import write_state
from orderbook.systems.underdeep.week.system import CAMPAIGN

ROOT = Path(__file__).resolve().parents[2]
COMMANDS = ROOT / "samples" / "campaign" / "commands.txt"
WEEKS = range(1, 9)
READERS = (None, "Cellar Door", "Ladle", "Velvet")

Cli = Callable[..., str]


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the samples in it, and the campaign played to its end."""
    folder = tmp_path_factory.mktemp("sample")
    (folder / "samples").symlink_to(ROOT / "samples")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("orderbook.campaign.sqlite.SYNCHRONOUS", "OFF")
        patch.chdir(folder)
        waits = 0
        for line in COMMANDS.read_text(encoding="utf-8").splitlines():
            if line and not line.startswith("#"):
                program, *args = shlex.split(line)
                assert program == "orderbook"
                status = run(args)
                waits += status == 1
                assert status == 0 or (status == 1 and args[1] == "resolve"), line
        assert waits == 3  # three weeks wait for a ruling each
    return folder


@pytest.fixture
def cli(place: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Cli:
    monkeypatch.chdir(place)

    def call(*args: str) -> str:
        capfd.readouterr()
        assert run(["campaign", *args]) == 0
        return capfd.readouterr().out

    return call


@pytest.mark.parametrize("week", WEEKS)
def test_the_briefings_are_as_they_were(cli: Cli, week: int) -> None:
    told = [
        cli("brief", "deeps", "--week", str(week), *(("--player", reader) if reader is not None else ()))
        for reader in READERS
    ]
    assert_golden(f"campaign/week-{week}.txt", "\n".join(told))


def test_the_coming_post_is_as_it_was(cli: Cli) -> None:
    assert_golden("campaign/next.txt", cli("brief", "deeps", "--week", "8", "--player", "Ladle", "--next"))


def test_players_read_no_notes_for_the_game_master(cli: Cli) -> None:
    assert "For the game master" in cli("brief", "deeps", "--week", "8")
    for player in READERS[1:]:
        told = cli("brief", "deeps", "--week", "8", "--player", str(player))
        assert "[b]Ladle[/b] (attacker)" in told and "For the game master" not in told and "Note:" not in told


def test_the_state_is_as_it_was(place: Path) -> None:
    with open_campaign(place / "deeps") as campaign:
        state = campaign.state(WEEKS[-1], CAMPAIGN)
    assert_golden("campaign/state.json", json.dumps(write_state(state), indent=1, ensure_ascii=False) + "\n")


def test_the_journal_is_as_it_was(cli: Cli, place: Path, tmp_path: Path) -> None:
    """By the digest of each exported file."""
    cli("export", "deeps", str(tmp_path / "export"))
    digests = [
        f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.relative_to(tmp_path / 'export').as_posix()}\n"
        for path in sorted((tmp_path / "export").rglob("*"))
        if path.is_file()
    ]
    assert_golden("campaign/export.sha256", "".join(digests))


def test_the_journal_is_whole(cli: Cli) -> None:
    assert cli("verify", "deeps", "--replay").startswith("Whole: ")


def test_an_ambush_a_siege_an_assault_and_an_unpaid_army_are_in_it(cli: Cli) -> None:
    everything = "\n".join(cli("brief", "deeps", "--week", str(week)) for week in WEEKS)
    for told in (
        "The trade went through: 15 Metal from Cellar Door reached Ladle",
        "Ambush in Lowerdeep 24",
        "Battle in Lowerdeep 24",
        "Derro Mutants are owed",
        "fight at -1 Morale",
        "is besieged by Ladle",
        "was assaulted by Ladle",
        "Battle in Lowerdeep 40",
    ):
        assert told in everything


@needs_hledger
@pytest.mark.parametrize("player", READERS)
def test_hledger_agrees_with_the_books(cli: Cli, player: str | None) -> None:
    text = cli("ledger", "deeps", "--format", "hledger", *(("--player", player) if player else ()))
    done = run_hledger(text, "check", "--strict")
    assert done.returncode == 0, done.stderr
    assert any(account.endswith("Treasury") for account in hledger_balances(text))


@needs_beancount
@pytest.mark.parametrize("player", READERS)
def test_bean_check_agrees_with_the_books(cli: Cli, player: str | None, tmp_path: Path) -> None:
    text = cli("ledger", "deeps", "--format", "beancount", *(("--player", player) if player else ()))
    done = run_bean_check(text, tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
