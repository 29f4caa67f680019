"""The words by which rule posts are read (``words.toml``), folded for looking up."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path

from orderbook.rulebook.names import fold_words
from orderbook.text import toml


class LabelKind(StrEnum):
    """What stands behind a label: a figure, text, or what a *plain* label says outright."""

    FIGURE = "figure"
    PROSE = "prose"
    PLAIN = "plain"


@dataclass(frozen=True, slots=True)
class Label:
    """A label by what it means (the key of the rule data, as a rule)."""

    key: str
    kind: LabelKind


@dataclass(frozen=True)
class Words:
    """``lists``, ``labels``, ``faction_labels`` and ``resources`` by folded form; the rest by key."""

    lists: dict[str, str]
    labels: dict[str, Label]
    faction_labels: dict[str, str]
    brackets: dict[str, tuple[str, ...]]
    values: dict[str, tuple[str, ...]]
    resources: dict[str, str]
    verbs: dict[str, tuple[str, ...]]

    def label_form(self, key: str) -> str:
        """How a label is written that means ``key``: the first of its forms."""
        form, label = next((form, label) for form, label in self.labels.items() if label.key == key)
        return form.capitalize() if label.kind is LabelKind.PLAIN else form.title()

    def faction_label_form(self, key: str) -> str:
        """The same for what stands before the lists."""
        return next(form for form, known in self.faction_labels.items() if known == key).capitalize()


def fold_label(text: str) -> str:
    """A label or heading in lower case, with single spaces and without signs around it."""
    return fold_words(text)


@cache
def load_words() -> Words:
    """The table, read once."""
    table = toml.loads((Path(__file__).parent / "words.toml").read_text(encoding="utf-8"))
    labels = {
        fold_label(form): Label(key, kind)
        for kind in LabelKind
        for key, forms in table["labels"][kind.value].items()
        for form in forms
    }
    return Words(
        lists={fold_label(form): kind for kind, forms in table["lists"].items() for form in forms},
        labels=labels,
        faction_labels={fold_label(form): key for key, forms in table["labels"]["faction"].items() for form in forms},
        brackets={key: tuple(forms) for key, forms in table["brackets"].items()},
        values={key: tuple(forms) for key, forms in table["values"].items()},
        resources={form: name for name, forms in table["resources"].items() for form in forms},
        verbs={key: tuple(forms) for key, forms in table["verbs"].items()},
    )
