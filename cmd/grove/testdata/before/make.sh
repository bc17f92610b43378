#!/usr/bin/env bash
# Makes this folder's files with the binary of the commit that they stand for:
#   make.sh GROVE NOTES      GROVE: that binary; NOTES: a folder with haldre/ and qingyu/ of
#                            internal/app/sample/documents and a file harbour/dredging.txt
# NEO4J_URI and NEO4J_HTTP name a server without a password. The files here are of 080d30f.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
grove=$1
cd "$2"
data=$(mktemp -d)
python3 "$here/model.py" & model=$!
trap 'kill $model; rm -rf "$data"' EXIT
sleep 1
for store in embedded neo4j; do
  at=(--data "$data/$store" --store "$store" --workspace before --neo4j-uri "$NEO4J_URI" --quiet)
  "$grove" ingest haldre qingyu --evolution auto --tag origin=sample "${at[@]}"
  "$grove" ingest harbour/dredging.txt "${at[@]}" --model junk --llm-base-url http://127.0.0.1:18099/v1 || true # one chunk is quarantined
  "$grove" entities merge "Tobias Quill" "Quill" "${at[@]}"
  "$grove" entities apart "Edwin Quill" "Quill" "${at[@]}"
  "$grove" ask "Where was the leader of the Kestrel Expedition born?" --agent tree "${at[@]}"
  "$grove" ask "青屿潮汐站的第一任站长是谁？" --agent bm25 "${at[@]}"
  "$grove" export "$data/$store.jsonl" "${at[@]}"
  rm -f "$data/$store"/before/{lock,grove.db-shm,grove.db-wal}
  tar --sort=name --owner=0 --group=0 --mtime=2026-11-23 -C "$data/$store" -cf - before | gzip -9n >"$here/$store.tar.gz"
done
cmp "$data/embedded.jsonl" "$data/neo4j.jsonl"
gzip -9nc "$data/embedded.jsonl" >"$here/export.jsonl.gz"
python3 "$here/dump.py" "$data/neo4j.cypher"
gzip -9nc "$data/neo4j.cypher" >"$here/neo4j.cypher.gz"
