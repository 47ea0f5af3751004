"""The async client. `generated/client.py`, the blocking one, is generated from this file by renaming."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol, TypeVar
from uuid import uuid4

import httpx

from footprint_client._call import Call
from footprint_client._deadline import BATCH_TIMEOUT, LOOKUP_TIMEOUT, Deadline, awithin
from footprint_client._errors import FootprintError, about, check, check_access, pause_after, readable
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
CONNECT_TIMEOUT = 10.0


class Page(Protocol):
    """The response of a list operation."""

    @property
    def next_cursor(self) -> str | None: ...


P = TypeVar("P", bound=Page)


class AsyncFootprint:
    """An async client. Tasks can share one.

    If the service is at its limit (429), a request is repeated whenever the service says. Without a response, or after a 502, 503 or 504,
    it is repeated up to five times in a row. Repetitions use the same idempotency key, so that nothing is billed twice, and stay within
    the `timeout` of the method, in seconds. Only `call` repeats nothing. Refusals, and whatever ends a wait, raise a `FootprintError`.

    Args:
        base_url: Address of the service: `https://footprint.example.com`.
        api_key: A key of the account.
        timeout: Seconds for a request, or a part of a stream. 150 by default, because the service holds some requests for two minutes.
        transport: Another httpx transport, for proxies or tests.
        poll_seconds: Time between two reads of an unfinished lookup or batch: the limit of reads per minute is small.
        sleep: Waits; replaced in tests.
    """

    def __init__(
        self,
        base_url: str,
        api_key: str,
        *,
        timeout: float = 150.0,
        transport: httpx.AsyncBaseTransport | None = None,
        poll_seconds: float = 5.0,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
    ) -> None:
        check_access(base_url, api_key)
        headers = {"Authorization": f"Bearer {api_key}", "User-Agent": f"footprint-python/{__version__}"}
        self._http = httpx.AsyncClient(base_url=base_url, headers=headers, transport=transport)
        self._timeout = timeout
        self._poll_seconds = poll_seconds
        self._sleep = sleep

    async def call(self, operation: Call[T]) -> T:
        """Executes an operation of `footprint_client.api`, once: `await client.call(api.get_account())`."""
        return operation.read(await self._once(operation.request, Deadline(self._timeout)))

    async def lookup(self, request: LookupRequest, *, idempotency_key: str | None = None, timeout: float = LOOKUP_TIMEOUT) -> LookupV2:
        """Looks up identities and waits for the result.

        A request without a mode is sent with `wait`. With `instant`, the result has what is known at the deadline; in any other mode, the
        lookup is finished. After acceptance, errors have the `lookup_id`.

        Args:
            request: A model, or JSON: `{"identities": {"emails": ["ada@example.com"]}}`.
            idempotency_key: Identifies this request; random by default. Choose your own if your program may restart before it has the
                result.
            timeout: Seconds for the whole call, 600 by default; with `instant`, at most its deadline (10 s without one) plus a second.
        """
        body = {"mode": "wait", **_json_of(request)}
        deadline = Deadline.of(body, timeout)
        lookup = await self._accept(body, idempotency_key, deadline)
        with about(lookup_id=lookup.lookup_id):
            while lookup.status != LookupStatus.FINISHED and body["mode"] != "instant":
                await self._sleep(deadline.check(self._poll_seconds))
                read = await self._repeated(api.get_lookup_v2(lookup.lookup_id), deadline)
                lookup = read or lookup
        return lookup

    def stream(
        self,
        request: LookupRequest | str,
        *,
        idempotency_key: str | None = None,
        on_progress: OnProgress | None = None,
        timeout: float = LOOKUP_TIMEOUT,
    ) -> AsyncStream:
        """Starts a lookup in the mode `async` and follows it. With a lookup's id, follows that lookup, which is not billed.

        The lookup starts with the first iteration. From then on, there are `timeout` seconds, 600 by default.
        """
        followed = _Followed(request, None) if isinstance(request, str) else _Followed(None, idempotency_key, _json_of(request))
        return AsyncStream(followed, self._follow(followed, on_progress, timeout))

    async def batch(
        self,
        items: Iterable[BatchItem],
        *,
        mode: Literal["instant", "default", "deep"] | BatchMode | None = None,
        modules: Sequence[str] = (),
        platforms: Sequence[str] = (),
        purpose: str | None = None,
        noise: Literal["passive"] | None = None,
        default_region: str | None = None,
        skip_invalid: bool = False,
        idempotency_key: str | None = None,
        on_progress: OnBatch | None = None,
        wait_while_paused: bool = False,
        timeout: float = BATCH_TIMEOUT,
    ) -> Batch:
        """Sends up to 10,000 items, and waits until the batch is finished or cancelled, at most `timeout` seconds (a day by default).

        If the batch is paused, by somebody or because the allowance does not cover the next item, an error with the `batch` is raised,
        unless `wait_while_paused` is set. To continue, call `api.resume_batch`, then `wait_for_batch`.
        """
        # Kept, at most 16 MB: items can be read once, and a request that is repeated has the same bytes.
        content = b"".join(json.dumps(_json_of(item)).encode() + b"\n" for item in items)
        params = {"mode": mode, "modules": ",".join(modules), "platforms": ",".join(platforms), "purpose": purpose}
        params |= {"noise": noise, "defaultRegion": default_region, "skipInvalid": "true" if skip_invalid else None}
        request = {"method": "post", "url": "/v2/batches", "params": {name: value for name, value in params.items() if value}}
        headers = {"Content-Type": "application/x-ndjson", "Idempotency-Key": idempotency_key or uuid4().hex}
        deadline = Deadline(timeout)
        call = Call({**request, "content": content, "headers": headers}, lambda read: read.json()["batchId"])
        created = await self._repeated(call, deadline)
        return await self.wait_for_batch(created, on_progress=on_progress, wait_while_paused=wait_while_paused, timeout=deadline.left)

    async def wait_for_batch(
        self,
        batch_id: str,
        *,
        on_progress: OnBatch | None = None,
        wait_while_paused: bool = False,
        timeout: float = BATCH_TIMEOUT,
    ) -> Batch:
        """Waits for an existing batch, as `batch` does."""
        deadline = Deadline(timeout)
        with about(batch_id=batch_id):
            while True:
                batch = await self._repeated(api.get_batch(batch_id), deadline)
                if on_progress:
                    on_progress(batch)
                if batch.status in (BatchStatus.FINISHED, BatchStatus.CANCELLED):
                    return batch
                if batch.status == BatchStatus.PAUSED and not wait_while_paused:
                    raise FootprintError("The batch is paused.", batch=batch)
                await self._sleep(deadline.check(self._poll_seconds))

    def batch_results(self, batch_id: str) -> AsyncGenerator[BatchItemResult, None]:
        """The items of a batch in order, each with the result of its lookup, as they arrive. It also works while the batch runs."""
        return self.lines(api.get_batch_results(batch_id), lambda line: BatchItemResult.from_dict(json.loads(line)))

    async def lines(self, operation: Call[bytes], parse: Callable[[bytes], Any] = json.loads) -> AsyncGenerator[Any, None]:
        """What `parse` makes of each JSON object in a response with one per line, as they arrive: `client.lines(api.export_account())`."""
        response = await self._send(operation.request, Deadline(LOOKUP_TIMEOUT), is_streamed=True)
        rest = b""
        async with aclosing(response):
            with about(), readable(response):
                async for chunk in response.aiter_bytes():
                    *lines, rest = (rest + chunk).split(b"\n")
                    for line in lines:
                        yield parse(line)
                if rest:
                    yield parse(rest)

    async def pages(self, operation: Call[P | None]) -> AsyncGenerator[P, None]:
        """All pages of a list, beginning with the given one: `client.pages(api.list_batches(limit="100"))`."""
        while (page := await self._repeated(operation, Deadline(LOOKUP_TIMEOUT))) is not None:
            yield page
            if page.next_cursor is None:
                return
            operation = operation.from_cursor(page.next_cursor)

    async def _accept(self, body: dict[str, Any], key: str | None, deadline: Deadline) -> LookupV2:
        request = {"method": "post", "url": "/v2/lookup", "json": body, "headers": {"Idempotency-Key": key or uuid4().hex}}
        return await self._repeated(Call(request, lambda response: LookupV2.from_dict(response.json())), deadline)

    async def _repeated(self, operation: Call[T], deadline: Deadline) -> T:
        return operation.read(await self._send(operation.request, deadline))

    async def _send(self, request: dict[str, Any], deadline: Deadline, *, is_streamed: bool = False) -> httpx.Response:
        """Repeats a request until the service accepts it, or a pause would exceed the deadline."""
        failures = 0
        while True:
            try:
                return await self._once(request, deadline, is_streamed=is_streamed)
            except FootprintError as error:
                failures = await self._wait_after(error, failures, deadline)

    async def _follow(self, followed: _Followed, on_progress: OnProgress | None, timeout: float) -> AsyncGenerator[Event, None]:
        deadline = Deadline(timeout)
        if followed.lookup_id is None:
            followed.lookup_id = (await self._accept({**followed.body, "mode": "async"}, followed.key, deadline)).lookup_id
        last_id, failures = None, 0
        with about(lookup_id=followed.lookup_id):
            while followed.done is None:
                parser = EventParser(last_id)
                try:
                    async with aclosing(self._receive(followed, parser, deadline)) as events:
                        async for found in events:
                            if isinstance(found, Event):
                                yield found
                            elif on_progress:
                                on_progress(found)
                except FootprintError as error:
                    failures = await self._wait_after(error, failures if parser.last_id == last_id else 0, deadline)
                last_id = parser.last_id

    async def _receive(self, followed: _Followed, parser: EventParser, deadline: Deadline) -> AsyncGenerator[Event | Progress, None]:
        """Reads the stream through one connection, as long as the deadline allows."""
        operation = api.follow_lookup_v2(str(followed.lookup_id), last_event_id=parser.last_id or UNSET)
        response = await self._once(operation.request, deadline, is_streamed=True)
        async with aclosing(response):
            with about(), readable(response):
                chunks = response.aiter_bytes()
                while chunk := await awithin(deadline.left, anext, chunks, b""):
                    deadline.check()
                    for found in parser.feed(chunk):
                        if isinstance(found, Event) and found.type == "done":
                            followed.done = found.data
                            return
                        yield found
        raise FootprintError("The stream ended before the lookup did.")

    async def _wait_after(self, error: FootprintError, failures: int, deadline: Deadline) -> int:
        pause = pause_after(error, failures)
        if pause >= deadline.left:
            raise error
        await self._sleep(pause)
        return failures if error.status == httpx.codes.TOO_MANY_REQUESTS else failures + 1

    async def _once(self, request: dict[str, Any], deadline: Deadline, *, is_streamed: bool = False) -> httpx.Response:
        deadline.check()
        end = Deadline(min(self._timeout, deadline.left))
        timeout = httpx.Timeout(end.left, connect=min(CONNECT_TIMEOUT, end.left))
        with about():
            built = self._http.build_request(**request, timeout=timeout)
            response = await awithin(end.left, self._http.send, built, stream=is_streamed)
            if not response.is_success:
                await awithin(end.left, response.aread)
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
    """Iterates over the events of a lookup, each once and in order. `lookup_id` is known from the first event on.

    A broken stream is resumed after the last event, up to five times in a row without a new event. If you leave a loop early, another
    loop continues from there. A stream that is no longer referred to disconnects.
    """

    def __init__(self, followed: _Followed, events: AsyncGenerator[Event, None]) -> None:
        self._followed = followed
        self._events = events

    @property
    def lookup_id(self) -> str | None:
        """The lookup, once it is accepted."""
        return self._followed.lookup_id

    @property
    def result(self) -> LookupV2:
        """The finished lookup, after its events."""
        if self._followed.done is None:
            raise RuntimeError("Read all events of the lookup first: its result comes last.")
        return LookupV2.from_dict(self._followed.done)

    def __aiter__(self) -> AsyncStream:
        return self

    async def __anext__(self) -> Event:
        return await self._events.__anext__()

    async def aclose(self) -> None:
        """Disconnects; the lookup continues."""
        await self._events.aclose()


@dataclass
class _Followed:
    """The lookup of a stream. It refers neither to the stream nor to its events: in a circle, they would stay connected for long."""

    lookup_id: str | None
    key: str | None
    body: dict[str, Any] = field(default_factory=dict)
    done: dict[str, Any] | None = None


def _json_of(model: LookupRequest | BatchItem) -> dict[str, Any]:
    return dict(model) if isinstance(model, Mapping) else model.to_dict()
