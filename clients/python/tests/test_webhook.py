from __future__ import annotations

import json
from datetime import datetime, timezone
from typing import Any

import pytest
from support import vectors

from footprint_client import WebhookVerificationError, verify_webhook

CASES = vectors("signatures")["cases"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
@pytest.mark.parametrize("as_text", [False, True], ids=["bytes", "text"])
def test_agrees_with_the_vectors(case: dict[str, Any], as_text: bool) -> None:
    body = case["body"] if as_text else case["body"].encode()
    if case["expect"] == "valid":
        event = verify_webhook(body, case["header"], case["secrets"], now=case["now"])
        sent = json.loads(case["body"])
        assert (event.id, event.type, event.api_version, event.data) == (sent["id"], sent["type"], sent["apiVersion"], sent["data"])
        assert event.created_at == datetime(2025, 10, 9, 8, 53, 20, tzinfo=timezone.utc)
    else:
        with pytest.raises(WebhookVerificationError) as raised:
            verify_webhook(body, case["header"], case["secrets"], now=case["now"])
        assert raised.value.reason == case["expect"]


def test_takes_one_secret_another_tolerance_and_the_clock_of_the_machine() -> None:
    case = CASES[0]
    verify_webhook(case["body"], case["header"], case["secrets"][0], now=case["now"] + 900, tolerance_seconds=900)
    with pytest.raises(WebhookVerificationError, match="too old"):
        verify_webhook(case["body"], case["header"], case["secrets"][0])


def test_a_request_without_the_header_is_malformed() -> None:
    with pytest.raises(WebhookVerificationError, match="malformed header"):
        verify_webhook(b"{}", None, "whsec_example")


def test_a_body_that_was_parsed_is_refused_in_a_sentence() -> None:
    with pytest.raises(TypeError, match="raw body"):
        verify_webhook({"id": "evt_1"}, CASES[0]["header"], "whsec_example")  # type: ignore[arg-type]
