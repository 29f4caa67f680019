"""Values that never change: data classes that the type checker holds to it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeVar, dataclass_transform

_Class = TypeVar("_Class")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def record(cls: type[_Class]) -> type[_Class]:
    """A data class with slots, equal by its fields and with a hash of them; to set a field is a type error.

    It is not frozen at run time: that would double what each class costs when its module is imported, a tenth of the
    start of a command.
    """
    return dataclass(slots=True, unsafe_hash=True)(cls)
