from __future__ import annotations

import json
import re
from datetime import datetime, timedelta, timezone
from typing import Any

import httpx
import pytest
from support import DOCUMENT, Service, answer, example, refusal

from footprint_client import AsyncFootprint, FootprintError, api, models

pytestmark = pytest.mark.anyio

OPERATIONS = [(path, method, operation) for path, operations in DOCUMENT["paths"].items() for method, operation in operations.items()]


def arguments_of(path: str, operation: dict[str, Any]) -> tuple[list[str], dict[str, Any]]:
    required = [parameter["name"] for parameter in operation.get("parameters", []) if parameter.get("required")]
    in_path = re.findall(r"{(\w+)}", path)
    keywords: dict[str, Any] = {name: "true" for name in required if name not in in_path}
    body = operation.get("requestBody", {}).get("content", {}).get("application/json")
    if body:
        keywords["body"] = getattr(models, body["schema"]["$ref"].split("/")[-1]).from_dict(least(body["schema"]))
    return ["x/y" for _ in in_path], keywords


def least(schema: dict[str, Any]) -> Any:
    """A value with what a schema requires, and no more."""
    if "$ref" in schema:
        return least(DOCUMENT["components"]["schemas"][schema["$ref"].split("/")[-1]])
    if "anyOf" in schema:
        return least(schema["anyOf"][0])
    if "enum" in schema or "const" in schema:
        return schema.get("const", schema.get("enum", [None])[0])
    kind = schema["type"] if isinstance(schema["type"], str) else schema["type"][0]
    if kind == "object":
        return {name: least(schema["properties"][name]) for name in schema.get("required", []) if name in schema.get("properties", {})}
    if kind == "array":
        return [least(schema["items"])]
    texts = {"date-time": "2026-11-27T09:00:00.500Z", "date": "2026-11-27"}
    return {"string": texts.get(schema.get("format", ""), "text"), "integer": 1, "number": 1.5, "boolean": True, "null": None}[kind]


def bodies_of(content: dict[str, Any]) -> list[Any]:
    """The examples of the document, and the least that its schema requires."""
    return [*(each["value"] for each in content.get("examples", {}).values()), least(content["schema"])]


@pytest.mark.parametrize(("path", "method", "operation"), OPERATIONS, ids=[operation["operationId"] for _, _, operation in OPERATIONS])
async def test_every_operation_can_be_called_and_reads_what_the_document_says(
    client: AsyncFootprint, service: Service, path: str, method: str, operation: dict[str, Any]
) -> None:
    call = getattr(api, re.sub(r"(?<=[a-z])(?=[A-Z])", "_", operation["operationId"]).lower())
    given, keywords = arguments_of(path, operation)
    for status, response in operation["responses"].items():
        content = response.get("content", {})
        if status >= "400":
            continue
        for body in bodies_of(content["application/json"]) if "application/json" in content else [b"a\n" if content else b""]:
            sent = {"content": body} if isinstance(body, bytes) else {"json": body}
            service.answers = [httpx.Response(int(status), **sent)]
            got = await client.call(call(*given, **keywords))
            if isinstance(body, bytes):
                assert got == (body or None)
            else:
                assert ([each.to_dict() for each in got] if isinstance(got, list) else got.to_dict()) == body
    assert {call.split("?")[0] for call in service.calls} == {f"{method.upper()} {re.sub('{.*?}', 'x%2Fy', path)}"}


async def test_values_of_a_later_version_are_texts(client: AsyncFootprint, service: Service) -> None:
    body = {**example("/v2/batches/{id}"), "status": "of_a_later_version", "added": {"later": True}}
    service.answers = [answer(200, body)]
    batch = await client.call(api.get_batch("bat_1"))
    assert batch.status == "of_a_later_version"
    assert batch["added"] == {"later": True}
    assert batch.to_dict() == body


async def test_reads_all_pages(client: AsyncFootprint, service: Service) -> None:
    page = example("/v2/lookup")
    service.answers = [
        answer(200, {**page, "nextCursor": "a b&c"}),
        refusal(429, "rate_limit_exceeded", retry_after="6"),
        answer(200, {**page, "nextCursor": "last"}),
        answer(200, {**page, "lookups": [], "nextCursor": None}),
    ]
    pages = [len(page.lookups) async for page in client.pages(api.list_lookups_v2(limit="1"))]
    assert pages == [1, 1, 0]
    assert [dict(request.url.params).get("cursor") for request in service.requests] == [None, "a b&c", "a b&c", "last"]
    assert {dict(request.url.params)["limit"] for request in service.requests} == {"1"}
    assert service.pauses == [6]


async def test_a_search_has_its_cursor_in_the_body(client: AsyncFootprint, service: Service) -> None:
    page = example("/v2/lookup")
    service.answers = [answer(200, {**page, "nextCursor": "next"}), answer(200, {**page, "nextCursor": None})]
    search = models.LookupSearch(status=models.LookupStatus.FINISHED)
    assert len([page async for page in client.pages(api.search_lookups(body=search))]) == 2
    bodies = [json.loads(request.content) for request in service.requests]
    assert bodies[1] == {**bodies[0], "cursor": "next"}
    assert "cursor" not in bodies[0]


async def test_a_list_that_did_not_change_has_no_pages(client: AsyncFootprint, service: Service) -> None:
    service.answers = [httpx.Response(304)]
    assert [page async for page in client.pages(api.list_platform_status(if_none_match='"1"'))] == []


async def test_pages_end_with_the_refusal_of_one(client: AsyncFootprint, service: Service) -> None:
    service.answers = [answer(200, {**example("/v2/batches"), "nextCursor": "next"}), refusal(403, "insufficient_scope")]
    seen = 0
    with pytest.raises(FootprintError):
        async for _ in client.pages(api.list_batches()):
            seen += 1
    assert seen == 1


async def test_times_are_sent_as_the_service_takes_them(client: AsyncFootprint, service: Service) -> None:
    service.answers = [answer(200, least({"$ref": "#/components/schemas/WebhookRecovery"}))]
    since = datetime(2026, 11, 27, 10, 30, tzinfo=timezone(timedelta(hours=2)))
    await client.call(api.recover_webhook_endpoint("whk_1", body=models.WebhookRecoveryRequest(since)))
    assert json.loads(service.requests[0].content)["since"] == "2026-11-27T08:30:00.000Z"
