"""How long a call lasts: by a clock that only the client's pauses move, but for requests that are never answered."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import AsyncIterator, Iterator
from threading import Event

import httpx
import pytest
from support import LOOKUP_ID, PROCESSING, Pieces, Service, answer, client_of, refusal

from footprint_client import AsyncFootprint, FootprintError
from footprint_client._deadline import Deadline

pytestmark = pytest.mark.anyio
REQUEST = {"identities": {"emails": ["ada@example.com"]}}
INSTANT = {**REQUEST, "mode": "instant", "deadlineMs": 800}


class Silent(Pieces):
    """A body after whose pieces nothing comes, until it is released."""

    def __init__(self, *pieces: bytes) -> None:
        super().__init__(pieces)
        self.released = Event()

    def __iter__(self) -> Iterator[bytes]:
        yield from super().__iter__()
        self.released.wait(600)

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for piece in super().__iter__():
            yield piece
        await asyncio.Event().wait()


@pytest.fixture(autouse=True)
def _clock(monkeypatch: pytest.MonkeyPatch, service: Service) -> None:
    monkeypatch.setattr(Deadline, "clock", lambda _: sum(service.pauses))


async def test_an_instant_lookup_begins_no_attempt_that_its_deadline_and_a_second_do_not_cover(
    client: AsyncFootprint, service: Service
) -> None:
    service.handle = lambda _: httpx.ConnectError("Nobody listens.")
    with pytest.raises(FootprintError, match="Nobody listens"):
        await client.lookup(INSTANT)
    assert service.pauses == [1]
    assert len(service.calls) == 2


async def test_a_limit_that_ends_after_the_deadline_is_the_error_at_once(client: AsyncFootprint, service: Service) -> None:
    service.handle = lambda _: refusal(429, "rate_limit_exceeded", retry_after="60")
    with pytest.raises(FootprintError) as raised:
        await client.lookup(INSTANT)
    assert (raised.value.status, service.pauses) == (429, [])


@pytest.mark.parametrize("named", [None, 20])
async def test_a_lookup_has_ten_minutes_unless_they_are_named(client: AsyncFootprint, service: Service, named: float | None) -> None:
    expected = named or 600
    service.handle = lambda _: answer(200, PROCESSING)
    with pytest.raises(FootprintError, match=f"within {expected} s") as raised:
        await (client.lookup(REQUEST, timeout=named) if named else client.lookup(REQUEST))
    assert raised.value.lookup_id == LOOKUP_ID
    assert expected - 5 <= sum(service.pauses) < expected


async def test_a_key_over_its_limit_is_waited_for_until_the_deadline(client: AsyncFootprint, service: Service) -> None:
    service.handle = lambda _: refusal(429, "rate_limit_exceeded", retry_after="60")
    with pytest.raises(FootprintError) as raised:
        await client.lookup(REQUEST)
    assert (raised.value.status, service.pauses) == (429, [60] * 9)


async def test_a_batch_and_its_stream_have_an_end_too(client: AsyncFootprint, service: Service) -> None:
    service.handle = lambda _: refusal(429, "rate_limit_exceeded", retry_after="60")
    with pytest.raises(FootprintError):
        await client.wait_for_batch("bat_example", timeout=150)
    assert service.pauses == [60, 60]
    service.pauses.clear()
    stream = client.stream(LOOKUP_ID, timeout=150)
    with pytest.raises(FootprintError):
        async for _ in stream:
            pass
    assert service.pauses == [60, 60]


async def test_an_error_that_cannot_change_is_not_repeated(client: AsyncFootprint, service: Service) -> None:
    refused = httpx.ConnectError("certificate")
    refused.__cause__ = ssl.SSLCertVerificationError("self-signed")
    for error in (refused, httpx.LocalProtocolError("illegal header")):
        service.answers = [error]
        with pytest.raises(FootprintError):
            await client.lookup(REQUEST)
    assert service.pauses == []


async def test_the_body_of_a_refusal_has_the_time_that_is_left(client: AsyncFootprint, service: Service) -> None:
    """And not that of another request: here, no time is left when it begins."""
    body = Silent()

    def handle(_: httpx.Request) -> httpx.Response:
        service.pauses.append(60)
        return httpx.Response(503, stream=body)

    service.handle = handle
    try:
        with pytest.raises(FootprintError) as raised:
            async for _ in client.stream(LOOKUP_ID, timeout=30):
                pass
        assert isinstance(raised.value.__cause__, TimeoutError)
    finally:
        body.released.set()


async def test_a_stream_that_falls_silent_ends_in_time(client: AsyncFootprint, service: Service) -> None:
    body = Silent(b"id: a\nevent: result\ndata: 1\n\n")
    service.answers = [httpx.Response(200, stream=body)]
    seen = []
    try:
        with pytest.raises(FootprintError) as raised:
            async for event in client.stream(LOOKUP_ID, timeout=0.2):
                seen.append(event.data)
        assert (seen, raised.value.lookup_id) == ([1], LOOKUP_ID)
    finally:
        body.released.set()


@pytest.mark.parametrize("kind", ["awaiting", "blocking"])
async def test_a_request_that_nobody_answers_ends_in_time(kind: str, service: Service) -> None:
    """As where the name server does not answer: what the request waits for cannot be ended."""
    released = Event()

    def hang(_: httpx.Request) -> httpx.Response:
        released.wait(60)
        return answer(200, PROCESSING)

    try:
        if kind == "blocking":
            service.handle = hang
            client = client_of(kind, service)
        else:

            async def hang_awaiting(_: httpx.Request) -> httpx.Response:
                await asyncio.Event().wait()
                raise AssertionError

            client = AsyncFootprint("https://footprint.example.com", "fp_example", transport=httpx.MockTransport(hang_awaiting))
        with pytest.raises(FootprintError) as raised:
            await client.lookup({**INSTANT, "deadlineMs": 300}, timeout=0.2)
        assert isinstance(raised.value.__cause__, TimeoutError)
    finally:
        released.set()
