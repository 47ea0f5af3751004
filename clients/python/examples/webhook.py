import os
from http.server import BaseHTTPRequestHandler, HTTPServer

from footprint_client import WebhookVerificationError, verify_webhook


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        # The bytes as they arrived. The event of a deep lookup has some 900 kB.
        body = self.rfile.read(int(self.headers["Content-Length"]))
        try:
            event = verify_webhook(body, self.headers["SVC-Signature"], os.environ["SIGNING_SECRET"])
        except WebhookVerificationError as error:
            print(error.reason, flush=True)
            self.send_response(400)
        else:
            # Store the id, and skip known ones: retries and resends have the same id.
            print(event.id, event.type, flush=True)
            self.send_response(204)
        self.end_headers()


HTTPServer(("127.0.0.1", int(os.environ["PORT"])), Receiver).serve_forever()
