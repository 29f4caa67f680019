"""The page of all rules: where each is applied, what waits, what the game master is asked, what can be set."""

from __future__ import annotations

import re

from orderbook.cli.rules_coverage import count_waits
from orderbook.cli.statuses import effect_of, sum_up
from orderbook.render.environment import render_template
from orderbook.rulebook.status import KINDS, ONLY_WAITING
from orderbook.systems import find_system


def build_rules_page() -> str:
    """``docs/rules.md``: the coverage of the Underdeep's rules, counted and rule by rule."""
    system = find_system("underdeep")
    trust = system.trusted()
    texts = {rule.id: rule.text for rule in system.rules()}
    chapters = [
        {
            "title": title,
            "anchor": anchor_of(title),
            "counts": trust.count(ids),
            "rules": [{"id": rule, "text": texts[rule], "status": sum_up(trust.statuses[rule])} for rule in ids],
        }
        for title, ids in trust.chapters
    ]
    questions = [
        {"name": name, "text": text, "rules": [rule for rule, status in trust.statuses.items() if name in status.asked]}
        for name, text in trust.questions.items()
    ]
    settings = [
        {
            "id": ambiguity.id,
            "name": ambiguity.name,
            "question": ambiguity.question,
            "default": ambiguity.default,
            "effect": effect_of(ambiguity, trust).removeprefix("takes effect in: "),
        }
        for ambiguity in system.ambiguities()
    ]
    return render_template(
        "docs/rules.md.j2",
        total=len(trust.statuses),
        kinds=(*KINDS, ONLY_WAITING),
        counts=trust.count(),
        chapters=chapters,
        waits=count_waits(trust),
        questions=questions,
        settings=settings,
        trust=trust,
    )


def anchor_of(title: str) -> str:
    """The anchor a heading of Markdown gets."""
    return re.sub(r"[^a-z0-9 -]", "", title.lower()).replace(" ", "-")
