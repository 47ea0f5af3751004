"""A service in place of the network, and both clients used alike: tests are written once, as if the client awaited."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable, Generator, Iterable, Iterator
from pathlib import Path
from typing import Any, cast

import httpx

from footprint_client import AsyncFootprint, Footprint

ROOT = Path(__file__).parents[3]
DOCUMENT: dict[str, Any] = json.loads((ROOT / "docs/openapi.json").read_text())
URL = "https://footprint.example.com"

Answer = httpx.Response | Exception


def vectors(name: str) -> dict[str, Any]:
    """Those that the clients of all languages have."""
    read: dict[str, Any] = json.loads((ROOT / f"clients/vectors/{name}.json").read_text())
    return read


def example(path: str, method: str = "get", status: str = "200") -> dict[str, Any]:
    """The first example of an answer in the API document."""
    examples = DOCUMENT["paths"][path][method]["responses"][status]["content"]["application/json"]["examples"]
    value: dict[str, Any] = next(iter(examples.values()))["value"]
    return value


LOOKUP = example("/v2/lookup/{id}")
LOOKUP_ID: str = LOOKUP["lookupId"]
PROCESSING = {**LOOKUP, "status": "processing", "finishedAt": None}
BATCH = example("/v2/batches/{id}")


def answer(status: int, body: object = None, **headers: str) -> httpx.Response:
    return httpx.Response(status, json=body, headers={name.replace("_", "-"): value for name, value in headers.items()})


def refusal(status: int, code: str, **headers: str) -> httpx.Response:
    return answer(status, {"error": {"code": code, "message": code}}, **headers)


class Pieces(httpx.SyncByteStream, httpx.AsyncByteStream):
    """A body that arrives in pieces, and may be cut."""

    def __init__(self, pieces: Iterable[bytes], *, is_cut: bool = False) -> None:
        self._pieces = pieces
        self._is_cut = is_cut
        self.is_closed = False

    def __iter__(self) -> Iterator[bytes]:
        yield from self._pieces
        if self._is_cut:
            raise httpx.ReadError("The connection was lost.")

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for piece in self:
            yield piece

    def close(self) -> None:
        self.is_closed = True

    async def aclose(self) -> None:
        self.close()


class Service:
    """Answers each request with the next of its answers, or as `handle` does, and keeps what it was sent."""

    def __init__(self) -> None:
        self.answers: list[Answer] = []
        self.handle: Callable[[httpx.Request], Answer] = lambda _: self.answers.pop(0)
        self.requests: list[httpx.Request] = []
        self.pauses: list[float] = []

    def receive(self, request: httpx.Request) -> httpx.Response:
        self.requests.append(request)
        answered = self.handle(request)
        if isinstance(answered, Exception):
            raise answered
        return answered

    @property
    def calls(self) -> list[str]:
        return [f"{request.method} {request.url.raw_path.decode()}" for request in self.requests]

    def header(self, name: str) -> list[str | None]:
        return [request.headers.get(name) for request in self.requests]


class _Awaited:
    """A result of the blocking client: awaited, or iterated over with `async for`."""

    def __init__(self, value: Any) -> None:
        self._value = value

    def __getattr__(self, name: str) -> Any:
        return getattr(self._value, name)

    async def aclose(self) -> None:
        self._value.close()

    def __await__(self) -> Generator[Any, None, Any]:
        return self._value
        yield

    async def __aiter__(self) -> AsyncIterator[Any]:
        for each in self._value:
            yield each


class _Awaiting:
    def __init__(self, client: Footprint) -> None:
        self._client = client

    def __getattr__(self, name: str) -> Callable[..., _Awaited]:
        method = getattr(self._client, name)
        return lambda *args, **kwargs: _Awaited(method(*args, **kwargs))


def client_of(kind: str, service: Service, url: str = URL) -> AsyncFootprint:
    """The client that awaits, or the one that blocks in its clothes. Neither sleeps. With an address of its own, it uses the network."""
    transport = httpx.MockTransport(service.receive) if url == URL else None
    if kind == "blocking":
        return cast(AsyncFootprint, _Awaiting(Footprint(url, "fp_example", transport=transport, sleep=service.pauses.append)))

    async def sleep(seconds: float) -> None:
        service.pauses.append(seconds)

    return AsyncFootprint(url, "fp_example", transport=transport, sleep=sleep)
