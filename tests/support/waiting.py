"""How many rules of the Underdeep, and how many of the rulebook's worked examples, wait for what."""

import tomllib
from collections import Counter
from pathlib import Path

from orderbook.rulebook.status import load_trust
from orderbook.systems.underdeep.system import RULES_FOLDER

EXAMPLES = Path(__file__).resolve().parents[1] / "systems" / "underdeep" / "cases" / "examples.toml"


def count_rules() -> str:
    trust = load_trust(RULES_FOLDER)
    told = ", ".join(f"{number} {kind}" for kind, number in trust.count().items())
    return f"rules of the Underdeep: {len(trust.statuses)} in all; {told}"


def count_examples() -> str:
    examples = tomllib.loads(EXAMPLES.read_text(encoding="utf-8"))["example"]
    waiting = Counter(example["waiting"] for example in examples if "waiting" in example)
    reasons = ", ".join(f"{number} for {reason}" for reason, number in waiting.most_common())
    return f"worked examples: {len(examples)} in all, {waiting.total()} waiting ({reasons})"
