from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from support import LOOKUP, LOOKUP_ID, PROCESSING, Pieces, Service, answer, refusal, vectors

from footprint_client import AsyncFootprint, Event, FootprintError, Progress

pytestmark = pytest.mark.anyio
VECTORS = vectors("streams")


def after(stream: bytes, last_id: str | None) -> bytes:
    """What the service sends to a client that has this event: the comment that begins every stream, and what follows the event."""
    if last_id is None:
        return stream
    blocks = stream.split(b"\n\n")
    position = next(index for index, block in enumerate(blocks) if f"id: {last_id}".encode() in block.split(b"\n"))
    return b"\n\n".join([blocks[0], *blocks[position + 1 :]])


def broken(stream: bytes, cuts: list[int], is_cut: bool) -> Callable[[httpx.Request], httpx.Response]:
    """A service whose connections end at these bytes, until one is whole."""

    def handle(request: httpx.Request) -> httpx.Response:
        rest = after(stream, request.headers.get("last-event-id"))
        if not cuts:
            return httpx.Response(200, stream=Pieces(rest[at : at + 50] for at in range(0, len(rest), 50)))
        return httpx.Response(200, stream=Pieces([rest[: cuts.pop(0)]], is_cut=is_cut))

    return handle


@pytest.mark.parametrize("case", VECTORS["cases"], ids=lambda case: case["name"])
@pytest.mark.parametrize("is_cut", [False, True], ids=["ended", "cut"])
async def test_cut_at_any_byte_it_hands_over_each_event_once(
    client: AsyncFootprint, service: Service, case: dict[str, Any], is_cut: bool
) -> None:
    stream = case["stream"].encode()
    expected = [Progress(**progress) for progress in case["progress"]]
    for length in range(len(stream) + 1):
        service.handle = broken(stream, [length, length // 2], is_cut)
        told: list[Progress] = []
        followed = client.stream(VECTORS["lookupId"], on_progress=told.append)
        events = [event async for event in followed]
        assert events == [Event(**event) for event in case["events"]]
        assert followed._followed.done == case["result"]
        assert set(told) == set(expected)
    assert set(service.calls) == {f"GET /v2/lookup/{VECTORS['lookupId']}/stream"}


@pytest.mark.parametrize("size", [1, 2, 3, 1_000_000])
@pytest.mark.parametrize("newline", [b"\n", b"\r\n"])
async def test_pieces_of_any_size_are_the_same_events(client: AsyncFootprint, service: Service, size: int, newline: bytes) -> None:
    for case in VECTORS["cases"]:
        stream = case["stream"].encode().replace(b"\n", newline)
        pieces = [stream[at : at + size] for at in range(0, len(stream), size)]
        service.answers = [httpx.Response(200, stream=Pieces(pieces))]
        told: list[Progress] = []
        events = [event async for event in client.stream(VECTORS["lookupId"], on_progress=told.append)]
        assert events == [Event(**event) for event in case["events"]]
        assert told == [Progress(**progress) for progress in case["progress"]]


def finished(*events: str) -> httpx.Response:
    done = f"event: done\ndata: {json.dumps(LOOKUP)}\nid: {LOOKUP_ID}.9.\n\n"
    return httpx.Response(200, stream=Pieces(["".join([*events, done]).encode()]))


async def test_starts_a_lookup_and_ends_with_its_result(client: AsyncFootprint, service: Service) -> None:
    service.answers = [httpx.ReadTimeout("late"), answer(200, PROCESSING), finished('event: result\ndata: {"platform":"one"}\nid: a\n\n')]
    stream = client.stream({"identities": {"emails": ["ada@example.com"]}, "mode": "instant"}, idempotency_key="signup-4711")
    assert [event.data async for event in stream] == [{"platform": "one"}]
    assert stream.lookup_id == LOOKUP_ID
    assert stream.result.risk.score == LOOKUP["risk"]["score"]
    assert json.loads(service.requests[1].content)["mode"] == "async"
    assert service.header("idempotency-key") == ["signup-4711", "signup-4711", None]


async def test_has_no_result_before_its_end(client: AsyncFootprint) -> None:
    with pytest.raises(RuntimeError):
        _ = client.stream(LOOKUP_ID).result


async def test_waits_for_a_service_that_refuses_or_is_away(client: AsyncFootprint, service: Service) -> None:
    service.answers = [
        refusal(429, "rate_limit_exceeded", retry_after="9"),
        refusal(503, "unavailable"),
        httpx.ConnectError("restarting"),
        finished(),
    ]
    assert [event async for event in client.stream(LOOKUP_ID)] == []
    assert service.pauses == [9, 1, 2]


async def test_gives_up_after_five_resumptions_without_a_new_event(client: AsyncFootprint, service: Service) -> None:
    def handle(request: httpx.Request) -> httpx.Response:
        position = len(service.requests)
        events = [f"id: {position}\nevent: result\ndata: {position}\n\n".encode()] if position in (1, 4) else []
        return httpx.Response(200, stream=Pieces([b": progress 1 of 3\n\n", *events]))

    service.handle = handle
    events = []
    with pytest.raises(FootprintError, match="before the lookup did") as raised:
        async for event in client.stream(LOOKUP_ID):
            events.append(event.data)
    assert events == [1, 4]
    assert service.header("last-event-id") == [None, "1", "1", "1", *["4"] * 5]
    assert service.pauses == [1, 2, 4, 1, 2, 4, 8, 16]
    assert raised.value.lookup_id == LOOKUP_ID


async def test_a_refusal_ends_it_with_the_id(client: AsyncFootprint, service: Service) -> None:
    service.answers = [refusal(404, "not_found")]
    with pytest.raises(FootprintError) as raised:
        _ = [event async for event in client.stream(LOOKUP_ID)]
    assert (raised.value.status, raised.value.lookup_id) == (404, LOOKUP_ID)


async def test_a_loop_that_is_left_can_be_gone_on_with_or_closed(client: AsyncFootprint, service: Service) -> None:
    pieces = Pieces([f"id: {number}\nevent: result\ndata: {number}\n\n".encode() for number in range(4)])
    service.answers = [httpx.Response(200, stream=pieces)]
    stream = client.stream(LOOKUP_ID)
    seen = []
    for _ in range(2):
        async for event in stream:
            seen.append(event.data)
            break
    assert seen == [0, 1]
    assert not pieces.is_closed
    await stream.aclose()
    assert pieces.is_closed
    assert [event async for event in stream] == []
    assert len(service.requests) == 1


async def test_the_connection_is_closed_at_the_end(client: AsyncFootprint, service: Service) -> None:
    pieces = Pieces([f"event: done\ndata: {json.dumps(LOOKUP)}\n\n".encode(), b": heartbeat\n\n"])
    service.answers = [httpx.Response(200, stream=pieces)]
    assert [event async for event in client.stream(LOOKUP_ID)] == []
    assert pieces.is_closed
