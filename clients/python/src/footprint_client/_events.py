"""Parses server-sent events from chunks of bytes."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

_COMMENT = re.compile(r"(?:lookup \S+ planned (?P<planned>\d+)|progress (?P<ended>\d+) of (?P<total>\d+))")


@dataclass(frozen=True)
class Event:
    """News about a lookup. `type` says what `data` is; later versions of the service may add types."""

    id: str | None
    type: str
    data: Any


@dataclass(frozen=True)
class Progress:
    """How many checks of platforms a lookup has, and how many of them have a result or an omission."""

    planned: int
    ended: int


class EventParser:
    """Reads one connection. `last_id` is the position to resume from."""

    def __init__(self, last_id: str | None) -> None:
        self.last_id = last_id
        self._rest = b""
        self._fields: dict[str, list[str]] = {}

    def feed(self, chunk: bytes) -> Iterator[Event | Progress]:
        """The events that are complete. The service sends an incomplete one again on the next connection."""
        *lines, self._rest = (self._rest + chunk).split(b"\n")
        for line in (raw.decode().rstrip("\r") for raw in lines):
            name, _, value = line.partition(":")
            value = value.removeprefix(" ")
            if not line:
                yield from self._dispatch()
            elif name:
                self._fields.setdefault(name, []).append(value)
            elif match := _COMMENT.match(value):
                yield Progress(planned=int(match["planned"] or match["total"]), ended=int(match["ended"] or 0))

    def _dispatch(self) -> Iterator[Event]:
        fields, self._fields = self._fields, {}
        self.last_id = fields["id"][-1] if "id" in fields else self.last_id
        if "data" in fields:
            yield Event(self.last_id, fields.get("event", ["message"])[-1], json.loads("\n".join(fields["data"])))
