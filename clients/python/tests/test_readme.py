"""The examples of the README, run as they are against a service on this machine."""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any, ClassVar

import httpx
import pytest
from support import BATCH, LOOKUP, LOOKUP_ID, PROCESSING, ROOT, example

EXAMPLES = sorted((ROOT / "clients/python/examples").glob("*.py"))
EVENT = {
    "id": "evt_1",
    "type": "lookup.completed",
    "createdAt": "2026-11-27T09:00:00.000Z",
    "apiVersion": "2",
    "accountId": "acc_1",
    "apiKeyId": "key_1",
    "data": {},
}


class Handler(BaseHTTPRequestHandler):
    """Answers by method and path: a body, a status with a body and headers, or a list of those, of which the last one stays."""

    answers: ClassVar[dict[str, Any]] = {}

    def do_GET(self) -> None:
        self._answer()

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self._answer()

    def _answer(self) -> None:
        found = self.answers[f"{self.command} {self.path.split('?')[0]}"]
        if isinstance(found, list):
            found = found.pop(0) if len(found) > 1 else found[0]
        status, body, *headers = found if isinstance(found, tuple) else (200, found)
        content = body.encode() if isinstance(body, str) else json.dumps(body).encode()
        self.send_response(status)
        for name, value in [*headers, ("Content-Length", str(len(content)))]:
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def url() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def environment(**variables: str) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT / "clients/python/src"), "FOOTPRINT_API_KEY": "fp_example", **variables}


def run(name: str, url: str, answers: dict[str, Any]) -> list[str]:
    Handler.answers = answers
    script = ROOT / f"clients/python/examples/{name}.py"
    done = subprocess.run([sys.executable, script], env=environment(FOOTPRINT_URL=url), capture_output=True, text=True, timeout=60)
    assert done.stderr == ""
    return done.stdout.splitlines()


@pytest.mark.parametrize("file", EXAMPLES, ids=lambda file: file.name)
def test_is_in_the_readme_word_for_word(file: Path) -> None:
    assert f"```python\n{file.read_text()}```" in (ROOT / "clients/python/README.md").read_text()


def test_lookup(url: str) -> None:
    assert run("lookup", url, {"POST /v2/lookup": LOOKUP}) == [
        f"{LOOKUP['answered']} of {LOOKUP['planned']} answered: {LOOKUP['hits']}",
        f"{LOOKUP['risk']['level']} {LOOKUP['risk']['score']} " + ", ".join(reason["code"] for reason in LOOKUP["risk"]["reasons"]),
    ]


def test_stream(url: str) -> None:
    start = f": lookup {LOOKUP_ID} planned 2\n\n"
    result = 'id: 1\nevent: result\ndata: {"platform":"example-forum","registered":true}\n\n'
    rest = f": progress 2 of 2\n\nevent: done\ndata: {json.dumps(LOOKUP)}\n\n"
    stream = f"GET /v2/lookup/{LOOKUP_ID}/stream"
    assert run("stream", url, {"POST /v2/lookup": PROCESSING, stream: start + result + rest}) == [
        "0 of 2",
        "example-forum True",
        "2 of 2",
        f"{LOOKUP_ID} {LOOKUP['risk']['level']}",
    ]


def test_batch(url: str) -> None:
    found = {"index": 0, "ref": "customer-1", "lookupId": LOOKUP_ID, "status": "finished", "fault": None, "lookup": LOOKUP}
    batch = f"/v2/batches/{BATCH['batchId']}"
    answers: dict[str, Any] = {
        "POST /v2/batches": (202, example("/v2/batches", "post", "202")),
        f"GET {batch}": [{**BATCH, "status": "paused", "pausedBecause": "quota_exceeded"}, {**BATCH, "status": "finished"}],
        f"POST {batch}/resume": BATCH,
        f"GET {batch}/results": json.dumps(found) + "\n",
    }
    assert run("batch", url, answers) == [
        "1 of 2",
        f"{BATCH['batchId']} is paused: quota_exceeded",
        f"customer-1 finished {LOOKUP['hits']}",
    ]


def test_errors(url: str) -> None:
    allowance = {"unit": "lookups", "used": 1000, "limit": 1000, "renewsAt": "2026-12-01T00:00:00.000Z"}
    refused = {"error": {"code": "quota_exceeded", "message": "The quota is used up.", "details": allowance}}
    pages = {"GET /v2/lookup": [example("/v2/lookup"), {**example("/v2/lookup"), "nextCursor": None}]}
    listed = [str([each["lookupId"] for each in example("/v2/lookup")["lookups"]])] * 2
    assert run("errors", url, {"POST /v2/lookup": (402, refused), **pages}) == [f"Used up: {allowance}", *listed]
    accepted = (500, {"error": {"code": "internal_error", "message": "No."}}, ("X-Lookup-Id", LOOKUP_ID))
    answers = {"POST /v2/lookup": accepted, f"GET /v2/lookup/{LOOKUP_ID}": LOOKUP, **pages}
    assert run("errors", url, answers)[0].startswith("Later: LookupV2(")


@contextmanager
def receiver(port: int) -> Iterator[subprocess.Popen[str]]:
    script = ROOT / "clients/python/examples/webhook.py"
    variables = environment(PORT=str(port), SIGNING_SECRET="whsec_example")
    process = subprocess.Popen([sys.executable, script], env=variables, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        yield process
    finally:
        process.terminate()
        process.wait()


def test_webhook() -> None:
    body = json.dumps(EVENT).encode()
    sent = int(time.time())
    signature = hmac.new(b"whsec_example", f"{sent}.".encode() + body, hashlib.sha256).hexdigest()
    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as free:
        port = free.server_port
    with receiver(port) as process, httpx.Client(transport=httpx.HTTPTransport(retries=8), trust_env=False) as client:
        url = f"http://127.0.0.1:{port}/hooks"
        statuses = [
            client.post(url, content=content, headers={"SVC-Signature": f"t={sent},v1={signature}"}).status_code
            for content in (body, body.replace(b"evt_1", b"evt_2"))
        ]
        assert statuses == [204, 400]
        assert process.stdout is not None
        assert [process.stdout.readline() for _ in statuses] == ["evt_1 lookup.completed\n", "wrong_signature\n"]
