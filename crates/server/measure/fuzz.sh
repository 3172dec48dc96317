#!/usr/bin/env bash
# Requests drawn from the OpenAPI description against a server of our own, on
# loopback, bounded in count. Needs Python; schemathesis goes into .cache/.
# usage: crates/server/measure/fuzz.sh PATH_OF_TOUCHSTONE [EXAMPLES]
set -euo pipefail
cd "$(dirname "$0")/../../.."
bin=${1:-target/release/touchstone}
examples=${2:-100}
mkdir -p .cache
[ -x .cache/fuzz/bin/schemathesis ] || { python3 -m venv .cache/fuzz && .cache/fuzz/bin/pip install -q schemathesis; }
out=$(mktemp)
"$bin" serve --listen 127.0.0.1:0 --memory --rate 1000000 >"$out" &
server=$!
trap 'kill $server 2>/dev/null || true; rm -f "$out"' EXIT
for _ in $(seq 100); do grep -q http "$out" && break; sleep 0.1; done
url=$(head -1 "$out")
# The WebSocket is no request with an answer; its own tests are in tests/play.rs.
.cache/fuzz/bin/schemathesis run "${url}api/v1/openapi.json" --url "${url}api/v1" \
  -n "$examples" --phases examples,coverage,fuzzing --seed 1 --request-timeout 90 \
  --checks not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance \
  --exclude-path-regex 'live$' --header 'Authorization: Bearer 0123456789abcdef'
kill -0 $server
