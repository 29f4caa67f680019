"""A campaign that somebody tampered with is found out, whatever they touched."""

from collections.abc import Callable

import pytest
from support.toy_campaign import SYSTEM

from orderbook.campaign.campaign import Campaign
from orderbook.campaign.canonical import canonical_json, chain_hash
from orderbook.campaign.faults import CampaignError
from orderbook.campaign.game import Player
from orderbook.campaign.ingest import Ingested
from orderbook.campaign.rulings import add_ruling, give_ruling
from orderbook.campaign.steps import Snapshot
from orderbook.campaign.verify import verify, verify_store
from orderbook.campaign.week import resolve_week

Take = Callable[..., Ingested]

TAMPERED = {
    "an event": ("UPDATE journal SET body = replace(body, 'Ann', 'Any') WHERE seq = 10", "line 10"),
    "a step": ("UPDATE journal SET body = replace(body, 'player', 'plaxer') WHERE seq = 3", "line 3"),
    "a hash": ("UPDATE journal SET hash = 'abc' WHERE seq = 5", "line 5"),
    "a line taken out": ("DELETE FROM journal WHERE seq = 4", "line 4 of the journal is missing"),
    "the end taken off": ("DELETE FROM journal WHERE seq = (SELECT max(seq) FROM journal)", "the journal ends"),
    "the head": ("UPDATE meta SET content = '3:abc' WHERE name = 'head'", "the store says"),
    "a line moved to another step": ("UPDATE journal SET step = 2 WHERE seq = 8", "another step"),
    "a line filed elsewhere": ("UPDATE journal SET week = 7 WHERE seq = 10", "filed under"),
    "a scope": ("UPDATE journal SET scope = 'game' WHERE seq = 2", "filed under"),
    "a post taken out": ("DELETE FROM blobs WHERE digest = (SELECT min(digest) FROM blobs)", "is missing"),
    "a post put in": ("INSERT INTO blobs (digest, content) VALUES ('00', '')", "is of no step"),
    "a snapshot": ("UPDATE snapshots SET state = '{}' WHERE week = 1", "snapshot of week 1 of step 6 was changed"),
    "a snapshot taken out": ("DELETE FROM snapshots WHERE week = 0", "snapshot of week 0 of step 6 is missing"),
    "a snapshot put in": ("INSERT INTO snapshots (step, week, state) VALUES (2, 9, '{}')", "filed under step 2"),
}


@pytest.fixture
def played(campaign: Campaign, take: Take) -> Campaign:
    take(1, Ann="gain 5", Bob="gain 1")
    resolve_week(campaign, SYSTEM, 1)
    return campaign


def test_a_campaign_is_whole(played: Campaign) -> None:
    told: list[tuple[str, int, int]] = []
    proof = verify(played, SYSTEM, lambda *work: told.append(work))
    assert (proof.problems, proof.left_out, proof.weeks) == ((), (), 1)
    lines = played.head.seq
    assert told == [
        ("following the journal", 0, lines),
        ("following the journal", lines, lines),
        ("adding up the weeks", 0, 1),
        ("adding up the weeks", 1, 1),
    ]
    assert proof.lines == played.head.seq and proof.steps == 6 and proof.blobs == 2


@pytest.mark.parametrize("what", TAMPERED)
def test_what_was_tampered_with_is_told(played: Campaign, what: str) -> None:
    statement, told = TAMPERED[what]
    assert played.store.database.run(statement) == 1
    _, problems = verify_store(played.store)
    assert problems and told in problems[0]


def test_a_post_that_was_changed_is_told(played: Campaign) -> None:
    played.store.database.run("UPDATE blobs SET content = ? WHERE digest = (SELECT min(digest) FROM blobs)", (b"x",))
    assert "was changed" in verify(played, SYSTEM).problems[0]


def test_a_chain_made_anew_is_found_out_by_its_head(played: Campaign) -> None:
    """Who changes an event and hashes all lines behind it anew still has to change the head of the journal."""
    lines = list(played.store.lines())
    link = lines[-3].hash
    for line in lines[-2:]:
        body = line.body.replace('"gold":1', '"gold":9')
        link = chain_hash(link, body)
        played.store.database.run("UPDATE journal SET body = ?, hash = ? WHERE seq = ?", (body, link, line.seq))
    assert any("the journal ends" in problem for problem in verify_store(played.store)[1])


def test_a_forged_state_is_found_out_by_the_fold(played: Campaign) -> None:
    """Everything hashed anew, head included: the events still do not add up to the snapshot."""
    lines = list(played.store.lines())
    link = ""
    for line in lines:
        body = line.body.replace('"gold":5', '"gold":500')
        link = chain_hash(link, body)
        played.store.database.run("UPDATE journal SET body = ?, hash = ? WHERE seq = ?", (body, link, line.seq))
    played.store.database.run("UPDATE meta SET content = ? WHERE name = 'head'", (f"{len(lines)}:{link}",))
    played.reload()
    (problem,) = verify(played, SYSTEM).problems
    assert problem == "the events up to week 1 do not add up to its snapshot"


def forge(campaign: Campaign, old: str, new: str) -> None:
    """Puts something in place of something else in all events and states, and makes every hash and the head anew."""
    database = campaign.store.database
    digests: dict[str, str] = {}
    for step, week in campaign.store.snapshot_names():
        kept = campaign.store.snapshot(step, week)
        assert kept is not None
        made = Snapshot(week, kept.state.replace(old, new))
        digests[kept.digest] = made.digest
        database.run("UPDATE snapshots SET state = ? WHERE step = ? AND week = ?", (made.state, step, week))
    link, seq = "", 0
    for seq, _, body, _ in [(line.seq, line.step, line.body, line.hash) for line in campaign.store.lines()]:
        body = body.replace(old, new)
        for name, other in digests.items():
            body = body.replace(name, other)
        link = chain_hash(link, body)
        database.run("UPDATE journal SET body = ?, hash = ? WHERE seq = ?", (body, link, seq))
    database.run("UPDATE meta SET content = ? WHERE name = 'head'", (f"{seq}:{link}",))
    campaign.reload()


FORGED = {
    # Cid, who opens with nothing, gained 33 by his post; 33 is told nowhere else.
    '":33': ('":43', "event 4 of week 1 (gained) is not what comes of the posts, rulings and seed"),
    '"seed":"dice of the week"': ('"seed":"dice of another"', "event 3 of week 1 (rolled) is not what comes of the"),
    '"kind":"rolled"': ('"kind":"grabbed"', "event 3 of week 1 (grabbed, where rolled belongs) is not what comes of"),
    '"answer":"6"': ('"answer":"8"', "event 2 of week 1 (ruled) is not what comes of the posts, rulings and seed"),
}


@pytest.mark.parametrize("old", FORGED)
def test_a_forgery_that_fits_together_is_found_by_a_replay(campaign: Campaign, take: Take, old: str) -> None:
    take(1, Ann="gain 50\nask Why?", Bob="roll", Cid="gain 33")
    resolve_week(campaign, SYSTEM, 1)
    give_ruling(campaign, SYSTEM, "1.1", "6")
    resolve_week(campaign, SYSTEM, 1, seed="dice of the week")
    take(2, Ann="gain 70")
    resolve_week(campaign, SYSTEM, 2)
    proof = verify(campaign, SYSTEM, replay=True)
    assert proof.replayed and not proof.problems
    new, told = FORGED[old]
    forge(campaign, old, new)
    assert not verify(campaign, SYSTEM).problems
    (problem,) = verify(campaign, SYSTEM, replay=True).problems
    assert told in problem


def test_a_replay_waits_for_a_journal_that_is_whole(played: Campaign) -> None:
    played.store.database.run("UPDATE journal SET hash = 'abc' WHERE seq = 5")
    proof = verify(played, SYSTEM, replay=True)
    assert proof.problems and not proof.replayed and proof.left_out


def test_weeks_are_replayed_as_the_campaign_was_then(campaign: Campaign, take: Take) -> None:
    """Who joined later, and a ruling of a later week, play no part in an earlier one; dice are taken as given."""
    take(1, Ann="roll", Bob="gain 1")
    resolve_week(campaign, SYSTEM, 1, dice=(11,))
    campaign.set_player(Player("Dan", "Greys"))
    add_ruling(campaign, SYSTEM, "Bob +7")
    resolve_week(campaign, SYSTEM, 2)
    campaign.undo()
    take(2, Ann="gain 2")
    resolve_week(campaign, SYSTEM, 2)
    assert verify(campaign, SYSTEM, replay=True).problems == ()


def test_a_ruling_taken_out_is_found_by_a_replay(campaign: Campaign, take: Take) -> None:
    take(1, Ann="ask Why?")
    resolve_week(campaign, SYSTEM, 1)
    give_ruling(campaign, SYSTEM, "1.1", "6")
    resolve_week(campaign, SYSTEM, 1)
    forge(campaign, '"kind":"ruling-given"', '"kind":"ruling-withdrawn"')
    (problem,) = verify(campaign, SYSTEM, replay=True).problems
    assert problem == "week 1, resolved anew, waits for rulings that nobody gave: 1.1"


def test_books_that_do_not_add_up_are_told(campaign: Campaign, take: Take) -> None:
    take(1, Ann="lie")
    resolve_week(campaign, SYSTEM, 1)
    (problem,) = verify(campaign, SYSTEM).problems
    assert problem == "a lie: -1 Gold of Assets:Ann is claimed, but what moved makes 10"


def test_without_a_system_the_weeks_are_left_out(played: Campaign) -> None:
    proof = verify(played, None)
    assert not proof.problems and "toy cannot resolve weeks" in proof.left_out[0]


def test_an_undo_of_the_wrong_step_is_told(played: Campaign) -> None:
    body = canonical_json({"step": {"number": 7, "kind": "undo", "told": "x", "undoes": 2}})
    seq = played.head.seq + 1
    link = chain_hash(played.head.hash, body)
    played.store.database.run(
        "INSERT INTO journal (seq, step, body, hash, scope, week) VALUES (?, 7, ?, ?, 'step', 0)", (seq, body, link)
    )
    played.store.database.run("UPDATE meta SET content = ? WHERE name = 'head'", (f"{seq}:{link}",))
    assert any("takes back step 2" in problem for problem in verify_store(played.store)[1])


def test_a_damaged_journal_is_told_wherever_it_is_read(played: Campaign) -> None:
    played.store.database.run("UPDATE journal SET body = '{}' WHERE scope = 'campaign'")
    with pytest.raises(CampaignError, match="damaged"):
        played.reload()
