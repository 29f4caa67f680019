"""The form of rule data files: which keys each table knows and what may stand behind them.

The models only judge; they are imported for data somebody else wrote. ``build`` reads the tables themselves.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from orderbook.rulebook.model import DEFENCE_KINDS, UNLIMITED

STAT_LABELS = (
    "ranged_attack",
    "ranged_damage",
    "melee_attack",
    "melee_damage",
    "attack",
    "damage",
    "defence",
    "health",
    "speed",
    "morale",
)
PLACES = ("dungeon", "outpost")

_LARGEST = 10**12

_ADVICE = {
    "missing": "is missing",
    "int_type": "must be a whole number such as 225, without quotes",
    "string_type": 'must be text in double quotes, such as "Kobold Mine"',
    "bool_type": "must be true or false, without quotes",
    "list_type": 'must be a list in square brackets, such as ["Burrow", "Workshop"]',
    "dict_type": "must be amounts in braces, such as {Gold = 225, Metal = 20}",
    "model_type": "must be a table",
    "too_short": "must not be an empty list",
    "greater_than_equal": "must not be below 0",
    "less_than_equal": "is too large",
}


def _one_as_list(value: Any) -> Any:
    if isinstance(value, dict):
        return [value]
    if isinstance(value, list):
        return value
    raise ValueError(_ADVICE["dict_type"])


def _check_limit(value: Any) -> Any:
    if value == UNLIMITED or (isinstance(value, int) and not isinstance(value, bool) and 0 < value <= _LARGEST):
        return value
    raise ValueError(f'must be a whole number such as 3, or "{UNLIMITED}"')


def _check_figure(value: Any) -> Any:
    if isinstance(value, int | str) and not isinstance(value, bool) and value != "":
        return value
    raise ValueError('must be a whole number such as 17, or text such as "8 (Fire)" or "3+1d12"')


def _check_labels(value: dict[str, Any]) -> dict[str, Any]:
    for label in value:
        if label not in STAT_LABELS:
            raise ValueError(f"knows no {label!r}; use one of: {', '.join(STAT_LABELS)}")
    return value


def _check_text(value: str) -> str:
    if not value.strip():
        raise ValueError("must not be empty")
    return value


def _check_kind(value: str) -> str:
    if value in DEFENCE_KINDS:
        return value
    raise ValueError(f"must be one of: {', '.join(DEFENCE_KINDS)}")


def _check_places(value: list[str]) -> list[str]:
    if not value or any(place not in PLACES for place in value):
        raise ValueError('must list "dungeon", "outpost" or both')
    return value


Text = Annotated[str, AfterValidator(_check_text)]
Texts = list[Text]
Amount = Annotated[int, Field(ge=0, le=_LARGEST)]
Amounts = dict[Text, Amount]
Price = Annotated[list[Amounts], BeforeValidator(_one_as_list), Field(min_length=1)]
Figures = Annotated[dict[str, Annotated[Any, BeforeValidator(_check_figure)]], AfterValidator(_check_labels)]
Bonus = Annotated[dict[str, int], AfterValidator(_check_labels)]
Places = Annotated[list[str], AfterValidator(_check_places)]
Limit = Annotated[Any, BeforeValidator(_check_limit)]
Weeks = Annotated[int, Field(ge=0, le=1000)]
Count = Annotated[int, Field(ge=0, le=1000)]


class _Table(BaseModel):
    model_config = ConfigDict(strict=True, frozen=True, extra="forbid", defer_build=True)


class FactionTable(_Table):
    name: Text
    aliases: Texts = []
    unit_prefix: str = ""
    dungeon_word: Text = "Dungeon"
    opening: Amounts = {}
    starting_layers: Texts = []
    message_allowance: Count = 2
    unlimited_messages_to: Texts = []
    knows_deposits: bool = False
    resources: Texts = []
    race: Text = ""
    religion: Text = ""
    complete: bool = True
    notes: Texts = []
    source: Text = ""


class _EntryTable(_Table):
    name: Text
    aliases: Texts = []
    plural: Text = ""
    notes: Texts = []
    source: Text = ""


class OptionTable(_Table):
    name: Text
    requires: Texts = []
    cost: Price = [{}]
    bonus: Bonus = {}
    abilities: Texts = []
    joins: Texts = []
    notes: Texts = []


class UnitTable(_EntryTable):
    leader: bool = False
    titles: Texts = []
    summoned: bool = False
    requires: Texts = []
    cost: Price | None = None
    cost_text: Text = ""
    upkeep: Price | None = None
    count_limit: Count | None = None
    per_week: Count | None = None
    maturing: Weeks = 0
    lifespan: Count | None = None
    stats: Figures = {}
    abilities: Texts = []
    lead_bonus: Bonus = {}
    garrison_bonus: Bonus = {}
    option: list[OptionTable] = []


class StructureTable(_EntryTable):
    headquarters: bool = False
    starting: Count = 0
    crew: Count = 0
    limit: Limit = None
    counts_as: Text = ""
    requires: Texts = []
    replaces_present: Texts = []
    cost: Price | None = None
    cost_text: Text = ""
    weeks: Weeks | None = None
    produces: Amounts = {}
    up_to: bool = False
    deposit: bool = False
    recruits: Texts = []
    places: Places = ["dungeon"]
    indoors: bool = False
    carried_by: Texts = []
    tunnel: Count | None = None
    stats: Figures = {}
    abilities: Texts = []


class RoomTable(StructureTable):
    pass


class DefenceTable(StructureTable):
    kind: Annotated[str, AfterValidator(_check_kind)] = ""


class RitualTable(_EntryTable):
    cost: Price
    cost_per_unit: Amounts = {}
    effect: Text


class AbilityTable(_Table):
    name: Text
    aliases: Texts = []
    parameters: Texts = []
    text: Text
    source: Text = ""


class SpellTable(AbilityTable):
    kinds: list[Literal["combat", "utility", "mind-influencing"]] = []


class FileTable(_Table):
    faction: FactionTable | None = None
    unit: list[UnitTable] = []
    room: list[RoomTable] = []
    defence: list[DefenceTable] = []
    ritual: list[RitualTable] = []
    ability: list[AbilityTable] = []
    spell: list[SpellTable] = []
    change: dict[Text, dict[str, Any]] = {}
    remove: Texts = []
    options: dict[Text, Text] = {}


_TABLES: dict[str, type[_Table]] = {
    "faction": FactionTable,
    "unit": UnitTable,
    "room": RoomTable,
    "defence": DefenceTable,
    "ritual": RitualTable,
    "ability": AbilityTable,
    "spell": SpellTable,
    "option": OptionTable,
}


def find_faults(tables: Mapping[str, Any], file: str) -> list[str]:
    """What is wrong with the tables of one file: file, entry, key, what is wrong and how to mend it."""
    return _faults(FileTable, tables, (), file)


def find_entry_faults(kind: str, table: Mapping[str, Any], file: str) -> list[str]:
    """The same for one entry, such as one that ``change`` has altered."""
    return _faults(FileTable, {kind: [table]}, (), file)


def _faults(model: type[_Table], tables: Mapping[str, Any], place: tuple[str, ...], file: str) -> list[str]:
    try:
        model.model_validate(tables)
    except ValidationError as error:
        faults = [_render_fault(fault["loc"], fault["type"], fault["msg"], tables, file) for fault in error.errors()]
        return list(dict.fromkeys(faults))
    return []


def _render_fault(location: Sequence[str | int], sort: str, message: str, tables: Mapping[str, Any], file: str) -> str:
    where, key = _locate(location, tables)
    if sort == "extra_forbidden":
        known = _known_keys(location)
        return f"{file}: {where}: unknown key {key!r}{_suggest(key, known)}; known are: {', '.join(known)}"
    if sort == "value_error":
        advice = message.removeprefix("Value error, ")
    elif sort == "literal_error":
        advice = message.replace("Input should be", "must be")
    else:
        advice = _ADVICE.get(sort, message)
    return f"{file}: {where}: {key} {advice}"


def _locate(location: Sequence[str | int], tables: Mapping[str, Any]) -> tuple[str, str]:
    """The entry in words, and the key in it with what is inside it: ``unit 'Black Dragon'`` and ``cost.Gold``."""
    here: Any = tables
    where: list[str] = []
    keys: list[str] = []
    for step in location:
        if isinstance(step, int) and isinstance(here, dict):
            continue  # one price, which the schema turned into a list of one
        try:
            here = here[step]
        except (LookupError, TypeError):
            here = None
        if isinstance(step, str):
            keys.append(step)
        elif keys and keys[-1] in _TABLES:
            name = here.get("name") if isinstance(here, dict) else None
            where.append(f"{keys.pop()} {name!r}" if isinstance(name, str) else f"{keys.pop()} number {step + 1}")
        else:
            keys.append(str(step + 1))
    if len(keys) > 1 and keys[0] in ("faction", "change"):
        where.append(f"[{keys.pop(0)}]")
    return ", ".join(where) or "top of the file", ".".join(keys) or "entry"


def _known_keys(location: Sequence[str | int]) -> list[str]:
    owner = next((step for step in reversed(location[:-1]) if isinstance(step, str) and step in _TABLES), None)
    return list((_TABLES[owner] if owner else FileTable).model_fields)


def _suggest(key: str, known: Sequence[str]) -> str:
    from difflib import get_close_matches

    close = get_close_matches(key, known, n=1)
    return f"; did you mean {close[0]!r}?" if close else ""
