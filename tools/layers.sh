#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Checks which folder includes what (docs/architecture.md has the table), that each library's header
# is seen by one file only, and that each of our headers compiles alone. One line per violation.
set -euo pipefail
cd "$(dirname "$0")/.."
shopt -s nullglob

# files, then the folders that they may include
readonly FOLDERS='
^lib/                        lib
^ingest/(main|cmd[a-z_]*)[.]  lib ingest db
^ingest/                     lib ingest
^db/                         lib db
^server/                     lib ingest db server
'
# a library's headers, then the files that may see them
readonly LIBRARIES='
archive(_entry)?[.]h   ^ingest/(unpack|pack)[.]c$
curl/.*                ^ingest/http_client[.]c$
sqlite3[.]h            ^db/sqlite[.]c$
microhttpd[.]h         ^server/http(_call)?[.][ch]$
jansson[.]h            ^lib/json[.][ch]$
nettle/.*              ^lib/sha256[.]c$
'

# "file:line:include" of every include line, quotes and brackets kept
includes() {
	grep -nHE '^[[:space:]]*#[[:space:]]*include' {lib,ingest,db,server}/*.[ch] 2> /dev/null |
		sed -E 's/^([^:]*:[0-9]+):[^"<]*(["<][^">]*)[">].*/\1:\2/' |
		grep -v ':"version.h$' # the one that is made
}

check_folders() {
	includes | grep ':"' | awk -F: -v table="$FOLDERS" '
		BEGIN { n = split(table, rows, "\n") }
		{
			for (i = 1; i <= n; i++) {
				m = split(rows[i], f, " ")
				if (m && $1 ~ f[1])
					break
			}
			to = substr($3, 2)
			sub("/.*", "", to)
			for (k = 2; k <= m; k++)
				if (f[k] == to)
					next
			printf "%s:%s: must not include %s\"\n", $1, $2, $3
		}'
}

check_libraries() {
	includes | grep ':<' | awk -F: -v table="$LIBRARIES" '
		BEGIN { n = split(table, rows, "\n") }
		{
			for (i = 1; i <= n; i++)
				if (split(rows[i], f, " ") && $3 ~ "^<" f[1] "$" && $1 !~ f[2])
					printf "%s:%s: must not include %s>\n", $1, $2, $3
		}'
}

check_headers() {
	local header cc

	read -ra cc <<< "${CC:-gcc}" # it may be two words, "ccache gcc"
	for header in {lib,ingest,db,server}/*.h; do
		[ "$header" != lib/banned.h ] || continue
		"${cc[@]}" -std=gnu17 -D_GNU_SOURCE -I. -include lib/banned.h -fsyntax-only \
			-x c "$header" 2> /dev/null || echo "$header: does not compile alone"
	done
}

found=$(check_folders || true; check_libraries || true; check_headers)
if [ -n "$found" ]; then
	echo "$found"
	exit 1
fi
