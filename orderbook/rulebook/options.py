"""How a campaign reads what the rulebook leaves open: settings by name, each with a stated default."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from orderbook.text.records import record

if TYPE_CHECKING:  # a check without options need not read how rules are kept
    from orderbook.rulebook.rules import Ambiguity

TABLE = "options"
"""The table of a rule file that holds settings."""


class OptionError(ValueError):
    """A setting nobody knows, or a choice it does not have; ``str(error)`` says what there is instead."""


@record
class Options:
    """The choices a campaign made, as (setting, choice) sorted by setting; what is not among them has its default."""

    choices: tuple[tuple[str, str], ...] = ()

    def chose(self, setting: str, *choices: str) -> bool:
        """Whether the campaign chose one of these, none of which is the default."""
        return any(name == setting and choice in choices for name, choice in self.choices)

    @property
    def settings(self) -> dict[str, str]:
        """The choices made, by setting."""
        return dict(self.choices)

    def value(self, ambiguity: Ambiguity) -> str:
        """The choice that holds: the campaign's, else the default."""
        return self.settings.get(ambiguity.name, ambiguity.default)

    def overlaid(self, other: Options) -> Options:
        """These choices with those of ``other`` over them."""
        return Options(tuple(sorted({**self.settings, **other.settings}.items())))


def parse_options(texts: Iterable[str], ambiguities: Sequence[Ambiguity]) -> Options:
    """Settings as they are typed, ``name=choice`` each; a setting's number (E1) may stand for its name.

    Raises ``OptionError``, also for one setting with two different choices.
    """
    chosen: dict[str, str] = {}
    for text in texts:
        name, equals, choice = text.partition("=")
        if not equals:
            raise OptionError(f'"{text}" sets nothing: write a setting and its choice, as in {_example(ambiguities)}')
        ambiguity, choice = _find_setting(name, ambiguities), choice.strip()
        _check_choice(ambiguity, choice)
        if chosen.setdefault(ambiguity.name, choice) != choice:
            raise OptionError(f"{ambiguity.name} is set twice: to {chosen[ambiguity.name]} and to {choice}")
    return Options(tuple(sorted(chosen.items())))


def read_options(paths: Iterable[Path], ambiguities: Sequence[Ambiguity]) -> Options:
    """The settings in the ``[options]`` tables of rule files and folders; a later file overrides an earlier one.

    Raises ``OptionError`` for what a table holds, ``RuleDataError`` for a file that is no TOML.
    """
    from orderbook.rulebook.tables import read_sources

    options = Options()
    for path in paths:
        for group in read_sources(path):
            for file in group:
                if TABLE in file.tables:
                    options = options.overlaid(parse_option_table(file.tables[TABLE], file.name, ambiguities))
    return options


def parse_option_table(table: Any, file: str, ambiguities: Sequence[Ambiguity]) -> Options:
    """The settings of an ``[options]`` table. Raises ``OptionError``, which names the file."""
    if not isinstance(table, Mapping):
        raise OptionError(f'{file}: {TABLE} must be a table of settings: [{TABLE}], then lines such as a = "b"')
    chosen: dict[str, str] = {}
    for name, choice in table.items():
        try:
            ambiguity = _find_setting(name, ambiguities)
            if not isinstance(choice, str):
                raise OptionError(f"{ambiguity.name} must be a choice in quotes: {_choices(ambiguity)}")
            _check_choice(ambiguity, choice)
            if chosen.setdefault(ambiguity.name, choice) != choice:
                raise OptionError(f"{ambiguity.name} is set twice, once by its number")
        except OptionError as error:
            raise OptionError(f"{file}: [{TABLE}]: {error}") from error
    return Options(tuple(sorted(chosen.items())))


def find_setting(name: str, ambiguities: Sequence[Ambiguity]) -> Ambiguity | None:
    """The ambiguity of that name or number, however it is capitalised."""
    wanted = name.strip().lower().replace("_", "-").replace(" ", "-")
    return next((a for a in ambiguities if wanted in (a.name.lower(), a.id.lower())), None)


def _find_setting(name: str, ambiguities: Sequence[Ambiguity]) -> Ambiguity:
    found = find_setting(name, ambiguities)
    if found is None:
        raise OptionError(unknown_setting(name, ambiguities))
    return found


def unknown_setting(name: str, ambiguities: Sequence[Ambiguity]) -> str:
    """What to say of a setting nobody knows: the likely one, or where they are listed."""
    from difflib import get_close_matches

    close = get_close_matches(name.strip().lower(), [ambiguity.name for ambiguity in ambiguities], n=2, cutoff=0.6)
    hint = f"did you mean {' or '.join(close)}?" if close else "'orderbook rules options' lists all settings"
    return f'there is no setting "{name.strip()}"; {hint}'


def _check_choice(ambiguity: Ambiguity, choice: str) -> None:
    if choice not in (known.name for known in ambiguity.choices):
        raise OptionError(f'{ambiguity.name} cannot be "{choice}"; its choices are {_choices(ambiguity)}')


def _choices(ambiguity: Ambiguity) -> str:
    return ", ".join(choice.name for choice in ambiguity.choices)


def _example(ambiguities: Sequence[Ambiguity]) -> str:
    return f'"{ambiguities[0].name}={ambiguities[0].choices[-1].name}"' if ambiguities else '"name=choice"'
