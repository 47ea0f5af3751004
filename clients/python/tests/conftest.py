from __future__ import annotations

import pytest
from support import Service, client_of

from footprint_client import AsyncFootprint


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def service() -> Service:
    return Service()


@pytest.fixture(params=["awaiting", "blocking"])
def client(request: pytest.FixtureRequest, service: Service) -> AsyncFootprint:
    return client_of(request.param, service)
