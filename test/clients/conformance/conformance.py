"""The conformance run of the Python client, from its wheel. Prints its report."""

import asyncio
import datetime
import enum
import http.server
import json
import re
import sys
import threading
import typing

from footprint_client import AsyncFootprint, Footprint, FootprintError, WebhookVerificationError, api, verify_webhook

settings = json.load(open("settings.json"))
plan = json.load(open("plan.json"))
keys = settings["keys"]
identities = {"usernames": ["ada-example"]}


def client_of(key, **options):
    return Footprint(settings["url"], key, **options)


def snake(name):
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()


def converted(value, hint):
    """A text of the plan as the type that an argument has."""
    for kind in typing.get_args(hint) or (hint,):
        if isinstance(value, list):
            return [converted(each, typing.get_args(kind)[0]) for each in value]
        if kind is str or typing.get_origin(kind) is typing.Literal:
            return value
        if kind is int:
            return int(value)
        if kind in (datetime.date, datetime.datetime):
            return kind.fromisoformat(value)
        if isinstance(kind, type) and issubclass(kind, enum.Enum):
            return kind(value)
    return value


def encoded(answer):
    if isinstance(answer, list):
        return [encoded(each) for each in answer]
    return answer.to_dict() if hasattr(answer, "to_dict") else None


def operations():
    done = []
    with client_of(keys["main"]) as client:
        for call in plan:
            function = getattr(api, snake(call["operationId"]))
            hints = typing.get_type_hints(function)
            names = {name.rstrip("_"): name for name in hints}
            arguments = {names[snake(name)]: converted(value, hints[names[snake(name)]]) for name, value in call["query"].items()}
            if "body" in call:
                arguments["body"] = hints["body"].from_dict(call["body"])
            answer = client.call(function(*call["params"].values(), **arguments))
            done.append({"operationId": call["operationId"], "body": encoded(answer)})
    return done


def looked_up(client):
    found = client.lookup({"identities": identities, "modules": ["footprint"]})
    return {"status": found.status, "hits": len(found.hits)}


async def followed():
    ids, progress = [], []
    async with AsyncFootprint(settings["url"], keys["worker"]) as client:
        request = {"identities": identities, "modules": ["footprint"], "deep": True}
        stream = client.stream(request, on_progress=progress.append)
        async for event in stream:
            ids.append(event.id)
        return {"lookupId": stream.lookup_id, "status": stream.result.status, "ids": ids, "progress": len(progress)}


def batched(client):
    items = ({"identities": {"usernames": [f"person-{index % 20}"]}, "ref": str(index)} for index in range(settings["batch"]))
    reads = []
    batch = client.batch(items, modules=["footprint"], platforms=[settings["platform"]], on_progress=reads.append)
    results = [item.index for item in client.batch_results(batch.batch_id)]
    return {"status": batch.status, "reads": len(reads), "results": results}


def received(client):
    arrived = []

    class Receiver(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            arrived.append((self.rfile.read(int(self.headers["Content-Length"])), self.headers["SVC-Signature"]))
            self.send_response(204)
            self.end_headers()

        def log_message(self, *_):
            pass

    server = http.server.HTTPServer(("127.0.0.1", 0), Receiver)
    waiting = threading.Thread(target=server.handle_request)
    waiting.start()
    request = {"url": f"{settings['hooks']}/{server.server_port}", "eventTypes": ["lookup.completed"]}
    made = client.call(api.create_webhook_endpoint(body=typing.get_type_hints(api.create_webhook_endpoint)["body"].from_dict(request)))
    client.call(api.test_webhook_endpoint(made.endpoint.id))
    waiting.join()
    server.server_close()
    body, header = arrived[0]
    try:
        verify_webhook(body + b" ", header, made.secret)
    except WebhookVerificationError as error:
        tampered = error.reason
    return {"type": verify_webhook(body, header, made.secret).type, "tampered": tampered}


def refusals():
    told = {}

    def note(key, request, **options):
        try:
            # Nothing is waited for: the refusals that a client repeats come again.
            with client_of(key, sleep=lambda _: None) as client:
                client.lookup(request, **options)
        except FootprintError as error:
            told[error.status] = {"code": error.code, "status": error.status, "retryAfterSeconds": error.retry_after_seconds}

    asked = {"identities": identities}
    for name in ("unknown", "exhausted", "scoped", "unavailable"):
        note(keys[name], asked)
    with client_of(keys["worker"]) as client:
        client.lookup(asked, idempotency_key="one-key-for-two-requests")
        note(keys["worker"], {"identities": {"usernames": ["somebody-else"]}}, idempotency_key="one-key-for-two-requests")
        note(keys["worker"], {"identities": {}})
        for key, operation in ((keys["worker"], api.get_lookup_v2("lkp_00000000000000000000000000")), (keys["limited"], api.get_account())):
            try:
                client_of(key).call(operation)
            except FootprintError as error:
                told[error.status] = {"code": error.code, "status": error.status, "retryAfterSeconds": error.retry_after_seconds}
    return told


with client_of(keys["worker"], poll_seconds=0.3) as client:
    report = {
        # First: it cancels a batch, which is not to be over before.
        "operations": operations(),
        "lookup": looked_up(client),
        "stream": asyncio.run(followed()),
        "batch": batched(client),
        "pages": sum(1 for _ in client.pages(api.list_lookups_v2(limit="25"))),
        "webhook": received(client),
        "errors": refusals(),
    }
json.dump(report, sys.stdout)
