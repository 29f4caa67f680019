"""The evening's list of a campaign that has resolved weeks: posts are judged by what the campaign knows."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from orderbook.campaign.campaign import open_campaign
from orderbook.cli.main import run
from orderbook.systems.underdeep.week.system import CAMPAIGN
from tests.support.hosts import FIRST_WEEK, Hosts

Cli = Callable[..., tuple[int, str, str]]
HOSTS = Hosts(players=2, regiments=4, regions=20)


@pytest.fixture
def cli(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], tmp_path: Path) -> Cli:
    monkeypatch.setattr("orderbook.campaign.sqlite.SYNCHRONOUS", "OFF")
    monkeypatch.chdir(tmp_path)

    def call(*args: str) -> tuple[int, str, str]:
        status = run(["campaign", *args])
        out, err = capfd.readouterr()
        return status, out, err

    return call


@pytest.fixture
def deeps(cli: Cli) -> str:
    """A campaign whose first week, 5, is resolved from posts that state a Wealth without the week's flows."""
    Path("map.toml").write_text(HOSTS.draw_map())
    assert cli("new", "deeps", "--map", "map.toml")[0] == 0
    for player in HOSTS.roster():
        opening = ", ".join(f"{resource} {amount}" for resource, amount in HOSTS.opening.items())
        assert cli("player", "deeps", player.name, "--faction", player.faction, "--opening", opening)[0] == 0
        Path("post.txt").write_text(HOSTS.first_post(player.name))
        assert cli("ingest", "deeps", "post.txt", "--player", player.name)[0] == 0
    return "deeps"


def next_posts(cli: Cli, deeps: str) -> None:
    for name in HOSTS.names:
        text = cli("brief", deeps, "--player", name, "--next")[1]
        Path(f"{name}.txt").write_text(text[text.index("[b]Week 6[/b]") :])
        assert cli("ingest", deeps, f"{name}.txt", "--player", name)[0] == 0


def test_posts_are_judged_by_the_state_and_not_by_the_post_before(cli: Cli, deeps: str) -> None:
    assert cli("resolve", deeps)[0] == 0
    next_posts(cli, deeps)
    status, out, _ = cli("status", deeps, "--format", "json")
    told = json.loads(out)
    with open_campaign(Path(deeps)) as campaign:
        state = campaign.state(FIRST_WEEK, CAMPAIGN)
    assert status == 0 and told["week"] == 6
    for player in told["players"]:
        assert player["by_state"]
        opening = player["report"]["ledger"]["opening"]
        assert opening == {res: str(amount) for res, amount in state.players[player["name"]].wealth.items()}
        assert opening["Gold"] != str(HOSTS.opening["Gold"])
        assert [
            finding["severity"] for finding in player["report"]["diagnostics"] if finding["severity"] == "error"
        ] == []


def test_a_troop_nobody_has_is_told_though_the_post_before_listed_it(cli: Cli, deeps: str) -> None:
    assert cli("resolve", deeps)[0] == 0
    assert cli("ruling", deeps, "--add", "Agate: -5 Kobold Slingers", "--week", "6")[0] == 0
    next_posts(cli, deeps)
    text = Path("Agate.txt").read_text().replace("Kobold Skulkers - ", "Kobold Skulkers - ", 1)
    Path("Agate.txt").write_text(
        text.replace("[spoiler=Armies]\n", "[spoiler=Armies]\n7 Kobold Blunderdigs - In Upperdeep 1\n")
    )
    assert cli("ingest", deeps, "Agate.txt", "--player", "Agate")[0] == 0
    status, out, _ = cli("status", deeps, "--player", "Agate")
    assert status == 1 and "[army-count]" in out
    assert "Ruled for this week beside what was asked:\n  added.6.1: Agate: -5 Kobold Slingers" in out


def test_the_next_step_is_told(cli: Cli, deeps: str) -> None:
    assert cli("status", deeps)[1].endswith("Next: orderbook campaign resolve deeps --week 5\n")
    cli("resolve", deeps)
    assert cli("status", deeps)[1].endswith("Missing: Agate, Basalt\nNext: orderbook campaign ingest deeps THREAD\n")
    assert "campaign brief deeps --week 5 --player NAME" in cli("status", deeps, "--week", "5")[1]
    Path("post.txt").write_text(HOSTS.first_post("Agate").replace("Week 5", "Week 6"))
    cli("ingest", deeps, "post.txt", "--player", "Agate")
    assert cli("status", deeps)[1].endswith("Next: orderbook campaign resolve deeps --week 6, or wait for Basalt\n")
