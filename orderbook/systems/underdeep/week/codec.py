"""States and their parts as JSON values and back, field by field; what has its usual value is left out."""

from __future__ import annotations

from typing import Any, TypeVar

from pydantic import TypeAdapter, ValidationError

from orderbook.campaign.canonical import Json, to_json
from orderbook.campaign.faults import CampaignError
from orderbook.systems.underdeep.week.state import GameState

T = TypeVar("T")


_ADAPTERS: dict[Any, TypeAdapter[Any]] = {}


def _adapter(kind: Any) -> TypeAdapter[Any]:
    if kind not in _ADAPTERS:
        _ADAPTERS[kind] = TypeAdapter(kind)
    return _ADAPTERS[kind]


def write(part: object) -> Json:
    """A state, a site, a group and so on, as canonical JSON values."""
    return to_json(_adapter(type(part)).dump_python(part, exclude_defaults=True))


def read(kind: type[T], value: Json) -> T:
    """The part that JSON values stand for. Raises ``CampaignError`` for values that are none."""
    try:
        part: T = _adapter(kind).validate_python(value)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(map(str, first["loc"])) or kind.__name__
        raise CampaignError(f"a {kind.__name__} of the campaign cannot be read: {where}: {first['msg']}") from error
    return part


def write_state(state: GameState) -> Json:
    """The whole state as canonical JSON values."""
    return write(state)


def read_state(value: Json) -> GameState:
    """The state that JSON values stand for. Raises ``CampaignError`` for values that are none."""
    state = read(GameState, value)
    if write_state(state) != to_json(value):
        raise CampaignError("the state of the campaign holds something this version of orderbook does not know")
    return state
