#!/usr/bin/env bash
# Tests a server with the demo against its OpenAPI document, with Schemathesis (https://schemathesis.readthedocs.io).
# Needs a build, Python 3.10 or newer, and a package index. SECONDS_LIMIT is the duration. Arguments go to Schemathesis.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server"; rm -rf "$folder"' EXIT
python3 -m venv "$folder/python"
"$folder/python/bin/pip" install --quiet schemathesis==4.32.5
node bin/sojourn.js demo --store "$folder/store"
# A calendar with every optional property.
cat > "$folder/office.json" << 'END'
{
  "name": "Office",
  "timeZone": "Europe/Berlin",
  "workingTimes": [{ "weekday": "monday", "start": "09:00", "end": "17:00" }],
  "holidays": [{ "date": "2024-12-25" }],
  "exceptions": [{ "date": "2024-12-24", "workingTimes": [{ "start": "09:00", "end": "12:00" }] }]
}
END
node bin/sojourn.js calendar add "$folder/office.json" --store "$folder/store"
node bin/sojourn.js serve --store "$folder/store" --port 0 --log-level silent > "$folder/server.log" &
server=$!
until base=$(grep -oE 'http://[^ /]+' "$folder/server.log"); do
  kill -0 "$server"
  sleep 0.2
done
# Schemathesis writes files to its working directory.
cd "$folder"
# A request can be valid under the schema, and still name an unknown project. And names ignore case.
"$folder/python/bin/st" run "$base/openapi.json" --checks all \
  --exclude-checks positive_data_acceptance,negative_data_rejection \
  --max-time "${SECONDS_LIMIT:-120}" --continue-on-failure --warnings off "$@"
