# Receives webhooks, and believes only those that are signed with your secret.
# Python 3.9 or later, the standard library only:
#   SECRET=whsec_… PORT=8080 python3 webhook.py
import hashlib
import hmac
import json
import os
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SECRET = os.environ["SECRET"].encode()
PORT = int(os.environ.get("PORT", "8080"))


def is_genuine(body, signature):
    """Whether the signature is that of these bytes; it takes as long for a wrong one as for the right one."""
    expected = "sha256=" + hmac.new(SECRET, body, hashlib.sha256).hexdigest()
    return hmac.compare_digest(expected.encode(), signature.encode())


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        # The bytes as they came: parsed and written again they would not be the same.
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        genuine = is_genuine(body, self.headers.get("X-Service-Signature", ""))
        self.send_response(204 if genuine else 401)
        self.end_headers()
        if not genuine:
            return
        event = json.loads(body)
        # The same event may come twice: keep `type` and `id` together, and pass over what you know.
        if event["type"] == "call.completed":
            data = event["data"]
            print(f"Call {event['id']} to {data['to_number']}: {data['status']}, {data['outcome']}", flush=True)

    def log_message(self, *_):
        pass


print(f"CallMonitorSession on {PORT}", flush=True)
ThreadingHTTPServer(("", PORT), Receiver).serve_forever()
