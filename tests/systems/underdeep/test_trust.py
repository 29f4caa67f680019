"""Every rule of the Underdeep has a status that is true: functions, checks, questions and data exist and say so."""

from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import pytest
from support.trust import citations, cited, find_data, find_function, source_of
from support.waiting import count_rules

import orderbook
import orderbook.systems.underdeep as underdeep
from docs.coverage import build_rules_page
from orderbook.rulebook.rules import load_rules
from orderbook.rulebook.status import RuleStatus, Trust, load_trust
from orderbook.systems import find_system
from orderbook.systems.underdeep.world.rulings import Rulings
from tests.systems.underdeep.test_settings import asked_settings

PACKAGE = Path(orderbook.__file__).parent
CHECKOUT = PACKAGE.parent
SYSTEM = Path(underdeep.__file__).parent
RULES = SYSTEM / "data" / "rules"
TRUST = load_trust(RULES)
CHECKS = {check.name: check for check in find_system("underdeep").checks()}
IDS = {rule.id for rule in load_rules(RULES)}


def all_statuses() -> Iterator[tuple[str, RuleStatus]]:
    yield from TRUST.statuses.items()
    yield from TRUST.settings.items()


def faults(name: str, status: RuleStatus) -> Iterator[str]:
    """What is not so about one status; ``name`` is a rule's id or a setting's name."""
    for function in status.applied:
        found = find_function(function)
        if found is None:
            yield f"{name}: there is no function {function}"
        elif not names_it(source_of(found[0]), name):
            yield f"{name}: the module of {function} does not name it"
    for check in status.checked:
        if check not in CHECKS:
            yield f"{name}: there is no check {check}"
    for question in status.asked:
        if question not in TRUST.questions:
            yield f"{name}: there is no question {question}"
    for place in status.held:
        if not find_data(SYSTEM, place):
            yield f"{name}: there is no {place}"


def names_it(source: str, name: str) -> bool:
    """Whether code names a rule, or a setting as the checks or the map call it."""
    return name in cited(source) if name.startswith("UD-") else name in source or name.replace("-", "_") in source


def test_every_rule_has_a_status() -> None:
    assert list(TRUST.statuses) == [rule.id for rule in load_rules(RULES)]
    waiting = sum(status.only_waits for status in TRUST.statuses.values())
    assert f"{waiting} only waiting" in count_rules()  # told at the end of every run of the tests


def test_what_is_named_exists_and_names_the_rule() -> None:
    assert [fault for name, status in all_statuses() for fault in faults(name, status)] == []


def test_checks_and_statuses_name_each_other() -> None:
    by_check = {
        rule: sorted(name for name, check in CHECKS.items() if rule in check.rules)
        for check in CHECKS.values()
        for rule in check.rules
    }
    by_status = {rule: sorted(status.checked) for rule, status in TRUST.statuses.items() if status.checked}
    assert by_status == by_check, "a status lists exactly the checks whose documents name the rule"


def test_code_names_only_rules_there_are() -> None:
    folders = [PACKAGE, CHECKOUT / "grammars", CHECKOUT / "templates"]
    told = {path: ids for folder in folders for path, ids in citations(folder).items()}
    assert len(told) > 30
    assert {path.name: sorted(ids - IDS) for path, ids in told.items() if ids - IDS} == {}


def test_a_rule_that_code_names_is_more_than_waited_for() -> None:
    """Whoever writes a rule's id into a module says what the module does about it."""
    code = {path: ids for path, ids in citations(PACKAGE, ("*.py",)).items() if SYSTEM in path.parents}
    idle = {rule for rule, status in TRUST.statuses.items() if status.kinds == ("waiting",)}
    found = {path.name: sorted(ids & idle) for path, ids in code.items() if ids & idle}
    assert found == {}, "the statuses of these rules (data/rules/status) say that they only wait: add what is done"


def test_settings_that_take_effect_are_those_the_code_asks_for() -> None:
    by_map = {field.name.replace("_", "-") for field in fields(Rulings)}
    assert set(TRUST.settings) == set(asked_settings()) | by_map, "status/settings.toml lists where each takes effect"


def test_page_of_rules_is_current() -> None:
    page = (CHECKOUT / "docs" / "rules.md").read_bytes().decode()
    assert page == build_rules_page(), "make docs writes the page anew"
    assert all(f"| {rule} | " in page for rule in IDS)


def test_notes_are_sentences() -> None:
    for name, status in all_statuses():
        assert not status.note or (status.note[0].isupper() and status.note.endswith(".")), name
    assert all(text.endswith("?") for text in TRUST.questions.values())


# What the tests above would say of a lie.

HERE = "orderbook.systems.underdeep.checks.messages."
LIES = [
    (RuleStatus(applied=(HERE + "count_letters",)), "there is no function"),
    (RuleStatus(applied=(HERE + "Counter",)), "there is no function"),
    (RuleStatus(applied=(HERE + "LIMIT",)), "there is no function"),
    (RuleStatus(applied=("orderbook.no_such_module.allowance",)), "there is no function"),
    (RuleStatus(applied=("orderbook.systems.underdeep.checks.wealth.tabulate",)), "does not name it"),
    (RuleStatus(checked=("message-limits",)), "there is no check message-limits"),
    (RuleStatus(asked=("who-knows",)), "there is no question who-knows"),
    (RuleStatus(held=("data/kobolds/rooms.toml / Bat Roost / produces",)), "there is no data/kobolds"),
    (RuleStatus(held=("data/kobolds/rooms.toml / Bat Rooost / cost",)), "there is no data/kobolds"),
    (RuleStatus(held=("data/goblins/rooms.toml / Bat Roost / cost",)), "there is no data/goblins"),
    (RuleStatus(held=("data/kobolds/rooms.toml / Bat Roost",)), "there is no data/kobolds"),
]


@pytest.mark.parametrize(("lie", "said"), LIES)
def test_a_lie_is_told(lie: RuleStatus, said: str) -> None:
    (fault,) = faults("UD-COM-01", lie)
    assert said in fault


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("see UD-ORD-13 to UD-ORD-16.", {"UD-ORD-13", "UD-ORD-14", "UD-ORD-15", "UD-ORD-16"}),
        ("UD-ABL-CREATE-SPAWN-1", {"UD-ABL-CREATE-SPAWN-1"}),
        ("UD-ABL-CLIMBING-2 to UD-ABL-CLIMBING-4", {f"UD-ABL-CLIMBING-{n}" for n in (2, 3, 4)}),
        ("UD-ORD-* and UD-MOV", set()),
    ],
)
def test_citations_are_found(text: str, ids: set[str]) -> None:
    assert cited(text) == ids


def test_counts() -> None:
    trust = Trust({
        "a": RuleStatus(applied=("f",), waiting=("w",)), "b": RuleStatus(held=("d",), waiting=("w",)),
        "c": RuleStatus(waiting=("w",)), "d": RuleStatus(asked=("q",)),
    })  # fmt: skip
    assert trust.count() == {"applied": 1, "checked": 0, "asked": 1, "held": 1, "waiting": 3, "only waiting": 2}
