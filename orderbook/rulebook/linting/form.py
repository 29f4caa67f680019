"""Flaws of form, which are met while reading: what the file is written in, and what a post holds that is not read."""

from __future__ import annotations

from orderbook.findings.model import CheckDoc, Severity

FORM = CheckDoc(
    name="rule-form",
    severity=Severity.ERROR,
    summary="Rule data is not written as it must be.",
    why="A key nobody knows or a value of the wrong sort is refused when the data is loaded; nothing is guessed.",
    rules=(),
    failing="cost = 25",
    passing="cost = {Gold = 25}",
)
UNREAD = CheckDoc(
    name="rule-unread",
    severity=Severity.WARNING,
    summary="A line of a faction post was not understood.",
    why="What is not understood is missing from the rule data; write it in one of the usual forms, or add it by hand.",
    rules=(),
    failing="Cost: a handful of Gold",
    passing="Cost: 25 Gold",
)
SPELLING = CheckDoc(
    name="rule-spelling",
    severity=Severity.WARNING,
    summary="Something in a faction post is misspelt and was read as what is probably meant.",
    why="It is clear enough for this program and for most players; written right, it is clear to all.",
    rules=(),
    failing="Speical Abilities: Scout",
    passing="Special Abilities: Scout",
)
STRANGER = CheckDoc(
    name="rule-name-unknown",
    severity=Severity.WARNING,
    summary="A name stands among units, and no unit is called so.",
    why="Players look for a unit that does not exist, or the name of one is spoilt.",
    rules=(),
    failing="Benefit: Kobold Skulkers, Commandoes, and Kobold Bottlethrowers gain Poison 1.",
    passing="Benefit: Kobold Skulkers and Kobold Bottlethrowers gain Poison 1.",
)
DOCS = (FORM, UNREAD, SPELLING, STRANGER)
