"""The samples through the real commands: what is planted is found, what is right is left alone."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SAMPLES = ROOT / "samples"

SLIPS = {
    "ladle-week-5": {
        ("production-amount", 14), ("upkeep-count", 20), ("build-countdown", 28), ("tag-unclosed", 38),
        ("wealth-sum", 43), ("order-speed", 111),
    },
    "cellar-week-8": {("upkeep-omitted", 16), ("build-time", 30), ("recruit-cost", 35), ("recruit-unlisted", 35)},
}  # fmt: skip
PREVIOUS = {"ladle-week-5": "ladle-week-4", "cellar-week-8": "cellar-week-7"}
OPENINGS = {
    "ladle-week-4": "Gold 180, Metal 60, Food 90",
    "cellar-week-7": "Gold 210, Metal 48, Food 120, Bodies 6",
}

PROMISED = """
    tag-unclosed tag-misnested tab-missing tab-duplicate tab-unknown line-unread name-unknown amount-unread line-sum
    wealth-sum wealth-overspent wealth-missing opening-implied
    production-amount production-unbuilt production-omitted production-early
    upkeep-amount upkeep-omitted upkeep-excess upkeep-count
    build-cost build-time build-prerequisite build-limit build-unique build-place build-cap build-countdown
    build-finished build-vanished
    recruit-cost recruit-prerequisite recruit-limit recruit-unlisted recruit-place
    dungeon-appeared dungeon-vanished army-count army-place stat-block
    order-unit order-count order-speed order-ability order-path order-tab message-limit trade-range
"""
"""Names that other people's scripts rely on."""


def orderbook(*args: str, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([sys.executable, "-m", "orderbook", *args], cwd=ROOT, input=stdin, capture_output=True)


def path(name: str) -> str:
    return str(SAMPLES / f"{name}.txt")


def told(*args: str, stdin: bytes = b"") -> list[dict]:
    """Errors and warnings of a check."""
    report = json.loads(orderbook("check", *args, "--format", "json", stdin=stdin).stdout)
    return [found for found in report["diagnostics"] if found["severity"] != "info"]


@pytest.mark.parametrize("name", SLIPS)
def test_planted_slips_are_found_and_nothing_else(name: str) -> None:
    found = told(path(name), "--previous", path(PREVIOUS[name]))
    assert {(finding["check"], finding["line"]) for finding in found} == SLIPS[name]


@pytest.mark.parametrize("name", OPENINGS)
def test_correct_posts_are_clean(name: str) -> None:
    assert told(path(name), "--opening", OPENINGS[name]) == []
    assert orderbook("check", path(name), "--opening", OPENINGS[name]).returncode == 0


@pytest.mark.parametrize("name", SLIPS)
def test_fixed_posts_have_no_safe_fix_left_and_stay_as_they_are(name: str) -> None:
    context = ("--previous", path(PREVIOUS[name]))
    fixed = orderbook("fix", path(name), *context).stdout
    assert fixed != (SAMPLES / f"{name}.txt").read_bytes()
    left = told("-", *context, stdin=fixed)
    assert not [finding for finding in left if finding["fix"] and finding["fix"]["safe"]]
    assert orderbook("fix", "-", *context, stdin=fixed).stdout == fixed


@pytest.mark.parametrize("name", OPENINGS)
def test_correct_posts_are_not_fixed(name: str) -> None:
    assert orderbook("fix", path(name), "--opening", OPENINGS[name]).stdout == (SAMPLES / f"{name}.txt").read_bytes()


@pytest.mark.parametrize("name", OPENINGS)
def test_next_weeks_post_is_clean(name: str) -> None:
    following = orderbook("next", path(name), "--opening", OPENINGS[name]).stdout
    assert [finding["check"] for finding in told("-", "--previous", path(name), stdin=following)] == []


@pytest.mark.parametrize("name", ["text", "json"])
def test_a_check_imports_nothing_it_does_not_need(name: str) -> None:
    code = (
        "import sys; from orderbook.cli.main import run; run(sys.argv[1:])\n"
        "unwanted = ('jinja2', 'pydantic', 'rich', 'numpy', 'sqlite3', 'bbcode')\n"
        "print([name for name in unwanted if name in sys.modules], file=sys.stderr)"
    )
    args = ["check", path("ladle-week-5"), "--previous", path("ladle-week-4"), "--format", name]
    done = subprocess.run([sys.executable, "-c", code, *args], cwd=ROOT, capture_output=True, text=True)
    assert done.stderr == "[]\n" and done.stdout


@pytest.mark.parametrize(
    "text",
    [b"", b"\n", b"Dear diary", b"[spoiler]", b"[/spoiler]" * 50, "\u6d1e\u7a9f".encode(), b"<html><p>&amp;", b"{}"],
)
@pytest.mark.parametrize("command", ["check", "fix", "next"])
def test_what_is_no_post_is_answered_with_words(command: str, text: bytes) -> None:
    done = orderbook(command, "-", stdin=text)
    assert done.returncode in (0, 1, 2) and b"Traceback" not in done.stderr and b"orderbook failed" not in done.stderr


def test_every_check_is_documented_with_examples() -> None:
    checks = json.loads(orderbook("explain", "--format", "json").stdout)
    names = [check["check"] for check in checks]
    assert len(names) == len(set(names)) and set(PROMISED.split()) <= set(names)
    for check in checks:
        assert all(check[key].strip() for key in ("summary", "why", "failing", "passing")), check["check"]
        assert check["failing"] != check["passing"]


def test_every_rule_a_check_names_is_known() -> None:
    from orderbook.systems import find_system

    system = find_system("underdeep")
    unknown = {rule for check in system.checks() for rule in check.rules} - {rule.id for rule in system.rules()}
    assert unknown == set()
