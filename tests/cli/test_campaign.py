"""The commands about campaigns: what they print, what they refuse, and their exit status."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from support.forums import Said, write_page

from orderbook.cli.main import run
from orderbook.systems import SYSTEMS

Ran = tuple[int, str, str]
Cli = Callable[..., Ran]


@pytest.fixture
def cli(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], tmp_path: Path) -> Cli:
    """Runs ``orderbook campaign ...`` on the toy system, in a folder of its own."""
    monkeypatch.setitem(SYSTEMS, "toy", "support.toy_campaign:TOY_CAMPAIGN")
    monkeypatch.setattr("orderbook.campaign.sqlite.SYNCHRONOUS", "OFF")
    monkeypatch.chdir(tmp_path)

    def call(*args: str) -> Ran:
        status = run(["campaign", *args])
        out, err = capfd.readouterr()
        return status, out, err

    return call


@pytest.fixture
def deeps(cli: Cli) -> str:
    for args in (
        ("new", "deeps", "--system", "toy", "--seed", "s"),
        ("player", "deeps", "Ann", "--faction", "Reds", "--opening", "Gold 10", "--alias", "ann2"),
        ("player", "deeps", "Bob", "--faction", "Blues"),
    ):
        assert cli(*args)[0] == 0
    return "deeps"


def orders(text: str, week: int = 1) -> str:
    return f"Week {week}\n[spoiler=A]\n{text}\n[/spoiler]\n[spoiler=B]\n-\n[/spoiler]\n[spoiler=C]\n-\n[/spoiler]\n"


def page(*posts: Said) -> str:
    Path("thread.html").write_text(write_page("phpBB", posts), encoding="utf-8")
    return "thread.html"


def test_a_campaign_is_made_and_told(cli: Cli) -> None:
    status, out, err = cli("new", "a/b", "--system", "toy")
    assert (status, out) == (0, "A campaign of toy begins in a/b.\n") and "campaign player a/b NAME" in err
    assert cli("new", "a/b", "--system", "toy")[::2] == (
        2, "orderbook: there is a campaign in a/b already; choose another folder\n",
    )  # fmt: skip
    status, out, err = cli("status", "a/b")
    assert status == 2 and "nobody plays yet; first: orderbook campaign player a/b" in err


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (("new", "x", "--system", "chess"), "there is no system 'chess'"),
        (("new", "x", "--system", "toy", "--store", "mysql://x"), "is no address of a store"),
        (("new", "x", "--system", "toy", "--store", "postgresql:///x?host=/nowhere"), "cannot be used"),
        (("new", "x", "--system", "toy", "--option", "spelling=odd"), "spelling cannot be"),
        (("new", "x", "--system", "toy", "--map", "nowhere"), "does not exist"),
        (("status", "nowhere"), "there is no folder nowhere; 'orderbook campaign new nowhere'"),
        (("player", "deeps", "Cid"), "Cid does not play yet; say with --faction"),
        (("player", "deeps", "Ann", "--no-alias", "zed"), "zed is no alias of Ann"),
        (("player", "deeps", "gm", "--faction", "Reds"), "no player can be called"),
        (("ingest", "deeps", "nowhere.txt"), "cannot read nowhere.txt"),
        (("ingest", "deeps", "deeps/campaign.sqlite"), "holds binary data"),
        (("ingest", "deeps", "deeps", "--player", "Zed"), "no player is called 'Zed'"),
        (("brief", "deeps"), "no week is resolved yet"),
        (("ruling", "deeps", "1.1", "yes"), "no week waits for a ruling"),
        (("resolve", "deeps", "--dice", "nowhere"), "cannot read the dice"),
        (("resolve", "deeps", "--dice", "deeps/campaign.sqlite"), "cannot read the dice"),
        (("export", "deeps", "deeps/campaign.sqlite"), "cannot write"),
        (("import", "y", "nowhere"), "there is no export in nowhere"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_sentence(cli: Cli, deeps: str, args: tuple[str, ...], told: str) -> None:
    status, out, err = cli(*args)
    assert (status, out) == (2, "") and told in err and "Traceback" not in err


def test_an_evening(cli: Cli, deeps: str) -> None:
    name = page(
        Said("ann2", orders("gain 5\nask May she BAD?")), Said("Eve", orders("gain 1")), Said("Bob", "Hello!"),
        Said("Bob", orders("secret hoard")),
    )  # fmt: skip
    status, out, _ = cli("ingest", deeps, name)
    assert status == 0 and out.splitlines() == [
        "Ann, week 1: thread.html#1 by ann2 (2 March 2024, 19:30): taken",
        "Bob, week 1: thread.html#4 by Bob (2 March 2024, 19:30): taken",
        "left: thread.html#2 by Eve: nobody plays as Eve. 'campaign player DIR NAME --alias \"Eve\"' makes it known",
        "left: thread.html#3 by Bob: no tab of an orders post is in it",
        "Step 4 of the log.",
    ]
    assert cli("ingest", deeps, name)[1].splitlines()[-1] == "Nothing has changed."
    status, out, _ = cli("status", deeps)
    assert status == 1 and "Week 1 of toy: 2 of 2 have posted" in out
    assert "Ann (Reds): thread.html" in out and "- line 4: BAD is bad. [line-sum]" in out
    status, out, _ = cli("resolve", deeps)
    assert status == 1 and "1.1: May she BAD? Choices: none." in out and "campaign ruling deeps ID ANSWER" in out
    assert "1.1 (Ann, line 4): May she BAD? [TOY-2]" in cli("status", deeps, "--brief")[1]
    assert cli("ruling", deeps, "1.1", "perhaps")[0] == 2
    assert cli("ruling", deeps, "1.1", "+3")[1] == "Step 6: 1.1: +3.\n"
    assert cli("ruling", deeps, "1.1", "+3")[1] == "That is the answer already.\n"


def test_a_week_to_its_end(cli: Cli, deeps: str) -> None:
    Path("a.txt").write_text(orders("roll"), encoding="utf-8")
    Path("dice.txt").write_text("7, # Ann's\n", encoding="utf-8")
    assert cli("ingest", deeps, "a.txt", "--player", "Ann")[0] == 0
    assert cli("resolve", deeps, "--dice", "dice.txt")[:2] == (0, "Step 5: week 1 is resolved, with 1 event.\n")
    assert "nothing has changed" in cli("resolve", deeps, "--week", "1", "--dice", "dice.txt")[1]
    assert "Gold: 10 -> 17" in cli("brief", deeps, "--player", "ann2")[1]
    assert cli("brief", deeps, "--week", "1", "--next")[1].endswith("Week 2:\n")
    status, out, err = cli("verify", deeps)
    assert status == 0 and out.startswith("Whole: ") and not err
    assert cli("verify", deeps, "--replay")[:2] == (0, f"{out[:-2]} and replayed.\n")
    status, out, _ = cli("status", deeps)
    assert status == 0 and "sent nothing; the standing rule holds: units stand, Upkeep is paid" in out
    assert cli("undo", deeps)[1] == "Step 6: took back step 5: week 1 is resolved.\n"
    assert cli("log", deeps)[1].splitlines()[-2:] == [
        "   5  resolve   week 1 is resolved  (taken back)", "   6  undo      took back step 5: week 1 is resolved",
    ]  # fmt: skip


def test_output_for_programs(cli: Cli, deeps: str) -> None:
    name = page(Said("ann2", orders("gain 5\nask BAD?")), Said("Eve", orders("gain 1")))
    taken = json.loads(cli("ingest", deeps, name, "--format", "json")[1])
    assert taken["step"] == 4 and [(one["player"], one["change"]) for one in taken["taken"]] == [("Ann", "new")]
    assert [(one["author"], one["talk"]) for one in taken["left"]] == [("Eve", False)]
    resolved = json.loads(cli("resolve", deeps, "--format", "json")[1])
    assert resolved["resolved"] is False and resolved["questions"][0]["id"] == "1.1" and resolved["events"] == []
    status = json.loads(cli("status", deeps, "--format", "json")[1])
    assert [(one["name"], one["standing_rule"]) for one in status["players"]] == [("Ann", False), ("Bob", True)]
    assert status["players"][0]["report"]["diagnostics"][0]["check"] == "line-sum"
    assert (status["missing"], [one["id"] for one in status["questions"]]) == (["Bob"], ["1.1"])
    assert json.loads(cli("ruling", deeps, "1.1", "none", "--format", "json")[1])["step"] == 6
    events = json.loads(cli("resolve", deeps, "--format", "json")[1])["events"]
    assert events[0]["cause"] == {"rules": ["TOY-1"], "post": {"player": "Ann", "week": 1, "line": 3}}
    proof = json.loads(cli("verify", deeps, "--format", "json")[1])
    assert proof["whole"] is True and proof["weeks"] == 1
    log = json.loads(cli("log", deeps, "--events", "--format", "json")[1])["steps"]
    assert [step["kind"] for step in log][-4:] == ["ingest", "resolve", "ruling", "resolve"]
    assert log[-1]["events"][0]["known_to"] == ["Ann", "gm"]
    assert json.loads(cli("undo", deeps, "--format", "json")[1])["step"] == 8


def test_events_in_the_log(cli: Cli, deeps: str) -> None:
    assert "week 0, campaign: campaign-begun (known to gm)" in cli("log", deeps, "--events")[1]


def test_a_player_changes(cli: Cli, deeps: str) -> None:
    assert cli("player", deeps, "ANN")[1] == "Ann is known so already.\n"
    status, out, _ = cli("player", deeps, "ann2", "--alias", "Red Ann", "--no-alias", "ann2", "--faction", "Pinks")
    assert (status, out) == (0, "Step 4: Ann is known otherwise: Pinks, also called Red Ann, opening with 10 Gold.\n")


def test_options(cli: Cli, deeps: str) -> None:
    assert "defaults" in cli("option", deeps)[1]
    assert cli("option", deeps, "E1=without-u")[1] == "Step 4: spelling=without-u.\n"
    assert cli("option", deeps, "spelling=without-u")[1] == "It is read so already.\n"
    assert json.loads(cli("option", deeps, "--format", "json")[1]) == {"options": {"spelling": "without-u"}}
    Path("a.txt").write_text(orders("gain 1"), encoding="utf-8")
    cli("ingest", deeps, "a.txt", "--player", "Ann")
    report = json.loads(cli("status", deeps, "--format", "json")[1])["players"][0]["report"]
    assert any("without-u" in note for note in report["notes"])


def test_posts_of_the_week_before_are_compared(cli: Cli, deeps: str) -> None:
    for week, text in ((1, "gain 1"), (2, "gain 2")):
        Path("a.txt").write_text(orders(text, week), encoding="utf-8")
        cli("ingest", deeps, "a.txt", "--player", "Ann")
    players = json.loads(cli("status", deeps, "--format", "json")[1])["players"]
    assert any(note.startswith("previous=Week 1") for note in players[0]["report"]["notes"])
    first = json.loads(cli("status", deeps, "--week", "1", "--format", "json")[1])["players"]
    assert first[0]["report"]["ledger"]["opening"] == {"Gold": "10"}


def test_exported_and_imported(cli: Cli, deeps: str) -> None:
    assert cli("export", deeps, "out")[1].endswith("files written into out.\n")
    assert cli("import", "again", "out")[:2] == (0, "A campaign with 3 steps is in again.\n")
    assert cli("log", "again")[1] == cli("log", deeps)[1]


def test_a_tampered_campaign_is_told(cli: Cli, deeps: str) -> None:
    path = Path(deeps, "campaign.sqlite")
    path.write_bytes(path.read_bytes().replace(b'"faction":"Reds"', b'"faction":"Rads"'))
    status, out, _ = cli("verify", deeps)
    assert status == 1 and "line 4 of the journal (step 2) was changed" in out and out.endswith("weeks resolved.\n")


def test_rulings_that_nobody_asked_for_are_added_listed_withdrawn(cli: Cli, deeps: str) -> None:
    assert cli("ruling", deeps)[1] == "No ruling waits for its week to be resolved.\n"
    assert cli("ruling", deeps, "--add", "Ann +5")[1] == "Step 4: added.1.1: Ann +5.\n"
    assert cli("ruling", deeps)[1] == "week 1, added.1.1: Ann +5\n"
    listed = json.loads(cli("ruling", deeps, "--format", "json")[1])["rulings"]
    assert listed == [{"id": "added.1.1", "week": 1, "answer": "Ann +5"}]
    assert cli("ruling", deeps, "--withdraw", "added.1.1")[1] == "Step 5: withdrawn: added.1.1: Ann +5.\n"
    assert cli("ruling", deeps, "--occasions")[1] == "windfall  Somebody finds something.\n"
    assert cli("ruling", deeps, "--about", "windfall", "--add", "Ann +5")[1] == "Step 6: windfall.1.2: Ann +5.\n"
    assert json.loads(cli("ruling", deeps, "--occasions", "--format", "json")[1])["occasions"].keys() == {"windfall"}
    for args, told in (
        (("--about", "windfall"), "--about goes with --add"),
        (("--about", "rain", "--add", "Ann +5"), "'rain' is no occasion to rule on; they are: windfall"),
        (("--add", "x", "--withdraw", "y"), "give one of these"),
        (("1.1",), "the answer to 1.1 is missing"),
        (("--week", "2", "1.1", "yes"), "--week goes with --add"),
        (("--add", "nonsense"), "cannot be carried out"),
        (("--withdraw", "1.1"), "those that do: windfall.1.2"),
    ):
        status, _, err = cli("ruling", deeps, *args)
        assert status == 2 and told in err, err


def test_books_are_written_in_every_format(cli: Cli, deeps: str) -> None:
    status, _, err = cli("ledger", deeps)
    assert status == 2 and "no week is resolved yet" in err
    Path("a.txt").write_text(orders("gain 5"))
    cli("ingest", deeps, "a.txt", "--player", "Ann")
    cli("resolve", deeps)
    assert "= Wealth of Ann: 15 Gold" in cli("ledger", deeps, "--player", "ann2")[1]
    assert "Bob" not in cli("ledger", deeps, "--player", "Ann")[1] and "Bob" in cli("ledger", deeps)[1]
    told = json.loads(cli("ledger", deeps, "--format", "json")[1])
    assert {"week": 1, "title": "Wealth of Ann", "account": "Assets:Ann", "amounts": {"Gold": "15"}} in told["claims"]
    assert cli("ledger", deeps, "--format", "csv")[1].startswith("week,kind,title,account,resource,amount,")
    for name, word in (("hledger", "decimal-mark ."), ("beancount", "open Assets:Ann")):
        assert word in cli("ledger", deeps, "--format", name)[1]
        assert cli("ledger", deeps, "--format", name, "-o", f"books.{name}")[:2] == (0, "")
        assert Path(f"books.{name}").read_text() == cli("ledger", deeps, "--format", name)[1]
    assert "cannot write" in cli("ledger", deeps, "-o", "no/such/file")[2]


def test_files_are_kept_anew_and_listed(cli: Cli, deeps: str) -> None:
    assert cli("files", deeps)[1] == "map: none\nrules: only the system's own\n"
    Path("house.toml").write_text("")
    Path("map.csv").write_text("region\n")
    status, out, _ = cli("files", deeps, "--rules", "house.toml", "--map", "map.csv")
    assert (status, out) == (0, "Step 4: from now on rule data: house.toml, map: map.csv.\n")
    assert cli("files", deeps, "--map", "map.csv")[1] == "That is what is kept already.\n"
    assert json.loads(cli("files", deeps, "--format", "json")[1]) == {"map": "map.csv", "rules": ["house.toml"]}
    assert cli("files", deeps, "--no-rules")[1] == "Step 5: from now on rule data: none but the usual.\n"
    assert cli("files", deeps, "--no-rules", "--rules", "house.toml")[0] == 2


def test_players_are_renamed_and_let_go(cli: Cli, deeps: str) -> None:
    assert cli("player", deeps, "ann2", "--rename", "Anna")[1] == "Step 4: Ann is called Anna from now on.\n"
    assert cli("player", deeps, "Anna", "--rename", "Anna")[1] == "That is the name.\n"
    assert cli("player", deeps, "bob", "--remove")[1] == "Step 5: Bob plays no more.\n"
    status, _, err = cli("player", deeps, "Bob", "--remove")
    assert status == 2 and "the players are: Anna" in err
    assert cli("player", deeps, "Anna", "--remove", "--rename", "X")[0] == 2


def test_a_system_that_cannot_do_it_says_so(cli: Cli, deeps: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(SYSTEMS, "toy", "support.toy_campaign:TOY_POSTS_ONLY")
    for args in (("resolve", deeps), ("ruling", deeps, "1", "x"), ("brief", deeps)):
        status, _, err = cli(*args)
        assert status == 2 and "the system toy does not resolve weeks yet" in err
    assert cli("verify", deeps)[0] == 0
    monkeypatch.setitem(SYSTEMS, "toy", "support.toy:TOY")
    status, _, err = cli("ingest", deeps, "x")
    assert status == 2 and "cannot tell orders posts from talk" in err


@pytest.mark.parametrize(
    "command",
    ["", "new", "player", "files", "option", "ingest", "status", "resolve", "ruling", "brief", "ledger", "undo", "log",
     "verify", "export", "import"],
)  # fmt: skip
def test_every_command_tells_how_it_is_used(cli: Cli, command: str) -> None:
    status, out, _ = cli(*command.split(), "--help")
    assert status == 0 and "orderbook campaign" in out and "Example" in out
