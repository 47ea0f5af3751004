"""MISP expansion module: the accounts of an e-mail address, a phone number or a username, as `user-account` objects."""

from __future__ import annotations

import json
from typing import Any

from pymisp import MISPEvent, MISPObject

from footprint_connectors import Account, ConnectorError, Findings, Service

KINDS = {
    "email": "email",
    "email-dst": "email",
    "email-src": "email",
    "github-username": "username",
    "phone-number": "phone",
    "target-email": "email",
    "target-user": "username",
    "whois-registrant-email": "email",
    "whois-registrant-phone": "phone",
}

misperrors = {"error": "Error"}
mispattributes = {"input": sorted(KINDS), "output": ["user-account", "comment"], "format": "misp_standard"}
moduleinfo = {
    "version": "0.1.0",
    "author": "Footprint",
    "description": "Finds where an e-mail address, a phone number or a username has accounts, with your own Footprint service.",
    "module-type": ["expansion", "hover"],
    "name": "Footprint",
    "logo": "",
    "requirements": ["footprint-connectors", "A Footprint service, and a key with the scope lookups."],
    "features": "Passive unless `active` is 1: only public interfaces and stored facts. A comment lists what was omitted, and why.",
    "references": [],
    "input": "An e-mail address, a phone number or a username.",
    "output": "A user-account object for each confirmed account; a comment with what is not known.",
}
moduleconfig = ["url", "api_key", "active", "timeout"]


def handler(q: str | bytes | bool = False) -> dict[str, Any] | bool:
    if isinstance(q, bool):
        return False
    request = json.loads(q)
    attribute, config = request.get("attribute") or {}, request.get("config") or {}
    kind = KINDS.get(attribute.get("type", ""))
    if kind is None or not attribute.get("value"):
        return {"error": f"Send an attribute of one of these types, with its value: {', '.join(sorted(KINDS))}."}
    try:
        service = Service(config.get("url"), config.get("api_key"), active=config.get("active"), timeout=config.get("timeout"))
        return {"results": results(attribute, service.look_up(kind, attribute["value"]))}
    except ConnectorError as error:
        return {"error": str(error)}


def results(attribute: dict[str, Any], findings: Findings) -> dict[str, Any]:
    event = MISPEvent()
    asked = event.add_attribute(**{key: attribute[key] for key in ("type", "value", "uuid") if key in attribute})
    for account in findings.accounts:
        found = user_account(account)
        found.add_reference(asked.uuid, "related-to")
        event.add_object(found)
    for note in findings.notes:
        event.add_attribute(type="comment", value=note, comment=f"Footprint lookup {findings.lookup_id}", disable_correlation=True)
    made = json.loads(event.to_json())
    return {key: made[key] for key in ("Attribute", "Object") if made.get(key)}


def user_account(account: Account) -> MISPObject:
    found = MISPObject("user-account")
    found.comment = account.evidence
    found.add_attribute("username", account.login)
    found.add_attribute("account-type", account.platform, comment=account.name)
    for relation, value in (("display-name", account.display_name), ("link", account.url), ("created", account.created_at)):
        if value:
            found.add_attribute(relation, value)
    return found


def introspection() -> dict[str, Any]:
    return mispattributes


def version() -> dict[str, Any]:
    return {**moduleinfo, "config": moduleconfig}
