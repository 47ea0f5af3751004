"""The one error of the client."""

from __future__ import annotations

import re
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx

from .generated.models import Batch, ErrorCode

MAX_FAILURES = 5
MAX_PAUSE_SECONDS = 60.0
#: Raised where text is not what the API document says.
UNREADABLE = (ValueError, KeyError, TypeError, AttributeError, RecursionError)


class FootprintError(Exception):
    """A refusal, or a failure to wait for an accepted lookup or batch. Match on `code`: messages may change.

    Attributes:
        code: The code of a refusal, otherwise None. Later versions of the service may add codes.
        status: The status of the response; None if there was none. Then `__cause__` is the exception of httpx.
        details: For a 402, the allowance; for a refused batch, the faults of its items.
        retry_after_seconds: When to try again, if the service says so.
        lookup_id: The lookup that was accepted, or may have been. It can be read later.
        batch_id: The batch that was accepted.
        batch: The batch, if it is paused: `paused_because` says why.
        request_id: Identifies the request in the service's logs.
    """

    def __init__(self, message: str, response: httpx.Response | None = None, *, reason: Any = None, batch: Batch | None = None) -> None:
        super().__init__(message)
        headers = httpx.Headers() if response is None else response.headers
        seconds = headers.get("retry-after", "")
        self.message: str = message
        self.code: ErrorCode | None = ErrorCode(reason["code"]) if reason else None
        self.status: int | None = None if response is None else response.status_code
        self.details: dict[str, Any] | None = reason.get("details") if reason else None
        self.retry_after_seconds: int | None = int(min(float(seconds), 2**31 - 1)) if seconds.isascii() and seconds.isdigit() else None
        self.lookup_id: str | None = headers.get("x-lookup-id")
        self.batch_id: str | None = None
        self.batch: Batch | None = batch
        self.request_id: str | None = headers.get("x-request-id")


def check_access(base_url: str, api_key: str) -> None:
    """Raises a ValueError for an address or a key that cannot be valid."""
    try:
        is_address = base_url.startswith(("http://", "https://")) and bool(httpx.URL(base_url).host)
    except httpx.InvalidURL:
        is_address = False
    if not is_address:
        raise ValueError(f"{base_url!r} is not the address of a service.")
    if not re.fullmatch(r"[!-~]+", api_key):
        raise ValueError("The API key is empty, or contains characters that no API key has.")


def check(response: httpx.Response) -> None:
    """Raises the error of a refused request whose body was read."""
    if response.is_success or response.status_code == httpx.codes.NOT_MODIFIED:
        return
    try:
        reason = response.json()["error"]
        error = FootprintError(str(reason["message"]), response, reason=reason)
    except UNREADABLE:
        # A proxy in between may answer with a body of its own.
        message = f"The service answered {response.status_code} without a reason."
        error = FootprintError(message, response, reason={"code": "internal_error"})
    raise error


@contextmanager
def readable(response: httpx.Response) -> Iterator[None]:
    """Raises errors for a successful response that does not match the API document."""
    try:
        yield
    except UNREADABLE as error:
        raise FootprintError("The response cannot be read.", response) from error


@contextmanager
def about(*, lookup_id: str | None = None, batch_id: str | None = None) -> Iterator[None]:
    """Turns lost connections into errors, and adds to errors what they are about."""
    try:
        yield
    except (FootprintError, httpx.RequestError, TimeoutError) as found:
        error = found if isinstance(found, FootprintError) else FootprintError(str(found) or type(found).__name__)
        error.lookup_id = lookup_id or error.lookup_id
        error.batch_id = batch_id or error.batch_id
        if error is found:
            raise
        raise error from found


def pause_after(error: FootprintError, failures: int) -> float:
    """Seconds to wait after a failure, with `failures` before it in a row. Raises the error if it is final."""
    asked, is_again = error.retry_after_seconds, error.code == ErrorCode.IDEMPOTENCY_CONFLICT and failures > 0
    if error.status == httpx.codes.TOO_MANY_REQUESTS:
        return MAX_PAUSE_SECONDS if asked is None else min(max(asked, 1), MAX_PAUSE_SECONDS)
    # A bad certificate or header fails in every attempt.
    cause = error.__cause__
    if isinstance(cause, (httpx.UnsupportedProtocol, httpx.LocalProtocolError)) or isinstance(_root(cause), ssl.SSLCertVerificationError):
        raise error
    # A conflict after a failure: the previous request is still in progress.
    if failures == MAX_FAILURES or not (error.status in (None, 502, 503, 504) or is_again):
        raise error
    return min(max(2.0**failures, asked or 0), MAX_PAUSE_SECONDS)


def _root(error: BaseException | None) -> BaseException | None:
    while error is not None and (error.__cause__ or error.__context__):
        error = error.__cause__ or error.__context__
    return error
