from __future__ import annotations

import json

import httpx
import pytest
from support import LOOKUP, LOOKUP_ID, PROCESSING, Answer, Service, answer, refusal

from footprint_client import AsyncFootprint, FootprintError, models

pytestmark = pytest.mark.anyio
REQUEST = {"identities": {"emails": ["ada@example.com"]}}


async def test_waits_until_the_lookup_is_finished(client: AsyncFootprint, service: Service) -> None:
    service.answers = [answer(200, PROCESSING), answer(200, PROCESSING), answer(200, LOOKUP)]
    lookup = await client.lookup(REQUEST)
    assert lookup.status == models.LookupStatus.FINISHED
    assert lookup.hits == LOOKUP["hits"]
    assert service.calls == ["POST /v2/lookup", *[f"GET /v2/lookup/{LOOKUP_ID}"] * 2]
    assert service.pauses == [5, 5]
    assert json.loads(service.requests[0].content) == {"mode": "wait", **REQUEST}


async def test_takes_the_generated_request_as_well(client: AsyncFootprint, service: Service) -> None:
    service.answers = [answer(200, LOOKUP)]
    identities = models.Identities(emails=["ada@example.com"])
    await client.lookup(models.LookupRequestV2(identities, modules=[models.Module.EMAIL], claimed_name="Ada Example"))
    sent = {"mode": "wait", **REQUEST, "modules": ["email"], "claimedName": "Ada Example"}
    assert json.loads(service.requests[0].content) == sent


async def test_an_instant_lookup_is_what_is_known_at_its_deadline(client: AsyncFootprint, service: Service) -> None:
    service.answers = [answer(200, PROCESSING)]
    lookup = await client.lookup({**REQUEST, "mode": "instant"})
    assert lookup.status == models.LookupStatus.PROCESSING


LOST: list[Answer] = [httpx.ConnectError("refused"), httpx.ReadTimeout("late"), httpx.RemoteProtocolError("cut")]


async def test_survives_limits_outages_and_lost_connections_under_one_key(client: AsyncFootprint, service: Service) -> None:
    service.answers = [
        refusal(429, "rate_limit_exceeded", retry_after="7"),
        refusal(429, "rate_limit_exceeded", retry_after="3600"),
        refusal(429, "rate_limit_exceeded"),
        refusal(503, "unavailable", retry_after="3"),
        *LOST,
        answer(200, PROCESSING),
        refusal(429, "rate_limit_exceeded", retry_after="2"),
        httpx.ReadError("lost"),
        refusal(502, "internal_error"),
        answer(200, LOOKUP),
    ]
    assert (await client.lookup(REQUEST)).lookup_id == LOOKUP_ID
    # As the service says, at most a minute; otherwise a second that doubles, counted anew when a request was taken.
    assert service.pauses == [7, 60, 60, 3, 2, 4, 8, 5, 2, 1, 2]
    keys = [key for call, key in zip(service.calls, service.header("idempotency-key"), strict=True) if call.startswith("POST")]
    assert len(keys) == 8
    assert len(set(keys)) == 1
    assert keys[0]


async def test_a_key_is_made_for_each_lookup_unless_it_is_named(client: AsyncFootprint, service: Service) -> None:
    service.handle = lambda _: answer(200, LOOKUP)
    for _ in range(2):
        await client.lookup(REQUEST)
    await client.lookup(REQUEST, idempotency_key="signup-4711")
    keys = service.header("idempotency-key")
    assert len(set(keys)) == 3
    assert keys[2] == "signup-4711"


async def test_gives_up_after_five_failures_in_a_row(client: AsyncFootprint, service: Service) -> None:
    service.handle = lambda _: httpx.ConnectError("Nobody listens.")
    with pytest.raises(FootprintError, match="Nobody listens") as raised:
        await client.lookup(REQUEST)
    assert service.pauses == [1, 2, 4, 8, 16]
    assert (raised.value.status, raised.value.lookup_id) == (None, None)


async def test_a_503_says_which_lookup_may_have_been_accepted(client: AsyncFootprint, service: Service) -> None:
    service.handle = lambda _: refusal(503, "unavailable", x_lookup_id=LOOKUP_ID)
    with pytest.raises(FootprintError) as raised:
        await client.lookup(REQUEST)
    assert (raised.value.status, raised.value.lookup_id) == (503, LOOKUP_ID)


@pytest.mark.parametrize("last", [refusal(401, "unauthorized"), refusal(404, "not_found"), httpx.Response(200, text="<html>")])
async def test_after_acceptance_every_refusal_has_the_id(client: AsyncFootprint, service: Service, last: httpx.Response) -> None:
    service.answers = [answer(200, PROCESSING), httpx.Response(last.status_code, content=last.content)]
    with pytest.raises(FootprintError) as raised:
        await client.lookup(REQUEST)
    assert raised.value.lookup_id == LOOKUP_ID


async def test_after_acceptance_a_lost_connection_has_the_id(client: AsyncFootprint, service: Service) -> None:
    service.answers = [answer(200, PROCESSING), *(httpx.ReadError("lost") for _ in range(6))]
    with pytest.raises(FootprintError, match="lost") as raised:
        await client.lookup(REQUEST)
    assert raised.value.lookup_id == LOOKUP_ID
    assert isinstance(raised.value.__cause__, httpx.ReadError)


async def test_a_conflict_is_final_unless_the_request_before_may_be_in_progress(client: AsyncFootprint, service: Service) -> None:
    service.answers = [httpx.ReadTimeout("late"), refusal(409, "idempotency_conflict"), answer(200, LOOKUP)]
    await client.lookup(REQUEST)
    assert service.pauses == [1, 2]
    service.answers = [refusal(409, "idempotency_conflict")]
    with pytest.raises(FootprintError):
        await client.lookup(REQUEST)


@pytest.mark.parametrize("status", [400, 401, 402, 403, 404, 413, 422, 500])
async def test_other_refusals_are_final(client: AsyncFootprint, service: Service, status: int) -> None:
    service.answers = [refusal(status, "refused")]
    with pytest.raises(FootprintError) as raised:
        await client.lookup(REQUEST)
    assert (raised.value.status, service.pauses) == (status, [])
