# Creates an agent, publishes it, places a call, waits for its end, and prints what was said.
# Python 3.9 or later, the standard library only:
#   API=http://localhost:4000/api/v1 KEY=ago_… python3 python.py [+14155550100]
import json
import os
import sys
import time
import urllib.error
import urllib.request
import uuid

API = os.environ.get("API", "http://localhost:4000/api/v1")
KEY = os.environ.get("KEY", "")


def ask(method, path, body=None):
    """Asks the API and returns the body. Asks again after 429, 502, 503, or no answer."""
    headers = {"X-API-Key": KEY, "Content-Type": "application/json"}
    if method == "POST":
        # The same for every attempt: the server does the work once, however often it hears of it.
        headers["Idempotency-Key"] = str(uuid.uuid4())
    data = None if body is None else json.dumps(body).encode()
    for attempt in range(1, 5):
        try:
            request = urllib.request.Request(API + path, data=data, headers=headers, method=method)
            with urllib.request.urlopen(request, timeout=30) as response:
                return json.load(response)
        except urllib.error.HTTPError as error:
            if attempt == 4 or error.code not in (429, 502, 503):
                sys.exit(f"{error.code} {error.read().decode()}")
            time.sleep(float(error.headers.get("Retry-After", attempt)))
        except OSError:
            if attempt == 4:
                raise
            time.sleep(attempt)


agent = ask("POST", "/agents", {
    "name": "Ada",
    "voice_id": "11labs-Adrian",
    "system_prompt": "You call {{customer}} to confirm an appointment. Be brief and kind.",
    "post_call_analysis_data": [{"name": "confirmed", "type": "boolean", "description": "Will they come?"}],
})
ask("POST", f"/agents/{agent['id']}/publish")

call = ask("POST", "/calls", {
    "to_number": sys.argv[1] if len(sys.argv) > 1 else "+14155550100",
    "agent_id": agent["id"],
    "variables": {"customer": "Bob"},
    "metadata": {"order": "A-1"},
})
print(f"Call {call['id']} to {call['to_number']}: {call['status']}")

# Your own service would rather have `call.completed` sent to it: see webhook.py.
while not call["ended_at"] or (call["status"] == "completed" and call["summary"] is None):
    time.sleep(1)
    call = ask("GET", f"/calls/{call['id']}")
print(f"It ended {call['status']} after {call['duration_seconds'] or 0} s and cost {call['cost']} {call['currency']}.")
for turn in call["transcript"] or []:
    print(f"{turn['role']}: {turn['text']}")
print(call["structured_data"])
