"""The rules in our words: complete, in the right form, written anew; and what the loader refuses."""

import os
import re
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import orderbook
from orderbook.rulebook.faults import RuleDataError
from orderbook.rulebook.rules import (
    Ambiguity,
    Choice,
    RuleText,
    load_ambiguities,
    load_chapters,
    load_rules,
    rule_text,
)

RULES = Path(orderbook.__file__).parent / "systems" / "underdeep" / "data" / "rules"
CHECKOUT = Path(__file__).resolve().parents[2]
SPEC = CHECKOUT / os.environ.get("ORDERBOOK_SPEC", "../shared/spec")
SEEDS = CHECKOUT / os.environ.get("ORDERBOOK_SEEDS", "../shared/seeds")
INDEX_FILES = ("underdeep-economy.toml", "underdeep-battle.toml")
LONGEST_TEXT = 400
LONGEST_RUN = 8


def words(text: str) -> list[str]:
    return re.findall(r"[a-z0-9]+", text.lower().replace("'", "").replace("\u2019", ""))


def runs(text: str) -> set[tuple[str, ...]]:
    row = words(text)
    return {tuple(row[start : start + LONGEST_RUN]) for start in range(len(row) - LONGEST_RUN + 1)}


def index_texts() -> list[str]:
    paths = [SPEC / "rules" / name for name in INDEX_FILES]
    if not all(path.is_file() for path in paths):
        pytest.skip("the index of rules is not here; set ORDERBOOK_SPEC to its folder to compare with it")
    return [path.read_text(encoding="utf-8") for path in paths]


def index_rules() -> dict[str, dict[str, Any]]:
    return {rule["id"]: rule for text in index_texts() for rule in tomllib.loads(text)["rule"]}


def document() -> str:
    path = SEEDS if SEEDS.is_file() else SEEDS / "underdeep.txt"
    if not path.is_file():
        pytest.skip("the rule document is not here; set ORDERBOOK_SEEDS to its folder to compare with it")
    return path.read_text(encoding="utf-8")


def our_texts() -> list[tuple[str, str]]:
    ambiguities = load_ambiguities(RULES)
    return [
        *((rule.id, rule.text) for rule in load_rules(RULES)),
        *((ambiguity.id, ambiguity.question) for ambiguity in ambiguities),
        *((ambiguity.id, choice.meaning) for ambiguity in ambiguities for choice in ambiguity.choices),
    ]


def borrowed(sources: list[str]) -> list[str]:
    theirs = set().union(*map(runs, sources))
    return [f"{name}: {' '.join(run)}" for name, text in our_texts() for run in sorted(runs(text) & theirs)]


# ------------------------------------------------------------------ what is written


def test_every_rule_of_the_index_is_there_and_no_other() -> None:
    ours = {rule.id for rule in load_rules(RULES)}
    theirs = set(index_rules())
    assert sorted(theirs - ours) == []
    assert sorted(ours - theirs) == []


def test_section_kind_and_needs_are_those_of_the_index() -> None:
    index = index_rules()
    for rule in load_rules(RULES):
        entry = index[rule.id]
        assert (rule.section, rule.kind, list(rule.needs)) == (entry["section"], entry["kind"], entry["needs"]), rule.id


def test_gaps_the_index_marks_are_marked_here() -> None:
    economy = index_texts()[0]
    marked = re.findall(r'^# OPEN ([\d, ]+)\n\[\[rule\]\]\nid = "([^"]+)"', economy, re.MULTILINE)
    assert marked
    ours = {rule.id: set(rule.open) for rule in load_rules(RULES)}
    for numbers, rule_id in marked:
        assert {f"E{number.strip()}" for number in numbers.split(",")} <= ours[rule_id], rule_id
    numbered = set(re.findall(r"^# OPEN (\d+) +\S", economy, re.MULTILINE))
    assert {f"E{number}" for number in numbered} == {a.id for a in load_ambiguities(RULES) if a.id.startswith("E")}


def test_texts_are_short_sentences() -> None:
    for name, text in our_texts():
        assert 0 < len(text) < LONGEST_TEXT, name
        assert text == text.strip() and "\n" not in text and "  " not in text, name
    for rule in load_rules(RULES):
        assert rule.text.endswith("."), rule.id
    for ambiguity in load_ambiguities(RULES):
        assert ambiguity.question.endswith("?"), ambiguity.id
        assert all(choice.meaning.endswith(".") for choice in ambiguity.choices), ambiguity.id


def test_no_two_rules_read_the_same_within_a_section() -> None:
    seen = Counter((rule.section, rule.text) for rule in load_rules(RULES))
    assert [text for text, count in seen.items() if count > 1] == []


def test_nothing_is_copied_from_the_index() -> None:
    assert borrowed([re.sub(r"^#", "", text, flags=re.MULTILINE) for text in index_texts()]) == []


def test_nothing_is_copied_from_the_rule_document() -> None:
    assert borrowed([document()]) == []


def test_the_search_for_copies_finds_one() -> None:
    rule = next(rule for rule in load_rules(RULES) if len(words(rule.text)) == LONGEST_RUN + 1)
    assert borrowed([f"Somebody else wrote: {rule.text.upper()}"]) != []


def test_settings_have_names_a_campaign_file_can_use() -> None:
    for ambiguity in load_ambiguities(RULES):
        assert ambiguity.rules, ambiguity.id
        for name in (ambiguity.name, *(choice.name for choice in ambiguity.choices)):
            assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name), (ambiguity.id, name)


def test_each_rule_is_found_alone() -> None:
    for rule in load_rules(RULES):
        assert rule_text(RULES, rule.id) == rule


@pytest.mark.parametrize("rule_id", ["", "UD", "UD-ORD", "UD-ORD-99", "UD-XXX-01", "ud-ord-19", "UD-SPL-99"])
def test_an_unknown_id_has_no_rule(rule_id: str) -> None:
    assert rule_text(RULES, rule_id) is None


def test_one_rule_reads_one_chapter_only(folder: Path) -> None:
    (folder / "war.toml").write_text("no toml at all", encoding="utf-8")
    found = rule_text(folder, "UD-TRD-01")
    assert found is not None and found.text == "You trade."


# ------------------------------------------------------------------ what the loader refuses

CHAPTERS = """
[[chapter]]
file = "trade.toml"
title = "Trade"
prefixes = ["UD-TRD"]

[[chapter]]
file = "war.toml"
title = "War"
prefixes = ["UD-W", "UD-TRDX"]
"""

TRADE = """
[[rule]]
id = "UD-TRD-01"
section = "Trade"
text = "You trade."
kind = "check"
needs = ["post"]
open = ["E1"]

[[rule]]
id = "UD-TRD-02"
section = "Trade"
text = "You wait."
kind = "resolve"
needs = []
open = []
"""

WAR = """
[[rule]]
id = "UD-W-01"
section = "War"
text = "You fight."
kind = "ruling"
needs = ["gm", "dice"]
open = []
"""

AMBIGUITIES = """
[[ambiguity]]
id = "E1"
name = "trade-week"
question = "When?"
choices = [{ name = "now", meaning = "At once." }, { name = "later", meaning = "In a week." }]
default = "now"
rules = ["UD-TRD-01"]
"""

GOOD = {"chapters.toml": CHAPTERS, "trade.toml": TRADE, "war.toml": WAR, "ambiguities.toml": AMBIGUITIES}


def write(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write(tmp_path, GOOD)


def test_a_folder_is_read(folder: Path) -> None:
    assert [chapter.title for chapter in load_chapters(folder)] == ["Trade", "War"]
    assert load_rules(folder) == (
        RuleText("UD-TRD-01", "Trade", "You trade.", "check", ("post",), ("E1",)),
        RuleText("UD-TRD-02", "Trade", "You wait.", "resolve", (), ()),
        RuleText("UD-W-01", "War", "You fight.", "ruling", ("gm", "dice"), ()),
    )
    choices = (Choice("now", "At once."), Choice("later", "In a week."))
    assert load_ambiguities(folder) == (Ambiguity("E1", "trade-week", "When?", choices, "now", ("UD-TRD-01",)),)


REFUSED = {
    # file, text replaced there, by what, what the message says
    "id twice": ("trade.toml", "UD-TRD-02", "UD-TRD-01", "trade.toml: UD-TRD-01: this id stands there twice"),
    "unknown kind": ("trade.toml", '"resolve"', '"guess"', "UD-TRD-02: unknown kind 'guess'; a rule is one of data,"),
    "unknown need": ("war.toml", '"dice"', '"luck"', "UD-W-01: unknown need 'luck'; known are post,"),
    "unknown key": ("war.toml", "open =", "opened =", "UD-W-01: unknown key 'opened'; expected are id, section,"),
    "key missing": ("war.toml", "open = []", "", "UD-W-01: the key 'open' is missing"),
    "no id": ("war.toml", 'id = "UD-W-01"', "", "war.toml: rule 1: the key 'id' is missing"),
    "text empty": ("war.toml", '"You fight."', '"  "', "UD-W-01: 'text' must be a text that is not empty"),
    "text a number": ("war.toml", '"You fight."', "7", "UD-W-01: 'text' must be a text that is not empty"),
    "needs no list": ("war.toml", '["gm", "dice"]', '"gm"', "UD-W-01: 'needs' must be a list of texts"),
    "needs of numbers": ("war.toml", '["gm", "dice"]', "[1]", "UD-W-01: 'needs' must be a list of texts"),
    "need twice": ("war.toml", '["gm", "dice"]', '["gm", "gm"]', "UD-W-01: 'needs' names something twice"),
    "rule in the wrong file": ("war.toml", "UD-W-01", "UD-TRD-03", "does not give this id to war.toml"),
    "longer prefix elsewhere": ("trade.toml", "UD-TRD-02", "UD-TRDX-2", "does not give this id to trade.toml"),
    "no rules": ("war.toml", WAR, "", r"war.toml: expected a list of \[\[rule\]\] entries"),
    "rule no table": ("war.toml", WAR, "rule = [1]", r"war.toml: expected a list of \[\[rule\]\] entries"),
    "key beside the rules": ("war.toml", "\n[[rule]]", "x = 1\n[[rule]]", "war.toml: unknown key 'x'"),
    "broken TOML": ("war.toml", 'kind = "', "kind = ", "war.toml: no valid TOML: "),
    "prefix twice": (
        "chapters.toml",
        "UD-TRDX",
        "UD-TRD",
        "chapter 2: the prefix UD-TRD already belongs to trade.toml",
    ),
    "file missing": ("chapters.toml", "war.toml", "peace.toml", "war.toml: chapters.toml does not list this file"),
    "unknown rule": ("ambiguities.toml", "UD-TRD-01", "UD-TRD-09", "E1 names the rule UD-TRD-09, which does not exist"),
    "rule not listed": ("ambiguities.toml", "UD-TRD-01", "UD-TRD-02", "UD-TRD-01 and E1 do not name each other"),
    "unknown ambiguity": ("trade.toml", '["E1"]', '["E1", "E2"]', "UD-TRD-01 and E2 do not name each other"),
    "rule names no ambiguity": ("trade.toml", '["E1"]', "[]", "UD-TRD-01 and E1 do not name each other"),
    "ambiguity twice": ("ambiguities.toml", AMBIGUITIES, AMBIGUITIES * 2, "ambiguities.toml: E1 stands there twice"),
    "setting twice": (
        "ambiguities.toml",
        AMBIGUITIES,
        AMBIGUITIES + AMBIGUITIES.replace("E1", "E2"),
        "ambiguities.toml: trade-week stands there twice",
    ),
    "default not first": ("ambiguities.toml", '= "now"\nrules', '= "later"\nrules', "'later' is not the first choice"),
    "default unknown": ("ambiguities.toml", '= "now"\nrules', '= "never"\nrules', "'never' is not the first choice"),
    "one choice": ("ambiguities.toml", ', { name = "later", meaning = "In a week." }', "", "has two or more choices"),
    "choices alike": ("ambiguities.toml", '"later"', '"now"', "has two or more choices of different names"),
    "choice without meaning": (
        "ambiguities.toml",
        ', meaning = "At once."',
        "",
        "choices: the key 'meaning' is missing",
    ),
    "choice with more": ("ambiguities.toml", 'meaning = "At', 'why = "x", meaning = "At', "choices: unknown key 'why'"),
    "question missing": ("ambiguities.toml", 'question = "When?"', "", "E1: the key 'question' is missing"),
}


@pytest.mark.parametrize(("file", "old", "new", "message"), REFUSED.values(), ids=REFUSED)
def test_bad_data_is_refused(tmp_path: Path, file: str, old: str, new: str, message: str) -> None:
    assert old in GOOD[file]
    write(tmp_path, {**GOOD, file: GOOD[file].replace(old, new)})
    with pytest.raises(RuleDataError, match=message):
        load_ambiguities(tmp_path)


@pytest.mark.parametrize("file", ["chapters.toml", "war.toml", "ambiguities.toml"])
def test_a_missing_file_is_named(folder: Path, file: str) -> None:
    (folder / file).unlink()
    with pytest.raises(RuleDataError, match=rf"^{file}: cannot be read: "):
        load_ambiguities(folder)


def test_bytes_that_are_no_text_are_refused(folder: Path) -> None:
    (folder / "war.toml").write_bytes(b'x = "\xff"')
    with pytest.raises(RuleDataError, match=r"^war.toml: no valid TOML: "):
        load_rules(folder)
