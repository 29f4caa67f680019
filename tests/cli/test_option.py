"""``--option`` and the settings of rule files reach the checker, in check, fix and next."""

import json
from collections.abc import Callable

import pytest


def notes(cli: Callable, *args: str) -> list[str]:
    return json.loads(cli("check", *args, "--format", "json")[1])["notes"]


def test_a_typed_setting_reaches_the_checker(cli: Callable, post: Callable) -> None:
    assert notes(cli, post("GOOD"), "--option", "spelling=without-u") == ["options={'spelling': 'without-u'}"]


def test_a_rule_file_sets_and_what_is_typed_overrides_it(cli: Callable, post: Callable) -> None:
    rules = post('[options]\nspelling = "without-u"\n', "house.toml")
    assert "options={'spelling': 'without-u'}" in notes(cli, post("GOOD"), "--rules", rules)
    typed = notes(cli, post("GOOD"), "--rules", rules, "--option", "E1=with-u")
    assert "options={'spelling': 'with-u'}" in typed


@pytest.mark.parametrize("command", ["check", "fix", "next"])
def test_every_command_takes_settings_and_says_what_is_wrong(cli: Callable, post: Callable, command: str) -> None:
    assert cli(command, post("GOOD"), "--option", "spelling=with-u")[0] == 0
    for option, said in (
        ("speling=with-u", 'there is no setting "speling"; did you mean spelling?'),
        ("spelling=phonetic", 'spelling cannot be "phonetic"; its choices are with-u, without-u'),
        ("spelling", 'write a setting and its choice, as in "spelling=without-u"'),
    ):
        status, out, err = cli(command, post("GOOD"), "--option", option)
        assert (status, out) == (2, "") and said in err


def test_a_wrong_rule_file_is_named(cli: Callable, post: Callable) -> None:
    path = post("[options]\nspelling = 3\n", "house.toml")
    status, _, err = cli("check", post("GOOD"), "--rules", path)
    assert status == 2 and "house.toml: [options]: spelling must be a choice in quotes: with-u, without-u" in err


def test_a_rule_file_that_is_no_toml_is_named(cli: Callable, post: Callable) -> None:
    status, _, err = cli("check", post("GOOD"), "--rules", post("[options", "house.toml"))
    assert status == 2 and "house.toml: is no valid TOML" in err
