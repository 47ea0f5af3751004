"""The time limit of a call."""

from __future__ import annotations

import threading
import time
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import Future, wait
from typing import Any, TypeVar

import anyio

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
    """When a call ends, including its attempts and pauses."""

    clock: Callable[[], float] = staticmethod(time.monotonic)

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._end = self.clock() + seconds

    @classmethod
    def of(cls, body: Mapping[str, Any], timeout: float) -> Deadline:
        """The deadline of a lookup; for an instant one, its own plus a second."""
        if body.get("mode") != "instant":
            return cls(timeout)
        asked = body.get("deadlineMs")
        return cls(min(timeout, (asked / 1000 if asked else MAX_INSTANT_SECONDS) + NETWORK_SECONDS))

    @property
    def left(self) -> float:
        return self._end - self.clock()

    def check(self, pause: float = 0) -> float:
        """Returns a pause of this many seconds. Raises a FootprintError if no time would remain after it."""
        if pause >= self.left:
            raise FootprintError(f"There was no result within {self._seconds:g} s.")
        return pause


async def awithin(seconds: float, send: Callable[..., Awaitable[T]], *args: Any, **kwargs: Any) -> T:
    """The result of `send`. Raises TimeoutError after this many seconds, even while it waits for a name server."""
    with anyio.fail_after(seconds):  # wait_for loses cancellations until Python 3.12
        return await send(*args, **kwargs)


def within(seconds: float, send: Callable[..., T], *args: Any, **kwargs: Any) -> T:
    """As `awithin`, but in a thread, because name resolution cannot be interrupted; it ends later, and its result is ignored."""
    future: Future[T] = Future()

    def run() -> None:
        try:
            future.set_result(send(*args, **kwargs))
        except BaseException as error:
            future.set_exception(error)

    threading.Thread(target=run, daemon=True).start()
    if not wait([future], seconds).done:
        raise TimeoutError
    return future.result()
