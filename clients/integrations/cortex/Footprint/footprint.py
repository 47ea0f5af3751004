#!/usr/bin/env python3
"""Cortex analyzer: the accounts of an e-mail address, a phone number or a username."""

from __future__ import annotations

from typing import Any

from cortexutils.analyzer import Analyzer

from footprint_connectors import ConnectorError, Service

KINDS = {"mail": "email", "phone": "phone", "username": "username"}
PAP_AMBER = 2


class FootprintAnalyzer(Analyzer):  # type: ignore[misc]
    def run(self) -> None:
        kind = KINDS.get(self.data_type)
        if kind is None:
            self.error(f"Footprint looks up {', '.join(KINDS)}.")
        url, key, active, timeout = (self.get_param(f"config.{name}") for name in ("url", "key", "active", "timeout"))
        try:
            service = Service(url, key, active=active, timeout=timeout)
            # From PAP:AMBER on, whatever is configured, nobody is asked who would notice.
            service.passive = service.passive or self.pap >= PAP_AMBER
            self.report(service.look_up(str(kind), self.get_data()).to_dict() | {"passive": service.passive})
        except ConnectorError as error:
            self.error(str(error))

    def summary(self, raw: dict[str, Any]) -> dict[str, Any]:
        found = self.build_taxonomy("info", "Footprint", "Accounts", str(len(raw["accounts"])))
        return {"taxonomies": [found, *([self.build_taxonomy("info", "Footprint", "Incomplete", "see notes")] if raw["notes"] else [])]}

    def artifacts(self, raw: dict[str, Any]) -> list[dict[str, Any]]:
        """The pages of confirmed accounts, and nothing that words of theirs look like."""
        pages = [account for account in raw["accounts"] if account["url"]]
        return [self.build_artifact("url", each["url"], tags=["footprint", each["platform"]], message=each["name"]) for each in pages]


if __name__ == "__main__":
    FootprintAnalyzer().run()
