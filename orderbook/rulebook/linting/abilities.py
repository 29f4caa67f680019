"""Abilities: used and nowhere defined, or named otherwise than they are defined."""

from __future__ import annotations

from collections.abc import Iterator

from orderbook.findings.model import CheckDoc, Severity
from orderbook.rulebook.linting.glossary import Use, is_roll, split_ability
from orderbook.rulebook.linting.material import Flaw
from orderbook.rulebook.linting.study import Holder, Study, ask
from orderbook.rulebook.model import Unit

UNDEFINED = CheckDoc(
    name="rule-ability-undefined",
    severity=Severity.WARNING,
    summary="An ability is used and nowhere explained.",
    why="It is no ability or spell of the rules, and the entry does not say itself what it does, so nobody can judge "
    'it. Notes that begin with "The book" are remarks about the rulebook and explain nothing.',
    rules=(),
    failing='abilities = ["Multiattack 3"]',
    passing='abilities = ["Multiattack 3"], notes = ["Multiattack lets it attack so often in a round."]',
)
FORM = CheckDoc(
    name="rule-ability-form",
    severity=Severity.INFO,
    summary="An ability is named otherwise than where it is defined.",
    why="Who looks it up under the name in the entry does not find it. It is understood all the same.",
    rules=(),
    failing='abilities = ["Climb", "Flying", "Immune (Acid)"]',
    passing='abilities = ["Climbing", "Flyer", "Immunity (Acid)"]',
)
DOCS = (UNDEFINED, FORM)

_NAMED = 3


def lint_abilities(study: Study) -> Iterator[Flaw]:
    """Both, where there is a glossary at all."""
    if not study.glossary:
        return
    for holder in study.holders():
        seen: set[str] = set()
        for key, ability in _written_abilities(holder):
            for use in _uses(study, ability):
                if use.name.lower() not in seen:
                    seen.add(use.name.lower())
                    yield from _judge(study, holder, key, use)


def _uses(study: Study, ability: str) -> tuple[Use, ...]:
    """What an ability as written has to be defined: itself, or those it lets one choose from.

    The bracket of a defined ability holds its value: Grudge (choose one: Orc, Goblin).
    """
    use, choices = split_ability(ability)
    is_defined = study.glossary.is_defined(use.name) or study.glossary.other_form(use.name) is not None
    if choices and not is_defined:
        return choices
    return () if is_roll(use.name) else (use,)


def _written_abilities(holder: Holder) -> Iterator[tuple[str, str]]:
    yield from (("abilities", ability) for ability in holder.abilities)
    if isinstance(holder, Unit):
        yield from (("option", ability) for option in holder.options for ability in option.abilities)


def _judge(study: Study, holder: Holder, key: str, use: Use) -> Iterator[Flaw]:
    glossary = study.glossary
    if glossary.is_defined(use.name):
        return
    defined = glossary.other_form(use.name)
    if defined is not None:
        message = f"{holder.name} has {use.name}, which is defined as {defined}; write {defined}"
        yield Flaw(FORM.name, holder.name, message, key, use.text, better=defined)
        return
    explaining = study.explaining(use.name)
    if holder.name in explaining:
        return
    elsewhere = explaining[:_NAMED]
    likely = glossary.suggest(use.name)
    if elsewhere:
        message = (
            f"{holder.name} has {use.name}, which no ability or spell explains; only {' and '.join(elsewhere)} "
            f"{'says' if len(elsewhere) == 1 else 'say'} something of it. Explain it here too, or among the abilities"
        )
    elif likely:
        message = f"{holder.name} has {use.name}, which is nowhere explained; {ask(likely)}"
    else:
        message = (
            f"{holder.name} has {use.name}, which is nowhere explained; add it to the abilities, or say in the entry "
            "what it does"
        )
    yield Flaw(UNDEFINED.name, holder.name, message, key, use.text, better=likely[0] if len(likely) == 1 else None)
