"""OpenCTI internal enrichment: the accounts of an e-mail address, a phone number or a username, as the service's own STIX bundle."""

from __future__ import annotations

import json
import sys
from typing import Any

from pycti import OpenCTIConnectorHelper, get_config_variable

from footprint_connectors import ConnectorError, Service

#: Of each kind of observable what is looked up, and the attribute that holds it.
KINDS = {"Email-Addr": ("email", "value"), "Phone-Number": ("phone", "value"), "User-Account": ("username", "account_login")}
LEVELS = ("clear", "green", "amber", "amber+strict", "red")


class FootprintConnector:
    def __init__(self) -> None:
        self.max_tlp = f"TLP:{_level('max_tlp', 'amber').upper()}"
        self.tlp = _level("tlp", "amber+strict")
        self.service = Service(_setting("url"), _setting("api_key"), active=_setting("active"), timeout=_setting("timeout"))
        self.helper = OpenCTIConnectorHelper({})

    def run(self) -> None:
        self.helper.listen(message_callback=self.enrich)

    def enrich(self, data: dict[str, Any]) -> str:
        """Enriches an observable. The text is what OpenCTI shows of the work; errors that are raised are shown as its failure."""
        entity = data["enrichment_entity"]
        kind, attribute = KINDS.get(entity["entity_type"], (None, ""))
        value = entity.get(attribute) or entity.get("observable_value")
        if kind is None or not value:
            raise ConnectorError(f"Footprint enriches {', '.join(KINDS)}.")
        for marking in entity.get("objectMarking") or []:
            level = marking["definition"]
            if marking["definition_type"] == "TLP" and not OpenCTIConnectorHelper.check_max_tlp(level, self.max_tlp):
                raise ConnectorError(f"Not looked up: it is {level}, and FOOTPRINT_MAX_TLP is {self.max_tlp}.")
        findings = self.service.look_up(kind, value)
        bundle = adopted(self.service.bundle(findings.lookup_id, self.tlp), data["stix_entity"])
        self.helper.send_stix2_bundle(json.dumps(bundle), cleanup_inconsistent_bundle=True)
        return " ".join([f"{len(findings.accounts)} confirmed accounts (lookup {findings.lookup_id}).", *findings.notes])


def adopted(bundle: dict[str, Any], entity: dict[str, Any]) -> dict[str, Any]:
    """The bundle with OpenCTI's own observable in place of the identity: a phone number, which STIX lacks, and a username have other ids.

    A platform is the type of its accounts here: OpenCTI's vocabulary of types is open.
    """
    subject = bundle["objects"][-1]["object_refs"][0]
    others = [each for each in bundle["objects"] if each["id"] != subject]
    for each in others:
        if each["type"] == "user-account":
            each["account_type"] = each["user_id"].partition(":")[0]
    return {**bundle, "objects": [entity, *json.loads(json.dumps(others).replace(subject, entity["id"]))]}


def _setting(name: str, default: Any = None) -> Any:
    return get_config_variable(f"FOOTPRINT_{name.upper()}", ["footprint", name], {}, default=default)


def _level(name: str, default: str) -> str:
    """A level of TLP 2.0, with or without its prefix."""
    level = str(_setting(name, default)).lower().removeprefix("tlp:")
    if level not in LEVELS:
        raise ConnectorError(f"FOOTPRINT_{name.upper()} is {level!r}: set it to one of {', '.join(LEVELS)}.")
    return level


if __name__ == "__main__":
    try:
        connector = FootprintConnector()
    except ConnectorError as error:
        sys.exit(str(error))
    connector.run()
