"""Enumerations of the service in Python."""

from __future__ import annotations

from enum import Enum


class OpenEnum(str, Enum):
    """Strings to which later versions of the service may add values: these become members without a name."""

    @classmethod
    def _missing_(cls, value: object) -> OpenEnum | None:
        if not isinstance(value, str):
            return None
        member = str.__new__(cls, value)
        member._name_ = member._value_ = value
        return member

    def __str__(self) -> str:
        return str(self.value)
