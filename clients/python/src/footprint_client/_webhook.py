"""Verification of webhooks."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal


class WebhookVerificationError(Exception):
    """Why a webhook was rejected.

    `empty_secret`: a secret is empty, and anybody can sign with an empty string. `too_old` and `in_the_future`: the webhook may be a
    replay, or a clock is wrong.
    """

    def __init__(self, reason: Literal["malformed_header", "empty_secret", "wrong_signature", "too_old", "in_the_future"]) -> None:
        super().__init__(f"The webhook was rejected: {reason.replace('_', ' ')}.")
        self.reason = reason


@dataclass(frozen=True)
class WebhookEvent:
    """The envelope of every event; branch on `type`."""

    #: The same for retries and resends. Store it to skip events that you have already handled.
    id: str
    type: str
    created_at: datetime
    api_version: str
    account_id: str
    api_key_id: str
    data: dict[str, Any]


def verify_webhook(
    raw_body: bytes | str,
    header: str | None,
    secret: str | Sequence[str],
    *,
    tolerance_seconds: float = 300,
    now: float | None = None,
) -> WebhookEvent:
    """Verifies a webhook and parses it. Raises `WebhookVerificationError` if it must be rejected.

    Args:
        raw_body: The bytes as they arrived: parsing a body and serialising it again changes its bytes.
        header: Value of the signature header, `t=<unix seconds>,v1=<hex>…`; one of its signatures must match. None is malformed.
        secret: The endpoint's signing secret, or several during a rotation; none may be empty.
        tolerance_seconds: Largest difference between the header's time and the clock, either way.
        now: Unix seconds; by default this machine's clock.
    """
    if not isinstance(raw_body, (bytes, bytearray, str)):
        raise TypeError("Give verify_webhook the raw body, as text or bytes: this body was parsed.")
    secrets = [secret] if isinstance(secret, str) else secret
    if not secrets or not all(secrets):
        raise WebhookVerificationError("empty_secret")
    fields = [field.strip() for field in (header or "").split(",")]
    times = [match[1] for field in fields if (match := re.fullmatch(r"t=([0-9]{1,15})", field))]
    signatures = [match[1].lower() for field in fields if (match := re.fullmatch(r"v1=([0-9a-fA-F]{64})", field))]
    if len(times) != 1 or not 1 <= len(signatures) <= 20:
        raise WebhookVerificationError("malformed_header")
    body = raw_body.encode() if isinstance(raw_body, str) else raw_body
    believed = False
    for each in secrets:
        expected = hmac.new(each.encode(), f"{times[0]}.".encode() + body, hashlib.sha256).hexdigest()
        for signature in signatures:  # every pair is compared, so that the time says nothing
            believed = hmac.compare_digest(signature, expected) or believed
    if not believed:
        raise WebhookVerificationError("wrong_signature")
    age = (time.time() if now is None else now) - int(times[0])
    if abs(age) > tolerance_seconds:
        raise WebhookVerificationError("too_old" if age > 0 else "in_the_future")
    event = json.loads(body)
    return WebhookEvent(
        id=event["id"],
        type=event["type"],
        created_at=datetime.fromisoformat(event["createdAt"].replace("Z", "+00:00")),
        api_version=event["apiVersion"],
        account_id=event["accountId"],
        api_key_id=event["apiKeyId"],
        data=event["data"],
    )
