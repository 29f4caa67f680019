"""Statuses of rules: what a folder holds, and what the loader refuses."""

from pathlib import Path

import pytest

from orderbook.rulebook.faults import RuleDataError
from orderbook.rulebook.status import RuleStatus, Trust, load_trust

RULES = {
    "chapters.toml": """
[[chapter]]
file = "trade.toml"
title = "Trade"
prefixes = ["T-TRD"]

[[chapter]]
file = "war.toml"
title = "War"
prefixes = ["T-WAR"]
""",
    "trade.toml": """
[[rule]]
id = "T-TRD-1"
section = "Trade"
text = "You trade."
kind = "check"
needs = ["post"]
open = ["E1"]

[[rule]]
id = "T-TRD-2"
section = "Trade"
text = "You wait."
kind = "resolve"
needs = []
open = []
""",
    "war.toml": """
[[rule]]
id = "T-WAR-1"
section = "War"
text = "Somebody wins."
kind = "ruling"
needs = ["gm"]
open = []
""",
    "ambiguities.toml": """
[[ambiguity]]
id = "E1"
name = "trade-day"
question = "When?"
choices = [{ name = "now", meaning = "At once." }, { name = "later", meaning = "In a week." }]
default = "now"
rules = ["T-TRD-1"]
""",
}

STATUS = {
    "trade.toml": """
[T-TRD-1]
applied = ["shop.sell", "shop.buy"]
checked = ["trade-range"]
note = "Half of it."

[T-TRD-2]
held = ["data/wares.toml / Rope / price"]
waiting = ["resolver"]
""",
    "war.toml": """
[T-WAR-1]
asked = ["who-wins"]
""",
    "waits.toml": '[waits]\nresolver = "the resolver"\n',
    "questions.toml": '[questions]\nwho-wins = "Who wins?"\n',
    "settings.toml": '[trade-day]\nchecked = ["trade-range"]\n',
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "status").mkdir()
    for name, text in RULES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    for name, text in STATUS.items():
        (tmp_path / "status" / name).write_text(text, encoding="utf-8")
    return tmp_path


def test_a_folder_is_read(folder: Path) -> None:
    assert load_trust(folder) == Trust(
        {
            "T-TRD-1": RuleStatus(("shop.sell", "shop.buy"), ("trade-range",), note="Half of it."),
            "T-TRD-2": RuleStatus(held=("data/wares.toml / Rope / price",), waiting=("resolver",)),
            "T-WAR-1": RuleStatus(asked=("who-wins",)),
        },
        {"trade-day": RuleStatus(checked=("trade-range",))},
        {"resolver": "the resolver"},
        {"who-wins": "Who wins?"},
        (("Trade", ("T-TRD-1", "T-TRD-2")), ("War", ("T-WAR-1",))),
    )


REFUSED = {
    # file, text replaced there, by what, what the message says
    "rule without a status": ("war.toml", STATUS["war.toml"], "", "status: T-WAR-1 has no status"),
    "unknown rule": (
        "war.toml",
        "[T-WAR-1]",
        "[T-WAR-1]\nwaiting = ['resolver']\n[T-WAR-2]",
        "there is no rule T-WAR-2",
    ),
    "empty status": ("war.toml", 'asked = ["who-wins"]', "", "war.toml: T-WAR-1: says neither applied nor checked"),
    "note alone": ("war.toml", 'asked = ["who-wins"]', 'note = "x"', "says neither applied nor checked"),
    "unknown key": ("war.toml", "asked", "aksed", "war.toml: T-WAR-1: unknown key 'aksed'; known are applied, checked"),
    "no table": ("war.toml", STATUS["war.toml"], "T-WAR-1 = 3", "war.toml: T-WAR-1: expected a table such as"),
    "no list": ("war.toml", '["who-wins"]', '"who-wins"', "T-WAR-1: 'asked' must be a list of texts"),
    "empty list": ("war.toml", '["who-wins"]', "[]", "T-WAR-1: 'asked' must be a list of texts that is not empty"),
    "named twice": ("trade.toml", '"shop.buy"', '"shop.sell"', "T-TRD-1: 'applied' names something twice"),
    "note no text": ("trade.toml", '"Half of it."', "1", "T-TRD-1: 'note' must be a text"),
    "unknown reason": (
        "trade.toml",
        '"resolver"',
        '"rain"',
        "T-TRD-2: waiting names 'rain', which waits.toml does not",
    ),
    "unknown question": ("war.toml", "who-wins", "who-lost", "T-WAR-1: asked names 'who-lost', which questions.toml"),
    "idle reason": ("waits.toml", "[waits]", '[waits]\nrain = "rain"', "waits.toml: nothing names 'rain'"),
    "idle question": ("questions.toml", "who-wins", 'why = "Why?"\nwho-wins', "questions.toml: nothing names 'why'"),
    "reasons no texts": ("waits.toml", '"the resolver"', "1", r"waits.toml: expected a table \[waits\] of texts"),
    "unknown setting": ("settings.toml", "trade-day", "trade-night", "there is no setting 'trade-night'"),
    "broken TOML": ("war.toml", "asked = [", "asked = ", "status/war.toml: no valid TOML"),
}


@pytest.mark.parametrize(("file", "old", "new", "message"), REFUSED.values(), ids=REFUSED)
def test_bad_data_is_refused(folder: Path, file: str, old: str, new: str, message: str) -> None:
    path = folder / "status" / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(RuleDataError, match=message):
        load_trust(folder)


@pytest.mark.parametrize("file", STATUS)
def test_a_missing_file_is_named(folder: Path, file: str) -> None:
    (folder / "status" / file).unlink()
    with pytest.raises(RuleDataError, match=rf"^status/{file}: cannot be read: "):
        load_trust(folder)


def test_a_file_of_no_chapter_is_named(folder: Path) -> None:
    (folder / "status" / "peace.toml").write_text("", encoding="utf-8")
    with pytest.raises(RuleDataError, match=r"status/peace\.toml: no chapter has that name"):
        load_trust(folder)


def test_kinds() -> None:
    assert RuleStatus(applied=("f",), waiting=("w",)).kinds == ("applied", "waiting")
    assert not RuleStatus(checked=("c",), waiting=("w",)).only_waits
    assert RuleStatus(held=("d",), waiting=("w",)).only_waits
    assert not RuleStatus(held=("d",)).only_waits
