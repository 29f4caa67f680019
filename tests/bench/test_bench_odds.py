"""The benchmarks of battles run; what they find is for people to read."""

import pytest

from bench import odds as bench


def test_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("numba")
    small = (((2, "Kobold Skulker"),), ((1, "Derro Brigand"),))
    monkeypatch.setattr(bench, "_COUNTED", (small,))
    monkeypatch.setattr(bench, "_FRACTIONS", (small,))
    monkeypatch.setattr(bench, "DUEL", small)
    monkeypatch.setattr(bench, "WORKERS", 1)
    odds = bench.table_of_odds()
    assert odds.count("2 Kobold Skulker against 1 Derro Brigand") == 2
    assert "100.0 ms at most" in odds and "kept" in odds
    battles = bench.table_of_battles(500, 20)
    assert battles.count("compiled") == 2 and battles.count("eight regiments") == 6


def test_eight_regiments() -> None:
    for battle in (bench.make_battle(bench.FIELD), bench.read_assault()):
        assert [len(side.regiments) for side in battle.sides] == [4, 4]
