#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Serves the bundled results; loads them first where that was not done:
#     tools/demo.sh BUILD-FOLDER DATABASE PORT
set -euo pipefail
cd "$(dirname "$0")/.."

build=$1 db=$2 port=$3
loaded=$db.samples
samples=$(cat samples/manifest.json samples/*.tar.xz samples/mails/* samples/profiles/* | sha256sum)

if [ ! -e "$db" ] || [ "$(cat "$loaded" 2> /dev/null)" != "$samples" ]; then
	echo "Loading the results of samples/ into $db"
	"$build/memcgperf" ingest --db "sqlite:$db" --manifest samples/manifest.json
	echo "$samples" > "$loaded"
fi
exec "$build/memcgperfd" --db "sqlite:$db" --port "$port"
