#!/usr/bin/env bash
# Quickstart with curl: a lookup at sign-up, a webhook, a batch.
set -euo pipefail
: "${FOOTPRINT_API_KEY:?a key with the scopes lookups and webhooks}"
: "${FOOTPRINT_URL:=http://localhost:8080}" # the service
: "${WEBHOOK_URL:=https://localhost:4443/}" # where the service can reach your receiver

api() { curl --silent --show-error --fail-with-body --header "Authorization: Bearer $FOOTPRINT_API_KEY" "$@"; }
json='Content-Type: application/json'
field() { sed -n "s/.*\"$1\":\"\([^\"]*\)\".*/\1/p"; }

# What a receiver does with a request: the body is on standard input, $1 is the header SVC-Signature, $2 the endpoint's secret.
verify() {
  local signature=$1 secret=$2 sent expected
  sent=$(sed 's/.*t=\([0-9]*\).*/\1/' <<< "$signature")
  expected=$({ printf '%s.' "$sent"; cat; } | openssl dgst -sha256 -hmac "$secret" -r | cut -d ' ' -f 1)
  [[ ,$signature, == *,v1=$expected,* ]] && (( sent > $(date +%s) - 300 && sent < $(date +%s) + 300 ))
}
if [[ ${1:-} == verify ]]; then verify "$2" "$3"; exit; fi

run=$(date +%s)-$$ # in your program, the id of the sign-up or import

# 1. At sign-up: an answer within a second. A repetition with the same key is not billed again.
api "$FOOTPRINT_URL/v2/lookup" --header "$json" --header "Idempotency-Key: sign-up-$run" \
  --data '{"identities": {"emails": ["robin.sample@example.com"], "usernames": ["robinsample"]}, "mode": "instant"}'
echo

# 2. A webhook. The secret is shown once: your receiver needs it.
endpoint=$(api "$FOOTPRINT_URL/v2/webhooks/endpoints" --header "$json" \
  --data "{\"url\": \"$WEBHOOK_URL\", \"eventTypes\": [\"batch.completed\"]}")
echo "secret: $(field secret <<< "$endpoint")"
id=$(field id <<< "$endpoint")
trap 'api --request DELETE "$FOOTPRINT_URL/v2/webhooks/endpoints/$id" > /dev/null' EXIT

# 3. A batch: up to 10,000 lines, each billed when its lookup starts.
items='{"ref": "customer-1", "identities": {"usernames": ["robinsample"]}}
{"ref": "customer-2", "identities": {"usernames": ["nobody-at-all"]}}'
batch=$(api "$FOOTPRINT_URL/v2/batches" --header 'Content-Type: application/x-ndjson' --header "Idempotency-Key: import-$run" \
  --data-binary "$items" | field batchId)

# The batch's end is an event. Has your receiver acknowledged it?
delivered="$FOOTPRINT_URL/v2/webhooks/deliveries?endpoint=$id&state=delivered"
echo "waiting for batch.completed at $WEBHOOK_URL, a minute at most"
for _ in {1..60}; do
  if api "$delivered" | grep --only-matching '"eventType":"batch.completed"'; then
    api "$FOOTPRINT_URL/v2/batches/$batch/results?format=csv"
    exit
  fi
  sleep 1
done
echo "It was not acknowledged: is 'npx footprint webhook listen' running?" >&2
exit 1
