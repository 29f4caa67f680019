"""A campaign of the Underdeep that somebody tampered with: `verify` tells it, and never falls over what it finds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from support.played import begin, play, underdeep

from orderbook.campaign.campaign import Campaign, open_campaign
from orderbook.campaign.canonical import canonical_json, chain_hash, digest, parse_json
from orderbook.campaign.schema import classify_body
from orderbook.campaign.steps import Snapshot
from orderbook.campaign.verify import verify

Bodies = list[str]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return play(begin(tmp_path_factory.mktemp("tampering") / "deeps"), 2)


@pytest.fixture
def played(folder: Path) -> Iterator[Campaign]:
    """The campaign; what a test does to its store is taken back."""
    with open_campaign(folder) as campaign:
        database = campaign.store.database
        database.run("BEGIN")
        yield campaign
        database.run("ROLLBACK")


def problems(campaign: Campaign) -> tuple[str, ...]:
    return verify(campaign, underdeep()[0]).problems


def test_it_is_whole_to_begin_with(played: Campaign) -> None:
    assert problems(played) == ()


def seq_of(campaign: Campaign, kind: str, at: int = 0) -> int:
    return [line.seq for line in campaign.store.lines() if f'"kind":"{kind}"' in line.body][at]


TAMPERED: dict[str, tuple[str, str, str]] = {
    "an amount": ("upkeep-paid", "UPDATE journal SET body = replace(body, ':-', ':-1') WHERE seq = {0}", "line {0}"),
    "a move": ("moved", "UPDATE journal SET body = replace(body, 'deep ', 'deep 1') WHERE seq = {0}", "line {0}"),
    "who may know": ("marched", "UPDATE journal SET body = replace(body, 'Agate', 'All') WHERE seq = {0}", "line {0}"),
    "an event taken out": ("moved", "DELETE FROM journal WHERE seq = {0}", "line {0} of the journal is missing"),
    "a week filed elsewhere": ("moved", "UPDATE journal SET week = week + 1 WHERE seq = {0}", "filed under"),
    "two events in another order": (
        "moved",
        """UPDATE journal SET
        body = (SELECT body FROM journal AS other WHERE other.seq = 2 * {0} + 1 - journal.seq),
        hash = (SELECT hash FROM journal AS other WHERE other.seq = 2 * {0} + 1 - journal.seq)
        WHERE seq IN ({0}, {0} + 1)""",
        "line {0}",
    ),
    "a snapshot": (
        "week-resolved",
        "UPDATE snapshots SET state = replace(state, '\"count\":1', '\"count\":2') WHERE week = 6",
        "snapshot of week 6 of step",
    ),
    "a post": (
        "post-taken",
        "UPDATE blobs SET content = content || 'x' WHERE digest IN (SELECT digest FROM blobs ORDER BY digest LIMIT 1)",
        "was changed",
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", TAMPERED)
def test_what_was_tampered_with_is_told(played: Campaign, what: str) -> None:
    kind, statement, told = TAMPERED[what]
    seq = seq_of(played, kind)
    assert played.store.database.run(statement.format(seq)) >= 1
    found = problems(played)
    assert found and told.format(seq) in found[0], found


def forge(campaign: Campaign, change: Callable[[Bodies], Bodies]) -> None:
    """Changes the journal and makes its whole chain anew, head included, so that its hashes are right."""
    steps = [line.step for line in campaign.store.lines()]
    bodies = [line.body for line in campaign.store.lines()]
    forged = change(list(bodies))
    database = campaign.store.database
    database.run("DELETE FROM journal")
    link, step = "", 0
    for seq, body in enumerate(forged, 1):
        link = chain_hash(link, body)
        step += '{"step":' in body[:8]
        database.run(
            "INSERT INTO journal (seq, step, body, hash, scope, week) VALUES (?, ?, ?, ?, ?, ?)",
            (seq, step, body, link, *classify_body(body)),
        )
    database.run("UPDATE meta SET content = ? WHERE name = 'head'", (f"{len(forged)}:{link}",))
    assert step == steps[-1] or len(forged) < len(bodies)
    campaign.reload()


def first(bodies: Bodies, kind: str) -> int:
    return next(at for at, body in enumerate(bodies) if f'"kind":"{kind}"' in body)


def without(kind: str) -> Callable[[Bodies], Bodies]:
    def change(bodies: Bodies) -> Bodies:
        del bodies[first(bodies, kind)]
        return bodies

    return change


def twice(kind: str) -> Callable[[Bodies], Bodies]:
    def change(bodies: Bodies) -> Bodies:
        at = first(bodies, kind)
        return [*bodies[:at], bodies[at], *bodies[at:]]

    return change


def richer(kind: str) -> Callable[[Bodies], Bodies]:
    def change(bodies: Bodies) -> Bodies:
        at = first(bodies, kind)
        value = parse_json(bodies[at])
        assert isinstance(value, dict) and isinstance(value["event"], dict)
        data = value["event"]["data"]
        assert isinstance(data, dict) and isinstance(data["amounts"], dict)
        data["amounts"] = {**data["amounts"], "Gold": 12345}
        bodies[at] = canonical_json(value)
        return bodies

    return change


def backwards(bodies: Bodies) -> Bodies:
    """All events of the game in the other order, within their step."""
    at = first(bodies, "group-entered")
    end = next(number for number in range(at, len(bodies)) if '"phase":"campaign"' in bodies[number])
    return [*bodies[:at], *reversed(bodies[at:end]), *bodies[end:]]


def make_snapshots_fit(campaign: Campaign) -> None:
    """Makes the states anew from the events, and again every hash: nothing tells any more but resolving again."""
    system, database = underdeep()[0], campaign.store.database
    changed: dict[str, str] = {}
    state = campaign.state(campaign.record.resolved[0] - 1, system)
    for week in campaign.record.resolved:
        for event in campaign.week_events(week):
            state = system.fold(state, event)
        step = campaign.snapshot_step(week)
        kept = campaign.store.snapshot(step.number, week) if step is not None else None
        assert step is not None and kept is not None
        made = Snapshot(week, canonical_json(system.state_to_json(state)))
        changed[kept.digest] = made.digest
        database.run("UPDATE snapshots SET state = ? WHERE step = ? AND week = ?", (made.state, step.number, week))

    def rename(body: str) -> str:
        for old, new in changed.items():
            body = body.replace(old, new)
        return body

    forge(campaign, lambda bodies: list(map(rename, bodies)))


FORGED = {
    "money from nowhere": richer("produced"),
    "an army that never came": without("group-entered"),
    "a site that never was": without("site-entered"),
    "a player who never began": without("player-began"),
    "somebody who never moved": without("moved"),
    "troops twice": twice("group-entered"),
    "upkeep twice": twice("upkeep-paid"),
    "events in the other order": backwards,
    "a week that never began": without("week-began"),
}


@pytest.mark.parametrize("what", FORGED)
def test_a_forged_journal_does_not_add_up(played: Campaign, what: str) -> None:
    """Who makes all hashes anew still has to make the events add up to the snapshots."""
    forge(played, FORGED[what])
    assert problems(played), what


def replay(campaign: Campaign) -> tuple[str, ...]:
    return verify(campaign, underdeep()[0], replay=True).problems


def test_a_replay_comes_out_as_it_was(played: Campaign) -> None:
    told: list[tuple[str, int, int]] = []
    proof = verify(played, underdeep()[0], lambda *work: told.append(work), replay=True)
    assert proof.replayed and proof.problems == ()
    assert [work[1:] for work in told if work[0] == "resolving the weeks anew"] == [(0, 2), (1, 2), (2, 2)]


def told_to_all(bodies: Bodies) -> Bodies:
    """Whoever marched first is known to everybody: no state tells that, and no book."""
    at = first(bodies, "marched")
    value = parse_json(bodies[at])
    assert isinstance(value, dict) and isinstance(value["event"], dict)
    value["event"]["known_to"] = ["all", "gm"]
    return [*bodies[:at], canonical_json(value), *bodies[at + 1 :]]


def other_posts(bodies: Bodies) -> Bodies:
    """The last week says that nobody had posted."""
    at = max(at for at, body in enumerate(bodies) if '"kind":"week-resolved"' in body)
    value = parse_json(bodies[at])
    assert isinstance(value, dict) and isinstance(value["event"], dict)
    data = value["event"]["data"]
    assert isinstance(data, dict) and data["posts"]
    data["posts"] = {}
    return [*bodies[:at], canonical_json(value), *bodies[at + 1 :]]


REPLAYED: dict[str, tuple[Callable[[Bodies], Bodies], str]] = {
    "who may know": (told_to_all, "event {0} of week 6 (marched) is not what comes of the posts"),
    "other posts": (other_posts, "week 6 was resolved from other posts"),
    "an order that was never obeyed": (without("marched"), "of week 6 ("),
}


@pytest.mark.parametrize("what", REPLAYED)
def test_a_forgery_that_adds_up_is_found_by_a_replay(played: Campaign, what: str) -> None:
    """Events forged, states made to fit, every hash made anew: only resolving again tells."""
    change, told = REPLAYED[what]
    at = next(at for at, event in enumerate(played.week_events(6), 1) if event.kind == "marched")
    forge(played, change)
    make_snapshots_fit(played)
    assert problems(played) == ()
    (problem,) = replay(played)
    assert told.format(at) in problem


def test_a_post_that_its_page_does_not_hold_is_found_by_a_replay(played: Campaign) -> None:
    """The post is put in place of the real one under the digest of its own, the page left as it is."""
    post = played.record.posts[5, "Agate"]
    forged = played.store.blob(post.text).replace(b"Metal", b"metal")
    name = digest(forged)
    played.store.database.run("UPDATE blobs SET digest = ?, content = ? WHERE digest = ?", (name, forged, post.text))

    def change(bodies: Bodies) -> Bodies:
        renamed = [body.replace(post.text, name) for body in bodies]
        return [with_sorted_blobs(body) for body in renamed]

    forge(played, change)
    assert problems(played) == ()
    (problem,) = replay(played)
    assert problem == "the post of Agate for week 5 is not what Agate.html says, from which it was taken"


def with_sorted_blobs(body: str) -> str:
    value = parse_json(body)
    assert isinstance(value, dict)
    step = value.get("step")
    if isinstance(step, dict) and isinstance(step.get("blobs"), list):
        step["blobs"] = sorted(step["blobs"])  # type: ignore[type-var, arg-type]
    return canonical_json(value)
