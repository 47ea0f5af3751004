"""What enumerations of the service are in Python."""

from __future__ import annotations

from enum import Enum


class OpenEnum(str, Enum):
    """Texts of which a later version of the service may have further ones: those become members without a name of their own."""

    @classmethod
    def _missing_(cls, value: object) -> OpenEnum | None:
        if not isinstance(value, str):
            return None
        member = str.__new__(cls, value)
        member._name_ = member._value_ = value
        return member

    def __str__(self) -> str:
        return str(self.value)
