#!/bin/sh
# Creates an agent, publishes it, places a call, waits for its end, and prints it with its transcript. Needs curl only:
#   API=http://localhost:4000/api/v1 KEY=ago_… sh curl.sh [+14155550100]
set -eu
API=${API:-http://localhost:4000/api/v1}
NUMBER=${1:-+14155550100}

# Asks the API and prints the body; says why and fails on 400 and above. Asks again after 429, 502, 503, or no answer.
ask() { # METHOD PATH [BODY] [IDEMPOTENCY-KEY]
  ANSWER=$(curl -sS --fail-with-body --retry 3 --retry-connrefused -X "$1" "$API$2" -H "X-API-Key: $KEY" \
    -H 'Content-Type: application/json' ${4:+-H "Idempotency-Key: $4"} ${3:+--data "$3"}) || { echo "$ANSWER" >&2; return 1; }
  printf '%s\n' "$ANSWER"
}
# The id at the beginning of a body.
id_of() { printf '%s' "$1" | sed 's/^{"id":\([0-9]*\).*/\1/'; }
# A key that is the same when a request is sent again: the server does the work once.
RUN="$(date +%s)-$$"

AGENT=$(ask POST /agents '{"name": "Ada", "voice_id": "11labs-Adrian", "system_prompt": "Confirm the appointment. Be brief."}' "agent-$RUN")
AGENT=$(id_of "$AGENT")
ask POST "/agents/$AGENT/publish" >/dev/null

CALL=$(ask POST /calls "{\"to_number\": \"$NUMBER\", \"agent_id\": $AGENT, \"metadata\": {\"order\": \"A-1\"}}" "call-$RUN")
CALL=$(id_of "$CALL")
echo "Call $CALL to $NUMBER"

# `call.completed` would tell without asking: see webhook.mjs and webhook.py.
while NOW=$(ask GET "/calls/$CALL"); do
  case $NOW in
    *'"ended_at":null'* | *'"status":"completed"'*'"summary":null'*) sleep 1 ;;
    *) break ;;
  esac
done
printf '%s\n' "$NOW"
