"""Both clients against a real server on this machine that misbehaves as networks and proxies do."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import gzip
import json
import socket
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest
from support import LOOKUP, LOOKUP_ID, PROCESSING, Service, client_of

from footprint_client import AsyncFootprint, Footprint, FootprintError, api

pytestmark = pytest.mark.anyio
REQUEST = {"identities": {"emails": ["ada@example.com"]}}
WHOLE = json.dumps(LOOKUP).encode()
HANG_UP = b"HANG UP"


def head(status: str, body: bytes = b"", *fields: str, length: int | None = None) -> bytes:
    lines = [f"HTTP/1.1 {status}", f"Content-Length: {len(body) if length is None else length}", *fields, "", ""]
    return "\r\n".join(lines).encode() + body


def events(text: bytes) -> bytes:
    """The beginning of a stream that never ends."""
    return head("200 OK", text, "Content-Type: text/event-stream", length=1_000_000)


class Network:
    """Answers the nth request with the nth bytes, and all further ones with the last; then it hangs up if the bytes say so."""

    def __init__(self, *answers: bytes) -> None:
        self.answers = answers
        self.sent: list[bytes] = []
        self.left = threading.Event()
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=512)
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        while True:
            connection, _ = self._listener.accept()
            threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection: socket.socket) -> None:
        with connection, connection.makefile("rb") as stream:
            while line := stream.readline():
                fields = list(iter(stream.readline, b"\r\n"))
                length = sum(int(field.split(b":")[1]) for field in fields if field.lower().startswith(b"content-length:"))
                self.sent.append(b"".join([line, *fields, b"\r\n", stream.read(length)]))
                answer = self.answers[min(len(self.sent), len(self.answers)) - 1]
                connection.sendall(answer.removesuffix(HANG_UP))
                if answer.endswith(HANG_UP):
                    break
        self.left.set()


Connect = Callable[..., tuple[AsyncFootprint, Network]]


@pytest.fixture(params=["awaiting", "blocking"])
def connect(request: pytest.FixtureRequest, service: Service) -> Connect:
    def start(*answers: bytes) -> tuple[AsyncFootprint, Network]:
        network = Network(*answers)
        return client_of(request.param, service, network.url), network

    return start


@pytest.mark.parametrize("digits", [20, 5_000])
async def test_a_time_of_any_length_to_wait_is_a_minute(connect: Connect, service: Service, digits: int) -> None:
    client, _ = connect(head("429 Too Many Requests", b"", f"Retry-After: {'9' * digits}"), head("200 OK", WHOLE))
    assert (await client.lookup(REQUEST)).lookup_id == LOOKUP_ID
    assert service.pauses == [60]


async def test_a_limit_that_says_at_once_is_a_second(connect: Connect, service: Service) -> None:
    client, _ = connect(head("429 Too Many Requests", b"", "Retry-After: 0"), head("200 OK", WHOLE))
    assert (await client.lookup(REQUEST)).lookup_id == LOOKUP_ID
    assert service.pauses == [1]


@pytest.mark.parametrize("asked", ["-5", "1.5", "NaN", "\u0661", "Wed, 21 Oct 2026 07:28:00 GMT"])
async def test_a_limit_that_says_no_time_is_a_minute(connect: Connect, service: Service, asked: str) -> None:
    answer = head("429 Too Many Requests", b"", "Retry-After: 1").replace(b": 1\r", f": {asked}\r".encode())
    client, _ = connect(answer, head("200 OK", WHOLE))
    assert (await client.lookup(REQUEST)).lookup_id == LOOKUP_ID
    assert service.pauses == [60]


STALLED = [("502 Bad Gateway", b"<html>"), ("402 Payment Required", b'{"error":'), ("200 OK", b"{")]


@pytest.mark.parametrize(("status", "body"), STALLED)
async def test_a_body_that_does_not_end_ends_in_time(connect: Connect, status: str, body: bytes) -> None:
    client, _ = connect(head(status, body, length=500))
    with pytest.raises(FootprintError):
        await client.lookup(REQUEST, timeout=0.2)
    with pytest.raises(FootprintError):
        async for _ in client.stream(LOOKUP_ID, timeout=0.2):
            pass


@pytest.mark.parametrize(
    "answer",
    [
        head("204 No Content"),
        *[head("200 OK", body) for body in (b"", b"{}", b"null", b"[]", b'"text"', b"<html>", b"\xff\xfe\xff", b"[" * 100_000)],
    ],
)
async def test_what_is_no_answer_is_an_error_of_the_client(connect: Connect, answer: bytes) -> None:
    client, network = connect(answer)
    with pytest.raises(FootprintError, match="cannot be read"):
        await client.lookup(REQUEST)
    assert len(network.sent) == 1


@pytest.mark.parametrize("body", [b"[" * 100_000, b'{"error": {"code": 7, "message": "No."}}', b"\xff\xfe\xff"])
async def test_a_refusal_in_any_words_is_an_error_of_the_client(connect: Connect, body: bytes) -> None:
    client, _ = connect(head("403 Forbidden", body))
    with pytest.raises(FootprintError, match="403 without a reason"):
        await client.lookup(REQUEST)


@pytest.mark.parametrize("data", [b"data: <html>\n\n", b"data: \xff\n\n", b": progress " + b"9" * 5_000 + b" of 3\n\n"])
async def test_events_that_cannot_be_read_are_an_error_of_the_client(connect: Connect, data: bytes) -> None:
    client, network = connect(events(b"id: a\nevent: result\ndata: 1\n\n" + data))
    seen = []
    with pytest.raises(FootprintError, match="cannot be read"):
        async for event in client.stream(LOOKUP_ID):
            seen.append(event.data)
    assert seen == [1]
    assert network.left.wait(60)


async def test_an_error_of_the_program_stays_what_it_is_and_ends_the_connection(connect: Connect) -> None:
    client, network = connect(events(b": lookup lkp_1 planned 3\n\n"))

    def fail(_: object) -> None:
        raise ValueError("the disk is full")

    with pytest.raises(ValueError, match="the disk is full"):
        async for _ in client.stream(LOOKUP_ID, on_progress=fail):
            pass
    assert network.left.wait(60)


@pytest.mark.parametrize("kind", ["awaiting", "blocking"])
async def test_a_loop_that_fails_ends_the_connection(kind: str) -> None:
    network = Network(events(b"id: a\nevent: result\ndata: 1\n\n"))

    async def follow() -> None:
        if kind == "blocking":
            for _ in Footprint(network.url, "fp_example").stream(LOOKUP_ID):
                raise RuntimeError
        async for _ in awaiting.stream(LOOKUP_ID):
            raise RuntimeError

    awaiting = AsyncFootprint(network.url, "fp_example")
    gc.disable()  # it would end circles of references too, but late
    try:
        with contextlib.suppress(RuntimeError):
            await follow()
        assert await asyncio.to_thread(network.left.wait, 60)
    finally:
        gc.enable()


async def test_gzip_is_read_and_what_only_says_so_is_repeated(connect: Connect) -> None:
    client, network = connect(*[head("200 OK", body, "Content-Encoding: gzip") for body in (b"no gzip", gzip.compress(WHOLE))])
    assert (await client.lookup(REQUEST)).lookup_id == LOOKUP_ID
    assert len(network.sent) == 2


async def test_an_answer_that_was_cut_off_is_repeated_under_the_same_key(connect: Connect) -> None:
    client, network = connect(head("200 OK", WHOLE[:50], length=len(WHOLE)) + HANG_UP, HANG_UP, head("200 OK", WHOLE))
    assert (await client.lookup(REQUEST)).lookup_id == LOOKUP_ID
    keys = {field for sent in network.sent for field in sent.split(b"\r\n") if field.lower().startswith(b"idempotency-key")}
    assert (len(network.sent), len(keys)) == (3, 1)


async def test_a_request_without_a_key_is_sent_once_also_through_a_connection_that_was_closed(connect: Connect) -> None:
    client, network = connect(head("200 OK", WHOLE), HANG_UP)
    await client.call(api.get_lookup_v2(LOOKUP_ID))
    with pytest.raises(FootprintError) as raised:
        await client.call(api.resume_batch("bat_example"))
    assert raised.value.status is None
    assert len(network.sent) == 2


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
async def test_neither_key_nor_identities_go_where_a_redirect_leads(connect: Connect, status: int) -> None:
    elsewhere = Network(head("200 OK", WHOLE))
    client, _ = connect(head(f"{status} Moved", b"", f"Location: {elsewhere.url}/"))
    with pytest.raises(FootprintError, match=f"{status} without a reason"):
        await client.lookup(REQUEST)
    assert elsewhere.sent == []


async def test_tasks_and_threads_share_a_client() -> None:
    network = Network(head("200 OK", WHOLE))
    async with AsyncFootprint(network.url, "fp_example") as client:
        assert len(await asyncio.gather(*[client.lookup(REQUEST) for _ in range(120)])) == 120
    with Footprint(network.url, "fp_example") as blocking, ThreadPoolExecutor(32) as threads:
        assert len(list(threads.map(blocking.lookup, [REQUEST] * 60))) == 60
    assert len(network.sent) == 180


async def test_a_task_that_is_cancelled_when_its_answer_arrives_ends() -> None:
    released = asyncio.Event()

    async def receive(_: httpx.Request) -> httpx.Response:
        await released.wait()
        return httpx.Response(200, json=PROCESSING)

    async with AsyncFootprint("https://footprint.example.com", "fp_example", transport=httpx.MockTransport(receive)) as client:
        for ticks in range(20):
            released.clear()
            task = asyncio.create_task(client.lookup(REQUEST))
            for _ in range(20):
                await asyncio.sleep(0)
            released.set()
            for _ in range(ticks):
                await asyncio.sleep(0)
            task.cancel()
            await asyncio.wait([task], timeout=2)
            assert task.cancelled()


async def test_a_task_that_waits_for_its_next_attempt_can_be_cancelled() -> None:
    network = Network(head("429 Too Many Requests", b"", "Retry-After: 60"))
    waiting = asyncio.Event()

    async def sleep(_: float) -> None:
        waiting.set()
        await asyncio.Event().wait()

    async with AsyncFootprint(network.url, "fp_example", sleep=sleep) as client:
        task = asyncio.create_task(client.lookup(REQUEST))
        await waiting.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
    assert len(network.sent) == 1
