"""The common part of all connectors: one lookup, passive by default, and its findings in a form for analysts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import Any, TypeVar

from footprint_client import Call, Footprint, FootprintError

STIX_TYPE = "application/stix+json;version=2.1"
T = TypeVar("T")

#: How platforms write that a setting is on or off; nothing is off.
SWITCH = {
    **dict.fromkeys(("", "0", "false", "no", "off"), False),
    **dict.fromkeys(("1", "true", "yes", "on"), True),
}
DEFAULT_SECONDS = 60.0
MAX_SECONDS = 600.0

METHODS = {"public_api": "its public API", "account_enumeration": "a public page", "domain_derived": "the mailbox itself"}


class ConnectorError(Exception):
    """Why there is no finding, as a sentence for the analyst."""


@dataclass(frozen=True)
class Account:
    """An account that its platform, or the mailbox itself, confirmed."""

    platform: str
    name: str
    login: str
    checked_at: str
    how: str
    url: str | None
    display_name: str | None
    created_at: str | None

    @property
    def evidence(self) -> str:
        return f"Confirmed by {self.how}, checked at {self.checked_at}."


@dataclass(frozen=True)
class Findings:
    """The findings of one lookup. A platform in neither list is unknown, which is not a "no"."""

    lookup_id: str
    accounts: tuple[Account, ...]
    #: What has to be said beside the accounts: what was omitted and why, an identity that opted out, answers that are invented.
    notes: tuple[str, ...]

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)


class Service:
    """A Footprint service, by settings as their platform has them. Raises a ConnectorError that names the one which is wrong.

    Args:
        url: Its address.
        api_key: A key with the scope `lookups`, preferably with a monthly limit.
        active: Query every platform, not only public interfaces and stored facts.
        timeout: Seconds for one lookup; keep it short if somebody waits.
    """

    def __init__(self, url: object, api_key: object, *, active: object = None, timeout: object = None) -> None:
        if not url or not api_key:
            raise ConnectorError("Set the address of the Footprint service and an API key.")
        self._url, self._api_key = str(url), str(api_key)
        self.passive = not _switch("active", active)
        self._timeout = _seconds("timeout", timeout)
        # An address or a key that cannot be one is refused now, and not when somebody looks up.
        self._with_client(lambda client: None)

    def look_up(self, kind: str, value: str) -> Findings:
        """Looks up an identity. Raises a ConnectorError if nothing is known. `kind`: `email`, `phone` or `username`."""
        request: dict[str, Any] = {"identities": {f"{kind}s": [value]}, "modules": ["footprint"]}
        if self.passive:
            request["noise"] = "passive"
        return _findings(self._with_client(lambda client: client.lookup(request, timeout=self._timeout)).to_dict())

    def bundle(self, lookup_id: str, tlp: str) -> dict[str, Any]:
        """A lookup as the STIX 2.1 bundle of the service."""
        request = {"method": "get", "url": f"/v2/lookup/{lookup_id}", "params": {"tlp": tlp}, "headers": {"Accept": STIX_TYPE}}
        return self._with_client(lambda client: client.call(Call(request, lambda response: dict(response.json()))))

    def _with_client(self, ask: Callable[[Footprint], T]) -> T:
        try:
            with Footprint(self._url, self._api_key) as client:
                return ask(client)
        except ValueError as error:
            raise ConnectorError(str(error)) from error
        except FootprintError as error:
            raise ConnectorError(_sentence(error)) from error


def _switch(name: str, value: object) -> bool:
    text = str(value or "").strip().lower()
    if text not in SWITCH:
        raise ConnectorError(f"{name} is {value!r}: set it to true or false.")
    return SWITCH[text]


def _seconds(name: str, value: object) -> float:
    if value in (None, ""):
        return DEFAULT_SECONDS
    try:
        seconds = float(str(value))
    except ValueError:
        seconds = 0.0
    if not 0 < seconds <= MAX_SECONDS:
        raise ConnectorError(f"{name} is {value!r}: set it to a number of seconds up to {MAX_SECONDS:.0f}.")
    return seconds


def _findings(lookup: Mapping[str, Any]) -> Findings:
    confirmed = [each for each in lookup["results"] if _is_confirmed(each)]
    return Findings(lookup["lookupId"], tuple(_account(each) for each in confirmed), tuple(_notes(lookup)))


def _is_confirmed(result: Mapping[str, Any]) -> bool:
    """Decides as the service does for a STIX bundle: a breach, or only the domain of an address, does not confirm an account."""
    return bool(result["registered"]) and result["method"] != "breach_record" and result["basis"] != "domain"


def _account(result: Mapping[str, Any]) -> Account:
    profile = result["profile"] or {}
    return Account(
        platform=result["platform"],
        name=result["name"],
        login=result["identity"]["value"],
        checked_at=result["checkedAt"],
        how=METHODS.get(result["method"], result["method"]),
        url=profile.get("url"),
        display_name=profile.get("displayName"),
        created_at=profile.get("createdAt"),
    )


def _notes(lookup: Mapping[str, Any]) -> list[str]:
    omissions = lookup["omissions"]
    reasons = ", ".join(f"{count} {reason}" for reason, count in omissions["byReason"].items())
    unconfirmed = [each["name"] for each in lookup["results"] if each["registered"] and not _is_confirmed(each)]
    return [
        *(["Invented: this lookup was made with a test key or the simulator."] if lookup["test"] or lookup.get("simulated") else []),
        *(["The lookup is not finished: there may be more."] if lookup["status"] != "finished" else []),
        *[f"{each['value']} opted out and was not looked up." for each in lookup["identities"] if each["suppressed"]],
        *([f'{omissions["total"]} checks gave no confident answer, which is no "no": {reasons}.'] if omissions["total"] else []),
        *([f"Not confirmed: {', '.join(unconfirmed)}."] if unconfirmed else []),
    ]


def _sentence(error: FootprintError) -> str:
    again = f" Try again in {error.retry_after_seconds} seconds." if error.retry_after_seconds else ""
    if error.code:
        return f"Footprint refused the lookup: {error.message} ({error.code.value}){again}"
    if error.lookup_id:
        return f"Footprint did not finish in time. The lookup continues as {error.lookup_id}; a later attempt reuses its findings."
    return f"Footprint cannot be reached: {error.message.rstrip('.')}.{again}"
