"""The client that awaits. `generated/client.py`, the one that blocks, is made of this file by the names that tell them apart."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import aclosing
from typing import Any, Literal, Protocol, TypeVar
from uuid import uuid4

import httpx

from footprint_client._call import Call
from footprint_client._errors import FootprintError, about, check, pause_after, readable
from footprint_client._events import Event, EventParser, Progress
from footprint_client.generated import __version__, api
from footprint_client.generated.models import (
    Batch,
    BatchItemResult,
    BatchMode,
    BatchStatus,
    LookupRequestV2,
    LookupStatus,
    LookupV2,
    SentBatchItem,
)
from footprint_client.generated.types import UNSET

T = TypeVar("T")
LookupRequest = LookupRequestV2 | Mapping[str, Any]
BatchItem = SentBatchItem | Mapping[str, Any]
OnProgress = Callable[[Progress], None]
OnBatch = Callable[[Batch], None]
DEFAULT_TIMEOUT = httpx.Timeout(10, read=150)


class Page(Protocol):
    """What a list operation answers."""

    @property
    def next_cursor(self) -> str | None: ...


P = TypeVar("P", bound=Page)


class AsyncFootprint:
    """A client that awaits. Tasks can share one.

    A request is repeated when the service is at its limit (429), as often as it says, and up to five times in a row when there was no
    response, or 502, 503 or 504: under its idempotency key, so that nothing is billed twice. Only `call` repeats nothing. What the service
    refuses, and what ends a wait, is a `FootprintError`.

    Args:
        base_url: Where the service is: `https://footprint.example.com`.
        api_key: A key of the account.
        timeout: Of httpx; by default 10 s, and 150 s for a response, since the service holds some for two minutes.
        transport: Another way to send, for proxies or tests.
        poll_seconds: Time between two reads of what is not finished: reads have a small budget a minute.
        sleep: Waits; replaced in tests.
    """

    def __init__(
        self,
        base_url: str,
        api_key: str,
        *,
        timeout: httpx.Timeout | float | None = DEFAULT_TIMEOUT,
        transport: httpx.AsyncBaseTransport | None = None,
        poll_seconds: float = 5.0,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
    ) -> None:
        if not base_url.startswith(("http://", "https://")):
            raise ValueError(f"{base_url!r} is not the address of a service.")
        headers = {"Authorization": f"Bearer {api_key}", "User-Agent": f"footprint-python/{__version__}"}
        self._http = httpx.AsyncClient(base_url=base_url, headers=headers, timeout=timeout, transport=transport)
        self._poll_seconds = poll_seconds
        self._sleep = sleep

    async def call(self, operation: Call[T]) -> T:
        """Carries out an operation of `footprint_client.api`, once: `await client.call(api.get_account())`."""
        return operation.read(await self._once(operation.request))

    async def lookup(self, request: LookupRequest, *, idempotency_key: str | None = None) -> LookupV2:
        """Looks identities up and waits for the result.

        A request without a mode is sent with `wait`; one with `instant` returns what is known at its deadline, every other one when the
        lookup is finished. Once the lookup was accepted, errors have its `lookup_id`.

        Args:
            request: A model, or JSON: `{"identities": {"emails": ["ada@example.com"]}}`.
            idempotency_key: Names this request. One is made by default: name your own where your program may be started again before it
                has the result.
        """
        body = {"mode": "wait", **_json_of(request)}
        lookup = await self._accept(body, idempotency_key)
        with about(lookup_id=lookup.lookup_id):
            while lookup.status != LookupStatus.FINISHED and body["mode"] != "instant":
                await self._sleep(self._poll_seconds)
                read = await self._repeated(api.get_lookup_v2(lookup.lookup_id))
                lookup = read or lookup
        return lookup

    def stream(
        self, request: LookupRequest | str, *, idempotency_key: str | None = None, on_progress: OnProgress | None = None
    ) -> AsyncStream:
        """Starts a lookup with the first iteration, in the mode `async`, and follows it; or follows the one with this id, unbilled."""
        return AsyncStream(self, request, idempotency_key, on_progress)

    async def batch(
        self,
        items: Iterable[BatchItem],
        *,
        mode: Literal["instant", "default", "deep"] | BatchMode | None = None,
        modules: Sequence[str] = (),
        platforms: Sequence[str] = (),
        purpose: str | None = None,
        skip_invalid: bool = False,
        idempotency_key: str | None = None,
        on_progress: OnBatch | None = None,
        wait_while_paused: bool = False,
    ) -> Batch:
        """Sends up to 10,000 items, and waits until the batch is finished or cancelled.

        One that is paused, by hand or because the allowance does not cover the next item, is an error with the `batch`, unless you wait for
        somebody to resume it: call `api.resume_batch`, and go on with `wait_for_batch`.
        """
        # Kept, at most 16 MB: items can be read once, and a request that is repeated has the same bytes.
        content = b"".join(json.dumps(_json_of(item)).encode() + b"\n" for item in items)
        params = {"mode": mode, "modules": ",".join(modules), "platforms": ",".join(platforms), "purpose": purpose}
        params["skipInvalid"] = "true" if skip_invalid else None
        request = {"method": "post", "url": "/v2/batches", "params": {name: value for name, value in params.items() if value}}
        headers = {"Content-Type": "application/x-ndjson", "Idempotency-Key": idempotency_key or uuid4().hex}
        created = await self._repeated(Call({**request, "content": content, "headers": headers}, lambda read: read.json()["batchId"]))
        return await self.wait_for_batch(created, on_progress=on_progress, wait_while_paused=wait_while_paused)

    async def wait_for_batch(self, batch_id: str, *, on_progress: OnBatch | None = None, wait_while_paused: bool = False) -> Batch:
        """Waits for a batch that was sent before, as `batch` does."""
        with about(batch_id=batch_id):
            while True:
                batch = await self._repeated(api.get_batch(batch_id))
                if on_progress:
                    on_progress(batch)
                if batch.status in (BatchStatus.FINISHED, BatchStatus.CANCELLED):
                    return batch
                if batch.status == BatchStatus.PAUSED and not wait_while_paused:
                    raise FootprintError("The batch is paused.", batch=batch)
                await self._sleep(self._poll_seconds)

    def batch_results(self, batch_id: str) -> AsyncGenerator[BatchItemResult, None]:
        """The items of a batch in their order, each with what its lookup found, as they arrive; while it runs, as they are by then."""
        return self._lines(api.get_batch_results(batch_id), lambda line: BatchItemResult.from_dict(json.loads(line)))

    def lines(self, operation: Call[bytes]) -> AsyncGenerator[Any, None]:
        """What is on each line of JSON that an operation answers with, as it arrives: `client.lines(api.export_account())`."""
        return self._lines(operation, json.loads)

    async def pages(self, operation: Call[P | None]) -> AsyncGenerator[P, None]:
        """All pages of a list, from the given one on: `client.pages(api.list_batches(limit="100"))`."""
        while (page := await self._repeated(operation)) is not None:
            yield page
            if page.next_cursor is None:
                return
            operation = operation.from_cursor(page.next_cursor)

    async def _lines(self, operation: Call[bytes], parse: Callable[[bytes], T]) -> AsyncGenerator[T, None]:
        response = await self._send(operation.request, is_streamed=True)
        rest = b""
        async with aclosing(response):
            with about(), readable(response):
                async for chunk in response.aiter_bytes():
                    *lines, rest = (rest + chunk).split(b"\n")
                    for line in lines:
                        yield parse(line)
                if rest:
                    yield parse(rest)

    async def _accept(self, body: dict[str, Any], key: str | None) -> LookupV2:
        request = {"method": "post", "url": "/v2/lookup", "json": body, "headers": {"Idempotency-Key": key or uuid4().hex}}
        return await self._repeated(Call(request, lambda response: LookupV2.from_dict(response.json())))

    async def _repeated(self, operation: Call[T]) -> T:
        return operation.read(await self._send(operation.request))

    async def _send(self, request: dict[str, Any], *, is_streamed: bool = False) -> httpx.Response:
        """Repeats a request until the service takes it."""
        failures = 0
        while True:
            try:
                return await self._once(request, is_streamed=is_streamed)
            except FootprintError as error:
                failures = await self._wait_after(error, failures)

    async def _wait_after(self, error: FootprintError, failures: int) -> int:
        await self._sleep(pause_after(error, failures))
        return failures if error.status == httpx.codes.TOO_MANY_REQUESTS else failures + 1

    async def _once(self, request: dict[str, Any], *, is_streamed: bool = False) -> httpx.Response:
        with about():
            response = await self._http.send(self._http.build_request(**request), stream=is_streamed)
            if not response.is_success:
                await response.aread()
        check(response)
        return response

    async def __aenter__(self) -> AsyncFootprint:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """Closes the connections."""
        await self._http.aclose()


class AsyncStream:
    """Iterates over the events of a lookup, each once and in order. From the first one on its `lookup_id` is known.

    A stream that breaks is resumed after the last event, up to five times in a row without a new one. After a loop that was left early
    another one goes on from there.
    """

    def __init__(self, client: AsyncFootprint, request: LookupRequest | str, key: str | None, on_progress: OnProgress | None) -> None:
        self.lookup_id: str | None = request if isinstance(request, str) else None
        self._body = {} if isinstance(request, str) else {**_json_of(request), "mode": "async"}
        self._client, self._key, self._on_progress = client, key, on_progress
        self._done: dict[str, Any] | None = None
        self._events = self._follow()

    @property
    def result(self) -> LookupV2:
        """The finished lookup, after its events."""
        if self._done is None:
            raise RuntimeError("The lookup has a result once its events were read to the end.")
        return LookupV2.from_dict(self._done)

    async def _follow(self) -> AsyncGenerator[Event, None]:
        if self.lookup_id is None:
            self.lookup_id = (await self._client._accept(self._body, self._key)).lookup_id
        last_id, failures = None, 0
        with about(lookup_id=self.lookup_id):
            while self._done is None:
                parser = EventParser(last_id)
                try:
                    async with aclosing(self._receive(parser)) as events:
                        async for event in events:
                            yield event
                except FootprintError as error:
                    failures = await self._client._wait_after(error, failures if parser.last_id == last_id else 0)
                last_id = parser.last_id

    async def _receive(self, parser: EventParser) -> AsyncGenerator[Event, None]:
        """Reads the stream through one connection."""
        operation = api.follow_lookup_v2(str(self.lookup_id), last_event_id=parser.last_id or UNSET)
        response = await self._client._once(operation.request, is_streamed=True)
        with about():
            async with aclosing(response):
                async for chunk in response.aiter_bytes():
                    for found in parser.feed(chunk):
                        if isinstance(found, Event) and found.type == "done":
                            self._done = found.data
                            return
                        if isinstance(found, Event):
                            yield found
                        elif self._on_progress:
                            self._on_progress(found)
        raise FootprintError("The stream ended before the lookup did.")

    def __aiter__(self) -> AsyncStream:
        return self

    async def __anext__(self) -> Event:
        return await self._events.__anext__()

    async def aclose(self) -> None:
        """Disconnects; the lookup goes on."""
        await self._events.aclose()


def _json_of(model: LookupRequest | BatchItem) -> dict[str, Any]:
    return dict(model) if isinstance(model, Mapping) else model.to_dict()
