"""An operation of the service with its arguments, before it is sent."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

import httpx

from ._errors import readable

T_co = TypeVar("T_co", covariant=True)


@dataclass(frozen=True)
class Call(Generic[T_co]):
    """Created by the functions of `footprint_client.api`; `Footprint.call` executes it."""

    #: Arguments of `httpx.Client.build_request`.
    request: dict[str, Any]
    #: Parses a successful response; raises a ValueError or similar for one that is not in the API document.
    parse: Callable[[httpx.Response], T_co]

    def read(self, response: httpx.Response) -> T_co:
        """The parsed response. Raises a FootprintError if it has another form."""
        with readable(response):
            return self.parse(response)

    def from_cursor(self, cursor: str) -> Call[T_co]:
        """The same list, from this cursor on."""
        part = "params" if self.request["method"] == "get" else "json"
        name = "after" if self.request["url"] == "/v2/events" else "cursor"
        return replace(self, request={**self.request, part: {**self.request[part], name: cursor}})
