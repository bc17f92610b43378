#!/bin/sh
# Starts a service with a key on a data folder of its own and has Schemathesis ask all
# that its OpenAPI document allows, and what it forbids: no answer may be a server's
# error, or differ from the document. More arguments go to Schemathesis.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server"; rm -rf "$work"' EXIT
listen=${SCHEMATHESIS_LISTEN:-127.0.0.1:18787}

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet schemathesis==4.32.5
(cd "$here/.." && CGO_ENABLED=0 go build -o "$work/grove" ./cmd/grove)

export GROVE_DATA="$work/data"
key=$("$work/grove" keys add schemathesis --role admin --for '*' 2>/dev/null)
"$work/grove" serve --listen "$listen" --rate 1e6 --burst 1000000 --quiet &
server=$!
until curl -sf "http://$listen/readyz" >/dev/null; do sleep 0.2; done
curl -sf -H "Authorization: Bearer $key" -H 'Content-Type: application/json' -d '{"name":"books"}' "http://$listen/v1/workspaces"
curl -sf -H "Authorization: Bearer $key" -H 'Content-Type: application/json' "http://$listen/v1/workspaces/books/documents" \
  -d '{"source":"moby","text":"Captain Ahab commands the Pequod. Ahab was born in Nantucket. Ishmael sails on the Pequod with Queequeg. Ahab hunts Moby Dick."}'

cd "$work" # what it keeps of a run goes with it
"$work/venv/bin/schemathesis" --config-file "$here/schemathesis.toml" run "http://$listen/openapi.json" \
  --header "Authorization: Bearer $key" --exclude-operation-id deleteWorkspace --exclude-operation-id import \
  --phases examples,coverage,fuzzing --max-examples 20 --continue-on-failure --seed 1 \
  --checks not_a_server_error,status_code_conformance,content_type_conformance,response_headers_conformance,response_schema_conformance,negative_data_rejection,missing_required_header,unsupported_method \
  "$@"
