"""Quickstart with Python: a lookup at sign-up, a webhook, a batch."""

import os
import time
from http.server import BaseHTTPRequestHandler, HTTPServer

from footprint_client import Footprint, WebhookEvent, WebhookVerificationError, api, models, verify_webhook

WEBHOOK_URL = os.environ.get("WEBHOOK_URL", "https://localhost:4443/")  # where the service can reach your receiver
PORT = int(os.environ.get("PORT", "4444"))  # of the receiver below
RUN = time.time_ns()  # in your program, the id of the sign-up or import
events: list[WebhookEvent] = []


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        try:
            events.append(verify_webhook(body, self.headers["SVC-Signature"], made.secret))
            self.send_response(204)
        except WebhookVerificationError:
            self.send_response(400)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Requests are not listed."""


# A key with the scopes lookups and webhooks.
with Footprint(os.environ.get("FOOTPRINT_URL", "http://localhost:8080"), os.environ["FOOTPRINT_API_KEY"]) as client:
    # 1. At sign-up: an answer within a second. A repetition with the same key is not billed again.
    identities = {"emails": ["robin.sample@example.com"], "usernames": ["robinsample"]}
    sign_up = client.lookup({"identities": identities, "mode": "instant"}, idempotency_key=f"sign-up-{RUN}")
    print(f"sign-up: {sign_up.answered} of {sign_up.planned} platforms answered; risk {sign_up.risk.level}")

    # 2. A webhook. The secret is shown once: your receiver needs it.
    endpoint = models.NewWebhookEndpoint(url=WEBHOOK_URL, event_types=[models.SubscribableEventType.BATCH_COMPLETED])
    made = client.call(api.create_webhook_endpoint(body=endpoint))

    # 3. A batch: up to 10,000 items, each billed when its lookup starts. Its end is an event.
    people = [
        {"ref": "customer-1", "identities": {"usernames": ["robinsample"]}},
        {"ref": "customer-2", "identities": {"usernames": ["nobody-at-all"]}},
    ]
    try:
        with HTTPServer(("127.0.0.1", PORT), Receiver) as receiver:
            batch = client.batch(people, idempotency_key=f"import-{RUN}", timeout=300)
            print(f"waiting for batch.completed at {WEBHOOK_URL}, a minute at most")
            receiver.timeout, end = 1, time.monotonic() + 60
            while not events:
                receiver.handle_request()
                if time.monotonic() > end:
                    raise SystemExit("No event came: is `npx footprint webhook listen --forward-to http://localhost:4444` running?")
        print(events[0].type, events[0].data["batchId"] == batch.batch_id)
        for item in client.batch_results(batch.batch_id):
            print(item.ref, [result.platform for result in item.lookup.results if result.registered] if item.lookup else item.status)
    finally:
        client.call(api.delete_webhook_endpoint(made.endpoint.id))
