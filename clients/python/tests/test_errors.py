from __future__ import annotations

from typing import Any

import httpx
import pytest
from support import Service, answer, example, refusal, vectors

from footprint_client import AsyncFootprint, Footprint, FootprintError, api, models

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("case", vectors("errors")["cases"], ids=lambda case: case["name"])
async def test_agrees_with_the_vectors(case: dict[str, Any], client: AsyncFootprint, service: Service) -> None:
    service.answers = [httpx.Response(case["status"], headers=case["headers"], content=case["body"])]
    with pytest.raises(FootprintError) as raised:
        await client.call(api.get_account())
    error, expected = raised.value, case["expect"]
    assert (error.status, error.code, error.message) == (expected["status"], expected["code"], expected["message"])
    assert str(error) == expected["message"]
    assert error.details == expected.get("details")
    assert error.retry_after_seconds == expected.get("retryAfterSeconds")
    assert error.lookup_id == expected.get("lookupId")
    assert error.request_id == expected.get("requestId")
    assert service.pauses == []  # `call` repeats nothing


async def test_a_code_is_a_member_of_its_enumeration_and_one_of_a_later_version_a_text(client: AsyncFootprint, service: Service) -> None:
    service.answers = [refusal(402, "quota_exceeded"), refusal(409, "of_a_later_version")]
    codes = []
    for _ in range(2):
        with pytest.raises(FootprintError) as raised:
            await client.call(api.get_account())
        codes.append(raised.value.code)
    assert codes[0] is models.ErrorCode.QUOTA_EXCEEDED
    assert codes[1] == "of_a_later_version"
    assert isinstance(codes[1], models.ErrorCode)
    assert f"{codes[1]}" == "of_a_later_version"


async def test_a_lost_connection_is_the_same_error_without_a_status(client: AsyncFootprint, service: Service) -> None:
    service.answers = [httpx.ConnectError("Nobody listens.")]
    with pytest.raises(FootprintError, match="Nobody listens") as raised:
        await client.call(api.get_account())
    assert (raised.value.status, raised.value.code) == (None, None)
    assert isinstance(raised.value.__cause__, httpx.ConnectError)


@pytest.mark.parametrize("body", [b"<html>", b"[]", b"{}", b'"text"'])
async def test_a_success_that_is_something_else_is_an_error(client: AsyncFootprint, service: Service, body: bytes) -> None:
    service.answers = [httpx.Response(200, content=body)]
    with pytest.raises(FootprintError, match="cannot be read") as raised:
        await client.call(api.get_account())
    assert (raised.value.status, raised.value.code) == (200, None)


async def test_a_redirect_is_not_followed(client: AsyncFootprint, service: Service) -> None:
    service.answers = [answer(302, location="https://example.com/")]
    with pytest.raises(FootprintError, match="302 without a reason"):
        await client.call(api.get_account())


async def test_requests_carry_the_key_and_name_the_client(client: AsyncFootprint, service: Service) -> None:
    service.answers = [answer(200, example("/v2/batches"))]
    assert len((await client.call(api.list_batches())).batches) == 1
    assert service.calls == ["GET /v2/batches"]
    assert service.header("authorization") == ["Bearer fp_example"]
    assert str(service.header("user-agent")[0]).startswith("footprint-python/")


@pytest.mark.parametrize("make", [Footprint, AsyncFootprint])
@pytest.mark.parametrize("address", ["", "footprint.example.com", "ftp://footprint.example.com", "http://", "http://[::1"])
def test_an_address_that_is_none_is_refused_at_once(make: type[Footprint] | type[AsyncFootprint], address: str) -> None:
    with pytest.raises(ValueError, match="not the address"):
        make(address, "fp_example")


@pytest.mark.parametrize("make", [Footprint, AsyncFootprint])
@pytest.mark.parametrize("key", ["", " ", "fp_example\n", "fp_exämple"])
def test_a_key_that_is_none_is_refused_at_once(make: type[Footprint] | type[AsyncFootprint], key: str) -> None:
    with pytest.raises(ValueError, match="API key"):
        make("https://footprint.example.com", key)
