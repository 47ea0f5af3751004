from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from support import BATCH, LOOKUP, Pieces, Service, answer, example, refusal

from footprint_client import AsyncFootprint, FootprintError, api, models

pytestmark = pytest.mark.anyio
BATCH_ID = BATCH["batchId"]
ITEMS: list[dict[str, Any]] = [
    {"identities": {"emails": ["ada@example.com"]}, "ref": "Zoë 🦊"},
    {"identities": {"usernames": ["ada-example"]}},
]


def created() -> httpx.Response:
    return answer(202, example("/v2/batches", "post", "202"))


def batch_in(status: str, because: str | None = None) -> httpx.Response:
    return answer(200, {**BATCH, "status": status, "pausedBecause": because})


async def test_sends_lines_and_waits_until_the_batch_is_over(client: AsyncFootprint, service: Service) -> None:
    service.answers = [created(), batch_in("queued"), batch_in("running"), batch_in("finished")]
    told: list[models.Batch] = []
    batch = await client.batch(iter(ITEMS), on_progress=told.append)
    assert batch.status == models.BatchStatus.FINISHED
    assert [each.status for each in told] == ["queued", "running", "finished"]
    assert service.calls == ["POST /v2/batches", *[f"GET /v2/batches/{BATCH_ID}"] * 3]
    assert service.pauses == [5, 5]
    assert service.header("content-type")[0] == "application/x-ndjson"
    assert [json.loads(line) for line in service.requests[0].content.splitlines()] == ITEMS


async def test_takes_the_generated_items_and_every_parameter(client: AsyncFootprint, service: Service) -> None:
    service.answers = [created(), batch_in("cancelled")]
    items = (models.SentBatchItem(models.Identities(phones=[f"+1202555010{n}"]), ref=str(n)) for n in range(3))
    batch = await client.batch(
        items,
        mode=models.BatchMode.DEEP,
        modules=["footprint", models.Module.EMAIL],
        platforms=["one", "two"],
        purpose="fraud",
        noise="passive",
        skip_invalid=True,
        idempotency_key="import-1",
    )
    assert batch.status == "cancelled"
    assert dict(service.requests[0].url.params) == {
        "mode": "deep",
        "modules": "footprint,email",
        "platforms": "one,two",
        "purpose": "fraud",
        "noise": "passive",
        "skipInvalid": "true",
    }
    assert service.header("idempotency-key")[0] == "import-1"
    assert json.loads(service.requests[0].content.splitlines()[2]) == {"identities": {"phones": ["+12025550102"]}, "ref": "2"}


async def test_a_request_that_is_repeated_has_the_same_items_and_key(client: AsyncFootprint, service: Service) -> None:
    service.answers = [
        refusal(429, "rate_limit_exceeded", retry_after="4"),
        httpx.WriteError("lost"),
        refusal(503, "unavailable"),
        created(),
        httpx.ReadError("lost"),
        batch_in("finished"),
    ]
    await client.batch(iter(ITEMS))
    assert service.pauses == [4, 1, 2, 1]
    assert len({request.content for request in service.requests[:4]}) == 1
    assert len({request.headers["idempotency-key"] for request in service.requests[:4]}) == 1


async def test_a_paused_batch_is_an_error_that_carries_it(client: AsyncFootprint, service: Service) -> None:
    service.answers = [created(), batch_in("running"), batch_in("paused", "quota_exceeded"), batch_in("running"), batch_in("finished")]
    with pytest.raises(FootprintError, match="paused") as raised:
        await client.batch(ITEMS)
    paused = raised.value.batch
    assert paused is not None
    assert paused.paused_because == "quota_exceeded"
    assert raised.value.batch_id == BATCH_ID
    await client.call(api.resume_batch(BATCH_ID))
    assert (await client.wait_for_batch(BATCH_ID)).status == "finished"
    assert service.calls[-2:] == [f"POST /v2/batches/{BATCH_ID}/resume", f"GET /v2/batches/{BATCH_ID}"]


async def test_waits_while_it_is_paused_if_the_caller_does(client: AsyncFootprint, service: Service) -> None:
    service.answers = [created(), batch_in("paused"), batch_in("paused"), batch_in("finished")]
    assert (await client.batch(ITEMS, wait_while_paused=True)).status == "finished"


async def test_a_refused_batch_says_what_is_wrong_with_its_items(client: AsyncFootprint, service: Service) -> None:
    faults = {"invalid": 1, "faults": [{"index": 0, "code": "invalid_email", "message": "No."}]}
    service.answers = [answer(400, {"error": {"code": "invalid_batch", "message": "No.", "details": faults}})]
    with pytest.raises(FootprintError) as raised:
        await client.batch(ITEMS)
    assert raised.value.code is models.ErrorCode.INVALID_BATCH
    assert raised.value.details == faults


async def test_after_acceptance_errors_have_the_id(client: AsyncFootprint, service: Service) -> None:
    service.answers = [created(), refusal(401, "unauthorized")]
    with pytest.raises(FootprintError) as raised:
        await client.batch(ITEMS)
    assert raised.value.batch_id == BATCH_ID


def results(count: int) -> Iterator[dict[str, Any]]:
    for index in range(count):
        lookup = {"lookupId": f"lkp_{index}", "lookup": {**LOOKUP, "lookupId": f"lkp_{index}"}, "fault": None}
        fault = {"lookupId": None, "lookup": None, "fault": {"code": "invalid_email", "message": "A line\u2028separator 🦊"}}
        yield {"index": index, "ref": None, "status": "invalid" if index % 2 else "finished", **(fault if index % 2 else lookup)}


@pytest.mark.parametrize("size", [1, 7, 1_000, 1_000_000])
async def test_reads_results_line_by_line_as_they_arrive(client: AsyncFootprint, service: Service, size: int) -> None:
    body = "\n".join(json.dumps(line, ensure_ascii=False) for line in results(4)).encode()
    service.answers = [
        refusal(503, "unavailable"),
        httpx.Response(200, stream=Pieces(body[at : at + size] for at in range(0, len(body), size))),
    ]
    items = [item async for item in client.batch_results(BATCH_ID)]
    assert [item.index for item in items] == [0, 1, 2, 3]
    assert [item.lookup.lookup_id if item.lookup else item.fault.message if item.fault else None for item in items[:2]] == [
        "lkp_0",
        "A line\u2028separator 🦊",
    ]
    assert service.calls[1] == f"GET /v2/batches/{BATCH_ID}/results?format=jsonl&rows=items"


async def test_results_that_are_cut_off_are_an_error_after_what_arrived(client: AsyncFootprint, service: Service) -> None:
    whole = b"".join(json.dumps(line).encode() + b"\n" for line in results(2))
    for body in (
        Pieces([whole, b'{"index":'], is_cut=True),
        Pieces([whole, b'{"index":']),
        Pieces([whole, b'{"index":2}\n']),
    ):
        service.answers = [httpx.Response(200, stream=body)]
        seen = []
        with pytest.raises(FootprintError):
            async for item in client.batch_results(BATCH_ID):
                seen.append(item.index)
        assert seen == [0, 1]


async def test_lines_of_any_operation(client: AsyncFootprint, service: Service) -> None:
    service.answers = [httpx.Response(200, stream=Pieces([b'{"type":"account"}\n{"ty', b'pe":"end"}\n']))]
    assert [line["type"] async for line in client.lines(api.export_account())] == ["account", "end"]
