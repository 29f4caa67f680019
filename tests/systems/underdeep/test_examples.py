"""The rulebook's worked examples, each by its id; those that wait for something are counted with the reason."""

import os
import tomllib
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from support.posts import check, told, write_post
from support.thundershield import (
    RIGHT_UPKEEP,
    figures_of,
    findings,
    judge_sample,
    line_of,
    listed,
    next_weeks,
    sample_text,
    weeks_left,
    with_cannoneers,
)  # fmt: skip
from support.waiting import count_examples

from orderbook.books.bundle import Bundle
from orderbook.rulebook.options import Options
from orderbook.rulebook.status import load_trust
from orderbook.systems import find_system
from orderbook.systems.system import CheckRequest
from orderbook.systems.underdeep.arrears import Arrears, may_desert, roll_to_stay, toll_of
from orderbook.systems.underdeep.check import judge
from orderbook.systems.underdeep.checks.room_limit import counts_as_room
from orderbook.systems.underdeep.checks.troops import muster
from orderbook.systems.underdeep.checks.upkeep import rates
from orderbook.systems.underdeep.regiments import form_armies, split_group
from orderbook.systems.underdeep.system import RULES_FOLDER
from orderbook.text.source import SourceText
from tests.systems.underdeep.battle import test_assault_examples, test_battle_examples
from tests.systems.underdeep.week import test_movement_deeds, test_week_examples
from tests.systems.underdeep.world import test_map_examples

HERE = Path(__file__).parent
CASES = HERE / "cases"
SPEC = HERE.parents[2] / os.environ.get("ORDERBOOK_SPEC", "../shared/spec")
Example = dict[str, Any]
EXAMPLES: list[Example] = tomllib.loads((CASES / "examples.toml").read_text(encoding="utf-8"))["example"]
TRUST = load_trust(RULES_FOLDER)
ELSEWHERE = {
    "on_map": test_map_examples,
    "in_battle": test_battle_examples,
    "in_assault": test_assault_examples,
    "in_movement": test_movement_deeds,
    "in_week": test_week_examples,
}
"""Kinds of examples that have tests of their own, by id, and where."""
ONE_AND_ONE = ["message-allowance=one-message-one-reply"]


# ------------------------------------------------------------------ one test a kind


def letters(example: Example) -> None:
    """With what is left to each recipient the post passes, with one message more it does not."""
    written = {name: [f"[spoiler={'Reply to' if sort == 'reply' else 'To'} {name}]Hear me.[/spoiler]" for sort in sorts]
               for name, sorts in example["sent"].items()}  # fmt: skip
    assert set(example["left"]) == set(written)
    for name, left in example["left"].items():
        for more in range(left + 2):
            extra = [f"[spoiler=Reply to {name}]Again.[/spoiler]"] * more
            tabs = {"Messages": "\n".join([*(line for lines in written.values() for line in lines), *extra])}
            expected = ["message-limit"] if more > left else []
            assert told(check(tabs)) == expected
            if all("letter" in sorts for sorts in example["sent"].values()):
                assert told(check(tabs, options=ONE_AND_ONE)) == expected


def flavour(example: Example) -> None:
    judgement = judge_sample()
    assert judgement.context.post.has_flavour
    assert example["mentions"] in sample_text().partition("[spoiler=")[0]
    assert example["mentions"] in {line.structure.name for line in judgement.context.post.structures}


def production(example: Example) -> None:
    judgement = judge_sample()
    assert judgement.ledger.production == Bundle(example["totals"])
    lines = {line.subject.name: line for line in judgement.context.post.production}
    for name, food in example["each"].items():
        assert lines[name].flow == Bundle({"Food": food}) * lines[name].number
    patches = lines["Mushroom Patch"]
    difference = (example["other_patch"] - example["each"]["Mushroom Patch"]) * patches.number
    assert judgement.ledger.production["Food"] + difference == example["other_food"]
    assert [name for name, _ in findings() if name.startswith("production")] == []


def upkeep(example: Example) -> None:
    judgement = judge_sample()
    assert judgement.ledger.upkeep == Bundle(example["totals"])
    for line in judgement.context.post.upkeep:
        assert line.flow == -(Bundle(example["each"][line.subject.name]) * line.number)


def carried_on(example: Example) -> None:
    now, (coming,) = judge_sample(), next_weeks(1)
    under = [line for line in now.context.post.construction if line.subject.name in example["now"]]
    assert {line.subject.name: line.weeks for line in under} == example["now"]
    assert not any(line.flow for line in under)
    assert example["next"].items() <= weeks_left(coming).items()
    assert set(example["finished"]) <= listed(coming) - listed(now) and not set(example["finished"]) & set(
        weeks_left(coming)
    )
    assert set(example["needs"].values()) <= listed(now)


def ready(example: Example) -> None:
    assert judge_sample().ledger.construction == Bundle(example["cost"])
    weeks = next_weeks(max(example["weeks"].values()))
    for name, number in example["weeks"].items():
        assert [name in listed(week) for week in weeks] == [week + 1 >= number for week in range(len(weeks))]


def recruits(example: Example) -> None:
    judgement = judge_sample()
    (line,) = judgement.context.post.recruitment
    assert (line.subject.name, line.number) == (example["unit"], example["number"])
    assert line.flow == -(Bundle(example["each"]) * example["number"])
    troops = muster(judgement.context)
    assert troops.standing[example["unit"]] == example["number"] and troops.due(example["unit"]) == 0
    left = judgement.ledger.production + judgement.ledger.upkeep
    assert {resource: left[resource] for resource in example["left_after_upkeep"]} == example["left_after_upkeep"]
    assert not any(name.startswith("recruit") for name, _ in findings())


def wealth(example: Example) -> None:
    ledger = judge_sample().ledger
    assert ledger.computed == Bundle(example["computed"])
    assert ledger.stated == example["stated"]
    for name, text in example["findings"]:
        assert [name, line_of(text)] in findings()


def sites(example: Example) -> None:
    judgement = judge_sample()
    rooms: Counter[str] = Counter()
    counted: Counter[str] = Counter()
    defences: Counter[str] = Counter()
    for line in judgement.context.post.structures:
        assert line.site is not None and line.structure.entry is not None
        is_room = line.structure.entry.section.value == "room"
        (rooms if is_room else defences)[line.site.name] += line.count
        counted[line.site.name] += line.count * counts_as_room(judgement.context, line.structure.name)
    for name in example["rooms"]:
        assert (rooms[name], counted[name], defences[name]) == (
            example["rooms"][name], example["counted"][name], example["defences"][name],
        )  # fmt: skip
    assert not listed(judgement) & set(example["not_listed"])


def owing(example: Example) -> None:
    troops = muster(judge_sample().context)
    assert {unit: troops.due(unit) for unit in example["due"]} == example["due"]
    due = [-(rates(troops.entries[unit])[0] * number) for unit, number in example["due"].items() if number]
    assert sum(due, Bundle()) == Bundle(example["total"])
    for name, text in example["findings"]:
        assert [name, line_of(text)] in findings()


def corrected(example: Example) -> None:
    """Two Cannoneers are too many, one or none can be had; the sums are those the rules give."""
    for number, balance in example["with"].items():
        stated = [(f"{name}: {old}", f"{name}: {balance[name]}") for name, old in
                  (("Gold", "5\n"), ("Metal", "10\n"), ("Food", "5 Food\n"))]  # fmt: skip
        changes = [RIGHT_UPKEEP, *with_cannoneers(int(number)), *((old, new + "\n") for old, new in stated)]
        assert judge_sample(*changes).ledger.computed == Bundle(balance)
        expected = ["wealth-overspent"] if min(balance.values()) < 0 else []
        assert [name for name, _ in findings(*changes)] == expected
    assert judge_sample(*with_cannoneers(1)).ledger.computed == Bundle(example["upkeep_left"])


def armies(example: Example) -> None:
    formed = form_armies(judge_sample().context.post.armies)
    assert [
        {
            "place": str(army.place),
            "leaders": list(army.leaders),
            "regiments": [f"{regiment.size} {regiment.unit}" for regiment in army.regiments],
        }
        for army in formed
    ] == example["armies"]
    assert all(army.garrisoned for army in formed)


def officer(example: Example) -> None:
    assert figures_of(example["name"]) == example["figures"]
    unit = judge_sample().context.catalogue.unit(example["unit"])
    assert unit is not None and unit.value.stats == example["without_rank"]
    assert [name for name, _ in findings(("Health: 15", "Health: 20"))].count("stat-block") == 1


def leader(example: Example) -> None:
    assert figures_of(example["name"]) == example["figures"]
    (unit,) = [line.unit.entry for line in judge_sample().context.post.armies if line.rank == "Leader"]
    assert unit is not None and "defence" not in unit.stats  # the example does not settle it
    assert "stat-block" not in [name for name, _ in findings()]


def order(example: Example) -> None:
    context = judge_sample().context
    orders = [order for line in context.post.orders for order in line.orders][example["order"]]
    units = {actor.unit.name: actor.count for actor in orders.actors if actor.unit and not actor.leads}
    assert {name: count for name, count in units.items() if count is not None} == example["units"]
    assert orders.speed == example["speed"]
    assert [action.verb.value for action in orders.actions][: len(example["verbs"])] == example["verbs"]
    if "slowest" in example:
        speeds = [actor.unit.entry.stats["speed"] for actor in orders.actors if actor.unit and actor.unit.entry]
        assert min(speeds) == example["slowest"] == example["speed"]  # nothing is left to entrench


def weeks(example: Example) -> None:
    """Week after week as listed; a week "again" is posted in place of the try before."""
    data = (CASES / example["data"],) if "data" in example else ()
    system, accepted, tried = find_system("underdeep"), None, None
    number = 4  # past the first
    for week in example["week"]:
        if not week.get("again"):
            accepted, number = tried, number + 1
        tabs = {name.capitalize(): week[name] for name in ("upkeep", "armies") if name in week}
        tabs |= {name.capitalize(): f"{example['site']}\n{week[name]}" for name in ("construction", "recruitment")
                 if name in week}  # fmt: skip
        tabs["Dungeons"] = f"{example['site']}\n{week.get('rooms', '')}"
        post = SourceText(write_post(tabs, number))
        report = system.check(CheckRequest(post, previous=accepted, faction=example["faction"], rules=data))
        assert [name for name in told(report) if name != "wealth-missing"] == week["findings"], number
        if "flow" in week:
            assert report.ledger is not None and report.ledger.construction == Bundle(week["flow"])
        tried = post if not week["findings"] else tried


def two_sites(example: Example) -> None:
    for begun, expected in enumerate(example["findings"]):
        names = ["Deephold (Upperdeep 8)", "Farhold (Upperdeep 9)"]
        tabs = {
            "Dungeons": "\n\n".join(f"{name}\n{room}" for name, room in zip(names, example["rooms"], strict=True)),
            "Construction": f"{names[begun]}\nBeginning Construction:\n{example['begun']}",
        }
        assert told(check(tabs, faction=example["faction"])) == expected


def parting(example: Example) -> None:
    for which, sizes, numbers in zip(("before", "after"), example["sizes"], example["regiments"], strict=True):
        text = "\n\n".join(
            "\n".join(f"{unit} - In {place}" for unit in units) for place, units in example[which].items()
        )
        post = judge(CheckRequest(SourceText(write_post({"Armies": text})))).context.post
        formed = form_armies(post.armies)
        assert [str(army.place) for army in formed] == list(example[which])
        assert [army.size for army in formed] == sizes
        assert [len(army.regiments) for army in formed] == numbers


def regiments(example: Example) -> None:
    assert list(split_group(example["count"])) == example["sizes"]


def small_regiments(example: Example) -> None:
    """No reading makes the small regiments the player wants; whether they are too small is the game master's."""
    readings = [
        Options((("regiment-split", name),)) for name in ("halve-above-50", "halve-from-50", "fewest-regiments")
    ]
    formed = [list(split_group(example["count"], options)) for options in readings]
    assert sorted(example["allowed"]) == sorted({tuple(sizes): sizes for sizes in formed}.values())
    assert example["wanted"] not in formed and sum(example["wanted"]) == example["count"]
    asked(example)


def unpaid(example: Example) -> None:
    for number, figures in enumerate(example["weeks"], 1):
        toll = toll_of(replace(Arrears(), **{example["owed"]: number}))
        lost = {"morale": toll.morale, "ranged_attack": toll.attack, "melee_attack": toll.attack}
        assert {name: figure + lost[name] for name, figure in example["usual"].items()} == figures


def deserting(example: Example) -> None:
    for case in example["unpaid"]:
        arrears = Arrears(gold=case["weeks"])
        assert may_desert(example["morale"], arrears) is case["checks"]
        if case["checks"]:
            assert roll_to_stay(example["morale"] + toll_of(arrears).morale) == case["roll"]


def asked(example: Example) -> None:
    """Nothing to reckon: the rule leaves it to the game master, and says what is asked."""
    assert example["asked"] in TRUST.statuses[example["rule"]].asked


KINDS: dict[str, Callable[[Example], None]] = {
    test.__name__: test
    for test in (
        letters, flavour, production, upkeep, carried_on, ready, recruits, wealth, sites, owing, corrected, armies,
        officer, leader, order, weeks, two_sites, parting, regiments, small_regiments, unpaid, deserting, asked,
    )
}  # fmt: skip


@pytest.mark.parametrize(
    "example", [example for example in EXAMPLES if example.get("kind") in KINDS], ids=lambda example: example["id"]
)
def test_example(example: Example) -> None:
    KINDS[example["kind"]](example)


# ------------------------------------------------------------------ the whole list


def test_every_example_is_tested_or_waits_for_something() -> None:
    ids = [example["id"] for example in EXAMPLES]
    assert len(set(ids)) == len(ids)
    for example in EXAMPLES:
        ways = [example.get("kind") in KINDS, example.get("kind") in ELSEWHERE, "waiting" in example]
        assert ways.count(True) == 1, example["id"]
        if "waiting" in example:
            assert example["waiting"] in TRUST.waits, example["id"]
    waiting = sum("waiting" in example for example in EXAMPLES)
    assert f"{len(EXAMPLES)} in all, {waiting} waiting (" in count_examples()  # told at the end of every run


def test_examples_on_the_map_and_in_battle_have_tests_of_their_own() -> None:
    for kind, module in ELSEWHERE.items():
        tests = [name for name in vars(module) if name.startswith("test_ud_ex_")]
        for example in EXAMPLES:
            if example.get("kind") == kind:
                start = f"test_{example['id'].lower().replace('-', '_')}"
                assert any(name == start or name.startswith(f"{start}_") for name in tests), example["id"]


def test_the_list_is_that_of_the_rulebook() -> None:
    paths = [SPEC / "rules" / f"underdeep-{part}-examples.toml" for part in ("economy", "battle")]
    if not all(path.is_file() for path in paths):
        pytest.skip("the list of examples is not here; set ORDERBOOK_SPEC to its folder to compare with it")
    theirs = [entry for path in paths for entry in tomllib.loads(path.read_text(encoding="utf-8"))["example"]]
    assert sorted(example["id"] for example in EXAMPLES) == sorted(entry["id"] for entry in theirs)
    for entry in theirs:
        if entry["note"].startswith("CONTRADICTION"):
            assert any(example["id"] == entry["id"] and example.get("wrong") for example in EXAMPLES), entry["id"]


def test_the_sample_has_two_slips_and_nothing_else() -> None:
    assert findings() == [["upkeep-excess", line_of("20 Dwarf Ironbound")], ["wealth-sum", line_of("Metal: 10")]]
    (message,) = judge_sample().context.post.messages
    assert message.recipients == ("Warlord Brogg",) and not message.titled
