"""Settings: what is typed, what a rule file holds, what is said of a wrong one."""

from pathlib import Path

import pytest

from orderbook.rulebook.options import OptionError, Options, find_setting, parse_options, read_options
from orderbook.rulebook.rules import Ambiguity, Choice


def ambiguity(number: str, name: str, *choices: str) -> Ambiguity:
    return Ambiguity(number, name, "Which?", tuple(Choice(c, f"It is {c}.") for c in choices), choices[0], ("T-1",))


KNOWN = (
    ambiguity("E1", "letter-count", "two", "one", "any"),
    ambiguity("E2", "tax-day", "spring", "autumn"),
    ambiguity("B1", "dice-floor", "kept", "rolled-again"),
)


@pytest.mark.parametrize(
    ("texts", "settings"),
    [
        ([], {}),
        (["letter-count=one"], {"letter-count": "one"}),
        (["E1=any", "tax-day=autumn"], {"letter-count": "any", "tax-day": "autumn"}),
        ([" Letter_Count = one "], {"letter-count": "one"}),
        (["b1=rolled-again"], {"dice-floor": "rolled-again"}),
        (["tax-day=spring", "tax-day=spring"], {"tax-day": "spring"}),
    ],
)
def test_typed_settings(texts: list[str], settings: dict[str, str]) -> None:
    assert parse_options(texts, KNOWN).settings == settings


@pytest.mark.parametrize(
    ("texts", "said"),
    [
        (["letter-count"], 'sets nothing: write a setting and its choice, as in "letter-count=any"'),
        (["letters-count=one"], 'there is no setting "letters-count"; did you mean letter-count?'),
        (["zzz=one"], "'orderbook rules options' lists all settings"),
        (["letter-count=three"], 'letter-count cannot be "three"; its choices are two, one, any'),
        (["letter-count="], 'letter-count cannot be ""; its choices are'),
        (["letter-count=one", "E1=any"], "letter-count is set twice: to one and to any"),
        (["=one"], 'there is no setting ""'),
    ],
)
def test_wrong_settings_are_refused(texts: list[str], said: str) -> None:
    with pytest.raises(OptionError) as caught:
        parse_options(texts, KNOWN)
    assert said in str(caught.value)


def write(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_rule_files_set_and_later_ones_override(tmp_path: Path) -> None:
    first = write(tmp_path, "a.toml", '[options]\nletter-count = "one"\nE2 = "autumn"\n')
    second = write(tmp_path, "b.toml", '[options]\nletter-count = "any"\n')
    plain = write(tmp_path, "c.toml", '[faction]\nname = "Toys"\n')
    assert read_options([first, plain, second], KNOWN).settings == {"letter-count": "any", "tax-day": "autumn"}
    assert read_options([tmp_path], KNOWN).settings == {"letter-count": "any", "tax-day": "autumn"}
    assert read_options([plain], KNOWN) == Options()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('options = "one"', "a.toml: options must be a table of settings"),
        ("options = [1]", "a.toml: options must be a table of settings"),
        ('[options]\nletter-cuont = "one"', 'a.toml: [options]: there is no setting "letter-cuont"; did you mean'),
        ('[options]\nletter-count = "six"', 'a.toml: [options]: letter-count cannot be "six"; its choices are two'),
        ("[options]\nletter-count = 1", "a.toml: [options]: letter-count must be a choice in quotes: two, one, any"),
        ('[options]\nletter-count = "one"\nE1 = "any"', "letter-count is set twice, once by its number"),
    ],
)
def test_wrong_tables_are_refused(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(OptionError) as caught:
        read_options([write(tmp_path, "a.toml", text)], KNOWN)
    assert said in str(caught.value)


def test_what_was_chosen() -> None:
    options = parse_options(["letter-count=one"], KNOWN)
    assert options.chose("letter-count", "one") and options.chose("letter-count", "any", "one")
    assert not options.chose("letter-count", "any") and not options.chose("tax-day", "autumn")
    assert [options.value(known) for known in KNOWN] == ["one", "spring", "kept"]


def test_choices_laid_over_others() -> None:
    below = parse_options(["letter-count=one", "tax-day=autumn"], KNOWN)
    above = parse_options(["letter-count=two"], KNOWN)
    assert below.overlaid(above).settings == {"letter-count": "two", "tax-day": "autumn"}
    assert Options().overlaid(below) == below.overlaid(Options()) == below


def test_settings_are_found_by_name_and_number() -> None:
    assert find_setting("TAX day", KNOWN) == find_setting("e2", KNOWN) == KNOWN[1]
    assert find_setting("tax", KNOWN) is None
