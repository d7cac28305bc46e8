#!/usr/bin/env bash
# Starts a node in the image of Trino: `coordinator` or `worker`. Puts its configuration together from etc.
set -euo pipefail
role=$1
etc=/tmp/etc
mkdir -p $etc/catalog
cat /sojourn/etc/"$role".properties /sojourn/etc/query.properties > $etc/config.properties
for catalog in /sojourn/etc/catalog/*.properties; do
  cat "$catalog" /sojourn/etc/storage/"${LAKE_STORAGE:-s3}".properties > $etc/catalog/"$(basename "$catalog")"
done
cat /etc/trino/jvm.config > $etc/jvm.config
echo "-Xmx$TRINO_HEAP" >> $etc/jvm.config
printf '%s\n' node.environment=sojourn "node.id=$(hostname)" node.data-dir=/data/trino > $etc/node.properties
exec /usr/lib/trino/bin/launcher run --etc-dir $etc
