#!/usr/bin/env bash
# A throw-away Neo4j Community server from Maven Central: needs java (17 or 21) and mvn, no Docker.
#
#   neo4j-server.sh fetch        bring the server's jars into the cache (once for each pom.xml)
#   neo4j-server.sh start DIR    start a server that keeps everything in DIR; prints NEO4J_...=... lines
#   neo4j-server.sh stop DIR     stop the server of DIR; DIR stays, and may be started again
#   neo4j-server.sh run CMD...   start one, run CMD with the NEO4J_... lines as its environment, remove it
#
# NEO4J_TEST_CACHE    folder of the jars (default: neo4j-test in the user's cache folder)
# NEO4J_TEST_OWNER    a process id: once it is gone, the server stops by itself and DIR is removed
# NEO4J_TEST_HEAP     heap and the page cache's size (default 512m)
# NEO4J_TEST_AUTH     true: ask for a password, that of DIR/data/dbms/auth.ini (default false)
# NEO4J_TEST_ARCHIVE  0: start without the archive of loaded classes, which halves the start time
set -euo pipefail

room=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cache=${NEO4J_TEST_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/neo4j-test}
heap=${NEO4J_TEST_HEAP:-512m}
# Named by the pom's content: after a new pin, jars of two versions never mix.
store=$cache/$(sha256sum "$room/pom.xml" | cut -c1-16)
jars=$store/jars

say() { echo "neo4j-server: $*" >&2; }

fetch() {
  if [ ! -d "$jars" ]; then
    local part="$store/part.$$" try
    for try in 1 2 3; do
      rm -rf "$part" && mkdir -p "$part"
      say "fetching the server's jars (about 160 MB the first time)"
      if mvn --batch-mode --quiet --no-transfer-progress --file "$room/pom.xml" \
          org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy-dependencies \
          -DincludeScope=runtime -DoutputDirectory="$part" >&2; then
        # Another run may have been first: then its folder is as good.
        mv -T "$part" "$jars" 2>/dev/null || rm -rf "$part"
        break
      fi
      say "attempt $try failed"
    done
    rm -rf "$part"
    [ -d "$jars" ] || { say "Maven could not bring the jars"; return 1; }
  fi
  archive
}

# archive runs the server once to write down the classes it loads. The file fits
# one java and one place of the jars, so its name holds the java's version.
archive() {
  [ "${NEO4J_TEST_ARCHIVE:-1}" = 1 ] || return 0
  classes=$store/classes.$(java -version 2>&1 | sha256sum | cut -c1-8).jsa
  if [ ! -s "$classes" ]; then
    local dir made
    dir=$(mktemp -d) made=$store/made.$$
    say "noting the classes of the server (once)"
    if launch "$dir" "-XX:ArchiveClassesAtExit=$made" >/dev/null; then
      warm "$dir"
      stop "$dir"
    fi
    [ -s "$made" ] && mv "$made" "$classes"
    rm -rf "$dir"
  fi
  [ -s "$classes" ] || classes=
}

# warm asks by HTTP, so that the planner's classes are among the noted ones.
warm() {
  command -v curl >/dev/null || return 0
  local http text
  http=$(sed -n 's/^NEO4J_HTTP=//p' "$1/address")
  for text in 'UNWIND [1,2] AS i MERGE (n:N {key: i}) SET n.name = i' 'MATCH (n:N {key: 1})--(m) RETURN n, m ORDER BY m.key LIMIT 9'; do
    curl --silent --max-time 30 --output /dev/null -H 'Content-Type: application/json' \
      --data "{\"statement\": \"$text\"}" "$http/db/neo4j/query/v2" || true
  done
}

# port finds a free one below the range that clients' sockets are taken from.
port() {
  local p
  while p=$((15000 + (RANDOM * 32768 + RANDOM) % 17000)); do
    [ "$p" = "${1:-}" ] && continue
    (: 3<>"/dev/tcp/127.0.0.1/$p") 2>/dev/null || { echo "$p"; return; }
  done
}

# A process that nobody waited for still has a number: look at its state.
running() { [ -r "/proc/$1/status" ] && ! grep -q '^State:[[:space:]]*Z' "/proc/$1/status"; }

# Workspaces come and go, and with them what plans were made for: each would be made again and again (replan).
configure() {
  cat >"$1/conf/neo4j.conf" <<CONF
server.default_listen_address=127.0.0.1
server.default_advertised_address=127.0.0.1
server.bolt.listen_address=127.0.0.1:$2
server.bolt.advertised_address=127.0.0.1:$2
server.http.listen_address=127.0.0.1:$3
server.http.advertised_address=127.0.0.1:$3
server.https.enabled=false
server.memory.heap.initial_size=$heap
server.memory.heap.max_size=$heap
server.memory.pagecache.size=$heap
internal.server.bolt.thread_pool_shutdown_wait_time=100ms
db.tx_log.preallocate=false
db.tx_log.rotation.size=16m
db.tx_log.rotation.retention_policy=2 files
db.checkpoint.interval.time=1m
dbms.cypher.statistics_divergence_threshold=1.0
dbms.cypher.min_replan_interval=1h
dbms.security.auth_enabled=${NEO4J_TEST_AUTH:-false}
dbms.usage_report.enabled=false
client.allow_telemetry=false
CONF
}

# launch DIR JVM-FLAGS... starts java and waits until the server says that it is up. It lives for minutes:
# to compile its code once and quickly (TieredStopAtLevel) costs less than to optimise it, or to compile it again as it was thrown
# out of a code cache of the 48 MB that go with that level.
launch() {
  local dir bolt http pid log tries
  mkdir -p "$1"; dir=$(cd "$1" && pwd); shift
  mkdir -p "$dir"/{conf,data,logs,run,import,plugins}
  if [ -s "$dir/address" ]; then # a second start of a folder keeps its ports, so clients find it again
    bolt=$(sed -n 's/^NEO4J_URI=.*://p' "$dir/address"); http=$(sed -n 's/^NEO4J_HTTP=.*://p' "$dir/address")
  else
    bolt=$(port); http=$(port "$bolt")
  fi
  configure "$dir" "$bolt" "$http"
  log=$dir/logs/console.log
  : >"$log"
  nohup setsid java -Xms"$heap" -Xmx"$heap" -XX:+UseSerialGC -XX:MetaspaceSize=192m -XX:TieredStopAtLevel=1 -XX:ReservedCodeCacheSize=256m \
    -XX:+ExitOnOutOfMemoryError -Dfile.encoding=UTF-8 \
    -Dlog4j2.disable.jmx=true --enable-native-access=ALL-UNNAMED \
    --add-opens=java.base/java.nio=ALL-UNNAMED --add-opens=java.base/java.io=ALL-UNNAMED \
    --add-opens=java.base/sun.nio.ch=ALL-UNNAMED --add-opens=java.base/java.util.concurrent=ALL-UNNAMED \
    "$@" -cp "$jars/*" org.neo4j.server.CommunityEntryPoint \
    --home-dir="$dir" --config-dir="$dir/conf" --console-mode </dev/null >>"$log" 2>&1 &
  pid=$!
  echo "$pid" >"$dir/pid"
  for ((tries = 0; ; tries++)); do
    grep -q ' INFO  Started\.' "$log" && break
    if ! running "$pid" || [ "$tries" -ge 1200 ]; then
      say "the server did not come up:"; tail -n 30 "$log" >&2
      kill -9 "$pid" 2>/dev/null || true
      return 1
    fi
    sleep 0.1
  done
  printf '%s\n' "NEO4J_URI=bolt://127.0.0.1:$bolt" "NEO4J_HTTP=http://127.0.0.1:$http" \
    "NEO4J_USER=neo4j" "NEO4J_PASSWORD=" "NEO4J_PID=$pid" >"$dir/address"
  cat "$dir/address"
}

start() {
  local try flags=()
  fetch
  [ -n "${classes:-}" ] && flags+=("-XX:SharedArchiveFile=$classes")
  for try in 1 2 3; do
    if launch "$1" "${flags[@]}"; then
      [ -z "${NEO4J_TEST_OWNER:-}" ] || watch "$1" "$NEO4J_TEST_OWNER"
      return 0
    fi
    # Only a port that another process took in between is worth another try.
    grep -q 'already in use' "$1/logs/console.log" && [ ! -s "$1/address" ] || return 1
  done
  return 1
}

# watch leaves a process behind that ends the server after its owner.
watch() {
  local server; server=$(cat "$1/pid")
  ( trap '' HUP INT
    while running "$2" && running "$server"; do sleep 1; done
    running "$2" || { stop "$1"; rm -rf "$1"; } ) </dev/null >/dev/null 2>&1 &
}

stop() {
  local pid tries
  pid=$(cat "$1/pid" 2>/dev/null) || return 0
  kill "$pid" 2>/dev/null || true
  for ((tries = 0; tries < 300; tries++)); do
    running "$pid" || break
    sleep 0.1
  done
  running "$pid" && kill -9 "$pid" 2>/dev/null || true
  rm -f "$1/pid"
}

case ${1:-} in
  fetch) fetch; echo "$jars" ;;
  start) start "${2:?which folder?}" ;;
  stop) stop "${2:?which folder?}" ;;
  run)
    shift
    home=$(mktemp -d)
    trap 'stop "$home"; rm -rf "$home"' EXIT
    start "$home" >&2
    set -a; . "$home/address"; set +a
    "$@"
    ;;
  *) sed -n '2,13p' "${BASH_SOURCE[0]}" >&2; exit 2 ;;
esac
