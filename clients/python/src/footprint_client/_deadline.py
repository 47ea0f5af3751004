"""The time that a call has."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, TypeVar

from ._errors import FootprintError

T = TypeVar("T")
#: Seconds that a lookup is waited for by default, and a batch.
LOOKUP_TIMEOUT = 600.0
BATCH_TIMEOUT = 86_400.0
#: Seconds that an installation's own latency ceiling is at most.
MAX_INSTANT_SECONDS = 10.0
#: For the network, on top of an instant lookup's deadline.
NETWORK_SECONDS = 1.0


class Deadline:
    """When a call ends, its attempts and pauses included."""

    clock: Callable[[], float] = staticmethod(time.monotonic)

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._end = self.clock() + seconds

    @classmethod
    def of(cls, body: Mapping[str, Any], timeout: float) -> Deadline:
        """That of a lookup: an instant one has its own and a second."""
        if body.get("mode") != "instant":
            return cls(timeout)
        asked = body.get("deadlineMs")
        return cls(min(timeout, (asked / 1000 if asked else MAX_INSTANT_SECONDS) + NETWORK_SECONDS))

    @property
    def left(self) -> float:
        return self._end - self.clock()

    def check(self, pause: float = 0) -> None:
        """Raises a FootprintError when a pause of so many seconds leaves no time after it."""
        if pause >= self.left:
            raise FootprintError(f"There was no result within {self._seconds:g} s.")


async def awithin(seconds: float, send: Callable[..., Awaitable[T]], *args: Any, **kwargs: Any) -> T:
    """What `send` returns. Raises TimeoutError after so many seconds, whatever it waits for, such as the name server."""
    try:
        return await asyncio.wait_for(send(*args, **kwargs), seconds)
    except asyncio.TimeoutError:  # one of its own until Python 3.11
        raise TimeoutError from None


def within(seconds: float, send: Callable[..., T], *args: Any, **kwargs: Any) -> T:
    """As `awithin`. In a thread, because a system call for the address of a name cannot be ended; it ends by itself, unheard."""
    done: list[T] = []
    failed: list[BaseException] = []

    def run() -> None:
        try:
            done.append(send(*args, **kwargs))
        except BaseException as error:
            failed.append(error)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    thread.join(seconds)
    if failed:
        raise failed[0]
    if not done:
        raise TimeoutError
    return done[0]
