"""Maltego transform server: the accounts of an e-mail address, a phone number or an alias."""

from __future__ import annotations

import asyncio
import os
from typing import Any

from maltego.entities import Affiliation, Alias, EmailAddress, PhoneNumber
from maltego.server import (
    MaltegoContext,
    MaltegoException,
    MaltegoServerSettings,
    ServerHTTPSettings,
    TransformSetting,
    register_transform,
    run_server,
)

from footprint_connectors import Account, ConnectorError, Findings, Service

SET = "Footprint"
DESCRIPTION = "Accounts that their platforms confirm; passive unless it is set otherwise."
SETTINGS = [
    TransformSetting(name="url", display_name="Address of the Footprint service", is_global=True),
    TransformSetting(name="api_key", display_name="Footprint API key", auth=True, is_global=True),
    TransformSetting(
        name="active", display_name="Query every platform, not only public interfaces", type="boolean", default_value=False, is_global=True
    ),
]


async def look_up(kind: str, value: str, settings: dict[str, Any], context: MaltegoContext) -> list[Affiliation]:
    """Looks an identity up; what is no account is a message. What the person who asks has not set, the server's environment has."""
    url, key = settings.get("url"), settings.get("api_key")
    if not url:
        # The server's own key goes to the server's own service alone: whoever asks may name any other address.
        url, key = os.environ.get("FOOTPRINT_URL"), key or os.environ.get("FOOTPRINT_API_KEY")

    def ask() -> Findings:
        return Service(url, key, active=settings.get("active")).look_up(kind, value)

    try:
        findings = await asyncio.to_thread(ask)
    except ConnectorError as error:
        raise MaltegoException(str(error)) from error
    for note in findings.notes:
        context.log.inform(note)
    return [affiliation(account) for account in findings.accounts]


def affiliation(account: Account) -> Affiliation:
    found = Affiliation(account.display_name or account.login)
    found.network = account.name
    found.alias = account.login
    found.uid = f"{account.platform}:{account.login}"
    if account.url:
        found.profile_url = account.url
    found.note = account.evidence
    return found


@register_transform(display_name="To Accounts [Footprint]", description=DESCRIPTION, transform_set=SET, settings=SETTINGS)
async def accounts_of_email(input_entity: EmailAddress, settings: dict[str, Any], context: MaltegoContext) -> list[Affiliation]:
    """Accounts of an e-mail address."""
    return await look_up("email", input_entity.value, settings, context)


@register_transform(display_name="To Accounts [Footprint]", description=DESCRIPTION, transform_set=SET, settings=SETTINGS)
async def accounts_of_phone(input_entity: PhoneNumber, settings: dict[str, Any], context: MaltegoContext) -> list[Affiliation]:
    """Accounts of a phone number."""
    return await look_up("phone", input_entity.value, settings, context)


@register_transform(display_name="To Accounts [Footprint]", description=DESCRIPTION, transform_set=SET, settings=SETTINGS)
async def accounts_of_alias(input_entity: Alias, settings: dict[str, Any], context: MaltegoContext) -> list[Affiliation]:
    """Accounts of a username."""
    return await look_up("username", input_entity.value, settings, context)


if __name__ == "__main__":
    run_server(
        settings=MaltegoServerSettings(
            server_name="Footprint", ns="footprint", author="Footprint", http_settings=ServerHTTPSettings(protocol="http")
        )
    )
