"""The benchmarks of audits run; what they find is for people to read."""

import pytest

from bench import audit as bench


@pytest.fixture(scope="module")
def series():
    return bench.make_players(players=2, weeks=8)


def test_players_post_every_week(series) -> None:
    assert [len(posts) for posts in series] == [8, 8]
    assert len({posts[0].text for posts in series}) == 2


def test_tables(series) -> None:
    assert "2 players, 16 weeks" in bench.table_of_audits(series)
    assert [line.split()[0] for line in bench.table_of_growth(series[0]).splitlines()[3:]] == ["1", "2", "4", "8"]
    ledgers = bench.table_of_ledgers(series[0])
    assert "A series of 8 weeks" in ledgers and "failed" not in ledgers
